//! An illegal action that ends the episode of its row. That it does so as in an `Env` is seen beside it.

use std::sync::Arc;

use roadside_env::games::expedition::Expedition;
use roadside_env::games::pig::{Pig, ROLL};
use roadside_env::games::zone_stalker::ZoneStalker;
use roadside_env::vec_env::{Autoreset, Seeds, VecEnvError};
use roadside_env::{
    Action, Actions, Agent, Env, EnvError, Game, IllegalAction, LearnerSeat, OnIllegal, Stream, VecEnv, View,
};

use crate::{begun, choose_all, choose_any, choosers, game, learner_rows, unforgiving, uniform_opponents};

/// Some action of the list that is not legal in `row`.
fn illegal<G: Game>(env: &VecEnv<G>, row: usize) -> Action {
    let legal = env.legal_actions(row);
    let actions = (0..env.shape().actions as u16).map(Action);
    actions.filter(|&action| !legal.contains(action)).last().unwrap()
}

#[test]
fn it_ends_its_own_row_with_the_least_and_no_other() {
    let zone = game::<ZoneStalker<6>>(&["players=3", "utility=points"]);
    let least = zone.facts().min_utility;
    for autoreset in [Autoreset::NextStep, Autoreset::SameStep, Autoreset::Disabled] {
        let rows = || VecEnv::all_seats(Arc::clone(&zone), 3, unforgiving(autoreset, None)).unwrap();
        let ((mut env, mut batch), (mut undisturbed, mut other)) = (begun(rows(), 4), begun(rows(), 4));
        let mut choosers = choosers(3);
        for _ in 0..30 {
            let actions = choose_all(&batch, &mut choosers);
            env.step(&actions, &mut batch.buffers()).unwrap();
            undisturbed.step(&actions, &mut other.buffers()).unwrap();
        }
        assert_eq!(batch, other);
        let (mover, state) = (batch.seat(1) as usize, *env.state(1).unwrap());
        let (seen, mut actions) = (batch.observation(1).to_vec(), choose_all(&batch, &mut choosers));
        undisturbed.step(&actions, &mut other.buffers()).unwrap();
        actions[1] = illegal(&env, 1);
        env.step(&actions, &mut batch.buffers()).unwrap();
        for row in [0, 2] {
            assert_eq!(batch.observation(row), other.observation(row));
            assert_eq!(env.state(row), undisturbed.state(row));
        }
        let mut expected = [0.0; 3];
        expected[mover] = least;
        assert_eq!(batch.rewards(1), expected, "points come at the end: nothing was paid");
        assert!(batch.terminated(1) && !batch.truncated(1));
        let ended = env.ended(1).unwrap();
        assert_eq!((ended.length, ended.seat, ended.illegal), (31, mover, Some(actions[1])));
        assert_eq!(ended.returns, expected);
        if autoreset == Autoreset::SameStep {
            assert_eq!(batch.final_observation(1), seen);
            assert_eq!(env.info(1).unwrap().episode, 1);
            continue;
        }
        assert_eq!((batch.observation(1), batch.seat(1) as usize), (&seen[..], mover));
        assert!(batch.mask(1).iter().all(|&flag| flag) && env.legal_actions(1).is_empty());
        assert_eq!(env.state(1), Some(&state));
        // There is nothing to choose: whatever is given is ignored.
        let mut ignored = choose_all(&batch, &mut choosers);
        ignored[1] = Action(u16::MAX);
        env.step(&ignored, &mut batch.buffers()).unwrap();
        assert_eq!(batch.rewards(1), [0.0; 3]);
        let stays = autoreset == Autoreset::Disabled;
        assert_eq!((batch.terminated(1), env.info(1).unwrap().episode), (stays, u64::from(!stays)));
    }
}

#[test]
fn what_was_paid_before_is_taken_back() {
    // A team on an expedition is paid on the way.
    let team = game::<Expedition>(&["players=3", "team=on"]);
    let least = team.facts().min_utility;
    let env = VecEnv::all_seats(team, 16, unforgiving(Autoreset::NextStep, None)).unwrap();
    let ((mut env, mut batch), mut choosers) = (begun(env, 1), choosers(16));
    let (mut sums, mut forfeits) = ([[0.0; 3]; 16], 0);
    for _ in 0..2_000 {
        let actions = choose_any(&batch, &mut choosers);
        env.step(&actions, &mut batch.buffers()).unwrap();
        for (row, sums) in sums.iter_mut().enumerate() {
            sums.iter_mut().zip(batch.rewards(row)).for_each(|(sum, reward)| *sum += reward);
            if !batch.terminated(row) {
                continue;
            }
            let ended = env.ended(row).unwrap();
            assert!(sums.iter().zip(ended.returns).all(|(sum, got)| (sum - got).abs() < 1e-9), "{ended:?}");
            if ended.illegal.is_some() {
                assert_eq!(ended.returns[ended.seat].to_bits(), least.to_bits());
                forfeits += 1;
            }
            *sums = [0.0; 3];
        }
    }
    assert!(forfeits > 100, "{forfeits}");
}

#[test]
fn an_action_that_does_not_exist_is_refused_before_any_row_moves() {
    let zone = game::<ZoneStalker<2>>(&["players=2"]);
    for threads in [1, 3] {
        let options = roadside_env::vec_env::VecOptions {
            threads: Some(threads),
            ..unforgiving(Autoreset::SameStep, None)
        };
        let rows = || VecEnv::all_seats(Arc::clone(&zone), 6, options).unwrap();
        let ((mut env, mut batch), (mut undisturbed, mut other)) = (begun(rows(), 2), begun(rows(), 2));
        let mut choosers = choosers(6);
        for _ in 0..20 {
            let legal = choose_all(&batch, &mut choosers);
            let (before, mut actions) = (batch.clone(), legal.clone());
            actions[0] = illegal(&env, 0);
            actions[4] = Action(111);
            let error =
                EnvError::IllegalAction(IllegalAction::OutOfRange { action: Action(111), actions: 111 });
            let refused = env.step(&actions, &mut batch.buffers());
            assert_eq!(refused, Err(VecEnvError::Row { row: 4, error }));
            assert_eq!(batch, before);
            // Nothing is left of what the first row would have done.
            env.step(&legal, &mut batch.buffers()).unwrap();
            undisturbed.step(&legal, &mut other.buffers()).unwrap();
            assert_eq!(batch, other);
        }
    }
}

/// Never chooses what there is.
struct Cheat;

impl Agent<Pig> for Cheat {
    fn name(&self) -> String {
        "cheat".into()
    }

    fn act(&mut self, _view: &View<'_, Pig>, _rng: &mut Stream) -> Action {
        Action(7)
    }
}

#[test]
fn opponents_are_never_forgiven() {
    let cheats = || Ok::<Vec<Box<dyn Agent<Pig>>>, VecEnvError>(vec![Box::new(Cheat)]);
    let options = unforgiving(Autoreset::NextStep, None);
    let env = VecEnv::learner(game(&[]), 2, LearnerSeat::Fixed(0), cheats, options).unwrap();
    let (mut env, mut batch) = begun(env, 1);
    let error = loop {
        if let Err(error) = env.step(&[ROLL; 2], &mut batch.buffers()) {
            break error;
        }
    };
    assert!(matches!(error, VecEnvError::Row { error: EnvError::Opponent { seat: 1, .. }, .. }), "{error}");
    let env = Env::new(game(&[]), LearnerSeat::Fixed(1), vec![Box::new(Cheat)], None).unwrap();
    let refused = env.on_illegal(OnIllegal::Terminate).reset(Some(1), None);
    assert!(matches!(refused, Err(EnvError::Opponent { seat: 0, .. })));
}

#[test]
fn the_next_episode_is_that_of_an_episode_that_ended_otherwise() {
    let zone = game::<ZoneStalker<2>>(&["players=2"]);
    let options = unforgiving(Autoreset::Disabled, None);
    let rows = || learner_rows(&zone, 2, LearnerSeat::Random, options);
    let ((mut env, mut batch), (mut undisturbed, mut other)) = (begun(rows(), 9), begun(rows(), 9));
    let actions = [illegal(&env, 0), illegal(&env, 1)];
    env.step(&actions, &mut batch.buffers()).unwrap();
    assert!(batch.terminated(0) && batch.terminated(1));
    env.reset(Seeds::Continue, None, &mut batch.buffers()).unwrap();
    undisturbed.reset(Seeds::Continue, None, &mut other.buffers()).unwrap();
    assert_eq!(batch, other);
}

#[test]
fn an_env_takes_no_more_steps_then() {
    let zone = game::<ZoneStalker<2>>(&["players=2"]);
    let env = Env::new(Arc::clone(&zone), LearnerSeat::Fixed(0), uniform_opponents(2), None).unwrap();
    let mut env = env.on_illegal(OnIllegal::Terminate);
    let (seen, info) = env.reset(Some(5), None).unwrap();
    let action = Action(info.action_mask.iter().position(|&legal| !legal).unwrap() as u16);
    let refused = env.step(Action(111));
    assert_eq!(refused.unwrap_err().to_string(), "action 111 does not exist; the list runs from 0 to 110");
    let step = env.step(action).unwrap();
    assert_eq!((step.reward, step.illegal), (zone.facts().min_utility, Some(action)));
    assert_eq!((step.terminated, step.truncated, step.observation), (true, false, seen));
    assert!(step.info.action_mask.iter().all(|&flag| flag) && !step.info.over_at_reset);
    assert_eq!(env.step(action), Err(EnvError::NeedsReset));
}
