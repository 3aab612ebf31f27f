//! The driver that goes through every outcome.

use std::collections::HashMap;
use std::hash::Hash;

use thiserror::Error;

use super::{Chance, Outcome, Pile, Topic, Urn, pile};

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
pub fn enumerate<T: Clone + Eq + Hash>(
    limit: usize,
    rules: impl FnMut(&mut Enumerated) -> T,
) -> Result<Vec<Branch<T>>, TooManyOutcomes> {
    let mut places: HashMap<T, usize> = HashMap::new();
    let mut branches: Vec<Branch<T>> = Vec::new();
    each_path(limit, rules, |result, probability| {
        if let Some(&place) = places.get(&result) {
            branches[place].probability += probability;
        } else {
            places.insert(result.clone(), branches.len());
            branches.push(Branch { result, probability });
        }
    })?;
    Ok(branches)
}

/// Runs `rules` through every outcome of chance and hands each path's result, with the path's exact probability,
/// to `visit`. Equal results are not merged, so this is the faster form of [`enumerate`] for sums over all of
/// them. What is said of `rules` there holds here.
///
/// # Errors
/// [`TooManyOutcomes`] if there are more than `limit` paths; `visit` has then seen `limit` of them.
pub fn each_path<T>(
    limit: usize,
    mut rules: impl FnMut(&mut Enumerated) -> T,
    mut visit: impl FnMut(T, f64),
) -> Result<(), TooManyOutcomes> {
    let mut chance = Enumerated { forks: Vec::new(), depth: 0 };
    for _ in 0..limit {
        chance.depth = 0;
        let result = rules(&mut chance);
        visit(result, chance.probability());
        if !chance.next_path() {
            return Ok(());
        }
    }
    Err(TooManyOutcomes { limit })
}

/// Follows one path of outcomes; made by [`enumerate`].
#[derive(Clone, Debug)]
pub struct Enumerated {
    forks: Vec<Fork>,
    depth: usize,
}

/// An event on the present path, with all its outcomes and the one that is being followed.
#[derive(Clone, Debug)]
struct Fork {
    outcomes: Vec<(Outcome, f64)>,
    followed: usize,
}

impl Enumerated {
    fn follow(&mut self, outcomes: impl FnOnce() -> Vec<(Outcome, f64)>) -> &Outcome {
        if self.depth == self.forks.len() {
            self.forks.push(Fork { outcomes: outcomes(), followed: 0 });
        }
        let fork = &self.forks[self.depth];
        self.depth += 1;
        &fork.outcomes[fork.followed].0
    }

    fn probability(&self) -> f64 {
        self.forks.iter().map(|fork| fork.outcomes[fork.followed].1).product()
    }

    /// Moves on to the next path; `false` when all were followed.
    fn next_path(&mut self) -> bool {
        while let Some(fork) = self.forks.last_mut() {
            fork.followed += 1;
            if fork.followed < fork.outcomes.len() {
                return true;
            }
            self.forks.pop();
        }
        false
    }
}

impl Chance for Enumerated {
    fn pick(&mut self, topic: Topic, urn: &impl Urn) -> usize {
        let outcome = self.follow(|| {
            let total = f64::from(urn.total());
            (0..urn.items())
                .filter(|&item| urn.weight(item) > 0)
                .map(|item| (Outcome::Item(item as u16), f64::from(urn.weight(item)) / total))
                .collect()
        });
        match outcome {
            Outcome::Item(item) => usize::from(*item),
            Outcome::Cards(_) => unreachable!("{topic}: a path asks for the same events each time"),
        }
    }

    fn draw<P: Pile>(&mut self, topic: Topic, from: &P, n: u32) -> P {
        match self.follow(|| hands(from, n)) {
            Outcome::Cards(cards) => pile(cards),
            Outcome::Item(_) => unreachable!("{topic}: a path asks for the same events each time"),
        }
    }
}

/// Every multiset of `n` cards out of `from` with its (multivariate hypergeometric) probability.
fn hands(from: &impl Urn, n: u32) -> Vec<(Outcome, f64)> {
    let mut found = Vec::new();
    extend_hand(from, 0, &mut Vec::new(), n, 1.0 / choose(from.total(), n), &mut found);
    found
}

/// Adds to `found` every way to complete `hand` with `n` cards of the kinds from `kind` on.
fn extend_hand(
    from: &impl Urn,
    kind: usize,
    hand: &mut Vec<(u16, u8)>,
    n: u32,
    share: f64,
    found: &mut Vec<(Outcome, f64)>,
) {
    if n == 0 {
        found.push((Outcome::Cards(hand.as_slice().into()), share));
        return;
    }
    if kind == from.items() {
        return;
    }
    extend_hand(from, kind + 1, hand, n, share, found);
    for taken in 1..=from.weight(kind).min(n) {
        hand.push((kind as u16, taken as u8));
        extend_hand(from, kind + 1, hand, n - taken, share * choose(from.weight(kind), taken), found);
        hand.pop();
    }
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
}
