//! Kuhn poker: three cards, two seats, one bet; the smallest game with a bluff in it.
//!
//! Each seat antes 1 and is dealt one of the cards J, Q and K. In turn they `pass` or `bet` 1, at most one bet:
//! after a bet, `bet` calls it and `pass` folds. Without a fold the higher card takes the pot. As published by
//! H. W. Kuhn, "A simplified two-person poker", 1950: under optimal play the first seat gets -1/18.
//!
//! Rulings where the source is silent:
//! - K1 A folded card is not shown; at a showdown both cards are.

mod card;
mod drawing;
mod moves;
mod notation;
mod observation;
mod state;
mod story;
mod text;

pub use card::Card;
pub use moves::Moves;
pub use observation::KuhnObservation;
pub use state::{KuhnKnowledge, KuhnState};

use crate::chance::{Purpose, Topic, Weights};
use crate::conditions;
use crate::{
    Action, Chance, ConfigError, Facts, Game, Key, ObservationSpec, PositionError, Settings, Statistic,
    Utility,
};

/// Check; after a bet, fold.
pub const PASS: Action = Action(0);
/// Bet 1; after a bet, call it.
pub const BET: Action = Action(1);

const DEAL: Topic = Topic::item("deal", Purpose::SetUp);
const SEATS: usize = 2;

/// A game of Kuhn poker; it has nothing to configure.
#[derive(Clone, Debug)]
pub struct Kuhn {
    facts: Facts,
    labels: Vec<String>,
    spec: ObservationSpec,
}

impl Game for Kuhn {
    type State = KuhnState;

    const NAME: &'static str = "kuhn";
    const TOPICS: &'static [Topic] = &[DEAL];
    const STATISTICS: &'static [Statistic] = &[
        Statistic::PerGame { name: "bets", tally: 0 },
        Statistic::Rate { name: "calls", tally: 1, per: 0 },
        Statistic::PerGame { name: "showdowns", tally: 2 },
    ];

    fn keys() -> &'static [Key] {
        &[]
    }

    fn from_settings(settings: &Settings) -> Result<Self, ConfigError> {
        settings.require_known(Self::keys())?;
        let spec = observation::spec();
        let facts = Facts {
            name: Self::NAME,
            rules_version: 1,
            seats: SEATS,
            actions: 2,
            observation_len: spec.len(),
            hidden_information: true,
            simultaneous: false,
            perfect_recall: true,
            utility: Utility::ZeroSum,
            min_utility: -2.0,
            max_utility: 2.0,
            max_game_length: Some(3),
            conditions: Vec::new(),
        };
        let mut game = Self { facts, labels: vec!["pass".into(), "bet".into()], spec };
        game.facts.conditions = conditions::of(&game);
        Ok(game)
    }

    fn settings(&self) -> Settings {
        Settings::default()
    }

    fn facts(&self) -> &Facts {
        &self.facts
    }

    fn action_labels(&self) -> &[String] {
        &self.labels
    }

    fn chance_labels(&self, _topic: Topic) -> Vec<String> {
        Card::ALL.iter().map(Card::to_string).collect()
    }

    fn observation_spec(&self) -> &ObservationSpec {
        &self.spec
    }

    fn new_initial_state<C: Chance>(&self, chance: &mut C) -> KuhnState {
        let first = chance.pick(DEAL, &Weights(&[1; Card::COUNT]));
        let mut left = [1; Card::COUNT];
        left[first] = 0;
        let second = chance.pick(DEAL, &Weights(&left));
        let state = KuhnState { cards: [first, second].map(|place| Card::ALL[place]), moves: Moves::None };
        for (seat, card) in state.cards.into_iter().enumerate() {
            chance.tell(|| story::KuhnHappening::Dealt { seat, card });
        }
        state
    }

    fn parse_position(&self, line: &str) -> Result<KuhnState, PositionError> {
        notation::parse(line)
    }
}
