//! What a map of Zone Stalker can have along its axes.

use std::fmt;
use std::str::FromStr;

use roadside_env::games::zone_stalker::{Face, ZoneStalker};
use roadside_env::nearest;
use serde::Serialize;

use super::StoppingError;

/// Something about a position that can be counted and set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Quantity {
    /// The cards in the own hand.
    Hand,
    /// The own injuries.
    Injuries,
    /// The own Swag Points less those of the best living opponent.
    Lead,
    /// The own Swag Points.
    Score,
    /// The cards left in the Zone deck.
    Cards,
    /// The Hazards left in the Zone deck.
    Hazards,
    /// The turns in a row without a flip (R21).
    Quiet,
    /// The cards in the hand of each opponent.
    TheirHand,
    /// The injuries of each opponent.
    TheirInjuries,
}

impl Quantity {
    /// All of them.
    pub const ALL: [Self; 9] = [
        Self::Hand,
        Self::Injuries,
        Self::Lead,
        Self::Score,
        Self::Cards,
        Self::Hazards,
        Self::Quiet,
        Self::TheirHand,
        Self::TheirInjuries,
    ];

    /// Its name, as users write it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Hand => "hand",
            Self::Injuries => "injuries",
            Self::Lead => "lead",
            Self::Score => "score",
            Self::Cards => "cards",
            Self::Hazards => "hazards",
            Self::Quiet => "quiet",
            Self::TheirHand => "their_hand",
            Self::TheirInjuries => "their_injuries",
        }
    }

    /// What it is, with its unit.
    pub const fn label(self) -> &'static str {
        match self {
            Self::Hand => "own hand (cards)",
            Self::Injuries => "own injuries",
            Self::Lead => "lead over the best opponent (Swag Points)",
            Self::Score => "own score (Swag Points)",
            Self::Cards => "Zone deck (cards left)",
            Self::Hazards => "Hazards left in the Zone deck (cards)",
            Self::Quiet => "turns in a row without a flip",
            Self::TheirHand => "hand of each opponent (cards)",
            Self::TheirInjuries => "injuries of each opponent",
        }
    }

    /// Whether it means something only where there are opponents.
    pub const fn needs_opponents(self) -> bool {
        matches!(self, Self::Lead | Self::TheirHand | Self::TheirInjuries)
    }

    /// The quantity with this name, for a game of this many seats.
    ///
    /// # Errors
    /// [`StoppingError::Quantity`] lists what there is, the nearest first.
    pub fn named(name: &str, seats: usize) -> Result<Self, StoppingError> {
        let fitting = Self::ALL.into_iter().filter(|quantity| seats > 1 || !quantity.needs_opponents());
        let known: Vec<&'static str> = fitting.clone().map(Self::name).collect();
        fitting.clone().find(|quantity| quantity.name() == name).ok_or_else(|| StoppingError::Quantity {
            name: name.to_owned(),
            nearest: nearest(name, &known),
            known,
            seats,
        })
    }

    /// The most of what a rule of the game limits, and that in words; what the cards limit depends on where they are.
    pub(super) fn most<const SEATS: usize>(self, game: &ZoneStalker<SEATS>) -> Option<(i32, String)> {
        let config = game.config();
        let fatal = i32::from(config.fatal_injuries);
        let quiet = i32::from(config.stalemate_rounds) * i32::from(config.players) - 1;
        match self {
            Self::Injuries | Self::TheirInjuries => {
                Some((fatal - 1, format!("{}, with Gorilla {fatal}", fatal - 1)))
            }
            Self::Quiet => Some((quiet, quiet.to_string())),
            _ => None,
        }
    }

    /// The numbers that are shown where none are named.
    pub(super) fn usual<const SEATS: usize>(self, game: &ZoneStalker<SEATS>) -> Range {
        let config = game.config();
        let (whole, hazards) = zone_size(game);
        let step = |most: i32, steps: i32| (most / steps).max(1);
        let (first, last, step) = match self {
            Self::Hand | Self::TheirHand => (1, i32::from(config.hand_target), 1),
            Self::Injuries | Self::TheirInjuries => (0, i32::from(config.fatal_injuries) - 1, 1),
            Self::Lead => (-12, 24, 2),
            Self::Score => (0, 60, 4),
            Self::Cards => (step(whole, 16).max(2), whole, step(whole, 16)),
            Self::Hazards => (0, hazards, step(hazards, 15)),
            Self::Quiet => (0, i32::from(config.stalemate_rounds) * config.players as i32 - 1, 1),
        };
        Range { first, last: last.max(first), step }
    }
}

/// How many cards the whole Zone deck has, and how many of them are Hazards.
fn zone_size<const SEATS: usize>(game: &ZoneStalker<SEATS>) -> (i32, i32) {
    let cards = super::scene::zone_cards(game);
    let count = |fits: fn(Face) -> bool| {
        cards.iter().filter(|card| fits(card.face)).map(|card| i32::from(card.copies)).sum()
    };
    (count(|_| true), count(|face| matches!(face, Face::Hazard(_))))
}

/// Whole numbers from `first` to `last`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Range {
    pub(super) first: i32,
    pub(super) last: i32,
    pub(super) step: i32,
}

impl Range {
    pub(super) fn values(self) -> Vec<i32> {
        (self.first..=self.last).step_by(self.step as usize).collect()
    }
}

/// An axis as it is asked for: `hand`, `hand=1..10`, `lead=-10..20:5` or `hand=2,4,8`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AxisRequest {
    /// The name of the quantity; which ones there are depends on the game.
    pub name: String,
    /// The numbers, rising; `None` for the usual ones.
    pub values: Option<Vec<i32>>,
}

impl AxisRequest {
    /// The usual numbers of `quantity`.
    pub fn of(quantity: Quantity) -> Self {
        Self { name: quantity.name().to_owned(), values: None }
    }
}

/// The most numbers along an axis.
pub const MAX_VALUES: usize = 200;

impl FromStr for AxisRequest {
    type Err = StoppingError;

    fn from_str(text: &str) -> Result<Self, StoppingError> {
        let Some((name, values)) = text.split_once('=') else {
            return Ok(Self { name: text.to_owned(), values: None });
        };
        let refuse = || StoppingError::Values { name: name.to_owned(), found: values.to_owned() };
        let values = read_values(values).ok_or_else(refuse)?;
        let rises = values.windows(2).all(|pair| pair[0] < pair[1]);
        if !rises || values.is_empty() || values.len() > MAX_VALUES {
            return Err(refuse());
        }
        Ok(Self { name: name.to_owned(), values: Some(values) })
    }
}

fn read_values(text: &str) -> Option<Vec<i32>> {
    let number = |text: &str| text.trim().parse::<i32>().ok().filter(|number| number.abs() <= 10_000);
    let Some((first, rest)) = text.split_once("..") else {
        return text.split(',').map(number).collect();
    };
    let (last, step) = rest.split_once(':').unwrap_or((rest, "1"));
    let (first, last, step) = (number(first)?, number(last.trim_start_matches('='))?, number(step)?);
    (step > 0).then(|| Range { first, last, step }.values())
}

impl fmt::Display for Quantity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl Serialize for Quantity {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn values(text: &str) -> Option<Vec<i32>> {
        text.parse::<AxisRequest>().unwrap().values
    }

    #[test]
    fn values_are_listed_or_run_in_steps() {
        assert_eq!(values("hand"), None);
        assert_eq!(values("hand=1..4"), Some(vec![1, 2, 3, 4]));
        assert_eq!(values("lead=-10..20:10"), Some(vec![-10, 0, 10, 20]));
        assert_eq!(values("hand=2,4,8"), Some(vec![2, 4, 8]));
        assert_eq!(values("hand=3"), Some(vec![3]));
    }

    #[test]
    fn values_that_are_none_say_how_they_are_written() {
        for wrong in [
            "hand=",
            "hand=a",
            "hand=4..1",
            "hand=1..4:0",
            "hand=4,2",
            "hand=1,1",
            "hand=0..500",
            "hand=1.5",
            "hand=99999",
        ] {
            let refusal = wrong.parse::<AxisRequest>().unwrap_err().to_string();
            assert!(refusal.starts_with("hand = ") && refusal.contains("hand=1..10"), "{wrong}: {refusal}");
        }
    }

    #[test]
    fn unknown_names_list_the_nearest_first() {
        assert_eq!(
            Quantity::named("hands", 2).unwrap_err().to_string(),
            "there is no axis \"hands\" (did you mean hand, hazards?); with 2 seats there are: hand, injuries, lead, score, \
             cards, hazards, quiet, their_hand, their_injuries"
        );
        assert_eq!(
            Quantity::named("lead", 1).unwrap_err().to_string(),
            "there is no axis \"lead\"; with 1 seat there are: hand, injuries, score, cards, hazards, quiet"
        );
        for quantity in Quantity::ALL {
            assert_eq!(Quantity::named(quantity.name(), 2).unwrap(), quantity);
        }
    }
}
