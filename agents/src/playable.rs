//! Players by name.

use std::fmt;
use std::ops::RangeInclusive;
use std::time::Duration;

use serde::Serialize;
use thiserror::Error;

use roadside_env::games::expedition::Expedition;
use roadside_env::games::kuhn::Kuhn;
use roadside_env::{Agent, ConfigError, Game, Key, Seat, Settings, State as _, nearest};

use crate::search::RolloutOptions;
use crate::{Random, network};

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

    /// The player as which `solver` plays where no exact solution can be: with hidden information, or beyond its memory.
    fn stand_in() -> &'static str {
        "search"
    }

    /// Whether the rules mark where a turn ends, by [`Boundary::Turn`](roadside_env::chance::Boundary::Turn).
    const MARKS_TURNS: bool = false;

    /// How a search of this game plays on where it leaves its tree, unless it is told otherwise.
    fn rollouts(&self) -> RolloutOptions<'static> {
        RolloutOptions::by(Self::default_opponent())
    }

    /// What `seat` may expect to get in the end, in utility, guessed at a glance from how things stand; exact where its
    /// return is final. Unless a game knows better: what it has got so far.
    fn estimate(&self, state: &Self::State, seat: Seat) -> f64 {
        state.player_return(self, seat)
    }

    /// Whether an estimate sees all that lies on the table, at a decision. In the midst of an event it may not, such as a
    /// card that was revealed and is still to be met: then a better one is found by playing on until it does, as
    /// [`default_opponent`](Self::default_opponent) would, which must draw nothing at random then.
    fn is_settled(&self, _state: &Self::State) -> bool {
        true
    }

    /// [`estimate`](Self::estimate) for each seat, into `all`, which is as long as there are seats.
    fn estimates(&self, state: &Self::State, all: &mut [f64]) {
        for (seat, value) in all.iter_mut().enumerate() {
            *value = self.estimate(state, seat);
        }
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
    /// Whether a time may stand in its place, such as `2s` or `250ms`.
    pub or_time: bool,
}

impl Parameter {
    /// A whole number in `range`.
    pub const fn number(name: &'static str, range: RangeInclusive<u32>, default: u32) -> Self {
        Self { name, min: *range.start(), max: *range.end(), default, or_time: false }
    }

    fn read(&self, text: &str) -> Option<Argument> {
        let number = text.parse().ok().filter(|number| (self.min..=self.max).contains(number));
        number.map(Argument::Number).or_else(|| if self.or_time { read_time(text) } else { None })
    }
}

/// A time of at least a millisecond and at most an hour.
fn read_time(text: &str) -> Option<Argument> {
    let (digits, unit) = text.split_at(text.find(|letter: char| letter.is_ascii_alphabetic())?);
    let milliseconds = match unit {
        "s" => 1000,
        "ms" => 1,
        _ => return None,
    };
    let time = digits.parse::<u32>().ok()?.checked_mul(milliseconds)?;
    (1..=3_600_000).contains(&time).then(|| Argument::Time(Duration::from_millis(time.into())))
}

impl fmt::Display for Parameter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a whole number from {} to {}", self.min, self.max)?;
        if self.or_time { write!(f, ", or a time from 1ms to 3600s, such as 2s or 250ms") } else { Ok(()) }
    }
}

/// What was given for a [`Parameter`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Argument {
    /// A number within its range.
    Number(u32),
    /// A time, where one may be given.
    Time(Duration),
}

/// What stands behind a player's name.
#[derive(Clone, Debug, PartialEq)]
pub struct Arguments {
    player: &'static str,
    given: Vec<Argument>,
    /// All are known, their values are not judged yet.
    options: Settings,
}

impl Arguments {
    /// What was given for the parameter at `place`, or its default.
    ///
    /// # Panics
    /// If the player has no such parameter.
    pub fn get(&self, place: usize) -> Argument {
        self.given[place]
    }

    /// The number given for the parameter at `place`, which takes nothing else.
    ///
    /// # Panics
    /// If the player has no such parameter, or a time was given.
    pub fn number(&self, place: usize) -> u32 {
        match self.given[place] {
            Argument::Number(number) => number,
            Argument::Time(time) => panic!("parameter {place} is a number, not {time:?}"),
        }
    }

    /// The options that were given.
    pub fn options(&self) -> &Settings {
        &self.options
    }

    /// The whole number that an option is set to, if it is, as by [`Settings::integer`].
    ///
    /// # Errors
    /// [`PlayerError::Option`] for anything but a whole number in the option's range.
    pub fn integer(&self, option: &Key) -> Result<Option<i64>, PlayerError> {
        self.options.integer(option).map_err(|error| self.refused(error))
    }

    /// The position in the option's list of the word that it is set to, if it is, as by [`Settings::choice`].
    ///
    /// # Errors
    /// [`PlayerError::Option`] for anything but one of the words.
    pub fn choice(&self, option: &Key) -> Result<Option<usize>, PlayerError> {
        self.options.choice(option).map_err(|error| self.refused(error))
    }

    /// Whether an option is on, if it is set, as by [`Settings::switch`].
    ///
    /// # Errors
    /// [`PlayerError::Option`] for anything but `on` and `off`.
    pub fn switch(&self, option: &Key) -> Result<Option<bool>, PlayerError> {
        self.options.switch(option).map_err(|error| self.refused(error))
    }

    /// The text that an option is set to, if it is, as by [`Settings::text`].
    ///
    /// # Errors
    /// [`PlayerError::Option`] for anything but a text.
    pub fn text(&self, option: &Key) -> Result<Option<&str>, PlayerError> {
        self.options.text(option).map_err(|error| self.refused(error))
    }

    /// The refusal of an option of this player.
    pub fn refused(&self, error: ConfigError) -> PlayerError {
        PlayerError::Option { player: self.player, error }
    }
}

/// Makes a player from what stands behind its name.
pub type Make<G> = fn(&Arguments) -> Result<Box<dyn Agent<G>>, PlayerError>;

/// A player that can be asked for by name.
#[derive(Debug)]
pub struct Entry<G: Game> {
    /// Its name, without parameters.
    pub name: &'static str,
    /// Its parameters, in the order in which they follow the name. Those at the end may be left out.
    pub parameters: &'static [Parameter],
    /// Its options, which follow in any order, each as `@key=value`.
    pub options: &'static [Key],
    /// How it plays, in one sentence.
    pub meaning: &'static str,
    /// Makes it. The parameters are all there and within their ranges; options are judged here, by
    /// the methods of [`Arguments`] or, where they name players, by [`PlayerError::within`].
    pub make: Make<G>,
}

/// What [`describe`] tells of a player.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Description {
    /// How its name is written, such as `hold:k`.
    pub usage: String,
    /// How it plays.
    pub meaning: &'static str,
    /// Its parameters in order.
    pub parameters: &'static [Parameter],
    /// Its options.
    pub options: &'static [Key],
}

impl Description {
    /// All that there is to say of it, in one line.
    pub fn in_words(&self) -> String {
        let parameter =
            |given: &Parameter| format!("; {} is {given}, by default {}", given.name, given.default);
        let option = |key: &Key| {
            let Key { name, values, default, meaning } = key;
            format!("; @{name}= {meaning}: {values}, by default {default}")
        };
        let behind = self.parameters.iter().map(parameter).chain(self.options.iter().map(option));
        self.meaning.to_owned() + &behind.collect::<String>()
    }
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
    #[error("player {player}: {} = {found}: legal is {parameter}", parameter.name)]
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
    /// The player has no such option.
    #[error("player {player} has no option \"{found}\"{}; {}", nearest(found, known),
        written(usage, known, *is_parameter))]
    NoOption {
        /// The player.
        player: &'static str,
        /// What was given.
        found: String,
        /// How the player is written, such as `hold:k`.
        usage: String,
        /// Whether it is a parameter of the player.
        is_parameter: bool,
        /// The options that the player has.
        known: Vec<&'static str>,
    },
    /// An option is refused.
    #[error("player {player}: {error}")]
    Option {
        /// The player.
        player: &'static str,
        /// What is wrong with the option.
        error: ConfigError,
    },
    /// An option names a player that is asked thousands of times, and thinks for long each time.
    #[error(
        "player {player}: {option}: {found} thinks for long at each choice, and would make thousands; name a quick player, such as {quick}"
    )]
    Slow {
        /// The player.
        player: &'static str,
        /// The option.
        option: &'static str,
        /// Whom it names.
        found: String,
        /// A player that does not think.
        quick: &'static str,
    },
    /// A checkpoint cannot be used.
    #[error("player \"{name}\": {error}")]
    Checkpoint {
        /// The checkpoint's name, or its folder.
        name: String,
        /// What is wrong with it.
        error: String,
    },
    /// What follows a checkpoint's name is no search.
    #[error("player \"{name}\": behind \"+\" a checkpoint has {usage}, not \"{found}\"")]
    Guided {
        /// The checkpoint's name, or its folder.
        name: String,
        /// What was given.
        found: String,
        /// What would be right.
        usage: String,
    },
    /// An option names a player that is refused.
    #[error("player {player}: {option}: {error}")]
    Within {
        /// The player.
        player: &'static str,
        /// The option.
        option: &'static str,
        /// What is wrong with the player that it names.
        error: Box<Self>,
    },
}

impl PlayerError {
    /// This refusal of a player that is named in an option of another.
    #[must_use]
    pub fn within(self, player: &'static str, option: &'static str) -> Self {
        Self::Within { player, option, error: Box::new(self) }
    }
}

/// How a player is written that lacks an option.
fn written(usage: &str, known: &[&str], is_parameter: bool) -> String {
    let options: Vec<String> = known.iter().map(|option| format!("@{option}=")).collect();
    match (is_parameter, options.is_empty()) {
        (true, _) => format!("that is a parameter: write it as {usage}"),
        (_, true) => format!("it has none: write it as {usage}"),
        _ => format!("it has {}", options.join(", ")),
    }
}

/// The player of `G` with this name, such as `random` or `hold:20`. Options stand behind an `@` each.
///
/// # Errors
/// [`PlayerError`] lists the players there are, or names the parameter or option that is refused and its range.
pub fn make<G: Playable>(name: &str) -> Result<Box<dyn Agent<G>>, PlayerError> {
    if let Some(player) = network::player(name) {
        return player;
    }
    let (entry, arguments) = read_name::<G>(name)?;
    (entry.make)(&arguments)
}

/// Whom of the players that are no networks a name means, and what stands behind it.
pub(crate) fn read_name<G: Playable>(name: &str) -> Result<(&'static Entry<G>, Arguments), PlayerError> {
    let word = name.split([':', '@']).next().unwrap_or_default();
    let entry = entries::<G>().find(|entry| entry.name == word).ok_or_else(|| PlayerError::Unknown {
        name: word.to_owned(),
        game: G::NAME,
        known: entries::<G>().map(Entry::usage).chain(network::names::<G>().map(str::to_owned)).collect(),
    })?;
    Ok((entry, entry.form().read(name)?))
}

/// The players that `G` can be played by.
pub fn describe<G: Playable>() -> Vec<Description> {
    let describe = |entry: &Entry<G>| Description {
        usage: entry.usage(),
        meaning: entry.meaning,
        parameters: entry.parameters,
        options: entry.options,
    };
    entries().map(describe).collect()
}

/// The players that every game has, then those of `G`.
fn entries<G: Playable>() -> impl Iterator<Item = &'static Entry<G>> {
    [Entry::RANDOM, Entry::SEARCH, Entry::SOLVER].into_iter().chain(G::players())
}

impl<G: Game> Entry<G> {
    const RANDOM: &'static Self = &Self {
        name: "random",
        parameters: &[],
        options: &[],
        meaning: "chooses among what is legal, each action equally likely",
        make: |_| Ok(Box::new(Random)),
    };

    /// How the name is written, such as `hold:k`.
    pub(crate) fn usage(&self) -> String {
        self.form().usage()
    }

    fn form(&self) -> Form {
        Form { name: self.name, parameters: self.parameters, options: self.options }
    }
}

/// What may stand in a player's name.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Form {
    /// The first word.
    pub(crate) name: &'static str,
    /// As for an [`Entry`].
    pub(crate) parameters: &'static [Parameter],
    /// As for an [`Entry`].
    pub(crate) options: &'static [Key],
}

impl Form {
    /// How the name is written, such as `hold:k`.
    pub(crate) fn usage(self) -> String {
        self.parameters.iter().fold(self.name.to_owned(), |usage, parameter| usage + ":" + parameter.name)
    }

    /// What stands in `name`, whose first word is not looked at.
    pub(crate) fn read(self, name: &str) -> Result<Arguments, PlayerError> {
        let (head, options) = name.split_once('@').map_or((name, None), |(head, rest)| (head, Some(rest)));
        let parameters = head.split_once(':').map(|(_, rest)| rest);
        let given = self.read_parameters(head, parameters)?;
        Ok(Arguments { player: self.name, given, options: self.read_options(options)? })
    }

    /// The parameters behind the name, with defaults for those that are left out.
    fn read_parameters(self, name: &str, given: Option<&str>) -> Result<Vec<Argument>, PlayerError> {
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
            None => Ok(Argument::Number(parameter.default)),
        };
        self.parameters.iter().enumerate().map(read).collect()
    }

    /// The options behind the name; each is one that the player has.
    fn read_options(self, given: Option<&str>) -> Result<Settings, PlayerError> {
        let pairs = given.map(|given| given.split('@')).into_iter().flatten();
        let settings =
            Settings::from_pairs(pairs).map_err(|error| PlayerError::Option { player: self.name, error })?;
        let is_known = |found: &str| self.options.iter().any(|option| option.name == found);
        let unknown = settings.iter().find(|(found, _)| !is_known(found)).map(|(found, _)| found.to_owned());
        unknown.map_or(Ok(settings), |found| {
            Err(PlayerError::NoOption {
                player: self.name,
                usage: self.usage(),
                is_parameter: self.parameters.iter().any(|parameter| parameter.name == found),
                known: self.options.iter().map(|option| option.name).collect(),
                found,
            })
        })
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
        for name in ["random", "hold:1", "hold:20", "hold:10000", "solver", "solver@objective=win@memory=9"] {
            assert_eq!(make::<Pig>(name).unwrap().name(), name);
        }
    }

    #[test]
    fn unknown_names_list_the_right_ones_nearest_first() {
        assert_eq!(
            refusal("rnadom:3"),
            "unknown player \"rnadom\" (did you mean random?); pig has: random, search:n, solver, hold:k"
        );
        assert_eq!(refusal(""), "unknown player \"\"; pig has: random, search:n, solver, hold:k");
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
    fn options_that_do_not_exist_are_refused() {
        assert_eq!(
            refusal("hold:3@die=6"),
            "player hold has no option \"die\"; it has none: write it as hold:k"
        );
        assert_eq!(
            refusal("hold@k=6"),
            "player hold has no option \"k\"; that is a parameter: write it as hold:k"
        );
        assert_eq!(
            refusal("solver@memroy=6"),
            "player solver has no option \"memroy\" (did you mean memory?); it has @objective=, @memory="
        );
        assert_eq!(
            refusal("random@x"),
            "player random: \"x\" is not a setting; write it as key=value, one pair each"
        );
    }

    #[test]
    fn options_with_wrong_values_name_player_option_and_what_is_legal() {
        for (name, words) in [
            ("solver@objective=fame", "player solver: objective = \"fame\": legal is "),
            ("solver@memory=0", "player solver: memory = \"0\": legal is a whole number from 1 to "),
            ("search@reuse=maybe", "player search: reuse = \"maybe\": legal is "),
            (
                "search@depth=-1",
                "player search: depth = \"-1\": legal is a whole number from 0 to 1000, or none",
            ),
            ("search@rollout=hlod", "player search: rollout: unknown player \"hlod\" (did you mean hold"),
        ] {
            assert!(refusal(name).starts_with(words), "{name}: {}", refusal(name));
        }
    }

    #[test]
    fn a_time_stands_where_it_may() {
        let parameter = Parameter { or_time: true, ..Parameter::number("n", 1..=9, 5) };
        let time = |milliseconds| Some(Argument::Time(Duration::from_millis(milliseconds)));
        assert_eq!(parameter.read("7"), Some(Argument::Number(7)));
        assert_eq!(parameter.read("2s"), time(2000));
        assert_eq!(parameter.read("250ms"), time(250));
        for wrong in ["0s", "s", "2m", "-1s", "3601s", "1.5s", "99999999s", "10"] {
            assert_eq!(parameter.read(wrong), None, "{wrong}");
        }
        assert_eq!(Parameter::number("n", 1..=9, 5).read("2s"), None);
        assert_eq!(
            parameter.to_string(),
            "a whole number from 1 to 9, or a time from 1ms to 3600s, such as 2s or 250ms"
        );
    }

    #[test]
    fn the_description_lists_all_players() {
        let usages: Vec<_> = describe::<Pig>().into_iter().map(|player| player.usage).collect();
        assert_eq!(usages, ["random", "search:n", "solver", "hold:k"]);
    }
}
