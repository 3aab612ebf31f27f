//! The rules: from a chosen move to the next decision.
//!
//! [`carry_out`] does what was chosen and then runs on, phase by phase, until a seat has at least two options
//! (R24) or the game is over. One function handles each phase; each says which comes next.

mod hands;
mod table;
mod trade;
mod turn;
mod zone;

pub(super) use table::injuries;

use super::ZoneStalker;
use super::actions::Move;
use super::cards::{Face, ZONE_CARDS};
use super::legal;
use super::state::{Phase, RollKind, Stalker, Turn, ZoneState};
use crate::{Action, Chance, Seat, State as _};

/// What an Artifact's total must reach.
const FIND: i8 = 7;

/// A game in motion: its position, its fixed data and its chance.
pub(super) struct Referee<'a, C, const SEATS: usize> {
    game: &'a ZoneStalker<SEATS>,
    state: &'a mut ZoneState<SEATS>,
    chance: &'a mut C,
}

/// Sets the game up and runs on to the first decision.
pub(super) fn begin<C: Chance, const SEATS: usize>(
    game: &ZoneStalker<SEATS>,
    state: &mut ZoneState<SEATS>,
    chance: &mut C,
) {
    let mut referee = Referee { game, state, chance };
    referee.set_up();
    referee.play(None);
}

/// Does what was chosen and runs on to the next decision.
#[inline(always)]
pub(super) fn carry_out<C: Chance, const SEATS: usize>(
    game: &ZoneStalker<SEATS>,
    state: &mut ZoneState<SEATS>,
    chosen: Action,
    chance: &mut C,
) {
    Referee { game, state, chance }.play(Some(chosen));
}

/// Plays on from a pause to the next decision.
pub(super) fn resume<C: Chance, const SEATS: usize>(
    game: &ZoneStalker<SEATS>,
    state: &mut ZoneState<SEATS>,
    chance: &mut C,
) {
    let mut referee = Referee { game, state, chance };
    match (referee.state.phase, referee.state.turn.roll) {
        _ if referee.state.boundary().is_none() => return,
        (Phase::TurnStart, _) => referee.start_turn(),
        (_, Some(roll)) => referee.roll(roll.kind, roll.bonus),
        (_, None) => referee.roll_on_table(),
    }
    referee.play(None);
}

/// What the card with this index shows.
pub(super) fn face(card: Option<u8>) -> Option<Face> {
    card.map(|card| ZONE_CARDS[usize::from(card)].face)
}

/// The total that a roll of this kind must reach for this card; the Hazard Table asks for none.
pub(super) fn needed(card: Option<u8>, kind: RollKind) -> i8 {
    match (kind, face(card)) {
        (RollKind::Avoidance, Some(Face::Hazard(hazard))) => hazard.danger as i8,
        (RollKind::Detection, _) => FIND,
        _ => i8::MIN,
    }
}

impl<C: Chance, const SEATS: usize> Referee<'_, C, SEATS> {
    /// Does what was chosen and runs on to the next decision or the end.
    #[inline(always)] // in hot loops the registers stay as they are
    fn play(&mut self, chosen: Option<Action>) {
        let mut next = chosen;
        loop {
            if let Some(chosen) = next.and_then(Move::new) {
                self.carry_out(chosen);
            }
            if self.chance.pauses() && self.state.boundary().is_some() {
                return self.pause();
            }
            let legal = legal::actions(self.game, self.state);
            if legal.is_choice() || self.state.phase == Phase::Over {
                self.state.legal = legal.set();
                return;
            }
            next = legal.first(); // R24: a choice with a single option is carried out without asking
            if next.is_none() {
                self.go_on();
            }
        }
    }

    /// What goes by itself where nothing can be done.
    fn go_on(&mut self) {
        match self.state.phase {
            Phase::TurnStart => self.start_turn(),
            Phase::Target => self.finish_event_without_target(),
            Phase::TableRoll => self.roll_on_table(),
            Phase::Martyr { .. } => self.lose_by_table(),
            _ => self.state.phase = Phase::TableRoll, // R14: without cards none is discarded
        }
    }

    /// Leaves the position at a boundary. What has no more effect goes, so that positions that play on alike are equal.
    fn pause(&mut self) {
        self.state.legal = Default::default();
        if matches!(self.state.phase, Phase::TableRoll) {
            self.state.turn.roll = None;
        }
    }

    fn carry_out(&mut self, chosen: Move) {
        match chosen {
            Move::Flip => self.flip(),
            Move::Stop => self.stop(),
            Move::Play(kind) => self.play_card(kind),
            Move::Discard(kind) => self.discard_by_choice(kind),
            Move::Done => self.start_trading(),
            Move::Martyr(kind) => self.sacrifice(kind),
            Move::Take => self.take_injury(),
            Move::Retry => self.retry(),
            Move::Pharaoh => self.reroll_as_pharaoh(),
            Move::Lucky => self.add_luck(),
            Move::Accept => self.accept_roll(),
            Move::Target(offset) => self.hit(offset),
            Move::NoOffer => self.end_turn(),
            Move::Offer(offset) => {
                let partner = self.state.seat_after(offset, self.game);
                self.state.phase = Phase::Give { partner };
            }
            Move::Give(good) => self.give(good),
            Move::Get(good) => self.get(good),
            Move::Agree => self.trade(),
            Move::Decline => self.decline(),
        }
    }

    fn active(&self) -> &Stalker {
        self.state.active()
    }

    fn active_mut(&mut self) -> &mut Stalker {
        &mut self.state.stalkers[usize::from(self.state.active)]
    }

    fn active_seat(&self) -> Seat {
        usize::from(self.state.active)
    }

    fn turn(&mut self) -> &mut Turn {
        &mut self.state.turn
    }

    /// A card is discarded by its owner's choice; what for is in the phase.
    fn discard_by_choice(&mut self, kind: super::cards::Kind) {
        self.discard(self.active_seat(), kind);
        match self.state.phase {
            Phase::HinduDiscard { left } => self.ask_hindu(left - 1),
            Phase::LocationDiscard => self.leave_location(),
            Phase::TableDiscard => self.state.phase = Phase::TableRoll,
            _ => {} // the End Phase asks again
        }
    }
}
