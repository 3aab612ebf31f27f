//! When to stop: the next flip of Zone Stalker, and maps.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use roadside_agents::analysis::stopping::pig::{PigMapOptions, pig_map as draw_pig};
use roadside_agents::analysis::stopping::zone::{ZoneMapOptions, zone_map as draw_zone};
use roadside_agents::analysis::stopping::{AxisRequest, Quantity};
use roadside_agents::zone_stalker::{ByHand, FlipOptions, FlipReport, Foresight, flip_until};
use roadside_env::games::AnyGame;
use roadside_env::games::zone_stalker::{ZoneStalker, ZoneState};
use roadside_env::{Game as _, State as _, Stop, View};
use serde::Deserialize;

use super::equilibrium::real;
use super::solution::{players, read_state, text};
use super::{heard, memory, told};
use crate::argument::{self, whole_or_none};
use crate::error::value_error;
use crate::game::Game;

/// How far is looked.
fn flip_options(
    depth: Option<&Bound<'_, PyAny>>,
    situations: Option<&Bound<'_, PyAny>>,
    injury_cost: Option<&Bound<'_, PyAny>>,
) -> PyResult<FlipOptions> {
    let default = FlipOptions::default();
    let cost = injury_cost.map(|cost| real("injury_cost", cost, "a number from 0 to 1000")).transpose()?;
    let situations = whole_or_none("situations", situations, 1, u64::MAX)?;
    let injury_cost = cost.unwrap_or(default.injury_cost);
    if !(0.0..=1000.0).contains(&injury_cost) {
        let refusal = format!("injury_cost = {injury_cost}: legal is a number from 0 to 1000");
        return Err(PyValueError::new_err(refusal));
    }
    Ok(FlipOptions {
        injury_cost,
        foresight: Foresight {
            depth: whole_or_none("depth", depth, 1, 30)?.unwrap_or(3) as u8,
            situations: situations.unwrap_or(default.foresight.situations),
        },
    })
}

/// The game again, with its type.
fn typed(game: &Game) -> PyResult<AnyGame> {
    let table = game.table();
    AnyGame::load(table.facts().name, &table.settings()).map_err(value_error)
}

const ZONE_ONLY: &str = "there are flips in zone_stalker only";

/// See `roadside.analysis.flip`, for a state.
#[pyfunction]
#[pyo3(name = "_flip_of_state", signature = (state, depth=None, situations=None, injury_cost=None))]
pub fn flip_of_state<'py>(
    py: Python<'py>,
    state: &Bound<'py, PyAny>,
    depth: Option<&Bound<'py, PyAny>>,
    situations: Option<&Bound<'py, PyAny>>,
    injury_cost: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let options = flip_options(depth, situations, injury_cost)?;
    let state = read_state(state)?;
    let play = state.play();
    let line = play.position();
    let report = match AnyGame::load(play.facts().name, &play.settings()).map_err(value_error)? {
        AnyGame::ZoneStalkerForTwo(game) => heard(py, |stop| flip_at(&game, &line, &options, stop)),
        AnyGame::ZoneStalker(game) => heard(py, |stop| flip_at(&game, &line, &options, stop)),
        _ => Err(PyValueError::new_err(format!("state is of {}: {ZONE_ONLY}", play.facts().name))),
    };
    told(py, &report?)
}

fn flip_at<const SEATS: usize>(
    game: &ZoneStalker<SEATS>,
    line: &str,
    options: &FlipOptions,
    stop: &Stop,
) -> Result<FlipReport, String> {
    flip_in(game, &game.parse_position(line).map_err(|error| error.to_string())?, options, stop)
}

fn flip_in<const SEATS: usize>(
    game: &ZoneStalker<SEATS>,
    state: &ZoneState<SEATS>,
    options: &FlipOptions,
    stop: &Stop,
) -> Result<FlipReport, String> {
    let seat = state.current_player().ok_or("state: the game is over, and nobody decides anything")?;
    flip_until(&View::new(game, state, seat), options, stop).map_err(|error| format!("state: {error}"))
}

/// A position as it is told by hand.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, default)]
#[derive(Default)]
struct Told {
    character: Option<String>,
    hand: String,
    discard: String,
    injuries: u8,
    permanent: u8,
    site: Option<String>,
    swag: Option<String>,
    found: String,
    gone: Option<String>,
    left: Option<String>,
    sp: Vec<u32>,
    used: bool,
    flipped: bool,
}

impl From<Told> for ByHand {
    fn from(told: Told) -> Self {
        Self {
            character: told.character,
            hand: told.hand,
            discard: told.discard,
            injuries: told.injuries,
            permanent: told.permanent,
            site: told.site,
            swag: told.swag,
            found: told.found,
            gone: told.gone,
            left: told.left,
            points: told.sp,
            ability_used: told.used,
            flipped: told.flipped,
        }
    }
}

/// See `roadside.analysis.flip`, by hand: `told` is a JSON object of what was given.
#[pyfunction]
#[pyo3(name = "_flip_by_hand", signature = (game, told, depth=None, situations=None, injury_cost=None))]
pub fn flip_by_hand<'py>(
    py: Python<'py>,
    game: &Bound<'py, PyAny>,
    told: &str,
    depth: Option<&Bound<'py, PyAny>>,
    situations: Option<&Bound<'py, PyAny>>,
    injury_cost: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let game = Game::read("game", game)?;
    let options = flip_options(depth, situations, injury_cost)?;
    let by_hand: Told = serde_json::from_str(told).map_err(value_error)?;
    let by_hand = ByHand::from(by_hand);
    let report = match typed(&game)? {
        AnyGame::ZoneStalkerForTwo(game) => heard(py, |stop| flip_told(&game, &by_hand, &options, stop)),
        AnyGame::ZoneStalker(game) => heard(py, |stop| flip_told(&game, &by_hand, &options, stop)),
        _ => Err(PyValueError::new_err(format!("game is {}: {ZONE_ONLY}", game.table().facts().name))),
    };
    super::told(py, &report?)
}

fn flip_told<const SEATS: usize>(
    game: &ZoneStalker<SEATS>,
    by_hand: &ByHand,
    options: &FlipOptions,
    stop: &Stop,
) -> Result<FlipReport, String> {
    flip_in(game, &by_hand.position(game).map_err(|error| error.to_string())?, options, stop)
}

/// See `roadside.analysis.stopping`, for pig.
#[pyfunction]
#[pyo3(name = "_pig_map", signature = (game, at=None, memory=None, threads=None))]
pub fn pig_map<'py>(
    py: Python<'py>,
    game: &Bound<'py, PyAny>,
    at: Option<&Bound<'py, PyAny>>,
    memory: Option<&Bound<'py, PyAny>>,
    threads: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let game = Game::read("game", game)?;
    let AnyGame::Pig(pig) = typed(&game)? else {
        return Err(PyValueError::new_err("game: this map is of pig"));
    };
    let sections = at.map(|at| numbers("at", at, 0, 9_999)).transpose()?.unwrap_or_default();
    let options = PigMapOptions {
        sections: sections.into_iter().map(|points| points as u16).collect(),
        memory: Some(self::memory(memory)?),
        threads: argument::threads(threads)?,
    };
    let map = heard(py, |stop| draw_pig(&pig, &options, &|_| {}, stop))?;
    told(py, &map)
}

/// Whole numbers in a list.
fn numbers(name: &str, value: &Bound<'_, PyAny>, least: u64, most: u64) -> PyResult<Vec<u64>> {
    let items = argument::items(name, value, argument::NAMES, "a list of whole numbers")?;
    items
        .iter()
        .enumerate()
        .map(|(place, item)| argument::whole(&format!("{name}[{place}]"), item, least, most))
        .collect()
}

/// The axes of a map: what was asked for, and the usual ones where that leaves room.
fn axes(x: Option<&str>, y: Option<&str>, seats: usize) -> PyResult<[AxisRequest; 2]> {
    let read = |name: &str, axis: Option<&str>| {
        let read = axis.map(str::parse::<AxisRequest>).transpose();
        read.map_err(|error| value_error(format!("{name}: {error}")))
    };
    let (usual_x, usual_y) =
        if seats == 1 { (Quantity::Hand, Quantity::Score) } else { (Quantity::Quiet, Quantity::Lead) };
    let instead = |taken: &AxisRequest, usual: Quantity, other: Quantity| {
        AxisRequest::of(if taken.name == usual.name() { other } else { usual })
    };
    Ok(match (read("x", x)?, read("y", y)?) {
        (Some(x), Some(y)) => [x, y],
        (Some(x), None) => {
            let y = instead(&x, usual_y, usual_x);
            [x, y]
        }
        (None, Some(y)) => [instead(&y, usual_x, usual_y), y],
        (None, None) => [AxisRequest::of(usual_x), AxisRequest::of(usual_y)],
    })
}

/// See `roadside.analysis.stopping`, for zone_stalker. `set` is a list of names with numbers.
#[pyfunction]
#[pyo3(name = "_zone_map", signature = (game, x=None, y=None, set=Vec::new(), position=None, flipped=None, agents=None, samples=None, rounds=None, seed=None, threads=None))]
#[expect(clippy::too_many_arguments, reason = "what can be asked for")]
pub fn zone_map<'py>(
    py: Python<'py>,
    game: &Bound<'py, PyAny>,
    x: Option<&str>,
    y: Option<&str>,
    set: Vec<(String, i32)>,
    position: Option<&Bound<'py, PyAny>>,
    flipped: Option<bool>,
    agents: Option<&Bound<'py, PyAny>>,
    samples: Option<&Bound<'py, PyAny>>,
    rounds: Option<&Bound<'py, PyAny>>,
    seed: Option<&Bound<'py, PyAny>>,
    threads: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let game = Game::read("game", game)?;
    let [x, y] = axes(x, y, game.table().facts().seats)?;
    let default = ZoneMapOptions::default();
    let agents = players("agents", agents)?;
    let rounds = rounds.map(|rounds| numbers("rounds", rounds, 1, 10)).transpose()?.unwrap_or_default();
    let what = "a line as State.position() writes it";
    let samples = whole_or_none("samples", samples, 2, ZoneMapOptions::MAX_SAMPLES)?;
    let options = ZoneMapOptions {
        x,
        y,
        position: position.map(|position| text("position", position, what)).transpose()?,
        set,
        flipped,
        players: if agents.is_empty() { default.players } else { agents },
        samples: samples.unwrap_or(default.samples),
        seed: argument::seed_or_0(seed)?,
        threads: argument::threads(threads)?,
        rounds: rounds.into_iter().map(|rounds| rounds as u8).collect(),
    };
    let map = match typed(&game)? {
        AnyGame::ZoneStalkerForTwo(game) => heard(py, |stop| draw_zone(&game, &options, &|_| {}, stop)),
        AnyGame::ZoneStalker(game) => heard(py, |stop| draw_zone(&game, &options, &|_| {}, stop)),
        _ => Err(PyValueError::new_err("game: maps of stopping are drawn for pig and zone_stalker")),
    };
    told(py, &map?)
}
