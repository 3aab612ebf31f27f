//! The table of Expedition as text.

use std::fmt::Write as _;

use super::{Cards, Choice, Expedition, ExpeditionKnowledge, Phase, Table};
use crate::notation::join;
use crate::{Game, Seat};

pub(super) fn draw(game: &Expedition, known: &ExpeditionKnowledge) -> String {
    let table = &known.table;
    let mut text = format!("Expedition, round {} of {}\n", table.round, game.rounds());
    let _ = writeln!(text, "  path: {}; {} lie on it", words(table.path), table.lies);
    let _ = writeln!(text, "  deck: {} cards; taken out: {}", table.deck().total(), words(table.removed));
    for seat in 0..game.facts().seats {
        let you = if seat == known.seat { " (you)" } else { "" };
        let _ =
            writeln!(text, "  seat {seat}{you}: {} banked, {}", table.banked[seat], standing(table, seat));
    }
    text + &own_words(known)
}

fn words(cards: Cards) -> String {
    if cards.is_empty() { "nothing".to_owned() } else { join(cards.singles()) }
}

fn standing(table: &Table, seat: Seat) -> String {
    let mut words = if table.inside[seat] { format!("in with {}", table.held) } else { "out".to_owned() };
    if table.seats_chosen().any(|chosen| chosen == seat) {
        words += ", has chosen";
    }
    if table.looked[seat] > 0 {
        let _ = write!(words, ", {}. to look", table.looked[seat]);
    }
    if table.to_act() == Some(seat) {
        words += if table.phase == Phase::Look(seat as u8) { ", looks" } else { ", to choose" };
    }
    words
}

/// What only the viewing seat may read.
fn own_words(known: &ExpeditionKnowledge) -> String {
    let mut text = match known.choice {
        Some(Choice::Stay) => "  you have chosen to stay\n".to_owned(),
        Some(Choice::Leave) => "  you have chosen to leave\n".to_owned(),
        None => String::new(),
    };
    if let Some(card) = known.card {
        let looks = known.table.phase == Phase::Look(known.seat as u8);
        let place = if looks { "the next card is" } else { "you put under the deck:" };
        let _ = writeln!(text, "  {place} {card}");
    }
    text
}
