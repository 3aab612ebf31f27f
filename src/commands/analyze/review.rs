//! `roadside analyze review`.

use std::fmt::Write as _;
use std::io::Write;
use std::path::PathBuf;

use roadside_agents::analysis::Estimate;
use roadside_agents::analysis::review::{
    Judge, Review, ReviewError, ReviewOptions, review, reviewed_decisions,
};
use roadside_agents::{Figure, Options, Playable};
use roadside_env::{Replay, with_game};

use super::folder::Folder;
use super::{DROPPED, json};
use crate::args::whole_number;
use crate::failure::Failure;
use crate::interrupt::stop_at_ctrl_c;
use crate::progress::Progress;
use crate::recording;
use crate::table::{Table, counted, exact, figure};

/// Say what each decision of a seat in a replay cost, blunders first
///
/// The seat is judged by what it knew. --by solver is exact, and tells luck apart, where nothing is hidden and the game is small
/// enough. search:N finds what looks best by a search of N simulations, playouts:N@PLAYER by N playouts of each action. Where
/// that is not what was played, both measure the two actions anew, in the same hidden cards and chance, so that the loss is
/// not too high for having been picked out; it may come out below 0. A decision is a blunder only where chance does not
/// explain its loss, all decisions looked at together (Holm at 5 %). An estimated loss is that of who plays on as the judge
/// does, not of best play; a search leaves out of the blunders what it might see otherwise if it looked further ahead.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  roadside watch --game pig --agents hold:12,random --config target=50 --save pig.replay
  roadside analyze review pig.replay --seat 1 --by solver")]
pub struct Args {
    /// The replay, as `watch --save` and `play --save` write it
    file: PathBuf,
    /// The seat, counted from 0
    #[arg(long, default_value_t = 0, value_parser = whole_number(0, 9), allow_negative_numbers = true)]
    seat: u64,
    /// Who judges: solver, search:N or playouts:N@PLAYER
    #[arg(long, value_name = "JUDGE", default_value = "search:1000")]
    by: String,
    /// How many decisions are shown, from 1
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = whole_number(1, u64::MAX), allow_negative_numbers = true)]
    top: u64,
    /// The folder for a CSV and a JSON file with all decisions; made if there is none
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// The seed
    #[arg(long, default_value_t = 0, value_parser = whole_number(0, u64::MAX), allow_negative_numbers = true)]
    seed: u64,
    /// The number of threads, 1 to 1024 [default: one per core]
    #[arg(long, value_name = "T", value_parser = whole_number(1, Options::MAX_THREADS as u64), allow_negative_numbers = true)]
    threads: Option<u64>,
    /// Print one JSON object with all decisions instead of a table
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args, out: &mut dyn Write) -> Result<(), Failure> {
    let judge = args.by.parse::<Judge>()?;
    let (replay, game) = recording::load(&args.file)?;
    with_game!(&game, game => judged(game, &replay, judge, args, out))
}

fn judged<G: Playable>(
    game: &G,
    replay: &Replay,
    judge: Judge,
    args: &Args,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let options = ReviewOptions {
        seat: args.seat as usize,
        judge,
        seed: args.seed,
        threads: args.threads.map(|threads| threads as usize),
    };
    let named = |error| match error {
        ReviewError::Replay(error) => recording::refuse(&args.file, &error),
        error => error.into(),
    };
    let count = reviewed_decisions(game, replay, options.seat).map_err(named)?;
    let folder = args.out.as_deref().map(Folder::open).transpose()?;
    let (stop, progress) = (stop_at_ctrl_c(DROPPED)?, Progress::new(count, "decisions"));
    let report = review(game, replay, &options, &|done| progress.show(done), &stop);
    progress.finish();
    let report = report.map_err(named)?;
    let written = folder.map(|folder| write_files(&report, folder)).transpose()?;
    if args.json {
        return Ok(writeln!(out, "{}", json(&report)?)?);
    }
    write!(out, "{}", in_words(&report, args.top as usize))?;
    written.map_or(Ok(()), |folder| Ok(writeln!(out, "\n{}", folder.in_words())?))
}

fn write_files(report: &Review, mut folder: Folder) -> Result<Folder, Failure> {
    folder.write("review.csv", csv(report).as_bytes())?;
    folder.write("review.json", json(report)?.as_bytes())?;
    Ok(folder)
}

fn csv(report: &Review) -> String {
    let mut csv = "at,chosen,best,loss,stderr,low,high,blunder,luck\n".to_owned();
    for decision in &report.decisions {
        let Estimate { mean, stderr, low, high, .. } = decision.loss;
        let luck = decision.luck.map_or_else(String::new, |luck| luck.to_string());
        let _ = writeln!(
            csv,
            "{},{},{},{mean},{stderr},{low},{high},{},{luck}",
            decision.at, decision.chosen, decision.best, decision.blunder
        );
    }
    csv
}

fn in_words(report: &Review, top: usize) -> String {
    let known = |estimate: Estimate| exact(estimate.mean);
    let estimated = |Estimate { mean, stderr, .. }: Estimate| figure(Some(Figure { mean, stderr }));
    let unit = match report.value {
        "win_share" => "share of the win",
        "score" if report.game == "zone_stalker" => "Swag Points",
        "score" => "points",
        _ => "utility",
    };
    let player = report.players.get(report.seat).map_or_else(String::new, |player| format!(" ({player})"));
    let mut text = format!(
        "{}, seat {}{player}, judged by {}{}: {} cost {} in {unit}; {}\n",
        report.game,
        report.seat,
        report.judge,
        if report.exact { ", exact" } else { ", estimates" },
        counted(report.decisions.len() as u64, "decision"),
        if report.exact { known(report.loss) } else { estimated(report.loss) },
        counted(report.blunders as u64, "blunder")
    );
    if let Some(luck) = report.luck {
        let _ = writeln!(text, "luck behind the own actions: {luck:+.4}");
    }
    let mut table = Table::new(3);
    let luck = report.luck.map(|_| "luck");
    table.row(["", "chosen", "best", "after actions", "loss"].into_iter().chain(luck));
    for decision in report.decisions.iter().take(top) {
        let is_known = report.exact || decision.chosen == decision.best;
        let cells = [
            if decision.blunder { "!" } else { "" }.to_owned(),
            decision.chosen.clone(),
            decision.best.clone(),
            decision.at.to_string(),
            if is_known { known(decision.loss) } else { estimated(decision.loss) },
        ];
        table.row(cells.into_iter().chain(decision.luck.map(|luck| format!("{luck:+.4}"))));
    }
    let _ = write!(text, "\n{table}");
    if report.decisions.len() > top {
        let _ = writeln!(text, "  and {} more; --top shows more, --json all", report.decisions.len() - top);
    }
    if !report.exact {
        text += ASSUMED;
    }
    text
}

/// What an estimated loss stands on.
const ASSUMED: &str = "
  ! a blunder: chance does not explain the loss, all decisions looked at together (Holm at 5 %)
  losses are those of who plays on as the judge does, not of best play; below 0: what was played did better
";

impl From<ReviewError> for Failure {
    fn from(error: ReviewError) -> Self {
        match error {
            ReviewError::Stopped => Self::Interrupted(error.to_string()),
            ReviewError::Players(error) => error.into(),
            ReviewError::Replay(error) => error.into(),
            ReviewError::Unsolved(_) | ReviewError::Thread(_) => Self::Failed(error.to_string()),
            error => Self::wrong_use(error.to_string()),
        }
    }
}
