//! How far the deals bear figures that are no plain means.

use serde::Serialize;

use roadside_env::Stream;

use super::digest::Digest;
use super::schedule::Schedule;
use super::tallies::Tallies;

/// A figure with its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Interval {
    /// The figure.
    pub value: f64,
    /// The lower end of the interval.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

/// How many sets of weights are drawn.
const DRAWS: usize = 1000;
/// Into how many blocks deals are put together at most, so that a draw takes no longer for more deals.
const BLOCKS: usize = 1000;

/// What each pair won and lost, by blocks of deals.
pub(super) struct Resampling {
    seed: u64,
    /// By block and pair.
    blocks: Vec<Vec<[f64; 2]>>,
}

impl Resampling {
    /// Of `digests`, the matches of whole deals.
    pub(super) fn new(schedule: &Schedule, digests: &[Digest], seed: u64) -> Self {
        let seats = schedule.seats as f64;
        let deals = digests.chunks_exact(schedule.pairs.len());
        let count = deals.len().min(BLOCKS);
        let mut blocks = vec![vec![[0.0; 2]; schedule.pairs.len()]; count];
        for (number, deal) in deals.enumerate() {
            for (sums, digest) in blocks[number % count].iter_mut().zip(deal) {
                sums[0] += seats * digest.won;
                sums[1] += seats * digest.lost;
            }
        }
        Self { seed, blocks }
    }

    /// What each pair won and lost in all.
    pub(super) fn totals(&self) -> Vec<[f64; 2]> {
        self.weighted(|| 1.0)
    }

    /// Each block with a weight; all pairs play the same deals, so their deals weigh the same.
    fn weighted(&self, mut weight: impl FnMut() -> f64) -> Vec<[f64; 2]> {
        let mut sums = vec![[0.0; 2]; self.blocks[0].len()];
        for block in &self.blocks {
            let weight = weight();
            for (sum, [won, lost]) in sums.iter_mut().zip(block) {
                sum[0] += weight * won;
                sum[1] += weight * lost;
            }
        }
        sums
    }

    /// The intervals around `values`, which `figures` are of the totals: by the Bayesian bootstrap (Rubin 1981), in
    /// which the deals have weights drawn from the exponential distribution. For each pair there is a game more that
    /// the one wins and one that it loses, weighted likewise, so that nobody is sure to win always.
    pub(super) fn intervals(
        &self,
        schedule: &Schedule,
        values: &[f64],
        figures: impl Fn(&Tallies) -> Vec<f64>,
    ) -> Vec<Interval> {
        let mut stream = Stream::for_resampling(self.seed);
        let mut drawn = vec![Vec::with_capacity(DRAWS); values.len()];
        for _ in 0..DRAWS {
            let mut sums = self.weighted(|| exponential(&mut stream));
            for [won, lost] in &mut sums {
                *won += exponential(&mut stream);
                *lost += exponential(&mut stream);
            }
            for (drawn, figure) in drawn.iter_mut().zip(figures(&Tallies::of(schedule, &sums))) {
                drawn.push(figure);
            }
        }
        values.iter().zip(drawn).map(|(&value, drawn)| Interval::around(value, drawn)).collect()
    }
}

impl Interval {
    /// The middle 95 % of what was drawn.
    fn around(value: f64, mut drawn: Vec<f64>) -> Self {
        drawn.sort_by(f64::total_cmp);
        let beyond = DRAWS / 40;
        Self { value, low: drawn[beyond].min(value), high: drawn[DRAWS - 1 - beyond].max(value) }
    }
}

/// A number from the exponential distribution with the mean 1, by one word of the stream.
fn exponential(stream: &mut Stream) -> f64 {
    // 53 bits make a float in (0, 1].
    -(((stream.word() >> 11) + 1) as f64 / (1_u64 << 53) as f64).ln()
}
