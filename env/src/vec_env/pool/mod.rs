//! Who does the work of a step.

#[cfg(feature = "threads")]
mod helped;
#[cfg(not(feature = "threads"))]
mod serial;

#[cfg(feature = "threads")]
pub(super) use helped::Pool;
#[cfg(not(feature = "threads"))]
pub(super) use serial::Pool;
