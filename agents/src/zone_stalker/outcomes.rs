//! What may come of a card.

use serde::Serialize;

use super::greedy::{Glance, forget};
use super::resolution::{Outlook, Value};
use super::situation::{MOST_POINTS, Rules, Situation};

/// What may come of an action, up to the end of the card that is being resolved or flipped, when everything on the way
/// is chosen by the value of the next flip. Chances add up to 1 where they exclude each other.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Outcomes {
    /// The chance to find an artifact.
    pub found: f64,
    /// The chance of each find by its Swag Points for the finder.
    pub finds: Vec<Find>,
    /// The chance to lose at least one artifact that was found this turn.
    pub swag_lost: f64,
    /// The chance of 0, 1, 2, ... injuries while staying alive; as many numbers as injuries can be survived, and one
    /// more. An heir has none, and is not counted here.
    pub injuries: Vec<f64>,
    /// The chance to be killed for good.
    pub death: f64,
    /// The chance to be killed and spared, as Hamster (R18), or replaced by an heir (R19).
    pub spared: f64,
    /// The mean number of cards that are left in hand, 0 if dead.
    pub cards: f64,
    /// The mean of the Swag Points afterwards, dead: 0.
    pub points: f64,
}

/// A find and its chance.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Find {
    /// Swag Points for the finder.
    pub points: u8,
    /// The chance to find one that is worth so much.
    pub chance: f64,
}

/// More injuries than a card can bring: two for each of three rolls.
const MOST_INJURIES: usize = 7;

/// Chances and means, to be summed; choices are made by the value of the next flip.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tally {
    pub worth: f64,
    /// The chance to get through: to avoid a Hazard, to find an artifact.
    pub success: f64,
    finds: [f64; MOST_POINTS + 1],
    swag_lost: f64,
    injuries: [f64; MOST_INJURIES],
    death: f64,
    spared: f64,
    cards: f64,
    points: f64,
}

impl Value for Tally {
    const NOTHING: Self = Self {
        worth: 0.0,
        success: 0.0,
        finds: [0.0; MOST_POINTS + 1],
        swag_lost: 0.0,
        injuries: [0.0; MOST_INJURIES],
        death: 0.0,
        spared: 0.0,
        cards: 0.0,
        points: 0.0,
    };

    fn add(&mut self, share: f64, other: &Self) {
        let pairs = self.finds.iter_mut().zip(&other.finds);
        let pairs = pairs.chain(self.injuries.iter_mut().zip(&other.injuries)).chain([
            (&mut self.worth, &other.worth),
            (&mut self.success, &other.success),
            (&mut self.swag_lost, &other.swag_lost),
            (&mut self.death, &other.death),
            (&mut self.spared, &other.spared),
            (&mut self.cards, &other.cards),
            (&mut self.points, &other.points),
        ]);
        for (sum, more) in pairs {
            *sum += share * more;
        }
    }

    fn or(self, other: Self) -> Self {
        if other.worth > self.worth { other } else { self }
    }
}

impl Tally {
    /// As it is told, where so many injuries would kill.
    pub(super) fn outcomes(&self, fatal: usize) -> Outcomes {
        let finds = self.finds.iter().enumerate().filter(|&(_, &chance)| chance > 0.0);
        Outcomes {
            found: self.finds.iter().sum(),
            finds: finds.map(|(points, &chance)| Find { points: points as u8, chance }).collect(),
            swag_lost: self.swag_lost,
            injuries: self.injuries[..fatal.clamp(1, MOST_INJURIES)].to_vec(),
            death: self.death,
            spared: self.spared,
            cards: self.cards,
            points: self.points,
        }
    }
}

/// Tells what has come of a card.
pub(super) struct Teller {
    glance: Glance,
    before: Situation,
}

impl Teller {
    pub(super) fn new(before: &Situation, injury_cost: f64) -> Self {
        Self { glance: Glance { injury_cost, injuries: before.injuries }, before: *before }
    }

    fn tell(&self, situation: &Situation) -> Tally {
        let mut tally = Tally {
            worth: self.glance.worth(situation),
            points: situation.points.into(),
            cards: situation.hand.total().into(),
            ..Tally::NOTHING
        };
        let gained = usize::from(situation.points.saturating_sub(self.before.points));
        if gained > 0 {
            tally.finds[gained.min(MOST_POINTS)] = 1.0;
        }
        tally.swag_lost = f64::from(u8::from(situation.points < self.before.points));
        tally
    }
}

impl Outlook for Teller {
    type Value = Tally;

    fn after(&mut self, _rules: &Rules, situation: &Situation) -> Tally {
        let mut tally = self.tell(situation);
        let hurt = usize::from(situation.injuries - self.before.injuries);
        tally.injuries[hurt.min(MOST_INJURIES - 1)] = 1.0;
        tally
    }

    fn succeeded(&mut self, rules: &Rules, situation: &Situation) -> Tally {
        Tally { success: 1.0, ..self.after(rules, situation) }
    }

    fn spared(&mut self, situation: &Situation) -> Tally {
        Tally { spared: 1.0, ..self.tell(situation) }
    }

    fn killed(&mut self, rules: &Rules, situation: &Situation) -> Tally {
        let points = rules.inherited(situation);
        let heir = f64::from(u8::from(rules.heir_is_culligan.is_some()));
        Tally { worth: points, points, spared: heir, death: 1.0 - heir, ..Tally::NOTHING }
    }

    fn simplify(&self, rules: &Rules, situation: &mut Situation) {
        forget(rules, situation);
    }
}
