//! A configured game.

use std::sync::Arc;

use numpy::PyArray1;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};
use pythonize::pythonize;
use roadside_env::games::AnyGame;
use roadside_env::{Action, Settings};

use crate::argument::{self, shown, type_name};
use crate::spec::Slice;
use crate::state::State;
use crate::table::{self, Table};

/// A configured game, made by `load_game`. It never changes, and equal settings make equal games.
#[pyclass(module = "roadside._native", frozen, eq, hash)]
#[derive(Clone)]
pub struct Game {
    table: Arc<dyn Table>,
}

impl Game {
    pub fn table(&self) -> &Arc<dyn Table> {
        &self.table
    }

    /// The game that `value` is, or is the name of.
    pub fn read(name: &str, value: &Bound<'_, PyAny>) -> PyResult<Self> {
        if let Ok(game) = value.cast::<Self>() {
            return Ok(game.get().clone());
        }
        if let Ok(text) = value.cast::<PyString>() {
            return Ok(Self { table: table::load(argument::text(name, text)?, &Settings::default())? });
        }
        Err(PyTypeError::new_err(format!(
            "{name} = {} is of type {}: give a Game or the name of one",
            shown(value),
            type_name(value)
        )))
    }

    /// Its name and settings, which make it what it is.
    fn identity(&self) -> (&'static str, String) {
        let settings = serde_json::to_string(&self.table.settings());
        (self.table.facts().name, settings.expect("settings are JSON"))
    }
}

impl PartialEq for Game {
    fn eq(&self, other: &Self) -> bool {
        self.identity() == other.identity()
    }
}

impl std::hash::Hash for Game {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.identity().hash(state);
    }
}

#[pymethods]
impl Game {
    /// The game's name.
    #[getter]
    fn name(&self) -> &'static str {
        self.table.facts().name
    }

    /// The settings in full, defaults written out: `load_game(game.name, **game.settings) == game`.
    #[getter]
    fn settings<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        Ok(pythonize(py, &self.table.settings())?)
    }

    /// What holds for every play: `rules_version`, `seats`, `hidden_information`, `simultaneous`, `perfect_recall`,
    /// `utility` and so on.
    #[getter]
    fn facts<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        Ok(pythonize(py, self.table.facts())?)
    }

    /// The players that the game has, each a dictionary with `usage`, `meaning` and `parameters`.
    #[getter]
    fn agents<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        Ok(pythonize(py, &self.table.players())?)
    }

    /// The player that the other seats have where no other is named.
    #[getter]
    fn default_opponent(&self) -> &'static str {
        self.table.default_opponent()
    }

    /// The labels of the actions, in order.
    #[getter]
    fn action_labels(&self) -> Vec<String> {
        self.table.action_labels().to_vec()
    }

    /// What the numbers of an observation mean, slice by slice.
    #[getter]
    fn observation_spec(&self) -> Vec<Slice> {
        self.table.observation_spec().slices().iter().map(Slice::from).collect()
    }

    /// What each number of an observation is: its slice, and its label or number in it, such as "decks:Zone".
    #[getter]
    fn observation_labels(&self) -> Vec<String> {
        let slices = self.table.observation_spec().slices().iter();
        let label = |slice: &roadside_env::Slice, place: usize| match slice.labels.get(place) {
            Some(label) => format!("{}:{label}", slice.name),
            None if slice.len == 1 => slice.name.clone(),
            None => format!("{}:{place}", slice.name),
        };
        slices.flat_map(|slice| (0..slice.len).map(move |place| label(slice, place))).collect()
    }

    /// A bound on each number of an observation in float32; the least is 0. Shape `observation_tensor_shape()`.
    #[getter]
    fn observation_bounds<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f32>> {
        let slices = self.table.observation_spec().slices().iter();
        PyArray1::from_iter(
            py,
            slices.flat_map(|slice| std::iter::repeat_n(slice.max(), slice.len)).collect::<Vec<_>>(),
        )
    }

    /// How many seats play.
    fn num_players(&self) -> usize {
        self.table.facts().seats
    }

    /// The length of the action list.
    fn num_distinct_actions(&self) -> usize {
        self.table.facts().actions
    }

    /// The shape of an observation, `[n]`.
    fn observation_tensor_shape(&self) -> [usize; 1] {
        [self.table.facts().observation_len]
    }

    /// The least that a seat can get.
    fn min_utility(&self) -> f64 {
        self.table.facts().min_utility
    }

    /// The most that a seat can get.
    fn max_utility(&self) -> f64 {
        self.table.facts().max_utility
    }

    /// No play has more decisions than this; None where there is no such bound.
    fn max_game_length(&self) -> Option<u32> {
        self.table.facts().max_game_length
    }

    /// A new play at its first decision. `seed` and `episode` (each 0 to 2**64 - 1) fix all its chance; the episodes of a
    /// seed are those that environments play one after the other.
    ///
    /// Raises ValueError or TypeError for another seed or episode.
    #[pyo3(signature = (seed, *, episode=None))]
    fn new_initial_state(
        &self,
        seed: &Bound<'_, PyAny>,
        episode: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<State> {
        let episode = argument::whole_or_none("episode", episode, 0, u64::MAX)?;
        Ok(State::new(self.table.new_play(argument::seed(seed)?, episode.unwrap_or(0))))
    }

    /// The node of a tree with explicit chance that `outcomes` of the set-up, item by item, lead to: a `State` at the first
    /// decision, or while chance is to decide a list of (item, probability, label), at least two, of which one is to be
    /// put behind `outcomes` in the next call.
    ///
    /// Raises ValueError for outcomes that cannot be.
    #[pyo3(name = "_opening_node")]
    fn opening_node<'py>(
        &self,
        py: Python<'py>,
        outcomes: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        self.table.opening_node(&argument::outcomes(outcomes)?)?.into_python(py)
    }

    /// A play that goes on from a position line, as `State.position()` writes it.
    ///
    /// Raises ValueError for a line that cannot be read, or a position that cannot be.
    #[pyo3(signature = (line, seed))]
    fn state_from_position(&self, line: &str, seed: &Bound<'_, PyAny>) -> PyResult<State> {
        Ok(State::new(self.table.play_from_position(line, argument::seed(seed)?)?))
    }

    /// The label of `action`.
    ///
    /// Raises ValueError or TypeError for anything but an action of the list.
    fn action_to_string(&self, action: &Bound<'_, PyAny>) -> PyResult<&str> {
        let labels = self.table.action_labels();
        Ok(&labels[argument::action(action, labels.len())?.index()])
    }

    /// The action with this label.
    ///
    /// Raises ValueError for a label that the game does not have.
    fn string_to_action(&self, label: &str) -> PyResult<u16> {
        let found = self.table.action_from_string(label);
        found.map(|Action(action)| action).ok_or_else(|| {
            let labels = self.table.action_labels();
            PyValueError::new_err(format!(
                "label = \"{label}\": {} has no such action{}",
                self.table.facts().name,
                roadside_env::nearest(label, labels)
            ))
        })
    }

    fn __repr__(&self) -> String {
        let (name, settings) = self.identity();
        format!("<Game {name} {settings}>")
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (&'static str, String))> {
        Ok((py.import("roadside._native")?.getattr("game_from_json")?, self.identity()))
    }
}

/// The game called `name`, with settings by keyword; those that are not given take their defaults.
///
/// Raises ValueError for an unknown name or setting, naming what is legal, and TypeError for a value of a wrong type.
#[pyfunction]
#[pyo3(signature = (name, **config))]
pub fn load_game(name: &str, config: Option<&Bound<'_, PyDict>>) -> PyResult<Game> {
    Ok(Game { table: table::load(name, &argument::settings(config)?)? })
}

/// The game with settings written as JSON, as pickles hold it.
#[pyfunction]
pub fn game_from_json(name: &str, settings: &str) -> PyResult<Game> {
    let settings: Settings = serde_json::from_str(settings)
        .map_err(|error| PyValueError::new_err(format!("settings: {error}")))?;
    Ok(Game { table: table::load(name, &settings)? })
}

/// The names of all games.
#[pyfunction]
pub fn game_names() -> Vec<&'static str> {
    AnyGame::names()
}
