//! What a seat sees: whole numbers, and the elements that arrays of them can have.

use bytemuck::Pod;

use crate::{Game, State, View};

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

/// Makes the numbers all 0 but a 1 at `place`; without a place all 0.
#[inline]
pub(crate) fn mark<T: Number>(numbers: &mut [T], place: Option<usize>) {
    numbers.fill(T::zeroed());
    if let Some(place) = place {
        numbers[place] = T::ONE;
    }
}

/// `N` numbers, marked at `place`.
pub(crate) fn one_of<T: Number, const N: usize>(place: Option<usize>) -> [T; N] {
    let mut numbers = [T::zeroed(); N];
    mark(&mut numbers, place);
    numbers
}

/// An observation in whole numbers.
type Whole<G> = <<G as Game>::State as State>::Observation;
type NumberOf<G> = <<G as Game>::State as State>::Number;

/// An element of the arrays that observations are written to: `f32`, as [`ObservationSpec`](crate::ObservationSpec)
/// scales them, or `u8`, the whole numbers themselves.
pub trait Element: Copy + Default + Send + Sized + 'static + sealed::Sealed {
    /// Its name.
    const NAME: &'static str;

    /// Whether the observations of a game that writes the numbers `N` can have this element.
    fn holds<N: Number>() -> bool;

    /// Writes what the viewing seat sees into `out`, of the length
    /// [`Facts::observation_len`](crate::Facts::observation_len).
    #[doc(hidden)]
    fn observe<G: Game>(view: &View<'_, G>, scratch: &mut Whole<G>, out: &mut [Self]);
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
    fn observe<G: Game>(view: &View<'_, G>, scratch: &mut Whole<G>, out: &mut [Self]) {
        G::State::observe(view, scratch);
        let whole = bytemuck::must_cast_slice::<_, NumberOf<G>>(std::slice::from_ref(scratch));
        view.game.observation_spec().scale(whole, out);
    }
}

impl Element for u8 {
    const NAME: &'static str = "u8";

    fn holds<N: Number>() -> bool {
        size_of::<N>() == 1
    }

    #[inline]
    fn observe<G: Game>(view: &View<'_, G>, _scratch: &mut Whole<G>, out: &mut [Self]) {
        G::State::observe(view, bytemuck::from_bytes_mut(out));
    }
}
