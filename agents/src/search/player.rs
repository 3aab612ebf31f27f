//! The player that searches, by name.

use roadside_env::{Action, Agent, ConfigError, Key, Stop, Stream, Values, View};
use serde_json::Value;

use super::{Belief, Budget, RolloutOptions, Rollouts, RootRule, Search, SearchOptions};
use crate::playable::{Form, read_name};
use crate::{Argument, Arguments, Entry, Parameter, Playable, PlayerError};

pub(super) const NAME: &str = "search";

const SIMULATIONS: Parameter = Parameter { or_time: true, ..Parameter::number("n", 1..=1_000_000, 1000) };

/// What is beyond doubt where the game says nothing, in hundredths of a standard error.
const USUAL_DOUBT: u32 = 200;

const ROOT: Key = Key {
    name: "root",
    values: Values::OneOf(&["gumbel", "puct", "gate"]),
    default: "by the game",
    meaning: "how the root shares out simulations; gate leaves the rollout player's choice only where another is surely better",
};
const ROOT_OF_GUIDED: Key = Key {
    name: "root",
    values: Values::OneOf(&["gumbel", "puct"]),
    default: "gumbel",
    meaning: "how the root shares out simulations",
};
const CONSIDERED: Key = Key {
    name: "considered",
    values: Values::Integer { min: 2, max: 128 },
    default: "16",
    meaning: "how many actions a gumbel root tries",
};
const DOUBT: Key = Key {
    name: "doubt",
    values: Values::Integer { min: 0, max: 1000 },
    default: "by the game",
    meaning: "by how much more than chance explains an action must be ahead at a gate, in hundredths of a standard error",
};
pub(super) const ROLLOUT: Key = Key {
    name: "rollout",
    values: Values::Text { of: "the name of a player that does not think for long, without options" },
    default: "by the game",
    meaning: "who plays on where the tree ends",
};
pub(super) const BASE: Key = Key {
    name: "base",
    values: Values::Text { of: "the name of a player that does not think for long, without options" },
    default: "by the game, else the rollout player",
    meaning: "whose choice is taken for the best before others are tried",
};
const DEPTH: Key = Key {
    name: "depth",
    values: Values::Text { of: "a whole number from 0 to 1000, or none" },
    default: "by the game",
    meaning: "after how many turns a rollout is cut off and the position guessed",
};
const TRUST: Key = Key {
    name: "trust",
    values: Values::Integer { min: 0, max: 99 },
    default: "by the game",
    meaning: "how far the rollout player's choice is taken for the best before others are tried, in hundredths",
};
const EXPLORATION: Key = Key {
    name: "c",
    values: Values::Integer { min: 0, max: 1000 },
    default: "20",
    meaning: "how much is tried that does not look best, in hundredths",
};
const BELIEF: Key = Key {
    name: "belief",
    values: Values::OneOf(&["play", "even"]),
    default: "play",
    meaning: "whether what others did tells what they hold, in small games, or all is equally likely",
};
const TREES: Key = Key {
    name: "trees",
    values: Values::Integer { min: 1, max: 64 },
    default: "1",
    meaning: "how many trees share the simulations, each on a core",
};
const REUSE: Key = Key {
    name: "reuse",
    values: Values::OneOf(&["off", "on"]),
    default: "off",
    meaning: "whether the tree is kept for the next decision of the same play",
};

impl<G: Playable> Entry<G> {
    pub(crate) const SEARCH: &'static Self = &Self {
        name: NAME,
        parameters: &[SIMULATIONS],
        options: &[ROOT, CONSIDERED, DOUBT, ROLLOUT, BASE, DEPTH, TRUST, EXPLORATION, BELIEF, TREES, REUSE],
        meaning: "looks ahead by n simulations for each decision",
        make: |arguments| Ok(Box::new(Searcher::new(arguments)?)),
    };
}

/// What may stand behind a checkpoint's name and a `+`.
pub(crate) const GUIDED: Form = Form {
    name: NAME,
    parameters: &[SIMULATIONS],
    options: &[ROOT_OF_GUIDED, CONSIDERED, EXPLORATION, BELIEF, TREES, REUSE],
};

/// A search whose leaves are valued by a network.
pub(crate) struct Guided {
    pub(crate) trees: usize,
    pub(crate) options: SearchOptions,
    /// How it is asked for again.
    pub(crate) name: String,
}

impl Guided {
    /// The search that `text`, such as `search:64@c=30`, asks for.
    pub(crate) fn read(text: &str) -> Result<Self, PlayerError> {
        let arguments = GUIDED.read(text)?;
        let root = match arguments.choice(&ROOT_OF_GUIDED)? {
            Some(1) => RootRule::Puct,
            _ => RootRule::Gumbel { considered: considered(&arguments)?, drawn: false, sharpness: 100 },
        };
        let options = SearchOptions { root, ..read_shared(&arguments)? };
        Ok(Self { trees: trees(&arguments)?, options, name: name(&arguments) })
    }
}

/// Plays what a search finds.
struct Searcher<G: Playable> {
    arguments: Arguments,
    /// What the game wished for that the search was made for: with other seats it may have other wishes.
    wishes: RolloutOptions<'static>,
    search: Search<G, Rollouts<G>>,
    stop: Stop,
}

impl<G: Playable> Searcher<G> {
    fn new(arguments: &Arguments) -> Result<Self, PlayerError> {
        let wishes = RolloutOptions::by(G::default_opponent());
        let search = build(arguments, wishes)?;
        Ok(Self { arguments: arguments.clone(), wishes, search, stop: Stop::default() })
    }

    /// Makes the search anew where this game wishes for another one.
    fn suit(&mut self, game: &G) {
        let wishes = game.rollouts();
        if self.wishes == wishes {
            return;
        }
        self.wishes = wishes;
        // What was asked for was found good when the first one was made, and a game knows its own players.
        if let Ok(search) = build(&self.arguments, wishes) {
            self.search = search;
            self.search.heed(&self.stop);
        }
    }
}

/// The search that `arguments` ask for, where they say nothing as the game wishes.
fn build<G: Playable>(
    arguments: &Arguments,
    wishes: RolloutOptions<'_>,
) -> Result<Search<G, Rollouts<G>>, PlayerError> {
    let options = read(arguments, wishes.doubt)?;
    let player = arguments.text(&ROLLOUT)?.unwrap_or(wishes.player);
    // Who names a player for the rollouts means its choices at the root too.
    let base = arguments.text(&BASE)?.or(wishes.base.filter(|_| player == wishes.player));
    let depth = match arguments.text(&DEPTH)? {
        Some(text) => read_depth(text).map_err(|error| arguments.refused(error))?,
        None => wishes.depth,
    };
    let trust = arguments.integer(&TRUST)?.map_or(wishes.trust, |hundredths| hundredths as u32);
    let trees = trees(arguments)?;
    let rollouts = RolloutOptions { player, base, depth, trust, ..wishes };
    let evaluators = (0..trees).map(|_| Rollouts::from_options(&rollouts)).collect::<Result<Vec<_>, _>>()?;
    Ok(Search::new(evaluators, options))
}

impl<G: Playable> Agent<G> for Searcher<G> {
    fn name(&self) -> String {
        name(&self.arguments)
    }

    fn act(&mut self, view: &View<'_, G>, rng: &mut Stream) -> Action {
        self.suit(view.game());
        // Out of turn nothing is legal, and whatever is answered is refused.
        self.search.choose(view, rng).unwrap_or(Action(0))
    }

    fn heed(&mut self, stop: &Stop) {
        self.stop = stop.clone();
        self.search.heed(stop);
    }

    fn thinks(&self) -> bool {
        true
    }
}

/// The search that the player called `name` makes for its choices in `game`, such as `search:1000@root=puct`.
///
/// # Errors
/// [`PlayerError`] for the name of another player, or one that is refused.
pub fn search_by_name<G: Playable>(game: &G, name: &str) -> Result<Search<G, Rollouts<G>>, PlayerError> {
    let (entry, arguments) = read_name::<G>(name)?;
    if entry.name != NAME {
        let known = vec![Entry::<G>::SEARCH.usage()];
        return Err(PlayerError::Unknown { name: entry.name.to_owned(), game: "a search", known });
    }
    build(&arguments, game.rollouts())
}

fn read(arguments: &Arguments, by_game: Option<u32>) -> Result<SearchOptions, PlayerError> {
    let doubt = arguments.integer(&DOUBT)?.map(|hundredths| hundredths as u32);
    let doubt = doubt.or(by_game).unwrap_or(USUAL_DOUBT);
    let gumbel = RootRule::Gumbel { considered: considered(arguments)?, drawn: true, sharpness: 100 };
    let root = match arguments.choice(&ROOT)? {
        Some(0) => gumbel,
        Some(1) => RootRule::Puct,
        Some(_) => RootRule::Gate { doubt },
        None => by_game.map_or(gumbel, |_| RootRule::Gate { doubt }),
    };
    Ok(SearchOptions { root, ..read_shared(arguments)? })
}

/// What all searches are told alike.
fn read_shared(arguments: &Arguments) -> Result<SearchOptions, PlayerError> {
    let defaults = SearchOptions::default();
    let hundredths = arguments.integer(&EXPLORATION)?;
    Ok(SearchOptions {
        budget: match arguments.get(0) {
            Argument::Number(simulations) => Budget::Simulations(simulations.into()),
            Argument::Time(time) => Budget::Time(time),
        },
        exploration: hundredths.map_or(defaults.exploration, |hundredths| hundredths as f64 / 100.0),
        belief: if arguments.choice(&BELIEF)? == Some(1) { Belief::Even } else { Belief::Play },
        reuse: arguments.switch(&REUSE)?.unwrap_or(defaults.reuse),
        ..defaults
    })
}

fn considered(arguments: &Arguments) -> Result<usize, PlayerError> {
    Ok(arguments.integer(&CONSIDERED)?.unwrap_or(16) as usize)
}

fn trees(arguments: &Arguments) -> Result<usize, PlayerError> {
    Ok(arguments.integer(&TREES)?.unwrap_or(1) as usize)
}

/// A number of turns, or none.
fn read_depth(text: &str) -> Result<Option<u32>, ConfigError> {
    if text == "none" {
        return Ok(None);
    }
    let depth = text.parse().ok().filter(|&depth| depth <= 1000);
    depth.map(Some).ok_or_else(|| DEPTH.refuse(&Value::from(text), ""))
}

/// The name by which such a player can be asked for again.
fn name(arguments: &Arguments) -> String {
    let mut name = match arguments.get(0) {
        Argument::Number(simulations) => format!("{NAME}:{simulations}"),
        Argument::Time(time) => format!("{NAME}:{}ms", time.as_millis()),
    };
    for (key, value) in arguments.options().iter() {
        name.extend(["@", key, "=", value.as_str().unwrap_or_default()]);
    }
    name
}
