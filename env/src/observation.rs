//! What a seat sees: whole numbers, and the elements that arrays of them can have.

use bytemuck::{Pod, Zeroable};

use crate::{Game, ObservationSpec, Seat, State, View};

/// The whole numbers of an observation: `u8`, or `u16` where those do not suffice.
pub trait Number: Pod + Into<f32> + sealed::Sealed {
    #[doc(hidden)]
    const ONE: Self;

    #[doc(hidden)]
    fn to_byte(self) -> u8;
}

impl Number for u8 {
    const ONE: Self = 1;

    fn to_byte(self) -> u8 {
        self
    }
}

impl Number for u16 {
    const ONE: Self = 1;

    fn to_byte(self) -> u8 {
        self as u8
    }
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

/// How many seats `seat` sits after `observer` in turn order.
#[inline]
pub(crate) fn seats_after(observer: Seat, seat: Seat, seats: usize) -> usize {
    // A remainder would take a division.
    if seat < observer { seat + seats - observer } else { seat - observer }
}

/// An element of the arrays that observations are written to: `f32`, as [`ObservationSpec`] scales them, or `u8`, the
/// whole numbers themselves.
pub trait Element: Copy + Default + Send + 'static + sealed::Sealed {
    /// Its name.
    const NAME: &'static str;

    /// The greatest whole number that it holds.
    const MOST: u16;

    /// Where the whole observations of some rows are written: to `scratch`, which has one for each, or to `out`
    /// itself, which has the elements of them all.
    #[doc(hidden)]
    fn sheet<'a, N: Number, O: Pod>(scratch: &'a mut [O], out: &'a mut [Self]) -> &'a mut [O];

    /// Makes `out` of the `scratch`, if that is where they were written. Numbers that are always 0 may be missing.
    #[doc(hidden)]
    fn finish<N: Number, O: Pod>(spec: &ObservationSpec, scratch: &[O], out: &mut [Self]);
}

mod sealed {
    pub trait Sealed {}
    impl Sealed for f32 {}
    impl Sealed for u8 {}
    impl Sealed for u16 {}
}

impl Element for f32 {
    const NAME: &'static str = "f32";
    const MOST: u16 = u16::MAX;

    #[inline]
    fn sheet<'a, N: Number, O: Pod>(scratch: &'a mut [O], _out: &'a mut [Self]) -> &'a mut [O] {
        scratch
    }

    #[inline]
    fn finish<N: Number, O: Pod>(spec: &ObservationSpec, scratch: &[O], out: &mut [Self]) {
        spec.scale(bytemuck::must_cast_slice::<O, N>(scratch), out);
    }
}

impl Element for u8 {
    const NAME: &'static str = "u8";
    const MOST: u16 = u8::MAX as u16;

    #[inline]
    fn sheet<'a, N: Number, O: Pod>(scratch: &'a mut [O], out: &'a mut [Self]) -> &'a mut [O] {
        if size_of::<N>() == 1 { bytemuck::cast_slice_mut(out) } else { scratch }
    }

    #[inline]
    fn finish<N: Number, O: Pod>(spec: &ObservationSpec, scratch: &[O], out: &mut [Self]) {
        if size_of::<N>() > 1 {
            for (out, &whole) in out.iter_mut().zip(bytemuck::must_cast_slice::<O, N>(scratch)) {
                *out = whole.to_byte();
            }
        }
        for out in out.chunks_exact_mut(spec.len().max(1)) {
            out[spec.present()..].fill(0);
        }
    }
}

type NumberOf<G> = <<G as Game>::State as State>::Number;

/// Writes what the viewing seat sees into `out`, of the length of the layout.
pub(crate) fn observe<G: Game, E: Element>(view: &View<'_, G>, out: &mut [E]) {
    let mut scratch = [Zeroable::zeroed()];
    G::State::observe(view, &mut E::sheet::<NumberOf<G>, _>(&mut scratch, out)[0]);
    E::finish::<NumberOf<G>, _>(view.game.observation_spec(), &scratch, out);
}
