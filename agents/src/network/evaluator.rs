//! Positions at the edge of a search tree, valued by a network.

use std::sync::Arc;

use roadside_env::{Actions as _, Facts, Game, State as _, View};

use super::{Answers, Network, Questions};
use crate::search::{Evaluator, Leaf};

/// Values positions by what a network makes of what the seat that is to act sees there.
#[derive(Clone, Debug)]
pub struct NetworkEvaluator {
    network: Arc<Network>,
    questions: Questions,
    batch: usize,
}

impl NetworkEvaluator {
    /// Has `network` value up to `batch` positions at once, at least one.
    pub fn new(network: Arc<Network>, batch: usize) -> Self {
        Self { network, questions: Questions::default(), batch: batch.max(1) }
    }
}

impl<G: Game> Evaluator<G> for NetworkEvaluator {
    fn batch(&self) -> usize {
        self.batch
    }

    fn evaluate(&mut self, game: &G, leaves: &mut [Leaf<G>]) {
        let Self { network, questions, .. } = self;
        for leaf in &*leaves {
            ask_about(game, leaf, questions);
        }
        let answers = questions.ask(network);
        for (row, leaf) in leaves.iter_mut().enumerate() {
            write_answer(game, leaf, answers, row);
        }
    }
}

/// Asks about the position of `leaf`, as the seat sees it that is to act.
pub(crate) fn ask_about<G: Game>(game: &G, leaf: &Leaf<G>, questions: &mut Questions) {
    let mover = leaf.state.current_player().expect("somebody is to act at a leaf");
    questions.push(&View::new(game, &leaf.state, mover));
}

/// Writes into `leaf` what was answered in `row`.
pub(crate) fn write_answer<G: Game>(game: &G, leaf: &mut Leaf<G>, answers: Answers<'_>, row: usize) {
    let mover = leaf.state.current_player().expect("somebody is to act at a leaf");
    let (facts, values) = (game.facts(), answers.value_logits(row));
    for (seat, value) in leaf.values.iter_mut().enumerate() {
        let place = (seat + facts.seats - mover) % facts.seats;
        *value = utility(facts, values[place]);
    }
    let logits = answers.logits(row);
    for (logit, action) in leaf.logits.iter_mut().zip(leaf.state.legal_actions(game).iter()) {
        *logit = logits[action.index()];
    }
}

/// What a seat may expect to get, from what a network says of it.
fn utility(facts: &Facts, logit: f32) -> f64 {
    facts.min_utility + (facts.max_utility - facts.min_utility) / (1.0 + f64::from(-logit).exp())
}
