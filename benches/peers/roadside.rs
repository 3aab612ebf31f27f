//! Roadside's side of the comparison with its peers; `benches/peers/run` runs it beside them.
//!
//! Plays at random for some CPU time and prints a line of JSON for each thing measured; or solves Pig again and again for
//! that time, for `benches/peers/solve.py`.

#[path = "../common/mod.rs"]
mod common;

use std::error::Error;
use std::hint::black_box;

use clap::Parser;
use common::{Pace, Stepper};
use roadside_agents::search::{Rollouts, RootRule, Search, SearchOptions};
use roadside_agents::solver::{SolveError, SolveOptions, Watch, solve};
use roadside_agents::{Playable, make};
use roadside_env::games::kuhn::Kuhn;
use roadside_env::games::pig::Pig;
use roadside_env::games::zone_stalker::ZoneStalker;
use roadside_env::vec_env::VecEnvError;
use roadside_env::{Actions, Game, Sampled, Settings, State, Stream, View};
use serde_json::json;

const SEED: u64 = 1;
/// Decisions between two looks at the clock.
const STRETCH: u64 = 1 << 16;
/// Games side by side.
const ROWS: usize = 1024;

/// Measure Roadside's decisions per CPU-second.
#[derive(Parser)]
struct Args {
    /// CPU time for each thing measured
    #[arg(long, default_value_t = 1.0)]
    seconds: f64,
    /// Solve Pig for two seats to so many points instead
    #[arg(long, value_name = "TARGET")]
    solve: Option<u32>,
    /// What cargo hands to every benchmark
    #[arg(long, hide = true)]
    bench: bool,
}

fn main() -> Result<(), Box<dyn Error>> {
    let Args { seconds, solve, .. } = Args::parse();
    if let Some(target) = solve {
        return solve_pig(target, seconds);
    }
    whole_games("pig", &Pig::from_settings(&Settings::default())?, seconds)?;
    whole_games("kuhn", &Kuhn::from_settings(&Settings::default())?, seconds)?;
    searches("pig_search", &Pig::from_settings(&Settings::default())?, PLAIN_SEARCH, false, seconds)?;
    let zone = ZoneStalker::<2>::from_settings(&Settings::default())?;
    searches("zone_stalker_search", &zone, ("veteran:3:40", Some(1), RootRule::GUMBEL), true, seconds)?;
    whole_games("zone_stalker", &ZoneStalker::<2>::from_settings(&Settings::default())?, seconds)?;
    rows_of_games("pig_rows", Pig::from_settings(&Settings::default())?, seconds)?;
    rows_of_games("kuhn_rows", Kuhn::from_settings(&Settings::default())?, seconds)?;
    rows_of_games("zone_stalker_rows", ZoneStalker::<2>::from_settings(&Settings::default())?, seconds)
}

/// Solves Pig for two seats; its value to the first one, and the CPU time of all runs, on one thread.
fn solve_pig(target: u32, seconds: f64) -> Result<(), Box<dyn Error>> {
    let game = Pig::from_settings(&Settings::default().with("target", target))?;
    let options = SolveOptions { threads: Some(1), ..SolveOptions::default() };
    let mut value = 0.0;
    let Pace { pieces, seconds } = Pace::by_cpu(seconds, || {
        value = solve(&game, &options, &Watch::default())?.value(0);
        Ok::<_, SolveError>(1)
    })?;
    println!("{}", json!({ "value": value, "solved": pieces, "cpu_seconds": seconds }));
    Ok(())
}

/// Whole games by the core loop, with one generator for all games, as in the rollouts of `OpenSpiel`.
fn whole_games<G: Game>(row: &str, game: &G, seconds: f64) -> Result<(), Box<dyn Error>> {
    let mut chance = Sampled::new(SEED, 0);
    let mut player = Stream::for_player(SEED, 0, 0);
    measure(row, seconds, || {
        let mut decisions = 0;
        while decisions < STRETCH {
            decisions += whole_game(game, &mut chance, &mut player);
        }
        Ok(decisions)
    })
}

/// Who plays on where a search leaves its tree, how far, and how the root chooses.
type Manner = (&'static str, Option<u32>, RootRule);
const PLAIN_SEARCH: Manner = ("random", None, RootRule::Puct);

/// Searches of 1,000 simulations: of the opening again and again, or through games that are played so.
fn searches<G: Playable>(
    row: &str,
    game: &G,
    (player, depth, root): Manner,
    through_games: bool,
    seconds: f64,
) -> Result<(), Box<dyn Error>> {
    let rollouts = Rollouts::new(make(player)?, depth, game.rollouts().trust as f32 / 100.0);
    let mut search = Search::new(vec![rollouts], SearchOptions { root, ..SearchOptions::default() });
    let (mut chance, mut random) = (Sampled::new(SEED, 0), Stream::for_player(SEED, 0, 0));
    let mut state = game.new_initial_state(&mut chance);
    measure(row, seconds, || {
        let Some(seat) = state.current_player() else {
            state = game.new_initial_state(&mut chance);
            return Ok(0);
        };
        let Ok(report) = search.run(&View::new(game, &state, seat), &mut random) else { return Ok(0) };
        if through_games {
            state.apply_legal(game, report.chosen, &mut chance);
        }
        Ok(report.simulations)
    })
}

/// Plays a game by random legal actions; how many decisions it took.
fn whole_game<G: Game>(game: &G, chance: &mut Sampled, player: &mut Stream) -> u64 {
    let mut state = game.new_initial_state(chance);
    let mut decisions = 0;
    loop {
        let legal = state.legal_actions(game);
        let Some(action) = legal.choose(player) else { break };
        state.apply_legal(game, action, chance);
        decisions += 1;
    }
    for seat in 0..game.facts().seats {
        black_box(state.player_return(game, seat));
    }
    decisions
}

/// Steps of many rows on one thread with mask, observation, rewards, flags and resets, by random legal actions.
fn rows_of_games<G: Game>(row: &str, game: G, seconds: f64) -> Result<(), Box<dyn Error>> {
    let mut stepper = Stepper::<G, f32>::new(game, ROWS, 1, SEED)?;
    measure(row, seconds, || {
        for _ in 0..STRETCH / ROWS as u64 {
            stepper.choose().step()?;
        }
        Ok(STRETCH)
    })
}

/// Measures `stretch`, which tells how many decisions it made, and prints the row.
fn measure(
    row: &str,
    seconds: f64,
    stretch: impl FnMut() -> Result<u64, VecEnvError>,
) -> Result<(), Box<dyn Error>> {
    let Pace { pieces, seconds } = Pace::by_cpu(seconds, stretch)?;
    let version = env!("CARGO_PKG_VERSION");
    println!("{}", json!({ "row": row, "version": version, "decisions": pieces, "cpu_seconds": seconds }));
    Ok(())
}
