//! Players of Pig.

mod estimate;

use roadside_env::games::pig::{HOLD, Pig, PigState, ROLL};
use roadside_env::{Action, Game as _, Seat, View};

use crate::scripted::{Scripted, scripted};
use crate::search::RolloutOptions;
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

    fn rollouts(&self) -> RolloutOptions<'static> {
        RolloutOptions { depth: Some(0), ..RolloutOptions::by("hold:20") }
    }

    fn estimate(&self, state: &Self::State, seat: Seat) -> f64 {
        let mut all = [0.0; PigState::MAX_SEATS];
        self.estimates(state, &mut all[..self.facts().seats]);
        all[seat]
    }

    fn estimates(&self, state: &Self::State, all: &mut [f64]) {
        estimate::estimates(self, state, all);
    }
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
