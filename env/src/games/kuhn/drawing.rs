//! The table of Kuhn poker as a drawing.

use super::{BET, Card, KuhnKnowledge, SEATS};
use crate::Seat;
use crate::drawing::{
    Area, Canvas, EDGE, FAINT, GOLD, GROUND, INK, MOSS, PALE_GOLD, PAPER, Place, Type, seat_words,
};

const SIZE: Place = (480, 320);
/// The middles of the seats' halves.
const MIDDLES: [i32; SEATS] = [90, 390];

pub(super) fn draw(known: &KuhnKnowledge) -> String {
    let mut canvas = Canvas::new(SIZE, "Kuhn poker", "J, Q and K; one bet of 1", &due(known));
    for seat in 0..SEATS {
        draw_seat(&mut canvas, known, seat);
    }
    draw_middle(&mut canvas, known);
    canvas.finish()
}

fn due(known: &KuhnKnowledge) -> String {
    let (moves, pot) = (known.moves, known.moves.pot().iter().sum::<u8>());
    match (moves.to_act(), winner(known)) {
        (Some(seat), _) if seat != known.seat => format!("Seat {seat} is to act."),
        (Some(_), _) if moves.actions().any(|action| action == BET) => {
            "Do you bet to call, or pass to fold?".to_owned()
        }
        (Some(_), _) => "Do you pass or bet?".to_owned(),
        (None, Some(seat)) => format!("The hand is over; seat {seat} takes the pot of {pot}."),
        (None, None) => "The hand is over.".to_owned(),
    }
}

fn winner(known: &KuhnKnowledge) -> Option<Seat> {
    let other = 1 - known.seat;
    let higher = known.shown.map(|shown| if known.own > shown { known.seat } else { other });
    known.moves.folded().map(|folded| 1 - folded).or(higher)
}

fn draw_seat(canvas: &mut Canvas, known: &KuhnKnowledge, seat: Seat) {
    let x = MIDDLES[seat];
    let folded = known.moves.folded() == Some(seat);
    let card = if seat == known.seat { Some(known.own) } else { known.shown };
    canvas.panel(Area(x - 74, 68, 148, 236));
    canvas.text((x, 92), Type::new(14).bold().middle(), seat_words(seat, known.seat));
    draw_card(canvas, Area(x - 45, 106, 90, 126), card, folded);
    canvas.text((x, 258), Type::new(13).middle(), format_args!("put in {}", known.moves.pot()[seat]));
    if known.moves.to_act() == Some(seat) {
        canvas.pointer((x - 60, 87));
    } else if winner(known) == Some(seat) {
        canvas.star((x - 60, 87));
    }
    let words = match (folded, known.moves.to_act() == Some(seat)) {
        (true, _) => "folded",
        (_, true) => "to act",
        _ => "",
    };
    canvas.text((x, 284), Type::new(13).of(FAINT).middle(), words);
}

fn draw_card(canvas: &mut Canvas, area: Area, card: Option<Card>, folded: bool) {
    let Area(x, y, width, height) = area;
    let ink = if folded { FAINT } else { INK };
    match card {
        Some(card) => {
            canvas.rect(area, 8, if folded { GROUND } else { "#ffffff" }, ink);
            canvas.text((x + 14, y + 22), Type::new(16).bold().of(ink).middle(), card);
            canvas.text((x + width / 2, y + 82), Type::new(54).bold().of(ink).middle(), card);
        }
        None => {
            canvas.rect(area, 8, if folded { EDGE } else { MOSS }, ink);
            canvas.rect(Area(x + 8, y + 8, width - 16, height - 16), 5, "none", PAPER);
            canvas.text((x + width / 2, y + 78), Type::new(40).bold().of(PAPER).middle(), "?");
        }
    }
}

/// The pot and what was done.
fn draw_middle(canvas: &mut Canvas, known: &KuhnKnowledge) {
    let pot = known.moves.pot();
    for (seat, chips) in pot.into_iter().enumerate() {
        for chip in 0..i32::from(chips) {
            canvas.circle((224 + 32 * seat as i32, 112 - 8 * chip), 13, PALE_GOLD, GOLD);
        }
    }
    canvas.text((240, 152), Type::new(15).bold().middle(), format_args!("pot {}", pot.iter().sum::<u8>()));
    let mut faces_bet = false;
    for (nth, action) in known.moves.actions().enumerate() {
        let words = match (action == BET, faces_bet) {
            (false, false) => "passes",
            (true, false) => "bets",
            (false, true) => "folds",
            (true, true) => "calls",
        };
        faces_bet |= action == BET;
        let words = format!("seat {} {words}", nth % SEATS);
        canvas.text((240, 192 + 24 * nth as i32), Type::new(13).middle(), words);
    }
}
