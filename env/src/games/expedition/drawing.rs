//! The table of Expedition as a drawing.

use super::{Card, Cards, Choice, Expedition, ExpeditionKnowledge, Phase, Table};
use crate::drawing::{
    Area, Canvas, EDGE, FAINT, GOLD, GROUND, MOSS, PALE_GOLD, PALE_RUST, PAPER, Place, RUST, Type,
    seat_words, won,
};
use crate::{Game, Seat};

const SIZE: Place = (720, 460);
/// Cards in a row of the path, which has two: no path is longer than 20 cards.
const IN_ROW: usize = 10;

pub(super) fn draw(game: &Expedition, known: &ExpeditionKnowledge) -> String {
    let table = &known.table;
    let team = if game.is_shared() && game.facts().seats > 1 { "as a team, " } else { "" };
    let remark = format!("{team}round {} of {}", table.round, game.rounds());
    let mut canvas = Canvas::new(SIZE, "Expedition", &remark, &due(game, known));
    draw_path(&mut canvas, table);
    let height = (216 / game.facts().seats as i32).min(54);
    canvas.panel(Area(16, 212, 420, 232));
    for seat in 0..game.facts().seats {
        draw_seat(&mut canvas, game, known, seat, 220 + height * seat as i32 + height / 2);
    }
    draw_deck(&mut canvas, table);
    draw_own_card(&mut canvas, known);
    canvas.finish()
}

/// The seats that have banked most when the game is over.
fn winners(game: &Expedition, table: &Table) -> Vec<Seat> {
    let seats = 0..game.facts().seats;
    let most = seats.clone().map(|seat| table.banked[seat]).max();
    let over = table.phase == Phase::Over && !game.is_shared();
    seats.filter(|&seat| over && Some(table.banked[seat]) == most).collect()
}

fn due(game: &Expedition, known: &ExpeditionKnowledge) -> String {
    let table = &known.table;
    let chosen = match known.choice {
        Some(Choice::Stay) => "You have chosen to stay. ",
        Some(Choice::Leave) => "You have chosen to leave. ",
        None => "",
    };
    match table.phase {
        Phase::Choose(seat) if usize::from(seat) == known.seat => "Do you stay or leave?".to_owned(),
        Phase::Choose(seat) => format!("{chosen}Seat {seat} is to choose."),
        Phase::Look(seat) if usize::from(seat) == known.seat => {
            "You see the next card: keep it there, or put it under the deck?".to_owned()
        }
        Phase::Look(seat) => format!("Seat {seat} left alone and looks at the next card."),
        Phase::Over if game.is_shared() => {
            let banked: u32 = table.banked.iter().copied().map(u32::from).sum();
            format!("The game is over; {banked} banked in all.")
        }
        Phase::Over => won(&winners(game, table)),
    }
}

fn draw_path(canvas: &mut Canvas, table: &Table) {
    canvas.panel(Area(16, 68, 688, 132));
    canvas.text((30, 92), Type::new(13).bold(), "The path");
    canvas.text((72, 138), Type::new(28).bold().of(GOLD).middle(), table.lies);
    canvas.text((72, 160), Type::new(13).of(FAINT).middle(), "lie on it");
    for (place, card) in table.path.singles().enumerate() {
        let (row, column) = (place / IN_ROW, place % IN_ROW);
        draw_card(canvas, (132 + 57 * column as i32, 77 + 59 * row as i32), card);
    }
}

/// A card, 52 wide and 54 high.
fn draw_card(canvas: &mut Canvas, (x, y): Place, card: Card) {
    let area = Area(x, y, 52, 54);
    if card.is_hazard() {
        canvas.rect(area, 6, PALE_RUST, RUST);
        canvas.path((x + 26, y + 22), "M0 -13L13 10L-13 10ZM-1 -5L-1 3L1 3L1 -5ZM-1 5L-1 7L1 7L1 5Z", RUST);
        canvas.text((x + 26, y + 47), Type::new(11).of(RUST).middle(), card);
    } else {
        canvas.rect(area, 6, PALE_GOLD, GOLD);
        canvas.text((x + 26, y + 35), Type::new(22).bold().of(GOLD).middle(), card);
    }
}

fn draw_seat(canvas: &mut Canvas, game: &Expedition, known: &ExpeditionKnowledge, seat: Seat, y: i32) {
    let table = &known.table;
    let inside = table.inside[seat];
    if table.to_act() == Some(seat) {
        canvas.pointer((32, y));
    } else if winners(game, table).contains(&seat) {
        canvas.star((32, y));
    }
    let name = if inside { Type::new(14).bold() } else { Type::new(14).of(FAINT) };
    canvas.text((46, y + 5), name, seat_words(seat, known.seat));
    let (words, colour) =
        if inside { (format!("in with {}", table.held), GOLD) } else { ("out".to_owned(), FAINT) };
    canvas.text((152, y + 5), Type::new(14).of(colour), words);
    let mut remarks = Vec::new();
    if table.seats_chosen().any(|chosen| chosen == seat) {
        remarks.push("has chosen".to_owned());
    }
    if table.looked[seat] > 0 {
        remarks.push(format!("{}. to look", table.looked[seat]));
    }
    canvas.text((240, y + 5), Type::new(12).of(FAINT), remarks.join(", "));
    canvas.text((376, y + 6), Type::new(18).bold().of(MOSS).end(), table.banked[seat]);
    canvas.text((381, y + 5), Type::new(11).of(FAINT), "banked");
}

/// What is left in the deck: the finds, and where the three cards of each hazard are.
fn draw_deck(canvas: &mut Canvas, table: &Table) {
    let deck = table.deck();
    canvas.panel(Area(448, 212, 256, 232));
    canvas.text((462, 236), Type::new(13).bold(), format_args!("The deck: {} cards", deck.total()));
    let finds: Vec<_> =
        deck.singles().filter(|card| !card.is_hazard()).map(|card| card.to_string()).collect();
    canvas.text((462, 256), Type::new(12).of(GOLD), finds.join(" "));
    for (row, card) in Card::all().filter(|card| card.is_hazard()).enumerate() {
        draw_hazard(canvas, [deck, table.path, table.removed].map(|cards: Cards| cards.of(card)), card, row);
    }
}

fn draw_hazard(canvas: &mut Canvas, [deck, path, removed]: [u8; 3], card: Card, row: usize) {
    let y = 279 + 21 * row as i32;
    let colour = if path > 0 { RUST } else { FAINT };
    canvas.text((462, y), Type::new(12).of(colour), card);
    let dots = [(path, (RUST, RUST)), (deck, (PAPER, RUST)), (removed, (GROUND, EDGE))];
    let dots = dots.into_iter().flat_map(|(count, colours)| (0..count).map(move |_| colours));
    for (place, (fill, edge)) in dots.enumerate() {
        canvas.circle((536 + 18 * place as i32, y - 4), 6, fill, edge);
    }
    let words = match (path, removed) {
        (0, 0) => String::new(),
        (0, removed) => format!("{removed} taken out"),
        (_, 0) => "on the path".to_owned(),
        (_, removed) => format!("on it, {removed} out"),
    };
    canvas.text((592, y), Type::new(11).of(colour), words);
}

/// What only the viewing seat may see.
fn draw_own_card(canvas: &mut Canvas, known: &ExpeditionKnowledge) {
    if let Some(card) = known.card {
        let looks = known.table.phase == Phase::Look(known.seat as u8);
        draw_card(canvas, (462, 382), card);
        let words = if looks { "the next card" } else { "you put it under the deck" };
        canvas.text((524, 413), Type::new(12), words);
    }
}
