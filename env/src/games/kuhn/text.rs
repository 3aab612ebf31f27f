//! The table of Kuhn poker as text.

use std::fmt::Write as _;

use super::{KuhnKnowledge, SEATS};

pub(super) fn draw(known: &KuhnKnowledge) -> String {
    let pot = known.moves.pot();
    let mut table = format!("Kuhn poker, {} in the pot\n", pot.iter().sum::<u8>());
    for (seat, chips) in pot.into_iter().enumerate().take(SEATS) {
        let (you, card) = if seat == known.seat { (" (you)", Some(known.own)) } else { ("", known.shown) };
        let card = card.map_or("?".to_owned(), |card| card.to_string());
        let _ = write!(table, "  seat {seat}{you}: {card}, put in {chips}");
        if known.moves.folded() == Some(seat) {
            table.push_str(", folded");
        }
        if known.moves.to_act() == Some(seat) {
            table.push_str(", to act");
        }
        table.push('\n');
    }
    table
}
