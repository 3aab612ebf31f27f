//! Every outcome with its share, and samples that fit.

use std::collections::HashMap;
use std::fmt::Debug;
use std::hash::Hash;

use roadside_env::chance::{
    Ask, Branch, Event, Explicit, Horizon, Itemized, Recorded, Scripted, next_event, with_script,
};
use roadside_env::{Action, Actions, Chance, Game, Sampled, State, Stream};

use crate::common::{beginnings, outcomes, random_action};
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

fn require_fit<S: Eq + Hash>(branches: &[Branch<S>], rules: impl Fn(&mut Sampled) -> S) {
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

/// Runs of the rules that a check of one action may take; others are passed over.
const RUNS: usize = 3_000;

/// Every path of single outcomes, summed up by its end, has the probability that enumeration finds.
pub(crate) fn explicit_paths_add_up_to_the_exact_shares<G: Game>(game: &G) {
    let mut compared = 0;
    if let Ok(branches) = beginnings(game, LIMIT) {
        compared += usize::from(have_shares(&branches, |chance| game.new_initial_state(chance)));
    }
    for state in sample(game, 60) {
        for action in state.legal_actions(game).iter() {
            let Ok(branches) = outcomes(game, &state, action, LIMIT) else { continue };
            let rules = |chance: &mut Explicit<'_>| follow(game, Some((&state, action)), chance);
            compared += usize::from(have_shares(&branches, rules));
        }
    }
    assert!(compared > 0, "every action has too many paths");
}

/// Whether there are few enough paths; then they have the shares of `branches`.
fn have_shares<S: Eq + Hash + Debug>(branches: &[Branch<S>], rules: impl Fn(&mut Explicit<'_>) -> S) -> bool {
    let mut found: HashMap<S, f64> = HashMap::new();
    let mut paths = vec![(vec![], 1.0)];
    for _ in 0..RUNS {
        let Some((outcomes, probability)) = paths.pop() else {
            assert_eq!(found.len(), branches.len());
            for Branch { result, probability } in branches {
                let sum = found[result];
                assert!((sum - probability).abs() < 1e-12, "{result:?}: {sum}, not {probability}");
            }
            return true;
        };
        match next_event(&outcomes, &rules).unwrap() {
            Ask::Done(end) => *found.entry(end).or_default() += probability,
            Ask::Chance { items, .. } => {
                assert!(items.len() >= 2, "{items:?}");
                let on =
                    |&(item, share): &(usize, f64)| ([&outcomes[..], &[item]].concat(), probability * share);
                paths.extend(items.iter().map(on));
            }
        }
    }
    false
}

/// What chance gave in a play, told in single outcomes, leads to the same positions.
pub(crate) fn recorded_events_lead_to_the_same_in_single_outcomes<G: Game>(game: &G) {
    for play in 0..3 {
        let mut chance = Recorded::new(Sampled::new(5, play), None);
        let mut rng = Stream::for_player(5, play, 0);
        let mut state = game.new_initial_state(&mut chance);
        require_same(game, None, chance.take_events(), &state);
        for _ in 0..200 {
            if state.current_player().is_none() {
                break;
            }
            let (before, action) = (state.clone(), random_action(game, &state, &mut rng));
            state.apply(game, action, &mut chance).unwrap();
            require_same(game, Some((&before, action)), chance.take_events(), &state);
        }
    }
}

fn require_same<G: Game>(game: &G, from: Option<(&G::State, Action)>, events: Vec<Event>, to: &G::State) {
    let itemize = |script: &mut Scripted| {
        let mut chance = Itemized::new(script);
        follow(game, from, &mut chance);
        chance.take_outcomes()
    };
    let outcomes = with_script(events, itemize).unwrap();
    let after = |known: usize| next_event(&outcomes[..known], |chance| follow(game, from, chance)).unwrap();
    for (known, next) in outcomes.iter().enumerate() {
        let Ask::Chance { topic, items } = after(known) else { panic!("{outcomes:?} are too many") };
        let sum: f64 = items.iter().map(|&(_, share)| share).sum();
        assert!((sum - 1.0).abs() < 1e-12, "{items:?}");
        assert!(items.iter().any(|(item, _)| item == next), "{topic}: {next} is not among {items:?}");
        assert!(items.iter().all(|&(item, _)| item < game.chance_labels(topic).len()), "{topic}: {items:?}");
    }
    assert_eq!(after(outcomes.len()), Ask::Done(to.clone()));
}

/// What follows an action; where there is none, the beginning of a play.
fn follow<G: Game>(game: &G, from: Option<(&G::State, Action)>, chance: &mut impl Chance) -> G::State {
    let Some((state, action)) = from else { return game.new_initial_state(chance) };
    let mut next = state.clone();
    next.apply(game, action, chance).unwrap();
    next
}
