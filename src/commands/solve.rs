//! `roadside solve`.

use std::io::Write;

use serde_json::json;

use roadside_agents::solver::{
    Objective, Solution, SolveError, SolveOptions, Until, Watch, best_response, solve,
};
use roadside_agents::{Lineup, Options, Playable};
use roadside_env::{Action, Sampled, with_game};

use crate::args::{GameArgs, whole_number};
use crate::failure::Failure;
use crate::interrupt::stop_at_ctrl_c;
use crate::progress::Progress;
use crate::table::{Table, counted};

/// Solve a game exactly: what it is worth when all play as well as they can, and what to do first
///
/// The value is seat 0's before any chance, or at the position given: the probability that it wins, or its expected
/// score in the game's own unit. The decision is the best first action; there is none where chance comes first.
///
/// Alone at the table the score counts unless another objective is named, with others the win. Games whose seats know
/// what others do not have no such values; neither are values given that would only be bounds.
///
/// Ctrl-C ends it with exit code 130.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  roadside solve --game pig --players 2 --config target=100 --json
  roadside solve --game zone_stalker --config preset=reduced-3
  roadside solve --game pig --against hold:20")]
pub struct Args {
    #[command(flatten)]
    game: GameArgs,
    /// What each seat makes as large as it can: utility, win or score [default: score alone, win with others]
    #[arg(long, value_name = "OBJECTIVE", value_parser = objective)]
    objective: Option<Objective>,
    /// Players of the other seats, in turn, that seat 0 answers best; they must tell how they choose
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    against: Vec<String>,
    /// Begin at this position, as `roadside watch` writes it, instead of the opening
    #[arg(long, value_name = "LINE")]
    position: Option<String>,
    /// How far to look ahead: to the end of the game, or of the turn, when the score counts as it stands
    #[arg(long, value_name = "END", default_value = "game", value_parser = ["game", "turn"])]
    until: String,
    /// The memory for positions, in MiB
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
    let options = options(game, args)?;
    let stop = stop_at_ctrl_c("leaving off")?;
    let progress = Progress::counting("positions");
    let show = |states| progress.show(states);
    let solved = find(game, args, &options, &Watch { show: &show, stop: &stop });
    let seconds = progress.finish();
    let solution = solved?.map_err(|error| failure::<G>(error, args))?;
    let opening = match options.start {
        Some(state) => Some(state),
        None => solution.opening()?,
    };
    let actions = opening.map_or(Ok(Vec::new()), |state| solution.action_values(&state))?;
    if args.json {
        let decision = best(&actions).map(|action| game.action_to_string(action));
        let report = json!({
            "value": solution.value(0),
            "exact": true,
            "states": solution.states(),
            "seconds": seconds,
            "decision": decision,
        });
        writeln!(out, "{report}")?;
        return Ok(());
    }
    write_tables(game, &solution, &actions, seconds, out)?;
    Ok(())
}

/// The failure, and what else could be done where memory is out.
fn failure<G: Playable>(error: SolveError, args: &Args) -> Failure {
    let SolveError::Memory { .. } = error else { return error.into() };
    let bounds = if !G::MARKS_TURNS {
        ""
    } else if args.until == "game" {
        "; `--until turn` ends with the turn of a `--position`, and `roadside analyze flip` gives bounds"
    } else {
        "; `roadside analyze flip` gives bounds"
    };
    Failure::Failed(format!("{error}: `--memory` takes MiB{bounds}"))
}

fn options<G: Playable>(game: &G, args: &Args) -> Result<SolveOptions<G::State>, Failure> {
    if args.until == "turn" && !G::MARKS_TURNS {
        return Err(Failure::wrong_use(format!(
            "--until turn: the rules of {} mark no end of a turn",
            G::NAME
        )));
    }
    let start = args.position.as_deref().map(|line| game.parse_position(line)).transpose();
    let usual = || Objective::usual(game, &game.new_initial_state(&mut Sampled::new(0, 0)));
    Ok(SolveOptions {
        objective: args.objective.unwrap_or_else(usual),
        until: if args.until == "turn" { Until::Turn } else { Until::End },
        start: start.map_err(|error| Failure::wrong_use(format!("--position: {error}")))?,
        memory: (args.memory as usize) << 20,
        threads: args.threads.map(|threads| threads as usize),
        ..SolveOptions::default()
    })
}

fn find<G: Playable>(
    game: &G,
    args: &Args,
    options: &SolveOptions<G::State>,
    watch: &Watch<'_>,
) -> Result<Result<Solution<G>, SolveError>, Failure> {
    if args.against.is_empty() {
        return Ok(solve(game, options, watch));
    }
    let others = game.facts().seats - 1;
    let names = Lineup::<G>::new(&args.against, others)?.names();
    let player = |seat: usize| {
        let made = Lineup::<G>::new(&names[seat - 1..seat], 1).map(Lineup::into_players);
        made.ok().and_then(|mut players| players.pop())
    };
    Ok(best_response(game, 0, &player, options, watch))
}

/// The first of the best actions.
fn best(actions: &[(Action, f64)]) -> Option<Action> {
    let better = |best: Option<(Action, f64)>, &next: &(Action, f64)| match best {
        Some(best) if best.1 >= next.1 => Some(best),
        _ => Some(next),
    };
    actions.iter().fold(None, better).map(|(action, _)| action)
}

fn write_tables<G: Playable>(
    game: &G,
    solution: &Solution<G>,
    actions: &[(Action, f64)],
    seconds: f64,
    out: &mut dyn Write,
) -> std::io::Result<()> {
    let (seats, objective) = (game.facts().seats, solution.objective());
    writeln!(out, "{}, {}, solved exactly for the {objective}\n", G::NAME, counted(seats as u64, "seat"))?;
    let mut table = Table::new(1);
    table.row(["seat", "value"]);
    for seat in 0..seats {
        table.row([seat.to_string(), format!("{:.9}", solution.value(seat))]);
    }
    write!(out, "{table}")?;
    if !actions.is_empty() {
        let mut table = Table::new(1);
        table.row(["first action", "value"]);
        for &(action, value) in actions {
            table.row([game.action_to_string(action).to_owned(), format!("{value:.9}")]);
        }
        write!(out, "\n{table}")?;
    }
    let (states, mebibytes) = (counted(solution.states(), "position"), solution.bytes() >> 20);
    writeln!(out, "\n{states} in {mebibytes} MiB, {seconds:.2} seconds")
}

impl From<SolveError> for Failure {
    fn from(error: SolveError) -> Self {
        match error {
            SolveError::Stopped { .. } => Self::Interrupted(error.to_string()),
            SolveError::Hidden { .. }
            | SolveError::NoObjective { .. }
            | SolveError::NotSettled { .. }
            | SolveError::NoPolicy { .. } => Self::wrong_use(error.to_string()),
            _ => Self::Failed(error.to_string()),
        }
    }
}
