//! R1 to R9, R21 and R24: set-up, the phases of a turn, Locations.

use roadside_env::{Game, State};

use crate::common::{beginnings, load};
use crate::kit::{Scene, Table, at, begin, require_close};

/// Nobody with a card in hand draws.
const SMALL: &[&str] = &["hand_target=1"];

#[test]
fn r01_seats_play_in_turn_order_from_seat_0() {
    for players in 1..=6 {
        let game: Table = load(&[&format!("players={players}")]);
        assert_eq!(game.facts().seats, players);
    }
    let scene = begin(&["characters=Red,Culligan"], "draw:3/0*10");
    assert_eq!((scene.turn(), scene.legal().as_str()), (0, "flip stop"));
    let scene = scene.play(&["stop", "done with draw:2/1*10"]);
    assert_eq!(scene.turn(), 1);
    assert_eq!(scene.play(&["stop", "done"]).turn(), 0);
}

#[test]
fn r01_the_first_seat_can_be_drawn() {
    let settings = ["players=3", "random_seats=on", "characters=Red,Culligan,Slimy", "trade_offers=0"];
    let scene = begin(&settings, "first_seat:2 draw:3/0*10");
    assert_eq!(scene.turn(), 2);
    assert_eq!(scene.play(&["stop", "done with draw:2/1*10"]).turn(), 0);
    let game: Table =
        load(&["players=3", "random_seats=on", "characters=Red,Culligan,Slimy", "stalker_deck=Caution"]);
    for begin in beginnings(&game, 3).unwrap() {
        require_close(begin.probability, 1.0 / 3.0);
    }
}

#[test]
fn r02_each_seat_gets_a_random_character_and_none_comes_twice() {
    let scene = begin(&["players=2"], "character:Slimy character:Four_Eyes draw:3/0*10");
    assert_eq!([scene.character(0), scene.character(1)], ["Slimy", "Four_Eyes"]);
    // One kind of card, so that only the Characters differ: 15 x 14 ordered pairs, each equally likely.
    let deals = beginnings(&load::<Table>(&["stalker_deck=Caution"]), 1_000).unwrap();
    assert_eq!(deals.len(), 15 * 14);
    for deal in deals {
        require_close(deal.probability, 1.0 / 210.0);
    }
}

#[test]
fn r02_characters_can_be_named_by_seat() {
    let scene = begin(&["players=3", "characters=The Hindu,Red,the nose"], "draw:3/0*12");
    assert_eq!([0, 1, 2].map(|seat| scene.character(seat)), ["The_Hindu", "Red", "The_Nose"]);
}

#[test]
fn r03_hands_start_empty_and_the_first_stalker_phase_fills_them() {
    let scene = begin(&["characters=Red,Culligan"], "draw:3/0*4,2/1*6");
    assert_eq!(scene.hand(0), "3/0*4,2/1*6");
    assert_eq!(scene.hand(1), "-");
    assert_eq!(scene.deck(), "3/0*8,2/1*8,1/2*10,0/3*11,0/2-martyr*2,2/0-martyr,1/1-retry*3,1/1-aid*3");
}

#[test]
fn the_stalker_phase_draws_up_to_the_hand_target_and_never_takes_away() {
    let next_turn = |hand: &str, script: &str| {
        at(&[], "turn=1 phase=end-discard", &[hand, "3/0"]).act("done", script).hand(0)
    };
    assert_eq!(next_turn("3/0*7", "draw:0/3*3"), "3/0*7,0/3*3");
    assert_eq!(next_turn("3/0*10", ""), "3/0*10");
    assert_eq!(next_turn("3/0*11", ""), "3/0*11");
}

#[test]
fn r05_an_empty_deck_is_made_of_the_discard_pile_when_a_card_is_to_be_drawn() {
    let scene = at(&["hand_target=3"], "turn=1 phase=end-discard deck=3/0", &["2/1", "1/2"]);
    let drawn = scene.act("done", "draw:3/0 draw:0/3");
    assert_eq!((drawn.hand(0).as_str(), drawn.discard().as_str()), ("3/0,2/1,0/3", "-"));
    // The last card of the deck leaves it empty until the next one is to be drawn.
    let scene = at(&["hand_target=2"], "turn=1 phase=end-discard deck=3/0", &["2/1", "1/2"]);
    let drawn = scene.act("done", "draw:3/0");
    assert_eq!(drawn.deck(), "-");
    assert_ne!(drawn.discard(), "-");
}

#[test]
fn r05_a_card_just_played_can_come_back_even_the_aid_itself() {
    let settings = ["stalker_deck=Supplies,Caution,Knowledge"];
    let scene = at(&settings, "phase=play card=Burning_Fluff", &["1/1-aid,3/0", "2/1"]);
    let scene = scene.act("play:1/1-aid", "draw:1/1-aid die:10");
    assert_eq!((scene.hand(0).as_str(), scene.discard().as_str()), ("3/0,1/1-aid", "-"));
}

#[test]
fn r05_with_deck_and_discard_pile_empty_nothing_is_drawn() {
    let settings = ["stalker_deck=Caution,Knowledge"];
    let scene = at(&settings, "", &["3/0", "2/1"]).act("flip", "flip:Institute_Pass");
    assert_eq!((scene.hand(0).as_str(), scene.phase().as_str()), ("3/0", "choose"));
}

#[test]
fn r06_a_phase_without_a_flip_is_skipped_by_choice_or_for_want_of_cards() {
    let injured = at(SMALL, "", &["3/0,2/1 injuries=2", "3/0"]);
    assert_eq!(injured.act("stop", "").injuries(0), (1, 0));
    // No card anywhere for seat 0: its whole turn goes by itself, and an injury heals.
    let settings = ["stalker_deck=Caution,Knowledge"];
    let scene = at(&settings, "turn=1 phase=end-discard", &["injuries=2", "3/0,2/1"]).act("done", "");
    assert_eq!((scene.turn(), scene.injuries(0), scene.field("quiet").as_str()), (1, (1, 0), "2"));
    // After a flip nothing heals.
    assert_eq!(at(SMALL, "flags=f", &["3/0,2/1 injuries=2", "3/0"]).act("stop", "").injuries(0), (2, 0));
}

#[test]
fn after_each_card_the_player_goes_on_only_with_a_card_in_hand_and_one_in_the_zone() {
    let scene = at(SMALL, "", &["3/0*2,2/1", "3/0"]);
    let scene = scene.play(&["flip with flip:Gardens", "discard:2/1"]);
    assert_eq!((scene.phase().as_str(), scene.legal().as_str()), ("choose", "flip stop"));
    let scene = at(SMALL, "", &["3/0", "3/0"]).act("flip", "flip:Gardens");
    assert_eq!((scene.turn(), scene.phase().as_str()), (1, "choose"));
    // The last Zone card; R24: Recovery and End Phase are still played.
    let scene = at(&["zone_deck=Gardens,Ruins"], "gone=Ruins", &["3/0,2/1", "3/0"]);
    let scene = scene.play(&["flip with flip:Gardens", "discard:2/1"]);
    assert_eq!((scene.turn(), scene.phase().as_str()), (0, "end-discard"));
    assert!(scene.act("done", "").over());
}

#[test]
fn r07_a_bracelet_adds_to_a_recovery_and_gives_none() {
    let healed = |table: &str, seat: &str| at(SMALL, table, &[seat, "3/0"]).act("stop", "").injuries(0);
    assert_eq!(healed("", "as=Gorilla 3/0,2/1 injuries=3 Bracelet"), (1, 0));
    assert_eq!(healed("", "as=Gorilla 3/0,2/1 injuries=3 Bracelet*2"), (1, 0)); // one more, not one each
    assert_eq!(healed("", "3/0,2/1 injuries=1 Bracelet"), (0, 0));
    assert_eq!(healed("", "3/0,2/1 injuries=2 permanent=1 Bracelet"), (1, 1)); // permanent ones stay
    assert_eq!(healed("flags=f", "3/0,2/1 injuries=2 Bracelet"), (2, 0));
    assert_eq!(healed("flags=f", "as=The_Scab 3/0,2/1 injuries=2 Bracelet"), (0, 0));
}

/// Seat 0 before a Location, with cards to discard and a Retry that keeps failed rolls on the table.
fn before_site(location: &str) -> Scene {
    let table = format!("phase=location card={location}");
    at(SMALL, &table, &["3/0*3,2/1,1/1-retry", "3/0"]).act("discard:2/1", "")
}

/// The roll that lies on the table after a 1 with a 3/0.
fn failed_roll(scene: &Scene, card: &str) -> String {
    scene.act("flip", &format!("flip:{card}")).act("play:3/0", "die:1").field("roll")
}

#[test]
fn r08_what_a_location_does_counts_for_the_next_card() {
    // A 3/0 adds 3 to Avoidance and 0 to Detection.
    for (location, avoid, detect) in [
        ("Gardens", 3, 0),
        ("Pylons", 3 + 1, 0),
        ("Ditches", 3 - 1, 0),
        ("Factory", 3, 1),
        ("The_Garage", 3 - 1, 1),
    ] {
        let scene = before_site(location);
        assert_eq!(failed_roll(&scene, "Psychic_Repulsion"), format!("avoid:1:{avoid}"), "{location}");
        assert_eq!(failed_roll(&scene, "Empty"), format!("detect:1:{detect}"), "{location}");
    }
}

#[test]
fn r08_it_lapses_after_that_card_whatever_it_is() {
    let plain = |scene: &Scene| failed_roll(scene, "Psychic_Repulsion") == "avoid:1:3";
    let safe = before_site("Pylons");
    assert!(!plain(&safe));
    assert!(plain(&safe.play(&["flip with flip:Patrol_Bullets", "play:3/0 with die:10"])));
    assert!(plain(&safe.play(&["flip with flip:Flying_Boot draw:3/0"])));
    assert!(plain(&safe.play(&["flip with flip:Gardens", "discard:3/0"])));
    // A second Location takes the place of the first; they do not add up.
    assert_eq!(safe.play(&["flip with flip:Ditches", "discard:3/0"]).field("site"), "dangerous");
    assert_eq!(safe.play(&["flip with flip:Clear_Space", "discard:3/0"]).field("site"), "safe");
}

#[test]
fn r08_it_lapses_at_the_end_of_the_phase() {
    let scene = before_site("Pylons");
    assert_eq!(scene.field("site"), "safe");
    assert_eq!(scene.act("stop", "").field("site"), "plain");
}

#[test]
fn r09_a_card_discarded_for_a_location_was_not_played() {
    let scene = at(SMALL, "phase=location card=Gardens", &["3/0,1/1-aid", "3/0"]);
    let scene = scene.act("discard:1/1-aid", "");
    assert_eq!((scene.hand(0).as_str(), scene.discard().as_str()), ("3/0", "1/1-aid"));
    // Nor is one that goes in the End Phase.
    let scene = at(SMALL, "phase=end-discard", &["3/0,1/1-aid", "3/0"]).act("discard:1/1-aid", "");
    assert_eq!(scene.hand(0), "3/0");
}

#[test]
fn a_turn_to_miss_is_missed_whole_and_taken_off() {
    let scene = at(SMALL, "phase=end-discard", &["3/0", "injuries=2 missed=2"]);
    let scene = scene.act("done", "");
    assert_eq!((scene.turn(), scene.to_miss(1)), (0, 1));
    assert_eq!((scene.hand(1).as_str(), scene.injuries(1)), ("-", (2, 0))); // neither draw nor recovery
    let scene = scene.play(&["stop", "done", "stop", "done with draw:2/1"]);
    assert_eq!((scene.turn(), scene.to_miss(1)), (1, 0));
}

#[test]
fn the_end_phase_discards_one_by_one_as_long_as_wanted() {
    let scene = at(SMALL, "phase=end-discard", &["3/0*2,2/1", "3/0"]);
    assert_eq!(scene.legal(), "discard:3/0 discard:2/1 done");
    let scene = scene.play(&["discard:3/0", "discard:2/1"]);
    assert_eq!((scene.hand(0).as_str(), scene.legal().as_str()), ("3/0", "discard:3/0 done"));
    let scene = scene.act("discard:3/0", ""); // nothing is left to discard
    assert_eq!((scene.turn(), scene.discard().as_str()), (1, "3/0*2,2/1"));
}

#[test]
fn r21_too_many_quiet_turns_end_the_game() {
    // Three rounds of two: the sixth quiet turn ends it, at the end of its End Phase.
    let before = |settings: &[&str], table: &str, seats: &[&str]| {
        at(settings, &format!("phase=end-discard {table}"), seats).act("done", "")
    };
    assert!(!before(SMALL, "quiet=4", &["3/0", "3/0"]).over());
    let scene = before(SMALL, "quiet=5", &["3/0 Empty", "3/0 Golden_Ball"]);
    assert!(scene.over());
    assert_eq!(scene.returns(), [-1.0, 1.0]); // as if the Zone deck were out
    // Of three seats two live.
    let three = ["hand_target=1", "players=3", "trade_offers=0"];
    assert!(!before(&three, "quiet=5", &["3/0", "3/0", "3/0"]).over());
    assert!(before(&three, "quiet=5", &["3/0", "3/0", "dead"]).over());
    assert!(before(&three, "quiet=8", &["3/0", "3/0", "3/0"]).over());
    // Variants: one round and ten.
    assert!(before(&["hand_target=1", "stalemate_rounds=1"], "quiet=1", &["3/0", "3/0"]).over());
    let ten = ["hand_target=1", "stalemate_rounds=10"];
    assert!(!before(&ten, "quiet=18", &["3/0", "3/0"]).over());
    assert!(before(&ten, "quiet=19", &["3/0", "3/0"]).over());
}

#[test]
fn r21_a_flip_breaks_the_row_and_a_missed_turn_does_not() {
    let scene = at(SMALL, "quiet=4", &["3/0,2/1", "3/0"]).act("flip", "flip:Gardens");
    assert_eq!(scene.field("quiet"), "0");
    let scene = scene.play(&["discard:2/1", "stop", "done"]);
    assert_eq!((scene.turn(), scene.field("quiet").as_str()), (1, "0"));
    let scene = at(SMALL, "phase=end-discard quiet=3", &["3/0", "3/0 missed=1"]).act("done", "");
    assert_eq!((scene.turn(), scene.field("quiet").as_str()), (0, "4"));
}

#[test]
fn r24_what_has_one_option_is_not_asked() {
    // One kind in hand: the Location and the card played take it by themselves.
    let scene = at(SMALL, "", &["3/0*3,2/1", "3/0"]).act("flip", "flip:Gardens");
    assert_eq!(scene.legal(), "discard:3/0 discard:2/1");
    let scene = at(SMALL, "", &["3/0*3", "3/0"]).act("flip", "flip:Gardens");
    assert_eq!((scene.hand(0).as_str(), scene.legal().as_str()), ("3/0*2", "flip stop"));
    let scene = scene.act("flip", "flip:Patrol_Bullets die:1");
    assert_eq!((scene.hand(0).as_str(), scene.legal().as_str()), ("3/0", "flip stop"));
    // Table result 1 with one kind, and with no card; an injury without a Martyr; a roll that cannot be changed.
    let hurt = |hand: &str, script: &str| {
        at(SMALL, "phase=play card=Devils_Heat", &[hand, "3/0"]).act("play:3/0", script)
    };
    assert_eq!(hurt("3/0,2/1*2", "die:1 die:1").hand(0), "2/1");
    assert_eq!(hurt("3/0,2/1*2", "die:1 die:3").injuries(0), (1, 0));
    let scene = at(SMALL, "", &["3/0", "3/0"]).act("flip", "flip:Devils_Heat die:1 die:1");
    assert_eq!(scene.turn(), 1); // the hand is empty, so the Zone Phase is over and no discard is asked
    // One opponent that can be chosen.
    let scene = at(SMALL, "", &["3/0", "3/0"]).act("flip", "flip:Arrested");
    assert_eq!((scene.to_miss(1), scene.phase().as_str()), (1, "choose"));
}

#[test]
fn r24_every_decision_has_two_options() {
    for seed in 0..50 {
        let mut chance = roadside_env::Sampled::new(seed, 0);
        let mut rng = roadside_env::Stream::for_player(seed, 0, 0);
        let game: Table = load(&["players=3", "retry_scope=any", "inheritance=on"]);
        let mut state = game.new_initial_state(&mut chance);
        while !state.is_terminal() {
            let legal = state.legal_actions(&game);
            assert!(roadside_env::Actions::len(&legal) >= 2, "{}", state.position(&game));
            let action = crate::common::random_action(&game, &state, &mut rng);
            state.apply(&game, action, &mut chance).unwrap();
        }
    }
}
