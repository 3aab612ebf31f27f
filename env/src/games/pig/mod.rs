//! Pig: the jeopardy dice game. Roll on or hold, a 1 loses the turn.
//!
//! Seats take turns. On a turn: `roll` or `hold`. A 1 ends the turn with nothing, another face adds to the turn
//! total, `hold` banks it. First to reach the target by holding wins.
//!
//! Rulings where the source is silent:
//! - P1 A turn total counts only up to what the seat is short of the target; more is worth nothing.
//! - P2 Both actions are legal at every decision, holding nothing and rolling a won total included.

mod drawing;
mod notation;
mod observation;
mod state;
mod story;
mod text;

pub use observation::PigObservation;
pub use state::{PigKnowledge, PigState};

use crate::chance::{Purpose, Topic};
use crate::conditions;
use crate::{Action, ConfigError, Facts, Game, Key, ObservationSpec, Settings, Statistic, Utility, Values};

/// Roll the die.
pub const ROLL: Action = Action(0);
/// Bank the turn total.
pub const HOLD: Action = Action(1);

const DIE: Topic = Topic::item("die", Purpose::Die);

const PLAYERS: Key = Key {
    name: "players",
    values: Values::Integer { min: 2, max: PigState::MAX_SEATS as i64 },
    default: "2",
    meaning: "seats in turn order",
};
const TARGET: Key = Key {
    name: "target",
    values: Values::Integer { min: 1, max: 10_000 },
    default: "100",
    meaning: "points that win",
};
const FACES: Key = Key {
    name: "die",
    values: Values::Integer { min: 2, max: 100 },
    default: "6",
    meaning: "faces of the die",
};

/// A configured game of Pig.
#[derive(Clone, Debug)]
pub struct Pig {
    target: u16,
    die: u8,
    facts: Facts,
    labels: Vec<String>,
    spec: ObservationSpec,
}

impl Pig {
    /// The points that win, from 1.
    pub fn target(&self) -> u16 {
        self.target
    }

    /// The number of faces of the die.
    pub fn die(&self) -> u8 {
        self.die
    }
}

impl Game for Pig {
    type State = PigState;

    const NAME: &'static str = "pig";
    const TOPICS: &'static [Topic] = &[DIE];
    const STATISTICS: &'static [Statistic] = &[Statistic::PerGame { name: "turns", tally: 0 }];

    fn keys() -> &'static [Key] {
        &[PLAYERS, TARGET, FACES]
    }

    fn from_settings(settings: &Settings) -> Result<Self, ConfigError> {
        settings.require_known(Self::keys())?;
        let seats = settings.integer(&PLAYERS)?.unwrap_or(2) as usize;
        let target = settings.integer(&TARGET)?.unwrap_or(100) as u16;
        let spec = observation::spec(target);
        let facts = Facts {
            name: Self::NAME,
            rules_version: 1,
            seats,
            actions: 2,
            observation_len: spec.len(),
            hidden_information: false,
            simultaneous: false,
            perfect_recall: false,
            utility: Utility::ZeroSum,
            min_utility: -1.0 / (seats - 1) as f64,
            max_utility: 1.0,
            max_game_length: None,
            conditions: Vec::new(),
        };
        let mut game = Self {
            target,
            die: settings.integer(&FACES)?.unwrap_or(6) as u8,
            facts,
            labels: vec!["roll".into(), "hold".into()],
            spec,
        };
        game.facts.conditions = conditions::of(&game);
        Ok(game)
    }

    fn settings(&self) -> Settings {
        Settings::default()
            .with(PLAYERS.name, self.facts.seats)
            .with(TARGET.name, self.target)
            .with(FACES.name, self.die)
    }

    fn facts(&self) -> &Facts {
        &self.facts
    }

    fn action_labels(&self) -> &[String] {
        &self.labels
    }

    fn chance_labels(&self, _topic: Topic) -> Vec<String> {
        (1..=self.die).map(|face| face.to_string()).collect()
    }

    fn observation_spec(&self) -> &ObservationSpec {
        &self.spec
    }

    fn new_initial_state<C: crate::Chance>(&self, _chance: &mut C) -> PigState {
        PigState::default()
    }

    fn parse_position(&self, line: &str) -> Result<PigState, crate::PositionError> {
        notation::parse(self, line)
    }

    fn pays_win_shares(&self) -> bool {
        true
    }
}
