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
use crate::{Actions, Chance, Seat, State as _};

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
    referee.run();
}

/// Does what was chosen and runs on to the next decision.
pub(super) fn carry_out<C: Chance, const SEATS: usize>(
    game: &ZoneStalker<SEATS>,
    state: &mut ZoneState<SEATS>,
    chosen: Move,
    chance: &mut C,
) {
    let mut referee = Referee { game, state, chance };
    referee.carry_out(chosen);
    referee.run();
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
    referee.run();
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
    /// Runs on through everything that goes by itself.
    fn run(&mut self) {
        loop {
            if self.chance.pauses() && self.state.boundary().is_some() {
                return self.pause();
            }
            match self.state.phase {
                Phase::TurnStart => self.start_turn(),
                Phase::TableRoll => self.roll_on_table(),
                Phase::Recovery => self.recover(),
                Phase::TurnEnd => self.end_turn(),
                Phase::HinduDiscard { left } if left == 0 || !self.active().has_hand() => {
                    self.state.phase = Phase::Choose;
                }
                Phase::TableDiscard if !self.active().has_hand() => self.state.phase = Phase::TableRoll,
                Phase::Target if self.no_options() => self.finish_event_without_target(),
                Phase::Martyr { left: 0 } => self.lose_by_table(),
                Phase::EndDiscard if !self.active().has_hand() => self.start_trading(),
                Phase::Offer if self.state.turn.offers_left == 0 => self.state.phase = Phase::TurnEnd,
                Phase::Meddle { seat } if !self.may_meddle(seat) => self.ask_next_meddler(seat),
                Phase::Over => {
                    self.state.legal = Default::default();
                    return;
                }
                _ => {
                    let legal = legal::actions(self.game, self.state);
                    // R24: a choice with a single option is carried out without asking.
                    match legal.single().and_then(Move::new) {
                        Some(only) => self.carry_out(only),
                        None => {
                            self.state.legal = legal;
                            return;
                        }
                    }
                }
            }
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
            Move::NoOffer => self.state.phase = Phase::TurnEnd,
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

    fn no_options(&self) -> bool {
        legal::actions(self.game, self.state).is_empty()
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
            Phase::HinduDiscard { left } => self.state.phase = Phase::HinduDiscard { left: left - 1 },
            Phase::LocationDiscard => self.leave_location(),
            Phase::TableDiscard => self.state.phase = Phase::TableRoll,
            _ => {} // the End Phase asks again
        }
    }
}
