//! One game in which one seat learns.

use std::sync::Arc;

use numpy::{Ix1, PyArray1, PyArrayMethods};
use pyo3::exceptions::PyRuntimeError;
use pyo3::gc::{PyTraverseError, PyVisit};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use roadside_env::vec_env::{AnyBuffers, Autoreset, Buffers, Seeds, Shape, VecEnvError, VecOptions};
use roadside_env::{Action, EnvError};

use crate::analysis::{AnySolution, read_solution};
use crate::argument::{self, whole_or_none, word};
use crate::arrays::Arrays;
use crate::exclusive::Exclusive;
use crate::game::Game;
use crate::player::{Fault, Player};
use crate::rows::Rows;
use crate::signals::watched;
use crate::vec_env::{ON_ILLEGAL, exception, learner, of_env, show};

/// One game in which one seat learns and the others are played inside: a single row of a `VecEnv`, so it plays exactly
/// as a row of the same seed. What `roadside.gymnasium` makes environments of.
#[pyclass(module = "roadside._native")]
pub struct SingleEnv {
    rows: Exclusive<Box<dyn Rows>>,
    shape: Shape,
    observations: Arrays<f32, Ix1>,
    masks: Arrays<bool, Ix1>,
    fault: Fault,
    /// Whether an episode is under way.
    playing: bool,
    /// Who plays the other seats.
    opponents: Vec<Player>,
    /// What else it was made with, for copies.
    made_with: Py<PyDict>,
    /// What actions are judged by.
    solution: Option<Arc<dyn AnySolution>>,
    game: Game,
}

/// What a step brings beside the arrays.
#[derive(Default)]
struct Outcome {
    reward: f64,
    terminated: bool,
    truncated: bool,
    seat: i8,
}

type Seen<'py> = (Bound<'py, PyArray1<f32>>, Bound<'py, PyArray1<bool>>);

impl SingleEnv {
    /// Has the row do something; what is seen then, and what it brought.
    fn run<'py>(
        &mut self,
        py: Python<'py>,
        work: impl FnOnce(&mut dyn Rows, &mut AnyBuffers<'_>) -> Result<(), VecEnvError>,
    ) -> PyResult<(Seen<'py>, Outcome)> {
        let (observation, mask) = (self.observations.lend(py)?, self.masks.lend(py)?);
        let mut outcome = Outcome::default();
        let result = {
            let (mut observation, mut mask) = (observation.try_readwrite()?, mask.try_readwrite()?);
            let out = Buffers {
                observations: observation.as_slice_mut()?,
                masks: mask.as_slice_mut()?,
                rewards: std::slice::from_mut(&mut outcome.reward),
                terminated: std::slice::from_mut(&mut outcome.terminated),
                truncated: std::slice::from_mut(&mut outcome.truncated),
                seats: std::slice::from_mut(&mut outcome.seat),
                final_observations: None,
            };
            // So short that giving the interpreter's lock away would cost more.
            work(&mut **self.rows.get(), &mut out.into())
        };
        match result {
            Ok(()) => Ok(((observation, mask), outcome)),
            // The one row there is needs no number.
            Err(VecEnvError::Row { error, .. }) => Err(self.fault.or(of_env(&error))),
            Err(error) => Err(self.fault.or(exception(&error))),
        }
    }
}

/// The dictionary that goes with what is seen.
fn told<'py>(py: Python<'py>, mask: Bound<'py, PyArray1<bool>>, seat: i8) -> PyResult<Bound<'py, PyDict>> {
    let info = PyDict::new(py);
    info.set_item(pyo3::intern!(py, "action_mask"), mask)?;
    info.set_item(pyo3::intern!(py, "seat"), seat)?;
    Ok(info)
}

#[pymethods]
impl SingleEnv {
    #[new]
    #[pyo3(signature = (game, *, opponents, seat=None, on_illegal="terminate", max_steps=None, solution=None))]
    fn new(
        py: Python<'_>,
        game: &Bound<'_, PyAny>,
        opponents: &Bound<'_, PyAny>,
        seat: Option<&Bound<'_, PyAny>>,
        on_illegal: &str,
        max_steps: Option<&Bound<'_, PyAny>>,
        solution: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let made_with = PyDict::new(py);
        let opponents = Player::read_all("opponents", opponents)?;
        made_with.set_item("seat", seat)?;
        made_with.set_item("on_illegal", on_illegal)?;
        made_with.set_item("max_steps", max_steps)?;
        made_with.set_item("solution", solution)?;

        let game = Game::read("game", game)?;
        let solution = solution.map(|solution| read_solution(&game, solution)).transpose()?;
        let options = VecOptions {
            autoreset: Autoreset::Disabled,
            on_illegal: word("on_illegal", on_illegal, ON_ILLEGAL)?,
            max_steps: whole_or_none("max_steps", max_steps, 1, u64::from(u32::MAX))?
                .map(|steps| steps as u32),
            threads: Some(1),
        };
        let fault = Fault::default();
        let learner = learner(seat, game.table().facts().seats)?;
        let rows = game.table().against(1, learner, &opponents, &fault, options)?;
        let shape = *rows.shape();
        Ok(Self {
            rows: Exclusive::new(rows),
            observations: Arrays::new(&[shape.observation_len], false),
            masks: Arrays::new(&[shape.actions], false),
            shape,
            fault,
            playing: false,
            opponents,
            made_with: made_with.unbind(),
            solution,
            game,
        })
    }

    /// Begins an episode: the first of `seed` (0 to 2**64 - 1), or without one the next of the seed in force.
    ///
    /// Returns the observation, a float32 array, and a dictionary with `action_mask` (bool) and `seat`.
    #[pyo3(signature = (*, seed=None))]
    fn reset<'py>(
        &mut self,
        py: Python<'py>,
        seed: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<(Bound<'py, PyArray1<f32>>, Bound<'py, PyDict>)> {
        let seeds = seed.map_or(Ok(Seeds::Continue), |seed| argument::seed(seed).map(Seeds::First))?;
        self.playing = false;
        let ((observation, mask), Outcome { seat, .. }) =
            self.run(py, |rows, out| rows.reset(seeds, None, out))?;
        self.playing = true;
        let info = told(py, mask, seat)?;
        Ok((observation, info))
    }

    /// Carries out `action` and plays on until the learner is to act again, or done.
    ///
    /// Returns observation, reward, terminated, truncated and a dictionary with `action_mask` and `seat`, and
    /// `illegal_action` where the action was not legal and ended the episode; with a `solution` also `regret`, what the
    /// action cost under best play by all, 0 where there was nothing to choose.
    ///
    /// Raises RuntimeError when no episode is under way, and ValueError or TypeError for an action that is out of
    /// range or, with `on_illegal="raise"`, not legal, and for a position that the `solution` does not know; then
    /// nothing has moved.
    #[expect(clippy::type_complexity, reason = "Gymnasium's five")]
    fn step<'py>(
        &mut self,
        py: Python<'py>,
        action: &Bound<'py, PyAny>,
    ) -> PyResult<(Bound<'py, PyArray1<f32>>, f64, bool, bool, Bound<'py, PyDict>)> {
        let action = argument::action(action, self.shape.actions)?;
        if !self.playing {
            return Err(PyRuntimeError::new_err(EnvError::NeedsReset.to_string()));
        }
        let solution = self.solution.clone();
        let rows = &**self.rows.get();
        let regret = solution.map(|solution| watched(|watch| rows.regret(0, action, &*solution, watch)));
        let regret = regret.transpose()?;
        let stepped = self.run(py, |rows, out| rows.step(&[action], out));
        let ((observation, mask), Outcome { reward, terminated, truncated, seat }) = stepped?;
        let info = told(py, mask, seat)?;
        if let Some(regret) = regret {
            info.set_item(pyo3::intern!(py, "regret"), regret.unwrap_or(0.0))?;
        }
        if terminated || truncated {
            self.playing = false;
            if let Some(Action(action)) = self.rows.get().ended(0).and_then(|ended| ended.illegal) {
                info.set_item("illegal_action", action)?;
            }
        }
        Ok((observation, reward, terminated, truncated, info))
    }

    /// What the learner may do now: a bool array, all true where there is nothing to choose.
    fn action_masks<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<bool>>> {
        let mask = self.masks.lend(py)?;
        self.rows.get().write_mask(0, mask.try_readwrite()?.as_slice_mut()?);
        Ok(mask)
    }

    /// The table as the learner sees it, as `State.render` shows it.
    ///
    /// Raises RuntimeError before the first reset.
    #[pyo3(signature = (mode="ansi"))]
    fn render<'py>(&mut self, py: Python<'py>, mode: &str) -> PyResult<Bound<'py, PyAny>> {
        show(py, &**self.rows.get(), 0, mode)
    }

    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        visit.call(&self.made_with)?;
        self.opponents.iter().try_for_each(|opponent| opponent.traverse(&visit))
    }

    fn __getnewargs_ex__<'py>(&self, py: Python<'py>) -> PyResult<((Game,), Bound<'py, PyDict>)> {
        let made_with = self.made_with.bind(py).copy()?;
        made_with.set_item("opponents", self.opponents.iter().collect::<Vec<_>>())?;
        Ok(((self.game.clone(),), made_with))
    }

    fn __getstate__(&mut self) -> (String, bool) {
        (self.rows.get().save(), self.playing)
    }

    fn __setstate__(&mut self, state: (String, bool)) -> PyResult<()> {
        self.rows.get().restore(&state.0).map_err(|error| exception(&error))?;
        self.playing = state.1;
        Ok(())
    }

    fn __repr__(&self) -> String {
        format!("<SingleEnv {}>", self.game.table().facts().name)
    }
}
