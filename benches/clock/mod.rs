//! How much work is done in a second.

use std::time::Instant;

use nix::sys::time::TimeValLike;
use nix::time::{ClockId, clock_gettime};

/// Pieces of work, and the time they took.
pub struct Pace {
    pub pieces: u64,
    pub seconds: f64,
}

impl Pace {
    /// Calls `stretch`, which tells how many pieces it did, for `seconds` of CPU time.
    pub fn by_cpu(seconds: f64, stretch: impl FnMut() -> u64) -> Self {
        Self::of(seconds, cpu_seconds, stretch)
    }

    /// The same by the clock on the wall.
    #[allow(dead_code, reason = "for those that use several cores")]
    pub fn by_the_wall(seconds: f64, stretch: impl FnMut() -> u64) -> Self {
        let start = Instant::now();
        Self::of(seconds, || start.elapsed().as_secs_f64(), stretch)
    }

    /// Pieces per second.
    #[allow(dead_code, reason = "for those who print figures")]
    pub fn per_second(&self) -> f64 {
        self.pieces as f64 / self.seconds
    }

    fn of(seconds: f64, clock: impl Fn() -> f64, mut stretch: impl FnMut() -> u64) -> Self {
        stretch(); // warms up
        let start = clock();
        let (mut pieces, mut used) = (0, 0.0);
        while used < seconds {
            pieces += stretch();
            used = clock() - start;
        }
        Self { pieces, seconds: used }
    }
}

/// The CPU time that this process has used, over all its threads.
fn cpu_seconds() -> f64 {
    let used =
        clock_gettime(ClockId::CLOCK_PROCESS_CPUTIME_ID).expect("the system tells a process its CPU time");
    used.num_nanoseconds() as f64 / 1e9
}
