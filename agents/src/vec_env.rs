//! Many games against players by name.

use std::sync::Arc;

use thiserror::Error;

use roadside_env::games::AnyGame;
use roadside_env::vec_env::{AnyVecEnv, VecEnvError, VecOptions};
use roadside_env::{Agent, LearnerSeat, VecEnv, with_game};

use crate::{Lineup, LineupError, Playable};

/// A [`VecEnv`] against players could not be made.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum VecEnvSetUpError {
    /// The players are refused.
    #[error(transparent)]
    Lineup(#[from] LineupError),
    /// The rows are refused.
    #[error(transparent)]
    Rows(#[from] VecEnvError),
}

/// Rows in which one seat learns, against the players called `opponents`, who are dealt to the other seats in
/// turn; alone at the table there are none, `&[] as &[&str]`.
///
/// ```
/// use std::sync::Arc;
/// use roadside_agents::vec_env;
/// use roadside_env::vec_env::{Batch, Seeds, VecOptions};
/// use roadside_env::{Game, LearnerSeat, Settings, games::pig::{Pig, ROLL}};
///
/// let pig = Arc::new(Pig::from_settings(&Settings::default())?);
/// let mut env = vec_env(pig, 32, LearnerSeat::Random, &["hold:20"], VecOptions::default())?;
/// let mut batch = Batch::<f32>::new(*env.shape());
/// env.reset(Seeds::First(1), None, &mut batch.buffers())?;
/// while (0..32).all(|row| env.ended(row).is_none()) {
///     env.step(&[ROLL; 32], &mut batch.buffers())?;
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`VecEnvSetUpError`] for players that are refused, and as [`VecEnv::learner`].
pub fn vec_env<G: Playable>(
    game: Arc<G>,
    rows: usize,
    learner: LearnerSeat,
    opponents: &[impl AsRef<str>],
    options: VecOptions,
) -> Result<VecEnv<G>, VecEnvSetUpError> {
    let others = game.facts().seats - 1;
    let players = || match (opponents, others) {
        ([], 0) => Ok(Vec::<Box<dyn Agent<G>>>::new()),
        _ => Ok(Lineup::new(opponents, others)?.into_players()),
    };
    VecEnv::learner(game, rows, learner, players, options)
}

/// As [`vec_env`], for a game of any kind.
///
/// # Errors
/// As [`vec_env`].
pub fn any_vec_env(
    game: AnyGame,
    rows: usize,
    learner: LearnerSeat,
    opponents: &[impl AsRef<str>],
    options: VecOptions,
) -> Result<Box<dyn AnyVecEnv>, VecEnvSetUpError> {
    with_game!(game, game => Ok(Box::new(vec_env(Arc::new(game), rows, learner, opponents, options)?)))
}

#[cfg(test)]
mod tests {
    use roadside_env::vec_env::{Batch, Seeds};
    use roadside_env::{Action, Game, Settings, Stream};

    use super::*;

    fn load(game: &str, players: usize) -> AnyGame {
        let settings = Settings::default();
        let settings = if game == "kuhn" { settings } else { settings.with("players", players) };
        AnyGame::load(game, &settings).unwrap()
    }

    fn refusal(game: AnyGame, opponents: &[&str], rows: usize) -> String {
        let made = any_vec_env(game, rows, LearnerSeat::Random, opponents, VecOptions::default());
        made.err().expect("it is refused").to_string()
    }

    #[test]
    fn every_game_has_rows_of_both_kinds() {
        for game in AnyGame::names() {
            let random = ["random"];
            let seats = with_game!(load(game, 2), game => game.facts().seats);
            for mut env in [
                load(game, 2).all_seats(3, VecOptions::default()).unwrap(),
                any_vec_env(load(game, 2), 3, LearnerSeat::Random, &random, VecOptions::default()).unwrap(),
            ] {
                assert_eq!((env.facts().name, env.facts().seats), (game, seats));
                let mut batch = Batch::<f32>::new(*env.shape());
                env.reset(Seeds::First(5), None, &mut batch.buffers().into()).unwrap();
                let (mut random, mut choices) = (Stream::for_player(1, 0, 0), 0);
                while (0..3).any(|row| env.ended(row).is_none()) {
                    let actions = [0, 1, 2].map(|row| {
                        let mask = (0..).zip(batch.mask(row)).filter(|(_, legal)| **legal);
                        let marked: Vec<_> = mask.map(|(action, _)| Action(action)).collect();
                        let legal = env.legal_actions(row);
                        assert!(legal == marked || legal.is_empty() && marked.len() == batch.mask(row).len());
                        choices += legal.len();
                        marked[random.below(marked.len() as u32) as usize]
                    });
                    env.step(&actions, &mut batch.buffers().into()).unwrap();
                }
                assert_eq!(env.ended(2).unwrap().seed, 7);
                assert!(choices > 0);
            }
        }
    }

    #[test]
    fn a_single_seat_needs_nobody() {
        assert!(
            any_vec_env(
                load("zone_stalker", 1),
                2,
                LearnerSeat::Fixed(0),
                &[] as &[&str],
                VecOptions::default()
            )
            .is_ok()
        );
    }

    #[test]
    fn wrong_players_and_rows_are_refused_by_name() {
        assert_eq!(refusal(load("pig", 3), &[], 4), "no player is named; name at least one");
        assert_eq!(refusal(load("pig", 3), &["random"; 3], 4), "too many players: 3 for 2 seats");
        assert!(refusal(load("pig", 2), &["rnadom"], 4).starts_with("unknown player \"rnadom\""));
        assert_eq!(
            refusal(load("pig", 2), &["random"], 0),
            "rows = 0: legal is a whole number from 1 to 1048576"
        );
    }
}
