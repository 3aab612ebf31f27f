//! What only one caller has at a time.

use std::sync::{Mutex, PoisonError};

/// A value that is reached through `&mut` alone: so it may be shared between threads although it holds what may not.
/// The lock inside is never waited for.
pub struct Exclusive<T: ?Sized>(Mutex<T>);

impl<T> Exclusive<T> {
    pub fn new(value: T) -> Self {
        Self(Mutex::new(value))
    }

    pub fn get(&mut self) -> &mut T {
        self.0.get_mut().unwrap_or_else(PoisonError::into_inner)
    }
}
