//! What seats want.

use std::fmt;

use roadside_env::{Facts, Game, Seat, State};

use super::SolveError;

/// What each seat makes as large as it can.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Objective {
    /// Its return, as the game's settings define it.
    #[default]
    Utility,
    /// Its share of the win: the probability of winning, a shared win counting in part.
    Win,
    /// Its score in the game's own unit; Zone Stalker's is Swag Points, 0 for the dead.
    Score,
}

impl Objective {
    /// What a game is usually asked for: alone at the table the score, with others the share of the win, and where a game
    /// does not have that, its utility.
    pub fn usual<G: Game>(game: &G, state: &G::State) -> Self {
        let standing = state.standing(game, 0);
        match game.facts().seats {
            1 if standing.score.is_some() => Self::Score,
            2.. if standing.win_share.is_some() => Self::Win,
            _ => Self::Utility,
        }
    }

    /// What `seat` has got of it in a position that nothing follows; `None` if the game does not have it.
    pub(crate) fn reached<G: Game>(self, game: &G, state: &G::State, seat: Seat) -> Option<f64> {
        match self {
            Self::Utility => Some(state.player_return(game, seat)),
            Self::Win => state.standing(game, seat).win_share,
            Self::Score => state.standing(game, seat).score,
        }
    }

    /// Checks that the game has it.
    pub(super) fn require<G: Game>(self, game: &G, state: &G::State) -> Result<(), SolveError> {
        let Facts { name: game_name, .. } = *game.facts();
        match self.reached(game, state, 0) {
            Some(_) => Ok(()),
            None => Err(SolveError::NoObjective { game: game_name, objective: self }),
        }
    }
}

impl fmt::Display for Objective {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Utility => "utility",
            Self::Win => "win",
            Self::Score => "score",
        })
    }
}
