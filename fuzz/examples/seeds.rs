//! Writes valid inputs for every target into the corpus, for when other rules have made the kept ones worthless:
//! `cargo run --manifest-path fuzz/Cargo.toml --example seeds`, then `cargo fuzz cmin`.

use std::fs;
use std::io;
use std::path::Path;

use roadside_env::chance::Recorded;
use roadside_env::games::AnyGame;
use roadside_env::{Actions, Game, Replay, Sampled, Settings, State, Stream, with_game};
use roadside_fuzz::actions::CONFIGURATIONS;

/// Replays stay short, so that the fuzzer changes what matters.
const DECISIONS: usize = 40;

fn main() -> io::Result<()> {
    for (number, configuration) in CONFIGURATIONS.iter().enumerate() {
        let (name, settings) = configuration.split_once('\n').unwrap_or((configuration, ""));
        let settings = Settings::from_pairs(settings.lines()).expect("the settings are pairs");
        let game = AnyGame::load(name, &settings).expect("the settings are legal");
        keep("configurations", number, 0, configuration)?;
        for seed in 0..3 {
            let mut bytes = vec![number as u8];
            bytes.extend((seed as u64).to_le_bytes());
            bytes.extend((0..2 * DECISIONS as u8).map(|byte| byte.wrapping_mul(37 * (seed as u8 + 1))));
            keep("actions", number, seed, bytes)?;
            keep("rows", number, seed, rows(number as u8, seed as u8))?;
            with_game!(&game, game => play(game, number, seed, configuration)?);
        }
    }
    Ok(())
}

/// A few rows on two threads, stepped at random: all seats of them, or one against others.
fn rows(number: u8, seed: u8) -> Vec<u8> {
    let (no_bound, in_floats, learner) = (0, 0, 2 * (seed % 2));
    let made = [number, 2 + seed, seed % 3, 1, no_bound, in_floats, learner, seed, 0];
    let (nothing, on_with_the_seeds, all) = (0, 2, 0);
    let begun = [nothing, on_with_the_seeds, all];
    let (at_random, steps) = (1, 63);
    [&made[..], &begun, &[at_random, steps, seed]].concat()
}

/// Writes down a random play, some of its positions, and the settings in full.
fn play<G: Game>(game: &G, number: usize, seed: usize, configuration: &str) -> io::Result<()> {
    let settings = serde_json::to_string(&game.settings())?;
    keep("configurations", number, 1, format!("{}\n{settings}", G::NAME))?;
    let mut chance = Recorded::new(Sampled::new(seed as u64, 0), None);
    let mut rng = Stream::for_player(seed as u64, 0, 0);
    let mut state = game.new_initial_state(&mut chance);
    let mut replay = Replay::new(game, Some(seed as u64), vec!["random".into()], &chance.take_events());
    for decision in 0..DECISIONS * (seed + 1) {
        let Some(seat) = state.current_player() else { break };
        if decision % 20 == 10 {
            let line = state.position(game);
            keep("positions", number, 1_000 * seed + decision, format!("{configuration}\n{line}"))?;
            let json = serde_json::to_string(&state)?;
            keep("positions", number, 1_000 * seed + decision + 1, format!("{configuration}\n{json}"))?;
        }
        let legal = state.legal_actions(game);
        let action = legal.choose(&mut rng).expect("a choice");
        state.apply_legal(game, action, &mut chance);
        replay.push(game, seat, action, &chance.take_events());
    }
    replay.returns = state.is_terminal().then(|| state.returns(game));
    keep("positions", number, 1_000 * seed, format!("{configuration}\n{}", state.position(game)))?;
    keep("replays", number, seed, replay.to_string())
}

fn keep(target: &str, number: usize, part: usize, input: impl AsRef<[u8]>) -> io::Result<()> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus").join(target);
    fs::create_dir_all(&folder)?;
    fs::write(folder.join(format!("seed-{number}-{part}")), input)
}
