//! Positions as text, lines and JSON.

use roadside_env::{Game, with_game};

use super::checks::{play_on, refused};
use super::configurations::load;

/// A text configures a game, as in [`configurations`](super::configurations()); its last line is a position, as a line or
/// as JSON.
///
/// # Panics
/// If a position that is taken cannot be, is not written as it is read, or cannot be played on.
pub fn positions(data: &[u8]) -> bool {
    let Ok(text) = str::from_utf8(data) else { return false };
    let (settings, position) = text.rsplit_once('\n').unwrap_or((text, ""));
    match load(settings) {
        Ok(game) => with_game!(&game, game => read(game, position)),
        Err(why) => refused(&why),
    }
}

fn read<G: Game>(game: &G, text: &str) -> bool {
    let read = if text.starts_with('{') { game.state_from_json(text) } else { game.parse_position(text) };
    match read {
        Ok(state) => {
            let json = serde_json::to_string(&state).unwrap();
            assert_eq!(game.state_from_json(&json).as_ref(), Ok(&state), "{json}");
            play_on(game, state);
            true
        }
        Err(error) => {
            assert!(error.to_string().starts_with("position: "));
            refused(&error)
        }
    }
}
