//! What the benchmarks share: how much work is done in a second, and rows that are stepped at random.
#![allow(dead_code, reason = "each benchmark takes its part")]

use std::sync::Arc;

use nix::sys::time::TimeValLike;
use nix::time::{ClockId, clock_gettime};
use roadside_env::vec_env::{Batch, Seeds, VecEnvError, VecOptions};
use roadside_env::{Action, Actions, Element, Game, Stream, VecEnv};

/// Pieces of work, and the time they took.
pub struct Pace {
    pub pieces: u64,
    pub seconds: f64,
}

impl Pace {
    /// Calls `stretch`, which tells how many pieces it did, for `seconds` of CPU time, or until it fails.
    pub fn by_cpu<E>(seconds: f64, mut stretch: impl FnMut() -> Result<u64, E>) -> Result<Self, E> {
        stretch()?; // warms up
        let start = cpu_seconds();
        let (mut pieces, mut used) = (0, 0.0);
        while used < seconds {
            pieces += stretch()?;
            used = cpu_seconds() - start;
        }
        Ok(Self { pieces, seconds: used })
    }

    /// Pieces per second.
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

/// Rows that are stepped by random legal actions.
pub struct Stepper<G: Game, E> {
    env: VecEnv<G>,
    batch: Batch<E>,
    actions: Vec<Action>,
    random: Stream,
}

impl<G: Game, E: Element> Stepper<G, E> {
    pub fn new(game: G, rows: usize, threads: usize, seed: u64) -> Result<Self, VecEnvError> {
        let options = VecOptions { threads: Some(threads), ..VecOptions::default() };
        let mut env = VecEnv::all_seats(Arc::new(game), rows, options)?;
        let mut batch = Batch::new(*env.shape());
        env.reset(Seeds::First(seed), None, &mut batch.buffers())?;
        Ok(Self { env, batch, actions: vec![Action(0); rows], random: Stream::for_player(seed, 0, 0) })
    }

    pub fn choose(&mut self) -> &mut Self {
        for (row, action) in self.actions.iter_mut().enumerate() {
            *action = self.env.legal_actions(row).choose(&mut self.random).unwrap_or(Action(0));
        }
        self
    }

    pub fn step(&mut self) -> Result<(), VecEnvError> {
        self.env.step(&self.actions, &mut self.batch.buffers())
    }
}
