//! What steps of Zone Stalker cost, by random legal play with two seats where nothing else is said, and the ratios
//! between ways of stepping. All is measured in turn, round after round, and the medians are shown.
//!
//! ```text
//! cargo bench --bench stepping                 # a minute
//! cargo bench --bench stepping -- --seconds 2  # more time for each figure
//! ```

mod common;

use std::convert::Infallible;
use std::env::current_exe;
use std::error::Error;
use std::hint::black_box;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

use clap::Parser;
use common::{Pace, Stepper};
use roadside_agents::{Options, SimulateError, make, simulate};
use roadside_env::chance::{Pile, Topic, Urn};
use roadside_env::games::zone_stalker::{ZoneStalker, ZoneState};
use roadside_env::vec_env::VecEnvError;
use roadside_env::{
    Action, Actions, Agent, Chance, ConfigError, Element, Game, IllegalAction, Play, Sampled, Settings,
    State, Stop, Stream,
};

type Duel = ZoneStalker<2>;
type Figure = fn(f64) -> Result<f64, Box<dyn Error>>;

const SEED: u64 = 1;
const ROWS: usize = 1024;
/// Rows of the runs on two cores.
const MANY_ROWS: usize = 4096;
/// Decisions between two looks at the clock.
const STRETCH: u64 = 1 << 15;
/// Games between two looks at the clock.
const GAMES: u64 = 100;
/// Games of a simulation, which starts a thread.
const MANY_GAMES: u64 = 10_000;

/// Measure what steps cost.
#[derive(Parser)]
struct Args {
    /// Time for each figure in each round
    #[arg(long, default_value_t = 0.5)]
    seconds: f64,
    /// How often all is measured
    #[arg(long, default_value_t = 7)]
    rounds: usize,
    /// Step this many rows and print the figure alone
    #[arg(long, hide = true)]
    rows: Option<usize>,
    /// On so many threads
    #[arg(long, hide = true, default_value_t = 1)]
    threads: usize,
    /// What cargo hands to every benchmark
    #[arg(long, hide = true)]
    bench: bool,
}

/// What is measured: millions of decisions, or thousands of games.
const FIGURES: [(&str, Figure); 18] = [
    ("raw", |seconds| raw::<2>(TWO, seconds)),
    ("raw, chance from one generator", |seconds| raw_by::<2, _>(TWO, seconds, Direct::new)),
    ("raw, 1 seat", |seconds| raw::<2>("players=1", seconds)),
    ("raw, 3 seats", |seconds| raw::<6>("players=3", seconds)),
    ("raw, 4 seats", |seconds| raw::<6>("players=4", seconds)),
    ("raw, 5 seats", |seconds| raw::<6>("players=5", seconds)),
    ("raw, 6 seats", |seconds| raw::<6>("players=6", seconds)),
    ("raw, without trades, 4 seats", |seconds| raw::<6>("players=4 trade_offers=0", seconds)),
    ("raw, every variant, 4 seats", |seconds| raw::<6>(EVERY_VARIANT, seconds)),
    ("raw, the least set-up", |seconds| raw::<2>("preset=reduced-1", seconds)),
    ("apply, mask, copy of a ready row, f32", ready_rows::<f32>),
    ("rows of a VecEnv, f32", |seconds| rows::<f32>(ROWS, seconds)),
    ("apply, mask, copy of a ready row, u8", ready_rows::<u8>),
    ("rows of a VecEnv, u8", |seconds| rows::<u8>(ROWS, seconds)),
    ("4,096 rows in two processes, by the wall", two_processes),
    ("4,096 rows on two threads, by the wall", |seconds| rows_by_the_wall(MANY_ROWS, 2, seconds)),
    ("thousand games of cautious:4, one by one", single_games),
    ("thousand games of cautious:4, simulated", simulated_games),
];

/// A ratio: its name, and the figures that are held against each other.
const RATIOS: [[&str; 3]; 5] = [
    ["generic chance / one generator", "raw", "raw, chance from one generator"],
    ["f32 rows / copies of ready rows", "rows of a VecEnv, f32", "apply, mask, copy of a ready row, f32"],
    ["u8 rows / copies of ready rows", "rows of a VecEnv, u8", "apply, mask, copy of a ready row, u8"],
    [
        "two threads / two processes",
        "4,096 rows on two threads, by the wall",
        "4,096 rows in two processes, by the wall",
    ],
    [
        "games simulated / one by one",
        "thousand games of cautious:4, simulated",
        "thousand games of cautious:4, one by one",
    ],
];

const TWO: &str = "players=2";
const EVERY_VARIANT: &str = "players=4 trade_offers=5 retry_scope=any inheritance=on";

fn main() -> Result<(), Box<dyn Error>> {
    let args = Args::parse();
    if let Some(rows) = args.rows {
        println!("{}", rows_by_the_wall(rows, args.threads, args.seconds)?);
        return Ok(());
    }
    let mut measured = vec![Vec::new(); FIGURES.len()];
    for _ in 0..args.rounds.max(1) {
        for ((_, figure), measured) in FIGURES.iter().zip(&mut measured) {
            measured.push(figure(args.seconds)?);
        }
    }
    println!("{:42} per second", "millions of decisions");
    for ((name, _), measured) in FIGURES.iter().zip(&measured) {
        println!("{name:42} {:10.2}", median(measured.clone()));
    }
    println!();
    for [name, part, whole] in RATIOS {
        let [part, whole] = [part, whole].map(|figure| &measured[place(figure)]);
        let by_round = part.iter().zip(whole).map(|(part, whole)| part / whole);
        println!("{name:42} {:10.2}", median(by_round.collect()));
    }
    Ok(())
}

fn place(figure: &str) -> usize {
    FIGURES.iter().position(|(name, _)| *name == figure).expect("a figure by its name")
}

fn median(mut numbers: Vec<f64>) -> f64 {
    numbers.sort_by(f64::total_cmp);
    numbers[numbers.len() / 2]
}

/// The game with these settings, `key=value` each.
fn game<const SEATS: usize>(settings: &str) -> Result<ZoneStalker<SEATS>, ConfigError> {
    let pairs = settings.split_whitespace().filter_map(|pair| pair.split_once('='));
    ZoneStalker::from_settings(&pairs.fold(Settings::default(), |all, (key, value)| all.with(key, value)))
}

fn raw<const SEATS: usize>(settings: &str, seconds: f64) -> Result<f64, Box<dyn Error>> {
    raw_by::<SEATS, _>(settings, seconds, |episode| Sampled::new(SEED, episode))
}

/// Whole games by the rules alone; `chance` makes the randomness of an episode.
fn raw_by<const SEATS: usize, C: Chance>(
    settings: &str,
    seconds: f64,
    chance: impl Fn(u64) -> C,
) -> Result<f64, Box<dyn Error>> {
    let game = game::<SEATS>(settings)?;
    let (mut random, mut episode) = (Stream::for_player(SEED, 0, 0), 0);
    let pace = Pace::by_cpu(seconds, || {
        let mut decisions = 0;
        while decisions < STRETCH {
            let mut chance = chance(episode);
            let mut state = game.new_initial_state(&mut chance);
            while !state.is_terminal() {
                let action = state.legal_actions(&game).choose(&mut random).unwrap_or(Action(0));
                state.apply_legal(&game, action, &mut chance);
                decisions += 1;
            }
            black_box(state);
            episode += 1;
        }
        Ok::<_, Infallible>(decisions)
    })?;
    Ok(pace.per_second() / 1e6)
}

/// Chance from one generator, whatever it is for.
struct Direct(Stream);

impl Direct {
    fn new(episode: u64) -> Self {
        Self(Stream::new(SEED, episode, 0))
    }
}

impl Chance for Direct {
    fn pick(&mut self, _topic: Topic, urn: &impl Urn) -> usize {
        urn.item_at(self.0.below(urn.total()))
    }

    fn draw<P: Pile>(&mut self, _topic: Topic, from: &P, n: u32) -> P {
        let (mut left, mut drawn) = (from.clone(), P::default());
        for _ in 0..n {
            let kind = left.item_at(self.0.below(left.total()));
            left.take(kind);
            drawn.put(kind, 1);
        }
        drawn
    }
}

/// As little as a row can cost: the rules, the mask, and an observation that only has to be copied.
fn ready_rows<E: Element>(seconds: f64) -> Result<f64, Box<dyn Error>> {
    let game = game::<2>(TWO)?;
    let (len, actions) = (game.facts().observation_len, game.facts().actions);
    let begin = |episode| {
        let mut chance = Sampled::new(SEED, episode);
        (game.new_initial_state(&mut chance), chance)
    };
    let mut rows: Vec<(ZoneState<2>, Sampled)> = (0..ROWS as u64).map(begin).collect();
    let (ready, mut observations) = (black_box(vec![E::default(); len]), vec![E::default(); ROWS * len]);
    let mut masks = vec![false; ROWS * actions];
    let (mut random, mut episode) = (Stream::for_player(SEED, 0, 0), ROWS as u64);
    let pace = Pace::by_cpu(seconds, || {
        for _ in 0..STRETCH / ROWS as u64 {
            for (place, (state, chance)) in rows.iter_mut().enumerate() {
                if state.is_terminal() {
                    (*state, *chance) = begin(episode);
                    episode += 1;
                } else {
                    let action = state.legal_actions(&game).choose(&mut random).unwrap_or(Action(0));
                    state.apply_legal(&game, action, chance);
                }
                let at = place * len;
                observations[at..at + len].copy_from_slice(&ready);
                state.legal_actions(&game).write_mask(&mut masks[place * actions..][..actions]);
            }
            black_box((&mut observations, &mut masks));
        }
        Ok::<_, Infallible>(STRETCH)
    })?;
    Ok(pace.per_second() / 1e6)
}

/// Rows with mask, observation, rewards, flags and resets.
fn rows<E: Element>(rows: usize, seconds: f64) -> Result<f64, Box<dyn Error>> {
    let mut stepper = Stepper::<Duel, E>::new(game(TWO)?, rows, 1, SEED)?;
    let pace = Pace::by_cpu(seconds, || {
        for _ in 0..STRETCH / rows as u64 {
            stepper.choose().step()?;
        }
        Ok::<_, VecEnvError>(STRETCH)
    })?;
    Ok(pace.per_second() / 1e6)
}

/// What the steps themselves take on several threads, without the choice of actions, which is made on one.
fn rows_by_the_wall(rows: usize, threads: usize, seconds: f64) -> Result<f64, Box<dyn Error>> {
    let mut stepper = Stepper::<Duel, f32>::new(game(TWO)?, rows, threads, SEED)?;
    stepper.choose().step()?; // warms up
    let (mut decisions, mut stepping) = (0, Duration::ZERO);
    let start = Instant::now();
    while start.elapsed().as_secs_f64() < seconds {
        stepper.choose();
        let before = Instant::now();
        stepper.step()?;
        stepping += before.elapsed();
        decisions += rows;
    }
    Ok(decisions as f64 / stepping.as_secs_f64() / 1e6)
}

/// Half the rows in each of two processes at the same time.
fn two_processes(seconds: f64) -> Result<f64, Box<dyn Error>> {
    let program = current_exe()?;
    let half = || {
        Command::new(&program)
            .args(["--rows", &(MANY_ROWS / 2).to_string(), "--seconds", &seconds.to_string()])
            .stdout(Stdio::piped())
            .spawn()
    };
    let mut both = 0.0;
    for process in [half()?, half()?] {
        let printed = process.wait_with_output()?.stdout;
        both += String::from_utf8(printed)?.trim().parse::<f64>()?;
    }
    Ok(both)
}

/// Games one after the other, each a play whose positions are asked and told by the verbs of a single game.
fn single_games(seconds: f64) -> Result<f64, Box<dyn Error>> {
    let game = Arc::new(game::<2>(TWO)?);
    let mut players: [Box<dyn Agent<Duel>>; 2] = [make("cautious:4")?, make("cautious:4")?];
    let mut episode = 0;
    let pace = Pace::by_cpu(seconds, || {
        for _ in 0..GAMES {
            let mut streams = [0, 1].map(|seat| Stream::for_player(SEED, episode, seat));
            let mut play = Play::new(Arc::clone(&game), Sampled::new(SEED, episode));
            while let Some(view) = play.view_to_act() {
                let seat = view.seat();
                let action = players[seat].act(&view, &mut streams[seat]);
                play.apply_action(action)?;
            }
            black_box(play.returns());
            episode += 1;
        }
        Ok::<_, IllegalAction>(GAMES)
    })?;
    Ok(pace.per_second() / 1e3)
}

/// Games between named players, summed up.
fn simulated_games(seconds: f64) -> Result<f64, Box<dyn Error>> {
    let (game, names) = (game::<2>(TWO)?, ["cautious:4"]);
    let pace = Pace::by_cpu(seconds, || {
        let options = Options { games: MANY_GAMES, seed: SEED, threads: Some(1), rows: 1 };
        simulate(&game, &names, &options, &|_| {}, &Stop::default())?;
        Ok::<_, SimulateError>(MANY_GAMES)
    })?;
    Ok(pace.per_second() / 1e3)
}
