//! The NumPy arrays that rows are written to.

use numpy::ndarray::Dimension;
use numpy::{Element, PyArray, PyArrayDescrMethods, PyArrayMethods, PyUntypedArrayMethods};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

/// How many arrays are kept to be lent again.
const KEPT: usize = 4;

/// Arrays of one shape and element, lent one at a time.
///
/// An array that nobody outside can reach any more is lent again, so a loop that drops what it has used makes no new
/// ones, and one that keeps it never sees it change.
pub struct Arrays<T, D> {
    shape: Vec<usize>,
    /// Whether the same array is lent every time, reachable or not.
    in_place: bool,
    kept: Vec<Py<PyArray<T, D>>>,
}

impl<T: Element, D: Dimension> Arrays<T, D> {
    pub fn new(shape: &[usize], in_place: bool) -> Self {
        Self { shape: shape.to_vec(), in_place, kept: Vec::new() }
    }

    /// An array that can be written; its content is whatever it was.
    pub fn lend<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyArray<T, D>>> {
        #[expect(deprecated, reason = "what took its place is not safe")]
        let place = self.kept.iter().position(|array| self.in_place || array.get_refcnt(py) == 1);
        if let Some(place) = place {
            let array = self.kept[place].bind(py);
            if self.is_as_made(array) {
                return Ok(array.clone());
            }
            self.kept.swap_remove(place);
        }
        let array = self.make(py)?;
        if self.kept.len() == KEPT {
            self.kept.remove(0); // whoever holds it has it for himself
        }
        self.kept.push(array.clone().unbind());
        Ok(array)
    }

    /// Whether nobody gave it another form meanwhile.
    fn is_as_made(&self, array: &Bound<'_, PyArray<T, D>>) -> bool {
        array.shape() == self.shape
            && array.is_c_contiguous()
            && array.dtype().is_equiv_to(&T::get_dtype(array.py()))
            && array.try_readwrite().is_ok()
    }

    /// By NumPy's own function, which raises MemoryError where there is no room.
    fn make<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray<T, D>>> {
        let options = PyDict::new(py);
        options.set_item("dtype", T::get_dtype(py))?;
        let shape = PyTuple::new(py, &self.shape)?;
        let array = py.import("numpy")?.getattr("zeros")?.call((shape,), Some(&options))?;
        Ok(array.cast_into()?)
    }
}
