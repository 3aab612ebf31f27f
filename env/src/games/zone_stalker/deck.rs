//! The Zone deck: which cards are left, as a set of bits.

use std::hash::{Hash, Hasher};
use std::ops::Range;

use serde::{Deserialize, Serialize};

use super::cards::ZONE_NAMES;
use crate::bits::{self, FLAGS};
use crate::chance::Urn;

/// The most cards in a Zone deck.
pub const MAX_ZONE_CARDS: usize = 97;

/// Words of 64 bits. The first card of a name has the bit with the name's index, further ones have bits behind those.
const WORDS: usize = 3;
/// Where those begin.
const BEHIND: usize = ZONE_NAMES.next_multiple_of(8);
const _: () = assert!(BEHIND + MAX_ZONE_CARDS - 1 <= 64 * WORDS);

/// The cards of a configured deck, each with a bit of its own.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct ZoneDeck {
    /// The name of each bit.
    name_of: [u8; 64 * WORDS],
    /// The names of the bits behind those of the first cards, eight and eight; of bits that are never set the name 0.
    further: Vec<[u8; 8]>,
    /// The bits of the further cards of each name.
    behind: [Range<u8>; ZONE_NAMES],
    full: ZoneCards,
}

/// The cards that are left of a deck. Of several with one name those with the lowest bits are left, so equal
/// decks have equal bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(from = "[u64; WORDS]", into = "[u64; WORDS]")]
pub(super) struct ZoneCards {
    bits: [u64; WORDS],
    /// How many bits are set: derived, but each flip and each observation needs it.
    total: u8,
}

impl ZoneDeck {
    pub(super) fn new(mut names: Vec<u8>) -> Self {
        names.sort_unstable();
        let mut further = Vec::new();
        let mut deck = Self {
            name_of: [0; 64 * WORDS],
            behind: [const { 0..0 }; ZONE_NAMES],
            further: Vec::new(),
            full: ZoneCards::default(),
        };
        for &name in &names {
            let behind = (BEHIND + further.len()) as u8;
            let mut bit = name;
            if deck.full.has(name) {
                bit = behind;
                further.push(name);
            } else {
                deck.behind[usize::from(name)].start = behind;
            }
            deck.behind[usize::from(name)].end = (BEHIND + further.len()) as u8;
            deck.name_of[usize::from(bit)] = name;
            deck.full.put(bit);
        }
        further.resize(further.len().next_multiple_of(8), 0);
        deck.further = further.as_chunks::<8>().0.to_vec();
        deck
    }

    /// The whole deck.
    pub(super) fn full(&self) -> ZoneCards {
        self.full
    }

    /// How many cards of `name` the whole deck has.
    pub(super) fn copies(&self, name: usize) -> u8 {
        self.count(self.full, name)
    }

    /// How many cards of `name` are `left`.
    pub(super) fn count(&self, left: ZoneCards, name: usize) -> u8 {
        let further = self.behind[name].clone().filter(|&bit| left.has(bit)).count();
        u8::from(left.has(name as u8)) + further as u8
    }

    /// Writes how many cards of each name are `left`.
    #[inline]
    pub(super) fn write_counts(&self, left: ZoneCards, counts: &mut [u8; ZONE_NAMES]) {
        let bytes = left.bits.map(u64::to_le_bytes);
        let (first, behind) = bytes.as_flattened().split_at(BEHIND / 8);
        let (eights, last) = counts.as_chunks_mut::<8>();
        for (counts, &bits) in eights.iter_mut().zip(first) {
            *counts = FLAGS[usize::from(bits)].map(u8::from);
        }
        for (count, flag) in last.iter_mut().zip(FLAGS[usize::from(first[ZONE_NAMES / 8])]) {
            *count = flag.into();
        }
        for (names, &bits) in self.further.iter().zip(behind) {
            for (name, flag) in names.iter().zip(FLAGS[usize::from(bits)]) {
                counts[usize::from(*name)] += u8::from(flag);
            }
        }
    }

    /// Takes a card of `name` out of those that are `left`; there must be one.
    pub(super) fn take(&self, left: &mut ZoneCards, name: usize) {
        let further = self.behind[name].clone().rev().find(|&bit| left.has(bit));
        left.remove(further.unwrap_or(name as u8));
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

    /// Of the cards of these names, in the order of the names, the first none, the first one, and so on.
    pub(super) fn prefixes(&self, names: &[usize]) -> Vec<ZoneCards> {
        let mut cards = ZoneCards::default();
        let mut prefixes = vec![cards];
        for &name in names {
            for bit in std::iter::once(name as u8).chain(self.behind[name].clone()) {
                cards.put(bit);
                prefixes.push(cards);
            }
        }
        prefixes
    }

    pub(super) fn urn(&self, left: ZoneCards) -> ZoneUrn<'_> {
        ZoneUrn { deck: self, left }
    }
}

impl From<[u64; WORDS]> for ZoneCards {
    fn from(bits: [u64; WORDS]) -> Self {
        Self { bits, total: bits.into_iter().map(u64::count_ones).sum::<u32>() as u8 }
    }
}

impl From<ZoneCards> for [u64; WORDS] {
    fn from(cards: ZoneCards) -> Self {
        cards.bits
    }
}

impl Hash for ZoneCards {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        for word in self.bits {
            hasher.write_u64(word);
        }
    }
}

impl ZoneCards {
    fn has(self, bit: u8) -> bool {
        self.bits[usize::from(bit / 64)] >> (bit % 64) & 1 == 1
    }

    fn put(&mut self, bit: u8) {
        debug_assert!(!self.has(bit));
        self.bits[usize::from(bit / 64)] |= 1 << (bit % 64);
        self.total += 1;
    }

    fn remove(&mut self, bit: u8) {
        debug_assert!(self.has(bit));
        self.bits[usize::from(bit / 64)] ^= 1 << (bit % 64);
        self.total -= 1;
    }

    /// Those that are also among `others`.
    pub(super) fn among(self, others: Self) -> Self {
        Self::from(std::array::from_fn(|word| self.bits[word] & others.bits[word]))
    }

    /// Puts `new` cards in the place of `old` ones, as many.
    pub(super) fn replace(&mut self, old: Self, new: Self) {
        debug_assert_eq!(old.total, new.total);
        for (word, (old, new)) in self.bits.iter_mut().zip(old.bits.into_iter().zip(new.bits)) {
            *word = *word & !old | new;
        }
    }

    /// The name of each card, those of the lowest bits first.
    pub(super) fn names(self, deck: &ZoneDeck) -> impl Iterator<Item = usize> {
        self.bits.into_iter().enumerate().flat_map(move |(place, word)| {
            let mut rest = word;
            std::iter::from_fn(move || {
                let bit = (rest != 0).then(|| rest.trailing_zeros() as usize)?;
                rest &= rest - 1;
                Some(usize::from(deck.name_of[64 * place + bit]))
            })
        })
    }

    /// How many cards are left.
    pub(super) fn total(self) -> u8 {
        self.total
    }

    pub(super) fn is_empty(self) -> bool {
        self.total == 0
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
        usize::from(self.deck.name_of[bits::nth(&self.left.bits, rank) as usize])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counts(deck: &ZoneDeck, left: ZoneCards) -> [u8; ZONE_NAMES] {
        let mut counts = [255; ZONE_NAMES];
        deck.write_counts(left, &mut counts);
        counts
    }

    #[test]
    fn every_rank_finds_its_card() {
        let deck = ZoneDeck::new(vec![88, 3, 3, 70, 70, 70, 5]);
        let mut left = deck.full();
        deck.take(&mut left, 70);
        let urn = deck.urn(left);
        let found: Vec<_> = (0..urn.total()).map(|rank| urn.item_at(rank)).collect();
        assert_eq!(found, [3, 5, 70, 88, 3, 70]);
        assert!(deck.fits(left));
        let numbers = counts(&deck, left).into_iter().enumerate();
        assert_eq!(
            numbers.filter(|&(_, count)| count > 0).collect::<Vec<_>>(),
            [(3, 2), (5, 1), (70, 2), (88, 1)]
        );
        assert_eq!((deck.count(left, 70), deck.copies(70)), (2, 3));
        let alike = ZoneDeck::new(vec![64; MAX_ZONE_CARDS]);
        assert_eq!(alike.urn(alike.full()).item_at(96), 64);
        assert_eq!((counts(&alike, alike.full())[64], alike.copies(64)), (97, 97));
    }

    #[test]
    fn a_deck_is_taken_apart_card_by_card() {
        let deck = ZoneDeck::new((0..97).map(|index| index % 89).collect());
        let (mut left, mut random) = (deck.full(), crate::Stream::for_player(1, 0, 0));
        for cards in (1..=97).rev() {
            let urn = deck.urn(left);
            assert_eq!(urn.total(), cards);
            assert_eq!((0..89).map(|name| urn.weight(name)).sum::<u32>(), cards);
            let name = urn.item_at(random.below(cards));
            let before = counts(&deck, left);
            deck.take(&mut left, name);
            let mut after = counts(&deck, left);
            after[name] += 1;
            assert_eq!(before, after);
            assert!(deck.fits(left));
        }
        assert!(left.is_empty());
    }
}
