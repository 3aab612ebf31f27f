//! What was done in a hand of Kuhn poker.

use serde::{Deserialize, Serialize};

use super::{BET, PASS, SEATS};
use crate::{Action, Seat};

/// All that was done so far, in order: `P` for a pass, `B` for a bet.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[allow(missing_docs)]
pub enum Moves {
    None,
    P,
    B,
    Pb,
    Pp,
    Bp,
    Bb,
    Pbp,
    Pbb,
}

impl Moves {
    const ALL: [Self; 9] =
        [Self::None, Self::P, Self::B, Self::Pb, Self::Pp, Self::Bp, Self::Bb, Self::Pbp, Self::Pbb];

    /// The moves as letters, `p` for a pass and `b` for a bet; empty before the first.
    pub fn letters(self) -> &'static str {
        match self {
            Self::None => "",
            Self::P => "p",
            Self::B => "b",
            Self::Pb => "pb",
            Self::Pp => "pp",
            Self::Bp => "bp",
            Self::Bb => "bb",
            Self::Pbp => "pbp",
            Self::Pbb => "pbb",
        }
    }

    /// The moves with these letters.
    pub fn from_letters(letters: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|moves| moves.letters() == letters)
    }

    /// The actions, in order.
    pub fn actions(self) -> impl Iterator<Item = Action> {
        self.letters().bytes().map(|letter| if letter == b'b' { BET } else { PASS })
    }

    /// The seat that is to act; `None` when the hand is over.
    pub fn to_act(self) -> Option<Seat> {
        match self {
            Self::None | Self::Pb => Some(0),
            Self::P | Self::B => Some(1),
            _ => None,
        }
    }

    /// The moves with one more; those of a hand that is over stay as they are.
    pub(super) fn with(self, action: Action) -> Self {
        match (self, action == BET) {
            (Self::None, false) => Self::P,
            (Self::None, true) => Self::B,
            (Self::P, false) => Self::Pp,
            (Self::P, true) => Self::Pb,
            (Self::B, false) => Self::Bp,
            (Self::B, true) => Self::Bb,
            (Self::Pb, false) => Self::Pbp,
            (Self::Pb, true) => Self::Pbb,
            (over, _) => over,
        }
    }

    /// What each seat has put into the pot, ante included: 1 or 2.
    pub fn pot(self) -> [u8; SEATS] {
        match self {
            Self::None | Self::P | Self::Pp => [1, 1],
            Self::B | Self::Bp => [2, 1],
            Self::Pb | Self::Pbp => [1, 2],
            Self::Bb | Self::Pbb => [2, 2],
        }
    }

    /// The seat that folded, if one did.
    pub fn folded(self) -> Option<Seat> {
        match self {
            Self::Bp => Some(1),
            Self::Pbp => Some(0),
            _ => None,
        }
    }

    /// Whether the hand ended with both cards shown.
    pub fn is_showdown(self) -> bool {
        matches!(self, Self::Pp | Self::Bb | Self::Pbb)
    }
}
