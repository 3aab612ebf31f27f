//! The Zone cards that may be flipped, one by one.

use roadside_env::View;
use roadside_env::games::zone_stalker::{Event, Face, Hazard, Kind, Site, ZoneStalker};
use serde::Serialize;

use super::decision::Outset;
use super::greedy::EQUAL;
use super::outcomes::{Outcomes, Tally, Teller};
use super::resolution::Resolution;
use super::situation::{Effect, Situation, held};

/// A Zone card that may be flipped.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct CardOutlook {
    /// Its name.
    pub card: &'static str,
    /// What it shows, in words.
    pub shows: String,
    /// `location`, `hazard`, `artifact` or `event`.
    pub sort: &'static str,
    /// How many are left.
    pub left: u8,
    /// The chance that it is flipped next.
    pub chance: f64,
    /// The kind of card to spend on it; `None` where none is spent.
    pub spend: Option<&'static str>,
    /// The chance to avoid or to find it, rerolls included; `None` for Locations and events.
    pub success: Option<f64>,
    /// The value once it was flipped.
    pub value: f64,
    /// What may come of it.
    pub outcomes: Outcomes,
}

/// All cards of a sort.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct SortOutlook {
    /// `location`, `hazard`, `artifact` or `event`.
    pub sort: &'static str,
    /// The chance that one is flipped next.
    pub chance: f64,
    /// The chance to avoid or to find it then; `None` for Locations and events.
    pub success: Option<f64>,
}

/// The sorts of cards and the cards that may be flipped, in the order of the deck's list.
pub(super) fn cards<const SEATS: usize>(
    view: &View<'_, ZoneStalker<SEATS>>,
    outset: &Outset,
    injury_cost: f64,
) -> (Vec<SortOutlook>, Vec<CardOutlook>) {
    let (rules, situation) = (&outset.rules, &outset.situation);
    if !situation.may_flip() {
        return Default::default();
    }
    let mut tallies = Resolution::new(rules, Teller::new(situation, injury_cost));
    let fatal = usize::from(rules.fatal - situation.injuries);
    let outlook = |(card, left): (&'static roadside_env::games::zone_stalker::ZoneCard, u8)| {
        let effect = rules.effect(card.face);
        let place = rules.place(effect);
        let tally = tallies.meet(situation, place);
        let rolled = matches!(effect, Effect::Hazard { .. } | Effect::Artifact(_));
        let flipped = Situation { zone: situation.zone.without(rules, place), ..*situation };
        CardOutlook {
            card: card.name,
            shows: shows(card.face),
            sort: sort(card.face),
            left,
            chance: f64::from(left) / f64::from(situation.zone.total),
            spend: rolled.then(|| spend(&mut tallies, &flipped, effect)).flatten(),
            success: rolled.then_some(tally.success),
            value: tally.worth,
            outcomes: tally.outcomes(fatal),
        }
    };
    let cards: Vec<CardOutlook> = view.zone_cards().map(outlook).collect();
    (["artifact", "hazard", "location", "event"].into_iter().map(|sort| sum(sort, &cards)).collect(), cards)
}

/// The kind to play, the first if several are as good.
fn spend(tallies: &mut Resolution<'_, Teller>, flipped: &Situation, effect: Effect) -> Option<&'static str> {
    let tallied = held(flipped.hand).map(|kind| (kind, tallies.spend(flipped, effect, kind.index())));
    let better = |one: &(Kind, Tally), other: &(Kind, Tally)| other.1.worth > one.1.worth + EQUAL;
    tallied.reduce(|one, other| if better(&one, &other) { other } else { one }).map(|(kind, _)| kind.label())
}

fn sum(sort: &'static str, cards: &[CardOutlook]) -> SortOutlook {
    let of_sort = || cards.iter().filter(|card| card.sort == sort);
    // A sum of nothing would be a zero below zero.
    let chance = of_sort().fold(0.0, |sum, card| sum + card.chance);
    let success =
        of_sort().filter_map(|card| card.success.map(|success| success * card.chance)).reduce(|a, b| a + b);
    SortOutlook { sort, chance, success: success.map(|success| success / chance) }
}

fn sort(face: Face) -> &'static str {
    match face {
        Face::Location(_) => "location",
        Face::Hazard(_) => "hazard",
        Face::Artifact(_) => "artifact",
        Face::Event(_) => "event",
    }
}

/// What a card shows, in words.
fn shows(face: Face) -> String {
    match face {
        Face::Location(Site::Plain) => "location".to_owned(),
        Face::Location(site) => site_name(site).to_owned(),
        Face::Hazard(hazard) => hazard_words(hazard),
        Face::Artifact(artifact) => {
            let illegal = if artifact.illegal { ", illegal" } else { "" };
            format!("{} SP{illegal}", artifact.points)
        }
        Face::Event(Event::LostSwag) => "an opponent loses swag".to_owned(),
        Face::Event(Event::LostTurn) => "an opponent loses a turn".to_owned(),
        Face::Event(Event::StateApproved) => "draws a card".to_owned(),
    }
}

fn hazard_words(hazard: Hazard) -> String {
    let mut words = format!("danger {}", hazard.danger);
    let notes = [
        (hazard.rolls == 2, "double"),
        (hazard.rolls == 3, "triple"),
        (hazard.cripple, "cripple"),
        (hazard.stun, "stun"),
        (hazard.harmless, "harmless"),
    ];
    for (_, note) in notes.into_iter().filter(|(has, _)| *has) {
        words = words + ", " + note;
    }
    words
}

/// The name of what a Location does, as in position lines.
pub(super) const fn site_name(site: Site) -> &'static str {
    match site {
        Site::Plain => "plain",
        Site::Safe => "safe",
        Site::Dangerous => "dangerous",
        Site::Rich => "rich",
        Site::RichDangerous => "rich-dangerous",
    }
}
