//! How lucky the seats of a game were.

use roadside_env::chance::{Boundary, Enumerated, Horizon, Pausing};
use roadside_env::{Action, Agent, Chance, State, Stream, View};

use crate::{Playable, PlayerError, make};

/// The most paths that are followed to the end of an event.
const EVENT_PATHS: usize = 1000;

/// Adds up, over the actions of a game, how much more the outcomes of chance were worth to each seat than could be
/// expected: the estimated value ([`Playable::estimates`]) of the position that came, less the mean of the values of all
/// that could have come, by their exact probabilities.
///
/// Each term has the mean 0 whatever the players do and however good the estimates are, as long as it depends on the
/// position before the outcome alone whether there is a term. So taking a multiple of the sum off a result leaves the
/// result's mean as it is, and the better the estimates the smaller its spread (a control variate; for games of chance
/// see White and Bowling 2009, "Learning a value analysis tool for agent evaluation"). Events with more than
/// `limit` paths of outcomes have no term. Paths are followed to the next decision or boundary.
pub(super) struct Luck<G: Playable> {
    limit: usize,
    chance: Enumerated,
    horizon: Horizon<G::State>,
    /// Who is thought to play on in the midst of an event.
    player: Box<dyn Agent<G>>,
    expected: Vec<f64>,
    values: Vec<f64>,
    /// The luck of each seat in the present game, in utility.
    pub(super) sums: Vec<f64>,
}

impl<G: Playable> Luck<G> {
    /// For a game of so many seats.
    pub(super) fn new(limit: usize, seats: usize) -> Result<Self, PlayerError> {
        let zeros = vec![0.0; seats];
        Ok(Self {
            limit,
            chance: Enumerated::default(),
            horizon: Horizon::new(EVENT_PATHS).within_turn(),
            player: make(G::default_opponent())?,
            expected: zeros.clone(),
            values: zeros.clone(),
            sums: zeros,
        })
    }

    /// A new game begins.
    pub(super) fn clear(&mut self) {
        self.sums.fill(0.0);
    }

    /// Carries out `action`, which must be legal, as [`State::apply_legal`] does.
    pub(super) fn apply(&mut self, game: &G, state: &mut G::State, action: Action, chance: &mut impl Chance) {
        self.follow(game, state, &mut Pausing(&mut *chance), &Step::Act(action));
        while state.boundary().is_some() {
            self.follow(game, state, &mut Pausing(&mut *chance), &Step::Resume);
        }
    }

    fn follow(&mut self, game: &G, state: &mut G::State, chance: &mut Pausing<impl Chance>, step: &Step) {
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
    fn expect(&mut self, game: &G, state: &G::State, step: &Step) -> bool {
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

    /// What a position is worth to the seats: any function of it will do, and a better one makes the spread smaller. In
    /// the midst of an event it is played on, for estimates do not look there.
    fn evaluate(&mut self, game: &G, state: &G::State) {
        let is_open = |state: &G::State| match state.boundary() {
            Some(boundary) => boundary == Boundary::Confluence,
            None => !state.is_terminal() && !game.is_settled(state),
        };
        if !is_open(state) {
            return game.estimates(state, &mut self.values);
        }
        let player = &mut self.player;
        let decide = |state: &G::State| {
            let seat = state.current_player().filter(|_| is_open(state))?;
            Some(player.act(&View::new(game, state, seat), &mut Stream::for_agent(0)))
        };
        let Ok(reached) = self.horizon.of(game, state, decide) else {
            return game.estimates(state, &mut self.values);
        };
        let (mut sums, mut one) = (vec![0.0; self.values.len()], vec![0.0; self.values.len()]);
        for branch in reached {
            game.estimates(&branch.result, &mut one);
            sums.iter_mut().zip(&one).for_each(|(sum, value)| *sum += branch.probability * value);
        }
        self.values = sums;
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
