//! Actions and sets of actions.

use std::fmt::Debug;
use std::hash::Hash;

use serde::{Deserialize, Serialize};

use crate::Stream;
use crate::bits::FLAGS;

/// A seat at the table, counted from 0 in turn order.
pub type Seat = usize;

/// An entry of a game's fixed action list, from 0 to [`Facts::actions`](crate::Facts::actions) - 1.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Action(pub u16);

impl Action {
    /// The action of the lowest bit of the word at `place`; there must be one.
    const fn in_word(place: usize, word: u64) -> Self {
        Self((64 * place) as u16 + word.trailing_zeros() as u16)
    }

    /// The position in the game's action list.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A set of actions of one game: what is legal.
pub trait Actions: Clone + Copy + PartialEq + Eq + Hash + Debug + Default + Send + Sync {
    /// The bits, 64 actions a word, the lowest action in the lowest bit.
    fn words(&self) -> &[u64];

    /// Puts `action` into the set.
    fn insert(&mut self, action: Action);

    /// How many actions the set holds.
    fn len(&self) -> usize;

    /// Whether the set holds none.
    fn is_empty(&self) -> bool;

    /// Whether `action` is in the set; an action beyond the game's list never is.
    fn contains(&self, action: Action) -> bool;

    /// The actions in rising order.
    fn iter(&self) -> impl Iterator<Item = Action> + '_ {
        self.words().iter().enumerate().flat_map(|(place, &word)| {
            let mut rest = word;
            std::iter::from_fn(move || {
                (rest != 0).then(|| {
                    let lowest = Action::in_word(place, rest);
                    rest &= rest - 1;
                    lowest
                })
            })
        })
    }

    /// The `nth` action in rising order, counted from 0; `None` past the last.
    fn nth(&self, nth: usize) -> Option<Action>;

    /// One of the actions, each equally likely, by one word of `random`; `None` if the set holds none.
    #[inline]
    fn choose(&self, random: &mut Stream) -> Option<Action> {
        self.nth(random.below(self.len() as u32) as usize)
    }

    /// Writes the set as a mask, one flag per action of the list.
    fn write_mask(&self, mask: &mut [bool]);
}

/// A set of up to `64 * WORDS` actions, held in place.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ActionSet<const WORDS: usize>(#[serde(with = "serde_big_array::BigArray")] [u64; WORDS]);

impl<const WORDS: usize> ActionSet<WORDS> {
    /// The set with these bits.
    pub const fn from_words(words: [u64; WORDS]) -> Self {
        Self(words)
    }
}

impl<const WORDS: usize> Default for ActionSet<WORDS> {
    fn default() -> Self {
        Self([0; WORDS])
    }
}

impl<const WORDS: usize> Actions for ActionSet<WORDS> {
    fn words(&self) -> &[u64] {
        &self.0
    }

    fn insert(&mut self, action: Action) {
        self.0[action.index() / 64] |= 1 << (action.index() % 64);
    }

    #[inline]
    fn contains(&self, action: Action) -> bool {
        // The words one by one: found by their place they would have to lie in memory.
        let place = action.index() / 64;
        let word = (0..WORDS).fold(0, |found, at| if at == place { self.0[at] } else { found });
        word >> (action.index() % 64) & 1 == 1
    }

    fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones()).sum::<u32>() as usize
    }

    fn is_empty(&self) -> bool {
        self.0.iter().fold(0, |bits, word| bits | word) == 0
    }

    fn nth(&self, nth: usize) -> Option<Action> {
        let mut left = u32::try_from(nth).ok()?;
        for (place, word) in self.0.into_iter().enumerate() {
            let here = word.count_ones();
            if left < here {
                // Sets are small, so this is shorter than a search without a loop.
                let rest = (0..left).fold(word, |rest, _| rest & (rest - 1));
                return Some(Action::in_word(place, rest));
            }
            left -= here;
        }
        None
    }

    #[inline]
    fn write_mask(&self, mask: &mut [bool]) {
        let bytes = self.0.map(u64::to_le_bytes);
        let bytes = bytes.as_flattened();
        let eights = mask.as_chunks_mut::<8>().0;
        for (flags, &bits) in eights.iter_mut().zip(bytes) {
            *flags = FLAGS[usize::from(bits)];
        }
        if let Some(beyond) = mask.get_mut(64 * WORDS..) {
            beyond.fill(false);
        } else if let Some(last) = mask.len().checked_sub(8) {
            // The last eight together, some of them again: shorter than those that are left one by one.
            let bits = u16::from_le_bytes([bytes[last / 8], bytes.get(last / 8 + 1).copied().unwrap_or(0)]);
            mask[last..].copy_from_slice(&FLAGS[usize::from((bits >> (last % 8)) as u8)]);
        } else {
            mask.copy_from_slice(&FLAGS[usize::from(bytes[0])][..mask.len()]);
        }
    }
}

impl<const WORDS: usize> FromIterator<Action> for ActionSet<WORDS> {
    fn from_iter<I: IntoIterator<Item = Action>>(actions: I) -> Self {
        let mut set = Self::default();
        for action in actions {
            set.insert(action);
        }
        set
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mask_of_any_length_has_a_flag_for_each_action() {
        let mut random = crate::Stream::for_player(1, 0, 0);
        for len in 0..200 {
            let set = ActionSet::<2>::from_words([random.word(), random.word()]);
            let mut mask = vec![true; len];
            set.write_mask(&mut mask);
            let contained: Vec<_> = (0..len).map(|index| set.contains(Action(index as u16))).collect();
            assert_eq!(mask, contained, "{len}");
        }
    }

    #[test]
    fn iteration_rank_and_mask_agree_across_words() {
        let chosen = [0, 5, 63, 64, 100, 127].map(Action);
        let set: ActionSet<2> = chosen.into_iter().collect();
        assert_eq!(set.iter().collect::<Vec<_>>(), chosen);
        assert_eq!(set.len(), 6);
        for (nth, &action) in chosen.iter().enumerate() {
            assert_eq!(set.nth(nth), Some(action));
        }
        assert_eq!(set.nth(6), None);
        assert!(!set.contains(Action(500)));
        let mut mask = [false; 128];
        set.write_mask(&mut mask);
        assert_eq!(mask.iter().filter(|&&flag| flag).count(), 6);
    }
}
