//! Exact values, where nothing is hidden.

use std::io::Write;

use serde_json::json;

use roadside_agents::solver::{
    Objective, Solution, SolveError, SolveOptions, Until, Watch, best_response, solve,
};
use roadside_agents::{Lineup, Playable};
use roadside_env::{Action, Sampled};

use super::Args;
use crate::failure::Failure;
use crate::interrupt::stop_at_ctrl_c;
use crate::progress::Progress;
use crate::table::{Table, counted};

pub fn run<G: Playable>(game: &G, args: &Args, out: &mut dyn Write) -> Result<(), Failure> {
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
    if args.json {
        let decision = opening.map_or(Ok(None), |state| solution.decision(&state))?;
        let decision = decision.map(|action| game.action_to_string(action));
        let report = json!({
            "value": solution.value(0),
            "exact": true,
            "states": solution.states(),
            "seconds": seconds,
            "decision": decision,
        });
        return Ok(writeln!(out, "{report}")?);
    }
    let actions = opening.map_or(Ok(Vec::new()), |state| solution.action_values(&state))?;
    Ok(write_tables(game, &solution, &actions, seconds, out)?)
}

/// The failure, and what else could be done where memory is out or something is hidden.
fn failure<G: Playable>(error: SolveError, args: &Args) -> Failure {
    if let SolveError::Hidden { .. } = error {
        let bounds = if G::MARKS_TURNS { "; `roadside analyze flip` gives bounds of a turn" } else { "" };
        let without =
            if args.against.is_empty() { "" } else { "; without `--against` an equilibrium is looked for" };
        return Failure::wrong_use(format!("{error}{without}{bounds}"));
    }
    let SolveError::Memory { .. } = error else { return error.into() };
    let bounds = if !G::MARKS_TURNS {
        "; the player `search:1000` does without, by estimates"
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
        start: start?,
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
            | SolveError::NoTurn
            | SolveError::NoPolicy { .. } => Self::wrong_use(error.to_string()),
            _ => Self::Failed(error.to_string()),
        }
    }
}
