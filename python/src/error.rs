//! What Rust refuses becomes an ordinary exception.

use std::fmt::Display;

use pyo3::PyErr;
use pyo3::exceptions::PyValueError;
use roadside_env::shortened;

/// What the caller gave cannot be.
pub fn value_error(error: impl Display) -> PyErr {
    PyValueError::new_err(shortened(error.to_string()))
}
