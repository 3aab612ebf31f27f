//! The verbs, one per file.

pub mod analyze;
pub mod arena;
pub mod completions;
pub mod games;
pub mod play;
pub mod replay;
pub mod simulate;
pub mod solve;
pub mod watch;
