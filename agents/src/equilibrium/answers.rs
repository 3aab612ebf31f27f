//! What players say when they are asked in every view of a game.

use roadside_env::{Action, Agent, Game, IllegalAction, Seat, State as _, Stop, Stream, View};

use super::profile::Profile;
use super::tree::Tree;
use super::{EquilibriumError, Progress};
use crate::policy::pick;

/// How players are asked that do not [tell](Agent::policy) what they do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Asking {
    /// How often such a player is asked in each view, 1 to 1,000,000: each time with another stream.
    pub asks: u32,
    /// The seed of these streams, and of what the error of a figure is found with.
    pub seed: u64,
    /// How many samples of as many answers are drawn from those given, to find the error of a figure: 2 to 10,000.
    pub resamples: u32,
}

impl Default for Asking {
    /// 1,000 times, seed 0, 100 samples.
    fn default() -> Self {
        Self { asks: 1_000, seed: 0, resamples: 100 }
    }
}

impl Asking {
    pub(super) fn check(&self) -> Result<(), EquilibriumError> {
        let refuse =
            |name, found: u32, legal| EquilibriumError::Option { name, found: found.to_string(), legal };
        if !(1..=1_000_000).contains(&self.asks) {
            return Err(refuse("asks", self.asks, "a whole number from 1 to 1000000"));
        }
        if !(2..=10_000).contains(&self.resamples) {
            return Err(refuse("resamples", self.resamples, "a whole number from 2 to 10000"));
        }
        Ok(())
    }
}

/// What was answered in one view.
#[derive(Clone, Debug)]
struct Answer {
    /// What each of the legal actions was given, adding up to 1.
    shares: Vec<f64>,
    /// How often the player was asked; 0 if it told its probabilities.
    asks: u32,
}

/// What was answered, by seat and view; `None` where a player was not asked, as it never comes there by itself.
#[derive(Clone, Debug)]
pub(super) struct Answers(Vec<Vec<Option<Answer>>>);

/// One who asks the players of a tree.
pub(super) struct Interview<'a, G: Game> {
    pub(super) tree: &'a Tree<G>,
    pub(super) asking: &'a Asking,
    pub(super) stop: &'a Stop,
}

impl<G: Game> Interview<'_, G> {
    /// Asks the players, one for each seat or one for all.
    pub(super) fn of(
        &self,
        players: &mut [&mut dyn Agent<G>],
        watch: &impl Fn(Progress),
    ) -> Result<Answers, EquilibriumError> {
        let (given, seats) = (players.len(), self.tree.seats());
        if given != seats && given != 1 {
            return Err(EquilibriumError::Players { given, seats });
        }
        self.asking.check()?;
        let mut views = 0;
        let mut hear = || {
            views += 1;
            watch(Progress::Views(views));
        };
        let answers = (0..seats).map(|seat| {
            let player = &mut *players[if given == 1 { 0 } else { seat }];
            self.of_seat(seat, player, &mut hear)
        });
        answers.collect::<Result<_, _>>().map(Answers)
    }

    /// Asks in all views that the player comes to by itself, the earlier ones first.
    fn of_seat(
        &self,
        seat: Seat,
        player: &mut dyn Agent<G>,
        hear: &mut impl FnMut(),
    ) -> Result<Vec<Option<Answer>>, EquilibriumError> {
        let plan = &self.tree.plans[seat];
        let mut answers = vec![None; plan.views()];
        let mut followed = vec![1.0; plan.sequences()];
        for set in 0..plan.sets() {
            let before = followed[plan.parent(set)];
            if before == 0.0 {
                followed[plan.choices(set)].fill(0.0);
                continue;
            }
            let answer = &mut answers[plan.view(set)];
            if answer.is_none() {
                *answer = Some(self.ask(seat, plan.view(set), player)?);
                hear();
            }
            let shares = answer.iter().flat_map(|answer| &answer.shares);
            followed[plan.choices(set)].iter_mut().zip(shares).for_each(|(out, share)| *out = before * share);
        }
        Ok(answers)
    }

    fn ask(&self, seat: Seat, view: usize, player: &mut dyn Agent<G>) -> Result<Answer, EquilibriumError> {
        let legal = self.tree.plans[seat].view_actions(view);
        let state = self.tree.plans[seat].position(view);
        let seen = View::new(&self.tree.game, state, seat);
        let told = player
            .policy(&seen)
            .map(|told| shares(state, &self.tree.game, legal, &told, player))
            .transpose()?;
        if let Some(shares) = told {
            return Ok(Answer { shares, asks: 0 });
        }
        let mut counts = vec![0_u32; legal.len()];
        for ask in 0..self.asking.asks {
            if self.stop.is_soon() {
                return Err(EquilibriumError::Stopped);
            }
            let action = player.act(&seen, &mut self.stream(seat, view, ask));
            let place = place(state, &self.tree.game, legal, action, player)?;
            counts[place] += 1;
        }
        let asks = self.asking.asks;
        Ok(Answer {
            shares: counts.into_iter().map(|count| f64::from(count) / f64::from(asks)).collect(),
            asks,
        })
    }

    /// The stream of one time of asking.
    fn stream(&self, seat: Seat, view: usize, ask: u32) -> Stream {
        let episode = view as u64 * u64::from(self.asking.asks) + u64::from(ask);
        Stream::for_player(self.asking.seed, episode, seat)
    }
}

/// The place of what a player does among what is legal.
fn place<G: Game>(
    state: &G::State,
    game: &G,
    legal: &[Action],
    action: Action,
    player: &dyn Agent<G>,
) -> Result<usize, EquilibriumError> {
    let illegal = |error: IllegalAction| EquilibriumError::Illegal { player: player.name(), error };
    state.require_legal(game, action).map_err(illegal)?;
    Ok(legal.iter().position(|&known| known == action).unwrap_or_default())
}

/// What a player tells, in the order of what is legal.
fn shares<G: Game>(
    state: &G::State,
    game: &G,
    legal: &[Action],
    told: &[(Action, f64)],
    player: &dyn Agent<G>,
) -> Result<Vec<f64>, EquilibriumError> {
    let mut shares = vec![0.0; legal.len()];
    for &(action, share) in told.iter().filter(|&&(_, share)| share != 0.0) {
        shares[place(state, game, legal, action, player)?] += share;
    }
    let likely = shares.iter().all(|share| (0.0..=1.0 + 1e-9).contains(share));
    let sum: f64 = if likely { shares.iter().sum() } else { f64::NAN };
    if (sum - 1.0).abs() > 1e-6 || sum.is_nan() {
        return Err(EquilibriumError::Policy { player: player.name(), sum });
    }
    Ok(shares.into_iter().map(|share| share / sum).collect())
}

impl Answers {
    /// Whether some player was asked what it does, as it cannot tell.
    pub(super) fn are_sampled(&self) -> bool {
        self.each().any(|answer| answer.asks > 0)
    }

    /// In how many views players were asked.
    pub(super) fn len(&self) -> u64 {
        self.each().count() as u64
    }

    fn each(&self) -> impl Iterator<Item = &Answer> {
        self.0.iter().flatten().flatten()
    }

    /// What players do who answer so; where they were not asked they choose each action equally likely.
    pub(super) fn profile<G: Game>(&self, tree: &Tree<G>) -> Profile {
        let mut profile = Profile::uniform(tree);
        for (seat, plan) in tree.plans.iter().enumerate() {
            for set in 0..plan.sets() {
                if let Some(answer) = &self.0[seat][plan.view(set)] {
                    profile.chosen[seat][plan.choices(set)].copy_from_slice(&answer.shares);
                }
            }
        }
        profile
    }

    /// What might have been answered instead: as many answers, drawn from those that were given.
    pub(super) fn drawn_anew(&self, random: &mut Stream) -> Self {
        let mut drawn = self.clone();
        for answer in drawn.0.iter_mut().flatten().flatten().filter(|answer| answer.asks > 0) {
            let mut counts = vec![0_u32; answer.shares.len()];
            for _ in 0..answer.asks {
                counts[pick(&answer.shares, random)] += 1;
            }
            answer.shares =
                counts.into_iter().map(|count| f64::from(count) / f64::from(answer.asks)).collect();
        }
        drawn
    }
}
