//! Position lines of Expedition:
//! `round=2 removed=mange path=5,13,jelly lies=2 held=4 banked=0,12,0,9 seats=leave,out,in,out looks=1:kept,3:7
//! act=choose:2` on one line.
//!
//! A seat is `in` (nothing chosen), `out`, or in with its choice, `stay` or `leave`. `looks` lists the seats that
//! looked and decided this round in order, with the card that each put under the deck, or `kept`. `act` is
//! `choose:SEAT`, `look:SEAT:CARD` or `over`. An empty list is `-`.

use super::state::Secrets;
use super::{Card, Cards, Choice, Expedition, ExpeditionState, Phase, Table, check};
use crate::notation::{LineReader, LineWriter, join, parse as parse_value, refuse};
use crate::{Game, PositionError, Seat};

pub(super) fn print(game: &Expedition, state: &ExpeditionState) -> String {
    let seats = game.facts().seats;
    let table = &state.table;
    LineWriter::default()
        .field("round", table.round)
        .field("removed", list(table.removed.singles()))
        .field("path", list(table.path.singles()))
        .field("lies", table.lies)
        .field("held", table.held)
        .field("banked", join(&table.banked[..seats]))
        .field("seats", join((0..seats).map(|seat| seat_word(state, seat))))
        .field("looks", looks(state))
        .field("act", act(state))
        .finish()
}

fn list(items: impl IntoIterator<Item = impl ToString>) -> String {
    let text = join(items.into_iter().map(|item| item.to_string()));
    if text.is_empty() { "-".to_owned() } else { text }
}

fn seat_word(state: &ExpeditionState, seat: Seat) -> &'static str {
    match (state.table.inside[seat], state.secrets.choices[seat]) {
        (false, _) => "out",
        (true, None) => "in",
        (true, Some(Choice::Stay)) => "stay",
        (true, Some(Choice::Leave)) => "leave",
    }
}

fn looks(state: &ExpeditionState) -> String {
    let decided = state.table.lookers().filter(|&seat| state.table.phase != Phase::Look(seat as u8));
    list(decided.map(|seat| match state.secrets.under[seat] {
        Some(card) => format!("{seat}:{card}"),
        None => format!("{seat}:kept"),
    }))
}

fn act(state: &ExpeditionState) -> String {
    match (state.table.phase, state.secrets.seen) {
        (Phase::Choose(seat), _) => format!("choose:{seat}"),
        (Phase::Look(seat), Some(card)) => format!("look:{seat}:{card}"),
        (Phase::Look(seat), None) => format!("look:{seat}:?"),
        (Phase::Over, _) => "over".to_owned(),
    }
}

pub(super) fn parse(game: &Expedition, line: &str) -> Result<ExpeditionState, PositionError> {
    let mut reader = LineReader::new(line);
    let round = reader.value("round", "a round from 1")?;
    let removed = read_cards("removed", reader.text("removed")?)?;
    let path = read_cards("path", reader.text("path")?)?;
    let lies = reader.value("lies", "points")?;
    let held = reader.value("held", "points")?;
    let banked_list: Vec<u16> = reader.list("banked", "points, one number per seat")?;
    let seats_text = reader.text("seats")?;
    let looks_text = reader.text("looks")?;
    let act_text = reader.text("act")?;
    reader.finish()?;

    let seats = game.facts().seats;
    if banked_list.len() != seats {
        let found = banked_list.len();
        return Err(PositionError::Impossible(format!("{found} banked totals for {seats} seats")));
    }
    let mut banked = [0; Table::MAX_SEATS];
    banked[..seats].copy_from_slice(&banked_list);
    let table = Table { path, lies, held, ..Table::at_round(game, round, removed, banked) };
    let mut state = ExpeditionState { table, secrets: Secrets::default() };
    read_seats(&mut state, seats, seats_text)?;
    read_looks(&mut state, seats, looks_text)?;
    read_act(&mut state, seats, act_text)?;
    check::check(game, &state)?;
    Ok(state)
}

fn items(text: &str) -> impl Iterator<Item = &str> {
    text.split(',').filter(move |_| text != "-")
}

fn read_card(field: &'static str, text: &str) -> Result<Card, PositionError> {
    let expected = || format!("a card: {}", join(Card::all()));
    Card::from_label(text).ok_or_else(|| refuse(field, text, expected()))
}

fn read_cards(field: &'static str, text: &str) -> Result<Cards, PositionError> {
    let cards = items(text).map(|item| read_card(field, item)).collect::<Result<Vec<_>, _>>()?;
    if cards.len() > Cards::FULL.total() as usize {
        return Err(refuse(field, text, "no more cards than there are"));
    }
    Ok(cards.into_iter().collect())
}

fn read_seat(field: &'static str, seats: usize, text: &str) -> Result<Seat, PositionError> {
    let expected = "a seat of the table";
    let seat = parse_value(field, text, expected)?;
    if seat < seats { Ok(seat) } else { Err(refuse(field, text, expected)) }
}

fn read_seats(state: &mut ExpeditionState, seats: usize, text: &str) -> Result<(), PositionError> {
    let words: Vec<&str> = items(text).collect();
    if words.len() != seats {
        return Err(refuse("seats", text, format!("{seats} words")));
    }
    for (seat, word) in words.into_iter().enumerate() {
        (state.table.inside[seat], state.secrets.choices[seat]) = match word {
            "out" => (false, None),
            "in" => (true, None),
            "stay" => (true, Some(Choice::Stay)),
            "leave" => (true, Some(Choice::Leave)),
            _ => return Err(refuse("seats", word, "in, out, stay or leave")),
        };
    }
    Ok(())
}

fn read_looks(state: &mut ExpeditionState, seats: usize, text: &str) -> Result<(), PositionError> {
    for (place, item) in items(text).enumerate() {
        let (seat, card) =
            item.split_once(':').ok_or_else(|| refuse("looks", item, "SEAT:CARD or SEAT:kept"))?;
        let seat = read_seat("looks", seats, seat)?;
        if state.table.looked[seat] > 0 {
            return Err(refuse("looks", item, "each seat once"));
        }
        state.table.looked[seat] = place as u8 + 1;
        state.secrets.under[seat] = if card == "kept" { None } else { Some(read_card("looks", card)?) };
    }
    Ok(())
}

fn read_act(state: &mut ExpeditionState, seats: usize, text: &str) -> Result<(), PositionError> {
    let mut words = text.splitn(3, ':');
    let (kind, seat, card) = (words.next().unwrap_or_default(), words.next(), words.next());
    state.table.phase = match (kind, seat, card) {
        ("over", None, None) => Phase::Over,
        ("choose", Some(seat), None) => Phase::Choose(read_seat("act", seats, seat)? as u8),
        ("look", Some(seat), Some(card)) => {
            let seat = read_seat("act", seats, seat)?;
            if state.table.looked[seat] > 0 {
                return Err(refuse("act", text, "a seat that has not looked yet"));
            }
            state.table.looked[seat] = state.table.lookers().count() as u8 + 1;
            state.secrets.seen = Some(read_card("act", card)?);
            Phase::Look(seat as u8)
        }
        _ => return Err(refuse("act", text, "choose:SEAT, look:SEAT:CARD or over")),
    };
    Ok(())
}
