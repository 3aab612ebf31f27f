//! Work in numbered pieces, spread over threads and put back in order.

use std::collections::BTreeMap;
use std::io;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use roadside_env::Stop;

/// Has each worker do `work`, on a thread of its own.
///
/// # Errors
/// What the system says if it gives no thread; the work of those that were given is done.
#[cfg(feature = "threads")]
pub(crate) fn spread<W: Send>(workers: Vec<W>, work: impl Fn(W) + Sync) -> io::Result<()> {
    std::thread::scope(|scope| {
        for worker in workers {
            std::thread::Builder::new().spawn_scoped(scope, || work(worker))?;
        }
        Ok(())
    })
}

/// Has each worker do `work`, one after the other on the caller's thread.
#[cfg(not(feature = "threads"))]
#[allow(clippy::unnecessary_wraps)] // the signature is that with threads
pub(crate) fn spread<W>(workers: Vec<W>, work: impl Fn(W)) -> io::Result<()> {
    workers.into_iter().for_each(work);
    Ok(())
}

/// Does all jobs, on the caller's thread and so many others; what they give, in the order of the jobs. Where the system
/// gives fewer threads, those that there are do all.
#[cfg(feature = "threads")]
pub(crate) fn side_by_side<T: Send, J: FnOnce() -> T + Send>(jobs: Vec<J>, others: usize) -> Vec<T> {
    let done = Mutex::new(Vec::with_capacity(jobs.len()));
    let jobs = Mutex::new(jobs.into_iter().enumerate());
    let work = || {
        loop {
            let Some((number, job)) = lock(&jobs).next() else { return };
            let result = job();
            lock(&done).push((number, result));
        }
    };
    std::thread::scope(|scope| {
        let spawn = |_| std::thread::Builder::new().spawn_scoped(scope, work).ok();
        let threads: Vec<_> = (0..others).map_while(spawn).collect();
        work();
        if let Some(panic) = threads.into_iter().find_map(|thread| thread.join().err()) {
            std::panic::resume_unwind(panic);
        }
    });
    let mut done = taken(done);
    done.sort_unstable_by_key(|&(number, _)| number);
    done.into_iter().map(|(_, result)| result).collect()
}

/// Does all jobs, one after the other.
#[cfg(not(feature = "threads"))]
pub(crate) fn side_by_side<T, J: FnOnce() -> T>(jobs: Vec<J>, _others: usize) -> Vec<T> {
    jobs.into_iter().map(|job| job()).collect()
}

/// How many threads there are to be: as many as `wanted`, by default one per core; one without the feature `threads`.
pub(crate) fn thread_count(wanted: Option<usize>) -> usize {
    let cores = || std::thread::available_parallelism().map_or(1, usize::from);
    if cfg!(feature = "threads") { wanted.unwrap_or_else(cores) } else { 1 }
}

/// Why not all pieces were made.
#[derive(Debug)]
pub(crate) enum Unmade<E> {
    /// One of them could not be made.
    Failed(E),
    /// It was stopped.
    Stopped,
    /// The system gives no thread.
    Thread(io::Error),
}

/// Makes the pieces with the numbers from 0 to `count` - 1, each by the next worker that is free, and returns them in
/// the order of their numbers. `watch` hears how many are made. The first failure ends it, and so does a stop: a worker
/// that heeds it may have left the last piece half-way.
pub(crate) fn make_each<W: Send, T: Send, E: Send>(
    count: usize,
    workers: Vec<W>,
    make: impl Fn(&mut W, usize) -> Result<T, E> + Sync,
    watch: &(impl Fn(u64) + Sync),
    stop: &Stop,
) -> Result<Vec<T>, Unmade<E>> {
    let made: Mutex<Vec<Option<T>>> = Mutex::new((0..count).map(|_| None).collect());
    let (next, done, failure) = (AtomicUsize::new(0), AtomicU64::new(0), Mutex::new(None));
    let work = |mut worker: W| {
        while !stop.is_soon() {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= count {
                return;
            }
            match make(&mut worker, number) {
                Ok(piece) => lock(&made)[number] = Some(piece),
                Err(error) => {
                    next.store(count, Ordering::Relaxed);
                    lock(&failure).get_or_insert(error);
                    return;
                }
            }
            watch(done.fetch_add(1, Ordering::Relaxed) + 1);
        }
    };
    spread(workers, work).map_err(Unmade::Thread)?;
    if stop.is_soon() {
        return Err(Unmade::Stopped);
    }
    if let Some(error) = taken(failure) {
        return Err(Unmade::Failed(error));
    }
    taken(made).into_iter().collect::<Option<_>>().ok_or(Unmade::Stopped)
}

/// What a mutex holds, also where a thread panicked that held it: pieces are put in whole or not at all.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What a mutex held that nobody needs any more.
pub(crate) fn taken<T>(mutex: Mutex<T>) -> T {
    mutex.into_inner().unwrap_or_else(PoisonError::into_inner)
}

/// Hands pieces on in the order of their numbers, in whatever order they come.
#[derive(Debug)]
pub(crate) struct InOrder<T> {
    next: u64,
    waiting: BTreeMap<u64, T>,
}

impl<T> InOrder<T> {
    /// Begins with the piece of this number.
    pub(crate) fn from(next: u64) -> Self {
        Self { next, waiting: BTreeMap::new() }
    }

    /// Takes the piece `number`.
    pub(crate) fn put(&mut self, number: u64, piece: T) {
        self.waiting.insert(number, piece);
    }

    /// The next piece, if it has come.
    pub(crate) fn next(&mut self) -> Option<T> {
        let piece = self.waiting.remove(&self.next)?;
        self.next += 1;
        Some(piece)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_come_in_the_order_of_their_numbers() {
        let heard = Mutex::new(Vec::new());
        let square = |made: &mut usize, number: usize| {
            *made += 1;
            Ok::<_, ()>(number * number)
        };
        let watch = |made| lock(&heard).push(made);
        let found = make_each(9, vec![0; 3], square, &watch, &Stop::default()).unwrap();
        assert_eq!(found, [0, 1, 4, 9, 16, 25, 36, 49, 64]);
        let mut heard = taken(heard);
        heard.sort_unstable();
        assert_eq!(heard, (1..=9).collect::<Vec<_>>());
        let none = make_each(0, vec![0; 3], square, &|_| {}, &Stop::default());
        assert!(none.unwrap().is_empty());
    }

    #[test]
    fn jobs_are_done_however_many_threads_there_are() {
        for others in [0, 1, 3, 9] {
            let jobs = (0..4).map(|number| move || number * number).collect();
            assert_eq!(side_by_side(jobs, others), [0, 1, 4, 9]);
        }
        assert!(side_by_side(Vec::<fn()>::new(), 0).is_empty());
    }

    #[test]
    fn a_failure_and_a_stop_end_it() {
        let stop = Stop::default();
        let most = AtomicUsize::new(0);
        let fails = |(): &mut (), number: usize| {
            most.fetch_max(number, Ordering::Relaxed);
            if number == 3 { Err(number) } else { Ok(number) }
        };
        let failed = make_each(1_000_000, vec![()], fails, &|_| {}, &stop);
        assert!(matches!(failed, Err(Unmade::Failed(3))), "{failed:?}");
        assert_eq!(most.into_inner(), 3);
        // Also where the last piece was made: it may have been cut short.
        let stops = |made| {
            if made == 5 {
                stop.soon();
            }
        };
        let stopped = make_each(5, vec![()], |(): &mut (), number| Ok::<_, ()>(number), &stops, &stop);
        assert!(matches!(stopped, Err(Unmade::Stopped)), "{stopped:?}");
    }
}
