//! All that is needed to go on with a run.

use std::collections::{BTreeMap, HashMap};

use roadside_agents::network::sha256;
use safetensors::tensor::{Dtype, SafeTensors, TensorView};
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::folder::{FileError, Folder};
use crate::learner::Losses;

/// The form of the states that this program reads and writes.
pub const STATE_VERSION: u32 = 1;

/// Where a run stands. What is large lies in files that it names.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct State {
    /// [`STATE_VERSION`].
    pub version: u32,
    /// The seed.
    pub seed: u64,
    /// Rounds that were learned from to the end.
    pub round: u64,
    /// Steps of the learner.
    pub steps: u64,
    /// Rows that were played.
    pub rows: u64,
    /// Games that were played.
    pub games: u64,
    /// Hours by the clock.
    pub hours: f64,
    /// The files of the replay window, the oldest first.
    pub window: Vec<String>,
    /// What the steps of the present round came to so far, and how many they are.
    pub losses: (Losses, u64),
    /// The files for `TensorBoard` with their lengths in bytes: what lies behind was not kept.
    pub logs: BTreeMap<String, u64>,
    /// The round whose checkpoint is the best so far.
    pub best: Option<u64>,
    /// What was measured at the end of some rounds, in their order.
    pub measured: Vec<Measured>,
    /// The tensors of the learner, in its order.
    pub learner: String,
    /// Their SHA-256.
    pub learner_sha256: String,
    /// The tensors of the network that plays the next round.
    pub player: String,
}

/// How well the network was after a round.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Measured {
    /// The round.
    pub round: u64,
    /// Steps of the learner.
    pub steps: u64,
    /// Hours by the clock.
    pub hours: f64,
    /// By name of a figure.
    pub figures: BTreeMap<String, f64>,
}

/// A run cannot be gone on with.
#[derive(Debug, Error)]
pub enum StateError {
    /// A file could not be read or written.
    #[error(transparent)]
    File(#[from] FileError),
    /// It is no state.
    #[error("state/state.json: {0}")]
    Json(#[from] serde_json::Error),
    /// It is of another form.
    #[error("state/state.json: its version is {found}; this program reads {STATE_VERSION}")]
    Version {
        /// What it says.
        found: u32,
    },
    /// The learner's tensors are not those that the state names.
    #[error("state/{name}: {problem}")]
    Tensors {
        /// The file.
        name: String,
        /// What is wrong.
        problem: String,
    },
}

/// The state's file.
const STATE: &str = "state/state.json";

impl State {
    /// Reads where the run in `folder` stands, with the numbers of the learner's tensors.
    ///
    /// # Errors
    /// [`StateError`].
    pub fn load(folder: &Folder) -> Result<(Self, Vec<Vec<f32>>), StateError> {
        let state: Self = serde_json::from_slice(&folder.read(STATE)?)?;
        if state.version != STATE_VERSION {
            return Err(StateError::Version { found: state.version });
        }
        let bytes = folder.read(format!("state/{}", state.learner))?;
        let refuse = |problem: String| StateError::Tensors { name: state.learner.clone(), problem };
        if sha256(&bytes) != state.learner_sha256 {
            return Err(refuse("its SHA-256 is not that in state.json; the file is damaged".to_owned()));
        }
        let tensors = SafeTensors::deserialize(&bytes).map_err(|error| refuse(error.to_string()))?;
        let mut numbers = Vec::new();
        while let Ok(tensor) = tensors.tensor(&numbers.len().to_string()) {
            let bytes = tensor.data().as_chunks().0;
            numbers.push(bytes.iter().map(|&bytes| f32::from_le_bytes(bytes)).collect());
        }
        Ok((state, numbers))
    }

    /// Writes it: the learner's tensors first, then the state that names them takes the place of the last one.
    ///
    /// # Errors
    /// [`StateError`]; then the last state is there still.
    pub fn save(&mut self, folder: &Folder, learner: &[Vec<f32>]) -> Result<(), StateError> {
        let bytes: Vec<Vec<u8>> = learner
            .iter()
            .map(|numbers| numbers.iter().flat_map(|number| number.to_le_bytes()).collect())
            .collect();
        let views = bytes.iter().enumerate().map(|(place, bytes)| {
            let view = TensorView::new(Dtype::F32, vec![bytes.len() / 4], bytes);
            (place.to_string(), view.expect("four bytes a number"))
        });
        let bytes = safetensors::serialize(views, None::<HashMap<String, String>>)
            .expect("numbers in memory can be written to memory");
        let last = std::mem::replace(&mut self.learner, format!("learner-{:09}.safetensors", self.steps));
        self.learner_sha256 = sha256(&bytes);
        self.version = STATE_VERSION;
        folder.write(format!("state/{}", self.learner), &bytes)?;
        folder.write(STATE, &serde_json::to_vec_pretty(self)?)?;
        if last != self.learner && !last.is_empty() {
            folder.remove(format!("state/{last}"))?;
        }
        Ok(())
    }

    /// Whether a run has been begun in `folder`.
    pub fn exists(folder: &Folder) -> bool {
        folder.path(STATE).exists()
    }
}
