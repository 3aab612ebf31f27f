//! Expectimax written without anything that the solver does: no position stands for another, no outcome for another, and
//! no play is paused.

use std::collections::HashMap;

use roadside_env::chance::{Boundary, Enumerated, Pausing, each_path};
use roadside_env::games::zone_stalker::{ZoneStalker, ZoneState};
use roadside_env::{Actions, Game, State};

pub type Solo = ZoneStalker<2>;
pub type SoloState = ZoneState<2>;

const MAX_PATHS: usize = 100_000_000;

/// Expected Swag Points under best play, by position.
pub struct Brute<'a> {
    pub game: &'a Solo,
    pub values: HashMap<SoloState, f64>,
    /// Whether the turn's end is the end.
    pub within_turn: bool,
}

impl<'a> Brute<'a> {
    pub fn new(game: &'a Solo) -> Self {
        Self { game, values: HashMap::new(), within_turn: false }
    }

    pub fn game_value(&mut self) -> f64 {
        let game = self.game;
        self.mean(|chance| game.new_initial_state(chance))
    }

    pub fn value(&mut self, state: &SoloState) -> f64 {
        if state.is_terminal() || self.within_turn && state.boundary() == Some(Boundary::Turn) {
            return state.standing(self.game, 0).score.unwrap();
        }
        if let Some(&value) = self.values.get(state) {
            return value;
        }
        let value = if state.boundary().is_some() {
            self.resumed(state)
        } else {
            state.legal_actions(self.game).iter().map(|action| self.after(state, action)).fold(0.0, f64::max)
        };
        self.values.insert(*state, value);
        value
    }

    fn resumed(&mut self, state: &SoloState) -> f64 {
        let game = self.game;
        let mut sum = 0.0;
        let rules = |chance: &mut Enumerated| {
            let mut next = *state;
            next.resume(game, &mut Pausing(chance));
            next
        };
        each_path(MAX_PATHS, rules, |next, probability| sum += probability * self.value(next)).unwrap();
        sum
    }

    pub fn after(&mut self, state: &SoloState, action: roadside_env::Action) -> f64 {
        let (game, pauses) = (self.game, self.within_turn);
        self.mean(|chance| {
            let mut next = *state;
            if pauses {
                next.apply_legal(game, action, &mut Pausing(chance));
            } else {
                next.apply_legal(game, action, chance);
            }
            next
        })
    }

    fn mean(&mut self, rules: impl FnMut(&mut Enumerated) -> SoloState) -> f64 {
        let mut sum = 0.0;
        each_path(MAX_PATHS, rules, |next, probability| sum += probability * self.value(next)).unwrap();
        sum
    }
}
