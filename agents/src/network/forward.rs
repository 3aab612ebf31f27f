//! From what a seat sees to what a network makes of it.

use faer::linalg::matmul::matmul;
use faer::{Accum, MatMut, MatRef, Par};

use super::weights::require_finite;
use super::{Layer, Shape, WeightsError};

/// A trained network: its weights, and how to ask it.
#[derive(Clone, Debug, PartialEq)]
pub struct Network {
    shape: Shape,
    input: Weights,
    blocks: Vec<[Weights; 2]>,
    heads: Weights,
}

/// The weights of a layer: for each number that goes in, one for each that comes out; and what is added to those.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Weights {
    pub(super) products: Vec<f32>,
    pub(super) added: Vec<f32>,
}

/// Room for what lies between the layers, kept from one question to the next so that nothing is allocated again.
#[derive(Clone, Debug, Default)]
pub struct Scratch {
    hidden: Vec<f32>,
    normed: Vec<f32>,
    inner: Vec<f32>,
    out: Vec<f32>,
}

/// What a network made of some rows.
#[derive(Clone, Copy, Debug)]
pub struct Answers<'a> {
    shape: Shape,
    out: &'a [f32],
}

impl<'a> Answers<'a> {
    fn part(self, row: usize, start: usize, len: usize) -> &'a [f32] {
        &self.out[row * self.shape.outputs() + start..][..len]
    }

    fn of_seats(self, row: usize, head: usize) -> &'a [f32] {
        let Shape { actions, seats, .. } = self.shape;
        self.part(row, actions + head * seats, seats)
    }

    /// A logit for each action.
    pub fn logits(self, row: usize) -> &'a [f32] {
        self.part(row, 0, self.shape.actions)
    }

    /// What each seat may expect to get, the one that sees first, as a logit: of 0 for the least utility and of 1 for
    /// the most.
    pub fn value_logits(self, row: usize) -> &'a [f32] {
        self.of_seats(row, 0)
    }

    /// The score of each seat in the end, in units of [`SCORE_UNIT`].
    pub fn scores(self, row: usize) -> &'a [f32] {
        self.of_seats(row, 1)
    }

    /// Whether each seat will be alive in the end, as a logit.
    pub fn life_logits(self, row: usize) -> &'a [f32] {
        self.of_seats(row, 2)
    }
}

/// So much of a score is 1 to a network.
pub const SCORE_UNIT: f32 = 32.0;

/// Added to mean squares before their root is taken.
pub const NORM_EPSILON: f32 = 1e-6;

impl Network {
    pub(super) fn new(shape: Shape, mut layer: impl FnMut(&Layer) -> Weights) -> Self {
        let layers: Vec<Weights> = shape.layers().iter().map(&mut layer).collect();
        let mut layers = layers.into_iter();
        let mut next = || layers.next().expect("a network has a first layer, pairs of layers and a last one");
        let input = next();
        let blocks = (0..shape.blocks).map(|_| [next(), next()]).collect();
        Self { shape, input, blocks, heads: next() }
    }

    /// How large it is.
    pub fn shape(&self) -> &Shape {
        &self.shape
    }

    /// The network of this shape with these numbers: for each layer, the first first, its weights row by row and then what
    /// is added.
    ///
    /// # Errors
    /// [`WeightsError::NotFinite`] names the tensor in which a number is none.
    ///
    /// # Panics
    /// If there are too few tensors, or one has not as many numbers as its layer.
    pub fn from_parameters(
        shape: Shape,
        parameters: impl IntoIterator<Item = Vec<f32>>,
    ) -> Result<Self, WeightsError> {
        let mut parameters = parameters.into_iter();
        let mut take = |name: String, len| {
            let numbers = parameters.next().expect("two tensors for each layer");
            assert!(numbers.len() == len, "{} numbers for {name}, which has {len}", numbers.len());
            require_finite(&name, &numbers).map(|()| numbers)
        };
        let mut layers = Vec::new();
        for Layer { name, inputs, outputs } in shape.layers() {
            let products = take(format!("{name}.weight"), inputs * outputs)?;
            layers.push(Weights { products, added: take(format!("{name}.bias"), outputs)? });
        }
        let mut layers = layers.into_iter();
        Ok(Self::new(shape, |_| layers.next().expect("each layer was taken")))
    }

    /// Its numbers, as [`from_parameters`](Self::from_parameters) takes them.
    pub fn parameters(&self) -> impl Iterator<Item = &[f32]> {
        self.weights().flat_map(|weights| [&weights.products[..], &weights.added])
    }

    /// The weights of its layers, the first first.
    pub(super) fn weights(&self) -> impl Iterator<Item = &Weights> {
        std::iter::once(&self.input).chain(self.blocks.as_flattened()).chain([&self.heads])
    }

    /// What it makes of `rows` rows of inputs, which lie one behind the other. They may all be shorter than the
    /// network's inputs by as much: what is missing at their ends counts as 0.
    ///
    /// # Panics
    /// If the numbers are not so many rows, or more than the network has inputs.
    pub fn ask<'a>(&self, inputs: &[f32], rows: usize, scratch: &'a mut Scratch) -> Answers<'a> {
        let Shape { width, .. } = self.shape;
        let columns = inputs.len() / rows.max(1);
        assert!(
            rows * columns == inputs.len() && columns <= self.shape.inputs,
            "{} numbers for {rows} rows of at most {}",
            inputs.len(),
            self.shape.inputs
        );
        let Scratch { hidden, normed, inner, out } = scratch;
        self.input.apply(inputs, columns, rows, Accum::Replace, hidden);
        for [up, down] in &self.blocks {
            norm(hidden, width, normed);
            up.apply(normed, width, rows, Accum::Replace, inner);
            for number in &mut *inner {
                *number = number.max(0.0);
            }
            down.apply(inner, width, rows, Accum::Add, hidden);
        }
        norm(hidden, width, normed);
        self.heads.apply(normed, width, rows, Accum::Replace, out);
        Answers { shape: self.shape, out }
    }
}

impl Weights {
    /// Puts into `out`, or adds to it, what comes out for `rows` rows of `columns` numbers each.
    fn apply(&self, numbers: &[f32], columns: usize, rows: usize, accum: Accum, out: &mut Vec<f32>) {
        let outputs = self.added.len();
        out.resize(rows * outputs, 0.0);
        if rows == 0 {
            return;
        }
        let products = MatRef::from_row_major_slice(&self.products[..columns * outputs], columns, outputs);
        let numbers = MatRef::from_row_major_slice(numbers, rows, columns);
        matmul(MatMut::from_row_major_slice_mut(out, rows, outputs), accum, numbers, products, 1.0, Par::Seq);
        for row in out.chunks_exact_mut(outputs) {
            row.iter_mut().zip(&self.added).for_each(|(number, added)| *number += added);
        }
    }
}

/// Scales each row so that the mean of its squares is 1.
fn norm(rows: &[f32], width: usize, out: &mut Vec<f32>) {
    out.resize(rows.len(), 0.0);
    for (row, out) in rows.chunks_exact(width).zip(out.chunks_exact_mut(width)) {
        let scale = (squares(row) / width as f32 + NORM_EPSILON).sqrt().recip();
        row.iter().zip(out).for_each(|(number, out)| *out = number * scale);
    }
}

/// The sum of the squares, in lanes that a processor can add at once.
fn squares(row: &[f32]) -> f32 {
    let (lanes, rest) = row.as_chunks::<8>();
    let mut sums = [0.0; 8];
    for lane in lanes {
        sums.iter_mut().zip(lane).for_each(|(sum, number)| *sum += number * number);
    }
    sums.iter().sum::<f32>() + rest.iter().map(|number| number * number).sum::<f32>()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A network with the weights 1, 2, 3, ... times a small step, in the order of its layers.
    fn counted(shape: Shape) -> Network {
        let mut count = 0;
        let mut next = |len: usize| -> Vec<f32> {
            let step = || {
                count += 1;
                ((count * 7919) % 101) as f32 / 101.0 - 0.5
            };
            std::iter::repeat_with(step).take(len).collect()
        };
        Network::new(shape, |layer| Weights {
            products: next(layer.inputs * layer.outputs),
            added: next(layer.outputs),
        })
    }

    fn small() -> Network {
        counted(Shape { inputs: 11, actions: 5, seats: 2, width: 9, blocks: 2 })
    }

    /// The same, number by number.
    fn by_hand(network: &Network, inputs: &[f32]) -> Vec<f64> {
        let layer = |weights: &Weights, numbers: &[f64]| -> Vec<f64> {
            let outputs = weights.added.len();
            let product = |out: usize| {
                let terms = numbers.iter().enumerate();
                terms
                    .map(|(at, number)| number * f64::from(weights.products[at * outputs + out]))
                    .sum::<f64>()
            };
            (0..outputs).map(|out| product(out) + f64::from(weights.added[out])).collect()
        };
        let norm = |numbers: &[f64]| -> Vec<f64> {
            let mean = numbers.iter().map(|number| number * number).sum::<f64>() / numbers.len() as f64;
            numbers.iter().map(|number| number / (mean + 1e-6).sqrt()).collect()
        };
        let inputs: Vec<f64> = inputs.iter().map(|&number| number.into()).collect();
        let mut hidden = layer(&network.input, &inputs);
        for [up, down] in &network.blocks {
            let inner: Vec<f64> = layer(up, &norm(&hidden)).iter().map(|number| number.max(0.0)).collect();
            hidden.iter_mut().zip(layer(down, &inner)).for_each(|(number, added)| *number += added);
        }
        layer(&network.heads, &norm(&hidden))
    }

    #[test]
    fn answers_are_those_of_the_formula_for_any_number_of_rows() {
        let network = small();
        let mut scratch = Scratch::default();
        for rows in [1, 2, 3, 7, 8, 33] {
            let inputs: Vec<f32> = (0..11 * rows).map(|at| ((at * 31) % 17) as f32 / 17.0).collect();
            let answers = network.ask(&inputs, rows, &mut scratch);
            for row in 0..rows {
                let found = [
                    answers.logits(row),
                    answers.value_logits(row),
                    answers.scores(row),
                    answers.life_logits(row),
                ];
                let expected = by_hand(&network, &inputs[11 * row..][..11]);
                for (found, expected) in found.concat().iter().zip(&expected) {
                    assert!((f64::from(*found) - expected).abs() < 1e-5, "{found} for {expected}");
                }
            }
        }
    }

    #[test]
    fn what_is_missing_at_the_end_counts_as_nothing() {
        let (network, mut scratch) = (small(), Scratch::default());
        let short = [0.5, 0.25, 1.0, -1.0, 0.75];
        let mut long = [0.0; 11];
        long[..5].copy_from_slice(&short);
        let expected = network.ask(&long, 1, &mut scratch).logits(0).to_vec();
        let found = network.ask(&short, 1, &mut scratch).logits(0);
        assert!(found.iter().zip(&expected).all(|(one, other)| (one - other).abs() < 1e-6));
    }

    #[test]
    fn an_answer_does_not_depend_on_the_questions_beside_it() {
        let (network, mut scratch) = (small(), Scratch::default());
        let inputs: Vec<f32> = (0..11 * 4).map(|at| (at as f32).sin()).collect();
        let alone = network.ask(&inputs[..11], 1, &mut scratch).out.to_vec();
        let other = network.ask(&inputs[11..22], 1, &mut scratch).out.to_vec();
        let both = network.ask(&inputs, 4, &mut scratch);
        let close =
            |one: &[f32], other: &[f32]| one.iter().zip(other).all(|(one, other)| (one - other).abs() < 1e-5);
        assert!(close(both.part(0, 0, alone.len()), &alone) && close(both.part(1, 0, other.len()), &other));
    }

    #[test]
    #[should_panic(expected = "12 numbers for 1 rows of at most 11")]
    fn too_many_numbers_are_refused() {
        small().ask(&[0.0; 12], 1, &mut Scratch::default());
    }
}
