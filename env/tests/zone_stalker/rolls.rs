//! R10 to R13: events, modifiers, and who may change a roll.

use crate::kit::{Scene, at};

/// Nobody with a card in hand draws.
const SMALL: &[&str] = &["hand_target=1"];
const ANY: &[&str] = &["hand_target=1", "retry_scope=any"];
const ANY_3: &[&str] = &["hand_target=1", "retry_scope=any", "players=3", "trade_offers=0"];

#[test]
fn r10_lost_swag_and_lost_turn_touch_only_whom_they_can() {
    let seats = ["3/0 Golden_Ball", "3/0 Empty", "3/0", "as=Slimy 3/0 Empty", "dead"];
    let flip =
        |card: &str| at(&["hand_target=1", "players=5"], "", &seats).act("flip", &format!("flip:{card}"));
    // Of four opponents one is dead and Slimy cannot be chosen; of the other two one has swag.
    let turn_lost = flip("Turn_Yourself_In");
    assert_eq!(turn_lost.legal(), "target:+1 target:+2");
    assert_eq!(turn_lost.act("target:+2", "").to_miss(2), 1);
    let swag_lost = at(&["hand_target=1", "players=5"], "", &seats).act("flip", "flip:Hoax swag:Empty");
    assert_eq!([0, 1, 3].map(|seat| swag_lost.swag(seat)), ["Golden_Ball", "-", "Empty"]);
}

#[test]
fn r10_targets_are_counted_in_turn_order_from_the_player() {
    let scene = at(&["players=4", "hand_target=1"], "turn=2", &["3/0", "3/0", "3/0", "3/0"]);
    let scene = scene.act("flip", "flip:Arrested");
    assert_eq!(scene.legal(), "target:+1 target:+2 target:+3");
    assert_eq!(scene.act("target:+3", "").to_miss(1), 1);
    assert_eq!(scene.act("target:+2", "").to_miss(0), 1);
}

#[test]
fn r10_with_nobody_to_choose_nothing_happens() {
    let nothing = |card: &str, other: &str| {
        let scene = at(SMALL, "", &["3/0,2/1 Empty", other]).act("flip", &format!("flip:{card}"));
        assert_eq!((scene.phase().as_str(), scene.legal().as_str()), ("choose", "flip stop"));
        assert_eq!((scene.swag(0).as_str(), scene.to_miss(0), scene.to_miss(1)), ("Empty", 0, 0));
    };
    nothing("Stolen", "3/0");
    nothing("Stolen", "as=Slimy 3/0 Golden_Ball");
    nothing("Arrested", "as=Slimy 3/0");
}

#[test]
fn lost_swag_takes_a_random_artifact_by_single_cards() {
    let scene = at(SMALL, "", &["3/0,2/1", "3/0 Empty*2,Golden_Ball"]);
    let scene = scene.act("flip", "flip:Stolen swag:Golden_Ball");
    assert_eq!(scene.swag(1), "Empty*2");
    assert_eq!(scene.hand(0), "3/0,2/1"); // an event costs no Stalker card
}

#[test]
fn missed_turns_add_up() {
    let scene = at(SMALL, "", &["3/0,2/1", "3/0 missed=1"]).act("flip", "flip:Arrested");
    assert_eq!(scene.to_miss(1), 2);
}

#[test]
fn state_approved_draws_a_card_past_the_hand_target_too() {
    let scene = at(&[], "", &["3/0*9,2/1", "3/0"]).act("flip", "flip:Survival_Suit draw:0/3");
    assert_eq!((scene.hand(0).as_str(), scene.phase().as_str()), ("3/0*9,2/1,0/3", "choose"));
}

#[test]
fn a_total_that_reaches_the_danger_avoids_and_one_of_7_finds() {
    let play = |card: &str, label: &str, script: &str| {
        at(SMALL, &format!("phase=play card={card}"), &["3/0*2,1/2", "3/0"]).act(label, script)
    };
    // Burning Fluff 6: 3 + 3.
    assert_eq!(play("Burning_Fluff", "play:3/0", "die:3").injuries(0), (0, 0));
    assert_eq!(play("Burning_Fluff", "play:3/0", "die:2 die:3").injuries(0), (1, 0));
    // Artifacts 7: 5 + 2.
    assert_eq!(play("Golden_Ball", "play:1/2", "die:5").swag(0), "Golden_Ball");
    let scene = play("Golden_Ball", "play:1/2", "die:4");
    assert_eq!((scene.swag(0).as_str(), scene.field("gone").as_str()), ("-", "Golden_Ball"));
}

/// Seat 0 has just failed: a 1 with a 3/0 against Psychic Repulsion (8).
fn failed(settings: &[&str], who: &str, hand: &str, others: &[&str]) -> Scene {
    let own = format!("as={who} {hand},3/0");
    let seats: Vec<&str> = [own.as_str()].into_iter().chain(others.iter().copied()).collect();
    at(settings, "phase=play card=Psychic_Repulsion", &seats).act("play:3/0", "die:1")
}

#[test]
fn r11_a_reroll_keeps_what_was_added() {
    let reroll = |who: &str, site: &str, steps: &[&str]| {
        let table = format!("phase=play card=Psychic_Repulsion site={site}");
        let seat = format!("as={who} 3/0*2,1/1-retry*2");
        let scene = at(SMALL, &table, &[&seat, "3/0"]).act("play:3/0", "die:1");
        scene.play(steps).field("roll")
    };
    let again: &[&str] = &["retry with die:2"];
    assert_eq!(reroll("Culligan", "plain", again), "avoid:2:3");
    assert_eq!(reroll("Culligan", "dangerous", again), "avoid:2:2");
    assert_eq!(reroll("Red", "safe", &["retry with die:1"]), "avoid:1:5");
    assert_eq!(reroll("Pygmy_Zmyg", "dangerous", &["retry with die:1"]), "avoid:1:6");
    assert_eq!(reroll("Lucky", "plain", &["lucky", "retry with die:2"]), "avoid:2:5");
}

#[test]
fn r12_a_failed_roll_can_be_changed_as_often_as_it_is_paid_for() {
    let scene = failed(SMALL, "Culligan", "1/1-retry*2", &["3/0"]);
    assert_eq!(scene.legal(), "retry accept");
    let scene = scene.act("retry", "die:2");
    assert_eq!((scene.hand(0).as_str(), scene.discard().as_str()), ("1/1-retry", "3/0,1/1-retry"));
    assert_eq!(scene.legal(), "retry accept");
    assert_eq!(scene.act("retry", "die:10").phase(), "choose"); // avoided, with an empty hand left to stop by itself
}

#[test]
fn r12_pharaoh_rolls_again_once_a_turn_for_nothing() {
    let scene = failed(SMALL, "Pharaoh", "1/1-retry", &["3/0"]);
    assert_eq!(scene.legal(), "retry pharaoh accept");
    let scene = scene.act("pharaoh", "die:2");
    assert_eq!((scene.legal().as_str(), scene.hand(0).as_str()), ("retry accept", "1/1-retry"));
    // Also a roll on the Hazard Table, if it is not used up.
    let scene = failed(SMALL, "Pharaoh", "1/1-retry", &["3/0"]).act("accept", "die:10");
    assert_eq!(scene.legal(), "retry pharaoh accept");
    assert_eq!(scene.act("pharaoh", "die:3").act("accept", "").injuries(0), (1, 0));
}

#[test]
fn r12_lucky_adds_two_once_a_turn_but_not_on_the_table() {
    let scene = failed(SMALL, "Lucky", "1/1-retry", &["3/0"]);
    assert_eq!(scene.legal(), "retry lucky accept");
    assert_eq!(scene.act("lucky", "").legal(), "retry accept"); // 1 + 3 + 2 is still short of 8
    let scene = scene.act("accept", "die:10");
    assert_eq!(scene.legal(), "retry accept");
    // 3 + 3 + 2 is enough, and a roll that succeeds is not offered.
    let scene = at(SMALL, "phase=play card=Psychic_Repulsion", &["as=Lucky 3/0*2,1/1-retry", "3/0"]);
    let scene = scene.act("play:3/0", "die:3").act("lucky", "");
    assert_eq!(
        (scene.phase().as_str(), scene.injuries(0), scene.field("flags").as_str()),
        ("choose", (0, 0), "fu")
    );
}

#[test]
fn r12_is_offered_only_with_something_to_use_and_only_after_a_failure() {
    let play = |hand: &str, script: &str| {
        at(SMALL, "phase=play card=Psychic_Repulsion", &[hand, "3/0"]).act("play:3/0", script)
    };
    assert_eq!(play("3/0,2/1*2", "die:1 die:3").phase(), "choose");
    assert_eq!(play("3/0,2/1,1/1-retry", "die:5").phase(), "choose");
    assert_eq!(play("3/0,2/1,1/1-retry", "die:4").phase(), "reroll");
    // Every Hazard Table roll is offered, mild ones too.
    assert_eq!(play("3/0,2/1,1/1-retry", "die:4").act("accept", "die:2").legal(), "retry accept");
}

#[test]
fn r12_once_a_turn_is_over_with_the_turn() {
    let scene = at(SMALL, "phase=choose flags=fu", &["as=Pharaoh 3/0*3,2/1", "3/0"]);
    let scene = scene.play(&["stop", "done", "stop", "done"]);
    assert_eq!((scene.turn(), scene.field("flags").as_str()), (0, "-"));
}

#[test]
fn r13_own_only_the_roller_uses_retry() {
    let scene = at(SMALL, "phase=play card=Psychic_Repulsion", &["3/0,2/1*2", "1/1-retry*3"]);
    let scene = scene.act("play:3/0", "die:1 die:3");
    assert_eq!((scene.phase().as_str(), scene.hand(1).as_str()), ("choose", "1/1-retry*3"));
}

#[test]
fn r13_any_opponents_may_have_a_settled_roll_made_again_successful_or_not() {
    let table = "phase=play card=Burning_Fluff";
    // A success is not offered to its roller, but to the opponent.
    let scene = at(ANY, table, &["3/0*2,1/1-retry", "1/1-retry,3/0"]).act("play:3/0", "die:3");
    assert_eq!((scene.phase().as_str(), scene.legal().as_str()), ("meddle:1", "retry accept"));
    assert_eq!(scene.act("accept", "").phase(), "choose");
    // The reroll fails: the roller may answer, and then the opponent has nothing left.
    let scene = scene.act("retry", "die:1");
    assert_eq!((scene.hand(1).as_str(), scene.phase().as_str()), ("3/0", "reroll"));
    assert_eq!(scene.act("retry", "die:9").phase(), "choose");
}

#[test]
fn r13_any_living_opponents_are_asked_in_turn_order_and_all_again_after_a_reroll() {
    let table = "turn=1 phase=play card=Burning_Fluff";
    let seats = ["1/1-retry,3/0", "3/0*2,2/1", "1/1-retry*2,3/0"];
    let scene = at(ANY_3, table, &seats).act("play:3/0", "die:3");
    assert_eq!(scene.phase(), "meddle:2");
    let scene = scene.act("accept", "");
    assert_eq!(scene.phase(), "meddle:0");
    // Seat 0 uses its last Retry; then all are asked again from the first.
    let scene = scene.act("retry", "die:4");
    assert_eq!(scene.phase(), "meddle:2");
    let scene = scene.play(&["retry with die:5", "retry with die:6"]);
    assert_eq!((scene.phase().as_str(), scene.injuries(1)), ("choose", (0, 0)));
    // The dead are not asked.
    let seats = ["dead", "3/0*2,2/1", "1/1-retry,3/0"];
    assert_eq!(at(ANY_3, table, &seats).act("play:3/0", "die:3").act("accept", "").phase(), "choose");
}

#[test]
fn r13_any_also_on_the_hazard_table_before_the_result_is_applied() {
    let scene = at(ANY, "phase=play card=Psychic_Repulsion", &["3/0,2/1*2", "1/1-retry*2,3/0"]);
    let scene = scene.act("play:3/0", "die:1");
    assert_eq!(scene.phase(), "meddle:1"); // a failure can be rolled again as well
    let scene = scene.act("accept", "die:3");
    assert_eq!((scene.phase().as_str(), scene.injuries(0)), ("meddle:1", (0, 0)));
    let scene = scene.act("retry", "die:10");
    assert_eq!((scene.phase().as_str(), scene.hand(1).as_str()), ("meddle:1", "3/0,1/1-retry"));
    assert!(scene.act("accept", "").over());
}

#[test]
fn r13_cards_leave_the_hand_at_once() {
    // The Retry that was played for the Hazard cannot be used for its roll.
    let scene = at(SMALL, "phase=play card=Devils_Heat", &["1/1-retry,2/1*2", "3/0"]);
    assert_eq!(scene.act("play:1/1-retry", "die:1 die:3").phase(), "choose");
}
