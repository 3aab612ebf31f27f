//! How far a network is from the best there is, in games that are solved.

use roadside_env::{Action, Actions as _, Sampled, State as _, Stream, View};
use serde::{Deserialize, Serialize};

use super::{Network, Questions};
use crate::Playable;
use crate::policy::{pick, softmax};
use crate::solver::{Solution, SolveError};

/// How far a network is from the best there is, at the positions that come about where all seats play by its policy.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Distance {
    /// The decisions that were looked at.
    pub decisions: u64,
    /// What a decision loses in the mean, in utility.
    pub loss: f64,
    /// What all decisions of a game lose together, in utility, over all seats.
    pub loss_per_game: f64,
    /// The share of the decisions that lose anything.
    pub wrong: f64,
    /// By how much the value that the network tells is off, in utility: the root of the mean square.
    pub value_error: f64,
}

/// A loss below this is none: solutions are exact up to less.
const NOTHING: f64 = 1e-9;

/// Has `network` play `games` games at all seats of `game`, which `solution` solves, each action as likely as its policy
/// says; what looks best to it, and what it says a position is worth, is held against the solution at each decision.
///
/// # Errors
/// [`SolveError`] as by [`Solution::regret`].
pub fn distance<G: Playable>(
    game: &G,
    solution: &Solution<G>,
    network: &Network,
    games: u64,
    seed: u64,
) -> Result<Distance, SolveError> {
    let (mut found, mut questions, facts) = (Distance::default(), Questions::default(), game.facts());
    let range = facts.max_utility - facts.min_utility;
    for episode in 0..games {
        let (mut chance, mut random) = (Sampled::new(seed, episode), Stream::for_player(seed, episode, 0));
        let mut state = game.new_initial_state(&mut chance);
        while let Some(seat) = state.current_player() {
            questions.push(&View::new(game, &state, seat));
            let answers = questions.ask(network);
            let logits = answers.logits(0);
            let legal = state.legal_actions(game);
            let mut policy: Vec<f64> = legal.iter().map(|action| logits[action.index()].into()).collect();
            let by_logit = |one: &usize, other: &usize| policy[*one].total_cmp(&policy[*other]);
            let best = (0..policy.len()).rev().max_by(by_logit).unwrap_or(0);
            let told = 1.0 / (1.0 + f64::from(-answers.value_logits(0)[0]).exp());
            let off = facts.min_utility + range * told - solution.value_at(&state, seat)?;
            let action = |place| legal.nth(place).unwrap_or(Action(0));
            let loss = solution.regret(&state, action(best))?;
            found.decisions += 1;
            found.loss += loss;
            found.wrong += f64::from(u8::from(loss > NOTHING));
            found.value_error += off * off;
            // What looks best might be repeated for ever.
            softmax(&mut policy);
            state.apply_legal(game, action(pick(&policy, &mut random)), &mut chance);
        }
    }
    let decisions = found.decisions.max(1) as f64;
    found.loss_per_game = found.loss / games.max(1) as f64;
    found.loss /= decisions;
    found.wrong /= decisions;
    found.value_error = (found.value_error / decisions).sqrt();
    Ok(found)
}
