//! What all see.

use serde::{Deserialize, Serialize};

use super::{Cards, Expedition};
use crate::{Game, Seat};

/// The decision that is due.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Phase {
    /// This seat chooses to stay or to leave.
    Choose(u8),
    /// This seat, which left alone, has looked at the next card and decides where it goes.
    Look(u8),
    /// None: the game is over.
    Over,
}

/// The open part of a position. When the game is over, nothing of the last round is left in it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Table {
    /// The round, from 1.
    pub round: u8,
    /// The hazards that were taken out of the game.
    pub removed: Cards,
    /// The cards that were revealed this round.
    pub path: Cards,
    /// The points that lie on the path.
    pub lies: u8,
    /// The points that each seat that is in holds: they shared all finds alike. 0 when nobody is in.
    pub held: u8,
    /// The points that each seat has banked.
    pub banked: [u16; Self::MAX_SEATS],
    /// Which seats are in.
    pub inside: [bool; Self::MAX_SEATS],
    /// When each seat looked at a card this round: 1 for the first that did, 0 for one that did not.
    pub looked: [u8; Self::MAX_SEATS],
    /// The decision that is due.
    pub phase: Phase,
}

impl Table {
    /// The most seats.
    pub const MAX_SEATS: usize = 6;
    /// The most rounds.
    pub const MAX_ROUNDS: u8 = 10;

    /// The beginning of round `round`.
    pub(super) fn at_round(
        game: &Expedition,
        round: u8,
        removed: Cards,
        banked: [u16; Self::MAX_SEATS],
    ) -> Self {
        Self {
            round,
            removed,
            path: Cards::NONE,
            lies: 0,
            held: 0,
            banked,
            inside: std::array::from_fn(|seat| seat < game.facts().seats),
            looked: [0; Self::MAX_SEATS],
            phase: Phase::Choose(0),
        }
    }

    /// The seat that is to act.
    pub fn to_act(&self) -> Option<Seat> {
        match self.phase {
            Phase::Choose(seat) | Phase::Look(seat) => Some(seat.into()),
            Phase::Over => None,
        }
    }

    /// The seats that are in, in order.
    pub fn seats_in(&self) -> impl Iterator<Item = Seat> + Clone + use<> {
        let inside = self.inside;
        (0..Self::MAX_SEATS).filter(move |&seat| inside[seat])
    }

    /// The seats that have chosen, while others have not.
    pub fn seats_chosen(&self) -> impl Iterator<Item = Seat> + use<> {
        let asked = if let Phase::Choose(seat) = self.phase { usize::from(seat) } else { 0 }; // E3
        self.seats_in().take_while(move |&seat| seat < asked)
    }

    /// The cards that lie in the deck.
    pub fn deck(&self) -> Cards {
        Cards::FULL.minus(self.removed).minus(self.path)
    }

    /// The seats that looked this round, in the order in which they did.
    pub fn lookers(&self) -> impl Iterator<Item = Seat> + Clone + use<> {
        let looked = self.looked;
        (1..=Self::MAX_SEATS as u8).filter_map(move |nth| looked.iter().position(|&look| look == nth))
    }
}
