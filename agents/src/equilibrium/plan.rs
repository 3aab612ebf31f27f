//! All that one seat may be asked in a game, and what it may answer.

use std::collections::HashMap;
use std::ops::Range;

use roadside_env::{Action, Actions};

/// The information sets of one seat as a tree, and its sequences: each choice in each information set has a number,
/// larger than those of the choices before it. Number 0 is to have chosen nothing yet.
///
/// With perfect recall an information set is reached by one sequence only, so what a seat plans is as much as how
/// likely it follows each sequence (Koller, Megiddo and von Stengel 1996).
#[derive(Clone, Debug)]
pub(super) struct Plan<S> {
    /// By information set: the sequence that leads to it.
    parents: Vec<u32>,
    /// By information set: the number of its first choice; and one behind the last.
    firsts: Vec<u32>,
    /// By information set: its view.
    views: Vec<u32>,
    /// By sequence: what is chosen last.
    actions: Vec<Action>,
    /// By view: a position that looks so.
    positions: Vec<S>,
    /// By view: one of its information sets, the first.
    samples: Vec<u32>,
    /// The views by the keys of what is known.
    by_knowledge: HashMap<u128, u32>,
}

impl<S: Clone> Plan<S> {
    pub(super) fn new() -> Self {
        Self {
            parents: Vec::new(),
            firsts: vec![1],
            views: Vec::new(),
            actions: vec![Action(0)],
            positions: Vec::new(),
            samples: Vec::new(),
            by_knowledge: HashMap::new(),
        }
    }

    /// Enters an information set and returns its number.
    pub(super) fn enter(&mut self, parent: u32, knowledge: u128, state: &S, legal: &impl Actions) -> u32 {
        let set = self.parents.len() as u32;
        self.parents.push(parent);
        self.actions.extend(legal.iter());
        self.firsts.push(self.actions.len() as u32);
        let new = self.positions.len() as u32;
        let view = *self.by_knowledge.entry(knowledge).or_insert(new);
        if view == new {
            self.positions.push(state.clone());
            self.samples.push(set);
        }
        self.views.push(view);
        set
    }

    /// The number of information sets.
    pub(super) fn sets(&self) -> usize {
        self.parents.len()
    }

    /// The number of sequences, the empty one included.
    pub(super) fn sequences(&self) -> usize {
        self.actions.len()
    }

    /// The number of different views, which may be fewer than the information sets.
    pub(super) fn views(&self) -> usize {
        self.positions.len()
    }

    /// The sequences that end with a choice in this information set.
    pub(super) fn choices(&self, set: usize) -> Range<usize> {
        self.firsts[set] as usize..self.firsts[set + 1] as usize
    }

    /// What may be chosen in this information set.
    pub(super) fn actions(&self, set: usize) -> &[Action] {
        &self.actions[self.choices(set)]
    }

    /// The sequence that leads to this information set.
    pub(super) fn parent(&self, set: usize) -> usize {
        self.parents[set] as usize
    }

    /// What this information set looks like.
    pub(super) fn view(&self, set: usize) -> usize {
        self.views[set] as usize
    }

    /// A position that looks like this view.
    pub(super) fn position(&self, view: usize) -> &S {
        &self.positions[view]
    }

    /// What may be chosen in this view.
    pub(super) fn view_actions(&self, view: usize) -> &[Action] {
        self.actions(self.samples[view] as usize)
    }

    /// The view of a seat that knows what has this key.
    pub(super) fn view_of(&self, knowledge: u128) -> Option<usize> {
        self.by_knowledge.get(&knowledge).map(|&view| view as usize)
    }

    /// About how many bytes it takes.
    pub(super) fn bytes(&self) -> usize {
        let view = size_of::<S>() + size_of::<(u128, u32, u64)>();
        12 * self.parents.len() + 2 * self.actions.len() + view * self.positions.len()
    }

    /// How likely each sequence is followed by a seat that chooses so, others and chance permitting.
    pub(super) fn follow(&self, chosen: &[f64]) -> Vec<f64> {
        let mut followed = vec![1.0; self.sequences()];
        self.follow_into(chosen, &mut followed);
        followed
    }

    /// [`follow`](Self::follow) without a new list.
    pub(super) fn follow_into(&self, chosen: &[f64], followed: &mut [f64]) {
        for set in 0..self.sets() {
            let before = followed[self.parent(set)];
            for choice in self.choices(set) {
                followed[choice] = before * chosen[choice];
            }
        }
    }

    /// The most that can be had when `gains` says what each sequence brings by itself, and how: by information set the
    /// place of the choice, the first of equal ones.
    pub(super) fn best(&self, mut gains: Vec<f64>) -> (f64, Vec<u32>) {
        let mut best = vec![0; self.sets()];
        for set in (0..self.sets()).rev() {
            let choices = &gains[self.choices(set)];
            let (mut place, mut most) = (0, choices[0]);
            for (other, &gain) in choices.iter().enumerate().skip(1) {
                if gain > most {
                    (place, most) = (other, gain);
                }
            }
            best[set] = place as u32;
            gains[self.parent(set)] += most;
        }
        (gains[0], best)
    }

    /// Sums what belongs to sequences up to information sets: by information set the sum over all that lies behind it.
    pub(super) fn sum_up(&self, mut parts: Vec<f64>) -> Vec<f64> {
        let mut sums = vec![0.0; self.sets()];
        for set in (0..self.sets()).rev() {
            sums[set] = parts[self.choices(set)].iter().sum();
            parts[self.parent(set)] += sums[set];
        }
        sums
    }
}
