#![doc = include_str!("../README.md")]

mod action;
mod agent;
mod bits;
pub mod chance;
mod conditions;
mod counts;
mod drawing;
mod env;
#[cfg(feature = "files")]
pub mod files;
mod game;
pub mod games;
mod multiset;
mod notation;
mod observation;
mod play;
mod replay;
mod saved;
mod settings;
mod shortened;
mod spec;
mod stop;
pub mod vec_env;
mod view;

pub use action::{Action, ActionSet, Actions, Seat};
pub use agent::Agent;
pub use chance::{Chance, Sampled, Stream};
pub use counts::Counts;
pub use env::{Env, EnvError, Info, LearnerSeat, OnIllegal, Step};
pub(crate) use game::zero_sum_share;
pub use game::{Facts, Game, IllegalAction, Knowledge, NotToAct, Standing, State, Statistic, Utility};
pub use multiset::Multiset;
pub use notation::PositionError;
pub use observation::{Element, Number};
pub use play::Play;
pub use replay::{Moment, REPLAY_VERSION, Replay, ReplayError, ReplayStep};
pub use saved::{RestoreError, SAVED_VERSION};
pub use settings::{ConfigError, Key, Settings, Values, nearest, nearest_or_some};
pub use shortened::shortened;
pub use spec::{ObservationSpec, Slice};
pub use stop::Stop;
pub use vec_env::VecEnv;
pub use view::View;
