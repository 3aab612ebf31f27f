//! `roadside analyze stopping`.

use std::fmt::Write as _;
use std::io::Write;
use std::path::PathBuf;

use roadside_agents::Options;
use roadside_agents::analysis::Estimate;
use roadside_agents::analysis::stopping::pig::{PigMap, PigMapOptions, pig_map};
use roadside_agents::analysis::stopping::zone::{
    Decision, RoundsMap, ZoneCell, ZoneMap, ZoneMapOptions, zone_map, zone_map_cells,
};
use roadside_agents::analysis::stopping::{AxisRequest, Quantity, StoppingError};
use roadside_env::Game;
use roadside_env::games::AnyGame;
use roadside_env::games::pig::Pig;
use roadside_env::games::zone_stalker::ZoneStalker;

use super::folder::Folder;
use super::{DROPPED, json, pictures};
use crate::args::{GameArgs, whole_number};
use crate::failure::Failure;
use crate::interrupt::stop_at_ctrl_c;
use crate::progress::Progress;
use crate::table::{Table, counted};

/// Draw maps of the value of going on less that of stopping
///
/// For pig: the turn total at which to hold, for every own score and every score of the opponents, exact; with sections
/// through the roll/hold surface. For `zone_stalker`: flipping less stopping over two axes, in share of the win or, alone
/// at the table, in Swag Points. The cells begin from --position or from the beginning of a game, with what the axes and --set say;
/// hands, swag and decks that they name are random ones. Hidden cards and chance are drawn anew for each sample, the same for both
/// choices and in all cells, and the rest is played by --agents: estimates under that continuation, never exact.
/// A cell is decided where that is certain at 95 % for all cells of a map together (Holm).
///
/// The files are written to a temporary name first, so none is ever half there. The same seed gives the same files on any
/// number of threads. Ctrl-C writes nothing and ends with exit code 130.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  roadside analyze stopping --game pig --out pig-map
  roadside analyze stopping --game zone_stalker --players 2 --x cards=2..24:2 --y lead=-12..32:2 --set hand=3 --set injuries=2 \
      --rounds 3 --samples 4000 --out map")]
pub struct Args {
    #[command(flatten)]
    game: GameArgs,
    /// The folder for the pictures, the CSV and the JSON files; made if there is none
    #[arg(long, value_name = "DIR", value_hint = clap::ValueHint::DirPath)]
    out: Option<PathBuf>,
    /// The columns, as NAME, NAME=1..10, NAME=0..40:5 or NAME=1,2,4: hand, injuries, lead, score, cards, hazards, quiet,
    /// `their_hand` or `their_injuries` [default: quiet; alone: hand]
    #[arg(long, value_name = "AXIS", allow_hyphen_values = true)]
    x: Option<String>,
    /// The rows, written alike [default: lead; alone: score]
    #[arg(long, value_name = "AXIS", allow_hyphen_values = true)]
    y: Option<String>,
    /// What all cells have beside that, by the names of axes, one pair each
    #[arg(long, value_name = "NAME=NUMBER", allow_hyphen_values = true)]
    set: Vec<String>,
    /// The position that all cells begin from, as `replay --position` tells it [default: the beginning of a game]
    #[arg(long, value_name = "LINE")]
    position: Option<String>,
    /// Whether a card has been flipped this turn: yes or no [default: as in the position; at a beginning yes]
    #[arg(long, value_name = "YES|NO", value_parser = yes_or_no)]
    flipped: Option<bool>,
    /// The players that play on, dealt to the seats [default: veteran:4:15]
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    agents: Vec<String>,
    /// How often each choice is tried in each cell, 2 to 1000000 [default: 1000]
    #[arg(long, value_name = "N", value_parser = whole_number(2, ZoneMapOptions::MAX_SAMPLES), allow_negative_numbers = true)]
    samples: Option<u64>,
    /// The values of `stalemate_rounds` that are compared, 1 to 10 [default: 2,3,5 with opponents]
    #[arg(long, value_name = "NUMBERS", value_delimiter = ',', value_parser = whole_number(1, 10), allow_negative_numbers = true)]
    rounds: Vec<u64>,
    /// Of pig: the scores of the opponents at which there is a section [default: four]
    #[arg(long, value_name = "POINTS", value_delimiter = ',', value_parser = whole_number(0, 9_999), allow_negative_numbers = true)]
    at: Vec<u64>,
    /// The seed
    #[arg(long, value_parser = whole_number(0, u64::MAX), allow_negative_numbers = true)]
    seed: Option<u64>,
    /// The number of threads, 1 to 1024 [default: one per core]
    #[arg(long, value_name = "T", value_parser = whole_number(1, Options::MAX_THREADS as u64), allow_negative_numbers = true)]
    threads: Option<u64>,
    /// Print one JSON object instead of a map of letters
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args, out: &mut dyn Write) -> Result<(), Failure> {
    match args.game.load()? {
        AnyGame::Pig(game) => run_pig(&game, args, out),
        AnyGame::ZoneStalkerForTwo(game) => run_zone(&game, args, out),
        AnyGame::ZoneStalker(game) => run_zone(&game, args, out),
        AnyGame::Kuhn(_) | AnyGame::Expedition(_) => Err(Failure::wrong_use(
            "maps of stopping are drawn for games with a choice to go on or to stop that both see: pig, zone_stalker",
        )),
    }
}

fn run_pig(game: &Pig, args: &Args, out: &mut dyn Write) -> Result<(), Failure> {
    args.require_only_of_pig()?;
    let folder = args.folder()?;
    let options = PigMapOptions {
        sections: args.at.iter().map(|&points| points as u16).collect(),
        memory: None,
        threads: args.threads.map(|threads| threads as usize),
    };
    let (stop, progress) = (stop_at_ctrl_c(DROPPED)?, Progress::new(game.target().into(), "rows"));
    let map = pig_map(game, &options, &|rows| progress.show(rows), &stop);
    progress.finish();
    let map = map?;
    let written = folder.map(|folder| write_pig(&map, folder)).transpose()?;
    if args.json {
        return Ok(writeln!(out, "{}", json(&map)?)?);
    }
    writeln!(out, "{}", in_words_pig(&map))?;
    written.map_or(Ok(()), |folder| Ok(writeln!(out, "{}", folder.in_words())?))
}

fn write_pig(map: &PigMap, mut folder: Folder) -> Result<Folder, Failure> {
    let drawings = [
        ("hold_at", pictures::hold_at(map)?),
        ("surface", pictures::surface(map)),
        ("sections", pictures::boundaries(map)),
    ];
    for (name, svg) in drawings {
        folder.draw(name, &svg)?;
    }
    for section in &map.sections {
        folder.draw(&format!("section_{}", section.theirs), &pictures::section(map, section)?)?;
    }
    folder.write("hold_at.csv", hold_at_csv(map).as_bytes())?;
    folder.write("sections.csv", sections_csv(map).as_bytes())?;
    folder.write("stopping.json", json(map)?.as_bytes())?;
    Ok(folder)
}

fn in_words_pig(map: &PigMap) -> String {
    let at = |own: usize, theirs: usize| {
        map.hold_at[theirs][own].map_or_else(|| "-".to_owned(), |turn| turn.to_string())
    };
    let mut text = format!(
        "pig to {}, {} seats, exact over {} positions: who begins wins with probability {:.6}\n\nturn total at which to hold, by own points (columns) and theirs (rows)\n",
        map.target, map.players, map.states, map.first_wins
    );
    let step = (usize::from(map.target) / 10).max(1);
    let places: Vec<usize> = (0..usize::from(map.target)).step_by(step).collect();
    let mut table = Table::new(0);
    table.row(std::iter::once(String::new()).chain(places.iter().map(ToString::to_string)));
    for &theirs in places.iter().rev() {
        table.row(std::iter::once(theirs.to_string()).chain(places.iter().map(|&own| at(own, theirs))));
    }
    let _ = write!(text, "{table}");
    text
}

fn hold_at_csv(map: &PigMap) -> String {
    let mut csv = "own,theirs,hold_at,rolls_again\n".to_owned();
    for (theirs, row) in map.hold_at.iter().enumerate() {
        for (own, turn) in row.iter().enumerate() {
            let turn = turn.map_or_else(String::new, |turn| turn.to_string());
            let again = map.rolls_again.contains(&(theirs as u16, own as u16));
            let _ = writeln!(csv, "{own},{theirs},{turn},{again}");
        }
    }
    csv
}

fn sections_csv(map: &PigMap) -> String {
    let mut csv = "theirs,own,turn,roll_less_hold\n".to_owned();
    for section in &map.sections {
        for (turn, row) in section.roll_less_hold.iter().enumerate() {
            for (own, gain) in row.iter().enumerate().filter_map(|(own, gain)| Some((own, (*gain)?))) {
                let _ = writeln!(csv, "{},{own},{turn},{gain}", section.theirs);
            }
        }
    }
    csv
}

fn run_zone<const SEATS: usize>(
    game: &ZoneStalker<SEATS>,
    args: &Args,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    if !args.at.is_empty() {
        return Err(Failure::wrong_use("--at is for the sections of pig; name axes by --x and --y"));
    }
    let options = args.zone_options(game.facts().seats)?;
    let cells = zone_map_cells(game, &options)?;
    let folder = args.folder()?;
    let (stop, progress) = (stop_at_ctrl_c(DROPPED)?, Progress::new(cells, "cells"));
    let map = zone_map(game, &options, &|cells| progress.show(cells), &stop);
    progress.finish();
    let map = map?;
    let written = folder.map(|folder| write_zone(&map, folder)).transpose()?;
    if args.json {
        return Ok(writeln!(out, "{}", json(&map)?)?);
    }
    write!(out, "{}", in_words(&map))?;
    written.map_or(Ok(()), |folder| Ok(writeln!(out, "\n{}", folder.in_words())?))
}

fn write_zone(map: &ZoneMap, mut folder: Folder) -> Result<Folder, Failure> {
    folder.draw("stopping", &pictures::zone(map)?)?;
    folder.write("stopping.csv", zone_csv(map).as_bytes())?;
    folder.write("stopping.json", json(map)?.as_bytes())?;
    Ok(folder)
}

fn zone_csv(map: &ZoneMap) -> String {
    let mut csv = format!(
        "stalemate_rounds,{},{},decision,flip,flip_stderr,stop,stop_stderr,difference,stderr,low,high\n",
        map.x.name, map.y.name
    );
    let pair = |estimate: Option<Estimate>| {
        estimate.map_or_else(|| ",".to_owned(), |estimate| format!("{},{}", estimate.mean, estimate.stderr))
    };
    for one in &map.maps {
        for cell in one.cells.iter().flatten() {
            let ends = cell.difference.map_or_else(
                || ",".to_owned(),
                |difference| format!("{},{}", difference.low, difference.high),
            );
            let _ = writeln!(
                csv,
                "{},{},{},{},{},{},{},{ends}",
                one.stalemate_rounds,
                cell.x,
                cell.y,
                cell.decision.word(),
                pair(cell.flip),
                pair(cell.stop),
                pair(cell.difference)
            );
        }
    }
    csv
}

fn in_words(map: &ZoneMap) -> String {
    let mut text = format!(
        "{}, {}: flipping less stopping, in {}\n{}; {} samples a cell, seed {}\n",
        map.game,
        counted(map.players, "seat"),
        if map.value == "score" { "Swag Points" } else { "share of the win" },
        map.meaning,
        map.samples,
        map.seed
    );
    for one in &map.maps {
        let _ = write!(
            text,
            "\n{}\n{}",
            if map.maps.len() > 1 {
                format!("{} rounds without a flip end the game", one.stalemate_rounds)
            } else {
                format!("{} (rows) over {} (columns)", map.y.label, map.x.label)
            },
            letters(map, one)
        );
    }
    let _ = writeln!(
        text,
        "\nF flip, S stop, ? undecided at 95 % for all cells together, . cannot be; rows: {}, columns: {}",
        map.y.name, map.x.name
    );
    for moves in map.maps.iter().filter_map(|one| one.moves.as_ref()) {
        let _ = writeln!(text, "{}", moves.words);
    }
    text
}

/// A letter for each cell, the highest row on top.
fn letters(map: &ZoneMap, one: &RoundsMap) -> String {
    let letter = |cell: &ZoneCell| match cell.decision {
        Decision::Flip => "F".to_owned(),
        Decision::Stop => "S".to_owned(),
        Decision::Undecided => "?".to_owned(),
        Decision::Impossible => ".".to_owned(),
    };
    let mut table = Table::new(0);
    for (y, row) in map.y.values.iter().zip(&one.cells).rev() {
        table.row(std::iter::once(y.to_string()).chain(row.iter().map(letter)));
    }
    table.row(std::iter::once(String::new()).chain(map.x.values.iter().map(ToString::to_string)));
    table.to_string()
}

impl Args {
    fn folder(&self) -> Result<Option<Folder>, Failure> {
        self.out.as_deref().map(Folder::open).transpose()
    }

    /// What is said for maps of Zone Stalker means nothing for Pig.
    fn require_only_of_pig(&self) -> Result<(), Failure> {
        let given = [
            ("--x", self.x.is_some()),
            ("--y", self.y.is_some()),
            ("--set", !self.set.is_empty()),
            ("--position", self.position.is_some()),
            ("--flipped", self.flipped.is_some()),
            ("--agents", !self.agents.is_empty()),
            ("--samples", self.samples.is_some()),
            ("--rounds", !self.rounds.is_empty()),
            ("--seed", self.seed.is_some()),
        ];
        match given.iter().find(|(_, given)| *given) {
            None => Ok(()),
            Some((option, _)) => Err(Failure::wrong_use(format!(
                "{option} is for zone_stalker; the map of pig is exact and goes over all scores"
            ))),
        }
    }

    fn zone_options(&self, seats: usize) -> Result<ZoneMapOptions, Failure> {
        let axis = |text: Option<&String>, usual: Quantity| match text {
            None => Ok(AxisRequest::of(usual)),
            Some(text) => text.parse::<AxisRequest>(),
        };
        let (usual_x, usual_y) =
            if seats == 1 { (Quantity::Hand, Quantity::Score) } else { (Quantity::Quiet, Quantity::Lead) };
        let mut x = axis(self.x.as_ref(), usual_x)?;
        let mut y = axis(self.y.as_ref(), usual_y)?;
        // The usual axis gives way to one that was asked for.
        if self.x.is_none() && y.name == x.name {
            x = AxisRequest::of(usual_y);
        }
        if self.y.is_none() && x.name == y.name {
            y = AxisRequest::of(usual_x);
        }
        let default = ZoneMapOptions::default();
        Ok(ZoneMapOptions {
            x,
            y,
            position: self.position.clone(),
            set: self.set.iter().map(|pair| setting(pair)).collect::<Result<_, _>>()?,
            flipped: self.flipped,
            players: if self.agents.is_empty() { default.players } else { self.agents.clone() },
            samples: self.samples.unwrap_or(default.samples),
            seed: self.seed.unwrap_or(default.seed),
            threads: self.threads.map(|threads| threads as usize),
            rounds: self.rounds.iter().map(|&rounds| rounds as u8).collect(),
        })
    }
}

fn setting(pair: &str) -> Result<(String, i32), Failure> {
    let read = pair.split_once('=').and_then(|(name, value)| Some((name.to_owned(), value.parse().ok()?)));
    read.ok_or_else(|| {
        Failure::wrong_use(format!(
            "--set {pair}: write it as NAME=NUMBER, such as injuries=1, one pair each"
        ))
    })
}

fn yes_or_no(text: &str) -> Result<bool, String> {
    match text {
        "yes" => Ok(true),
        "no" => Ok(false),
        _ => Err("legal is yes or no".to_owned()),
    }
}

impl From<StoppingError> for Failure {
    fn from(error: StoppingError) -> Self {
        match error {
            StoppingError::Stopped => Self::Interrupted(error.to_string()),
            StoppingError::Thread(_) => Self::Failed(error.to_string()),
            StoppingError::Players(error) => error.into(),
            StoppingError::Unsolved(message) => Self::Failed(message),
            error => Self::wrong_use(error.to_string()),
        }
    }
}
