//! Checkpoints: a card and the weights it names.

use std::sync::Arc;

use roadside_env::Game;
use thiserror::Error;

use super::card::{CARD_VERSION, Card, Fit, sha256};
use super::{Network, WeightsError};

/// The name of a card in the folder of its checkpoint.
pub const CARD_FILE: &str = "card.json";

/// A checkpoint that was read: what it is, and its network.
#[derive(Clone, Debug)]
pub struct Checkpoint {
    /// What is said of it.
    pub card: Card,
    /// Its network.
    pub network: Arc<Network>,
}

/// A checkpoint could not be used.
#[derive(Debug, Error)]
pub enum CheckpointError {
    /// A file could not be read.
    #[error("{path}: {error}")]
    File {
        /// Which one.
        path: String,
        /// What the system says.
        error: std::io::Error,
    },
    /// Its card is no card of this form.
    #[error("{path}: not the card of a checkpoint: {error}")]
    Card {
        /// The card's file.
        path: String,
        /// What is wrong.
        error: serde_json::Error,
    },
    /// Its card is of another form.
    #[error("{path}: the card's version is {found}; this program reads {CARD_VERSION}")]
    CardVersion {
        /// The card's file.
        path: String,
        /// What it says.
        found: u64,
    },
    /// It is for something else.
    #[error("the checkpoint \"{name}\" does not fit: {}", misfits.join("; "))]
    Misfit {
        /// Its name.
        name: String,
        /// The fields that differ, each with what it is and what is needed.
        misfits: Vec<String>,
    },
    /// The weights are not those that the card names.
    #[error("{path}: its SHA-256 is {found}, the card says {expected}; the file is damaged or another's")]
    Hash {
        /// The file.
        path: String,
        /// What it has.
        found: String,
        /// What the card says.
        expected: String,
    },
    /// The weights do not fit the shape that the card names.
    #[error("{path}: {error}")]
    Weights {
        /// The file.
        path: String,
        /// What is wrong.
        error: WeightsError,
    },
}

impl Card {
    /// Reads a card; `path` is where it came from, for messages.
    ///
    /// # Errors
    /// [`CheckpointError::Card`] or [`CheckpointError::CardVersion`].
    pub fn read(json: &[u8], path: &str) -> Result<Self, CheckpointError> {
        let refused = |error| CheckpointError::Card { path: path.to_owned(), error };
        let value: serde_json::Value = serde_json::from_slice(json).map_err(refused)?;
        match value.get("card_version").and_then(serde_json::Value::as_u64) {
            Some(found) if found != u64::from(CARD_VERSION) => {
                Err(CheckpointError::CardVersion { path: path.to_owned(), found })
            }
            _ => serde_json::from_value(value).map_err(refused),
        }
    }

    /// Checks that the checkpoint is for `G` with the rules and lists that it has now.
    ///
    /// # Errors
    /// [`CheckpointError::Misfit`] names all fields that differ.
    pub fn require_fit<G: Game>(&self) -> Result<(), CheckpointError> {
        let misfits = self.fit.misfits(&Fit::of::<G>());
        let name = self.name.clone();
        if misfits.is_empty() { Ok(()) } else { Err(CheckpointError::Misfit { name, misfits }) }
    }

    /// The network whose weights `bytes` are, read from `path`.
    ///
    /// # Errors
    /// [`CheckpointError::Hash`] or [`CheckpointError::Weights`].
    pub fn network(&self, bytes: &[u8], path: &str) -> Result<Network, CheckpointError> {
        let (found, expected) = (sha256(bytes), self.weights.sha256.clone());
        if found != expected {
            return Err(CheckpointError::Hash { path: path.to_owned(), found, expected });
        }
        Network::from_safetensors(self.shape, bytes)
            .map_err(|error| CheckpointError::Weights { path: path.to_owned(), error })
    }
}

#[cfg(feature = "files")]
mod files {
    use std::fs;
    use std::path::Path;

    use roadside_env::files::write_whole;

    use super::super::card::{File, sha256};
    use super::{Arc, CARD_FILE, Card, Checkpoint, CheckpointError, Network};

    impl Checkpoint {
        /// Reads the checkpoint in `folder`, for whatever game it is.
        ///
        /// # Errors
        /// [`CheckpointError`] names the file and what is wrong with it.
        pub fn read(folder: &Path) -> Result<Self, CheckpointError> {
            let (json, card_path) = read_file(&folder.join(CARD_FILE))?;
            let card = Card::read(&json, &card_path)?;
            let (bytes, path) = read_file(&folder.join(&card.weights.name))?;
            let network = Arc::new(card.network(&bytes, &path)?);
            Ok(Self { card, network })
        }
    }

    impl Card {
        /// Writes a checkpoint into `folder`, which is made if need be: the weights first, under a name of their own, then
        /// the card that names them takes the place of what was there. The card's `weights` are set here.
        ///
        /// # Errors
        /// [`CheckpointError::File`]; then the checkpoint that was there is there still.
        ///
        /// # Panics
        /// Never: a card is plain data.
        pub fn write(mut self, network: &Network, folder: &Path) -> Result<Self, CheckpointError> {
            let bytes = network.to_safetensors();
            let sha256 = sha256(&bytes);
            self.weights = File { name: format!("weights-{}.safetensors", &sha256[..12]), sha256 };
            let json = serde_json::to_vec_pretty(&self).expect("a card is plain data");
            let write = |name: &str, bytes: &[u8]| {
                let path = folder.join(name);
                write_whole(&path, bytes)
                    .map_err(|error| CheckpointError::File { path: path.display().to_string(), error })
            };
            fs::create_dir_all(folder)
                .map_err(|error| CheckpointError::File { path: folder.display().to_string(), error })?;
            write(&self.weights.name, &bytes)?;
            write(CARD_FILE, &json)?;
            Ok(self)
        }
    }

    fn read_file(path: &Path) -> Result<(Vec<u8>, String), CheckpointError> {
        let name = path.display().to_string();
        match fs::read(path) {
            Ok(bytes) => Ok((bytes, name)),
            Err(error) => Err(CheckpointError::File { path: name, error }),
        }
    }
}
