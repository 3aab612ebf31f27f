//! The three cards.

use std::fmt;

use serde::{Deserialize, Serialize};

/// A card, the lowest first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[allow(missing_docs)]
pub enum Card {
    Jack,
    Queen,
    King,
}

impl Card {
    /// The number of cards.
    pub const COUNT: usize = 3;
    /// All cards, the lowest first.
    pub const ALL: [Self; Self::COUNT] = [Self::Jack, Self::Queen, Self::King];

    /// The card written as `label`: `J`, `Q` or `K`.
    pub fn from_label(label: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|card| card.label() == label)
    }

    fn label(self) -> &'static str {
        match self {
            Self::Jack => "J",
            Self::Queen => "Q",
            Self::King => "K",
        }
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.label())
    }
}
