//! The ends of plays.

use std::collections::HashMap;

use crate::key::key_of;
use roadside_env::Seat;

/// The ends of plays, those in which all seats did the same as one: by seat its sequence, and what it gets there times
/// how likely chance leads there.
#[derive(Clone, Debug, Default)]
pub(super) struct Leaves {
    seats: usize,
    /// By leaf and seat.
    sequences: Vec<u32>,
    /// By leaf and seat.
    gains: Vec<f64>,
    /// By leaf: how likely chance leads there if all seats want to go there.
    chances: Vec<f64>,
}

/// Leaves that are still to come together.
#[derive(Clone, Debug, Default)]
pub(super) struct Collector {
    leaves: Leaves,
    places: HashMap<u128, u32>,
}

impl Collector {
    pub(super) fn new(seats: usize) -> Self {
        Self { leaves: Leaves { seats, ..Leaves::default() }, places: HashMap::new() }
    }

    /// Adds an end to which chance leads with this probability, and what the seats get there.
    pub(super) fn add(&mut self, sequences: &[u32], chance: f64, returns: &[f64]) {
        let leaves = &mut self.leaves;
        let new = leaves.chances.len() as u32;
        let place = *self.places.entry(key_of(&sequences)).or_insert(new);
        if place == new {
            leaves.sequences.extend(sequences);
            leaves.gains.extend(sequences.iter().map(|_| 0.0));
            leaves.chances.push(0.0);
        }
        leaves.chances[place as usize] += chance;
        let gains = &mut leaves.gains[place as usize * leaves.seats..];
        for (gain, value) in gains.iter_mut().zip(returns) {
            *gain += chance * value;
        }
    }

    /// How many there are.
    pub(super) fn len(&self) -> usize {
        self.leaves.len()
    }

    pub(super) fn bytes(&self) -> usize {
        let leaves = &self.leaves;
        leaves.bytes() + leaves.len() * size_of::<(u128, u32, u64)>()
    }

    pub(super) fn into_leaves(self) -> Leaves {
        self.leaves.sorted()
    }
}

impl Leaves {
    /// How many there are.
    pub(super) fn len(&self) -> usize {
        self.chances.len()
    }

    fn bytes(&self) -> usize {
        self.len() * (8 + self.seats * 12)
    }

    /// Those of each sequence of the first seat side by side, so that walks over them stay near.
    fn sorted(&self) -> Self {
        let mut order: Vec<usize> = (0..self.len()).collect();
        order.sort_by_key(|&leaf| self.of(leaf).0);
        Self {
            seats: self.seats,
            sequences: order.iter().flat_map(|&leaf| self.of(leaf).0).copied().collect(),
            gains: order.iter().flat_map(|&leaf| self.of(leaf).1).copied().collect(),
            chances: order.iter().map(|&leaf| self.chances[leaf]).collect(),
        }
    }

    fn of(&self, leaf: usize) -> (&[u32], &[f64]) {
        let here = leaf * self.seats..(leaf + 1) * self.seats;
        (&self.sequences[here.clone()], &self.gains[here])
    }

    fn each(&self) -> impl Iterator<Item = (&[u32], &[f64])> {
        self.sequences.chunks_exact(self.seats).zip(self.gains.chunks_exact(self.seats))
    }

    /// What each seat gets when the seats follow their sequences with these probabilities.
    pub(super) fn values(&self, followed: &[Vec<f64>]) -> Vec<f64> {
        let mut values = vec![0.0; self.seats];
        for (sequences, gains) in self.each() {
            let reach = reach(sequences, followed, None);
            for (value, gain) in values.iter_mut().zip(gains) {
                *value += reach * gain;
            }
        }
        values
    }

    /// Adds to `out` what each sequence of `seat` brings by itself when the others follow theirs with these
    /// probabilities.
    pub(super) fn add_gains<F: AsRef<[f64]>>(&self, seat: Seat, followed: &[F], out: &mut [f64]) {
        if let [first, second] = followed {
            // The two seats of all that CFR does.
            let other = if seat == 0 { second.as_ref() } else { first.as_ref() };
            for (sequences, gains) in
                self.sequences.as_chunks::<2>().0.iter().zip(self.gains.as_chunks::<2>().0)
            {
                out[sequences[seat] as usize] += other[sequences[1 - seat] as usize] * gains[seat];
            }
            return;
        }
        for (sequences, gains) in self.each() {
            out[sequences[seat] as usize] += reach(sequences, followed, Some(seat)) * gains[seat];
        }
    }

    /// Adds to `out` how likely plays end with each sequence of `seat`.
    pub(super) fn add_likelihoods(&self, seat: Seat, followed: &[Vec<f64>], out: &mut [f64]) {
        for (sequences, chance) in self.sequences.chunks_exact(self.seats).zip(&self.chances) {
            out[sequences[seat] as usize] += reach(sequences, followed, None) * chance;
        }
    }
}

/// How likely all seats but one follow these sequences.
fn reach<F: AsRef<[f64]>>(sequences: &[u32], followed: &[F], but: Option<Seat>) -> f64 {
    let others = sequences.iter().zip(followed).enumerate().filter(|&(seat, _)| Some(seat) != but);
    others.map(|(_, (&sequence, followed))| followed.as_ref()[sequence as usize]).product()
}
