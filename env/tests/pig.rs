//! Pig: exact values, rulings, and what must not change in silence.

mod common;

use std::collections::HashMap;

use common::{action, drawing, load, outcomes, perft, playthrough};
use roadside_env::chance::{Event, Outcome, with_script};
use roadside_env::games::pig::{HOLD, Pig, PigState, ROLL};
use roadside_env::{Game, State};

/// Plays `labels` from the position `line`, with these faces of the die.
fn play(game: &Pig, line: &str, labels: &[&str], faces: &[u16]) -> String {
    let die = Pig::TOPICS[0];
    let events = faces.iter().map(|face| Event { topic: die, outcome: Outcome::Item(face - 1) });
    let mut state = game.parse_position(line).unwrap();
    with_script(events, |chance| {
        for label in labels {
            state.apply(game, action(game, label), chance).unwrap();
        }
        state.position(game)
    })
    .unwrap()
}

#[test]
fn playthrough_is_as_recorded() {
    insta::assert_snapshot!(playthrough(&load::<Pig>(&["target=8"]), 1, 100));
}

#[test]
fn positions_by_depth_are_as_counted() {
    // Positions, and the shares of plays that go on and that have just ended, in millionths.
    assert_eq!(
        perft(&load::<Pig>(&["target=5"]), 6),
        [
            (1, 1_000_000, 0),
            (5, 1_000_000, 0),
            (12, 916_667, 83_333),
            (31, 784_722, 131_944),
            (60, 658_275, 126_447),
            (88, 538_773, 119_502),
            (102, 436_994, 101_780)
        ]
    );
    assert_eq!(
        perft(&load::<Pig>(&["players=3", "target=4", "die=3"]), 6),
        [
            (1, 1_000_000, 0),
            (3, 1_000_000, 0),
            (7, 1_000_000, 0),
            (18, 944_444, 55_556),
            (38, 888_889, 55_556),
            (77, 833_333, 55_556),
            (129, 768_519, 64_815)
        ]
    );
}

/// A position's actions, each with the positions that follow and their shares.
type Follow = Vec<Vec<(usize, f64)>>;

/// The probability that the first of two seats wins when both play as well as can be, by value iteration over
/// all positions.
fn first_seat_wins(target: u32) -> f64 {
    let game: Pig = load(&[&format!("target={target}")]);
    let (states, follows) = reach(&game);
    let mut wins: Vec<f64> =
        states.iter().map(|state| if state.player_return(&game, 0) > 0.0 { 1.0 } else { 0.0 }).collect();
    loop {
        let mut change: f64 = 0.0;
        for (place, follow) in follows.iter().enumerate().rev() {
            let values =
                follow.iter().map(|after| after.iter().map(|&(next, share)| share * wins[next]).sum());
            let better = if states[place].current_player() == Some(0) { f64::max } else { f64::min };
            let Some(value) = values.reduce(better) else { continue };
            change = change.max((value - wins[place]).abs());
            wins[place] = value;
        }
        if change < 1e-9 {
            return wins[0];
        }
    }
}

/// All positions from the first on, and what follows each.
fn reach(game: &Pig) -> (Vec<PigState>, Vec<Follow>) {
    let mut states = vec![game.parse_position("banked=0,0 turn=0 act=0").unwrap()];
    let mut places = HashMap::from([(states[0], 0)]);
    let mut follows = Vec::new();
    while let Some(&state) = states.get(follows.len()) {
        let mut place_of = |next: PigState| {
            *places.entry(next).or_insert_with(|| {
                states.push(next);
                states.len() - 1
            })
        };
        let actions: &[_] = if state.is_terminal() { &[] } else { &[ROLL, HOLD] };
        let follow = actions.iter().map(|&action| {
            let branches = outcomes(game, &state, action, 100).unwrap();
            branches.into_iter().map(|branch| (place_of(branch.result), branch.probability)).collect()
        });
        follows.push(follow.collect());
    }
    (states, follows)
}

#[test]
fn the_first_seat_wins_as_often_as_published() {
    for (target, wins) in [(5, 0.79705), (10, 0.70942), (20, 0.61556)] {
        let found = first_seat_wins(target);
        assert!((found - wins).abs() < 5e-6, "{target}: {found}");
    }
}

#[test]
fn p1_a_turn_total_counts_only_up_to_what_is_short() {
    let game: Pig = load(&["target=10"]);
    assert_eq!(play(&game, "banked=7,0 turn=2 act=0", &["roll"], &[6]), "banked=7,0 turn=3 act=0");
    assert!(game.parse_position("banked=7,0 turn=4 act=0").is_err());
}

#[test]
fn p2_both_actions_are_always_legal() {
    let game: Pig = load(&["target=10"]);
    assert_eq!(play(&game, "banked=7,0 turn=0 act=0", &["hold"], &[]), "banked=7,0 turn=0 act=1");
    assert_eq!(play(&game, "banked=7,0 turn=3 act=0", &["roll"], &[1]), "banked=7,0 turn=0 act=1");
    assert_eq!(play(&game, "banked=7,0 turn=3 act=0", &["hold"], &[]), "banked=10,0 turn=0 act=won:0");
}

#[test]
fn points_that_no_rolls_give_are_refused() {
    let game: Pig = load(&["target=10"]);
    for line in [
        "banked=1,0 turn=0 act=0",
        "banked=0,0 turn=1 act=0",
        "banked=11,0 turn=0 act=0",
        "banked=10,0 turn=0 act=0",
        "banked=10,10 turn=0 act=won:0",
        "banked=10,0 turn=0 act=won:1",
        "banked=0,0 turn=0 act=2",
        "banked=0,0,0 turn=0 act=0",
    ] {
        assert!(game.parse_position(line).is_err(), "{line}");
    }
    let even: Pig = load(&["target=9", "die=2"]);
    assert!(even.parse_position("banked=3,0 turn=0 act=0").is_err());
    assert!(even.parse_position("banked=4,8 turn=5 act=0").is_ok());
}

#[test]
fn a_drawing_is_as_recorded() {
    insta::assert_binary_snapshot!(".svg", drawing(&load::<Pig>(&["target=40"]), 1, 9));
}
