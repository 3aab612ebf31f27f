//! How rows are stepped.

use serde::Serialize;

use super::VecEnvError;
use crate::{EnvError, OnIllegal};

/// What becomes of a row whose episode has ended, in the words of Gymnasium's autoreset modes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub enum Autoreset {
    /// The next step ignores the row's action and begins the next episode: reward 0, no flag, the first
    /// observation.
    #[default]
    NextStep,
    /// The step that ends an episode begins the next one: the observation is already the new one's, the last of
    /// the old one lies in [`Buffers::final_observations`](super::Buffers::final_observations).
    SameStep,
    /// The row stays as it is, its flags set, without further reward, until it is reset.
    Disabled,
}

/// How a [`VecEnv`](super::VecEnv) steps its rows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct VecOptions {
    /// What becomes of a row whose episode has ended.
    pub autoreset: Autoreset,
    /// The most steps of an episode, from 1; `None`: no bound.
    pub max_steps: Option<u32>,
    /// What becomes of an action that is in the game's list but not legal.
    pub on_illegal: OnIllegal,
    /// The number of threads, 1 to [`MAX_THREADS`](Self::MAX_THREADS), the caller's among them. `None`: one per
    /// core, but only as many as have enough rows each to be worth it. Results do not depend on it. Between steps
    /// that follow soon on each other the threads stay awake, so where others need the cores, such as a learner that
    /// computes on all of them, give 1. Without the feature `threads` there is one.
    pub threads: Option<usize>,
}

impl VecOptions {
    /// The most threads.
    pub const MAX_THREADS: usize = 1024;
    /// The most rows; they have to fit into the memory.
    pub const MAX_ROWS: usize = 1 << 20;

    pub(super) fn check(&self, rows: usize) -> Result<(), VecEnvError> {
        require("rows", rows, Self::MAX_ROWS)?;
        require("threads", self.threads.unwrap_or(1), Self::MAX_THREADS)?;
        if self.max_steps == Some(0) {
            return Err(EnvError::MaxSteps.into());
        }
        Ok(())
    }

    /// How many threads share the rows.
    pub(super) fn threads_for(&self, shape: &Shape) -> usize {
        let cores = || std::thread::available_parallelism().map_or(1, usize::from);
        let threads = match self.threads {
            _ if cfg!(not(feature = "threads")) => 1,
            Some(threads) => threads,
            None => cores().min(shape.rows / rows_worth_a_thread(shape)),
        };
        threads.clamp(1, shape.rows)
    }
}

fn require(name: &'static str, found: usize, most: usize) -> Result<(), VecEnvError> {
    if (1..=most).contains(&found) { Ok(()) } else { Err(VecEnvError::Option { name, found, most }) }
}

/// How many rows a thread must have to be worth sharing with, which costs some 50 microseconds: the time of about
/// this many numbers of observations and masks. Opponents come on top, so where there are any it is a cautious
/// estimate.
fn rows_worth_a_thread(shape: &Shape) -> usize {
    const NUMBERS: usize = 1 << 18;
    const STEP_ITSELF: usize = 100;
    NUMBERS.div_ceil(shape.observation_len + shape.actions + STEP_ITSELF)
}

/// The seeds of a reset.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seeds<'a> {
    /// Row 0 begins the first episode of this seed, row i that of the seed plus i, wrapping at the end of the
    /// numbers.
    First(u64),
    /// Each row begins the first episode of its own.
    Each(&'a [u64]),
    /// Each row begins the next episode of the seed in force. At first that is the first episode of seed i in row
    /// i.
    Continue,
}

impl Seeds<'_> {
    pub(super) fn of(&self, row: usize) -> Option<u64> {
        match self {
            Self::First(first) => Some(first.wrapping_add(row as u64)),
            Self::Each(seeds) => Some(seeds[row]),
            Self::Continue => None,
        }
    }
}

/// How long the arrays are that a [`VecEnv`](super::VecEnv) fills.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Shape {
    /// The number of rows.
    pub rows: usize,
    /// The seats of the game.
    pub seats: usize,
    /// The numbers of an observation.
    pub observation_len: usize,
    /// The flags of a mask.
    pub actions: usize,
    /// The rewards of a row: one per seat, or one where a single seat learns.
    pub rewards: usize,
}
