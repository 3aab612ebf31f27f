//! What a seat sees, as numbers: all that it knows, and nothing else.

use super::actions::Good;
use super::cards::{ARTIFACT_NAMES, Character, Face, Kind, ZONE_CARDS, ZONE_NAMES};
use super::knowledge::{Pools, phase_for};
use super::state::{Phase, RollKind, Stalker, Swag, ZoneState};
use super::{MAX_ZONE_CARDS, ZoneStalker, rules};
use crate::spec::Writer;
use crate::{Counts, ObservationSpec, Seat, View};

/// The seats of the layout, whatever the number of players.
const SEATS: usize = 6;
/// The numbers of one seat.
const SEAT_LEN: usize = 10 + Character::COUNT + Kind::COUNT + ARTIFACT_NAMES;
/// The phases that a seat can be told of while the game runs; none is marked when it is over.
const PHASES: usize = 15;
/// The numbers of the present Zone card.
const CARD_LEN: usize = 14;
/// The numbers of one side of an offer.
const GOOD_LEN: usize = Kind::COUNT + 1;

// What numbers are divided by, to lie within 0 and 1 for the common deck.
const CARDS: f32 = 56.0;
const INJURIES: f32 = 10.0;
const TURNS: f32 = 16.0;
const POINTS: f32 = 200.0;
const COPIES: f32 = 3.0;
const HAND_OF_KIND: f32 = 14.0;

pub(super) fn spec() -> ObservationSpec {
    let (flags, by_kind, by_name) = ((0.0, 1.0), (0.0, 4.0), (0.0, 33.0));
    let mut spec = ObservationSpec::new();
    for place in 0..SEATS {
        let who = if place == 0 { "observer".to_owned() } else { format!("+{place}") };
        for (what, len, range, meaning) in seat_slices() {
            spec = spec.with(&format!("seat:{who}:{what}"), len, range, meaning);
        }
    }
    spec.with(
        "hand:kept",
        Kind::COUNT,
        by_kind,
        "own hidden cards of before the last reshuffle, by kind / 14",
    )
    .with("hand:fresh", Kind::COUNT, by_kind, "own hidden cards drawn since, by kind / 14")
    .with("unseen:kept", Kind::COUNT, by_kind, "in other hands since the last reshuffle, by kind / 14")
    .with("unseen:fresh", Kind::COUNT, by_kind, "in the deck or drawn since by others, by kind / 14")
    .with("discard", Kind::COUNT, by_kind, "the Stalker discard pile, by kind / 14")
    .with("decks", 2, flags, "Stalker deck / 56, Zone deck / 97")
    .with("zone", ZONE_NAMES, by_name, "Zone cards left, by name / 3")
    .with("phase", PHASES, flags, "the phase as the observer hears of it; all 0 when the game is over")
    .with("to_act", 1, flags, "whether the observer is to act")
    .with("left", 1, flags, "cards or injuries still due in this phase / 3")
    .with("card", CARD_LEN, flags, CARD_MEANING)
    .with("site", 2, (-1.0, 1.0), "what the last Location adds to Avoidance and to Detection")
    .with("roll", 7, (-1.0, 2.0), ROLL_MEANING)
    .with("turn", 2, flags, "this turn: a card was flipped; the Character's once-a-turn ability is used up")
    .with("found", ARTIFACT_NAMES, by_name, "found this turn and still held, by name / 3")
    .with("offers", 1, flags, "offers left / 5")
    .with("partner", SEATS, flags, "the partner of the offer, the observer first")
    .with("give", GOOD_LEN, flags, "offered: kind (8 flags), artifact index + 1 / 24")
    .with("get", GOOD_LEN, flags, "asked for: kind (8 flags), artifact index + 1 / 24")
    .with("quiet", 1, flags, "turns in a row without a flip / 60")
    .with("dealt", Character::COUNT, flags, "Characters that are in play or dead")
}

/// The numbers of one seat.
fn seat_slices() -> [(&'static str, usize, (f32, f32), &'static str); 8] {
    let flags = (0.0, 1.0);
    [
        ("flags", 4, flags, "present, alive, whose turn it is, Hamster spared"),
        ("injuries", 2, flags, "injuries, the permanent ones among them, each / 10"),
        ("missed", 1, (0.0, 7.0), "turns to miss / 16"),
        ("score", 1, (0.0, 6.0), "Swag Points if the game ended now / 200"),
        ("hidden", 2, flags, "hidden cards kept at and drawn since the last reshuffle, each / 56"),
        ("character", Character::COUNT, flags, "who it is"),
        ("known", Kind::COUNT, (0.0, 4.0), "cards that all know to be in this hand, by kind / 14"),
        ("swag", ARTIFACT_NAMES, (0.0, 33.0), "artifacts, by name / 3"),
    ]
}

const CARD_MEANING: &str = "the Zone card being resolved: Location, Hazard, Event, Artifact, cripple, stun, harmless, \
    heals, illegal (flags); danger / 10, rolls / 3, points / 10, index / 89; 1 if there is one";
const ROLL_MEANING: &str = "Avoidance, Detection, Hazard Table (flags); die / 10, added / 10, short of success / 10; \
    table rolls still to come / 3";

pub(super) fn write<const N: usize>(view: &View<'_, ZoneStalker<N>>, out: &mut [f32]) {
    let (game, state, seat) = (view.game, view.state, view.seat);
    let mut writer = Writer::new(out);
    for place in 0..SEATS {
        if place < game.seats() {
            let other = (seat + place) % game.seats();
            write_seat(&mut writer, &state.stalkers[other], other == usize::from(state.active));
        } else {
            writer.zeros(SEAT_LEN);
        }
    }
    let own = &state.stalkers[seat];
    let unseen = Pools::<Counts>::unseen(state, seat);
    for cards in [own.kept, own.fresh, unseen.kept, unseen.fresh, state.discard] {
        write_counts(&mut writer, cards);
    }
    writer.put(f32::from(state.deck.total()) / CARDS);
    writer.put(f32::from(state.zone.total()) / MAX_ZONE_CARDS as f32);
    writer.shares(&game.zone().counts(state.zone), COPIES);
    write_phase(&mut writer, view);
    write_turn(&mut writer, state);
    write_offer(&mut writer, view);
    writer.put(f32::from(state.quiet) / 60.0);
    for index in 0..Character::COUNT {
        writer.flag(state.dealt >> index & 1 == 1);
    }
    writer.finish();
}

fn write_seat(writer: &mut Writer<'_>, stalker: &Stalker, active: bool) {
    writer.put(1.0);
    writer.flag(stalker.alive);
    writer.flag(active);
    writer.flag(stalker.spared);
    writer.put(f32::from(stalker.injuries) / INJURIES);
    writer.put(f32::from(stalker.permanent) / INJURIES);
    writer.put(f32::from(stalker.turns_to_miss) / TURNS);
    writer.put(stalker.score() as f32 / POINTS);
    let hidden = Pools::in_hand(stalker);
    writer.put(f32::from(hidden.kept) / CARDS);
    writer.put(f32::from(hidden.fresh) / CARDS);
    writer.one_of(Character::COUNT, Some(stalker.character as usize));
    write_counts(writer, stalker.known);
    write_swag(writer, &stalker.swag);
}

fn write_counts(writer: &mut Writer<'_>, cards: Counts) {
    writer.shares(&<[u8; Kind::COUNT]>::from(cards), HAND_OF_KIND);
}

fn write_swag(writer: &mut Writer<'_>, swag: &Swag) {
    writer.shares(swag.numbers(), COPIES);
}

fn write_phase<const N: usize>(writer: &mut Writer<'_>, view: &View<'_, ZoneStalker<N>>) {
    let phase = phase_for(view.state, view.seat);
    writer.one_of(PHASES, phase_place(phase));
    writer.flag(view.is_to_act());
    writer.put(match phase {
        Phase::HinduDiscard { left } | Phase::Martyr { left } => f32::from(left) / 3.0,
        _ => 0.0,
    });
}

/// The phase's place among those that a seat can be told of.
fn phase_place(phase: Phase) -> Option<usize> {
    Some(match phase {
        Phase::HinduDiscard { .. } => 0,
        Phase::Choose => 1,
        Phase::LocationDiscard => 2,
        Phase::PlayCard => 3,
        Phase::Target => 4,
        Phase::Reroll => 5,
        Phase::Meddle { .. } => 6,
        Phase::Martyr { .. } => 7,
        Phase::TableDiscard => 8,
        Phase::EndDiscard => 9,
        Phase::Offer => 10,
        Phase::Give { .. } => 11,
        Phase::Get { .. } => 12,
        Phase::Answer { .. } => 13,
        Phase::Waiting => 14,
        Phase::TurnStart | Phase::TableRoll | Phase::Over => return None,
    })
}

/// What lasts for this turn: the card, the roll and what was used.
fn write_turn<const N: usize>(writer: &mut Writer<'_>, state: &ZoneState<N>) {
    let turn = &state.turn;
    match turn.card {
        Some(card) => write_card(writer, card),
        None => writer.zeros(CARD_LEN),
    }
    writer.put(f32::from(turn.site.avoid()));
    writer.put(f32::from(turn.site.detect()));
    match turn.roll {
        Some(roll) => {
            let kinds = [RollKind::Avoidance, RollKind::Detection, RollKind::Table];
            writer.one_of(3, kinds.iter().position(|&kind| kind == roll.kind));
            writer.put(f32::from(roll.die) / 10.0);
            writer.put(f32::from(roll.bonus) / 10.0);
            let needed = rules::needed(turn.card, roll.kind);
            let short = needed.saturating_sub(roll.total()).max(0);
            writer.put(f32::from(short) / 10.0);
        }
        None => writer.zeros(6),
    }
    writer.put(f32::from(turn.table_rolls) / 3.0);
    writer.flag(turn.flipped);
    writer.flag(turn.ability_used);
    write_swag(writer, &turn.found);
    writer.put(f32::from(turn.offers_left) / 5.0);
}

fn write_card(writer: &mut Writer<'_>, index: u8) {
    let face = ZONE_CARDS[usize::from(index)].face;
    let (hazard, artifact) = match face {
        Face::Hazard(hazard) => (Some(hazard), None),
        Face::Artifact(artifact) => (None, Some(artifact)),
        Face::Location(_) | Face::Event(_) => (None, None),
    };
    writer.flag(matches!(face, Face::Location(_)));
    writer.flag(hazard.is_some());
    writer.flag(matches!(face, Face::Event(_)));
    writer.flag(artifact.is_some());
    writer.flag(hazard.is_some_and(|hazard| hazard.cripple));
    writer.flag(hazard.is_some_and(|hazard| hazard.stun));
    writer.flag(hazard.is_some_and(|hazard| hazard.harmless));
    writer.flag(artifact.is_some_and(|artifact| artifact.healing));
    writer.flag(artifact.is_some_and(|artifact| artifact.illegal));
    writer.put(hazard.map_or(0.0, |hazard| f32::from(hazard.danger) / 10.0));
    writer.put(hazard.map_or(0.0, |hazard| f32::from(hazard.rolls) / 3.0));
    writer.put(artifact.map_or(0.0, |artifact| f32::from(artifact.points) / 10.0));
    writer.put(f32::from(index) / ZONE_NAMES as f32);
    writer.put(1.0);
}

/// The offer as far as the observer has heard it.
fn write_offer<const N: usize>(writer: &mut Writer<'_>, view: &View<'_, ZoneStalker<N>>) {
    let (partner, give, get) = match phase_for(view.state, view.seat) {
        Phase::Give { partner } => (Some(partner), None, None),
        Phase::Get { partner, give } => (Some(partner), Some(give), None),
        Phase::Answer { partner, give, get } => (Some(partner), Some(give), Some(get)),
        _ => (None, None, None),
    };
    let seats = view.game.seats();
    writer.one_of(SEATS, partner.map(|partner| (Seat::from(partner) + seats - view.seat) % seats));
    for good in [give, get] {
        writer.one_of(
            Kind::COUNT,
            match good {
                Some(Good::Card(kind)) => Some(kind.index()),
                _ => None,
            },
        );
        writer.put(match good {
            Some(Good::Artifact(index)) => f32::from(index + 1) / ARTIFACT_NAMES as f32,
            _ => 0.0,
        });
    }
}
