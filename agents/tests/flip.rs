//! Zone Stalker's next flip, and the player that acts on it, as others use them.

use roadside_agents::zone_stalker::{
    ByHand, ByHandError, FlipError, FlipOptions, FlipReport, Foresight, flip, turn_bounds,
};
use roadside_agents::{Options, make, simulate};
use roadside_env::games::zone_stalker::{Phase, ZoneStalker, ZoneState};
use roadside_env::{
    Actions as _, Game as _, Knowledge as _, Sampled, Settings, State as _, Stop, Stream, View,
};

type Zone = ZoneStalker<6>;

fn game(pairs: &[&str]) -> Zone {
    Zone::from_settings(&Settings::from_pairs(pairs.iter().copied()).unwrap()).unwrap()
}

const SET_UPS: [&[&str]; 7] = [
    &["players=1"],
    &["players=2"],
    &["players=3", "retry_scope=any", "hand_target=6"],
    &["players=4", "inheritance=on", "fatal_injuries=1"],
    &["players=6", "inheritance=on", "retry_scope=any", "hand_target=3", "fatal_injuries=9"],
    &["preset=reduced-3"],
    &[
        "players=5",
        "hand_target=30",
        "zone_deck=Empty,Meat Grinder,Hoax,Flying Boot,Quarry",
        "stalker_deck=Luck,Supplies,Map",
    ],
];

/// Goes through plays in which half the choices are random and half those of `greedy`.
fn walk(game: &Zone, plays: u64, mut visit: impl FnMut(&ZoneState<6>, &mut Stream)) {
    let mut greedy = make::<Zone>("greedy").unwrap();
    for episode in 0..plays {
        let mut chance = Sampled::new(9, episode);
        let mut random = Stream::for_player(9, episode, 0);
        let mut state = game.new_initial_state(&mut chance);
        while let Some(seat) = state.current_player() {
            visit(&state, &mut random);
            let action = if random.below(2) == 0 {
                state.legal_actions(game).choose(&mut random).unwrap()
            } else {
                greedy.act(&View::new(game, &state, seat), &mut random)
            };
            state.apply(game, action, &mut chance).unwrap();
        }
    }
}

fn quick() -> FlipOptions {
    FlipOptions { foresight: Foresight { depth: 1, situations: 2000 }, ..FlipOptions::default() }
}

#[test]
fn it_chooses_legally_and_tells_its_choice_wherever_it_is_asked() {
    for pairs in SET_UPS {
        let game = game(pairs);
        let mut greedy = make::<Zone>("greedy:7").unwrap();
        walk(&game, 3, |state, random| {
            let view = View::new(&game, state, state.current_player().unwrap());
            let action = greedy.act(&view, random);
            assert!(state.legal_actions(&game).contains(action), "{}", state.position(&game));
            assert_eq!(greedy.policy(&view), Some(vec![(action, 1.0)]));
        });
    }
}

#[test]
fn what_is_hidden_changes_nothing() {
    let mut compared = 0;
    for pairs in &SET_UPS[1..5] {
        let game = game(pairs);
        let mut greedy = make::<Zone>("greedy").unwrap();
        walk(&game, 2, |state, random| {
            let seat = state.current_player().unwrap();
            let view = View::new(&game, state, seat);
            if random.below(4) > 0 {
                return;
            }
            let other = view.knowledge().determinize(&game, random).unwrap();
            compared += usize::from(other != *state);
            let redrawn = View::new(&game, &other, seat);
            assert_eq!(greedy.act(&view, random), greedy.act(&redrawn, random));
            assert_eq!(flip(&view, &quick()), flip(&redrawn, &quick()));
            let foresight = Foresight { depth: 1, situations: 500 };
            assert_eq!(turn_bounds(&view, foresight), turn_bounds(&redrawn, foresight));
        });
    }
    assert!(compared > 100, "{compared}");
}

/// Whether chances and values of a report can be.
fn require_possible(report: &FlipReport, position: &str) {
    for told in &report.moves {
        assert!(told.turn.lower <= told.turn.upper + 1e-9, "{position}: {told:?}");
        let Some(outcomes) = &told.outcomes else { continue };
        let all = outcomes.injuries.iter().sum::<f64>() + outcomes.death + outcomes.spared;
        assert!((all - 1.0).abs() < 1e-9, "{position}: {told:?} add up to {all}");
        let found: f64 = outcomes.finds.iter().map(|find| find.chance).sum();
        assert!((found - outcomes.found).abs() < 1e-12 && found <= 1.0 + 1e-9, "{position}: {told:?}");
    }
    if report.card.is_none() && !report.cards.is_empty() {
        let cards: f64 = report.cards.iter().map(|card| card.chance).sum();
        let sorts: f64 = report.sorts.iter().map(|sort| sort.chance).sum();
        assert!((cards - 1.0).abs() < 1e-9 && (sorts - 1.0).abs() < 1e-9, "{position}");
        let value: f64 = report.cards.iter().map(|card| card.chance * card.value).sum();
        assert!((value - report.moves[0].value.unwrap()).abs() < 1e-9, "{position}");
        let found: f64 = report.cards.iter().map(|card| card.chance * card.outcomes.found).sum();
        assert!((found - report.moves[0].outcomes.as_ref().unwrap().found).abs() < 1e-9, "{position}");
    }
}

#[test]
fn every_decision_of_a_turn_is_told_with_chances_that_add_up() {
    for pairs in SET_UPS {
        let game = game(pairs);
        let mut greedy = make::<Zone>("greedy").unwrap();
        walk(&game, 1, |state, random| {
            let seat = state.current_player().unwrap();
            let view = View::new(&game, state, seat);
            let position = state.position(&game);
            match flip(&view, &quick()) {
                Ok(report) => {
                    require_possible(&report, &position);
                    assert_eq!(report.moves.len(), view.legal_actions().len(), "{position}");
                    let chosen = game.action_to_string(greedy.act(&view, random));
                    assert_eq!(report.advice.greedy, chosen, "{position}");
                }
                Err(FlipError::PhaseOver) => assert!(
                    matches!(
                        view.phase(),
                        Phase::EndDiscard | Phase::Offer | Phase::Give { .. } | Phase::Get { .. }
                    ),
                    "{position}"
                ),
                Err(error) => {
                    assert_eq!(error, FlipError::NotToAct { seat });
                    assert_ne!(seat, view.active_seat(), "{position}");
                }
            }
        });
    }
}

fn example() -> ByHand {
    ByHand {
        character: Some("Red".into()),
        hand: "3/0,2/1,0/3x2".into(),
        injuries: 1,
        points: vec![24, 30],
        ..ByHand::default()
    }
}

#[test]
fn a_flip_of_this_turn_can_be_told_without_anything_else() {
    let game = game(&["players=2"]);
    let flags = |told: ByHand| {
        let line = told.position(&game).unwrap().position(&game);
        line.split(' ').find_map(|field| field.strip_prefix("flags=").map(str::to_owned)).unwrap()
    };
    assert_eq!(flags(example()), "-");
    assert_eq!(flags(ByHand { flipped: true, ..example() }), "f");
    let cactus = ByHand { character: Some("Cactus".into()), ability_used: true, ..example() };
    assert_eq!(flags(cactus.clone()), "fu");
    assert_eq!(flags(ByHand { flipped: true, ..cactus }), "fu");
}

fn report(told: &ByHand, options: &FlipOptions) -> FlipReport {
    let game = game(&["players=2"]);
    flip(&View::new(&game, &told.position(&game).unwrap(), 0), options).unwrap()
}

/// What can be reckoned on paper of the example.
#[test]
fn the_example_is_what_it_says() {
    let report = report(&example(), &quick());
    assert_eq!((report.points, report.injuries, report.fatal), (24, 1, 3));
    assert_eq!(report.all_points, [24, 30]);
    assert_eq!(report.hand, [("3/0", 1), ("2/1", 1), ("0/3", 2)]);
    let card = |name: &str| report.cards.iter().find(|card| card.card == name).unwrap();
    // 0/3 finds on a 4 or more. Red avoids danger 9 with 3/0 on a 5 or more; then he is dead on a 6 or 10.
    let apparatus = card("Unknown Apparatus");
    assert_eq!((apparatus.spend, apparatus.success), (Some("0/3"), Some(0.7)));
    assert!((apparatus.value - (24.0 + 0.7 * 8.0)).abs() < 1e-12);
    let fire = card("Earth Catches Fire");
    assert_eq!((fire.spend, fire.success), (Some("3/0"), Some(0.6)));
    assert!((fire.outcomes.death - 0.4 * 0.2).abs() < 1e-12);
    assert!((fire.outcomes.injuries[1] - 0.4 * 0.4).abs() < 1e-12);
    assert!((fire.value - (24.0 - 0.08 * 24.0 - 0.16 * 3.0)).abs() < 1e-12);
    assert_eq!(card("Hoax").spend, None);
}

#[test]
fn the_bounds_come_closer_with_every_flip_that_is_summed() {
    let looks = report(
        &example(),
        &FlipOptions { foresight: Foresight { depth: 2, ..Foresight::default() }, ..quick() },
    );
    let gaps: Vec<f64> = looks.looks.iter().map(|look| look.turn.gap()).collect();
    assert!(gaps.len() == 2 && gaps[1] < gaps[0] && gaps[0] < 10.0, "{gaps:?}");
    assert!(looks.looks.iter().all(|look| look.complete && !look.exact));
    assert_eq!(looks.depth, 2);
    // With little to look at the bounds are wider, and hold.
    let short = FlipOptions { foresight: Foresight { depth: 2, situations: 50 }, ..quick() };
    let short = report(&example(), &short);
    let last = short.looks.last().unwrap();
    assert!(!last.complete);
    let full = looks.looks.last().unwrap().turn;
    assert!(last.turn.lower <= full.lower + 1e-9 && last.turn.upper >= full.upper - 1e-9);
}

fn refusal(told: &ByHand) -> ByHandError {
    told.position(&game(&["players=2"])).unwrap_err()
}

#[test]
fn positions_that_cannot_be_are_refused_with_what_is_wrong() {
    for (told, text) in [
        (
            ByHand { hand: "3/0 x13".into(), ..example() },
            "13 cards of the kind 3/0 are in hand and discarded, but the Stalker deck has 12",
        ),
        (
            ByHand { hand: "3/0 x7".into(), discard: "3/0x6".into(), ..example() },
            "13 cards of the kind 3/0 are in hand and discarded, but the Stalker deck has 12",
        ),
        (ByHand { injuries: 9, ..example() }, "9 injuries: Red lives with at most 2, 3 kill"),
        (ByHand { permanent: 2, ..example() }, "2 permanent injuries of 1; permanent ones are injuries too"),
        (
            ByHand { gone: Some("Empty x3".into()), ..example() },
            "3 cards \"Empty\" are out of the Zone deck or left in it, but it has 2",
        ),
        (
            ByHand { gone: Some("Meat Griner".into()), ..example() },
            "gone: \"Meat Griner\" is not in the Zone deck (did you mean Meat Grinder",
        ),
        (
            ByHand { swag: Some("Quarry".into()), points: vec![], ..example() },
            "swag: \"Quarry\" is not an artifact",
        ),
        (
            ByHand { swag: Some("Bracelet".into()), ..example() },
            "the artifacts that are named are worth 5 SP, not 24",
        ),
        (ByHand { points: vec![300], ..example() }, "seat 0: no artifacts that can be out of the Zone deck"),
        (ByHand { points: vec![1, 2, 3], ..example() }, "the Swag Points of 3 seats are given for 2"),
        (
            ByHand { hand: "4/0".into(), ..example() },
            "there is no kind of Stalker card \"4/0\"; the kinds are 3/0",
        ),
        (ByHand { hand: String::new(), ..example() }, "without a card in hand there is nothing to flip"),
        (
            ByHand { character: Some("Redd".into()), ..example() },
            "there is no Character \"Redd\" (did you mean Red",
        ),
        (
            ByHand { site: Some("ritch".into()), ..example() },
            "site \"ritch\" (did you mean rich?): legal is plain, dangerous, rich, rich-dangerous, safe",
        ),
        (
            ByHand {
                left: Some("Factory,Ruins,Transformer Hut,Empty".into()),
                site: Some("rich".into()),
                ..example()
            },
            "site \"rich\": all Locations that are rich are said to be left",
        ),
        (
            ByHand { ability_used: true, gone: Some("Quarry".into()), ..example() },
            "position: Red has nothing to use up in a turn",
        ),
        (
            ByHand { left: Some(String::new()), points: vec![], ..example() },
            "without a card in the Zone deck",
        ),
    ] {
        let found = refusal(&told).to_string();
        assert!(found.starts_with(text), "{found}");
    }
    let both = ByHand { left: Some("Empty".into()), gone: Some("Empty".into()), ..example() };
    assert_eq!(refusal(&both), ByHandError::GoneAndLeft);
    let other = game(&["players=2"]).with_characters();
    assert_eq!(
        example().position(&other).unwrap_err().to_string(),
        "the settings deal Lucky to seat 0, not Red; leave one of them out"
    );
}

trait WithCharacters {
    fn with_characters(&self) -> Self;
}

impl WithCharacters for Zone {
    fn with_characters(&self) -> Self {
        Self::from_settings(&self.settings().with("characters", vec!["Lucky", "Hamster"])).unwrap()
    }
}

#[test]
fn what_is_left_may_be_told_instead_of_what_is_gone() {
    let told = ByHand {
        left: Some("Empty, Meat Grinder, Quarry".into()),
        swag: Some("Bracelet x2".into()),
        found: "Death Lamp".into(),
        site: Some("rich-dangerous".into()),
        points: vec![19, 8],
        ..example()
    };
    let game = game(&["players=2"]);
    let state = told.position(&game).unwrap();
    let view = View::new(&game, &state, 0);
    assert_eq!(view.zone_deck_size(), 3);
    assert_eq!((view.score(0), view.score(1)), (19, 8));
    assert_eq!(view.found().points(), 9);
    assert!(view.has_flipped());
    assert_eq!(game.parse_position(&state.position(&game)), Ok(state));
}

#[test]
fn wrong_options_and_wrong_moments_are_refused() {
    let game = game(&["players=2"]);
    let state = example().position(&game).unwrap();
    let options = FlipOptions { injury_cost: -1.0, ..quick() };
    let refused = flip(&View::new(&game, &state, 0), &options).unwrap_err();
    assert_eq!(refused.to_string(), "an injury costs -1; legal is a number from 0 to 1000");
    assert_eq!(flip(&View::new(&game, &state, 1), &quick()), Err(FlipError::NotToAct { seat: 1 }));
    assert!(turn_bounds(&View::new(&game, &state, 1), Foresight::default()).is_empty());
    let name = make::<Zone>("greedy:201").err().unwrap().to_string();
    assert_eq!(name, "player greedy: c = \"201\": legal is a whole number from 0 to 200");
}

#[test]
fn it_beats_the_yardsticks_that_it_should_beat() {
    let game = ZoneStalker::<2>::from_settings(&Settings::default()).unwrap();
    let options = Options { games: 400, seed: 3, ..Options::default() };
    for other in ["cautious:4", "cautious:7"] {
        let names = ["greedy".to_owned(), other.to_owned()];
        let report = simulate(&game, &names, &options, &|_| {}, &Stop::default()).unwrap();
        let share = report.seats[0].win_share.unwrap();
        assert!(share.mean > 0.5, "{other}: {share:?}");
    }
}
