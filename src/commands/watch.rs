//! `roadside watch`.

use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use roadside_agents::{Lineup, Playable};
use roadside_env::with_game;

use crate::args::{GameArgs, whole_number};
use crate::failure::Failure;
use crate::session::Session;
use crate::teller::Teller;

/// Tell one game between players, so that you can follow it and check each roll
///
/// It is the first game that `simulate` plays with the same seed.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  roadside watch --game pig --agents hold:20,random --seed 7 --delay 0.5")]
pub struct Args {
    #[command(flatten)]
    game: GameArgs,
    /// The players, dealt to the seats in turn
    #[arg(long, value_name = "NAMES", value_delimiter = ',', default_value = "random")]
    agents: Vec<String>,
    /// The seed
    #[arg(long, default_value_t = 0, value_parser = whole_number(0, u64::MAX), allow_negative_numbers = true)]
    seed: u64,
    /// The pause after each action, in seconds (0 to 3600)
    #[arg(long, value_name = "SECONDS", default_value = "0", value_parser = seconds, allow_negative_numbers = true)]
    delay: Duration,
    /// Save the game as a replay, also if it is left before its end
    #[arg(long, value_name = "FILE", value_hint = clap::ValueHint::FilePath)]
    save: Option<PathBuf>,
}

pub fn run(args: &Args, out: &mut dyn Write) -> Result<(), Failure> {
    with_game!(args.game.load()?, game => watch(&Arc::new(game), args, out))
}

fn watch<G: Playable>(game: &Arc<G>, args: &Args, out: &mut dyn Write) -> Result<(), Failure> {
    let mut lineup = Lineup::new(&args.agents, game.facts().seats)?;
    let save = args.save.as_deref();
    let mut session = Session::new(Arc::clone(game), args.seed, lineup.names(), None, save)?;
    let mut teller = Teller { delay: args.delay, ..Teller::new(&**game, out) };
    let told = tell(&mut session, &mut lineup, args.seed, &mut teller);
    session.finish(told)
}

fn tell<G: Playable>(
    session: &mut Session<G>,
    lineup: &mut Lineup<G>,
    seed: u64,
    teller: &mut Teller<'_, G>,
) -> Result<(), Failure> {
    let names = lineup.names();
    teller.opening(Some(seed), &names)?;
    let lines = session.take_lines();
    teller.moment(session.state(), None, &lines)?;
    while let Some(seat) = session.view_to_act().map(|view| view.seat()) {
        let action = session.ask(seat, lineup.at(seat));
        session.act(seat, action)?;
        let lines = session.take_lines();
        teller.moment(session.state(), Some((seat, teller.game.action_to_string(action))), &lines)?;
    }
    Ok(teller.ending(session.state(), &names)?)
}

fn seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse().ok().filter(|seconds| (0.0..=3600.0).contains(seconds));
    seconds.map(Duration::from_secs_f64).ok_or_else(|| "legal is a number from 0 to 3600".to_owned())
}
