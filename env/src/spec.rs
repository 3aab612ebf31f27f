//! What the numbers of an observation mean.

use std::fmt::Write as _;
use std::sync::LazyLock;

use fearless_simd::{Level, Simd, dispatch};
use serde::Serialize;

use crate::Number;

/// Numbers that are scaled at once, a few of the widest registers.
const AT_ONCE: usize = 64;

/// A run of numbers of an observation that belong together.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Slice {
    /// Its name.
    pub name: String,
    /// Where it begins.
    pub start: usize,
    /// How many numbers it has.
    pub len: usize,
    /// The greatest whole number of each; the least is 0.
    pub most: u16,
    /// What stands for 1: an observation in `f32` has the whole number times 1 / `unit`.
    pub unit: f32,
    /// What the numbers mean, counted in whole numbers.
    pub meaning: String,
}

impl Slice {
    /// The greatest number of an observation in `f32`; the least is 0.
    pub fn max(&self) -> f32 {
        f32::from(self.most) * self.scale()
    }

    fn scale(&self) -> f32 {
        self.unit.recip()
    }
}

/// The layout of a game's observation: slices that follow on each other without a gap.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(transparent)]
pub struct ObservationSpec {
    slices: Vec<Slice>,
    /// What each whole number is multiplied by.
    #[serde(skip)]
    scales: Vec<f32>,
    /// How many numbers at the end are 0 in all positions of this game.
    #[serde(skip)]
    absent: usize,
}

impl ObservationSpec {
    /// A layout without any slice.
    pub fn new() -> Self {
        Self::default()
    }

    /// The layout with one more slice at its end: `len` whole numbers from 0 to `most`, of which `unit` stand for 1.
    #[must_use]
    pub fn with(mut self, name: &str, len: usize, (most, unit): (u16, f32), meaning: &str) -> Self {
        let (name, meaning) = (name.to_owned(), meaning.to_owned());
        let slice = Slice { name, start: self.len(), len, most, unit, meaning };
        self.scales.resize(self.len() + len, slice.scale());
        self.slices.push(slice);
        self
    }

    /// The layout with one more slice at its end: `len` flags, 1 or 0.
    #[must_use]
    pub fn with_flags(self, name: &str, len: usize, meaning: &str) -> Self {
        self.with(name, len, (1, 1.0), meaning)
    }

    /// The layout of a game in which the last `len` numbers are always 0, such as those of seats that nobody takes.
    #[must_use]
    pub(crate) fn with_absent(mut self, len: usize) -> Self {
        self.absent = len;
        self
    }

    /// The slices in order.
    pub fn slices(&self) -> &[Slice] {
        &self.slices
    }

    /// How many numbers an observation has.
    pub fn len(&self) -> usize {
        self.scales.len()
    }

    /// Whether an observation has no numbers.
    pub fn is_empty(&self) -> bool {
        self.scales.is_empty()
    }

    /// How many numbers there are before those that are 0 in all positions of this game.
    pub(crate) fn present(&self) -> usize {
        self.len() - self.absent
    }

    /// Writes the numbers that stand for these whole numbers into `out`; both have the lengths of the same number of
    /// observations.
    pub(crate) fn scale<N: Number>(&self, whole: &[N], out: &mut [f32]) {
        static LEVEL: LazyLock<Level> = LazyLock::new(Level::new);
        let len = self.len().max(1);
        let present = self.present().next_multiple_of(AT_ONCE).min(self.len());
        // The same multiplications whichever instructions the processor has, so the same numbers.
        dispatch!(*LEVEL, simd => simd.vectorize(
            #[inline(always)]
            || {
                for (whole, out) in whole.chunks_exact(len).zip(out.chunks_exact_mut(len)) {
                    let (out, zeros) = out.split_at_mut(present);
                    scale(&whole[..present], &self.scales[..present], out);
                    zeros.fill(0.0);
                }
            }
        ));
    }

    /// The layout as a Markdown table, as it stands in the documentation.
    pub fn to_markdown(&self) -> String {
        let mut table = String::from("| slice | at | most | unit | meaning |\n|---|---|---|---|---|\n");
        for Slice { name, start, len, most, unit, meaning } in &self.slices {
            let last = start + len - 1;
            let at = if *len == 1 { format!("{start}") } else { format!("{start}-{last}") };
            let _ = writeln!(table, "| `{name}` | {at} | {most} | {unit} | {meaning} |");
        }
        table
    }
}

/// Writes each whole number times its scale.
#[inline(always)]
fn scale<N: Number>(whole: &[N], scales: &[f32], out: &mut [f32]) {
    let rest = scale_by::<N, AT_ONCE>(whole, scales, out);
    let rest = scale_by::<N, 8>(&whole[rest..], &scales[rest..], &mut out[rest..]) + rest;
    if rest == out.len() {
        return;
    }
    // The last eight together, some of them again: shorter than those that are left one by one.
    let first = out.len().saturating_sub(8);
    if scale_by::<N, 8>(&whole[first..], &scales[first..], &mut out[first..]) == 0 {
        scale_by::<N, 1>(whole, scales, out);
    }
}

/// Scales `AT_ONCE` numbers at a time; how many they are.
#[inline(always)]
fn scale_by<N: Number, const AT_ONCE: usize>(whole: &[N], scales: &[f32], out: &mut [f32]) -> usize {
    let (whole, scales) = (whole.as_chunks::<AT_ONCE>().0, scales.as_chunks::<AT_ONCE>().0);
    let out = out.as_chunks_mut::<AT_ONCE>().0;
    for ((whole, scales), out) in whole.iter().zip(scales).zip(&mut *out) {
        *out = std::array::from_fn(|place| whole[place].into() * scales[place]);
    }
    AT_ONCE * out.len()
}
