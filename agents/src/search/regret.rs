//! What others' choices tell: search from the beginning of the game, for small games with hidden cards.
//!
//! A search that starts at the decision to be made takes every hidden card for equally likely, and so would call each
//! bluff; and where mixing is right, the most visited action is not the answer. Here the whole game is played again and
//! again from its beginning by players who all learn, by regret matching, at what they know (Monte Carlo counterfactual
//! regret minimisation with external sampling: Lanctot et al. 2009). What a seat would do then already weighs what the
//! others would have done to get here, and its average over the plays comes near an equilibrium.

use std::collections::HashMap;

use crate::key::key_of;
use crate::policy::pick;
use roadside_env::{Action, Actions as _, Facts, Game, Sampled, Seat, State, Stream};

/// Games are played through in so many decisions at most.
const LONGEST: u32 = 12;

/// A game is taken for short too if so many plays at random all end within so many decisions.
const TRIALS: u64 = 64;
const LONGEST_TRIAL: u32 = 16;

/// Whether a game is so small that its seats learn from its beginning. The same game gets the same answer, always; one
/// that is too long gets it after a single trial.
///
/// Where seats do not remember all that they saw, nothing promises that learning comes near an equilibrium; in the duel
/// `preset=duel-1` of Zone Stalker it does.
pub(super) fn suits<G: Game>(game: &G) -> bool {
    let Facts { seats, hidden_information, perfect_recall, max_game_length, .. } = *game.facts();
    let short = perfect_recall && max_game_length.is_some_and(|length| length <= LONGEST);
    seats > 1 && hidden_information && (short || (0..TRIALS).all(|number| ends_soon(game, number)))
}

/// Whether a play at random ends within [`LONGEST_TRIAL`] decisions.
fn ends_soon<G: Game>(game: &G, number: u64) -> bool {
    let (mut chance, mut random) = (Sampled::keyed(number), Stream::keyed(TRIALS + number));
    let mut state = game.new_initial_state(&mut chance);
    for _ in 0..LONGEST_TRIAL {
        let Some(action) = state.legal_actions(game).choose(&mut random) else { return true };
        state.apply_legal(game, action, &mut chance);
    }
    state.is_terminal()
}

/// What was learned of one action.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Learned {
    /// How much better it would have been than what was played, summed over the plays.
    regret: f64,
    /// How likely it was played, summed over the plays, later ones counting more.
    played: f64,
    /// What it brought, summed over the plays, and squared.
    pub(super) sum: f64,
    pub(super) squares: f64,
    pub(super) count: u32,
}

/// All that was learned, by what the deciding seat knows.
#[derive(Debug, Default)]
pub(super) struct Regrets {
    nodes: HashMap<u128, Vec<(Action, Learned)>>,
}

impl Regrets {
    /// Learns from so many plays after the first `before`, each seat in turn being the one that learns what it could
    /// have done.
    pub(super) fn learn<G: Game>(&mut self, game: &G, before: u64, plays: u64, random: &mut Stream) {
        let seats = game.facts().seats as u64;
        for play in before..before + plays {
            let mut chance = Sampled::keyed(random.word());
            let state = game.new_initial_state(&mut chance);
            let mut walk = Walk { game, learner: (play % seats) as Seat, weight: play as f64 + 1.0, random };
            walk.on(self, &state, &chance);
        }
    }

    /// How likely each action is to be played at what a seat knows, on average, with what was learned of it; nothing
    /// where no play came by.
    pub(super) fn policy(&self, key: u128) -> Vec<(Action, f64, Learned)> {
        let Some(actions) = self.nodes.get(&key) else { return Vec::new() };
        let total: f64 = actions.iter().map(|(_, learned)| learned.played).sum();
        let share = |learned: &Learned| {
            if total > 0.0 { learned.played / total } else { 1.0 / actions.len() as f64 }
        };
        actions.iter().map(|&(action, learned)| (action, share(&learned), learned)).collect()
    }

    pub(super) fn len(&self) -> usize {
        self.nodes.len()
    }
}

/// One play.
struct Walk<'a, G> {
    game: &'a G,
    learner: Seat,
    weight: f64,
    random: &'a mut Stream,
}

impl<G: Game> Walk<'_, G> {
    /// What the learner gets from here on: it tries everything, the others do one thing each.
    fn on(&mut self, regrets: &mut Regrets, state: &G::State, chance: &Sampled) -> f64 {
        let Some(seat) = state.current_player() else { return state.player_return(self.game, self.learner) };
        let key = key_of(&state.knowledge(self.game, seat));
        let legal = state.legal_actions(self.game);
        let actions = regrets
            .nodes
            .entry(key)
            .or_insert_with(|| legal.iter().map(|action| (action, Learned::default())).collect());
        let chances = matched(actions);
        if seat != self.learner {
            for ((_, learned), chance) in actions.iter_mut().zip(&chances) {
                learned.played += self.weight * chance;
            }
            let action = actions[pick(&chances, self.random)].0;
            return self.after(regrets, state, action, chance);
        }
        let values: Vec<f64> =
            legal.iter().map(|action| self.after(regrets, state, action, chance)).collect();
        let mean: f64 = values.iter().zip(&chances).map(|(value, chance)| value * chance).sum();
        let actions = regrets.nodes.entry(key).or_default();
        for ((_, learned), value) in actions.iter_mut().zip(values) {
            learned.regret += value - mean;
            learned.sum += value;
            learned.squares += value * value;
            learned.count += 1;
        }
        mean
    }

    fn after(&mut self, regrets: &mut Regrets, state: &G::State, action: Action, chance: &Sampled) -> f64 {
        let (mut state, mut chance) = (state.clone(), chance.clone());
        state.apply_legal(self.game, action, &mut chance);
        self.on(regrets, &state, &chance)
    }
}

/// Each action as likely as it is regretted (Hart and Mas-Colell 2000).
fn matched(actions: &[(Action, Learned)]) -> Vec<f64> {
    let total: f64 = actions.iter().map(|(_, learned)| learned.regret.max(0.0)).sum();
    let even = 1.0 / actions.len() as f64;
    let chance = |learned: &Learned| if total > 0.0 { learned.regret.max(0.0) / total } else { even };
    actions.iter().map(|(_, learned)| chance(learned)).collect()
}
