//! What `roadside train` and `roadside-train` are told. Both read this file: each flag is defined once.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

/// Trains a player by self-play, with libtorch.
#[derive(Args, Clone, Debug)]
pub struct TrainArgs {
    /// The game; its shipped recipe is taken unless another is given
    #[arg(long, required_unless_present_any = ["recipe", "resume"])]
    pub game: Option<String>,
    /// What is trained and how: a TOML file
    #[arg(long, value_name = "FILE", conflicts_with = "resume")]
    pub recipe: Option<PathBuf>,
    /// Ends after so many hours by the clock
    #[arg(long, value_name = "H", conflicts_with = "steps")]
    pub hours: Option<f64>,
    /// Ends after so many steps of the learner, all runs of the folder together
    #[arg(long, value_name = "N")]
    pub steps: Option<u64>,
    /// The folder of the run [default: runs/GAME]
    #[arg(long, value_name = "DIR", conflicts_with = "resume")]
    pub out: Option<PathBuf>,
    /// Goes on with the run in this folder
    #[arg(long, value_name = "DIR")]
    pub resume: Option<PathBuf>,
    /// Begins with the weights of this checkpoint: a name or a folder
    #[arg(long, value_name = "NAME", conflicts_with = "resume")]
    pub from: Option<String>,
    /// Learns to beat this player: all opponents are it
    #[arg(long, value_name = "NAME", conflicts_with = "resume")]
    pub against: Option<String>,
    /// Where the learner works
    #[arg(long, value_enum, default_value_t = Device::Cpu)]
    pub device: Device,
    /// Threads that play [default: one per core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1024))]
    pub threads: Option<u64>,
    /// The seed of a new run
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
}

/// Where the learner works.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Device {
    /// On a processor core
    Cpu,
    /// On a graphics card
    Cuda,
}
