//! What a seat of Expedition sees, as numbers.

use super::{Card, Cards, Choice, Expedition, ExpeditionKnowledge, Phase, Table};
use crate::spec::Writer;
use crate::{Game, ObservationSpec, Seat};

pub(super) fn spec() -> ObservationSpec {
    let (seats, kinds) = (Table::MAX_SEATS, Card::KINDS);
    ObservationSpec::new()
        .with("seated", seats, (0.0, 1.0), "1 for each seat in play, the observer first, then in seat order")
        .with("seat", seats, (0.0, 1.0), "1 for the observer's own seat: seat 0 is asked first")
        .with(
            "to_act",
            seats,
            (0.0, 1.0),
            "1 for the seat to act, as in `seated`; all 0 when the game is over",
        )
        .with("looking", 1, (0.0, 1.0), "1 when the seat to act decides about the card that it looked at")
        .with("team", 1, (0.0, 1.0), "1 when the seats share one utility")
        .with("round", 1, (0.1, 1.0), "the round, from 1 / 10")
        .with("rounds_left", 1, (0.0, 0.9), "rounds after this one / 10")
        .with("lies", 1, (0.0, 1.0), "points that lie on the path / 124")
        .with("held", 1, (0.0, 1.0), "points that each seat that is in holds / 124")
        .with("banked", seats, (0.0, 10.0), "banked points / 124, as in `seated`")
        .with("inside", seats, (0.0, 1.0), "1 for each seat that is in, as in `seated`")
        .with("chosen", seats, (0.0, 1.0), "1 for each seat that has chosen this step, as in `seated`")
        .with(
            "looked",
            seats,
            (0.0, 1.0),
            "place in the order of those who looked, from 1 / 6; 0 for the others",
        )
        .with("own_choice", 2, (0.0, 1.0), "1 for what the observer has chosen this step: stay, leave")
        .with("seen", kinds, (0.0, 1.0), "1 for the kind of the card that the observer looks at now")
        .with("under", kinds, (0.0, 1.0), "1 for the kind of the card that the observer put under the deck")
        .with("path", kinds, (0.0, 1.0), "cards revealed this round, by kind / 2")
        .with("deck", kinds, (0.0, 1.0), "cards in the deck, by kind / 3")
        .with("removed", kinds, (0.0, 1.0), "cards taken out of the game, by kind / 2")
}

pub(super) fn write(game: &Expedition, known: &ExpeditionKnowledge, out: &mut [f32]) {
    let mut writer = Writer::new(out);
    let table = &known.table;
    let seats = game.facts().seats;
    let relative = |seat: Seat| (seat + seats - known.seat) % seats;
    let looking = matches!(table.phase, Phase::Look(_));
    let own_look = table.phase == Phase::Look(known.seat as u8);

    per_seat(&mut writer, game, known.seat, |_| 1.0);
    writer.one_of(Table::MAX_SEATS, Some(known.seat));
    writer.one_of(Table::MAX_SEATS, table.to_act().map(relative));
    writer.flag(looking);
    writer.flag(game.is_shared());
    writer.put(f32::from(table.round) / 10.0);
    writer.put(f32::from(game.rounds() - table.round) / 10.0);
    let all_finds = Cards::FULL.value() as f32;
    writer.put(f32::from(table.lies) / all_finds);
    writer.put(f32::from(table.held) / all_finds);
    per_seat(&mut writer, game, known.seat, |seat| f32::from(table.banked[seat]) / all_finds);
    per_seat(&mut writer, game, known.seat, |seat| f32::from(u8::from(table.inside[seat])));
    per_seat(&mut writer, game, known.seat, |seat| {
        f32::from(u8::from(table.seats_chosen().any(|chosen| chosen == seat)))
    });
    per_seat(&mut writer, game, known.seat, |seat| f32::from(table.looked[seat]) / 6.0);
    writer.one_of(2, known.choice.map(|choice| usize::from(choice == Choice::Leave)));
    let card = known.card.map(Card::index);
    writer.one_of(Card::KINDS, card.filter(|_| own_look));
    writer.one_of(Card::KINDS, card.filter(|_| !own_look));
    per_kind(&mut writer, table.path, 2.0);
    per_kind(&mut writer, table.deck(), 3.0);
    per_kind(&mut writer, table.removed, 2.0);
    writer.finish();
}

/// One number for each seat, the observer first; 0 for seats that are not in play.
fn per_seat(writer: &mut Writer<'_>, game: &Expedition, observer: Seat, number: impl Fn(Seat) -> f32) {
    let seats = game.facts().seats;
    for place in 0..seats {
        writer.put(number((observer + place) % seats));
    }
    writer.zeros(Table::MAX_SEATS - seats);
}

fn per_kind(writer: &mut Writer<'_>, cards: Cards, unit: f32) {
    for card in Card::all() {
        writer.put(f32::from(cards.of(card)) / unit);
    }
}
