//! Drawings as arrays.

use numpy::ndarray::Array3;
use numpy::{PyArray3, ToPyArray};
use pyo3::prelude::*;

use crate::error::value_error;
use crate::raster;

/// The picture of an SVG document, as `State.render(mode="svg")` writes it: a uint8 array of height x width x 3, red,
/// green and blue. Fonts come with the package, so it looks the same on every machine.
///
/// Raises ValueError for a text that is no SVG document, or one of more than 4096 x 4096 pixels.
#[pyfunction]
pub fn rasterize<'py>(py: Python<'py>, svg: &str) -> PyResult<Bound<'py, PyArray3<u8>>> {
    let (height, width, pixels) = py.detach(|| raster::rgb(svg)).map_err(value_error)?;
    let picture = Array3::from_shape_vec((height, width, 3), pixels).map_err(value_error)?;
    Ok(picture.to_pyarray(py))
}
