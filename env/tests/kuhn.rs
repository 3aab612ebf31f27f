//! Kuhn poker: its equilibrium, rulings, and what must not change in silence.

mod common;

use common::{beginnings, drawing, load, perft, playthrough};
use roadside_env::chance::{Recorded, enumerate};
use roadside_env::games::kuhn::{BET, Kuhn, KuhnState, PASS};
use roadside_env::{Game, Sampled, Seat, State, View};

/// How often each seat bets, by its information state.
type Strategy<'a> = &'a dyn Fn(&str) -> f64;

/// What the first seat gets from `state` on.
fn value(game: &Kuhn, state: KuhnState, strategies: [Strategy<'_>; 2]) -> f64 {
    let Some(seat) = state.current_player() else { return state.player_return(game, 0) };
    let key = View::new(game, &state, seat).information_state().unwrap();
    let bets = strategies[seat](&key);
    let after = |action| {
        let next = enumerate(1, |chance| {
            let mut next = state;
            next.apply(game, action, chance).unwrap();
            next
        });
        value(game, next.unwrap()[0].result, strategies)
    };
    (1.0 - bets) * after(PASS) + bets * after(BET)
}

/// What the first seat gets on average over all deals.
fn value_of_game(game: &Kuhn, strategies: [Strategy<'_>; 2]) -> f64 {
    beginnings(game, 6)
        .unwrap()
        .iter()
        .map(|deal| deal.probability * value(game, deal.result, strategies))
        .sum()
}

/// The first seat's equilibrium strategies: one for each `alpha` from 0 to 1/3 (Kuhn 1950).
fn first(alpha: f64) -> impl Fn(&str) -> f64 {
    move |key| match key {
        "J" => alpha,
        "K" => 3.0 * alpha,
        "Q pb" => alpha + 1.0 / 3.0,
        "K pb" => 1.0,
        "Q" | "J pb" => 0.0,
        _ => panic!("{key}"),
    }
}

/// The second seat's only equilibrium strategy.
fn second(key: &str) -> f64 {
    match key {
        "J p" | "Q b" => 1.0 / 3.0,
        "K p" | "K b" => 1.0,
        "Q p" | "J b" => 0.0,
        _ => panic!("{key}"),
    }
}

/// The 64 strategies of `seat` that leave nothing to chance.
fn pure(seat: Seat) -> impl Iterator<Item = impl Fn(&str) -> f64> {
    let keys = if seat == 0 {
        ["J", "Q", "K", "J pb", "Q pb", "K pb"]
    } else {
        ["J p", "Q p", "K p", "J b", "Q b", "K b"]
    };
    (0_u8..64).map(move |bits| {
        move |key: &str| f64::from(bits >> keys.iter().position(|known| *known == key).unwrap() & 1)
    })
}

#[test]
fn the_equilibrium_is_worth_minus_one_eighteenth() {
    let game: Kuhn = load(&[]);
    for alpha in [0.0, 0.1, 1.0 / 6.0, 1.0 / 3.0] {
        let found = value_of_game(&game, [&first(alpha), &second]);
        assert!((found + 1.0 / 18.0).abs() < 1e-12, "{alpha}: {found}");
    }
}

#[test]
fn no_other_strategy_gains_against_the_equilibrium() {
    let game: Kuhn = load(&[]);
    let best = pure(0).map(|other| value_of_game(&game, [&other, &second])).fold(f64::MIN, f64::max);
    assert!((best + 1.0 / 18.0).abs() < 1e-12, "{best}");
    for alpha in [0.0, 0.2, 1.0 / 3.0] {
        let own = first(alpha);
        let best = pure(1).map(|other| value_of_game(&game, [&own, &other])).fold(f64::MAX, f64::min);
        assert!((best + 1.0 / 18.0).abs() < 1e-12, "{best}");
    }
}

#[test]
fn playthrough_is_as_recorded() {
    insta::assert_snapshot!(playthrough(&load::<Kuhn>(&[]), 3, 10));
}

#[test]
fn positions_by_depth_are_as_counted() {
    // Positions, and the shares of plays that go on and that have just ended, in millionths.
    assert_eq!(
        perft(&load::<Kuhn>(&[]), 3),
        [(6, 1_000_000, 0), (12, 1_000_000, 0), (24, 250_000, 750_000), (12, 0, 250_000)]
    );
}

#[test]
fn the_pot_is_paid_as_published() {
    let game: Kuhn = load(&[]);
    for (moves, returns) in [
        ("pp", [1.0, -1.0]),
        ("bp", [1.0, -1.0]),
        ("bb", [2.0, -2.0]),
        ("pbp", [-1.0, 1.0]),
        ("pbb", [2.0, -2.0]),
    ] {
        let state = game.parse_position(&format!("cards=K,Q moves={moves}")).unwrap();
        assert_eq!(state.returns(&game), returns, "{moves}");
        assert!(state.is_terminal());
    }
}

#[test]
fn k1_only_a_showdown_shows_the_cards() {
    let game: Kuhn = load(&[]);
    for (moves, shown) in
        [("bp", false), ("pbp", false), ("pp", true), ("bb", true), ("pbb", true), ("b", false)]
    {
        let state = game.parse_position(&format!("cards=Q,J moves={moves}")).unwrap();
        let other = game.parse_position(&format!("cards=Q,K moves={moves}")).unwrap();
        let [view, other] = [&state, &other].map(|state| View::new(&game, state, 0));
        assert_eq!(view.shown_card().is_some(), shown, "{moves}");
        assert_eq!(view == other, !shown, "{moves}");
        assert_eq!(view.text() == other.text(), !shown, "{moves}");
    }
}

#[test]
fn a_seat_is_told_only_its_own_card() {
    let game: Kuhn = load(&[]);
    for seat in 0..2 {
        let mut chance = Recorded::new(Sampled::new(1, 0), Some(seat));
        let state = game.new_initial_state(&mut chance);
        let card = View::new(&game, &state, seat).own_card();
        assert_eq!(chance.take_lines(), [format!("Seat {seat} is dealt the {card}.")]);
    }
}

#[test]
fn hands_that_cannot_be_are_refused() {
    let game: Kuhn = load(&[]);
    for line in [
        "cards=K,K moves=-",
        "cards=K,A moves=-",
        "cards=K moves=-",
        "cards=K,Q moves=",
        "cards=K,Q moves=ppp",
    ] {
        assert!(game.parse_position(line).is_err(), "{line}");
    }
}

#[test]
fn a_drawing_is_as_recorded() {
    insta::assert_binary_snapshot!(".svg", drawing(&load::<Kuhn>(&[]), 3, 2));
}
