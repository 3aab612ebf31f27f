//! `roadside analyze flip`.

use std::io::Write;
use std::path::{Path, PathBuf};

use roadside_agents::zone_stalker::{ByHand, ByHandError, FlipError, FlipOptions, Foresight, flip_until};
use roadside_env::games::AnyGame;
use roadside_env::games::zone_stalker::{ZoneStalker, ZoneState};
use roadside_env::{Game, PositionError, Replay, State as _, View};

use super::DROPPED;
use super::flip_text::write_report;
use crate::args::{SetupArgs, whole_number};
use crate::failure::Failure;
use crate::interrupt::stop_at_ctrl_c;
use crate::recording;

/// What the next flip of Zone Stalker may bring, and whether to dare it
///
/// Only the Swag Points at the end of this turn count: not the win, nor the rest of the game, in which what is not found now may
/// be found later. Of the whole game tell `roadside solve --position`, alone, and with more seats `roadside analyze stopping
/// --position`.
///
/// The chances of the next flip and its value are exact: every card left, every sensible play, every die, with rerolls
/// and Martyrs used as well as can be. The value of the whole turn is told between two bounds: some flips ahead are
/// summed in full, and behind them stands to stop, from below, and a turn that never goes wrong, from above.
///
/// The position is told by hand, as a position line, or as a decision of a replay. By hand it is that of the one whose
/// turn it is, before a choice to stop or to flip; the cards in other hands are as likely to be drawn as those in the
/// deck.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Examples:\n  roadside analyze flip --character Red --hand \"3/0,2/1,0/3x2\" --injuries 1 --sp 24,30\n  \
                  roadside watch --game zone_stalker --seed 7 --save z.replay\n  roadside analyze flip --replay z.replay --at 20"
)]
pub struct Args {
    /// Who you are [default: Four Eyes, who has no ability in a flip, or as --config says]
    #[arg(long, value_name = "NAME")]
    character: Option<String>,
    /// Your hand by kind: 3/0, 2/1, 1/2, 0/3, 0/2-martyr, 2/0-martyr, 1/1-retry, 1/1-aid; x2 stands for two. 3/0 is a Stalker
    /// card with Avoidance 3 and Detection 0: what it adds to the roll against a Hazard, and to that for an artifact (see
    /// `docs/rules/zone_stalker.md`)
    #[arg(long, value_name = "KINDS")]
    hand: Option<String>,
    /// The Stalker cards that are discarded, by kind
    #[arg(long, value_name = "KINDS")]
    discard: Option<String>,
    /// Your injuries, the permanent ones included
    #[arg(long, value_name = "N", value_parser = whole_number(0, 255), allow_negative_numbers = true)]
    injuries: Option<u64>,
    /// Those of them that are permanent
    #[arg(long, value_name = "N", value_parser = whole_number(0, 255), allow_negative_numbers = true)]
    permanent: Option<u64>,
    /// What the last Location does to the next card: plain, safe, dangerous, rich or rich-dangerous
    #[arg(long, value_name = "EFFECT")]
    site: Option<String>,
    /// The artifacts that you found before this turn [default: some that are worth your SP]
    #[arg(long, value_name = "CARDS")]
    swag: Option<String>,
    /// The artifacts that you found in this turn, which the Hazard Table can take
    #[arg(long, value_name = "CARDS")]
    found: Option<String>,
    /// What is out of the Zone deck; the artifacts in swags are out of it too
    #[arg(long, value_name = "CARDS", conflicts_with = "left")]
    gone: Option<String>,
    /// What is left in the Zone deck, instead of what is gone
    #[arg(long, value_name = "CARDS")]
    left: Option<String>,
    /// The Swag Points of all seats, yours first; so many seats play, 1 without this
    #[arg(long, value_name = "N,...", value_delimiter = ',')]
    sp: Vec<u32>,
    /// Whether your ability that works once a turn is used up
    #[arg(long)]
    used: bool,
    /// Whether you have flipped a card this turn, which is gone then; --site, --found and --used say it too
    #[arg(long)]
    flipped: bool,
    /// A position line, as `roadside replay --position` tells it
    #[arg(long, value_name = "LINE", conflicts_with_all = BY_HAND)]
    position: Option<String>,
    /// A replay, as `roadside watch --save` and `play --save` write it
    #[arg(long, value_name = "FILE", value_hint = clap::ValueHint::FilePath, requires = "at", conflicts_with_all = BY_HAND, conflicts_with_all = ["position", "players", "config"])]
    replay: Option<PathBuf>,
    /// Which decision of the replay: the one after so many actions
    #[arg(long, value_name = "N", requires = "replay", value_parser = whole_number(0, u64::MAX), allow_negative_numbers = true)]
    at: Option<u64>,
    #[command(flatten)]
    setup: SetupArgs,
    /// How many flips the turn's value sums in full, 1 to 30
    #[arg(long, value_name = "D", default_value_t = 3, value_parser = whole_number(1, 30), allow_negative_numbers = true)]
    depth: u64,
    /// At how many situations the turn's value looks at most; with fewer its bounds are wider
    #[arg(long, value_name = "N", default_value_t = Foresight::default().situations, value_parser = whole_number(1, u64::MAX), allow_negative_numbers = true)]
    situations: u64,
    /// What an injury costs in SP, for the value of the next flip
    #[arg(long, value_name = "C", default_value_t = 3.0, allow_negative_numbers = true)]
    injury_cost: f64,
    /// Print one JSON object instead of text
    #[arg(long)]
    json: bool,
}

const BY_HAND: [&str; 13] = [
    "character",
    "hand",
    "discard",
    "injuries",
    "permanent",
    "site",
    "swag",
    "found",
    "gone",
    "left",
    "sp",
    "used",
    "flipped",
];

pub fn run(args: &Args, out: &mut dyn Write) -> Result<(), Failure> {
    if let Some(path) = &args.replay {
        let (replay, game) = recording::load(path)?;
        return match &game {
            AnyGame::ZoneStalkerForTwo(game) => look_into(game, (&replay, path), args, out),
            AnyGame::ZoneStalker(game) => look_into(game, (&replay, path), args, out),
            _ => Err(Failure::wrong_use(format!(
                "{} is a replay of {}; there are flips in zone_stalker only",
                path.display(),
                replay.game
            ))),
        };
    }
    if args.hand.is_none() && args.position.is_none() {
        return Err(Failure::wrong_use(
            "tell a position: by hand, with --hand and what else is known; by --position LINE, as `roadside replay --position` tells \
             it; or by --replay FILE --at N",
        ));
    }
    let seats = args.position.is_none().then(|| args.sp.len().max(1));
    match &args.setup.load_for(ZoneStalker::<2>::NAME, seats)? {
        AnyGame::ZoneStalkerForTwo(game) => look_at(game, args, out),
        AnyGame::ZoneStalker(game) => look_at(game, args, out),
        _ => Err(Failure::wrong_use("there are flips in zone_stalker only")),
    }
}

/// A position by hand, or as a line.
fn look_at<const SEATS: usize>(
    game: &ZoneStalker<SEATS>,
    args: &Args,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let state = match &args.position {
        Some(line) => game.parse_position(line)?,
        None => args.by_hand().position(game)?,
    };
    tell(game, &state, args, out)
}

/// A decision of a replay.
fn look_into<const SEATS: usize>(
    game: &ZoneStalker<SEATS>,
    (replay, path): (&Replay, &Path),
    args: &Args,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let at = args.at.unwrap_or_default();
    let (mut moment, mut wanted) = (0, None);
    let told = replay.run(game, None, |told| {
        if moment == at {
            wanted = Some(*told.state);
        }
        moment += 1;
    });
    told.map_err(|error| recording::refuse(path, &error))?;
    let Some(state) = wanted else {
        return Err(Failure::wrong_use(format!("--at {at}: the replay has {} actions", moment - 1)));
    };
    tell(game, &state, args, out)
}

fn tell<const SEATS: usize>(
    game: &ZoneStalker<SEATS>,
    state: &ZoneState<SEATS>,
    args: &Args,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let Some(seat) = state.current_player() else {
        return Err(Failure::wrong_use("the game is over there, and nobody decides anything"));
    };
    let foresight = Foresight { depth: args.depth as u8, situations: args.situations };
    let options = FlipOptions { injury_cost: args.injury_cost, foresight };
    let stop = stop_at_ctrl_c(DROPPED)?;
    let report = flip_until(&View::new(game, state, seat), &options, &stop)?;
    if stop.is_soon() {
        return Err(Failure::Interrupted("stopped before all flips were summed".to_owned()));
    }
    if args.json {
        return Ok(writeln!(out, "{}", serde_json::json!(report))?);
    }
    Ok(write_report(&report, out)?)
}

impl Args {
    fn by_hand(&self) -> ByHand {
        let text = |given: &Option<String>| given.clone().unwrap_or_default();
        let number = |given: Option<u64>| given.unwrap_or_default() as u8;
        ByHand {
            character: self.character.clone(),
            hand: text(&self.hand),
            discard: text(&self.discard),
            injuries: number(self.injuries),
            permanent: number(self.permanent),
            site: self.site.clone(),
            swag: self.swag.clone(),
            found: text(&self.found),
            gone: self.gone.clone(),
            left: self.left.clone(),
            points: self.sp.clone(),
            ability_used: self.used,
            flipped: self.flipped,
        }
    }
}

impl From<ByHandError> for Failure {
    fn from(error: ByHandError) -> Self {
        Self::wrong_use(error.to_string())
    }
}

impl From<FlipError> for Failure {
    fn from(error: FlipError) -> Self {
        Self::wrong_use(error.to_string())
    }
}

impl From<PositionError> for Failure {
    fn from(error: PositionError) -> Self {
        Self::wrong_use(format!("--{error}; write it as `roadside replay --position` tells it"))
    }
}
