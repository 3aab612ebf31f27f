//! Long work that Ctrl-C ends.

use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use roadside_agents::solver::Watch;
use roadside_env::Stop;

use crate::error::value_error;
use crate::exclusive::Exclusive;

/// How often Python is asked whether Ctrl-C was pressed.
const LOOK: Duration = Duration::from_millis(50);

/// Does the work on another thread and waits for it; at Ctrl-C it is asked to stop, and what it did is dropped.
pub fn interruptible<T: Send>(
    py: Python<'_>,
    work: impl FnOnce() -> T + Send,
    stop: impl Fn() + Sync,
) -> PyResult<T> {
    let (done, wait) = channel();
    std::thread::scope(|scope| {
        let worker = std::thread::Builder::new().spawn_scoped(scope, move || {
            let result = work();
            let _ = done.send(()); // nobody waits any more after Ctrl-C
            result
        });
        let worker = worker.map_err(|error| value_error(format!("no thread can be started: {error}")))?;
        let mut interrupted = Ok(());
        let mut wait = Exclusive::new(wait);
        while interrupted.is_ok() {
            match py.detach(|| wait.get().recv_timeout(LOOK)) {
                Err(RecvTimeoutError::Timeout) => interrupted = py.check_signals(),
                _ => break,
            }
        }
        if interrupted.is_err() {
            stop();
        }
        let result = py.detach(|| worker.join());
        interrupted?;
        result.map_err(|_| PyRuntimeError::new_err("a player failed in its own code"))
    })
}

/// Does the work on the thread of the call, where it mostly takes no time: Python is asked whether Ctrl-C was pressed
/// when the watcher is shown something, and then the work is asked to stop. The exception of a signal's handler goes before
/// what the work gives.
pub fn watched<T>(work: impl FnOnce(Watch<'_>) -> PyResult<T>) -> PyResult<T> {
    let (stop, looked) = (Stop::default(), Mutex::new((Instant::now(), Ok(()))));
    let look = |_| {
        let mut looked = looked.lock().unwrap_or_else(PoisonError::into_inner);
        if looked.0.elapsed() < LOOK || looked.1.is_err() {
            return;
        }
        *looked = (Instant::now(), signalled());
        if looked.1.is_err() {
            stop.now();
        }
    };
    let result = work(Watch { show: &look, stop: &stop });
    looked.into_inner().unwrap_or_else(PoisonError::into_inner).1?;
    result
}

/// The exception of a signal's handler, such as `KeyboardInterrupt`, if one came.
fn signalled() -> PyResult<()> {
    #[expect(clippy::redundant_closure_for_method_calls, reason = "the method itself is not general enough")]
    Python::attach(|py| py.check_signals())
}

/// Looks for Ctrl-C now and then, for work of many short steps on the thread of the call, without the interpreter's
/// lock.
pub struct Lookout {
    steps: u32,
    looked: Instant,
}

impl Lookout {
    /// How many steps pass before the clock is read.
    const STEPS: u32 = 1024;

    pub fn new() -> Self {
        Self { steps: 0, looked: Instant::now() }
    }

    /// To be called at each step; the exception of a signal's handler, such as `KeyboardInterrupt`, if one came.
    pub fn step(&mut self) -> PyResult<()> {
        self.steps += 1;
        if !self.steps.is_multiple_of(Self::STEPS) || self.looked.elapsed() < LOOK {
            return Ok(());
        }
        self.steps = 0;
        self.looked = Instant::now();
        signalled()
    }
}
