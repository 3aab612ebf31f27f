//! The table of Zone Stalker as a drawing.

use super::actions::{Good, Move};
use super::cards::{Face, Kind, Note, ZoneCard, artifact, artifact_name};
use super::state::{Phase, Roll, RollKind};
use super::story::{details, note_text, table_text};
use super::text::{ability, question};
use super::{Site, ZoneStalker};
use crate::drawing::{
    Area, Canvas, EDGE, FAINT, GOLD, GROUND, INK, MOSS, PALE_GOLD, PALE_MOSS, PALE_RUST, PALE_SKY, PAPER,
    Place, RUST, SKY, Type, seat_words, won, wrap,
};
use crate::{Actions as _, Counts, Seat, View};

const SIZE: Place = (960, 640);
/// All seats together; with few of them each is a third as high.
const SEATS_HEIGHT: i32 = 408;

const SHIELD: &str = "M0 -9L8 -6L8 0C8 5 4 8 0 10C-4 8 -8 5 -8 0L-8 -6Z";
const LENS: &str = "M-2 -8A6 6 0 1 0 -2 4A6 6 0 1 0 -2 -8ZM-2 -5.5A3.5 3.5 0 1 1 -2 1.5A3.5 3.5 0 1 1 -2 -5.5ZM2 2L4 0L9 6L7 8Z";
const CARD: &str = "M-5 -8L5 -8L7 -6L7 6L5 8L-5 8L-7 6L-7 -6Z";
const PIN: &str = "M0 26L-16 -2A17 17 0 1 1 16 -2ZM0 -18A7 7 0 1 0 0 -4A7 7 0 1 0 0 -18Z";
const WARNING: &str = "M0 -24L26 20L-26 20ZM-2.5 -8L-1.5 6L1.5 6L2.5 -8ZM-2.5 10L-2.5 15L2.5 15L2.5 10Z";
const BOLT: &str = "M6 -26L-16 4L-2 4L-8 26L16 -6L2 -6Z";
const GEM: &str = "M-14 -20L14 -20L26 -4L0 24L-26 -4ZM-12 -4L0 12L12 -4Z";

pub(super) fn draw<const N: usize>(view: &View<'_, ZoneStalker<N>>) -> String {
    let turn = match view.phase() {
        Phase::Over => String::new(),
        _ => format!("turn of seat {}", view.active_seat()),
    };
    let mut canvas = Canvas::new(SIZE, "Zone Stalker", &turn, &due(view));
    let height = SEATS_HEIGHT / view.game.seats().max(3) as i32;
    for seat in 0..view.game.seats() {
        draw_seat(&mut canvas, view, seat, Area(16, 68 + height * seat as i32, 600, height - 6));
    }
    draw_table(&mut canvas, view);
    draw_decks(&mut canvas, view);
    draw_hand(&mut canvas, view);
    canvas.finish()
}

/// Those who have won when the game is over (R20): the living seats with the most points.
fn winners<const N: usize>(view: &View<'_, ZoneStalker<N>>) -> Vec<Seat> {
    let over = view.phase() == Phase::Over;
    let living = (0..view.game.seats()).filter(|&seat| over && view.is_alive(seat));
    let best = living.clone().map(|seat| view.score(seat)).max();
    living.filter(|&seat| Some(view.score(seat)) == best).collect()
}

fn due<const N: usize>(view: &View<'_, ZoneStalker<N>>) -> String {
    if view.is_to_act() {
        return question(view);
    }
    let seat = view.active_seat();
    match view.phase() {
        Phase::Over if view.game.seats() == 1 && view.is_alive(0) => {
            format!("The game is over; you come back with {} SP.", view.score(0))
        }
        Phase::Over => won(&winners(view)),
        Phase::HinduDiscard { left } => format!("Seat {seat} discards {left} more as The Hindu."),
        Phase::Choose => format!("Seat {seat} flips the next Zone card, or stops."),
        Phase::LocationDiscard => format!("Seat {seat} discards a card for the place."),
        Phase::PlayCard => format!("Seat {seat} plays a card."),
        Phase::Target => format!("Seat {seat} chooses an opponent."),
        Phase::TableDiscard => format!("Seat {seat} chooses a card to lose."),
        Phase::EndDiscard => format!("Seat {seat} may discard what it does not want to keep."),
        _ => "Somebody may be asked what you do not hear.".to_owned(),
    }
}

fn draw_seat<const N: usize>(canvas: &mut Canvas, view: &View<'_, ZoneStalker<N>>, seat: Seat, area: Area) {
    let Area(x, y, width, _) = area;
    let active = seat == view.active_seat() && view.phase() != Phase::Over;
    let alive = view.is_alive(seat);
    let (fill, edge) = match (alive, active) {
        (_, true) => (PALE_SKY, SKY),
        (true, false) => (PAPER, EDGE),
        (false, false) => (GROUND, EDGE),
    };
    canvas.rect(area, 8, fill, edge);
    if active {
        canvas.pointer((x + 14, y + 16));
    } else if winners(view).contains(&seat) {
        canvas.star((x + 14, y + 16));
    }
    let name = format!("{}: {}", seat_words(seat, view.seat), view.character(seat).name());
    let face = Type::new(14).bold().of(if alive { INK } else { FAINT });
    canvas.text((x + 28, y + 21), face, name);
    if !alive {
        canvas.text((x + width - 14, y + 21), Type::new(14).bold().of(RUST).end(), "dead");
        return;
    }
    canvas.text(
        (x + width - 14, y + 22),
        Type::new(18).bold().of(GOLD).end(),
        format_args!("{} SP", view.score(seat)),
    );
    canvas.path((x + 504, y + 17), CARD, MOSS);
    canvas.text((x + 491, y + 22), Type::new(15).of(MOSS).end(), view.hand_size(seat));
    draw_injuries(canvas, view, seat, (x + 286, y + 10));
    canvas.text((x + 28, y + 37), Type::new(11).of(FAINT), ability(view, seat));
    if seat != view.seat {
        draw_known(canvas, view.known_cards(seat), (x + width - 12, y + 27));
    }
    draw_swag(canvas, view, seat, area);
}

/// A box for each injury that can be borne and the one that kills; permanent ones are crossed.
fn draw_injuries<const N: usize>(
    canvas: &mut Canvas,
    view: &View<'_, ZoneStalker<N>>,
    seat: Seat,
    (x, y): Place,
) {
    let (injuries, permanent) = (view.injuries(seat), view.permanent_injuries(seat));
    let fatal = view.fatal_injuries(seat);
    let words = format!("injuries: {injuries} of {fatal}, {permanent} permanent");
    canvas.named(&words, |canvas| {
        for place in 0..fatal {
            let left = x + 13 * i32::from(place);
            let fill = if place < injuries { RUST } else { PAPER };
            canvas.rect(Area(left, y, 10, 13), 2, fill, RUST);
            if place < permanent {
                canvas.path(
                    (left + 5, y + 6),
                    "M-1 -5L1 -5L1 -2L4 -2L4 0L1 0L1 5L-1 5L-1 0L-4 0L-4 -2L-1 -2Z",
                    PAPER,
                );
            }
        }
    });
    if view.turns_to_miss(seat) > 0 {
        let words = format!("misses {}", view.turns_to_miss(seat));
        canvas.text((x + 188, y + 11), Type::new(12).of(RUST).end(), words);
    }
}

/// Cards that all know to be in a hand, small, from right to left.
fn draw_known(canvas: &mut Canvas, known: Counts, (mut right, y): Place) {
    for (kind, count) in known.iter() {
        let kind = Kind::new(kind);
        let words = match count {
            1 => ratings(kind),
            _ => format!("{count}x{}", ratings(kind)),
        };
        let width = if count > 1 { 42 } else { 26 };
        right -= width + 3;
        canvas.named(&format!("known: {count} x {}", kind.label()), |canvas| {
            canvas.rect(Area(right, y, width, 15), 3, note_colour(kind.note()), MOSS);
            canvas.text((right + width / 2, y + 12), Type::new(11).middle(), words);
        });
    }
}

fn ratings(kind: Kind) -> String {
    format!("{}/{}", kind.avoid(), kind.detect())
}

fn note_colour(note: Option<Note>) -> &'static str {
    match note {
        None => "#ffffff",
        Some(Note::Martyr) => PALE_RUST,
        Some(Note::Retry) => PALE_SKY,
        Some(Note::Aid) => PALE_MOSS,
    }
}

/// The artifacts by their points and, as far as there is room, by name.
fn draw_swag<const N: usize>(canvas: &mut Canvas, view: &View<'_, ZoneStalker<N>>, seat: Seat, area: Area) {
    let Area(x, y, _, height) = area;
    let mut place = (x + 38, y + 51);
    let step = (550 / view.swag(seat).total().max(1) as i32).min(20);
    let mut names = Vec::new();
    for (index, count) in view.swag(seat).iter() {
        let times = if count > 1 { format!(" x {count}") } else { String::new() };
        names.push(format!("{}{times}", artifact_name(index)));
        for _ in 0..count {
            canvas.named(&format!("{} ({} SP)", artifact_name(index), artifact(index).points), |canvas| {
                canvas.circle(place, 9, PALE_GOLD, GOLD);
                canvas.text(
                    (place.0, place.1 + 4),
                    Type::new(11).bold().of(GOLD).middle(),
                    artifact(index).points,
                );
            });
            place.0 += step;
        }
    }
    let room = ((height - 66) / 15).max(0) as usize;
    for (row, line) in wrap(&names.join(", "), 84).into_iter().take(room).enumerate() {
        canvas.text((x + 28, y + 76 + 15 * row as i32), Type::new(11), line);
    }
}

/// What lies on the table: the card, what was rolled, and what the place does.
fn draw_table<const N: usize>(canvas: &mut Canvas, view: &View<'_, ZoneStalker<N>>) {
    canvas.panel(Area(632, 68, 312, 226));
    match view.card() {
        Some(card) => draw_zone_card(canvas, card),
        None => {
            canvas.rect(Area(646, 82, 150, 198), 10, GROUND, EDGE);
            canvas.text((721, 184), Type::new(12).of(FAINT).middle(), "no card lies here");
        }
    }
    if let Some(roll) = view.roll() {
        draw_roll(canvas, roll, view.needed(), view.table_rolls());
    }
    let site = view.site();
    if site != Site::Plain {
        let words = if view.card().is_some() { "for this card" } else { "for the next card" };
        canvas.text((870, 240), Type::new(11).of(FAINT).middle(), words);
        canvas.path((832, 262), SHIELD, MOSS);
        canvas.text((844, 267), Type::new(13).bold(), format_args!("{:+}", site.avoid()));
        canvas.path((890, 262), LENS, GOLD);
        canvas.text((902, 267), Type::new(13).bold(), format_args!("{:+}", site.detect()));
    }
}

fn draw_zone_card(canvas: &mut Canvas, card: &ZoneCard) {
    let (icon, colour, ground, figure) = match card.face {
        Face::Location(_) => (PIN, MOSS, PALE_MOSS, None),
        Face::Hazard(hazard) => (WARNING, RUST, PALE_RUST, Some(hazard.danger)),
        Face::Event(_) => (BOLT, SKY, PALE_SKY, None),
        Face::Artifact(artifact) => (GEM, GOLD, PALE_GOLD, Some(artifact.points)),
    };
    canvas.rect(Area(646, 82, 150, 198), 10, ground, colour);
    canvas.path((if figure.is_some() { 690 } else { 721 }, 122), icon, colour);
    if let Some(figure) = figure {
        canvas.text((750, 134), Type::new(34).bold().of(colour).middle(), figure);
    }
    let name = wrap(card.name, 17);
    for (row, line) in name.iter().enumerate() {
        canvas.text((721, 178 + 18 * row as i32), Type::new(13).bold().middle(), line);
    }
    for (row, line) in wrap(&details(card), 22).into_iter().enumerate() {
        let y = 184 + 18 * name.len() as i32 + 15 * row as i32;
        canvas.text((721, y), Type::new(11).middle(), line);
    }
}

fn draw_roll(canvas: &mut Canvas, roll: Roll, needed: Option<i8>, table_rolls: u8) {
    let what = match roll.kind {
        RollKind::Avoidance => "to avoid",
        RollKind::Detection => "to find",
        RollKind::Table => "Hazard Table",
    };
    canvas.text((870, 98), Type::new(13).bold().middle(), what);
    canvas.rect(Area(846, 108, 48, 48), 9, "#ffffff", INK);
    canvas.text((870, 141), Type::new(24).bold().middle(), roll.die);
    if let Some(needed) = needed {
        let colour = if roll.total() >= needed { MOSS } else { RUST };
        let sum = format!("{:+} = {}", roll.bonus, roll.total());
        canvas.text((870, 182), Type::new(18).bold().of(colour).middle(), sum);
        canvas.text((870, 204), Type::new(13).of(FAINT).middle(), format_args!("needs {needed}"));
    } else {
        for (row, line) in wrap(table_text(roll.die), 20).into_iter().enumerate() {
            canvas.text((870, 176 + 15 * row as i32), Type::new(12).of(RUST).middle(), line);
        }
        let words = format!("rolls to come: {table_rolls}");
        canvas.text((870, 222), Type::new(11).of(FAINT).middle(), words);
    }
}

/// What is left of the Zone, by what its cards are, and the Stalker cards that no hand holds.
fn draw_decks<const N: usize>(canvas: &mut Canvas, view: &View<'_, ZoneStalker<N>>) {
    canvas.panel(Area(632, 300, 312, 170));
    let left = view.zone_deck_size();
    canvas.text((646, 322), Type::new(14).bold(), format_args!("Zone: {left} cards left"));
    let mut rows = [("places", MOSS, 0), ("hazards", RUST, 0), ("events", SKY, 0), ("artifacts", GOLD, 0)];
    let mut points = 0;
    for (card, count) in view.zone_cards() {
        let row = match card.face {
            Face::Location(_) => 0,
            Face::Hazard(_) => 1,
            Face::Event(_) => 2,
            Face::Artifact(artifact) => {
                points += u32::from(artifact.points) * u32::from(count);
                3
            }
        };
        rows[row].2 += u32::from(count);
    }
    canvas.text((930, 322), Type::new(12).of(GOLD).end(), format_args!("{points} SP in it"));
    for (row, (words, colour, count)) in rows.into_iter().enumerate() {
        let y = 344 + 19 * row as i32;
        canvas.text((646, y), Type::new(12), words);
        canvas.bar(Area(712, y - 10, 180, 11), &[(count, colour)], left.into());
        canvas.text((930, y), Type::new(12).bold().end(), count);
    }
    let (deck, discard) = (view.stalker_deck_size(), view.discard_pile().total());
    canvas.text((646, 434), Type::new(12).bold(), "Stalker cards");
    canvas.text((930, 434), Type::new(12).end(), format_args!("{deck} in the deck, {discard} discarded"));
    let living = (0..view.game.seats()).filter(|&seat| view.is_alive(seat)).count();
    let most = usize::from(view.game.config().stalemate_rounds) * living;
    let quiet = format!("turns without a flip: {}; {most} end the game", view.quiet_turns());
    canvas.text((646, 458), Type::new(11).of(FAINT), quiet);
}

/// The own hand: a card for each kind, and where others of the kind may be.
fn draw_hand<const N: usize>(canvas: &mut Canvas, view: &View<'_, ZoneStalker<N>>) {
    canvas.panel(Area(16, 478, 928, 150));
    canvas.text((28, 497), Type::new(13).bold(), format_args!("Your hand: {}", view.hand().total()));
    canvas.path((150, 492), SHIELD, MOSS);
    canvas.text((164, 497), Type::new(11).of(FAINT), "to avoid");
    canvas.path((232, 494), LENS, GOLD);
    canvas.text((246, 497), Type::new(11).of(FAINT), "to find");
    canvas.text(
        (932, 497),
        Type::new(11).of(FAINT).end(),
        "below: unseen, in the deck or in other hands; and discarded",
    );
    for kind in Kind::all() {
        let x = 28 + 114 * kind.index() as i32;
        draw_kind(canvas, view, kind, x);
        let [unseen, gone] = [view.unseen_cards(), view.discard_pile()].map(|cards| cards.of(kind.index()));
        let words = format!("{unseen} unseen, {gone} out");
        canvas.text((x + 53, 620), Type::new(11).of(FAINT).middle(), words);
    }
}

fn draw_kind<const N: usize>(canvas: &mut Canvas, view: &View<'_, ZoneStalker<N>>, kind: Kind, x: i32) {
    let count = view.hand().of(kind.index());
    let usable = is_usable(view, kind);
    let (ground, ink) = if count > 0 { (note_colour(kind.note()), INK) } else { (GROUND, FAINT) };
    let area = Area(x, 508, 106, 96);
    canvas.rect(area, 8, ground, if usable { SKY } else { EDGE });
    if usable {
        canvas.rect(Area(x + 1, 509, 104, 94), 7, "none", SKY);
    }
    let (avoid, detect) = if count > 0 { (MOSS, GOLD) } else { (EDGE, EDGE) };
    canvas.path((x + 20, 540), SHIELD, avoid);
    canvas.text((x + 39, 548), Type::new(22).bold().of(ink).middle(), kind.avoid());
    canvas.path((x + 67, 540), LENS, detect);
    canvas.text((x + 88, 548), Type::new(22).bold().of(ink).middle(), kind.detect());
    let note = match kind.note() {
        Some(Note::Martyr) => "martyr",
        Some(Note::Retry) => "retry",
        Some(Note::Aid) => "aid",
        None => "",
    };
    if !note.is_empty() {
        canvas.named(note_text(kind), |canvas| canvas.text((x + 10, 594), Type::new(12).of(ink), note));
    }
    canvas.text((x + 98, 594), Type::new(16).bold().of(ink).end(), format_args!("x {count}"));
}

/// Whether the viewing seat may now play, discard or give a card of this kind.
fn is_usable<const N: usize>(view: &View<'_, ZoneStalker<N>>, kind: Kind) -> bool {
    let legal = view.legal_actions();
    let ways = [Move::Play(kind), Move::Discard(kind), Move::Martyr(kind), Move::Give(Good::Card(kind))];
    ways.iter().any(|way| legal.contains(way.action()))
        || kind == Kind::RETRY && legal.contains(Move::Retry.action())
}
