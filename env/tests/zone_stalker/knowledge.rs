//! R23, R25 and R26: who knows what.

use std::collections::{BTreeMap, HashMap};

use roadside_env::games::zone_stalker::Phase;
use roadside_env::{Game, Knowledge, NotToAct, Sampled, State, Stream, View};

use crate::common::{load, random_action};
use crate::kit::{Scene, Table, at, kinds, named, require_close};

const SMALL: &[&str] = &["hand_target=1"];
const THREE: &[&str] = &["hand_target=1", "players=3"];

// R23: what is lost is seen.

#[test]
fn r23_every_lost_or_discarded_card_is_seen_by_all() {
    let hurt = |hand: &str, script: &str| {
        at(SMALL, "phase=play card=Devils_Heat", &[hand, "3/0"]).act("play:2/1", script)
    };
    let [one, other] =
        ["loss:3/0", "loss:1/2"].map(|loss| hurt("3/0,1/2,2/1", &format!("die:1 die:2 {loss}")));
    assert_eq!(
        [named(one.view(1).discard_pile()), named(other.view(1).discard_pile())],
        ["3/0,2/1", "2/1,1/2"]
    );
    assert_ne!(one.view(1), other.view(1));
    let all = hurt("3/0,1/2,2/1", "die:1 die:8");
    assert_eq!(named(all.view(1).discard_pile()), "3/0,2/1,1/2");
}

#[test]
fn r23_lost_swag_and_what_the_killed_leave_are_seen_by_all() {
    let robbed = |lost: &str| {
        at(THREE, "", &["3/0,2/1", "3/0 Empty,Sponges", "1/2"]).act("flip", &format!("flip:Hoax swag:{lost}"))
    };
    let [one, other] = ["Empty", "Sponges"].map(robbed);
    assert_ne!(one.view(2), other.view(2));
    let seats = ["3/0,2/1,0/3 Empty", "3/0", "1/2"];
    let dead = at(THREE, "phase=play card=Devils_Heat", &seats).act("play:2/1", "die:1 die:10");
    assert_eq!(named(dead.view(2).discard_pile()), "3/0,2/1,0/3");
    assert_eq!(dead.view(2).swag(0).total(), 0);
}

#[test]
fn the_others_hands_are_hidden_and_their_sizes_are_not() {
    let drawn = |cards: &str| {
        at(&["hand_target=3"], "turn=1 phase=end-discard", &["3/0", "1/2"])
            .act("done", &format!("draw:{cards}"))
    };
    let [one, other] = ["3/0*2", "2/1,0/3"].map(drawn);
    assert_ne!(one.view(0), other.view(0));
    assert_eq!(one.view(1), other.view(1));
    assert_eq!(one.view(1).text(), other.view(1).text());
    assert_eq!(one.view(1).observation(), other.view(1).observation());
    assert_eq!(one.view(1).hand_size(0), 3);
    // All that is not in sight: 56 cards less the own one.
    assert_eq!(one.view(1).unseen_cards().total(), 55);
    // A different hand size is seen.
    let fewer = at(SMALL, "", &["3/0", "1/2"]);
    assert_ne!(fewer.view(1), at(SMALL, "", &["3/0*2", "1/2"]).view(1));
}

// R25: what a redraw deals.

/// Goes through random plays; `visit` gets each position with whether the Stalker deck has grown, which a
/// reshuffle does and nothing else.
fn plays(
    settings: &[&str],
    seeds: u64,
    mut visit: impl FnMut(&Table, &roadside_env::games::zone_stalker::ZoneState<6>, bool),
) {
    let game: Table = load(settings);
    for seed in 0..seeds {
        let (mut chance, mut rng) = (Sampled::new(seed, 1), Stream::for_player(seed, 1, 0));
        let mut state = game.new_initial_state(&mut chance);
        while !state.is_terminal() {
            let before = View::new(&game, &state, 0).stalker_deck_size();
            let action = random_action(&game, &state, &mut rng);
            state.apply(&game, action, &mut chance).unwrap();
            visit(&game, &state, View::new(&game, &state, 0).stalker_deck_size() > before);
        }
    }
}

#[test]
fn r25_with_two_seats_a_reshuffle_shows_the_other_hand() {
    let (mut shown, mut varied) = (0, 0);
    let mut rng = Stream::new(1, 2, 3);
    let mut reshuffled = false;
    plays(&["players=2"], 150, |game, state, grown| {
        let Some(seat) = state.current_player() else {
            reshuffled = false; // the next play
            return;
        };
        reshuffled |= grown;
        let knowledge = View::new(game, state, seat).knowledge();
        let mut redraw = || knowledge.determinize(game, &mut rng).unwrap();
        if grown {
            // The one that drew is to act; the other has not drawn since.
            (0..5).for_each(|_| assert_eq!(redraw(), *state, "{}", state.position(game)));
            shown += 1;
        } else if !reshuffled && (0..5).any(|_| redraw() != *state) {
            varied += 1;
        }
    });
    assert!(shown > 50, "{shown} reshuffles were met");
    assert!(varied > 1_000, "{varied} positions before any reshuffle vary");
}

/// What a redraw deals: kept and fresh cards of the two other hands.
type Deal = [String; 4];

/// Seat 0 to act; 3 kept and 4 fresh cards that it does not see, of which 2 and 1 lie in hand 1, 1 and 1 in hand 2.
fn seven_unseen() -> Scene {
    let deck = "Caution,Caution,Knowledge,Quickness,Knowledge,Methodical,Map,Greed,Rumors";
    let settings = ["players=3", "hand_target=1", &format!("stalker_deck={deck}")];
    let scene = at(&settings, "", &["kept:0/3 0/3", "kept:3/0,2/1 2/1", "kept:3/0 1/2"]);
    assert_eq!(scene.deck(), "3/0,2/1");
    scene
}

/// Every arrangement of the single cards in their pools, each equally likely: 3! x 4!.
fn all_deals() -> BTreeMap<Deal, f64> {
    let mut deals = BTreeMap::new();
    let (kept, fresh) = (["3/0", "3/0", "2/1"], ["2/1", "1/2", "3/0", "2/1"]);
    for kept in orders(&kept) {
        for fresh in orders(&fresh) {
            let cards = |cards: &[&str]| named(kinds(&cards.join(",")));
            let deal = [cards(&kept[..2]), cards(&fresh[..1]), cards(&kept[2..]), cards(&fresh[1..2])];
            *deals.entry(deal).or_insert(0.0) += 1.0 / (6.0 * 24.0);
        }
    }
    deals
}

fn orders<'a>(cards: &[&'a str]) -> Vec<Vec<&'a str>> {
    if cards.is_empty() {
        return vec![vec![]];
    }
    let with_first = |first: usize| {
        let rest: Vec<&str> =
            cards.iter().enumerate().filter(|&(at, _)| at != first).map(|(_, card)| *card).collect();
        orders(&rest).into_iter().map(move |order| [vec![cards[first]], order].concat())
    };
    (0..cards.len()).flat_map(with_first).collect()
}

#[test]
fn r25_a_redraw_deals_every_arrangement_of_single_cards_equally_often() {
    const REDRAWS: u32 = 20_000;
    let scene = seven_unseen();
    let knowledge = scene.view(0).knowledge();
    let mut rng = Stream::new(25, 0, 0);
    let mut found: HashMap<Deal, u32> = HashMap::new();
    for _ in 0..REDRAWS {
        let state = knowledge.determinize(&scene.game, &mut rng).unwrap();
        let dealt = Scene { state, ..scene.clone() };
        assert_eq!([dealt.kept(0), dealt.fresh(0)], ["0/3", "0/3"]);
        *found.entry([dealt.kept(1), dealt.fresh(1), dealt.kept(2), dealt.fresh(2)]).or_default() += 1;
    }
    // Kept: the 2/1 in hand 2 or not. Fresh: 3 x 3 ordered pairs of kinds without 1/2, 1/2 and 3/0, 3/0.
    let deals = all_deals();
    assert_eq!(deals.len(), 2 * 7);
    let mut chi_square = 0.0;
    for (deal, share) in &deals {
        let expected = share * f64::from(REDRAWS);
        let seen = f64::from(found.remove(deal).unwrap_or(0));
        chi_square += (seen - expected).powi(2) / expected;
    }
    assert!(found.is_empty(), "{found:?}");
    // 13 degrees of freedom: 40 is passed once in some 8,000 tests.
    assert!(chi_square < 40.0, "{chi_square}");
}

#[test]
fn r25_the_pools_of_each_hand_are_known() {
    // Hand 1 has 2 kept and 1 fresh; with 1 and 2 it would be another position for seat 0.
    let scene = seven_unseen();
    let settings: Vec<String> = ["players=3", "hand_target=1"]
        .map(str::to_owned)
        .into_iter()
        .chain(["stalker_deck=Caution,Caution,Knowledge,Quickness,Knowledge,Methodical,Map,Greed,Rumors"
            .to_owned()])
        .collect();
    let settings: Vec<&str> = settings.iter().map(String::as_str).collect();
    let same_sizes = at(&settings, "", &["kept:0/3 0/3", "kept:3/0*2 3/0", "kept:2/1 2/1"]);
    assert_eq!(scene.view(0), same_sizes.view(0));
    let other_pools = at(
        &settings,
        "",
        &["kept:0/3 0/3", "kept:3/0 2/1*2", "kept:3/0,2/1 -"].map(|seat| seat.trim_end_matches(" -")),
    );
    assert_ne!(scene.view(0), other_pools.view(0));
}

#[test]
fn r25_a_reshuffle_makes_all_hidden_cards_in_hands_kept() {
    let seats = ["2/1", "kept:3/0 known:0/3 1/2", "1/1-aid"];
    let settings = ["players=3", "hand_target=3", "trade_offers=0"];
    let scene = at(&settings, "turn=2 phase=end-discard deck=0/3", &seats).act("done", "draw:0/3 draw:3/0");
    // Seat 0 had one card, drew the last one of the deck, and then one of the new deck.
    assert_eq!([scene.kept(0), scene.fresh(0)], ["2/1,0/3", "3/0"]);
    assert_eq!([scene.kept(1), scene.fresh(1), scene.known(1)], ["3/0,1/2", "-", "0/3"]);
    assert_eq!([scene.kept(2), scene.fresh(2)], ["1/1-aid", "-"]);
}

#[test]
fn r25_a_card_that_leaves_by_kind_is_a_random_copy_and_its_pool_is_seen() {
    let scene = at(SMALL, "phase=end-discard", &["kept:3/0*2 3/0,2/1", "3/0"]);
    // Three copies, two of them kept.
    require_close(scene.chance("discard:3/0", |after| after.kept(0) == "3/0"), 2.0 / 3.0);
    require_close(scene.chance("discard:3/0", |after| after.fresh(0) == "2/1"), 1.0 / 3.0);
    let [kept, fresh] = ["copy:kept", "copy:fresh"].map(|copy| scene.act("discard:3/0", copy));
    assert_ne!(kept.view(1), fresh.view(1));
    // A kind of one pool only leaves nothing to chance.
    assert_eq!(scene.act("discard:2/1", "").fresh(0), "3/0");
}

#[test]
fn r25_a_known_card_stays_where_it_is() {
    let scene = at(&["players=3"], "", &["3/0", "known:0/3*2 2/1*3", "kept:1/2 known:3/0 2/1"]);
    let mut rng = Stream::new(7, 7, 7);
    for _ in 0..100 {
        let state = scene.view(0).knowledge().determinize(&scene.game, &mut rng).unwrap();
        let dealt = Scene { state, ..scene.clone() };
        assert_eq!([dealt.known(1), dealt.known(2), dealt.kept(2)], ["0/3*2", "3/0", "1/2"]);
    }
}

// R26: being asked is no event.

/// The two positions are one to each of these seats, which read "waiting".
fn require_same_to(seats: &[usize], one: &Scene, other: &Scene) {
    assert_ne!(one.state, other.state);
    for &seat in seats {
        let [one, other] = [one, other].map(|scene| scene.view(seat));
        assert_eq!(one, other);
        assert_eq!([one.phase(), other.phase()], [Phase::Waiting, Phase::Waiting]);
        assert_eq!(one.text(), other.text());
        assert_eq!(one.observation(), other.observation());
        assert!(roadside_env::Actions::is_empty(&one.legal_actions()));
    }
}

/// Seat 0, with this hand of three cards, after a 3 on the Hazard Table.
fn on_the_table(settings: &[&str], phase: &str, hand: &str, others: &[&str]) -> Scene {
    let seats: Vec<&str> = [hand].into_iter().chain(others.iter().copied()).collect();
    at(settings, &format!("phase={phase} card=Devils_Heat roll=table:3:0"), &seats)
}

#[test]
fn r26_others_do_not_hear_that_the_roller_is_asked() {
    let asked = on_the_table(THREE, "reroll", "3/0,2/1,1/1-retry", &["3/0", "1/2"]);
    let pharaoh = on_the_table(THREE, "reroll", "3/0,1/1-retry*2", &["3/0", "1/2"]);
    require_same_to(&[1, 2], &asked, &pharaoh);
    // Whether it is the Retry or the Martyr that is asked about.
    let martyr = on_the_table(THREE, "martyr:1", "3/0,2/1,0/2-martyr", &["3/0", "1/2"]);
    require_same_to(&[1, 2], &asked, &martyr);
    assert_ne!(asked.view(0), martyr.view(0));
    let both = on_the_table(THREE, "martyr:1", "1/1-retry,2/1,0/2-martyr", &["3/0", "1/2"]);
    require_same_to(&[1, 2], &both, &martyr);
}

#[test]
fn r26_others_do_not_hear_which_opponent_is_asked_for_a_retry() {
    let settings = ["players=4", "hand_target=1", "retry_scope=any"];
    let others = ["3/0,1/1-retry", "2/1,1/1-retry", "1/2*2"];
    let roller = on_the_table(&settings, "reroll", "3/0,2/1,1/1-retry", &others);
    let first = on_the_table(&settings, "meddle:1", "3/0,2/1,1/1-retry", &others);
    let second = on_the_table(&settings, "meddle:2", "3/0,2/1,1/1-retry", &others);
    let martyr = on_the_table(&settings, "martyr:1", "3/0,2/1,0/2-martyr", &others);
    require_same_to(&[2, 3], &roller, &first);
    require_same_to(&[0, 3], &first, &second);
    require_same_to(&[1, 3], &roller, &second);
    require_same_to(&[3], &second, &martyr);
    // Whoever is asked knows it.
    assert_ne!(first.view(1), second.view(1));
    assert_eq!(first.view(1).phase(), Phase::Meddle { seat: 1 });
}

#[test]
fn r26_nobody_sees_an_offer_before_its_third_step() {
    let scene = at(THREE, "phase=offer offers=2", &["3/0,2/1 Empty", "3/0,0/3 Sponges", "1/2"]);
    let partner = scene.act("offer:+1", "");
    let other_partner = scene.act("offer:+2", "");
    let give = partner.act("give:2/1", "");
    for step in [&partner, &other_partner, &give] {
        require_same_to(&[1, 2], &scene, step);
        assert_ne!(scene.view(0), step.view(0));
    }
}

#[test]
fn r26_the_third_seat_does_not_hear_whether_the_partner_is_asked() {
    let scene = at(THREE, "phase=offer offers=2", &["3/0,2/1", "3/0,0/3", "1/2"]);
    let asked = scene.play(&["offer:+1", "give:2/1", "get:0/3"]);
    let cannot = scene.play(&["offer:+1", "give:2/1", "get:1/1-aid"]);
    assert_eq!([asked.phase(), cannot.phase()], ["answer:1:2/1:0/3", "offer"]);
    require_same_to(&[2], &asked, &cannot);
    // Declined by choice or for want of it: all see the same.
    assert_eq!(asked.act("decline", "").state, cannot.state);
}

#[test]
fn r26_what_is_done_in_public_is_seen() {
    let choosing = at(SMALL, "flags=f", &["3/0,2/1", "3/0"]);
    let discarding = at(SMALL, "phase=end-discard flags=f", &["3/0,2/1", "3/0"]);
    assert_ne!(choosing.view(1), discarding.view(1));
    assert_eq!(choosing.view(1).phase(), Phase::Choose);
}

#[test]
fn r26_a_redraw_is_for_the_seat_that_is_to_act() {
    let scene = on_the_table(THREE, "reroll", "3/0,2/1,1/1-retry", &["3/0", "1/2"]);
    let mut rng = Stream::new(0, 0, 0);
    assert!(scene.view(0).knowledge().determinize(&scene.game, &mut rng).is_ok());
    for seat in [1, 2] {
        assert_eq!(scene.view(seat).knowledge().determinize(&scene.game, &mut rng), Err(NotToAct));
    }
}
