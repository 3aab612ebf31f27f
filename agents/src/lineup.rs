//! Who sits where.

use thiserror::Error;

use roadside_env::{Agent, Game, Seat, Stop};

use crate::{Playable, PlayerError, make};

/// The players of a table, dealt to its seats in turn: with one name it takes all seats, with two they
/// alternate, and so on. Each seat has a player of its own, so that none ever sees two hands.
pub struct Lineup<G: Game> {
    players: Vec<Box<dyn Agent<G>>>,
}

/// A line-up was refused.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum LineupError {
    /// Nobody plays.
    #[error("no player is named; name at least one")]
    Empty,
    /// There are more players than seats.
    #[error("too many players: {given} for {seats} {}", if *seats == 1 { "seat" } else { "seats" })]
    TooMany {
        /// How many were named.
        given: usize,
        /// How many seats there are for them.
        seats: usize,
    },
    /// There is not one player for each seat.
    #[error("a line-up of {given} players for {seats} seats; give {seats}")]
    Seats {
        /// How many there are.
        given: usize,
        /// How many seats there are for them.
        seats: usize,
    },
    /// A name is refused.
    #[error(transparent)]
    Player(#[from] PlayerError),
}

impl<G: Playable> Lineup<G> {
    /// The players with these names for a number of seats.
    ///
    /// # Errors
    /// [`LineupError`] for no name at all, more names than seats, or a name that is refused.
    pub fn new(names: &[impl AsRef<str>], seats: usize) -> Result<Self, LineupError> {
        if names.is_empty() {
            return Err(LineupError::Empty);
        }
        if names.len() > seats {
            return Err(LineupError::TooMany { given: names.len(), seats });
        }
        let dealt = names.iter().cycle().take(seats);
        Ok(Self { players: dealt.map(|name| make(name.as_ref())).collect::<Result<_, _>>()? })
    }
}

impl<G: Game> Lineup<G> {
    /// These players, one per seat in turn order.
    pub fn from_players(players: Vec<Box<dyn Agent<G>>>) -> Self {
        Self { players }
    }

    /// The player at `seat`.
    pub fn at(&mut self, seat: Seat) -> &mut dyn Agent<G> {
        &mut *self.players[seat]
    }

    /// Has all players [heed](Agent::heed) `stop`.
    pub fn heed(&mut self, stop: &Stop) {
        for player in &mut self.players {
            player.heed(stop);
        }
    }

    /// The players in turn order.
    pub fn into_players(self) -> Vec<Box<dyn Agent<G>>> {
        self.players
    }

    /// The names of the players by seat, written in full.
    pub fn names(&self) -> Vec<String> {
        self.players.iter().map(Agent::name).collect()
    }
}

#[cfg(test)]
mod tests {
    use roadside_env::games::pig::Pig;

    use super::*;

    fn names(count: usize) -> Vec<String> {
        (1..=count).map(|k| format!("hold:{k}")).collect()
    }

    #[test]
    fn players_are_dealt_to_the_seats_in_turn() {
        let mut lineup = Lineup::<Pig>::new(&names(2), 5).unwrap();
        assert_eq!(lineup.names(), ["hold:1", "hold:2", "hold:1", "hold:2", "hold:1"]);
        assert_eq!(lineup.at(3).name(), "hold:2");
    }

    #[test]
    fn seats_of_one_name_have_players_of_their_own() {
        let mut lineup = Lineup::<Pig>::new(&names(1), 2).unwrap();
        assert_eq!(lineup.players.len(), 2);
        assert_eq!(lineup.at(0).name(), lineup.at(1).name());
    }

    #[test]
    fn nobody_and_too_many_are_refused() {
        let refusal = |count, seats| Lineup::<Pig>::new(&names(count), seats).err();
        assert_eq!(refusal(0, 2), Some(LineupError::Empty));
        assert_eq!(refusal(3, 2), Some(LineupError::TooMany { given: 3, seats: 2 }));
        assert_eq!(refusal(2, 2), None);
    }
}
