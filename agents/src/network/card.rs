//! What is said of a checkpoint: for which game it is, how it came about, and how well it plays.

use std::fmt::Write as _;

use roadside_env::{Game, Settings};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use sha2::{Digest as _, Sha256};

use super::Shape;

/// The form of the card that this program reads and writes.
pub const CARD_VERSION: u32 = 1;

/// How a network alone chooses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Choice {
    /// What it takes for the best.
    #[default]
    Best,
    /// An action as likely as its policy says.
    Sampled,
}

/// What a network has to agree with to be asked: the game, its rules, and the lists of numbers and actions.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fit {
    /// The game.
    pub game: String,
    /// Its [`rules_version`](roadside_env::Facts::rules_version).
    pub rules_version: u32,
    /// A hash of the layout of its observations, and of what its conditions stand for.
    pub layout: String,
    /// A hash of the labels of its actions.
    pub actions: String,
}

/// A file that belongs to a checkpoint.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct File {
    /// Its name in the checkpoint's folder.
    pub name: String,
    /// The SHA-256 of its bytes, in hexadecimal.
    pub sha256: String,
}

/// How long a network was trained.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Training {
    /// Steps of the learner.
    pub steps: u64,
    /// Decisions that it learned from.
    pub rows: u64,
    /// Games in which they were made.
    pub games: u64,
    /// Hours of the clock, over all runs.
    pub hours: f64,
    /// The seed.
    pub seed: u64,
    /// The recipe, as it was given.
    pub recipe: String,
    /// The command of the last run.
    pub command: String,
}

/// How well a checkpoint did in something.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Mark {
    /// What was measured.
    pub what: String,
    /// The command that measures it.
    pub command: String,
    /// What came out, with intervals where it is an estimate.
    pub result: Value,
}

/// The card of a checkpoint.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Card {
    /// [`CARD_VERSION`].
    pub card_version: u32,
    /// What the checkpoint is called.
    pub name: String,
    /// The version of the program that wrote it.
    pub program: String,
    /// The day on which it was written, as year, month and day.
    pub date: String,
    /// With what it agrees.
    pub fit: Fit,
    /// How large the network is.
    pub shape: Shape,
    /// Where its weights are.
    pub weights: File,
    /// How it chooses by itself.
    #[serde(default)]
    pub choice: Choice,
    /// How it was trained.
    pub training: Training,
    /// How well it does.
    #[serde(default)]
    pub marks: Vec<Mark>,
}

impl Fit {
    /// What a network for `G` agrees with now.
    ///
    /// # Panics
    /// If the game refuses its own defaults.
    pub fn of<G: Game>() -> Self {
        let game = G::from_settings(&Settings::default()).expect("a game can be had as it comes");
        let slices = game.observation_spec().slices().iter();
        // What a slice means may be said in other words; its place, its numbers and their labels may not change.
        let slices = slices.map(|slice| (&slice.name, slice.len, slice.most, slice.unit, &slice.labels));
        let layout = serde_json::to_vec(&(slices.collect::<Vec<_>>(), G::condition_labels()));
        let actions = serde_json::to_vec(game.action_labels());
        Self {
            game: G::NAME.to_owned(),
            rules_version: game.facts().rules_version,
            layout: sha256(&layout.expect("a layout is plain data")),
            actions: sha256(&actions.expect("labels are texts")),
        }
    }

    /// In what `self`, that of a checkpoint, differs from what is needed: one phrase for each field.
    pub(super) fn misfits(&self, needed: &Self) -> Vec<String> {
        let mut found = Vec::new();
        let mut hold = |field: &str, have: &dyn std::fmt::Display, need: &dyn std::fmt::Display| {
            let (have, need) = (have.to_string(), need.to_string());
            if have != need {
                found.push(format!("{field} is {have}, needed is {need}"));
            }
        };
        hold("game", &self.game, &needed.game);
        hold("rules_version", &self.rules_version, &needed.rules_version);
        hold("layout of observations", &short(&self.layout), &short(&needed.layout));
        hold("list of actions", &short(&self.actions), &short(&needed.actions));
        found
    }
}

/// So much of a hash tells two apart in a message.
fn short(hash: &str) -> &str {
    hash.get(..12).unwrap_or(hash)
}

/// The SHA-256 of `bytes`, in hexadecimal.
pub fn sha256(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}
