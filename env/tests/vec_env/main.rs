//! Many games stepped by one call.

#[path = "../common/mod.rs"]
mod common;

mod all_seats;
mod autoreset;
mod learner;
mod refused;
mod threads;

use std::sync::Arc;

use roadside_env::vec_env::{Autoreset, Batch, Seeds, VecEnvError, VecOptions};
use roadside_env::{Action, Actions, Agent, Game, LearnerSeat, Stream, VecEnv, View};

/// Chooses among what is legal, each action equally likely.
struct Uniform;

impl<G: Game> Agent<G> for Uniform {
    fn name(&self) -> String {
        "uniform".into()
    }

    fn act(&mut self, view: &View<'_, G>, rng: &mut Stream) -> Action {
        let legal = view.legal_actions();
        legal.nth(rng.below(legal.len() as u32) as usize).unwrap()
    }
}

fn uniform_opponents<G: Game>(seats: usize) -> Vec<Box<dyn Agent<G>>> {
    (1..seats).map(|_| Box::new(Uniform) as Box<dyn Agent<G>>).collect()
}

fn game<G: Game>(pairs: &[&str]) -> Arc<G> {
    Arc::new(common::load(pairs))
}

fn options(autoreset: Autoreset, max_steps: Option<u32>) -> VecOptions {
    VecOptions { autoreset, max_steps, threads: Some(1) }
}

fn learner_rows<G: Game>(game: &Arc<G>, rows: usize, learner: LearnerSeat, options: VecOptions) -> VecEnv<G> {
    let seats = game.facts().seats;
    let opponents = || Ok::<_, VecEnvError>(uniform_opponents(seats));
    VecEnv::learner(Arc::clone(game), rows, learner, opponents, options).unwrap()
}

/// One of the actions that the mask allows, each equally likely.
fn choose(mask: &[bool], random: &mut Stream) -> Action {
    let legal: Vec<_> = (0..mask.len()).filter(|&action| mask[action]).collect();
    Action(legal[random.below(legal.len() as u32) as usize] as u16)
}

/// What chooses the actions of each row.
fn choosers(rows: usize) -> Vec<Stream> {
    (0..rows).map(|row| Stream::for_player(99, row as u64, 0)).collect()
}

fn choose_all(batch: &Batch<f32>, choosers: &mut [Stream]) -> Vec<Action> {
    choosers.iter_mut().enumerate().map(|(row, random)| choose(batch.mask(row), random)).collect()
}

/// Rows with their arrays, freshly reset.
fn begun<G: Game>(mut env: VecEnv<G>, seed: u64) -> (VecEnv<G>, Batch<f32>) {
    let mut batch = Batch::new(*env.shape());
    env.reset(Seeds::First(seed), None, &mut batch.buffers()).unwrap();
    (env, batch)
}
