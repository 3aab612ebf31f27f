//! What somebody sees who waits.

use std::collections::BTreeMap;
use std::io::IsTerminal as _;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::learner::Losses;
use crate::state::State;
use crate::train::Limits;

/// A line on standard error for each round, and on a terminal one that is always new.
pub struct Progress {
    line: ProgressBar,
    limits: Limits,
}

impl Progress {
    /// At the beginning of a run with these limits.
    pub fn new(limits: Limits) -> Self {
        let line = ProgressBar::new_spinner();
        if !std::io::stderr().is_terminal() {
            line.set_draw_target(ProgressDrawTarget::hidden());
        }
        let style = ProgressStyle::with_template("{spinner} {msg}");
        line.set_style(style.unwrap_or_else(|_| ProgressStyle::default_spinner()));
        line.enable_steady_tick(Duration::from_millis(200));
        Self { line, limits }
    }

    /// After a step.
    pub fn step(&self, state: &State, losses: &Losses) {
        if state.steps.is_multiple_of(20) {
            let State { round, steps, rows, .. } = state;
            let left = self.left(state);
            self.line.set_message(format!(
                "round {round}, step {steps}, {rows} rows, loss {:.3}{left}",
                losses.total
            ));
        }
    }

    /// After a round.
    pub fn round(&self, state: &State, told: &BTreeMap<String, f64>) {
        let number = |name: &str| told.get(name).copied().unwrap_or(f64::NAN);
        let rated: Vec<String> = told
            .iter()
            .filter(|(name, _)| name.matches('/').count() == 1 && name.starts_with("share/"))
            .map(|(name, share)| format!(", {name} {share:.3}"))
            .collect();
        let text = format!(
            "round {}: {} steps, {} rows, {:.0} games/s, {:.0} rows/s, loss {:.4} (policy {:.4}, value {:.4}){}{}",
            state.round,
            state.steps,
            state.rows,
            number("speed/games"),
            number("speed/rows"),
            number("loss/total"),
            number("loss/policy"),
            number("loss/value"),
            rated.concat(),
            self.left(state),
        );
        if self.line.is_hidden() {
            eprintln!("{text}");
        } else {
            self.line.println(text);
        }
    }

    /// How much is left, in words.
    fn left(&self, state: &State) -> String {
        let Limits { steps, .. } = self.limits;
        steps.map_or(String::new(), |all| format!(", {} steps left", all.saturating_sub(state.steps)))
    }
}
