//! R14 to R19: the Hazard Table, injuries, death.

use crate::kit::{Scene, at};

/// Nobody with a card in hand draws.
const SMALL: &[&str] = &["hand_target=1"];
const HEIRS: &[&str] = &["hand_target=1", "inheritance=on"];

/// What comes of a failed Hazard: seat 0, as it is, plays a 2/1 and rolls a 1.
fn hurt(settings: &[&str], card: &str, table: &str, seat: &str, script: &str) -> Scene {
    let scene = at(settings, &format!("phase=play card={card} {table}"), &[seat, "3/0"]);
    scene.act("play:2/1", &format!("die:1 {script}"))
}

/// The same before Devils Heat (9), which has no note.
fn plain(seat: &str, script: &str) -> Scene {
    hurt(SMALL, "Devils_Heat", "", seat, script)
}

#[test]
fn table_1_costs_a_card_of_choice() {
    let scene = plain("3/0,2/1*2", "die:1");
    assert_eq!(
        (scene.phase().as_str(), scene.legal().as_str()),
        ("table-discard", "discard:3/0 discard:2/1")
    );
    let scene = scene.act("discard:2/1", "");
    assert_eq!(
        (scene.hand(0).as_str(), scene.injuries(0), scene.phase().as_str()),
        ("3/0", (0, 0), "choose")
    );
}

#[test]
fn table_2_costs_a_random_card() {
    let scene = plain("3/0,2/1*2", "die:2 loss:3/0");
    assert_eq!(
        (scene.hand(0).as_str(), scene.discard().as_str(), scene.injuries(0)),
        ("2/1", "3/0,2/1", (0, 0))
    );
}

#[test]
fn table_3_injures() {
    let scene = plain("3/0,2/1*2", "die:3");
    assert_eq!((scene.hand(0).as_str(), scene.injuries(0)), ("3/0,2/1", (1, 0)));
}

#[test]
fn table_4_injures_and_costs_a_random_card() {
    let scene = plain("3/0,2/1*2", "die:4 loss:2/1");
    assert_eq!((scene.hand(0).as_str(), scene.injuries(0)), ("3/0", (1, 0)));
}

#[test]
fn table_5_costs_a_random_find_of_this_turn() {
    let scene = hurt(
        SMALL,
        "Devils_Heat",
        "found=Empty,Sponges",
        "3/0,2/1 Empty,Sponges,Golden_Ball",
        "die:5 swag:Sponges",
    );
    assert_eq!(
        (scene.swag(0).as_str(), scene.field("found").as_str(), scene.injuries(0)),
        ("Empty,Golden_Ball", "Empty", (0, 0))
    );
}

#[test]
fn table_6_injures_twice() {
    assert_eq!(plain("3/0,2/1*2", "die:6").injuries(0), (2, 0));
}

#[test]
fn table_7_injures_and_costs_a_find() {
    let scene = hurt(SMALL, "Devils_Heat", "found=Empty", "3/0,2/1 Empty,Golden_Ball", "die:7 swag:Empty");
    assert_eq!((scene.swag(0).as_str(), scene.injuries(0)), ("Golden_Ball", (1, 0)));
}

#[test]
fn table_8_costs_the_whole_hand() {
    let scene = plain("3/0,2/1*2", "die:8");
    assert_eq!(
        (scene.hand(0).as_str(), scene.discard().as_str(), scene.injuries(0)),
        ("-", "3/0,2/1*2", (0, 0))
    );
    assert_eq!(scene.turn(), 1); // no card, no further flip
}

#[test]
fn table_9_injures_and_costs_the_whole_hand() {
    let scene = plain("3/0,2/1*2", "die:9");
    assert_eq!((scene.hand(0).as_str(), scene.injuries(0)), ("-", (1, 0)));
}

#[test]
fn table_10_kills() {
    let scene = plain("3/0,2/1*2", "die:10");
    assert!(!scene.lives(0) && scene.over());
}

#[test]
fn injuries_come_before_losses_and_death_stops_the_rest() {
    // The third injury kills: nothing is drawn for the loss of 4 and 7, and the second marker of 6 is never taken.
    for result in [3, 4, 6, 7, 9] {
        let three = ["hand_target=1", "players=3", "trade_offers=0"];
        let table = "phase=play card=Meat_Grinder found=Empty";
        let scene = at(&three, table, &["3/0,2/1 injuries=2 Empty", "3/0", "3/0"]);
        // Triple: the other two rolls do not happen either.
        let scene = scene.act("play:2/1", &format!("die:1 die:{result}"));
        assert!(!scene.lives(0) && scene.injuries(0) == (3, 0), "{result}");
        assert_eq!((scene.turn(), scene.phase().as_str()), (1, "choose"));
    }
    // A Martyr is asked before the card of result 4 is lost.
    let scene = plain("2/1,0/2-martyr,3/0", "die:4");
    assert_eq!((scene.phase().as_str(), scene.hand(0).as_str()), ("martyr:1", "3/0,0/2-martyr"));
    assert_eq!(scene.act("martyr:0/2-martyr", "loss:3/0").hand(0), "-");
}

#[test]
fn each_table_roll_is_applied_in_full_before_the_next() {
    // Meat Grinder: 2 takes a card, 8 the rest, and 1 finds nothing left.
    let scene = hurt(SMALL, "Meat_Grinder", "", "3/0*2,2/1", "die:2 loss:3/0 die:8 die:1");
    assert_eq!((scene.hand(0).as_str(), scene.turn()), ("-", 1));
    let scene = hurt(SMALL, "Meat_Grinder", "", "3/0*2,2/1*2", "die:1");
    assert_eq!((scene.phase().as_str(), scene.field("table").as_str()), ("table-discard", "2"));
    let scene = scene.act("discard:2/1", "die:3 die:3");
    assert_eq!((scene.injuries(0), scene.hand(0).as_str()), ((2, 0), "3/0*2"));
}

#[test]
fn r14_only_what_is_still_held_counts_as_found_this_turn() {
    // Found and lost again: a second 5 takes nothing, old swag stays.
    let scene =
        hurt(SMALL, "Mange_Spot", "found=Empty", "3/0,2/1 Empty,Golden_Ball", "die:5 swag:Empty die:5");
    assert_eq!(scene.swag(0), "Golden_Ball");
    // What was found in an earlier turn is safe, also another copy of the same name.
    let scene = hurt(SMALL, "Devils_Heat", "found=Empty", "3/0,2/1 Empty*2", "die:5 swag:Empty");
    assert_eq!((scene.swag(0).as_str(), scene.field("found").as_str()), ("Empty", "-"));
    let scene = hurt(SMALL, "Devils_Heat", "", "3/0,2/1 Empty", "die:5");
    assert_eq!(scene.swag(0), "Empty");
}

#[test]
fn r14_results_5_and_7_touch_slimy_too() {
    for (result, injuries) in [(5, 0), (7, 1)] {
        let seat = "as=Slimy 3/0,2/1 Empty";
        let scene = hurt(SMALL, "Devils_Heat", "found=Empty", seat, &format!("die:{result} swag:Empty"));
        assert_eq!((scene.swag(0).as_str(), scene.injuries(0)), ("-", (injuries, 0)));
    }
}

#[test]
fn r14_with_nothing_to_lose_a_loss_does_nothing() {
    for (result, injuries) in [(1, 0), (2, 0), (4, 1), (5, 0), (7, 1), (8, 0), (9, 1)] {
        // The only card is played, which leaves an empty hand and no find.
        let scene = at(SMALL, "", &["2/1 Empty", "3/0"]);
        let scene = scene.act("flip", &format!("flip:Devils_Heat die:1 die:{result}"));
        assert_eq!((scene.injuries(0), scene.turn()), ((injuries, 0), 1), "{result}");
    }
}

#[test]
fn r15_one_martyr_for_one_marker() {
    let scene = plain("2/1,0/2-martyr,2/0-martyr,3/0", "die:6");
    assert_eq!(
        (scene.phase().as_str(), scene.legal().as_str()),
        ("martyr:2", "martyr:0/2-martyr martyr:2/0-martyr take")
    );
    let one_taken = scene.act("take", "");
    assert_eq!((one_taken.phase().as_str(), one_taken.injuries(0)), ("martyr:1", (1, 0)));
    let scene = scene.play(&["martyr:2/0-martyr", "martyr:0/2-martyr"]);
    assert_eq!((scene.injuries(0), scene.hand(0).as_str()), ((0, 0), "3/0"));
    assert_eq!(scene.discard(), "2/1,0/2-martyr,2/0-martyr");
}

#[test]
fn r15_a_martyr_saves_a_life_but_not_from_result_10() {
    let scene = plain("2/1,0/2-martyr,3/0 injuries=2", "die:3").act("martyr:0/2-martyr", "");
    assert!(scene.lives(0) && scene.injuries(0) == (2, 0));
    assert!(!plain("2/1,0/2-martyr,3/0 injuries=2", "die:3").act("take", "").lives(0));
    assert!(!plain("2/1,0/2-martyr,2/0-martyr", "die:10").lives(0));
}

#[test]
fn r16_cripple_makes_markers_permanent() {
    // Blinding Noise (6).
    let crippled = |who: &str| {
        hurt(SMALL, "Blinding_Noise", "", &format!("as={who} 3/0,2/1 injuries=1"), "die:3").injuries(0)
    };
    assert_eq!(crippled("Culligan"), (2, 1));
    assert_eq!(crippled("Slimy"), (2, 0));
    // Witches Jelly: each of the two rolls.
    assert_eq!(hurt(SMALL, "Witches_Jelly", "site=dangerous", "3/0,2/1", "die:3 die:3").injuries(0), (2, 2));
}

#[test]
fn harmless_neither_injures_nor_kills_but_takes() {
    // Weird Shadow (8). No Martyr is asked, as there is no marker.
    let shadow = |seat: &str, script: &str| {
        let scene = hurt(SMALL, "Weird_Shadow", "found=Empty", seat, script);
        assert_eq!(scene.injuries(0), (2, 0));
        assert!(scene.lives(0));
        scene
    };
    let seat = "3/0*2,2/1,0/2-martyr Empty injuries=2";
    for result in [3, 6, 10] {
        let scene = shadow(seat, &format!("die:{result}"));
        assert_eq!(
            (scene.hand(0).as_str(), scene.swag(0).as_str()),
            ("3/0*2,0/2-martyr", "Empty"),
            "{result}"
        );
    }
    assert_eq!(shadow(seat, "die:1").act("discard:3/0", "").hand(0), "3/0,0/2-martyr");
    assert_eq!(shadow(seat, "die:2 loss:3/0").hand(0), "3/0,0/2-martyr");
    assert_eq!(shadow(seat, "die:4 loss:0/2-martyr").hand(0), "3/0*2");
    assert_eq!(shadow(seat, "die:5 swag:Empty").swag(0), "-");
    assert_eq!(shadow(seat, "die:7 swag:Empty").swag(0), "-");
    assert_eq!(shadow(seat, "die:8").hand(0), "-");
    assert_eq!(shadow(seat, "die:9").hand(0), "-");
}

#[test]
fn stun_takes_a_random_card_after_the_table_roll() {
    // Explosion (7).
    let scene = hurt(SMALL, "Explosion", "", "3/0*2,2/1*2", "die:2 loss:3/0 loss:2/1");
    assert_eq!(scene.hand(0), "3/0");
    let scene = hurt(SMALL, "Explosion", "", "3/0*2,2/1", "die:5 loss:3/0");
    assert_eq!(scene.hand(0), "3/0");
    assert_eq!(hurt(SMALL, "Explosion", "", "3/0*2,2/1", "die:8").hand(0), "-"); // nothing is left
    assert_eq!(hurt(SMALL, "Explosion", "", "as=Slimy 3/0*2,2/1", "die:5").hand(0), "3/0*2");
    // Avoided, it stuns nobody.
    let scene = at(SMALL, "phase=play card=Explosion", &["3/0*2,2/1", "3/0"]).act("play:3/0", "die:4");
    assert_eq!(scene.hand(0), "3/0,2/1");
}

#[test]
fn double_and_triple_roll_twice_and_three_times() {
    for (card, rolls) in
        [("Burning_Fluff", 1), ("Graviconcentrate", 2), ("Mosquito_Mange", 2), ("Meat_Grinder", 3)]
    {
        let script = "die:5 ".repeat(rolls);
        assert_eq!(hurt(SMALL, card, "", "3/0,2/1", &script).phase(), "choose", "{card}");
    }
}

#[test]
fn three_injuries_kill_and_gorilla_bears_one_more() {
    let dies = |settings: &[&str], seat: &str| !hurt(settings, "Devils_Heat", "", seat, "die:3").lives(0);
    assert!(!dies(SMALL, "3/0,2/1 injuries=1"));
    assert!(dies(SMALL, "3/0,2/1 injuries=2"));
    assert!(!dies(SMALL, "as=Gorilla 3/0,2/1 injuries=2"));
    assert!(dies(SMALL, "as=Gorilla 3/0,2/1 injuries=3"));
    // The variant.
    let five = ["hand_target=1", "fatal_injuries=5"];
    assert!(!dies(&five, "3/0,2/1 injuries=3"));
    assert!(dies(&five, "3/0,2/1 injuries=4"));
    assert!(!dies(&five, "as=Gorilla 3/0,2/1 injuries=4"));
    assert!(dies(&["hand_target=1", "fatal_injuries=1"], "3/0,2/1"));
}

#[test]
fn r17_the_killed_lose_hand_and_swag_and_are_skipped() {
    let three = ["hand_target=1", "players=3", "trade_offers=0"];
    let seats = ["3/0*2,2/1 Empty missed=1", "3/0", "1/2"];
    let scene = at(&three, "phase=play card=Devils_Heat", &seats).act("play:2/1", "die:1 die:10");
    assert!(!scene.lives(0) && !scene.over());
    assert_eq!((scene.hand(0).as_str(), scene.discard().as_str()), ("-", "3/0*2,2/1"));
    assert_eq!(
        (scene.swag(0).as_str(), scene.field("gone").as_str(), scene.to_miss(0)),
        ("-", "Devils_Heat,Empty", 0)
    );
    assert_eq!(scene.turn(), 1);
    let scene = scene.play(&["stop", "done", "stop", "done"]);
    assert_eq!(scene.turn(), 1);
}

/// Hamster before Devils Heat.
fn hamster(seat: &str, script: &str) -> Scene {
    let seat = format!("as=Hamster 3/0,2/1 {seat}");
    at(SMALL, "phase=play card=Devils_Heat found=Empty", &[&seat, "3/0"])
        .act("play:2/1", &format!("die:1 {script}"))
}

#[test]
fn r18_hamster_misses_two_turns_instead_of_the_first_death() {
    let scene = hamster("Empty,Sponges injuries=2", "die:9");
    assert!(scene.lives(0) && scene.spared(0));
    assert_eq!((scene.to_miss(0), scene.injuries(0)), (2, (2, 0)));
    // This turn is over at once, and result 9 takes no hand any more.
    assert_eq!((scene.turn(), scene.hand(0).as_str(), scene.swag(0).as_str()), (1, "3/0", "Empty,Sponges"));
    assert_eq!(hamster("Empty injuries=2", "die:7").swag(0), "Empty");
    // Turns that are to be missed anyway are added.
    assert_eq!(hamster("Empty missed=1", "die:10").to_miss(0), 3);
}

#[test]
fn r18_hamsters_injuries_are_cut_to_one_below_the_fatal_number() {
    assert_eq!(hamster("Empty injuries=2 permanent=1", "die:3").injuries(0), (2, 1));
    assert_eq!(hamster("Empty injuries=1", "die:10").injuries(0), (1, 0)); // fewer stay as they are
    assert_eq!(hamster("Empty", "die:10").injuries(0), (0, 0));
    // Permanent ones are kept first: three of them are cut to two.
    let scene =
        at(SMALL, "phase=play card=Blinding_Noise", &["as=Hamster 3/0,2/1 injuries=2 permanent=2", "3/0"]);
    assert_eq!(scene.act("play:2/1", "die:1 die:3").injuries(0), (2, 2));
    let scene = at(SMALL, "phase=play card=Blinding_Noise", &["as=Hamster 3/0,2/1 injuries=2", "3/0"]);
    assert_eq!(scene.act("play:2/1", "die:1 die:3").injuries(0), (2, 1));
}

#[test]
fn r18_hamsters_turn_has_neither_recovery_nor_end_phase_and_later_rolls_are_off() {
    let seat = "as=Hamster 3/0,2/1 injuries=2";
    let scene = at(SMALL, "phase=play card=Meat_Grinder", &[seat, "3/0"]).act("play:2/1", "die:1 die:3");
    assert_eq!((scene.turn(), scene.injuries(0), scene.field("quiet").as_str()), (1, (2, 0), "0"));
}

#[test]
fn r18_the_second_death_is_death() {
    assert!(hamster("Empty spared injuries=2", "die:3").over());
    assert!(hamster("Empty spared", "die:10").over());
}

#[test]
fn r19_off_the_killed_are_out() {
    assert!(plain("3/0,2/1 Empty", "die:10").over());
}

#[test]
fn r19_on_an_heir_takes_over() {
    let seat = "as=Red 3/0,2/1 Empty*2,Golden_Ball injuries=2 permanent=1 missed=1";
    let scene = hurt(HEIRS, "Devils_Heat", "", seat, "die:10 swag:Empty swag:Golden_Ball character:Lucky");
    assert!(scene.lives(0));
    assert_eq!(
        (scene.character(0).as_str(), scene.swag(0).as_str(), scene.hand(0).as_str()),
        ("Lucky", "Empty", "-")
    );
    assert_eq!((scene.injuries(0), scene.to_miss(0)), ((0, 0), 1)); // turns to miss are kept
    assert_eq!((scene.turn(), scene.field("dealt").as_str()), (1, "Red")); // this turn is over
    assert_eq!(scene.discard(), "3/0,2/1");
}

#[test]
fn r19_on_with_less_swag_all_of_it_goes() {
    for (swag, script) in [("", ""), ("Empty", "swag:Empty"), ("Empty*2", "swag:Empty swag:Empty")] {
        let scene = hurt(
            HEIRS,
            "Devils_Heat",
            "",
            &format!("3/0,2/1 {swag}"),
            &format!("die:10 {script} character:Lucky"),
        );
        assert_eq!((scene.lives(0), scene.swag(0).as_str()), (true, "-"));
    }
}

#[test]
fn r19_on_dead_characters_do_not_come_back() {
    // Culligan dies, Gorilla lives at seat 1, Red and Lucky are dead: 15 - 4 are left, each equally likely.
    let scene = at(HEIRS, "phase=play card=Devils_Heat dealt=Red,Lucky roll=- ", &["2/1,1/2", "3/0"]);
    for (who, share) in
        [("Culligan", 0.0), ("Gorilla", 0.0), ("Red", 0.0), ("Lucky", 0.0), ("Slimy", 1.0 / 11.0)]
    {
        // Devils Heat 9 with a 2/1: 1 to 6 fail, and 10 on the table kills.
        let found = scene.chance("play:2/1", |after| {
            after.lives(0) && after.character(0) == who && after.turn() == 1 && after.hand(0) == "-"
        });
        let kept = scene.chance("play:2/1", |after| after.character(0) == "Culligan");
        if who == "Culligan" {
            crate::kit::require_close(kept, 1.0 - 0.6 * 0.1);
        } else {
            crate::kit::require_close(found, 0.6 * 0.1 * share);
        }
    }
}

#[test]
fn r19_on_with_no_character_left_the_killed_are_out() {
    let rest = "Red,Buzzard,Four_Eyes,The_Maltese,Pharaoh,Slimy,The_Scab,The_Nose,Pygmy_Zmyg,Cactus,The_Hindu,Lucky,Hamster";
    let table = format!("dealt={rest}");
    assert!(hurt(HEIRS, "Devils_Heat", &table, "3/0,2/1 Empty", "die:10").over());
}

#[test]
fn r19_on_hamsters_own_rule_comes_first_and_a_new_hamster_has_his_own_first_death() {
    let scene = at(HEIRS, "phase=play card=Devils_Heat", &["as=Hamster 3/0,2/1 Empty", "3/0"]);
    let spared = scene.act("play:2/1", "die:1 die:10");
    assert_eq!(
        (spared.character(0).as_str(), spared.swag(0).as_str(), spared.spared(0)),
        ("Hamster", "Empty", true)
    );
    let scene = at(HEIRS, "phase=play card=Devils_Heat", &["as=Hamster 3/0,2/1 spared", "3/0"]);
    let heir = scene.act("play:2/1", "die:1 die:10 character:Slimy");
    assert_eq!((heir.character(0).as_str(), heir.spared(0)), ("Slimy", false));
    let new_hamster = hurt(HEIRS, "Devils_Heat", "", "as=Red 3/0,2/1", "die:10 character:Hamster");
    assert!(!new_hamster.spared(0));
}
