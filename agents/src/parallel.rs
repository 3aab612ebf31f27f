//! Work in numbered pieces, spread over threads and put back in order.

use std::collections::BTreeMap;
use std::io;

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

/// How many threads there are to be: as many as `wanted`, by default one per core; one without the feature `threads`.
pub(crate) fn thread_count(wanted: Option<usize>) -> usize {
    let cores = || std::thread::available_parallelism().map_or(1, usize::from);
    if cfg!(feature = "threads") { wanted.unwrap_or_else(cores) } else { 1 }
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
