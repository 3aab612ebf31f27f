//! Position lines of Kuhn poker: `cards=K,Q moves=pb`, with `moves=-` before the first.

use super::{Card, KuhnState, Moves, SEATS};
use crate::PositionError;
use crate::notation::{LineReader, LineWriter, join, refuse};

pub(super) fn print(state: KuhnState) -> String {
    let letters = match state.moves {
        Moves::None => "-",
        moves => moves.letters(),
    };
    LineWriter::default().field("cards", join(state.cards)).field("moves", letters).finish()
}

pub(super) fn parse(line: &str) -> Result<KuhnState, PositionError> {
    let mut reader = LineReader::new(line);
    let cards = cards(reader.text("cards")?)?;
    let moves = moves(reader.text("moves")?)?;
    reader.finish()?;
    let state = KuhnState { cards, moves };
    check(state)?;
    Ok(state)
}

fn cards(text: &str) -> Result<[Card; SEATS], PositionError> {
    let refusal = || refuse("cards", text, "two of J, Q and K, that of seat 0 first");
    let (first, second) = text.split_once(',').ok_or_else(refusal)?;
    match (Card::from_label(first), Card::from_label(second)) {
        (Some(first), Some(second)) => Ok([first, second]),
        _ => Err(refusal()),
    }
}

fn moves(text: &str) -> Result<Moves, PositionError> {
    match text {
        "-" => Ok(Moves::None),
        "" => Err(refuse("moves", text, "- before the first move")),
        letters => Moves::from_letters(letters)
            .ok_or_else(|| refuse("moves", text, "the moves of a hand, p for pass and b for bet, or -")),
    }
}

pub(super) fn check(state: KuhnState) -> Result<(), PositionError> {
    if state.cards[0] == state.cards[1] {
        return Err(PositionError::Impossible("there is only one card of each kind".into()));
    }
    Ok(())
}
