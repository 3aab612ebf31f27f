//! R22 and R28: trading in the End Phase.

use roadside_env::State;

use crate::kit::{Scene, at};

const THREE: &[&str] = &["hand_target=1", "players=3"];

/// Seat 0 before its first of two offers.
fn offering(seats: &[&str]) -> Scene {
    at(THREE, "phase=offer offers=2", seats)
}

const SEATS: &[&str] = &["3/0,2/1 Empty", "3/0,0/3 Golden_Ball,Sponges", "1/2"];

#[test]
fn r22_two_offers_with_three_seats_none_with_two_or_alone() {
    let after_discards =
        |settings: &[&str], seats: &[&str]| at(settings, "phase=end-discard", seats).act("done", "");
    let scene = after_discards(THREE, &["3/0", "3/0", "3/0"]);
    assert_eq!((scene.phase().as_str(), scene.field("offers").as_str()), ("offer", "2"));
    // Seats at the start count.
    assert_eq!(after_discards(THREE, &["3/0", "3/0", "dead"]).phase(), "offer");
    assert_eq!(after_discards(&["hand_target=1"], &["3/0", "3/0"]).turn(), 1);
    assert_eq!(after_discards(&["hand_target=1", "players=1"], &["3/0"]).phase(), "choose");
}

#[test]
fn r22_the_number_of_offers_is_a_variant() {
    let offers = |settings: &[&str], seats: &[&str]| at(settings, "phase=end-discard", seats).act("done", "");
    let scene = offers(&["hand_target=1", "trade_offers=5"], &["3/0", "3/0"]);
    assert_eq!((scene.phase().as_str(), scene.field("offers").as_str()), ("offer", "5"));
    let scene = offers(&["hand_target=1", "players=3", "trade_offers=0"], &["3/0", "3/0", "3/0"]);
    assert_eq!((scene.turn(), scene.phase().as_str()), (1, "choose"));
    assert_eq!(offers(&["hand_target=1", "players=1", "trade_offers=5"], &["3/0"]).phase(), "choose");
}

#[test]
fn r22_an_offer_names_an_opponent_then_what_to_give_then_what_to_get() {
    let scene = offering(SEATS);
    assert_eq!(scene.legal(), "no_offer offer:+1 offer:+2");
    let scene = scene.act("offer:+1", "");
    assert_eq!(scene.legal(), "give:nothing give:3/0 give:2/1 give:Empty"); // only what one has
    let kinds = "get:3/0 get:2/1 get:1/2 get:0/3 get:0/2-martyr get:2/0-martyr get:1/1-retry get:1/1-aid";
    // Not nothing on both sides; R28: any kind, but of artifacts those that lie there.
    assert_eq!(scene.act("give:nothing", "").legal(), format!("{kinds} get:Golden_Ball get:Sponges"));
    let scene = scene.act("give:3/0", "");
    assert_eq!(scene.legal(), format!("get:nothing {kinds} get:Golden_Ball get:Sponges"));
    let scene = scene.act("get:nothing", "");
    assert_eq!((scene.state.current_player(), scene.legal().as_str()), (Some(1), "agree decline"));
}

#[test]
fn r22_only_living_opponents_can_be_named() {
    assert_eq!(offering(&["3/0", "dead", "3/0"]).legal(), "no_offer offer:+2");
}

#[test]
fn r22_a_trade_moves_both_things_and_what_is_got_is_known() {
    let scene = offering(SEATS).play(&["offer:+1", "give:3/0", "get:0/3", "agree"]);
    assert_eq!([scene.hand(0), scene.hand(1)], ["2/1,0/3", "3/0*2"]);
    assert_eq!([scene.known(0), scene.known(1)], ["0/3", "3/0"]);
    let scene = offering(SEATS).play(&["offer:+1", "give:Empty", "get:Golden_Ball", "agree"]);
    assert_eq!([scene.swag(0), scene.swag(1)], ["Golden_Ball", "Empty,Sponges"]);
    let scene = offering(SEATS).play(&["offer:+1", "give:nothing", "get:Sponges", "agree"]);
    assert_eq!([scene.swag(0), scene.swag(1)], ["Empty,Sponges", "Golden_Ball"]);
    assert_eq!((scene.phase().as_str(), scene.field("offers").as_str()), ("offer", "1"));
}

#[test]
fn r22_an_offer_is_used_up_accepted_or_declined_and_its_card_is_known() {
    let scene = offering(SEATS).play(&["offer:+1", "give:3/0", "get:0/3", "decline"]);
    assert_eq!([scene.hand(0), scene.hand(1)], ["3/0,2/1", "3/0,0/3"]);
    assert_eq!([scene.known(0), scene.known(1)], ["3/0", "-"]);
    assert_eq!((scene.phase().as_str(), scene.field("offers").as_str()), ("offer", "1"));
    // The second offer is the last; the same card is offered again, and still known once.
    let scene = scene.play(&["offer:+2", "give:3/0", "get:1/2"]);
    assert_eq!(scene.known(0), "3/0");
    assert_eq!(scene.act("decline", "").turn(), 1);
}

#[test]
fn r22_what_the_partner_does_not_have_it_can_only_decline() {
    let scene = offering(SEATS).play(&["offer:+1", "give:3/0", "get:1/1-aid"]);
    assert_eq!((scene.phase().as_str(), scene.field("offers").as_str()), ("offer", "1"));
    assert_eq!((scene.known(0).as_str(), scene.hand(0).as_str()), ("3/0", "3/0,2/1"));
}

#[test]
fn r22_no_offer_ends_the_trading() {
    assert_eq!(offering(SEATS).act("no_offer", "").turn(), 1);
}

#[test]
fn r22_with_an_empty_hand_trading_is_still_asked() {
    let scene = at(THREE, "", &["3/0", "3/0", "3/0"]).act("flip", "flip:Gardens");
    assert_eq!((scene.turn(), scene.phase().as_str()), (0, "offer"));
    // R24: nothing is all that can be given.
    assert_eq!(scene.act("offer:+2", "").phase(), "get:2:nothing");
}

#[test]
fn r22_a_known_card_is_the_first_of_its_kind_to_leave() {
    let leaves = |label: &str, table: &str| {
        at(THREE, table, &["kept:3/0 3/0 known:3/0 2/1", "3/0", "3/0"]).act(label, "")
    };
    let discarded = leaves("discard:3/0", "phase=end-discard");
    assert_eq!([discarded.kept(0), discarded.fresh(0), discarded.known(0)], ["3/0", "3/0,2/1", "-"]);
    let played = at(THREE, "phase=play card=Patrol_Bullets", &["kept:3/0 3/0 known:3/0 2/1", "3/0", "3/0"]);
    assert_eq!(played.act("play:3/0", "die:9").known(0), "-");
    // Lost at random, too (R29).
    let scene = at(THREE, "phase=play card=Devils_Heat", &["kept:3/0 3/0 known:3/0 2/1", "3/0", "3/0"]);
    assert_eq!(scene.act("play:2/1", "die:1 die:2 loss:3/0").known(0), "-");
    // In a trade on the partner's side.
    let scene = offering(&["2/1", "kept:0/3 0/3 known:0/3", "3/0"])
        .play(&["offer:+1", "give:2/1", "get:0/3", "agree"]);
    assert_eq!([scene.kept(1), scene.fresh(1), scene.known(1)], ["0/3", "0/3", "2/1"]);
}

#[test]
fn r22_effects_follow_the_artifact_as_it_lies() {
    // A Bracelet got by trade heals its new owner; one that was given away does not.
    let seats = ["3/0 injuries=1", "as=Four_Eyes 3/0*2 Bracelet injuries=2", "3/0"];
    let scene = offering(&seats).play(&["offer:+1", "give:nothing", "get:Bracelet", "agree", "no_offer"]);
    assert_eq!(scene.turn(), 1);
    assert_eq!(scene.act("stop", "").injuries(1), (1, 0));
    // Illegal is for finding: nobody misses a turn for a Jelly Container that is traded.
    let scene = offering(&["3/0", "3/0 Jelly_Container", "3/0"]);
    let scene = scene.play(&["offer:+1", "give:nothing", "get:Jelly_Container", "agree"]);
    assert_eq!([0, 1].map(|seat| scene.to_miss(seat)), [0, 0]);
    // Culligan counts what lies with him: 8 and 1.
    assert_eq!([scene.view(0).score(0), scene.view(0).score(1)], [9, 0]);
}

#[test]
fn r28_any_kind_may_be_asked_for_but_only_artifacts_that_lie_there() {
    // Seat 1 holds one 3/0 and nothing else; seat 0 has an Empty of its own and there is a second one.
    let scene = offering(&["3/0 Empty", "3/0 Golden_Ball", "3/0"]).play(&["offer:+1", "give:Empty"]);
    let asked: Vec<String> = scene.legal().split(' ').map(str::to_owned).collect();
    assert_eq!(asked.iter().filter(|label| label.contains('/')).count(), 8);
    assert!(asked.contains(&"get:Golden_Ball".to_owned()) && !asked.contains(&"get:Empty".to_owned()));
    let scene = offering(&["3/0 Empty", "3/0 Golden_Ball", "3/0"]).play(&["offer:+2", "give:Empty"]);
    assert!(!scene.legal().contains("get:Golden_Ball"));
}
