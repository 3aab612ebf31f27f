//! The table as text, as a drawing, or as an array of pixels.

use numpy::ToPyArray;
use numpy::ndarray::Array3;
use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::argument::word;
use crate::error::value_error;

/// How a table is shown.
#[derive(Clone, Copy)]
pub enum Mode {
    /// As text with ANSI colours.
    Ansi,
    /// As the text of an SVG document.
    Svg,
    /// As pixels: a uint8 array of height x width x 3.
    RgbArray,
}

impl Mode {
    /// The mode with this name.
    pub fn read(name: &str) -> PyResult<Self> {
        word("mode", name, &[("ansi", Self::Ansi), ("svg", Self::Svg), ("rgb_array", Self::RgbArray)])
    }

    /// The table, made by whichever of the two is needed.
    pub fn show(
        self,
        py: Python<'_>,
        text: impl FnOnce() -> String,
        svg: impl FnOnce() -> String,
    ) -> PyResult<Bound<'_, PyAny>> {
        match self {
            Self::Ansi => Ok(PyString::new(py, &text()).into_any()),
            Self::Svg => Ok(PyString::new(py, &svg()).into_any()),
            Self::RgbArray => {
                let svg = svg();
                let (height, width, pixels) =
                    py.detach(|| roadside_pictures::rgb(&svg)).map_err(value_error)?;
                let picture = Array3::from_shape_vec((height, width, 3), pixels).map_err(value_error)?;
                Ok(picture.to_pyarray(py).into_any())
            }
        }
    }
}
