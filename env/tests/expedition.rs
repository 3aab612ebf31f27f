//! Expedition: probabilities worked by hand, rulings, and what must not change in silence.

mod common;

use common::{action, beginnings, drawing, load, outcomes, perft, playthrough};
use roadside_env::chance::{Event, Outcome, Recorded, with_script};
use roadside_env::games::expedition::{Card, Expedition, ExpeditionState};
use roadside_env::{Game, Knowledge, Sampled, Seat, State, Stream, View};

/// Plays `labels` from the position `line`, with these cards, each `reveal CARD` or `look CARD`.
fn play(game: &Expedition, line: &str, labels: &[&str], cards: &[&str]) -> ExpeditionState {
    let mut state = game.parse_position(line).unwrap();
    let event = |text: &&str| {
        let (name, card) = text.split_once(' ').unwrap();
        let topic = *Expedition::TOPICS.iter().find(|topic| topic.name == name).unwrap();
        Event { topic, outcome: Outcome::Item(Card::from_label(card).unwrap().index() as u16) }
    };
    with_script(cards.iter().map(event), |chance| {
        for label in labels {
            state.apply(game, action(game, label), chance).unwrap();
        }
        state
    })
    .unwrap()
}

/// How likely it is that `action` leads from `line` to a position of which `what` holds.
fn chance_that(game: &Expedition, line: &str, label: &str, what: impl Fn(&ExpeditionState) -> bool) -> f64 {
    let state = game.parse_position(line).unwrap();
    let branches = outcomes(game, &state, action(game, label), 1_000).unwrap();
    branches.iter().filter(|branch| what(&branch.result)).map(|branch| branch.probability).sum()
}

fn field(game: &Expedition, state: &ExpeditionState, name: &str) -> String {
    let line = state.position(game);
    let value = line.split(' ').find_map(|field| field.strip_prefix(name)?.strip_prefix('='));
    value.unwrap().to_owned()
}

fn path_holds(game: &Expedition, state: &ExpeditionState, label: &str) -> bool {
    field(game, state, "path").split(',').any(|card| card == label)
}

fn view<'a>(game: &'a Expedition, state: &'a ExpeditionState, seat: Seat) -> View<'a, Expedition> {
    View::new(game, state, seat)
}

fn require_close(found: f64, expected: f64) {
    assert!((found - expected).abs() < 1e-12, "{found}, not {expected}");
}

#[test]
fn playthrough_is_as_recorded() {
    insta::assert_snapshot!(playthrough(&load::<Expedition>(&["rounds=2"]), 5, 60));
}

#[test]
fn positions_by_depth_are_as_counted() {
    // Positions, and the shares of plays that go on and that have just ended, in millionths.
    assert_eq!(
        perft(&load::<Expedition>(&["players=1", "rounds=1"]), 4),
        [
            (17, 1_000_000, 0),
            (424, 982_759, 17_241),
            (2_962, 466_133, 516_626),
            (14_002, 213_157, 252_976),
            (48_785, 93_851, 119_306)
        ]
    );
    assert_eq!(
        perft(&load::<Expedition>(&["players=2", "rounds=1"]), 3),
        [(17, 1_000_000, 0), (34, 1_000_000, 0), (713, 741_379, 258_621), (9_145, 724_138, 17_241)]
    );
}

#[test]
fn a_round_begins_with_one_of_thirty_cards() {
    let game: Expedition = load(&[]);
    let beginnings = beginnings(&game, 17).unwrap();
    let share = |card: &str| -> f64 {
        let fits = beginnings.iter().filter(|begin| field(&game, &begin.result, "path") == card);
        fits.map(|begin| begin.probability).sum()
    };
    require_close(share("17"), 1.0 / 30.0);
    require_close(share("5"), 2.0 / 30.0); // there are two of it
    require_close(share("lamp"), 3.0 / 30.0);
}

#[test]
fn the_second_hazard_of_a_kind_ends_the_round() {
    let game: Expedition = load(&["players=1"]);
    let line = "round=1 removed=- path=mange lies=0 held=0 banked=0 seats=in looks=- act=choose:0";
    // 2 of the 29 cards left are of that kind.
    let struck = |state: &ExpeditionState| field(&game, state, "round") == "2";
    require_close(chance_that(&game, line, "stay", struck), 2.0 / 29.0);
    // Next round 29 cards are left again, of which 2 are of that kind.
    let shows_again = |state: &ExpeditionState| struck(state) && field(&game, state, "path") == "mange";
    require_close(chance_that(&game, line, "stay", shows_again), 2.0 / 29.0 * 2.0 / 29.0);
    let state = play(&game, line, &["stay"], &["reveal mange", "reveal 4"]);
    assert_eq!(
        state.position(&game),
        "round=2 removed=mange path=4 lies=0 held=4 banked=0 seats=in looks=- act=choose:0"
    );
}

#[test]
fn finds_are_split_and_remainders_wait_for_leavers() {
    let game: Expedition = load(&["players=3"]);
    // 17 among 3: 5 each, 2 lie.
    let line = "round=1 removed=- path=17 lies=2 held=5 banked=0,0,0 seats=in,in,in looks=- act=choose:0";
    // Two leave and take 1 of the 2 each; then 4 comes to the one who is in.
    let state = play(&game, line, &["leave", "stay", "leave"], &["reveal 4"]);
    assert_eq!(
        state.position(&game),
        "round=1 removed=- path=4,17 lies=0 held=9 banked=6,0,6 seats=out,in,out looks=- act=choose:1"
    );
    // All leave: the 2 do not split among 3, and are lost with the round.
    let state = play(&game, line, &["leave", "leave", "leave"], &["reveal 1"]);
    assert_eq!(
        state.position(&game),
        "round=2 removed=- path=1 lies=1 held=0 banked=5,5,5 seats=in,in,in looks=- act=choose:0"
    );
}

const LOOK: &str = "round=1 removed=- path=17 lies=0 held=8 banked=9,0 seats=out,in looks=- act=look:0:15";

#[test]
fn a_card_that_is_kept_comes_next_for_certain() {
    let game: Expedition = load(&["players=2"]);
    require_close(chance_that(&game, LOOK, "keep", |state| path_holds(&game, state, "15")), 1.0);
    // No event of chance: all that was random was the look.
    let state = play(&game, LOOK, &["keep"], &[]);
    assert_eq!(
        state.position(&game),
        "round=1 removed=- path=15,17 lies=0 held=23 banked=9,0 seats=out,in looks=0:kept act=choose:1"
    );
}

#[test]
fn a_card_that_is_put_under_does_not_come_next() {
    let game: Expedition = load(&["players=2"]);
    require_close(chance_that(&game, LOOK, "under", |state| path_holds(&game, state, "15")), 0.0);
    // 28 of the 29 cards in the deck are loose, 3 of them lamps.
    require_close(chance_that(&game, LOOK, "under", |state| path_holds(&game, state, "lamp")), 3.0 / 28.0);
}

#[test]
fn the_look_is_as_likely_as_the_next_card() {
    let game: Expedition = load(&["players=2"]);
    let line = "round=1 removed=- path=17 lies=1 held=8 banked=0,0 seats=leave,in looks=- act=choose:1";
    let sees = |label: &'static str| {
        let game = game.clone();
        move |state: &ExpeditionState| field(&game, state, "act") == format!("look:0:{label}")
    };
    require_close(chance_that(&game, line, "stay", sees("15")), 1.0 / 29.0);
    require_close(chance_that(&game, line, "stay", sees("lamp")), 3.0 / 29.0);
    // When both leave, nobody is alone and nobody looks.
    require_close(chance_that(&game, line, "leave", |state| field(&game, state, "round") == "2"), 1.0);
}

#[test]
fn others_see_that_a_seat_looked_but_neither_the_card_nor_the_decision() {
    let game: Expedition = load(&["players=2"]);
    let other_card = LOOK.replace(":15", ":lamp");
    let [one, other] = [LOOK, &other_card].map(|line| game.parse_position(line).unwrap());
    assert_ne!(view(&game, &one, 0), view(&game, &other, 0));
    assert_eq!(view(&game, &one, 1), view(&game, &other, 1));
    assert_eq!(view(&game, &one, 1).own_card(), None);
    let kept = play(&game, LOOK, &["keep"], &[]);
    let buried = play(&game, &LOOK.replace(":15", ":jelly"), &["under"], &["reveal 15"]);
    assert_ne!(view(&game, &kept, 0), view(&game, &buried, 0));
    assert_eq!(view(&game, &kept, 1), view(&game, &buried, 1));
    assert_eq!(view(&game, &kept, 1).text(), view(&game, &buried, 1).text());
}

#[test]
fn secrets_are_told_only_to_those_whose_they_are() {
    let game: Expedition = load(&["players=2"]);
    let told = |viewer| {
        let mut chance = Recorded::new(Sampled::new(1, 0), viewer);
        let mut state = game
            .parse_position(
                "round=1 removed=- path=17 lies=1 held=8 banked=0,0 seats=in,in looks=- act=choose:0",
            )
            .unwrap();
        for label in ["leave", "stay", "under"] {
            state.apply(&game, action(&game, label), &mut chance).unwrap();
        }
        chance.take_lines()
    };
    let (all, own, others) = (told(None), told(Some(0)), told(Some(1)));
    assert_eq!(all.len(), own.len() + 1);
    assert_eq!(all[2], "Seat 0 leaves and banks 9.");
    assert!(own.contains(&all[3]) && all[3].starts_with("Seat 0, alone, looks at the next card: "));
    assert!(own.contains(&"Seat 0 puts the card under the deck.".to_owned()));
    assert_eq!(others[..3], [&all[1], &all[2], "Seat 0, alone, looks at the next card."]);
    assert_eq!(others.len(), 4);
}

#[test]
fn choices_are_hidden_until_all_have_chosen() {
    let game: Expedition = load(&["players=3"]);
    let line = "round=1 removed=- path=3 lies=0 held=1 banked=0,0,0 seats=stay,in,in looks=- act=choose:1";
    let other = line.replace("stay", "leave");
    let [stays, leaves] = [line, &other].map(|line| game.parse_position(line).unwrap());
    assert_ne!(view(&game, &stays, 0), view(&game, &leaves, 0));
    for seat in 1..3 {
        assert_eq!(view(&game, &stays, seat), view(&game, &leaves, seat));
        assert_eq!(view(&game, &stays, seat).text(), view(&game, &leaves, seat).text());
    }
}

/// The last step but one of a last round: all finds but the 17 lie on the path, and one hazard of each kind but
/// the lamp; seats 1 and 2 left alone. In the deck are two lamps and the 17.
fn end_of_the_deck(looks: &str) -> String {
    let removed = "mange,mange,jelly,jelly,grinder,grinder,fluff,fluff,lamp";
    let finds = "1,2,3,4,5,5,7,7,9,11,11,13,14,15";
    format!(
        "round=10 removed={removed} path={finds},mange,jelly,grinder,fluff lies=0 held=32 banked=0,35,40 \
         seats=in,out,out looks={looks} act=choose:0"
    )
}

#[test]
fn e1_the_deck_cannot_run_out() {
    let game: Expedition = load(&["rounds=10"]);
    let line = end_of_the_deck("1:kept,2:kept");
    // As many hazards are out as can be; still the last card at the latest is a second lamp.
    let state = play(&game, &line, &["stay", "stay"], &["reveal 17", "reveal lamp"]);
    assert_eq!(state.table().deck().total(), 1);
    let state = play(&game, &state.position(&game), &["stay"], &["reveal lamp"]);
    assert_eq!(field(&game, &state, "act"), "over");
    assert!(game.parse_position(&line.replace("fluff,lamp", "fluff,lamp,lamp")).is_err());
}

#[test]
fn e2_what_lies_on_the_path_is_lost_and_its_finds_come_again() {
    let game: Expedition = load(&["players=2"]);
    let line = "round=1 removed=- path=17 lies=1 held=8 banked=0,0 seats=leave,in looks=- act=choose:1";
    let again = chance_that(&game, line, "leave", |state| path_holds(&game, state, "17"));
    require_close(again, 1.0 / 30.0);
    let state = play(&game, line, &["leave"], &["reveal lamp"]);
    assert_eq!(field(&game, &state, "banked"), "8,8");
    assert_eq!(field(&game, &state, "lies"), "0");
}

#[test]
fn e3_seats_are_asked_in_order_and_act_together() {
    let game: Expedition = load(&["players=3"]);
    let line = "round=1 removed=- path=3 lies=0 held=1 banked=0,0,0 seats=in,in,in looks=- act=choose:0";
    let state = play(&game, line, &["leave", "stay"], &[]);
    assert_eq!(field(&game, &state, "seats"), "leave,stay,in");
    assert_eq!(field(&game, &state, "banked"), "0,0,0");
    let state = play(&game, line, &["leave", "stay", "stay", "keep"], &["look 9"]);
    assert_eq!(field(&game, &state, "seats"), "out,in,in");
    assert_eq!(field(&game, &state, "act"), "choose:1");
}

#[test]
fn e4_cards_that_were_put_under_come_up_in_that_order() {
    let game: Expedition = load(&["rounds=10"]);
    // Of the three cards the lamp is loose; then come the 17 and the other lamp, without an event of chance.
    let line = end_of_the_deck("2:17,1:lamp");
    let state = play(&game, &line, &["stay"], &["reveal lamp"]);
    assert!(path_holds(&game, &state, "lamp") && !path_holds(&game, &state, "17"));
    let state = play(&game, &state.position(&game), &["stay"], &[]);
    assert!(path_holds(&game, &state, "17"));
    let state = play(&game, &end_of_the_deck("1:lamp,2:17"), &["stay", "stay"], &["reveal lamp"]);
    assert_eq!(field(&game, &state, "act"), "over");
}

#[test]
fn e5_whoever_leaves_last_looks_too() {
    let game: Expedition = load(&["players=1", "rounds=1"]);
    let line = "round=1 removed=- path=17 lies=0 held=17 banked=0 seats=in looks=- act=choose:0";
    let state = play(&game, line, &["leave"], &["look lamp"]);
    assert_eq!(
        state.position(&game),
        "round=1 removed=- path=17 lies=0 held=0 banked=17 seats=out looks=- act=look:0:lamp"
    );
    let state = play(&game, line, &["leave", "under"], &["look lamp"]);
    assert!(state.is_terminal());
    require_close(state.player_return(&game, 0), 17.0 / 200.0);
}

/// How often `what` holds of redraws for the seat that is to act.
fn redrawn(game: &Expedition, line: &str, what: impl Fn(&str) -> bool) -> f64 {
    const REDRAWS: u32 = 20_000;
    let state = game.parse_position(line).unwrap();
    let knowledge = view(game, &state, state.current_player().unwrap()).knowledge();
    let mut rng = Stream::new(3, 0, 0);
    let hits = (0..REDRAWS).filter(|_| {
        let redrawn = knowledge.determinize(game, &mut rng).unwrap();
        redrawn.check(game).unwrap();
        what(&redrawn.position(game))
    });
    hits.count() as f64 / f64::from(REDRAWS)
}

/// Within four standard deviations of 20,000 redraws.
fn require_near(found: f64, expected: f64) {
    let deviation = (expected * (1.0 - expected) / 20_000.0).sqrt();
    assert!((found - expected).abs() <= 4.0 * deviation, "{found}, not {expected}");
}

#[test]
fn e6_choices_are_redrawn_evenly() {
    let game: Expedition = load(&["players=3"]);
    let line = "round=1 removed=- path=3 lies=0 held=1 banked=0,0,0 seats=stay,leave,in looks=- act=choose:2";
    for seats in ["stay,stay,in", "stay,leave,in", "leave,stay,in", "leave,leave,in"] {
        require_near(redrawn(&game, line, |text| text.contains(&format!("seats={seats}"))), 0.25);
    }
}

#[test]
fn e6_looks_are_redrawn_evenly_with_cards_by_their_number() {
    let game: Expedition = load(&["players=2"]);
    let line =
        "round=1 removed=- path=15,17 lies=0 held=23 banked=9,0 seats=out,in looks=0:kept act=choose:1";
    require_near(redrawn(&game, line, |text| text.contains("looks=0:kept")), 1.0 / 2.0);
    // Put under is half of it; 28 cards are in the deck, 3 of them lamps, none of them the 15.
    require_near(redrawn(&game, line, |text| text.contains("looks=0:lamp")), 1.0 / 2.0 * 3.0 / 28.0);
    require_near(redrawn(&game, line, |text| text.contains("looks=0:14")), 1.0 / 2.0 * 1.0 / 28.0);
    require_near(redrawn(&game, line, |text| text.contains("looks=0:15")), 0.0);
}

#[test]
fn e6_the_card_that_the_seat_looks_at_is_dealt_to_nobody_else() {
    let game: Expedition = load(&["players=3"]);
    let line =
        "round=1 removed=- path=3,17 lies=0 held=7 banked=6,7,0 seats=out,out,in looks=0:lamp act=look:1:15";
    require_near(redrawn(&game, line, |text| text.contains("looks=0:15")), 0.0);
    // 28 cards are in the deck, one of them before the seat.
    require_near(redrawn(&game, line, |text| text.contains("looks=0:lamp")), 1.0 / 2.0 * 3.0 / 27.0);
    require_near(redrawn(&game, line, |text| text.contains("act=look:1:15")), 1.0);
}

#[test]
fn e6_at_the_end_of_the_deck_too() {
    let game: Expedition = load(&["rounds=10"]);
    // Seat 0 knows that two lamps and the 17 are left, and that two seats looked. If both put a card under, these
    // are two of the three in some order.
    let line = end_of_the_deck("1:kept,2:kept");
    require_near(redrawn(&game, &line, |text| text.contains("looks=1:kept,2:kept")), 1.0 / 4.0);
    require_near(redrawn(&game, &line, |text| text.contains("looks=1:17,2:lamp")), 1.0 / 4.0 * 1.0 / 3.0);
    require_near(redrawn(&game, &line, |text| text.contains("looks=1:lamp,2:lamp")), 1.0 / 4.0 * 1.0 / 3.0);
    // One card later with only one left: if both put cards under, the first of them has come up again.
    let state = play(&game, &line, &["stay", "stay"], &["reveal 17", "reveal lamp"]);
    let late = state.position(&game);
    require_near(redrawn(&game, &late, |text| text.contains(",2:lamp")), 1.0 / 2.0);
    require_near(redrawn(&game, &late, |text| text.contains("looks=1:lamp,2:kept")), 1.0 / 4.0);
    require_near(redrawn(&game, &late, |text| text.contains("looks=1:17,2:lamp")), 1.0 / 4.0 / 20.0);
}

#[test]
fn e7_ties_share_the_win_and_teams_the_points() {
    let over = |pairs: &[&str], banked: &str| {
        let game: Expedition = load(pairs);
        let out = vec!["out"; banked.split(',').count()].join(",");
        let line =
            format!("round=3 removed=- path=- lies=0 held=0 banked={banked} seats={out} looks=- act=over");
        let state = game.parse_position(&line).unwrap();
        let shares: Vec<_> =
            (0..game.facts().seats).map(|seat| state.standing(&game, seat).win_share).collect();
        (state.returns(&game), shares)
    };
    assert_eq!(over(&["players=3"], "5,9,2"), (vec![-0.5, 1.0, -0.5], vec![Some(0.0), Some(1.0), Some(0.0)]));
    // (1 - 1/2) / 2 for each of two winners.
    assert_eq!(over(&["players=3"], "9,9,2").0, [0.25, 0.25, -0.5]);
    assert_eq!(over(&["players=3"], "9,9,2").1, [Some(0.5), Some(0.5), Some(0.0)]);
    assert_eq!(over(&["players=2"], "0,0").0, [0.0, 0.0]);
    assert_eq!(over(&["players=3", "team=on"], "5,9,2"), (vec![16.0 / 200.0; 3], vec![None; 3]));
    assert_eq!(over(&["players=1"], "50"), (vec![0.25], vec![None]));
}

#[test]
fn positions_that_cannot_be_are_refused() {
    let game: Expedition = load(&["players=2"]);
    let line =
        "round=2 removed=mange path=15,17 lies=0 held=23 banked=9,0 seats=out,in looks=0:lamp act=choose:1";
    assert!(game.parse_position(line).is_ok());
    for (from, to, why) in [
        ("round=2", "round=4", "there are three rounds"),
        ("round=2", "round=1", "a hazard is out before a round has ended"),
        ("=mange", "=5", "finds are not taken out"),
        ("=mange", "=mange,jelly", "two are out after one round"),
        ("15,17", "17,17", "there is one 17"),
        ("15,17", "15,17,lamp,lamp", "the round would have ended"),
        ("15,17", "-", "a card is revealed first"),
        ("15,17", "15", "the one who left did so before the second card"),
        ("held=23", "held=33", "more than was found"),
        ("held=23", "held=14", "less than the least share"),
        ("lies=0", "lies=10", "more than was found"),
        ("=9,0", "=8,0", "a point is nowhere"),
        ("=9,0", "=9,300", "more than one round brings"),
        ("=9,0", "=9,0,0", "two seats play"),
        ("out,in", "out,out", "the round would have ended"),
        ("out,in", "in,in", "nobody in has looked"),
        ("out,in", "out,stay", "who is to act has not chosen"),
        ("0:lamp", "-", "who leaves alone looks"),
        ("0:lamp", "0:15", "the 15 is on the path, and not under the deck"),
        ("0:lamp", "1:lamp", "who is in has not looked"),
        ("0:lamp", "0:lamp,0:lamp", "a seat looks once"),
        ("choose:1", "choose:0", "who is out does not choose"),
        ("choose:1", "look:1:9", "who is in does not look"),
        ("choose:1", "over", "only after the last round, with nothing left"),
    ] {
        let wrong = line.replacen(from, to, 1);
        assert_ne!(wrong, line);
        assert!(game.parse_position(&wrong).is_err(), "{why}: {wrong}");
    }
}

#[test]
fn a_drawing_is_as_recorded() {
    insta::assert_binary_snapshot!(".svg", drawing(&load::<Expedition>(&[]), 5, 10));
}
