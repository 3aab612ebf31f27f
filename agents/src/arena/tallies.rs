//! Who won how much against whom.

use super::schedule::Schedule;

/// Wins by pair, of any weight: the numbers of games, or what a resampling makes of them.
#[derive(Clone, Debug)]
pub(super) struct Tallies {
    players: usize,
    seats: usize,
    pairs: Vec<((usize, usize), f64, f64)>,
}

impl Tallies {
    /// The tallies of `players` at a table of `seats`, each as a pair (one, other), what the one won, and what the
    /// others won together.
    pub(super) fn new(
        players: usize,
        seats: usize,
        pairs: impl IntoIterator<Item = ((usize, usize), f64, f64)>,
    ) -> Self {
        Self { players, seats, pairs: pairs.into_iter().collect() }
    }

    /// Those of a schedule, given what each of its pairs won and lost.
    pub(super) fn of(schedule: &Schedule, won_and_lost: &[[f64; 2]]) -> Self {
        let pairs = schedule.pairs.iter().zip(won_and_lost);
        Self::new(
            schedule.names.len(),
            schedule.seats,
            pairs.map(|(pair, &[won, lost])| ((pair.one, pair.other), won, lost)),
        )
    }

    pub(super) fn players(&self) -> usize {
        self.players
    }

    pub(super) fn seats(&self) -> usize {
        self.seats
    }

    /// How many others sit with the one.
    pub(super) fn others(&self) -> f64 {
        (self.seats - 1) as f64
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = ((usize, usize), f64, f64)> {
        self.pairs.iter().copied()
    }

    /// Whether from every player a chain of wins leads to every other: only then have strengths a likeliest
    /// value (Ford 1957).
    pub(super) fn are_connected(&self) -> bool {
        let mut reached = vec![vec![false; self.players]; self.players];
        for ((one, other), won, lost) in self.iter() {
            reached[one][other] |= won > 0.0;
            reached[other][one] |= lost > 0.0;
        }
        for via in 0..self.players {
            let beyond = reached[via].clone();
            for from in reached.iter_mut().filter(|from| from[via]) {
                from.iter_mut().zip(&beyond).for_each(|(reached, &beyond)| *reached |= beyond);
            }
        }
        let apart = |(from, row): (usize, &Vec<bool>)| (0..self.players).any(|to| from != to && !row[to]);
        !reached.iter().enumerate().any(apart)
    }

    /// These with a game more that the one wins and one that it loses, for each pair whose wins and losses are `such`.
    pub(super) fn with_a_game_each_way(mut self, such: impl Fn(f64, f64) -> bool) -> Self {
        for (_, won, lost) in self.pairs.iter_mut().filter(|(_, won, lost)| such(*won, *lost)) {
            *won += 1.0;
            *lost += 1.0;
        }
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_chain_of_wins_has_to_lead_from_each_to_each() {
        let connected =
            |pairs: &[((usize, usize), f64, f64)]| Tallies::new(3, 2, pairs.iter().copied()).are_connected();
        assert!(connected(&[((0, 1), 1.0, 0.0), ((1, 2), 1.0, 0.0), ((0, 2), 0.0, 1.0)]));
        assert!(connected(&[((0, 1), 1.0, 1.0), ((1, 2), 1.0, 1.0)]));
        assert!(!connected(&[((0, 1), 1.0, 0.0), ((1, 2), 1.0, 0.0), ((0, 2), 1.0, 0.0)]));
        assert!(!connected(&[((0, 1), 1.0, 1.0), ((1, 2), 1.0, 0.0), ((0, 2), 1.0, 0.0)]));
    }
}
