//! What can be asked for at the prompt.

use std::io::Write;

use clap::{Args, Parser, Subcommand};

use serde_json::Value;

use roadside_env::games::AnyGame;
use roadside_env::{Game, Key, Settings, with_game};

use crate::commands::{analyze, arena, completions, games, play, replay, simulate, solve, watch};
use crate::failure::Failure;

/// Board games about stalkers: simulate them, watch them, play them, replay them.
///
/// Results go to standard output, progress and errors to standard error. Exit codes: 0 done, 1 failed,
/// 2 wrong use, 130 interrupted.
#[derive(Debug, Parser)]
#[command(version, name = "roadside", arg_required_else_help = true)]
#[command(
    after_help = "Example:\n  roadside simulate --game pig --agents hold:20,random --games 20000 --seed 1"
)]
pub struct Cli {
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Debug, Subcommand)]
pub enum Command {
    Simulate(simulate::Args),
    Arena(arena::Args),
    Solve(solve::Args),
    Watch(watch::Args),
    Play(play::Args),
    Replay(replay::Args),
    Games(games::Args),
    Analyze(analyze::Args),
    Completions(completions::Args),
}

impl Command {
    /// Does what is asked for; its result goes to `out`.
    pub fn run(&self, out: &mut dyn Write) -> Result<(), Failure> {
        match self {
            Self::Simulate(args) => simulate::run(args, out),
            Self::Arena(args) => arena::run(args, out),
            Self::Solve(args) => solve::run(args, out),
            Self::Watch(args) => watch::run(args, out),
            Self::Play(args) => play::run(args, out),
            Self::Replay(args) => replay::run(args, out),
            Self::Games(args) => games::run(args, out),
            Self::Analyze(args) => analyze::run(args, out),
            Self::Completions(args) => completions::run(args, out),
        }
    }
}

/// Which game is played, and how it is set up.
#[derive(Debug, Args)]
pub struct GameArgs {
    /// The game; `roadside games` tells what there is
    #[arg(long)]
    game: String,
    #[command(flatten)]
    setup: SetupArgs,
}

impl GameArgs {
    /// The game, set up.
    pub fn load(&self) -> Result<AnyGame, Failure> {
        self.setup.load(&self.game)
    }

    /// Whether `--config` sets this key.
    pub fn sets(&self, key: &str) -> bool {
        let keys = self.setup.config.iter().filter_map(|pair| pair.split_once('='));
        keys.into_iter().any(|(set, _)| set.trim() == key)
    }
}

/// How a game is set up.
#[derive(Debug, Args)]
pub struct SetupArgs {
    /// How many seats play [default: the game's own]
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    players: Option<String>,
    /// A setting, one pair each, names in a list separated by commas; `roadside games GAME` lists the keys
    #[arg(long, value_name = "KEY=VALUE")]
    config: Vec<String>,
}

impl SetupArgs {
    /// The game of this name, set up.
    pub fn load(&self, name: &str) -> Result<AnyGame, Failure> {
        let default = AnyGame::load(name, &Settings::default())?;
        let mut settings = Settings::from_pairs(self.config.iter().map(String::as_str))
            .map_err(|error| Failure::from(roadside_env::games::LoadError::from(error)))?;
        if let Some(players) = &self.players {
            with_game!(&default, game => set_players(game, players, &mut settings))?;
        }
        Ok(AnyGame::load(name, &settings)?)
    }

    /// The game of this name, set up for so many seats unless something else is asked for.
    pub fn load_for(&self, name: &str, seats: Option<usize>) -> Result<AnyGame, Failure> {
        let says_players = |pair: &String| pair.starts_with("players=") || pair.starts_with("preset=");
        let players = match (&self.players, seats) {
            (None, Some(seats)) if !self.config.iter().any(says_players) => Some(seats.to_string()),
            (given, _) => given.clone(),
        };
        Self { players, config: self.config.clone() }.load(name)
    }

    /// Whether anything is asked for.
    pub fn is_empty(&self) -> bool {
        self.players.is_none() && self.config.is_empty()
    }
}

/// Sets the number of seats, of which the game knows the range; one without that setting takes only its own.
fn set_players<G: Game>(game: &G, players: &str, settings: &mut Settings) -> Result<(), Failure> {
    let is_players = |key: &Key| key.name == "players";
    if !G::keys().iter().any(is_players) {
        let seats = game.facts().seats;
        return match players.parse::<usize>() {
            Ok(players) if players == seats => Ok(()),
            _ => Err(Failure::wrong_use(format!("players = {players}: {} is for {seats} seats", G::NAME))),
        };
    }
    if settings.get("players").is_some() {
        return Err(Failure::wrong_use("players is set twice, by --players and by --config"));
    }
    settings.set("players", players.parse::<i64>().map_or_else(|_| players.into(), Value::from));
    Ok(())
}

/// Reads a whole number from `least` to `most`.
pub fn whole_number(least: u64, most: u64) -> impl Fn(&str) -> Result<u64, String> + Clone {
    move |text| {
        let number = text.parse().ok().filter(|number| (least..=most).contains(number));
        number.ok_or_else(|| format!("legal is a whole number from {least} to {most}"))
    }
}
