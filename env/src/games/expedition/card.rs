//! The kinds of card.

use std::fmt;

use serde::{Deserialize, Serialize};

/// The values of finds, one kind each.
const FINDS: [u8; Card::KINDS - Card::HAZARDS] = [1, 2, 3, 4, 5, 7, 9, 11, 13, 14, 15, 17];
const HAZARDS: [&str; Card::HAZARDS] = ["mange", "jelly", "grinder", "fluff", "lamp"];

/// A kind of card: a find of some value, or a kind of hazard.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(try_from = "u8", into = "u8")]
pub struct Card(u8);

impl Card {
    /// The number of kinds: 12 of finds, then those of hazards.
    pub const KINDS: usize = 17;
    /// The number of kinds of hazard.
    pub const HAZARDS: usize = 5;

    /// All kinds in order.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..Self::KINDS as u8).map(Self)
    }

    /// The card written as `label`: the value of a find, or the name of a hazard.
    pub fn from_label(label: &str) -> Option<Self> {
        Self::all().find(|card| card.to_string() == label)
    }

    /// The place of its kind among all, from 0 to 16.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    /// The kind at place `index`, which must be below [`KINDS`](Self::KINDS).
    pub(super) fn at(index: usize) -> Self {
        debug_assert!(index < Self::KINDS);
        Self(index as u8)
    }

    /// What a find is worth in points, 1 to 17; `None` for a hazard.
    pub fn value(self) -> Option<u8> {
        FINDS.get(self.index()).copied()
    }

    /// Whether it is a hazard.
    pub fn is_hazard(self) -> bool {
        self.value().is_none()
    }
}

impl TryFrom<u8> for Card {
    type Error = String;

    fn try_from(index: u8) -> Result<Self, String> {
        if usize::from(index) < Self::KINDS {
            Ok(Self(index))
        } else {
            Err(format!("there is no kind {index} of card; the kinds are 0 to {}", Self::KINDS - 1))
        }
    }
}

impl From<Card> for u8 {
    fn from(card: Card) -> Self {
        card.0
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.value() {
            Some(value) => write!(f, "{value}"),
            None => f.write_str(HAZARDS[self.index() - FINDS.len()]),
        }
    }
}
