//! Expedition: how far to follow the path, when all choose in secret.
//!
//! Each round all seats set out and the deck is shuffled: 15 finds and 5 kinds of hazard with 3 copies each,
//! less the hazards that were taken out before. Step by step one card is revealed. A find is split evenly among
//! those who are in, the remainder stays on the path. A hazard of a kind already on the path ends the round: all
//! still in lose what they hold, and that card is taken out of the game. Otherwise all who are in choose in
//! secret and at the same time: `stay` or `leave`. Leavers split what lies on the path evenly (the remainder
//! stays), bank what they hold and are out for the round. A seat that leaves alone looks at the next card and
//! may put it `under` the deck or `keep` it on top; the others know only that it looked. With nobody in, the
//! round ends. After the last round most banked wins, ties shared; as a `team`, and alone, everybody's utility
//! is the sum banked / 200.
//!
//! Rulings where the source is silent:
//! - E1 The deck cannot run out, so whoever leaves alone finds a card to look at: at most 9 hazards were taken
//!   out before the last of 10 rounds, so at least 6 of 5 kinds are in the deck, and a pair of them comes first.
//! - E2 What lies on the path when a round ends is nobody's. Its finds go back into the deck.
//! - E3 Choices are asked in seat order, from seat 0, and take effect when the last is made.
//! - E4 A card that is put under the deck lies below those that were put there before.
//! - E5 Whoever leaves last leaves alone if nobody leaves with it, so it looks and decides, although the deck is
//!   then shuffled.
//! - E6 In a redraw every choice of a seat that has chosen and every look's decision is one of two equally
//!   likely ones, independent of each other, and the cards nobody has revealed are equally likely in every
//!   order. Nothing that all see depends on those decisions, so this is exact. A card put under the deck that
//!   would have come up again by now is dealt from the path, as is fit for a card that was revealed.
//! - E7 A winner shared by k of n seats gives each (1 - (k - 1) / (n - 1)) / k and each other seat -1 / (n - 1).
//!   As a team, and alone, the utility is paid whenever somebody banks.

mod card;
mod cards;
mod check;
mod drawing;
mod knowledge;
mod notation;
mod observation;
mod state;
mod story;
mod table;
mod text;

pub use card::Card;
pub use cards::Cards;
pub use knowledge::ExpeditionKnowledge;
pub use observation::ExpeditionObservation;
pub use state::{Choice, ExpeditionState};
pub use table::{Phase, Table};

use crate::chance::{Purpose, Topic};
use crate::conditions;
use crate::{
    Action, Chance, ConfigError, Facts, Game, Key, ObservationSpec, PositionError, Settings, Statistic,
    Utility, Values,
};

/// Go on with the next card.
pub const STAY: Action = Action(0);
/// Bank and be out for the round.
pub const LEAVE: Action = Action(1);
/// Leave the card that was looked at on top of the deck.
pub const KEEP: Action = Action(2);
/// Put the card that was looked at under the deck.
pub const UNDER: Action = Action(3);

const REVEAL: Topic = Topic::item("reveal", Purpose::Flip);
const LOOK: Topic = Topic::item("look", Purpose::Draw);

/// The points that are worth a utility of 1 to a team.
const TEAM_UNIT: f64 = 200.0;
/// No more cards lie on a path that goes on: every find, and one hazard of each kind.
const LONGEST_PATH: u32 = 20;

const PLAYERS: Key = Key {
    name: "players",
    values: Values::Integer { min: 1, max: Table::MAX_SEATS as i64 },
    default: "3",
    meaning: "seats in the order in which they are asked",
};
const ROUNDS: Key = Key {
    name: "rounds",
    values: Values::Integer { min: 1, max: Table::MAX_ROUNDS as i64 },
    default: "3",
    meaning: "rounds to play",
};
const TEAM: Key = Key {
    name: "team",
    values: Values::OneOf(&["off", "on"]),
    default: "off",
    meaning: "whether all seats share one utility, the sum banked / 200",
};

/// A configured game of Expedition.
#[derive(Clone, Debug)]
pub struct Expedition {
    rounds: u8,
    team: bool,
    facts: Facts,
    labels: Vec<String>,
    spec: ObservationSpec,
}

impl Expedition {
    /// The number of rounds, from 1 to 10.
    pub fn rounds(&self) -> u8 {
        self.rounds
    }

    /// Whether all seats share one utility, the sum banked / 200: as a team, and alone.
    pub fn is_shared(&self) -> bool {
        self.team || self.facts.seats == 1
    }
}

impl Game for Expedition {
    type State = ExpeditionState;

    const NAME: &'static str = "expedition";
    const TOPICS: &'static [Topic] = &[REVEAL, LOOK];
    const STATISTICS: &'static [Statistic] = &[
        Statistic::Rate { name: "rounds_lost", tally: 1, per: 0 },
        Statistic::Rate { name: "cards_per_round", tally: 2, per: 0 },
        Statistic::PerGame { name: "looks", tally: 3 },
        Statistic::Rate { name: "put_under", tally: 4, per: 3 },
    ];

    fn keys() -> &'static [Key] {
        &[PLAYERS, ROUNDS, TEAM]
    }

    fn from_settings(settings: &Settings) -> Result<Self, ConfigError> {
        settings.require_known(Self::keys())?;
        let seats = settings.integer(&PLAYERS)?.unwrap_or(3) as usize;
        let rounds = settings.integer(&ROUNDS)?.unwrap_or(3) as u8;
        let team = settings.switch(&TEAM)?.unwrap_or(false);
        let (utility, min_utility, max_utility) = if team || seats == 1 {
            let most = f64::from(Cards::FULL.value()) * f64::from(rounds) / TEAM_UNIT;
            (Utility::Identical, 0.0, most)
        } else {
            (Utility::ZeroSum, -1.0 / (seats - 1) as f64, 1.0)
        };
        let spec = observation::spec();
        let facts = Facts {
            name: Self::NAME,
            rules_version: 1,
            seats,
            actions: 4,
            observation_len: spec.len(),
            hidden_information: seats > 1,
            simultaneous: seats > 1,
            perfect_recall: false,
            utility,
            min_utility,
            max_utility,
            // All stay to the end of the longest path, then one leaves alone and decides about its look.
            max_game_length: Some(u32::from(rounds) * (LONGEST_PATH * seats as u32 + 1)),
            conditions: Vec::new(),
        };
        let mut game = Self {
            rounds,
            team,
            facts,
            labels: ["stay", "leave", "keep", "under"].map(String::from).to_vec(),
            spec,
        };
        game.facts.conditions = conditions::of(&game);
        Ok(game)
    }

    fn settings(&self) -> Settings {
        Settings::default()
            .with(PLAYERS.name, self.facts.seats)
            .with(ROUNDS.name, self.rounds)
            .with(TEAM.name, if self.team { "on" } else { "off" })
    }

    fn facts(&self) -> &Facts {
        &self.facts
    }

    fn action_labels(&self) -> &[String] {
        &self.labels
    }

    fn chance_labels(&self, _topic: Topic) -> Vec<String> {
        Card::all().map(|card| card.to_string()).collect()
    }

    fn observation_spec(&self) -> &ObservationSpec {
        &self.spec
    }

    fn new_initial_state<C: Chance>(&self, chance: &mut C) -> ExpeditionState {
        ExpeditionState::begin(self, chance)
    }

    fn parse_position(&self, line: &str) -> Result<ExpeditionState, PositionError> {
        notation::parse(self, line)
    }

    fn pays_win_shares(&self) -> bool {
        !self.is_shared()
    }
}
