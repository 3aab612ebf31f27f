//! Replays in files.

use std::error::Error;
use std::path::Path;

use roadside_env::games::AnyGame;
use roadside_env::{Replay, Settings, with_game};

use crate::failure::Failure;

/// The replay in a file, and the game that was played.
pub fn load(path: &Path) -> Result<(Replay, AnyGame), Failure> {
    let replay = Replay::load(path)?;
    let game = game_of(&replay).map_err(|error| refuse(path, &*error))?;
    Ok((replay, game))
}

/// The failure with a replay, by the name of its file.
pub fn refuse(path: &Path, error: &dyn Error) -> Failure {
    Failure::Failed(format!("{}: {error}", path.display()))
}

/// The versions of the rules are compared first: other rules may have other settings.
fn game_of(replay: &Replay) -> Result<AnyGame, Box<dyn Error>> {
    let default = AnyGame::load(&replay.game, &Settings::default())?;
    with_game!(&default, game => replay.require_rules(game))?;
    Ok(AnyGame::load(&replay.game, &replay.settings)?)
}
