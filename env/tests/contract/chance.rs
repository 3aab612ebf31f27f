//! Every outcome with its share, and samples that fit.

use std::collections::HashMap;

use roadside_env::chance::{Branch, Horizon};
use roadside_env::{Actions, Game, Sampled, State};

use crate::common::{beginnings, outcomes};
use crate::sampling::sample;

/// Positions with more outcomes than this are passed over.
const LIMIT: usize = 5_000;
const SAMPLES: u64 = 2_000;
const LEAST_EXPECTED: f64 = 5.0;

pub(crate) fn outcomes_add_up_to_one<G: Game>(game: &G) {
    if let Ok(branches) = beginnings(game, LIMIT) {
        require_whole(&branches);
    }
    for state in sample(game, 60) {
        for action in state.legal_actions(game).iter() {
            if let Ok(branches) = outcomes(game, &state, action, LIMIT) {
                require_whole(&branches);
            }
        }
    }
}

fn require_whole<T>(branches: &[Branch<T>]) {
    let sum: f64 = branches.iter().map(|branch| branch.probability).sum();
    assert!((sum - 1.0).abs() < 1e-12, "{sum}");
    assert!(branches.iter().all(|branch| branch.probability > 0.0));
}

/// Positions that are paused at every boundary, merged there and played on lead to the same as those that are not.
pub(crate) fn pauses_change_no_probability<G: Game>(game: &G) {
    let mut horizon = Horizon::new(LIMIT);
    for state in sample(game, 60) {
        for action in state.legal_actions(game).iter() {
            let Ok(plain) = outcomes(game, &state, action, LIMIT) else { continue };
            // Merging at most adds a path for each pause.
            let found = horizon.after(game, &state, action, |_| None).unwrap();
            let plain: HashMap<_, _> =
                plain.iter().map(|branch| (&branch.result, branch.probability)).collect();
            assert_eq!(found.len(), plain.len());
            for branch in found {
                let expected = plain[&branch.result];
                assert!((branch.probability - expected).abs() < 1e-12, "{branch:?}, not {expected}");
            }
        }
    }
}

pub(crate) fn samples_fit_the_exact_shares<G: Game>(game: &G) {
    if let Ok(branches) = beginnings(game, LIMIT) {
        require_fit(&branches, |chance| game.new_initial_state(chance));
    }
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
    // Outcomes that are rarer than the test bears count as one.
    let mut classes = vec![];
    let mut rare = (0.0, 0.0);
    for branch in branches {
        let expected = branch.probability * SAMPLES as f64;
        let found = f64::from(counts.remove(&branch.result).unwrap_or(0));
        if expected < LEAST_EXPECTED {
            rare = (rare.0 + expected, rare.1 + found);
        } else {
            classes.push((expected, found));
        }
    }
    assert!(counts.is_empty(), "an outcome was sampled that is not enumerated");
    if rare.0 >= LEAST_EXPECTED {
        classes.push(rare);
    }
    let chi_square: f64 = classes.iter().map(|(expected, found)| (found - expected).powi(2) / expected).sum();
    let freedom = classes.len().saturating_sub(1).max(1);
    assert!(chi_square <= critical(freedom), "{chi_square} with {freedom} degrees of freedom");
}

/// The chi-square that is passed once in some 30,000 tests, by the approximation of Wilson and Hilferty (1931):
/// the cube root is nearly normal, and 4 is four standard deviations.
fn critical(freedom: usize) -> f64 {
    let spread = 2.0 / (9.0 * freedom as f64);
    freedom as f64 * (1.0 - spread + 4.0 * spread.sqrt()).powi(3)
}
