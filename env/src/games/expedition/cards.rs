//! A multiset of cards.

use serde::{Deserialize, Serialize};

use super::Card;
use crate::Multiset;
use crate::chance::{Pile as _, Urn};

/// How many cards there are of each kind.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Cards(Multiset<{ Card::KINDS }>);

impl Cards {
    /// No card.
    pub const NONE: Self = Self(Multiset::NONE);
    /// The whole deck: 15 finds, 5 and 7 and 11 twice among them, and 3 of each hazard.
    pub const FULL: Self = Self(Multiset::new([1, 1, 1, 1, 2, 2, 1, 2, 1, 1, 1, 1, 3, 3, 3, 3, 3]));

    /// How many there are of the kind of `card`.
    pub fn of(self, card: Card) -> u8 {
        self.0.of(card.index())
    }

    /// How many there are in all.
    pub fn total(self) -> u32 {
        self.0.total()
    }

    /// Whether there is none.
    pub fn is_empty(self) -> bool {
        self.0.is_empty()
    }

    /// What the finds are worth together, in points.
    pub fn value(self) -> u32 {
        self.iter().map(|(card, count)| u32::from(count) * u32::from(card.value().unwrap_or(0))).sum()
    }

    /// The kinds of which there is at least one card, each with its number.
    pub fn iter(self) -> impl Iterator<Item = (Card, u8)> {
        self.0.iter().map(|(kind, count)| (Card::at(kind), count))
    }

    /// Each single card, in the order of the kinds.
    pub fn singles(self) -> impl Iterator<Item = Card> {
        self.iter().flat_map(|(card, count)| std::iter::repeat_n(card, count.into()))
    }

    /// The cards as an urn; its items are the kinds.
    pub(super) fn urn(&self) -> &impl Urn {
        &self.0
    }

    /// Adds one card; there must be fewer than 255 of its kind.
    pub(super) fn add(&mut self, card: Card) {
        self.0.put(card.index(), 1);
    }

    /// Takes one card away, if there is one; says whether there was.
    pub(super) fn remove(&mut self, card: Card) -> bool {
        let there = self.of(card) > 0;
        if there {
            self.0.take(card.index());
        }
        there
    }

    /// Whether `other` lies within this multiset.
    pub(super) fn holds(self, other: Self) -> bool {
        self.0.holds(&other.0)
    }

    /// This multiset without `other`, which must lie within it.
    pub(super) fn minus(self, other: Self) -> Self {
        Self(self.0.minus(&other.0))
    }
}

impl FromIterator<Card> for Cards {
    fn from_iter<I: IntoIterator<Item = Card>>(cards: I) -> Self {
        let mut all = Self::NONE;
        for card in cards {
            all.add(card);
        }
        all
    }
}
