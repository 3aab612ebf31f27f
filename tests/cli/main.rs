//! The program as users meet it: each test runs the real binary.

mod analysis;
mod arena;
mod bad_input;
mod flip;
mod play;
mod program;
mod prompt;
#[cfg(unix)]
mod save;
mod simulate;
mod solve;
mod stories;
