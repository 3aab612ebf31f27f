//! The caller's thread alone.

use crate::vec_env::VecEnvError;

/// As many threads as there are without the feature `threads`: one.
pub struct Pool;

impl Pool {
    #[expect(clippy::unnecessary_wraps, reason = "called as with threads")]
    pub fn new(_threads: usize) -> Result<Self, VecEnvError> {
        Ok(Self)
    }

    /// Does every job.
    #[expect(clippy::unused_self, reason = "called as with threads")]
    pub fn run<J>(&self, jobs: impl Iterator<Item = J>, work: impl Fn(J)) {
        jobs.for_each(work);
    }
}
