//! What `roadside.analysis` is made of: exact values, equilibria, searches, maps, reviews. All work is done without the
//! interpreter's lock, and Ctrl-C ends it.

mod asked;
mod equilibrium;
mod matches;
mod reports;
mod solution;
mod zone;

use std::fmt::Display;

use pyo3::prelude::*;
use pythonize::pythonize;
use roadside_env::Stop;
use serde::Serialize;

use crate::argument::whole_or_none;
use crate::error::value_error;
use crate::signals::interruptible;

pub use asked::{Analyst, MatchOptions};
pub use equilibrium::{Equilibrium, find_equilibrium, nash_conv};
pub use matches::{arena, rules};
pub use reports::{review, search};
pub use solution::{AnySolution, Solution, Solved, read_solution, solve};
pub use zone::{flip_by_hand, flip_of_state, pig_map, zone_map};

/// Does the work without the interpreter's lock; at Ctrl-C it is stopped. What it refuses is a ValueError.
fn heard<T: Send, E: Display + Send>(
    py: Python<'_>,
    work: impl FnOnce(&Stop) -> Result<T, E> + Send,
) -> PyResult<T> {
    let stop = Stop::default();
    interruptible(py, || work(&stop), || stop.now())?.map_err(value_error)
}

/// A report as dictionaries and lists.
fn told<'py>(py: Python<'py>, report: &impl Serialize) -> PyResult<Bound<'py, PyAny>> {
    Ok(pythonize(py, report)?)
}

/// Bytes from MiB, 1 to 1048576; `None`: 4 GiB.
fn memory(value: Option<&Bound<'_, PyAny>>) -> PyResult<usize> {
    const GENEROUS: u64 = 4096;
    let mebibytes = whole_or_none("memory", value, 1, 1 << 20)?.unwrap_or(GENEROUS);
    Ok(usize::try_from(mebibytes << 20).unwrap_or(usize::MAX))
}
