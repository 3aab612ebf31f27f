//! Why there is no answer.

use thiserror::Error;

use roadside_env::{IllegalAction, Seat};

use crate::solver::{Objective, in_units};

/// A game tree was not built, a player not measured, or an equilibrium not found.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum EquilibriumError {
    /// Plays may go on for ever.
    #[error(
        "a play of {game} has no bounded length, so its tree has no end; solve it by its positions (`roadside solve`)"
    )]
    Unbounded {
        /// The game.
        game: &'static str,
    },
    /// An equilibrium is asked for that is none of two seats.
    #[error(
        "{game} for {seats}: an equilibrium is found for 2 seats only; best responses and NashConv are there for any number"
    )]
    Seats {
        /// The game.
        game: &'static str,
        /// How many seats play it.
        seats: usize,
    },
    /// What one seat gets the other does not lose.
    #[error(
        "{game}: the seats' {objective} does not add up to a constant; an equilibrium is found where it does"
    )]
    NotOpposed {
        /// The game.
        game: &'static str,
        /// What the seats want.
        objective: Objective,
    },
    /// The game does not count such a thing.
    #[error("{game} has no {objective}; take its utility")]
    NoObjective {
        /// The game.
        game: &'static str,
        /// What was asked for.
        objective: Objective,
    },
    /// The tree takes more memory than allowed.
    #[error(
        "the tree of all plays of {game} with {seats} seats takes more than {}: {}; allow more memory, or take a smaller set-up",
        in_units(*memory), met(*positions, *information_sets, *leaves, *decisions)
    )]
    TooLarge {
        /// The game.
        game: &'static str,
        /// How many seats play it.
        seats: usize,
        /// How many bytes are allowed.
        memory: u64,
        /// How many positions were gone on from.
        positions: u64,
        /// How many information sets of all seats there are so far.
        information_sets: u64,
        /// How many different ends there are so far.
        leaves: u64,
        /// How many decisions deep it is so far; 0 where the openings alone are too many.
        decisions: u32,
    },
    /// A game breaks its contract: what a seat knows does not settle what it may do.
    #[error("seat {seat} may do other things at \"{one}\" and at \"{other}\" but knows the same")]
    Inconsistent {
        /// The seat.
        seat: Seat,
        /// A position.
        one: String,
        /// Another one.
        other: String,
    },
    /// An option is out of its range.
    #[error("{name} = {found}: legal is {legal}")]
    Option {
        /// Which one.
        name: &'static str,
        /// What was given.
        found: String,
        /// What is legal.
        legal: &'static str,
    },
    /// There is not one player for each seat, nor one for all.
    #[error("{given} players for {seats} seats; give one for each seat, or one for all")]
    Players {
        /// How many were given.
        given: usize,
        /// How many seats there are.
        seats: usize,
    },
    /// A player did what it may not.
    #[error("player {player} broke the rules: {error}")]
    Illegal {
        /// Which one.
        player: String,
        /// What it did.
        error: IllegalAction,
    },
    /// A player tells probabilities that are none.
    #[error("player {player} tells probabilities of what it does that add up to {sum}, not to 1")]
    Policy {
        /// Which one.
        player: String,
        /// What they add up to; NaN if one of them lies outside 0 to 1.
        sum: f64,
    },
    /// It was stopped before there was an answer.
    #[error("stopped before there was an answer")]
    Stopped,
}

/// How far a tree has grown, in words.
fn met(positions: u64, information_sets: u64, leaves: u64, decisions: u32) -> String {
    match decisions {
        0 => "there are too many openings, before anything is decided".to_owned(),
        1 => format!(
            "{positions} positions and {leaves} ends were met by the first decision, and there are more"
        ),
        _ => format!(
            "{positions} positions, {information_sets} information sets and {leaves} ends were met within {decisions} decisions, \
             and there are more"
        ),
    }
}
