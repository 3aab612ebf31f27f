//! What comes of a Zone card: the sum over cards drawn, dice, Hazard Table and losses, with the best choice at each
//! decision.
//!
//! The same rules as the game's own, on the few numbers of a [`Situation`], so that a million cards a second can be
//! looked through; tests hold every value against an enumeration of the game itself.

use std::collections::HashMap;

use roadside_env::Counts;
use roadside_env::games::zone_stalker::{Character, Kind, Move, Note, Site};
use rustc_hash::FxBuildHasher;

use super::situation::{Blow, Effect, Rules, Situation};

/// What a situation may be worth.
pub(super) trait Value: Copy {
    const NOTHING: Self;

    /// Adds `share` times `other`.
    fn add(&mut self, share: f64, other: &Self);

    /// What a choice between this and `other` is worth.
    #[must_use]
    fn or(self, other: Self) -> Self;
}

/// How a card ends, and what that is worth.
pub(super) trait Outlook {
    type Value: Value;

    /// The card is done with, and the turn goes on.
    fn after(&mut self, rules: &Rules, situation: &Situation) -> Self::Value;

    /// The card is done with: a Hazard was avoided, or an artifact found.
    fn succeeded(&mut self, rules: &Rules, situation: &Situation) -> Self::Value {
        self.after(rules, situation)
    }

    /// The turn is over: Hamster was spared (R18).
    fn spared(&mut self, situation: &Situation) -> Self::Value;

    /// Killed, with an heir (R19) or without.
    fn killed(&mut self, rules: &Rules, situation: &Situation) -> Self::Value;

    /// Forgets what makes no difference to this card any more.
    fn simplify(&self, _rules: &Rules, _situation: &mut Situation) {}

    /// The kinds, a bit each, that may be the best to spend on `effect`, out of those in hand; all unless something
    /// better is known.
    fn promising(&mut self, _rules: &Rules, situation: &Situation, _effect: Effect) -> u8 {
        situation.hand.kinds()
    }
}

/// A step within a card at which the active seat decides.
#[derive(Clone, Copy, Debug)]
pub(super) enum Step {
    /// A card is spent on this effect.
    Spend(Effect),
    /// A roll has failed, or came to its result on the Hazard Table.
    Rolled(Roll),
    /// So many injuries are to be taken.
    Injury { left: u8, table: Table, face: u8 },
    /// A card is discarded for the Hazard Table's result 1.
    Discard(Table),
}

#[derive(Clone, Copy, Debug)]
pub(super) enum Roll {
    Check { check: Check, luck_helps: bool },
    Table { table: Table, face: u8 },
}

/// An Avoidance or Detection roll.
#[derive(Clone, Copy, Debug)]
pub(super) struct Check {
    pub effect: Effect,
    pub needed: i8,
    /// What is added to the die.
    pub bonus: i8,
}

/// Rolls on the Hazard Table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Table {
    /// With how many rolls to come after the present one.
    pub blow: Blow,
}

/// Values of the table's rolls, by situation and what is to be rolled.
pub(super) type Memory<V> = HashMap<(Situation, Table), V, FxBuildHasher>;

/// The sums over what comes of cards.
pub(super) struct Resolution<'a, O: Outlook> {
    pub rules: &'a Rules,
    pub outlook: O,
    pub memory: Memory<O::Value>,
}

const FACES: u8 = 10;
const FIND: i8 = 7;
const RETRY: usize = Kind::RETRY.index();

/// The kind with this index.
fn kind(index: usize) -> Kind {
    Kind::all().nth(index).unwrap_or(Kind::RETRY)
}

/// The indices of kinds that have a bit each.
fn kinds(bits: u8) -> impl Iterator<Item = usize> {
    (0..Kind::COUNT).filter(move |kind| bits >> kind & 1 == 1)
}

impl<'a, O: Outlook> Resolution<'a, O> {
    pub(super) fn new(rules: &'a Rules, outlook: O) -> Self {
        Self { rules, outlook, memory: Memory::default() }
    }

    /// The next card is flipped; there must be one.
    pub(super) fn flip(&mut self, situation: &Situation) -> O::Value {
        let mut sum = O::Value::NOTHING;
        for place in 0..self.rules.effects.len() {
            let count = situation.zone.of(place);
            if count > 0 {
                let value = self.meet(situation, place);
                sum.add(f64::from(count) / f64::from(situation.zone.total), &value);
            }
        }
        sum
    }

    /// A card with the effect at `place` was flipped.
    pub(super) fn meet(&mut self, situation: &Situation, place: usize) -> O::Value {
        let effect = self.rules.effects[place];
        let flipped = Situation { zone: situation.zone.without(self.rules, place), ..*situation };
        match effect {
            Effect::Approval => {
                self.mean(flipped.drawn(), |here, next| here.after(&Situation { site: Site::Plain, ..*next }))
            }
            Effect::Nothing => self.after(&Situation { site: Site::Plain, ..flipped }),
            _ => {
                let promising = self.outlook.promising(self.rules, &flipped, effect);
                self.best(kinds(promising), |here, kind| here.spend(&flipped, effect, kind))
            }
        }
    }

    /// What each move is worth at a step, in the order of the action list.
    pub(super) fn moves(&mut self, situation: &Situation, step: Step) -> Vec<(Move, O::Value)> {
        let in_hand = || kinds(situation.hand.kinds());
        match step {
            Step::Spend(effect) => {
                let moved = if matches!(effect, Effect::Location(_)) { Move::Discard } else { Move::Play };
                in_hand().map(|index| (moved(kind(index)), self.spend(situation, effect, index))).collect()
            }
            Step::Discard(table) => in_hand()
                .map(|index| (Move::Discard(kind(index)), self.table(&situation.without(index), table)))
                .collect(),
            Step::Injury { left, table, face } => {
                let martyrs = kinds(self.rules.martyrs(situation.hand));
                let spared = martyrs
                    .map(|index| {
                        let next = situation.without(index);
                        (Move::Martyr(kind(index)), self.injuries(&next, left - 1, table, face))
                    })
                    .collect::<Vec<_>>();
                let taken = self.take(situation, left, table, face);
                spared.into_iter().chain([(Move::Take, taken)]).collect()
            }
            Step::Rolled(roll) => self.after_roll(situation, roll),
        }
    }

    fn after_roll(&mut self, situation: &Situation, roll: Roll) -> Vec<(Move, O::Value)> {
        let mut moves = Vec::new();
        let again = |here: &mut Self, next: &Situation| match roll {
            Roll::Check { check, .. } => here.roll(next, check),
            Roll::Table { table, .. } => here.roll_on_table(next, table),
        };
        if situation.hand.of(RETRY) > 0 {
            moves.push((Move::Retry, again(self, &situation.without(RETRY))));
        }
        let used = Situation { used: true, ..*situation };
        if self.rules.character == Character::Pharaoh && !situation.used {
            moves.push((Move::Pharaoh, again(self, &used)));
        }
        if let Roll::Check { check, luck_helps } = roll
            && self.rules.character == Character::Lucky
            && !situation.used
        {
            moves.push((Move::Lucky, self.add_luck(&used, check, luck_helps)));
        }
        let accepted = match roll {
            Roll::Check { check, .. } => self.fail(situation, check),
            Roll::Table { table, face } => self.apply(situation, table, face),
        };
        moves.push((Move::Accept, accepted));
        moves
    }

    fn after(&mut self, situation: &Situation) -> O::Value {
        self.outlook.after(self.rules, situation)
    }

    /// The mean over situations that come with these shares.
    fn mean(
        &mut self,
        next: impl Iterator<Item = (f64, Situation)>,
        mut value: impl FnMut(&mut Self, &Situation) -> O::Value,
    ) -> O::Value {
        let mut sum = O::Value::NOTHING;
        for (share, next) in next {
            let value = value(self, &next);
            sum.add(share, &value);
        }
        sum
    }

    /// The best over some kinds; there must be one.
    fn best(
        &mut self,
        mut kinds: impl Iterator<Item = usize>,
        mut value: impl FnMut(&mut Self, usize) -> O::Value,
    ) -> O::Value {
        let Some(first) = kinds.next() else { return O::Value::NOTHING };
        let mut best = value(self, first);
        for kind in kinds {
            let other = value(self, kind);
            best = best.or(other);
        }
        best
    }

    /// A card of this kind is discarded for a Location (R9), or played.
    pub(super) fn spend(&mut self, situation: &Situation, effect: Effect, index: usize) -> O::Value {
        let card = kind(index);
        let check = match effect {
            Effect::Location(site) => return self.after(&Situation { site, ..situation.without(index) }),
            Effect::Hazard { danger, .. } => {
                let bonus = card.avoid() as i8 + self.rules.avoidance_bonus(situation);
                Check { effect, needed: danger as i8, bonus }
            }
            _ => {
                let bonus = card.detect() as i8 + self.rules.detection_bonus(situation);
                Check { effect, needed: FIND, bonus }
            }
        };
        let mut next = Situation { site: Site::Plain, ..situation.without(index) };
        next.used |= self.rules.is_first(matches!(effect, Effect::Hazard { .. }));
        if card.note() == Some(Note::Aid) {
            return self.mean(next.drawn(), |here, drawn| here.roll_simplified(*drawn, check));
        }
        self.roll_simplified(next, check)
    }

    fn roll_simplified(&mut self, mut situation: Situation, check: Check) -> O::Value {
        self.outlook.simplify(self.rules, &mut situation);
        self.roll(&situation, check)
    }

    /// The die is rolled. The faces that fail lead to the same, but for those that Lucky can mend.
    fn roll(&mut self, situation: &Situation, check: Check) -> O::Value {
        let hits = (FACES as i8 + 1 - (check.needed - check.bonus)).clamp(0, FACES as i8) as u8;
        let misses = FACES - hits;
        let lucky = self.rules.character == Character::Lucky && !situation.used;
        let mended = if lucky { misses.min(2) } else { 0 };
        let mut sum = O::Value::NOTHING;
        if hits > 0 {
            let hit = self.succeed(situation, check);
            sum.add(tenths(hits), &hit);
        }
        for (faces, luck_helps) in [(mended, true), (misses - mended, false)] {
            if faces > 0 {
                let missed = self.missed(situation, check, luck_helps);
                sum.add(tenths(faces), &missed);
            }
        }
        sum
    }

    /// The roll has failed, and may be changed (R12).
    fn missed(&mut self, situation: &Situation, check: Check, luck_helps: bool) -> O::Value {
        let mut best = self.fail(situation, check);
        if situation.hand.of(RETRY) > 0 {
            best = best.or(self.roll(&situation.without(RETRY), check));
        }
        if !situation.used {
            let used = Situation { used: true, ..*situation };
            match self.rules.character {
                Character::Pharaoh => best = best.or(self.roll(&used, check)),
                Character::Lucky => best = best.or(self.add_luck(&used, check, luck_helps)),
                _ => {}
            }
        }
        best
    }

    /// R11: what Lucky adds stays when the die is rolled again.
    fn add_luck(&mut self, used: &Situation, check: Check, luck_helps: bool) -> O::Value {
        let check = Check { bonus: check.bonus + 2, ..check };
        if luck_helps { self.succeed(used, check) } else { self.missed(used, check, false) }
    }

    fn succeed(&mut self, situation: &Situation, check: Check) -> O::Value {
        match check.effect {
            Effect::Artifact(worth) => self.outlook.succeeded(self.rules, &situation.with_find(worth)),
            _ => self.outlook.succeeded(self.rules, situation),
        }
    }

    fn fail(&mut self, situation: &Situation, check: Check) -> O::Value {
        match check.effect {
            Effect::Hazard { blow, .. } => self.table(situation, Table { blow }),
            _ => self.after(situation),
        }
    }

    /// The rolls on the Hazard Table that are left, then Stun.
    fn table(&mut self, situation: &Situation, table: Table) -> O::Value {
        if table.blow.rolls > 0 {
            let rest = Table { blow: Blow { rolls: table.blow.rolls - 1, ..table.blow } };
            return self.roll_on_table(situation, rest);
        }
        if table.blow.stun && !situation.hand.is_empty() {
            return self.mean(lost_cards(situation), Self::after);
        }
        self.after(situation)
    }

    /// One roll on the Hazard Table; `table` says what comes behind it.
    fn roll_on_table(&mut self, situation: &Situation, table: Table) -> O::Value {
        if let Some(&known) = self.memory.get(&(*situation, table)) {
            return known;
        }
        let mut again = None;
        if situation.hand.of(RETRY) > 0 {
            again = Some(self.roll_on_table(&situation.without(RETRY), table));
        }
        if self.rules.character == Character::Pharaoh && !situation.used {
            let other = self.roll_on_table(&Situation { used: true, ..*situation }, table);
            again = Some(again.map_or(other, |again| again.or(other)));
        }
        let mut sum = O::Value::NOTHING;
        for (faces, face) in results(table.blow.harmless) {
            let accepted = self.apply(situation, table, *face);
            sum.add(tenths(*faces), &again.map_or(accepted, |again| accepted.or(again)));
        }
        self.memory.insert((*situation, table), sum);
        sum
    }

    /// The injuries of a result, then its loss.
    fn apply(&mut self, situation: &Situation, table: Table, face: u8) -> O::Value {
        match face {
            10 if table.blow.harmless => self.table(situation, table),
            10 => self.kill(situation),
            _ => {
                let injuries = if table.blow.harmless { 0 } else { injuries(face) };
                self.injuries(situation, injuries, table, face)
            }
        }
    }

    fn injuries(&mut self, situation: &Situation, left: u8, table: Table, face: u8) -> O::Value {
        if left == 0 {
            return self.lose(situation, table, face);
        }
        let mut best = self.take(situation, left, table, face);
        for kind in kinds(self.rules.martyrs(situation.hand)) {
            best = best.or(self.injuries(&situation.without(kind), left - 1, table, face));
        }
        best
    }

    fn take(&mut self, situation: &Situation, left: u8, table: Table, face: u8) -> O::Value {
        let hurt = Situation { injuries: situation.injuries + 1, ..*situation };
        if hurt.injuries >= self.rules.fatal {
            return self.kill(&hurt);
        }
        self.injuries(&hurt, left - 1, table, face)
    }

    /// R14: with nothing to lose nothing is lost.
    fn lose(&mut self, situation: &Situation, table: Table, face: u8) -> O::Value {
        match face {
            1 if !situation.hand.is_empty() => {
                let kinds = kinds(situation.hand.kinds());
                self.best(kinds, |here, kind| here.table(&situation.without(kind), table))
            }
            2 | 4 if !situation.hand.is_empty() => {
                self.mean(lost_cards(situation), |here, next| here.table(next, table))
            }
            5 | 7 if situation.finds() > 0 => {
                self.mean(lost_finds(situation), |here, next| here.table(next, table))
            }
            8 | 9 => self.table(&situation.without_hand(), table),
            _ => self.table(situation, table),
        }
    }

    fn kill(&mut self, situation: &Situation) -> O::Value {
        if self.rules.survives() {
            let injuries = situation.injuries.min(self.rules.fatal - 1);
            return self.outlook.spared(&Situation { injuries, ..*situation });
        }
        self.outlook.killed(self.rules, situation)
    }
}

impl Rules {
    /// The mean Swag Points of an heir (R19), who has lost two random artifacts and may be Culligan; 0 without one.
    pub(super) fn inherited(&self, situation: &Situation) -> f64 {
        let Some(heir_is_culligan) = self.heir_is_culligan else { return 0.0 };
        let artifacts = f64::from(situation.artifacts);
        let left = (artifacts - 2.0).max(0.0);
        if left == 0.0 {
            return 0.0;
        }
        let points = f64::from(situation.points) - artifacts * f64::from(self.bonus);
        points * left / artifacts + left * heir_is_culligan
    }
}

fn tenths(faces: u8) -> f64 {
    f64::from(faces) / f64::from(FACES)
}

/// The results of the Hazard Table, each with the number of faces on which it or its like falls.
fn results(harmless: bool) -> &'static [(u8, u8)] {
    if harmless {
        // Without injuries 3, 6 and 10 do nothing, and 4, 7 and 9 as much as 2, 5 and 8.
        &[(1, 1), (2, 2), (3, 3), (2, 5), (2, 8)]
    } else {
        &[(1, 1), (1, 2), (1, 3), (1, 4), (1, 5), (1, 6), (1, 7), (1, 8), (1, 9), (1, 10)]
    }
}

/// How many injuries a result of the Hazard Table brings.
pub(super) fn injuries(face: u8) -> u8 {
    match face {
        3 | 4 | 7 | 9 => 1,
        6 => 2,
        _ => 0,
    }
}

/// A random card is lost.
fn lost_cards(situation: &Situation) -> impl Iterator<Item = (f64, Situation)> {
    let hand: Counts = situation.hand;
    let total = f64::from(hand.total());
    hand.iter().map(move |(kind, count)| (f64::from(count) / total, situation.without(kind)))
}

/// A random artifact among those found this turn is lost.
fn lost_finds(situation: &Situation) -> impl Iterator<Item = (f64, Situation)> {
    let total = f64::from(situation.finds());
    let found = situation.found.iter().enumerate().filter(|&(_, &count)| count > 0);
    found.map(move |(worth, &count)| (f64::from(count) / total, situation.without_find(worth)))
}
