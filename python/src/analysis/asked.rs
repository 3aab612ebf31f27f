//! What can be asked of a game, whichever it is.

use std::sync::Arc;

use pyo3::prelude::*;
use roadside_agents::analysis::review::{Review, ReviewError, ReviewOptions, review};
use roadside_agents::analysis::rules::{Laboratory, RulesError, RulesOptions, RulesReport, rules};
use roadside_agents::arena::{self, ArenaError, Report};
use roadside_agents::equilibrium::{
    Asking, EquilibriumError, EquilibriumOptions, NashConv, TreeOptions, equilibrium,
};
use roadside_agents::solver::{Objective, SolveError, SolveOptions, Until, Watch, best_response, solve};
use roadside_agents::{Lineup, LineupError, Playable, make};
use roadside_env::{Agent, Replay, Sampled, Stop};

use super::equilibrium::AnyEquilibrium;
use super::solution::{AnySolution, Question, Solved};
use crate::error::value_error;

/// How matches are played.
pub type MatchOptions = arena::Options;

/// What needs the type of a game.
pub trait Analyst: Send + Sync {
    /// Solves the game as it is asked for.
    fn solve(&self, question: &Question, stop: &Stop) -> Result<Arc<dyn AnySolution>, String>;
    fn equilibrium(
        &self,
        objective: Option<Objective>,
        options: &EquilibriumOptions,
        stop: &Stop,
    ) -> Result<Box<dyn AnyEquilibrium>, EquilibriumError>;
    /// Of the player called `name`, which is one of the game.
    fn nash_conv(&self, name: &str, asking: &Asking, stop: &Stop) -> Result<NashConv, String>;
    fn review(&self, replay: &Replay, options: &ReviewOptions, stop: &Stop) -> Result<Review, ReviewError>;
    fn vary(&self, options: &RulesOptions, stop: &Stop) -> Result<RulesReport, RulesError>;
    fn arena(&self, names: &[String], options: &MatchOptions, stop: &Stop) -> Result<Report, ArenaError>;
    /// Checks that these players can take the other seats.
    fn require_others(&self, names: &[String]) -> PyResult<()>;
}

impl<G: Laboratory> Analyst for Arc<G> {
    fn solve(&self, question: &Question, stop: &Stop) -> Result<Arc<dyn AnySolution>, String> {
        if question.until_turn && !G::MARKS_TURNS {
            return Err(format!("until = \"turn\": the rules of {} mark no end of a turn", G::NAME));
        }
        let start = question.position.as_deref().map(|line| self.parse_position(line)).transpose();
        let options = SolveOptions {
            objective: question.objective.unwrap_or_else(|| usual(&**self)),
            until: if question.until_turn { Until::Turn } else { Until::End },
            start: start.map_err(|error| format!("position: {error}"))?,
            memory: question.memory,
            threads: question.threads,
            ..SolveOptions::default()
        };
        let watch = Watch { show: &|_| {}, stop };
        let solved = if question.against.is_empty() {
            solve(&**self, &options, &watch)
        } else {
            let names = &question.against;
            let player = |seat: usize| -> Option<Box<dyn Agent<G>>> {
                make::<G>(&names[(seat - 1) % names.len()]).ok()
            };
            best_response(&**self, 0, &player, &options, &watch)
        };
        let solution = solved.map_err(|error| in_words::<G>(&error, question))?;
        let solved = Solved::new(Arc::clone(self), solution, options.start, watch);
        Ok(Arc::new(solved.map_err(|error| error.to_string())?))
    }

    fn equilibrium(
        &self,
        objective: Option<Objective>,
        options: &EquilibriumOptions,
        stop: &Stop,
    ) -> Result<Box<dyn AnyEquilibrium>, EquilibriumError> {
        let objective = objective.unwrap_or_default();
        let tree = TreeOptions { objective, ..options.tree };
        let found = equilibrium(&**self, &EquilibriumOptions { tree, ..*options }, &|_| {}, stop)?;
        Ok(Box::new((Arc::clone(self), found)))
    }

    fn nash_conv(&self, name: &str, asking: &Asking, stop: &Stop) -> Result<NashConv, String> {
        let mut player = make::<G>(name).map_err(|error| error.to_string())?;
        player.heed(stop);
        let found = roadside_agents::equilibrium::nash_conv(&**self, &mut player, asking, &|_| {}, stop);
        found.map_err(|error| error.to_string())
    }

    fn review(&self, replay: &Replay, options: &ReviewOptions, stop: &Stop) -> Result<Review, ReviewError> {
        review(&**self, replay, options, &|_| {}, stop)
    }

    fn vary(&self, options: &RulesOptions, stop: &Stop) -> Result<RulesReport, RulesError> {
        rules(&**self, options, &|| {}, stop)
    }

    fn arena(&self, names: &[String], options: &MatchOptions, stop: &Stop) -> Result<Report, ArenaError> {
        arena::run(&**self, names, options, &|_, _| {}, stop)
    }

    fn require_others(&self, names: &[String]) -> PyResult<()> {
        let others = self.facts().seats - 1;
        if others == 0 && !names.is_empty() {
            let given = names.len();
            return Err(value_error(format!("against: {}", LineupError::TooMany { given, seats: 0 })));
        }
        if names.is_empty() {
            return Ok(());
        }
        let lineup = Lineup::<G>::new(names, others);
        lineup.map(drop).map_err(|error| value_error(format!("against: {error}")))
    }
}

/// What a game is usually solved for.
fn usual<G: Playable>(game: &G) -> Objective {
    Objective::usual(game, &game.new_initial_state(&mut Sampled::new(0, 0)))
}

/// The failure, and what else could be done.
fn in_words<G: Playable>(error: &SolveError, question: &Question) -> String {
    match error {
        SolveError::Memory { .. } if G::MARKS_TURNS && !question.until_turn => format!(
            "{error}: memory takes MiB; until=\"turn\" ends with the turn of a position, and \
             roadside.analysis.flip gives bounds"
        ),
        SolveError::Memory { .. } if G::MARKS_TURNS => {
            format!("{error}: memory takes MiB; roadside.analysis.flip gives bounds")
        }
        SolveError::Memory { .. } => format!("{error}: memory takes MiB"),
        SolveError::Hidden { .. } => format!(
            "{error}: roadside.analysis.equilibrium finds those of small games, roadside.analysis.search values actions"
        ),
        SolveError::NoPolicy { .. } => format!("against: {error}"),
        SolveError::NoObjective { .. } | SolveError::NotSettled { .. } => format!("objective: {error}"),
        error => error.to_string(),
    }
}
