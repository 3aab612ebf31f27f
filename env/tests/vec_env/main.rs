//! Many games stepped by one call.

#[path = "../common/mod.rs"]
mod common;

mod all_seats;
mod autoreset;
mod elements;
mod illegal;
mod learner;
mod refused;
mod saved;
mod shown;
mod threads;

use std::sync::Arc;

use roadside_env::vec_env::{Autoreset, Batch, Seeds, VecEnvError, VecOptions};
use roadside_env::{Action, Game, LearnerSeat, OnIllegal, Stream, VecEnv};

use common::{Panics, uniform_opponents};

fn game<G: Game>(pairs: &[&str]) -> Arc<G> {
    Arc::new(common::load(pairs))
}

fn options(autoreset: Autoreset, max_steps: Option<u32>) -> VecOptions {
    VecOptions { autoreset, max_steps, threads: Some(1), ..VecOptions::default() }
}

/// As [`options`], and an illegal action ends the episode.
fn unforgiving(autoreset: Autoreset, max_steps: Option<u32>) -> VecOptions {
    VecOptions { on_illegal: OnIllegal::Terminate, ..options(autoreset, max_steps) }
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

/// As [`choose_all`], but one in sixteen is any action of the list, legal or not.
fn choose_any(batch: &Batch<f32>, choosers: &mut [Stream]) -> Vec<Action> {
    let mut actions = choose_all(batch, choosers);
    for (action, random) in actions.iter_mut().zip(choosers) {
        if random.below(16) == 0 {
            *action = Action(random.below(batch.shape().actions as u32) as u16);
        }
    }
    actions
}

/// Rows with their arrays, freshly reset.
fn begun<G: Game>(mut env: VecEnv<G>, seed: u64) -> (VecEnv<G>, Batch<f32>) {
    let mut batch = Batch::new(*env.shape());
    env.reset(Seeds::First(seed), None, &mut batch.buffers()).unwrap();
    (env, batch)
}

/// A game of its own beside a row, which must be as the row.
trait Twin<G: Game> {
    /// Carries out the row's action.
    fn step(&mut self, action: Action, autoreset: Autoreset);
    /// Compares with the row.
    fn check(&mut self, row: usize, env: &VecEnv<G>, batch: &Batch<f32>);
}

/// Steps the rows and their twins side by side.
fn require_equal<G: Game>(
    mut env: VecEnv<G>,
    mut batch: Batch<f32>,
    mut twins: Vec<impl Twin<G>>,
    steps: usize,
) {
    let (mut choosers, autoreset) = (choosers(twins.len()), env.options().autoreset);
    let forgiving = env.options().on_illegal == OnIllegal::Refuse;
    for _ in 0..steps {
        for (row, twin) in twins.iter_mut().enumerate() {
            twin.check(row, &env, &batch);
        }
        let choose = if forgiving { choose_all } else { choose_any };
        let actions = choose(&batch, &mut choosers);
        env.step(&actions, &mut batch.buffers()).unwrap();
        for (twin, &action) in twins.iter_mut().zip(&actions) {
            twin.step(action, autoreset);
        }
    }
    assert!((0..twins.len()).all(|row| env.ended(row).is_some()), "every row has had an end");
}
