//! Maps of the value of going on less that of stopping, over two axes.
//!
//! For Pig they are exact ([`pig`]). For Zone Stalker ([`zone`]) they are estimates under a continuation: both choices
//! are tried with the same hidden cards and the same chance, and the rest is played by players with names. That is not
//! the value under best play: the report says so.

pub mod pig;
mod quantity;
mod scene;
pub mod zone;

use thiserror::Error;

use roadside_env::PositionError;

use super::PlayoutError;
use crate::double::first_double;
pub use quantity::{AxisRequest, MAX_VALUES, Quantity};
pub(crate) use scene::zone_cards;

/// A map could not be made.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum StoppingError {
    /// There is no such axis.
    #[error("there is no axis \"{name}\"{nearest}; with {seats} {} there are: {}",
        if *seats == 1 { "seat" } else { "seats" }, known.join(", "))]
    Quantity {
        /// What was given.
        name: String,
        /// The nearest names, in words; may be empty.
        nearest: String,
        /// The axes there are.
        known: Vec<&'static str>,
        /// For how many seats.
        seats: usize,
    },
    /// The numbers of an axis cannot be read.
    #[error(
        "{name} = {found}: write rising whole numbers as {name}=1..10, {name}=0..40:5 or {name}=1,2,4, at most {MAX_VALUES}"
    )]
    Values {
        /// The axis.
        name: String,
        /// What was given.
        found: String,
    },
    /// A quantity is set more than once.
    #[error("{0} is set twice; give each axis and each setting of the position once")]
    Twice(&'static str),
    /// A number is in a list more than once.
    #[error("{name} = {found} is given twice; give each number once")]
    Double {
        /// The list.
        name: &'static str,
        /// The number.
        found: u64,
    },
    /// Two quantities that say the same.
    #[error("{0} and {1} cannot both be set: the one follows from the other")]
    Together(&'static str, &'static str),
    /// An option is out of its range.
    #[error("{name} = {found}: legal is a whole number from {least} to {most}")]
    Option {
        /// Which one.
        name: &'static str,
        /// What was given.
        found: u64,
        /// The least.
        least: u64,
        /// The most.
        most: u64,
    },
    /// The position line is refused.
    #[error(transparent)]
    Position(#[from] PositionError),
    /// Nobody chooses between flip and stop there.
    #[error("in this position nobody chooses between flip and stop; take one with phase=choose")]
    NoChoice,
    /// No cell of the map is a position that can be.
    #[error("no cell of the map can be: {0}")]
    Nowhere(String),
    /// The players are refused, or break the rules.
    #[error(transparent)]
    Players(#[from] PlayoutError),
    /// It was stopped.
    #[error("stopped before the map was whole")]
    Stopped,
    /// The system gives no thread.
    #[error("no thread can be started: {0}")]
    Thread(String),
    /// The game is too large for this, or cannot be solved.
    #[error("{0}")]
    Unsolved(String),
}

/// No number of a list is there twice.
fn require_each_once<N: Copy + PartialEq + Into<u64>>(
    name: &'static str,
    numbers: &[N],
) -> Result<(), StoppingError> {
    let double = first_double(numbers);
    double.map_or(Ok(()), |&found| Err(StoppingError::Double { name, found: found.into() }))
}
