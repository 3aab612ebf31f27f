//! What a seat of Pig sees, as numbers.

use super::{Pig, PigState};
use crate::spec::Writer;
use crate::{Game, ObservationSpec, State, View};

pub(super) fn spec() -> ObservationSpec {
    let seats = PigState::MAX_SEATS;
    ObservationSpec::new()
        .with("seated", seats, (0.0, 1.0), "1 for each seat in play, the observer first, then in turn order")
        .with("to_act", seats, (0.0, 1.0), "1 for the seat to act, same order; all 0 when the game is over")
        .with("turn_total", 1, (0.0, 1.0), "points at stake this turn / target")
        .with("banked", seats, (0.0, 1.0), "banked points / target, same order")
}

pub(super) fn write(view: &View<'_, Pig>, out: &mut [f32]) {
    let (seats, most) = (view.game.facts().seats, PigState::MAX_SEATS);
    let target = f32::from(view.game.target());
    let mut writer = Writer::new(out);
    for place in 0..most {
        writer.flag(place < seats);
    }
    let to_act = view.state.current_player();
    writer.one_of(most, to_act.map(|seat| (seat + seats - view.seat) % seats));
    writer.put(f32::from(view.turn_total()) / target);
    for place in 0..most {
        let banked = if place < seats { view.banked((view.seat + place) % seats) } else { 0 };
        writer.put(f32::from(banked) / target);
    }
    writer.finish();
}
