//! The arrays of a step of many games.

use numpy::{Element, Ix1, Ix2, IxDyn, PyArray1, PyArray2, PyArrayMethods, PyUntypedArrayMethods};
use pyo3::exceptions::PyMemoryError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyType;
use roadside_env::vec_env::{AnyBuffers, Buffers, Shape, VecEnvError};

use crate::arrays::Arrays;

/// How the arrays of a batch are made.
#[derive(Clone, Copy)]
pub struct Form {
    /// Whether observations are uint8, not float32.
    pub bytes: bool,
    /// Whether one seat learns, so that each row has one reward.
    pub learns: bool,
    /// Whether the last observations of episodes are kept.
    pub same_step: bool,
    /// Whether each batch has the same arrays.
    pub in_place: bool,
}

/// All arrays of a batch, lent to one step after the other.
pub struct BatchArrays {
    observations: Observations,
    others: Others,
}

impl BatchArrays {
    pub fn new(shape: &Shape, form: Form) -> PyResult<Self> {
        let Form { bytes, learns, same_step, in_place } = form;
        let observations = if bytes {
            Observations::U8(Sheets::new(shape, same_step, in_place)?)
        } else {
            Observations::F32(Sheets::new(shape, same_step, in_place)?)
        };
        Ok(Self { observations, others: Others::new(shape, learns, in_place) })
    }

    /// An array of masks.
    pub fn masks<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<bool>>> {
        self.others.masks.lend(py)
    }

    /// Lends all arrays to `work`, and returns them as a `Batch`, or why there is none.
    pub fn fill<'py>(
        &mut self,
        py: Python<'py>,
        work: impl FnOnce(&mut AnyBuffers<'_>) -> Result<(), VecEnvError>,
    ) -> PyResult<Result<Bound<'py, PyAny>, VecEnvError>> {
        match &mut self.observations {
            Observations::F32(sheets) => self.others.fill(py, sheets, work),
            Observations::U8(sheets) => self.others.fill(py, sheets, work),
        }
    }
}

/// Observations and, under same-step autoreset, the last ones of episodes, where the core writes them.
struct Sheets<O> {
    seen: Arrays<O, Ix2>,
    last: Option<Vec<O>>,
}

impl<O: Element + Copy + Default> Sheets<O> {
    fn new(shape: &Shape, same_step: bool, in_place: bool) -> PyResult<Self> {
        let seen = Arrays::new(&[shape.rows, shape.observation_len], in_place);
        let numbers = shape.rows * shape.observation_len;
        Ok(Self { seen, last: same_step.then(|| zeros(numbers)).transpose()? })
    }
}

/// So many zeros, if there is room for them.
fn zeros<O: Clone + Default>(numbers: usize) -> PyResult<Vec<O>> {
    let mut zeros = Vec::new();
    let room = zeros.try_reserve_exact(numbers);
    room.map_err(|error| PyMemoryError::new_err(format!("rows: their last observations: {error}")))?;
    zeros.resize(numbers, O::default());
    Ok(zeros)
}

/// Of the last observations those of rows that have ended, one after the other.
fn of_ended<'py, O: Element + Copy>(
    py: Python<'py>,
    last: &[O],
    ended: impl Iterator<Item = bool>,
    len: usize,
) -> PyResult<Bound<'py, PyArray2<O>>> {
    let rows = last.chunks_exact(len).zip(ended).filter(|&(_, ended)| ended);
    let numbers: Vec<O> = rows.flat_map(|(row, _)| row.iter().copied()).collect();
    PyArray1::from_slice(py, &numbers).reshape([numbers.len() / len, len])
}

enum Observations {
    F32(Sheets<f32>),
    U8(Sheets<u8>),
}

/// The other arrays.
struct Others {
    masks: Arrays<bool, Ix2>,
    seats: Arrays<i8, Ix1>,
    rewards: Arrays<f64, IxDyn>,
    terminated: Arrays<bool, Ix1>,
    truncated: Arrays<bool, Ix1>,
}

impl Others {
    fn new(shape: &Shape, learns: bool, in_place: bool) -> Self {
        let &Shape { rows, actions, rewards, .. } = shape;
        let of_rewards: &[usize] = if learns { &[rows] } else { &[rows, rewards] };
        Self {
            masks: Arrays::new(&[rows, actions], in_place),
            seats: Arrays::new(&[rows], in_place),
            rewards: Arrays::new(of_rewards, in_place),
            terminated: Arrays::new(&[rows], in_place),
            truncated: Arrays::new(&[rows], in_place),
        }
    }

    /// Lends these and the observations to `work`.
    fn fill<'py, O: Element + Copy>(
        &mut self,
        py: Python<'py>,
        sheets: &mut Sheets<O>,
        work: impl FnOnce(&mut AnyBuffers<'_>) -> Result<(), VecEnvError>,
    ) -> PyResult<Result<Bound<'py, PyAny>, VecEnvError>>
    where
        for<'a> AnyBuffers<'a>: From<Buffers<'a, O>>,
    {
        let Sheets { seen, last } = sheets;
        let (seen, masks, seats) = (seen.lend(py)?, self.masks.lend(py)?, self.seats.lend(py)?);
        let (rewards, len) = (self.rewards.lend(py)?, seen.shape()[1]);
        let (terminated, truncated) = (self.terminated.lend(py)?, self.truncated.lend(py)?);
        let mut over = (terminated.try_readwrite()?, truncated.try_readwrite()?);
        let done = work(&mut AnyBuffers::from(Buffers {
            observations: seen.try_readwrite()?.as_slice_mut()?,
            masks: masks.try_readwrite()?.as_slice_mut()?,
            rewards: rewards.try_readwrite()?.as_slice_mut()?,
            terminated: over.0.as_slice_mut()?,
            truncated: over.1.as_slice_mut()?,
            seats: seats.try_readwrite()?.as_slice_mut()?,
            final_observations: last.as_deref_mut(),
        }));
        if let Err(error) = done {
            return Ok(Err(error));
        }
        let ended = over.0.as_slice()?.iter().zip(over.1.as_slice()?).map(|(&over, &cut)| over || cut);
        let last = last.as_deref().map(|last| of_ended(py, last, ended, len)).transpose()?;
        drop(over);
        batch_class(py)?.call1((seen, masks, seats, rewards, terminated, truncated, last)).map(Ok)
    }
}

/// The class `roadside.Batch`.
fn batch_class(py: Python<'_>) -> PyResult<&Bound<'_, PyType>> {
    static CLASS: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    CLASS.import(py, "roadside._batch", "Batch")
}
