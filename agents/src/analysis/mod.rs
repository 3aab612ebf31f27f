//! Analysis: when it is right to stop, what rules do to a game, and what decisions cost.
//!
//! - [`stopping`] draws maps of the value of going on less that of stopping, over two axes.
//! - [`rules`] plays a game under different rules and compares what comes of them.
//! - [`review`] goes through a replay and says what each decision of a seat cost.
//!
//! Reports are plain data for `serde`. What is estimated comes with its standard error, and says so.

mod estimate;
mod games;
mod playouts;
pub mod review;
pub mod rules;
pub mod stopping;

use roadside_env::Standing;

pub use estimate::{CONFIDENCE, Estimate};
pub use playouts::PlayoutError;
pub(crate) use playouts::Playouts;

/// What is counted of a seat's standing at a table of so many: the share of the win, or alone the score.
fn gained(standing: &Standing, seats: usize) -> f64 {
    if seats == 1 { standing.score } else { standing.win_share }.unwrap_or(0.0)
}

/// The name of that in reports.
const fn what_is_gained(seats: usize) -> &'static str {
    if seats == 1 { "score" } else { "win_share" }
}
