//! What a row must show.

use roadside_env::vec_env::{Autoreset, Batch, RowInfo};
use roadside_env::{Actions, Game, LearnerSeat, State, VecEnv, View};

use super::super::checks::observation;
use super::numbers::{Numbers, scaled};

/// Where a row is, by what was done with it.
pub(super) struct Track {
    row: usize,
    learner: Option<LearnerSeat>,
    begun: bool,
    seed: u64,
    episode: u64,
    next_episode: u64,
    steps: u32,
    paid: Vec<f64>,
    /// The flags of an episode that is over, while no other has begun.
    over: Option<(bool, bool)>,
}

impl Track {
    pub fn new(row: usize, learner: Option<LearnerSeat>) -> Self {
        let (seed, paid) = (row as u64, Vec::new());
        Self { row, learner, begun: false, seed, episode: 0, next_episode: 0, steps: 0, paid, over: None }
    }

    pub fn row(&self) -> usize {
        self.row
    }

    /// Whether a reset has begun an episode here.
    pub fn is_begun(&self) -> bool {
        self.begun
    }

    /// What can be chosen; none where the action is ignored.
    pub fn legal<G: Game, O: Numbers>(
        &self,
        env: &VecEnv<G>,
        batch: &Batch<O>,
    ) -> <G::State as State>::Actions {
        if self.over.is_some() || !self.begun {
            Default::default()
        } else {
            self.view(env, batch).legal_actions()
        }
    }

    fn view<'a, G: Game, O: Numbers>(&self, env: &'a VecEnv<G>, batch: &Batch<O>) -> View<'a, G> {
        // Nobody is to act: whose view came last is known of the episode that ended.
        let seat =
            usize::try_from(batch.seat(self.row)).unwrap_or_else(|_| env.ended(self.row).unwrap().seat);
        View::new(&**env.game(), env.state(self.row).unwrap(), seat)
    }

    fn begin(&mut self) {
        (self.begun, self.over, self.steps) = (true, None, 0);
        self.episode = self.next_episode;
        self.next_episode += 1;
        self.paid.clear();
    }

    /// The row has been reset.
    pub fn reset<G: Game, O: Numbers>(&mut self, seed: Option<u64>, env: &VecEnv<G>, batch: &Batch<O>) {
        if let Some(seed) = seed {
            (self.seed, self.next_episode) = (seed, 0);
        }
        self.begin();
        self.require_rewards_of_nothing(batch);
        assert!(!batch.terminated(self.row) && !batch.truncated(self.row));
        self.check(env, batch);
    }

    /// The row has been stepped.
    pub fn step<G: Game, O: Numbers>(&mut self, env: &VecEnv<G>, batch: &Batch<O>) {
        let flags = (batch.terminated(self.row), batch.truncated(self.row));
        let autoreset = env.options().autoreset;
        match self.over {
            Some(_) if autoreset == Autoreset::NextStep => {
                assert_eq!(flags, (false, false));
                self.require_rewards_of_nothing(batch);
                self.begin();
            }
            Some(over) => {
                assert_eq!(flags, over);
                self.require_rewards_of_nothing(batch);
            }
            None => {
                self.play(flags, env, batch);
                if flags.0 || flags.1 {
                    self.end(flags, env, batch);
                }
            }
        }
        self.check(env, batch);
    }

    fn play<G: Game, O: Numbers>(&mut self, flags: (bool, bool), env: &VecEnv<G>, batch: &Batch<O>) {
        self.steps += 1;
        let rewards = batch.rewards(self.row);
        self.paid.resize(rewards.len(), 0.0);
        self.paid.iter_mut().zip(rewards).for_each(|(paid, reward)| *paid += reward);
        if env.options().max_steps == Some(self.steps) {
            assert!(flags.0 != flags.1);
        } else {
            assert!(!flags.1);
        }
    }

    /// What the episode brought is what was paid.
    fn end<G: Game, O: Numbers>(&mut self, flags: (bool, bool), env: &VecEnv<G>, batch: &Batch<O>) {
        let (facts, ended) = (env.game().facts(), env.ended(self.row).unwrap());
        assert_eq!((ended.seed, ended.episode, ended.length), (self.seed, self.episode, self.steps));
        assert!(ended.seat < facts.seats && ended.returns.len() == facts.seats);
        let paid_for =
            if self.learner.is_some() { &ended.returns[ended.seat..=ended.seat] } else { ended.returns };
        assert_eq!(paid_for.len(), self.paid.len());
        assert!(paid_for.iter().zip(&self.paid).all(|(got, paid)| (got - paid).abs() < 1e-9));
        let possible = facts.min_utility - 1e-9..=facts.max_utility + 1e-9;
        assert!(ended.returns.iter().all(|got| possible.contains(got)));
        if env.options().autoreset == Autoreset::SameStep {
            let spec = env.game().observation_spec();
            observation(
                &**env.game(),
                &scaled(spec, batch.final_observation(self.row)),
                "the last of an episode",
            );
            self.begin();
        } else {
            self.over = Some(flags);
        }
    }

    fn require_rewards_of_nothing<O: Numbers>(&self, batch: &Batch<O>) {
        assert!(batch.rewards(self.row).iter().all(|&reward| reward == 0.0));
    }

    /// What is shown is what the seat sees.
    fn check<G: Game, O: Numbers>(&self, env: &VecEnv<G>, batch: &Batch<O>) {
        let (row, game, state) = (self.row, &**env.game(), env.state(self.row).unwrap());
        let (view, legal) = (self.view(env, batch), self.legal(env, batch));
        let (seed, episode, steps) = (self.seed, self.episode, self.steps);
        let over_at_reset = self.over.is_none() && legal.is_empty();
        assert_eq!(env.info(row), Some(RowInfo { seed, episode, steps, over_at_reset }));
        let done = match self.learner {
            Some(learner) => {
                assert!(learner == LearnerSeat::Random || learner == LearnerSeat::Fixed(view.seat()));
                state.is_done(game, view.seat())
            }
            None => {
                assert_eq!(batch.seat(row), state.current_player().map_or(-1, |seat| seat as i8));
                state.is_terminal()
            }
        };
        let forfeited = self.over.is_some() && env.ended(row).unwrap().illegal.is_some();
        assert_eq!(done || forfeited, over_at_reset || self.over.is_some_and(|(terminated, _)| terminated));
        let numbers = scaled(game.observation_spec(), batch.observation(row));
        observation(game, &numbers, "an observation");
        assert_eq!(numbers, view.observation());
        let mut mask = vec![true; batch.mask(row).len()];
        if !legal.is_empty() {
            legal.write_mask(&mut mask);
        }
        assert_eq!(batch.mask(row), mask);
    }
}
