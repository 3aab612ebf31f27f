//! `roadside solve`.

mod equilibrium;
mod exact;

use std::io::Write;

use roadside_agents::solver::Objective;
use roadside_agents::{Options, Playable};
use roadside_env::with_game;

use crate::args::{GameArgs, whole_number};
use crate::failure::Failure;

/// Solve a game: what it is worth when all play as well as they can, and what to do first
///
/// The value is seat 0's before any chance, or at the position given: the probability that it wins, or its expected
/// score in the game's own unit. The decision is the best first action; there is none where chance comes first.
///
/// Alone at the table the score counts unless another objective is named, with others the win. Where seats know what
/// others do not, and two of them play for what the other loses, an equilibrium is found of a game that is small enough:
/// its value, which is the utility's unless another objective is named, is not exact but lies between bounds that are
/// proved.
///
/// Ctrl-C ends it with exit code 130.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  roadside solve --game pig --players 2 --config target=100 --json
  roadside solve --game zone_stalker --config preset=reduced-3
  roadside solve --game pig --against hold:20
  roadside solve --game kuhn
  roadside solve --game zone_stalker --config preset=duel-1")]
pub struct Args {
    #[command(flatten)]
    game: GameArgs,
    /// What each seat makes as large as it can: utility, win or score [default: score alone, win with others, utility where
    /// something is hidden]
    #[arg(long, value_name = "OBJECTIVE", value_parser = objective)]
    objective: Option<Objective>,
    /// Players of the other seats, in turn, that seat 0 answers best; they must tell how they choose
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    against: Vec<String>,
    /// Begin at this position, as `roadside replay --position` tells it, instead of the opening
    #[arg(long, value_name = "LINE")]
    position: Option<String>,
    /// How far to look ahead: to the end of the game, or of the turn, when the score counts as it stands
    #[arg(long, value_name = "END", default_value = "game", value_parser = ["game", "turn"])]
    until: String,
    /// The memory for positions, in MiB: what is reserved, of which the system counts only what is used
    #[arg(long, value_name = "MIB", default_value_t = 4096, value_parser = whole_number(1, 1 << 24), allow_negative_numbers = true)]
    memory: u64,
    /// The number of threads, 1 to 1024 [default: one per core]
    #[arg(long, value_name = "T", value_parser = whole_number(1, Options::MAX_THREADS as u64), allow_negative_numbers = true)]
    threads: Option<u64>,
    /// Print one JSON object instead of a table
    #[arg(long)]
    json: bool,
}

fn objective(text: &str) -> Result<Objective, String> {
    let all = [Objective::Utility, Objective::Win, Objective::Score];
    let named = all.into_iter().find(|objective| objective.to_string() == text);
    named.ok_or_else(|| "legal is utility, win or score".to_owned())
}

pub fn run(args: &Args, out: &mut dyn Write) -> Result<(), Failure> {
    with_game!(args.game.load()?, game => run_game(&game, args, out))
}

fn run_game<G: Playable>(game: &G, args: &Args, out: &mut dyn Write) -> Result<(), Failure> {
    let from_the_opening = args.against.is_empty() && args.position.is_none() && args.until == "game";
    if game.facts().hidden_information && from_the_opening {
        equilibrium::run(game, args, out)
    } else {
        exact::run(game, args, out)
    }
}
