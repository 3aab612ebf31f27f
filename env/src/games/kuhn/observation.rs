//! What a seat of Kuhn poker sees, as numbers.

use bytemuck::{Pod, Zeroable};

use super::{Card, KuhnKnowledge, SEATS};
use crate::ObservationSpec;
use crate::observation::{mark, seats_after};

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
    let (seats, cards) = (["observer", "other"], Card::ALL.map(|card| card.to_string()));
    let moves = (1..=MAX_MOVES).flat_map(|place| [format!("{place}:pass"), format!("{place}:bet")]);
    ObservationSpec::new()
        .with_flags("seat", SEATS, "1 for the observer's own seat")
        .labelled(["acts first", "acts second"])
        .with_flags("to_act", SEATS, "1 for who is to act; all 0 at the end")
        .labelled(seats)
        .with_flags("own_card", Card::COUNT, "1 for the own card")
        .labelled(cards.clone())
        .with_flags("shown_card", Card::COUNT, "1 for the other's card, once it is shown")
        .labelled(cards)
        .with_flags("moves", 2 * MAX_MOVES, "for each move in order, 1 for what it was")
        .labelled(moves)
        .with("pot", SEATS, (2, 2.0), "chips put in")
        .labelled(seats)
}

pub(super) fn write(known: &KuhnKnowledge, out: &mut KuhnObservation) {
    let (mut actions, pot) = (known.moves.actions(), known.moves.pot());
    mark(&mut out.seat, Some(known.seat));
    mark(&mut out.to_act, known.moves.to_act().map(|seat| seats_after(known.seat, seat, SEATS)));
    mark(&mut out.own_card, Some(known.own as usize));
    mark(&mut out.shown_card, known.shown.map(|card| card as usize));
    for numbers in &mut out.moves {
        mark(numbers, actions.next().map(crate::Action::index));
    }
    out.pot = [pot[known.seat], pot[1 - known.seat]];
}
