//! Estimates with their intervals.

use serde::Serialize;

use crate::Figure;
use crate::simulation::Sample;

/// How likely an interval holds the true value, where errors are normal.
pub const CONFIDENCE: f64 = 0.95;
/// How many standard errors it reaches to each side.
const REACH: f64 = 1.959_963_985;

/// A mean of samples with its interval.
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
}

impl Estimate {
    /// A value that is known.
    pub const fn exact(value: f64) -> Self {
        Self { mean: value, stderr: 0.0, low: value, high: value }
    }

    /// A mean with its standard error.
    pub fn new(mean: f64, stderr: f64) -> Self {
        Self { mean, stderr, low: mean - REACH * stderr, high: mean + REACH * stderr }
    }

    /// The mean of `values`, which are independent; `None` if there are none.
    pub(crate) fn of(values: impl IntoIterator<Item = f64>) -> Option<Self> {
        let mut sample = Sample::default();
        values.into_iter().for_each(|value| sample.add(value));
        sample.figure().map(Self::from)
    }

    /// The mean of `values` less `others`, which belong together one by one; `None` if there are none.
    pub(crate) fn of_pairs(values: &[f64], others: &[f64]) -> Option<Self> {
        Self::of(values.iter().zip(others).map(|(value, other)| value - other))
    }

    /// The difference to `other`, which is independent.
    #[must_use]
    pub fn less(&self, other: &Self) -> Self {
        Self::new(self.mean - other.mean, self.stderr.hypot(other.stderr))
    }

    /// As much of it.
    #[must_use]
    pub fn times(&self, factor: f64) -> Self {
        Self::new(self.mean * factor, self.stderr * factor.abs())
    }

    /// Moved by `offset`.
    #[must_use]
    pub fn plus(&self, offset: f64) -> Self {
        Self::new(self.mean + offset, self.stderr)
    }

    /// Whether 0 lies outside of the interval.
    pub fn is_decided(&self) -> bool {
        self.low > 0.0 || self.high < 0.0
    }
}

impl From<Figure> for Estimate {
    fn from(figure: Figure) -> Self {
        Self::new(figure.mean, figure.stderr)
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
}
