//! What the numbers of an observation mean.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use roadside_env::Slice as Inner;
use serde::{Deserialize, Serialize};

use crate::error::value_error;

/// A run of numbers of an observation that belong together.
#[pyclass(module = "roadside._native", frozen, get_all, eq)]
#[derive(PartialEq, Serialize, Deserialize)]
#[expect(
    clippy::unsafe_derive_deserialize,
    reason = "what is unsafe is the macro's, and asks nothing of the fields"
)]
pub struct Slice {
    /// Its name.
    name: String,
    /// The place of its first number.
    start: usize,
    /// How many numbers it has.
    len: usize,
    /// The greatest whole number of each; the least is 0.
    most: u16,
    /// What stands for 1: in float32 a number is the whole number divided by `unit`.
    unit: f32,
    /// A bound on the numbers in float32; the least is 0.
    max: f32,
    /// What the numbers mean.
    meaning: String,
    /// What each number stands for; empty where the meaning says it.
    labels: Vec<String>,
}

impl From<&Inner> for Slice {
    fn from(slice: &Inner) -> Self {
        Self {
            name: slice.name.clone(),
            start: slice.start,
            len: slice.len,
            most: slice.most,
            unit: slice.unit,
            max: slice.max(),
            meaning: slice.meaning.clone(),
            labels: slice.labels.clone(),
        }
    }
}

#[pymethods]
impl Slice {
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (String,))> {
        let again = py.import("roadside._native")?.getattr("slice_from_json")?;
        Ok((again, (serde_json::to_string(self).map_err(value_error)?,)))
    }

    fn __repr__(&self) -> String {
        format!("<Slice {} at {}, {} numbers: {}>", self.name, self.start, self.len, self.meaning)
    }
}

/// The slice that a pickle holds as JSON.
#[pyfunction]
pub fn slice_from_json(text: &str) -> PyResult<Slice> {
    serde_json::from_str(text)
        .map_err(|error| PyValueError::new_err(format!("text: not what a pickle holds: {error}")))
}
