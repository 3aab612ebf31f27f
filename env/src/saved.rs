//! What is saved as JSON and brought back: a head that says of which game it is, and what it holds.

use std::fmt::Display;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::{Facts, Game, PositionError, Settings};

/// The version of the form of saved texts.
pub const SAVED_VERSION: u32 = 1;

/// What was saved cannot go on here; nothing has changed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum RestoreError {
    /// The text is not JSON of the form that is saved.
    #[error("the saved text cannot be read: {0}")]
    Form(String),
    /// The form is of another version.
    #[error("the saved text's form is version {found}; this program reads version {SAVED_VERSION}")]
    Version {
        /// What the text says.
        found: u32,
    },
    /// It was saved from another game.
    #[error("the saved game is \"{found}\", not \"{expected}\"")]
    Game {
        /// What the text says.
        found: String,
        /// What is played here.
        expected: &'static str,
    },
    /// It was played by other rules.
    #[error("what was saved was played by version {found} of the rules; these are version {expected}")]
    Rules {
        /// What the text says.
        found: u32,
        /// What is played here.
        expected: u32,
    },
    /// It was played with other settings.
    #[error("what was saved was played with the settings {found}, the game at hand has {expected}")]
    Settings {
        /// What the text says, in JSON.
        found: String,
        /// What is played here, in JSON.
        expected: String,
    },
    /// It is something else: a play, or rows whose seats are played by others.
    #[error("saved was {found}; here is {expected}")]
    Kind {
        /// What the text holds.
        found: String,
        /// What is here.
        expected: String,
    },
    /// The opponents are others.
    #[error("saved were rows against {}; here are {}", found.join(", "), expected.join(", "))]
    Opponents {
        /// Those of the text, by name.
        found: Vec<String>,
        /// Those that play here.
        expected: Vec<String>,
    },
    /// A number cannot be; or it is not that of what is here.
    #[error("{field} = {found}: it must be {expected}")]
    Value {
        /// What is wrong.
        field: &'static str,
        /// What the text says.
        found: String,
        /// What would be right.
        expected: String,
    },
    /// The position cannot be.
    #[error(transparent)]
    Position(#[from] PositionError),
    /// A row is refused: the first of those that are wrong.
    #[error("row {row}: {reason}")]
    Row {
        /// Which one.
        row: usize,
        /// Why.
        reason: Box<RestoreError>,
    },
}

impl RestoreError {
    /// Refuses `field` unless this `holds`.
    pub(crate) fn require(
        holds: bool,
        field: &'static str,
        found: &dyn Display,
        expected: &dyn Display,
    ) -> Result<(), Self> {
        let refuse = || Self::Value { field, found: found.to_string(), expected: expected.to_string() };
        if holds { Ok(()) } else { Err(refuse()) }
    }
}

/// What a text says of itself.
#[derive(Serialize, Deserialize)]
struct Head {
    version: u32,
    game: String,
    rules_version: u32,
    settings: Settings,
    saved: String,
}

impl Head {
    /// That of `kind`, something that is played in `game`.
    fn new<G: Game>(game: &G, kind: &str) -> Self {
        let &Facts { rules_version, .. } = game.facts();
        let (game, settings) = (G::NAME.to_owned(), game.settings());
        Self { version: SAVED_VERSION, game, rules_version, settings, saved: kind.to_owned() }
    }

    fn require<G: Game>(self, expected: Self) -> Result<(), RestoreError> {
        if self.version != SAVED_VERSION {
            return Err(RestoreError::Version { found: self.version });
        }
        if self.game != G::NAME {
            return Err(RestoreError::Game { found: self.game, expected: G::NAME });
        }
        if self.rules_version != expected.rules_version {
            let (found, expected) = (self.rules_version, expected.rules_version);
            return Err(RestoreError::Rules { found, expected });
        }
        if self.settings != expected.settings {
            let text = |settings: &Settings| serde_json::to_string(settings).unwrap_or_default();
            let (found, expected) = (text(&self.settings), text(&expected.settings));
            return Err(RestoreError::Settings { found, expected });
        }
        if self.saved != expected.saved {
            return Err(RestoreError::Kind { found: self.saved, expected: expected.saved });
        }
        Ok(())
    }
}

#[derive(Serialize)]
struct Whole<B> {
    #[serde(flatten)]
    head: Head,
    #[serde(flatten)]
    body: B,
}

/// `body`, which holds `kind`, with its head.
///
/// # Panics
/// If the game's positions cannot be written as JSON, which they must.
pub(crate) fn write<G: Game>(game: &G, kind: &str, body: impl Serialize) -> String {
    let whole = Whole { head: Head::new(game, kind), body };
    serde_json::to_string(&whole).expect("positions can be written as JSON")
}

/// Reads the body of a text that holds `kind`. The head is judged first, as other games have other positions.
pub(crate) fn read<G: Game, B: DeserializeOwned>(
    game: &G,
    kind: &str,
    text: &str,
) -> Result<B, RestoreError> {
    let form = |error: serde_json::Error| RestoreError::Form(error.to_string());
    let head: Head = serde_json::from_str(text).map_err(form)?;
    head.require::<G>(Head::new(game, kind))?;
    serde_json::from_str(text).map_err(form)
}
