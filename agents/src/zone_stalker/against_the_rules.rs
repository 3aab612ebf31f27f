//! The sums over situations, held against an enumeration of the game itself.

use std::collections::HashMap;

use roadside_env::chance::{Boundary, Enumerated, Pausing, each_path};
use roadside_env::games::zone_stalker::{Character, Move, Phase, ZoneStalker, ZoneState};
use roadside_env::{Action, Actions as _, Game, Knowledge as _, Sampled, Settings, State, Stream, View};

use rustc_hash::FxBuildHasher;

use super::decision::{Decision, Outset};
use super::greedy::values;
use super::turn::{Foresight, turn_bounds};

type Zone = ZoneStalker<6>;

const MAX_PATHS: usize = 10_000_000;

/// A plain expectimax over positions of the game, to the end of the present card or of the turn.
struct Plain<'a> {
    game: &'a Zone,
    whole_turn: bool,
    seat: usize,
    character: Character,
    injuries: u8,
    injury_cost: f64,
    known: HashMap<ZoneState<6>, f64, FxBuildHasher>,
}

impl Plain<'_> {
    fn value(&mut self, state: &ZoneState<6>) -> f64 {
        let view = View::new(self.game, state, self.seat);
        let done = matches!(view.phase(), Phase::EndDiscard | Phase::Offer | Phase::Over)
            || view.phase() == Phase::Choose && !self.whole_turn
            || state.boundary() == Some(Boundary::Turn);
        if done {
            let points = f64::from(view.score(self.seat));
            if !view.is_alive(self.seat) || view.character(self.seat) != self.character {
                return points; // dead, or an heir's
            }
            return points
                - self.injury_cost * (f64::from(view.injuries(self.seat)) - f64::from(self.injuries));
        }
        if let Some(&known) = self.known.get(state) {
            return known;
        }
        let game = self.game;
        let value = if state.boundary().is_some() {
            let mut sum = 0.0;
            let rules = |chance: &mut Enumerated| {
                let mut next = *state;
                next.resume(game, &mut Pausing(chance));
                next
            };
            each_path(MAX_PATHS, rules, |next, share| sum += share * self.value(next)).unwrap();
            sum
        } else {
            let legal = state.legal_actions(game);
            let best = legal.iter().map(|action| self.after(state, action));
            best.fold(f64::NEG_INFINITY, f64::max)
        };
        self.known.insert(*state, value);
        value
    }

    fn after(&mut self, state: &ZoneState<6>, action: Action) -> f64 {
        let (game, mut sum) = (self.game, 0.0);
        let rules = |chance: &mut Enumerated| {
            let mut next = *state;
            next.apply_legal(game, action, &mut Pausing(chance));
            next
        };
        each_path(MAX_PATHS, rules, |next, share| sum += share * self.value(next)).unwrap();
        sum
    }
}

/// A plain sum to the end of the card, for the seat of this view.
fn plain<'a>(game: &'a Zone, view: &View<'_, Zone>, injury_cost: f64) -> Plain<'a> {
    let (seat, known) = (view.seat(), HashMap::default());
    let (character, injuries) = (view.character(seat), view.injuries(seat));
    Plain { game, whole_turn: false, seat, character, injuries, injury_cost, known }
}

/// Holds every value of a decision against the plain one; whether there was anything to hold.
fn agrees(game: &Zone, state: &ZoneState<6>, random: &mut Stream) -> bool {
    let Some(seat) = state.current_player() else { return false };
    let view = View::new(game, state, seat);
    let Some(outset) = Outset::new(&view) else { return false };
    // Discards are judged by the flip behind them, and only the sum itself is held here.
    let compared = match outset.decision {
        Decision::Choose => view.hand_size(seat) > 0,
        Decision::Card(_) => view.phase() != Phase::LocationDiscard,
        _ => false,
    };
    // Whether a card is drawn from the deck or from what this seat does not see makes a difference to the plain sum.
    let draws = view.hand().of(7) > 0 || view.phase() == Phase::Choose;
    if !compared || game.seats() > 1 && draws {
        return false;
    }
    let character = view.character(seat);
    // The Scab heals where no choice is asked behind the last card, which the plain sum cannot tell apart.
    let injury_cost = if character == Character::Scab { 0.0 } else { f64::from(random.below(6)) };
    let mut plain = plain(game, &view, injury_cost);
    for (choice, value) in values(&outset, injury_cost) {
        if choice != Move::Stop {
            let expected = plain.after(state, choice.action());
            assert!(
                (value - expected).abs() < 1e-12 * expected.abs().max(1.0),
                "{} with {injury_cost}: {} is worth {expected}, not {value}",
                state.position(game),
                choice.label()
            );
        }
    }
    true
}

/// Holds the bounds of the turn, looked ahead ever further, against its plain value; whether there were any.
fn turn_agrees(game: &Zone, state: &ZoneState<6>, _random: &mut Stream) -> bool {
    let Some(seat) = state.current_player() else { return false };
    let view = View::new(game, state, seat);
    if matches!(view.phase(), Phase::EndDiscard | Phase::Offer) {
        return false;
    }
    let mut plain = Plain { whole_turn: true, ..plain(game, &view, 0.0) };
    let mut gap = vec![f64::INFINITY; state.legal_actions(game).len()];
    for depth in 0..=view.zone_deck_size() + 1 {
        let all = turn_bounds(&view, Foresight { depth, ..Foresight::default() });
        assert_eq!(all.len(), gap.len());
        for ((action, bounds), gap) in all.into_iter().zip(&mut gap) {
            let value = plain.after(state, action);
            let said = || format!("{}: {} at {depth}", state.position(game), game.action_to_string(action));
            let (least, most) = (bounds.lower - 1e-9, bounds.upper + 1e-9);
            assert!((least..most).contains(&value), "{} is worth {value}, not {bounds:?}", said());
            assert!(bounds.gap() <= *gap + 1e-9, "{}: {bounds:?} is worse than {gap}", said());
            *gap = bounds.gap();
        }
    }
    assert!(gap.iter().all(|gap| *gap < 1e-9), "{}: {gap:?}", state.position(game));
    true
}

type Check = fn(&Zone, &ZoneState<6>, &mut Stream) -> bool;

/// Random plays; of their decisions one in so many is checked.
fn compare(settings: &Settings, games: u64, one_in: u32, check: Check) -> usize {
    let game = Zone::from_settings(settings).unwrap();
    let mut compared = 0;
    for episode in 0..games {
        let mut chance = Sampled::new(5, episode);
        let mut random = Stream::for_player(5, episode, 0);
        let mut state = game.new_initial_state(&mut chance);
        while !state.is_terminal() {
            // Flips more often than not, and seldom trades.
            let legal = state.legal_actions(&game);
            let first = legal.nth(0).unwrap();
            let action = if random.below(3) > 0 { first } else { legal.choose(&mut random).unwrap() };
            if random.below(one_in) == 0 {
                compared += usize::from(check(&game, &state, &mut random));
            }
            state.apply_legal(&game, action, &mut chance);
        }
    }
    compared
}

fn settings(pairs: &[&str]) -> Settings {
    Settings::from_pairs(pairs.iter().copied()).unwrap()
}

#[test]
fn the_next_flip_is_the_games_own_with_every_character() {
    for character in Character::all().map(Character::name) {
        let alone = settings(&["players=1", "hand_target=4"]).with("characters", vec![character]);
        let compared = compare(&alone, 6, 12, agrees);
        assert!(compared > 5, "{character}: {compared}");
    }
}

#[test]
fn it_is_with_few_cards_that_are_shuffled_again() {
    // Aid and Retry come back, and what is drawn is soon the discard pile.
    let cards =
        ["Preparation", "Equipment", "Luck", "Luck", "Rumors", "Companion", "The Third Watches", "Caution"];
    for character in ["Red", "Pharaoh", "Lucky", "Buzzard", "Cactus", "Hamster"] {
        let alone = settings(&["players=1", "hand_target=3", "inheritance=on"])
            .with("characters", vec![character])
            .with("stalker_deck", cards.to_vec());
        let compared = compare(&alone, 5, 10, agrees);
        assert!(compared > 5, "{character}: {compared}");
    }
}

#[test]
fn it_is_with_more_seats_and_other_rules() {
    for pairs in [
        &["players=2", "hand_target=4"][..],
        &["players=3", "hand_target=4", "inheritance=on"],
        &["players=6", "hand_target=3", "fatal_injuries=1"],
        &["players=4", "hand_target=4", "fatal_injuries=5", "inheritance=on"],
    ] {
        let compared = compare(&settings(pairs), 6, 4, agrees);
        assert!(compared > 20, "{pairs:?}: {compared}");
    }
}

#[test]
fn the_turn_lies_between_its_bounds_and_they_meet() {
    let zone =
        ["Golden Ball", "Meat Grinder", "Flying Boot", "Factory", "Bracelet", "Witches Jelly", "Explosion"];
    let cards =
        ["Preparation", "Luck", "Rumors", "Companion", "The Third Watches", "Caution", "Equipment", "Map"];
    for (place, character) in Character::all().map(Character::name).enumerate() {
        let four =
            |from: &[&'static str]| from.iter().cycle().skip(place).take(4).copied().collect::<Vec<_>>();
        let alone = settings(&["players=1", "hand_target=2", "fatal_injuries=2"])
            .with("inheritance", ["off", "on"][place % 2])
            .with("characters", vec![character])
            .with("zone_deck", four(&zone))
            .with("stalker_deck", four(&cards));
        let compared = compare(&alone, 5, 3, turn_agrees);
        assert!(compared > 3, "{character}: {compared}");
    }
}

/// Holds the value of playing an Aid against its mean over redraws of what is hidden: the card may come from the deck
/// alone, which the seat does not know.
fn draw_agrees(game: &Zone, state: &ZoneState<6>, random: &mut Stream) -> bool {
    const REDRAWS: u32 = 100;
    let Some(seat) = state.current_player() else { return false };
    let view = View::new(game, state, seat);
    let aid = game.action_from_string("play:1/1-aid").unwrap();
    if !state.legal_actions(game).contains(aid) {
        return false;
    }
    let outset = Outset::new(&view).unwrap();
    let (_, value) =
        values(&outset, 2.0).into_iter().find(|(choice, _)| choice.action() == aid).expect("it is legal");
    let (mut sum, mut squares) = (0.0, 0.0);
    for _ in 0..REDRAWS {
        let redrawn = view.knowledge().determinize(game, random).unwrap();
        let plain = plain(game, &view, 2.0).after(&redrawn, aid);
        (sum, squares) = (sum + plain, squares + plain * plain);
    }
    let mean = sum / f64::from(REDRAWS);
    let error = ((squares / f64::from(REDRAWS) - mean * mean).max(0.0) / f64::from(REDRAWS)).sqrt();
    let position = state.position(game);
    assert!(
        (mean - value).abs() < 5.0 * error + 1e-9,
        "{position}: {value}, where {mean} ± {error} is the mean"
    );
    error > 1e-6
}

#[test]
fn what_is_drawn_may_lie_in_other_hands() {
    let cards = [
        "Supplies",
        "Preparation",
        "Equipment",
        "Luck",
        "Intuition",
        "Companion",
        "Caution",
        "Map",
        "Rumors",
    ];
    let table = settings(&["players=3", "hand_target=2", "characters=Red,Lucky,Pharaoh"])
        .with("stalker_deck", cards.to_vec());
    let compared = compare(&table, 25, 1, draw_agrees);
    assert!(compared > 5, "{compared}");
}
