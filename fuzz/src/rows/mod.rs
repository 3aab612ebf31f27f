//! Many games stepped by one call, rightly and wrongly.

mod input;
mod numbers;
mod pair;
mod set_up;
mod track;

use roadside_agents::Playable;
use roadside_env::vec_env::{Seeds, VecEnvError};
use roadside_env::{Action, Stream, with_game};

use input::Input;
use numbers::Numbers;
use pair::{ARRAYS, Call, Pair};
use set_up::SetUp;

/// How many rows are stepped or reset, each time counted.
const MOST_WORK: usize = 300;

/// The first bytes say which rows are made and reset, those that follow what is done with them. The same is done on
/// one thread and, behind [`AnyVecEnv`](roadside_env::vec_env::AnyVecEnv), on several.
///
/// # Panics
/// If the two differ, a row shows what it must not, or a refused call leaves a trace.
pub fn rows(data: &[u8]) -> bool {
    let mut input = Input(data);
    let set_up = SetUp::read(&mut input);
    with_game!(&set_up.game, game => {
        if set_up.whole { begin::<_, u8>(game, &set_up, input) } else { begin::<_, f32>(game, &set_up, input) }
    })
}

fn begin<G: Playable, O: Numbers>(game: &G, set_up: &SetUp, mut input: Input<'_>) -> bool {
    let Some(mut pair) = Pair::<G, O>::new(game, set_up) else { return false };
    let nothing = vec![Action(0); pair.rows()];
    let most = game.observation_spec().most();
    if most > O::MOST {
        let error = VecEnvError::Element { element: O::NAME, most };
        for by_erased in [false, true] {
            pair.require_refusal(by_erased, Call::Reset(Seeds::Continue, None), None, &error);
            pair.require_refusal(by_erased, Call::Step(&nothing), None, &error);
        }
        return false;
    }
    pair.step(&nothing, input.flag());
    reset(&mut pair, &mut input);
    let mut calls = 0;
    while calls < MOST_WORK / pair.rows() && !input.is_empty() {
        calls += go_on(&mut pair, &mut input);
    }
    true
}

/// Does what comes next, in so many calls.
fn go_on<G: Playable, O: Numbers>(pair: &mut Pair<G, O>, input: &mut Input<'_>) -> usize {
    match input.below(7) {
        0 => step(pair, input),
        1 => return step_on(pair, input),
        2 => step_with_any_action(pair, input),
        3 => lend_wrong_arrays(pair, input),
        4 => hand_over_wrong_lengths(pair, input),
        _ => reset(pair, input),
    }
    1
}

/// One byte chooses for all rows, and differently in each.
fn chosen<G: Playable, O: Numbers>(pair: &Pair<G, O>, input: &mut Input<'_>) -> Vec<Action> {
    let choice = usize::from(input.byte());
    pair.choose(|row, legal| if legal == 0 { choice * 257 } else { choice * (2 * row + 1) % legal })
}

fn step<G: Playable, O: Numbers>(pair: &mut Pair<G, O>, input: &mut Input<'_>) {
    let actions = chosen(pair, input);
    pair.step(&actions, true);
}

/// Steps at random, for as long as a short game lasts.
fn step_on<G: Playable, O: Numbers>(pair: &mut Pair<G, O>, input: &mut Input<'_>) -> usize {
    let steps = (input.below(64) + 1).min(MOST_WORK / pair.rows());
    let mut random = Stream::for_player(input.seed(), 0, 0);
    for _ in 0..steps {
        let actions = pair.choose(|_, legal| random.below(legal.max(1) as u32) as usize);
        pair.step(&actions, true);
    }
    steps
}

/// Some rows are given what may not be legal, or may not exist.
fn step_with_any_action<G: Playable, O: Numbers>(pair: &mut Pair<G, O>, input: &mut Input<'_>) {
    let (by_erased, mut actions) = (input.flag(), chosen(pair, input));
    for _ in 0..=input.below(2) {
        let (row, action) = (input.below(pair.rows()), input.byte());
        actions[row] = Action(if action == u8::MAX { u16::MAX } else { action.into() });
    }
    pair.step(&actions, by_erased);
}

/// An array is as long as that of another number of rows.
fn lend_wrong_arrays<G: Playable, O: Numbers>(pair: &mut Pair<G, O>, input: &mut Input<'_>) {
    let (by_erased, array) = (input.flag(), input.below(ARRAYS));
    let rows = another(pair.rows(), input);
    let actions = chosen(pair, input);
    let call = if input.flag() { Call::Step(&actions) } else { Call::Reset(Seeds::First(1), None) };
    pair.lend_wrong(by_erased, call, array, rows);
}

/// What is handed over is not one for each row.
fn hand_over_wrong_lengths<G: Playable, O: Numbers>(pair: &mut Pair<G, O>, input: &mut Input<'_>) {
    let (by_erased, rows) = (input.flag(), pair.rows());
    let given = another(rows, input);
    let (actions, seeds, mask) = (vec![Action(0); given], vec![1; given], vec![true; given]);
    let (name, call) = [
        ("actions", Call::Step(&actions)),
        ("seeds", Call::Reset(Seeds::Each(&seeds), None)),
        ("mask", Call::Reset(Seeds::Continue, Some(&mask))),
    ][input.below(3)];
    let error = VecEnvError::Length { name, given, rows, of_each: 1 };
    pair.require_refusal(by_erased, call, None, &error);
}

/// A number of rows that these are not.
fn another(rows: usize, input: &mut Input<'_>) -> usize {
    let other = input.below(2 * rows + 1);
    if other == rows { 2 * rows + 1 } else { other }
}

fn reset<G: Playable, O: Numbers>(pair: &mut Pair<G, O>, input: &mut Input<'_>) {
    let (kind, masked) = (input.below(3), input.flag());
    let seeds: Vec<_> = if kind == 0 { (0..pair.rows()).map(|_| input.seed()).collect() } else { vec![] };
    let seeds = match kind {
        0 => Seeds::Each(&seeds),
        1 => Seeds::First(input.seed()),
        _ => Seeds::Continue,
    };
    let mask = masked.then(|| input.flags(pair.rows()));
    pair.reset(seeds, mask.as_deref());
}
