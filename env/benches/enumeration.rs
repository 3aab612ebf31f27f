//! How long exact enumeration takes, over positions of random play of Zone Stalker between two: microseconds on
//! one core, for each kind the median position and the slowest one. A position's own figure is the least of
//! several tries, so that what else the machine does stays out of it.

use std::hint::black_box;
use std::time::Instant;

use roadside_env::chance::{Enumerated, Horizon};
use roadside_env::games::zone_stalker::{ZoneStalker, ZoneState};
use roadside_env::{Action, Actions, Game, Sampled, Settings, State, Stream};

type Duel = ZoneStalker<2>;

const POSITIONS: usize = 200;
const TRIES: usize = 30;
/// More than any of these positions needs.
const LIMIT: usize = 50_000_000;

/// Decisions between stop and flip: the first of a play, the second of the next, and so on.
fn positions(game: &Duel, flip: Action) -> Vec<ZoneState<2>> {
    let mut found = Vec::new();
    for play in 0.. {
        let (mut chance, mut rng) = (Sampled::new(play, 0), Stream::for_player(play, 0, 0));
        let mut state = game.new_initial_state(&mut chance);
        let mut flips_to_come = play % 40;
        while !state.is_terminal() {
            let legal = state.legal_actions(game);
            if legal.contains(flip) {
                if flips_to_come == 0 {
                    found.push(state);
                    break;
                }
                flips_to_come -= 1;
            }
            let action = legal.choose(&mut rng).expect("a choice");
            state.apply_legal(game, action, &mut chance);
        }
        if found.len() == POSITIONS {
            break;
        }
    }
    found
}

/// Measures `work` on every position, and prints the median and the slowest of them; `work` returns how many results
/// it got.
fn measure(name: &str, positions: &[ZoneState<2>], mut work: impl FnMut(&ZoneState<2>) -> usize) {
    let mut rows: Vec<(f64, usize)> = positions
        .iter()
        .map(|position| {
            let mut results = 0;
            let tries = (0..TRIES).map(|_| {
                let start = Instant::now();
                results = black_box(work(black_box(position)));
                start.elapsed().as_secs_f64() * 1e6
            });
            let least = tries.fold(f64::INFINITY, f64::min);
            (least, results)
        })
        .collect();
    rows.sort_by(|one, other| one.0.total_cmp(&other.0));
    let (median, worst) = (rows[rows.len() / 2], rows[rows.len() - 1]);
    println!(
        "{name:<30} median {:>9.2} us ({} results), worst {:>9.2} us ({} results)",
        median.0, median.1, worst.0, worst.1
    );
}

fn main() {
    let game = Duel::from_settings(&Settings::default()).expect("the defaults are legal");
    let label = |label| game.action_from_string(label).expect("an action of the list");
    let flip = label("flip");
    let positions = positions(&game, flip);

    let mut chance = Enumerated::default();
    measure("a flip, every path", &positions, |position| {
        let mut paths = 0;
        loop {
            let mut next = *position;
            next.apply_legal(&game, flip, &mut chance);
            black_box((&next, chance.probability()));
            paths += 1;
            if !chance.next_path() {
                return paths;
            }
        }
    });
    let (stop, mut horizon) = (label("stop"), Horizon::new(LIMIT).within_turn());
    measure("to the next stop or flip", &positions, |position| {
        let lowest = |state: &ZoneState<2>| {
            let legal = state.legal_actions(&game);
            if legal.contains(stop) { None } else { legal.nth(0) }
        };
        horizon.after(&game, position, flip, lowest).expect("fewer paths").len()
    });
}
