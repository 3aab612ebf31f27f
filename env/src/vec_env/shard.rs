//! The rows of one thread.

use bytemuck::Zeroable;

use super::buffers::{Buffers, Slot};
use super::row::{Aside, Legal, Line, Observation, Opponents, Past, Phase, Row, Table};
use super::{Seeds, Shape};
use crate::{Action, Actions, Element, EnvError, Game, Stream};

/// Rows that follow on each other, with the opponents that play in them.
pub(super) struct Shard<G: Game> {
    /// The number of its first row among all.
    first: usize,
    pub lines: Lines<G>,
    opponents: Opponents<G>,
    /// The first of its rows that could not go on, by its number among all, and why.
    pub fault: Option<(usize, EnvError)>,
}

/// The rows with the flat arrays of what belongs to them.
pub(super) struct Lines<G: Game> {
    pub rows: Vec<Row<G>>,
    pub legal: Vec<Legal<G>>,
    paid: Vec<f64>,
    aside: Aside,
    scratch: Observation<G>,
}

impl<G: Game> Shard<G> {
    /// `rows` rows from number `first` on; row i has seed i until it is told another.
    pub fn new(table: &Table<G>, first: usize, rows: usize, opponents: Opponents<G>) -> Self {
        let Shape { seats, rewards, .. } = table.shape;
        let players = if table.learner.is_some() { seats } else { 0 };
        let lines = Lines {
            rows: (first..first + rows).map(|row| Row::new(&*table.game, row as u64)).collect(),
            legal: vec![Legal::<G>::default(); rows],
            paid: vec![0.0; rows * rewards],
            aside: Aside {
                streams: vec![Stream::for_seating(0, 0); rows * players],
                past: vec![Past::default(); rows],
                past_returns: vec![0.0; rows * seats],
                seats,
            },
            scratch: Zeroable::zeroed(),
        };
        Self { first, lines, opponents, fault: None }
    }

    /// Checks that each of `actions` is legal or ignored.
    pub fn check(&self, game: &G, actions: &[Action]) -> Result<(), (usize, EnvError)> {
        for (place, (legal, &action)) in self.lines.legal.iter().zip(actions).enumerate() {
            if !legal.contains(action)
                && !legal.is_empty()
                && let Some(error) = self.lines.rows[place].refusal(game, action)
            {
                return Err((self.first + place, error.into()));
            }
        }
        Ok(())
    }

    /// Carries out `actions`, of which each is legal or ignored, one for each row.
    pub fn step<O: Element>(&mut self, table: &Table<G>, actions: &[Action], out: Buffers<'_, O>) {
        self.for_each(table, out, |line, opponents, slot| {
            let action = actions[line.place];
            line.step(table, opponents, action, slot)
        });
    }

    /// Begins an episode in each row, or in those of the mask.
    pub fn reset<O: Element>(
        &mut self,
        table: &Table<G>,
        seeds: Seeds<'_>,
        mask: Option<&[bool]>,
        out: Buffers<'_, O>,
    ) {
        let first = self.first;
        self.for_each(table, out, |line, opponents, slot| {
            let row = first + line.place;
            if mask.is_some_and(|mask| !mask[row]) {
                return Ok(());
            }
            line.reset(table, opponents, seeds.of(row), slot)
        });
    }

    /// Does the work at each row until one is at fault.
    #[inline]
    fn for_each<O>(
        &mut self,
        table: &Table<G>,
        out: Buffers<'_, O>,
        mut work: impl FnMut(Line<'_, G>, &mut Opponents<G>, Slot<'_, O>) -> Result<(), EnvError>,
    ) {
        self.fault = None;
        let (shape, Lines { rows, legal, paid, aside, scratch }) = (&table.shape, &mut self.lines);
        let mut finals = out.final_observations;
        let rows = rows.iter_mut().zip(legal).zip(paid.chunks_exact_mut(shape.rewards));
        let masks = out.masks.chunks_exact_mut(shape.actions);
        let paying = masks.zip(out.rewards.chunks_exact_mut(shape.rewards));
        let flags = out.terminated.iter_mut().zip(out.truncated).zip(out.seats);
        for (place, ((((row, legal), paid), (mask, rewards)), ((terminated, truncated), seat))) in
            rows.zip(paying).zip(flags).enumerate()
        {
            let observation = &mut out.observations[place * shape.observation_len..][..shape.observation_len];
            let final_observations = finals.as_deref_mut();
            let line = Line { row, legal, paid, aside, scratch, place };
            let slot = Slot { observation, mask, rewards, terminated, truncated, seat, final_observations };
            if let Err(error) = work(line, &mut self.opponents, slot) {
                self.fault = Some((self.first + place, error));
                return;
            }
        }
    }

    /// The first row that waits for a reset.
    pub fn idle(&self) -> Option<usize> {
        let place = self.lines.rows.iter().position(|row| row.phase == Phase::Idle)?;
        Some(self.first + place)
    }

    /// Gives all episodes up.
    pub fn give_up(&mut self) {
        for row in &mut self.lines.rows {
            row.phase = Phase::Idle;
        }
    }
}

impl<G: Game> Lines<G> {
    /// The last episode of the row at `place` that has ended, with what the seats got in it.
    pub fn past(&self, place: usize) -> Option<(&Past, &[f64])> {
        let past = &self.aside.past[place];
        let seats = self.aside.seats;
        (past.length > 0).then(|| (past, &self.aside.past_returns[place * seats..][..seats]))
    }
}
