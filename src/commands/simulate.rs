//! `roadside simulate`.

use std::io::Write;

use roadside_agents::{Options, Playable, Report, simulate};
use roadside_env::with_game;

use crate::args::{GameArgs, whole_number};
use crate::failure::Failure;
use crate::interrupt::stop_at_ctrl_c;
use crate::progress::Progress;
use crate::table::{Table, counted, figure};

/// Play many games between players, and sum them up
///
/// The same seed gives the same games and figures, whatever the threads and rows. Every figure comes with its
/// standard error. The JSON leaves out what the game does not have, and a rate if nothing happened that it is
/// counted for.
///
/// Ctrl-C begins no new game, plays those under way to their ends for at most a second, reports the first games
/// that are over, and ends with exit code 130; pressed again it ends without a report.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Example:\n  roadside simulate --game pig --players 3 --agents hold:20,random --games 20000 --seed 1"
)]
pub struct Args {
    #[command(flatten)]
    game: GameArgs,
    /// The players, dealt to the seats in turn; one name takes all seats
    #[arg(long, value_name = "NAMES", value_delimiter = ',', default_value = "random")]
    agents: Vec<String>,
    /// The number of games, from 1
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = whole_number(1, u64::MAX), allow_negative_numbers = true)]
    games: u64,
    /// The seed; game i is episode i of it
    #[arg(long, default_value_t = 0, value_parser = whole_number(0, u64::MAX), allow_negative_numbers = true)]
    seed: u64,
    /// The number of threads, 1 to 1024 [default: one per core]
    #[arg(long, value_name = "T", value_parser = whole_number(1, Options::MAX_THREADS as u64), allow_negative_numbers = true)]
    threads: Option<u64>,
    /// How many games each thread plays side by side, 1 to 65536; all threads together at most 1048576
    #[arg(long, value_name = "R", default_value_t = 1, value_parser = whole_number(1, Options::MAX_ROWS as u64), allow_negative_numbers = true)]
    rows: u64,
    /// Print one JSON object instead of a table
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args, out: &mut dyn Write) -> Result<(), Failure> {
    with_game!(args.game.load()?, game => run_game(&game, args, out))
}

fn run_game<G: Playable>(game: &G, args: &Args, out: &mut dyn Write) -> Result<(), Failure> {
    let options = Options {
        games: args.games,
        seed: args.seed,
        threads: args.threads.map(|threads| threads as usize),
        rows: args.rows as usize,
    };
    let stop = stop_at_ctrl_c("ending the games under way; Ctrl-C again leaves without a report")?;
    let progress = Progress::new(args.games, "games");
    let result = simulate(game, &args.agents, &options, &|games| progress.show(games), &stop);
    let seconds = progress.finish();
    let report = result?;
    if args.json {
        writeln!(out, "{}", report.to_json(seconds))?;
    } else {
        write_tables(&report, seconds, out)?;
    }
    if report.games < args.games {
        out.flush()?;
        return Err(Failure::Interrupted(format!(
            "interrupted after {} of {} games",
            report.games, args.games
        )));
    }
    Ok(())
}

fn write_tables(report: &Report, seconds: f64, out: &mut dyn Write) -> std::io::Result<()> {
    let (seats, games) = (counted(report.players, "seat"), counted(report.games, "game"));
    writeln!(
        out,
        "{}, {seats}, {games}, seed {}; each figure ± its standard error\n",
        report.game, report.seed
    )?;
    write!(out, "{}\n{}", seat_table(report), figure_table(report))?;
    if let Some(grouped_by) = report.grouped_by {
        write!(out, "\n{}", group_table(report, grouped_by))?;
    }
    let speed = report.steps_per_second(seconds);
    writeln!(out, "\n{seconds:.2} seconds, {speed:.0} decisions per second")
}

fn seat_table(report: &Report) -> Table {
    let mut table = Table::new(2);
    let has = |of: fn(&roadside_agents::SeatReport) -> bool| report.seats.iter().any(of);
    let shown = [
        has(|seat| seat.win_share.is_some()),
        has(|seat| seat.score.is_some()),
        has(|seat| seat.death_rate.is_some()),
    ];
    let row = |head: [String; 2], cells: [String; 3]| {
        let cells = cells.into_iter().zip(shown).filter(|&(_, shown)| shown).map(|(cell, _)| cell);
        head.into_iter().chain(cells)
    };
    table.row(row(["seat", "player"].map(Into::into), ["share of the win", "score", "died"].map(Into::into)));
    for (number, seat) in report.seats.iter().enumerate() {
        let figures = [seat.win_share, seat.score, seat.death_rate].map(figure);
        table.row(row([number.to_string(), seat.agent.clone()], figures));
    }
    table
}

fn figure_table(report: &Report) -> Table {
    let mut table = Table::new(1);
    for &(name, value) in &report.per_game {
        table.row([format!("{name} per game"), figure(Some(value))]);
    }
    for &(name, value) in &report.rates {
        table.row([name.replace('_', " "), figure(value)]);
    }
    table
}

fn group_table(report: &Report, grouped_by: &str) -> Table {
    let mut table = Table::new(1);
    table.row([grouped_by, "games", "share of the win", "died"]);
    for group in &report.groups {
        table.row([
            group.name.to_owned(),
            group.appearances.to_string(),
            figure(group.win_share),
            figure(group.death_rate),
        ]);
    }
    table
}
