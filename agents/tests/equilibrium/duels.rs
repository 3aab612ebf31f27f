//! Duels of Zone Stalker.

use std::sync::Arc;

use roadside_agents::Random;
use roadside_agents::equilibrium::{
    Equilibrium, EquilibriumOptions, EquilibriumPlayer, TreeOptions, equilibrium,
};
use roadside_agents::solver::Objective;
use roadside_env::Stop;
use roadside_env::games::zone_stalker::ZoneStalker;

use crate::kit::{ANY, assert_near, conv_of, load, openings, solve, tree};
use crate::responder::require_best_responses;

/// The numbers of the duels are held against `OpenSpiel` and a linear program in `tests/python`.
#[test]
fn the_duel_of_zone_stalker_is_worth_29_in_2400() {
    let found = Arc::new(solve(&load::<ZoneStalker<2>>(&["preset=duel-1"])));
    let tree = found.tree();
    assert_eq!([0, 1].map(|seat| tree.information_sets(seat)), [2854, 1640]);
    assert_eq!((tree.positions(), tree.leaves(), tree.decisions()), (4544, 7073, 9));
    assert_near(found.value(0), 29.0 / 2400.0, 1e-9);
    assert!(found.converged() && found.lower(0) <= 29.0 / 2400.0 && 29.0 / 2400.0 <= found.upper(0));
    assert_near(conv_of(tree, &mut Random).value, 0.336_118_75, 1e-9);
    // A shared win is half of one, so the utility is twice the share of the win, less 1.
    let win = EquilibriumOptions {
        tree: TreeOptions { objective: Objective::Win, ..ANY },
        ..EquilibriumOptions::default()
    };
    let wins = equilibrium(tree.game(), &win, &|_| {}, &Stop::default()).unwrap();
    assert_near(2.0 * wins.value(0) - 1.0, 29.0 / 2400.0, 1e-8);
    assert_near(wins.value(0) + wins.value(1), 1.0, 1e-12);
    // What a view forgets costs nothing here.
    let player = conv_of(tree, &mut EquilibriumPlayer(found.clone()));
    assert!(player.value < 2e-9 && tree.views(0) < tree.information_sets(0), "{}", player.value);
}

#[test]
fn the_smaller_duel_is_worth_61_in_4800() {
    let game = load::<ZoneStalker<2>>(&["preset=duel-1", "zone_deck=Death Lamp,Pylons"]);
    let tree = tree(&game);
    assert_eq!([0, 1].map(|seat| tree.information_sets(seat)), [466, 698]);
    let random = conv_of(&tree, &mut Random);
    assert_near(random.value, 0.375, 1e-12);
    assert_near(random.seats[0].best_response, 0.25, 1e-12);
    assert_near(random.seats[1].best_response, 0.125, 1e-12);
    let options = EquilibriumOptions { tolerance: 1e-6, ..Default::default() };
    let found = Equilibrium::of(tree, &options, &|_| {}, &Stop::default()).unwrap();
    assert_near(found.value(0), 61.0 / 4800.0, 1e-6);
    require_best_responses(found.tree(), &openings(&game), &mut Random);
    let found = Arc::new(found);
    require_best_responses(found.tree(), &openings(&game), &mut EquilibriumPlayer(found.clone()));
}
