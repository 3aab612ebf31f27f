//! What the rest of a turn is worth, between bounds.
//!
//! The value is the mean of the active seat's Swag Points at the end of this turn, 0 if it is dead, when it plays the turn
//! for that alone. A few flips ahead are summed in full; behind them stands a bound from below, to stop there, and
//! one from above, a turn that never goes wrong ([`upper`]). So the value lies between the sums with the one and
//! with the other, and where a turn can only be as long as was looked ahead, both are the value.

use std::collections::HashMap;

use roadside_env::games::zone_stalker::{Character, Kind, Move, Site, ZoneStalker};
use roadside_env::{Action, Actions as _, Counts, Stop, View};
use rustc_hash::FxBuildHasher;
use serde::Serialize;

use super::decision::{Decision, Outset};
use super::resolution::{Outlook, Resolution, Value, injuries};
use super::situation::{Effect, Rules, Situation, held};

/// Bounds of a value that need not be known: it is at least `lower` and at most `upper`.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Bounds {
    /// The value is no lower.
    pub lower: f64,
    /// The value is no higher.
    pub upper: f64,
}

impl Bounds {
    /// Bounds of a value that is known.
    pub const fn exactly(value: f64) -> Self {
        Self { lower: value, upper: value }
    }

    /// By how much the value may be off.
    pub fn gap(&self) -> f64 {
        self.upper - self.lower
    }

    /// Whether the bounds are the value, but for rounding.
    pub fn is_exact(&self) -> bool {
        self.gap() < 1e-9
    }

    /// What lies within both.
    pub(super) fn and(self, other: Self) -> Self {
        Self { lower: self.lower.max(other.lower), upper: self.upper.min(other.upper) }
    }
}

impl Value for Bounds {
    const NOTHING: Self = Self::exactly(0.0);

    fn add(&mut self, share: f64, other: &Self) {
        self.lower += share * other.lower;
        self.upper += share * other.upper;
    }

    fn or(self, other: Self) -> Self {
        Self { lower: self.lower.max(other.lower), upper: self.upper.max(other.upper) }
    }
}

/// How far to look ahead.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Foresight {
    /// How many flips are summed in full.
    pub depth: u8,
    /// How many situations may be looked at; behind that the bounds stand at once. They are bounds in any case.
    pub situations: u64,
}

impl Default for Foresight {
    /// Three flips, and some seconds at most.
    fn default() -> Self {
        Self { depth: 3, situations: 20_000_000 }
    }
}

/// Bounds of what the rest of the turn is worth to the seat that is to act, for each legal action in the order of the
/// action list: the mean of its Swag Points at the end of this turn (dead: 0). Behind an action that flips a card,
/// `depth` - 1 further cards are summed in full, behind any other `depth`.
///
/// Empty where this seat is asked for something in another's turn. It depends on what the seat knows and on nothing
/// else: cards that others may hold are drawn like those of the deck, which is the same game until that is empty
/// and shuffled. Opponents who may have a roll made again (R13) are taken to leave it. Swag Points that may change
/// hands by trade, at the end of the turn, are not looked at.
pub fn turn_bounds<const SEATS: usize>(
    view: &View<'_, ZoneStalker<SEATS>>,
    foresight: Foresight,
) -> Vec<(Action, Bounds)> {
    let Some(outset) = Outset::new(view) else { return Vec::new() };
    let mut turn = Turn::new(&outset.rules, foresight.situations);
    let all = view.legal_actions();
    turn.moves(&outset, foresight.depth, || all.iter().filter_map(Move::new).collect())
        .into_iter()
        .map(|(choice, bounds)| (choice.action(), bounds))
        .collect()
}

type Known = HashMap<Situation, Bounds, FxBuildHasher>;

/// Bounds of situations of one turn.
pub(super) struct Turn<'a> {
    rules: &'a Rules,
    /// By how many flips were looked ahead, from 1.
    known: Vec<Known>,
    /// How many situations may still be looked at.
    left: u64,
    /// Once this is wished for now, none may.
    stop: Stop,
}

impl<'a> Turn<'a> {
    pub(super) fn new(rules: &'a Rules, situations: u64) -> Self {
        Self { rules, known: Vec::new(), left: situations, stop: Stop::default() }
    }

    /// This, ended once `stop` is wished for now.
    pub(super) fn heeding(self, stop: &Stop) -> Self {
        Self { stop: stop.clone(), ..self }
    }

    /// Whether all that was asked for was summed in full.
    pub(super) fn is_complete(&self) -> bool {
        self.left > 0
    }

    /// Bounds for each move of a decision; `all` are the legal ones.
    pub(super) fn moves(
        &mut self,
        outset: &Outset,
        depth: u8,
        all: impl Fn() -> Vec<Move>,
    ) -> Vec<(Move, Bounds)> {
        let Outset { situation, decision, .. } = outset;
        let stands = Bounds::exactly(f64::from(situation.points));
        match *decision {
            Decision::Choose if situation.may_flip() => {
                vec![(Move::Flip, self.flip(situation, depth)), (Move::Stop, stands)]
            }
            Decision::Hindu { left } => {
                let kinds = held(situation.hand);
                let mut after = |kind: Kind| self.hindu(&situation.without(kind.index()), left - 1, depth);
                kinds.map(|kind| (Move::Discard(kind), after(kind))).collect()
            }
            Decision::Card(step) => {
                Resolution::new(self.rules, Ahead { turn: self, depth }).moves(situation, step)
            }
            Decision::Target => {
                let after = self.value(&Situation { site: Site::Plain, ..*situation }, depth);
                all().into_iter().map(|choice| (choice, after)).collect()
            }
            Decision::Choose | Decision::Other => all().into_iter().map(|choice| (choice, stands)).collect(),
        }
    }

    /// The Hindu still discards so many, all if he has fewer.
    fn hindu(&mut self, situation: &Situation, left: u8, depth: u8) -> Bounds {
        if left == 0 || situation.hand.is_empty() {
            return self.value(situation, depth);
        }
        let kinds = held(situation.hand);
        let after = |kind: Kind| self.hindu(&situation.without(kind.index()), left - 1, depth);
        kinds.map(after).reduce(Bounds::or).unwrap_or(Bounds::NOTHING)
    }

    /// To stop or to flip, with so many flips summed in full.
    fn value(&mut self, situation: &Situation, depth: u8) -> Bounds {
        let stopped = f64::from(situation.points);
        if !situation.may_flip() {
            return Bounds::exactly(stopped);
        }
        self.left = if self.stop.is_now() { 0 } else { self.left.saturating_sub(1) };
        if depth == 0 || self.left == 0 {
            return Bounds { lower: stopped, upper: upper(self.rules, situation) };
        }
        if self.known.len() < usize::from(depth) {
            self.known.resize(usize::from(depth), Known::default());
        }
        if let Some(&known) = self.known[usize::from(depth) - 1].get(situation) {
            return known;
        }
        // Often a shorter look is enough to see that it is best to stop.
        let shorter = self.value(situation, depth - 1);
        let bounds = if shorter.is_exact() {
            shorter
        } else {
            Bounds::exactly(stopped).or(self.flip(situation, depth)).and(shorter)
        };
        if self.left > 0 {
            self.known[usize::from(depth) - 1].insert(*situation, bounds);
        }
        bounds
    }

    /// To flip, with so many flips summed in full, at least this one.
    pub(super) fn flip(&mut self, situation: &Situation, depth: u8) -> Bounds {
        let rules = self.rules;
        Resolution::new(rules, Ahead { turn: self, depth: depth.max(1) - 1 }).flip(situation)
    }
}

/// The rest of the turn, with so many flips summed in full.
struct Ahead<'a, 'b> {
    turn: &'a mut Turn<'b>,
    depth: u8,
}

impl Outlook for Ahead<'_, '_> {
    type Value = Bounds;

    fn after(&mut self, _rules: &Rules, situation: &Situation) -> Bounds {
        self.turn.value(situation, self.depth)
    }

    fn spared(&mut self, situation: &Situation) -> Bounds {
        Bounds::exactly(f64::from(situation.points))
    }

    fn killed(&mut self, rules: &Rules, situation: &Situation) -> Bounds {
        Bounds::exactly(rules.inherited(situation))
    }

    /// A kind that is worth no more than another at best is left out.
    fn promising(&mut self, rules: &Rules, situation: &Situation, effect: Effect) -> u8 {
        let kinds = situation.hand.kinds();
        if self.depth == 0 || kinds.count_ones() < 2 || !self.turn.is_complete() {
            return kinds;
        }
        let mut shorter = Resolution::new(rules, Ahead { turn: self.turn, depth: self.depth - 1 });
        let bounds: [Option<Bounds>; Kind::COUNT] = std::array::from_fn(|kind| {
            (kinds >> kind & 1 == 1).then(|| shorter.spend(situation, effect, kind))
        });
        let known =
            || bounds.iter().enumerate().filter_map(|(kind, bounds)| bounds.map(|bounds| (kind, bounds)));
        let safest = known().reduce(|best, next| if next.1.lower > best.1.lower { next } else { best });
        let Some((safest, Bounds { lower, .. })) = safest else { return kinds };
        known()
            .filter(|&(kind, bounds)| kind == safest || bounds.upper > lower)
            .fold(0, |bits, (kind, _)| bits | 1 << kind)
    }
}

const RETRY: usize = Kind::RETRY.index();
const AID: usize = Kind::AID.index();

/// A bound from above on what the rest of the turn is worth, where a card can be flipped.
///
/// Either the Stalker stops, and has what he has. Or he flips, loses all with the least chance with which the next card
/// kills ([`least_death`]), and finds artifacts. Of these he finds at most as much as one who is never harmed and flips
/// on to his last card: whoever does so turns over the first so many cards of a shuffled deck, and the mean worth of
/// the artifacts among them is that of one card times the mean number of cards ([`most_cards`]), each found with at
/// most the chance that the best card, all bonuses and all rerolls give.
fn upper(rules: &Rules, situation: &Situation) -> f64 {
    let points = f64::from(situation.points);
    let gain = most_gain(rules, situation);
    let heirs = if rules.heir_is_culligan.is_some_and(|chance| chance > 0.0) {
        // Each artifact may be worth one more to an heir.
        f64::from(situation.artifacts) + f64::from(situation.zone.artifacts)
    } else {
        0.0
    };
    points.max(points * (1.0 - least_death(rules, situation)) + gain + heirs)
}

/// What can be drawn before the hand is empty.
struct Draws {
    /// The most cards that can be drawn without a shuffle; `None` if there may be one.
    most: Option<u8>,
    /// What may come to the hand.
    cards: Counts,
}

impl Draws {
    fn new(situation: &Situation) -> Self {
        let begin = situation.zone.approvals + situation.hand.of(AID);
        if begin == 0 {
            return Self { most: Some(0), cards: Counts::NONE };
        }
        let most = u16::from(begin) + u16::from(situation.pool.of(AID));
        if most <= u16::from(situation.deck) {
            return Self { most: Some(most as u8), cards: situation.pool };
        }
        Self { most: None, cards: situation.pool.plus(situation.discard).plus(situation.hand) }
    }
}

/// At most so much is found in the mean.
fn most_gain(rules: &Rules, situation: &Situation) -> f64 {
    let zone = &situation.zone;
    if zone.artifacts == 0 {
        return 0.0;
    }
    let draws = Draws::new(situation);
    let (worth, costly) = (f64::from(zone.worth), f64::from(zone.costly));
    let met = worth / costly * most_cards(situation, &draws);
    let (first, other) = most_chances(rules, situation, &draws);
    other * met + (first - other).max(0.0) * met.min(worth / f64::from(zone.artifacts))
}

/// At most so many cards that cost a Stalker card are flipped in the mean.
fn most_cards(situation: &Situation, draws: &Draws) -> f64 {
    let zone = &situation.zone;
    let costly = f64::from(zone.costly);
    let Some(most) = draws.most else { return costly };
    let hand = f64::from(situation.hand.total());
    let most = f64::from(most);
    // A State Approved lies before the k-th of n other cards with the chance k / (n + 1).
    let approvals = f64::from(zone.approvals) * ((hand + most) / (costly + 1.0)).min(1.0);
    let aids = f64::from(situation.hand.of(AID));
    // Each card drawn is an Aid with at most this chance, whatever was drawn before.
    let share = f64::from(situation.pool.of(AID)) / (f64::from(situation.pool.total()) - most + 1.0);
    let drawn = if share < 1.0 { share * (approvals + aids) / (1.0 - share) } else { f64::INFINITY };
    let drawn = drawn.min(f64::from(situation.pool.of(AID)));
    (hand + approvals + aids + drawn).min(costly)
}

/// At most with these chances the first artifact and any other are found.
fn most_chances(rules: &Rules, situation: &Situation, draws: &Draws) -> (f64, f64) {
    let all = situation.hand.plus(draws.cards);
    let best = held(all).map(Kind::detect).max().unwrap_or(0);
    let rich = |&(place, effect): &(usize, &Effect)| {
        situation.zone.of(place) > 0 && matches!(effect, Effect::Location(site) if site.detect() > 0)
    };
    let rich = situation.site.detect() > 0 || rules.effects.iter().enumerate().any(|each| rich(&each));
    let lucky = rules.character == Character::Lucky && !situation.used;
    let always = i8::from(rules.character == Character::Maltese) + 2 * i8::from(lucky) + i8::from(rich);
    let once = match rules.character {
        Character::Nose if !situation.used => 4,
        Character::Cactus if !situation.used => 3,
        _ => 0,
    };
    let pharaoh = u8::from(rules.character == Character::Pharaoh && !situation.used);
    let drawn = match draws.most {
        Some(most) => draws.cards.of(RETRY).min(most),
        None if all.of(RETRY) > 0 => u8::MAX / 2, // they may come again and again
        None => 0,
    };
    let rolls = 1 + i32::from(situation.hand.of(RETRY)) + i32::from(pharaoh) + i32::from(drawn);
    let chance = |bonus: i8| {
        let faces = (4 + best as i8 + bonus).clamp(0, 10);
        1.0 - (1.0 - f64::from(faces) / 10.0).powi(rolls)
    };
    (chance(always + once), chance(always))
}

/// At least with this chance the next flip kills, whatever is played.
fn least_death(rules: &Rules, situation: &Situation) -> f64 {
    if rules.survives() || rules.heir_is_culligan.is_some() {
        return 0.0;
    }
    let aid = u8::from(situation.hand.of(AID) > 0); // may draw a Retry or a Martyr
    let pharaoh = u8::from(rules.character == Character::Pharaoh && !situation.used);
    let rolls = 1 + i32::from(situation.hand.of(RETRY)) + i32::from(pharaoh) + i32::from(aid);
    let martyrs = rules.martyrs(situation.hand);
    let martyrs: u8 =
        situation.hand.iter().filter(|&(kind, _)| martyrs >> kind & 1 == 1).map(|(_, count)| count).sum();
    let deadly = |face: &u8| {
        let suffered = injuries(*face).saturating_sub(martyrs + aid);
        *face == 10 || suffered > 0 && situation.injuries + suffered >= rules.fatal
    };
    let deadly = (1..=10).filter(deadly).count() as f64 / 10.0;
    let avoid = held(situation.hand).map(Kind::avoid).max().unwrap_or(0);
    let lucky = rules.character == Character::Lucky && !situation.used;
    let bonus = avoid as i8 + rules.avoidance_bonus(situation) + 2 * i8::from(lucky);
    let mut chance = 0.0;
    for (place, &effect) in rules.effects.iter().enumerate() {
        let Effect::Hazard { danger, blow } = effect else { continue };
        if blow.harmless || situation.zone.of(place) == 0 {
            continue;
        }
        let misses = (danger as i8 - bonus - 1).clamp(0, 10);
        let hit = (f64::from(misses) / 10.0).powi(rolls);
        // With a reroll in hand only the first roll on the table is counted.
        let dead = if rolls > 1 { deadly.powi(rolls) } else { 1.0 - (1.0 - deadly).powi(blow.rolls.into()) };
        chance += f64::from(situation.zone.of(place)) * hit * dead;
    }
    chance / f64::from(situation.zone.total)
}
