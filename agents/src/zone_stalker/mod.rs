//! Players of Zone Stalker, and what can be said of its next flip and of the rest of a turn.

mod by_hand;
mod cards;
mod decision;
mod estimate;
mod flip;
mod greedy;
mod outcomes;
mod resolution;
mod scout;
mod scripted;
mod situation;
mod turn;
mod turn_player;

#[cfg(test)]
mod against_the_rules;

pub use by_hand::{ByHand, ByHandError};
pub use cards::{CardOutlook, SortOutlook};
pub use estimate::{FEATURES, features};
pub use flip::{Advice, FlipError, FlipOptions, FlipReport, Look, MoveOutlook, flip, flip_until};
pub use greedy::Greedy;
pub use outcomes::{Find, Outcomes};
pub use scout::Scout;
pub use scripted::{Cautious, Duel, Skip, Veteran};
pub use turn::{Bounds, Foresight, turn_bounds};
pub use turn_player::TurnPlayer;

use roadside_env::games::zone_stalker::{Payment, Phase, ZoneStalker};
use roadside_env::{Seat, State as _, View};

use crate::search::RolloutOptions;
use crate::{Entry, Parameter, Playable};

impl<const SEATS: usize> Playable for ZoneStalker<SEATS> {
    const MARKS_TURNS: bool = true;

    fn players() -> &'static [Entry<Self>] {
        const HAND: Parameter = Parameter::number("h", 1..=20, 4);
        const INJURY: Parameter = Parameter::number("c", 0..=200, 3);
        const DEPTH: Parameter = Parameter::number("d", 1..=8, 2);
        const LEAD: Parameter = Parameter::number("k", 1..=200, 1);
        &[
            Entry {
                name: "cautious",
                parameters: &[HAND],
                options: &[],
                meaning: "flips while it has fewer than 2 injuries and at least h cards",
                make: |arguments| Ok(Box::new(Cautious { hand: arguments.number(0) as u8 })),
            },
            Entry {
                name: "skip",
                parameters: &[],
                options: &[],
                meaning: "never flips",
                make: |_| Ok(Box::new(Skip)),
            },
            Entry {
                name: "duel",
                parameters: &[LEAD],
                options: &[],
                meaning: "plays as cautious:1, but stops with a lead of at least k SP",
                make: |arguments| Ok(Box::new(Duel { lead: arguments.number(0) })),
            },
            Entry {
                name: "veteran",
                parameters: &[HAND, Parameter { default: 15, ..LEAD }],
                options: &[],
                meaning: "flips unhurt, with at least h cards and a lead below k SP; discards middling cards",
                make: |arguments| {
                    Ok(Box::new(Veteran { hand: arguments.number(0) as u8, lead: arguments.number(1) }))
                },
            },
            Entry {
                name: "scout",
                parameters: &[Parameter { default: 3, ..HAND }, Parameter { default: 40, ..LEAD }],
                options: &[],
                meaning: "flips and discards as veteran:h:k, and makes all other choices as greedy",
                make: |arguments| {
                    Ok(Box::new(Scout { hand: arguments.number(0) as u8, lead: arguments.number(1) }))
                },
            },
            Entry {
                name: "greedy",
                parameters: &[INJURY],
                options: &[],
                meaning: "acts on the exact next flip: flips if the mean of its SP after it, 0 if dead and c less for \
                          each injury, exceeds its SP; chooses cards, rerolls and Martyrs alike",
                make: |arguments| Ok(Box::new(Greedy { injury_cost: arguments.number(0) })),
            },
            Entry {
                name: "turn",
                parameters: &[DEPTH],
                options: &[],
                meaning: "makes a lower bound of its mean SP at the end of the turn, 0 if dead, as high as it can, with d flips \
                          summed in full",
                make: |arguments| Ok(Box::new(TurnPlayer { depth: arguments.number(0) as u8 })),
            },
        ]
    }

    fn default_opponent() -> &'static str {
        "cautious:4"
    }

    fn stand_in() -> &'static str {
        "turn"
    }

    fn rollouts(&self) -> RolloutOptions<'static> {
        if self.seats() == 1 {
            // What counts alone is survival or Swag Points.
            let player = if self.config().utility == Payment::Win { "skip" } else { "greedy" };
            return RolloutOptions { trust: 80, ..RolloutOptions::by(player) };
        }
        RolloutOptions {
            player: "duel:40",
            base: Some("scout:3:40"),
            depth: Some(4),
            trust: 98,
            doubt: Some(250),
        }
    }

    fn estimate(&self, state: &Self::State, seat: Seat) -> f64 {
        let mut all = [0.0; SEATS];
        self.estimates(state, &mut all[..self.seats()]);
        all[seat]
    }

    fn estimates(&self, state: &Self::State, all: &mut [f64]) {
        estimate::estimates(self, state, all);
    }

    fn is_settled(&self, state: &Self::State) -> bool {
        let phase = state.current_player().map(|seat| View::new(self, state, seat).phase());
        !matches!(
            phase,
            Some(
                Phase::LocationDiscard
                    | Phase::PlayCard
                    | Phase::Target
                    | Phase::Reroll
                    | Phase::Meddle { .. }
                    | Phase::Martyr { .. }
                    | Phase::TableDiscard
            )
        )
    }
}
