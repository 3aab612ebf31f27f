//! Threads that wait for work.

use super::VecEnvError;

/// The caller's thread and those that help it.
pub(super) struct Pool {
    #[cfg(feature = "threads")]
    helpers: Option<rayon::ThreadPool>,
}

#[cfg(feature = "threads")]
impl Pool {
    /// As many threads, the caller's among them.
    pub fn new(threads: usize) -> Result<Self, VecEnvError> {
        let start = |helpers| {
            rayon::ThreadPoolBuilder::new()
                .num_threads(helpers)
                .thread_name(|helper| format!("roadside-rows-{}", helper + 1))
                .build()
                .map_err(|error| VecEnvError::Threads { threads, reason: error.to_string() })
        };
        Ok(Self { helpers: if threads > 1 { Some(start(threads - 1)?) } else { None } })
    }

    /// Does every job, the first one on the caller's thread, and waits for all.
    pub fn run<J: Send>(&self, mut jobs: impl Iterator<Item = J>, work: impl Fn(J) + Sync) {
        let Some(helpers) = &self.helpers else { return jobs.for_each(work) };
        let (first, work) = (jobs.next(), &work);
        helpers.in_place_scope(|scope| {
            for job in jobs {
                scope.spawn(move |_| work(job));
            }
            first.into_iter().for_each(work);
        });
    }
}

#[cfg(not(feature = "threads"))]
impl Pool {
    #[allow(clippy::unnecessary_wraps)] // as with threads
    pub fn new(_threads: usize) -> Result<Self, VecEnvError> {
        Ok(Self {})
    }

    #[allow(clippy::unused_self)]
    pub fn run<J>(&self, jobs: impl Iterator<Item = J>, work: impl Fn(J)) {
        jobs.for_each(work);
    }
}
