//! Players of Pig.

use roadside_env::games::pig::{HOLD, Pig, PigState, ROLL};
use roadside_env::{Action, Facts, Game as _, Seat, State as _, View};

use crate::scripted::{Scripted, scripted};
use crate::{Entry, Parameter, Playable};

impl Playable for Pig {
    fn players() -> &'static [Entry<Self>] {
        const K: Parameter = Parameter::number("k", 1..=10_000, 20);
        &[Entry {
            name: "hold",
            parameters: &[K],
            meaning: "rolls until the turn has brought k points or wins, then holds",
            options: &[],
            make: |arguments| Ok(Box::new(Hold(arguments.number(0)))),
        }]
    }

    fn default_opponent() -> &'static str {
        "hold:20"
    }

    fn estimate(&self, state: &PigState, seat: Seat) -> f64 {
        estimate(self, state, seat)
    }
}

/// A race is decided by the lead, against the spread of what the leader's turns to the target may still bring. In points
/// that a turn at its best is tried for (20 with a die of six faces) a turn brings about 0.4 on average, with a
/// standard deviation of about 0.5.
fn estimate(game: &Pig, state: &PigState, seat: Seat) -> f64 {
    let Some(mover) = state.current_player() else { return state.player_return(game, seat) };
    let (seats, faces) = (game.facts().seats, f64::from(game.die()));
    let (target, at_stake) = (f64::from(game.target()), f64::from(state.turn_total()));
    let aim = faces * (faces + 1.0) / 2.0 - 1.0;
    let points = |seat| {
        let banked = f64::from(state.banked(seat));
        // Whoever has just begun will have the others' turns behind it as it banks: half a turn is nobody's.
        if seat == mover { banked + at_stake.max(0.4 * aim) - 0.2 * aim } else { banked }
    };
    let wins = |seat: Seat| seat == mover && f64::from(state.banked(seat)) + at_stake >= target;
    let chance = if wins(mover) {
        f64::from(u8::from(seat == mover))
    } else {
        let leader = (0..seats).map(points).fold(0.0, f64::max);
        let turns = ((target - leader) / (0.4 * aim)).max(1.0);
        let steepness = 1.7 / (0.5 * aim * (2.0 * turns).sqrt());
        let weight = |seat| ((points(seat) - leader) * steepness).exp();
        weight(seat) / (0..seats).map(weight).sum::<f64>()
    };
    let Facts { min_utility, max_utility, .. } = *game.facts();
    min_utility + chance * (max_utility - min_utility)
}

/// Holds at a turn total of this many points, or when that wins; else it rolls.
#[derive(Clone, Copy, Debug)]
pub struct Hold(pub u32);

impl Scripted<Pig> for Hold {
    fn title(&self) -> String {
        format!("hold:{}", self.0)
    }

    fn decide(&self, view: &View<'_, Pig>) -> Action {
        let at_stake = view.turn_total();
        let wins = view.banked(view.seat()) + at_stake >= view.game().target();
        if wins || u32::from(at_stake) >= self.0 { HOLD } else { ROLL }
    }
}

scripted!(Hold: Pig);

#[cfg(test)]
mod tests {
    use roadside_env::{Agent as _, Game, Settings, Stream};

    use super::*;

    #[test]
    fn it_holds_at_its_total_or_when_that_wins() {
        let game = Pig::from_settings(&Settings::default()).unwrap();
        let chosen = |position: &str| {
            let state = game.parse_position(position).unwrap();
            Hold(20).act(&View::new(&game, &state, 0), &mut Stream::new(0, 0, 0))
        };
        assert_eq!(chosen("banked=0,0 turn=0 act=0"), ROLL);
        assert_eq!(chosen("banked=0,0 turn=19 act=0"), ROLL);
        assert_eq!(chosen("banked=0,0 turn=20 act=0"), HOLD);
        assert_eq!(chosen("banked=0,0 turn=24 act=0"), HOLD);
        assert_eq!(chosen("banked=95,0 turn=4 act=0"), ROLL);
        assert_eq!(chosen("banked=95,0 turn=5 act=0"), HOLD);
    }
}
