//! Arrays of whole numbers and flags, as callers hand them over.

use numpy::{PyArray1, PyArrayMethods};
use pyo3::exceptions::{PyException, PyMemoryError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use roadside_env::vec_env::VecOptions;

use crate::argument::{shown, type_name};

/// Hands the whole numbers of a list or an array to `read`, one after the other: of any integer type, strided,
/// read-only or of foreign byte order. None was copied where it is int64 without gaps.
pub fn integers<R>(
    name: &str,
    value: &Bound<'_, PyAny>,
    read: impl FnOnce(&[i64]) -> PyResult<R>,
) -> PyResult<R> {
    if let Ok(array) = value.cast::<PyArray1<i64>>()
        && let Ok(array) = array.try_readonly()
        && let Ok(numbers) = array.as_slice()
    {
        return read(numbers);
    }
    let array = plain(name, value, "iu", "int64", "whole numbers")?;
    let array = array.cast::<PyArray1<i64>>()?.try_readonly()?;
    read(array.as_slice()?)
}

/// The flags of a list or an array of bool.
pub fn flags(name: &str, value: &Bound<'_, PyAny>) -> PyResult<Vec<bool>> {
    let array = plain(name, value, "b", "bool", "bools")?;
    Ok(array.cast::<PyArray1<bool>>()?.try_readonly()?.as_slice()?.to_vec())
}

/// The array of one dimension that `value` is or makes, copied to `dtype`, if it is of one of the `kinds`.
fn plain<'py>(
    name: &str,
    value: &Bound<'py, PyAny>,
    kinds: &str,
    dtype: &str,
    what: &str,
) -> PyResult<Bound<'py, PyAny>> {
    let numpy = value.py().import("numpy")?;
    let wrong_type = || {
        PyTypeError::new_err(format!(
            "{name} = {} is of type {}: give an array or a list of {what}, one for each row",
            shown(value),
            type_name(value)
        ))
    };
    let length = value.len();
    if let Ok(length) = length
        && length > VecOptions::MAX_ROWS
    {
        return Err(PyValueError::new_err(format!("{name}: {length} elements; give one for each row")));
    }
    let array = numpy.getattr("asarray")?.call1((value,)).map_err(|error| {
        let ordinary = error.is_instance_of::<PyException>(value.py())
            && !error.is_instance_of::<PyMemoryError>(value.py());
        if ordinary { wrong_type() } else { error }
    })?;
    let dimensions: usize = array.getattr("ndim")?.extract()?;
    if dimensions != 1 {
        let shape = array.getattr("shape")?;
        return Err(PyValueError::new_err(format!(
            "{name} has the shape {shape}: give an array of one dimension, one number for each row"
        )));
    }
    let kind: String = array.getattr("dtype")?.getattr("kind")?.extract()?;
    if !kinds.contains(&kind) && array.len()? > 0 {
        return Err(wrong_type());
    }
    numpy.getattr("array")?.call1((array, dtype))
}
