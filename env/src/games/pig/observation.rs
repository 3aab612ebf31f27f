//! What a seat of Pig sees, as numbers.

use bytemuck::{Pod, Zeroable};

use super::{Pig, PigState};
use crate::observation::{mark, seats_after};
use crate::spec::seat_labels;
use crate::{Game, ObservationSpec, State, View};

const SEATS: usize = PigState::MAX_SEATS;

/// What a seat sees, in whole numbers.
#[derive(Clone, Copy, Pod, Zeroable)]
#[repr(C)]
pub struct PigObservation {
    seated: [u16; SEATS],
    to_act: [u16; SEATS],
    turn_total: u16,
    banked: [u16; SEATS],
}

pub(super) fn spec(target: u16) -> ObservationSpec {
    let points = (target, f32::from(target));
    ObservationSpec::new()
        .with_flags("seated", SEATS, "1 for each seat in play, the observer first, then in turn order")
        .labelled(seat_labels(SEATS))
        .with_flags("to_act", SEATS, "1 for the seat to act; all 0 when the game is over")
        .labelled(seat_labels(SEATS))
        .with("turn_total", 1, points, "points at stake this turn; the unit is the target")
        .with("banked", SEATS, points, "banked points; the unit is the target")
        .labelled(seat_labels(SEATS))
}

pub(super) fn write(view: &View<'_, Pig>, out: &mut PigObservation) {
    let seats = view.game.facts().seats;
    let to_act = view.state.current_player();
    mark(&mut out.to_act, to_act.map(|seat| seats_after(view.seat, seat, seats)));
    out.turn_total = view.turn_total();
    (out.seated, out.banked) = ([0; SEATS], [0; SEATS]);
    let (before, from_observer) = view.state.banked[..seats].split_at(view.seat);
    for (place, &banked) in from_observer.iter().chain(before).enumerate() {
        (out.seated[place], out.banked[place]) = (1, banked);
    }
}
