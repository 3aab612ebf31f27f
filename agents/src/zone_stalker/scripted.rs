//! Scripted yardsticks that anyone can write again.

use roadside_env::games::zone_stalker::{Kind, Move, Note, Phase, RollKind, ZoneStalker};
use roadside_env::{Action, Actions as _, Game, View};

use super::situation::held;
use crate::scripted::{Scripted, scripted};

/// Flips while it has fewer than 2 injuries and at least this many cards.
#[derive(Clone, Copy, Debug)]
pub struct Cautious {
    /// The smallest hand with which it flips.
    pub hand: u8,
}

/// Never flips; else as [`Cautious`].
#[derive(Clone, Copy, Debug)]
pub struct Skip;

/// As [`Cautious`] with one card, but it stops with a lead.
#[derive(Clone, Copy, Debug)]
pub struct Duel {
    /// The lead in Swag Points with which it stops.
    pub lead: u32,
}

/// Goes in only unhurt, and keeps the cards that are good at one thing.
#[derive(Clone, Copy, Debug)]
pub struct Veteran {
    /// The smallest hand with which it flips.
    pub hand: u8,
    /// The lead in Swag Points with which it stops.
    pub lead: u32,
}

impl<const SEATS: usize> Scripted<ZoneStalker<SEATS>> for Cautious {
    fn title(&self) -> String {
        format!("cautious:{}", self.hand)
    }

    fn decide(&self, view: &View<'_, ZoneStalker<SEATS>>) -> Action {
        cautious_move(view, dares(view, self.hand)).action()
    }
}

impl<const SEATS: usize> Scripted<ZoneStalker<SEATS>> for Skip {
    fn title(&self) -> String {
        "skip".to_owned()
    }

    fn decide(&self, view: &View<'_, ZoneStalker<SEATS>>) -> Action {
        cautious_move(view, false).action()
    }
}

impl<const SEATS: usize> Scripted<ZoneStalker<SEATS>> for Duel {
    fn title(&self) -> String {
        format!("duel:{}", self.lead)
    }

    fn decide(&self, view: &View<'_, ZoneStalker<SEATS>>) -> Action {
        let leads = lead(view).unwrap_or(score(view)) >= i64::from(self.lead);
        cautious_move(view, dares(view, 1) && !leads).action()
    }
}

impl<const SEATS: usize> Scripted<ZoneStalker<SEATS>> for Veteran {
    fn title(&self) -> String {
        format!("veteran:{}:{}", self.hand, self.lead)
    }

    fn decide(&self, view: &View<'_, ZoneStalker<SEATS>>) -> Action {
        if view.phase() == Phase::EndDiscard {
            let middling = |kind: &Kind| kind.note().is_none() && kind.avoid().min(kind.detect()) == 1;
            return held(view.hand()).find(middling).map_or(Move::Done, Move::Discard).action();
        }
        let seat = view.seat();
        let injuries = view.injuries(seat);
        let flips = view.hand_size(seat) >= self.hand
            && injuries == view.permanent_injuries(seat)
            && injuries + 1 < view.fatal_injuries(seat)
            && lead(view).is_none_or(|lead| lead < i64::from(self.lead));
        cautious_move(view, flips).action()
    }
}

scripted!(Cautious: ZoneStalker<SEATS>, const SEATS: usize);
scripted!(Skip: ZoneStalker<SEATS>, const SEATS: usize);
scripted!(Duel: ZoneStalker<SEATS>, const SEATS: usize);
scripted!(Veteran: ZoneStalker<SEATS>, const SEATS: usize);

/// Whether a cautious player would flip with a hand of this size or more.
fn dares<const SEATS: usize>(view: &View<'_, ZoneStalker<SEATS>>, hand: u8) -> bool {
    view.injuries(view.seat()) < 2 && view.hand_size(view.seat()) >= hand
}

fn score<const SEATS: usize>(view: &View<'_, ZoneStalker<SEATS>>) -> i64 {
    i64::from(view.score(view.seat()))
}

/// The own Swag Points less those of the best living opponent; `None` without one (R27).
fn lead<const SEATS: usize>(view: &View<'_, ZoneStalker<SEATS>>) -> Option<i64> {
    let opponents = (0..view.game().facts().seats).filter(|&seat| seat != view.seat());
    let best = opponents.filter(|&seat| view.is_alive(seat)).map(|seat| view.score(seat)).max()?;
    Some(score(view) - i64::from(best))
}

/// What the cautious player does; `flips` decides between flip and stop.
pub(super) fn cautious_move<const SEATS: usize>(view: &View<'_, ZoneStalker<SEATS>>, flips: bool) -> Move {
    match view.phase() {
        Phase::Choose if flips => Move::Flip,
        Phase::Choose => Move::Stop,
        Phase::HinduDiscard { .. } | Phase::LocationDiscard | Phase::TableDiscard => {
            best(held(view.hand()), discard_order).map_or(Move::Done, Move::Discard)
        }
        Phase::PlayCard => {
            let order = if view.faces_hazard() { hazard_order } else { artifact_order };
            best(held(view.hand()), order).map_or(Move::Stop, Move::Play)
        }
        Phase::Target => first_target(view),
        Phase::Reroll => reroll(view),
        Phase::Martyr { .. } => {
            let legal = view.legal_actions();
            let usable = Kind::all().filter(|&kind| legal.contains(Move::Martyr(kind).action()));
            best(usable, discard_order).map_or(Move::Take, Move::Martyr)
        }
        Phase::Meddle { .. } => Move::Accept,
        Phase::EndDiscard => Move::Done,
        Phase::Answer { .. } => Move::Decline,
        // It never begins an offer; one that somebody else has begun for it goes on with what is first.
        Phase::Give { .. } | Phase::Get { .. } => {
            view.legal_actions().nth(0).and_then(Move::new).unwrap_or(Move::NoOffer)
        }
        _ => Move::NoOffer,
    }
}

/// The first kind of an order.
fn best(kinds: impl Iterator<Item = Kind>, order: impl Fn(Kind) -> (u8, u8, u8)) -> Option<Kind> {
    kinds.min_by_key(|&kind| order(kind))
}

/// Lowest sum, then lowest detection, then the least useful note.
fn discard_order(kind: Kind) -> (u8, u8, u8) {
    (kind.avoid() + kind.detect(), kind.detect(), note_order(kind))
}

/// Highest avoidance, then lowest detection, then the least useful note.
fn hazard_order(kind: Kind) -> (u8, u8, u8) {
    (u8::MAX - kind.avoid(), kind.detect(), note_order(kind))
}

/// Highest detection, then lowest avoidance, then the least useful note.
fn artifact_order(kind: Kind) -> (u8, u8, u8) {
    (u8::MAX - kind.detect(), kind.avoid(), note_order(kind))
}

fn note_order(kind: Kind) -> u8 {
    match kind.note() {
        None => 0,
        Some(Note::Aid) => 1,
        Some(Note::Retry) => 2,
        Some(Note::Martyr) => 3,
    }
}

/// The next seat in turn order that can be chosen.
fn first_target<const SEATS: usize>(view: &View<'_, ZoneStalker<SEATS>>) -> Move {
    let legal = view.legal_actions();
    let mut targets = (1..=5).map(Move::Target).filter(|target| legal.contains(target.action()));
    targets.next().unwrap_or(Move::Target(1))
}

/// Lucky where it helps, else Pharaoh, else a Retry; results 1 and 2 of the Hazard Table are accepted.
fn reroll<const SEATS: usize>(view: &View<'_, ZoneStalker<SEATS>>) -> Move {
    let legal = view.legal_actions();
    let Some(roll) = view.roll() else { return Move::Accept };
    if roll.kind == RollKind::Table && roll.die <= 2 {
        return Move::Accept;
    }
    let luck_suffices = view.needed().is_some_and(|needed| roll.total() + 2 >= needed);
    let wanted = [(luck_suffices, Move::Lucky), (true, Move::Pharaoh), (true, Move::Retry)];
    let usable = |&(wanted, choice): &(bool, Move)| wanted && legal.contains(choice.action());
    wanted.into_iter().find(usable).map_or(Move::Accept, |(_, choice)| choice)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn in_order(order: fn(Kind) -> (u8, u8, u8)) -> Vec<&'static str> {
        let mut kinds: Vec<Kind> = Kind::all().collect();
        kinds.sort_by_key(|&kind| order(kind));
        kinds.into_iter().map(Kind::label).collect()
    }

    #[test]
    fn the_orders_are_those_of_the_rules() {
        assert_eq!(
            in_order(discard_order),
            ["2/0-martyr", "1/1-aid", "1/1-retry", "0/2-martyr", "3/0", "2/1", "1/2", "0/3"]
        );
        assert_eq!(
            in_order(hazard_order),
            ["3/0", "2/0-martyr", "2/1", "1/1-aid", "1/1-retry", "1/2", "0/2-martyr", "0/3"]
        );
        assert_eq!(
            in_order(artifact_order),
            ["0/3", "0/2-martyr", "1/2", "1/1-aid", "1/1-retry", "2/1", "2/0-martyr", "3/0"]
        );
    }
}
