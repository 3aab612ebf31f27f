//! Estimates with their intervals.

use serde::Serialize;
use statrs::distribution::ContinuousCDF as _;

use crate::simulation::Sample;
use crate::student;

/// How likely an interval holds the true value, where errors are normal.
pub const CONFIDENCE: f64 = 0.95;
/// How many standard errors it reaches to each side where the spread is known.
const REACH: f64 = 1.959_963_985;

/// Fewer samples that all say the same may do so by chance: five coins show the same side in one of 16 throws.
const AGREEING: u64 = 6;

/// A mean of samples with its interval, by Student's distribution where the spread was estimated from the same samples.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Estimate {
    /// The mean.
    pub mean: f64,
    /// Its standard error.
    pub stderr: f64,
    /// The lower end of the 95 % interval.
    pub low: f64,
    /// The upper end.
    pub high: f64,
    /// The degrees of freedom of the spread; infinitely many where it is known.
    #[serde(skip)]
    freedom: f64,
}

impl Estimate {
    /// A value that is known.
    pub const fn exact(value: f64) -> Self {
        Self { mean: value, stderr: 0.0, low: value, high: value, freedom: f64::INFINITY }
    }

    /// A mean with its standard error, where the spread is known or the samples are many.
    pub fn new(mean: f64, stderr: f64) -> Self {
        Self::of_few(mean, stderr, f64::INFINITY)
    }

    /// A mean with its standard error, estimated with so many degrees of freedom: one less than there were samples.
    pub fn of_few(mean: f64, stderr: f64, freedom: f64) -> Self {
        // Without any spread an interval has no width, however far it would reach.
        let freedom = if stderr > 0.0 { freedom } else { f64::INFINITY };
        let reach = if freedom.is_infinite() { REACH } else { student::reach(freedom, CONFIDENCE) };
        let half = reach * stderr;
        Self { mean, stderr, low: mean - half, high: mean + half, freedom }
    }

    /// The mean of a sample; `None` if it is empty.
    pub(crate) fn of_sample(sample: &Sample) -> Option<Self> {
        let figure = sample.figure()?;
        Some(Self::of_few(figure.mean, figure.stderr, (sample.count() - 1) as f64))
    }

    /// The mean of `values`, which are independent; `None` if there are none.
    pub(crate) fn of(values: impl IntoIterator<Item = f64>) -> Option<Self> {
        let mut sample = Sample::default();
        values.into_iter().for_each(|value| sample.add(value));
        Self::of_sample(&sample)
    }

    /// The sum of independent ones, with the degrees of freedom of Welch and Satterthwaite.
    pub(crate) fn sum(all: impl IntoIterator<Item = Self>) -> Self {
        let (mut mean, mut variance, mut squares) = (0.0, 0.0, 0.0);
        for one in all {
            let own = one.stderr * one.stderr;
            mean += one.mean;
            variance += own;
            squares += own * own / one.freedom;
        }
        let freedom = if squares > 0.0 { variance * variance / squares } else { f64::INFINITY };
        Self::of_few(mean, variance.sqrt(), freedom)
    }

    /// The mean of `values` less `others`, which belong together one by one; `None` if there are none.
    pub(crate) fn of_pairs(values: &[f64], others: &[f64]) -> Option<Self> {
        let mut sample = Sample::default();
        values.iter().zip(others).for_each(|(value, other)| sample.add(value - other));
        Self::of_differences(&sample)
    }

    /// The mean of differences; a few that are all the same do not rule out 0.
    pub(crate) fn of_differences(sample: &Sample) -> Option<Self> {
        let estimate = Self::of_sample(sample)?;
        if estimate.stderr > 0.0 {
            return Some(estimate);
        }
        let all_same = Self { freedom: sample.count().saturating_sub(1) as f64, ..estimate };
        let (low, high) = (estimate.low.min(0.0), estimate.high.max(0.0));
        Some(if sample.count() < AGREEING { Self { low, high, ..all_same } } else { all_same })
    }

    /// The difference to `other`, which is independent.
    #[must_use]
    pub fn less(&self, other: &Self) -> Self {
        Self::sum([*self, other.times(-1.0)])
    }

    /// As much of it.
    #[must_use]
    pub fn times(&self, factor: f64) -> Self {
        Self::of_few(self.mean * factor, self.stderr * factor.abs(), self.freedom)
    }

    /// Moved by `offset`.
    #[must_use]
    pub fn plus(&self, offset: f64) -> Self {
        Self::of_few(self.mean + offset, self.stderr, self.freedom)
    }

    /// How likely a mean as far from 0 is found, to either side, if the true one is 0.
    pub(crate) fn p_value(&self) -> f64 {
        if self.mean == 0.0 {
            return 1.0;
        }
        if self.stderr == 0.0 {
            // As likely as that so many coins agree; 0 where the value is known.
            return 0.5_f64.powf(self.freedom);
        }
        let beyond =
            student::student(self.freedom).map(|student| student.sf((self.mean / self.stderr).abs()));
        beyond.map_or(1.0, |beyond| (2.0 * beyond).min(1.0))
    }

    /// Whether 0 lies outside of the interval.
    pub fn is_decided(&self) -> bool {
        self.low > 0.0 || self.high < 0.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_interval_reaches_as_far_as_its_error() {
        let estimate = Estimate::new(1.0, 0.5);
        assert!((estimate.high - 1.979_98).abs() < 1e-5 && (estimate.low - 0.020_02).abs() < 1e-5);
        assert!(estimate.is_decided() && !estimate.plus(-0.1).is_decided());
        let difference = estimate.less(&Estimate::new(4.0, 1.2));
        assert!((difference.mean + 3.0).abs() < 1e-12 && (difference.stderr - 1.3).abs() < 1e-12);
        assert!((estimate.times(-2.0).high + 0.040_04).abs() < 1e-5);
        assert!(!Estimate::exact(0.0).is_decided() && Estimate::exact(-0.1).is_decided());
    }

    #[test]
    fn few_samples_reach_further_by_students_distribution() {
        // Tabulated: t(0.975) is 12.706 with one degree of freedom and 2.571 with five.
        let two = Estimate::of([1.0, 2.0]).unwrap();
        assert!((two.low - (1.5 - 12.706 * 0.5)).abs() < 1e-3 && !two.is_decided(), "{two:?}");
        let six = Estimate::of([1.0, 2.0, 1.0, 2.0, 1.0, 2.0]).unwrap();
        assert!((six.high - (1.5 + 2.571 * six.stderr)).abs() < 1e-3 && six.is_decided(), "{six:?}");
        // Of two with as much spread the difference has twice the freedom, by Welch and Satterthwaite.
        let difference = six.less(&six);
        assert!((difference.high - 2.228 * difference.stderr).abs() < 1e-3, "{difference:?}");
        assert_eq!(Estimate::of([3.0]), Some(Estimate::exact(3.0)));
        // Two samples, 1 and 2: three standard errors with one degree of freedom are 0.2048.
        let sample = |values: &[f64]| {
            let mut sample = Sample::default();
            for &value in values {
                sample.add(value);
            }
            sample
        };
        let p = |values: &[f64]| {
            Estimate::of_differences(&sample(values)).map_or(1.0, |estimate| estimate.p_value())
        };
        assert!((p(&[1.0, 2.0]) - 0.2048).abs() < 1e-4 && (p(&[1.0; 5]) - 0.0625).abs() < 1e-12);
        assert_eq!((p(&[]), p(&[0.0; 50]), p(&[-1.0, 1.0])), (1.0, 1.0, 1.0));
        let equal = |count| Estimate::of_pairs(&vec![1.0; count], &vec![0.0; count]).unwrap();
        assert!(!equal(5).is_decided() && equal(6).is_decided());
    }

    #[test]
    fn an_interval_that_ends_at_0_has_the_p_value_of_its_confidence() {
        for freedom in [3.0, 40.0, f64::INFINITY] {
            let estimate = Estimate::of_few(0.0, 0.3, freedom);
            assert!((estimate.plus(estimate.high).p_value() - 0.05).abs() < 1e-6, "{freedom}");
            assert!((estimate.plus(estimate.low).p_value() - 0.05).abs() < 1e-6, "{freedom}");
        }
        let same =
            |found: f64, expected: f64| assert!((found - expected).abs() < 1e-12, "{found} for {expected}");
        same(Estimate::exact(0.0).p_value(), 1.0);
        same(Estimate::exact(-0.1).p_value(), 0.0);
        let equal = |count| Estimate::of_pairs(&vec![1.0; count], &vec![0.0; count]).unwrap().p_value();
        for (count, expected) in [(5, 1.0 / 16.0), (6, 1.0 / 32.0), (11, 1.0 / 1024.0)] {
            same(equal(count), expected);
        }
    }
}
