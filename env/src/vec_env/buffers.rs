//! The arrays that rows are written to.

use super::{Shape, VecEnvError};

/// Arrays that the caller owns, row by row without a gap. What a call does not write stays as it is.
#[derive(Debug, PartialEq)]
pub struct Buffers<'a, O> {
    /// What the seat of the row sees, in `f32` or whole numbers in `u8`, rows x [`observation_len`](Shape::observation_len).
    pub observations: &'a mut [O],
    /// What it may do, rows x [`actions`](Shape::actions). All true where there is nothing to choose; the action
    /// is then ignored.
    pub masks: &'a mut [bool],
    /// What was got since the last step, rows x [`rewards`](Shape::rewards).
    pub rewards: &'a mut [f64],
    /// Whether the row's episode is over, rows.
    pub terminated: &'a mut [bool],
    /// Whether it was cut off by `max_steps`, rows.
    pub truncated: &'a mut [bool],
    /// The seat that is to act, or that learns, rows; -1 when the game is over and all seats are played: the
    /// observation is then that of the seat that acted last. An illegal action that ends an episode, or `max_steps`,
    /// does not end the game: the seat stays that of the position.
    pub seats: &'a mut [i8],
    /// The last observations of the episodes that ended in this step, rows x
    /// [`observation_len`](Shape::observation_len). Only [`SameStep`](super::Autoreset::SameStep) writes it, and
    /// only the rows that ended; with `None` they are lost.
    pub final_observations: Option<&'a mut [O]>,
}

impl<O> Buffers<'_, O> {
    pub(super) fn check(&self, shape: &Shape) -> Result<(), VecEnvError> {
        let &Shape { rows, observation_len, actions, rewards, .. } = shape;
        let finals = self.final_observations.as_ref();
        let finals = finals.map_or(rows * observation_len, |array| array.len());
        for (name, given, of_each) in [
            ("observations", self.observations.len(), observation_len),
            ("masks", self.masks.len(), actions),
            ("rewards", self.rewards.len(), rewards),
            ("terminated", self.terminated.len(), 1),
            ("truncated", self.truncated.len(), 1),
            ("seats", self.seats.len(), 1),
            ("final_observations", finals, observation_len),
        ] {
            VecEnvError::require_length(name, given, rows, of_each)?;
        }
        Ok(())
    }

    pub(super) fn reborrow(&mut self) -> Buffers<'_, O> {
        Buffers {
            observations: self.observations,
            masks: self.masks,
            rewards: self.rewards,
            terminated: self.terminated,
            truncated: self.truncated,
            seats: self.seats,
            final_observations: self.final_observations.as_deref_mut(),
        }
    }

    /// Takes the first `rows` rows off, which are there once the lengths are checked.
    pub(super) fn take_rows(&mut self, rows: usize, shape: &Shape) -> Self {
        let numbers = rows * shape.observation_len;
        Buffers {
            observations: self.observations.split_off_mut(..numbers).unwrap_or_default(),
            masks: self.masks.split_off_mut(..rows * shape.actions).unwrap_or_default(),
            rewards: self.rewards.split_off_mut(..rows * shape.rewards).unwrap_or_default(),
            terminated: self.terminated.split_off_mut(..rows).unwrap_or_default(),
            truncated: self.truncated.split_off_mut(..rows).unwrap_or_default(),
            seats: self.seats.split_off_mut(..rows).unwrap_or_default(),
            final_observations: self
                .final_observations
                .as_mut()
                .map(|array| array.split_off_mut(..numbers).unwrap_or_default()),
        }
    }
}

/// Where a row's step writes its rewards and flags.
pub(super) struct Slot<'a, O> {
    pub rewards: &'a mut [f64],
    pub terminated: &'a mut bool,
    pub truncated: &'a mut bool,
    /// Those of all rows of the shard.
    pub final_observations: Option<&'a mut [O]>,
}

/// Arrays of the right lengths, to be lent to a [`VecEnv`](super::VecEnv) again and again.
#[derive(Clone, Debug, PartialEq)]
pub struct Batch<O> {
    shape: Shape,
    observations: Vec<O>,
    masks: Vec<bool>,
    rewards: Vec<f64>,
    terminated: Vec<bool>,
    truncated: Vec<bool>,
    seats: Vec<i8>,
    final_observations: Vec<O>,
}

impl<O: Copy + Default> Batch<O> {
    /// Arrays for rows of this shape, all 0.
    pub fn new(shape: Shape) -> Self {
        let observations = vec![O::default(); shape.rows * shape.observation_len];
        Self {
            masks: vec![false; shape.rows * shape.actions],
            rewards: vec![0.0; shape.rows * shape.rewards],
            terminated: vec![false; shape.rows],
            truncated: vec![false; shape.rows],
            seats: vec![0; shape.rows],
            final_observations: observations.clone(),
            observations,
            shape,
        }
    }
}

/// What is asked of a row must lie within the batch; a row past its end panics, as an index out of bounds does.
impl<O> Batch<O> {
    /// The arrays, lent.
    pub fn buffers(&mut self) -> Buffers<'_, O> {
        Buffers {
            observations: &mut self.observations,
            masks: &mut self.masks,
            rewards: &mut self.rewards,
            terminated: &mut self.terminated,
            truncated: &mut self.truncated,
            seats: &mut self.seats,
            final_observations: Some(&mut self.final_observations),
        }
    }

    /// Its shape.
    pub fn shape(&self) -> &Shape {
        &self.shape
    }

    /// What the seat of `row` sees.
    pub fn observation(&self, row: usize) -> &[O] {
        part(&self.observations, row, self.shape.observation_len)
    }

    /// What it may do.
    pub fn mask(&self, row: usize) -> &[bool] {
        part(&self.masks, row, self.shape.actions)
    }

    /// What `row` brought since the last step, to each seat or to the one that learns.
    pub fn rewards(&self, row: usize) -> &[f64] {
        part(&self.rewards, row, self.shape.rewards)
    }

    /// Whether the episode of `row` is over.
    pub fn terminated(&self, row: usize) -> bool {
        self.terminated[row]
    }

    /// Whether the episode of `row` was cut off.
    pub fn truncated(&self, row: usize) -> bool {
        self.truncated[row]
    }

    /// The seat of `row`, -1 for nobody.
    pub fn seat(&self, row: usize) -> i8 {
        self.seats[row]
    }

    /// The last observation of the last episode of `row` that ended while this batch was lent, under
    /// [`SameStep`](super::Autoreset::SameStep).
    pub fn final_observation(&self, row: usize) -> &[O] {
        part(&self.final_observations, row, self.shape.observation_len)
    }
}

fn part<T>(array: &[T], row: usize, len: usize) -> &[T] {
    &array[row * len..][..len]
}
