//! What a seat's share of a game is.

use std::borrow::Cow;

use roadside_env::Game;
use serde::Serialize;

use super::table::Game as Finished;

/// What shares are of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum ShareOf {
    /// The win.
    Win,
    /// The stakes, in games that do not pay by the win: the utility, 0 for the least that the game can pay and 1 for the
    /// most.
    Stakes,
}

/// How shares are found.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shares {
    pub(super) of: ShareOf,
    least: f64,
    range: f64,
}

impl Shares {
    /// By what the game pays.
    pub(super) fn in_game<G: Game>(game: &G) -> Self {
        let facts = game.facts();
        let of = if game.pays_win_shares() { ShareOf::Win } else { ShareOf::Stakes };
        Self { of, least: facts.min_utility, range: facts.max_utility - facts.min_utility }
    }

    /// By seat.
    pub(super) fn by_seat<'a>(&self, game: &'a Finished) -> Cow<'a, [f64]> {
        let even = 1.0 / game.returns.len() as f64;
        let scaled = |&got: &f64| if self.range > 0.0 { (got - self.least) / self.range } else { even };
        match self.of {
            ShareOf::Win => Cow::Borrowed(&game.win_shares),
            ShareOf::Stakes => Cow::Owned(game.returns.iter().map(scaled).collect()),
        }
    }
}

#[cfg(test)]
mod tests {
    use roadside_env::Settings;
    use roadside_env::games::kuhn::Kuhn;
    use roadside_env::games::pig::Pig;

    use super::*;

    #[test]
    fn what_a_game_pays_by_is_what_is_shared() {
        let game = Finished {
            win_shares: vec![1.0, 0.0],
            returns: vec![1.0, -1.0],
            scores: None,
            luck: None,
            decisions: 3,
        };
        let pig = Shares::in_game(&Pig::from_settings(&Settings::default()).unwrap());
        assert_eq!((pig.of, &*pig.by_seat(&game)), (ShareOf::Win, &[1.0, 0.0][..]));
        // In Kuhn poker 2 may be lost.
        let kuhn = Shares::in_game(&Kuhn::from_settings(&Settings::default()).unwrap());
        assert_eq!((kuhn.of, &*kuhn.by_seat(&game)), (ShareOf::Stakes, &[0.75, 0.25][..]));
        let nothing = Shares { range: 0.0, ..kuhn };
        assert_eq!(&*nothing.by_seat(&game), &[0.5, 0.5]);
    }
}
