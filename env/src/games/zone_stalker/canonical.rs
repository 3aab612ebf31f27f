//! One position for all that are worth the same, alone at the table: for solvers.
//!
//! Alone nobody asks where a card may be, missed turns cost nothing, and what is written on a card counts only as far as it
//! can still have an effect.

use std::array::from_fn;

use super::cards::{
    Artifact, Character, Event, FIRST_ARTIFACT, Face, Hazard, Kind, Note, Site, ZONE_CARDS, ZONE_NAMES,
    artifact,
};
use super::config::Config;
use super::deck::{ZoneCards, ZoneDeck};
use super::state::{Phase, Roll, RollKind, Swag, ZoneState};
use super::{ZoneStalker, legal, rules};
use crate::Counts;

/// Which Zone cards of a deck play alike, alone at the table.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Likeness {
    /// For each name the first of the deck that plays like it.
    first: [u8; ZONE_NAMES],
    /// For each Hazard the first that does the same once it is not avoided.
    aftermath: [u8; ZONE_NAMES],
    /// For names that play alike, their cards: how many there are, and those that stand for any so many of them.
    groups: Vec<Vec<ZoneCards>>,
    hazards: ZoneCards,
    artifacts: ZoneCards,
}

impl Likeness {
    pub(super) fn new(config: &Config, deck: &ZoneDeck) -> Self {
        let slimy = !config.inheritance && config.characters.as_deref() == Some(&[Character::Slimy]);
        let effect = |name: usize| effect(ZONE_CARDS[name].face, slimy);
        let in_deck = |&name: &usize| deck.copies(name) > 0;
        let first = from_fn(|name| {
            let alike = |&other: &usize| in_deck(&other) && effect(other) == effect(name);
            (0..name).find(alike).unwrap_or(name) as u8
        });
        let aftermath = from_fn(|name| {
            let alike = |&other: &usize| effect(other).aftermath() == effect(name).aftermath();
            (0..name).find(alike).unwrap_or(name) as u8
        });
        let groups = (0..ZONE_NAMES).filter(in_deck).filter_map(|leader| {
            let names = (0..ZONE_NAMES).filter(|name| in_deck(name) && usize::from(first[*name]) == leader);
            let names: Vec<usize> = names.collect();
            (names.len() > 1).then(|| deck.prefixes(&names))
        });
        let of = |fits: fn(Face) -> bool| {
            let names: Vec<usize> =
                (0..ZONE_NAMES).filter(|name| in_deck(name) && fits(ZONE_CARDS[*name].face)).collect();
            deck.prefixes(&names).pop().unwrap_or_default()
        };
        Self {
            groups: groups.collect(),
            hazards: of(|face| matches!(face, Face::Hazard(_))),
            artifacts: of(|face| matches!(face, Face::Artifact(_))),
            first,
            aftermath,
        }
    }

    fn first(&self, name: usize) -> usize {
        usize::from(self.first[name])
    }

    /// Replaces cards by those that stand for them.
    fn canonicalize(&self, left: &mut ZoneCards) {
        for group in &self.groups {
            let Some(&all) = group.last() else { continue };
            let here = left.among(all);
            left.replace(here, group[usize::from(here.total())]);
        }
    }

    /// The cards that are left as an urn in which one item stands for all that play alike: the last name, so that the
    /// cards that stay are again those that stand for all.
    pub(super) fn lumped(&self, deck: &ZoneDeck, left: ZoneCards) -> [u8; ZONE_NAMES] {
        let (mut weights, mut last) = ([0; ZONE_NAMES], [None; ZONE_NAMES]);
        for name in left.names(deck) {
            let known = &mut last[self.first(name)];
            let highest = known.map_or(name, |last: usize| last.max(name));
            weights[highest] =
                1 + known.replace(highest).map_or(0, |last| std::mem::take(&mut weights[last]));
        }
        weights
    }
}

/// What a card does where nobody else is at the table: cards with equal effects play alike.
#[derive(PartialEq)]
enum Effect {
    Location(Site),
    Hazard(Hazard),
    Nothing,
    Draw,
    Artifact(Artifact),
}

impl Effect {
    /// Of a Hazard what still counts when it was not avoided: the number of its rolls stands in the turn.
    fn aftermath(&self) -> Option<[bool; 3]> {
        match self {
            Self::Hazard(hazard) => Some([hazard.harmless, hazard.cripple, hazard.stun]),
            _ => None,
        }
    }
}

fn effect(face: Face, slimy: bool) -> Effect {
    match face {
        Face::Location(site) => Effect::Location(site),
        Face::Hazard(hazard) => Effect::Hazard(Hazard {
            cripple: hazard.cripple && !slimy && !hazard.harmless,
            stun: hazard.stun && !slimy,
            ..hazard
        }),
        Face::Event(Event::StateApproved) => Effect::Draw,
        Face::Event(_) => Effect::Nothing,
        // A turn that is missed alone is nothing lost.
        Face::Artifact(artifact) => Effect::Artifact(Artifact { illegal: false, ..artifact }),
    }
}

/// Which faces of the die come to the same, for a roll that lies on the table with any face: for each face the one that
/// stands for it.
pub(super) fn like_faces<const SEATS: usize>(state: &ZoneState<SEATS>, roll: Roll) -> [u8; 10] {
    if roll.kind == RollKind::Table {
        return like_results(state);
    }
    from_fn(|index| like_face(state, Roll { die: index as u8 + 1, ..roll }))
}

fn like_face<const SEATS: usize>(state: &ZoneState<SEATS>, roll: Roll) -> u8 {
    if roll.kind == RollKind::Table {
        return like_results(state)[usize::from(roll.die) - 1];
    }
    let needed = rules::needed(state.turn.card, roll.kind);
    let lucky = state.active().character == Character::Lucky && !state.turn.ability_used;
    match needed - roll.total() {
        ..=0 => 10,
        1..=2 if lucky => (needed - 1 - roll.bonus).min(10) as u8, // luck is enough
        _ => 1,
    }
}

/// What a result of the Hazard Table takes.
#[derive(Clone, Copy, PartialEq)]
enum Loss {
    Nothing,
    Choice,
    Card,
    Find,
    Hand,
    Life,
}

/// What an injury and a loss depend on.
#[derive(Clone, Copy)]
struct Circumstances {
    harmless: bool,
    has_hand: bool,
    has_found: bool,
}

impl Circumstances {
    const COUNT: usize = 8;

    fn of<const SEATS: usize>(state: &ZoneState<SEATS>) -> Self {
        Self {
            harmless: matches!(rules::face(state.turn.card), Some(Face::Hazard(hazard)) if hazard.harmless),
            has_hand: state.active().has_hand(),
            has_found: !state.turn.found.is_empty(),
        }
    }

    const fn at(index: usize) -> Self {
        Self { harmless: index & 1 != 0, has_hand: index & 2 != 0, has_found: index & 4 != 0 }
    }

    fn index(self) -> usize {
        usize::from(self.harmless) | usize::from(self.has_hand) << 1 | usize::from(self.has_found) << 2
    }

    const fn loss(self, result: u8) -> Loss {
        match result {
            1 if self.has_hand => Loss::Choice,
            2 | 4 if self.has_hand => Loss::Card,
            5 | 7 if self.has_found => Loss::Find,
            8 | 9 if self.has_hand => Loss::Hand,
            10 if !self.harmless => Loss::Life,
            _ => Loss::Nothing,
        }
    }

    const fn injuries(self, result: u8) -> u8 {
        if self.harmless { 0 } else { rules::injuries(result) }
    }

    /// For each result the lowest that takes the same.
    const fn like_results(self) -> [u8; 10] {
        let mut like = [0; 10];
        let mut result = 1;
        while result <= 10 {
            let mut lowest = 1;
            while self.injuries(lowest) != self.injuries(result)
                || self.loss(lowest) as u8 != self.loss(result) as u8
            {
                lowest += 1;
            }
            like[result as usize - 1] = lowest;
            result += 1;
        }
        like
    }
}

static LIKE_RESULTS: [[u8; 10]; Circumstances::COUNT] = {
    let mut like = [[0; 10]; Circumstances::COUNT];
    let mut index = 0;
    while index < Circumstances::COUNT {
        like[index] = Circumstances::at(index).like_results();
        index += 1;
    }
    like
};

fn like_results<const SEATS: usize>(state: &ZoneState<SEATS>) -> [u8; 10] {
    LIKE_RESULTS[Circumstances::of(state).index()]
}

/// Makes the position the one that stands for all of its worth.
pub(super) fn canonicalize<const SEATS: usize>(game: &ZoneStalker<SEATS>, state: &mut ZoneState<SEATS>) {
    let Some(likeness) = game.likeness() else { return };
    if state.phase == Phase::Over {
        return;
    }
    if is_settled(game, likeness, state) {
        state.phase = Phase::Over;
        state.legal = Default::default();
        return;
    }
    likeness.canonicalize(&mut state.zone);
    if let Some(card) = &mut state.turn.card {
        *card = likeness.first[usize::from(*card)];
    }
    let hazards = meets_hazards(likeness, state);
    canonicalize_turn(likeness, state, hazards);
    canonicalize_stalker(game, likeness, state, hazards);
    if state.phase == Phase::TurnStart {
        fill_hand(game, state);
    } else if !hazards && crate::State::boundary(state).is_none() {
        state.legal = legal::actions(game, state).set();
    }
}

/// Whether a Hazard is met or can still come.
fn meets_hazards<const SEATS: usize>(likeness: &Likeness, state: &ZoneState<SEATS>) -> bool {
    let meets = matches!(rules::face(state.turn.card), Some(Face::Hazard(_)));
    meets || !state.zone.among(likeness.hazards).is_empty()
}

/// Whether nothing can be gained any more, and nothing has to be lost: whoever stops has what he has now.
fn is_settled<const SEATS: usize>(
    game: &ZoneStalker<SEATS>,
    likeness: &Likeness,
    state: &ZoneState<SEATS>,
) -> bool {
    let nothing_left = state.zone.among(likeness.artifacts).is_empty();
    match state.phase {
        Phase::EndDiscard => {
            nothing_left || !state.turn.flipped && state.quiet + 1 >= game.config().stalemate_rounds // R21
        }
        Phase::TurnStart | Phase::HinduDiscard { .. } | Phase::Choose | Phase::LocationDiscard => {
            nothing_left
        }
        _ => false,
    }
}

fn canonicalize_turn<const SEATS: usize>(likeness: &Likeness, state: &mut ZoneState<SEATS>, hazards: bool) {
    let face = rules::face(state.turn.card);
    let (avoids, detects) = match state.phase {
        Phase::Choose => (hazards, !state.zone.among(likeness.artifacts).is_empty()),
        Phase::PlayCard => (matches!(face, Some(Face::Hazard(_))), matches!(face, Some(Face::Artifact(_)))),
        _ => (false, false),
    };
    let site = state.turn.site;
    let ratings = (if avoids { site.avoid() } else { 0 }, if detects { site.detect() } else { 0 });
    let same = |&(site, _): &(Site, &str)| (site.avoid(), site.detect()) == ratings;
    state.turn.site = Site::ALL.into_iter().find(same).map_or(site, |(site, _)| site);
    if !hazards && state.active().character == Character::PygmyZmyg {
        state.turn.ability_used = false;
    }
    if !hazards {
        state.turn.found = Swag::default();
    }
    canonicalize_roll(likeness, state);
}

fn canonicalize_roll<const SEATS: usize>(likeness: &Likeness, state: &mut ZoneState<SEATS>) {
    let on_table = match state.phase {
        Phase::TableRoll | Phase::Martyr { .. } | Phase::TableDiscard => true,
        Phase::Reroll => state.turn.roll.is_some_and(|roll| roll.kind == RollKind::Table),
        _ => false,
    };
    if on_table && let Some(card) = &mut state.turn.card {
        *card = likeness.aftermath[usize::from(*card)];
    }
    match (state.phase, state.turn.roll) {
        (Phase::Reroll, Some(Roll { kind: RollKind::Table, die: 0, .. })) => {
            // What it was is gone: one more roll is to come.
            (state.phase, state.turn.roll) = (Phase::TableRoll, None);
            state.turn.table_rolls += 1;
        }
        (Phase::Reroll, Some(roll)) if roll.die > 0 => {
            state.turn.roll = Some(Roll { die: like_face(state, roll), ..roll });
        }
        (Phase::Martyr { .. }, Some(roll)) => {
            let circumstances = Circumstances::of(state);
            let loss = circumstances.loss(roll.die); // its injuries stand in the phase
            let alike = |&face: &u8| circumstances.loss(face) == loss;
            state.turn.roll = (1..=10).find(alike).map(|die| Roll { die, ..roll });
        }
        (Phase::TableDiscard, _) => state.turn.roll = None,
        _ => {}
    }
}

fn canonicalize_stalker<const SEATS: usize>(
    game: &ZoneStalker<SEATS>,
    likeness: &Likeness,
    state: &mut ZoneState<SEATS>,
    hazards: bool,
) {
    let inheritance = game.config().inheritance;
    let stalker = &mut state.stalkers[0];
    (stalker.fresh, stalker.kept, stalker.known) = (stalker.hand(), Counts::NONE, Counts::NONE);
    stalker.turns_to_miss = 0;
    if !inheritance {
        state.dealt = 0;
    }
    let (rest, found) = (stalker.swag.without(&state.turn.found), likeness.canonical_swag(&state.turn.found));
    let rest =
        if inheritance { likeness.canonical_swag(&rest) } else { worth(&rest, stalker.character, hazards) };
    state.turn.found = found;
    stalker.swag = rest.with(&found);
    if !hazards {
        (stalker.injuries, stalker.permanent, stalker.spared) = (0, 0, false);
        stalker.fresh = by_detection(stalker.fresh);
        state.deck = by_detection(state.deck);
        state.discard = by_detection(state.discard);
    }
}

impl Likeness {
    fn canonical_swag(&self, swag: &Swag) -> Swag {
        let mut canonical = Swag::default();
        for (index, count) in swag.iter() {
            canonical.add(self.first(FIRST_ARTIFACT + index) - FIRST_ARTIFACT, count);
        }
        canonical
    }
}

/// A swag of the same worth in the hands of this Character: what cannot be lost any more counts only as a sum, and a
/// Bracelet among it only while injuries can come.
fn worth(swag: &Swag, character: Character, hazards: bool) -> Swag {
    let bonus = u32::from(character == Character::Culligan);
    let mut left = swag.points() + bonus * swag.total();
    let mut canonical = Swag::default();
    let mut add = |index: usize, count: u32| {
        canonical.add(index, count as u8);
        count * (u32::from(artifact(index).points) + bonus)
    };
    if hazards && swag.of(BRACELET) > 0 {
        left -= add(BRACELET, 1);
    }
    let tens = left / (10 + bonus);
    // Every artifact counts at least 2 with a bonus, so that 1 cannot be made.
    let tens = tens - u32::from(bonus == 1 && left % 11 == 1);
    left -= add(TEN, tens);
    if bonus == 1 && !left.is_multiple_of(2) {
        left -= add(TWO, 1);
    }
    add(ONE, left / (1 + bonus));
    canonical
}

/// The first artifact with these points; the one that heals or one that does not.
const fn first_artifact(points: Option<u8>, healing: bool) -> usize {
    let mut index = 0;
    loop {
        let known = artifact(index);
        let fits = match points {
            Some(points) => known.points == points,
            None => true,
        };
        if fits && known.healing == healing {
            return index;
        }
        index += 1;
    }
}

const ONE: usize = first_artifact(Some(1), false);
const TWO: usize = first_artifact(Some(2), false);
const TEN: usize = first_artifact(Some(10), false);
const BRACELET: usize = first_artifact(None, true);

/// Kinds as they count where there is nothing to avoid.
fn by_detection(cards: Counts) -> Counts {
    const ALIKE: [(Kind, Kind); 2] = [
        (Kind::with(0, 2, Some(Note::Martyr)), Kind::with(1, 2, None)),
        (Kind::with(2, 0, Some(Note::Martyr)), Kind::with(3, 0, None)),
    ];
    ALIKE.iter().fold(cards, |cards, (from, to)| {
        let count = cards.of(from.index());
        cards.minus(Counts::some(from.index(), count)).plus(Counts::some(to.index(), count))
    })
}

/// Draws what is drawn in any case when the turn begins.
fn fill_hand<const SEATS: usize>(game: &ZoneStalker<SEATS>, state: &mut ZoneState<SEATS>) {
    let wanted = game.cards_wanted(state.active().character);
    for _ in 0..2 {
        let hand = state.stalkers[0].fresh;
        if hand.total() + state.deck.total() > wanted {
            return;
        }
        state.stalkers[0].fresh = hand.plus(state.deck);
        state.deck = Counts::NONE;
        if state.stalkers[0].fresh.total() >= wanted {
            return;
        }
        state.deck = std::mem::take(&mut state.discard); // R5
    }
}
