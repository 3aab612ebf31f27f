//! Kuhn poker, whose equilibria are known.

use std::collections::HashSet;

use roadside_agents::Random;
use roadside_agents::equilibrium::{Equilibrium, EquilibriumOptions, Profile};
use roadside_env::chance::{Enumerated, enumerate};
use roadside_env::games::kuhn::Kuhn;
use roadside_env::{Action, Actions as _, Game, State, Stop, View};

use crate::kit::{assert_near, conv_of, kuhn, solve, tree};

/// How likely the equilibrium bets at a position of kuhn.
fn bet(found: &Equilibrium<Kuhn>, position: &str) -> f64 {
    let game = found.tree().game();
    let state = game.parse_position(position).unwrap();
    let policy = found.policy(&View::new(game, &state, state.current_player().unwrap())).unwrap();
    policy.iter().find(|&&(action, _)| action == Action(1)).unwrap().1
}

#[test]
fn kuhn_is_worth_minus_one_eighteenth() {
    let found = solve(&kuhn());
    assert!(found.converged() && found.nash_conv() <= 1e-9, "{}", found.nash_conv());
    for (seat, value) in [(0, -1.0 / 18.0), (1, 1.0 / 18.0)] {
        assert_near(found.value(seat), value, 1e-9);
        assert!(found.lower(seat) <= found.value(seat) && found.value(seat) <= found.upper(seat));
    }
    assert_eq!([0, 1].map(|seat| found.tree().information_sets(seat)), [6, 6]);
    // Six deals; behind each, the opening, its two answers, and the answer to a pass and a bet.
    assert_eq!((found.tree().positions(), found.tree().leaves()), (24, 30));
}

/// Kuhn 1950: the first seat may bet a jack with any probability up to 1/3, and then bets a king three times as often
/// and calls with a queen 1/3 more often. The second seat has no choice.
#[test]
fn the_equilibrium_of_kuhn_is_one_of_the_family_that_is_known() {
    let found = solve(&kuhn());
    let jack = bet(&found, "cards=J,Q moves=-");
    assert!((-1e-4..=1.0 / 3.0 + 1e-4).contains(&jack), "{jack}");
    let expected = [
        ("cards=K,Q moves=-", 3.0 * jack),
        ("cards=Q,J moves=-", 0.0),
        ("cards=J,Q moves=pb", 0.0),
        ("cards=Q,K moves=pb", jack + 1.0 / 3.0),
        ("cards=K,Q moves=pb", 1.0),
        ("cards=Q,J moves=p", 1.0 / 3.0),
        ("cards=K,Q moves=p", 0.0),
        ("cards=Q,K moves=p", 1.0),
        ("cards=Q,J moves=b", 0.0),
        ("cards=K,Q moves=b", 1.0 / 3.0),
        ("cards=Q,K moves=b", 1.0),
    ];
    for (position, share) in expected {
        assert!(
            (bet(&found, position) - share).abs() < 1e-4,
            "{position}: {} not {share}",
            bet(&found, position)
        );
    }
}

#[test]
fn an_information_set_of_kuhn_is_all_that_is_remembered() {
    let found = solve(&kuhn());
    let game = found.tree().game();
    let mut states = Vec::new();
    let mut open: Vec<_> = enumerate(9, |chance| game.new_initial_state(chance))
        .unwrap()
        .into_iter()
        .map(|it| it.result)
        .collect();
    while let Some(state) = open.pop() {
        for action in state.legal_actions(game).iter() {
            let mut next = state;
            next.apply_legal(game, action, &mut Enumerated::default());
            open.push(next);
        }
        states.extend(state.current_player().map(|seat| (seat, state)));
    }
    for seat in [0, 1] {
        let known: HashSet<_> = states
            .iter()
            .filter(|&&(mover, _)| mover == seat)
            .map(|(_, state)| View::new(game, state, seat).information_state().unwrap())
            .collect();
        assert_eq!(known.len() as u64, found.tree().information_sets(seat));
        assert_eq!(known.len() as u64, found.tree().views(seat));
    }
}

#[test]
fn bounds_hold_from_the_first_iteration_and_close() {
    let tree = tree(&kuhn());
    let mut before = f64::INFINITY;
    for iterations in [1, 2, 5, 20, 100, 1000] {
        let options = EquilibriumOptions { iterations, tolerance: 1e-12, ..Default::default() };
        let found = Equilibrium::of(tree.clone(), &options, &|_| {}, &Stop::default()).unwrap();
        assert!(found.lower(0) <= -1.0 / 18.0 && -1.0 / 18.0 <= found.upper(0), "{iterations}");
        assert!(found.lower(1) <= 1.0 / 18.0 && 1.0 / 18.0 <= found.upper(1), "{iterations}");
        assert_near(found.tree().nash_conv(found.profile()).value, found.nash_conv(), 1e-12);
        assert!(found.nash_conv() < before && !found.converged(), "{iterations}");
        assert_eq!(found.iterations(), iterations);
        before = found.nash_conv();
    }
    assert!(before < 1e-6, "{before}");
}

#[test]
fn the_same_bits_come_out_again() {
    let bits = |found: Equilibrium<Kuhn>| {
        let profile = format!("{:?}", found.profile());
        ([found.value(0), found.lower(0), found.upper(0)].map(f64::to_bits), found.iterations(), profile)
    };
    assert_eq!(bits(solve(&kuhn())), bits(solve(&kuhn())));
}

/// `OpenSpiel` tells the same of uniform play in its Kuhn poker.
#[test]
fn uniform_play_of_kuhn_loses_eleven_twelfths() {
    let tree = tree(&kuhn());
    let found = conv_of(&tree, &mut Random);
    assert_near(found.value, 11.0 / 12.0, 1e-12);
    assert_near(found.seats[0].value, 0.125, 1e-12);
    assert_near(found.seats[0].best_response, 0.5, 1e-12);
    assert_near(found.seats[1].best_response, 5.0 / 12.0, 1e-12);
    assert_eq!((found.sampling, found.views), (None, 12));
    assert_eq!(found.profile, Profile::uniform(&tree));
}
