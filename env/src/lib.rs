//! Rules cores of the games about stalkers, behind one contract.
//!
//! A [`Game`] is a configuration with its facts and lists; a [`State`] is one position, plain data. All
//! randomness comes from outside, through a [`Chance`] driver, so the same rules are sampled, enumerated and
//! replayed. A player sees a position through a [`View`] and never holds it.
//!
//! ```
//! use roadside_env::{Actions, Game, Sampled, Settings, State, games::pig::Pig};
//!
//! let game = Pig::from_settings(&Settings::default().with("target", 20))?;
//! let mut chance = Sampled::new(7, 0);
//! let mut state = game.new_initial_state(&mut chance);
//! let hold = game.action_from_string("hold").unwrap();
//! while state.current_player().is_some() {
//!     let roll = state.legal_actions(&game).nth(0).unwrap();
//!     state.apply(&game, roll, &mut chance)?;
//!     state.apply(&game, hold, &mut chance)?;
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod action;
mod agent;
pub mod chance;
mod counts;
mod env;
mod game;
pub mod games;
mod notation;
mod play;
mod replay;
mod settings;
mod spec;
mod view;

pub use action::{Action, ActionSet, Actions, Seat};
pub use agent::Agent;
pub use chance::{Chance, Sampled, Stream};
pub use counts::Counts;
pub use env::{Env, EnvError, Info, LearnerSeat, Step};
pub use game::{Facts, Game, IllegalAction, Knowledge, NotToAct, Standing, State, Statistic, Utility};
pub use notation::PositionError;
pub use play::Play;
pub use replay::{Moment, REPLAY_VERSION, Replay, ReplayError, ReplayStep};
pub use settings::{ConfigError, Key, Settings, Values, nearest};
pub use spec::{ObservationSpec, Slice};
pub use view::View;
