//! Trains players by self-play, with libtorch. `roadside train` starts it.

mod args;
mod date;
mod folder;
mod learner;
mod logs;
mod measure;
mod model;
mod play;
mod progress;
mod recipe;
mod recipes;
mod state;
mod train;
mod window;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use args::TrainArgs;
use clap::Parser;
use folder::Folder;
use progress::Progress;
use roadside_agents::network;
use roadside_env::Stop;
use state::State;
use train::{Ended, Limits, Run};

/// Trains a player by self-play, with libtorch.
#[derive(Parser)]
#[command(name = "roadside-train", version)]
struct Cli {
    #[command(flatten)]
    train: TrainArgs,
}

/// The exit code after Ctrl-C.
const INTERRUPTED: u8 = 130;

fn main() -> ExitCode {
    match run(&Cli::parse().train) {
        Ok(Ended::AtLimit) => ExitCode::SUCCESS,
        Ok(Ended::Stopped) => INTERRUPTED.into(),
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

type AnyError = Box<dyn std::error::Error>;

fn run(args: &TrainArgs) -> Result<Ended, AnyError> {
    let device = device(args.device)?;
    // One thread learns; the others play.
    tch::set_num_threads(1);
    let threads = args.threads.map_or_else(
        || std::thread::available_parallelism().map_or(1, usize::from),
        |threads| threads as usize,
    );
    let stop = stop_at_ctrl_c()?;
    let limits = Limits { steps: args.steps, hours: args.hours };
    let mut run = if let Some(path) = &args.resume {
        let folder = existing(path)?;
        let recipe = recipe::read(&folder.path("recipe.toml"))?;
        Run::resume(folder, recipe, (threads, device))?
    } else {
        let (mut recipe, mut text) = match (&args.recipe, &args.game) {
            (Some(path), _) => recipe::read(path)?,
            (None, game) => recipes::shipped(game.as_deref().unwrap_or_default())?,
        };
        if let Some(against) = &args.against {
            (recipe.selfplay.opponents, recipe.selfplay.league) = (vec![against.clone()], 1.0);
            recipe.measure.yardsticks = vec![against.clone()];
            text = toml::to_string(&recipe)?;
        }
        let from = args.from.as_ref().map(|name| network::named(&recipe.game, name)).transpose()?;
        let path = args.out.clone().unwrap_or_else(|| PathBuf::from("runs").join(&recipe.game));
        let folder = Folder::open(&path)?;
        if State::exists(&folder) {
            let path = path.display();
            return Err(format!("{path} holds a run already; go on with it by --resume {path}").into());
        }
        Run::begin(folder, (recipe, text), from.as_deref(), (args.seed, threads, device))?
    };
    let progress = Progress::new(limits);
    let ended = run.go_on(limits, &progress, &stop)?;
    let State { round, steps, .. } = run.state();
    eprintln!("{round} rounds, {steps} steps");
    Ok(ended)
}

fn existing(path: &Path) -> Result<Folder, AnyError> {
    if !path.join("state/state.json").exists() {
        let path = path.display();
        return Err(format!(
            "{path} holds no run: there is no state/state.json; begin one with --out {path}"
        )
        .into());
    }
    Ok(Folder::open(path)?)
}

fn device(wanted: args::Device) -> Result<tch::Device, AnyError> {
    match wanted {
        args::Device::Cpu => Ok(tch::Device::Cpu),
        args::Device::Cuda if tch::Cuda::is_available() => Ok(tch::Device::Cuda(0)),
        args::Device::Cuda => {
            Err("--device cuda: libtorch finds no graphics card here; leave it out, or give --device cpu"
                .into())
        }
    }
}

/// The first Ctrl-C ends the run where it can be gone on with; the second ends the program.
fn stop_at_ctrl_c() -> Result<Stop, AnyError> {
    let stop = Stop::default();
    let wish = stop.clone();
    ctrlc::set_handler(move || {
        if wish.is_soon() {
            std::process::exit(INTERRUPTED.into());
        }
        eprintln!("saving; press Ctrl-C again to end at once");
        wish.now();
    })?;
    Ok(stop)
}
