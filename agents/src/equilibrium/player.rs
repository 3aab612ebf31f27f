//! The player that keeps to an equilibrium.

use std::sync::Arc;

use roadside_env::{Action, Agent, Game, Stream, View};

use super::Equilibrium;
use crate::Random;
use crate::policy::choose;

/// Plays as an [`Equilibrium`] says for what it sees, [`Equilibrium::policy`]; what the game's plays never show it plays at
/// random.
#[derive(Clone, Debug)]
pub struct EquilibriumPlayer<G: Game>(pub Arc<Equilibrium<G>>);

impl<G: Game> Agent<G> for EquilibriumPlayer<G> {
    fn name(&self) -> String {
        "equilibrium".to_owned()
    }

    fn act(&mut self, view: &View<'_, G>, rng: &mut Stream) -> Action {
        match self.0.policy(view) {
            Some(policy) => choose(&policy, rng),
            None => Random.act(view, rng),
        }
    }

    fn policy(&mut self, view: &View<'_, G>) -> Option<Vec<(Action, f64)>> {
        self.0.policy(view).or_else(|| Random.policy(view))
    }
}
