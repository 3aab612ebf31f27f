//! What the numbers of an observation mean.

use std::fmt::Write as _;
use std::ops::Range;
use std::sync::LazyLock;

use fearless_simd::{Level, Simd, dispatch};
use serde::Serialize;

use crate::Number;

/// Numbers that are scaled at once, a few of the widest registers.
const AT_ONCE: usize = 64;

/// The widest instructions that the processor at work has.
static LEVEL: LazyLock<Level> = LazyLock::new(Level::new);

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
    /// What each number stands for; none where the meaning says it. A seat is `observer`, or `+1`, `+2` and so on for
    /// those that follow it in turn order.
    pub labels: Vec<String>,
}

impl Slice {
    /// A bound on the numbers of an observation in `f32`; the least is 0. Common numbers lie between 0 and 1, rare ones
    /// may exceed it.
    pub fn max(&self) -> f32 {
        f32::from(self.most) * self.scale()
    }

    /// The places of its numbers.
    pub fn range(&self) -> Range<usize> {
        self.start..self.start + self.len
    }

    /// The place of the number with this label.
    pub fn place(&self, label: &str) -> Option<usize> {
        self.labels.iter().position(|known| known == label).map(|at| self.start + at)
    }

    /// The places of its numbers as text, `7` or `7-9`.
    pub fn places(&self) -> String {
        match self.len {
            1 => self.start.to_string(),
            len => format!("{}-{}", self.start, self.start + len - 1),
        }
    }

    fn scale(&self) -> f32 {
        self.unit.recip()
    }
}

/// Labels for numbers by seat: the observer, then how many seats after it.
pub(crate) fn seat_labels(seats: usize) -> impl Iterator<Item = String> {
    (0..seats).map(|place| if place == 0 { "observer".to_owned() } else { format!("+{place}") })
}

/// The layout of a game's observation: slices that follow on each other without a gap.
///
/// ```
/// use roadside_env::games::zone_stalker::ZoneStalker;
/// use roadside_env::{Game, Sampled, Settings, View};
///
/// let game = ZoneStalker::<2>::from_settings(&Settings::default())?;
/// let state = game.new_initial_state(&mut Sampled::new(1, 0));
/// let seen = View::new(&game, &state, 0).observation();
/// let spec = game.observation_spec();
/// // The first decision of a game is whether to flip a card.
/// let phase = spec.slice("phase").unwrap();
/// assert_eq!(seen[phase.place("flip or stop").unwrap()], 1.0);
/// // Cards in hand, in whole cards.
/// let hand = spec.slice("hand:fresh").unwrap();
/// assert_eq!(seen[hand.range()].iter().sum::<f32>() * hand.unit, 10.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, Serialize)]
#[serde(transparent)]
pub struct ObservationSpec {
    slices: Vec<Slice>,
    /// What each whole number is multiplied by.
    #[serde(skip)]
    scales: Vec<f32>,
    /// How many numbers at the end are 0 in all positions of this game.
    #[serde(skip)]
    absent: usize,
    /// The greatest whole number: every step asks for it.
    #[serde(skip)]
    most: u16,
}

/// Layouts are equal when their slices are: one layout serves every number of seats.
impl PartialEq for ObservationSpec {
    fn eq(&self, other: &Self) -> bool {
        self.slices == other.slices
    }
}

impl ObservationSpec {
    /// A layout without any slice.
    pub fn new() -> Self {
        Self::default()
    }

    /// The layout with one more slice at its end: `len` whole numbers, at least one, from 0 to `most`, of which `unit`,
    /// above 0, stand for 1.
    ///
    /// # Panics
    /// If `len` or `unit` is not above 0.
    #[must_use]
    pub fn with(mut self, name: &str, len: usize, (most, unit): (u16, f32), meaning: &str) -> Self {
        assert!(len > 0 && unit > 0.0, "{name} has {len} numbers and the unit {unit}; both must be above 0");
        let (name, meaning) = (name.to_owned(), meaning.to_owned());
        let slice = Slice { name, start: self.len(), len, most, unit, meaning, labels: Vec::new() };
        self.scales.resize(self.len() + len, slice.scale());
        self.slices.push(slice);
        self.most = self.most.max(most);
        self
    }

    /// The layout with one more slice at its end: `len` flags, 1 or 0.
    ///
    /// # Panics
    /// If `len` is 0.
    #[must_use]
    pub fn with_flags(self, name: &str, len: usize, meaning: &str) -> Self {
        self.with(name, len, (1, 1.0), meaning)
    }

    /// The layout with what each number of its last slice stands for.
    ///
    /// # Panics
    /// If there is no slice, or not a label for each of its numbers.
    #[must_use]
    pub fn labelled(mut self, labels: impl IntoIterator<Item: Into<String>>) -> Self {
        let slice = self.slices.last_mut().expect("there is a slice to be labelled");
        slice.labels = labels.into_iter().map(Into::into).collect();
        let (given, name) = (slice.labels.len(), &slice.name);
        assert!(given == slice.len, "{given} labels for {name}, which has {} numbers", slice.len);
        self
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

    /// The slice with this name.
    pub fn slice(&self, name: &str) -> Option<&Slice> {
        self.slices.iter().find(|slice| slice.name == name)
    }

    /// How many numbers an observation has.
    pub fn len(&self) -> usize {
        self.scales.len()
    }

    /// Whether an observation has no numbers.
    pub fn is_empty(&self) -> bool {
        self.scales.is_empty()
    }

    /// The greatest whole number; observations can be had in `u8` if it is at most 255.
    pub fn most(&self) -> u16 {
        self.most
    }

    /// How many numbers there are before those that are 0 in all positions of this game, as the numbers of seats are
    /// that nobody takes.
    pub fn present(&self) -> usize {
        self.len() - self.absent
    }

    /// Writes into `out` what these whole numbers, one observation or several without a gap, are in `f32`: each times
    /// 1 / `unit`.
    ///
    /// # Panics
    /// If the lengths are not the same multiple of the layout's length.
    pub fn scale<N: Number>(&self, whole: &[N], out: &mut [f32]) {
        assert!(
            whole.len() == out.len() && whole.len().is_multiple_of(self.len().max(1)),
            "{} whole numbers for {} numbers; give the same multiple of {}",
            whole.len(),
            out.len(),
            self.len(),
        );
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

    /// The labels, each list once with the names of the slices that have it, in the order of the first of them.
    pub fn labels(&self) -> Vec<(Vec<&str>, &[String])> {
        let mut lists: Vec<(Vec<&str>, &[String])> = Vec::new();
        for slice in self.slices.iter().filter(|slice| !slice.labels.is_empty()) {
            match lists.iter_mut().find(|(_, labels)| *labels == slice.labels) {
                Some((names, _)) => names.push(&slice.name),
                None => lists.push((vec![&slice.name], &slice.labels)),
            }
        }
        lists
    }

    /// The layout as a Markdown table, as it stands in the documentation, without the labels.
    pub fn to_markdown(&self) -> String {
        let mut table = String::from("| slice | at | most | unit | meaning |\n|---|---|---|---|---|\n");
        for slice in &self.slices {
            let Slice { name, most, unit, meaning, .. } = slice;
            let _ = writeln!(table, "| `{name}` | {} | {most} | {unit} | {meaning} |", slice.places());
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[should_panic(expected = "1 labels for pair, which has 2 numbers")]
    fn each_number_needs_its_label() {
        let _ = ObservationSpec::new().with_flags("pair", 2, "two").labelled(["one"]);
    }

    #[test]
    fn each_list_of_labels_is_told_once() {
        let spec = ObservationSpec::new()
            .with_flags("first", 2, "two")
            .labelled(["a", "b"])
            .with_flags("bare", 1, "one")
            .with_flags("other", 2, "two")
            .labelled(["a", "c"])
            .with_flags("last", 2, "two")
            .labelled(["a", "b"]);
        let lists: Vec<_> =
            spec.labels().into_iter().map(|(names, labels)| (names, labels.concat())).collect();
        assert_eq!(lists, [(vec!["first", "last"], "ab".to_owned()), (vec!["other"], "ac".to_owned())]);
    }

    #[test]
    fn every_number_is_scaled_by_its_own_unit() {
        for len in [1, 7, 8, 9, 31, 63, 64, 65, 127, 200] {
            let spec = (0..len).fold(ObservationSpec::new(), |spec, place| {
                spec.with("number", 1, (1000, 1.0 + place as f32), "a number")
            });
            for absent in [0, 1, len / 2, len] {
                let spec = spec.clone().with_absent(absent);
                let whole: Vec<u16> =
                    (0..3 * len).map(|at| if at % len < len - absent { at as u16 } else { 0 }).collect();
                let mut out = vec![f32::NAN; 3 * len];
                spec.scale(&whole, &mut out);
                for (at, (&out, &whole)) in out.iter().zip(&whole).enumerate() {
                    let exact = f64::from(whole) / f64::from(1 + (at % len) as u16);
                    assert!((f64::from(out) - exact).abs() <= exact * 2e-7, "{out} for {exact}");
                }
            }
        }
    }
}
