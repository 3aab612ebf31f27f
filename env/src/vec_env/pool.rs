//! Threads that wait for work.

#[cfg(feature = "threads")]
use std::sync::Arc;
#[cfg(feature = "threads")]
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
#[cfg(feature = "threads")]
use std::time::{Duration, Instant};

use super::VecEnvError;

/// How long a thread waits awake for others, and a helper for its next work. To wake one that sleeps takes some 50
/// microseconds, in which a few hundred rows could be stepped.
#[cfg(feature = "threads")]
const AWAKE: Duration = Duration::from_micros(300);

/// The caller's thread and those that help it.
pub(super) struct Pool {
    #[cfg(feature = "threads")]
    helpers: Option<Helpers>,
}

#[cfg(feature = "threads")]
struct Helpers {
    threads: rayon::ThreadPool,
    /// The number of the last batch of jobs.
    batch: Arc<AtomicU64>,
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
        let helpers = if threads > 1 { Some(start(threads - 1)?) } else { None };
        Ok(Self { helpers: helpers.map(|threads| Helpers { threads, batch: Arc::default() }) })
    }

    /// Does every job, the first one on the caller's thread, and waits for all.
    pub fn run<J: Send>(&self, mut jobs: impl Iterator<Item = J>, work: impl Fn(J) + Sync) {
        let Some(helpers) = &self.helpers else { return jobs.for_each(work) };
        let (first, work, at_work) = (jobs.next(), &work, &AtomicUsize::new(0));
        helpers.batch.fetch_add(1, Ordering::Relaxed);
        helpers.threads.in_place_scope(|scope| {
            for job in jobs {
                at_work.fetch_add(1, Ordering::Relaxed);
                scope.spawn(move |_| {
                    work(job);
                    at_work.fetch_sub(1, Ordering::Relaxed);
                });
            }
            first.into_iter().for_each(work);
            spin_while(|| at_work.load(Ordering::Relaxed) > 0);
        });
        helpers.stay_awake();
    }
}

#[cfg(feature = "threads")]
impl Helpers {
    /// Keeps the threads from sleeping until the next batch comes, but not for long.
    fn stay_awake(&self) {
        let batch = Arc::clone(&self.batch);
        let last = batch.load(Ordering::Relaxed);
        self.threads.spawn_broadcast(move |_| spin_while(|| batch.load(Ordering::Relaxed) == last));
    }
}

/// Waits without sleeping while this holds, but not for long.
#[cfg(feature = "threads")]
fn spin_while(holds: impl Fn() -> bool) {
    let start = Instant::now();
    while holds() && start.elapsed() < AWAKE {
        std::hint::spin_loop();
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
