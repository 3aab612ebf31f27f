//! Equal results, merged.

use std::hash::{BuildHasher, Hash};

use hashbrown::HashTable;
use hashbrown::hash_table::Entry;
use rustc_hash::FxBuildHasher;

use super::Branch;

/// Distinct results with their probabilities, in the order in which they were first met.
#[derive(Clone, Debug)]
pub(super) struct Merged<T> {
    branches: Vec<Branch<T>>,
    /// The hash and the place of each branch.
    places: HashTable<(u64, usize)>,
    /// The place that was found last. Neighbouring faces of a die often come to the same, which is then found
    /// without a hash.
    last: usize,
}

impl<T> Default for Merged<T> {
    fn default() -> Self {
        Self { branches: Vec::new(), places: HashTable::new(), last: 0 }
    }
}

impl<T: Eq + Hash> Merged<T> {
    /// Adds `probability` to that of `result`.
    pub(super) fn add(&mut self, result: T, probability: f64) {
        if self.is_new(&result) {
            self.branches.push(Branch { result, probability: 0.0 });
        }
        self.branches[self.last].probability += probability;
    }

    /// [`add`](Self::add) for a result that is copied only if it is new.
    pub(super) fn add_copy(&mut self, result: &T, probability: f64)
    where
        T: Clone,
    {
        if self.is_new(result) {
            self.branches.push(Branch { result: result.clone(), probability: 0.0 });
        }
        self.branches[self.last].probability += probability;
    }

    /// Whether `result` is new and has to become the next branch; `last` is its place in any case.
    fn is_new(&mut self, result: &T) -> bool {
        if self.branches.get(self.last).is_some_and(|last| last.result == *result) {
            return false;
        }
        let hash = FxBuildHasher.hash_one(result);
        let same = |&(known, place): &(u64, usize)| known == hash && self.branches[place].result == *result;
        let (new, place) = match self.places.entry(hash, same, |&(known, _)| known) {
            Entry::Occupied(entry) => (false, entry.get().1),
            Entry::Vacant(entry) => (true, entry.insert((hash, self.branches.len())).get().1),
        };
        self.last = place;
        new
    }

    pub(super) fn branches(&self) -> &[Branch<T>] {
        &self.branches
    }

    pub(super) fn into_branches(self) -> Vec<Branch<T>> {
        self.branches
    }

    pub(super) fn is_empty(&self) -> bool {
        self.branches.is_empty()
    }

    /// Forgets all results and keeps the memory.
    pub(super) fn clear(&mut self) {
        self.branches.clear();
        self.places.clear();
    }
}
