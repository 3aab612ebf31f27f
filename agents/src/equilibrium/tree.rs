//! A game by what its seats know and do.

use roadside_env::{Action, Game, Seat, Stop, View};

use super::builder::Builder;
use super::leaves::Leaves;
use super::plan::Plan;
use super::profile::Profile;
use super::{EquilibriumError, Progress};
use crate::key::key_of;
use crate::solver::Objective;

/// A whole game of bounded length in its sequence form: by seat its information sets and what can be done in them, and
/// what it is worth when each seat has done what it has. Positions that no seat's memory tells apart have come together,
/// so it is far smaller than the tree of all plays.
///
/// An information set is what a seat remembers, in full: the chain of what it has known, wherever that changed, and of
/// what it has done. That is more than a [`View`] tells where the order of events is forgotten, so several information
/// sets may look alike.
#[derive(Clone, Debug)]
pub struct Tree<G: Game> {
    pub(super) game: G,
    pub(super) options: TreeOptions,
    pub(super) plans: Vec<Plan<G::State>>,
    pub(super) leaves: Leaves,
    pub(super) positions: u64,
    pub(super) decisions: u32,
    /// What all seats get together at the ends: the least and the most.
    pub(super) sums: (f64, f64),
}

/// What a tree is made for, and how large it may be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TreeOptions {
    /// What the seats want: all values are in its unit.
    pub objective: Objective,
    /// The most bytes that it takes, about; beyond 64 GiB it is 64 GiB.
    pub memory: u64,
}

impl Default for TreeOptions {
    /// The utility, in 4 GiB.
    fn default() -> Self {
        Self { objective: Objective::Utility, memory: 4 << 30 }
    }
}

/// The best that a seat can do when the others' strategies are known.
#[derive(Clone, Debug, PartialEq)]
pub struct BestResponse {
    /// What it gets, before any chance.
    pub value: f64,
    /// What all seats do when this one does its best: a profile in which its choices are certain.
    pub profile: Profile,
}

impl<G: Game> Tree<G> {
    /// The tree of all plays of `game`.
    ///
    /// `watch` hears how many positions were gone on from, now and then; a wish of `stop` ends it.
    ///
    /// # Errors
    /// [`EquilibriumError`] for a game whose plays are not bounded or that does not count what is wanted, a tree that
    /// takes too much memory, or if it is stopped.
    pub fn new(
        game: &G,
        options: &TreeOptions,
        watch: &impl Fn(Progress),
        stop: &Stop,
    ) -> Result<Self, EquilibriumError> {
        let mut builder = Builder::new(game, *options, stop)?;
        builder.begin()?;
        builder.build(watch)
    }

    /// The tree of all plays that go on from `state`, a position that is known to all: whoever has seen it remembers
    /// nothing of before, and holds nothing else for possible. A position at which something is hidden is so laid open.
    ///
    /// # Errors
    /// As [`new`](Self::new).
    pub fn from_known_position(
        game: &G,
        state: &G::State,
        options: &TreeOptions,
        watch: &impl Fn(Progress),
        stop: &Stop,
    ) -> Result<Self, EquilibriumError> {
        let mut builder = Builder::new(game, *options, stop)?;
        builder.begin_at(state.clone());
        builder.build(watch)
    }

    /// The game.
    pub fn game(&self) -> &G {
        &self.game
    }

    /// How many seats there are.
    pub fn seats(&self) -> usize {
        self.plans.len()
    }

    /// How many decisions were met: positions that differ, or that some seat came to in another way.
    pub fn positions(&self) -> u64 {
        self.positions
    }

    /// The most decisions of a play.
    pub fn decisions(&self) -> u32 {
        self.decisions
    }

    /// How many ends of plays differ in what some seat did.
    pub fn leaves(&self) -> u64 {
        self.leaves.len() as u64
    }

    /// How many information sets `seat` has.
    ///
    /// # Panics
    /// If there is no such seat.
    pub fn information_sets(&self, seat: Seat) -> u64 {
        self.plans[seat].sets() as u64
    }

    /// How many different [`View`]s `seat` may be asked in. Fewer than its information sets where a view does not tell
    /// all that can be remembered.
    ///
    /// # Panics
    /// If there is no such seat.
    pub fn views(&self, seat: Seat) -> u64 {
        self.plans[seat].views() as u64
    }

    /// What the seats want.
    pub fn objective(&self) -> Objective {
        self.options.objective
    }

    /// What all seats get together, if that is the same at all ends.
    pub fn constant_sum(&self) -> Option<f64> {
        let (least, most) = self.sums;
        (most - least < 1e-9).then_some(f64::midpoint(least, most))
    }

    /// What each seat gets before any chance when all play so.
    ///
    /// # Panics
    /// For a profile of another tree.
    pub fn values(&self, profile: &Profile) -> Vec<f64> {
        self.leaves.values(&self.follow(profile))
    }

    /// The best that `seat` can do when the others play so.
    ///
    /// # Panics
    /// If there is no such seat, and for a profile of another tree.
    pub fn best_response(&self, seat: Seat, profile: &Profile) -> BestResponse {
        let (value, best) = self.best(seat, &self.follow(profile));
        let mut profile = profile.clone();
        let plan = &self.plans[seat];
        for (set, &place) in best.iter().enumerate() {
            let choices = &mut profile.chosen[seat][plan.choices(set)];
            choices.fill(0.0);
            choices[place as usize] = 1.0;
        }
        BestResponse { value, profile }
    }

    /// The most that `seat` can get against what the others follow, and by information set the place of its choice.
    pub(super) fn best(&self, seat: Seat, followed: &[Vec<f64>]) -> (f64, Vec<u32>) {
        let mut gains = vec![0.0; self.plans[seat].sequences()];
        self.leaves.add_gains(seat, followed, &mut gains);
        self.plans[seat].best(gains)
    }

    /// By seat and sequence, how likely it is followed.
    pub(super) fn follow(&self, profile: &Profile) -> Vec<Vec<f64>> {
        self.plans.iter().zip(&profile.chosen).map(|(plan, chosen)| plan.follow(chosen)).collect()
    }

    /// How likely each information set of `seat` is met when all play so.
    pub(super) fn likelihoods(&self, seat: Seat, profile: &Profile) -> Vec<f64> {
        let mut parts = vec![0.0; self.plans[seat].sequences()];
        self.leaves.add_likelihoods(seat, &self.follow(profile), &mut parts);
        self.plans[seat].sum_up(parts)
    }

    /// The number of this view among those of its seat; `None` if that is never asked in it.
    pub(super) fn view_of(&self, view: &View<'_, G>) -> Option<usize> {
        self.plans[view.seat()].view_of(key_of(&view.knowledge()))
    }

    /// What may be done in a view, with what is chosen there.
    pub(super) fn told(&self, seat: Seat, view: usize, shares: &[f64]) -> Vec<(Action, f64)> {
        self.plans[seat].view_actions(view).iter().copied().zip(shares.iter().copied()).collect()
    }
}
