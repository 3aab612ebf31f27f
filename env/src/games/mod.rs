//! The games. Each stands in a folder of its own and knows no other.

pub mod expedition;
pub mod kuhn;
pub mod pig;
pub mod zone_stalker;

use thiserror::Error;

use crate::{ConfigError, Game, Settings, nearest};

/// A configured game of any kind. [`with_game!`](crate::with_game) goes on with what it is.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub enum AnyGame {
    Expedition(expedition::Expedition),
    Kuhn(kuhn::Kuhn),
    Pig(pig::Pig),
    /// Zone Stalker for up to two seats, with smaller positions.
    ZoneStalkerDuel(zone_stalker::ZoneStalker<2>),
    ZoneStalker(zone_stalker::ZoneStalker<6>),
}

/// A game could not be loaded.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum LoadError {
    /// There is no such game.
    #[error("unknown game \"{name}\"{}; there are: {}", nearest(name, AnyGame::NAMES), AnyGame::NAMES.join(", "))]
    UnknownGame {
        /// What was given.
        name: String,
    },
    /// The game refuses its settings.
    #[error(transparent)]
    Config(#[from] ConfigError),
}

impl AnyGame {
    /// The names of all games.
    pub const NAMES: &'static [&'static str] = &[
        expedition::Expedition::NAME,
        kuhn::Kuhn::NAME,
        pig::Pig::NAME,
        zone_stalker::ZoneStalker::<6>::NAME,
    ];

    /// The game called `name` with these settings.
    ///
    /// # Errors
    /// [`LoadError`] lists the games there are, or names the setting that is refused.
    pub fn load(name: &str, settings: &Settings) -> Result<Self, LoadError> {
        Ok(match name {
            expedition::Expedition::NAME => Self::Expedition(Game::from_settings(settings)?),
            kuhn::Kuhn::NAME => Self::Kuhn(Game::from_settings(settings)?),
            pig::Pig::NAME => Self::Pig(Game::from_settings(settings)?),
            zone_stalker::ZoneStalker::<6>::NAME => {
                match zone_stalker::Config::from_settings(settings)?.players {
                    1 | 2 => Self::ZoneStalkerDuel(Game::from_settings(settings)?),
                    _ => Self::ZoneStalker(Game::from_settings(settings)?),
                }
            }
            _ => return Err(LoadError::UnknownGame { name: name.to_owned() }),
        })
    }
}

/// Goes on with the game inside an [`AnyGame`](crate::games::AnyGame), whichever it is: the expression is
/// compiled once for each game.
///
/// ```
/// use roadside_env::{Game, Settings, games::AnyGame, with_game};
///
/// let game = AnyGame::load("pig", &Settings::default())?;
/// let actions = with_game!(&game, game => game.facts().actions);
/// assert_eq!(actions, 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[macro_export]
macro_rules! with_game {
    ($any:expr, $game:ident => $body:expr) => {
        match $any {
            $crate::games::AnyGame::Expedition($game) => $body,
            $crate::games::AnyGame::Kuhn($game) => $body,
            $crate::games::AnyGame::Pig($game) => $body,
            $crate::games::AnyGame::ZoneStalkerDuel($game) => $body,
            $crate::games::AnyGame::ZoneStalker($game) => $body,
        }
    };
}
