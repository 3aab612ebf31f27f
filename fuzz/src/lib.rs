//! What the fuzzer does with an input, over all games. `tests/corpus.rs` does the same with the inputs that are kept.
//!
//! Each function says whether its input was taken, `false` for one that is refused as it should be, and panics where a
//! promise of the contract is broken. The work for an input is bounded.

pub mod actions;
mod checks;
mod configurations;
mod positions;
mod replays;
mod rows;

pub use actions::actions;
pub use configurations::configurations;
pub use positions::positions;
pub use replays::replays;
pub use rows::rows;
