//! Players of Pig.

use roadside_env::games::pig::{HOLD, Pig, ROLL};
use roadside_env::{Action, Agent, Stream, View};

use crate::{Entry, Parameter, Playable};

impl Playable for Pig {
    fn players() -> &'static [Entry<Self>] {
        const K: Parameter = Parameter { name: "k", min: 1, max: 10_000, default: 20 };
        &[Entry {
            name: "hold",
            parameters: &[K],
            meaning: "rolls until the turn has brought k points or wins, then holds",
            make: |parameters| Box::new(Hold(parameters[0])),
        }]
    }

    fn default_opponent() -> &'static str {
        "hold:20"
    }
}

/// Holds at a turn total of this many points, or when that wins; else it rolls.
#[derive(Clone, Copy, Debug)]
pub struct Hold(pub u32);

impl Agent<Pig> for Hold {
    fn name(&self) -> String {
        format!("hold:{}", self.0)
    }

    fn act(&mut self, view: &View<'_, Pig>, _rng: &mut Stream) -> Action {
        let at_stake = view.turn_total();
        let wins = view.banked(view.seat()) + at_stake >= view.game().target();
        if wins || u32::from(at_stake) >= self.0 { HOLD } else { ROLL }
    }
}

#[cfg(test)]
mod tests {
    use roadside_env::{Game, Settings};

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
