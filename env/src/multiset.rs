//! A multiset of cards of any number of kinds.

use std::hash::{Hash, Hasher};

use serde::{Deserialize, Serialize};
use serde_big_array::BigArray;

use crate::chance::{Pile, Urn};

/// How many cards there are of each of `KINDS` kinds, at most 255 of each. Kinds are numbered from 0.
///
/// [`Counts`](crate::Counts) is the packed form for eight kinds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Multiset<const KINDS: usize>(#[serde(with = "BigArray")] [u8; KINDS]);

impl<const KINDS: usize> Multiset<KINDS> {
    /// No card.
    pub const NONE: Self = Self([0; KINDS]);

    /// So many cards of each kind.
    pub const fn new(counts: [u8; KINDS]) -> Self {
        Self(counts)
    }

    /// How many cards there are of each kind.
    pub const fn numbers(&self) -> &[u8; KINDS] {
        &self.0
    }

    /// How many cards of `kind` there are.
    pub const fn of(&self, kind: usize) -> u8 {
        self.0[kind]
    }

    /// How many cards there are in all.
    pub fn total(&self) -> u32 {
        self.0.iter().map(|&count| u32::from(count)).sum()
    }

    /// Whether there is no card.
    pub fn is_empty(&self) -> bool {
        *self == Self::NONE
    }

    /// The kinds of which there is at least one card, each with its number.
    pub fn iter(&self) -> impl Iterator<Item = (usize, u8)> + use<KINDS> {
        self.0.into_iter().enumerate().filter(|&(_, count)| count > 0)
    }

    /// Whether `other` lies within this multiset.
    pub fn holds(&self, other: &Self) -> bool {
        self.0.iter().zip(&other.0).all(|(here, there)| here >= there)
    }

    /// This multiset without `other`, which must lie within it.
    #[must_use]
    pub fn minus(&self, other: &Self) -> Self {
        debug_assert!(self.holds(other));
        Self(std::array::from_fn(|kind| self.0[kind] - other.0[kind]))
    }
}

/// Eight kinds at a time, as a hash takes as long as the numbers it is fed.
impl<const KINDS: usize> Hash for Multiset<KINDS> {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        let (words, rest) = self.0.as_chunks::<8>();
        for &word in words {
            hasher.write_u64(u64::from_le_bytes(word));
        }
        if !rest.is_empty() {
            // Nothing is not hashed: that would be a mixing step for each set.
            hasher.write(rest);
        }
    }
}

impl<const KINDS: usize> Default for Multiset<KINDS> {
    fn default() -> Self {
        Self::NONE
    }
}

impl<const KINDS: usize> Urn for Multiset<KINDS> {
    fn total(&self) -> u32 {
        Self::total(self)
    }

    fn items(&self) -> usize {
        KINDS
    }

    fn weight(&self, item: usize) -> u32 {
        u32::from(self.0[item])
    }

    fn item_at(&self, rank: u32) -> usize {
        crate::chance::Weights(&self.0).item_at(rank)
    }
}

impl<const KINDS: usize> Pile for Multiset<KINDS> {
    fn put(&mut self, kind: usize, count: u8) {
        self.0[kind] += count;
    }

    fn take(&mut self, kind: usize) {
        self.0[kind] -= 1;
    }
}
