//! What a position of Pig is worth at a glance.
//!
//! Each seat's distance from the target, bent where few turns are left, is its part in a race; whoever is to begin a turn
//! is a few points ahead. The constants were fitted to the game with two seats, a die of six and the target 100, where
//! the guess is off by 0.013 of a win on average; other dice are scaled by what a turn brings.

use roadside_env::games::pig::{Pig, PigState};
use roadside_env::{Game as _, Seat, State as _, View};

/// How sharply a lead counts, and by which power of the distance it is dulled.
const SHARPNESS: f64 = 0.48;
const DULLED_BY: f64 = 0.546;
const DULLED_FROM: f64 = 0.7;
/// What having the turn is worth, in points.
const TURN: f64 = 4.75;
/// How the last points of a race count less.
const BEND: f64 = 17.9;
const BEND_WITHIN: f64 = 18.8;
/// Nobody holds before so many points, however far ahead.
const SHORTEST_TURN: f64 = 10.0;
/// What a turn with a die of six brings.
const USUAL_TURN: f64 = 8.07;

/// The most seats.
const SEATS: usize = PigState::MAX_SEATS;

/// What the die means for a turn.
struct Dice {
    /// The chance that a roll does not end the turn.
    survival: f64,
    /// What such a roll brings on average.
    mean: f64,
    /// Where a turn is usually held.
    hold: f64,
    /// What a turn brings, in that of a die of six.
    unit: f64,
}

impl Dice {
    fn new(faces: f64) -> Self {
        let (survival, mean) = (1.0 - 1.0 / faces, faces / 2.0 + 1.0);
        let hold = faces * (faces + 1.0) / 2.0 - 1.0;
        let turn = (hold + mean / 2.0) * survival.powf(hold / mean + 0.5);
        Self { survival, mean, hold, unit: turn / USUAL_TURN }
    }
}

/// Writes what each seat may expect to get.
pub(super) fn estimates(game: &Pig, state: &PigState, all: &mut [f64]) {
    let Some(mover) = state.current_player() else {
        for (seat, value) in all.iter_mut().enumerate() {
            *value = state.player_return(game, seat);
        }
        return;
    };
    let view = View::new(game, state, mover);
    let dice = Dice::new(game.die().into());
    let seats = all.len();
    let mut left = [0.0; SEATS];
    for (seat, left) in left[..seats].iter_mut().enumerate() {
        *left = f64::from(game.target() - view.banked(seat)) / dice.unit;
    }
    let left = &mut left[..seats];
    let at_stake = f64::from(view.turn_total()) / dice.unit;
    let own = left[mover];
    let others = (left.iter().sum::<f64>() - own) / (seats.max(2) - 1) as f64;
    let mean = dice.mean / dice.unit;
    let usual = dice.hold / dice.unit + (own - others) / 8.0;
    // The better of two plans: to hold where it is usual, or to roll on to the end.
    let plans = [(usual.max(SHORTEST_TURN).min(own), mean / 2.0, 0.5), (own, 0.0, 0.4)];
    let next = if mover + 1 < seats { mover + 1 } else { 0 };
    let (mut busted, mut held) = ([0.0; SEATS], [0.0; SEATS]);
    race(left, next, &mut busted[..seats]);
    all.fill(-1.0);
    for (hold, beyond, rolls) in plans {
        let (mut success, mut total) = (1.0, at_stake);
        if at_stake < hold {
            success = dice.survival.powf((hold - at_stake) / mean + rolls);
            total = (hold + beyond).min(own);
        }
        left[mover] = own - total;
        race(left, next, &mut held[..seats]);
        if success * held[mover] + (1.0 - success) * busted[mover] > all[mover] {
            for ((value, held), busted) in all.iter_mut().zip(&held).zip(&busted) {
                *value = success * held + (1.0 - success) * busted;
            }
        }
    }
    let least = game.facts().min_utility;
    for value in all {
        *value = least + (1.0 - least) * *value;
    }
}

/// Writes each seat's chance to win the race when `next` begins a turn.
fn race(left: &[f64], next: Seat, shares: &mut [f64]) {
    if let Some(winner) = left.iter().position(|&left| left <= 1e-9) {
        shares.fill(0.0);
        shares[winner] = 1.0;
        return;
    }
    for (share, left) in shares.iter_mut().zip(left) {
        *share = left - BEND * (1.0 - (-left / BEND_WITHIN).exp());
    }
    let mean = shares.iter().sum::<f64>() / shares.len() as f64;
    let sharpness = SHARPNESS / (2.0 * mean + DULLED_FROM).powf(DULLED_BY);
    let mut sum = 0.0;
    for (seat, share) in shares.iter_mut().enumerate() {
        let ahead = if seat == next { TURN } else { 0.0 };
        *share = (sharpness * (mean + ahead - *share)).exp();
        sum += *share;
    }
    for share in shares {
        *share /= sum;
    }
}

#[cfg(test)]
mod tests {
    use roadside_env::{Game, Settings};

    use super::*;

    fn shares(position: &str, seats: usize) -> Vec<f64> {
        let game = Pig::from_settings(&Settings::default().with("players", seats)).unwrap();
        let state = game.parse_position(position).unwrap();
        let mut all = vec![0.0; seats];
        estimates(&game, &state, &mut all);
        let least = game.facts().min_utility;
        all.iter().map(|value| (value - least) / (1.0 - least)).collect()
    }

    #[test]
    fn it_is_near_the_exact_chances() {
        // Exact chances of the seat to act under optimal play.
        for (position, exact) in [("banked=0,0 turn=0 act=0", 0.5306), ("banked=0,0 turn=20 act=1", 0.6199)] {
            let all = shares(position, 2);
            let mover = usize::from(position.ends_with('1'));
            assert!((all[mover] - exact).abs() < 0.05, "{position}: {all:?}, exact {exact}");
            assert!((all.iter().sum::<f64>() - 1.0).abs() < 1e-9);
        }
    }

    #[test]
    fn a_turn_that_wins_is_a_win() {
        let all = shares("banked=10,95,95 turn=90 act=0", 3);
        assert!((all[0] - 1.0).abs() < 1e-9, "{all:?}");
    }

    #[test]
    fn who_is_further_has_the_better_chances() {
        let all = shares("banked=10,40,20,60 turn=0 act=3", 4);
        assert!(all[3] > all[1] && all[1] > all[2] && all[2] > all[0], "{all:?}");
    }
}
