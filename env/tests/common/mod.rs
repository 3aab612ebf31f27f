//! What the tests of all games share.
#![allow(dead_code, unreachable_pub)]

use std::collections::HashMap;
use std::fmt::Write as _;

use roadside_env::chance::{Branch, Recorded, TooManyOutcomes, enumerate};
use roadside_env::{Action, Actions, Agent, Game, Sampled, Settings, State, Stream, View};

/// The game configured by `key=value` pairs.
pub fn load<G: Game>(pairs: &[&str]) -> G {
    G::from_settings(&Settings::from_pairs(pairs.iter().copied()).unwrap()).unwrap()
}

/// The action with this label.
pub fn action<G: Game>(game: &G, label: &str) -> Action {
    game.action_from_string(label).unwrap_or_else(|| panic!("there is no action {label}"))
}

/// One of the legal actions, each equally likely.
pub fn random_action<G: Game>(game: &G, state: &G::State, rng: &mut Stream) -> Action {
    state.legal_actions(game).choose(rng).unwrap()
}

/// Panics whenever it is asked.
pub struct Panics;

impl<G: Game> Agent<G> for Panics {
    fn name(&self) -> String {
        "panics".into()
    }

    fn act(&mut self, _view: &View<'_, G>, _rng: &mut Stream) -> Action {
        panic!("as asked")
    }
}

/// Chooses among what is legal, each action equally likely.
pub struct Uniform;

impl<G: Game> Agent<G> for Uniform {
    fn name(&self) -> String {
        "uniform".into()
    }

    fn act(&mut self, view: &View<'_, G>, rng: &mut Stream) -> Action {
        view.legal_actions().choose(rng).unwrap()
    }
}

/// A [`Uniform`] for each seat but one.
pub fn uniform_opponents<G: Game>(seats: usize) -> Vec<Box<dyn Agent<G>>> {
    (1..seats).map(|_| Box::new(Uniform) as Box<dyn Agent<G>>).collect()
}

/// Every position that follows `action`, with its probability.
pub fn outcomes<G: Game>(
    game: &G,
    state: &G::State,
    action: Action,
    limit: usize,
) -> Result<Vec<Branch<G::State>>, TooManyOutcomes> {
    enumerate(limit, |chance| {
        let mut next = state.clone();
        next.apply(game, action, chance).unwrap();
        next
    })
}

/// Every position in which a play can begin, with its probability.
pub fn beginnings<G: Game>(game: &G, limit: usize) -> Result<Vec<Branch<G::State>>, TooManyOutcomes> {
    enumerate(limit, |chance| game.new_initial_state(chance))
}

/// For each depth: how many distinct positions there are when all play at random, how likely it is that the
/// game goes on that long, and how likely that it has just ended, in millionths.
pub fn perft<G: Game>(game: &G, depth: usize) -> Vec<(usize, u64, u64)> {
    let millionths = |share: f64| (share * 1e6).round() as u64;
    let mut level: Vec<_> =
        beginnings(game, 1_000).unwrap().into_iter().map(|start| (start.result, start.probability)).collect();
    let mut rows = Vec::new();
    for _ in 0..=depth {
        let (over, on): (Vec<_>, Vec<_>) = level.iter().partition(|(state, _)| state.is_terminal());
        let sum = |part: &[&(G::State, f64)]| part.iter().map(|(_, share)| share).sum::<f64>();
        rows.push((level.len(), millionths(sum(&on)), millionths(sum(&over))));
        level = next_level(game, &on);
    }
    rows
}

fn next_level<G: Game>(game: &G, level: &[&(G::State, f64)]) -> Vec<(G::State, f64)> {
    let mut places = HashMap::new();
    let mut next: Vec<(G::State, f64)> = Vec::new();
    for (state, share) in level {
        let legal = state.legal_actions(game);
        for action in legal.iter() {
            for branch in outcomes(game, state, action, 1_000).unwrap() {
                let share = share * branch.probability / legal.len() as f64;
                let place = *places.entry(branch.result.clone()).or_insert(next.len());
                if place == next.len() {
                    next.push((branch.result, 0.0));
                }
                next[place].1 += share;
            }
        }
    }
    next
}

/// A play by random seats, written out: every position, what the seat to act sees and may do, and what
/// everybody is told.
pub fn playthrough<G: Game>(game: &G, seed: u64, most_decisions: usize) -> String {
    let mut text = format!("{} {}\n\n", G::NAME, serde_json::to_string(&game.settings()).unwrap());
    let mut chance = Recorded::new(Sampled::new(seed, 0), None);
    let mut rng = Stream::for_player(seed, 0, 0);
    let mut state = game.new_initial_state(&mut chance);
    for _ in 0..most_decisions {
        write_moment(&mut text, game, &state, &mut chance);
        let Some(seat) = state.current_player() else { return text };
        let view = View::new(game, &state, seat);
        text += &view.text();
        write_observation(&mut text, game, &view.observation());
        if let Some(key) = view.information_state() {
            let _ = writeln!(text, "key: {key}");
        }
        let legal: Vec<_> =
            view.legal_actions().iter().map(|action| game.action_to_string(action).to_owned()).collect();
        let action = random_action(game, &state, &mut rng);
        let _ = writeln!(text, "seat {seat} of {legal:?}: {}\n", game.action_to_string(action));
        state.apply(game, action, &mut chance).unwrap();
    }
    write_moment(&mut text, game, &state, &mut chance);
    text
}

/// What the seat to act, or seat 0 at the end, sees after so many decisions of random seats: an SVG document.
pub fn drawing<G: Game>(game: &G, seed: u64, decisions: usize) -> Vec<u8> {
    let (mut chance, mut rng) = (Sampled::new(seed, 0), Stream::for_player(seed, 0, 0));
    let mut state = game.new_initial_state(&mut chance);
    for _ in 0..decisions {
        let action = random_action(game, &state, &mut rng);
        state.apply(game, action, &mut chance).unwrap();
    }
    View::new(game, &state, state.current_player().unwrap_or(0)).svg().into_bytes()
}

fn write_moment<G: Game>(text: &mut String, game: &G, state: &G::State, chance: &mut Recorded<Sampled>) {
    for line in chance.take_lines() {
        let _ = writeln!(text, "> {line}");
    }
    let _ = writeln!(text, "{}\nreturns {:?}", state.position(game), state.returns(game));
}

/// The slices that are not all 0.
fn write_observation<G: Game>(text: &mut String, game: &G, observation: &[f32]) {
    for slice in game.observation_spec().slices() {
        let numbers = &observation[slice.range()];
        if numbers.iter().any(|&number| number != 0.0) {
            let numbers: Vec<_> = numbers.iter().map(|number| format!("{number:.3}")).collect();
            let numbers = numbers.join(" ").replace(".000", "");
            let _ = writeln!(text, "  {} = {numbers}", slice.name);
        }
    }
}
