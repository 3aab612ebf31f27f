//! What all seats do.

use roadside_env::{Game, Seat};

use super::tree::Tree;

/// A strategy for each seat: how likely it makes each choice in each of its information sets. It belongs to the
/// [`Tree`] that it was made for.
#[derive(Clone, Debug, PartialEq)]
pub struct Profile {
    /// By seat and sequence: how likely the last choice is made where it can be.
    pub(super) chosen: Vec<Vec<f64>>,
}

impl Profile {
    /// All choices in an information set equally likely.
    pub fn uniform<G: Game>(tree: &Tree<G>) -> Self {
        let chosen = tree.plans.iter().map(|plan| {
            let mut chosen = vec![1.0; plan.sequences()];
            for choices in (0..plan.sets()).map(|set| plan.choices(set)) {
                let share = 1.0 / choices.len() as f64;
                chosen[choices].fill(share);
            }
            chosen
        });
        Self { chosen: chosen.collect() }
    }

    /// This profile with the strategy that `seat` has in `other`, a profile of the same tree.
    ///
    /// # Panics
    /// If there is no such seat.
    #[must_use]
    pub fn with_seat(mut self, seat: Seat, other: &Self) -> Self {
        self.chosen[seat].clone_from(&other.chosen[seat]);
        self
    }
}
