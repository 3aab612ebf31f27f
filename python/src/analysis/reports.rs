//! What single decisions are worth.

use pyo3::prelude::*;
use roadside_agents::analysis::review::{Judge, ReviewOptions};
use roadside_env::games::AnyGame;
use roadside_env::{Replay, Settings, Stream, with_game};

use super::solution::{read_state, text};
use super::{heard, told};
use crate::argument;
use crate::error::value_error;
use crate::table;

/// See `roadside.analysis.review`.
#[pyfunction]
#[pyo3(name = "_review", signature = (replay, seat, by, seed=None, threads=None))]
pub fn review<'py>(
    py: Python<'py>,
    replay: &Bound<'py, PyAny>,
    seat: &Bound<'py, PyAny>,
    by: &Bound<'py, PyAny>,
    seed: Option<&Bound<'py, PyAny>>,
    threads: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let refuse = |error: &dyn std::fmt::Display| value_error(format!("replay: {error}"));
    let replay = text("replay", replay, "the text of a replay, or its path")?;
    let replay: Replay = replay.parse().map_err(|error| refuse(&error))?;
    let usual = AnyGame::load(&replay.game, &Settings::default()).map_err(|error| refuse(&error))?;
    with_game!(&usual, game => replay.require_rules(game)).map_err(|error| refuse(&error))?;
    let table = table::load(&replay.game, &replay.settings).map_err(|error| refuse(&error))?;
    let seat = argument::seat("seat", seat, table.facts().seats)?;
    let by = text("by", by, "\"solver\", \"search:N\" or \"playouts:N@PLAYER\"")?;
    let judge: Judge = by.parse().map_err(|error| value_error(format!("by: {error}")))?;
    let (seed, threads) = (argument::seed_or_0(seed)?, argument::threads(threads)?);
    let options = ReviewOptions { seat, judge, seed, threads };
    let report = heard(py, |stop| {
        let report = table.review(&replay, &options, stop);
        report.map_err(|error| error.to_string().replace("--by ", "by="))
    })?;
    told(py, &report)
}

/// See `roadside.analysis.search`.
#[pyfunction]
#[pyo3(name = "_search", signature = (state, name, seed=None))]
pub fn search<'py>(
    py: Python<'py>,
    state: &Bound<'py, PyAny>,
    name: &Bound<'py, PyAny>,
    seed: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let state = read_state(state)?;
    let name = text("name", name, "the name of a search, such as \"search:1000@root=puct\"")?;
    let seed = argument::seed_or_0(seed)?;
    let play = state.play();
    let report = heard(py, |stop| play.search(&name, &mut Stream::for_agent(seed), stop))?;
    told(py, &report)
}
