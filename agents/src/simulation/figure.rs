//! Figures with their standard errors.

use serde::Serialize;

/// A mean or a rate, with its standard error.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Figure {
    /// The mean.
    pub mean: f64,
    /// Its standard error; 0 where there is only one sample.
    pub stderr: f64,
}

/// The mean of numbers. Its spread is kept by Welford's updates, which lose no digits to cancellation; the
/// plain sum is exact for whole numbers.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Sample {
    count: u64,
    sum: f64,
    running_mean: f64,
    squares: f64,
}

impl Sample {
    pub(crate) fn add(&mut self, value: f64) {
        self.count += 1;
        self.sum += value;
        let before = value - self.running_mean;
        self.running_mean += before / self.count as f64;
        self.squares += before * (value - self.running_mean);
    }

    /// How many numbers there are.
    pub(crate) fn count(&self) -> u64 {
        self.count
    }

    /// `None` without any number.
    pub(crate) fn figure(&self) -> Option<Figure> {
        let count = self.count as f64;
        let variance = self.squares / (count - 1.0).max(1.0);
        (self.count > 0).then(|| Figure { mean: self.sum / count, stderr: (variance / count).sqrt() })
    }
}

/// How often something happened for each time that something else did, pooled over games, by exact sums.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Ratio {
    games: u64,
    counts: u64,
    pers: u64,
    counts_squared: u128,
    counts_by_pers: u128,
    pers_squared: u128,
}

impl Ratio {
    /// A game in which it happened `count` times for `per` times that the other thing did.
    pub(super) fn add(&mut self, count: u32, per: u32) {
        self.games += 1;
        self.counts += u64::from(count);
        self.pers += u64::from(per);
        self.counts_squared += u128::from(count) * u128::from(count);
        self.counts_by_pers += u128::from(count) * u128::from(per);
        self.pers_squared += u128::from(per) * u128::from(per);
    }

    /// The times that it happened in all.
    pub(super) fn total(&self) -> u64 {
        self.counts
    }

    /// `None` if the other thing never happened. The standard error is that of a ratio, linearised; where the
    /// other thing happens once a game, it is that of a mean.
    pub(super) fn figure(&self) -> Option<Figure> {
        let (games, pers) = (self.games as f64, self.pers as f64);
        let mean = self.counts as f64 / pers;
        let squares = self.counts_squared as f64 - 2.0 * mean * self.counts_by_pers as f64
            + mean * mean * self.pers_squared as f64;
        let spread = squares.max(0.0) * games / (games - 1.0).max(1.0);
        (self.pers > 0).then(|| Figure { mean, stderr: spread.sqrt() / pers })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(found: Option<Figure>, mean: f64, stderr: f64) {
        let found = found.unwrap();
        assert!((found.mean - mean).abs() < 1e-12 && (found.stderr - stderr).abs() < 1e-12, "{found:?}");
    }

    #[test]
    fn a_mean_has_the_error_of_its_sample() {
        let mut mean = Sample::default();
        assert_eq!(mean.figure(), None);
        mean.add(5.0);
        close(mean.figure(), 5.0, 0.0);
        for value in [2.0, 3.0, 6.0] {
            mean.add(value);
        }
        close(mean.figure(), 4.0, (10.0_f64 / 3.0 / 4.0).sqrt());
    }

    #[test]
    fn a_ratio_is_pooled_with_the_error_of_a_ratio() {
        let mut ratio = Ratio::default();
        assert_eq!(ratio.figure(), None);
        ratio.add(0, 0);
        assert_eq!(ratio.figure(), None);
        ratio.add(1, 2);
        ratio.add(2, 6);
        // 3 of 8; the residuals 0, 1 - 0.75 and 2 - 2.25, over three games.
        close(ratio.figure(), 0.375, (3.0_f64 / 2.0 * (0.0625 + 0.0625)).sqrt() / 8.0);
    }

    #[test]
    fn a_ratio_to_one_a_game_is_a_mean() {
        let (mut ratio, mut mean) = (Ratio::default(), Sample::default());
        for value in [3, 1, 4, 1, 5] {
            ratio.add(value, 1);
            mean.add(f64::from(value));
        }
        let expected = mean.figure().unwrap();
        close(ratio.figure(), expected.mean, expected.stderr);
    }
}
