//! What a seat sees: whole numbers, and the elements that arrays of them can have.

use bytemuck::{Pod, Zeroable};

use crate::{Game, ObservationSpec, State, View};

/// The whole numbers of an observation: `u8`, or `u16` where those do not suffice.
pub trait Number: Pod + Into<f32> {
    /// 1.
    const ONE: Self;
}

impl Number for u8 {
    const ONE: Self = 1;
}

impl Number for u16 {
    const ONE: Self = 1;
}

/// Makes the numbers all 0 but a 1 at `place`; without a place all 0. In place, as what was just written in single
/// numbers would be slow to copy.
#[inline]
pub(crate) fn mark<T: Number>(numbers: &mut [T], place: Option<usize>) {
    numbers.fill(T::zeroed());
    if let Some(place) = place {
        numbers[place] = T::ONE;
    }
}

/// An element of the arrays that observations are written to: `f32`, as [`ObservationSpec`] scales them, or `u8`, the
/// whole numbers themselves.
pub trait Element: Copy + Default + Send + Sized + 'static + sealed::Sealed {
    /// Its name.
    const NAME: &'static str;

    /// Whether the observations of a game that writes the numbers `N` can have this element.
    fn holds<N: Number>() -> bool;

    /// Where the whole observations of some rows are written: to `scratch`, which has one for each, or to `out`
    /// itself, which has the elements of them all.
    #[doc(hidden)]
    fn sheet<'a, O: Pod>(scratch: &'a mut [O], out: &'a mut [Self]) -> &'a mut [O];

    /// Makes `out` of the `scratch`, if that is where they were written. Numbers that are always 0 may be missing.
    #[doc(hidden)]
    fn finish<N: Number, O: Pod>(spec: &ObservationSpec, scratch: &[O], out: &mut [Self]);
}

mod sealed {
    pub trait Sealed {}
    impl Sealed for f32 {}
    impl Sealed for u8 {}
}

impl Element for f32 {
    const NAME: &'static str = "f32";

    fn holds<N: Number>() -> bool {
        true
    }

    #[inline]
    fn sheet<'a, O: Pod>(scratch: &'a mut [O], _out: &'a mut [Self]) -> &'a mut [O] {
        scratch
    }

    #[inline]
    fn finish<N: Number, O: Pod>(spec: &ObservationSpec, scratch: &[O], out: &mut [Self]) {
        spec.scale(bytemuck::must_cast_slice::<O, N>(scratch), out);
    }
}

impl Element for u8 {
    const NAME: &'static str = "u8";

    fn holds<N: Number>() -> bool {
        size_of::<N>() == 1
    }

    #[inline]
    fn sheet<'a, O: Pod>(_scratch: &'a mut [O], out: &'a mut [Self]) -> &'a mut [O] {
        bytemuck::cast_slice_mut(out)
    }

    #[inline]
    fn finish<N: Number, O: Pod>(spec: &ObservationSpec, _scratch: &[O], out: &mut [Self]) {
        for out in out.chunks_exact_mut(spec.len().max(1)) {
            out[spec.present()..].fill(0);
        }
    }
}

/// Writes what the viewing seat sees into `out`, of the length of the layout.
pub(crate) fn observe<G: Game, E: Element>(view: &View<'_, G>, out: &mut [E]) {
    let mut scratch = [Zeroable::zeroed()];
    if let [whole] = E::sheet(&mut scratch, out) {
        G::State::observe(view, whole);
    }
    E::finish::<<G::State as State>::Number, _>(view.game.observation_spec(), &scratch, out);
}
