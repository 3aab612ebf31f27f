//! Networks: what a trained player knows of a game, and how it is asked. Nothing here needs libtorch.
//!
//! A network is handed what the seat that is to act may see ([`View::observe`](roadside_env::View::observe)) behind what
//! the settings say ([`Facts::conditions`](roadside_env::Facts::conditions)), so that one serves all numbers of seats and all variants of a game. It answers with a
//! logit for each action of the list and, for each seat, what it may expect to get in the end, its score and whether it
//! lives to see it. Residual layers of the kind that He et al. 2016 ("Identity mappings in deep residual networks") call
//! pre-activated, normed by their root mean square (Zhang and Sennrich 2019).

mod card;
mod checkpoint;
mod distance;
mod evaluator;
mod forward;
mod player;
mod questions;
mod shape;
mod shipped;
mod weights;

pub use card::{CARD_VERSION, Card, Choice, File, Fit, Mark, Training, sha256};
pub use checkpoint::{CARD_FILE, Checkpoint, CheckpointError};
pub use distance::{Distance, distance};
pub use evaluator::NetworkEvaluator;
pub(crate) use evaluator::{ask_about, write_answer};
pub use forward::{Answers, NORM_EPSILON, Network, SCORE_UNIT, Scratch};
pub use player::{NetworkPlayer, named};
pub(crate) use player::{names, player};
pub use questions::Questions;
pub use shape::{Layer, Shape};
pub use weights::WeightsError;
