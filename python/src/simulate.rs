//! Many games between players.

use pyo3::prelude::*;
use pythonize::pythonize;
use roadside_agents::Options;
use roadside_env::Stop;

use crate::argument::{self, whole_or_none};
use crate::error::value_error;
use crate::game::Game;
use crate::player::{Fault, Player};
use crate::signals::interruptible;

/// Plays games between players, who are dealt to the seats in turn, and sums them up: a dictionary with the means and
/// standard errors, as `roadside simulate --json` prints it, without the times.
///
/// A player is a name, an `Agent`, or a function of (observation, mask, info) that returns an action; `info` holds
/// `game`, `seat` and `random`, a random number below 2**63 of the seat's own stream. Game i of a seed is always the same,
/// whatever the number of threads (1 to 1024, None: one per core) and of games side by side on each (`rows`, 1 to
/// 65536); functions that keep no state keep that true.
///
/// Raises ValueError for players or numbers that are refused, what a function raised, and KeyboardInterrupt soon
/// after Ctrl-C.
#[pyfunction]
#[pyo3(signature = (game, agents, *, games=None, seed=None, threads=None, rows=None))]
pub fn simulate<'py>(
    py: Python<'py>,
    game: &Bound<'py, PyAny>,
    agents: &Bound<'py, PyAny>,
    games: Option<&Bound<'py, PyAny>>,
    seed: Option<&Bound<'py, PyAny>>,
    threads: Option<&Bound<'py, PyAny>>,
    rows: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let game = Game::read("game", game)?;
    let players = Player::read_all("agents", agents)?;
    let options = Options {
        games: argument::games(games, 1, u64::MAX)?,
        seed: argument::seed_or_0(seed)?,
        threads: argument::threads(threads)?,
        rows: whole_or_none("rows", rows, 1, Options::MAX_ROWS as u64)?.unwrap_or(1) as usize,
    };
    game.table().require_players(&players)?;
    let at_once = options.rows.saturating_mul(options.threads.unwrap_or(1)).min(Options::MAX_SIDE_BY_SIDE);
    game.table().require_room(at_once.min(options.games.try_into().unwrap_or(usize::MAX)))?;
    let (fault, stop) = (Fault::default(), Stop::default());
    let play = || game.table().simulate(&players, &fault, &options, &stop);
    let report = interruptible(py, play, || stop.now())?.map_err(|error| fault.or(value_error(error)))?;
    let mut told = report.to_json(0.0);
    if let Some(told) = told.as_object_mut() {
        told.retain(|key, _| key != "seconds" && key != "steps_per_second");
    }
    Ok(pythonize(py, &told)?)
}
