//! Plays, written down: every action and every outcome of chance, in words.
//!
//! A replay needs no generator, so it survives a change of one, and a game from a real table can be written
//! down by hand. The form is plain text, a line per action:
//!
//! ```text
//! roadside-replay 1
//! game pig
//! rules 1
//! settings {"players":2,"target":10}
//! seed 7
//! players hold:5,random
//! setup
//! 0 roll | die 4
//! 0 hold
//! ...
//! end 1,-1
//! ```
//!
//! `seed` and `players` are notes and may be left out. The last line gives the returns, or `end unfinished`;
//! a file without it was cut.

#[cfg(feature = "files")]
mod files;

use std::fmt::{self, Write as _};
use std::str::FromStr;

use thiserror::Error;

use crate::chance::{Event, Outcome, Recorded, Topic, with_script};
use crate::{Action, ConfigError, Game, Seat, Settings, State};

/// The version of the form itself.
pub const REPLAY_VERSION: u32 = 1;

/// A replay was refused.
#[derive(Debug, Error)]
pub enum ReplayError {
    /// The first line is not that of a replay.
    #[error("this is not a replay: the first line must be \"roadside-replay {REPLAY_VERSION}\"")]
    NotAReplay,
    /// The form is of another version.
    #[error("the replay's form is version {found}; this program reads version {REPLAY_VERSION}")]
    Version {
        /// What the file says.
        found: String,
    },
    /// It was played with other settings.
    #[error("the replay was played with the settings {found}, the game at hand has {expected}")]
    Settings {
        /// What the file says, defaults written out.
        found: String,
        /// What was asked for.
        expected: String,
    },
    /// It was played by other rules.
    #[error("the replay was played by version {found} of the rules of {game}; these are version {expected}")]
    Rules {
        /// The game.
        game: String,
        /// What the file says.
        found: u32,
        /// What is played here.
        expected: u32,
    },
    /// It is of another game.
    #[error("the replay is of the game \"{found}\", not of \"{expected}\"")]
    Game {
        /// What the file says.
        found: String,
        /// What was asked for.
        expected: &'static str,
    },
    /// The last line is missing.
    #[error("the replay is cut: after line {last_line} the \"end ...\" line is missing")]
    Cut {
        /// The last line that is there.
        last_line: usize,
    },
    /// A line cannot be read.
    #[error("line {line}: {why}")]
    Line {
        /// Its number, from 1.
        line: usize,
        /// What is wrong with it, and what would be right.
        why: String,
    },
    /// The configuration is refused.
    #[error("the replay's settings: {0}")]
    Config(#[from] ConfigError),
    /// What stands in the file is refused.
    #[error("{path}: {reason}")]
    Refused {
        /// Where it is.
        path: String,
        /// Why.
        reason: Box<ReplayError>,
    },
    /// A replay may not take the place of what is there.
    #[error("{path}: a replay is saved as a regular file, but {found} is there")]
    Target {
        /// Where it should go.
        path: String,
        /// What is there.
        found: &'static str,
    },
    /// The file cannot be read or written.
    #[error("{path}: {error}")]
    File {
        /// Where it is.
        path: String,
        /// What the system says.
        error: std::io::Error,
    },
}

/// One action and what came of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReplayStep {
    /// Who acted.
    pub seat: Seat,
    /// The action's label.
    pub action: String,
    /// The outcomes of chance, each as `topic item`, or `topic card*2,card` for a draw.
    pub chance: Vec<String>,
}

/// A play, written down.
#[derive(Clone, Debug, PartialEq)]
pub struct Replay {
    /// The game's name.
    pub game: String,
    /// The version of its rules.
    pub rules_version: u32,
    /// Its settings.
    pub settings: Settings,
    /// The seed, as a note.
    pub seed: Option<u64>,
    /// Who played, as a note.
    pub players: Vec<String>,
    /// The outcomes of chance before the first decision.
    pub setup: Vec<String>,
    /// The actions.
    pub steps: Vec<ReplayStep>,
    /// What each seat got; `None` for a play that was not finished.
    pub returns: Option<Vec<f64>>,
}

/// A moment of a replay: the position after the set-up or after an action.
#[derive(Debug)]
pub struct Moment<'a, G: Game> {
    /// The position.
    pub state: &'a G::State,
    /// The action that led to it; `None` for the set-up.
    pub step: Option<&'a ReplayStep>,
    /// What happened, as the viewer is told.
    pub lines: Vec<String>,
}

impl Replay {
    /// The beginning of a replay of `game`, with the outcomes of its set-up.
    pub fn new<G: Game>(game: &G, seed: Option<u64>, players: Vec<String>, setup: &[Event]) -> Self {
        Self {
            game: G::NAME.to_owned(),
            rules_version: game.facts().rules_version,
            settings: game.settings(),
            seed,
            players,
            setup: events_to_strings(game, setup),
            steps: Vec::new(),
            returns: None,
        }
    }

    /// Adds an action and what came of it.
    pub fn push<G: Game>(&mut self, game: &G, seat: Seat, action: Action, events: &[Event]) {
        self.steps.push(ReplayStep {
            seat,
            action: game.action_to_string(action).to_owned(),
            chance: events_to_strings(game, events),
        });
    }

    /// Plays the replay through and hands each moment to `visit`, told as `viewer` hears it (`None`:
    /// everything). Returns the last position.
    ///
    /// # Errors
    /// [`ReplayError`] where it does not fit the rules of `game`.
    pub fn run<G: Game>(
        &self,
        game: &G,
        viewer: Option<Seat>,
        mut visit: impl FnMut(&Moment<'_, G>),
    ) -> Result<G::State, ReplayError> {
        self.require_game(game)?;
        let words = Vocabulary::new(game);
        let (mut state, lines) =
            run_scripted(self.setup_line(), words.events(&self.setup), viewer, |chance| {
                game.new_initial_state(chance)
            })?;
        visit(&Moment { state: &state, step: None, lines });
        for (line, step) in (self.setup_line() + 1..).zip(&self.steps) {
            let refuse = |why: String| ReplayError::Line { line, why };
            if state.current_player() != Some(step.seat) {
                let due = match state.current_player() {
                    Some(seat) => format!("seat {seat} is to act"),
                    None => "the game is over".to_owned(),
                };
                return Err(refuse(format!("seat {} acts, but {due}", step.seat)));
            }
            let action = game
                .action_from_string(&step.action)
                .ok_or_else(|| refuse(format!("there is no action \"{}\" in {}", step.action, G::NAME)))?;
            state.require_legal(game, action).map_err(|error| refuse(error.to_string()))?;
            let (next, lines) = run_scripted(line, words.events(&step.chance), viewer, |chance| {
                let mut next = state.clone();
                next.apply_legal(game, action, chance);
                next
            })?;
            state = next;
            visit(&Moment { state: &state, step: Some(step), lines });
        }
        self.require_returns(game, &state)?;
        Ok(state)
    }

    /// The line of the set-up; the steps follow it line by line.
    fn setup_line(&self) -> usize {
        5 + usize::from(self.seed.is_some()) + usize::from(!self.players.is_empty())
    }

    fn require_game<G: Game>(&self, game: &G) -> Result<(), ReplayError> {
        if self.game != G::NAME {
            return Err(ReplayError::Game { found: self.game.clone(), expected: G::NAME });
        }
        self.require_rules(game)?;
        let (found, expected) = (G::from_settings(&self.settings)?.settings(), game.settings());
        if found != expected {
            let text = |settings| serde_json::to_string(settings).unwrap_or_default();
            return Err(ReplayError::Settings { found: text(&found), expected: text(&expected) });
        }
        Ok(())
    }

    /// Checks that it was played by the rules of `game`, whose settings do not matter here: other rules may have
    /// other settings.
    ///
    /// # Errors
    /// [`ReplayError::Rules`] names both versions.
    pub fn require_rules<G: Game>(&self, game: &G) -> Result<(), ReplayError> {
        let (found, expected) = (self.rules_version, game.facts().rules_version);
        if found == expected {
            return Ok(());
        }
        Err(ReplayError::Rules { game: self.game.clone(), found, expected })
    }

    /// The returns that were written down must be those of the last position.
    fn require_returns<G: Game>(&self, game: &G, state: &G::State) -> Result<(), ReplayError> {
        let found = state.is_terminal().then(|| state.returns(game));
        let agrees = match (&self.returns, &found) {
            (None, _) => true,
            (Some(_), None) => false,
            (Some(noted), Some(found)) => {
                noted.len() == found.len() && noted.iter().zip(found).all(|(a, b)| (a - b).abs() < 1e-9)
            }
        };
        if agrees {
            return Ok(());
        }
        let line = self.setup_line() + self.steps.len() + 1;
        let why = match found {
            Some(found) => format!("the game ended with the returns {}", join_numbers(&found)),
            None => "the game is not over here; write \"end unfinished\"".to_owned(),
        };
        Err(ReplayError::Line { line, why })
    }
}

/// Runs `rules` with the outcomes that stand in line `line`, and keeps what `viewer` is told.
fn run_scripted<T>(
    line: usize,
    events: Result<Vec<Event>, String>,
    viewer: Option<Seat>,
    rules: impl FnOnce(&mut Recorded<&mut crate::chance::Scripted>) -> T,
) -> Result<(T, Vec<String>), ReplayError> {
    let refuse = |why: String| ReplayError::Line { line, why };
    with_script(events.map_err(refuse)?, |script| {
        let mut recorded = Recorded::new(script, viewer);
        let result = rules(&mut recorded);
        (result, recorded.take_lines())
    })
    .map_err(|error| refuse(error.to_string()))
}

fn events_to_strings<G: Game>(game: &G, events: &[Event]) -> Vec<String> {
    let text = |event: &Event| {
        let labels = game.chance_labels(event.topic);
        let outcome = match &event.outcome {
            Outcome::Item(item) => labels[usize::from(*item)].clone(),
            Outcome::Cards(cards) => {
                let cards = cards.iter().map(|&(kind, count)| match count {
                    1 => labels[usize::from(kind)].clone(),
                    _ => format!("{}*{count}", labels[usize::from(kind)]),
                });
                cards.collect::<Vec<_>>().join(",")
            }
        };
        format!("{} {outcome}", event.topic)
    };
    events.iter().map(text).collect()
}

/// The words for a game's events.
struct Vocabulary {
    topics: Vec<(Topic, Vec<String>)>,
}

impl Vocabulary {
    fn new<G: Game>(game: &G) -> Self {
        Self { topics: G::TOPICS.iter().map(|&topic| (topic, game.chance_labels(topic))).collect() }
    }

    fn events(&self, texts: &[String]) -> Result<Vec<Event>, String> {
        texts.iter().map(|text| self.event(text)).collect()
    }

    fn event(&self, text: &str) -> Result<Event, String> {
        let (name, outcome) = text.split_once(' ').unwrap_or((text, ""));
        let (topic, labels) = self.topics.iter().find(|(topic, _)| topic.name == name).ok_or_else(|| {
            let known: Vec<_> = self.topics.iter().map(|(topic, _)| topic.name).collect();
            format!("\"{name}\" is no event of this game; there are: {}", known.join(", "))
        })?;
        let outcome = match labels.iter().position(|label| label == outcome) {
            Some(item) if !topic.draws_cards => Outcome::Item(item as u16),
            _ if topic.draws_cards => Outcome::Cards(parse_cards(labels, outcome)?),
            _ => return Err(format!("\"{outcome}\" is no outcome of \"{name}\"")),
        };
        Ok(Event { topic: *topic, outcome })
    }
}

/// Reads `card*2,card`.
fn parse_cards(labels: &[String], text: &str) -> Result<Box<[(u16, u8)]>, String> {
    let mut counts = vec![0_u8; labels.len()];
    for item in text.split(',') {
        let (label, count) = match item.split_once('*') {
            Some((label, count)) => (label, count.parse().ok()),
            None => (item, Some(1)),
        };
        let kind = labels.iter().position(|known| known == label);
        let (Some(kind), Some(count)) = (kind, count) else {
            let known = labels.join(", ");
            return Err(format!("\"{item}\" is no card; write CARD*2,CARD with the cards {known}"));
        };
        counts[kind] = counts[kind].checked_add(count).ok_or("too many cards")?;
    }
    let counted = counts.into_iter().enumerate().map(|(kind, count)| (kind as u16, count));
    Ok(counted.filter(|&(_, count)| count > 0).collect())
}

fn join_numbers(numbers: &[f64]) -> String {
    crate::notation::join(numbers)
}

impl fmt::Display for Replay {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let settings = serde_json::to_string(&self.settings).map_err(|_| fmt::Error)?;
        writeln!(f, "roadside-replay {REPLAY_VERSION}")?;
        writeln!(f, "game {}\nrules {}\nsettings {settings}", self.game, self.rules_version)?;
        if let Some(seed) = self.seed {
            writeln!(f, "seed {seed}")?;
        }
        if !self.players.is_empty() {
            writeln!(f, "players {}", self.players.join(","))?;
        }
        let line = |head: String, chance: &[String]| {
            chance.iter().fold(head, |mut line, event| {
                let _ = write!(line, " | {event}");
                line
            })
        };
        writeln!(f, "{}", line("setup".to_owned(), &self.setup))?;
        for step in &self.steps {
            writeln!(f, "{}", line(format!("{} {}", step.seat, step.action), &step.chance))?;
        }
        match &self.returns {
            Some(returns) => writeln!(f, "end {}", join_numbers(returns)),
            None => writeln!(f, "end unfinished"),
        }
    }
}

impl FromStr for Replay {
    type Err = ReplayError;

    fn from_str(text: &str) -> Result<Self, ReplayError> {
        Reader::new(text)?.replay()
    }
}

/// Takes a replay's lines one by one.
struct Reader<'a> {
    lines: std::iter::Peekable<std::iter::Enumerate<std::str::Lines<'a>>>,
    line: usize,
}

impl<'a> Reader<'a> {
    fn new(text: &'a str) -> Result<Self, ReplayError> {
        // Some editors begin a text with a byte order mark.
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let mut reader = Self { lines: text.lines().enumerate().peekable(), line: 0 };
        let version = reader.keyed("roadside-replay").map_err(|_| ReplayError::NotAReplay)?;
        if version != REPLAY_VERSION.to_string() {
            return Err(ReplayError::Version { found: version.to_owned() });
        }
        Ok(reader)
    }

    fn replay(&mut self) -> Result<Replay, ReplayError> {
        let game = self.keyed("game")?.to_owned();
        let rules_version =
            self.keyed("rules")?.parse().map_err(|_| self.refuse("rules: a number is due"))?;
        let settings = self.keyed("settings")?;
        let settings = serde_json::from_str(settings)
            .map_err(|error| self.refuse(format!("settings: {error}; a JSON object is due")))?;
        let seed = self.optional("seed");
        let seed = seed
            .map(|seed| seed.parse().map_err(|_| self.refuse("seed: a whole number from 0 is due")))
            .transpose()?;
        let players = self
            .optional("players")
            .map_or(Vec::new(), |names| names.split(',').map(str::to_owned).collect());
        let (head, setup) = split_events(self.next()?);
        if head != "setup" {
            return Err(self.refuse(format!("\"setup\" with its outcomes is due, found \"{head}\"")));
        }
        let (steps, returns) = self.steps()?;
        Ok(Replay { game, rules_version, settings, seed, players, setup, steps, returns })
    }

    fn steps(&mut self) -> Result<(Vec<ReplayStep>, Option<Vec<f64>>), ReplayError> {
        let mut steps = Vec::new();
        loop {
            let (head, chance) = split_events(self.next()?);
            match head.split_once(' ') {
                Some(("end", "unfinished")) => return self.finish(steps, None),
                Some(("end", returns)) => {
                    let number =
                        |text: &str| text.trim().parse().ok().filter(|number: &f64| number.is_finite());
                    let returns: Option<Vec<_>> = returns.split(',').map(number).collect();
                    let returns = returns.ok_or_else(|| self.refuse("end: one number per seat is due"))?;
                    return self.finish(steps, Some(returns));
                }
                Some((seat, action)) => {
                    let seat =
                        seat.parse().map_err(|_| self.refuse("a line begins with the seat that acts"))?;
                    steps.push(ReplayStep { seat, action: action.trim().to_owned(), chance });
                }
                None => return Err(self.refuse("\"SEAT ACTION | OUTCOME ...\" or \"end ...\" is due")),
            }
        }
    }

    fn finish<T>(&mut self, steps: Vec<ReplayStep>, returns: T) -> Result<(Vec<ReplayStep>, T), ReplayError> {
        match self.lines.find(|(_, line)| !line.trim().is_empty()) {
            None => Ok((steps, returns)),
            Some((index, _)) => {
                Err(ReplayError::Line { line: index + 1, why: "nothing may follow the \"end\" line".into() })
            }
        }
    }

    fn next(&mut self) -> Result<&'a str, ReplayError> {
        let (index, line) = self.lines.next().ok_or(ReplayError::Cut { last_line: self.line })?;
        self.line = index + 1;
        Ok(line)
    }

    /// The value of the line `key value` that is due.
    fn keyed(&mut self, key: &str) -> Result<&'a str, ReplayError> {
        let line = self.next()?;
        match line.split_once(' ') {
            Some((found, value)) if found == key => Ok(value.trim()),
            _ => Err(self.refuse(format!("\"{key} ...\" is due, found \"{line}\""))),
        }
    }

    /// The value of the line `key value`, if it comes next.
    fn optional(&mut self, key: &str) -> Option<&'a str> {
        let &(index, line) = self.lines.peek()?;
        let (found, value) = line.split_once(' ')?;
        if found != key {
            return None;
        }
        self.lines.next();
        self.line = index + 1;
        Some(value.trim())
    }

    fn refuse(&self, why: impl Into<String>) -> ReplayError {
        ReplayError::Line { line: self.line, why: why.into() }
    }
}

/// A line's head and the outcomes behind it. No word has a bar in it: split at any, what is read is what is written.
fn split_events(line: &str) -> (&str, Vec<String>) {
    let mut parts = line.split('|');
    let head = parts.next().unwrap_or_default().trim();
    (head, parts.map(|event| event.trim().to_owned()).collect())
}
