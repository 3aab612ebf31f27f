//! The results of an arena in a file, from which it goes on after whatever ended it.
//!
//! The first line says what is played; each further line is a finished match, in the order of the schedule. Lines are
//! JSON and are written whole, so all that a sudden end can leave behind is a last line that is torn.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, BufRead as _, BufReader, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};

use serde::Serialize;
use serde_json::{Map, Value, json};
use thiserror::Error;

use super::Options;
use super::schedule::Schedule;
use super::table::Match;
use roadside_env::Game;

/// The version of the form of results files.
pub const RESULTS_VERSION: u32 = 2;

/// A results file was refused.
#[derive(Debug, Error)]
pub enum ResultsError {
    /// It is something else.
    #[error(
        "{path} is not a file of results: its first line is not {{\"roadside_arena\":{RESULTS_VERSION},...}}"
    )]
    NotResults {
        /// Where it is.
        path: String,
    },
    /// It is a device or a pipe.
    #[error("{path} is no plain file; name one, or a new name")]
    NotPlain {
        /// Where it is.
        path: String,
    },
    /// It has results of something else; they are not mixed.
    #[error(
        "{path} has results of other settings: {}; name another file, or the same settings",
        in_words(differences)
    )]
    Settings {
        /// Where it is.
        path: String,
        /// What differs.
        differences: Vec<Difference>,
    },
    /// A line cannot be read, or is not the one that is due.
    #[error("{path}, line {line}: {why}; cut the file before that line to go on from there")]
    Line {
        /// Where it is.
        path: String,
        /// The line's number, from 1.
        line: u64,
        /// What is wrong with it.
        why: String,
    },
    /// It has more games than were asked for.
    #[error(
        "{path} has more than the {games} games a pair that are asked for; ask for as many as it has, or name another file"
    )]
    More {
        /// Where it is.
        path: String,
        /// How many games a pair were asked for.
        games: u64,
    },
    /// Another run is writing to it.
    #[error("{path} is being written by another run")]
    InUse {
        /// Where it is.
        path: String,
    },
    /// It cannot be read or written.
    #[error("{path}: {error}")]
    File {
        /// Where it is.
        path: String,
        /// What the system says.
        error: io::Error,
    },
}

/// A field in which a file and what is asked for differ.
#[derive(Clone, Debug, PartialEq)]
pub struct Difference {
    /// The field; that of a setting is called `settings.` and its key.
    pub field: String,
    /// What the file says; `None` if it does not have the field.
    pub found: Option<Value>,
    /// What is asked for; `None` if that does not have the field.
    pub expected: Option<Value>,
}

fn in_words(differences: &[Difference]) -> String {
    let text = |value: &Option<Value>| value.as_ref().map_or("nothing".to_owned(), Value::to_string);
    let told = differences.iter().map(|difference| {
        let Difference { field, found, expected } = difference;
        format!("{field} is {} there and {} here", text(found), text(expected))
    });
    told.collect::<Vec<_>>().join(", ")
}

/// What is played, as the first line says it: all that the lines behind it depend on. How many there will be is not among
/// it, so a file can be added to.
pub(super) fn header<G: Game>(game: &G, schedule: &Schedule, options: &Options) -> Value {
    json!({
        "roadside_arena": RESULTS_VERSION,
        "version": env!("CARGO_PKG_VERSION"),
        "game": G::NAME,
        "rules_version": game.facts().rules_version,
        "players": schedule.seats,
        "settings": game.settings(),
        "agents": schedule.names,
        "seed": options.seed,
        "luck_paths": options.luck_paths,
        "gauntlet": options.gauntlet,
    })
}

/// An open file of results, behind its last whole line.
#[derive(Debug)]
pub(super) struct Results {
    path: PathBuf,
    file: File,
}

impl Results {
    /// Opens the file at `path`, or makes it, and shows what it holds to `take`, match by match.
    pub(super) fn open(
        path: &Path,
        header: &Value,
        schedule: &Schedule,
        mut take: impl FnMut(Match),
    ) -> Result<Self, ResultsError> {
        let file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path);
        let file = file.map_err(|error| file_error(path, error))?;
        let mut results = Self { path: path.to_owned(), file };
        // A device may have no end.
        if !results.file.metadata().map_err(|error| file_error(path, error))?.is_file() {
            return Err(ResultsError::NotPlain { path: results.name() });
        }
        results.lock()?;
        let first = line_of(header);
        let whole = results.read(header, &first, schedule, &mut take)?;
        results.cut(whole)?;
        if whole == 0 {
            results.write(&first)?;
        }
        Ok(results)
    }

    /// Reads all whole lines; their length in bytes.
    fn read(
        &self,
        header: &Value,
        first: &str,
        schedule: &Schedule,
        take: &mut impl FnMut(Match),
    ) -> Result<u64, ResultsError> {
        let mut reader = BufReader::new(&self.file);
        let (mut line, mut number, mut whole, mut empty) = (Vec::new(), 0, 0, None);
        loop {
            line.clear();
            reader.read_until(b'\n', &mut line).map_err(|error| file_error(&self.path, error))?;
            let is_whole = line.ends_with(b"\n");
            // Editors and shells leave empty lines at the end, where they are cut off.
            if is_whole && number > 0 && line.trim_ascii().is_empty() {
                empty = empty.or(Some(number + 1));
                continue;
            }
            if let Some(line) = empty.filter(|_| is_whole) {
                let why = "it is empty, and others follow".to_owned();
                return Err(ResultsError::Line { path: self.name(), line, why });
            }
            match (is_whole, number) {
                (true, 0) => self.require_header(&line, header)?,
                (true, _) => take(self.read_line(&line, number, schedule)?),
                (false, 0) if !first.as_bytes().starts_with(&line) => {
                    return Err(ResultsError::NotResults { path: self.name() });
                }
                (false, _) => return Ok(whole),
            }
            number += 1;
            whole += line.len() as u64;
        }
    }

    fn lock(&self) -> Result<(), ResultsError> {
        match self.file.try_lock() {
            Err(TryLockError::WouldBlock) => Err(ResultsError::InUse { path: self.name() }),
            // Some file systems have no locks.
            Ok(()) | Err(TryLockError::Error(_)) => Ok(()),
        }
    }

    /// Drops what is torn, and goes to the end.
    fn cut(&mut self, length: u64) -> Result<(), ResultsError> {
        let cut = self.file.set_len(length).and_then(|()| self.file.seek(SeekFrom::Start(length)));
        cut.map(drop).map_err(|error| file_error(&self.path, error))
    }

    fn require_header(&self, found: &[u8], expected: &Value) -> Result<(), ResultsError> {
        let found = serde_json::from_slice::<Value>(found).ok();
        let found = found.filter(|found| found.get("roadside_arena").is_some());
        let found = found.ok_or_else(|| ResultsError::NotResults { path: self.name() })?;
        let differences = differences(&found, expected);
        if differences.is_empty() {
            return Ok(());
        }
        Err(ResultsError::Settings { path: self.name(), differences })
    }

    /// Reads the line with this number, from 0, which is that of the header.
    fn read_line(&self, line: &[u8], number: u64, schedule: &Schedule) -> Result<Match, ResultsError> {
        let refuse = |why: String| ResultsError::Line { path: self.name(), line: number + 1, why };
        let found: Match = serde_json::from_slice(line).map_err(|error| refuse(error.to_string()))?;
        let (deal, pair) = schedule.of(number - 1);
        let (one, other) = (&schedule.names[pair.one], &schedule.names[pair.other]);
        if (found.deal, &found.one, &found.other) != (deal, one, other) {
            return Err(refuse(format!("due is the match of {one} with {other} over deal {deal}")));
        }
        if number > schedule.matches() {
            let games = schedule.deals * schedule.seats as u64;
            return Err(ResultsError::More { path: self.name(), games });
        }
        if !found.fits(schedule.seats) {
            return Err(refuse(format!("a match has {} games with as many seats", schedule.seats)));
        }
        Ok(found)
    }

    /// Adds a match.
    pub(super) fn add(&mut self, finished: &Match) -> Result<(), ResultsError> {
        self.write(&line_of(finished))
    }

    /// Hands a whole line to the system at once, from where it lives on if this program does not.
    fn write(&mut self, line: &str) -> Result<(), ResultsError> {
        self.file.write_all(line.as_bytes()).map_err(|error| file_error(&self.path, error))
    }

    fn name(&self) -> String {
        named(&self.path)
    }
}

fn line_of(value: &impl Serialize) -> String {
    // Numbers, texts and lists of them can always be written.
    serde_json::to_string(value).unwrap_or_default() + "\n"
}

/// The fields in which two headers differ, those of the settings one by one.
fn differences(found: &Value, expected: &Value) -> Vec<Difference> {
    let flat = |value: &Value| {
        let mut flat = Map::new();
        for (field, value) in value.as_object().into_iter().flatten() {
            match (field.as_str(), value) {
                ("settings", Value::Object(settings)) => {
                    flat.extend(
                        settings.iter().map(|(key, value)| (format!("settings.{key}"), value.clone())),
                    );
                }
                _ => drop(flat.insert(field.clone(), value.clone())),
            }
        }
        flat
    };
    let (found, expected) = (flat(found), flat(expected));
    let new = expected.keys().filter(|field| !found.contains_key(*field));
    let fields = found.keys().chain(new).filter(|&field| found.get(field) != expected.get(field));
    let difference = |field: &String| Difference {
        field: field.clone(),
        found: found.get(field).cloned(),
        expected: expected.get(field).cloned(),
    };
    fields.map(difference).collect()
}

fn file_error(path: &Path, error: io::Error) -> ResultsError {
    ResultsError::File { path: named(path), error }
}

fn named(path: &Path) -> String {
    path.display().to_string()
}
