//! Which rows are made.

use std::sync::Arc;

use roadside_agents::{Playable, VecEnvSetUpError, any_vec_env, describe, vec_env};
use roadside_env::games::AnyGame;
use roadside_env::vec_env::{AnyVecEnv, Autoreset, VecOptions};
use roadside_env::{Game, LearnerSeat, OnIllegal, VecEnv, with_game};

use super::super::actions::CONFIGURATIONS;
use super::super::configurations::load;
use super::input::Input;

/// A game and its rows; the numbers may be one too many or 0.
pub(super) struct SetUp {
    pub game: AnyGame,
    pub rows: usize,
    /// `None`: all seats are played.
    pub learner: Option<LearnerSeat>,
    opponents: Vec<String>,
    options: VecOptions,
    /// Whether observations are in whole numbers.
    pub whole: bool,
}

impl SetUp {
    pub fn read(input: &mut Input<'_>) -> Self {
        let game = load(CONFIGURATIONS[input.below(CONFIGURATIONS.len())]).unwrap();
        let rows = (input.below(41) + 1) % 41;
        let autoreset = [Autoreset::NextStep, Autoreset::SameStep, Autoreset::Disabled][input.below(3)];
        let threads = Some((input.below(4) + 1) % 4);
        let max_steps = input.below(42).checked_sub(1).map(|steps| steps as u32);
        let flags = input.byte();
        let on_illegal = [OnIllegal::Refuse, OnIllegal::Terminate][usize::from(flags / 2 % 2)];
        let (options, whole) = (VecOptions { autoreset, max_steps, on_illegal, threads }, flags % 2 == 1);
        let (seats, players) = with_game!(&game, game => (game.facts().seats, players(game)));
        let learner = match input.below(seats + 4) {
            0 | 1 => None,
            2 => Some(LearnerSeat::Random),
            seat => Some(LearnerSeat::Fixed(seat - 3)),
        };
        let opponents =
            [input.below(players.len()), input.below(players.len())].map(|one| players[one].clone());
        let opponents = opponents.into_iter().take(seats - 1).collect();
        Self { game, rows, learner, opponents, options, whole }
    }

    /// Whether a number is one that is refused.
    pub fn is_wrong(&self, seats: usize) -> bool {
        let VecOptions { max_steps, threads, .. } = self.options;
        let no_seat = self.learner == Some(LearnerSeat::Fixed(seats));
        self.rows == 0 || threads == Some(0) || max_steps == Some(0) || no_seat
    }

    /// The rows on one thread.
    pub fn plain<G: Playable>(&self, game: &G) -> Result<VecEnv<G>, VecEnvSetUpError> {
        let (game, options) = (Arc::new(game.clone()), VecOptions { threads: Some(1), ..self.options });
        match self.learner {
            None => Ok(VecEnv::all_seats(game, self.rows, options)?),
            Some(learner) => vec_env(game, self.rows, learner, &self.opponents, options),
        }
    }

    /// The same rows, as those of any game, on as many threads as are wanted.
    pub fn erased(&self) -> Result<Box<dyn AnyVecEnv>, VecEnvSetUpError> {
        let game = self.game.clone();
        match self.learner {
            None => Ok(game.all_seats(self.rows, self.options)?),
            Some(learner) => any_vec_env(game, self.rows, learner, &self.opponents, self.options),
        }
    }
}

/// The names of all that can play a game, without parameters.
fn players<G: Playable>(_game: &G) -> Vec<String> {
    let name = |usage: String| usage.split(':').next().unwrap_or_default().to_owned();
    describe::<G>().into_iter().map(|player| name(player.usage)).collect()
}
