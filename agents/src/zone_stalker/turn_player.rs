//! The player that acts on what the whole turn is worth.

use roadside_env::games::zone_stalker::ZoneStalker;
use roadside_env::{Action, View};

use super::greedy::{EQUAL, Greedy};
use super::turn::{Foresight, turn_bounds};
use crate::scripted::{Scripted, scripted};

/// Acts on the mean of its Swag Points at the end of this turn (dead: 0), which is known between two bounds only: it
/// takes the action with the highest lower bound, the first of several. So it counts on what it can be sure of by
/// stopping after a few flips. Where the bounds tell no actions apart it plays as [`Greedy`].
#[derive(Clone, Copy, Debug)]
pub struct TurnPlayer {
    /// How many flips are summed in full, from 1.
    pub depth: u8,
}

/// The most situations that it looks at for a decision: some milliseconds.
const SITUATIONS: u64 = 100_000;

impl<const SEATS: usize> Scripted<ZoneStalker<SEATS>> for TurnPlayer {
    fn title(&self) -> String {
        format!("turn:{}", self.depth)
    }

    fn decide(&self, view: &View<'_, ZoneStalker<SEATS>>) -> Action {
        let all = turn_bounds(view, Foresight { depth: self.depth, situations: SITUATIONS });
        let most = all.iter().map(|(_, bounds)| bounds.lower).fold(f64::NEG_INFINITY, f64::max);
        let otherwise = Greedy { injury_cost: 3 }.decide(view);
        let as_good = |&&(_, bounds): &&(Action, super::Bounds)| bounds.lower >= most - EQUAL;
        match all.iter().find(as_good) {
            Some(&(first, _)) if !all.iter().filter(as_good).any(|&(action, _)| action == otherwise) => first,
            _ => otherwise,
        }
    }
}

scripted!(TurnPlayer: ZoneStalker<SEATS>, const SEATS: usize);
