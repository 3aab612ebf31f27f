//! Equilibria of small games with hidden information.

use std::sync::Arc;

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use roadside_agents::Playable;
use roadside_agents::equilibrium::{self, Asking, EquilibriumOptions, Gain, NashConv, Sampling, TreeOptions};
use roadside_env::{Play, Sampled};
use serde_json::{Value, json};

use super::solution::{objective, player, read_state};
use super::{heard, memory, told};
use crate::argument::{self, shown, type_name, whole_or_none};
use crate::game::Game;
use crate::play::AnyPlay;

/// An equilibrium of whatever game.
pub trait AnyEquilibrium: Send + Sync {
    /// What each seat gets: at least, as both play, at most.
    fn bounds(&self) -> [[f64; 3]; 2];
    fn nash_conv(&self) -> f64;
    fn iterations(&self) -> u64;
    fn converged(&self) -> bool;
    fn information_sets(&self) -> [u64; 2];
    /// What the seat to act does, by label; `None` for what no play shows.
    fn policy(&self, play: &dyn AnyPlay) -> PyResult<Option<Vec<(String, f64)>>>;
}

impl<G: Playable> AnyEquilibrium for (Arc<G>, equilibrium::Equilibrium<G>) {
    fn bounds(&self) -> [[f64; 3]; 2] {
        [0, 1].map(|seat| [self.1.lower(seat), self.1.value(seat), self.1.upper(seat)])
    }

    fn nash_conv(&self) -> f64 {
        self.1.nash_conv()
    }

    fn iterations(&self) -> u64 {
        self.1.iterations()
    }

    fn converged(&self) -> bool {
        self.1.converged()
    }

    fn information_sets(&self) -> [u64; 2] {
        [0, 1].map(|seat| self.1.tree().information_sets(seat))
    }

    fn policy(&self, play: &dyn AnyPlay) -> PyResult<Option<Vec<(String, f64)>>> {
        let same = play.as_any().downcast_ref::<Play<G, Sampled>>();
        let same = same.filter(|play| play.game().settings() == self.0.settings()).ok_or_else(|| {
            let other = play.facts().name;
            PyValueError::new_err(format!(
                "state is of another game than the equilibrium: {other}, {}",
                G::NAME
            ))
        })?;
        let Some(view) = same.view_to_act() else { return Ok(None) };
        let label = |action| self.0.action_to_string(action).to_owned();
        Ok(self
            .1
            .policy(&view)
            .map(|policy| policy.into_iter().map(|(action, share)| (label(action), share)).collect()))
    }
}

/// Strategies of two seats from which neither gains much by leaving. Made by `roadside.analysis.equilibrium`.
#[pyclass(module = "roadside._native", frozen)]
pub struct Equilibrium {
    game: Game,
    found: Box<dyn AnyEquilibrium>,
}

#[pymethods]
impl Equilibrium {
    /// The game.
    #[getter]
    fn game(&self) -> Game {
        self.game.clone()
    }

    /// What seat 0 gets when both play so, before any chance.
    #[getter]
    fn value(&self) -> f64 {
        self.found.bounds()[0][1]
    }

    /// The same for each seat.
    #[getter]
    fn values(&self) -> [f64; 2] {
        self.found.bounds().map(|[_, value, _]| value)
    }

    /// What each seat gets at least, whatever the other does: the value of the game is no lower.
    #[getter]
    fn lower(&self) -> [f64; 2] {
        self.found.bounds().map(|[lower, _, _]| lower)
    }

    /// What each seat gets at most: the value of the game is no higher.
    #[getter]
    fn upper(&self) -> [f64; 2] {
        self.found.bounds().map(|[_, _, upper]| upper)
    }

    /// What the seats could still gain, each by itself, at least 0.
    #[getter]
    fn nash_conv(&self) -> f64 {
        self.found.nash_conv()
    }

    /// How often the strategies were improved.
    #[getter]
    fn iterations(&self) -> u64 {
        self.found.iterations()
    }

    /// Whether `nash_conv` is within the tolerance.
    #[getter]
    fn converged(&self) -> bool {
        self.found.converged()
    }

    /// The information sets of each seat.
    #[getter]
    fn information_sets(&self) -> [u64; 2] {
        self.found.information_sets()
    }

    /// What the seat to act does in `state`, as far as it sees it: the probability of each legal action by label. None
    /// when the game is over.
    ///
    /// Raises ValueError for a state of another game.
    fn policy<'py>(
        &self,
        py: Python<'py>,
        state: &Bound<'py, PyAny>,
    ) -> PyResult<Option<Bound<'py, PyDict>>> {
        let state = read_state(state)?;
        let Some(policy) = self.found.policy(state.play())? else { return Ok(None) };
        let told = PyDict::new(py);
        for (label, share) in policy {
            told.set_item(label, share)?;
        }
        Ok(Some(told))
    }

    fn __repr__(&self) -> String {
        let ([[lower, _, upper], _], name) = (self.found.bounds(), self.game.table().facts().name);
        format!("<Equilibrium of {name}: seat 0 gets {lower:.9} to {upper:.9}>")
    }
}

/// A number above 0.
fn positive(name: &str, value: Option<&Bound<'_, PyAny>>, default: f64) -> PyResult<f64> {
    let Some(value) = value else { return Ok(default) };
    let number = real(name, value, "a number above 0")?;
    if number > 0.0 && number.is_finite() {
        return Ok(number);
    }
    Err(PyValueError::new_err(format!("{name} = {}: legal is a number above 0", shown(value))))
}

/// A number.
pub fn real(name: &str, value: &Bound<'_, PyAny>, legal: &str) -> PyResult<f64> {
    value.extract::<f64>().map_err(|error| {
        if error.is_instance_of::<PyTypeError>(value.py()) {
            let (shown, kind) = (shown(value), type_name(value));
            PyTypeError::new_err(format!("{name} = {shown} is of type {kind}: legal is {legal}"))
        } else {
            PyValueError::new_err(format!("{name}: legal is {legal}, not {error}"))
        }
    })
}

/// See `roadside.analysis.equilibrium`.
#[pyfunction]
#[pyo3(name = "_equilibrium", signature = (game, objective=None, tolerance=None, iterations=None, memory=None))]
pub fn find_equilibrium(
    py: Python<'_>,
    game: &Bound<'_, PyAny>,
    objective: Option<&Bound<'_, PyAny>>,
    tolerance: Option<&Bound<'_, PyAny>>,
    iterations: Option<&Bound<'_, PyAny>>,
    memory: Option<&Bound<'_, PyAny>>,
) -> PyResult<Equilibrium> {
    let game = Game::read("game", game)?;
    let objective = self::objective(objective)?;
    let default = EquilibriumOptions::default();
    let options = EquilibriumOptions {
        tree: TreeOptions { memory: self::memory(memory)? as u64, ..TreeOptions::default() },
        tolerance: positive("tolerance", tolerance, default.tolerance)?,
        iterations: whole_or_none("iterations", iterations, 1, u64::MAX)?.unwrap_or(default.iterations),
    };
    let found = heard(py, |stop| {
        let found = game.table().equilibrium(objective, &options, stop);
        found.map_err(|error| match error {
            equilibrium::EquilibriumError::TooLarge { .. } => format!("{error}: memory takes MiB"),
            error => error.to_string().replace("`roadside solve`", "roadside.analysis.solve"),
        })
    })?;
    Ok(Equilibrium { game, found })
}

/// See `roadside.analysis.nash_conv`.
#[pyfunction]
#[pyo3(name = "_nash_conv", signature = (game, agent, samples=None, seed=None))]
pub fn nash_conv<'py>(
    py: Python<'py>,
    game: &Bound<'py, PyAny>,
    agent: &Bound<'py, PyAny>,
    samples: Option<&Bound<'py, PyAny>>,
    seed: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let game = Game::read("game", game)?;
    let name = player("agent", agent)?;
    let asking = Asking {
        asks: whole_or_none("samples", samples, 1, 1_000_000)?.unwrap_or(1000) as u32,
        seed: argument::seed_or_0(seed)?,
        ..Asking::default()
    };
    let found = heard(py, |stop| game.table().nash_conv(&name, &asking, stop))?;
    told(py, &in_words(&found))
}

fn in_words(found: &NashConv) -> Value {
    let seat =
        |&Gain { value, best_response }: &Gain| json!({ "value": value, "best_response": best_response });
    let sampling = found.sampling.map(|Sampling { stderr, bias }| json!({ "stderr": stderr, "bias": bias }));
    json!({
        "nash_conv": found.value,
        "exact": found.sampling.is_none(),
        "stderr": sampling.as_ref().map(|told| told["stderr"].clone()),
        "bias": sampling.as_ref().map(|told| told["bias"].clone()),
        "views": found.views,
        "seats": found.seats.iter().map(seat).collect::<Vec<_>>(),
    })
}
