//! Rows of whatever game.

use pyo3::prelude::*;
use roadside_agents::Playable;
use roadside_agents::solver::Watch;
use roadside_env::vec_env::AnyVecEnv;
use roadside_env::{Action, Actions, Knowledge as _, Stream, VecEnv};

use crate::analysis::{AnySolution, Solved};
use crate::error::value_error;
use crate::play::SeatedPlayer;
use crate::signals::Lookout;

/// What of a [`VecEnv`] needs no type of the game, views and players included.
pub trait Rows: AnyVecEnv {
    /// The table as the seat of `row` sees it, as text; `None` before its first reset.
    fn text(&self, row: usize) -> Option<String>;
    /// The same as a drawing.
    fn svg(&self, row: usize) -> Option<String>;
    /// What `player` does in each row; action 0 where there is nothing to choose.
    fn choices(&self, player: &mut SeatedPlayer, rng: &mut Stream) -> PyResult<Vec<Action>>;
    /// Writes a legal action for each row, each equally likely; action 0 where there is nothing to choose.
    fn sample(&self, rng: &mut Stream, out: &mut [i64]);
    /// What `action` costs the seat to act in `row` by a solution of this game; `None` where nobody is to act.
    fn regret(
        &self,
        row: usize,
        action: Action,
        solution: &dyn AnySolution,
        watch: Watch<'_>,
    ) -> PyResult<Option<f64>>;
    /// Writes what may be done in `row`, all true where there is nothing to choose.
    fn write_mask(&self, row: usize, mask: &mut [bool]);
}

impl<G: Playable> Rows for VecEnv<G> {
    fn text(&self, row: usize) -> Option<String> {
        Some(self.view(row)?.text())
    }

    fn svg(&self, row: usize) -> Option<String> {
        Some(self.view(row)?.svg())
    }

    fn choices(&self, player: &mut SeatedPlayer, rng: &mut Stream) -> PyResult<Vec<Action>> {
        let mut lookout = Lookout::new();
        let choice = |row| {
            lookout.step()?;
            match self.view(row) {
                Some(view) if !self.legal_actions(row).is_empty() => player.act(&view, rng),
                _ => Ok(Action(0)),
            }
        };
        (0..self.shape().rows).map(choice).collect()
    }

    fn sample(&self, rng: &mut Stream, out: &mut [i64]) {
        for (row, out) in out.iter_mut().enumerate() {
            *out = self.legal_actions(row).choose(rng).map_or(0, |action| i64::from(action.0));
        }
    }

    fn regret(
        &self,
        row: usize,
        action: Action,
        solution: &dyn AnySolution,
        watch: Watch<'_>,
    ) -> PyResult<Option<f64>> {
        let Some(solved) = solution.as_any().downcast_ref::<Solved<G>>() else {
            return Err(value_error("solution is of another game"));
        };
        let Some(view) = self.view(row).filter(|_| !self.legal_actions(row).is_empty()) else {
            return Ok(None);
        };
        // Nothing is hidden in a game that is solved, so what the seat knows fits one position alone.
        let state = view.knowledge().determinize(view.game(), &mut Stream::for_redraw(0));
        Ok(Some(solved.regret_in(&state.map_err(value_error)?, action, watch)?))
    }

    fn write_mask(&self, row: usize, mask: &mut [bool]) {
        let legal = self.legal_actions(row);
        if legal.is_empty() { mask.fill(true) } else { legal.write_mask(mask) }
    }
}
