//! Why a game was not solved.

use thiserror::Error;

use roadside_env::Seat;
use roadside_env::chance::TooManyOutcomes;

use super::Objective;

/// A game could not be solved, or not so.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SolveError {
    /// Seats know what others do not.
    #[error(
        "{game} with {seats} seats hides what others hold, so no position has one value; what it has are bounds and \
         equilibria"
    )]
    Hidden {
        /// The game.
        game: &'static str,
        /// How many seats play.
        seats: usize,
    },
    /// The positions need more memory than is allowed.
    #[error(
        "too large to be solved in {} of memory: {states} positions are known, and there are more; allow more memory, \
         or take a smaller set-up", in_units(*limit as u64)
    )]
    Memory {
        /// How many bytes were allowed.
        limit: usize,
        /// How many positions were solved or met.
        states: u64,
    },
    /// Somebody wished it ended.
    #[error("stopped after {states} positions")]
    Stopped {
        /// How many positions were solved or met.
        states: u64,
    },
    /// The game does not count such a thing.
    #[error("{game} has no {objective}; solve it for its utility")]
    NoObjective {
        /// The game.
        game: &'static str,
        /// What was asked for.
        objective: Objective,
    },
    /// Up to the end of a turn only the score is known.
    #[error("the end of a turn settles no {objective}; within a turn solve for the score")]
    NotSettled {
        /// What was asked for.
        objective: Objective,
    },
    /// Before the game begins no turn is under way.
    #[error("no turn is under way before the game begins; within a turn begin at a position")]
    NoTurn,
    /// The best answer to players is asked for whose choices are a secret.
    #[error(
        "player {player} does not tell how it chooses, so there is no best answer to it; scripted players do"
    )]
    NoPolicy {
        /// The player.
        player: String,
        /// Where it sits.
        seat: Seat,
    },
    /// Values inside a cycle did not settle.
    #[error(
        "the values of {states} positions that lead back to each other still change by {change} after {sweeps} sweeps"
    )]
    NotConverged {
        /// How many positions form the cycle.
        states: usize,
        /// By how much a value changed last, as a decimal number.
        change: String,
        /// How often all were gone through.
        sweeps: usize,
    },
    /// One event has too many outcomes.
    #[error(transparent)]
    Outcomes(#[from] TooManyOutcomes),
    /// The position is none of those that were solved.
    #[error("the game cannot come to this position from where it was solved; solve it from there")]
    Unknown,
    /// No thread could be started.
    #[error("threads could not be started: {0}")]
    Thread(String),
}

/// Bytes in words.
pub(crate) fn in_units(bytes: u64) -> String {
    let size = bytes as f64;
    match bytes {
        0x4000_0000.. => format!("{:.1} GiB", size / f64::from(1 << 30)),
        _ => format!("{:.1} MiB", size / f64::from(1 << 20)),
    }
}
