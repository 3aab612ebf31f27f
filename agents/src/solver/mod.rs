//! Exact values: what every position is worth when all play as well as they can, and what is best there.
//!
//! A game is solved through its contract alone. Chance is gone through outcome by outcome. Alone, in a game with a bound
//! on its length, by expectimax in depth, each position once; else by building the graph of all positions and iterating
//! values within each of its components, as a turn can end where it began. Positions of equal worth are
//! one ([`State::canonicalize`](roadside_env::State::canonicalize), [`State::turn_table`](roadside_env::State::turn_table)).
//!
//! With hidden information positions have no values of their own, so such games are refused.
//!
//! ```
//! use roadside_agents::solver::{Objective, SolveOptions, solve};
//! use roadside_env::games::pig::Pig;
//! use roadside_env::{Game, Settings};
//!
//! let pig = Pig::from_settings(&Settings::default().with("target", 10))?;
//! let options = SolveOptions { objective: Objective::Win, ..SolveOptions::default() };
//! let solution = solve(&pig, &options, &Default::default())?;
//! assert!((solution.value(0) - 0.70942).abs() < 1e-5);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod components;
mod cycles;
mod error;
mod graph;
mod loops;
mod memo;
mod objective;
mod player;
mod setting;
mod solution;
mod tree;

use std::sync::LazyLock;
use std::time::Duration;

use roadside_env::{Agent, Game, Seat, Stop};

pub use error::SolveError;
pub(crate) use error::in_units;
pub use objective::Objective;
pub use solution::{Solution, Watched};

use setting::Setting;

/// How often it is looked whether somebody wants it ended.
const PATIENCE: Duration = Duration::from_millis(50);

/// How far is looked ahead.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Until {
    /// To the end of the game.
    #[default]
    End,
    /// To the end of the turn that is under way at the start, before the next one fills hands anew; then the score counts
    /// as it stands.
    Turn,
}

/// What is solved, and with how much.
#[derive(Clone, PartialEq, Debug)]
pub struct SolveOptions<S> {
    /// What each seat makes as large as it can.
    pub objective: Objective,
    /// Where it ends.
    pub until: Until,
    /// The position to begin with; by default the game's beginning, before any chance.
    pub start: Option<S>,
    /// The bytes that positions may take.
    pub memory: usize,
    /// The number of threads; by default one per core. The values do not depend on it, to the last bit.
    pub threads: Option<usize>,
    /// By how much the values of positions that lead back to each other may be wrong.
    pub tolerance: f64,
}

impl<S> SolveOptions<S> {
    /// 4 GiB.
    pub const MEMORY: usize = 4 << 30;
}

impl<S> Default for SolveOptions<S> {
    fn default() -> Self {
        Self {
            objective: Objective::default(),
            until: Until::default(),
            start: None,
            memory: Self::MEMORY,
            threads: None,
            tolerance: 1e-12,
        }
    }
}

/// Who watches, and may end it.
#[derive(Clone, Copy)]
pub struct Watch<'a> {
    /// Is shown now and then how many positions are known, on the thread of the call.
    pub show: &'a (dyn Fn(u64) + Sync),
    /// Ends it, now or soon.
    pub stop: &'a Stop,
}

impl Default for Watch<'_> {
    fn default() -> Self {
        static NEVER: LazyLock<Stop> = LazyLock::new(Stop::default);
        Self { show: &|_| {}, stop: &NEVER }
    }
}

/// Solves a game in which every seat plays as well as it can.
///
/// # Errors
/// [`SolveError`], above all for hidden information and for games that are too large.
pub fn solve<G: Game>(
    game: &G,
    options: &SolveOptions<G::State>,
    watch: &Watch<'_>,
) -> Result<Solution<G>, SolveError> {
    Solution::find(setting(game, options, true), options, None, watch)
}

/// Solves a game in which `seat` plays as well as it can against players whose choices are no secret; `player` makes the
/// one of each other seat, or nobody for one that plays as well as it can too.
///
/// # Errors
/// [`SolveError`], above all for hidden information, for games that are too large, and for players that do not tell how
/// they choose.
pub fn best_response<G: Game>(
    game: &G,
    seat: Seat,
    player: &(dyn Fn(Seat) -> Option<Box<dyn Agent<G>>> + Sync),
    options: &SolveOptions<G::State>,
    watch: &Watch<'_>,
) -> Result<Solution<G>, SolveError> {
    let seating = |other: Seat| if other == seat { None } else { player(other) };
    Solution::find(setting(game, options, false), options, Some(&seating), watch)
}

fn setting<G: Game>(game: &G, options: &SolveOptions<G::State>, merges: bool) -> Setting<G> {
    Setting { game: game.clone(), objective: options.objective, until: options.until, merges }
}
