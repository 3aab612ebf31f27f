//! What is told of a hand of Kuhn poker.

use super::{Card, SEATS};
use crate::Seat;
use crate::chance::Happening;

pub(super) enum KuhnHappening {
    Dealt { seat: Seat, card: Card },
    Moved { seat: Seat, bet: bool, faces_bet: bool },
    Showdown { cards: [Card; SEATS] },
    Won { seat: Seat, pot: u8 },
}

impl Happening for KuhnHappening {
    fn tally(&self) -> Option<usize> {
        match self {
            Self::Moved { bet: true, faces_bet: false, .. } => Some(0),
            Self::Moved { bet: true, faces_bet: true, .. } => Some(1),
            Self::Showdown { .. } => Some(2),
            _ => None,
        }
    }

    fn text(&self, viewer: Option<Seat>) -> Option<String> {
        Some(match self {
            // A card is told only to whom it is dealt.
            Self::Dealt { seat, .. } if viewer.is_some_and(|viewer| viewer != *seat) => return None,
            Self::Dealt { seat, card } => format!("Seat {seat} is dealt the {card}."),
            Self::Moved { seat, bet, faces_bet } => {
                let verb = match (bet, faces_bet) {
                    (false, false) => "passes",
                    (true, false) => "bets",
                    (false, true) => "folds",
                    (true, true) => "calls",
                };
                format!("Seat {seat} {verb}.")
            }
            Self::Showdown { cards: [first, second] } => {
                format!("Seat 0 shows the {first}, seat 1 the {second}.")
            }
            Self::Won { seat, pot } => format!("Seat {seat} takes the pot of {pot}."),
        })
    }
}
