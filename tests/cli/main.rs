//! The program as users meet it: each test runs the real binary.

mod analysis;
mod bad_input;
mod play;
mod program;
mod prompt;
#[cfg(unix)]
mod save;
mod simulate;
mod stories;
