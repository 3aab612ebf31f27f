//! The table of Pig as a drawing.

use super::{Pig, PigState};
use crate::drawing::{Area, Canvas, FAINT, GOLD, MOSS, Place, Type, seat_words, won};
use crate::{Game, Seat, State, View};

const SIZE: Place = (480, 400);
/// All rows together; with few seats each is at most 84 high.
const ROWS: i32 = 308;

pub(super) fn draw(view: &View<'_, Pig>) -> String {
    let seats = view.game.facts().seats;
    let remark = format!("to {} with a die of {}", view.game.target(), view.game.die());
    let mut canvas = Canvas::new(SIZE, "Pig", &remark, &due(view));
    let height = (ROWS / seats as i32).min(84);
    canvas.panel(Area(16, 68, 448, height * seats as i32 + 12));
    for seat in 0..seats {
        draw_seat(&mut canvas, view, seat, 74 + height * seat as i32 + height / 2);
    }
    canvas.finish()
}

fn due(view: &View<'_, Pig>) -> String {
    match view.state.current_player() {
        Some(seat) if seat == view.seat => format!("{} at stake: do you roll or hold?", view.turn_total()),
        Some(seat) => format!("{} at stake: seat {seat} rolls or holds.", view.turn_total()),
        None => won(&(0..PigState::MAX_SEATS).filter(|&seat| wins(view, seat)).collect::<Vec<_>>()),
    }
}

fn wins(view: &View<'_, Pig>, seat: Seat) -> bool {
    view.banked(seat) >= view.game.target()
}

fn draw_seat(canvas: &mut Canvas, view: &View<'_, Pig>, seat: Seat, y: i32) {
    let (banked, mut stake) = (view.banked(seat), 0);
    if view.state.current_player() == Some(seat) {
        stake = view.turn_total();
        canvas.pointer((30, y));
    } else if wins(view, seat) {
        canvas.star((30, y));
    }
    canvas.text((44, y + 5), Type::new(13), seat_words(seat, view.seat));
    let parts = [(banked.into(), MOSS), (stake.into(), GOLD)];
    canvas.bar(Area(144, y - 7, 200, 14), &parts, view.game.target().into());
    canvas.text((398, y + 5), Type::new(15).bold().end(), banked);
    let (words, colour) =
        if stake > 0 { (format!("+{stake}"), GOLD) } else { (view.game.target().to_string(), FAINT) };
    canvas.text((452, y + 5), Type::new(12).of(colour).end(), words);
}
