//! Ending a simulation early.

use std::sync::atomic::{AtomicBool, Ordering};

/// The wish to end a simulation early, told by another thread.
#[derive(Debug, Default)]
pub struct Stop {
    soon: AtomicBool,
    now: AtomicBool,
}

impl Stop {
    /// Have no new game begun and those under way played to their ends, the first one first.
    pub fn soon(&self) {
        self.soon.store(true, Ordering::Relaxed);
    }

    /// Have no game played on.
    pub fn now(&self) {
        self.soon();
        self.now.store(true, Ordering::Relaxed);
    }

    pub(crate) fn is_soon(&self) -> bool {
        self.soon.load(Ordering::Relaxed)
    }

    pub(super) fn is_now(&self) -> bool {
        self.now.load(Ordering::Relaxed)
    }
}
