//! Matches between the pairs of several players, and what they say of their strength.
//!
//! - **Matches are duplicate**: a deal is one episode of the seed, with the same set-up and the same streams of chance,
//!   and each pair plays it once from every seat. All pairs play the same deals.
//! - **Every figure has a 95 % interval** in which a deal, not a game, is a sample.
//! - **Shares are of what the game pays by**: of the win, or of the stakes where that is something else ([`ShareOf`]).
//! - **Two ratings**: on one line (Bradley and Terry), and one that is right where players form a circle (Nash
//!   averaging).
//! - **Luck is told apart**: the margin is also given without what the outcomes of chance were worth
//!   ([`LuckAdjusted`]), which says the same with fewer games.
//! - **Nothing is lost**: results are written to a file match by match, and the same call goes on behind them.
//!
//! ```
//! use roadside_agents::arena;
//! use roadside_env::{Game, Settings, Stop, games::pig::Pig};
//!
//! let pig = Pig::from_settings(&Settings::default().with("target", 30))?;
//! let options = arena::Options { games: 100, seed: 1, ..arena::Options::default() };
//! let names = ["hold:10", "hold:20", "random"];
//! let report = arena::run(&pig, &names, &options, &|_, _| {}, &Stop::default())?;
//! assert!(report.matrix[0][2] > Some(0.5));
//! let best = report.ratings.iter().max_by(|a, b| a.elo.value.total_cmp(&b.elo.value)).unwrap();
//! assert_ne!(best.agent, "random");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod bradley_terry;
mod digest;
mod linear;
mod luck;
mod nash;
mod replays;
mod report;
mod resampling;
mod results;
mod schedule;
mod share;
mod statistics;
mod table;
mod tallies;
#[cfg(test)]
mod tests;
mod worker;

use std::fmt;
use std::path::PathBuf;

use thiserror::Error;

use roadside_env::{Agent, Game, IllegalAction, Seat, Stop, Utility};

use crate::{Playable, PlayerError, make};

pub use report::{LuckAdjusted, PairReport, Rating, Report};
pub use resampling::Interval;
pub use results::{Difference, RESULTS_VERSION, ResultsError};
pub use share::ShareOf;
pub use statistics::Estimate;

use schedule::Schedule;
use worker::Run;

/// What is played, and how.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// The number of games of each pair, 1 to [`MAX_GAMES`](Options::MAX_GAMES), rounded up to whole deals of as
    /// many games as there are seats. With more than two seats a pair meets in both roles, with so many games in each.
    pub games: u64,
    /// The seed. Deal i is episode i of it.
    pub seed: u64,
    /// The number of threads, 1 to [`MAX_THREADS`](crate::Options::MAX_THREADS); `None`: one per core. Without the
    /// feature `threads` all games run on the caller's.
    pub threads: Option<usize>,
    /// Luck is told apart in events of chance with at most so many paths of outcomes; 0: not at all, which is the fastest.
    pub luck_paths: usize,
    /// Whether only the first player meets the others, as the one among them: each in one role, and without ratings.
    pub gauntlet: bool,
    /// Where results are written to and gone on from; `None`: nowhere.
    pub out: Option<PathBuf>,
    /// The folder for replays of all games that are played; `None`: they are not kept. A game that `out` holds already
    /// is not played again and gets none.
    #[cfg(feature = "files")]
    pub replays: Option<PathBuf>,
}

impl Options {
    /// The most games of a pair.
    pub const MAX_GAMES: u64 = 10_000_000;
    /// The most paths that are followed for telling luck apart.
    pub const MAX_LUCK_PATHS: usize = 1_000_000;

    fn check(&self) -> Result<(), ArenaError> {
        require("games", self.games, 1, Self::MAX_GAMES)?;
        require("threads", self.threads.unwrap_or(1) as u64, 1, crate::Options::MAX_THREADS as u64)?;
        require("luck_paths", self.luck_paths as u64, 0, Self::MAX_LUCK_PATHS as u64)
    }
}

fn require(name: &'static str, found: u64, least: u64, most: u64) -> Result<(), ArenaError> {
    if (least..=most).contains(&found) {
        Ok(())
    } else {
        Err(ArenaError::Option { name, found, least, most })
    }
}

fn require_contest<G: Game>(game: &G) -> Result<(), NoContest> {
    if game.facts().seats == 1 {
        return Err(NoContest { game: G::NAME, why: "has one seat" });
    }
    NoContest::require_rivals(game)
}

impl Default for Options {
    fn default() -> Self {
        Self {
            games: 1000,
            seed: 0,
            threads: None,
            luck_paths: 100,
            gauntlet: false,
            out: None,
            #[cfg(feature = "files")]
            replays: None,
        }
    }
}

/// Who did what it may not, and when.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Culprit {
    /// The player.
    pub player: String,
    /// The game's name.
    pub game: &'static str,
    /// The seed.
    pub seed: u64,
    /// The deal, an episode of the seed.
    pub deal: u64,
    /// The player's seat.
    pub seat: Seat,
}

impl fmt::Display for Culprit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { player, game, seed, deal, seat } = self;
        write!(f, "player {player} at seat {seat} of {game}, seed {seed}, deal {deal}")
    }
}

/// The game has one seat, or all seats get the same.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{game} {why}, so nobody can be better than another; set up for several seats against each other")]
pub struct NoContest {
    /// The game.
    pub game: &'static str,
    /// What it is like.
    pub why: &'static str,
}

impl NoContest {
    /// Refuses games in which all seats get the same.
    pub(crate) fn require_rivals<G: Game>(game: &G) -> Result<(), Self> {
        match game.facts() {
            facts if facts.seats > 1 && facts.utility == Utility::Identical => {
                Err(Self { game: G::NAME, why: "gives all seats the same" })
            }
            _ => Ok(()),
        }
    }
}

/// An arena was refused, or could not go on.
#[derive(Debug, Error)]
pub enum ArenaError {
    /// An option is out of its range.
    #[error("{name} = {found}: legal is a whole number from {least} to {most}")]
    Option {
        /// Which one.
        name: &'static str,
        /// What was given.
        found: u64,
        /// The least that is legal.
        least: u64,
        /// The most that is legal.
        most: u64,
    },
    /// There is nobody to meet.
    #[error("{given} player{} named; an arena needs at least 2", if *given == 1 { " is" } else { "s are" })]
    TooFew {
        /// How many were named.
        given: usize,
    },
    /// A player would meet itself.
    #[error("player \"{name}\" is named twice; name each player once")]
    Twice {
        /// Its name in full.
        name: String,
    },
    /// Nobody can be better than another.
    #[error(transparent)]
    NoContest(#[from] NoContest),
    /// A name is refused.
    #[error(transparent)]
    Player(#[from] PlayerError),
    /// A player broke the rules.
    #[error("{culprit}, broke the rules: {error}")]
    Illegal {
        /// Who and when.
        culprit: Culprit,
        /// What it did.
        error: IllegalAction,
    },
    /// A player panicked.
    #[error("{culprit}, panicked: {message}")]
    Panicked {
        /// Who and when.
        culprit: Culprit,
        /// What it said.
        message: String,
    },
    /// The file of results is refused, or cannot be written.
    #[error(transparent)]
    Results(#[from] ResultsError),
    /// A replay cannot be written.
    #[cfg(feature = "files")]
    #[error(transparent)]
    Replay(#[from] roadside_env::ReplayError),
    /// The folder for replays cannot be made.
    #[error("{path}: {error}")]
    Folder {
        /// Where it should be.
        path: String,
        /// What the system says.
        error: std::io::Error,
    },
    /// It was stopped before the first deal was over.
    #[error("stopped before all pairs had played the first deal{}",
        if *.games > 0 { format!("; {games} games are in the file of results") } else { String::new() })]
    Stopped {
        /// How many games the file of results holds.
        games: u64,
    },
    /// The system gives no thread.
    #[error("no thread can be started: {0}")]
    Thread(std::io::Error),
}

/// Plays matches between the pairs of the players called `names`.
///
/// The games and figures are the same to the last bit whatever the number of threads, and wherever an arena was ended
/// and went on, as long as players choose by their view and stream alone; one that thinks for a time does not.
///
/// `watch` hears the number of games that are over, first of those that the file of results holds, and the number of all
/// games. Once `stop` is
/// wished for soon no new match is begun, and those under way are played to their ends; once it is wished for now they
/// are dropped.
///
/// # Errors
/// [`ArenaError`] for what is refused before the first game; later where a player breaks the rules or panics, where a
/// file cannot be written, or if it is stopped before all pairs have played the first deal.
pub fn run<G: Playable>(
    game: &G,
    names: &[impl AsRef<str>],
    options: &Options,
    watch: &(impl Fn(u64, u64) + Sync),
    stop: &Stop,
) -> Result<Report, ArenaError> {
    let names: Vec<&str> = names.iter().map(AsRef::as_ref).collect();
    run_with(game, names.len(), &|at| make(names[at]), options, watch, stop)
}

/// As [`run`], between players of any kind. `make` makes the one with a number below `players`: again and again, one for
/// each seat and thread. All with one number must be alike, and have another name than those with another.
///
/// # Errors
/// As [`run`].
pub fn run_with<G: Playable>(
    game: &G,
    players: usize,
    make: &(dyn Fn(usize) -> Result<Box<dyn Agent<G>>, PlayerError> + Sync),
    options: &Options,
    watch: &(impl Fn(u64, u64) + Sync),
    stop: &Stop,
) -> Result<Report, ArenaError> {
    require_contest(game)?;
    options.check()?;
    options.prepare_replays()?;
    let names = (0..players).map(|at| Ok(make(at)?.name())).collect::<Result<_, PlayerError>>()?;
    let schedule = Schedule::new(names, game.facts().seats, options.games, options.gauntlet)?;
    let played = Run::new(game, &schedule, options, make, (watch, stop))?.play()?;
    let games = (played.read * schedule.seats) as u64;
    Report::of(game, &schedule, options.seed, &played).ok_or(ArenaError::Stopped { games })
}
