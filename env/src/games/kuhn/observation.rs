//! What a seat of Kuhn poker sees, as numbers.

use bytemuck::{Pod, Zeroable};

use super::{Card, KuhnKnowledge, SEATS};
use crate::ObservationSpec;
use crate::observation::one_of;

const MAX_MOVES: usize = 3;

/// What a seat sees, in whole numbers.
#[derive(Clone, Copy, Pod, Zeroable)]
#[repr(C)]
pub struct KuhnObservation {
    seat: [u8; SEATS],
    to_act: [u8; SEATS],
    own_card: [u8; Card::COUNT],
    shown_card: [u8; Card::COUNT],
    moves: [[u8; 2]; MAX_MOVES],
    pot: [u8; SEATS],
}

pub(super) fn spec() -> ObservationSpec {
    ObservationSpec::new()
        .with_flags("seat", SEATS, "1 for the observer's own seat: 0 acts first")
        .with_flags("to_act", SEATS, "1 for who is to act: the observer, the other; all 0 at the end")
        .with_flags("own_card", Card::COUNT, "1 for the own card: J, Q, K")
        .with_flags("shown_card", Card::COUNT, "1 for the other's card, once it is shown: J, Q, K")
        .with_flags("moves", 2 * MAX_MOVES, "for each move in order, 1 for what it was: pass, bet")
        .with("pot", SEATS, (2, 2.0), "chips put in: the observer, the other")
}

pub(super) fn write(known: &KuhnKnowledge, out: &mut KuhnObservation) {
    let relative = |seat| (seat + SEATS - known.seat) % SEATS;
    let (mut actions, pot) = (known.moves.actions(), known.moves.pot());
    *out = KuhnObservation {
        seat: one_of(Some(known.seat)),
        to_act: one_of(known.moves.to_act().map(relative)),
        own_card: one_of(Some(known.own as usize)),
        shown_card: one_of(known.shown.map(|card| card as usize)),
        moves: [(); MAX_MOVES].map(|()| one_of(actions.next().map(crate::Action::index))),
        pot: [pot[known.seat], pot[1 - known.seat]],
    };
}
