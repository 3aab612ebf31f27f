//! What a seat of Kuhn poker sees, as numbers.

use super::{Card, KuhnKnowledge, SEATS};
use crate::ObservationSpec;
use crate::spec::Writer;

const MAX_MOVES: usize = 3;

pub(super) fn spec() -> ObservationSpec {
    ObservationSpec::new()
        .with("seat", SEATS, (0.0, 1.0), "1 for the observer's own seat: 0 acts first")
        .with("to_act", SEATS, (0.0, 1.0), "1 for who is to act: the observer, the other; all 0 at the end")
        .with("own_card", Card::COUNT, (0.0, 1.0), "1 for the own card: J, Q, K")
        .with("shown_card", Card::COUNT, (0.0, 1.0), "1 for the other's card, once it is shown: J, Q, K")
        .with("moves", 2 * MAX_MOVES, (0.0, 1.0), "for each move in order, 1 for what it was: pass, bet")
        .with("pot", SEATS, (0.5, 1.0), "chips put in / 2: the observer, the other")
}

pub(super) fn write(known: &KuhnKnowledge, out: &mut [f32]) {
    let relative = |seat| (seat + SEATS - known.seat) % SEATS;
    let mut writer = Writer::new(out);
    writer.one_of(SEATS, Some(known.seat));
    writer.one_of(SEATS, known.moves.to_act().map(relative));
    writer.one_of(Card::COUNT, Some(known.own as usize));
    writer.one_of(Card::COUNT, known.shown.map(|card| card as usize));
    let mut actions = known.moves.actions();
    for _ in 0..MAX_MOVES {
        writer.one_of(2, actions.next().map(crate::Action::index));
    }
    let pot = known.moves.pot();
    for seat in [known.seat, 1 - known.seat] {
        writer.put(f32::from(pot[seat]) / 2.0);
    }
    writer.finish();
}
