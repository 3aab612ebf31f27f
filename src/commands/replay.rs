//! `roadside replay`.

use std::io::Write;
use std::path::PathBuf;

use roadside_env::games::AnyGame;
use roadside_env::{Game, Replay, Seat, with_game};

use crate::failure::Failure;
use crate::teller::Teller;

/// Tell a saved game, checked against the rules on the way
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Example:\n  roadside watch --game pig --seed 7 --save pig.replay\n  roadside replay pig.replay"
)]
pub struct Args {
    /// The replay, as `watch --save` and `play --save` write it
    file: PathBuf,
    /// Tell only what this seat knew, counted from 0
    #[arg(long = "as", value_name = "SEAT", conflicts_with = "position")]
    viewer: Option<Seat>,
    /// Tell the position line after each action too, with everything that is hidden
    #[arg(long)]
    position: bool,
}

pub fn run(args: &Args, out: &mut dyn Write) -> Result<(), Failure> {
    let file = args.file.display();
    let refuse = |error: &dyn std::fmt::Display| Failure::Failed(format!("{file}: {error}"));
    let replay = Replay::load(&args.file)?;
    let game = AnyGame::load(&replay.game, &replay.settings).map_err(|error| refuse(&error))?;
    with_game!(&game, game => tell(game, &replay, args, out))
}

fn tell<G: Game>(game: &G, replay: &Replay, args: &Args, out: &mut dyn Write) -> Result<(), Failure> {
    let seats = game.facts().seats;
    if let Some(seat) = args.viewer.filter(|&seat| seat >= seats) {
        return Err(Failure::wrong_use(format!("--as {seat}: the seats are 0 to {}", seats - 1)));
    }
    let mut teller = Teller { viewer: args.viewer, positions: args.position, ..Teller::new(game, out) };
    teller.opening(replay.seed, &replay.players)?;
    let mut told = Ok(());
    let last = replay.run(game, args.viewer, |moment| {
        let action = moment.step.map(|step| (step.seat, step.action.as_str()));
        if told.is_ok() {
            told = teller.moment(moment.state, action, &moment.lines);
        }
    });
    told?;
    Ok(teller.ending(&last?, &replay.players)?)
}
