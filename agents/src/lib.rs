//! Players of Roadside's games, and matches between them.
//!
//! A name is enough to get a player, everywhere: `random`, `hold:20`. [`make`] reads it, [`describe`] lists
//! what there is. A game's own players stand in the module named after it; it says with [`Playable`] which
//! they are. [`simulate`] plays many games and sums them up.
//!
//! ```
//! use std::sync::atomic::AtomicBool;
//! use roadside_agents::{Options, simulate};
//! use roadside_env::{Game, Settings, games::pig::Pig};
//!
//! let game = Pig::from_settings(&Settings::default().with("target", 20))?;
//! let names = ["hold:10".to_owned(), "random".to_owned()];
//! let options = Options { games: 200, seed: 1, ..Options::default() };
//! let report = simulate(&game, &names, &options, &|_| {}, &AtomicBool::new(false))?;
//! let [hold, random] = [0, 1].map(|seat| report.seats[seat].win_share.unwrap());
//! assert!(hold.mean > random.mean);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod lineup;
pub mod pig;
mod playable;
mod random;
mod simulation;
pub mod zone_stalker;

pub use lineup::{Lineup, LineupError};
pub use playable::{Description, Entry, Parameter, Playable, PlayerError, describe, make};
pub use random::Random;
pub use simulation::{Figure, GroupReport, Options, Report, SeatReport, SimulateError, simulate};
