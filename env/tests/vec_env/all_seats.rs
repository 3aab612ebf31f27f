//! The caller plays all seats: each row plays as a `Play` of its seed.

use std::sync::Arc;

use roadside_env::games::expedition::Expedition;
use roadside_env::games::kuhn::Kuhn;
use roadside_env::games::pig::Pig;
use roadside_env::games::zone_stalker::ZoneStalker;
use roadside_env::vec_env::{Autoreset, Batch};
use roadside_env::{Action, Game, Play, Sampled, VecEnv};

use crate::{Twin, begun, choose_all, choosers, game, options, require_equal};

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
}

impl<G: Game> Single<G> {
    fn new(game: &Arc<G>, seed: u64, episode: u64) -> Self {
        let play = Play::new(Arc::clone(game), Sampled::new(seed, episode));
        let viewer = play.current_player().unwrap_or(0);
        let rewards = vec![0.0; game.facts().seats];
        Self { game: Arc::clone(game), play, seed, episode, length: 0, viewer, rewards, ended: false }
    }

    fn begin_next(&mut self) {
        *self = Self::new(&self.game, self.seed, self.episode + 1);
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
        self.play.apply_action(action).unwrap();
        self.rewards = self.play.rewards();
        self.length += 1;
        self.viewer = self.play.current_player().unwrap_or(self.viewer);
        self.ended = self.play.is_terminal();
    }

    fn check(&mut self, row: usize, env: &VecEnv<G>, batch: &Batch<f32>) {
        assert_eq!(batch.rewards(row), self.rewards, "row {row}, step {}", self.length);
        assert_eq!((batch.terminated(row), batch.truncated(row)), (self.ended, false));
        if self.ended {
            let ended = env.ended(row).unwrap();
            assert_eq!((ended.seed, ended.episode), (self.seed, self.episode));
            assert_eq!((ended.length, ended.seat), (self.length, self.viewer));
            assert_eq!(ended.returns, self.play.returns());
        }
        if self.ended && env.options().autoreset == Autoreset::SameStep {
            assert_eq!(batch.final_observation(row), self.play.view(self.viewer).observation());
            self.begin_next();
        }
        let view = self.play.view(self.viewer);
        assert_eq!(batch.observation(row), view.observation());
        assert_eq!(env.state(row), Some(self.play.state()));
        let mut mask = vec![false; batch.shape().actions];
        view.write_mask(&mut mask);
        assert_eq!(batch.mask(row), mask);
        let seat = self.play.current_player().map_or(-1, |seat| seat as i8);
        assert_eq!(batch.seat(row), seat);
    }
}

fn equals_play<G: Game>(pairs: &[&str], steps: usize) {
    let game = game::<G>(pairs);
    for autoreset in [Autoreset::NextStep, Autoreset::SameStep, Autoreset::Disabled] {
        let rows = VecEnv::all_seats(Arc::clone(&game), ROWS, options(autoreset, None)).unwrap();
        let (env, batch) = begun(rows, 3);
        let singles: Vec<_> = (3..).take(ROWS).map(|seed| Single::new(&game, seed, 0)).collect();
        require_equal(env, batch, singles, steps);
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
