//! Many games stepped by one call, into arrays that the caller owns.
//!
//! A [`VecEnv`] has rows, a game each. Either the caller plays **all seats**, as in self-play: each row shows what
//! the seat that is to act sees, and rewards come for every seat. Or **one seat learns** and the others are played
//! by agents inside, as in [`Env`](crate::Env): row i of seed s plays exactly as an `Env` of seed s + i.
//!
//! ```
//! use std::sync::Arc;
//! use roadside_env::vec_env::{Batch, Seeds, VecOptions};
//! use roadside_env::{Action, Game, Settings, Stream, VecEnv, games::pig::Pig};
//!
//! let pig = Arc::new(Pig::from_settings(&Settings::default().with("target", 20))?);
//! let mut env = VecEnv::all_seats(pig, 64, VecOptions::default())?;
//! let mut batch = Batch::<f32>::new(*env.shape());
//! let mut actions = vec![Action(0); 64];
//! let (mut random, mut games) = (Stream::for_player(1, 0, 0), 0);
//!
//! env.reset(Seeds::First(1), None, &mut batch.buffers())?;
//! for _ in 0..1000 {
//!     for (row, action) in actions.iter_mut().enumerate() {
//!         let legal: Vec<usize> = (0..2).filter(|&action| batch.mask(row)[action]).collect();
//!         *action = Action(legal[random.below(legal.len() as u32) as usize] as u16);
//!     }
//!     env.step(&actions, &mut batch.buffers())?;
//!     for row in (0..64).filter(|&row| batch.terminated(row) || batch.truncated(row)) {
//!         assert_eq!(env.ended(row).unwrap().returns.iter().sum::<f64>(), 0.0);
//!         games += 1;
//!     }
//! }
//! assert!(games > 500);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Rows go on for ever, so whoever wants the mean of whole games takes a fixed number of episodes of each row: the
//! first that happen to end are the short ones.

mod any;
mod buffers;
mod error;
mod options;
mod pool;
mod row;
mod saved;
mod shard;

use std::sync::Arc;

use serde::Serialize;

use crate::{Action, Agent, Element, EnvError, Game, LearnerSeat, Seat, State, View};

pub use any::{AnyBuffers, AnyVecEnv};
pub use buffers::{Batch, Buffers};
pub use error::VecEnvError;
pub use options::{Autoreset, Seeds, Shape, VecOptions};
use pool::Pool;
use row::{Opponents, Phase, Table};
use shard::{Lines, Shard};

/// Many games of one kind, stepped side by side.
pub struct VecEnv<G: Game> {
    table: Table<G>,
    /// One for each thread.
    shards: Vec<Shard<G>>,
    /// The rows of each shard but the last, which may have fewer.
    rows_per_shard: usize,
    /// The first row that waits for a reset. It is kept, as looking for it would cost a step its time.
    idle: Option<usize>,
    /// Whether rows are being played: if a call finds it set, an opponent has panicked in the one before.
    at_work: bool,
    pool: Pool,
}

/// Where a row stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct RowInfo {
    /// The seed in force. It fixes all chance to come, so it is for whoever runs the experiment, not for a policy.
    pub seed: u64,
    /// How many episodes came before under this seed.
    pub episode: u64,
    /// How many steps the episode has had.
    pub steps: u32,
    /// Whether the game ended in the reset, before the first decision: the next step ignores the action and hands over
    /// the reward and the end.
    pub over_at_reset: bool,
}

/// The last episode of a row that has ended.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Ended<'a> {
    /// Its seed.
    pub seed: u64,
    /// How many episodes came before under this seed.
    pub episode: u64,
    /// How many steps it had.
    pub length: u32,
    /// The seat that learned; where all seats are played, the one whose view came last.
    pub seat: Seat,
    /// The action that ended it as it was not legal, under [`OnIllegal::Terminate`](crate::OnIllegal::Terminate); `seat`
    /// made it.
    pub illegal: Option<Action>,
    /// What each seat got; where one seat learns, as far as it was settled when that one was done. Whoever ended the
    /// episode by an illegal action got the least.
    pub returns: &'a [f64],
}

impl<G: Game> VecEnv<G> {
    /// Games in which the caller plays all seats.
    ///
    /// # Errors
    /// [`VecEnvError`] for an option out of its range, or if the system gives no threads.
    pub fn all_seats(game: Arc<G>, rows: usize, options: VecOptions) -> Result<Self, VecEnvError> {
        Self::new(game, rows, None, || Ok(Vec::new()), options)
    }

    /// Games in which the caller plays the learner's seat; `opponents` makes those that take the other seats in
    /// turn order. It is called once for each thread, and what it makes must be alike.
    ///
    /// # Errors
    /// [`VecEnvError`] for a seat that does not exist, a wrong number of opponents, an option out of its range, or
    /// if the system gives no threads; the error of `opponents`.
    pub fn learner<E: From<VecEnvError>>(
        game: Arc<G>,
        rows: usize,
        learner: LearnerSeat,
        opponents: impl FnMut() -> Result<Vec<Box<dyn Agent<G>>>, E>,
        options: VecOptions,
    ) -> Result<Self, E> {
        Self::new(game, rows, Some(learner), opponents, options)
    }

    fn new<E: From<VecEnvError>>(
        game: Arc<G>,
        rows: usize,
        learner: Option<LearnerSeat>,
        mut opponents: impl FnMut() -> Result<Opponents<G>, E>,
        options: VecOptions,
    ) -> Result<Self, E> {
        options.check(rows)?;
        let facts = game.facts();
        let shape = Shape {
            rows,
            seats: facts.seats,
            observation_len: facts.observation_len,
            actions: facts.actions,
            rewards: if learner.is_some() { 1 } else { facts.seats },
        };
        let rows_per_shard = rows.div_ceil(options.threads_for(&shape));
        let table = Table { game, shape, learner, options };
        let mut shards = Vec::with_capacity(rows.div_ceil(rows_per_shard));
        for first in (0..rows).step_by(rows_per_shard) {
            let opponents = opponents()?;
            if let Some(learner) = learner {
                learner.check(opponents.len(), shape.seats).map_err(VecEnvError::from)?;
            }
            shards.push(Shard::new(&table, first, rows_per_shard.min(rows - first), opponents));
        }
        Ok(Self {
            pool: Pool::new(shards.len())?,
            table,
            shards,
            rows_per_shard,
            idle: Some(0),
            at_work: false,
        })
    }

    /// The game.
    pub fn game(&self) -> &Arc<G> {
        &self.table.game
    }

    /// The lengths of the arrays.
    pub fn shape(&self) -> &Shape {
        &self.table.shape
    }

    /// The options it was made with.
    pub fn options(&self) -> &VecOptions {
        &self.table.options
    }

    /// The number of threads that share the rows.
    pub fn threads(&self) -> usize {
        self.shards.len()
    }

    /// Begins an episode in every row, or in those that `mask` has true, and writes the first observations with
    /// rewards of 0 and no flag. What belongs to other rows stays as it is, in `out` too.
    ///
    /// # Errors
    /// [`VecEnvError::Length`] for an array of a wrong length; [`VecEnvError::Element`] for an element that cannot
    /// hold the game's observations; [`EnvError::Opponent`] in a [`VecEnvError::Row`]
    /// for an opponent that does what is not legal, which gives the episodes of all rows up.
    ///
    /// # Panics
    /// As [`step`](Self::step).
    pub fn reset<O: Element>(
        &mut self,
        seeds: Seeds<'_>,
        mask: Option<&[bool]>,
        out: &mut Buffers<'_, O>,
    ) -> Result<(), VecEnvError> {
        let rows = self.table.shape.rows;
        if let Seeds::Each(seeds) = seeds {
            VecEnvError::require_length("seeds", seeds.len(), rows, 1)?;
        }
        if let Some(mask) = mask {
            VecEnvError::require_length("mask", mask.len(), rows, 1)?;
        }
        self.check_buffers(out)?;
        self.recover();
        self.at_work = true;
        let Self { table, shards, pool, .. } = self;
        let mut rest = out.reborrow();
        let jobs = shards.iter_mut().map(|shard| {
            let out = rest.take_rows(shard.lines.rows.len(), &table.shape);
            (shard, out)
        });
        pool.run(jobs, |(shard, out)| shard.reset(table, seeds, mask, out));
        self.settle()?;
        self.idle = self.shards.iter().find_map(Shard::idle);
        Ok(())
    }

    /// Carries out one action for each row and writes what came of it. The action of a row with nothing to choose,
    /// whose mask is all true, is ignored.
    ///
    /// # Errors
    /// [`VecEnvError::Length`] and [`VecEnvError::Element`] as in a reset; [`VecEnvError::Row`] with [`EnvError::NeedsReset`]
    /// for a row that no reset has begun, or with [`EnvError::IllegalAction`] for an action that is not legal, under
    /// [`OnIllegal::Terminate`](crate::OnIllegal::Terminate) only for one that does not exist: then no row has moved. With [`EnvError::Opponent`] for an opponent that does what is not legal, which gives
    /// the episodes of all rows up.
    ///
    /// # Panics
    /// If an opponent does. Whoever catches that finds all rows as in a new `VecEnv`.
    pub fn step<O: Element>(
        &mut self,
        actions: &[Action],
        out: &mut Buffers<'_, O>,
    ) -> Result<(), VecEnvError> {
        self.recover();
        self.check(actions, out)?;
        self.at_work = true;
        let Self { table, shards, pool, rows_per_shard, .. } = self;
        let mut rest = out.reborrow();
        let jobs = shards.iter_mut().zip(actions.chunks(*rows_per_shard)).map(|(shard, actions)| {
            let out = rest.take_rows(actions.len(), &table.shape);
            (shard, actions, out)
        });
        pool.run(jobs, |(shard, actions, out)| shard.step(table, actions, out));
        self.settle()
    }

    /// Writes all rows as they stand, with rewards of 0 and the flags of those whose episode has ended.
    ///
    /// # Errors
    /// [`VecEnvError::Length`] and [`VecEnvError::Element`] as in a reset.
    pub fn show<O: Element>(&mut self, out: &mut Buffers<'_, O>) -> Result<(), VecEnvError> {
        self.check_buffers(out)?;
        self.recover();
        let Self { table, shards, .. } = self;
        let mut rest = out.reborrow();
        for shard in shards {
            let out = rest.take_rows(shard.lines.rows.len(), &table.shape);
            shard.show(table, out);
        }
        Ok(())
    }

    /// Where `row` stands; `None` before its first reset, and past the last row.
    pub fn info(&self, row: usize) -> Option<RowInfo> {
        let (lines, place) = self.find(row)?;
        let found = &lines.rows[place];
        (found.phase != Phase::Idle).then(|| RowInfo {
            seed: found.seed,
            episode: found.episode,
            steps: found.steps,
            over_at_reset: found.phase == Phase::Playing && crate::Actions::is_empty(&lines.legal[place]),
        })
    }

    /// The episode of `row` that ended last, to be read in the step that sets `terminated` or `truncated`: it is kept
    /// until the next one has ended. `None` before the first, and past the last row.
    pub fn ended(&self, row: usize) -> Option<Ended<'_>> {
        let (lines, place) = self.find(row)?;
        let (past, returns) = lines.past(place)?;
        let &row::Past { seed, episode, length, seat, illegal } = past;
        Some(Ended { seed, episode, length, seat, illegal, returns })
    }

    /// What may be done in `row`. Empty where there is nothing to choose, so that any action is accepted and ignored and
    /// the mask is all true; also before the first reset, and past the last row.
    pub fn legal_actions(&self, row: usize) -> <G::State as State>::Actions {
        self.find(row).map_or_else(Default::default, |(lines, place)| lines.legal[place])
    }

    /// The position of `row`, with everything that is hidden from players; `None` before its first reset, and past
    /// the last row.
    pub fn state(&self, row: usize) -> Option<&G::State> {
        let (lines, place) = self.find(row)?;
        let found = &lines.rows[place];
        (found.phase != Phase::Idle).then_some(&found.state)
    }

    /// What the seat sees whose view is shown in `row`: the one that is to act, or that learns. `None` before its first
    /// reset, and past the last row.
    pub fn view(&self, row: usize) -> Option<View<'_, G>> {
        let (lines, place) = self.find(row)?;
        let found = &lines.rows[place];
        (found.phase != Phase::Idle).then(|| found.view(&self.table))
    }

    fn find(&self, row: usize) -> Option<(&Lines<G>, usize)> {
        // A division takes as long as all the rest of it.
        let (shard, place) = match row {
            _ if row < self.rows_per_shard => (0, row),
            _ => (row / self.rows_per_shard, row % self.rows_per_shard),
        };
        let lines = &self.shards.get(shard)?.lines;
        (place < lines.rows.len() && !self.at_work).then_some((lines, place))
    }

    /// Checks all that a step could be refused for, before anything moves.
    fn check<O: Element>(&mut self, actions: &[Action], out: &Buffers<'_, O>) -> Result<(), VecEnvError> {
        VecEnvError::require_length("actions", actions.len(), self.table.shape.rows, 1)?;
        self.check_buffers(out)?;
        if let Some(row) = self.idle {
            return Err(VecEnvError::Row { row, error: EnvError::NeedsReset });
        }
        for (shard, actions) in self.shards.iter_mut().zip(actions.chunks(self.rows_per_shard)) {
            shard.check(&self.table, actions).map_err(|(row, error)| VecEnvError::Row { row, error })?;
        }
        Ok(())
    }

    fn check_buffers<O: Element>(&self, out: &Buffers<'_, O>) -> Result<(), VecEnvError> {
        let most = self.game().observation_spec().most();
        if most > O::MOST {
            return Err(VecEnvError::Element { element: O::NAME, most });
        }
        out.check(&self.table.shape)
    }

    /// Makes all rows new if the last call did not come to its end: how far they got depends on the threads.
    fn recover(&mut self) {
        if std::mem::take(&mut self.at_work) {
            self.shards.iter_mut().for_each(Shard::renew);
            self.idle = Some(0);
        }
    }

    /// Gives all episodes up if a row is at fault; the first is named, whichever thread was first.
    fn settle(&mut self) -> Result<(), VecEnvError> {
        self.at_work = false;
        let Some((row, error)) = self.shards.iter_mut().find_map(|shard| shard.fault.take()) else {
            return Ok(());
        };
        self.shards.iter_mut().for_each(Shard::give_up);
        self.idle = Some(0);
        Err(VecEnvError::Row { row, error: *error })
    }
}
