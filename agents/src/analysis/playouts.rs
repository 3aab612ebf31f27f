//! Positions played to the end by players with names.

use roadside_env::chance::{Boundary, Pausing};
use roadside_env::{Action, Game, IllegalAction, Sampled, Seat, State, Stop, Stream, View};
use thiserror::Error;

use crate::{Lineup, LineupError, Playable};

/// The episodes of playouts lie beyond those of games that are played from the beginning; each has as many as it may have
/// turns.
const EPISODES: u64 = 1 << 62;
const TURNS: u64 = 1 << 20;

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

/// Players that play positions to their ends. Turn t of playout i of a seed has the same chance from whatever position it
/// began and whatever was done before, where the rules mark turns: common random numbers. So of two choices the turns
/// that follow stay alike for long, and their difference is seen with fewer playouts.
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
        let mut turn = Turn::new(self.game, self.seed, number, 0);
        state.apply_legal(self.game, first, &mut turn.chance);
        loop {
            match state.boundary() {
                Some(Boundary::Turn) => {
                    turn = Turn::new(self.game, self.seed, number, turn.number + 1);
                    state.resume(self.game, &mut turn.chance);
                }
                Some(Boundary::Confluence) => state.resume(self.game, &mut turn.chance),
                None => {
                    let Some(seat) = state.current_player() else { return Ok(state) };
                    let action = self.ask(&state, seat, &mut turn.streams[seat]);
                    state.apply(self.game, action, &mut turn.chance).map_err(|error| {
                        PlayoutError::Illegal { player: self.lineup.at(seat).name(), error }
                    })?;
                }
            }
        }
    }

    fn ask(&mut self, state: &G::State, seat: Seat, stream: &mut Stream) -> Action {
        self.lineup.at(seat).act(&View::new(self.game, state, seat), stream)
    }
}

/// The chance of one turn, and what its players draw from.
struct Turn {
    number: u64,
    chance: Pausing<Sampled>,
    streams: Vec<Stream>,
}

impl Turn {
    fn new<G: Game>(game: &G, seed: u64, playout: u64, number: u64) -> Self {
        let episode = EPISODES + playout * TURNS + number % TURNS;
        let seats = 0..game.facts().seats;
        Self {
            number,
            chance: Pausing(Sampled::new(seed, episode)),
            streams: seats.map(|seat| Stream::for_player(seed, episode, seat)).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use roadside_env::Settings;
    use roadside_env::games::zone_stalker::{Move, ZoneStalker};

    use super::*;

    #[test]
    fn a_playout_is_the_same_whenever_it_is_made() {
        let game = ZoneStalker::<2>::from_settings(&Settings::default()).unwrap();
        let state = game.new_initial_state(&mut Sampled::new(3, 3));
        let mut playouts = Playouts::new(&game, &["veteran", "random"], 7).unwrap();
        let mut end = |number| playouts.play(state, Move::Flip.action(), number).unwrap();
        let ends: Vec<_> = (0..20).map(&mut end).collect();
        assert!(ends.iter().all(roadside_env::State::is_terminal));
        assert_eq!(
            (0..20).rev().map(end).collect::<Vec<_>>(),
            ends.iter().rev().copied().collect::<Vec<_>>()
        );
        assert_ne!(ends[0], ends[1]);
    }
}
