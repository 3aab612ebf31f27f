//! Ending long work early.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// The wish to end long work early, told by another thread. Copies share it.
#[derive(Clone, Debug, Default)]
pub struct Stop {
    wish: Arc<Wish>,
    /// Whether the wish to end soon is not for this copy.
    to_the_end: bool,
}

#[derive(Debug, Default)]
struct Wish {
    soon: AtomicBool,
    now: AtomicBool,
}

impl Stop {
    /// Have nothing new begun, and what is under way brought to its end.
    pub fn soon(&self) {
        self.wish.soon.store(true, Ordering::Relaxed);
    }

    /// Have everything dropped.
    pub fn now(&self) {
        self.soon();
        self.wish.now.store(true, Ordering::Relaxed);
    }

    /// A copy for what is under way: it hears that everything should be dropped, and nothing before.
    #[must_use]
    pub fn to_the_end(&self) -> Self {
        Self { wish: Arc::clone(&self.wish), to_the_end: true }
    }

    /// Whether nothing new should be begun.
    pub fn is_soon(&self) -> bool {
        if self.to_the_end { self.is_now() } else { self.wish.soon.load(Ordering::Relaxed) }
    }

    /// Whether everything should be dropped.
    pub fn is_now(&self) -> bool {
        self.wish.now.load(Ordering::Relaxed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_under_way_hears_of_the_end_alone() {
        let stop = Stop::default();
        let patient = stop.to_the_end();
        stop.soon();
        assert!(stop.is_soon() && !stop.is_now() && !patient.is_soon() && !patient.is_now());
        patient.now();
        assert!(stop.is_now() && patient.is_soon() && patient.is_now());
    }
}
