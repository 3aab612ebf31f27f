//! How lucky the seats of a game were.

use roadside_env::chance::{Enumerated, Pausing};
use roadside_env::{Action, Chance, State};

use crate::Playable;

/// Adds up, over the actions of a game, how much more the outcomes of chance were worth to each seat than could be
/// expected: the estimated value ([`Playable::estimates`]) of the position that came, less the mean of the values of all
/// that could have come, by their exact probabilities.
///
/// Each term has the mean 0 whatever the players do and however good the estimates are, as long as it depends on the
/// position before the outcome alone whether there is a term. So taking a multiple of the sum off a result leaves the
/// result's mean as it is, and the better the estimates the smaller its spread (a control variate; for games of chance
/// see White and Bowling 2009, "Learning a value analysis tool for agent evaluation"). Events with more than
/// `limit` paths of outcomes have no term. Paths are followed to the next decision or boundary.
#[derive(Debug)]
pub(super) struct Luck {
    limit: usize,
    chance: Enumerated,
    expected: Vec<f64>,
    values: Vec<f64>,
    /// The luck of each seat in the present game, in utility.
    pub(super) sums: Vec<f64>,
}

impl Luck {
    /// For a game of so many seats.
    pub(super) fn new(limit: usize, seats: usize) -> Self {
        let zeros = vec![0.0; seats];
        Self {
            limit,
            chance: Enumerated::default(),
            expected: zeros.clone(),
            values: zeros.clone(),
            sums: zeros,
        }
    }

    /// A new game begins.
    pub(super) fn clear(&mut self) {
        self.sums.fill(0.0);
    }

    /// Carries out `action`, which must be legal, as [`State::apply_legal`] does.
    pub(super) fn apply<G: Playable>(
        &mut self,
        game: &G,
        state: &mut G::State,
        action: Action,
        chance: &mut impl Chance,
    ) {
        self.follow(game, state, &mut Pausing(&mut *chance), &Step::Act(action));
        while state.boundary().is_some() {
            self.follow(game, state, &mut Pausing(&mut *chance), &Step::Resume);
        }
    }

    fn follow<G: Playable>(
        &mut self,
        game: &G,
        state: &mut G::State,
        chance: &mut Pausing<impl Chance>,
        step: &Step,
    ) {
        let counts = self.expect(game, state, step);
        step.carry_out(game, state, chance);
        if counts {
            self.evaluate(game, state);
            for ((sum, value), expected) in self.sums.iter_mut().zip(&self.values).zip(&self.expected) {
                *sum += value - expected;
            }
        }
    }

    /// Works out the mean values behind a step; `false` if nothing is drawn there, or there are too many paths.
    fn expect<G: Playable>(&mut self, game: &G, state: &G::State, step: &Step) -> bool {
        self.expected.fill(0.0);
        for path in 0..self.limit {
            let mut next = state.clone();
            step.carry_out(game, &mut next, &mut Pausing(&mut self.chance));
            let probability = self.chance.probability();
            let more = self.chance.next_path();
            if path == 0 && !more {
                return false;
            }
            self.evaluate(game, &next);
            for (expected, value) in self.expected.iter_mut().zip(&self.values) {
                *expected += probability * value;
            }
            if !more {
                return true;
            }
        }
        self.chance = Enumerated::default();
        false
    }

    /// What a position is worth to the seats. Any function will do; a better one makes the spread smaller.
    fn evaluate<G: Playable>(&mut self, game: &G, state: &G::State) {
        game.estimates(state, &mut self.values);
    }
}

/// What moves a position on.
enum Step {
    Act(Action),
    Resume,
}

impl Step {
    fn carry_out<S: State>(&self, game: &S::Game, state: &mut S, chance: &mut impl Chance) {
        match self {
            Self::Act(action) => state.apply_legal(game, *action, chance),
            Self::Resume => state.resume(game, chance),
        }
    }
}
