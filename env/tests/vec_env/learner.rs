//! One seat learns: each row plays as an `Env` of its seed.

use std::sync::Arc;

use roadside_env::games::expedition::Expedition;
use roadside_env::games::kuhn::Kuhn;
use roadside_env::games::pig::Pig;
use roadside_env::games::zone_stalker::ZoneStalker;
use roadside_env::vec_env::{Autoreset, Batch, VecOptions};
use roadside_env::{Action, Env, Game, Info, LearnerSeat, Seat, VecEnv};

use crate::{Twin, begun, game, learner_rows, options, require_equal, unforgiving, uniform_opponents};

const ROWS: usize = 5;
/// The last row's seed wraps.
const SEED: u64 = u64::MAX - 3;

/// A row as `Env` plays it.
struct Single<G: Game> {
    env: Env<G>,
    ended: bool,
    info: Info,
    observation: Vec<f32>,
    reward: f64,
    terminated: bool,
    truncated: bool,
    illegal: Option<Action>,
    last_observation: Vec<f32>,
    length: u32,
    sum: f64,
}

impl<G: Game> Single<G> {
    fn new(game: &Arc<G>, learner: LearnerSeat, options: VecOptions, seed: u64) -> Self {
        let opponents = uniform_opponents(game.facts().seats);
        let env = Env::new(Arc::clone(game), learner, opponents, options.max_steps).unwrap();
        let mut env = env.on_illegal(options.on_illegal);
        let (observation, info) = env.reset(Some(seed), None).unwrap();
        Self {
            env,
            ended: false,
            info,
            last_observation: vec![0.0; observation.len()],
            observation,
            reward: 0.0,
            terminated: false,
            truncated: false,
            illegal: None,
            length: 0,
            sum: 0.0,
        }
    }

    fn check_end(&self, row: usize, env: &VecEnv<G>) {
        let ended = env.ended(row).unwrap();
        assert_eq!((ended.seed, ended.episode), (self.info.seed, self.info.episode));
        assert_eq!((ended.length, ended.seat, ended.illegal), (self.length, self.info.seat, self.illegal));
        let least = self.env.game().facts().min_utility;
        assert!(
            ended.illegal.is_none()
                || (self.terminated && ended.returns[ended.seat].to_bits() == least.to_bits())
        );
        assert_eq!(ended.returns.len(), env.shape().seats);
        assert!((ended.returns[ended.seat] - self.sum).abs() < 1e-9, "{ended:?} and {}", self.sum);
    }

    fn begin(&mut self) {
        (self.observation, self.info) = self.env.reset(None, None).unwrap();
        self.ended = false;
    }
}

impl<G: Game> Twin<G> for Single<G> {
    fn step(&mut self, action: Action, autoreset: Autoreset) {
        self.reward = 0.0;
        if self.ended {
            if autoreset == Autoreset::NextStep {
                self.begin();
                (self.terminated, self.truncated, self.length, self.sum) = (false, false, 0, 0.0);
            }
            return;
        }
        if self.length == 0 {
            self.sum = 0.0;
        }
        let step = self.env.step(action).unwrap();
        (self.reward, self.terminated, self.truncated) = (step.reward, step.terminated, step.truncated);
        (self.observation, self.info, self.illegal) = (step.observation, step.info, step.illegal);
        self.length += 1;
        self.sum += step.reward;
        self.ended = self.terminated || self.truncated;
        if self.truncated {
            self.info.action_mask.fill(true);
        }
    }

    fn check(&mut self, row: usize, env: &VecEnv<G>, batch: &Batch<f32>) {
        let what = format!("row {row}, {:?}, step {}", self.info, self.length);
        assert_eq!(batch.rewards(row), [self.reward], "{what}");
        let flags = (batch.terminated(row), batch.truncated(row));
        assert_eq!(flags, (self.terminated, self.truncated), "{what}");
        if self.ended {
            self.check_end(row, env);
        }
        if self.ended && env.options().autoreset == Autoreset::SameStep {
            self.last_observation.clone_from(&self.observation);
            self.length = 0;
            self.begin();
        }
        assert_eq!(batch.final_observation(row), self.last_observation, "{what}");
        assert_eq!(batch.observation(row), self.observation, "{what}");
        assert_eq!(batch.mask(row), self.info.action_mask, "{what}");
        assert_eq!(batch.seat(row) as Seat, self.info.seat, "{what}");
        let info = env.info(row).unwrap();
        assert_eq!((info.seed, info.episode, info.steps), (self.info.seed, self.info.episode, self.length));
        assert_eq!(info.over_at_reset, self.info.over_at_reset, "{what}");
    }
}

fn equals_env<G: Game>(pairs: &[&str], learner: LearnerSeat, max_steps: Option<u32>, steps: usize) {
    let game = game::<G>(pairs);
    for autoreset in [Autoreset::NextStep, Autoreset::SameStep, Autoreset::Disabled] {
        for options in [options(autoreset, max_steps), unforgiving(autoreset, max_steps)] {
            let (env, batch) = begun(learner_rows(&game, ROWS, learner, options), SEED);
            let single = |row| Single::new(&game, learner, options, SEED.wrapping_add(row as u64));
            require_equal(env, batch, (0..ROWS).map(single).collect(), steps);
        }
    }
}

#[test]
fn pig_rows_are_as_env() {
    for learner in [LearnerSeat::Fixed(1), LearnerSeat::Random] {
        equals_env::<Pig>(&["target=12"], learner, None, 600);
        equals_env::<Pig>(&["players=3", "target=4"], learner, None, 600);
        equals_env::<Pig>(&["target=30"], learner, Some(7), 600);
        equals_env::<Pig>(&["target=30"], learner, Some(1), 50);
    }
}

#[test]
fn kuhn_rows_are_as_env() {
    for learner in [LearnerSeat::Fixed(0), LearnerSeat::Fixed(1), LearnerSeat::Random] {
        equals_env::<Kuhn>(&[], learner, None, 300);
    }
}

#[test]
fn expedition_rows_are_as_env() {
    for learner in [LearnerSeat::Fixed(2), LearnerSeat::Random] {
        equals_env::<Expedition>(&["players=3"], learner, None, 600);
        equals_env::<Expedition>(&["players=3", "team=on"], learner, Some(9), 600);
    }
}

#[test]
fn zone_rows_are_as_env() {
    for learner in [LearnerSeat::Fixed(0), LearnerSeat::Random] {
        equals_env::<ZoneStalker<2>>(&["players=2"], learner, None, 1500);
        equals_env::<ZoneStalker<6>>(&["players=6"], learner, None, 600);
        equals_env::<ZoneStalker<6>>(&["players=6", "utility=points"], learner, Some(40), 300);
    }
}
