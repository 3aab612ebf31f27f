//! Counts the instructions of the inner loops under valgrind, per decision, and holds them against the recorded
//! counts: unlike times they are steady on a machine that does other work as well.
//!
//! ```text
//! cargo bench -p roadside-env --bench instructions             # fails where a count rose by more than 2 %
//! cargo bench -p roadside-env --bench instructions -- --record # writes the counts down, to be committed
//! ```
//!
//! All is random legal play. A count is the difference between a long and a short run, so that starting up is not in
//! it. Other compilers and processors count otherwise: on another ground than the recorded one nothing is refused.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::sync::Arc;
use std::{env, fs};

use roadside_env::chance::{Enumerated, each_path};
use roadside_env::games::kuhn::Kuhn;
use roadside_env::games::pig::Pig;
use roadside_env::games::zone_stalker::ZoneStalker;
use roadside_env::vec_env::{Batch, Seeds, VecOptions};
use roadside_env::{Action, Actions, Element, Game, Sampled, Settings, State, Stream, VecEnv};

/// The share by which a count may rise.
const TOLERANCE: f64 = 0.02;
const SHORT: u64 = 20_000;
const LONG: u64 = 60_000;
const ROWS: usize = 1024;

/// A loop of so many decisions, or a few more; says how many they were.
type Case = (&'static str, fn(u64) -> u64);

const CASES: [Case; 9] = [
    ("raw pig, 2 seats", |n| raw::<Pig>(2, n)),
    ("raw kuhn, 2 seats", |n| raw::<Kuhn>(2, n)),
    ("raw zone_stalker, 2 seats", |n| raw::<ZoneStalker<2>>(2, n)),
    ("raw zone_stalker, 6 seats", |n| raw::<ZoneStalker<6>>(6, n)),
    ("rows pig, 2 seats, f32", |n| rows::<Pig, f32>(2, n)),
    ("rows kuhn, 2 seats, f32", |n| rows::<Kuhn, f32>(2, n)),
    ("rows zone_stalker, 2 seats, f32", |n| rows::<ZoneStalker<2>, f32>(2, n)),
    ("rows zone_stalker, 2 seats, u8", |n| rows::<ZoneStalker<2>, u8>(2, n)),
    ("outcomes zone_stalker, 2 seats", outcomes),
];

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).filter(|argument| argument != "--bench").collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match words[..] {
        ["--case", name, decisions] => {
            let (_, run) = CASES.iter().find(|case| case.0 == name).expect("a case by its name");
            println!("{}", run(decisions.parse().expect("a number of decisions")));
            ExitCode::SUCCESS
        }
        ["--record"] => record(&measure()),
        [] => compare(&measure()),
        _ => {
            eprintln!("unknown arguments {words:?}; there is --record, and nothing");
            ExitCode::from(2)
        }
    }
}

/// Instructions per decision of each case.
fn measure() -> BTreeMap<&'static str, f64> {
    CASES
        .iter()
        .map(|&(name, _)| {
            let [(short, few), (long, many)] = [SHORT, LONG].map(|decisions| count(name, decisions));
            (name, (long - short) / (many - few))
        })
        .collect()
}

/// The instructions of one run, and its decisions.
fn count(case: &str, decisions: u64) -> (f64, f64) {
    let program = env::current_exe().expect("the path of this program");
    let run = Command::new("valgrind")
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
        .arg(program)
        .args(["--case", case, &decisions.to_string()])
        .output()
        .expect("valgrind is installed");
    let said = String::from_utf8_lossy(&run.stderr);
    let instructions = said.lines().find_map(|line| line.split_once("Collected :"));
    let instructions = instructions.and_then(|(_, number)| number.trim().parse().ok());
    let decisions = String::from_utf8_lossy(&run.stdout).trim().parse().ok();
    instructions.zip(decisions).unwrap_or_else(|| panic!("valgrind says of {case}:\n{said}"))
}

fn record(counts: &BTreeMap<&str, f64>) -> ExitCode {
    let mut text = format!("# {}\n", ground());
    for (name, count) in counts {
        let _ = writeln!(text, "{name}\t{count:.1}");
        println!("{name:34} {count:9.1}");
    }
    fs::write(recorded_path(), text).expect("the record can be written");
    ExitCode::SUCCESS
}

fn compare(counts: &BTreeMap<&str, f64>) -> ExitCode {
    let text = fs::read_to_string(recorded_path()).expect("benches/instructions.tsv is there");
    let mut lines = text.lines();
    let same_ground = lines.next() == Some(&format!("# {}", ground()));
    let recorded: BTreeMap<&str, f64> = lines
        .filter_map(|line| line.split_once('\t'))
        .map(|(name, count)| (name, count.parse().unwrap()))
        .collect();
    println!("{:34} {:>9} {:>9}", "instructions per decision", "now", "recorded");
    let mut risen = 0;
    for (name, &now) in counts {
        let before = recorded.get(name).copied().unwrap_or(0.0);
        let rose = now > before * (1.0 + TOLERANCE);
        risen += u32::from(rose);
        println!("{name:34} {now:9.1} {before:9.1}{}", if rose { "  <- risen" } else { "" });
    }
    if !same_ground {
        println!("recorded with another compiler or processor: nothing is refused");
    } else if risen > 0 {
        println!("{risen} rose by more than 2 %; where that is meant, --record");
        return ExitCode::FAILURE;
    }
    ExitCode::SUCCESS
}

fn recorded_path() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("benches/instructions.tsv")
}

/// What the counts depend on beside the code: the compiler, and what the processor offers to code that chooses.
fn ground() -> String {
    let run = Command::new("rustc").arg("--version").output().expect("rustc is installed");
    let compiler = String::from_utf8_lossy(&run.stdout);
    let instructions = if has_avx2() { "with AVX2" } else { "without AVX2" };
    format!("{}, {} {instructions}", compiler.trim(), env::consts::ARCH)
}

#[cfg(target_arch = "x86_64")]
fn has_avx2() -> bool {
    std::arch::is_x86_feature_detected!("avx2")
}

#[cfg(not(target_arch = "x86_64"))]
fn has_avx2() -> bool {
    false
}

fn game<G: Game>(seats: usize) -> G {
    let settings = Settings::default();
    let has_seats = G::keys().iter().any(|key| key.name == "players");
    G::from_settings(&if has_seats { settings.with("players", seats) } else { settings }).expect("a game")
}

fn any_legal<G: Game>(state: &G::State, game: &G, rng: &mut Stream) -> Action {
    state.legal_actions(game).choose(rng).unwrap_or(Action(0))
}

/// One game after the other, nothing but the rules.
fn raw<G: Game>(seats: usize, decisions: u64) -> u64 {
    let game: G = game(seats);
    let mut made = 0;
    for episode in 0.. {
        let (mut chance, mut rng) = (Sampled::new(1, episode), Stream::for_player(1, episode, 0));
        let mut state = game.new_initial_state(&mut chance);
        while !state.is_terminal() {
            let action = any_legal(&state, &game, &mut rng);
            state.apply_legal(&game, action, &mut chance);
            made += 1;
        }
        if made >= decisions {
            break;
        }
    }
    made
}

/// Rows with observation, mask, rewards, flags and resets.
fn rows<G: Game, E: Element>(seats: usize, decisions: u64) -> u64 {
    let options = VecOptions { threads: Some(1), ..VecOptions::default() };
    let mut env = VecEnv::<G>::all_seats(Arc::new(game(seats)), ROWS, options).expect("rows");
    let mut batch = Batch::<E>::new(*env.shape());
    let (mut actions, mut rng) = ([Action(0); ROWS], Stream::for_player(1, 0, 0));
    env.reset(Seeds::First(1), None, &mut batch.buffers()).expect("a reset");
    let mut made = 0;
    while made < decisions {
        for (row, action) in actions.iter_mut().enumerate() {
            *action = env.legal_actions(row).choose(&mut rng).unwrap_or(Action(0));
        }
        env.step(&actions, &mut batch.buffers()).expect("legal actions");
        made += ROWS as u64;
    }
    made
}

/// Every outcome of a flip from the opening, over and over; counted are the outcomes.
fn outcomes(wanted: u64) -> u64 {
    let game: ZoneStalker<2> = game(2);
    let flip = game.action_from_string("flip").expect("there is a flip");
    let state = game.new_initial_state(&mut Sampled::new(1, 0));
    let mut seen = 0;
    while seen < wanted {
        let rules = |chance: &mut Enumerated| {
            let mut next = state;
            next.apply_legal(&game, flip, chance);
            next
        };
        each_path(1_000_000, rules, |_, _| seen += 1).expect("few outcomes");
    }
    seen
}
