//! The player that keeps to an equilibrium.

use std::sync::Arc;

use roadside_env::{Action, Agent, Game, Stream, View};

use super::Equilibrium;
use super::answers::pick;
use crate::Random;

/// Plays as an [`Equilibrium`] says for what it sees, [`Equilibrium::policy`]; what the game's plays never show it plays at
/// random.
#[derive(Clone, Debug)]
pub struct EquilibriumPlayer<G: Game>(pub Arc<Equilibrium<G>>);

impl<G: Game> Agent<G> for EquilibriumPlayer<G> {
    fn name(&self) -> String {
        "equilibrium".to_owned()
    }

    fn act(&mut self, view: &View<'_, G>, rng: &mut Stream) -> Action {
        let Some(policy) = self.0.policy(view) else { return Random.act(view, rng) };
        let shares: Vec<_> = policy.iter().map(|&(_, share)| share).collect();
        policy[pick(&shares, rng)].0
    }

    fn policy(&mut self, view: &View<'_, G>) -> Option<Vec<(Action, f64)>> {
        self.0.policy(view).or_else(|| Random.policy(view))
    }
}
