//! The fifteen Characters.

use crate::kit::at;

/// Nobody with a card in hand draws.
const SMALL: &[&str] = &["hand_target=1"];

/// What is added to a roll for `card` after `label`; a 1 is rolled, which fails and can be rolled again.
fn added(who: &str, table: &str, card: &str, label: &str) -> i8 {
    let seat = format!("as={who} 3/0*2,0/3*2,1/1-retry");
    let scene = at(SMALL, &format!("phase=play card={card} {table}"), &[&seat, "as=The_Hindu 3/0"]);
    let roll = scene.act(label, "die:1").field("roll");
    roll.rsplit(':').next().unwrap().parse().unwrap()
}

/// What is added to Avoidance and to Detection with a rating of 0.
fn bonuses(who: &str, table: &str) -> [i8; 2] {
    [added(who, table, "Devils_Heat", "play:0/3"), added(who, table, "Empty", "play:3/0")]
}

#[test]
fn red_adds_1_to_avoidance() {
    assert_eq!(bonuses("Red", ""), [1, 0]);
    assert_eq!(bonuses("Red", "site=rich-dangerous"), [0, 1]);
    assert_eq!(bonuses("Slimy", ""), [0, 0]);
}

#[test]
fn the_maltese_adds_1_to_detection() {
    assert_eq!(bonuses("The_Maltese", ""), [0, 1]);
    assert_eq!(bonuses("The_Maltese", "site=rich"), [0, 2]);
}

#[test]
fn the_nose_adds_4_to_the_first_detection_of_the_turn() {
    assert_eq!(bonuses("The_Nose", ""), [0, 4]);
    assert_eq!(bonuses("The_Nose", "flags=fu"), [0, 0]);
}

#[test]
fn pygmy_zmyg_adds_4_to_the_first_avoidance_of_the_turn() {
    assert_eq!(bonuses("Pygmy_Zmyg", ""), [4, 0]);
    assert_eq!(bonuses("Pygmy_Zmyg", "flags=fu"), [0, 0]);
}

#[test]
fn cactus_adds_3_to_the_first_roll_of_the_turn() {
    assert_eq!(bonuses("Cactus", ""), [3, 3]);
    assert_eq!(bonuses("Cactus", "flags=fu"), [0, 0]);
}

/// The flags after a roll of that kind by `who`: `fu` when its bonus is used up.
fn flags_after(who: &str, card: &str) -> String {
    let seat = format!("as={who} 3/0*2,0/3*2");
    let scene = at(SMALL, &format!("phase=play card={card}"), &[&seat, "3/0"]);
    scene.act("play:3/0", "die:10").field("flags")
}

#[test]
fn first_rolls_are_used_up_by_their_own_kind_only() {
    assert_eq!(flags_after("The_Nose", "Patrol_Bullets"), "f");
    assert_eq!(flags_after("The_Nose", "Empty"), "fu");
    assert_eq!(flags_after("Pygmy_Zmyg", "Patrol_Bullets"), "fu");
    assert_eq!(flags_after("Pygmy_Zmyg", "Empty"), "f");
    assert_eq!(flags_after("Cactus", "Patrol_Bullets"), "fu");
    assert_eq!(flags_after("Cactus", "Empty"), "fu");
}

#[test]
fn first_rolls_come_again_next_turn() {
    let scene = at(SMALL, "flags=fu", &["as=Cactus 3/0,0/3", "3/0"]).play(&["stop", "done", "stop", "done"]);
    assert_eq!((scene.turn(), scene.field("flags").as_str()), (0, "-"));
}

#[test]
fn buzzard_uses_any_card_with_a_zero_rating_as_a_martyr() {
    let hand = "3/0,2/1*2,1/2,0/3,0/2-martyr,2/0-martyr,1/1-retry,1/1-aid";
    let martyrs = |who: &str| {
        let scene = at(SMALL, "phase=play card=Devils_Heat", &[&format!("as={who} {hand}"), "3/0"]);
        scene.play(&["play:2/1 with die:1", "accept with die:3", "accept"])
    };
    let scene = martyrs("Buzzard");
    assert_eq!(scene.legal(), "martyr:3/0 martyr:0/3 martyr:0/2-martyr martyr:2/0-martyr take");
    assert_eq!(scene.act("martyr:0/3", "").injuries(0), (0, 0));
    assert_eq!(martyrs("Culligan").legal(), "martyr:0/2-martyr martyr:2/0-martyr take");
}

#[test]
fn four_eyes_fills_the_hand_to_one_more() {
    let next = |hand: &str, script: &str| {
        at(&[], "turn=1 phase=end-discard", &[&format!("as=Four_Eyes {hand}"), "3/0"])
            .act("done", script)
            .hand(0)
    };
    assert_eq!(next("2/1*4", "draw:3/0*7"), "3/0*7,2/1*4");
    assert_eq!(next("2/1*11", ""), "2/1*11");
}

#[test]
fn the_hindu_fills_the_hand_to_two_more_and_always_discards_two() {
    let next = |settings: &[&str], hand: &str, script: &str| {
        at(settings, "turn=1 phase=end-discard", &[&format!("as=The_Hindu {hand}"), "3/0"])
            .act("done", script)
    };
    let scene = next(&[], "2/1*4", "draw:3/0*8");
    assert_eq!((scene.phase().as_str(), scene.legal().as_str()), ("hindu:2", "discard:3/0 discard:2/1"));
    let scene = scene.act("discard:2/1", "");
    assert_eq!(scene.phase(), "hindu:1");
    let scene = scene.act("discard:3/0", "");
    assert_eq!((scene.phase().as_str(), scene.hand(0).as_str()), ("choose", "3/0*7,2/1*3"));
    // With 13 in hand nothing is drawn, and two go all the same.
    assert_eq!(next(&[], "2/1*12,3/0", "").phase(), "hindu:2");
    // All if there are fewer: nothing is left to draw, so the turn is over with the only card; seat 1 draws that.
    let scarce = next(&["stalker_deck=Caution,Knowledge"], "2/1", "draw:2/1");
    assert_eq!((scarce.hand(0).as_str(), scarce.hand(1).as_str(), scarce.turn()), ("-", "3/0,2/1", 1));
}

#[test]
fn pharaoh_rerolls_one_die_a_turn() {
    let scene = at(SMALL, "phase=play card=Meat_Grinder", &["as=Pharaoh 3/0*2,0/3", "3/0"]);
    let scene = scene.act("play:0/3", "die:1");
    assert_eq!(scene.legal(), "pharaoh accept");
    assert_eq!(scene.act("pharaoh", "die:6").phase(), "choose");
    // Kept for the Hazard Table: once used there, the other two rolls are as they fall.
    let scene = scene.act("accept", "die:10").act("pharaoh", "die:3 die:5 die:3");
    assert_eq!((scene.injuries(0), scene.phase().as_str()), ((2, 0), "choose"));
}

#[test]
fn gorilla_dies_of_the_fourth_injury() {
    let scene = |injuries: u8| {
        let seat = format!("as=Gorilla 3/0,2/1 injuries={injuries}");
        at(SMALL, "phase=play card=Devils_Heat", &[&seat, "3/0"]).act("play:3/0", "die:1 die:3")
    };
    assert!(scene(2).lives(0));
    assert!(scene(3).over());
}

#[test]
fn slimy_is_immune_to_events_stun_and_cripple_but_not_to_illegal_s_loss() {
    let seats = |own: &str| [own.to_owned(), "as=Slimy 3/0,2/1 Empty".to_owned()];
    for card in ["Hoax", "Arrested"] {
        let seats = seats("3/0,2/1");
        let scene = at(SMALL, "", &[&seats[0], &seats[1]]).act("flip", &format!("flip:{card}"));
        assert_eq!((scene.swag(1).as_str(), scene.to_miss(1)), ("Empty", 0));
    }
    let slimy = |card: &str, script: &str| {
        at(SMALL, &format!("phase=play card={card}"), &["as=Slimy 3/0*2,0/3", "3/0"]).act("play:0/3", script)
    };
    assert_eq!(slimy("Explosion", "die:1 die:5").hand(0), "3/0*2"); // Stun
    assert_eq!(slimy("Blinding_Noise", "die:1 die:3").injuries(0), (1, 0)); // Cripple
    assert_eq!(slimy("Jelly_Container", "die:9").to_miss(0), 0); // Illegal is a turn lost
}

#[test]
fn culligan_counts_one_more_for_each_artifact() {
    let score =
        |who: &str| at(SMALL, "", &[&format!("as={who} 3/0 Golden_Ball,Empty*2"), "3/0"]).view(0).score(0);
    assert_eq!(score("Red"), 10 + 2 * 2);
    assert_eq!(score("Culligan"), 10 + 2 * 2 + 3);
}

#[test]
fn the_scab_heals_after_every_turn() {
    let healed = |who: &str, table: &str, rest: &str| {
        at(SMALL, table, &[&format!("as={who} 3/0,2/1 {rest}"), "3/0"]).act("stop", "").injuries(0)
    };
    assert_eq!(healed("The_Scab", "flags=f", "injuries=2"), (1, 0));
    assert_eq!(healed("The_Scab", "", "injuries=2"), (1, 0)); // not twice
    assert_eq!(healed("The_Scab", "flags=f", "injuries=2 permanent=2"), (2, 2));
    assert_eq!(healed("Red", "flags=f", "injuries=2"), (2, 0));
}

#[test]
fn lucky_adds_2_to_one_roll_a_turn() {
    let lucky = |table: &str| {
        at(SMALL, &format!("phase=play card=Empty {table}"), &["as=Lucky 3/0,0/3", "3/0"])
            .act("play:0/3", "die:2")
    };
    let scene = lucky("");
    assert_eq!(scene.legal(), "lucky accept");
    assert_eq!(scene.act("lucky", "").swag(0), "Empty"); // 2 + 3 + 2
    assert_eq!(lucky("flags=fu").swag(0), "-");
}

#[test]
fn hamster_lives_through_the_first_death() {
    let die = |rest: &str| {
        let seat = format!("as=Hamster 3/0,2/1 {rest}");
        at(SMALL, "phase=play card=Devils_Heat", &[&seat, "3/0"]).act("play:3/0", "die:1 die:10")
    };
    assert_eq!((die("").lives(0), die("").to_miss(0)), (true, 2));
    assert!(die("spared").over());
}
