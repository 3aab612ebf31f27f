//! A multiset of cards of up to eight kinds, packed into one word.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::bits::{LANES, lanes_not_above};

/// How many cards there are of each of eight kinds; at most 127 in all.
///
/// Kinds are numbered from 0 to 7. The order of a deck is known to nobody, so a deck is its counts, and a card is drawn at random from them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(try_from = "[u8; 8]", into = "[u8; 8]")]
pub struct Counts(u64);

impl Counts {
    /// The number of kinds.
    pub const KINDS: usize = 8;
    /// No card.
    pub const NONE: Self = Self(0);

    /// `count` cards of `kind`.
    pub const fn some(kind: usize, count: u8) -> Self {
        Self((count as u64) << (8 * kind))
    }

    /// How many cards of `kind` there are.
    pub const fn of(self, kind: usize) -> u8 {
        (self.0 >> (8 * kind)) as u8
    }

    /// How many cards there are in all.
    pub const fn total(self) -> u8 {
        (self.0.wrapping_mul(LANES) >> 56) as u8
    }

    /// Whether there is no card.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Adds one card of `kind`.
    pub const fn add(&mut self, kind: usize) {
        self.0 += 1 << (8 * kind);
    }

    /// Takes one card of `kind` away; there must be one.
    pub const fn remove(&mut self, kind: usize) {
        debug_assert!(self.of(kind) > 0);
        self.0 -= 1 << (8 * kind);
    }

    /// Both multisets together.
    #[must_use]
    pub const fn plus(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }

    /// This multiset without `other`, which must lie within it.
    #[must_use]
    pub const fn minus(self, other: Self) -> Self {
        debug_assert!(self.holds(other));
        Self(self.0 - other.0)
    }

    /// Whether `other` lies within this multiset.
    pub const fn holds(self, other: Self) -> bool {
        let mut kind = 0;
        while kind < Self::KINDS {
            if self.of(kind) < other.of(kind) {
                return false;
            }
            kind += 1;
        }
        true
    }

    /// The kind of card `rank`, when the single cards stand in order of their kinds; `rank` < `total`.
    pub const fn kind_at(self, rank: u8) -> usize {
        // Lane k of the product holds the number of cards of the kinds 0 to k. The kind is the number of lanes that do
        // not exceed the rank.
        lanes_not_above(self.0.wrapping_mul(LANES), rank as u32) as usize
    }

    /// The kinds of which there is at least one card, a bit each.
    pub const fn kinds(self) -> u8 {
        const LOW: u64 = 0x7f * LANES;
        let present = (((self.0 & LOW) + LOW) | self.0) >> 7 & LANES;
        // Moves the lowest bit of each lane to its place in the top byte.
        (present.wrapping_mul(0x0102_0408_1020_4080) >> 56) as u8
    }

    /// The kinds of which there is at least one card, each with its number.
    pub fn iter(self) -> impl Iterator<Item = (usize, u8)> {
        (0..Self::KINDS).map(move |kind| (kind, self.of(kind))).filter(|&(_, count)| count > 0)
    }
}

impl From<[u8; 8]> for Counts {
    fn from(counts: [u8; 8]) -> Self {
        Self(u64::from_le_bytes(counts))
    }
}

impl From<Counts> for [u8; 8] {
    fn from(counts: Counts) -> Self {
        counts.0.to_le_bytes()
    }
}

impl fmt::Debug for Counts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.0.to_le_bytes())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_walk_the_kinds_in_order() {
        let counts = Counts::from([2, 0, 1, 0, 0, 3, 0, 4]);
        let kinds: Vec<_> = (0..counts.total()).map(|rank| counts.kind_at(rank)).collect();
        assert_eq!(kinds, [0, 0, 2, 5, 5, 5, 7, 7, 7, 7]);
        assert_eq!(counts.iter().map(|(_, count)| count).sum::<u8>(), counts.total());
        assert_eq!(counts.kinds(), 0b1010_0101);
        assert_eq!(Counts::from([255, 0, 128, 0, 1, 0, 0, 127]).kinds(), 0b1001_0101);
    }

    #[test]
    fn plus_and_minus_undo_each_other() {
        let a = Counts::from([1, 2, 3, 4, 5, 6, 7, 8]);
        let b = Counts::from([1, 0, 3, 0, 5, 0, 7, 0]);
        assert_eq!(a.plus(b).minus(b), a);
        assert!(a.holds(b) && !b.holds(a));
    }
}
