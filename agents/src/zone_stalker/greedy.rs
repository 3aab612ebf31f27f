//! The player that acts on the exact next flip.

use std::cmp::Ordering;

use roadside_env::games::zone_stalker::{Kind, Move, Phase, ZoneStalker};
use roadside_env::{Action, Actions as _, Counts, View};

use super::decision::{Decision, Outset};
use super::resolution::{Outlook, Resolution, Step, Value};
use super::scripted::cautious_move;
use super::situation::{Effect, Rules, Situation, Zone, held};
use crate::scripted::{Scripted, scripted};

/// Acts on the exact value of the next flip: the mean of its Swag Points after the card, counted as 0 if it is dead
/// and with `injury_cost` less for each injury that the card brought.
///
/// It flips if that exceeds its Swag Points now. Cards to play, rerolls, Martyrs and the discard of the Hazard Table's
/// result 1 are those of the greatest value after the present card. Discards for a Location and of The Hindu are those
/// that leave the best next flip. Events strike the opponent with the most Swag Points among those that can be chosen,
/// the next in turn order if several have as many. Choices between equal values, and all others, are those of
/// [`Cautious`](super::Cautious).
#[derive(Clone, Copy, Debug)]
pub struct Greedy {
    /// What an injury is worth in Swag Points, 3 unless something else is said.
    pub injury_cost: u32,
}

/// Values that differ by less are equal.
pub(super) const EQUAL: f64 = 1e-9;

impl<const SEATS: usize> Scripted<ZoneStalker<SEATS>> for Greedy {
    fn title(&self) -> String {
        format!("greedy:{}", self.injury_cost)
    }

    fn decide(&self, view: &View<'_, ZoneStalker<SEATS>>) -> Action {
        let values = Outset::new(view).map(|outset| values(&outset, f64::from(self.injury_cost)));
        choose(view, &values.unwrap_or_default()).action()
    }
}

scripted!(Greedy: ZoneStalker<SEATS>, const SEATS: usize);

/// What each move is worth at this decision, by the value of [`Greedy`]; none where it cannot tell.
pub(super) fn values(outset: &Outset, injury_cost: f64) -> Vec<(Move, f64)> {
    let Outset { rules, situation, decision } = outset;
    let mut flips = Flips::new(rules, situation, injury_cost);
    match *decision {
        Decision::Choose => {
            let mut moves = vec![(Move::Stop, f64::from(situation.points))];
            if situation.may_flip() {
                moves.insert(0, (Move::Flip, flips.flip(situation)));
            }
            moves
        }
        Decision::Hindu { .. } => {
            let kinds = held(situation.hand);
            kinds.map(|kind| (Move::Discard(kind), flips.choose(&situation.without(kind.index())))).collect()
        }
        Decision::Card(step) => {
            let within = flips.card.moves(situation, step);
            let Step::Spend(Effect::Location(site)) = step else {
                return within;
            };
            let left = |kind: Kind| Situation { site, ..situation.without(kind.index()) };
            let kinds = held(situation.hand);
            kinds.map(|kind| (Move::Discard(kind), flips.choose(&left(kind)))).collect()
        }
        Decision::Target | Decision::Other => Vec::new(),
    }
}

/// The best by these values; what `Cautious` would do if that is as good as the best, or there are no values.
pub(super) fn choose<const SEATS: usize>(
    view: &View<'_, ZoneStalker<SEATS>>,
    values: &[(Move, f64)],
) -> Move {
    let otherwise = match view.phase() {
        Phase::Target => richest(view),
        _ => None,
    };
    let otherwise = otherwise.unwrap_or_else(|| cautious_move(view, false));
    let better = |next: f64, best: f64| next.partial_cmp(&best) == Some(Ordering::Greater);
    let best = values.iter().reduce(|best, next| if better(next.1, best.1) { next } else { best });
    let Some(&(first, most)) = best else { return otherwise };
    let as_good = |&(known, value): &(Move, f64)| known == otherwise && value >= most - EQUAL;
    if values.iter().any(as_good) { otherwise } else { first }
}

/// The opponent with the most Swag Points that an event can strike.
fn richest<const SEATS: usize>(view: &View<'_, ZoneStalker<SEATS>>) -> Option<Move> {
    let (legal, seats) = (view.legal_actions(), view.game().seats());
    let targets = (1..seats as u8).filter(|&offset| legal.contains(Move::Target(offset).action()));
    let points = |offset: u8| view.score((view.active_seat() + usize::from(offset)) % seats);
    // Of several with as much the first is kept.
    let richest = targets.rev().max_by_key(|&offset| points(offset))?;
    Some(Move::Target(richest))
}

/// The exact next flip from situations of one turn.
struct Flips<'a> {
    card: Resolution<'a, Glance>,
}

impl<'a> Flips<'a> {
    fn new(rules: &'a Rules, now: &Situation, injury_cost: f64) -> Self {
        Self { card: Resolution::new(rules, Glance { injury_cost, injuries: now.injuries }) }
    }

    fn flip(&mut self, situation: &Situation) -> f64 {
        self.card.flip(situation)
    }

    /// What it is worth to stop or to flip once.
    fn choose(&mut self, situation: &Situation) -> f64 {
        let stopped = f64::from(situation.points);
        if situation.may_flip() { stopped.max(self.flip(situation)) } else { stopped }
    }
}

/// Swag Points when the card is done with, less what its injuries cost.
#[derive(Clone, Copy)]
pub(super) struct Glance {
    pub injury_cost: f64,
    /// Injuries before the card.
    pub injuries: u8,
}

impl Value for f64 {
    const NOTHING: Self = 0.0;

    fn add(&mut self, share: f64, other: &Self) {
        *self += share * other;
    }

    fn or(self, other: Self) -> Self {
        self.max(other)
    }
}

impl Glance {
    pub(super) fn worth(self, situation: &Situation) -> f64 {
        let injured = f64::from(situation.injuries) - f64::from(self.injuries);
        f64::from(situation.points) - self.injury_cost * injured
    }
}

impl Outlook for Glance {
    type Value = f64;

    fn after(&mut self, _rules: &Rules, situation: &Situation) -> f64 {
        self.worth(situation)
    }

    fn spared(&mut self, situation: &Situation) -> f64 {
        self.worth(situation)
    }

    fn killed(&mut self, rules: &Rules, situation: &Situation) -> f64 {
        rules.inherited(situation)
    }

    fn simplify(&self, rules: &Rules, situation: &mut Situation) {
        forget(rules, situation);
    }
}

/// Once a card was played, and Aid has drawn, nothing is drawn any more before the card is done with: what counts is
/// how many cards serve as a Martyr or a Retry, and how many as neither.
pub(super) fn forget(rules: &Rules, situation: &mut Situation) {
    const MARTYR: usize = 4;
    const NEITHER: usize = 1;
    let retries = situation.hand.of(Kind::RETRY.index());
    let martyrs = rules.martyrs(situation.hand);
    let martyrs: u8 =
        situation.hand.iter().filter(|&(kind, _)| martyrs >> kind & 1 == 1).map(|(_, count)| count).sum();
    let others = situation.hand.total() - retries - martyrs;
    situation.hand = Counts::some(MARTYR, martyrs)
        .plus(Counts::some(NEITHER, others))
        .plus(Counts::some(Kind::RETRY.index(), retries));
    (situation.pool, situation.deck, situation.discard) = (Counts::NONE, 0, Counts::NONE);
    situation.zone = Zone::NONE;
}
