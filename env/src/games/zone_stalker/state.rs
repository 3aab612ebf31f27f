//! A position of Zone Stalker.

use std::hash::{Hash, Hasher};

use serde::{Deserialize, Serialize};
use serde_big_array::BigArray;

use super::actions::Good;
use super::cards::{
    ARTIFACT_NAMES, Character, FIRST_ARTIFACT, Kind, Note, Site, ZONE_CARDS, ZoneCard, artifact,
};
use super::deck::ZoneCards;
use super::{
    Payment, ZoneKnowledge, ZoneObservation, ZoneStalker, canonical, check, drawing, foresight, notation,
    observation, rules, text,
};
use crate::chance::{Boundary, Pile as _, Urn};
use crate::{
    Action, ActionSet, Chance, Counts, Game, Multiset, PositionError, Seat, Standing, State, View,
    zero_sum_share,
};

/// How many artifacts there are of each of the 24 names.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Swag(Multiset<ARTIFACT_NAMES>);

impl Swag {
    /// How many artifacts of the name with this index, from 0 to 23, there are.
    pub fn of(&self, artifact: usize) -> u8 {
        self.0.of(artifact)
    }

    /// How many artifacts there are of each name.
    pub(super) fn numbers(&self) -> &[u8; ARTIFACT_NAMES] {
        self.0.numbers()
    }

    /// How many artifacts there are.
    pub fn total(&self) -> u32 {
        self.0.total()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Their Swag Points, without anybody's bonus.
    #[inline]
    pub fn points(&self) -> u32 {
        let (eights, _) = self.numbers().as_chunks::<8>();
        let worth = eights.iter().zip(&POINTS).map(|(&counts, &[even, odd])| {
            let counts = u64::from_le_bytes(counts);
            let (evens, odds) = (counts & EVEN_LANES, counts >> 8 & EVEN_LANES);
            evens.wrapping_mul(even).wrapping_add(odds.wrapping_mul(odd))
        });
        (worth.fold(0, u64::wrapping_add) >> 48) as u32
    }

    /// Whether a Bracelet is among them.
    pub fn heals(&self) -> bool {
        self.iter().any(|(index, _)| artifact(index).healing)
    }

    /// The names of which there is at least one, by index, each with its number.
    pub fn iter(&self) -> impl Iterator<Item = (usize, u8)> {
        self.0.iter()
    }

    /// The artifacts of which there is at least one, each with its number.
    pub fn cards(&self) -> impl Iterator<Item = (&'static ZoneCard, u8)> {
        self.iter().map(|(index, count)| (&ZONE_CARDS[FIRST_ARTIFACT + index], count))
    }

    /// The artifacts as an urn; its items are the names.
    pub(super) fn urn(&self) -> &impl Urn {
        &self.0
    }

    pub(super) fn add(&mut self, artifact: usize, count: u8) {
        self.0.put(artifact, count);
    }

    pub(super) fn remove(&mut self, artifact: usize) {
        self.0.take(artifact);
    }

    /// The artifacts that are not among `others`, which must all lie within.
    pub(super) fn without(&self, others: &Self) -> Self {
        Self(self.0.minus(&others.0))
    }

    /// All artifacts of both.
    pub(super) fn with(&self, others: &Self) -> Self {
        let mut all = *self;
        others.iter().for_each(|(index, count)| all.add(index, count));
        all
    }

    /// Whether `other` lies within.
    pub(super) fn holds(&self, other: &Self) -> bool {
        self.0.holds(&other.0)
    }
}

const EVEN_LANES: u64 = 0x00ff_00ff_00ff_00ff;

/// The Swag Points of the artifacts, eight and eight: those at even and those at odd places, the first in the highest
/// of four lanes. So the highest lane of a product with four counts is the sum of their points, and that of the sum of
/// all products the points of all: at most 970, so no lane carries into the next.
static POINTS: [[u64; 2]; ARTIFACT_NAMES / 8] = {
    let mut points = [[0; 2]; ARTIFACT_NAMES / 8];
    let mut index = 0;
    while index < ARTIFACT_NAMES {
        let lane = 3 - index % 8 / 2;
        points[index / 8][index % 2] |= (artifact(index).points as u64) << (16 * lane);
        index += 1;
    }
    points
};

/// What one seat has on the table and in hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub(super) struct Stalker {
    /// Hidden cards that were in hands at the last reshuffle (R25).
    pub(super) kept: Counts,
    /// Hidden cards drawn since (R25).
    pub(super) fresh: Counts,
    /// Cards that all know to be in this hand (R22).
    pub(super) known: Counts,
    pub(super) swag: Swag,
    /// Injuries, the permanent ones included.
    pub(super) injuries: u8,
    pub(super) permanent: u8,
    pub(super) turns_to_miss: u8,
    pub(super) character: Character,
    pub(super) alive: bool,
    /// Whether Hamster's first death is behind him (R18).
    pub(super) spared: bool,
}

impl Stalker {
    /// All cards in hand.
    pub(super) fn hand(&self) -> Counts {
        self.kept.plus(self.fresh).plus(self.known)
    }

    pub(super) fn has_hand(&self) -> bool {
        !(self.kept.is_empty() && self.fresh.is_empty() && self.known.is_empty())
    }

    /// Final Swag Points if the game ended now (R27): dead 0, Culligan's bonus included.
    #[inline]
    pub(super) fn score(&self) -> u32 {
        if !self.alive {
            return 0;
        }
        let bonus = if self.character == Character::Culligan { self.swag.total() } else { 0 };
        self.swag.points() + bonus
    }

    /// The cards that can be discarded instead of an injury (R15).
    pub(super) fn martyrs(&self) -> Counts {
        let buzzard = self.character == Character::Buzzard;
        let serves = |kind: Kind| {
            kind.note() == Some(Note::Martyr) || buzzard && (kind.avoid() == 0 || kind.detect() == 0)
        };
        let mut usable = Counts::NONE;
        for (kind, _) in self.hand().iter().filter(|&(kind, _)| serves(Kind::new(kind))) {
            usable.add(kind);
        }
        usable
    }

    pub(super) fn immune(&self) -> bool {
        self.character == Character::Slimy
    }
}

// Positions are hashed for every path of an enumeration, and a hash takes as long as the numbers it is fed: so the small
// ones go together.

impl Hash for Stalker {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        // What is there is told, and what is not is left out.
        let Self { kept, fresh, known, swag, .. } = self;
        let parts = [!(kept.is_empty() && known.is_empty()), !fresh.is_empty(), !swag.is_empty()];
        let there = parts.iter().fold(0, |bits, &part| bits << 1 | u8::from(part));
        let [alive, spared] = [self.alive, self.spared].map(u8::from);
        let Self { injuries, permanent, turns_to_miss, character, .. } = *self;
        let small = [injuries, permanent, turns_to_miss, character as u8, alive, spared, there, 0];
        hasher.write_u64(u64::from_le_bytes(small));
        if parts[0] {
            (kept, known).hash(hasher);
        }
        if parts[1] {
            fresh.hash(hasher);
        }
        if parts[2] {
            swag.hash(hasher);
        }
    }
}

impl Hash for Turn {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        let Self { flipped, ability_used, offers_left, site, card, roll, table_rolls, found } = *self;
        let there = u8::from(roll.is_some()) | u8::from(!found.is_empty()) << 1;
        // No card has the index 255.
        let (flipped, used) = (u8::from(flipped), u8::from(ability_used));
        let small = [flipped, used, offers_left, site as u8, card.unwrap_or(255), table_rolls, there, 0];
        hasher.write_u64(u64::from_le_bytes(small));
        if let Some(roll) = roll {
            hasher.write_u32(u32::from_le_bytes([roll.kind as u8, roll.die, roll.bonus as u8, 0]));
        }
        if !found.is_empty() {
            found.hash(hasher);
        }
    }
}

impl<const SEATS: usize> Hash for ZoneState<SEATS> {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        // What is legal follows from the rest.
        let Self { zone, legal: _, deck, discard, stalkers, turn, phase, active, quiet, dealt } = self;
        (zone, deck, discard).hash(hasher);
        for stalker in stalkers {
            stalker.hash(hasher);
        }
        (turn, phase).hash(hasher);
        hasher.write_u32(u32::from(*active) | u32::from(*quiet) << 8 | u32::from(*dealt) << 16);
    }
}

/// What a die was rolled for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum RollKind {
    /// To avoid a Hazard.
    Avoidance,
    /// To find an Artifact.
    Detection,
    /// On the Hazard Table.
    Table,
}

/// A roll that lies on the table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Roll {
    /// What it is for.
    pub kind: RollKind,
    /// The die's face, 1 to 10; 0 in a position that is paused before it is rolled again.
    pub die: u8,
    /// What is added: the card's rating and all modifiers (R11). 0 on the Hazard Table.
    pub bonus: i8,
}

impl Roll {
    /// The die and what is added.
    pub fn total(self) -> i8 {
        self.die as i8 + self.bonus
    }
}

/// What lasts for one turn only.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub(super) struct Turn {
    pub(super) flipped: bool,
    /// Whether what the active Character can do once a turn is used up. Only for those that can do such a thing.
    pub(super) ability_used: bool,
    pub(super) offers_left: u8,
    /// What the last Location does to the next card (R8).
    pub(super) site: Site,
    /// The Zone card that is being resolved, by its index.
    pub(super) card: Option<u8>,
    pub(super) roll: Option<Roll>,
    /// Hazard Table rolls still to come after the present one.
    pub(super) table_rolls: u8,
    /// Artifacts found this turn and still in the swag (R14).
    pub(super) found: Swag,
}

/// Where the game stands: a decision that somebody has to make, or a step that goes by itself.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[repr(u8)] // a tag of its own: every decision branches on it
pub enum Phase {
    /// The next turn begins, or is missed (by itself).
    TurnStart,
    /// The Hindu discards so many more.
    HinduDiscard {
        /// Cards still to discard.
        left: u8,
    },
    /// Stop or flip.
    Choose,
    /// A card is discarded for a Location.
    LocationDiscard,
    /// A card is played for a Hazard or an Artifact.
    PlayCard,
    /// An opponent is chosen for an event.
    Target,
    /// The roller may change the roll (R12).
    Reroll,
    /// Opponents, from this seat on, may have the roll made again (R13).
    Meddle {
        /// The seat that is asked, or the first that might be.
        seat: u8,
    },
    /// The Hazard Table is rolled, if rolls are left (by itself).
    TableRoll,
    /// Injuries are taken, each unless a Martyr is discarded (R15).
    Martyr {
        /// Injuries still to take.
        left: u8,
    },
    /// A card is discarded for the Hazard Table's result 1.
    TableDiscard,
    /// Cards may be discarded.
    EndDiscard,
    /// A trade may be offered: to whom (R22).
    Offer,
    /// What to give.
    Give {
        /// To whom.
        partner: u8,
    },
    /// What to get.
    Get {
        /// From whom.
        partner: u8,
        /// For what.
        give: Good,
    },
    /// The partner agrees or declines.
    Answer {
        /// Who is asked.
        partner: u8,
        /// What it would get.
        give: Good,
        /// What it would give.
        get: Good,
    },
    /// Somebody may be asked something that others do not hear of (R26). Only in what a seat knows, never in
    /// a position.
    Waiting,
    /// The game is over.
    Over,
}

/// One position of a game with at most `SEATS` seats: plain data.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ZoneState<const SEATS: usize> {
    pub(super) zone: ZoneCards,
    /// The legal actions of the present decision: derived, but needed to find forced choices (R24) anyway.
    pub(super) legal: ActionSet<2>,
    pub(super) deck: Counts,
    pub(super) discard: Counts,
    #[serde(with = "BigArray")]
    pub(super) stalkers: [Stalker; SEATS],
    pub(super) turn: Turn,
    pub(super) phase: Phase,
    /// Whose turn it is.
    pub(super) active: u8,
    /// Turns in a row without a flip (R21).
    pub(super) quiet: u8,
    /// The Characters that are in play or dead, a bit each.
    pub(super) dealt: u16,
}

impl<const SEATS: usize> ZoneState<SEATS> {
    pub(super) fn active(&self) -> &Stalker {
        &self.stalkers[usize::from(self.active)]
    }

    pub(super) fn living(&self) -> u8 {
        self.stalkers.iter().filter(|stalker| stalker.alive).count() as u8
    }

    /// The Characters at the table, dead ones too, a bit each.
    pub(super) fn characters_in_play(&self, game: &ZoneStalker<SEATS>) -> u16 {
        self.stalkers[..game.seats()].iter().fold(0, |bits, stalker| bits | 1 << stalker.character as u16)
    }

    /// The seat `offset` places after the active one.
    pub(super) fn seat_after(&self, offset: u8, game: &ZoneStalker<SEATS>) -> u8 {
        (self.active + offset) % game.seats() as u8
    }

    /// The seat that has to decide in this phase.
    pub(super) fn asked(&self) -> Seat {
        match self.phase {
            Phase::Meddle { seat } => usize::from(seat),
            Phase::Answer { partner, .. } => usize::from(partner),
            _ => usize::from(self.active),
        }
    }

    /// The living seats with the most points (R20).
    fn winners(&self) -> impl Iterator<Item = Seat> + '_ {
        let best = self.stalkers.iter().filter(|stalker| stalker.alive).map(Stalker::score).max();
        let won = move |stalker: &Stalker| stalker.alive && Some(stalker.score()) == best;
        self.stalkers.iter().enumerate().filter(move |(_, stalker)| won(stalker)).map(|(seat, _)| seat)
    }

    /// How many seats win together with `seat`; `None` if it does not win.
    fn joint_winners(&self, seat: Seat) -> Option<usize> {
        self.winners().any(|winner| winner == seat).then(|| self.winners().count())
    }

    /// `seat`'s points less the mean of the others', a dead seat counting as 0.
    fn lead_over_mean(&self, game: &ZoneStalker<SEATS>, seat: Seat) -> f64 {
        let own = f64::from(self.stalkers[seat].score());
        let all: f64 = self.stalkers.iter().map(|stalker| f64::from(stalker.score())).sum();
        match game.seats() {
            1 => own,
            seats => own - (all - own) / (seats - 1) as f64,
        }
    }

    /// What `seat` gets, once that is settled.
    #[cold] // once a game, where `player_return` is asked for in each step
    fn final_return(&self, game: &ZoneStalker<SEATS>, seat: Seat) -> f64 {
        let seats = game.seats();
        match game.payment() {
            Payment::Win if seats == 1 => f64::from(u8::from(self.stalkers[seat].alive)),
            Payment::Share if seats == 1 => self.lead_over_mean(game, seat) / FULL_POINTS,
            Payment::Points => self.lead_over_mean(game, seat) / FULL_POINTS,
            Payment::Win | Payment::Share if !self.stalkers[seat].alive => game.facts().min_utility,
            Payment::Win => self.joint_winners(seat).map_or(0.0, |winners| 1.0 / winners as f64),
            Payment::Share => zero_sum_share(self.joint_winners(seat), seats),
        }
    }
}

/// The points that a utility of 1 stands for in `points` and alone: 168 in the deck and 32 for Culligan.
pub(super) const FULL_POINTS: f64 = 200.0;

impl<const SEATS: usize> State for ZoneState<SEATS> {
    type Game = ZoneStalker<SEATS>;
    type Actions = ActionSet<2>;
    type Knowledge = ZoneKnowledge<SEATS>;
    type Number = u8;
    type Observation = ZoneObservation;

    fn current_player(&self) -> Option<Seat> {
        (!matches!(self.phase, Phase::Over)).then(|| self.asked())
    }

    fn legal_actions(&self, _game: &ZoneStalker<SEATS>) -> ActionSet<2> {
        self.legal
    }

    #[inline(always)]
    fn apply_legal<C: Chance>(&mut self, game: &ZoneStalker<SEATS>, action: Action, chance: &mut C) {
        rules::carry_out(game, self, action, chance);
    }

    fn boundary(&self) -> Option<Boundary> {
        match self.phase {
            Phase::TurnStart => Some(Boundary::Turn),
            Phase::TableRoll if self.turn.table_rolls > 0 => Some(Boundary::Confluence),
            Phase::Reroll if self.turn.roll.is_some_and(|roll| roll.die == 0) => Some(Boundary::Confluence),
            _ => None,
        }
    }

    fn resume<C: Chance>(&mut self, game: &ZoneStalker<SEATS>, chance: &mut C) {
        rules::resume(game, self, chance);
    }

    fn canonicalize(&mut self, game: &ZoneStalker<SEATS>) {
        canonical::canonicalize(game, self);
    }

    fn foresee(&mut self, game: &ZoneStalker<SEATS>) -> bool {
        foresight::foresee(game, self)
    }

    fn is_junction(&self) -> bool {
        // Whatever was played for it, few ways lead to a roll that is made again.
        matches!(
            self.phase,
            Phase::Choose
                | Phase::EndDiscard
                | Phase::HinduDiscard { .. }
                | Phase::TurnStart
                | Phase::TableRoll
        )
    }

    #[inline(always)] // asked in each step, and nearly always 0
    fn player_return(&self, game: &ZoneStalker<SEATS>, seat: Seat) -> f64 {
        if self.is_done(game, seat) { self.final_return(game, seat) } else { 0.0 }
    }

    #[inline(always)] // as `player_return`
    fn is_done(&self, game: &ZoneStalker<SEATS>, seat: Seat) -> bool {
        let fixed_by_death = game.payment() != Payment::Points;
        self.phase == Phase::Over || fixed_by_death && !self.stalkers[seat].alive
    }

    fn standing(&self, _game: &ZoneStalker<SEATS>, seat: Seat) -> Standing {
        let alive = self.stalkers[seat].alive;
        let share = match self.joint_winners(seat) {
            Some(winners) => 1.0 / winners as f64, // alone (R4): has survived
            None => 0.0,
        };
        Standing {
            win_share: Some(share),
            score: Some(f64::from(self.stalkers[seat].score())),
            dead: Some(!alive),
        }
    }

    fn knowledge(&self, _game: &ZoneStalker<SEATS>, seat: Seat) -> ZoneKnowledge<SEATS> {
        ZoneKnowledge::new(self, seat)
    }

    fn position(&self, game: &ZoneStalker<SEATS>) -> String {
        notation::print(game, self)
    }

    fn check(&self, game: &ZoneStalker<SEATS>) -> Result<(), PositionError> {
        check::check(game, self)
    }

    fn observe(view: &View<'_, ZoneStalker<SEATS>>, out: &mut ZoneObservation) {
        observation::write(view, out);
    }

    fn text(view: &View<'_, ZoneStalker<SEATS>>) -> String {
        text::draw(view)
    }

    fn svg(view: &View<'_, ZoneStalker<SEATS>>) -> String {
        drawing::draw(view)
    }
}
