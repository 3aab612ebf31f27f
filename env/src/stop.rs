//! Ending long work early.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// The wish to end long work early, told by another thread. Copies share it.
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<Wish>);

#[derive(Debug, Default)]
struct Wish {
    soon: AtomicBool,
    now: AtomicBool,
}

impl Stop {
    /// Have nothing new begun, and what is under way brought to its end.
    pub fn soon(&self) {
        self.0.soon.store(true, Ordering::Relaxed);
    }

    /// Have everything dropped.
    pub fn now(&self) {
        self.soon();
        self.0.now.store(true, Ordering::Relaxed);
    }

    /// Whether nothing new should be begun.
    pub fn is_soon(&self) -> bool {
        self.0.soon.load(Ordering::Relaxed)
    }

    /// Whether everything should be dropped.
    pub fn is_now(&self) -> bool {
        self.0.now.load(Ordering::Relaxed)
    }
}
