//! The rows that are learned from: the newest of self-play.

use std::collections::VecDeque;

use roadside_agents::network::Shape;
use roadside_agents::selfplay::{CERTAIN, Rows};
use roadside_env::Stream;
use tch::{Device, Tensor};

/// The newest rows, whole tables of them.
#[derive(Debug)]
pub struct Window {
    capacity: usize,
    tables: VecDeque<(String, Rows)>,
    rows: usize,
}

/// Rows to learn from, as tensors; what is not known is NaN.
#[derive(Debug)]
pub struct Batch {
    /// `[rows, inputs]`.
    pub inputs: Tensor,
    /// `[rows, actions]`: 1 for what is legal.
    pub legal: Tensor,
    /// `[rows, actions]`: how likely each should be.
    pub policy: Tensor,
    /// `[rows]`: 1 where the policy is to be learned.
    pub searched: Tensor,
    /// `[rows, seats]`: what each seat got, from 0 to 1, the own one mixed with what a search found.
    pub values: Tensor,
    /// `[rows, seats]`.
    pub scores: Tensor,
    /// `[rows, seats]`.
    pub lives: Tensor,
}

impl Window {
    /// Room for about so many rows.
    pub fn new(capacity: usize) -> Self {
        Self { capacity, tables: VecDeque::new(), rows: 0 }
    }

    /// Puts in the rows of a table, called `name`, and takes out the oldest that there is no more room for; their names.
    pub fn push(&mut self, name: String, rows: Rows) -> Vec<String> {
        self.rows += rows.len();
        self.tables.push_back((name, rows));
        let mut gone = Vec::new();
        while let Some((_, oldest)) = self.tables.front()
            && self.rows - oldest.len() >= self.capacity
        {
            self.rows -= oldest.len();
            gone.extend(self.tables.pop_front().map(|(name, _)| name));
        }
        gone
    }

    /// How many rows there are.
    pub fn len(&self) -> usize {
        self.rows
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.rows == 0
    }

    /// The names of the tables, the oldest first.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.tables.iter().map(|(name, _)| name.as_str())
    }

    /// Draws `size` rows, each as likely as another. `mix` is the weight of what a search found in the value of the own
    /// seat, the rest is the outcome's.
    ///
    /// # Panics
    /// If there are no rows.
    pub fn draw(&self, size: usize, mix: f32, shape: &Shape, random: &mut Stream, device: Device) -> Batch {
        let mut drawn: Vec<usize> = (0..size).map(|_| random.below(self.rows as u32) as usize).collect();
        // Row by row in the order in which they lie: what is learned does not depend on it.
        drawn.sort_unstable();
        let mut sheets = Sheets::with_capacity(size, shape);
        let mut tables = self.tables.iter();
        let (mut first, mut current) = (0, tables.next());
        for row in drawn {
            while let Some((_, table)) = current
                && row >= first + table.len()
            {
                first += table.len();
                current = tables.next();
            }
            let (_, table) = current.expect("each row drawn is one of those there are");
            sheets.push(table, row - first, mix, shape);
        }
        sheets.into_batch(size, shape, device)
    }
}

/// A batch, number by number.
struct Sheets {
    inputs: Vec<f32>,
    legal: Vec<f32>,
    policy: Vec<f32>,
    searched: Vec<f32>,
    values: Vec<f32>,
    scores: Vec<f32>,
    lives: Vec<f32>,
}

impl Sheets {
    fn with_capacity(rows: usize, shape: &Shape) -> Self {
        let room = |width: usize| Vec::with_capacity(rows * width);
        Self {
            inputs: room(shape.inputs),
            legal: room(shape.actions),
            policy: room(shape.actions),
            searched: room(1),
            values: room(shape.seats),
            scores: room(shape.seats),
            lives: room(shape.seats),
        }
    }

    fn push(&mut self, table: &Rows, row: usize, mix: f32, shape: &Shape) {
        let (observed, actions, seats) = (table.header.observed, shape.actions, shape.seats);
        self.inputs.extend_from_slice(&table.conditions);
        let seen = &table.observations[row * observed..][..observed];
        self.inputs.extend(seen.iter().zip(&table.scales).map(|(&number, scale)| f32::from(number) * scale));
        self.legal.extend(table.legal[row * actions..][..actions].iter().map(|&flag| f32::from(flag)));
        let policy = &table.policy[row * actions..][..actions];
        self.policy.extend(policy.iter().map(|&share| f32::from(share) / f32::from(CERTAIN)));
        self.searched.push(table.searched[row].into());
        let of_seats = |numbers: &[f32]| numbers[row * seats..][..seats].to_vec();
        let mut values = of_seats(&table.outcomes);
        values[0] += mix * (table.worth[row] - values[0]);
        self.values.extend(values);
        self.scores.extend(of_seats(&table.scores));
        self.lives.extend(of_seats(&table.lives));
    }

    fn into_batch(self, rows: usize, shape: &Shape, device: Device) -> Batch {
        let sheet = |numbers: &[f32], width: usize| {
            Tensor::from_slice(numbers).reshape([rows as i64, width as i64]).to_device(device)
        };
        Batch {
            inputs: sheet(&self.inputs, shape.inputs),
            legal: sheet(&self.legal, shape.actions),
            policy: sheet(&self.policy, shape.actions),
            searched: sheet(&self.searched, 1).squeeze_dim(1),
            values: sheet(&self.values, shape.seats),
            scores: sheet(&self.scores, shape.seats),
            lives: sheet(&self.lives, shape.seats),
        }
    }
}
