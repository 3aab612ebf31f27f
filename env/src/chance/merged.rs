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
}

impl<T> Default for Merged<T> {
    fn default() -> Self {
        Self { branches: Vec::new(), places: HashTable::new() }
    }
}

impl<T: Eq + Hash> Merged<T> {
    /// Adds `probability` to that of `result`.
    pub(super) fn add(&mut self, result: T, probability: f64) {
        if let Some(place) = self.enter(&result) {
            self.branches[place].probability += probability;
        } else {
            self.branches.push(Branch { result, probability });
        }
    }

    /// [`add`](Self::add) for a result that is copied only if it is new.
    pub(super) fn add_copy(&mut self, result: &T, probability: f64)
    where
        T: Clone,
    {
        if let Some(place) = self.enter(result) {
            self.branches[place].probability += probability;
        } else {
            self.branches.push(Branch { result: result.clone(), probability });
        }
    }

    /// The place of `result`; `None` if it is new, and the next branch is to be it.
    fn enter(&mut self, result: &T) -> Option<usize> {
        // The seed is fixed, though the order of the results does not depend on it.
        let hash = FxBuildHasher.hash_one(result);
        let same = |&(known, place): &(u64, usize)| known == hash && self.branches[place].result == *result;
        match self.places.entry(hash, same, |&(known, _)| known) {
            Entry::Occupied(entry) => Some(entry.get().1),
            Entry::Vacant(entry) => {
                entry.insert((hash, self.branches.len()));
                None
            }
        }
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
