//! Plays seen ahead with pauses, held against the same without.

use std::collections::HashMap;

use roadside_env::chance::{Boundary, Branch, Horizon, HorizonError, Pausing, TooManyOutcomes};
use roadside_env::games::zone_stalker::ZoneState;
use roadside_env::{Action, Actions, Game, IllegalAction, Sampled, State};

use crate::common::{action, outcomes};
use crate::kit::{Scene, Table, at, require_close};

const LIMIT: usize = 1_000_000;

/// Nobody with a card in hand draws.
const SMALL: &[&str] = &[
    "players=3",
    "hand_target=1",
    "trade_offers=0",
    "zone_deck=Meat Grinder,Empty,Empty,Hoax,Explosion,Gardens",
];

/// Three at the table; a triple Hazard lies before seat 0, which has a Retry, a Martyr, other cards and a find.
fn before_the_triple() -> Scene {
    at(
        SMALL,
        "phase=play card=Meat_Grinder found=Empty",
        &[
            "as=Culligan kept:0/3 0/3*2,1/1-retry,0/2-martyr,3/0 Empty",
            "as=The_Hindu 3/0,2/1",
            "as=Slimy 2/1",
        ],
    )
}

/// The lowest legal action, up to the next choice between stop and flip.
fn lowest(game: &Table) -> impl Fn(&ZoneState<6>) -> Option<Action> {
    let stop = action(game, "stop");
    move |state| {
        let legal = state.legal_actions(game);
        if legal.contains(stop) { None } else { legal.nth(0) }
    }
}

/// What [`Horizon::after`] finds without within-turn, by following every path.
fn plainly(
    game: &Table,
    state: &ZoneState<6>,
    first: Action,
    policy: &impl Fn(&ZoneState<6>) -> Option<Action>,
) -> HashMap<ZoneState<6>, f64> {
    let mut reached = HashMap::new();
    for branch in outcomes(game, state, first, LIMIT).unwrap() {
        let after = &branch.result;
        let next = if after.is_terminal() { None } else { policy(after) };
        let found = match next {
            Some(next) => plainly(game, after, next, policy),
            None => HashMap::from([(*after, 1.0)]),
        };
        for (position, share) in found {
            *reached.entry(position).or_insert(0.0) += branch.probability * share;
        }
    }
    reached
}

fn require_equal(found: &[Branch<ZoneState<6>>], expected: &HashMap<ZoneState<6>, f64>) {
    assert_eq!(found.len(), expected.len());
    for branch in found {
        require_close(branch.probability, expected[&branch.result]);
    }
    require_close(found.iter().map(|branch| branch.probability).sum(), 1.0);
}

#[test]
fn pauses_change_no_probability() {
    let scene = before_the_triple();
    let (game, play) = (&*scene.game, action(&*scene.game, "play:0/3"));
    let expected = plainly(game, &scene.state, play, &lowest(game));
    assert!(expected.len() > 100, "{}", expected.len());
    let mut horizon = Horizon::new(LIMIT);
    let found = horizon.after(game, &scene.state, play, lowest(game)).unwrap().to_vec();
    require_equal(&found, &expected);
    // The same again from kept memory, in the same order.
    assert_eq!(horizon.after(game, &scene.state, play, lowest(game)).unwrap(), found);
    assert_eq!(Horizon::new(LIMIT).after(game, &scene.state, play, lowest(game)).unwrap(), found);
}

#[test]
fn a_turns_end_is_a_place_to_stop_and_to_go_on_from() {
    let scene = before_the_triple();
    let (game, play) = (&*scene.game, action(&*scene.game, "play:0/3"));
    let mut within = Horizon::new(LIMIT).within_turn();
    let reached = within.after(game, &scene.state, play, lowest(game)).unwrap();
    let mut beyond = Horizon::new(LIMIT);
    let mut found = HashMap::new();
    let mut ended = 0.0;
    for branch in reached {
        let position = &branch.result;
        if position.boundary() == Some(Boundary::Turn) {
            ended += branch.probability;
            for next in beyond.of(game, position, lowest(game)).unwrap() {
                *found.entry(next.result).or_insert(0.0) += branch.probability * next.probability;
            }
        } else {
            assert_eq!((position.boundary(), lowest(game)(position)), (None, None));
            *found.entry(*position).or_insert(0.0) += branch.probability;
        }
    }
    // Seat 0 dies in some of them, and only so does a turn end before a stop.
    assert!(ended > 0.1 && ended < 0.9, "{ended}");
    let expected = plainly(game, &scene.state, play, &lowest(game));
    require_equal(
        &found.into_iter().map(|(result, probability)| Branch { result, probability }).collect::<Vec<_>>(),
        &expected,
    );
}

#[test]
fn a_paused_position_is_no_position_to_load() {
    let scene = at(SMALL, "phase=end-discard", &["3/0", "2/1", "1/2"]);
    let game = &*scene.game;
    let mut paused = scene.state;
    paused.apply(game, action(game, "done"), &mut Pausing(Sampled::new(0, 0))).unwrap();
    assert_eq!(paused.boundary(), Some(Boundary::Turn));
    assert!(paused.legal_actions(game).is_empty());
    assert!(paused.check(game).is_err());
    assert!(game.state_from_json(&serde_json::to_string(&paused).unwrap()).is_err());
    assert!(game.parse_position(&paused.position(game)).is_err());
    // Played on from without pauses it is what it would have been.
    paused.resume(game, &mut Sampled::new(0, 0));
    assert_eq!(paused, scene.play(&["done"]).state);
    // There is nothing to resume then.
    let before = paused;
    paused.resume(game, &mut Sampled::new(0, 0));
    assert_eq!(paused, before);
}

#[test]
fn what_is_too_much_and_what_is_illegal_is_told() {
    let scene = before_the_triple();
    let (game, play) = (&*scene.game, action(&*scene.game, "play:0/3"));
    let mut few = Horizon::new(50);
    let too_many = HorizonError::TooMany(TooManyOutcomes { limit: 50 });
    assert_eq!(few.after(game, &scene.state, play, lowest(game)), Err(too_many));
    // The next one is not disturbed by what was left lying.
    assert_eq!(few.of(game, &scene.state, |_| None).unwrap().len(), 1);
    let flip = action(game, "flip");
    for error in [
        few.after(game, &scene.state, flip, |_| None).unwrap_err(),
        few.of(game, &scene.state, |_| Some(flip)).unwrap_err(),
    ] {
        assert!(matches!(error, HorizonError::Illegal(IllegalAction::NotLegal { seat: 0, .. })), "{error}");
    }
}
