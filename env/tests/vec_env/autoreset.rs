//! Episodes that follow on each other.

use std::sync::Arc;

use roadside_env::games::kuhn::Kuhn;
use roadside_env::games::pig::{HOLD, Pig, ROLL};
use roadside_env::games::zone_stalker::ZoneStalker;
use roadside_env::vec_env::{Autoreset, Batch, Seeds};
use roadside_env::{Action, Env, Game, LearnerSeat, VecEnv};

use crate::{begun, choose_all, choosers, game, learner_rows, options, uniform_opponents};

/// What came of an episode as it was cut out of the stream at the flags.
#[derive(Default)]
struct Cut {
    actions: Vec<Action>,
    got: f64,
}

/// Holds every episode of the stream against what the rows report and against `Env`.
fn cut_at_flags<G: Game>(
    pairs: &[&str],
    autoreset: Autoreset,
    max_steps: Option<u32>,
    steps: usize,
) -> usize {
    const ROWS: usize = 8;
    let (game, learner) = (game::<G>(pairs), LearnerSeat::Random);
    let (mut env, mut batch) = begun(learner_rows(&game, ROWS, learner, options(autoreset, max_steps)), 40);
    let opponents = uniform_opponents(game.facts().seats);
    let mut single = Env::new(Arc::clone(&game), learner, opponents, max_steps).unwrap();
    let (mut choosers, mut cuts) = (choosers(ROWS), [const { Cut { actions: Vec::new(), got: 0.0 } }; ROWS]);
    let (mut done, mut episodes, mut ends) = ([false; ROWS], [0; ROWS], 0);
    for _ in 0..steps {
        let actions = choose_all(&batch, &mut choosers);
        env.step(&actions, &mut batch.buffers()).unwrap();
        for (row, cut) in cuts.iter_mut().enumerate() {
            if autoreset == Autoreset::NextStep && std::mem::take(&mut done[row]) {
                assert_eq!(
                    (batch.rewards(row), batch.terminated(row), batch.truncated(row)),
                    (&[0.0][..], false, false)
                );
                continue;
            }
            cut.actions.push(actions[row]);
            cut.got += batch.rewards(row)[0];
            done[row] = batch.terminated(row) || batch.truncated(row);
            if !done[row] {
                continue;
            }
            let (cut, ended) = (std::mem::take(cut), env.ended(row).unwrap());
            assert_eq!((ended.seed, ended.episode), (40 + row as u64, episodes[row]));
            assert_eq!(ended.length as usize, cut.actions.len());
            assert!((ended.returns[ended.seat] - cut.got).abs() < 1e-9);
            single.reset(Some(ended.seed), None).unwrap();
            for _ in 0..ended.episode {
                single.reset(None, None).unwrap();
            }
            let replayed: Vec<_> = cut.actions.iter().map(|&action| single.step(action).unwrap()).collect();
            let last = replayed.last().unwrap();
            assert_eq!((last.terminated, last.truncated), (batch.terminated(row), batch.truncated(row)));
            assert!((replayed.iter().map(|step| step.reward).sum::<f64>() - cut.got).abs() < 1e-9);
            episodes[row] += 1;
            ends += 1;
        }
    }
    ends
}

#[test]
fn lengths_and_returns_of_the_stream_are_those_of_each_episode_by_itself() {
    for autoreset in [Autoreset::NextStep, Autoreset::SameStep] {
        assert!(cut_at_flags::<Kuhn>(&[], autoreset, None, 500) > 1000);
        assert!(cut_at_flags::<Pig>(&["target=12"], autoreset, Some(9), 1000) > 500);
        assert!(cut_at_flags::<ZoneStalker<2>>(&["players=2"], autoreset, None, 1500) > 20);
    }
}

#[test]
fn a_finished_game_stays_finished() {
    let pig = game::<Pig>(&["target=2"]);
    let rows = || VecEnv::all_seats(Arc::clone(&pig), 1, options(Autoreset::Disabled, None)).unwrap();
    let ((mut env, mut batch), (mut undisturbed, mut other)) = (begun(rows(), 6), begun(rows(), 6));
    for (env, batch) in [(&mut env, &mut batch), (&mut undisturbed, &mut other)] {
        while !batch.terminated(0) {
            let action = if batch.observation(0)[20] > 0.0 { HOLD } else { ROLL };
            env.step(&[action], &mut batch.buffers()).unwrap();
        }
    }
    let end = env.state(0).copied();
    for step in 0..100 {
        for action in [ROLL, HOLD, Action(2), Action(u16::MAX)] {
            env.step(&[action], &mut batch.buffers()).unwrap();
            assert_eq!((batch.rewards(0), batch.terminated(0)), (&[0.0, 0.0][..], true), "{step}");
            assert_eq!((batch.mask(0), batch.seat(0)), (&[true, true][..], -1));
            assert_eq!(env.state(0).copied(), end);
        }
    }
    assert_eq!(env.ended(0), undisturbed.ended(0));
    env.reset(Seeds::Continue, None, &mut batch.buffers()).unwrap();
    undisturbed.reset(Seeds::Continue, None, &mut other.buffers()).unwrap();
    for _ in 0..20 {
        assert_eq!(env.info(0), undisturbed.info(0));
        env.step(&[ROLL], &mut batch.buffers()).unwrap();
        undisturbed.step(&[ROLL], &mut other.buffers()).unwrap();
        assert_eq!(env.state(0), undisturbed.state(0));
    }
}

#[test]
fn a_reset_of_some_rows_leaves_the_others_and_their_arrays() {
    let kuhn = game::<Kuhn>(&[]);
    let rows = VecEnv::all_seats(kuhn, 3, options(Autoreset::Disabled, None)).unwrap();
    let (mut env, mut batch) = begun(rows, 0);
    env.step(&[Action(0); 3], &mut batch.buffers()).unwrap();
    let (before, states) = (batch.clone(), [0, 1, 2].map(|row| *env.state(row).unwrap()));
    env.reset(Seeds::Each(&[70, 71, 72]), Some(&[false, true, false]), &mut batch.buffers()).unwrap();
    for row in [0, 2] {
        assert_eq!(env.state(row), Some(&states[row]));
        assert_eq!(batch.observation(row), before.observation(row));
        assert_eq!((batch.mask(row), batch.seat(row)), (before.mask(row), before.seat(row)));
        assert_eq!(env.info(row).unwrap().steps, 1);
    }
    let info = env.info(1).unwrap();
    assert_eq!((info.seed, info.episode, info.steps), (71, 0, 0));
    env.reset(Seeds::Continue, Some(&[true, true, false]), &mut batch.buffers()).unwrap();
    let next = [0, 1, 2].map(|row| env.info(row).unwrap()).map(|info| (info.seed, info.episode));
    assert_eq!(next, [(0, 1), (71, 1), (2, 0)]);
}

#[test]
fn without_a_seed_row_i_begins_with_seed_i() {
    let kuhn = game::<Kuhn>(&[]);
    let mut env = VecEnv::all_seats(kuhn, 5, options(Autoreset::NextStep, None)).unwrap();
    let (mut batch, mut other) = (Batch::<f32>::new(*env.shape()), Batch::<f32>::new(*env.shape()));
    env.reset(Seeds::Continue, None, &mut batch.buffers()).unwrap();
    env.reset(Seeds::First(0), None, &mut other.buffers()).unwrap();
    assert_eq!(batch, other);
}

#[test]
fn arrays_that_were_lent_before_are_not_touched() {
    let zone = game::<ZoneStalker<2>>(&["players=2"]);
    let rows = VecEnv::all_seats(zone, 4, options(Autoreset::SameStep, None)).unwrap();
    let (mut env, first) = begun(rows, 1);
    let (mut kept, mut choosers) = (vec![(first.clone(), first)], choosers(4));
    for _ in 0..300 {
        let mut batch = Batch::new(*env.shape());
        env.step(&choose_all(&kept.last().unwrap().0, &mut choosers), &mut batch.buffers()).unwrap();
        kept.push((batch.clone(), batch));
    }
    assert!(kept.iter().all(|(lent, copy)| lent == copy));
    // Without a place for the last observations the rows play on all the same.
    let mut batch = kept.pop().unwrap().0;
    let finals = [0, 1, 2, 3].map(|row| batch.final_observation(row).to_vec());
    for _ in 0..2500 {
        let mut buffers = batch.buffers();
        buffers.final_observations = None;
        let actions: Vec<_> = buffers
            .masks
            .chunks(111)
            .zip(&mut choosers)
            .map(|(mask, random)| crate::choose(mask, random))
            .collect();
        env.step(&actions, &mut buffers).unwrap();
        assert!(buffers.masks.chunks(111).all(|mask| mask.contains(&true)));
    }
    assert_eq!(finals, [0, 1, 2, 3].map(|row| batch.final_observation(row).to_vec()));
    assert!((0..4).all(|row| env.ended(row).unwrap().episode > 0));
}
