//! Plays the games of a simulation.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use roadside_env::chance::Tallied;
use roadside_env::{Game, Sampled, Seat, State, Stop, Stream, View};

use super::totals::{Ordered, Record, SeatRecord, Totals};
use super::{Options, SimulateError};
use crate::Lineup;
use crate::parallel::{lock, spread, taken, thread_count};

/// A simulation under way, shared by the workers.
pub(super) struct Run<'a, G: Game, W> {
    game: &'a G,
    options: &'a Options,
    watch: &'a W,
    stop: &'a Stop,
    next: AtomicU64,
    finished: Mutex<Ordered>,
    failure: Mutex<Option<SimulateError>>,
    failed: AtomicBool,
}

impl<'a, G: Game, W: Fn(u64) + Sync> Run<'a, G, W> {
    pub(super) fn new(game: &'a G, options: &'a Options, watch: &'a W, stop: &'a Stop) -> Self {
        Self {
            game,
            options,
            watch,
            stop,
            next: AtomicU64::new(0),
            finished: Mutex::new(Ordered::new(game)),
            failure: Mutex::new(None),
            failed: AtomicBool::new(false),
        }
    }

    /// Plays all games with a worker for each line-up.
    pub(super) fn play(&self, lineups: Vec<Lineup<G>>) {
        if let Err(error) = spread(lineups, |mut lineup| self.work(&mut lineup)) {
            self.fail(SimulateError::Thread(error));
        }
    }

    /// One per thread, but no more than there are games.
    pub(super) fn worker_count(&self) -> usize {
        let at_most = Options::MAX_SIDE_BY_SIDE / self.options.rows;
        let threads = self
            .options
            .threads
            .map_or_else(|| thread_count(None).min(at_most), |wanted| thread_count(Some(wanted)));
        threads.min(self.options.games.min(usize::MAX as u64) as usize)
    }

    /// The sums over all games, or why there are none.
    pub(super) fn into_totals(self) -> Result<Totals, SimulateError> {
        match taken(self.failure) {
            Some(error) => Err(error),
            None => Ok(taken(self.finished).into_totals()),
        }
    }

    fn work(&self, lineup: &mut Lineup<G>) {
        if let Err(error) = self.play_rows(lineup) {
            self.fail(error);
        }
    }

    /// Ends the simulation with an error, the first that is met.
    fn fail(&self, error: SimulateError) {
        self.failed.store(true, Ordering::Relaxed);
        lock(&self.failure).get_or_insert(error);
    }

    /// Plays rows of games side by side until there are no more, or somebody wants to stop.
    fn play_rows(&self, lineup: &mut Lineup<G>) -> Result<(), SimulateError> {
        let mut rows: Vec<_> = (0..self.options.rows).map_while(|_| self.begin()).collect();
        let mut unsent = Vec::new();
        while !rows.is_empty() && !self.stops_soon() {
            self.step_rows(&mut rows, lineup, &mut unsent)?;
        }
        self.play_out(rows, lineup, &mut unsent)?;
        self.hand_in(&mut lock(&self.finished), &mut unsent);
        Ok(())
    }

    /// Steps each row to its next decision, and begins the next game where one ends.
    fn step_rows(
        &self,
        rows: &mut Vec<Row<G>>,
        lineup: &mut Lineup<G>,
        unsent: &mut Vec<Record>,
    ) -> Result<(), SimulateError> {
        let mut at = 0;
        while let Some(row) = rows.get_mut(at)
            && !self.stops_soon()
        {
            if let Some(seat) = row.state.current_player() {
                row.step(self.game, lineup, seat)?;
                at += 1;
                continue;
            }
            unsent.push(row.record(self.game));
            match self.begin() {
                Some(next) => *row = next,
                None => drop(rows.swap_remove(at)),
            }
            // Whoever finds the sums in use goes on playing and hands its games in later.
            if let Ok(mut finished) = self.finished.try_lock() {
                self.hand_in(&mut finished, unsent);
            }
        }
        Ok(())
    }

    /// Plays the games under way to their ends, the first one first, so that as many as can be follow each other
    /// without a gap if there is no time for all.
    fn play_out(
        &self,
        mut rows: Vec<Row<G>>,
        lineup: &mut Lineup<G>,
        unsent: &mut Vec<Record>,
    ) -> Result<(), SimulateError> {
        rows.sort_unstable_by_key(|row| row.number);
        for mut row in rows {
            while let Some(seat) = row.state.current_player() {
                if self.stops_now() {
                    return Ok(());
                }
                row.step(self.game, lineup, seat)?;
            }
            unsent.push(row.record(self.game));
        }
        Ok(())
    }

    fn hand_in(&self, finished: &mut Ordered, unsent: &mut Vec<Record>) {
        for record in unsent.drain(..) {
            finished.take(record, self.watch);
        }
    }

    /// Begins the next game, if there is one and nobody wants to stop. Games are begun in order without a gap.
    fn begin(&self) -> Option<Row<G>> {
        if self.stops_soon() {
            return None;
        }
        let number = self.next.fetch_add(1, Ordering::Relaxed);
        (number < self.options.games).then(|| Row::new(self.game, self.options.seed, number))
    }

    fn stops_soon(&self) -> bool {
        self.stop.is_soon() || self.failed.load(Ordering::Relaxed)
    }

    fn stops_now(&self) -> bool {
        self.stop.is_now() || self.failed.load(Ordering::Relaxed)
    }
}

/// A game under way.
struct Row<G: Game> {
    number: u64,
    state: G::State,
    chance: Tallied<Sampled>,
    streams: Vec<Stream>,
    decisions: u32,
    seats: Vec<SeatRecord>,
}

impl<G: Game> Row<G> {
    fn new(game: &G, seed: u64, number: u64) -> Self {
        let mut chance = Tallied::new(Sampled::new(seed, number));
        let state = game.new_initial_state(&mut chance);
        let seats = 0..game.facts().seats;
        let seat = |seat| SeatRecord { group: game.group_of(&state, seat), ..SeatRecord::default() };
        Self {
            number,
            chance,
            streams: seats.clone().map(|seat| Stream::for_player(seed, number, seat)).collect(),
            decisions: 0,
            seats: seats.map(seat).collect(),
            state,
        }
    }

    fn step(&mut self, game: &G, lineup: &mut Lineup<G>, seat: Seat) -> Result<(), SimulateError> {
        let view = View::new(game, &self.state, seat);
        let action = lineup.at(seat).act(&view, &mut self.streams[seat]);
        self.decisions += 1;
        self.state
            .apply(game, action, &mut self.chance)
            .map_err(|error| SimulateError::Illegal { player: lineup.at(seat).name(), error })
    }

    /// What is kept of the game, which is over.
    fn record(&mut self, game: &G) -> Record {
        for (seat, record) in self.seats.iter_mut().enumerate() {
            record.standing = self.state.standing(game, seat);
        }
        Record {
            game: self.number,
            decisions: self.decisions,
            tallies: self.chance.tallies,
            seats: std::mem::take(&mut self.seats),
        }
    }
}
