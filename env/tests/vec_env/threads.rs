//! The same on any number of threads.

use std::sync::Arc;

use roadside_env::games::kuhn::Kuhn;
use roadside_env::games::pig::Pig;
use roadside_env::games::zone_stalker::ZoneStalker;
use roadside_env::vec_env::{Autoreset, Batch, VecOptions};
use roadside_env::{Game, LearnerSeat, OnIllegal, VecEnv};

use crate::{begun, choose_all, choose_any, choosers, game, learner_rows};

/// The arrays after each step, and what is known of each row's last episode, as text.
fn course<G: Game>(env: VecEnv<G>, steps: usize) -> (Vec<Batch<f32>>, String) {
    let (rows, forgiving) = (env.shape().rows, env.options().on_illegal == OnIllegal::Refuse);
    let ((mut env, mut batch), mut choosers) = (begun(env, 11), choosers(rows));
    let mut course = Vec::new();
    for _ in 0..steps {
        let choose = if forgiving { choose_all } else { choose_any };
        let actions = choose(&batch, &mut choosers);
        env.step(&actions, &mut batch.buffers()).unwrap();
        course.push(batch.clone());
    }
    let told: Vec<_> = (0..rows).map(|row| format!("{:?} {:?}", env.info(row), env.ended(row))).collect();
    (course, told.join("\n"))
}

fn equal_on_threads<G: Game>(pairs: &[&str], steps: usize, on_illegal: OnIllegal) {
    let game = game::<G>(pairs);
    for rows in [1, 3, 17, 1000] {
        let steps = if rows > 100 { steps / 20 } else { steps };
        let with = |threads| VecOptions {
            threads: Some(threads),
            autoreset: Autoreset::SameStep,
            max_steps: Some(50),
            on_illegal,
        };
        let all_seats = |threads| VecEnv::all_seats(Arc::clone(&game), rows, with(threads)).unwrap();
        let learner = |threads| learner_rows(&game, rows, LearnerSeat::Random, with(threads));
        let expected = (course(all_seats(1), steps), course(learner(1), steps));
        for threads in [2, 3, 8] {
            let found = (course(all_seats(threads), steps), course(learner(threads), steps));
            assert!(expected == found, "{threads} threads, {rows} rows");
        }
    }
}

#[test]
fn any_number_of_threads_gives_the_same_bits() {
    for on_illegal in [OnIllegal::Refuse, OnIllegal::Terminate] {
        equal_on_threads::<Kuhn>(&[], 100, on_illegal);
        equal_on_threads::<Pig>(&["players=3", "target=9"], 200, on_illegal);
        equal_on_threads::<ZoneStalker<2>>(&["players=2"], 200, on_illegal);
    }
}

#[test]
fn no_thread_is_without_rows_nor_kept_for_few() {
    let threads = |rows, threads| {
        let options = VecOptions { threads, ..VecOptions::default() };
        VecEnv::all_seats(game::<Kuhn>(&[]), rows, options).unwrap().threads()
    };
    let on = |count| if cfg!(feature = "threads") { count } else { 1 };
    assert_eq!(threads(17, Some(8)), on(6), "three rows each");
    assert_eq!(threads(3, Some(8)), on(3));
    assert_eq!(threads(16, None), 1, "too few rows to wake anybody");
    assert_eq!(threads(1000, Some(1)), 1);
}
