//! Who plays a seat: a player by name, or a function of Python.

use std::sync::{Arc, Mutex, PoisonError};

use numpy::PyArray1;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::gc::{PyTraverseError, PyVisit};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};
use roadside_agents::{LineupError, Playable, make};
use roadside_env::{Action, Agent, Game, Stream, View};

use crate::argument::{self, shown, type_name};
use crate::error::value_error;

/// What no game has an action for: the answer of a function that failed.
const FAILED: Action = Action(u16::MAX);

/// A player, before it is known for which game.
#[derive(Clone)]
pub enum Player {
    /// By its name.
    Named(String),
    /// A function of (observation, mask, info).
    Function(Arc<Function>),
}

/// A function of Python that plays.
pub struct Function {
    call: Py<PyAny>,
    name: String,
}

/// The first exception that a function raised.
#[derive(Clone, Default)]
pub struct Fault(Arc<Mutex<Option<PyErr>>>);

impl Fault {
    fn keep(&self, error: PyErr) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
    }

    fn is_kept(&self) -> bool {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).is_some()
    }

    /// What a function raised, or else `error`: it is what followed from it.
    pub fn or(&self, error: PyErr) -> PyErr {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).take().unwrap_or(error)
    }
}

impl Player {
    /// The player that `value` stands for: a name, an `Agent` or a function.
    pub fn read(name: &str, value: &Bound<'_, PyAny>) -> PyResult<Self> {
        if let Ok(text) = value.cast::<PyString>() {
            return Ok(Self::Named(argument::text(name, text)?.to_owned()));
        }
        if let Ok(agent) = value.cast::<crate::agent::Agent>() {
            return Ok(Self::Named(agent.try_borrow()?.name().to_owned()));
        }
        if value.is_callable() {
            let called = value.getattr("__name__").and_then(|name| name.extract());
            let name = called.unwrap_or_else(|_| type_name(value));
            return Ok(Self::Function(Arc::new(Function { call: value.clone().unbind(), name })));
        }
        Err(PyTypeError::new_err(format!(
            "{name} = {} is of type {}: a player is a name such as \"random\", an Agent, or a function of \
             (observation, mask, info)",
            shown(value),
            type_name(value)
        )))
    }

    /// The players of a list, or a single one.
    pub fn read_all(name: &str, value: &Bound<'_, PyAny>) -> PyResult<Vec<Self>> {
        if value.cast::<PyString>().is_ok()
            || value.is_callable()
            || value.cast::<crate::agent::Agent>().is_ok()
        {
            return Ok(vec![Self::read(name, value)?]);
        }
        let players = argument::items(name, value, argument::NAMES, "a player or a list of players")?;
        players.iter().map(|player| Self::read(name, player)).collect()
    }

    /// Shows the collector of garbage what it holds.
    pub fn traverse(&self, visit: &PyVisit<'_>) -> Result<(), PyTraverseError> {
        match self {
            Self::Named(_) => Ok(()),
            Self::Function(function) => visit.call(&function.call),
        }
    }

    /// Its name, as it is told.
    pub fn name(&self) -> &str {
        match self {
            Self::Named(name) => name,
            Self::Function(function) => &function.name,
        }
    }

    /// The player at a table of `G`.
    pub fn seated<G: Playable>(&self, fault: &Fault) -> PyResult<Box<dyn Agent<G>>> {
        match self {
            Self::Named(name) => make::<G>(name).map_err(value_error),
            Self::Function(function) => {
                Ok(Box::new(Caller { function: Arc::clone(function), fault: fault.clone() }))
            }
        }
    }
}

impl<'py> IntoPyObject<'py> for &Player {
    type Target = PyAny;
    type Output = Bound<'py, PyAny>;
    type Error = PyErr;

    fn into_pyobject(self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        match self {
            Player::Named(name) => Ok(PyString::new(py, name).into_any()),
            Player::Function(function) => Ok(function.call.bind(py).clone()),
        }
    }
}

/// The players of `players` dealt to `seats` seats in turn; none are needed for no seats.
pub fn dealt<G: Playable>(
    players: &[Player],
    seats: usize,
    fault: &Fault,
) -> PyResult<Vec<Box<dyn Agent<G>>>> {
    if players.is_empty() && seats > 0 {
        return Err(value_error(LineupError::Empty));
    }
    if players.len() > seats {
        return Err(value_error(LineupError::TooMany { given: players.len(), seats }));
    }
    players.iter().cycle().take(seats).map(|player| player.seated(fault)).collect()
}

/// A function at a table.
struct Caller {
    function: Arc<Function>,
    fault: Fault,
}

impl Caller {
    fn ask<G: Game>(&self, py: Python<'_>, view: &View<'_, G>, rng: &mut Stream) -> PyResult<Action> {
        let mut mask = vec![false; view.game().facts().actions];
        view.write_mask(&mut mask);
        let info = PyDict::new(py);
        info.set_item("game", G::NAME)?;
        info.set_item("seat", view.seat())?;
        info.set_item("random", rng.word() >> 1)?; // to fit int64
        let seen = PyArray1::from_vec(py, view.observation());
        let answer = self.function.call.bind(py).call1((seen, PyArray1::from_vec(py, mask), info))?;
        argument::action(&answer, view.game().facts().actions)
            .map_err(|error| with_context(py, &error, &format!("player {} answered", self.function.name)))
    }
}

/// The exception with words before its text.
fn with_context(py: Python<'_>, error: &PyErr, words: &str) -> PyErr {
    let text = format!("{words} {}", error.value(py));
    if error.is_instance_of::<PyTypeError>(py) {
        PyTypeError::new_err(text)
    } else {
        PyValueError::new_err(text)
    }
}

impl<G: Game> Agent<G> for Caller {
    fn name(&self) -> String {
        self.function.name.clone()
    }

    fn act(&mut self, view: &View<'_, G>, rng: &mut Stream) -> Action {
        if self.fault.is_kept() {
            return FAILED; // what is left of the call is of no use
        }
        Python::attach(|py| self.ask(py, view, rng)).unwrap_or_else(|error| {
            self.fault.keep(error);
            FAILED
        })
    }
}
