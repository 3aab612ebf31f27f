//! `roadside replay`.

use std::io::Write;
use std::path::PathBuf;

use roadside_env::{Game, Replay, Seat, with_game};

use crate::failure::Failure;
use crate::recording;
use crate::teller::Teller;

/// Tell a saved game, checked against the rules on the way
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Example:\n  roadside watch --game pig --seed 7 --save pig.replay\n  roadside replay pig.replay"
)]
pub struct Args {
    /// The replay, as `watch --save` and `play --save` write it
    #[arg(value_hint = clap::ValueHint::FilePath)]
    file: PathBuf,
    /// Tell only what this seat knew, counted from 0
    #[arg(long = "as", value_name = "SEAT", conflicts_with = "position", allow_negative_numbers = true)]
    viewer: Option<String>,
    /// Tell the position line after each action too, with everything that is hidden
    #[arg(long)]
    position: bool,
}

pub fn run(args: &Args, out: &mut dyn Write) -> Result<(), Failure> {
    let (replay, game) = recording::load(&args.file)?;
    with_game!(&game, game => tell(game, &replay, args, out))
}

fn tell<G: Game>(game: &G, replay: &Replay, args: &Args, out: &mut dyn Write) -> Result<(), Failure> {
    let viewer = args.viewer(game.facts().seats)?;
    let mut teller = Teller { viewer, positions: args.position, ..Teller::new(game, out) };
    teller.opening(replay.seed, &replay.players)?;
    let mut told = Ok(());
    let last = replay.run(game, viewer, |moment| {
        let action = moment.step.map(|step| (step.seat, step.action.as_str()));
        if told.is_ok() {
            told = teller.moment(moment.state, action, &moment.lines);
        }
    });
    told?;
    let last = last.map_err(|error| recording::refuse(&args.file, &error))?;
    Ok(teller.ending(&last, &replay.players)?)
}

impl Args {
    /// The seat whose knowledge is told; `None`: everything.
    fn viewer(&self, seats: usize) -> Result<Option<Seat>, Failure> {
        let Some(text) = &self.viewer else { return Ok(None) };
        match text.parse() {
            Ok(seat) if seat < seats => Ok(Some(seat)),
            _ => Err(Failure::wrong_use(format!("--as {text}: the seats are 0 to {}", seats - 1))),
        }
    }
}
