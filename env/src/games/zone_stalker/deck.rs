//! The Zone deck: which cards are left, as a set of bits.

use serde::{Deserialize, Serialize};

use super::cards::ZONE_NAMES;
use crate::chance::Urn;

/// The most cards in a Zone deck.
pub const MAX_ZONE_CARDS: usize = 97;

/// The cards of a configured deck, sorted by name, each with a bit of its own.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct ZoneDeck {
    names: Vec<u8>,
    /// The bits of each name.
    masks: [u128; ZONE_NAMES],
}

/// The cards that are left of a deck. Of several with one name those with the lowest bits are left, so equal
/// decks have equal bits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub(super) struct ZoneCards([u64; 2]);

impl ZoneDeck {
    pub(super) fn new(mut names: Vec<u8>) -> Self {
        names.sort_unstable();
        let mut masks = [0; ZONE_NAMES];
        for (bit, &name) in names.iter().enumerate() {
            masks[usize::from(name)] |= 1 << bit;
        }
        Self { names, masks }
    }

    /// The names of all its cards in order, by their indices.
    pub(super) fn names(&self) -> &[u8] {
        &self.names
    }

    /// The whole deck.
    pub(super) fn full(&self) -> ZoneCards {
        ZoneCards::from_bits((1 << self.names.len()) - 1)
    }

    /// How many cards of `name` the whole deck has.
    pub(super) fn copies(&self, name: usize) -> u8 {
        self.masks[name].count_ones() as u8
    }

    /// How many cards of `name` are `left`.
    pub(super) fn count(&self, left: ZoneCards, name: usize) -> u8 {
        (left.bits() & self.masks[name]).count_ones() as u8
    }

    /// How many cards of each name are `left`.
    pub(super) fn counts(&self, left: ZoneCards) -> [u8; ZONE_NAMES] {
        let mut counts = [0; ZONE_NAMES];
        for (names, bits) in self.names.chunks(64).zip(left.0) {
            let mut bits = bits;
            for &name in names {
                counts[usize::from(name)] += (bits & 1) as u8;
                bits >>= 1;
            }
        }
        counts
    }

    /// Takes a card of `name` out of those that are `left`; there must be one.
    pub(super) fn take(&self, left: &mut ZoneCards, name: usize) {
        let of_name = left.bits() & self.masks[name];
        debug_assert!(of_name != 0);
        let highest = 1 << of_name.ilog2();
        *left = ZoneCards::from_bits(left.bits() ^ highest);
    }

    /// Whether `left` are some cards of this deck, in the one form that they have.
    pub(super) fn fits(&self, left: ZoneCards) -> bool {
        let mut rebuilt = self.full();
        for name in 0..ZONE_NAMES {
            for _ in self.count(left, name)..self.copies(name) {
                self.take(&mut rebuilt, name);
            }
        }
        rebuilt == left
    }

    pub(super) fn urn(&self, left: ZoneCards) -> ZoneUrn<'_> {
        ZoneUrn { deck: self, left }
    }
}

impl ZoneCards {
    fn from_bits(bits: u128) -> Self {
        Self([bits as u64, (bits >> 64) as u64])
    }

    fn bits(self) -> u128 {
        u128::from(self.0[0]) | u128::from(self.0[1]) << 64
    }

    /// How many cards are left.
    pub(super) fn total(self) -> u8 {
        (ones(prefix_counts(self.0[0])) + ones(prefix_counts(self.0[1]))) as u8
    }

    pub(super) fn is_empty(self) -> bool {
        self.0 == [0, 0]
    }
}

/// The cards that are left, to flip one; its items are the names.
pub(super) struct ZoneUrn<'a> {
    deck: &'a ZoneDeck,
    left: ZoneCards,
}

impl Urn for ZoneUrn<'_> {
    fn total(&self) -> u32 {
        u32::from(self.left.total())
    }

    fn items(&self) -> usize {
        ZONE_NAMES
    }

    fn weight(&self, item: usize) -> u32 {
        u32::from(self.deck.count(self.left, item))
    }

    fn item_at(&self, rank: u32) -> usize {
        let [low, high] = self.left.0;
        let in_low = ones(prefix_counts(low));
        let bit = if rank < in_low { nth_bit(low, rank) } else { 64 + nth_bit(high, rank - in_low) };
        usize::from(self.deck.names[bit as usize])
    }
}

const LANES: u64 = 0x0101_0101_0101_0101;

/// The place of the `rank`th bit that is set, counted from 0 (Vigna 2008, "Broadword implementation of rank/select
/// queries").
const fn nth_bit(word: u64, rank: u32) -> u32 {
    let counts = prefix_counts(word);
    let byte = 8 * lanes_not_above(counts, rank);
    let before = (counts << 8 >> byte) as u32 & 0xff;
    // Each bit of the byte in a lane of its own, then how many are set up to each.
    let spread = (word >> byte & 0xff).wrapping_mul(LANES) & 0x8040_2010_0804_0201;
    let counts_in_byte = ((spread + 0x7f * LANES) >> 7 & LANES).wrapping_mul(LANES);
    byte + lanes_not_above(counts_in_byte, rank - before)
}

/// Lane k holds the number of bits that are set in the bytes 0 to k. Not every processor that this is built for can
/// count bits by itself.
const fn prefix_counts(word: u64) -> u64 {
    let pairs = word - (word >> 1 & 0x5555_5555_5555_5555);
    let fours = (pairs & 0x3333_3333_3333_3333) + (pairs >> 2 & 0x3333_3333_3333_3333);
    ((fours + (fours >> 4)) & 0x0f0f_0f0f_0f0f_0f0f).wrapping_mul(LANES)
}

const fn ones(prefix_counts: u64) -> u32 {
    (prefix_counts >> 56) as u32
}

/// How many lanes hold at most `rank`; all are below 128, and so is the rank.
const fn lanes_not_above(lanes: u64, rank: u32) -> u32 {
    let not_above = ((rank as u64 | 0x80).wrapping_mul(LANES) - lanes) >> 7 & LANES;
    (not_above.wrapping_mul(LANES) >> 56) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_rank_finds_its_card() {
        let deck = ZoneDeck::new(vec![88, 3, 3, 70, 70, 70, 5]);
        let mut left = deck.full();
        deck.take(&mut left, 70);
        let urn = deck.urn(left);
        let found: Vec<_> = (0..urn.total()).map(|rank| urn.item_at(rank)).collect();
        assert_eq!(found, [3, 3, 5, 70, 70, 88]);
        assert!(deck.fits(left));
        assert_eq!((deck.count(left, 70), deck.copies(70)), (2, 3));
        let full: Vec<u8> = (0..97).map(|index| index % 89).collect();
        let urn_of_97 = ZoneDeck::new(full);
        let urn = urn_of_97.urn(urn_of_97.full());
        assert!((0..97).map(|rank| urn.item_at(rank)).is_sorted());
    }
}
