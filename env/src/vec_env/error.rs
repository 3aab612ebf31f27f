//! What can be wrong with a call.

use thiserror::Error;

use crate::{EnvError, RestoreError};

/// Wrong use of a [`VecEnv`](super::VecEnv). Unless an opponent is at fault, nothing has moved and no array was
/// written.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum VecEnvError {
    /// An option is out of its range.
    #[error("{name} = {found}: legal is a whole number from 1 to {most}")]
    Option {
        /// Which one.
        name: &'static str,
        /// What was given.
        found: usize,
        /// The most that is legal.
        most: usize,
    },
    /// The seat or the opponents do not fit the game, or `max_steps` is 0.
    #[error(transparent)]
    SetUp(#[from] EnvError),
    /// The system gives no threads.
    #[error("{threads} threads cannot be started: {reason}")]
    Threads {
        /// How many were wanted.
        threads: usize,
        /// What the system says.
        reason: String,
    },
    /// An array has the wrong length.
    #[error("{name}: {given} elements; give {}: {of_each} for each of {rows} rows", rows.saturating_mul(*of_each))]
    Length {
        /// Which array.
        name: &'static str,
        /// Its length.
        given: usize,
        /// How many rows there are.
        rows: usize,
        /// How many elements each of them has.
        of_each: usize,
    },
    /// The game's observations do not fit into arrays of this element.
    #[error("the observations have whole numbers to {most}, which do not fit {element}; give arrays of f32")]
    Element {
        /// The element that was given.
        element: &'static str,
        /// The greatest whole number of the layout.
        most: u16,
    },
    /// Saved rows cannot go on here.
    #[error(transparent)]
    Restore(#[from] RestoreError),
    /// A row could not be stepped or reset: the first of those at fault. After [`EnvError::Opponent`] the episodes
    /// of all rows are given up.
    #[error("row {row}: {error}")]
    Row {
        /// Which one.
        row: usize,
        /// What was wrong.
        error: EnvError,
    },
}

impl VecEnvError {
    pub(super) fn require_length(
        name: &'static str,
        given: usize,
        rows: usize,
        of_each: usize,
    ) -> Result<(), VecEnvError> {
        if given == rows * of_each { Ok(()) } else { Err(Self::Length { name, given, rows, of_each }) }
    }
}
