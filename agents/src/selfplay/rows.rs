//! What self-play leaves to learn from.

use std::collections::HashMap;

use roadside_env::Settings;
use safetensors::tensor::{Dtype, SafeTensorError, SafeTensors, TensorView};
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::network::Fit;

/// The form of the row files that this program reads and writes.
pub const ROWS_VERSION: u32 = 1;

/// A probability of 1 in [`Rows::policy`].
pub const CERTAIN: u16 = u16::MAX;

/// Of what rows are.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RowsHeader {
    /// [`ROWS_VERSION`].
    pub rows_version: u32,
    /// The game and its lists of numbers and actions.
    pub fit: Fit,
    /// The settings that were played, in full.
    pub settings: Settings,
    /// How many games were played.
    pub games: u64,
    /// Which weights played: the SHA-256 of their file.
    pub weights: String,
    /// The number of the table.
    pub table: u64,
    /// The lengths of a row: numbers of an observation, actions, seats.
    pub observed: usize,
    /// How many actions there are.
    pub actions: usize,
    /// Of how many seats a row tells, the one that saw first.
    pub seats: usize,
}

/// Decisions of one table, row by row. A row belongs to one seat that was to act; seats are counted from it, and what is
/// told of absent ones is NaN.
#[derive(Clone, Debug, PartialEq)]
pub struct Rows {
    /// Of what they are.
    pub header: RowsHeader,
    /// The [`conditions`](roadside_env::Facts::conditions), the same for all rows.
    pub conditions: Vec<f32>,
    /// What each whole number of an observation is multiplied with for a network.
    pub scales: Vec<f32>,
    /// What the seat saw, in whole numbers.
    pub observations: Vec<u8>,
    /// Which actions were legal: 1 or 0.
    pub legal: Vec<u8>,
    /// How likely each action should be, in units of 1 / [`CERTAIN`].
    pub policy: Vec<u16>,
    /// Whether a search stands behind the policy: 1 or 0. Else it is the network's own, and nothing to learn from.
    pub searched: Vec<u8>,
    /// What each seat got in the end, from 0 for the least utility to 1 for the most.
    pub outcomes: Vec<f32>,
    /// What the search took the decision to be worth to its seat, on the same scale; without one, the network.
    pub worth: Vec<f32>,
    /// The score of each seat in the end, in units of [`SCORE_UNIT`](crate::network::SCORE_UNIT).
    pub scores: Vec<f32>,
    /// Whether each seat was alive in the end: 1 or 0.
    pub lives: Vec<f32>,
}

/// Rows could not be read.
#[derive(Debug, Error)]
pub enum RowsError {
    /// They are not in the format.
    #[error("not readable as safetensors: {0}")]
    Format(#[from] SafeTensorError),
    /// What they say of themselves cannot be understood.
    #[error("not rows of self-play: {0}")]
    Header(String),
    /// A tensor is missing or of another kind.
    #[error("the tensor \"{name}\" holds {found}; {expected} is needed")]
    Tensor {
        /// Its name.
        name: &'static str,
        /// What it holds.
        found: String,
        /// What it should hold.
        expected: String,
    },
}

/// The key of the header among the file's metadata.
const HEADER: &str = "rows";

impl Rows {
    /// No rows yet.
    pub fn new(header: RowsHeader, conditions: Vec<f32>, scales: Vec<f32>) -> Self {
        Self {
            header,
            conditions,
            scales,
            observations: Vec::new(),
            legal: Vec::new(),
            policy: Vec::new(),
            searched: Vec::new(),
            outcomes: Vec::new(),
            worth: Vec::new(),
            scores: Vec::new(),
            lives: Vec::new(),
        }
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.searched.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.searched.is_empty()
    }

    /// Puts those of another game of the same table behind these.
    pub(super) fn append(&mut self, other: &mut Self) {
        self.observations.append(&mut other.observations);
        self.legal.append(&mut other.legal);
        self.policy.append(&mut other.policy);
        self.searched.append(&mut other.searched);
        self.outcomes.append(&mut other.outcomes);
        self.worth.append(&mut other.worth);
        self.scores.append(&mut other.scores);
        self.lives.append(&mut other.lives);
    }

    /// The rows in the format safetensors, with the header as JSON among its metadata.
    ///
    /// # Panics
    /// If the lengths do not fit each other.
    pub fn to_safetensors(&self) -> Vec<u8> {
        let RowsHeader { observed, actions, seats, .. } = self.header;
        let (rows, bytes) = (self.len(), |numbers: &[f32]| -> Vec<u8> {
            numbers.iter().flat_map(|number| number.to_le_bytes()).collect()
        });
        let policy: Vec<u8> = self.policy.iter().flat_map(|share| share.to_le_bytes()).collect();
        let tensors = [
            ("conditions", Dtype::F32, vec![self.conditions.len()], bytes(&self.conditions)),
            ("scales", Dtype::F32, vec![observed], bytes(&self.scales)),
            ("observations", Dtype::U8, vec![rows, observed], self.observations.clone()),
            ("legal", Dtype::U8, vec![rows, actions], self.legal.clone()),
            ("policy", Dtype::U16, vec![rows, actions], policy),
            ("searched", Dtype::U8, vec![rows], self.searched.clone()),
            ("outcomes", Dtype::F32, vec![rows, seats], bytes(&self.outcomes)),
            ("worth", Dtype::F32, vec![rows], bytes(&self.worth)),
            ("scores", Dtype::F32, vec![rows, seats], bytes(&self.scores)),
            ("lives", Dtype::F32, vec![rows, seats], bytes(&self.lives)),
        ];
        let views = tensors.iter().map(|(name, kind, shape, bytes)| {
            (*name, TensorView::new(*kind, shape.clone(), bytes).expect("as many numbers as rows have"))
        });
        let header = serde_json::to_string(&self.header).expect("a header is plain data");
        let metadata = HashMap::from([(HEADER.to_owned(), header)]);
        safetensors::serialize(views, Some(metadata)).expect("numbers in memory can be written to memory")
    }

    /// Reads rows as [`to_safetensors`](Self::to_safetensors) writes them.
    ///
    /// # Errors
    /// [`RowsError`] names what is missing or wrong.
    pub fn from_safetensors(bytes: &[u8]) -> Result<Self, RowsError> {
        let (_, metadata) = SafeTensors::read_metadata(bytes)?;
        let text = metadata.metadata().as_ref().and_then(|metadata| metadata.get(HEADER));
        let text = text.ok_or_else(|| RowsError::Header(format!("no \"{HEADER}\" in its metadata")))?;
        let header: RowsHeader =
            serde_json::from_str(text).map_err(|error| RowsError::Header(error.to_string()))?;
        if header.rows_version != ROWS_VERSION {
            let RowsHeader { rows_version, .. } = header;
            let text = format!("their version is {rows_version}; this program reads {ROWS_VERSION}");
            return Err(RowsError::Header(text));
        }
        let tensors = Tensors(SafeTensors::deserialize(bytes)?);
        let RowsHeader { observed, actions, seats, .. } = header;
        let rows = tensors.rows()?;
        let conditions = tensors.0.tensor("conditions").map_or(0, |tensor| tensor.shape().iter().product());
        Ok(Self {
            conditions: tensors.floats("conditions", &[conditions])?,
            scales: tensors.floats("scales", &[observed])?,
            observations: tensors.data("observations", Dtype::U8, &[rows, observed])?.to_vec(),
            legal: tensors.data("legal", Dtype::U8, &[rows, actions])?.to_vec(),
            policy: {
                let bytes = tensors.data("policy", Dtype::U16, &[rows, actions])?;
                bytes.as_chunks().0.iter().map(|&bytes| u16::from_le_bytes(bytes)).collect()
            },
            searched: tensors.data("searched", Dtype::U8, &[rows])?.to_vec(),
            outcomes: tensors.floats("outcomes", &[rows, seats])?,
            worth: tensors.floats("worth", &[rows])?,
            scores: tensors.floats("scores", &[rows, seats])?,
            lives: tensors.floats("lives", &[rows, seats])?,
            header,
        })
    }
}

struct Tensors<'a>(SafeTensors<'a>);

impl Tensors<'_> {
    fn rows(&self) -> Result<usize, RowsError> {
        let searched = self.0.tensor("searched")?;
        Ok(searched.shape().iter().product())
    }

    fn data(&self, name: &'static str, kind: Dtype, shape: &[usize]) -> Result<&[u8], RowsError> {
        let tensor = self.0.tensor(name)?;
        if tensor.dtype() == kind && tensor.shape() == shape {
            return Ok(tensor.data());
        }
        let found = format!("{:?} numbers in {:?}", tensor.dtype(), tensor.shape());
        Err(RowsError::Tensor { name, found, expected: format!("{kind:?} numbers in {shape:?}") })
    }

    fn floats(&self, name: &'static str, shape: &[usize]) -> Result<Vec<f32>, RowsError> {
        let bytes = self.data(name, Dtype::F32, shape)?;
        Ok(bytes.as_chunks().0.iter().map(|&bytes| f32::from_le_bytes(bytes)).collect())
    }
}
