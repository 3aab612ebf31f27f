//! How games of self-play are played.

use roadside_env::{Settings, Stream};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use thiserror::Error;

use crate::PlayerError;

/// How games of self-play are played.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct SelfPlayOptions {
    /// How many games are played side by side, with the same settings: a table.
    pub games: usize,
    /// Simulations of a search.
    pub simulations: u64,
    /// The share of the decisions that are searched; the others are drawn by the network's own policy.
    pub searched: f64,
    /// How many actions a search tries at its root.
    pub considered: usize,
    /// How much a value weighs against a logit at the root.
    pub sharpness: f64,
    /// How much is tried inside the tree that does not look best.
    pub exploration: f64,
    /// The share of the games in which some seats are taken by others.
    pub league: f64,
    /// Who these are: the names of players, each as likely as another.
    pub opponents: Vec<String>,
    /// What is played: series of set-ups.
    pub tables: Vec<Table>,
}

impl Default for SelfPlayOptions {
    fn default() -> Self {
        Self {
            games: 64,
            simulations: 16,
            searched: 1.0,
            considered: 8,
            sharpness: 0.2,
            exploration: 0.5,
            league: 0.0,
            opponents: Vec::new(),
            tables: vec![Table::default()],
        }
    }
}

/// Set-ups of the game: each setting with what it may be.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Table {
    /// How often such a table is set up, against the shares of the others; 1 if it is left out.
    #[serde(default = "one")]
    pub share: f64,
    /// The settings: a value, or a list of values of which each is as likely. A text that ends in `-*` stands for a series
    /// of set-ups, such as `train-*`.
    #[serde(flatten)]
    pub settings: std::collections::BTreeMap<String, Value>,
}

impl Default for Table {
    /// The game as it comes.
    fn default() -> Self {
        Self { share: 1.0, settings: Default::default() }
    }
}

fn one() -> f64 {
    1.0
}

/// Self-play was refused, or could not go on.
#[derive(Debug, Error)]
pub enum SelfPlayError {
    /// An option is out of its range.
    #[error("{name} = {found}: legal is {legal}")]
    Option {
        /// Which one.
        name: &'static str,
        /// What was given.
        found: String,
        /// What is legal.
        legal: &'static str,
    },
    /// A table's settings are refused.
    #[error("table {}: {error}", place + 1)]
    Table {
        /// Which one, from 0.
        place: usize,
        /// What is wrong.
        error: String,
    },
    /// An opponent is refused.
    #[error("opponents: {0}")]
    Opponent(#[from] PlayerError),
    /// An opponent did what it may not.
    #[error("opponent {player} broke the rules: {error}")]
    Illegal {
        /// Which one.
        player: String,
        /// What it did.
        error: String,
    },
    /// Numbers that an observation may hold do not fit a byte.
    #[error(
        "numbers of an observation reach {most} with these settings; self-play keeps them in bytes, up to 255"
    )]
    TooLarge {
        /// The greatest.
        most: u16,
    },
    /// The network is of another shape than the game needs.
    #[error(
        "a network for {inputs} numbers and {actions} actions; {game} has {needed_inputs} and {needed_actions}"
    )]
    Shape {
        /// What the network is handed.
        inputs: usize,
        /// For how many actions it has a logit.
        actions: usize,
        /// The game.
        game: &'static str,
        /// What a seat sees, behind the conditions.
        needed_inputs: usize,
        /// The game's actions.
        needed_actions: usize,
    },
    /// It was stopped.
    #[error("stopped")]
    Stopped,
}

impl SelfPlayOptions {
    /// Checks that each option is in its range.
    ///
    /// # Errors
    /// [`SelfPlayError::Option`] names the first that is not.
    pub fn check(&self) -> Result<(), SelfPlayError> {
        let refuse = |name, found: String, legal| Err(SelfPlayError::Option { name, found, legal });
        let whole = [
            ("games", self.games as u64, 1..=65_536, "a whole number from 1 to 65536"),
            ("simulations", self.simulations, 1..=1_000_000, "a whole number from 1 to 1000000"),
            ("considered", self.considered as u64, 2..=128, "a whole number from 2 to 128"),
        ];
        for (name, found, range, legal) in whole {
            if !range.contains(&found) {
                return refuse(name, found.to_string(), legal);
            }
        }
        let shares = [("searched", self.searched), ("league", self.league)];
        for (name, found) in shares {
            if !(0.0..=1.0).contains(&found) {
                return refuse(name, found.to_string(), "a share from 0 to 1");
            }
        }
        let factors = [("sharpness", self.sharpness), ("exploration", self.exploration)];
        for (name, found) in factors {
            if !(0.0..=10.0).contains(&found) {
                return refuse(name, found.to_string(), "a number from 0 to 10");
            }
        }
        if self.league > 0.0 && self.opponents.is_empty() {
            return refuse("opponents", "[]".to_owned(), "at least one name where league is above 0");
        }
        if self.tables.is_empty() {
            return refuse("tables", "[]".to_owned(), "at least one table");
        }
        match self.tables.iter().find(|table| !(table.share.is_finite() && table.share > 0.0)) {
            Some(table) => refuse("share", table.share.to_string(), "a number above 0"),
            None => Ok(()),
        }
    }

    /// The settings of one table, drawn from `random`, and the place of the series that they are of.
    pub fn draw(&self, random: &mut Stream) -> (usize, Settings) {
        let shares: Vec<f64> = self.tables.iter().map(|table| table.share).collect();
        let all: f64 = shares.iter().sum();
        let shares: Vec<f64> = shares.iter().map(|share| share / all).collect();
        let place = crate::policy::pick(&shares, random);
        (place, self.tables[place].draw(random))
    }
}

impl Table {
    fn draw(&self, random: &mut Stream) -> Settings {
        let mut settings = Settings::default();
        for (key, value) in &self.settings {
            let value = match value {
                Value::Array(any) if !any.is_empty() => any[random.below(any.len() as u32) as usize].clone(),
                Value::String(text) => match text.strip_suffix('*').filter(|series| series.ends_with('-')) {
                    Some(series) => Value::from(format!("{series}{}", random.below(u32::MAX))),
                    None => value.clone(),
                },
                other => other.clone(),
            };
            settings.set(key, value);
        }
        settings
    }
}
