//! The environment for one learning seat.

use std::sync::Arc;

use serde::Serialize;
use thiserror::Error;

use crate::{Action, Agent, Game, IllegalAction, Sampled, Seat, State, Stream, View};

/// Where the learner sits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LearnerSeat {
    /// Always here.
    Fixed(Seat),
    /// Drawn anew for each episode.
    Random,
}

impl LearnerSeat {
    /// Where it is in an episode of a game for `seats`.
    pub(crate) fn in_episode(self, seed: u64, episode: u64, seats: usize) -> Seat {
        match self {
            Self::Fixed(seat) => seat,
            Self::Random => Stream::for_seating(seed, episode).below(seats as u32) as Seat,
        }
    }

    /// Checks that it is at a table of `seats`, with as many `opponents` as are needed there.
    pub(crate) fn check(self, opponents: usize, seats: usize) -> Result<(), EnvError> {
        if opponents + 1 != seats {
            return Err(EnvError::Opponents { given: opponents, seats });
        }
        if let Self::Fixed(seat) = self {
            require_seat(seat, seats)?;
        }
        Ok(())
    }
}

/// What becomes of an action that is in the game's list but not legal. One that is not in the list is always refused.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub enum OnIllegal {
    /// It is refused with [`EnvError::IllegalAction`], and nothing moves, in no row.
    #[default]
    Refuse,
    /// It ends the episode in this step: terminated, and whoever made it gets [`Facts::min_utility`](crate::Facts::min_utility)
    /// in all, so the reward is that less what it was paid before. Where the caller plays all seats the others get 0 in
    /// this step. The position stays as it is: the observation is that of the same seat, and there is nothing to choose.
    Terminate,
}

/// Wrong use of an [`Env`]; nothing has moved.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum EnvError {
    /// There must be one opponent for each other seat.
    #[error("{given} opponents for a game of {seats} seats; give {}", seats - 1)]
    Opponents {
        /// How many were given.
        given: usize,
        /// The seats of the game.
        seats: usize,
    },
    /// There is no such seat.
    #[error("seat {seat} does not exist; the seats are 0 to {}", seats - 1)]
    Seat {
        /// What was given.
        seat: Seat,
        /// The seats of the game.
        seats: usize,
    },
    /// `max_steps` must be at least 1.
    #[error("max_steps = 0: legal is a whole number from 1, or none")]
    MaxSteps,
    /// No episode is under way.
    #[error("the episode has ended, or none has begun: call reset first")]
    NeedsReset,
    /// An opponent chose what is not legal; the episode is given up.
    #[error("{name} at seat {seat}: {error}")]
    Opponent {
        /// Where it sits.
        seat: Seat,
        /// Who it is.
        name: String,
        /// What it did.
        error: IllegalAction,
    },
    /// The action is not legal.
    #[error(transparent)]
    IllegalAction(#[from] IllegalAction),
}

/// What is known beside the observation.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Info {
    /// The learner's seat.
    pub seat: Seat,
    /// The seed in force. It fixes all chance to come, so it is for whoever runs the experiment, not for a policy.
    pub seed: u64,
    /// How many episodes came before under this seed.
    pub episode: u64,
    /// What the learner may do, one flag per action; all true when it has nothing to choose.
    pub action_mask: Vec<bool>,
    /// Whether the game ended in the reset, before the learner's first decision: the next step does nothing but hand
    /// over the reward and the end.
    pub over_at_reset: bool,
}

/// What a step brought.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Step {
    /// What the learner sees now.
    pub observation: Vec<f32>,
    /// What it got since its last decision.
    pub reward: f64,
    /// Whether its play is over: it will get nothing more.
    pub terminated: bool,
    /// Whether the episode was cut off by `max_steps`.
    pub truncated: bool,
    /// The action that ended the episode as it was not legal, under [`OnIllegal::Terminate`].
    pub illegal: Option<Action>,
    /// What is known beside it.
    pub info: Info,
}

/// A game as one seat's environment: `reset`, then `step` until the end. The other seats are played by agents.
///
/// A game that ends before the learner's first decision is not skipped, as that would bias what is learned.
pub struct Env<G: Game> {
    game: Arc<G>,
    learner: LearnerSeat,
    opponents: Vec<Box<dyn Agent<G>>>,
    max_steps: Option<u32>,
    on_illegal: OnIllegal,
    seed: u64,
    next_episode: u64,
    episode: Option<Episode<G>>,
}

/// The episode under way.
struct Episode<G: Game> {
    number: u64,
    seat: Seat,
    game: Arc<G>,
    state: G::State,
    chance: Sampled,
    streams: Vec<Stream>,
    paid: f64,
    steps: u32,
}

impl<G: Game> Env<G> {
    /// The environment; `opponents` take the other seats in turn order. Without a seed in `reset` it begins
    /// with seed 0. `max_steps` is the most steps of an episode. What is not legal is refused, unless
    /// [`on_illegal`](Self::on_illegal) says otherwise.
    ///
    /// # Errors
    /// [`EnvError`] for a wrong number of opponents, a seat that does not exist, or `max_steps` of 0.
    pub fn new(
        game: Arc<G>,
        learner: LearnerSeat,
        opponents: Vec<Box<dyn Agent<G>>>,
        max_steps: Option<u32>,
    ) -> Result<Self, EnvError> {
        learner.check(opponents.len(), game.facts().seats)?;
        if max_steps == Some(0) {
            return Err(EnvError::MaxSteps);
        }
        let on_illegal = OnIllegal::default();
        Ok(Self { game, learner, opponents, max_steps, on_illegal, seed: 0, next_episode: 0, episode: None })
    }

    /// This environment, with `on_illegal` as what becomes of the learner's illegal actions.
    #[must_use]
    pub fn on_illegal(self, on_illegal: OnIllegal) -> Self {
        Self { on_illegal, ..self }
    }

    /// The game.
    pub fn game(&self) -> &Arc<G> {
        &self.game
    }

    /// Begins an episode: the first of `seed`, or without one the next of the seed in force. `seat` overrides
    /// for this episode where the learner sits.
    ///
    /// # Errors
    /// [`EnvError::Seat`] for a seat that does not exist; [`EnvError::Opponent`] for an opponent that does what
    /// is not legal.
    pub fn reset(&mut self, seed: Option<u64>, seat: Option<Seat>) -> Result<(Vec<f32>, Info), EnvError> {
        let seats = self.game.facts().seats;
        if let Some(seat) = seat {
            require_seat(seat, seats)?;
        }
        if let Some(seed) = seed {
            (self.seed, self.next_episode) = (seed, 0);
        }
        let number = self.next_episode;
        self.next_episode += 1;
        let seat = seat.unwrap_or_else(|| self.learner.in_episode(self.seed, number, seats));
        let mut chance = Sampled::new(self.seed, number);
        let mut episode = Episode {
            number,
            seat,
            state: self.game.new_initial_state(&mut chance),
            chance,
            game: Arc::clone(&self.game),
            streams: (0..seats).map(|seat| Stream::for_player(self.seed, number, seat)).collect(),
            paid: 0.0,
            steps: 0,
        };
        self.episode = None;
        episode.play_opponents(&mut self.opponents)?;
        let seen = (episode.observation(), episode.info(self.seed));
        self.episode = Some(episode);
        Ok(seen)
    }

    /// Carries out the learner's `action` and plays on until it is to act again, or done. If the game was
    /// over at `reset`, the action is ignored.
    ///
    /// # Errors
    /// [`EnvError::NeedsReset`] without an episode under way; [`EnvError::IllegalAction`] for an action that
    /// is not legal, which moves nothing, or under [`OnIllegal::Terminate`] only for one that does not exist;
    /// [`EnvError::Opponent`] for an opponent that chooses one.
    pub fn step(&mut self, action: Action) -> Result<Step, EnvError> {
        // Taken out, so that an opponent that panics leaves no half-played episode.
        let mut episode = self.episode.take().ok_or(EnvError::NeedsReset)?;
        if !episode.is_done() {
            if let Err(error) = episode.state.apply(&self.game, action, &mut episode.chance) {
                if self.on_illegal == OnIllegal::Terminate && action.index() < self.game.facts().actions {
                    return Ok(episode.forfeit(self.seed, action));
                }
                self.episode = Some(episode);
                return Err(error.into());
            }
            episode.play_opponents(&mut self.opponents)?;
        }
        episode.steps += 1;
        let terminated = episode.is_done();
        let step = Step {
            observation: episode.observation(),
            reward: episode.pay(),
            terminated,
            truncated: !terminated && self.max_steps == Some(episode.steps),
            illegal: None,
            info: Info { over_at_reset: false, ..episode.info(self.seed) },
        };
        if !step.terminated && !step.truncated {
            self.episode = Some(episode);
        }
        Ok(step)
    }
}

impl<G: Game> Episode<G> {
    fn is_done(&self) -> bool {
        self.state.is_done(&self.game, self.seat)
    }

    fn play_opponents(&mut self, opponents: &mut [Box<dyn Agent<G>>]) -> Result<(), EnvError> {
        play_opponents(
            &*self.game,
            &mut self.state,
            &mut self.chance,
            self.seat,
            opponents,
            &mut self.streams,
        )
    }

    fn view(&self) -> View<'_, G> {
        View::new(&self.game, &self.state, self.seat)
    }

    fn observation(&self) -> Vec<f32> {
        self.view().observation()
    }

    fn info(&self, seed: u64) -> Info {
        let mut action_mask = vec![false; self.game.facts().actions];
        self.view().write_mask(&mut action_mask);
        Info { seat: self.seat, seed, episode: self.number, action_mask, over_at_reset: self.is_done() }
    }

    /// The end by an `action` that is not legal.
    fn forfeit(self, seed: u64, action: Action) -> Step {
        let mut info = self.info(seed);
        info.action_mask.fill(true);
        Step {
            observation: self.observation(),
            reward: self.game.facts().min_utility - self.paid,
            terminated: true,
            truncated: false,
            illegal: Some(action),
            info,
        }
    }

    /// What the learner got since it was last paid.
    fn pay(&mut self) -> f64 {
        let now = self.state.player_return(&self.game, self.seat);
        let reward = now - self.paid;
        self.paid = now;
        reward
    }
}

/// Plays the other seats until the learner is to act or done.
pub(crate) fn play_opponents<G: Game>(
    game: &G,
    state: &mut G::State,
    chance: &mut Sampled,
    learner: Seat,
    opponents: &mut [Box<dyn Agent<G>>],
    streams: &mut [Stream],
) -> Result<(), EnvError> {
    while !state.is_done(game, learner) {
        let Some(seat) = state.current_player().filter(|&seat| seat != learner) else {
            return Ok(());
        };
        let opponent = &mut opponents[if seat < learner { seat } else { seat - 1 }];
        let action = opponent.act(&View::new(game, state, seat), &mut streams[seat]);
        state.apply(game, action, chance).map_err(|error| EnvError::Opponent {
            seat,
            name: opponent.name(),
            error,
        })?;
    }
    Ok(())
}

fn require_seat(seat: Seat, seats: usize) -> Result<(), EnvError> {
    if seat < seats { Ok(()) } else { Err(EnvError::Seat { seat, seats }) }
}
