//! The rows of one thread.

use std::ops::Range;

use bytemuck::Zeroable;

use super::buffers::{Buffers, Slot};
use super::row::{Aside, Fault, Legal, Line, Observation, Opponents, Past, Phase, Row, Table};
use super::{Seeds, Shape};
use crate::view::write_mask;
use crate::{Action, Actions, Element, EnvError, Game, OnIllegal, State, Stream};

/// Rows whose observations are made ready together: few enough to stay in the nearest cache, and enough that what is
/// written in single bytes has arrived there before it is read in long words.
const BLOCK: usize = 16;

/// Rows that follow on each other, with the opponents that play in them.
pub(super) struct Shard<G: Game> {
    /// The number of its first row among all.
    first: usize,
    pub lines: Lines<G>,
    opponents: Opponents<G>,
    /// The first of its rows that could not go on in the last call, by its number among all, and why.
    pub fault: Option<(usize, Fault)>,
    /// The places of the rows whose episodes the step at hand ends, as the action is not legal.
    forfeits: Vec<usize>,
}

/// The rows with the flat arrays of what belongs to them.
pub(super) struct Lines<G: Game> {
    pub rows: Vec<Row<G>>,
    pub legal: Vec<Legal<G>>,
    paid: Vec<f64>,
    aside: Aside,
    /// Whole observations of a block.
    scratch: Vec<Observation<G>>,
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
            scratch: vec![Zeroable::zeroed(); rows.min(BLOCK)],
        };
        Self { first, lines, opponents, fault: None, forfeits: Vec::new() }
    }

    /// Checks that each of `actions` is legal or ignored, or keeps in mind that it ends the row's episode.
    pub fn check(&mut self, table: &Table<G>, actions: &[Action]) -> Result<(), (usize, EnvError)> {
        let Self { first, lines, forfeits, .. } = self;
        forfeits.clear();
        let mut from = 0;
        while let Some(place) = next_illegal::<G>(&lines.legal, actions, from) {
            judge(table, &lines.rows[place], actions[place]).map_err(|error| (*first + place, *error))?;
            forfeits.push(place);
            from = place + 1;
        }
        Ok(())
    }

    /// Carries out `actions` that were [checked](Self::check), one for each row.
    pub fn step<O: Element>(&mut self, table: &Table<G>, actions: &[Action], mut out: Buffers<'_, O>) {
        self.fault = None;
        for &place in &self.forfeits {
            self.lines.rows[place].phase = Phase::Idle;
        }
        for first in (0..actions.len()).step_by(BLOCK) {
            let places = first..(first + BLOCK).min(actions.len());
            self.play(table, places, &mut out, |line, opponents, slot| {
                let action = actions[line.place];
                line.step(table, opponents, action, slot)
            });
        }
        if !self.forfeits.is_empty() {
            self.forfeit(table, actions, out);
        }
    }

    /// Ends the episodes of those rows that stood aside in the step.
    #[cold]
    fn forfeit<O: Element>(&mut self, table: &Table<G>, actions: &[Action], mut out: Buffers<'_, O>) {
        let forfeits = std::mem::take(&mut self.forfeits);
        for &place in &forfeits {
            self.play(table, place..place + 1, &mut out, |line, opponents, slot| {
                line.forfeit(table, opponents, actions[place], slot)
            });
        }
        self.forfeits = forfeits;
    }

    /// Begins an episode in each row, or in those of the mask.
    pub fn reset<O: Element>(
        &mut self,
        table: &Table<G>,
        seeds: Seeds<'_>,
        mask: Option<&[bool]>,
        mut out: Buffers<'_, O>,
    ) {
        self.fault = None;
        for place in 0..self.lines.rows.len() {
            let row = self.first + place;
            if mask.is_some_and(|mask| !mask[row]) {
                continue;
            }
            self.play(table, place..place + 1, &mut out, |line, opponents, mut slot| {
                line.reset(table, opponents, seeds.of(row), &mut slot)
            });
        }
    }

    /// Shows all rows as they stand.
    pub fn show<O: Element>(&mut self, table: &Table<G>, mut out: Buffers<'_, O>) {
        let rows = self.lines.rows.len();
        for first in (0..rows).step_by(BLOCK) {
            let places = first..(first + BLOCK).min(rows);
            self.play(table, places, &mut out, |line, _, mut slot| {
                line.show(&mut slot);
                Ok(())
            });
        }
    }

    /// Makes a move in each of these rows, at most [`BLOCK`], and shows them. One at fault keeps none of the others back,
    /// so that how far they get does not depend on the threads.
    #[inline]
    fn play<O: Element>(
        &mut self,
        table: &Table<G>,
        places: Range<usize>,
        out: &mut Buffers<'_, O>,
        mut make_move: impl FnMut(Line<'_, G>, &mut Opponents<G>, Slot<'_, O>) -> Result<(), Fault>,
    ) {
        let (shape, Lines { rows, legal, paid, aside, scratch }) = (&table.shape, &mut self.lines);
        let of_each = |len| places.start * len..places.end * len;
        let observations = &mut out.observations[of_each(shape.observation_len)];
        let scratch = &mut scratch[..places.len()];
        let seen = O::sheet::<<G::State as State>::Number, _>(scratch, observations);
        let rows = rows[places.clone()].iter_mut().zip(&mut legal[places.clone()]).zip(seen);
        let paid = paid[of_each(shape.rewards)].chunks_exact_mut(shape.rewards);
        let rewards = out.rewards[of_each(shape.rewards)].chunks_exact_mut(shape.rewards);
        let flags = out.terminated[places.clone()].iter_mut().zip(&mut out.truncated[places.clone()]);
        let paid = paid.zip(rewards.zip(flags));
        for (place, (((row, legal), seen), (paid, (rewards, (terminated, truncated))))) in
            places.clone().zip(rows.zip(paid))
        {
            let line = Line { row: &mut *row, legal: &mut *legal, paid, aside, place };
            let final_observations = out.final_observations.as_deref_mut();
            let slot = Slot { rewards, terminated, truncated, final_observations };
            if let Err(error) = make_move(line, &mut self.opponents, slot) {
                blame(&mut self.fault, self.first + place, error);
            }
            row.observe(table, seen);
            *legal = row.legal(table);
        }
        O::finish::<<G::State as State>::Number, _>(table.game.observation_spec(), scratch, observations);
        self.write_masks(table, places, out);
    }

    /// Writes who is to act in these rows, and what may be done.
    fn write_masks<O>(&self, table: &Table<G>, places: Range<usize>, out: &mut Buffers<'_, O>) {
        let len = table.shape.actions;
        let masks = out.masks[places.start * len..places.end * len].chunks_exact_mut(len);
        let rows = self.lines.rows[places.clone()].iter().zip(&self.lines.legal[places.clone()]);
        for ((row, legal), (mask, seat)) in rows.zip(masks.zip(&mut out.seats[places])) {
            write_mask(legal, mask);
            *seat = row.seat_number(table);
        }
    }

    /// The first row that waits for a reset.
    pub fn idle(&self) -> Option<usize> {
        let place = self.lines.rows.iter().position(|row| row.phase == Phase::Idle)?;
        Some(self.first + place)
    }

    /// The opponents by name.
    pub fn opponents(&self) -> Vec<String> {
        self.opponents.iter().map(|opponent| opponent.name()).collect()
    }

    /// Gives all episodes up.
    pub fn give_up(&mut self) {
        for row in &mut self.lines.rows {
            row.phase = Phase::Idle;
        }
        self.lines.legal.fill(Default::default());
    }

    /// Makes all rows as they were when they were new.
    pub fn renew(&mut self) {
        self.give_up();
        for (row, seed) in self.lines.rows.iter_mut().zip(self.first as u64..) {
            row.begin_with(seed);
        }
        self.lines.aside.past.fill(Past::default());
    }
}

/// The first place, not before `from`, whose action is neither legal nor ignored.
#[inline]
fn next_illegal<G: Game>(legal: &[Legal<G>], actions: &[Action], from: usize) -> Option<usize> {
    let lawful = |legal: &Legal<G>, action| legal.contains(action) || legal.is_empty();
    let mut pairs = legal[from..].iter().zip(&actions[from..]);
    pairs.position(|(legal, &action)| !lawful(legal, action)).map(|place| from + place)
}

/// Whether `action`, which is not legal in `row`, ends its episode; else why it is refused.
#[cold]
fn judge<G: Game>(table: &Table<G>, row: &Row<G>, action: Action) -> Result<(), Fault> {
    let exists = action.index() < table.shape.actions;
    if exists && table.options.on_illegal == OnIllegal::Terminate {
        return Ok(());
    }
    row.require_legal(&table.game, action).map_err(|error| Box::new(error.into()))
}

/// Keeps the fault of the first row.
#[cold]
fn blame(kept: &mut Option<(usize, Fault)>, row: usize, error: Fault) {
    if kept.as_ref().is_none_or(|&(first, _)| row < first) {
        *kept = Some((row, error));
    }
}

impl<G: Game> Lines<G> {
    /// From what the players of the row at `place` draw.
    pub fn streams(&self, place: usize) -> &[Stream] {
        let of_each = self.aside.streams.len() / self.rows.len();
        &self.aside.streams[place * of_each..][..of_each]
    }

    /// Makes of the row at `place`, whose position is there, what belongs to it.
    pub fn set_aside(&mut self, table: &Table<G>, place: usize, streams: &[Stream]) {
        self.aside.streams(place).clone_from_slice(streams);
        let (row, len) = (&self.rows[place], table.shape.rewards);
        let first = row.first_paid(table);
        for (paid, seat) in self.paid[place * len..][..len].iter_mut().zip(first..) {
            // All is paid but what came before the first step.
            *paid = if row.steps == 0 { 0.0 } else { row.state.player_return(&table.game, seat) };
        }
    }

    /// Notes the last episode of the row at `place` that has ended.
    pub fn set_past(&mut self, place: usize, past: Past, returns: &[f64]) {
        self.aside.past[place] = past;
        self.aside.past_returns(place).copy_from_slice(returns);
    }

    /// The last episode of the row at `place` that has ended, with what the seats got in it.
    pub fn past(&self, place: usize) -> Option<(&Past, &[f64])> {
        let past = &self.aside.past[place];
        let seats = self.aside.seats;
        (past.length > 0).then(|| (past, &self.aside.past_returns[place * seats..][..seats]))
    }
}
