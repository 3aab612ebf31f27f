//! One game of many.

use std::sync::Arc;

use super::buffers::Slot;
use super::{Autoreset, Shape, VecOptions};
use crate::env::play_opponents;
use crate::observation::observe;
use crate::{
    Action, Actions, Agent, Element, EnvError, Game, IllegalAction, LearnerSeat, Sampled, Seat, State,
    Stream, View,
};

pub(super) type Legal<G> = <<G as Game>::State as State>::Actions;
pub(super) type Observation<G> = <<G as Game>::State as State>::Observation;
/// What went wrong in a row: one word, so that each step returns it in a register.
pub(super) type Fault = Box<EnvError>;
pub(super) type Opponents<G> = Vec<Box<dyn Agent<G>>>;

/// What all rows have in common.
pub(super) struct Table<G> {
    pub game: Arc<G>,
    pub shape: Shape,
    /// Where the learner sits; `None`: all seats are played by the caller.
    pub learner: Option<LearnerSeat>,
    pub options: VecOptions,
}

impl<G: Game> Table<G> {
    /// Whether the game is over for the caller, to whom the view of `seat` is shown.
    #[inline(always)]
    pub fn is_over(&self, state: &G::State, seat: Seat) -> bool {
        match self.learner {
            Some(_) => state.is_done(&self.game, seat),
            None => state.is_terminal(),
        }
    }
}

/// How far a row is.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Phase {
    /// No episode has begun, or all were given up.
    Idle,
    Playing,
    Ended {
        terminated: bool,
    },
}

/// A game and its chance. What its seats have of their own lies in flat arrays beside it, see [`Line`].
pub(super) struct Row<G: Game> {
    pub state: G::State,
    pub chance: Sampled,
    pub seed: u64,
    /// The number of the episode under way.
    pub episode: u64,
    /// The number of the next one.
    pub next_episode: u64,
    pub steps: u32,
    pub phase: Phase,
    /// Whose view is shown.
    pub seat: Seat,
}

/// An episode that has ended.
#[derive(Clone, Copy, Default)]
pub(super) struct Past {
    pub seed: u64,
    pub episode: u64,
    /// In steps; 0 as long as none has ended.
    pub length: u32,
    pub seat: Seat,
    /// What ended it as it was not legal.
    pub illegal: Option<Action>,
}

impl<G: Game> Row<G> {
    pub fn new(game: &G, seed: u64) -> Self {
        let mut chance = Sampled::new(seed, 0);
        let state = game.new_initial_state(&mut chance);
        Self { state, chance, seed, episode: 0, next_episode: 0, steps: 0, phase: Phase::Idle, seat: 0 }
    }

    /// The next episode is the first of `seed`.
    pub fn begin_with(&mut self, seed: u64) {
        (self.seed, self.next_episode) = (seed, 0);
    }

    #[inline]
    pub fn view<'a>(&'a self, table: &'a Table<G>) -> View<'a, G> {
        View::new(&*table.game, &self.state, self.seat)
    }

    /// Writes what is seen.
    #[inline(always)] // a call for each row was counted to cost a thirtieth
    pub fn observe(&self, table: &Table<G>, seen: &mut Observation<G>) {
        G::State::observe(&self.view(table), seen);
    }

    /// What may be done; none where there is nothing to choose.
    #[inline(always)] // as `observe`
    pub fn legal(&self, table: &Table<G>) -> Legal<G> {
        if self.phase == Phase::Playing { self.view(table).legal_actions() } else { Default::default() }
    }

    /// The number of the seat whose view is shown; -1 where the caller plays all seats and nobody is to act.
    #[inline]
    pub fn seat_number(&self, table: &Table<G>) -> i8 {
        let nobody = table.learner.is_none() && self.state.is_terminal();
        if nobody { -1 } else { self.seat as i8 }
    }

    /// The seat whose reward comes first.
    #[inline(always)]
    pub fn first_paid(&self, table: &Table<G>) -> Seat {
        if table.learner.is_some() { self.seat } else { 0 }
    }

    /// Says why `action`, which is not among the legal ones, is not.
    pub fn require_legal(&self, game: &G, action: Action) -> Result<(), IllegalAction> {
        self.state.require_legal(game, action)
    }
}

/// What the rows of a shard need only where an episode begins or ends, or an opponent plays.
pub(super) struct Aside {
    /// From what the players at the seats draw, rows x seats; none where the caller plays all seats.
    pub streams: Vec<Stream>,
    /// The last episodes that ended, rows.
    pub past: Vec<Past>,
    /// What the seats had got then, rows x seats.
    pub past_returns: Vec<f64>,
    pub seats: usize,
}

impl Aside {
    pub fn streams(&mut self, place: usize) -> &mut [Stream] {
        let seats = if self.streams.is_empty() { 0 } else { self.seats };
        &mut self.streams[place * seats..][..seats]
    }

    pub fn past_returns(&mut self, place: usize) -> &mut [f64] {
        &mut self.past_returns[place * self.seats..][..self.seats]
    }
}

/// A row with what belongs to it in the arrays of its shard.
pub(super) struct Line<'a, G: Game> {
    pub row: &'a mut Row<G>,
    /// What may be done; none where there is nothing to choose.
    pub legal: &'a mut Legal<G>,
    /// What was paid so far, as the rewards lie.
    pub paid: &'a mut [f64],
    pub aside: &'a mut Aside,
    /// The number of the row in its shard.
    pub place: usize,
}

impl<G: Game> Line<'_, G> {
    /// The same once more, to be given away where an episode begins or ends: a line whose address is never taken
    /// stays in registers meanwhile.
    #[inline]
    fn lend(&mut self) -> Line<'_, G> {
        Line { row: self.row, legal: self.legal, paid: self.paid, aside: self.aside, place: self.place }
    }

    /// Begins the first episode of `seed`, or the next of the seed in force.
    pub fn reset<O>(
        self,
        table: &Table<G>,
        opponents: &mut Opponents<G>,
        seed: Option<u64>,
        out: &mut Slot<'_, O>,
    ) -> Result<(), Fault> {
        if let Some(seed) = seed {
            self.row.begin_with(seed);
        }
        out.rewards.fill(0.0);
        (*out.terminated, *out.truncated) = (false, false);
        self.begin(table, opponents)
    }

    /// Writes the flags as they stand, and no reward.
    pub fn show<O>(&self, out: &mut Slot<'_, O>) {
        out.rewards.fill(0.0);
        (*out.terminated, *out.truncated) = match self.row.phase {
            Phase::Ended { terminated } => (terminated, !terminated),
            Phase::Idle | Phase::Playing => (false, false),
        };
    }

    /// Carries out `action`, which is legal or ignored.
    #[inline]
    pub fn step<O: Element>(
        mut self,
        table: &Table<G>,
        opponents: &mut Opponents<G>,
        action: Action,
        out: Slot<'_, O>,
    ) -> Result<(), Fault> {
        let (terminated, truncated) = match self.row.phase {
            Phase::Playing => {
                self.advance(table, opponents, action)?;
                self.pay(table, out.rewards);
                let ends = self.ends(table);
                if ends.0 || ends.1 {
                    self.lend().end(table, opponents, ends.0, out.final_observations)?;
                }
                ends
            }
            Phase::Ended { terminated } => {
                out.rewards.fill(0.0);
                if table.options.autoreset == Autoreset::Disabled {
                    (terminated, !terminated)
                } else {
                    self.lend().begin(table, opponents)?;
                    (false, false)
                }
            }
            // Only a row that forfeits gets here, and stands aside: another branch would cost every step.
            Phase::Idle => return Ok(()),
        };
        (*out.terminated, *out.truncated) = (terminated, truncated);
        Ok(())
    }

    #[inline(never)]
    fn begin(mut self, table: &Table<G>, opponents: &mut Opponents<G>) -> Result<(), Fault> {
        let (row, seats) = (&mut *self.row, table.shape.seats);
        row.episode = row.next_episode;
        row.next_episode = row.next_episode.wrapping_add(1);
        row.chance = Sampled::new(row.seed, row.episode);
        row.state = table.game.new_initial_state(&mut row.chance);
        row.steps = 0;
        row.phase = Phase::Playing;
        row.seat = table.learner.map_or(0, |learner| learner.in_episode(row.seed, row.episode, seats));
        Stream::write_for_players(row.seed, row.episode, self.aside.streams(self.place));
        self.paid.fill(0.0);
        self.play_on(table, opponents)
    }

    /// Carries out `action` unless there is nothing to choose.
    #[inline(always)]
    fn advance(
        &mut self,
        table: &Table<G>,
        opponents: &mut Opponents<G>,
        action: Action,
    ) -> Result<(), Fault> {
        self.row.steps = self.row.steps.saturating_add(1);
        if self.legal.is_empty() {
            return Ok(());
        }
        self.row.state.apply_legal(&table.game, action, &mut self.row.chance);
        self.play_on(table, opponents)
    }

    /// Moves on to the seat that the caller plays next.
    #[inline(always)]
    fn play_on(&mut self, table: &Table<G>, opponents: &mut Opponents<G>) -> Result<(), Fault> {
        let row = &mut *self.row;
        if table.learner.is_some() {
            let (state, chance) = (&mut row.state, &mut row.chance);
            let streams = self.aside.streams(self.place);
            play_opponents(&*table.game, state, chance, row.seat, opponents, streams)?;
            return Ok(());
        }
        if let Some(seat) = row.state.current_player() {
            row.seat = seat;
        }
        Ok(())
    }

    /// Writes what was got since the last pay.
    #[inline(always)]
    fn pay(&mut self, table: &Table<G>, rewards: &mut [f64]) {
        let first = self.row.first_paid(table);
        for (place, (reward, paid)) in rewards.iter_mut().zip(self.paid.iter_mut()).enumerate() {
            let now = self.row.state.player_return(&table.game, first + place);
            *reward = now - *paid;
            *paid = now;
        }
    }

    /// Whether the episode is over, and whether it is cut off.
    #[inline]
    fn ends(&self, table: &Table<G>) -> (bool, bool) {
        let terminated = table.is_over(&self.row.state, self.row.seat);
        let most = table.options.max_steps;
        (terminated, !terminated && most.is_some_and(|most| self.row.steps >= most))
    }

    /// Ends the episode by an `action` that is not legal.
    pub fn forfeit<O: Element>(
        mut self,
        table: &Table<G>,
        opponents: &mut Opponents<G>,
        action: Action,
        out: Slot<'_, O>,
    ) -> Result<(), Fault> {
        let (seat, least) = (self.row.seat, table.game.facts().min_utility);
        let place = seat - self.row.first_paid(table);
        out.rewards.fill(0.0);
        out.rewards[place] = least - self.paid[place];
        (*out.terminated, *out.truncated) = (true, false);
        self.row.steps = self.row.steps.saturating_add(1);
        self.note(table, Some(action));
        self.aside.past_returns(self.place)[seat] = least;
        self.leave(table, opponents, true, out.final_observations)
    }

    #[inline(never)]
    fn end<O: Element>(
        mut self,
        table: &Table<G>,
        opponents: &mut Opponents<G>,
        terminated: bool,
        final_observations: Option<&mut [O]>,
    ) -> Result<(), Fault> {
        self.note(table, None);
        self.leave(table, opponents, terminated, final_observations)
    }

    /// Writes the episode down as the last one that has ended.
    #[inline(always)] // short games end often
    fn note(&mut self, table: &Table<G>, illegal: Option<Action>) {
        let row = &*self.row;
        let &Row { seed, episode, steps: length, seat, .. } = row;
        self.aside.past[self.place] = Past { seed, episode, length, seat, illegal };
        for (seat, got) in self.aside.past_returns(self.place).iter_mut().enumerate() {
            *got = row.state.player_return(&table.game, seat);
        }
    }

    /// Leaves the episode that has ended, and begins the next one if that is due at once.
    #[inline(always)] // as `note`
    fn leave<O: Element>(
        self,
        table: &Table<G>,
        opponents: &mut Opponents<G>,
        terminated: bool,
        final_observations: Option<&mut [O]>,
    ) -> Result<(), Fault> {
        let row = &mut *self.row;
        if table.options.autoreset != Autoreset::SameStep {
            row.phase = Phase::Ended { terminated };
            return Ok(());
        }
        if let Some(observations) = final_observations {
            let len = table.shape.observation_len;
            let last = &mut observations[self.place * len..][..len];
            observe(&row.view(table), last);
        }
        self.begin(table, opponents)
    }
}
