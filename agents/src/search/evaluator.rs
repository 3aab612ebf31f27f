//! What a position at the edge of the tree is worth.

use roadside_env::chance::{Boundary, Pausing};
use roadside_env::{Actions as _, Agent, Game, Key, Sampled, State, Stream, View};

use super::player::{BASE, NAME, ROLLOUT};
use crate::{Playable, PlayerError, make};

/// A position at which a simulation left the tree, to be valued. Somebody is to act there.
///
/// It is one of those that the searching seat cannot tell apart: what is hidden in it was drawn anew.
#[derive(Clone, Debug)]
pub struct Leaf<G: Game> {
    /// The position. It may be played on from, in place.
    pub state: G::State,
    /// The chance with which the simulation goes on from it.
    pub chance: Sampled,
    /// Random words for whoever plays on.
    pub random: Stream,
    /// To be written: what each seat may expect to get in the end, in utility.
    pub values: Vec<f64>,
    /// To be written or left as it is, all 0: how much better each legal action looks than another, in their rising
    /// order, as logits. Those of the seat that is to act, from what it knows.
    pub logits: Vec<f32>,
}

/// Values positions at the edge of the tree.
pub trait Evaluator<G: Game>: Send {
    /// How many leaves it likes to be handed at once, at least 1. As many simulations are then under way together, each
    /// kept off the others' paths by counting those as lost.
    fn batch(&self) -> usize {
        1
    }

    /// Writes the values of all `leaves`, and their logits if it has any. Equal leaves get equal values.
    fn evaluate(&mut self, game: &G, leaves: &mut [Leaf<G>]);

    /// [`evaluate`](Self::evaluate) for the position that is searched, once in a search: more may be spent on it.
    fn evaluate_root(&mut self, game: &G, leaf: &mut Leaf<G>) {
        self.evaluate(game, std::slice::from_mut(leaf));
    }
}

/// How to play on where a search leaves its tree.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RolloutOptions<'a> {
    /// Who plays on at all seats, by name.
    pub player: &'a str,
    /// Whose policy is the prior at the root, by name, if it is another's: one that is stronger and may be slower.
    pub base: Option<&'a str>,
    /// After how many turns it is cut off, as for [`Rollouts::new`].
    pub depth: Option<u32>,
    /// The weight of that player's policy in the priors, in hundredths from 0 to 99.
    pub trust: u32,
    /// Whether its choice is left only where another is surely better: the `doubt` of a [`RootRule::Gate`], in
    /// hundredths of a standard error.
    ///
    /// [`RootRule::Gate`]: super::RootRule::Gate
    pub doubt: Option<u32>,
}

impl<'a> RolloutOptions<'a> {
    /// `player` plays on to the end, and nothing is made of what it would choose.
    pub fn by(player: &'a str) -> Self {
        Self { player, base: None, depth: None, trust: 0, doubt: None }
    }
}

/// Plays on with one player at all seats, some turns far, and then guesses by [`Playable::estimate`].
///
/// Where the player tells its [policy](Agent::policy), that is the prior, mixed with equal chances for all.
pub struct Rollouts<G: Game> {
    player: Box<dyn Agent<G>>,
    /// Whose policy is the prior at the root, if it is not the player's.
    base: Option<Box<dyn Agent<G>>>,
    depth: Option<u32>,
    trust: f32,
    /// Whether the player is [`Random`](crate::Random), which needs no view: playouts are then the bare rules.
    at_random: bool,
}

impl<G: Playable> Rollouts<G> {
    /// Rollouts by `player`, cut off after `depth` turns, the one under way among them: 0 guesses at once, `None` plays
    /// to the end. In games that mark no [`Boundary::Turn`] `depth` counts decisions. `trust`, from 0 to 1, is the
    /// weight of the player's policy in the priors.
    pub fn new(player: Box<dyn Agent<G>>, depth: Option<u32>, trust: f32) -> Self {
        let at_random = player.name() == "random";
        Self { player, base: None, depth, trust, at_random }
    }

    /// The same with the policy of `base` as the prior at the root.
    #[must_use]
    pub fn with_base(self, base: Option<Box<dyn Agent<G>>>) -> Self {
        Self { base, ..self }
    }

    /// Rollouts as they are wished for, by a game [itself](Playable::rollouts) or otherwise.
    ///
    /// # Errors
    /// [`PlayerError::Within`] the option `rollout` or `base` of a search, if the game has no player of such a name;
    /// [`PlayerError::Slow`] if it is one that [thinks](Agent::thinks).
    pub fn from_options(options: &RolloutOptions<'_>) -> Result<Self, PlayerError> {
        let player = quick(options.player, &ROLLOUT)?;
        let base = options.base.map(|name| quick(name, &BASE)).transpose()?;
        Ok(Self::new(player, options.depth, options.trust as f32 / 100.0).with_base(base))
    }

    /// The logits of what the player would do.
    fn write_priors(&mut self, game: &G, leaf: &mut Leaf<G>, at_root: bool) {
        let Self { player, base, .. } = self;
        let player = base.as_mut().filter(|_| at_root).unwrap_or(player);
        let Some(seat) = leaf.state.current_player() else { return };
        let Some(policy) = player.policy(&View::new(game, &leaf.state, seat)) else { return };
        let legal = leaf.state.legal_actions(game);
        let even = (1.0 - self.trust) / legal.len() as f32;
        for (action, logit) in legal.iter().zip(&mut leaf.logits) {
            let chance = policy
                .iter()
                .find(|&&(chosen, _)| chosen == action)
                .map_or(0.0, |&(_, chance)| chance as f32);
            *logit = (even + self.trust * chance).max(f32::MIN_POSITIVE).ln();
        }
    }

    /// Plays on, and writes the values of where that leads.
    fn value(&mut self, game: &G, leaf: &mut Leaf<G>) {
        self.play_on(game, leaf);
        if leaf.state.is_terminal() {
            for (seat, value) in leaf.values.iter_mut().enumerate() {
                *value = leaf.state.player_return(game, seat);
            }
        } else {
            game.estimates(&leaf.state, &mut leaf.values);
        }
    }

    fn play_on(&mut self, game: &G, leaf: &mut Leaf<G>) {
        if self.at_random && self.depth.is_none() {
            while let Some(action) = leaf.state.legal_actions(game).choose(&mut leaf.random) {
                leaf.state.apply_legal(game, action, &mut leaf.chance);
            }
            return;
        }
        match self.depth {
            None => {
                while let Some(seat) = leaf.state.current_player() {
                    let action = self.player.act(&View::new(game, &leaf.state, seat), &mut leaf.random);
                    leaf.state.apply_legal(game, action, &mut leaf.chance);
                }
            }
            Some(depth) => self.play_turns(game, leaf, depth),
        }
    }

    /// Plays to the `depth`th boundary between turns, and there stops before the next has begun.
    fn play_turns(&mut self, game: &G, leaf: &mut Leaf<G>, depth: u32) {
        let Leaf { state, chance, random, .. } = leaf;
        let mut chance = Pausing(chance);
        let (mut turns, mut decisions) = (0, 0);
        while turns.max(decisions) < depth {
            let Some(seat) = state.current_player() else { return };
            let action = self.player.act(&View::new(game, state, seat), random);
            state.apply_legal(game, action, &mut chance);
            loop {
                match state.boundary() {
                    None => break,
                    Some(Boundary::Turn) => {
                        turns += 1;
                        if turns >= depth {
                            return;
                        }
                    }
                    Some(Boundary::Confluence) => {}
                }
                state.resume(game, &mut chance);
            }
            decisions += u32::from(!G::MARKS_TURNS);
        }
    }
}

impl<G: Playable> Evaluator<G> for Rollouts<G> {
    fn evaluate(&mut self, game: &G, leaves: &mut [Leaf<G>]) {
        for leaf in leaves {
            if !self.at_random {
                self.write_priors(game, leaf, false);
            }
            self.value(game, leaf);
        }
    }

    fn evaluate_root(&mut self, game: &G, leaf: &mut Leaf<G>) {
        if !self.at_random || self.base.is_some() {
            self.write_priors(game, leaf, true);
        }
        self.value(game, leaf);
    }
}

/// The player that an option of a search names: one that is asked thousands of times.
fn quick<G: Playable>(name: &str, option: &Key) -> Result<Box<dyn Agent<G>>, PlayerError> {
    let player = make::<G>(name).map_err(|error| error.within(NAME, option.name))?;
    if player.thinks() {
        let (found, quick) = (player.name(), G::default_opponent());
        return Err(PlayerError::Slow { player: NAME, option: option.name, found, quick });
    }
    Ok(player)
}
