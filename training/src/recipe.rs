//! What is trained and how: a TOML file.

use std::collections::BTreeMap;
use std::path::Path;

use roadside_agents::selfplay::{SelfPlayError, SelfPlayOptions};
use roadside_env::{Settings, nearest};
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::folder::{FileError, Folder};
use crate::learner::LearnerOptions;

/// What is trained and how.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Recipe {
    /// The game.
    pub game: String,
    /// How large the network is.
    #[serde(default)]
    pub network: NetworkOptions,
    /// How it plays.
    #[serde(default)]
    pub selfplay: SelfPlayOptions,
    /// How it learns.
    #[serde(default)]
    pub learner: LearnerOptions,
    /// How playing and learning go by turns.
    #[serde(default)]
    pub rounds: RoundOptions,
    /// What is measured on the way.
    #[serde(default)]
    pub measure: MeasureOptions,
}

/// How large the network is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct NetworkOptions {
    /// Numbers between its layers.
    pub width: usize,
    /// Pairs of layers.
    pub blocks: usize,
}

impl Default for NetworkOptions {
    fn default() -> Self {
        Self { width: 128, blocks: 3 }
    }
}

/// How playing and learning go by turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct RoundOptions {
    /// Tables that are played in a round.
    pub tables: u64,
    /// The checkpoint of one round in so many is kept.
    pub keep: u64,
    /// So many of those kept last are opponents too, besides those that self-play names.
    pub past: usize,
}

impl Default for RoundOptions {
    fn default() -> Self {
        Self { tables: 16, keep: 20, past: 0 }
    }
}

/// What is measured on the way: how the network alone does.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct MeasureOptions {
    /// Once in so many rounds.
    pub every: u64,
    /// Games against each yardstick.
    pub games: u64,
    /// Games against the best checkpoint so far.
    pub gate: u64,
    /// With how many seats.
    pub players: Vec<u64>,
    /// The names of the players that it meets.
    pub yardsticks: Vec<String>,
    /// Settings under which the game is solved, by a name for each.
    pub solved: BTreeMap<String, Settings>,
    /// Games at each of these.
    pub solved_games: u64,
}

impl Default for MeasureOptions {
    fn default() -> Self {
        Self {
            every: 20,
            games: 200,
            gate: 400,
            players: vec![2],
            yardsticks: Vec::new(),
            solved: BTreeMap::new(),
            solved_games: 200,
        }
    }
}

/// How a round is played: the checkpoints that were kept last are opponents too.
///
/// # Errors
/// [`FileError`] where they cannot be listed.
pub fn selfplay_of_round(recipe: &Recipe, folder: &Folder, round: u64) -> Result<SelfPlayOptions, FileError> {
    let mut options = recipe.selfplay.clone();
    let RoundOptions { keep, past, .. } = recipe.rounds;
    let is_kept =
        |name: &String| name.parse().is_ok_and(|kept: u64| kept.is_multiple_of(keep) && kept < round);
    let mut kept: Vec<String> = folder.names("weights")?.into_iter().filter(is_kept).collect();
    kept.drain(..kept.len().saturating_sub(past));
    let path = |name: &String| folder.path("weights").join(name).display().to_string();
    options.opponents.extend(kept.iter().map(path));
    Ok(options)
}

/// A recipe cannot be used.
#[derive(Debug, Error)]
pub enum RecipeError {
    /// Its file cannot be read.
    #[error("{path}: {error}")]
    File {
        /// Which one.
        path: String,
        /// What the system says.
        error: std::io::Error,
    },
    /// It is no recipe.
    #[error("{path}: {error}")]
    Refused {
        /// The file.
        path: String,
        /// Where, and what is wrong.
        error: Box<RecipeError>,
    },
    /// It is no TOML, or has keys that there are not.
    #[error("{0}")]
    Toml(#[from] toml::de::Error),
    /// How games are played is refused.
    #[error("selfplay: {0}")]
    SelfPlay(#[from] SelfPlayError),
    /// A number is out of its range.
    #[error("{name} = {found}: legal is {legal}")]
    Option {
        /// Which one.
        name: &'static str,
        /// What was given.
        found: String,
        /// What is legal.
        legal: &'static str,
    },
    /// No recipe ships for the game.
    #[error("no recipe ships for \"{game}\"{}; there are: {}; give your own with --recipe",
        nearest(game, known), known.join(", "))]
    NotShipped {
        /// The game.
        game: String,
        /// Those there are.
        known: Vec<&'static str>,
    },
}

/// Reads the recipe at `path`; with its text.
///
/// # Errors
/// [`RecipeError`].
pub fn read(path: &Path) -> Result<(Recipe, String), RecipeError> {
    let name = path.display().to_string();
    match std::fs::read_to_string(path) {
        Err(error) => Err(RecipeError::File { path: name, error }),
        Ok(text) => match parse(&text) {
            Ok(recipe) => Ok((recipe, text)),
            Err(error) => Err(RecipeError::Refused { path: name, error: Box::new(error) }),
        },
    }
}

/// Reads a recipe.
///
/// # Errors
/// [`RecipeError`].
pub fn parse(text: &str) -> Result<Recipe, RecipeError> {
    let recipe: Recipe = toml::from_str(text)?;
    recipe.selfplay.check()?;
    recipe.check()?;
    Ok(recipe)
}

impl Recipe {
    fn check(&self) -> Result<(), RecipeError> {
        let Self { network, learner, rounds, measure, .. } = self;
        let whole = [
            ("network.width", network.width as u64, 1, 4096, "a whole number from 1 to 4096"),
            ("network.blocks", network.blocks as u64, 0, 64, "a whole number from 0 to 64"),
            ("learner.batch", learner.batch as u64, 1, 65_536, "a whole number from 1 to 65536"),
            ("learner.window", learner.window as u64, 1, 100_000_000, "a whole number from 1 to 100000000"),
            ("rounds.tables", rounds.tables, 1, 10_000, "a whole number from 1 to 10000"),
            ("rounds.keep", rounds.keep, 1, 1_000_000, "a whole number from 1 to 1000000"),
            ("measure.every", measure.every, 1, 1_000_000, "a whole number from 1 to 1000000"),
            ("measure.games", measure.games, 1, 1_000_000, "a whole number from 1 to 1000000"),
            ("measure.gate", measure.gate, 1, 1_000_000, "a whole number from 1 to 1000000"),
        ];
        for (name, found, least, most, legal) in whole {
            if !(least..=most).contains(&found) {
                return Err(RecipeError::Option { name, found: found.to_string(), legal });
            }
        }
        let numbers = [
            ("learner.passes", learner.passes, 1e-3, 1e3, "a number from 0.001 to 1000"),
            ("learner.rate", learner.rate, 1e-9, 1.0, "a number above 0, at most 1"),
            ("learner.decay", learner.decay, 0.0, 1.0, "a number from 0 to 1"),
            ("learner.clip", learner.clip, 1e-9, 1e9, "a number above 0"),
            ("learner.mix", learner.mix, 0.0, 1.0, "a number from 0 to 1"),
            ("learner.value", learner.value, 0.0, 1e3, "a number from 0 to 1000"),
            ("learner.score", learner.score, 0.0, 1e3, "a number from 0 to 1000"),
            ("learner.life", learner.life, 0.0, 1e3, "a number from 0 to 1000"),
            ("learner.mean", learner.mean, 1.0, 1e9, "a number from 1 to 1000000000"),
        ];
        for (name, found, least, most, legal) in numbers {
            if !(least..=most).contains(&found) {
                return Err(RecipeError::Option { name, found: found.to_string(), legal });
            }
        }
        Ok(())
    }
}
