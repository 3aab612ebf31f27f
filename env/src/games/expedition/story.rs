//! What is told of an expedition.

use super::{Card, Choice};
use crate::Seat;
use crate::chance::Happening;

pub(super) enum ExpeditionHappening {
    SetOut { round: u8 },
    Revealed { card: Card, share: u8, lies: u8 },
    Struck { card: Card },
    Chose { seat: Seat, choice: Choice },
    Left { seat: Seat, brought: u16 },
    Looked { seat: Seat, card: Card },
    Decided { seat: Seat, under: bool },
    NobodyIn,
}

impl Happening for ExpeditionHappening {
    fn tally(&self) -> Option<usize> {
        match self {
            Self::SetOut { .. } => Some(0),
            Self::Struck { .. } => Some(1),
            Self::Revealed { .. } => Some(2),
            Self::Looked { .. } => Some(3),
            Self::Decided { under: true, .. } => Some(4),
            _ => None,
        }
    }

    fn text(&self, viewer: Option<Seat>) -> Option<String> {
        let hears_secrets_of = |seat: Seat| viewer.is_none_or(|viewer| viewer == seat);
        Some(match self {
            Self::SetOut { round } => format!("Round {round}: all set out."),
            Self::Revealed { card, .. } if card.is_hazard() => format!("A hazard: {card}."),
            Self::Revealed { card, share, lies } => {
                format!("A find of {card}: {share} for each, and now {lies} on the path.")
            }
            Self::Struck { card } => {
                format!("{card} again: all who are in lose what they hold, and the card is taken out.")
            }
            // Choices, looked-at cards and what is done with them are told only to whoever made them.
            Self::Chose { seat, .. } | Self::Decided { seat, .. } if !hears_secrets_of(*seat) => return None,
            Self::Chose { seat, choice: Choice::Stay } => format!("Seat {seat} chooses to stay."),
            Self::Chose { seat, choice: Choice::Leave } => format!("Seat {seat} chooses to leave."),
            Self::Decided { seat, under: true } => format!("Seat {seat} puts the card under the deck."),
            Self::Decided { seat, under: false } => format!("Seat {seat} keeps the card on top."),
            Self::Left { seat, brought } => format!("Seat {seat} leaves and banks {brought}."),
            Self::Looked { seat, card } if hears_secrets_of(*seat) => {
                format!("Seat {seat}, alone, looks at the next card: {card}.")
            }
            Self::Looked { seat, .. } => format!("Seat {seat}, alone, looks at the next card."),
            Self::NobodyIn => "Nobody is in any more.".to_owned(),
        })
    }
}
