//! Exact probabilities, each against a number worked out by hand.

use crate::kit::{Scene, at, require_close};

/// Nobody with a card in hand draws.
const SMALL: &[&str] = &["hand_target=1"];

/// A scene in which seat 0 meets `card` with this hand, and its way out of it is read off the injuries, the
/// swag, or the hand.
fn meets(card: &str, seat: &str) -> Scene {
    at(SMALL, &format!("phase=play card={card}"), &[seat, "as=The_Hindu 3/0"])
}

#[test]
fn a_hazard_is_avoided_by_11_less_danger_plus_rating_of_10_faces() {
    // Faces that reach danger d with a rating a: d - a, ..., 10, which are 11 - d + a, at most 10. What the Hazard
    // Table does to those that fail is seen by a Martyr that is asked, a card or a life lost; 5 and 7 are not
    // seen without a find, so the find is there: Harmless and plain cards alike lose it.
    for (card, danger) in [("Patrol_Bullets", 4), ("Burning_Fluff", 6), ("Devils_Heat", 9)] {
        for (label, rating) in [("play:3/0", 3), ("play:2/1", 2), ("play:0/3", 0)] {
            let table = format!("phase=play card={card} found=Empty");
            let scene = at(SMALL, &table, &["as=Culligan 3/0*2,2/1*2,0/3*2 Empty", "3/0"]);
            let faces = f64::from((11 - danger + rating).min(10));
            let found = scene.chance(label, |after| {
                after.phase() == "choose"
                    && after.injuries(0) == (0, 0)
                    && after.view(0).hand_size(0) == 5
                    && after.swag(0) == "Empty"
                    && after.lives(0)
            });
            require_close(found, faces / 10.0);
        }
    }
}

#[test]
fn modifiers_add_up() {
    // Devils Heat 9 with a 2/1, Red and a safe place: 9 - 4 = 5 to 10, six faces. Dangerous: four faces.
    let avoided = |who: &str, site: &str| {
        let table = format!("phase=play card=Devils_Heat site={site} found=Empty");
        let scene = at(SMALL, &table, &[&format!("as={who} 3/0*3,2/1 Empty"), "as=The_Hindu 3/0"]);
        scene.chance("play:2/1", |after| {
            after.phase() == "choose"
                && after.injuries(0) == (0, 0)
                && after.hand(0) == "3/0*3"
                && after.swag(0) == "Empty"
                && after.lives(0)
        })
    };
    require_close(avoided("Red", "safe"), 0.6);
    require_close(avoided("Red", "dangerous"), 0.4);
    require_close(avoided("Slimy", "dangerous"), 0.3);
    require_close(avoided("Pygmy_Zmyg", "plain"), 0.8); // 9 - 6 = 3
    require_close(avoided("Cactus", "rich-dangerous"), 0.6); // 9 - 4 = 5
}

#[test]
fn an_artifact_is_found_by_a_total_of_7() {
    let finds = |who: &str, site: &str, label: &str| {
        let table = format!("phase=play card=Golden_Ball site={site}");
        let scene = at(SMALL, &table, &[&format!("as={who} 3/0,2/1,1/2,0/3,0/2-martyr"), "as=The_Hindu 3/0"]);
        scene.chance(label, |after| after.swag(0) == "Golden_Ball")
    };
    // 7 to 10, 6 to 10, 5 to 10, 4 to 10.
    for (label, share) in
        [("play:3/0", 0.4), ("play:2/1", 0.5), ("play:1/2", 0.6), ("play:0/2-martyr", 0.6), ("play:0/3", 0.7)]
    {
        require_close(finds("Culligan", "plain", label), share);
    }
    require_close(finds("The_Maltese", "rich", "play:0/3"), 0.9);
    require_close(finds("The_Nose", "plain", "play:0/3"), 1.0); // 7 even with no face at all
    require_close(finds("Cactus", "plain", "play:1/2"), 0.9);
}

/// How likely `holds` is in the end when every reroll is taken, the free one first, and then Lucky's 2.
fn with_every_reroll(scene: &Scene, label: &str, holds: &dyn Fn(&Scene) -> bool) -> f64 {
    let after = scene.branches(label);
    let value = |next: &Scene| {
        let legal = next.legal();
        let choice = ["pharaoh", "retry", "lucky"]
            .into_iter()
            .find(|choice| legal.split(' ').any(|one| one == *choice));
        match choice {
            Some(choice) if next.field("roll") != "-" => with_every_reroll(next, choice, holds),
            _ => f64::from(u8::from(holds(next))),
        }
    };
    after.iter().map(|(next, share)| share * value(next)).sum()
}

#[test]
fn rerolls_multiply_the_failures() {
    let finds = |who: &str, hand: &str| {
        let scene =
            at(SMALL, "phase=play card=Golden_Ball", &[&format!("as={who} {hand}"), "as=The_Hindu 3/0"]);
        with_every_reroll(&scene, "play:1/2", &|after| after.swag(0) == "Golden_Ball")
    };
    // A 1/2 finds with 5 to 10: it fails 4 times in 10.
    require_close(finds("Culligan", "1/2,3/0"), 0.6);
    require_close(finds("Culligan", "1/2,3/0,1/1-retry"), 1.0 - 0.4 * 0.4);
    require_close(finds("Culligan", "1/2,3/0,1/1-retry*2"), 1.0 - 0.4 * 0.4 * 0.4);
    require_close(finds("Pharaoh", "1/2,3/0"), 1.0 - 0.4 * 0.4);
    require_close(finds("Pharaoh", "1/2,3/0,1/1-retry"), 1.0 - 0.4 * 0.4 * 0.4);
    // Lucky's 2 makes 3 and 4 a find: two failures in 10 are left.
    require_close(finds("Lucky", "1/2,3/0"), 1.0 - 0.2);
    // First a Retry, that fails with 4 faces again, then the 2.
    require_close(finds("Lucky", "1/2,3/0,1/1-retry"), 1.0 - 0.4 * 0.2);
}

#[test]
fn a_failed_triple_kills_two_times_injured_almost_always() {
    // With two injuries 3, 4, 6, 7, 9 and 10 kill: six faces. Three rolls: 1 - 0.4^3. Meat Grinder 6 with a 0/3
    // fails with 1 to 5. There is no Martyr in hand, and no Retry.
    let scene = meets("Meat_Grinder", "as=Culligan 0/3,3/0 injuries=2");
    require_close(scene.chance("play:0/3", |after| !after.lives(0)), 0.5 * (1.0 - 0.4_f64.powi(3)));
    // Not injured: only 10 kills, or three markers. Markers per roll: 0 with 1, 2, 5, 8; 1 with 3, 4, 7, 9; 2 with 6;
    // death with 10: 0.4, 0.4, 0.1, 0.1. Alive with at most 2 markers after three rolls: (0,0,0) 0.064; one 1:
    // 3 x 0.4 x 0.16 = 0.192; two 1s: 3 x 0.16 x 0.4 = 0.192; one 2: 3 x 0.1 x 0.16 = 0.048; in all 0.496.
    let scene = meets("Meat_Grinder", "as=Culligan 0/3,3/0");
    require_close(scene.chance("play:0/3", |after| !after.lives(0)), 0.5 * (1.0 - 0.496));
}

#[test]
fn a_failed_double_and_a_gorilla() {
    // Graviconcentrate 5 with a 0/3 fails with 1 to 4. Gorilla with two injuries dies of two markers or of 10. Alive:
    // (0,0) 0.16 and one marker 2 x 0.4 x 0.4 = 0.32.
    let scene = meets("Graviconcentrate", "as=Gorilla 0/3,3/0 injuries=2");
    require_close(scene.chance("play:0/3", |after| !after.lives(0)), 0.4 * (1.0 - 0.48));
}

#[test]
fn a_flip_is_one_of_the_cards_that_are_left() {
    let deck = "zone_deck=Empty,Empty,Gardens,Burning Fluff,Hoax,Bracelet,Bracelet,Bracelet";
    let scene = at(&["hand_target=1", deck], "gone=Bracelet,Hoax", &["3/0,2/1", "3/0"]);
    // Six cards are left: two Empty, Gardens, Burning Fluff, two Bracelets.
    for (card, cards) in
        [("Empty", 2.0), ("Gardens", 1.0), ("Burning_Fluff", 1.0), ("Bracelet", 2.0), ("Hoax", 0.0)]
    {
        require_close(scene.chance("flip", |after| after.field("card") == card), cards / 6.0);
    }
}

#[test]
fn the_first_flip_of_the_full_deck() {
    // 97 cards: 27 Locations, 31 Hazards, 7 Events (resolved at once: no card stays on the table), 32 Artifacts.
    let scene = at(&["hand_target=1", "players=1"], "", &["3/0*2,2/1"]);
    let kind = |phase: &'static str| scene.chance("flip", move |after| after.phase() == phase);
    require_close(kind("location"), 27.0 / 97.0);
    require_close(kind("play"), 63.0 / 97.0);
    require_close(kind("choose"), 7.0 / 97.0);
    require_close(scene.chance("flip", |after| after.field("card") == "Light_Pins"), 2.0 / 97.0);
}

#[test]
fn a_refill_is_hypergeometric() {
    // Three cards out of 3/0 x2, 2/1 x1, 0/3 x3: 20 triples.
    let cards = "stalker_deck=Caution,Quickness,Knowledge,Greed,Rumors,Courage,Map";
    let scene = at(
        &["hand_target=3", cards],
        "turn=1 phase=end-discard",
        &["-", "1/2"].map(|hand| hand.trim_start_matches('-')),
    );
    for (hand, triples) in [
        ("3/0*2,2/1", 1.0),
        ("3/0*2,0/3", 3.0),
        ("3/0,2/1,0/3", 2.0 * 3.0),
        ("3/0,0/3*2", 2.0 * 3.0),
        ("2/1,0/3*2", 3.0),
        ("0/3*3", 1.0),
    ] {
        require_close(scene.chance("done", |after| after.hand(0) == hand), triples / 20.0);
    }
}

#[test]
fn a_refill_through_a_reshuffle() {
    // The last card of the deck, then one of the three discarded: 0/3 twice in three.
    let cards = "stalker_deck=Caution,Greed,Rumors,Knowledge,Map";
    let scene = at(&["hand_target=2", cards], "turn=1 phase=end-discard deck=3/0", &["", "1/2"]);
    require_close(scene.chance("done", |after| after.hand(0) == "3/0,0/3"), 2.0 / 3.0);
    require_close(scene.chance("done", |after| after.hand(0) == "3/0,2/1"), 1.0 / 3.0);
}

#[test]
fn a_random_loss_is_one_of_the_single_cards() {
    // Explosion 7 with a 2/1 fails with 1 to 4; then 5 on the table, with nothing found, and Stun takes one of
    // 3/0 x3 and 0/3. The share of faces 1, 2, 8 and others is left out by what they leave.
    let scene = meets("Explosion", "as=Culligan 3/0*3,0/3,2/1");
    // One card of four is left over by no single result but 5: three cards in hand, no injury. Result 1 asks first.
    let lost = |hand: &'static str| {
        scene.chance("play:2/1", move |after| after.hand(0) == hand && after.injuries(0) == (0, 0))
    };
    require_close(lost("3/0*3"), 0.4 * 0.1 * (1.0 / 4.0));
    require_close(lost("3/0*2,0/3"), 0.4 * 0.1 * (3.0 / 4.0));
    // Result 2 and Stun: two of the four. 3/0 twice: 3/4 x 2/3; one of each: 1/2.
    require_close(lost("3/0,0/3"), 0.4 * 0.1 * 0.5);
    require_close(lost("3/0*2"), 0.4 * 0.1 * 0.5);
}

#[test]
fn r25_the_copy_that_is_lost_is_kept_or_fresh_by_their_numbers() {
    // Explosion takes one of four cards: a 3/0 (2 kept, 1 fresh) with 3/4, which is a kept one with 2/3.
    let scene = meets("Explosion", "as=Culligan kept:3/0*2 3/0,2/1,0/3");
    let lost = |kept: &'static str, fresh: &'static str| {
        scene.chance("play:2/1", move |after| {
            after.kept(0) == kept && after.fresh(0) == fresh && after.injuries(0) == (0, 0)
        })
    };
    require_close(lost("3/0", "3/0,0/3"), 0.4 * 0.1 * (3.0 / 4.0) * (2.0 / 3.0));
    require_close(lost("3/0*2", "0/3"), 0.4 * 0.1 * (3.0 / 4.0) * (1.0 / 3.0));
    require_close(lost("3/0*2", "3/0"), 0.4 * 0.1 * (1.0 / 4.0));
}

#[test]
fn r29_a_known_card_is_lost_as_often_as_its_kind_is_drawn() {
    // Two 3/0, one of them known: the kind is lost with 2/3, and then it is the known one.
    let scene = meets("Explosion", "as=Culligan known:3/0 3/0,2/1,0/3");
    let lost = scene.chance("play:2/1", |after| {
        after.known(0) == "-" && after.fresh(0) == "3/0,0/3" && after.injuries(0) == (0, 0)
    });
    require_close(lost, 0.4 * 0.1 * (2.0 / 3.0));
}

#[test]
fn lost_swag_is_one_of_the_single_artifacts() {
    let scene = at(
        &["hand_target=1", "zone_deck=Hoax,Empty,Empty,Golden Ball,Gardens"],
        "gone=Gardens",
        &["3/0,2/1", "3/0 Empty*2,Golden_Ball"],
    );
    require_close(scene.chance("flip", |after| after.swag(1) == "Empty,Golden_Ball"), 2.0 / 3.0);
    require_close(scene.chance("flip", |after| after.swag(1) == "Empty*2"), 1.0 / 3.0);
}

#[test]
fn an_aid_draws_before_the_roll_without_a_change_to_it() {
    // Burning Fluff 6 with a 1/1: 5 to 10. The deck holds a 3/0 and two 0/3.
    let cards = "stalker_deck=Supplies,Caution,Quickness,Greed,Rumors";
    let scene =
        at(&["hand_target=1", cards], "phase=play card=Burning_Fluff deck=3/0,0/3*2", &["1/1-aid,3/0", ""]);
    let past = |hand: &'static str| {
        scene.chance("play:1/1-aid", move |after| {
            after.hand(0) == hand && after.phase() == "choose" && after.injuries(0) == (0, 0)
        })
    };
    // 5 on the table costs nothing here either, as nothing was found: 0.6 + 0.4 x 0.1.
    require_close(past("3/0*2"), (0.6 + 0.4 * 0.1) / 3.0);
    require_close(past("3/0,0/3"), (0.6 + 0.4 * 0.1) * 2.0 / 3.0);
}
