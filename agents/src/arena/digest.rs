//! What the figures of an arena are made of.

use super::share::Shares;
use super::table::{Game, Match};

/// A match in a few numbers, each the mean over its games. All are from the side of the one; what is said of the others
/// is the mean over their seats.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Digest {
    /// The one's share.
    pub(super) won: f64,
    /// The shares of all others together.
    pub(super) lost: f64,
    /// What the one got more than the others, in utility.
    pub(super) margin: f64,
    /// The same in the game's own unit.
    pub(super) score_margin: Option<f64>,
    /// How much luckier the one was, in utility.
    pub(super) luck: Option<f64>,
    /// The decisions of all games together.
    pub(super) decisions: u64,
}

impl Digest {
    pub(super) fn of(played: &Match, shares: &Shares) -> Self {
        let games = played.games.len() as f64;
        let mean = |of: &dyn Fn(usize, &Game) -> f64| {
            played.games.iter().enumerate().map(|(seat, game)| of(seat, game)).sum::<f64>() / games
        };
        let of_all = |of: &dyn Fn(usize, &Game) -> Option<f64>| {
            let values = played.games.iter().enumerate().map(|(seat, game)| of(seat, game));
            values.sum::<Option<f64>>().map(|sum| sum / games)
        };
        Self {
            won: mean(&|seat, game| shares.by_seat(game)[seat]),
            lost: mean(&|seat, game| shares.by_seat(game).iter().sum::<f64>() - shares.by_seat(game)[seat]),
            margin: mean(&|seat, game| ahead(&game.returns, seat)),
            score_margin: of_all(&|seat, game| Some(ahead(game.scores.as_deref()?, seat))),
            luck: of_all(&|seat, game| Some(ahead(game.luck.as_deref()?, seat))),
            decisions: played.games.iter().map(|game| game.decisions).sum(),
        }
    }

    /// The same from the side of the other, at a table of two.
    pub(super) fn mirrored(self) -> Self {
        Self {
            won: self.lost,
            lost: self.won,
            margin: -self.margin,
            score_margin: self.score_margin.map(|margin| -margin),
            luck: self.luck.map(|luck| -luck),
            ..self
        }
    }
}

/// How far the number at `seat` is ahead of the mean of the others.
fn ahead(numbers: &[f64], seat: usize) -> f64 {
    let others = numbers.iter().sum::<f64>() - numbers[seat];
    numbers[seat] - others / (numbers.len() - 1) as f64
}

impl Match {
    /// Whether it has the form of a match at a table of so many seats.
    pub(super) fn fits(&self, seats: usize) -> bool {
        let all = |numbers: &[f64]| numbers.len() == seats;
        let fits = |game: &Game| {
            let may_lack = |numbers: &Option<Vec<f64>>| numbers.as_deref().is_none_or(all);
            all(&game.win_shares) && all(&game.returns) && may_lack(&game.scores) && may_lack(&game.luck)
        };
        self.games.len() == seats && self.games.iter().all(fits)
    }
}

#[cfg(test)]
mod tests {
    use roadside_env::games::pig::Pig;
    use roadside_env::{Game as _, Settings};

    use super::*;

    #[test]
    fn a_match_is_told_from_the_side_of_the_one() {
        let game = |win_shares: [f64; 3], returns: [f64; 3], luck: [f64; 3]| Game {
            win_shares: win_shares.to_vec(),
            returns: returns.to_vec(),
            scores: None,
            luck: Some(luck.to_vec()),
            decisions: 10,
        };
        let games = vec![
            game([1.0, 0.0, 0.0], [1.0, -0.5, -0.5], [0.5, 0.0, -0.25]),
            game([0.0, 0.5, 0.5], [-0.5, 0.25, 0.25], [0.0, 0.0, 0.0]),
            game([0.0, 1.0, 0.0], [-0.5, 1.0, -0.5], [0.0, 0.0, -1.0]),
        ];
        let played = Match { deal: 0, one: "a".into(), other: "b".into(), games };
        assert!(played.fits(3) && !played.fits(2));
        let digest =
            Digest::of(&played, &Shares::in_game(&Pig::from_settings(&Settings::default()).unwrap()));
        let expected = Digest {
            won: 0.5,
            lost: 0.5,
            margin: (1.5 + 0.375 - 0.75) / 3.0,
            score_margin: None,
            luck: Some((0.625 - 1.0) / 3.0),
            decisions: 30,
        };
        assert_eq!(digest, expected);
        assert_eq!(digest.mirrored().mirrored(), digest);
        assert!(digest.mirrored().margin < 0.0 && digest.margin > 0.0);
    }
}
