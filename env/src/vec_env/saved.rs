//! Rows as they are saved.

use serde::{Deserialize, Serialize};

use super::row::{Past, Phase, Table};
use super::shard::{Lines, Shard};
use super::{VecEnv, VecEnvError};
use crate::saved::{self, RestoreError};
use crate::{Action, Game, LearnerSeat, Sampled, Seat, State, Stream};

/// All rows.
#[derive(Serialize, Deserialize)]
struct SavedRows<S> {
    /// The opponents by name.
    opponents: Vec<String>,
    rows: Vec<SavedRow<S>>,
}

/// One row. What was paid is not in it, as it follows from the position.
#[derive(Serialize, Deserialize)]
struct SavedRow<S> {
    seed: u64,
    /// The number of the next episode; the one at hand, if any, is the one before.
    next_episode: u64,
    /// `None` for a row that waits for a reset.
    play: Option<SavedPlay<S>>,
    /// The last episode that has ended.
    ended: Option<SavedEnd>,
}

/// An episode at hand.
#[derive(Serialize, Deserialize)]
struct SavedPlay<S> {
    phase: SavedPhase,
    steps: u32,
    /// Whose view is shown.
    seat: Seat,
    state: S,
    chance: Sampled,
    /// From what the players at the seats draw.
    streams: Vec<Stream>,
}

/// How far it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum SavedPhase {
    Playing,
    Terminated,
    Truncated,
}

/// An episode that has ended, as [`Ended`](super::Ended) tells of it.
#[derive(Serialize, Deserialize)]
struct SavedEnd {
    seed: u64,
    episode: u64,
    length: u32,
    seat: Seat,
    illegal: Option<Action>,
    returns: Vec<f64>,
}

impl<S> SavedRow<S> {
    /// A row that was never begun.
    fn new(seed: u64) -> Self {
        Self { seed, next_episode: 0, play: None, ended: None }
    }

    fn episode(&self) -> u64 {
        self.next_episode.wrapping_sub(1)
    }
}

impl<G: Game> VecEnv<G> {
    /// All rows as JSON, with all that is hidden from players and fixes their chance to come: so that they can go on
    /// in another `VecEnv` by [`restore`](Self::restore). The options are not in it.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use roadside_env::vec_env::{Batch, Seeds, VecOptions};
    /// use roadside_env::{Action, Game, Settings, VecEnv, games::kuhn::Kuhn};
    ///
    /// let kuhn = Arc::new(Kuhn::from_settings(&Settings::default())?);
    /// let make = || VecEnv::all_seats(Arc::clone(&kuhn), 4, VecOptions::default());
    /// let (mut env, mut other) = (make()?, make()?);
    /// let mut batch = Batch::<u8>::new(*env.shape());
    /// env.reset(Seeds::First(1), None, &mut batch.buffers())?;
    /// env.step(&[Action(0); 4], &mut batch.buffers())?;
    /// other.restore(&env.save())?;
    /// assert_eq!(other.view(2), env.view(2));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Panics
    /// If the game's positions cannot be written as JSON, which [`State`] asks for.
    pub fn save(&self) -> String {
        let places = self.shards.iter().flat_map(|shard| {
            let lines = &shard.lines;
            (0..lines.rows.len()).map(move |place| (lines, place))
        });
        let rows = places.enumerate().map(|(row, (lines, place))| {
            // How far the rows got in a call that never ended depends on the threads; the next one makes them new.
            if self.at_work { SavedRow::new(row as u64) } else { save_row(lines, place) }
        });
        let rows = rows.collect();
        saved::write(&**self.game(), &self.table.kind(), SavedRows { opponents: self.opponents(), rows })
    }

    /// Puts all rows where they were [saved](Self::save), so that they go on exactly as the saved ones would have:
    /// with the same opponents, streams, seeds and episodes to come. No array is written. A `VecEnv` of other options
    /// takes them as well:
    ///
    /// - the threads change nothing;
    /// - a row whose episode has ended, and that waits as under [`Disabled`](super::Autoreset::Disabled) or
    ///   [`NextStep`](super::Autoreset::NextStep), stays as it is under the former, and under the latter and
    ///   [`SameStep`](super::Autoreset::SameStep) begins the next episode in the next step: reward 0, no flag, the
    ///   first observation;
    /// - an episode that has already had `max_steps` steps or more is cut off in its next one.
    ///
    /// # Errors
    /// [`VecEnvError::Restore`] for a text that is not what was saved, or was saved from another game, version of the
    /// rules, settings, number of rows, learner's seat or opponents, or has a row that cannot be. The rows are then as
    /// they were.
    pub fn restore(&mut self, text: &str) -> Result<(), VecEnvError> {
        let SavedRows { opponents: found, rows } =
            saved::read::<G, SavedRows<G::State>>(&self.table.game, &self.table.kind(), text)?;
        let expected = self.opponents();
        if found != expected {
            return Err(RestoreError::Opponents { found, expected }.into());
        }
        let here = self.table.shape.rows;
        RestoreError::require(rows.len() == here, "the number of rows", &rows.len(), &here)?;
        for (row, saved) in rows.iter().enumerate() {
            check_row(&self.table, saved)
                .map_err(|reason| RestoreError::Row { row, reason: Box::new(reason) })?;
        }
        let mut rows = rows.into_iter();
        for Shard { lines, .. } in &mut self.shards {
            for (place, saved) in rows.by_ref().take(lines.rows.len()).enumerate() {
                restore_row(&self.table, lines, place, saved);
            }
        }
        self.at_work = false;
        self.idle = self.shards.iter().find_map(Shard::idle);
        Ok(())
    }

    /// The opponents by name.
    fn opponents(&self) -> Vec<String> {
        self.shards.first().map_or_else(Vec::new, Shard::opponents)
    }
}

impl<G: Game> Table<G> {
    /// Who plays the seats, in words.
    fn kind(&self) -> String {
        match self.learner {
            None => "rows of which all seats are the caller's".to_owned(),
            Some(LearnerSeat::Fixed(seat)) => format!("rows of which seat {seat} learns"),
            Some(LearnerSeat::Random) => "rows of which a random seat learns".to_owned(),
        }
    }
}

fn save_row<G: Game>(lines: &Lines<G>, place: usize) -> SavedRow<&G::State> {
    let row = &lines.rows[place];
    let phase = match row.phase {
        Phase::Idle => None,
        Phase::Playing => Some(SavedPhase::Playing),
        Phase::Ended { terminated: true } => Some(SavedPhase::Terminated),
        Phase::Ended { terminated: false } => Some(SavedPhase::Truncated),
    };
    let play = phase.map(|phase| SavedPlay {
        phase,
        steps: row.steps,
        seat: row.seat,
        state: &row.state,
        chance: row.chance.clone(),
        streams: lines.streams(place).to_vec(),
    });
    let ended = lines.past(place).map(|(past, returns)| {
        let &Past { seed, episode, length, seat, illegal } = past;
        SavedEnd { seed, episode, length, seat, illegal, returns: returns.to_vec() }
    });
    SavedRow { seed: row.seed, next_episode: row.next_episode, play, ended }
}

/// Checks that such a row can be.
fn check_row<G: Game>(table: &Table<G>, row: &SavedRow<G::State>) -> Result<(), RestoreError> {
    if let Some(ended) = &row.ended {
        check_end(table, ended)?;
    }
    let Some(play) = &row.play else { return Ok(()) };
    play.state.check(&table.game)?;
    check_seat(table, row, play)?;
    let (found, seats) = (play.streams.len(), if table.learner.is_some() { table.shape.seats } else { 0 });
    RestoreError::require(found == seats, "the number of streams", &found, &seats)?;
    check_phase(table, row, play)
}

/// The seat whose view is shown is the one that is to act; where one seat learns, that one.
fn check_seat<G: Game>(
    table: &Table<G>,
    row: &SavedRow<G::State>,
    play: &SavedPlay<G::State>,
) -> Result<(), RestoreError> {
    let &SavedPlay { seat, ref state, .. } = play;
    require_seat(table, seat)?;
    let to_act = state.current_player();
    if let Some(learner) = table.learner {
        let due = learner.in_episode(row.seed, row.episode(), table.shape.seats);
        RestoreError::require(seat == due, "seat", &seat, &due)?;
    }
    let may_wait = table.learner.is_some() && state.is_done(&table.game, seat);
    let due = to_act.filter(|_| !may_wait).unwrap_or(seat);
    RestoreError::require(seat == due, "seat", &seat, &due)
}

fn require_seat<G: Game>(table: &Table<G>, seat: Seat) -> Result<(), RestoreError> {
    let seats = table.shape.seats;
    RestoreError::require(seat < seats, "seat", &seat, &format_args!("from 0 to {}", seats - 1))
}

/// The game goes on unless the episode has ended; one that was over at the reset is handed over by the first step.
fn check_phase<G: Game>(
    table: &Table<G>,
    row: &SavedRow<G::State>,
    play: &SavedPlay<G::State>,
) -> Result<(), RestoreError> {
    let over = table.is_over(&play.state, play.seat);
    let found = format!("{:?}", play.phase).to_lowercase();
    let require = |holds, due: &str| RestoreError::require(holds, "phase", &found, &due);
    if play.phase == SavedPhase::Playing {
        return require(!over || play.steps == 0, "terminated, as the game is over");
    }
    let its_own = |ended: &&SavedEnd| {
        (ended.seed, ended.episode, ended.length, ended.seat)
            == (row.seed, row.episode(), play.steps, play.seat)
    };
    let Some(ended) = row.ended.as_ref().filter(its_own) else {
        return require(false, "playing, as the last end is not that of this episode");
    };
    let terminated = over || ended.illegal.is_some();
    let due = if terminated { SavedPhase::Terminated } else { SavedPhase::Truncated };
    require(play.phase == due, if terminated { "terminated" } else { "truncated, as the game is not over" })
}

fn check_end<G: Game>(table: &Table<G>, ended: &SavedEnd) -> Result<(), RestoreError> {
    let (seats, actions) = (table.shape.seats, table.shape.actions);
    RestoreError::require(ended.length > 0, "length", &ended.length, &"at least 1")?;
    require_seat(table, ended.seat)?;
    let returns = ended.returns.len();
    RestoreError::require(returns == seats, "the number of returns", &returns, &seats)?;
    let illegal = ended.illegal.map_or(0, Action::index);
    RestoreError::require(illegal < actions, "illegal", &illegal, &format_args!("from 0 to {}", actions - 1))
}

/// Puts a row that was checked in its place.
fn restore_row<G: Game>(table: &Table<G>, lines: &mut Lines<G>, place: usize, saved: SavedRow<G::State>) {
    let episode = saved.episode();
    let row = &mut lines.rows[place];
    (row.seed, row.episode, row.next_episode) = (saved.seed, episode, saved.next_episode);
    row.phase = Phase::Idle;
    if let Some(play) = saved.play {
        (row.state, row.chance, row.seat, row.steps) = (play.state, play.chance, play.seat, play.steps);
        row.phase = match play.phase {
            SavedPhase::Playing => Phase::Playing,
            SavedPhase::Terminated => Phase::Ended { terminated: true },
            SavedPhase::Truncated => Phase::Ended { terminated: false },
        };
        lines.set_aside(table, place, &play.streams);
    }
    lines.legal[place] = lines.rows[place].legal(table);
    let (past, returns) = match saved.ended {
        Some(SavedEnd { seed, episode, length, seat, illegal, returns }) => {
            (Past { seed, episode, length, seat, illegal }, returns)
        }
        None => (Past::default(), vec![0.0; table.shape.seats]),
    };
    lines.set_past(place, past, &returns);
}
