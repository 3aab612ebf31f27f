//! What the numbers of an observation mean.

use std::fmt::Write as _;

use serde::Serialize;

/// A run of numbers of an observation that belong together.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Slice {
    /// Its name.
    pub name: String,
    /// Where it begins.
    pub start: usize,
    /// How many numbers it has.
    pub len: usize,
    /// The least value of each.
    pub min: f32,
    /// The greatest value of each.
    pub max: f32,
    /// What the numbers mean, with their unit.
    pub meaning: String,
}

/// The layout of a game's observation: slices that follow on each other without a gap.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct ObservationSpec {
    slices: Vec<Slice>,
}

impl ObservationSpec {
    /// A layout without any slice.
    pub fn new() -> Self {
        Self::default()
    }

    /// The layout with one more slice at its end, with values from `min` to `max`.
    #[must_use]
    pub fn with(mut self, name: &str, len: usize, (min, max): (f32, f32), meaning: &str) -> Self {
        let start = self.len();
        self.slices.push(Slice { name: name.to_owned(), start, len, min, max, meaning: meaning.to_owned() });
        self
    }

    /// The slices in order.
    pub fn slices(&self) -> &[Slice] {
        &self.slices
    }

    /// How many numbers an observation has.
    pub fn len(&self) -> usize {
        self.slices.last().map_or(0, |slice| slice.start + slice.len)
    }

    /// Whether an observation has no numbers.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The layout as a Markdown table, as it stands in the documentation.
    pub fn to_markdown(&self) -> String {
        let mut table = String::from("| slice | at | range | meaning |\n|---|---|---|---|\n");
        for Slice { name, start, len, min, max, meaning } in &self.slices {
            let last = start + len - 1;
            let at = if *len == 1 { format!("{start}") } else { format!("{start}-{last}") };
            let _ = writeln!(table, "| `{name}` | {at} | {min} to {max} | {meaning} |");
        }
        table
    }
}

/// Fills an observation from front to back, in the order of its layout.
pub(crate) struct Writer<'a> {
    out: &'a mut [f32],
    at: usize,
}

impl<'a> Writer<'a> {
    pub(crate) fn new(out: &'a mut [f32]) -> Self {
        Self { out, at: 0 }
    }

    /// One number.
    pub(crate) fn put(&mut self, value: f32) {
        self.out[self.at] = value;
        self.at += 1;
    }

    /// These numbers, each divided by `unit`.
    pub(crate) fn shares(&mut self, numbers: &[u8], unit: f32) {
        let out = &mut self.out[self.at..self.at + numbers.len()];
        for (out, &number) in out.iter_mut().zip(numbers) {
            *out = f32::from(number) / unit;
        }
        self.at += numbers.len();
    }

    /// 1 or 0.
    pub(crate) fn flag(&mut self, on: bool) {
        self.put(f32::from(u8::from(on)));
    }

    /// `len` numbers, all 0 but a 1 at `place`; without a place all 0.
    pub(crate) fn one_of(&mut self, len: usize, place: Option<usize>) {
        self.zeros(len);
        if let Some(place) = place {
            self.out[self.at - len + place] = 1.0;
        }
    }

    /// `len` zeros.
    pub(crate) fn zeros(&mut self, len: usize) {
        self.out[self.at..self.at + len].fill(0.0);
        self.at += len;
    }

    /// All numbers must have been written.
    pub(crate) fn finish(self) {
        debug_assert_eq!(self.at, self.out.len());
    }
}
