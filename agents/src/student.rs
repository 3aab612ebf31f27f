//! Student's distribution, by which means of few samples are judged.

use statrs::distribution::{ContinuousCDF as _, StudentsT};

/// With more degrees of freedom the normal distribution is as good.
const MANY: f64 = 1e6;

/// The distribution with so many degrees of freedom, one less than there are samples; never fewer than 1.
pub(crate) fn student(freedom: f64) -> Option<StudentsT> {
    StudentsT::new(0.0, 1.0, freedom.clamp(1.0, MANY)).ok()
}

/// How many standard errors an interval reaches to each side that holds the true mean with probability `confidence`.
pub(crate) fn reach(freedom: f64, confidence: f64) -> f64 {
    student(freedom).map_or(f64::INFINITY, |student| student.inverse_cdf(0.5 + confidence / 2.0))
}
