//! Ending a long work early.

use std::sync::atomic::{AtomicBool, Ordering};

/// The wish to end a long work early, told by another thread.
#[derive(Debug, Default)]
pub struct Stop {
    soon: AtomicBool,
    now: AtomicBool,
}

impl Stop {
    /// Have nothing new begun, such as a game, and what is under way brought to its end, the first one first.
    pub fn soon(&self) {
        self.soon.store(true, Ordering::Relaxed);
    }

    /// Have nothing gone on with.
    pub fn now(&self) {
        self.soon();
        self.now.store(true, Ordering::Relaxed);
    }

    pub(crate) fn is_soon(&self) -> bool {
        self.soon.load(Ordering::Relaxed)
    }

    pub(crate) fn is_now(&self) -> bool {
        self.now.load(Ordering::Relaxed)
    }
}
