//! Every outcome with its share, and samples that fit.

use std::collections::HashMap;

use roadside_env::chance::{Branch, TooManyOutcomes};
use roadside_env::{Actions, Game, Sampled, State};

use crate::common::{beginnings, outcomes};
use crate::sampling::sample;

/// Positions with more outcomes than this are passed over.
const LIMIT: usize = 5_000;
const SAMPLES: u64 = 2_000;

pub(crate) fn outcomes_add_up_to_one<G: Game>(game: &G) {
    require_whole(&beginnings(game));
    for state in sample(game, 60) {
        for action in state.legal_actions(game).iter() {
            match outcomes(game, &state, action, LIMIT) {
                Ok(branches) => require_whole(&branches),
                Err(TooManyOutcomes { limit }) => assert_eq!(limit, LIMIT),
            }
        }
    }
}

fn require_whole<T>(branches: &[Branch<T>]) {
    let sum: f64 = branches.iter().map(|branch| branch.probability).sum();
    assert!((sum - 1.0).abs() < 1e-12, "{sum}");
    assert!(branches.iter().all(|branch| branch.probability > 0.0));
}

pub(crate) fn samples_fit_the_exact_shares<G: Game>(game: &G) {
    require_fit(&beginnings(game), |chance| game.new_initial_state(chance));
    for state in sample(game, 10) {
        for action in state.legal_actions(game).iter() {
            let Ok(branches) = outcomes(game, &state, action, LIMIT) else { continue };
            require_fit(&branches, |chance| {
                let mut next = state.clone();
                next.apply_legal(game, action, chance);
                next
            });
        }
    }
}

fn require_fit<S: Eq + std::hash::Hash>(branches: &[Branch<S>], rules: impl Fn(&mut Sampled) -> S) {
    let mut counts: HashMap<S, u32> = HashMap::new();
    for episode in 0..SAMPLES {
        *counts.entry(rules(&mut Sampled::new(11, episode))).or_default() += 1;
    }
    let chi_square: f64 = branches
        .iter()
        .map(|branch| {
            let expected = branch.probability * SAMPLES as f64;
            let found = f64::from(counts.remove(&branch.result).unwrap_or(0));
            (found - expected).powi(2) / expected
        })
        .sum();
    assert!(counts.is_empty(), "an outcome was sampled that is not enumerated");
    assert!(chi_square <= critical(branches.len() - 1), "{chi_square} for {} outcomes", branches.len());
}

/// The chi-square that is passed once in some 30,000 tests, by the approximation of Wilson and Hilferty (1931):
/// the cube root is nearly normal, and 4 is four standard deviations.
fn critical(freedom: usize) -> f64 {
    let spread = 2.0 / (9.0 * freedom.max(1) as f64);
    freedom as f64 * (1.0 - spread + 4.0 * spread.sqrt()).powi(3)
}
