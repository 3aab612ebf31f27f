//! Plays the matches of an arena.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use roadside_env::Stop;

use super::digest::Digest;
use super::results::{self, Results};
use super::schedule::Schedule;
use super::share::Shares;
use super::table::{MakePlayer, Match, Table};
use super::{ArenaError, Options};
use crate::Playable;
use crate::parallel::{InOrder, lock, spread, taken, thread_count};

/// An arena under way, shared by the threads.
pub(super) struct Run<'a, G: Playable, W> {
    game: &'a G,
    schedule: &'a Schedule,
    shares: Shares,
    options: &'a Options,
    make: MakePlayer<'a, G>,
    watch: &'a W,
    stop: &'a Stop,
    next: AtomicU64,
    finished: Mutex<Finished>,
    failure: Mutex<Option<ArenaError>>,
    failed: AtomicBool,
}

/// What is over.
struct Finished {
    order: InOrder<Match>,
    digests: Vec<Digest>,
    results: Option<Results>,
}

/// What came of an arena.
pub(super) struct Played {
    /// A digest for each match, in the order of the schedule.
    pub(super) digests: Vec<Digest>,
    /// How many of them were played before and only read.
    pub(super) read: usize,
}

impl<'a, G: Playable, W: Fn(u64, u64) + Sync> Run<'a, G, W> {
    /// An arena that goes on behind what its file of results holds.
    pub(super) fn new(
        game: &'a G,
        schedule: &'a Schedule,
        options: &'a Options,
        make: MakePlayer<'a, G>,
        (watch, stop): (&'a W, &'a Stop),
    ) -> Result<Self, ArenaError> {
        let (shares, mut digests) = (Shares::in_game(game), Vec::new());
        let open = |path| {
            let header = results::header(game, schedule, options);
            Results::open(path, &header, schedule, |read| digests.push(Digest::of(&read, &shares)))
        };
        let results = options.out.as_deref().map(open).transpose()?;
        let begun = digests.len() as u64;
        Ok(Self {
            game,
            schedule,
            shares,
            options,
            make,
            watch,
            stop,
            next: AtomicU64::new(begun),
            finished: Mutex::new(Finished { order: InOrder::from(begun), digests, results }),
            failure: Mutex::new(None),
            failed: AtomicBool::new(false),
        })
    }

    /// Plays what is left to be played.
    pub(super) fn play(self) -> Result<Played, ArenaError> {
        let read = lock(&self.finished).digests.len();
        self.tell(read);
        let left = self.schedule.matches() - read as u64;
        let threads = thread_count(self.options.threads).min(left.min(usize::MAX as u64) as usize);
        let table = |_| Table::new(self.game, self.schedule, self.options, self.make, self.stop);
        let tables = (0..threads).map(table).collect::<Result<_, _>>()?;
        if let Err(error) = spread(tables, |table| self.work(table)) {
            self.fail(ArenaError::Thread(error));
        }
        match taken(self.failure) {
            Some(error) => Err(error),
            None => {
                let finished = taken(self.finished);
                Ok(Played { digests: finished.digests, read })
            }
        }
    }

    fn work(&self, mut table: Table<'_, G>) {
        if let Err(error) = self.play_matches(&mut table) {
            self.fail(error);
        }
    }

    /// Plays match after match until there are no more, or somebody wants to stop.
    fn play_matches(&self, table: &mut Table<'_, G>) -> Result<(), ArenaError> {
        while !self.stop.is_soon() && !self.has_failed() {
            let number = self.next.fetch_add(1, Ordering::Relaxed);
            if number >= self.schedule.matches() {
                break;
            }
            let stops = || self.stop.is_now() || self.has_failed();
            let Some(finished) = table.play(number, &stops)? else { break };
            self.hand_in(number, finished)?;
        }
        Ok(())
    }

    /// Writes down all matches that now follow each other without a gap.
    fn hand_in(&self, number: u64, finished: Match) -> Result<(), ArenaError> {
        let mut guard = lock(&self.finished);
        let Finished { order, digests, results } = &mut *guard;
        order.put(number, finished);
        while let Some(next) = order.next() {
            if let Some(open) = results
                && let Err(error) = open.add(&next)
            {
                *results = None; // nothing may follow half a line
                return Err(error.into());
            }
            digests.push(Digest::of(&next, &self.shares));
            self.tell(digests.len());
        }
        Ok(())
    }

    fn tell(&self, matches: usize) {
        (self.watch)(matches as u64 * self.schedule.seats as u64, self.schedule.games());
    }

    /// Ends the arena with an error, the first that is met.
    fn fail(&self, error: ArenaError) {
        self.failed.store(true, Ordering::Relaxed);
        lock(&self.failure).get_or_insert(error);
    }

    fn has_failed(&self) -> bool {
        self.failed.load(Ordering::Relaxed)
    }
}
