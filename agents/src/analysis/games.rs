//! Games from the beginning, one by one, with what each seat got.

use roadside_env::chance::{MAX_TALLIES, Tallied};
use roadside_env::{Sampled, Standing, State as _, Stop, Stream, View};

use super::PlayoutError;
use crate::parallel::{Unmade, make_each, thread_count};
use crate::{Lineup, Playable};

/// How a game ended.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Ending {
    pub(super) decisions: u32,
    pub(super) tallies: [u32; MAX_TALLIES],
    pub(super) seats: Vec<Standing>,
}

/// Why games were not played.
#[derive(Debug)]
pub(super) enum GamesError {
    Players(PlayoutError),
    Stopped,
    Thread(String),
}

impl From<PlayoutError> for GamesError {
    fn from(error: PlayoutError) -> Self {
        Self::Players(error)
    }
}

/// Games of a seed: game i is episode i, as in a simulation.
#[derive(Clone, Copy)]
pub(super) struct Table<'a, W> {
    pub(super) seed: u64,
    pub(super) threads: Option<usize>,
    pub(super) stop: &'a Stop,
    /// Is told of each game that is over.
    pub(super) watch: &'a W,
}

impl<W: Fn() + Sync> Table<'_, W> {
    /// The endings of `count` games from number `first` on, between the players called `names`, in the order of their
    /// numbers.
    pub(super) fn play<G: Playable>(
        &self,
        game: &G,
        names: &[impl AsRef<str>],
        first: u64,
        count: u64,
    ) -> Result<Vec<Ending>, GamesError> {
        let seats = game.facts().seats;
        let workers = (0..thread_count(self.threads).min(count as usize).max(1))
            .map(|_| {
                let mut lineup = Lineup::new(names, seats).map_err(PlayoutError::from)?;
                lineup.heed(self.stop);
                Ok(lineup)
            })
            .collect::<Result<Vec<_>, GamesError>>()?;
        let make = |lineup: &mut Lineup<G>, number| play(game, lineup, self.seed, first + number as u64);
        let endings = make_each(count as usize, workers, make, &|_| (self.watch)(), self.stop);
        endings.map_err(|unmade| match unmade {
            Unmade::Failed(error) => error.into(),
            Unmade::Stopped => GamesError::Stopped,
            Unmade::Thread(error) => GamesError::Thread(error.to_string()),
        })
    }
}

fn play<G: Playable>(
    game: &G,
    lineup: &mut Lineup<G>,
    seed: u64,
    number: u64,
) -> Result<Ending, PlayoutError> {
    let mut chance = Tallied::new(Sampled::new(seed, number));
    let mut state = game.new_initial_state(&mut chance);
    let seats = 0..game.facts().seats;
    let mut streams: Vec<Stream> = seats.clone().map(|seat| Stream::for_player(seed, number, seat)).collect();
    let mut decisions = 0;
    while let Some(seat) = state.current_player() {
        let action = lineup.at(seat).act(&View::new(game, &state, seat), &mut streams[seat]);
        decisions += 1;
        state
            .apply(game, action, &mut chance)
            .map_err(|error| PlayoutError::Illegal { player: lineup.at(seat).name(), error })?;
    }
    let seats = seats.map(|seat| state.standing(game, seat)).collect();
    Ok(Ending { decisions, tallies: chance.tallies, seats })
}

#[cfg(test)]
mod tests {
    use roadside_env::games::pig::Pig;
    use roadside_env::{Game as _, Settings};

    use super::*;
    use crate::{Options, simulate};

    #[test]
    fn the_games_are_those_of_a_simulation() {
        let game = Pig::from_settings(&Settings::default().with("target", 20)).unwrap();
        let stop = Stop::default();
        let play = |threads| {
            let table = Table { seed: 5, threads: Some(threads), stop: &stop, watch: &|| {} };
            table.play(&game, &["hold:8", "random"], 0, 60).unwrap()
        };
        let endings = play(1);
        assert_eq!(play(3), endings);
        let options = Options { games: 60, seed: 5, ..Options::default() };
        let report = simulate(&game, &["hold:8", "random"], &options, &|_| {}, &stop).unwrap();
        let wins: f64 = endings.iter().filter_map(|ending| ending.seats[0].win_share).sum();
        assert!((wins / 60.0 - report.seats[0].win_share.unwrap().mean).abs() < 1e-12);
        assert_eq!(endings.iter().map(|ending| u64::from(ending.decisions)).sum::<u64>(), report.steps);
    }
}
