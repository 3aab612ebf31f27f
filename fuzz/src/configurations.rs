//! Settings, good and bad.

use roadside_env::games::{AnyGame, LoadError};
use roadside_env::{Game, Sampled, Settings, with_game};

use super::checks::{play_on, refused};

/// A text is the name of a game and then its settings: a pair `key=value` on each line, or a JSON object.
///
/// # Panics
/// If a game that takes its settings does not give them back, or cannot be played.
pub fn configurations(data: &[u8]) -> bool {
    let Ok(text) = str::from_utf8(data) else { return false };
    match load(text) {
        Ok(game) => with_game!(&game, game => whole(game)),
        Err(why) => refused(&why),
    }
}

/// The game that a text configures.
pub(super) fn load(text: &str) -> Result<AnyGame, String> {
    let (name, settings) = text.split_once('\n').unwrap_or((text, ""));
    let settings = if settings.starts_with('{') {
        serde_json::from_str(settings).map_err(|error| error.to_string())?
    } else {
        Settings::from_pairs(settings.lines()).map_err(|error| error.to_string())?
    };
    AnyGame::load(name, &settings).map_err(|error: LoadError| error.to_string())
}

fn whole<G: Game>(game: &G) -> bool {
    let settings = game.settings();
    let json = serde_json::to_string(&settings).unwrap();
    assert_eq!(serde_json::from_str::<Settings>(&json).unwrap(), settings);
    assert_eq!(G::from_settings(&settings).unwrap().settings(), settings);
    let facts = game.facts();
    assert_eq!(game.action_labels().len(), facts.actions);
    assert_eq!(game.observation_spec().len(), facts.observation_len);
    play_on(game, game.new_initial_state(&mut Sampled::new(0, 0)));
    true
}
