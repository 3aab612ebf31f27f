//! What is told of a game of Pig.

use crate::Seat;
use crate::chance::Happening;

pub(super) enum PigHappening {
    Rolled { seat: Seat, face: u8 },
    Held { seat: Seat, banked: u16 },
    TurnEnded,
}

impl Happening for PigHappening {
    fn tally(&self) -> Option<usize> {
        matches!(self, Self::TurnEnded).then_some(0)
    }

    fn text(&self, _viewer: Option<Seat>) -> Option<String> {
        match self {
            Self::Rolled { seat, face: 1 } => Some(format!("Seat {seat} rolls a 1 and loses the turn.")),
            Self::Rolled { seat, face } => Some(format!("Seat {seat} rolls a {face}.")),
            Self::Held { seat, banked } => Some(format!("Seat {seat} holds and has {banked} banked.")),
            Self::TurnEnded => None,
        }
    }
}
