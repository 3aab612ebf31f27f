//! What a seat of Expedition sees, as numbers.

use bytemuck::{Pod, Zeroable};

use super::{Card, Cards, Choice, Expedition, ExpeditionKnowledge, Phase, Table};
use crate::observation::{mark, seats_after};
use crate::spec::seat_labels;
use crate::{Game, ObservationSpec, Seat};

const SEATS: usize = Table::MAX_SEATS;
const KINDS: usize = Card::KINDS;

/// What a seat sees, in whole numbers: `u16`, as all finds of ten rounds may be banked.
#[derive(Clone, Copy, Pod, Zeroable)]
#[repr(C)]
pub struct ExpeditionObservation {
    seated: [u16; SEATS],
    seat: [u16; SEATS],
    to_act: [u16; SEATS],
    looking: u16,
    team: u16,
    round: u16,
    rounds_left: u16,
    lies: u16,
    held: u16,
    banked: [u16; SEATS],
    inside: [u16; SEATS],
    chosen: [u16; SEATS],
    looked: [u16; SEATS],
    own_choice: [u16; 2],
    seen: [u16; KINDS],
    under: [u16; KINDS],
    path: [u16; KINDS],
    deck: [u16; KINDS],
    removed: [u16; KINDS],
}

pub(super) fn spec() -> ObservationSpec {
    let rounds = u16::from(Table::MAX_ROUNDS);
    let finds = Cards::FULL.value() as u16;
    let all_finds = f32::from(finds);
    let by_kind = (3, 1.0);
    let seats = || seat_labels(SEATS);
    let kinds = || Card::all().map(|card| card.to_string());
    ObservationSpec::new()
        .with_flags("seated", SEATS, "1 for each seat in play, the observer first, then in seat order")
        .labelled(seats())
        .with_flags("seat", SEATS, "1 for the observer's own seat: seat 0 is asked first")
        .labelled((0..SEATS).map(|seat| seat.to_string()))
        .with_flags("to_act", SEATS, "1 for the seat to act; all 0 when the game is over")
        .labelled(seats())
        .with_flags("looking", 1, "1 when the seat to act decides about the card that it looked at")
        .with_flags("team", 1, "1 when the seats share one utility")
        .with("round", 1, (rounds, 10.0), "the round, from 1")
        .with("rounds_left", 1, (rounds - 1, 10.0), "rounds after this one")
        .with("lies", 1, (finds, all_finds), "points that lie on the path")
        .with("held", 1, (finds, all_finds), "points that each seat that is in holds")
        .with("banked", SEATS, (finds * rounds, all_finds), "banked points")
        .labelled(seats())
        .with_flags("inside", SEATS, "1 for each seat that is in")
        .labelled(seats())
        .with_flags("chosen", SEATS, "1 for each seat that has chosen this step")
        .labelled(seats())
        .with(
            "looked",
            SEATS,
            (SEATS as u16, SEATS as f32),
            "place in the order of those who looked, from 1; 0 for the others",
        )
        .labelled(seats())
        .with_flags("own_choice", 2, "1 for what the observer has chosen this step")
        .labelled(["stay", "leave"])
        .with_flags("seen", KINDS, "1 for the kind of the card that the observer looks at now")
        .labelled(kinds())
        .with_flags("under", KINDS, "1 for the kind of the card that the observer put under the deck")
        .labelled(kinds())
        .with("path", KINDS, by_kind, "cards revealed this round")
        .labelled(kinds())
        .with("deck", KINDS, by_kind, "cards in the deck")
        .labelled(kinds())
        .with("removed", KINDS, by_kind, "cards taken out of the game")
        .labelled(kinds())
}

pub(super) fn write(game: &Expedition, known: &ExpeditionKnowledge, out: &mut ExpeditionObservation) {
    let table = &known.table;
    let seats = game.facts().seats;
    let looks = table.phase == Phase::Look(known.seat as u8);
    let card = known.card.map(Card::index);
    out.seated = per_seat(game, known.seat, |_| 1);
    mark(&mut out.seat, Some(known.seat));
    mark(&mut out.to_act, table.to_act().map(|seat| seats_after(known.seat, seat, seats)));
    out.looking = u16::from(matches!(table.phase, Phase::Look(_)));
    out.team = u16::from(game.is_shared());
    out.round = table.round.into();
    out.rounds_left = (game.rounds() - table.round).into();
    out.lies = table.lies.into();
    out.held = table.held.into();
    out.banked = per_seat(game, known.seat, |seat| table.banked[seat]);
    out.inside = per_seat(game, known.seat, |seat| table.inside[seat].into());
    out.chosen = per_seat(game, known.seat, |seat| table.seats_chosen().any(|chosen| chosen == seat).into());
    out.looked = per_seat(game, known.seat, |seat| table.looked[seat].into());
    mark(&mut out.own_choice, known.choice.map(|choice| usize::from(choice == Choice::Leave)));
    mark(&mut out.seen, card.filter(|_| looks));
    mark(&mut out.under, card.filter(|_| !looks));
    out.path = per_kind(table.path);
    out.deck = per_kind(table.deck());
    out.removed = per_kind(table.removed);
}

/// One number for each seat, the observer first; 0 for seats that are not in play.
fn per_seat(game: &Expedition, observer: Seat, number: impl Fn(Seat) -> u16) -> [u16; SEATS] {
    let seats = game.facts().seats;
    std::array::from_fn(|place| if place < seats { number((observer + place) % seats) } else { 0 })
}

fn per_kind(cards: Cards) -> [u16; KINDS] {
    std::array::from_fn(|kind| cards.of(Card::at(kind)).into())
}
