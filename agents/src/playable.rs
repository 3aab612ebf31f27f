//! Players by name.

use serde::Serialize;
use thiserror::Error;

use roadside_env::games::expedition::Expedition;
use roadside_env::games::kuhn::Kuhn;
use roadside_env::{Agent, Game, nearest};

use crate::Random;

/// A game with the players that only it has.
///
/// To add players to a game: write them in a module of this crate named after the game, list them with
/// `impl Playable` there, and declare the module in `lib.rs`. A game without players of its own needs one line
/// in this module.
///
/// ```
/// use roadside_agents::{Entry, Playable, make};
/// use roadside_env::games::pig::Pig;
///
/// assert_eq!(make::<Pig>("hold:25")?.name(), "hold:25");
/// assert_eq!(make::<Pig>("hold")?.name(), "hold:20");
/// # Ok::<(), roadside_agents::PlayerError>(())
/// ```
pub trait Playable: Game {
    /// The players that only this game has.
    fn players() -> &'static [Entry<Self>] {
        &[]
    }

    /// The player that the seats of others have where no other is named.
    fn default_opponent() -> &'static str {
        "random"
    }
}

impl Playable for Expedition {}
impl Playable for Kuhn {}

/// A number that stands in a player's name, behind a colon.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Parameter {
    /// Its name, one letter.
    pub name: &'static str,
    /// The least.
    pub min: u32,
    /// The most.
    pub max: u32,
    /// What it is when left out.
    pub default: u32,
}

/// A player that can be asked for by name.
#[derive(Debug)]
pub struct Entry<G: Game> {
    /// Its name, without parameters.
    pub name: &'static str,
    /// Its parameters, in the order in which they follow the name. Those at the end may be left out.
    pub parameters: &'static [Parameter],
    /// How it plays, in one sentence.
    pub meaning: &'static str,
    /// Makes it from the parameters, which are all there and within their ranges.
    pub make: fn(&[u32]) -> Box<dyn Agent<G>>,
}

/// What [`describe`] tells of a player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Description {
    /// How its name is written, such as `hold:k`.
    pub usage: String,
    /// How it plays.
    pub meaning: &'static str,
    /// Its parameters in order.
    pub parameters: &'static [Parameter],
}

/// A player's name was refused.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PlayerError {
    /// There is no such player.
    #[error("unknown player \"{name}\"{}; {game} has: {}", nearest(name, known), known.join(", "))]
    Unknown {
        /// What was given, without parameters.
        name: String,
        /// The game that is played.
        game: &'static str,
        /// The players there are.
        known: Vec<String>,
    },
    /// A parameter is not a number in its range.
    #[error("player {player}: {} = {found}: legal is a whole number from {} to {}",
        parameter.name, parameter.min, parameter.max)]
    Parameter {
        /// The player.
        player: &'static str,
        /// Which parameter.
        parameter: Parameter,
        /// What was given.
        found: String,
    },
    /// There are more parameters than the player has.
    #[error("player \"{name}\" has too many parameters; write it as {usage}")]
    TooManyParameters {
        /// What was given.
        name: String,
        /// What would be right.
        usage: String,
    },
}

/// The player of `G` with this name, such as `random` or `hold:20`.
///
/// # Errors
/// [`PlayerError`] lists the players there are, or names the parameter that is refused and its range.
pub fn make<G: Playable>(name: &str) -> Result<Box<dyn Agent<G>>, PlayerError> {
    let (word, parameters) = name.split_once(':').map_or((name, None), |(word, rest)| (word, Some(rest)));
    let entry = entries::<G>().find(|entry| entry.name == word).ok_or_else(|| PlayerError::Unknown {
        name: word.to_owned(),
        game: G::NAME,
        known: entries::<G>().map(Entry::usage).collect(),
    })?;
    Ok((entry.make)(&entry.read(name, parameters)?))
}

/// The players that `G` can be played by.
pub fn describe<G: Playable>() -> Vec<Description> {
    let describe = |entry: &Entry<G>| Description {
        usage: entry.usage(),
        meaning: entry.meaning,
        parameters: entry.parameters,
    };
    entries().map(describe).collect()
}

/// The players that every game has, then those of `G`.
fn entries<G: Playable>() -> impl Iterator<Item = &'static Entry<G>> {
    std::iter::once(Entry::RANDOM).chain(G::players())
}

impl<G: Game> Entry<G> {
    const RANDOM: &'static Self = &Self {
        name: "random",
        parameters: &[],
        meaning: "chooses among what is legal, each action equally likely",
        make: |_| Box::new(Random),
    };

    /// How the name is written, such as `hold:k`.
    fn usage(&self) -> String {
        self.parameters.iter().fold(self.name.to_owned(), |usage, parameter| usage + ":" + parameter.name)
    }

    /// The parameters behind the name, with defaults for those that are left out.
    fn read(&self, name: &str, given: Option<&str>) -> Result<Vec<u32>, PlayerError> {
        let given: Vec<&str> = given.map_or(Vec::new(), |given| given.split(':').collect());
        if given.len() > self.parameters.len() {
            return Err(PlayerError::TooManyParameters { name: name.to_owned(), usage: self.usage() });
        }
        let read = |(place, parameter): (usize, &Parameter)| match given.get(place) {
            Some(text) => parameter.read(text).ok_or_else(|| PlayerError::Parameter {
                player: self.name,
                parameter: *parameter,
                found: format!("\"{text}\""),
            }),
            None => Ok(parameter.default),
        };
        self.parameters.iter().enumerate().map(read).collect()
    }
}

impl Parameter {
    fn read(&self, text: &str) -> Option<u32> {
        text.parse().ok().filter(|number| (self.min..=self.max).contains(number))
    }
}

#[cfg(test)]
mod tests {
    use roadside_env::games::pig::Pig;

    use super::*;

    fn refusal(name: &str) -> String {
        make::<Pig>(name).err().expect("the name is refused").to_string()
    }

    #[test]
    fn a_name_gives_the_player_of_that_name() {
        for name in ["random", "hold:1", "hold:20", "hold:10000"] {
            assert_eq!(make::<Pig>(name).unwrap().name(), name);
        }
    }

    #[test]
    fn unknown_names_list_the_right_ones_nearest_first() {
        assert_eq!(
            refusal("rnadom:3"),
            "unknown player \"rnadom\" (did you mean random?); pig has: random, hold:k"
        );
        assert_eq!(refusal(""), "unknown player \"\"; pig has: random, hold:k");
    }

    #[test]
    fn parameters_out_of_range_name_parameter_value_and_range() {
        for found in ["0", "10001", "-3", "1.5", "ten", "", "99999999999999999999"] {
            assert_eq!(
                refusal(&format!("hold:{found}")),
                format!("player hold: k = \"{found}\": legal is a whole number from 1 to 10000")
            );
        }
        assert_eq!(refusal("hold:3:4"), "player \"hold:3:4\" has too many parameters; write it as hold:k");
        assert_eq!(refusal("random:1"), "player \"random:1\" has too many parameters; write it as random");
    }

    #[test]
    fn the_description_lists_all_players() {
        let usages: Vec<_> = describe::<Pig>().into_iter().map(|player| player.usage).collect();
        assert_eq!(usages, ["random", "hold:k"]);
    }
}
