//! What the numbers of an observation mean.

use pyo3::prelude::*;
use roadside_env::Slice as Inner;

/// A run of numbers of an observation that belong together.
#[pyclass(module = "roadside._native", frozen, get_all)]
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
    fn __repr__(&self) -> String {
        format!("<Slice {} at {}, {} numbers: {}>", self.name, self.start, self.len, self.meaning)
    }
}
