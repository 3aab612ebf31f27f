//! Many games: between several players, and under several rules.

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyString;
use roadside_agents::analysis::rules::RulesOptions;

use super::solution::{players, text};
use super::{MatchOptions, heard, told};
use crate::argument::{self, shown, type_name, whole_or_none};
use crate::error::value_error;
use crate::game::Game;

/// See `roadside.analysis.rules`.
#[pyfunction]
#[pyo3(name = "_rules", signature = (game, vary, values, games=None, seed=None, threads=None, strong=None, weak=None, candidates=None))]
#[expect(clippy::too_many_arguments, reason = "what can be asked for")]
pub fn rules<'py>(
    py: Python<'py>,
    game: &Bound<'py, PyAny>,
    vary: &Bound<'py, PyAny>,
    values: &Bound<'py, PyAny>,
    games: Option<&Bound<'py, PyAny>>,
    seed: Option<&Bound<'py, PyAny>>,
    threads: Option<&Bound<'py, PyAny>>,
    strong: Option<&Bound<'py, PyAny>>,
    weak: Option<&Bound<'py, PyAny>>,
    candidates: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let game = Game::read("game", game)?;
    let (least, most) = (RulesOptions::MIN_GAMES, RulesOptions::MAX_GAMES);
    let player = |name, value: Option<&Bound<'py, PyAny>>| {
        value.map(|value| super::solution::player(name, value)).transpose()
    };
    let options = RulesOptions {
        vary: text("vary", vary, "the name of a setting")?,
        values: settings(values)?,
        games: argument::games(games, least, most)?,
        seed: argument::seed_or_0(seed)?,
        threads: argument::threads(threads)?,
        strong: player("strong", strong)?,
        weak: player("weak", weak)?,
        candidates: candidates.map(|candidates| players("candidates", Some(candidates))).transpose()?,
    };
    let report = heard(py, |stop| game.table().vary(&options, stop))?;
    told(py, &report)
}

/// Values of a setting, as text.
fn settings(values: &Bound<'_, PyAny>) -> PyResult<Vec<String>> {
    const WHAT: &str = "a list of whole numbers or words";
    let items = if values.cast::<PyString>().is_ok() {
        return Err(PyTypeError::new_err(format!("values = {} is no list: give {WHAT}", shown(values))));
    } else {
        argument::items("values", values, RulesOptions::MAX_VALUES, WHAT)?
    };
    let value = |(place, item): (usize, &Bound<'_, PyAny>)| {
        if let Ok(number) = item.extract::<i64>() {
            return Ok(number.to_string());
        }
        let Ok(word) = item.cast::<PyString>() else {
            let (shown, kind) = (shown(item), type_name(item));
            return Err(PyTypeError::new_err(format!(
                "values[{place}] = {shown} is of type {kind}: give {WHAT}"
            )));
        };
        argument::text("values", word).map(str::to_owned)
    };
    items.iter().enumerate().map(value).collect()
}

/// See `roadside.analysis.arena`.
#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "what can be asked for")]
#[pyo3(name = "_arena", signature = (game, agents, games=None, seed=None, threads=None, luck_paths=None, gauntlet=false))]
pub fn arena<'py>(
    py: Python<'py>,
    game: &Bound<'py, PyAny>,
    agents: &Bound<'py, PyAny>,
    games: Option<&Bound<'py, PyAny>>,
    seed: Option<&Bound<'py, PyAny>>,
    threads: Option<&Bound<'py, PyAny>>,
    luck_paths: Option<&Bound<'py, PyAny>>,
    gauntlet: bool,
) -> PyResult<Bound<'py, PyAny>> {
    let game = Game::read("game", game)?;
    let names = players("agents", Some(agents))?;
    let paths = whole_or_none("luck_paths", luck_paths, 0, MatchOptions::MAX_LUCK_PATHS as u64)?;
    let default = MatchOptions::default();
    let options = MatchOptions {
        games: argument::games(games, 1, MatchOptions::MAX_GAMES)?,
        seed: argument::seed_or_0(seed)?,
        threads: argument::threads(threads)?,
        luck_paths: paths.map_or(default.luck_paths, |paths| paths as usize),
        gauntlet,
        ..default
    };
    let report = heard(py, |stop| game.table().arena(&names, &options, stop))?;
    told(py, &serde_json::to_value(&report).map_err(value_error)?)
}
