//! Small set-ups of Zone Stalker, alone at the table.

use std::sync::atomic::{AtomicUsize, Ordering};

use roadside_agents::solver::{Objective, Solution, SolveError, SolveOptions, Until, Watch, solve};
use roadside_env::games::zone_stalker::Character;
use roadside_env::{Actions, Game, Sampled, Settings, State, Stop, Stream};

use crate::brute::{Brute, Solo, SoloState};

fn set_up(characters: &[&str], zone_deck: &[&str], stalker_deck: &[&str]) -> Settings {
    Settings::default()
        .with("players", 1)
        .with("characters", characters.to_vec())
        .with("zone_deck", zone_deck.to_vec())
        .with("stalker_deck", stalker_deck.to_vec())
        .with("hand_target", 2)
        .with("stalemate_rounds", 2)
        .with("fatal_injuries", 2)
}

fn options() -> SolveOptions<SoloState> {
    SolveOptions { objective: Objective::Score, threads: Some(1), ..SolveOptions::default() }
}

fn solved(game: &Solo) -> Solution<Solo> {
    solve(game, &options(), &Watch::default()).unwrap()
}

/// The solver's values are those of the separate calculation, at every position that it meets.
fn agrees(settings: &Settings) {
    let game = Solo::from_settings(settings).unwrap();
    let mut brute = Brute::new(&game);
    let (expected, solution) = (brute.game_value(), solved(&game));
    assert!(
        (solution.value(0) - expected).abs() < 1e-9,
        "{settings:?}: {}, not {expected}",
        solution.value(0)
    );
    let step = (brute.values.len() / 500).max(1);
    for (state, value) in brute.values.iter().step_by(step) {
        let found = solution.value_at(state, 0).unwrap();
        assert!(
            (found - value).abs() < 1e-9,
            "{settings:?}: {}: {found}, not {value}",
            state.position(&game)
        );
    }
    assert!(solution.states() < brute.values.len() as u64);
}

#[test]
fn every_character_is_worth_what_enumeration_says() {
    for character in Character::all().map(Character::name) {
        agrees(&set_up(
            &[character],
            &["Thunderbolt", "Bracelet", "Light Pins"],
            &["Caution", "Greed", "Luck", "Companion"],
        ));
    }
}

#[test]
fn every_mechanism_is_worth_what_enumeration_says() {
    let decks: [(&str, &[&str], &[&str]); 9] = [
        ("Hamster", &["Meat Grinder", "Empty", "Golden Ball"], &["The Third Watches", "Luck", "Greed"]),
        ("Gorilla", &["Witches Jelly", "Empty", "Bracelet"], &["Lab Assistant", "Supplies", "Map"]),
        ("Slimy", &["Blinding Noise", "Explosion", "Jelly Container"], &["Companion", "Caution", "Rumors"]),
        ("Culligan", &["Weird Shadow", "Light Pins", "Itchers"], &["Experience", "Equipment", "Secrets"]),
        ("Lucky", &["Factory", "Devils Heat", "Empty"], &["Luck", "Intuition", "Haste"]),
        (
            "Pharaoh",
            &["The Garage", "Border Guards", "Wish Machine"],
            &["Luck", "Preparation", "Nuts & Bolts"],
        ),
        ("Cactus", &["Hoax", "Institute Pass", "Magnetic Traps", "Empty"], &["Greed", "Caution"]),
        ("Buzzard", &["Graviconcentrate", "Black Sprays", "Empty"], &["Caution", "Greed", "Map"]),
        ("The Nose", &["Arrested", "Quarry", "Moulage", "Full Empty"], &["Knowledge", "Supplies"]),
    ];
    for (character, zone_deck, stalker_deck) in decks {
        agrees(&set_up(&[character], zone_deck, stalker_deck));
    }
}

#[test]
fn variants_are_worth_what_enumeration_says() {
    let settings = set_up(&["Hamster"], &["Meat Grinder", "Empty", "Itchers"], &["Companion", "Luck"]);
    agrees(&settings.clone().with("retry_scope", "any"));
    agrees(&settings.clone().with("fatal_injuries", 1));
    agrees(&settings.clone().with("utility", "win").with("hand_target", 5));
    agrees(&settings.clone().with("zone_deck", vec!["Burning Fluff", "Empty"]).with("inheritance", "on"));
    agrees(
        &settings
            .with("zone_deck", vec!["Burning Fluff", "Empty"])
            .with("characters", serde_json::Value::Null),
    );
}

const HAZARDS: [&str; 7] = [
    "Thunderbolt",
    "Witches Jelly",
    "Meat Grinder",
    "Blinding Noise",
    "Weird Shadow",
    "Devils Heat",
    "Mange Spot",
];
const ARTIFACTS: [&str; 5] = ["Bracelet", "Golden Ball", "Light Pins", "Empty", "Jelly Container"];
const OTHERS: [&str; 7] =
    ["Institute Pass", "Hoax", "Quarry", "Factory", "Pylons", "The Garage", "Flying Boot"];
/// One of each kind.
const STALKERS: [&str; 8] =
    ["Caution", "Knowledge", "Map", "Greed", "Companion", "The Third Watches", "Luck", "Preparation"];

fn one_of<'a>(stream: &mut Stream, all: &[&'a str]) -> &'a str {
    all[stream.below(all.len() as u32) as usize]
}

/// A set-up that is drawn, small enough for enumeration: what is found and what bites in three Zone cards, and all that
/// decides how long one may wait, what heals and what kills.
fn drawn(number: u64) -> Settings {
    let mut stream = Stream::for_agent(number);
    let names: Vec<_> = Character::all().map(Character::name).collect();
    let character = names[number as usize % names.len()];
    let third = [&HAZARDS[..], &ARTIFACTS, &OTHERS][stream.below(3) as usize];
    let zone_deck =
        [one_of(&mut stream, &HAZARDS), one_of(&mut stream, &ARTIFACTS), one_of(&mut stream, third)];
    let cards = 3 + stream.below(2);
    let stalker_deck: Vec<&str> = (0..cards).map(|_| one_of(&mut stream, &STALKERS)).collect();
    set_up(&[character], &zone_deck, &stalker_deck)
        .with("hand_target", 1 + stream.below(cards + 1))
        .with("stalemate_rounds", 1 + stream.below(3))
        .with("fatal_injuries", 1 + stream.below(4))
        .with("utility", "points")
}

#[test]
fn drawn_small_set_ups_are_worth_what_enumeration_says() {
    (0..30).map(drawn).for_each(|settings| agrees(&settings));
}

#[test]
#[ignore = "takes long: make values"]
fn many_drawn_small_set_ups_are_worth_what_enumeration_says() {
    (30..400).map(drawn).for_each(|settings| agrees(&settings));
}

#[test]
fn the_first_reduced_set_up_is_worth_what_the_rules_say() {
    let game = Solo::from_settings(&Settings::default().with("preset", "reduced-1")).unwrap();
    let mut bits = Vec::new();
    for threads in [1, 2, 8] {
        let solution = solve(&game, &SolveOptions { threads: Some(threads), ..options() }, &Watch::default());
        let solution = solution.unwrap();
        assert!((solution.value(0) - 7.273_461_958).abs() < 1e-9);
        bits.push((solution.value(0).to_bits(), solution.states()));
    }
    assert!(bits.iter().all(|value| *value == bits[0]), "{bits:?}");
}

fn require_worth(preset: &str, points: f64) {
    let game = Solo::from_settings(&Settings::default().with("preset", preset)).unwrap();
    let found = solve(&game, &SolveOptions { threads: None, ..options() }, &Watch::default()).unwrap();
    assert!((found.value(0) - points).abs() < 1e-9, "{preset}: {}, not {points}", found.value(0));
}

#[test]
#[ignore = "takes long: make values"]
fn the_other_reduced_set_ups_are_worth_what_the_rules_say() {
    require_worth("reduced-2", 10.033_333_333);
    require_worth("reduced-3", 21.390_235_075);
}

/// The values of these were found by the calculation that came before the solver.
#[test]
#[ignore = "takes long: make values"]
fn drawn_set_ups_are_worth_what_they_were() {
    require_worth("train-6", 1.993_001_464);
    require_worth("train-11", 4.977_243_253);
    require_worth("train-18", 9.018_168_436);
    require_worth("test-32", 11.0);
}

#[test]
fn the_rest_of_a_turn_is_worth_what_enumeration_says() {
    let settings = set_up(
        &["Pharaoh"],
        &["Thunderbolt", "Empty", "Bracelet", "Factory"],
        &["Caution", "Greed", "Luck", "Companion", "Map"],
    );
    let game = Solo::from_settings(&settings.with("hand_target", 4)).unwrap();
    for seed in 0..5 {
        let start = game.new_initial_state(&mut Sampled::new(seed, 0));
        let mut brute = Brute { within_turn: true, ..Brute::new(&game) };
        let expected = brute.value(&start);
        let options = SolveOptions { until: Until::Turn, start: Some(start), ..options() };
        let solution = solve(&game, &options, &Watch::default()).unwrap();
        assert!((solution.value(0) - expected).abs() < 1e-9, "{}, not {expected}", solution.value(0));
        for (action, value) in solution.action_values(&start).unwrap() {
            assert!((value - brute.after(&start, action)).abs() < 1e-9);
        }
        let nowhere = SolveOptions { start: None, ..options.clone() };
        assert_eq!(solve(&game, &nowhere, &Watch::default()).err(), Some(SolveError::NoTurn));
        let refused = SolveOptions { objective: Objective::Utility, ..options };
        let refused = solve(&game, &refused, &Watch::default()).err();
        assert_eq!(refused, Some(SolveError::NotSettled { objective: Objective::Utility }));
    }
}

#[test]
fn what_the_solution_does_is_worth_its_value() {
    let settings =
        set_up(&["Lucky"], &["Thunderbolt", "Empty", "Bracelet"], &["Caution", "Greed", "Luck", "Companion"]);
    plays_to_its_value(&settings, 20_000);
}

#[test]
#[ignore = "takes long: make values"]
fn what_the_solution_of_a_reduced_set_up_does_is_worth_its_value() {
    plays_to_its_value(&Settings::default().with("preset", "reduced-1"), 100_000);
}

/// The mean over many plays lies within four standard errors of the value.
fn plays_to_its_value(settings: &Settings, games: u64) {
    let game = Solo::from_settings(settings).unwrap();
    let solution = solved(&game);
    let mut decisions = std::collections::HashMap::new();
    let (mut sum, mut squares) = (0.0, 0.0);
    for episode in 0..games {
        let mut chance = Sampled::new(1, episode);
        let mut state = game.new_initial_state(&mut chance);
        while !state.is_terminal() {
            let decide = || solution.decision(&state).unwrap().unwrap();
            let action = *decisions.entry(state).or_insert_with(decide);
            assert!(state.legal_actions(&game).contains(action));
            state.apply_legal(&game, action, &mut chance);
        }
        let score = state.standing(&game, 0).score.unwrap();
        (sum, squares) = (sum + score, squares + score * score);
    }
    let mean = sum / games as f64;
    let stderr = ((squares / games as f64 - mean * mean) / games as f64).sqrt();
    assert!((mean - solution.value(0)).abs() < 4.0 * stderr, "{mean} ± {stderr}, not {}", solution.value(0));
}

#[test]
fn regret_is_what_an_action_loses() {
    let game = Solo::from_settings(&Settings::default().with("preset", "test-32")).unwrap();
    let state = game.new_initial_state(&mut Sampled::new(3, 0));
    let solution =
        solve(&game, &SolveOptions { start: Some(state), ..options() }, &Watch::default()).unwrap();
    let best = solution.decision(&state).unwrap().unwrap();
    assert!(solution.regret(&state, best).unwrap() == 0.0);
    let values = solution.action_values(&state).unwrap();
    assert_eq!(values.len(), state.legal_actions(&game).len());
    for (action, value) in values {
        let lost = solution.value(0) - value;
        assert!((solution.regret(&state, action).unwrap() - lost).abs() < 1e-9 && lost > -1e-9);
    }
}

#[test]
fn answers_heed_a_stop_and_are_shown() {
    let game = Solo::from_settings(&Settings::default().with("preset", "test-32")).unwrap();
    let state = game.new_initial_state(&mut Sampled::new(3, 0));
    let solution =
        solve(&game, &SolveOptions { start: Some(state), ..options() }, &Watch::default()).unwrap();
    let best = solution.decision(&state).unwrap().unwrap();
    let (stop, shown) = (Stop::default(), AtomicUsize::new(0));
    let show = |_| {
        if shown.fetch_add(1, Ordering::Relaxed) == 2 {
            stop.now();
        }
    };
    let watched = solution.watched(Watch { show: &show, stop: &stop });
    assert_eq!(watched.values_at(&state), solution.values_at(&state));
    let stopped = Some(SolveError::Stopped { states: solution.states() });
    assert_eq!(watched.action_values(&state).err(), stopped, "at what follows second");
    assert_eq!(shown.load(Ordering::Relaxed), 3);
    assert_eq!(watched.values_at(&state).err(), stopped);
    assert_eq!(watched.decision(&state).err(), stopped);
    assert_eq!(watched.regret(&state, best).err(), stopped);
}

#[test]
fn what_is_found_out_for_an_answer_heeds_a_stop() {
    let game = Solo::from_settings(&Settings::default().with("preset", "test-32")).unwrap();
    let mut chance = Sampled::new(3, 0);
    let first = game.new_initial_state(&mut chance);
    let (mut late, mut next) = (first, first);
    while let Some(action) = next.legal_actions(&game).iter().last() {
        late = next;
        next.apply_legal(&game, action, &mut chance);
    }
    let solution = solve(&game, &SolveOptions { start: Some(late), ..options() }, &Watch::default()).unwrap();
    let (stop, known, shown) = (Stop::default(), solution.states(), AtomicUsize::new(0));
    let show = |_| {
        if shown.fetch_add(1, Ordering::Relaxed) == 5 {
            stop.now();
        }
    };
    let stopped = solution.watched(Watch { show: &show, stop: &stop }).values_at(&first);
    assert!(matches!(stopped, Err(SolveError::Stopped { .. })), "{stopped:?}");
    assert!(solution.states() < known + 6);
    let again = solution.values_at(&first).unwrap();
    let afresh = solve(&game, &SolveOptions { start: Some(first), ..options() }, &Watch::default()).unwrap();
    assert_eq!(again, [afresh.value(0)]);
    assert!(solution.states() > known + 6, "there was much to find out");
}

#[test]
fn what_cannot_be_solved_says_why() {
    let for_two = Solo::from_settings(&Settings::default()).unwrap();
    let hidden = solve(&for_two, &options(), &Watch::default()).err().unwrap();
    assert_eq!(hidden, SolveError::Hidden { game: "zone_stalker", seats: 2 });
    let game = Solo::from_settings(&Settings::default().with("preset", "reduced-3")).unwrap();
    let memory = SolveOptions { memory: 1 << 20, ..options() };
    let error = solve(&game, &memory, &Watch::default()).err().unwrap();
    assert!(matches!(error, SolveError::Memory { limit: 0x10_0000, states } if states > 10_000), "{error}");
    assert!(error.to_string().starts_with("too large to be solved in 1.0 MiB"), "{error}");
    let stop = Stop::default();
    stop.soon();
    let stopped = solve(&game, &options(), &Watch { show: &|_| {}, stop: &stop }).err().unwrap();
    assert!(matches!(stopped, SolveError::Stopped { .. }));
}

/// What stands for others stands for itself, and has what they have.
#[test]
fn the_position_that_stands_for_others_stands_for_itself() {
    for number in 0..40 {
        let preset = format!("train-{number}");
        let game = Solo::from_settings(&Settings::default().with("preset", preset)).unwrap();
        let (mut chance, mut random) = (Sampled::new(7, number), Stream::for_actions(number));
        let mut state = game.new_initial_state(&mut chance);
        while !state.is_terminal() {
            let mut one = state;
            one.canonicalize(&game);
            let mut again = one;
            again.canonicalize(&game);
            assert_eq!(one, again, "{}", state.position(&game));
            assert_eq!(one.standing(&game, 0), state.standing(&game, 0), "{}", state.position(&game));
            let action = state.legal_actions(&game).choose(&mut random).unwrap();
            state.apply_legal(&game, action, &mut chance);
        }
    }
}

/// With others at the table nothing is merged.
#[test]
fn positions_with_hidden_cards_stand_for_themselves() {
    let game = Solo::from_settings(&Settings::default()).unwrap();
    let state = game.new_initial_state(&mut Sampled::new(1, 0));
    let mut one = state;
    one.canonicalize(&game);
    assert_eq!((one, one.turn_table(&game)), (state, 0));
}
