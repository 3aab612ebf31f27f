//! Who meets whom, over which deals.

use super::ArenaError;
use crate::double::first_double;
use roadside_env::Seat;

/// The matches of an arena, numbered deal by deal: all pairs meet over the first deal, then all over the second, and so
/// on, so that an arena that is stopped has treated all alike.
///
/// In a match one player sits among players of one other kind, over one deal, in as many games as there are seats: it
/// has each seat once. With two seats a pair therefore meets in one match a deal, with more in two: each is once the one.
#[derive(Clone, Debug)]
pub(super) struct Schedule {
    pub(super) names: Vec<String>,
    pub(super) seats: usize,
    /// How many deals each pair plays.
    pub(super) deals: u64,
    pub(super) pairs: Vec<Pair>,
    /// Whether the first player meets all, and the others do not meet.
    pub(super) gauntlet: bool,
}

/// Who sits once at the table, and who has all other seats.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Pair {
    pub(super) one: usize,
    pub(super) other: usize,
}

impl Pair {
    /// Who sits at `seat` when the one has the seat `of_one`.
    pub(super) fn at(self, seat: Seat, of_one: Seat) -> usize {
        if seat == of_one { self.one } else { self.other }
    }
}

impl Schedule {
    /// `games` of each pair, rounded up to whole deals; of all pairs, or in a `gauntlet` of those in which the first
    /// player is the one.
    pub(super) fn new(
        names: Vec<String>,
        seats: usize,
        games: u64,
        gauntlet: bool,
    ) -> Result<Self, ArenaError> {
        if names.len() < 2 {
            return Err(ArenaError::TooFew { given: names.len() });
        }
        if let Some(name) = first_double(&names) {
            return Err(ArenaError::Twice { name: name.clone() });
        }
        let all = 0..names.len();
        let pairs = all.clone().flat_map(|one| all.clone().map(move |other| Pair { one, other }));
        let met = |pair: &Pair| match seats {
            _ if gauntlet => pair.one == 0 && pair.other > 0,
            2 => pair.one < pair.other,
            _ => pair.one != pair.other,
        };
        let pairs = pairs.filter(met).collect();
        Ok(Self { pairs, names, seats, deals: games.div_ceil(seats as u64), gauntlet })
    }

    /// The number of matches.
    pub(super) fn matches(&self) -> u64 {
        self.deals * self.pairs.len() as u64
    }

    /// The number of games.
    pub(super) fn games(&self) -> u64 {
        self.matches() * self.seats as u64
    }

    /// The deal and the pair of the match with this number, from 0.
    pub(super) fn of(&self, number: u64) -> (u64, Pair) {
        let pairs = self.pairs.len() as u64;
        (number / pairs, self.pairs[(number % pairs) as usize])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn schedule(names: &[&str], seats: usize, games: u64) -> Result<Schedule, String> {
        let names = names.iter().map(|&name| name.to_owned()).collect();
        Schedule::new(names, seats, games, false).map_err(|error| error.to_string())
    }

    #[test]
    fn at_two_seats_each_pair_meets_once_a_deal() {
        let schedule = schedule(&["a", "b", "c"], 2, 5).unwrap();
        let met: Vec<_> = (0..4).map(|number| schedule.of(number)).collect();
        let pair = |one, other| Pair { one, other };
        assert_eq!(met, [(0, pair(0, 1)), (0, pair(0, 2)), (0, pair(1, 2)), (1, pair(0, 1))]);
        // Five games are rounded up to three deals, each played from both seats.
        assert_eq!((schedule.deals, schedule.matches(), schedule.games()), (3, 9, 18));
    }

    #[test]
    fn at_more_seats_each_is_the_one_among_each_other() {
        let schedule = schedule(&["a", "b"], 4, 8).unwrap();
        assert_eq!(schedule.pairs, [Pair { one: 0, other: 1 }, Pair { one: 1, other: 0 }]);
        assert_eq!((schedule.deals, schedule.games()), (2, 16));
        let seated: Vec<_> = (0..4).map(|seat| schedule.pairs[1].at(seat, 2)).collect();
        assert_eq!(seated, [0, 0, 1, 0]);
    }

    #[test]
    fn in_a_gauntlet_the_first_meets_all_as_the_one() {
        for seats in [2, 4] {
            let names = ["a", "b", "c"].map(str::to_owned).to_vec();
            let schedule = Schedule::new(names, seats, 8, true).unwrap();
            assert_eq!(schedule.pairs, [Pair { one: 0, other: 1 }, Pair { one: 0, other: 2 }]);
            assert_eq!(schedule.games(), 16);
        }
    }

    #[test]
    fn nobody_meets_oneself() {
        assert_eq!(schedule(&["a"], 2, 2).unwrap_err(), "1 player is named; an arena needs at least 2");
        assert_eq!(
            schedule(&["a", "b", "a"], 2, 2).unwrap_err(),
            "player \"a\" is named twice; name each player once"
        );
    }
}
