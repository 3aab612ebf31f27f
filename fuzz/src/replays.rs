//! Plays that were written down.

use roadside_env::games::AnyGame;
use roadside_env::{Game, Replay, with_game};

use super::checks::{position, refused};

/// A text is a replay.
///
/// # Panics
/// If a replay is not written as it is read, or does not lead to the same end every time.
pub fn replays(data: &[u8]) -> bool {
    let Ok(text) = str::from_utf8(data) else { return false };
    let replay: Replay = match text.parse() {
        Ok(replay) => replay,
        Err(error) => return refused(&error),
    };
    let written = replay.to_string();
    let read: Replay = written.parse().unwrap_or_else(|error| panic!("{error}: {written}"));
    assert_eq!(read, replay);
    assert_eq!(read.to_string(), written);
    match AnyGame::load(&replay.game, &replay.settings) {
        Ok(game) => with_game!(&game, game => run(game, &replay)),
        Err(error) => refused(&error),
    }
}

fn run<G: Game>(game: &G, replay: &Replay) -> bool {
    let mut moments = 0;
    match replay.run(game, None, |_| moments += 1) {
        Ok(end) => {
            assert_eq!(moments, replay.steps.len() + 1);
            position(game, &end);
            assert_eq!(replay.run(game, Some(0), |_| {}).unwrap(), end);
            true
        }
        Err(error) => refused(&error),
    }
}
