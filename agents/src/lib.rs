#![doc = include_str!("../README.md")]

pub mod analysis;
pub mod arena;
mod double;
pub mod equilibrium;
mod holm;
mod key;
mod lineup;
pub mod network;
mod parallel;
pub mod pig;
mod playable;
mod policy;
mod random;
mod scripted;
pub mod search;
pub mod selfplay;
mod simulation;
pub mod solver;
mod student;
mod vec_env;
pub mod zone_stalker;

pub use lineup::{Lineup, LineupError};
pub use playable::{
    Argument, Arguments, Description, Entry, Parameter, Playable, PlayerError, describe, make,
};
pub use random::Random;
pub use simulation::{
    Figure, GroupReport, Options, Report, SeatReport, SimulateError, simulate, simulate_with,
};
pub use vec_env::{VecEnvSetUpError, any_vec_env, vec_env};

/// The examples of the project's front page.
#[cfg(doctest)]
#[doc = include_str!("../../README.md")]
struct FrontPage;
