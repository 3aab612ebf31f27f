//! A multiset of cards.

use serde::{Deserialize, Serialize};

use super::Card;
use crate::chance::Urn;

/// How many cards there are of each kind.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Cards([u8; Card::KINDS]);

impl Cards {
    /// No card.
    pub const NONE: Self = Self([0; Card::KINDS]);
    /// The whole deck: 15 finds, 5 and 7 and 11 twice among them, and 3 of each hazard.
    pub const FULL: Self = Self([1, 1, 1, 1, 2, 2, 1, 2, 1, 1, 1, 1, 3, 3, 3, 3, 3]);

    /// How many there are of the kind of `card`.
    pub fn of(self, card: Card) -> u8 {
        self.0[card.index()]
    }

    /// How many there are in all.
    pub fn total(self) -> u32 {
        self.0.iter().map(|&count| u32::from(count)).sum()
    }

    /// Whether there is none.
    pub fn is_empty(self) -> bool {
        self == Self::NONE
    }

    /// What the finds are worth together, in points.
    pub fn value(self) -> u32 {
        self.iter().map(|(card, count)| u32::from(count) * u32::from(card.value().unwrap_or(0))).sum()
    }

    /// The kinds of which there is at least one card, each with its number.
    pub fn iter(self) -> impl Iterator<Item = (Card, u8)> {
        Card::all().map(move |card| (card, self.of(card))).filter(|&(_, count)| count > 0)
    }

    /// Each single card, in the order of the kinds.
    pub fn singles(self) -> impl Iterator<Item = Card> {
        self.iter().flat_map(|(card, count)| std::iter::repeat_n(card, count.into()))
    }

    /// Adds one card; there must be fewer than 255 of its kind.
    pub(super) fn add(&mut self, card: Card) {
        self.0[card.index()] += 1;
    }

    /// Takes one card away, if there is one; says whether there was.
    pub(super) fn remove(&mut self, card: Card) -> bool {
        let count = &mut self.0[card.index()];
        let there = *count > 0;
        *count -= u8::from(there);
        there
    }

    /// Whether `other` lies within this multiset.
    pub(super) fn holds(self, other: Self) -> bool {
        Card::all().all(|card| self.of(card) >= other.of(card))
    }

    /// This multiset without `other`, which must lie within it.
    pub(super) fn minus(self, other: Self) -> Self {
        debug_assert!(self.holds(other));
        Self(std::array::from_fn(|kind| self.0[kind] - other.0[kind]))
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

impl Urn for Cards {
    fn total(&self) -> u32 {
        Cards::total(*self)
    }

    fn items(&self) -> usize {
        Card::KINDS
    }

    fn weight(&self, item: usize) -> u32 {
        u32::from(self.0[item])
    }

    fn item_at(&self, rank: u32) -> usize {
        crate::chance::Weights(&self.0).item_at(rank)
    }
}
