//! The caller plays all seats: each row plays as a `Play` of its seed.

use std::sync::Arc;

use roadside_env::games::expedition::Expedition;
use roadside_env::games::kuhn::Kuhn;
use roadside_env::games::pig::Pig;
use roadside_env::games::zone_stalker::ZoneStalker;
use roadside_env::vec_env::{Autoreset, Batch};
use roadside_env::{Action, Game, Play, Sampled, VecEnv};

use crate::{Twin, begun, choose_all, choosers, game, options, require_equal, unforgiving};

const ROWS: usize = 4;

/// A row as `Play` plays it.
struct Single<G: Game> {
    game: Arc<G>,
    play: Play<G, Sampled>,
    seed: u64,
    episode: u64,
    length: u32,
    viewer: usize,
    rewards: Vec<f64>,
    ended: bool,
    illegal: Option<Action>,
}

impl<G: Game> Single<G> {
    fn new(game: &Arc<G>, seed: u64, episode: u64) -> Self {
        let play = Play::new(Arc::clone(game), Sampled::new(seed, episode));
        let viewer = play.current_player().unwrap_or(0);
        let rewards = vec![0.0; game.facts().seats];
        let game = Arc::clone(game);
        Self { game, play, seed, episode, length: 0, viewer, rewards, ended: false, illegal: None }
    }

    fn begin_next(&mut self) {
        *self = Self::new(&self.game, self.seed, self.episode + 1);
    }

    /// The end by an action that is not legal.
    fn forfeit(&mut self, action: Action) {
        self.rewards.fill(0.0);
        self.rewards[self.viewer] = self.game.facts().min_utility - self.play.returns()[self.viewer];
        (self.ended, self.illegal) = (true, Some(action));
    }

    fn returns(&self) -> Vec<f64> {
        let mut returns = self.play.returns();
        if self.illegal.is_some() {
            returns[self.viewer] = self.game.facts().min_utility;
        }
        returns
    }
}

impl<G: Game> Twin<G> for Single<G> {
    fn step(&mut self, action: Action, autoreset: Autoreset) {
        if self.ended {
            self.rewards.fill(0.0);
            if autoreset == Autoreset::NextStep {
                self.begin_next();
            }
            return;
        }
        self.length += 1;
        if self.play.apply_action(action).is_err() {
            return self.forfeit(action);
        }
        self.rewards = self.play.rewards();
        self.viewer = self.play.current_player().unwrap_or(self.viewer);
        self.ended = self.play.is_terminal();
    }

    fn check(&mut self, row: usize, env: &VecEnv<G>, batch: &Batch<f32>) {
        assert_eq!(batch.rewards(row), self.rewards, "row {row}, step {}", self.length);
        assert_eq!((batch.terminated(row), batch.truncated(row)), (self.ended, false));
        if self.ended {
            let ended = env.ended(row).unwrap();
            assert_eq!((ended.seed, ended.episode), (self.seed, self.episode));
            assert_eq!((ended.length, ended.seat, ended.illegal), (self.length, self.viewer, self.illegal));
            assert_eq!(ended.returns, self.returns());
        }
        if self.ended && env.options().autoreset == Autoreset::SameStep {
            assert_eq!(batch.final_observation(row), self.play.view(self.viewer).observation());
            self.begin_next();
        }
        let view = self.play.view(self.viewer);
        assert_eq!(batch.observation(row), view.observation());
        assert_eq!(env.state(row), Some(self.play.state()));
        assert_eq!(env.view(row).unwrap(), view);
        let mut mask = vec![self.illegal.is_some(); batch.shape().actions];
        if self.illegal.is_none() {
            view.write_mask(&mut mask);
        }
        assert_eq!(batch.mask(row), mask);
        let seat = self.play.current_player().map_or(-1, |seat| seat as i8);
        assert_eq!(batch.seat(row), seat);
    }
}

fn equals_play<G: Game>(pairs: &[&str], steps: usize) {
    let game = game::<G>(pairs);
    for autoreset in [Autoreset::NextStep, Autoreset::SameStep, Autoreset::Disabled] {
        for options in [options(autoreset, None), unforgiving(autoreset, None)] {
            let (env, batch) = begun(VecEnv::all_seats(Arc::clone(&game), ROWS, options).unwrap(), 3);
            let singles: Vec<_> = (3..).take(ROWS).map(|seed| Single::new(&game, seed, 0)).collect();
            require_equal(env, batch, singles, steps);
        }
    }
}

#[test]
fn rows_are_as_plays() {
    equals_play::<Pig>(&["target=12"], 600);
    equals_play::<Pig>(&["players=10", "target=3"], 600);
    equals_play::<Kuhn>(&[], 300);
    equals_play::<Expedition>(&["players=3"], 500);
    equals_play::<ZoneStalker<2>>(&["players=2"], 2500);
    equals_play::<ZoneStalker<6>>(&["players=6"], 2500);
}

#[test]
fn rewards_of_each_seat_add_up_to_its_return() {
    for utility in ["utility=share", "utility=points"] {
        let zone = game::<ZoneStalker<6>>(&["players=4", utility]);
        let rows = VecEnv::all_seats(zone, 3, options(Autoreset::NextStep, None)).unwrap();
        let (mut env, mut batch) = begun(rows, 8);
        let (mut sums, mut choosers, mut ends) = ([[0.0; 4]; 3], choosers(3), 0);
        for _ in 0..4000 {
            let actions = choose_all(&batch, &mut choosers);
            env.step(&actions, &mut batch.buffers()).unwrap();
            for (row, sums) in sums.iter_mut().enumerate() {
                for (sum, reward) in sums.iter_mut().zip(batch.rewards(row)) {
                    *sum += reward;
                }
                if batch.terminated(row) {
                    let returns = env.ended(row).unwrap().returns;
                    assert!(sums.iter().zip(returns).all(|(sum, got)| (sum - got).abs() < 1e-9));
                    *sums = [0.0; 4];
                    ends += 1;
                }
            }
        }
        assert!(ends >= 6, "{ends}");
    }
}

#[test]
fn what_is_cut_off_shows_who_would_have_acted() {
    let pig = game::<Pig>(&[]);
    let rows = VecEnv::all_seats(pig, 2, options(Autoreset::Disabled, Some(3))).unwrap();
    let (mut env, mut batch) = begun(rows, 1);
    let mut choosers = choosers(2);
    for _ in 0..3 {
        assert!(!batch.truncated(0) && !batch.truncated(1));
        let actions = choose_all(&batch, &mut choosers);
        env.step(&actions, &mut batch.buffers()).unwrap();
    }
    for row in 0..2 {
        assert!(batch.truncated(row) && !batch.terminated(row));
        let to_act = roadside_env::State::current_player(env.state(row).unwrap()).unwrap();
        assert_eq!(batch.seat(row), to_act as i8);
        assert_eq!(batch.mask(row), [true, true]);
        let ended = env.ended(row).unwrap();
        assert_eq!((ended.length, ended.seat, ended.returns), (3, to_act, &[0.0, 0.0][..]));
    }
}
