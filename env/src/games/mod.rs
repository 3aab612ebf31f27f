//! The games. Each stands in a folder of its own and knows no other.

pub mod expedition;
pub mod kuhn;
pub mod pig;
pub mod zone_stalker;

use std::sync::Arc;

use thiserror::Error;

use crate::vec_env::{AnyVecEnv, VecEnvError, VecOptions};
use crate::{ConfigError, Game, Settings, VecEnv, nearest};

/// Makes the enum of all games, and what goes over all of them, from one line for each.
macro_rules! games {
    (($dollar:tt) $($variant:ident: $game:ty;)*) => {
        /// A configured game of any kind. [`with_game!`](crate::with_game) goes on with what it is.
        #[derive(Clone, Debug)]
        #[allow(missing_docs)]
        pub enum AnyGame {
            $($variant($game),)*
        }

        impl AnyGame {
            /// The names of all games.
            pub fn names() -> Vec<&'static str> {
                let mut names = vec![$(<$game>::NAME),*];
                names.dedup();
                names
            }

            /// The game called `name` with these settings.
            ///
            /// # Errors
            /// [`LoadError`] lists the games there are, or names the setting that is refused.
            pub fn load(name: &str, settings: &Settings) -> Result<Self, LoadError> {
                let mut refused = None;
                $(if name == <$game>::NAME {
                    match <$game>::from_settings(settings) {
                        Ok(game) => return Ok(Self::$variant(game)),
                        Err(error) => refused = Some(error),
                    }
                })*
                Err(match refused {
                    Some(error) => LoadError::Config(error),
                    None => LoadError::UnknownGame { name: name.to_owned() },
                })
            }
        }

        /// Goes on with the game inside an [`AnyGame`](crate::games::AnyGame), whichever it is: the expression is
        /// compiled once for each game.
        ///
        /// ```
        /// use roadside_env::{Game, Settings, games::AnyGame, with_game};
        ///
        /// fn main() -> Result<(), Box<dyn std::error::Error>> {
        ///     let game = AnyGame::load("pig", &Settings::default())?;
        ///     let actions = with_game!(&game, game => game.facts().actions);
        ///     assert_eq!(actions, 2);
        ///     Ok(())
        /// }
        /// ```
        #[macro_export]
        macro_rules! with_game {
            ($dollar any:expr, $dollar game:ident => $dollar body:expr) => {
                match $dollar any {
                    $($crate::games::AnyGame::$variant($dollar game) => $dollar body,)*
                }
            };
        }
    };
}

// A game that comes in several sizes has a line for each, the smallest first: the first that takes the settings
// is played.
games! {
    ($)
    Expedition: expedition::Expedition;
    Kuhn: kuhn::Kuhn;
    Pig: pig::Pig;
    ZoneStalkerForTwo: zone_stalker::ZoneStalker<2>;
    ZoneStalker: zone_stalker::ZoneStalker<6>;
}

impl AnyGame {
    /// Rows of this game in which the caller plays all seats. Those in which one seat learns need players by name;
    /// the crate `roadside-agents` makes them.
    ///
    /// # Errors
    /// As [`VecEnv::all_seats`].
    pub fn all_seats(self, rows: usize, options: VecOptions) -> Result<Box<dyn AnyVecEnv>, VecEnvError> {
        with_game!(self, game => Ok(Box::new(VecEnv::all_seats(Arc::new(game), rows, options)?)))
    }
}

/// A game could not be loaded.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum LoadError {
    /// There is no such game.
    #[error("unknown game \"{name}\"{}; there are: {}", nearest(name, &AnyGame::names()), AnyGame::names().join(", "))]
    UnknownGame {
        /// What was given.
        name: String,
    },
    /// The game refuses its settings.
    #[error(transparent)]
    Config(#[from] ConfigError),
}
