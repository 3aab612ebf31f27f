//! How a command fails: what it says, and with which exit code.

use std::io::{self, Write as _};

use roadside_agents::analysis::PlayoutError;
use roadside_agents::arena::{ArenaError, ResultsError};
use roadside_agents::{LineupError, PlayerError, SimulateError};
use roadside_env::games::LoadError;
use roadside_env::{IllegalAction, ReplayError, shortened};
use roadside_pictures::PictureError;

const DONE: u8 = 0;
const FAILED: u8 = 1;
const WRONG_USE: u8 = 2;
/// The exit code after Ctrl-C.
pub const INTERRUPTED: u8 = 130;

/// Why a command did not do what it was asked for.
#[derive(Debug)]
pub enum Failure {
    /// It was asked for something that cannot be.
    WrongUse { message: String, hint: &'static str },
    /// Something went wrong on the way.
    Failed(String),
    /// Somebody pressed Ctrl-C.
    Interrupted(String),
    /// Standard output takes no more.
    Output(io::Error),
}

impl Failure {
    /// Wrong use, told by its `message` alone.
    pub fn wrong_use(message: impl Into<String>) -> Self {
        Self::WrongUse { message: message.into(), hint: "" }
    }

    /// Says what happened on standard error; the exit code.
    pub fn report(&self) -> u8 {
        let (code, message, hint) = match self {
            // Whoever reads has seen enough: `roadside games | head -1` is no failure.
            Self::Output(error) if error.kind() == io::ErrorKind::BrokenPipe => return DONE,
            Self::Output(error) => (FAILED, format!("standard output: {error}"), ""),
            Self::WrongUse { message, hint } => (WRONG_USE, message.clone(), *hint),
            Self::Failed(message) => (FAILED, message.clone(), ""),
            Self::Interrupted(message) => (INTERRUPTED, message.clone(), ""),
        };
        let mut err = anstream::stderr().lock();
        // If nobody listens on standard error either, the exit code has to do.
        let _ = writeln!(err, "error: {}", shortened(message));
        if !hint.is_empty() {
            let _ = writeln!(err, "hint: {hint}");
        }
        code
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Self::Output(error)
    }
}

impl From<LoadError> for Failure {
    fn from(error: LoadError) -> Self {
        let hint = match error {
            LoadError::UnknownGame { .. } => "`roadside games` tells what there is",
            LoadError::Config(_) => "`roadside games GAME` lists the settings of a game",
        };
        Self::WrongUse { message: error.to_string(), hint }
    }
}

impl From<LineupError> for Failure {
    fn from(error: LineupError) -> Self {
        match error {
            LineupError::Player(error) => error.into(),
            _ => Self::wrong_use(error.to_string()),
        }
    }
}

impl From<PlayerError> for Failure {
    fn from(error: PlayerError) -> Self {
        let hint = match error {
            PlayerError::Unknown { .. } => "`roadside games GAME` lists the players of a game",
            _ => "",
        };
        Self::WrongUse { message: error.to_string(), hint }
    }
}

impl From<ArenaError> for Failure {
    fn from(error: ArenaError) -> Self {
        match error {
            ArenaError::Player(error) => error.into(),
            ArenaError::Option { .. }
            | ArenaError::TooFew { .. }
            | ArenaError::Twice { .. }
            | ArenaError::NoContest { .. }
            | ArenaError::Results(
                ResultsError::NotResults { .. } | ResultsError::Settings { .. } | ResultsError::More { .. },
            ) => Self::wrong_use(error.to_string()),
            ArenaError::Stopped { .. } => Self::Interrupted(error.to_string()),
            _ => Self::Failed(error.to_string()),
        }
    }
}

impl From<SimulateError> for Failure {
    fn from(error: SimulateError) -> Self {
        match error {
            SimulateError::Lineup(error) => error.into(),
            SimulateError::Option { .. } | SimulateError::SideBySide { .. } => {
                Self::wrong_use(error.to_string())
            }
            SimulateError::Stopped => Self::Interrupted(error.to_string()),
            SimulateError::Illegal { .. } | SimulateError::Thread(_) => Self::Failed(error.to_string()),
        }
    }
}

impl From<PlayoutError> for Failure {
    fn from(error: PlayoutError) -> Self {
        match error {
            PlayoutError::Lineup(error) => error.into(),
            PlayoutError::Illegal { .. } => Self::Failed(error.to_string()),
        }
    }
}

impl From<ReplayError> for Failure {
    fn from(error: ReplayError) -> Self {
        Self::Failed(error.to_string())
    }
}

impl From<PictureError> for Failure {
    fn from(error: PictureError) -> Self {
        Self::Failed(error.to_string())
    }
}

impl From<IllegalAction> for Failure {
    fn from(error: IllegalAction) -> Self {
        Self::Failed(format!("a player broke the rules: {error}"))
    }
}
