//! The player that goes in as a veteran and plays its cards as greedy does.

use roadside_env::games::zone_stalker::{Phase, ZoneStalker};
use roadside_env::{Action, View};

use super::greedy::Greedy;
use super::scripted::Veteran;
use crate::scripted::{Scripted, scripted};

/// Flips, stops and discards in the End Phase as [`Veteran`], and makes all other choices as [`Greedy`] with its usual
/// cost of an injury: it goes in by a rule of thumb, and meets what it finds by exact chances.
#[derive(Clone, Copy, Debug)]
pub struct Scout {
    /// The smallest hand with which it flips.
    pub hand: u8,
    /// The lead in Swag Points with which it stops.
    pub lead: u32,
}

/// What an injury is worth in Swag Points.
const INJURY_COST: u32 = 3;

impl<const SEATS: usize> Scripted<ZoneStalker<SEATS>> for Scout {
    fn title(&self) -> String {
        format!("scout:{}:{}", self.hand, self.lead)
    }

    fn decide(&self, view: &View<'_, ZoneStalker<SEATS>>) -> Action {
        let &Self { hand, lead } = self;
        match view.phase() {
            Phase::Choose | Phase::EndDiscard => Veteran { hand, lead }.decide(view),
            _ => Greedy { injury_cost: INJURY_COST }.decide(view),
        }
    }
}

scripted!(Scout: ZoneStalker<SEATS>, const SEATS: usize);
