//! Best responses, held against those found in other ways.

use roadside_agents::Random;
use roadside_agents::equilibrium::Asking;
use roadside_env::games::kuhn::Kuhn;
use roadside_env::{Agent, Game, Seat, Stop};

use crate::expedition::{FOR_THREE, LAST_CARDS, expedition, rest};
use crate::kit::{assert_near, kuhn, opening_worth, openings, tree};
use crate::players::Bets;
use crate::responder::require_best_responses;

/// All 64 things that a seat of kuhn can plan, each played out against the other's strategy.
#[test]
fn a_best_response_is_the_best_of_all_plans() {
    let game = kuhn();
    let tree = tree(&game);
    for seed in 0..4 {
        let players = [Bets::drawn(seed), Bets::drawn(seed + 100)];
        let [mut first, mut second] = players.clone();
        let profile = tree
            .nash_conv_of(&mut [&mut first, &mut second], &Asking::default(), &|_| {}, &Stop::default())
            .unwrap()
            .profile;
        let values = opening_worth(&game, &mut [&mut first, &mut second]);
        for seat in [0, 1] {
            let lines: Vec<_> = players[seat].0.keys().filter(|line| is_asked(seat, line)).cloned().collect();
            assert_eq!(lines.len(), 6);
            let plans = (0..64_u32).map(|plan| {
                let bets =
                    lines.iter().enumerate().map(|(bit, line)| (line.clone(), f64::from(plan >> bit & 1)));
                let mut planned = Bets(bets.collect());
                let mut other = players[1 - seat].clone();
                let mut table: [&mut dyn Agent<Kuhn>; 2] = [&mut planned, &mut other];
                if seat == 1 {
                    table.swap(0, 1);
                }
                opening_worth(&game, &mut table)[seat]
            });
            let best = plans.fold(f64::NEG_INFINITY, f64::max);
            let response = tree.best_response(seat, &profile);
            assert_near(response.value, best, 1e-12);
            assert_near(tree.values(&response.profile)[seat], best, 1e-12);
            assert_near(tree.values(&profile)[seat], values[seat], 1e-12);
        }
    }
}

/// Whether `seat` is asked when it has this card behind these moves.
fn is_asked(seat: Seat, line: &str) -> bool {
    let moves = line.split(' ').nth(1).unwrap_or_default();
    moves.len().is_multiple_of(2) == (seat == 0)
}

#[test]
fn best_responses_agree_with_those_found_decision_by_decision() {
    let game = kuhn();
    require_best_responses(&tree(&game), &openings(&game), &mut Random);
    require_best_responses(&tree(&game), &openings(&game), &mut Bets::drawn(3));
    for (seats, line) in [(2, LAST_CARDS), (3, FOR_THREE)] {
        let game = expedition(seats);
        let state = game.parse_position(line).unwrap();
        require_best_responses(&rest(&game, line), &[(state, 1.0)], &mut Random);
    }
}
