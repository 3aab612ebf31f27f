//! How far a play can be seen ahead when somebody says what is done.

use thiserror::Error;

use super::merged::Merged;
use super::{Boundary, Branch, Enumerated, Pausing, TooManyOutcomes};
use crate::{Action, IllegalAction, State};

/// A horizon was not found.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum HorizonError {
    /// An action that was decided on is not legal.
    #[error(transparent)]
    Illegal(#[from] IllegalAction),
    /// There is too much before the horizon.
    #[error(transparent)]
    TooMany(#[from] TooManyOutcomes),
}

/// Finds the distinct positions to which a play can come, with their exact probabilities, when decisions on the
/// way are made by a given policy: those where the policy decides nothing, those where the game is over, and, if
/// asked for, those where the turn has ended.
///
/// Positions are paused at every [`Boundary`], where equal ones are merged before they are played on, so there are
/// far fewer paths than [`enumerate`](super::enumerate) would follow. Memory is kept for the next search.
///
/// ```
/// use roadside_env::chance::Horizon;
/// use roadside_env::{Game, Sampled, Settings, games::pig::Pig};
///
/// let game = Pig::from_settings(&Settings::default())?;
/// let start = game.new_initial_state(&mut Sampled::new(1, 0));
/// let roll = game.action_from_string("roll").unwrap();
/// // A roll, and what it leaves to decide: five faces go on, the 1 gives the turn away.
/// let mut horizon = Horizon::new(1_000);
/// let reached = horizon.after(&game, &start, roll, |_| None)?;
/// assert_eq!(reached.len(), 6);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Horizon<S> {
    limit: usize,
    ends_with_turn: bool,
    /// How many paths may still be followed.
    left: usize,
    chance: Enumerated,
    /// What was decided and is still to be done.
    decided: Vec<(S, Action, f64)>,
    confluences: Merged<S>,
    turns: Merged<S>,
    reached: Merged<S>,
}

impl<S: State> Horizon<S> {
    /// Follows at most `limit` paths from one pause or decision to the next; it holds at most as many positions.
    pub fn new(limit: usize) -> Self {
        Self {
            limit,
            ends_with_turn: false,
            left: limit,
            chance: Enumerated::default(),
            decided: Vec::new(),
            confluences: Merged::default(),
            turns: Merged::default(),
            reached: Merged::default(),
        }
    }

    /// Goes no further than to the end of a turn, in games with such a boundary. These positions are paused:
    /// [`State::resume`] plays on from them, as [`of`](Self::of) does.
    #[must_use]
    pub fn within_turn(self) -> Self {
        Self { ends_with_turn: true, ..self }
    }

    /// The positions that are reached from `state` when `policy` makes the decisions, from this one on; where it
    /// decides nothing the position is reached. A paused `state` is played on from. In the order in which they
    /// were first met, which is always the same.
    ///
    /// # Errors
    /// [`HorizonError`] for an illegal decision, or if there are more paths than the limit.
    pub fn of(
        &mut self,
        game: &S::Game,
        state: &S,
        mut policy: impl FnMut(&S) -> Option<Action>,
    ) -> Result<&[Branch<S>], HorizonError> {
        self.clear();
        if state.boundary().is_some() {
            self.resume(game, state, 1.0, &mut policy)?;
        } else {
            self.sort(game, state, 1.0, &mut policy)?;
        }
        self.finish(game, &mut policy)
    }

    /// [`of`](Self::of) what follows when `action` is carried out in `state`.
    ///
    /// # Errors
    /// [`HorizonError`] for an illegal decision, or if there are more paths than the limit.
    pub fn after(
        &mut self,
        game: &S::Game,
        state: &S,
        action: Action,
        mut policy: impl FnMut(&S) -> Option<Action>,
    ) -> Result<&[Branch<S>], HorizonError> {
        state.require_legal(game, action)?;
        self.clear();
        self.decided.push((state.clone(), action, 1.0));
        self.finish(game, &mut policy)
    }

    fn clear(&mut self) {
        self.left = self.limit;
        self.chance = Enumerated::default();
        self.decided.clear();
        self.confluences.clear();
        self.turns.clear();
        self.reached.clear();
    }

    /// Plays on from all that is open. A turn's end is gone beyond only when nothing else can lead to it, so that
    /// it is gone beyond once.
    fn finish(
        &mut self,
        game: &S::Game,
        policy: &mut impl FnMut(&S) -> Option<Action>,
    ) -> Result<&[Branch<S>], HorizonError> {
        let mut present = Merged::default();
        loop {
            self.carry_out(game, policy)?;
            let open = if self.confluences.is_empty() { &mut self.turns } else { &mut self.confluences };
            if open.is_empty() {
                return Ok(self.reached.branches());
            }
            std::mem::swap(open, &mut present);
            for paused in present.branches() {
                self.resume(game, &paused.result, paused.probability, policy)?;
                self.carry_out(game, policy)?;
            }
            present.clear();
        }
    }

    /// Does all that was decided, the last first.
    fn carry_out(
        &mut self,
        game: &S::Game,
        policy: &mut impl FnMut(&S) -> Option<Action>,
    ) -> Result<(), HorizonError> {
        while let Some((state, action, probability)) = self.decided.pop() {
            self.follow(game, &state, probability, policy, |next, chance| {
                next.apply_legal(game, action, chance);
            })?;
        }
        Ok(())
    }

    fn resume(
        &mut self,
        game: &S::Game,
        paused: &S,
        probability: f64,
        policy: &mut impl FnMut(&S) -> Option<Action>,
    ) -> Result<(), HorizonError> {
        self.follow(game, paused, probability, policy, |next, chance| next.resume(game, chance))
    }

    /// Follows every path of `rules` from `state` to the next decision or pause.
    fn follow(
        &mut self,
        game: &S::Game,
        state: &S,
        probability: f64,
        policy: &mut impl FnMut(&S) -> Option<Action>,
        rules: impl Fn(&mut S, &mut Pausing<&mut Enumerated>),
    ) -> Result<(), HorizonError> {
        loop {
            self.left = self.left.checked_sub(1).ok_or(TooManyOutcomes { limit: self.limit })?;
            let mut next = state.clone();
            rules(&mut next, &mut Pausing(&mut self.chance));
            self.sort(game, &next, probability * self.chance.probability(), policy)?;
            if !self.chance.next_path() {
                return Ok(());
            }
        }
    }

    /// Puts a position where it belongs.
    fn sort(
        &mut self,
        game: &S::Game,
        state: &S,
        probability: f64,
        policy: &mut impl FnMut(&S) -> Option<Action>,
    ) -> Result<(), HorizonError> {
        let place = match state.boundary() {
            Some(Boundary::Confluence) => &mut self.confluences,
            Some(Boundary::Turn) if !self.ends_with_turn => &mut self.turns,
            Some(Boundary::Turn) => &mut self.reached,
            None if state.is_terminal() => &mut self.reached,
            None => match policy(state) {
                Some(action) => {
                    state.require_legal(game, action)?;
                    self.decided.push((state.clone(), action, probability));
                    return Ok(());
                }
                None => &mut self.reached,
            },
        };
        place.add_copy(state, probability);
        Ok(())
    }
}
