//! Wrong use, by name, and nothing has moved.

use std::sync::Arc;

use roadside_env::games::kuhn::Kuhn;
use roadside_env::games::pig::{Pig, ROLL};
use roadside_env::games::zone_stalker::ZoneStalker;
use roadside_env::vec_env::{Autoreset, Batch, Buffers, Seeds, VecEnvError, VecOptions};
use roadside_env::{Action, Agent, EnvError, Game, IllegalAction, LearnerSeat, Seat, Stream, VecEnv, View};

use crate::{begun, choose_all, choosers, game, learner_rows, options, uniform_opponents};

fn threads(threads: usize) -> VecOptions {
    VecOptions { threads: Some(threads), ..VecOptions::default() }
}

#[test]
fn an_illegal_action_names_its_row_and_moves_none() {
    for count in [1, 3] {
        let zone = game::<ZoneStalker<2>>(&["players=2"]);
        let rows = || VecEnv::all_seats(Arc::clone(&zone), 9, threads(count)).unwrap();
        let ((mut env, mut batch), (mut undisturbed, mut other)) = (begun(rows(), 2), begun(rows(), 2));
        let mut choosers = choosers(9);
        for step in 0..200 {
            let legal = choose_all(&batch, &mut choosers);
            let (row, before) = (step % 9, batch.clone());
            let mut actions = legal.clone();
            let unable = batch.mask(row).iter().position(|&legal| !legal);
            if let Some(action) = unable {
                actions[row] = Action(action as u16);
                let error = env.step(&actions, &mut batch.buffers()).unwrap_err();
                let VecEnvError::Row { row: named, error: EnvError::IllegalAction(error) } = error else {
                    panic!("{error}");
                };
                assert!(named == row && matches!(error, IllegalAction::NotLegal { .. }), "{named}: {error}");
                actions[8] = Action(111);
                assert!(
                    matches!(env.step(&actions, &mut batch.buffers()), Err(VecEnvError::Row { row: named, .. }) if named == row)
                );
            }
            assert_eq!(batch, before);
            env.step(&legal, &mut batch.buffers()).unwrap();
            undisturbed.step(&legal, &mut other.buffers()).unwrap();
            assert_eq!(batch, other);
        }
        let error = env.step(&[Action(111); 9], &mut batch.buffers()).unwrap_err();
        assert_eq!(error.to_string(), "row 0: action 111 does not exist; the list runs from 0 to 110");
    }
}

/// Lends arrays of which one is too long or too short.
fn spoilt<'a>(mut buffers: Buffers<'a, f32>, array: &str, long: &'a mut Batch<f32>) -> Buffers<'a, f32> {
    let long = long.buffers();
    match array {
        "observations" => buffers.observations = long.observations,
        "masks" => buffers.masks = long.masks,
        "rewards" => buffers.rewards = long.rewards,
        "terminated" => buffers.terminated = long.terminated,
        "truncated" => buffers.truncated = long.truncated,
        "seats" => buffers.seats = long.seats,
        _ => buffers.final_observations = long.final_observations,
    }
    buffers
}

#[test]
fn every_wrong_length_is_named_before_anything_moves() {
    let rows = |rows| VecEnv::all_seats(game::<Pig>(&[]), rows, threads(1)).unwrap();
    let (mut env, mut batch) = begun(rows(4), 1);
    let arrays =
        ["observations", "masks", "rewards", "terminated", "truncated", "seats", "final_observations"];
    let of_each = [31, 2, 2, 1, 1, 1, 31];
    for (array, of_each) in arrays.into_iter().zip(of_each) {
        for others in [0, 3, 5] {
            let mut long = Batch::new(roadside_env::vec_env::Shape { rows: others, ..*env.shape() });
            let (before, state) = (batch.clone(), env.state(0).copied());
            let refused = VecEnvError::Length { name: array, given: others * of_each, rows: 4, of_each };
            let mut buffers = spoilt(batch.buffers(), array, &mut long);
            assert_eq!(env.step(&[ROLL; 4], &mut buffers), Err(refused.clone()));
            assert_eq!(env.reset(Seeds::First(9), None, &mut buffers), Err(refused));
            assert_eq!((batch.clone(), env.state(0).copied()), (before, state));
        }
    }
    let length = |name, given| Err(VecEnvError::Length { name, given, rows: 4, of_each: 1 });
    assert_eq!(env.step(&[ROLL; 3], &mut batch.buffers()), length("actions", 3));
    assert_eq!(env.reset(Seeds::Each(&[1; 5]), None, &mut batch.buffers()), length("seeds", 5));
    assert_eq!(env.reset(Seeds::First(1), Some(&[]), &mut batch.buffers()), length("mask", 0));
    let said = env.step(&[], &mut batch.buffers()).unwrap_err().to_string();
    assert_eq!(said, "actions: 0 elements; give 4: 1 for each of 4 rows");
}

#[test]
fn no_row_steps_before_its_reset() {
    let mut env = VecEnv::all_seats(game::<Pig>(&[]), 3, threads(2)).unwrap();
    let mut batch = Batch::<f32>::new(*env.shape());
    let needs_reset = |row| Err(VecEnvError::Row { row, error: EnvError::NeedsReset });
    assert_eq!(env.step(&[ROLL; 3], &mut batch.buffers()), needs_reset(0));
    assert_eq!((env.info(0), env.ended(0), env.state(0)), (None, None, None));
    env.reset(Seeds::First(0), Some(&[true, false, true]), &mut batch.buffers()).unwrap();
    assert_eq!(env.step(&[ROLL; 3], &mut batch.buffers()), needs_reset(1));
    env.reset(Seeds::First(0), Some(&[false, true, false]), &mut batch.buffers()).unwrap();
    assert_eq!(env.step(&[ROLL; 3], &mut batch.buffers()), Ok(()));
    assert_eq!((env.info(3), env.ended(9), env.state(usize::MAX)), (None, None, None));
}

/// Plays fair but for one look in about sixteen.
struct Cheat;

impl Agent<Pig> for Cheat {
    fn name(&self) -> String {
        "cheat".into()
    }

    fn act(&mut self, _view: &View<'_, Pig>, rng: &mut Stream) -> Action {
        Action(if rng.below(16) == 0 { 7 } else { rng.below(2) as u16 })
    }
}

#[test]
fn an_opponent_that_acts_illegally_is_named_with_the_first_such_row() {
    let fault = |count: usize| {
        let cheats = || Ok::<_, VecEnvError>(vec![Box::new(Cheat) as Box<dyn Agent<Pig>>]);
        let learner = LearnerSeat::Fixed(0);
        let mut env = VecEnv::learner(game(&["target=10000"]), 24, learner, cheats, threads(count)).unwrap();
        let mut batch = Batch::<f32>::new(*env.shape());
        env.reset(Seeds::First(1), None, &mut batch.buffers()).unwrap();
        let error = loop {
            if let Err(error) = env.step(&[Action(1); 24], &mut batch.buffers()) {
                break error;
            }
        };
        let needs_reset = Err(VecEnvError::Row { row: 0, error: EnvError::NeedsReset });
        assert_eq!(env.step(&[Action(1); 24], &mut batch.buffers()), needs_reset);
        assert_eq!(env.info(23), None, "all episodes are given up");
        env.reset(Seeds::Continue, None, &mut batch.buffers()).unwrap();
        assert_eq!(env.info(23).unwrap().episode, 1);
        error
    };
    let VecEnvError::Row { row, error: EnvError::Opponent { seat, name, error } } = fault(1) else {
        panic!("an opponent is at fault");
    };
    assert_eq!((seat as Seat, name.as_str()), (1, "cheat"));
    assert_eq!(error, IllegalAction::OutOfRange { action: Action(7), actions: 2 });
    for threads in [2, 5, 24] {
        assert!(matches!(fault(threads), VecEnvError::Row { row: named, .. } if named == row));
    }
}

#[test]
fn a_cheat_at_reset_gives_all_rows_up() {
    let cheats = || Ok::<_, VecEnvError>(vec![Box::new(AlwaysSeven) as Box<dyn Agent<Kuhn>>]);
    let mut env = VecEnv::learner(game(&[]), 3, LearnerSeat::Fixed(1), cheats, threads(1)).unwrap();
    let mut batch = Batch::<f32>::new(*env.shape());
    let error = env.reset(Seeds::First(1), None, &mut batch.buffers()).unwrap_err();
    assert_eq!(
        error.to_string(),
        "row 0: seven at seat 0: action 7 does not exist; the list runs from 0 to 1"
    );
    assert!(env.step(&[Action(0); 3], &mut batch.buffers()).is_err());
}

struct AlwaysSeven;

impl<G: Game> Agent<G> for AlwaysSeven {
    fn name(&self) -> String {
        "seven".into()
    }

    fn act(&mut self, _view: &View<'_, G>, _rng: &mut Stream) -> Action {
        Action(7)
    }
}

#[test]
fn wrong_set_ups_are_refused_by_name() {
    let refusal =
        |rows, options| VecEnv::all_seats(game::<Kuhn>(&[]), rows, options).err().unwrap().to_string();
    let good = VecOptions::default();
    assert_eq!(refusal(0, good), "rows = 0: legal is a whole number from 1 to 1048576");
    assert_eq!(refusal(1 << 40, good), "rows = 1099511627776: legal is a whole number from 1 to 1048576");
    assert_eq!(refusal(1, threads(0)), "threads = 0: legal is a whole number from 1 to 1024");
    assert_eq!(refusal(1, threads(1025)), "threads = 1025: legal is a whole number from 1 to 1024");
    assert!(refusal(1, options(Autoreset::NextStep, Some(0))).starts_with("max_steps = 0"));

    let refusal = |learner, opponents: usize| {
        let opponents = || Ok::<_, VecEnvError>(uniform_opponents::<Kuhn>(opponents + 1));
        VecEnv::learner(game(&[]), 2, learner, opponents, good).err().unwrap().to_string()
    };
    assert_eq!(refusal(LearnerSeat::Fixed(0), 0), "0 opponents for a game of 2 seats; give 1");
    assert_eq!(refusal(LearnerSeat::Fixed(2), 1), "seat 2 does not exist; the seats are 0 to 1");
    assert_eq!(learner_rows(&game::<Kuhn>(&[]), 2, LearnerSeat::Random, good).shape().rewards, 1);
}

/// Does something else when it is asked for the third time.
struct Third {
    asked: u32,
    instead: fn() -> Action,
}

impl<G: Game> Agent<G> for Third {
    fn name(&self) -> String {
        "third".into()
    }

    fn act(&mut self, view: &View<'_, G>, random: &mut Stream) -> Action {
        self.asked += 1;
        let action = roadside_env::Actions::choose(&view.legal_actions(), random).unwrap();
        if self.asked == 3 { (self.instead)() } else { action }
    }
}

fn third<G: Game>(instead: fn() -> Action) -> Vec<Box<dyn Agent<G>>> {
    vec![Box::new(Third { asked: 0, instead })]
}

#[test]
fn after_an_opponent_has_panicked_no_action_of_before_is_carried_out() {
    let zone = game::<ZoneStalker<2>>(&["players=2"]);
    let opponents = || Ok::<_, VecEnvError>(third(|| panic!("as asked")));
    let env = VecEnv::learner(zone, 1, LearnerSeat::Fixed(0), opponents, threads(1)).unwrap();
    let (mut env, mut batch) = begun(env, 1);
    let mut choosers = choosers(1);
    loop {
        let actions = choose_all(&batch, &mut choosers);
        let step = std::panic::AssertUnwindSafe(|| env.step(&actions, &mut batch.buffers()));
        if std::panic::catch_unwind(step).is_err() {
            break;
        }
    }
    // The row stands where the opponent is to act.
    let again = env.step(&choose_all(&batch, &mut choosers), &mut batch.buffers());
    assert_eq!(again, Err(VecEnvError::Row { row: 0, error: EnvError::NeedsReset }));
    assert_eq!(env.ended(0), None);
    env.reset(Seeds::Continue, None, &mut batch.buffers()).unwrap();
    let info = env.info(0).unwrap();
    assert_eq!((info.seed, info.episode), (0, 0), "as in a new `VecEnv`");
}

#[test]
fn what_follows_a_fault_is_the_same_on_any_thread_count() {
    let after_a_fault = |count| {
        let opponents = || Ok::<Vec<Box<dyn Agent<_>>>, VecEnvError>(vec![Box::new(Cheat)]);
        let options = VecOptions { max_steps: Some(1), autoreset: Autoreset::SameStep, ..threads(count) };
        let env = VecEnv::learner(game::<Pig>(&[]), 8, LearnerSeat::Fixed(0), opponents, options).unwrap();
        let (mut env, mut batch) = begun(env, 40);
        let error = loop {
            if let Err(error) = env.step(&[Action(1); 8], &mut batch.buffers()) {
                break error;
            }
        };
        env.reset(Seeds::Continue, None, &mut batch.buffers()).unwrap();
        let infos: Vec<_> = (0..8).map(|row| env.info(row).unwrap()).collect();
        assert!(infos.iter().zip(40..).all(|(info, seed)| info.seed == seed && info.episode > 0));
        let ended: Vec<_> =
            (0..8).map(|row| env.ended(row).map(|ended| (ended.episode, ended.length))).collect();
        (error, infos, ended, batch)
    };
    let on_one = after_a_fault(1);
    assert!([2, 3, 8].into_iter().all(|count| after_a_fault(count) == on_one));
}

#[test]
fn nothing_is_legal_in_rows_that_were_given_up() {
    let zone = game::<ZoneStalker<2>>(&["players=2"]);
    let opponents = || Ok::<_, VecEnvError>(third(|| Action(60_000)));
    let env = VecEnv::learner(zone, 3, LearnerSeat::Fixed(0), opponents, threads(1)).unwrap();
    let (mut env, mut batch) = begun(env, 1);
    let mut choosers = choosers(3);
    while env.step(&choose_all(&batch, &mut choosers), &mut batch.buffers()).is_ok() {}
    for row in 0..3 {
        assert_eq!(env.info(row), None);
        assert!(roadside_env::Actions::is_empty(&env.legal_actions(row)), "row {row}");
    }
}
