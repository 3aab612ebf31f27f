//! Positions played to the end by players with names.

use roadside_env::{Action, Game, IllegalAction, Sampled, Seat, State, Stop, Stream, View};
use thiserror::Error;

use crate::{Lineup, LineupError, Playable};

/// The episodes of playouts lie beyond those of games that are played from the beginning.
const EPISODES: u64 = 1 << 62;

/// A playout could not be made.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PlayoutError {
    /// The players are refused.
    #[error(transparent)]
    Lineup(#[from] LineupError),
    /// A player did what it may not.
    #[error("player {player} broke the rules: {error}")]
    Illegal {
        /// Which one.
        player: String,
        /// What it did.
        error: IllegalAction,
    },
}

/// Players that play positions to their ends. Playout i of a seed has the same chance from whatever position it begins
/// and whatever is done first: common random numbers.
pub(crate) struct Playouts<'a, G: Game> {
    game: &'a G,
    lineup: Lineup<G>,
    seed: u64,
}

impl<'a, G: Playable> Playouts<'a, G> {
    pub(crate) fn new(game: &'a G, names: &[impl AsRef<str>], seed: u64) -> Result<Self, PlayoutError> {
        Ok(Self { game, lineup: Lineup::new(names, game.facts().seats)?, seed })
    }

    /// These, whose players heed `stop`.
    pub(crate) fn heeding(mut self, stop: &Stop) -> Self {
        self.lineup.heed(stop);
        self
    }

    pub(crate) fn names(&self) -> Vec<String> {
        self.lineup.names()
    }

    /// The end of playout `number` from `state`, in which `first`, which must be legal, is done before all else.
    pub(crate) fn play(
        &mut self,
        mut state: G::State,
        first: Action,
        number: u64,
    ) -> Result<G::State, PlayoutError> {
        let episode = EPISODES + number;
        let mut chance = Sampled::new(self.seed, episode);
        let mut streams: Vec<Stream> =
            (0..self.game.facts().seats).map(|seat| Stream::for_player(self.seed, episode, seat)).collect();
        state.apply_legal(self.game, first, &mut chance);
        while let Some(seat) = state.current_player() {
            let action = self.ask(&state, seat, &mut streams[seat]);
            state
                .apply(self.game, action, &mut chance)
                .map_err(|error| PlayoutError::Illegal { player: self.lineup.at(seat).name(), error })?;
        }
        Ok(state)
    }

    fn ask(&mut self, state: &G::State, seat: Seat, stream: &mut Stream) -> Action {
        self.lineup.at(seat).act(&View::new(self.game, state, seat), stream)
    }
}
