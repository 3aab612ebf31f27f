//! Threads that wait for work.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use crate::vec_env::VecEnvError;

/// How long a thread waits awake for others, and a helper for its next work. To wake one that sleeps takes some 50
/// microseconds, in which a few hundred rows could be stepped.
const AWAKE: Duration = Duration::from_micros(300);

/// The caller's thread and those that help it.
pub struct Pool {
    helpers: Option<Helpers>,
    /// Whose threads they are: a process that was forked off has none of them.
    process: u32,
}

struct Helpers {
    threads: rayon::ThreadPool,
    /// How long they wait awake; not at all where there are more threads than cores, as one takes it from another.
    awake: Duration,
    /// The number of the last batch of jobs.
    batch: Arc<AtomicU64>,
}

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
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let awake = if threads > cores { Duration::ZERO } else { AWAKE };
        let helpers = helpers.map(|threads| Helpers { threads, awake, batch: Arc::default() });
        Ok(Self { helpers, process: std::process::id() })
    }

    /// Does every job, the first one on the caller's thread, and waits for all.
    pub fn run<J: Send>(&self, mut jobs: impl Iterator<Item = J>, work: impl Fn(J) + Sync) {
        // A helper of other rows, whose player steps these, would take up more of its own rows while it waits here.
        let may_wait = self.process == std::process::id() && rayon::current_thread_index().is_none();
        let helpers = self.helpers.as_ref().filter(|_| may_wait);
        let Some(helpers) = helpers else { return jobs.for_each(work) };
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
            // The counters only shorten the wait: the end of the scope is what makes the rows visible.
            stay_awake(helpers.awake, || at_work.load(Ordering::Relaxed) > 0);
        });
        helpers.wait();
    }
}

impl Helpers {
    /// Lets the threads wait for the next batch.
    fn wait(&self) {
        if self.awake.is_zero() {
            return;
        }
        let (batch, awake) = (Arc::clone(&self.batch), self.awake);
        let last = batch.load(Ordering::Relaxed);
        self.threads.spawn_broadcast(move |_| stay_awake(awake, || batch.load(Ordering::Relaxed) == last));
    }
}

/// Waits while this holds without sleeping, but not for long, and leaves the core to any other thread that wants it.
fn stay_awake(at_most: Duration, holds: impl Fn() -> bool) {
    let start = Instant::now();
    while holds() && start.elapsed() < at_most {
        std::thread::yield_now();
    }
}
