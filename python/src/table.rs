//! A configured game, whichever it is.

use std::sync::Arc;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use roadside_agents::analysis::rules::Laboratory;
use roadside_agents::{
    Description, Lineup, LineupError, Options, Report, SimulateError, describe, make, simulate_with,
};
use roadside_env::chance::next_event;
use roadside_env::games::AnyGame;
use roadside_env::vec_env::VecOptions;
use roadside_env::{
    Action, Agent as _, Facts, LearnerSeat, ObservationSpec, Play, Sampled, Settings, Stop, VecEnv, with_game,
};

use serde::Deserialize;

use crate::analysis::Analyst;
use crate::error::value_error;
use crate::memory::{OF_A_GAME, OF_A_ROW, require_rows};
use crate::play::{AnyPlay, Node};
use crate::player::{Fault, Player, dealt};
use crate::rows::Rows;

/// What of a [`Game`] needs no type of it, and what begins there.
pub trait Table: Analyst {
    fn facts(&self) -> &Facts;
    fn settings(&self) -> Settings;
    fn action_labels(&self) -> &[String];
    fn action_from_string(&self, label: &str) -> Option<Action>;
    fn observation_spec(&self) -> &ObservationSpec;
    fn players(&self) -> Vec<Description>;
    /// Whether this player may [think](roadside_env::Agent::thinks) for long.
    fn thinks(&self, name: &str) -> PyResult<bool>;
    /// Checks that these players can be dealt to all seats.
    fn require_players(&self, players: &[Player]) -> PyResult<()>;
    /// Refuses so many games side by side if the memory has no room for them.
    fn require_room(&self, rows: usize) -> PyResult<()>;
    fn default_opponent(&self) -> &'static str;
    fn new_play(&self, seed: u64, episode: u64) -> Box<dyn AnyPlay>;
    /// The node of a tree with explicit chance that these outcomes of the set-up lead to.
    fn opening_node(&self, outcomes: &[usize]) -> PyResult<Node>;
    fn play_from_position(&self, line: &str, seed: u64) -> PyResult<Box<dyn AnyPlay>>;
    fn restored_play(&self, text: &str) -> PyResult<Box<dyn AnyPlay>>;
    /// Rows in which the caller plays all seats.
    fn all_seats(&self, rows: usize, options: VecOptions) -> PyResult<Box<dyn Rows>>;
    /// Rows in which `opponents` play all seats but one.
    fn against(
        &self,
        rows: usize,
        learner: LearnerSeat,
        opponents: &[Player],
        fault: &Fault,
        options: VecOptions,
    ) -> PyResult<Box<dyn Rows>>;
    /// Many games between `players`.
    fn simulate(
        &self,
        players: &[Player],
        fault: &Fault,
        options: &Options,
        stop: &Stop,
    ) -> Result<Report, SimulateError>;
}

/// The game called `name` with these settings.
pub fn load(name: &str, settings: &Settings) -> PyResult<Arc<dyn Table>> {
    let game = AnyGame::load(name, settings).map_err(value_error)?;
    Ok(with_game!(game, game => Arc::new(Arc::new(game))))
}

/// The game that a saved play or saved rows are of.
pub fn of_saved(text: &str) -> PyResult<Arc<dyn Table>> {
    #[derive(Deserialize)]
    struct Head {
        game: String,
        settings: Settings,
    }
    let head: Head = serde_json::from_str(text)
        .map_err(|error| PyValueError::new_err(format!("text: not what serialize wrote: {error}")))?;
    load(&head.game, &head.settings)
}

impl<G: Laboratory> Table for Arc<G> {
    fn facts(&self) -> &Facts {
        G::facts(self)
    }

    fn settings(&self) -> Settings {
        G::settings(self)
    }

    fn action_labels(&self) -> &[String] {
        G::action_labels(self)
    }

    fn action_from_string(&self, label: &str) -> Option<Action> {
        G::action_from_string(self, label)
    }

    fn observation_spec(&self) -> &ObservationSpec {
        G::observation_spec(self)
    }

    fn players(&self) -> Vec<Description> {
        describe::<G>()
    }

    fn thinks(&self, name: &str) -> PyResult<bool> {
        make::<G>(name).map(|player| player.thinks()).map_err(value_error)
    }

    fn require_room(&self, rows: usize) -> PyResult<()> {
        require_rows::<G>(rows, OF_A_GAME)
    }

    fn require_players(&self, players: &[Player]) -> PyResult<()> {
        dealt::<G>(players, Table::facts(self).seats, &Fault::default()).map(drop)
    }

    fn default_opponent(&self) -> &'static str {
        G::default_opponent()
    }

    fn new_play(&self, seed: u64, episode: u64) -> Box<dyn AnyPlay> {
        Box::new(Play::new(Arc::clone(self), Sampled::new(seed, episode)))
    }

    fn opening_node(&self, outcomes: &[usize]) -> PyResult<Node> {
        let asked = next_event(outcomes, |chance| self.new_initial_state(chance)).map_err(value_error)?;
        let play = |state| Play::from_position(Arc::clone(self), state, Sampled::new(0, 0));
        Ok(Node::of(&**self, asked, play))
    }

    fn play_from_position(&self, line: &str, seed: u64) -> PyResult<Box<dyn AnyPlay>> {
        let state = self.parse_position(line).map_err(value_error)?;
        Ok(Box::new(Play::from_position(Arc::clone(self), state, Sampled::for_copy(seed))))
    }

    fn restored_play(&self, text: &str) -> PyResult<Box<dyn AnyPlay>> {
        Ok(Box::new(Play::restored(Arc::clone(self), text).map_err(value_error)?))
    }

    fn all_seats(&self, rows: usize, options: VecOptions) -> PyResult<Box<dyn Rows>> {
        require_rows::<G>(rows, OF_A_ROW)?;
        Ok(Box::new(VecEnv::all_seats(Arc::clone(self), rows, options).map_err(value_error)?))
    }

    fn against(
        &self,
        rows: usize,
        learner: LearnerSeat,
        opponents: &[Player],
        fault: &Fault,
        options: VecOptions,
    ) -> PyResult<Box<dyn Rows>> {
        let others = Table::facts(self).seats - 1;
        require_rows::<G>(rows, OF_A_ROW)?;
        // Who cannot sit down is told before the threads are made.
        dealt::<G>(opponents, others, fault)?;
        let players = || Ok(dealt::<G>(opponents, others, fault).unwrap_or_default());
        let rows: Result<_, roadside_env::vec_env::VecEnvError> =
            VecEnv::learner(Arc::clone(self), rows, learner, players, options);
        Ok(Box::new(rows.map_err(value_error)?))
    }

    fn simulate(
        &self,
        players: &[Player],
        fault: &Fault,
        options: &Options,
        stop: &Stop,
    ) -> Result<Report, SimulateError> {
        let lineup = || match dealt::<G>(players, Table::facts(self).seats, fault) {
            Ok(players) => Ok(Lineup::from_players(players)),
            Err(_) => Err(LineupError::Empty),
        };
        simulate_with(&**self, lineup, options, &|_| {}, stop)
    }
}
