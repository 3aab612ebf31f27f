//! The driver that goes through every outcome.

use std::hash::Hash;

use thiserror::Error;

use super::merged::Merged;
use super::{Chance, Pile, Topic, Urn};

/// One way things can come out, and how likely it is.
#[derive(Clone, Debug, PartialEq)]
pub struct Branch<T> {
    /// What came out.
    pub result: T,
    /// Its exact probability, in (0, 1].
    pub probability: f64,
}

/// An enumeration was given up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error(
    "more than {limit} paths of outcomes; give a higher limit, or take a position with fewer cards to draw"
)]
pub struct TooManyOutcomes {
    /// How many paths were allowed.
    pub limit: usize,
}

/// Runs `rules` through every outcome of chance and returns the distinct results with their exact
/// probabilities, in the order in which they are first met. Equal results are merged.
///
/// `rules` is run once per path of outcomes and must ask for the same events whenever it is given the same
/// answers, as all rules do that have no other randomness.
///
/// # Errors
/// [`TooManyOutcomes`] if there are more than `limit` paths, merged or not.
pub fn enumerate<T: Eq + Hash>(
    limit: usize,
    mut rules: impl FnMut(&mut Enumerated) -> T,
) -> Result<Vec<Branch<T>>, TooManyOutcomes> {
    try_enumerate(limit, |chance| Ok(rules(chance)))
}

/// As [`enumerate`] with `rules` that may fail, which ends it: so can whoever wants to wait no longer.
///
/// # Errors
/// That of `rules`; [`TooManyOutcomes`] if there are more than `limit` paths, merged or not.
pub fn try_enumerate<T: Eq + Hash, E: From<TooManyOutcomes>>(
    limit: usize,
    mut rules: impl FnMut(&mut Enumerated) -> Result<T, E>,
) -> Result<Vec<Branch<T>>, E> {
    let mut merged = Merged::default();
    let mut chance = Enumerated::default();
    for _ in 0..limit {
        let result = rules(&mut chance)?;
        merged.add(result, chance.probability());
        if !chance.next_path() {
            return Ok(merged.into_branches());
        }
    }
    Err(TooManyOutcomes { limit }.into())
}

/// Runs `rules` through every outcome of chance and shows each path's result, with the path's exact probability,
/// to `visit`. Equal results are not merged, so this is the faster form of [`enumerate`] for sums over all of
/// them. What is said of `rules` there holds here.
///
/// # Errors
/// [`TooManyOutcomes`] if there are more than `limit` paths; `visit` has then seen `limit` of them.
pub fn each_path<T>(
    limit: usize,
    mut rules: impl FnMut(&mut Enumerated) -> T,
    mut visit: impl FnMut(&T, f64),
) -> Result<(), TooManyOutcomes> {
    let mut chance = Enumerated::default();
    for _ in 0..limit {
        let result = rules(&mut chance);
        visit(&result, chance.probability());
        if !chance.next_path() {
            return Ok(());
        }
    }
    Err(TooManyOutcomes { limit })
}

/// Follows one path of outcomes after the other: the driver of [`enumerate`] and [`each_path`], to be used by itself
/// where results should not be moved, or memory should be kept for many enumerations. A new one is the
/// [`Default`].
///
/// ```
/// use roadside_env::{Chance, chance::{Enumerated, Purpose, Topic}};
///
/// let mut chance = Enumerated::default();
/// let mut mean = 0.0;
/// loop {
///     let face = chance.roll(Topic::item("die", Purpose::Die), 6);
///     mean += f64::from(face) * chance.probability();
///     if !chance.next_path() {
///         break;
///     }
/// }
/// assert!((mean - 3.5).abs() < 1e-12);
/// ```
#[derive(Clone, Debug, Default)]
pub struct Enumerated {
    /// The events of the present path; those beyond `fixed` are still to be moved on or met.
    forks: Vec<Fork>,
    /// The hands that are followed, each a count for every kind, in the order of their forks.
    hands: Vec<u8>,
    /// How many events are answered as on the path before.
    fixed: usize,
    /// How many events this run of the rules has asked for.
    depth: usize,
}

/// An event on the present path, with the outcome that is being followed. Outcomes are not listed beforehand: the
/// next one is found in the urn when the rules ask again.
#[derive(Clone, Copy, Debug)]
struct Fork {
    /// The item that is followed; of a draw nothing.
    item: usize,
    /// Where the hand that is followed begins; of a pick nothing.
    hand: usize,
    /// How many single things of the urn have not been followed; of a draw 0 for the last hand.
    left: u32,
    /// How many single things the urn has.
    total: f64,
    /// The probability of the path up to this event.
    before: f64,
    /// The probability of the path with this event.
    after: f64,
}

impl Enumerated {
    /// The probability of the path, as far as the rules have asked.
    pub fn probability(&self) -> f64 {
        self.forks.last().map_or(1.0, |fork| fork.after)
    }

    /// Goes on to the next path, along which the same rules are to be run again; `false` if all were followed, and
    /// the next rules can be run.
    pub fn next_path(&mut self) -> bool {
        self.depth = 0;
        while let Some(fork) = self.forks.last() {
            if fork.left > 0 {
                self.fixed = self.forks.len() - 1;
                return true;
            }
            self.hands.truncate(fork.hand);
            self.forks.pop();
        }
        self.fixed = 0;
        false
    }

    /// Whether the event that is asked for now was not met before; such a one is entered.
    fn meets(&mut self, urn: &impl Urn) -> bool {
        self.fixed += 1;
        let new = self.forks.len() < self.fixed;
        if new {
            let (left, before) = (urn.total(), self.probability());
            let hand = self.hands.len();
            self.forks.push(Fork { item: 0, hand, left, total: f64::from(left), before, after: before });
        }
        new
    }

    /// Moves on to the next item of `urn`.
    fn move_item(&mut self, urn: &impl Urn) {
        let new = self.meets(urn);
        let fork = &mut self.forks[self.depth];
        fork.item += usize::from(!new);
        let mut weight = urn.weight(fork.item);
        while weight == 0 {
            fork.item += 1;
            weight = urn.weight(fork.item);
        }
        fork.left -= weight;
        fork.after = fork.before * (f64::from(weight) / fork.total);
    }

    /// Moves on to the next hand of `n` cards out of `from`.
    fn move_hand(&mut self, from: &impl Urn, n: u32) {
        let new = self.meets(from);
        let fork = &mut self.forks[self.depth];
        if new {
            self.hands.resize(fork.hand + from.items(), 0);
        }
        let hand = &mut self.hands[fork.hand..];
        if new {
            fill(from, hand, 0, n);
        } else if let Some((kind, behind)) = growing(from, hand) {
            hand[kind] += 1;
            fill(from, hand, kind + 1, behind - 1);
        }
        fork.left = u32::from(growing(from, hand).is_some());
        fork.after = fork.before * share(from, hand, n);
    }
}

impl Chance for Enumerated {
    fn pick(&mut self, _topic: Topic, urn: &impl Urn) -> usize {
        if self.depth == self.fixed {
            self.move_item(urn);
        }
        self.depth += 1;
        self.forks[self.depth - 1].item
    }

    fn draw<P: Pile>(&mut self, topic: Topic, from: &P, n: u32) -> P {
        let mut drawn = P::default();
        if n == 1 {
            drawn.put(self.pick(topic, from), 1);
            return drawn;
        }
        if self.depth == self.fixed {
            self.move_hand(from, n);
        }
        let start = self.forks[self.depth].hand;
        self.depth += 1;
        for (kind, &count) in self.hands[start..start + from.items()].iter().enumerate() {
            if count > 0 {
                drawn.put(kind, count);
            }
        }
        drawn
    }
}

/// Enumerates, and lets the rules [lump](Chance::lumps) outcomes: fewer paths, for whoever asks only what a play is
/// worth. A type of its own, so that where outcomes are told apart nobody looks whether they are.
#[derive(Debug)]
pub struct Lumping<'a>(pub &'a mut Enumerated);

impl Chance for Lumping<'_> {
    fn pick(&mut self, topic: Topic, urn: &impl Urn) -> usize {
        self.0.pick(topic, urn)
    }

    fn draw<P: Pile>(&mut self, topic: Topic, from: &P, n: u32) -> P {
        self.0.draw(topic, from, n)
    }

    fn lumps(&self) -> bool {
        true
    }
}

/// Replaces the kinds of `hand` from `first` on by `n` cards of the highest kinds that there are.
fn fill(from: &impl Urn, hand: &mut [u8], first: usize, n: u32) {
    let mut left = n;
    for kind in (first..hand.len()).rev() {
        let taken = left.min(from.weight(kind));
        hand[kind] = taken as u8;
        left -= taken;
    }
}

/// The kind of which the next hand has one more, hands being in the order of their counts, and how many cards of
/// higher kinds this hand has; `None` for the last hand.
fn growing(from: &impl Urn, hand: &[u8]) -> Option<(usize, u32)> {
    let mut behind = 0;
    for (kind, &count) in hand.iter().enumerate().rev() {
        if behind > 0 && u32::from(count) < from.weight(kind) {
            return Some((kind, behind));
        }
        behind += u32::from(count);
    }
    None
}

/// The (multivariate hypergeometric) probability of this hand of `n` cards out of `from`.
fn share(from: &impl Urn, hand: &[u8], n: u32) -> f64 {
    let held = hand.iter().enumerate().filter(|&(_, &count)| count > 0);
    let ways = held.map(|(kind, &count)| choose(from.weight(kind), u32::from(count)));
    ways.product::<f64>() / choose(from.total(), n)
}

/// The binomial coefficient, exact as a float below 2^53.
fn choose(n: u32, k: u32) -> f64 {
    (0..k.min(n - k)).fold(1.0, |ways, step| ways * f64::from(n - step) / f64::from(step + 1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Counts;
    use crate::chance::Purpose;

    const CARDS: Topic = Topic::cards("cards", Purpose::Draw);

    #[test]
    fn a_draw_is_hypergeometric() {
        let from = Counts::from([2, 1, 0, 0, 0, 0, 0, 3]);
        let branches = enumerate(100, |chance| chance.draw(CARDS, &from, 2)).unwrap();
        let share = |cards: [u8; 8]| {
            branches.iter().find(|branch| branch.result == Counts::from(cards)).unwrap().probability
        };
        // 15 pairs of 6 cards: 1 of two firsts, 2 first + second, 6 first + last, 3 second + last, 3 lasts.
        for (cards, pairs) in [
            ([2, 0, 0, 0, 0, 0, 0, 0], 1.0),
            ([1, 1, 0, 0, 0, 0, 0, 0], 2.0),
            ([1, 0, 0, 0, 0, 0, 0, 1], 6.0),
            ([0, 1, 0, 0, 0, 0, 0, 1], 3.0),
            ([0, 0, 0, 0, 0, 0, 0, 2], 3.0),
        ] {
            assert!((share(cards) - pairs / 15.0).abs() < 1e-15);
        }
        assert_eq!(branches.len(), 5);
    }

    #[test]
    fn paths_of_different_length_merge() {
        let flip = Topic::item("die", Purpose::Die);
        // A six-sided die; a 6 is rolled again once.
        let branches = enumerate(11, |chance| match chance.roll(flip, 6) {
            6 => chance.roll(flip, 6),
            face => face,
        })
        .unwrap();
        assert_eq!(branches.len(), 6);
        for branch in branches {
            let expected = if branch.result == 6 { 1.0 / 36.0 } else { 7.0 / 36.0 };
            assert!((branch.probability - expected).abs() < 1e-15);
        }
        assert_eq!(enumerate(3, |chance| chance.roll(flip, 6)), Err(TooManyOutcomes { limit: 3 }));
    }

    #[test]
    fn rules_that_fail_end_it() {
        let flip = Topic::item("flip", Purpose::Draw);
        let mut paths = 0;
        let ended = try_enumerate(100, |chance| {
            paths += 1;
            let face = chance.roll(flip, 6);
            if face == 3 { Err(None) } else { Ok(face) }
        });
        assert_eq!((ended, paths), (Err(None::<TooManyOutcomes>), 3));
    }

    #[test]
    fn a_driver_follows_rules_again_as_when_it_was_new() {
        let from = Counts::from([2, 1, 0, 0, 0, 0, 0, 3]);
        let follow = |chance: &mut Enumerated| {
            let mut paths = Vec::new();
            loop {
                let one = chance.draw(CARDS, &from, 2);
                let rest = from.minus(one);
                let other = chance.draw(CARDS, &rest, 3);
                let last = chance.pick(CARDS, &rest.minus(other));
                paths.push((one, other, last, chance.probability()));
                if !chance.next_path() {
                    return paths;
                }
            }
        };
        let mut chance = Enumerated::default();
        let paths = follow(&mut chance);
        // The last single card is any of the six, whatever was drawn before.
        for (kind, cards) in from.iter() {
            let share: f64 = paths.iter().filter(|path| path.2 == kind).map(|path| path.3).sum();
            assert!((share - f64::from(cards) / 6.0).abs() < 1e-15, "{kind}: {share}");
        }
        let distinct: std::collections::HashSet<_> =
            paths.iter().map(|path| (path.0, path.1, path.2)).collect();
        assert_eq!(distinct.len(), paths.len());
        assert_eq!(follow(&mut chance), paths);
    }
}
