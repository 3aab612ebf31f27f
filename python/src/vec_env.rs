//! Many games stepped by one call.

use std::sync::Arc;

use numpy::{Ix1, PyArray1, PyArray2, PyArrayMethods};
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::gc::{PyTraverseError, PyVisit};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};
use roadside_agents::solver::Watch;
use roadside_env::vec_env::{AnyBuffers, Autoreset, Seeds, Shape, VecEnvError, VecOptions};
use roadside_env::{Action, EnvError, LearnerSeat, OnIllegal, Stream};

use crate::analysis::{AnySolution, read_solution};
use crate::argument::{self, shown, whole, whole_or_none, word};
use crate::arrays::Arrays;
use crate::batch::{BatchArrays, Form};
use crate::error::value_error;
use crate::exclusive::Exclusive;
use crate::game::Game;
use crate::integers::{flags, integers};
use crate::picture::Mode;
use crate::player::{Fault, Player};
use crate::rows::Rows;
use crate::signals::watched;

const AUTORESET: &[(&str, Autoreset)] = &[
    ("next_step", Autoreset::NextStep),
    ("same_step", Autoreset::SameStep),
    ("disabled", Autoreset::Disabled),
];
pub const ON_ILLEGAL: &[(&str, OnIllegal)] =
    &[("raise", OnIllegal::Refuse), ("terminate", OnIllegal::Terminate)];

/// Many games of one kind, stepped side by side by one call.
///
/// `rows` (1 to 1048576) games of `game`, a `Game` or the name of one. Without `opponents` the caller plays every
/// seat: a row shows what the seat to act sees, and rewards come for each seat. With them one seat learns, `seat` (a
/// number, or "random": drawn for each episode), and the others are played inside: by names, `Agent` objects or
/// functions of (observation, mask, info), dealt to the seats in turn. Alone at the table give `opponents=[]`.
///
/// `autoreset` says what becomes of a row whose episode has ended, in Gymnasium's words: "next_step", "same_step" or
/// "disabled". `on_illegal`: an action that is in range but not legal is refused before any row moves ("raise"), or
/// ends its row's episode with the lowest return ("terminate"). `max_steps` cuts episodes off. `threads` (None: as many
/// as are worth it) changes no result. `dtype` is "float32", or "uint8" for whole numbers where none is above 255.
///
/// With `copy=True` an array is never written again as long as anything but a weak reference can still reach it. With
/// `copy=False` each call writes the same arrays: what they hold is valid until the next `reset` or `step`.
///
/// With `solution`, a `Solution` of the same game as `roadside.analysis.solve` makes it, `regrets` tells what the last actions
/// cost.
#[pyclass(module = "roadside._native", subclass)]
pub struct VecEnv {
    game: Game,
    rows: Exclusive<Box<dyn Rows>>,
    shape: Shape,
    arrays: BatchArrays,
    fault: Fault,
    actions: Vec<Action>,
    sampling: Stream,
    /// Arrays of one action for each row.
    lists: Arrays<i64, Ix1>,
    /// Who plays inside; nobody where the caller plays all seats.
    opponents: Option<Vec<Player>>,
    /// What else it was made with, for copies.
    made_with: Py<PyDict>,
    /// What actions are judged by.
    solution: Option<Arc<dyn AnySolution>>,
    /// What the last ones cost.
    regrets: Vec<f64>,
}

impl VecEnv {
    pub fn rows(&mut self) -> &mut dyn Rows {
        &mut **self.rows.get()
    }

    /// Has the rows do something into arrays that nobody else writes, without the interpreter's lock.
    fn run<'py>(
        &mut self,
        py: Python<'py>,
        work: impl FnOnce(&mut dyn Rows, &[Action], &mut AnyBuffers<'_>) -> Result<(), VecEnvError> + Send,
    ) -> PyResult<Bound<'py, PyAny>> {
        let Self { rows, arrays, fault, actions, .. } = self;
        let rows = &mut **rows.get();
        let filled = arrays.fill(py, |out| py.detach(|| work(rows, actions, out)));
        filled?.map_err(|error| fault.or(exception(&error)))
    }

    /// What the actions to be carried out cost; NaN where there is nothing to choose.
    fn judged(&mut self, py: Python<'_>, solution: &dyn AnySolution) -> PyResult<Vec<f64>> {
        let Self { rows, actions, shape, .. } = self;
        let rows = &mut **rows.get();
        let judge = move |watch: Watch<'_>| {
            let each = actions.iter().take(shape.rows).enumerate();
            each.map(|(row, &action)| Ok(rows.regret(row, action, solution, watch)?.unwrap_or(f64::NAN)))
                .collect()
        };
        py.detach(|| watched(judge))
    }

    fn read_row(&self, row: &Bound<'_, PyAny>) -> PyResult<usize> {
        Ok(whole("row", row, 0, self.shape.rows as u64 - 1)? as usize)
    }
}

#[pymethods]
impl VecEnv {
    #[new]
    #[pyo3(signature = (
        game, rows, *, opponents=None, seat=None, autoreset="next_step", on_illegal="raise", max_steps=None,
        threads=None, dtype="float32", copy=true, solution=None
    ))]
    #[expect(clippy::too_many_arguments, reason = "each is a keyword")]
    fn new(
        py: Python<'_>,
        game: &Bound<'_, PyAny>,
        rows: &Bound<'_, PyAny>,
        opponents: Option<&Bound<'_, PyAny>>,
        seat: Option<&Bound<'_, PyAny>>,
        autoreset: &str,
        on_illegal: &str,
        max_steps: Option<&Bound<'_, PyAny>>,
        threads: Option<&Bound<'_, PyAny>>,
        dtype: &str,
        copy: bool,
        solution: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let opponents = opponents.map(|given| Player::read_all("opponents", given)).transpose()?;
        let made_with = PyDict::new(py);
        for (name, value) in [("seat", seat), ("max_steps", max_steps), ("threads", threads)] {
            made_with.set_item(name, value)?;
        }
        for (name, value) in [("autoreset", autoreset), ("on_illegal", on_illegal), ("dtype", dtype)] {
            made_with.set_item(name, value)?;
        }
        made_with.set_item("copy", copy)?;
        made_with.set_item("solution", solution)?;

        let game = Game::read("game", game)?;
        let solution = solution.map(|solution| read_solution(&game, solution)).transpose()?;
        let facts = game.table().facts();
        let rows = whole("rows", rows, 1, VecOptions::MAX_ROWS as u64)? as usize;
        let options = VecOptions {
            autoreset: word("autoreset", autoreset, AUTORESET)?,
            on_illegal: word("on_illegal", on_illegal, ON_ILLEGAL)?,
            max_steps: whole_or_none("max_steps", max_steps, 1, u64::from(u32::MAX))?
                .map(|steps| steps as u32),
            threads: argument::threads(threads)?,
        };
        let bytes = word("dtype", dtype, &[("float32", false), ("uint8", true)])?;
        let most = game.table().observation_spec().most();
        if bytes && most > u8::MAX.into() {
            return Err(PyValueError::new_err(format!(
                "dtype = \"uint8\": the observations of {} have whole numbers to {most}; give \"float32\"",
                facts.name
            )));
        }
        let fault = Fault::default();
        let made = match &opponents {
            None if seat.is_some() => Err(PyValueError::new_err(
                "seat is given without opponents: either the caller plays all seats, or give opponents",
            )),
            None => game.table().all_seats(rows, options),
            Some(opponents) => {
                let learner = learner(seat, facts.seats)?;
                game.table().against(rows, learner, opponents, &fault, options)
            }
        }?;
        let shape = *made.shape();
        let learns = opponents.is_some();
        let form =
            Form { bytes, learns, same_step: options.autoreset == Autoreset::SameStep, in_place: !copy };
        Ok(Self {
            game,
            rows: Exclusive::new(made),
            arrays: BatchArrays::new(&shape, form)?,
            fault,
            actions: Vec::new(),
            sampling: Stream::for_actions(0),
            lists: Arrays::new(&[rows], false),
            opponents,
            made_with: made_with.unbind(),
            solution,
            regrets: Vec::new(),
            shape,
        })
    }

    /// The game.
    #[getter]
    fn game(&self) -> Game {
        self.game.clone()
    }

    /// How many games there are.
    #[getter]
    fn num_rows(&self) -> usize {
        self.shape.rows
    }

    /// Begins an episode in every row, or in those that `mask` (a bool array, one flag for each row) has true.
    ///
    /// `seed`: row i begins the first episode of seed + i; a list or an array names each row's. Without one each row
    /// begins the next episode of its seed; at first that is the first of seed i in row i.
    ///
    /// Returns a `Batch`; the rewards are 0. Rows that are left out show where they stand.
    ///
    /// Raises ValueError or TypeError for seeds or a mask that cannot be; then nothing has moved.
    #[pyo3(signature = (*, seed=None, mask=None))]
    fn reset<'py>(
        &mut self,
        py: Python<'py>,
        seed: Option<&Bound<'py, PyAny>>,
        mask: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let mask = mask.map(|mask| flags("mask", mask)).transpose()?;
        let each = match seed {
            Some(seed) if !is_number(seed) => Some(seeds(seed, self.shape.rows)?),
            _ => None,
        };
        let seeds = match (&each, seed) {
            (Some(each), _) => Seeds::Each(each),
            (None, Some(first)) => Seeds::First(argument::seed(first)?),
            (None, None) => Seeds::Continue,
        };
        self.run(py, |rows, _, out| {
            rows.reset(seeds, mask.as_deref(), out)?;
            if mask.is_some() { rows.show(out) } else { Ok(()) }
        })
    }

    /// Carries out one action for each row: an array of any integer type, or a list. Where there is nothing to choose,
    /// the mask is all true and the action is ignored.
    ///
    /// Returns a `Batch`.
    ///
    /// Raises ValueError for an action that is out of range or not legal, naming row and legal actions, and for a position
    /// that the `solution` does not know, TypeError for anything but whole numbers, and RuntimeError before the first
    /// reset; then nothing has moved. What an opponent's
    /// function raises comes through; then all rows wait for a reset.
    fn step<'py>(&mut self, py: Python<'py>, actions: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let list = self.shape.actions as u64;
        let read = &mut self.actions;
        integers("actions", actions, |numbers| {
            read.clear();
            // One comparison finds negative numbers too.
            if let Some(row) = numbers.iter().position(|&action| action as u64 >= list) {
                return Err(PyValueError::new_err(format!(
                    "actions[{row}] = {}: legal is a whole number from 0 to {}",
                    numbers[row],
                    list - 1
                )));
            }
            read.extend(numbers.iter().map(|&action| Action(action as u16)));
            Ok(())
        })?;
        let Some(solution) = self.solution.clone() else {
            return self.run(py, |rows, actions, out| rows.step(actions, out));
        };
        let regrets = self.judged(py, &*solution)?;
        let batch = self.run(py, |rows, actions, out| rows.step(actions, out))?;
        self.regrets = regrets;
        Ok(batch)
    }

    /// A random legal action for each row, each equally likely: an int64 array for `step`. `seed` begins the stream
    /// that they are drawn from anew; at first it is 0.
    #[pyo3(signature = (*, seed=None))]
    fn sample_actions<'py>(
        &mut self,
        py: Python<'py>,
        seed: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyArray1<i64>>> {
        if let Some(seed) = seed {
            self.sampling = Stream::for_actions(argument::seed(seed)?);
        }
        let sampled = self.lists.lend(py)?;
        let mut out = sampled.try_readwrite()?;
        self.rows.get().sample(&mut self.sampling, out.as_slice_mut()?);
        drop(out);
        Ok(sampled)
    }

    /// What may be done now, as `Batch.masks`: a bool array of rows x `num_distinct_actions()`.
    fn action_masks<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<bool>>> {
        let Self { arrays, rows, shape, .. } = self;
        let masks = arrays.masks(py)?;
        let rows = rows.get();
        for (row, mask) in masks.try_readwrite()?.as_slice_mut()?.chunks_mut(shape.actions).enumerate() {
            rows.write_mask(row, mask);
        }
        Ok(masks)
    }

    /// For each row the action that was not legal and so ended its last episode, -1 where there was none: an int64 array.
    fn illegal_actions<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<i64>>> {
        let Self { lists, rows, .. } = self;
        let actions = lists.lend(py)?;
        let rows = rows.get();
        for (row, out) in actions.try_readwrite()?.as_slice_mut()?.iter_mut().enumerate() {
            let illegal = rows.ended(row).and_then(|ended| ended.illegal);
            *out = illegal.map_or(-1, |action| i64::from(action.0));
        }
        Ok(actions)
    }

    /// For each row the seat that learned in its last episode, 0 where none has ended yet: an int8 array.
    fn ended_seats<'py>(&mut self, py: Python<'py>) -> Bound<'py, PyArray1<i8>> {
        let rows = &**self.rows.get();
        let seat = |row| rows.ended(row).map_or(0, |ended| ended.seat as i8);
        PyArray1::from_iter(py, (0..self.shape.rows).map(seat).collect::<Vec<_>>())
    }

    /// Where `row` stands: a dictionary with `seed`, `episode` (how many came before under the seed), `steps` and
    /// `over_at_reset`; None before its first reset. The seed fixes all chance to come: it is not for a policy.
    fn info<'py>(&mut self, py: Python<'py>, row: &Bound<'py, PyAny>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let row = self.read_row(row)?;
        self.rows().info(row).map(|info| Ok(pythonize::pythonize(py, &info)?)).transpose()
    }

    /// The episode of `row` that ended last: a dictionary with `seed`, `episode`, `length` in steps, `seat`, `returns`
    /// by seat and `illegal`, the action that was not legal and ended it, or None. None before the first has ended.
    fn ended<'py>(
        &mut self,
        py: Python<'py>,
        row: &Bound<'py, PyAny>,
    ) -> PyResult<Option<Bound<'py, PyAny>>> {
        let row = self.read_row(row)?;
        self.rows().ended(row).map(|ended| Ok(pythonize::pythonize(py, &ended)?)).transpose()
    }

    /// The table as the seat of `row` sees it, as `State.render` shows it.
    ///
    /// Raises RuntimeError before the row's first reset.
    #[pyo3(signature = (row, mode="ansi"))]
    fn render<'py>(
        &mut self,
        py: Python<'py>,
        row: &Bound<'py, PyAny>,
        mode: &str,
    ) -> PyResult<Bound<'py, PyAny>> {
        let row = self.read_row(row)?;
        show(py, self.rows(), row, mode)
    }

    /// All rows as JSON text: what `restore` brings back.
    fn save(&mut self, py: Python<'_>) -> String {
        let rows = self.rows();
        py.detach(move || rows.save())
    }

    /// Brings back what `save` wrote; from then on the rows go on exactly as those did. Players that are functions are
    /// not saved.
    ///
    /// Raises ValueError for rows of another game or number, or a text that cannot be; then nothing has changed.
    fn restore(&mut self, py: Python<'_>, text: &str) -> PyResult<()> {
        let rows = self.rows();
        py.detach(|| rows.restore(text)).map_err(|error| exception(&error))
    }

    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        visit.call(&self.made_with)?;
        self.opponents.iter().flatten().try_for_each(|opponent| opponent.traverse(&visit))
    }

    /// What the last action of each row cost the seat that took it by the `solution` that the rows were made with, at
    /// least 0: a float64 array, NaN where there was nothing to choose. All NaN before the first step.
    ///
    /// Raises ValueError for rows that were made without a solution.
    fn regrets<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<f64>>> {
        if self.solution.is_none() {
            return Err(PyValueError::new_err("regrets need rows that are made with solution=..."));
        }
        let unknown = || vec![f64::NAN; self.shape.rows];
        let regrets = if self.regrets.is_empty() { unknown() } else { self.regrets.clone() };
        Ok(PyArray1::from_vec(py, regrets))
    }

    fn __getnewargs_ex__<'py>(&self, py: Python<'py>) -> PyResult<((Game, usize), Bound<'py, PyDict>)> {
        let made_with = self.made_with.bind(py).copy()?;
        made_with.set_item("opponents", self.opponents.as_ref().map(|all| all.iter().collect::<Vec<_>>()))?;
        Ok(((self.game.clone(), self.shape.rows), made_with))
    }

    fn __getstate__(&mut self, py: Python<'_>) -> PyResult<(String, String)> {
        let sampling = serde_json::to_string(&self.sampling);
        Ok((self.save(py), sampling.map_err(value_error)?))
    }

    fn __setstate__(&mut self, py: Python<'_>, state: (String, String)) -> PyResult<()> {
        let sampling = serde_json::from_str(&state.1).map_err(|error| {
            PyValueError::new_err(format!("state[1]: not what __getstate__ gave: {error}"))
        })?;
        self.restore(py, &state.0)?;
        self.sampling = sampling;
        Ok(())
    }

    fn __repr__(&self) -> String {
        format!("<VecEnv {} x {}>", self.game.table().facts().name, self.shape.rows)
    }
}

/// Where the learner sits: `seat` is a number, "random" or, for seat 0, nothing.
pub fn learner(seat: Option<&Bound<'_, PyAny>>, seats: usize) -> PyResult<LearnerSeat> {
    let Some(seat) = seat else { return Ok(LearnerSeat::Fixed(0)) };
    if let Ok(text) = seat.cast::<PyString>() {
        if argument::text("seat", text)? == "random" {
            return Ok(LearnerSeat::Random);
        }
        return Err(PyValueError::new_err(format!(
            "seat = {}: legal is \"random\" or a whole number from 0 to {}",
            shown(seat),
            seats - 1
        )));
    }
    Ok(LearnerSeat::Fixed(argument::seat("seat", seat, seats)?))
}

/// The table as the seat of `row` sees it.
pub fn show<'py>(py: Python<'py>, rows: &dyn Rows, row: usize, mode: &str) -> PyResult<Bound<'py, PyAny>> {
    let mode = Mode::read(mode)?;
    if rows.info(row).is_none() {
        return Err(exception(&VecEnvError::Row { row, error: EnvError::NeedsReset }));
    }
    mode.show(py, || rows.text(row).unwrap_or_default(), || rows.svg(row).unwrap_or_default())
}

/// The exception for wrong use.
pub fn exception(error: &VecEnvError) -> PyErr {
    match error {
        VecEnvError::Row { error: EnvError::NeedsReset, .. } | VecEnvError::Threads { .. } => {
            PyRuntimeError::new_err(error.to_string())
        }
        _ => value_error(error),
    }
}

/// The same where there is one row, which needs no number.
pub fn of_env(error: &EnvError) -> PyErr {
    match error {
        EnvError::NeedsReset => PyRuntimeError::new_err(error.to_string()),
        _ => value_error(error),
    }
}

/// Whether it is one number, not a list of them.
fn is_number(value: &Bound<'_, PyAny>) -> bool {
    value.len().is_err()
}

/// The seeds of all rows, from 0 to 2**64 - 1.
fn seeds(value: &Bound<'_, PyAny>, rows: usize) -> PyResult<Vec<u64>> {
    let seeds = argument::items("seed", value, rows, "a whole number, or one for each row")?;
    seeds.iter().map(argument::seed).collect()
}
