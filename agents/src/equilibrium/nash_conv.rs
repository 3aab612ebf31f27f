//! How much is to be won against players who know no better.

use roadside_env::{Agent, Game, Stop, Stream};

use super::answers::{Answers, Asking, Interview};
use super::profile::Profile;
use super::tree::{Tree, TreeOptions};
use super::{EquilibriumError, Progress};

/// What each seat could gain if it alone played its best, summed over the seats: 0 in an equilibrium.
#[derive(Clone, Debug, PartialEq)]
pub struct NashConv {
    /// The sum.
    pub value: f64,
    /// What is due to players that were asked what they do, as they cannot tell; `None` if all tell.
    pub sampling: Option<Sampling>,
    /// By seat.
    pub seats: Vec<Gain>,
    /// What the players do.
    pub profile: Profile,
    /// In how many views they were asked, all seats together.
    pub views: u64,
}

/// How far a figure may be off that comes from answers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sampling {
    /// Its standard error, over samples of as many answers drawn from those given.
    pub stderr: f64,
    /// By how much it is too high, as far as the same samples tell: whoever plays his best against answers makes use of
    /// their noise as well.
    pub bias: f64,
}

/// What one seat gets.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Gain {
    /// As its player plays.
    pub value: f64,
    /// If it played its best against the others as they play.
    pub best_response: f64,
}

impl<G: Game> Tree<G> {
    /// The `NashConv` of these strategies.
    ///
    /// # Panics
    /// For a profile of another tree.
    pub fn nash_conv(&self, profile: &Profile) -> NashConv {
        let followed = self.follow(profile);
        let gain = |(seat, value)| Gain { value, best_response: self.best(seat, &followed).0 };
        let seats: Vec<_> = self.leaves.values(&followed).into_iter().enumerate().map(gain).collect();
        let value = seats.iter().map(|seat| seat.best_response - seat.value).sum();
        NashConv { value, sampling: None, seats, profile: profile.clone(), views: 0 }
    }

    /// The `NashConv` of players, one for each seat or one for all: exact for those who tell what they
    /// [do](Agent::policy), else from what they do when they are asked again and again. They are asked only where they
    /// come to by themselves, once for each different view.
    ///
    /// `watch` hears in how many views they were asked.
    ///
    /// # Errors
    /// [`EquilibriumError`] for a wrong number of players, options out of their ranges, a player that does what it may
    /// not, or if it is stopped.
    pub fn nash_conv_of(
        &self,
        players: &mut [&mut dyn Agent<G>],
        asking: &Asking,
        watch: &impl Fn(Progress),
        stop: &Stop,
    ) -> Result<NashConv, EquilibriumError> {
        let answers = Interview { tree: self, asking, stop }.of(players, watch)?;
        let mut found = self.nash_conv(&answers.profile(self));
        found.views = answers.len();
        if answers.are_sampled() {
            found.sampling = Some(self.sampling(&answers, found.value, asking));
        }
        Ok(found)
    }

    /// The error of a `NashConv` of this value (Efron 1979, "Bootstrap methods").
    fn sampling(&self, answers: &Answers, value: f64, asking: &Asking) -> Sampling {
        let mut random = Stream::for_actions(asking.seed);
        let draw = |_| self.nash_conv(&answers.drawn_anew(&mut random).profile(self)).value;
        let drawn: Vec<f64> = (0..asking.resamples).map(draw).collect();
        let mean = drawn.iter().sum::<f64>() / drawn.len() as f64;
        let squares: f64 = drawn.iter().map(|value| (value - mean).powi(2)).sum();
        Sampling { stderr: (squares / (drawn.len() - 1) as f64).sqrt(), bias: mean - value }
    }
}

/// The `NashConv` of `player` at all seats of `game`; see [`Tree::nash_conv_of`], which serves for several players too.
///
/// # Errors
/// [`EquilibriumError`] for a game whose plays are not bounded, a tree that takes more than 4 GiB, a player
/// that does what it may not, options out of their ranges, or if it is stopped.
pub fn nash_conv<G: Game>(
    game: &G,
    player: &mut dyn Agent<G>,
    asking: &Asking,
    watch: &impl Fn(Progress),
    stop: &Stop,
) -> Result<NashConv, EquilibriumError> {
    asking.check()?;
    Tree::new(game, &TreeOptions::default(), watch, stop)?.nash_conv_of(&mut [player], asking, watch, stop)
}
