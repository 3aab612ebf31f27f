//! The environment of one learning seat.

mod common;

use std::sync::Arc;

use roadside_env::games::kuhn::Kuhn;
use roadside_env::games::pig::{HOLD, Pig, ROLL};
use roadside_env::games::zone_stalker::ZoneStalker;
use roadside_env::{
    Action, Agent, Env, EnvError, Game, IllegalAction, Info, LearnerSeat, Settings, Step, Stream, View,
};

use common::{Panics, uniform_opponents};

/// Rolls once a turn and holds.
struct OneRoll;

impl Agent<Pig> for OneRoll {
    fn name(&self) -> String {
        "one_roll".into()
    }

    fn act(&mut self, view: &View<'_, Pig>, _rng: &mut Stream) -> Action {
        if view.turn_total() == 0 { ROLL } else { HOLD }
    }
}

fn game<G: Game>(settings: &Settings) -> Arc<G> {
    Arc::new(G::from_settings(settings).unwrap())
}

fn zone_env(seats: usize, learner: LearnerSeat, utility: &str) -> Env<ZoneStalker<6>> {
    let settings = Settings::default().with("players", seats).with("utility", utility);
    Env::new(game(&settings), learner, uniform_opponents(seats), None).unwrap()
}

fn lowest_legal(info: &Info) -> Action {
    Action(info.action_mask.iter().position(|&legal| legal).unwrap() as u16)
}

/// The steps of an episode in which the learner always takes the lowest legal action.
fn episode<G: Game>(env: &mut Env<G>, seed: Option<u64>) -> (Vec<f32>, Vec<Step>) {
    let (first, mut info) = env.reset(seed, None).unwrap();
    let mut steps = Vec::new();
    loop {
        let step = env.step(lowest_legal(&info)).unwrap();
        info = step.info.clone();
        let ended = step.terminated || step.truncated;
        steps.push(step);
        if ended {
            return (first, steps);
        }
    }
}

#[test]
fn the_same_seed_gives_the_same_episodes_and_another_gives_others() {
    let mut env = zone_env(3, LearnerSeat::Random, "share");
    let mut three = |seed| [Some(seed), None, None].map(|seed| episode(&mut env, seed));
    let (first, again, other) = (three(123), three(123), three(124));
    assert_eq!(first, again);
    assert_ne!(first, other);
    assert_ne!(first[0], first[1], "without a seed the next episode follows");
    assert_eq!(first[1].1[0].info.episode, 1);
}

#[test]
fn a_finished_episode_takes_no_more_steps_and_the_next_is_as_it_would_have_been() {
    let mut env = zone_env(2, LearnerSeat::Fixed(0), "share");
    let mut undisturbed = zone_env(2, LearnerSeat::Fixed(0), "share");
    assert_eq!(env.step(Action(0)), Err(EnvError::NeedsReset), "before any reset");
    assert_eq!(episode(&mut env, Some(5)), episode(&mut undisturbed, Some(5)));
    for action in 0..env.game().facts().actions {
        assert_eq!(env.step(Action(action as u16)), Err(EnvError::NeedsReset));
    }
    assert_eq!(episode(&mut env, None), episode(&mut undisturbed, None));
}

#[test]
fn an_illegal_action_moves_nothing() {
    let mut env = zone_env(2, LearnerSeat::Fixed(0), "share");
    let mut undisturbed = zone_env(2, LearnerSeat::Fixed(0), "share");
    let (_, info) = env.reset(Some(9), None).unwrap();
    undisturbed.reset(Some(9), None).unwrap();
    for (action, legal) in info.action_mask.iter().enumerate() {
        let refused = if *legal { None } else { Some(env.step(Action(action as u16)).unwrap_err()) };
        assert!(matches!(refused, None | Some(EnvError::IllegalAction(IllegalAction::NotLegal { .. }))));
    }
    let out_of_range = env.step(Action(111)).unwrap_err();
    assert_eq!(out_of_range.to_string(), "action 111 does not exist; the list runs from 0 to 110");
    let action = lowest_legal(&info);
    assert_eq!(env.step(action), undisturbed.step(action));
}

#[test]
fn a_game_that_is_over_before_the_learner_acts_is_handed_over_with_its_reward() {
    // To 2 points with one roll: seat 0 wins at once unless it rolls a 1.
    let settings = Settings::default().with("target", 2);
    let mut env =
        Env::new(game::<Pig>(&settings), LearnerSeat::Fixed(1), vec![Box::new(OneRoll)], None).unwrap();
    let mut lost_at_once = 0;
    for seed in 0..600 {
        let (_, info) = env.reset(Some(seed), None).unwrap();
        if info.over_at_reset {
            assert!(info.action_mask.iter().all(|&flag| flag), "a mask is never empty");
            let step = env.step(Action(77)).unwrap(); // ignored
            assert_eq!((step.reward, step.terminated, step.truncated), (-1.0, true, false));
            assert_eq!(env.step(ROLL), Err(EnvError::NeedsReset));
            lost_at_once += 1;
        }
    }
    // 5 of 6 expected: 500, with a standard deviation of 9.1.
    assert!((454..=546).contains(&lost_at_once), "{lost_at_once} of 600");
}

#[test]
fn rewards_add_up_to_the_return_of_the_learners_seat() {
    for utility in ["share", "win", "points"] {
        let mut env = zone_env(4, LearnerSeat::Random, utility);
        let mut seats = [0; 4];
        for seed in 0..60 {
            let (_, steps) = episode(&mut env, Some(seed));
            let last = steps.last().unwrap();
            assert!(last.terminated);
            assert!(steps[..steps.len() - 1].iter().all(|step| step.reward == 0.0 && !step.terminated));
            let facts = env.game().facts();
            assert!((facts.min_utility..=facts.max_utility).contains(&last.reward));
            seats[last.info.seat] += 1;
        }
        assert!(seats.iter().all(|&count| count > 0), "the learner sits everywhere: {seats:?}");
    }
}

#[test]
fn a_dead_learner_is_done_as_soon_as_its_utility_is_fixed() {
    // R17: the lowest legal action is to flip, which sooner or later kills; under `share` that is final at once.
    let mut env = zone_env(6, LearnerSeat::Fixed(0), "share");
    let slices = env.game().observation_spec().slices();
    let flags = slices.iter().find(|slice| slice.name == "seat:observer:flags").unwrap().start;
    let mut died_early = 0;
    for seed in 0..40 {
        let (_, steps) = episode(&mut env, Some(seed));
        let last = steps.last().unwrap();
        let alive = last.observation[flags + 1] > 0.5;
        if !alive {
            assert!((last.reward + 0.2).abs() < 1e-12, "each loser of six gets -1/5, not {}", last.reward);
            died_early += 1;
        }
    }
    assert!(died_early > 0);
}

#[test]
fn episodes_are_cut_only_by_max_steps() {
    let settings = Settings::default();
    let mut env =
        Env::new(game::<Pig>(&settings), LearnerSeat::Fixed(0), vec![Box::new(OneRoll)], Some(7)).unwrap();
    let (_, steps) = episode(&mut env, Some(1));
    assert_eq!(steps.len(), 7);
    assert!(steps[6].truncated && !steps[6].terminated);
    assert!(steps[..6].iter().all(|step| !step.truncated));
    assert_eq!(env.step(ROLL), Err(EnvError::NeedsReset));
}

/// Holds when it must not.
struct Cheat;

impl Agent<Kuhn> for Cheat {
    fn name(&self) -> String {
        "cheat".into()
    }

    fn act(&mut self, _view: &View<'_, Kuhn>, _rng: &mut Stream) -> Action {
        Action(7)
    }
}

#[test]
fn an_opponent_that_acts_illegally_is_named_and_ends_the_episode() {
    let kuhn = game::<Kuhn>(&Settings::default());
    let said = "cheat at seat 0: action 7 does not exist; the list runs from 0 to 1";
    let mut env = Env::new(kuhn, LearnerSeat::Fixed(1), vec![Box::new(Cheat)], None).unwrap();
    assert_eq!(env.reset(Some(1), None).unwrap_err().to_string(), said);
    assert_eq!(env.step(Action(0)), Err(EnvError::NeedsReset));
    let said = said.replace("seat 0", "seat 1");
    assert!(env.reset(Some(1), Some(0)).is_ok());
    assert_eq!(env.step(Action(0)).unwrap_err().to_string(), said);
    assert_eq!(env.step(Action(0)), Err(EnvError::NeedsReset));
}

#[test]
fn wrong_set_ups_are_refused_by_name() {
    let kuhn = game::<Kuhn>(&Settings::default());
    let refusal = |learner, opponents: usize, max_steps| {
        let env = Env::new(Arc::clone(&kuhn), learner, uniform_opponents(opponents + 1), max_steps);
        env.err().unwrap().to_string()
    };
    assert_eq!(refusal(LearnerSeat::Fixed(0), 0, None), "0 opponents for a game of 2 seats; give 1");
    assert_eq!(refusal(LearnerSeat::Fixed(0), 5, None), "5 opponents for a game of 2 seats; give 1");
    assert_eq!(refusal(LearnerSeat::Fixed(2), 1, None), "seat 2 does not exist; the seats are 0 to 1");
    assert!(refusal(LearnerSeat::Random, 1, Some(0)).starts_with("max_steps = 0"));
    let mut env = Env::new(kuhn, LearnerSeat::Random, uniform_opponents(2), None).unwrap();
    assert_eq!(env.reset(None, Some(9)), Err(EnvError::Seat { seat: 9, seats: 2 }));
    assert_eq!(env.reset(None, Some(1)).unwrap().1.seat, 1);
}

#[test]
fn after_an_opponent_has_panicked_the_episode_is_given_up() {
    let pig = game::<Pig>(&Settings::default());
    let mut env = Env::new(pig, LearnerSeat::Fixed(0), vec![Box::new(Panics)], None).unwrap();
    env.reset(Some(1), None).unwrap();
    let hold = std::panic::AssertUnwindSafe(|| env.step(HOLD));
    assert!(std::panic::catch_unwind(hold).is_err());
    assert_eq!(env.step(ROLL).unwrap_err(), EnvError::NeedsReset);
}
