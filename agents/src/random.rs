//! The player that every game has.

use roadside_env::{Action, Actions as _, Agent, Game, Stream, View};

/// Chooses among what is legal, each action equally likely, by one word of its stream.
#[derive(Clone, Copy, Debug, Default)]
pub struct Random;

impl<G: Game> Agent<G> for Random {
    fn name(&self) -> String {
        "random".to_owned()
    }

    fn act(&mut self, view: &View<'_, G>, rng: &mut Stream) -> Action {
        // Out of turn nothing is legal, and whatever is answered is refused.
        view.legal_actions().choose(rng).unwrap_or(Action(0))
    }

    fn policy(&mut self, view: &View<'_, G>) -> Option<Vec<(Action, f64)>> {
        let legal = view.legal_actions();
        Some(legal.iter().map(|action| (action, 1.0 / legal.len() as f64)).collect())
    }
}
