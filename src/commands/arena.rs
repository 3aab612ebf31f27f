//! `roadside arena`.

use std::io::Write;
use std::path::PathBuf;
use std::sync::OnceLock;

use clap::ValueHint;
use roadside_agents::arena::{self, Estimate, Interval, Options, PairReport, Report, ShareOf};
use roadside_agents::{Options as SimulateOptions, Playable};
use roadside_env::with_game;

use crate::args::{GameArgs, whole_number};
use crate::failure::Failure;
use crate::interrupt::stop_at_ctrl_c;
use crate::progress::Progress;
use crate::table::{Table, counted};

/// Have players meet each other in duplicate matches, and rate them
///
/// Each pair plays the same deals (the same set-up and chance), each deal from every seat. With more than two seats
/// one player sits among players of one other kind, and a pair meets in both roles. Intervals are of 95 % and take
/// all games over a deal as one sample; stars say how sure a difference is, over all pairs together (Holm).
///
/// Shares are of the win; in games that do not pay by it, such as kuhn, they are of the stakes: the utility from the least (0)
/// to the most (1) that can be paid. Ratings, stars and Nash averaging go by them.
///
/// Two ratings stand side by side: Elo points by Bradley and Terry, which suppose that strength is one number, and those
/// of Nash averaging, which are right where players form a circle: the odds against the strongest mixture.
///
/// With --out every match is written down as it ends, and the same command goes on after whatever ended it, also
/// with more --games. A file of other settings is refused. Ctrl-C begins no new match, reports, and ends with exit code 130.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Example:\n  roadside arena --game pig --agents hold:10,hold:20,random --games 1000 --out results.jsonl"
)]
pub struct Args {
    #[command(flatten)]
    game: GameArgs,
    /// The players, at least two, each once
    #[arg(long, value_name = "NAMES", value_delimiter = ',', required = true)]
    agents: Vec<String>,
    /// The number of games of each pair, 1 to 10000000, rounded up to whole deals of as many games as seats
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = whole_number(1, Options::MAX_GAMES), allow_negative_numbers = true)]
    games: u64,
    /// The seed; deal i is episode i of it
    #[arg(long, default_value_t = 0, value_parser = whole_number(0, u64::MAX), allow_negative_numbers = true)]
    seed: u64,
    /// The number of threads, 1 to 1024 [default: one per core]
    #[arg(long, value_name = "T", value_parser = whole_number(1, SimulateOptions::MAX_THREADS as u64), allow_negative_numbers = true)]
    threads: Option<u64>,
    /// Tell luck apart in events of chance with at most so many paths of outcomes; 0 does not, and is fastest
    #[arg(long, value_name = "N", default_value_t = Options::default().luck_paths as u64, value_parser = whole_number(0, Options::MAX_LUCK_PATHS as u64), allow_negative_numbers = true)]
    luck_paths: u64,
    /// Only the first player meets the others, as the one among them; without ratings
    #[arg(long)]
    gauntlet: bool,
    /// The file for results, JSON lines; if it is there, go on behind it
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    out: Option<PathBuf>,
    /// The folder for a replay of every game that is played
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    replays: Option<PathBuf>,
    /// Print one JSON object instead of tables
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
        luck_paths: args.luck_paths as usize,
        gauntlet: args.gauntlet,
        out: args.out.clone(),
        replays: args.replays.clone(),
    };
    let stop = stop_at_ctrl_c("ending the matches under way; Ctrl-C again leaves without a report")?;
    let progress = Progress::new(args.games, "games");
    let begun = OnceLock::new();
    let watch = |done, all| match begun.set(done) {
        Ok(()) => progress.begin_at(done, all),
        Err(_) => progress.show(done),
    };
    let result = arena::run(game, &args.agents, &options, &watch, &stop);
    let (seconds, report) = (progress.finish(), result?);
    let read = *begun.get().unwrap_or(&0);
    let played = progress.done() - read;
    if args.json {
        writeln!(out, "{}", report.to_json(seconds, played))?;
    } else {
        write_tables(&report, out)?;
        let speed = if seconds > 0.0 { played as f64 / seconds } else { 0.0 };
        writeln!(out)?;
        if read > 0 {
            writeln!(out, "{} read from the file of results", counted(read, "game"))?;
        }
        if played > 0 || read == 0 {
            writeln!(out, "{} played in {seconds:.2} seconds, {speed:.0} a second", counted(played, "game"))?;
        }
    }
    if report.games < args.games {
        out.flush()?;
        return Err(Failure::Interrupted(interrupted(&report, args)));
    }
    Ok(())
}

fn interrupted(report: &Report, args: &Args) -> String {
    let again = if args.out.is_some() { "; the same command goes on from here" } else { "" };
    format!("interrupted after {} of {} games a pair{again}", report.games, args.games)
}

fn write_tables(report: &Report, out: &mut dyn Write) -> std::io::Result<()> {
    let (seats, deals) = (counted(report.players, "seat"), counted(report.deals, "deal"));
    writeln!(
        out,
        "{}, {seats}, {} games a pair ({deals}, each from every seat), seed {}\n",
        report.game, report.games, report.seed
    )?;
    let among = if report.players > 2 { ", one of the row among others of the column" } else { "" };
    writeln!(out, "{}{among}; even is {:.3}", share_of(report), 1.0 / report.players as f64)?;
    write!(out, "{}", share_table(report))?;
    writeln!(out, "  * p < 0.05, ** p < 0.01, *** p < 0.001, over all pairs together (Holm)\n")?;
    if !report.ratings.is_empty() {
        writeln!(out, "Ratings, best first{}", if report.bounded == Some(false) { UNBOUNDED } else { "" })?;
        writeln!(out, "{}", rating_table(report))?;
    }
    writeln!(out, "Margins")?;
    write!(out, "{}", margin_table(report))
}

const UNBOUNDED: &str =
    "; some never won anything from others, so their distance has no bound: one game each way is added";

/// What shares are of.
fn share_of(report: &Report) -> &'static str {
    match report.share_of {
        ShareOf::Win => "Share of the win",
        ShareOf::Stakes => "Share of the stakes (the utility, from the least to the most that can be paid)",
    }
}

/// The shares from row to column, with their intervals and how sure they differ from even.
fn share_table(report: &Report) -> Table {
    // In a gauntlet only the first met all.
    let met_all = |agent: &&String| {
        report.pairs.iter().filter(|pair| pair.agent == **agent).count() + 1 == report.agents.len()
    };
    let rows: Vec<&String> = report.agents.iter().filter(met_all).collect();
    let met = |agent: &String, against: &String| {
        report.pairs.iter().find(|pair| pair.agent == *agent && pair.against == *against)
    };
    let columns =
        report.agents.iter().filter(|&against| rows.iter().any(|agent| met(agent, against).is_some()));
    let columns: Vec<&String> = columns.collect();
    let mut table = Table::new(1);
    table.row(std::iter::once("").chain(columns.iter().map(|against| against.as_str())));
    for agent in rows {
        let cell = |against: &&String| met(agent, against).map_or_else(|| "-   ".to_owned(), share);
        table.row(std::iter::once(agent.clone()).chain(columns.iter().map(cell)));
    }
    table
}

fn share(pair: &PairReport) -> String {
    let stars = match pair.p_holm {
        p if p < 0.001 => "***",
        p if p < 0.01 => "** ",
        p if p < 0.05 => "*  ",
        _ => "   ",
    };
    let Estimate { mean, low, high, .. } = pair.share;
    format!("{mean:.3} [{low:.3}, {high:.3}]{stars}")
}

fn rating_table(report: &Report) -> Table {
    let mut table = Table::new(1);
    table.row(["player", "Elo", "Nash weight", "Nash Elo", "share against Nash"]);
    let mut ratings: Vec<_> = report.ratings.iter().collect();
    ratings.sort_by(|a, b| b.elo.value.total_cmp(&a.elo.value));
    for rating in ratings {
        table.row([
            rating.agent.clone(),
            interval(rating.elo, 0),
            interval(rating.nash_weight, 2),
            interval(rating.nash_elo, 0),
            interval(rating.nash_share, 3),
        ]);
    }
    table
}

/// A column of the table of margins: its head, and its cell for a pair.
type Margin = (&'static str, fn(&PairReport) -> Option<String>);

const MARGINS: [Margin; 4] = [
    ("score", |pair| Some(estimate(pair.score_margin?, 2))),
    ("utility", |pair| Some(estimate(pair.margin?, 3))),
    ("utility without luck", |pair| Some(estimate(pair.luck_adjusted?.margin, 3))),
    ("variance fell by", |pair| Some(format!("{:.2}x", pair.luck_adjusted?.margin_variance_factor))),
];

/// How far the players are apart, without the columns that no pair has.
fn margin_table(report: &Report) -> Table {
    let shown = |(_, cell): &Margin| report.pairs.iter().any(|pair| cell(pair).is_some());
    let columns: Vec<Margin> = MARGINS.into_iter().filter(shown).collect();
    let mut table = Table::new(3);
    table.row([""; 3].into_iter().chain(columns.iter().map(|(head, _)| *head)));
    // With two seats a pair stands from both sides; one is enough.
    let mut told = Vec::new();
    for pair in &report.pairs {
        if report.players == 2 && told.contains(&(&pair.against, &pair.agent)) {
            continue;
        }
        told.push((&pair.agent, &pair.against));
        let names = [&pair.agent, "-", &pair.against].map(str::to_owned);
        let cell = |(_, cell): &Margin| cell(pair).unwrap_or_else(|| "-".to_owned());
        table.row(names.into_iter().chain(columns.iter().map(cell)));
    }
    table
}

fn estimate(estimate: Estimate, digits: usize) -> String {
    let Estimate { mean, low, high, .. } = estimate;
    interval(Interval { value: mean, low, high }, digits)
}

fn interval(interval: Interval, digits: usize) -> String {
    let Interval { value, low, high } = interval;
    // What is rounded to nothing is not below zero.
    let shown = |number: f64| match format!("{number:.digits$}") {
        zero if zero.starts_with('-') && !zero.contains(|digit| ('1'..='9').contains(&digit)) => {
            zero[1..].to_owned()
        }
        other => other,
    };
    format!("{} [{}, {}]", shown(value), shown(low), shown(high))
}
