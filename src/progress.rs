//! How far a long work is.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// A run that takes longer than this shows how far it is.
const PATIENCE: Duration = Duration::from_secs(1);

/// A bar on standard error, if that is a terminal and somebody has to wait.
pub struct Progress {
    began: Instant,
    shown: AtomicBool,
    bar: ProgressBar,
}

impl Progress {
    /// At the beginning of a work of so many `things`.
    pub fn new(all: u64, things: &str) -> Self {
        let bar = ProgressBar::with_draw_target(Some(all), ProgressDrawTarget::hidden());
        let style =
            ProgressStyle::with_template(&format!("{{bar:40}} {{pos}} of {{len}} {things}, {{eta}} left"));
        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        Self { began: Instant::now(), shown: AtomicBool::new(false), bar }
    }

    /// At the beginning of a work of which nobody knows how many `things` it has.
    pub fn counting(things: &str) -> Self {
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden());
        let style =
            ProgressStyle::with_template(&format!("{{spinner}} {{human_pos}} {things} in {{elapsed}}"));
        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_spinner()));
        Self { began: Instant::now(), shown: AtomicBool::new(false), bar }
    }

    /// Shows how many are done.
    pub fn show(&self, done: u64) {
        self.bar.set_position(done);
        if !self.shown.load(Ordering::Relaxed) && self.began.elapsed() > PATIENCE {
            self.shown.store(true, Ordering::Relaxed);
            self.bar.set_draw_target(ProgressDrawTarget::stderr());
        }
    }

    /// Begins to count at `done` of `all`: what was done before this run tells nothing of how long the rest takes.
    pub fn begin_at(&self, done: u64, all: u64) {
        self.bar.set_length(all);
        self.bar.set_position(done);
        self.bar.reset_eta();
    }

    /// How many are done.
    pub fn done(&self) -> u64 {
        self.bar.position()
    }

    /// Clears the bar away; the seconds since the beginning.
    pub fn finish(&self) -> f64 {
        let done = self.done();
        self.bar.finish_and_clear();
        self.bar.set_position(done); // else it would say that all were
        self.began.elapsed().as_secs_f64()
    }
}
