//! The elements of arrays of observations.

use std::fmt::Debug;

use roadside_env::vec_env::{AnyBuffers, Buffers};
use roadside_env::{Element, ObservationSpec, Slice};

pub(super) trait Numbers: Element + PartialEq + Debug {
    /// What no array holds before it is written, and hardly after.
    const UNWRITTEN: Self;

    fn any(buffers: Buffers<'_, Self>) -> AnyBuffers<'_>;

    fn scaled(self, slice: &Slice) -> f32;
}

impl Numbers for f32 {
    const UNWRITTEN: Self = -1.0;

    fn any(buffers: Buffers<'_, Self>) -> AnyBuffers<'_> {
        buffers.into()
    }

    fn scaled(self, _slice: &Slice) -> f32 {
        self
    }
}

impl Numbers for u8 {
    const UNWRITTEN: Self = u8::MAX;

    fn any(buffers: Buffers<'_, Self>) -> AnyBuffers<'_> {
        buffers.into()
    }

    fn scaled(self, slice: &Slice) -> f32 {
        f32::from(self) * slice.unit.recip()
    }
}

/// An observation in `f32`.
pub(super) fn scaled<O: Numbers>(spec: &ObservationSpec, numbers: &[O]) -> Vec<f32> {
    let of_slice = |slice: &Slice| numbers[slice.range()].to_vec();
    spec.slices()
        .iter()
        .flat_map(|slice| of_slice(slice).into_iter().map(|number| number.scaled(slice)))
        .collect()
}
