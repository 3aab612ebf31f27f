//! `roadside analyze rules`.

use std::fmt::Write as _;
use std::io::Write;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};

use roadside_agents::analysis::Estimate;
use roadside_agents::analysis::rules::{
    Laboratory, RulesError, RulesOptions, RulesOutcome, RulesReport, planned_games, rules,
};
use roadside_agents::{Figure, Options};
use roadside_env::with_game;

use super::folder::Folder;
use super::{DROPPED, json, pictures};
use crate::args::{GameArgs, whole_number};
use crate::failure::Failure;
use crate::interrupt::stop_at_ctrl_c;
use crate::progress::Progress;
use crate::table::{Table, counted, figure};

/// Play a game under different rules, and compare what comes of them
///
/// One parameter takes several values; game i has the same chance under all of them. For each value: the advantage of the
/// first seat and the length of games between strong players, their deaths and scores; what share of the win is skill, by one
/// strong player among weak ones (0: who plays does not matter, 1: the strong player always wins); and the best of the
/// game's simple stopping rules against strong players, by successive halving. Of `zone_stalker`, `hazards` varies the share of
/// Hazards in the Zone deck, in percent.
///
/// In the table `edge` is what the strong player has more among weak ones: its share of the win less the even share, or alone its
/// score less the weak one's. Four simple rules play the last games, so at most three are listed as not certainly worse than the
/// best.
///
/// Ctrl-C writes nothing and ends with exit code 130.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  roadside analyze rules --game zone_stalker --players 2 --vary hand_target=6,8,10,12 --out rules
  roadside analyze rules --game pig --vary die=4,6,8,10,12 --games 2000")]
pub struct Args {
    #[command(flatten)]
    game: GameArgs,
    /// The parameter and its values: a key of `roadside games GAME`, or of `zone_stalker` `hazards`
    #[arg(long, value_name = "KEY=VALUE,VALUE,...")]
    vary: String,
    /// How many games for each figure, 16 to 10000000
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = whole_number(RulesOptions::MIN_GAMES, RulesOptions::MAX_GAMES), allow_negative_numbers = true)]
    games: u64,
    /// The strong player [default: the game's]
    #[arg(long, value_name = "NAME")]
    strong: Option<String>,
    /// The weak player [default: random]
    #[arg(long, value_name = "NAME")]
    weak: Option<String>,
    /// The simple rules that are tried, or `none` [default: the game's]
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    candidates: Vec<String>,
    /// The folder for the picture, the CSV and the JSON file; made if there is none
    #[arg(long, value_name = "DIR", value_hint = clap::ValueHint::DirPath)]
    out: Option<PathBuf>,
    /// The seed
    #[arg(long, default_value_t = 0, value_parser = whole_number(0, u64::MAX), allow_negative_numbers = true)]
    seed: u64,
    /// The number of threads, 1 to 1024 [default: one per core]
    #[arg(long, value_name = "T", value_parser = whole_number(1, Options::MAX_THREADS as u64), allow_negative_numbers = true)]
    threads: Option<u64>,
    /// Print one JSON object instead of a table
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args, out: &mut dyn Write) -> Result<(), Failure> {
    with_game!(args.game.load()?, game => run_game(&game, args, out))
}

fn run_game<G: Laboratory>(game: &G, args: &Args, out: &mut dyn Write) -> Result<(), Failure> {
    let options = args.options()?;
    let planned = planned_games(game, &options)?;
    let folder = args.out.as_deref().map(Folder::open).transpose()?;
    let (stop, progress, played) =
        (stop_at_ctrl_c(DROPPED)?, Progress::new(planned, "games"), AtomicU64::new(0));
    let watch = || progress.show(played.fetch_add(1, Ordering::Relaxed) + 1);
    let report = rules(game, &options, &watch, &stop);
    progress.finish();
    let report = report?;
    let written = folder.map(|folder| write_files(&report, folder)).transpose()?;
    if args.json {
        return Ok(writeln!(out, "{}", json(&report)?)?);
    }
    write!(out, "{}", in_words(&report))?;
    written.map_or(Ok(()), |folder| Ok(writeln!(out, "\n{}", folder.in_words())?))
}

fn write_files(report: &RulesReport, mut folder: Folder) -> Result<Folder, Failure> {
    folder.draw("rules", &pictures::rules(report))?;
    folder.write("rules.csv", csv(report).as_bytes())?;
    folder.write("rules.json", json(report)?.as_bytes())?;
    Ok(folder)
}

/// The figures of an outcome by name, in the order of the table.
fn figures(outcome: &RulesOutcome) -> Vec<(String, Option<Estimate>)> {
    let mut all = vec![
        ("first_seat".to_owned(), outcome.first_seat),
        ("first_seat_change".to_owned(), outcome.first_seat_change),
    ];
    all.extend(outcome.per_game.iter().map(|(name, estimate)| ((*name).to_owned(), Some(*estimate))));
    all.extend([
        ("deaths".to_owned(), outcome.deaths),
        ("score".to_owned(), outcome.score),
        ("edge".to_owned(), outcome.edge),
        ("skill".to_owned(), outcome.skill),
        ("best_rule_value".to_owned(), outcome.best_rule.as_ref().map(|best| best.value)),
    ]);
    all
}

fn csv(report: &RulesReport) -> String {
    let mut csv = format!("{},figure,mean,stderr,low,high\n", report.vary);
    for outcome in &report.outcomes {
        for (name, estimate) in figures(outcome) {
            if let Some(Estimate { mean, stderr, low, high, .. }) = estimate {
                let _ = writeln!(csv, "{},{name},{mean},{stderr},{low},{high}", outcome.value);
            }
        }
    }
    csv
}

fn in_words(report: &RulesReport) -> String {
    let mut text = format!(
        "{}, {}: {} games a figure with the same chance for all values, seed {}; strong: {}, weak: {}; each figure ± its standard \
         error\n\n",
        report.game,
        counted(report.players, "seat"),
        report.games,
        report.seed,
        report.strong,
        report.weak
    );
    let mut table = Table::new(1);
    let columns: Vec<Vec<(String, Option<Estimate>)>> = report.outcomes.iter().map(figures).collect();
    let head = report.outcomes.iter().map(|outcome| outcome.value.clone());
    table.row(std::iter::once(report.vary.clone()).chain(head));
    let count = columns.first().map_or(0, Vec::len);
    for at in (0..count).filter(|&at| columns.iter().any(|column| column[at].1.is_some())) {
        let cell = |column: &Vec<(String, Option<Estimate>)>| {
            figure(column[at].1.map(|Estimate { mean, stderr, .. }| Figure { mean, stderr }))
        };
        table.row(std::iter::once(columns[0][at].0.replace('_', " ")).chain(columns.iter().map(cell)));
    }
    let best = |outcome: &RulesOutcome| {
        outcome.best_rule.as_ref().map_or_else(|| "-".to_owned(), |best| best.player.clone())
    };
    if report.outcomes.iter().any(|outcome| outcome.best_rule.is_some()) {
        table.row(std::iter::once("best simple rule".to_owned()).chain(report.outcomes.iter().map(best)));
        let equal = |outcome: &RulesOutcome| {
            let others = outcome.best_rule.iter().flat_map(|best| &best.others);
            let equal = others.filter(|other| !other.behind.is_decided()).map(|other| other.player.clone());
            let equal = equal.collect::<Vec<_>>().join(" ");
            if equal.is_empty() { "-".to_owned() } else { equal }
        };
        table.row(std::iter::once("not certainly worse".to_owned()).chain(report.outcomes.iter().map(equal)));
    }
    let _ = write!(text, "{table}");
    text
}

impl Args {
    fn options(&self) -> Result<RulesOptions, Failure> {
        let (vary, values) = self.vary.split_once('=').ok_or_else(|| {
            let vary = &self.vary;
            Failure::wrong_use(format!(
                "--vary {vary}: write it as KEY=VALUE,VALUE,..., such as hand_target=6,8,10"
            ))
        })?;
        let vary = vary.trim();
        if self.game.sets(vary) {
            let message = format!("{vary} is varied by --vary and set by --config; leave one of them out");
            return Err(Failure::wrong_use(message));
        }
        let none = self.candidates == ["none"];
        Ok(RulesOptions {
            vary: vary.to_owned(),
            values: values.split(',').map(|value| value.trim().to_owned()).collect(),
            games: self.games,
            seed: self.seed,
            threads: self.threads.map(|threads| threads as usize),
            strong: self.strong.clone(),
            weak: self.weak.clone(),
            candidates: match (none, self.candidates.is_empty()) {
                (true, _) => Some(Vec::new()),
                (_, true) => None,
                _ => Some(self.candidates.clone()),
            },
        })
    }
}

impl From<RulesError> for Failure {
    fn from(error: RulesError) -> Self {
        match error {
            RulesError::Stopped => Self::Interrupted(error.to_string()),
            RulesError::Thread(_) => Self::Failed(error.to_string()),
            RulesError::Players(error) => error.into(),
            error => Self::wrong_use(error.to_string()),
        }
    }
}
