//! A game that is solved.

use roadside_env::chance::Enumerated;
use roadside_env::{Action, Actions as _, Game, Sampled, Seat, State};

use super::cycles::Cycles;
use super::setting::{Seating, Setting};
use super::tree::Tree;
use super::{Objective, SolveError, SolveOptions, Until, Watch};
use crate::parallel::thread_count;

/// What every position is worth.
pub struct Solution<G: Game> {
    setting: Setting<G>,
    engine: Engine<G>,
    /// By seat, at the beginning.
    values: Vec<f64>,
}

enum Engine<G: Game> {
    Tree(Tree<G>),
    Cycles(Cycles<G>),
}

impl<G: Game> Solution<G> {
    pub(super) fn find(
        setting: Setting<G>,
        options: &SolveOptions<G::State>,
        seating: Option<&Seating<'_, G>>,
        watch: &Watch<'_>,
    ) -> Result<Self, SolveError> {
        require_solvable(&setting)?;
        let start = options.start.as_ref();
        if setting.until == Until::Turn && start.is_none() {
            return Err(SolveError::NoTurn);
        }
        let facts = setting.game.facts();
        let (engine, values) = if facts.seats == 1 && facts.max_game_length.is_some() {
            let tree = Tree::new(setting.clone(), options.memory);
            let value = tree.solve(start, thread_count(options.threads).max(1), watch)?;
            (Engine::Tree(tree), vec![value])
        } else {
            let limits = (options.memory, options.tolerance);
            let cycles = Cycles::solve(setting.clone(), start, seating, limits, watch)?;
            let values = cycles.root();
            (Engine::Cycles(cycles), values)
        };
        Ok(Self { setting, engine, values })
    }

    /// What the beginning is worth to `seat`: before any chance, or at the position that it was solved from.
    ///
    /// # Panics
    /// If there is no such seat.
    pub fn value(&self, seat: Seat) -> f64 {
        self.values[seat]
    }

    /// What each seat makes as large as it can.
    pub fn objective(&self) -> Objective {
        self.setting.objective
    }

    /// How many positions are kept: of those that are worth the same one, and none to which only one way leads, where the
    /// game [tells](roadside_env::State::is_junction) them.
    pub fn states(&self) -> u64 {
        match &self.engine {
            Engine::Tree(tree) => tree.states(),
            Engine::Cycles(cycles) => cycles.states(),
        }
    }

    /// The bytes that they take.
    pub fn bytes(&self) -> usize {
        match &self.engine {
            Engine::Tree(tree) => tree.bytes(),
            Engine::Cycles(cycles) => cycles.bytes(),
        }
    }

    /// What a position is worth to each seat. Alone, in a game with a bound on its length, what is not known yet is found out,
    /// which takes as long as [`solve`](super::solve) from there may: see [`watched`](Self::watched).
    ///
    /// # Errors
    /// [`SolveError::Unknown`] for a position to which the game cannot come from where it was solved; those of
    /// [`solve`](super::solve).
    pub fn values_at(&self, state: &G::State) -> Result<Vec<f64>, SolveError> {
        self.watched(Watch::default()).values_at(state)
    }

    /// What a position is worth to `seat`.
    ///
    /// # Errors
    /// As [`values_at`](Self::values_at).
    ///
    /// # Panics
    /// If there is no such seat.
    pub fn value_at(&self, state: &G::State, seat: Seat) -> Result<f64, SolveError> {
        Ok(self.values_at(state)?[seat])
    }

    /// What each action is worth to the seat to act, in the order of the actions; none when nobody is to act.
    ///
    /// # Errors
    /// As [`values_at`](Self::values_at).
    pub fn action_values(&self, state: &G::State) -> Result<Vec<(Action, f64)>, SolveError> {
        self.watched(Watch::default()).action_values(state)
    }

    /// The best action for the seat to act, the first of several; `None` when nobody is to act.
    ///
    /// # Errors
    /// As [`values_at`](Self::values_at).
    pub fn decision(&self, state: &G::State) -> Result<Option<Action>, SolveError> {
        self.watched(Watch::default()).decision(state)
    }

    /// How much less than the best action this one is worth to the seat to act, at least 0; 0 for one that is not legal.
    ///
    /// # Errors
    /// As [`values_at`](Self::values_at).
    pub fn regret(&self, state: &G::State, action: Action) -> Result<f64, SolveError> {
        self.watched(Watch::default()).regret(state, action)
    }

    /// The same answers for somebody who may end what has to be found out for them.
    pub fn watched<'a>(&'a self, watch: Watch<'a>) -> Watched<'a, G> {
        Watched { solution: self, watch }
    }

    /// The first position of the game, if it comes before any chance.
    ///
    /// # Errors
    /// [`SolveError::Outcomes`] if there are too many.
    pub fn opening(&self) -> Result<Option<G::State>, SolveError> {
        let mut openings = Vec::new();
        self.setting.begin(&mut Enumerated::default(), |state, probability| {
            if openings.len() < 2 {
                openings.push((state, probability));
            }
            Ok(())
        })?;
        while let [(state, _)] = openings.as_slice()
            && state.boundary().is_some()
        {
            let paused = state.clone();
            openings.clear();
            self.setting.follow(&mut Enumerated::default(), &paused, None, |state, probability| {
                if openings.len() < 2 {
                    openings.push((state, probability));
                }
                Ok(())
            })?;
        }
        Ok(if openings.len() == 1 { openings.pop().map(|(state, _)| state) } else { None })
    }
}

/// What a [`Solution`] answers while somebody watches, who is shown each position that is looked at how many are known.
/// The answers are those of the methods of the same names there, or [`SolveError::Stopped`].
pub struct Watched<'a, G: Game> {
    solution: &'a Solution<G>,
    watch: Watch<'a>,
}

impl<G: Game> Watched<'_, G> {
    /// As [`Solution::values_at`].
    ///
    /// # Errors
    /// As there, and [`SolveError::Stopped`].
    pub fn values_at(&self, state: &G::State) -> Result<Vec<f64>, SolveError> {
        let states = self.solution.states();
        (self.watch.show)(states);
        if self.watch.stop.is_soon() {
            return Err(SolveError::Stopped { states });
        }
        match &self.solution.engine {
            Engine::Tree(tree) => Ok(vec![tree.value(state, &self.watch)?]),
            Engine::Cycles(cycles) => cycles.values(state).ok_or(SolveError::Unknown),
        }
    }

    /// As [`Solution::action_values`].
    ///
    /// # Errors
    /// As there, and [`SolveError::Stopped`].
    pub fn action_values(&self, state: &G::State) -> Result<Vec<(Action, f64)>, SolveError> {
        let Some(seat) = state.current_player() else { return Ok(Vec::new()) };
        let legal = state.legal_actions(&self.solution.setting.game);
        legal.iter().map(|action| Ok((action, self.after(state, action, seat)?))).collect()
    }

    /// The mean of what follows on an action.
    fn after(&self, state: &G::State, action: Action, seat: Seat) -> Result<f64, SolveError> {
        let mut sum = 0.0;
        let setting = &self.solution.setting;
        setting.follow(&mut Enumerated::default(), state, Some(action), |next, probability| {
            sum += probability * self.values_at(&next)?[seat];
            Ok(())
        })?;
        Ok(sum)
    }

    /// As [`Solution::decision`].
    ///
    /// # Errors
    /// As there, and [`SolveError::Stopped`].
    pub fn decision(&self, state: &G::State) -> Result<Option<Action>, SolveError> {
        let values = self.action_values(state)?;
        let better = |best: Option<(Action, f64)>, next: (Action, f64)| match best {
            Some(best) if best.1 >= next.1 => Some(best),
            _ => Some(next),
        };
        Ok(values.into_iter().fold(None, better).map(|(action, _)| action))
    }

    /// As [`Solution::regret`].
    ///
    /// # Errors
    /// As there, and [`SolveError::Stopped`].
    pub fn regret(&self, state: &G::State, action: Action) -> Result<f64, SolveError> {
        let values = self.action_values(state)?;
        let best = values.iter().map(|&(_, value)| value).fold(f64::NEG_INFINITY, f64::max);
        let of = |&(known, value): &(Action, f64)| (known == action).then_some(best - value);
        Ok(values.iter().find_map(of).unwrap_or(0.0))
    }
}

fn require_solvable<G: Game>(setting: &Setting<G>) -> Result<(), SolveError> {
    let facts = setting.game.facts();
    if facts.hidden_information {
        return Err(SolveError::Hidden { game: facts.name, seats: facts.seats });
    }
    if setting.until == Until::Turn && setting.objective != Objective::Score {
        return Err(SolveError::NotSettled { objective: setting.objective });
    }
    let any = setting.game.new_initial_state(&mut Sampled::new(0, 0));
    setting.objective.require(&setting.game, &any)
}
