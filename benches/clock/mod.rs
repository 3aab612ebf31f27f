//! How much work is done in a second.

use nix::sys::time::TimeValLike;
use nix::time::{ClockId, clock_gettime};

/// Pieces of work, and the time they took.
pub struct Pace {
    pub pieces: u64,
    pub seconds: f64,
}

impl Pace {
    /// Calls `stretch`, which tells how many pieces it did, for `seconds` of CPU time.
    pub fn by_cpu(seconds: f64, mut stretch: impl FnMut() -> u64) -> Self {
        stretch(); // warms up
        let start = cpu_seconds();
        let (mut pieces, mut used) = (0, 0.0);
        while used < seconds {
            pieces += stretch();
            used = cpu_seconds() - start;
        }
        Self { pieces, seconds: used }
    }

    /// Pieces per second.
    #[allow(dead_code, reason = "for those that print figures")]
    pub fn per_second(&self) -> f64 {
        self.pieces as f64 / self.seconds
    }
}

/// The CPU time that this process has used, over all its threads.
fn cpu_seconds() -> f64 {
    let used =
        clock_gettime(ClockId::CLOCK_PROCESS_CPUTIME_ID).expect("the system tells a process its CPU time");
    used.num_nanoseconds() as f64 / 1e9
}
