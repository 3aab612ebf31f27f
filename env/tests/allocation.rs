//! What stepping costs in memory: nothing.

mod common;

use std::sync::Arc;

use allocation_counter::measure;

use roadside_env::games::kuhn::Kuhn;
use roadside_env::games::pig::Pig;
use roadside_env::games::zone_stalker::ZoneStalker;
use roadside_env::vec_env::{Autoreset, Batch, Seeds, VecEnvError, VecOptions};
use roadside_env::{Action, Game, LearnerSeat, Stream, VecEnv};

const ROWS: usize = 32;

/// Rows of both kinds: the caller plays all seats, or one.
fn both<G: Game>(pairs: &[&str]) -> [VecEnv<G>; 2] {
    let game = Arc::new(common::load::<G>(pairs));
    let options = VecOptions { autoreset: Autoreset::SameStep, threads: Some(1), ..VecOptions::default() };
    let seats = game.facts().seats;
    let opponents = || Ok::<_, VecEnvError>(common::uniform_opponents(seats));
    [
        VecEnv::all_seats(Arc::clone(&game), ROWS, options).unwrap(),
        VecEnv::learner(game, ROWS, LearnerSeat::Random, opponents, options).unwrap(),
    ]
}

/// Plays `games` games at random and counts what is allocated meanwhile.
fn nothing_is_allocated<G: Game>(mut env: VecEnv<G>, games: usize) {
    let (mut batch, mut actions) = (Batch::<f32>::new(*env.shape()), [Action(0); ROWS]);
    let (mut random, mut over) = (Stream::for_player(4, 0, 0), 0);
    let allocated = measure(|| {
        env.reset(Seeds::First(4), None, &mut batch.buffers()).unwrap();
        while over < games {
            for (row, action) in actions.iter_mut().enumerate() {
                let legal = || (0..).zip(batch.mask(row)).filter(|(_, legal)| **legal);
                let nth = random.below(legal().count() as u32) as usize;
                *action = Action(legal().nth(nth).unwrap().0);
            }
            env.step(&actions, &mut batch.buffers()).unwrap();
            over += (0..ROWS).filter(|&row| batch.terminated(row)).count();
        }
    });
    assert_eq!((allocated.count_total, allocated.bytes_current), (0, 0), "{allocated:?}");
}

#[test]
fn what_is_allocated_is_seen() {
    assert_eq!(measure(|| drop(std::hint::black_box(Box::new(1_u32)))).count_total, 1);
}

#[test]
fn a_million_games_allocate_nothing() {
    for env in both::<Kuhn>(&[]) {
        nothing_is_allocated(env, 500_000);
    }
}

#[test]
fn longer_games_allocate_nothing() {
    for env in both::<Pig>(&["players=4", "target=20"]) {
        nothing_is_allocated(env, 1_000);
    }
    for env in both::<ZoneStalker<2>>(&["players=2"]) {
        nothing_is_allocated(env, 200);
    }
    for env in both::<ZoneStalker<6>>(&["players=6"]) {
        nothing_is_allocated(env, 60);
    }
}
