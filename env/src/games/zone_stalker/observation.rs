//! What a seat sees, as numbers: all that it knows, and nothing else.

use bytemuck::{Pod, Zeroable};

use super::actions::Good;
use super::cards::{ARTIFACT_NAMES, Character, Face, Kind, Site, ZONE_CARDS, ZONE_NAMES, artifact_name};
use super::knowledge::{Pools, phase_for};
use super::state::{Phase, RollKind, Stalker, Turn, ZoneState};
use super::{MAX_ZONE_CARDS, ZoneStalker, rules};
use crate::bits::FLAGS;
use crate::observation::{mark, seats_after};
use crate::spec::seat_labels;
use crate::{Counts, ObservationSpec, Seat, View};

/// The seats of the layout, whatever the number of players.
const SEATS: usize = 6;
/// The phases that a seat can be told of while the game runs; none is marked when it is over.
const PHASES: usize = 15;
/// The numbers of the present Zone card.
const CARD_LEN: usize = 14;

type ByKind = [u8; Kind::COUNT];
type ByArtifact = [u8; ARTIFACT_NAMES];

/// What a seat sees, in whole numbers.
#[derive(Clone, Copy, Pod, Zeroable)]
#[repr(C)]
pub struct ZoneObservation {
    hand: [ByKind; 2],
    unseen: [ByKind; 2],
    discard: ByKind,
    decks: [u8; 2],
    zone: [u8; ZONE_NAMES],
    phase: [u8; PHASES],
    to_act: u8,
    left: u8,
    card: [u8; CARD_LEN],
    site: [u8; 3],
    roll: RollNumbers,
    table_rolls: u8,
    turn: [u8; 2],
    found: ByArtifact,
    offers: u8,
    offer: OfferNumbers,
    quiet: u8,
    dealt: [u8; Character::COUNT],
    /// Last, as those of absent seats are all 0.
    seats: [SeatNumbers; SEATS],
}

#[derive(Clone, Copy, Default, Pod, Zeroable)]
#[repr(C)]
struct RollNumbers {
    kind: [u8; 3],
    die: u8,
    added: u8,
    taken_off: u8,
    short: u8,
}

#[derive(Clone, Copy, Default, Pod, Zeroable)]
#[repr(C)]
struct OfferNumbers {
    partner: [u8; SEATS],
    give: GoodNumbers,
    get: GoodNumbers,
}

#[derive(Clone, Copy, Default, Pod, Zeroable)]
#[repr(C)]
struct GoodNumbers {
    card: ByKind,
    artifact: u8,
}

#[derive(Clone, Copy, Pod, Zeroable)]
#[repr(C)]
struct SeatNumbers {
    present: u8,
    alive: u8,
    active: u8,
    spared: u8,
    injuries: u8,
    permanent: u8,
    turns_to_miss: u8,
    score: u8,
    hidden: [u8; 2],
    character: [u8; Character::COUNT],
    known: ByKind,
    swag: ByArtifact,
}

// What stands for 1: powers of two, so that the numbers are exact at any precision.
const CARDS: f32 = 64.0;
const CARDS_OF_KIND: f32 = 16.0;
const COPIES: f32 = 4.0;
const TENS: f32 = 16.0;
const THREES: f32 = 4.0;

// The greatest number, and what stands for 1.
const BY_KIND: (u16, f32) = (56, CARDS_OF_KIND);
const BY_NAME: (u16, f32) = (MAX_ZONE_CARDS as u16, COPIES);

pub(super) fn spec(seats: usize) -> ObservationSpec {
    let mut spec = with_pools(ObservationSpec::new())
        .with("decks", 2, (MAX_ZONE_CARDS as u16, CARDS), "cards in the decks")
        .labelled(["Stalker", "Zone"])
        .with("zone", ZONE_NAMES, BY_NAME, "Zone cards left, by name")
        .labelled(ZONE_CARDS.map(|card| card.name))
        .with_flags("phase", PHASES, "the phase as the observer hears of it; all 0 when the game is over")
        .labelled(PHASE_LABELS)
        .with_flags("to_act", 1, "1 if the observer is to act")
        .with("left", 1, (3, THREES), "cards or injuries still due in this phase");
    spec = with_roll(with_card(spec))
        .with_flags("turn", 2, "this turn")
        .labelled(["a card was flipped", "the Character's once-a-turn ability is used up"])
        .with("found", ARTIFACT_NAMES, BY_NAME, "found this turn and still held, by name")
        .labelled(artifacts());
    spec = with_offer(spec)
        .with("quiet", 1, (60, 64.0), "turns in a row without a flip")
        .with_flags("dealt", Character::COUNT, "Characters that are in play or dead")
        .labelled(characters());
    spec = seat_labels(SEATS).fold(spec, |spec, who| with_seat(spec, &format!("seat:{who}")));
    spec.with_absent((SEATS - seats) * size_of::<SeatNumbers>())
}

/// The layout with where the Stalker cards are.
fn with_pools(spec: ObservationSpec) -> ObservationSpec {
    let pools = [
        ("hand:kept", "own hidden cards of before the last reshuffle"),
        ("hand:fresh", "own hidden cards drawn since"),
        ("unseen:kept", "in other hands since the last reshuffle"),
        ("unseen:fresh", "in the deck or drawn since by others"),
        ("discard", "the Stalker discard pile"),
    ];
    pools
        .iter()
        .fold(spec, |spec, (name, meaning)| spec.with(name, Kind::COUNT, BY_KIND, meaning).labelled(kinds()))
}

/// The layout with the Zone card that is being resolved, and what the last Location does to it.
fn with_card(spec: ObservationSpec) -> ObservationSpec {
    spec.with_flags("card:is", 10, "the Zone card being resolved, if there is one")
        .labelled(CARD_LABELS)
        .with("card:danger", 1, (9, TENS), "what avoids it, for a Hazard")
        .with("card:rolls", 1, (3, THREES), "its rolls on the Hazard Table, for a Hazard")
        .with("card:points", 1, (10, TENS), "its Swag Points, for an Artifact")
        .with("card:name", 1, (ZONE_NAMES as u16, 128.0), "its place in `zone`, from 1; 0 without a card")
        .with_flags("site", 3, "the last Location")
        .labelled(["Avoidance +1", "Avoidance -1", "Detection +1"])
}

fn with_roll(spec: ObservationSpec) -> ObservationSpec {
    spec.with_flags("roll:kind", 3, "the roll on the table")
        .labelled(["Avoidance", "Detection", "Hazard Table"])
        .with("roll:die", 1, (10, TENS), "the die's face")
        .with("roll:added", 2, (20, TENS), "what is added to the die, and what is taken off it")
        .labelled(["added", "taken off"])
        .with("roll:short", 1, (20, TENS), "short of success")
        .with("table_rolls", 1, (3, THREES), "Hazard Table rolls still to come")
}

fn with_offer(spec: ObservationSpec) -> ObservationSpec {
    let spec = spec
        .with("offers", 1, (5, 8.0), "offers left")
        .with_flags("partner", SEATS, "the partner of the offer, the observer first")
        .labelled(seat_labels(SEATS));
    [("give", "offered"), ("get", "asked for")].iter().fold(spec, |spec, (side, meaning)| {
        let artifact = format!("{meaning}, an artifact: its place among those of `found`, from 1");
        spec.with_flags(&format!("{side}:card"), Kind::COUNT, &format!("{meaning}, a card"))
            .labelled(kinds())
            .with(&format!("{side}:artifact"), 1, (ARTIFACT_NAMES as u16, 32.0), &artifact)
    })
}

/// The layout with the numbers of one more seat.
fn with_seat(spec: ObservationSpec, seat: &str) -> ObservationSpec {
    let name = |what| format!("{seat}:{what}");
    spec.with_flags(&name("flags"), 4, "how the seat stands")
        .labelled(["present", "alive", "its turn", "Hamster spared"])
        .with(&name("injuries"), 2, (10, TENS), "injuries")
        .labelled(["all", "permanent among them"])
        .with(&name("missed"), 1, (112, TENS), "turns to miss")
        .with(&name("score"), 1, (255, 256.0), "Swag Points if the game ended now; 255 for more")
        .with(&name("hidden"), 2, (56, CARDS), "hidden cards")
        .labelled(["kept at the last reshuffle", "drawn since"])
        .with_flags(&name("character"), Character::COUNT, "who it is")
        .labelled(characters())
        .with(&name("known"), Kind::COUNT, BY_KIND, "cards that all know to be in this hand")
        .labelled(kinds())
        .with(&name("swag"), ARTIFACT_NAMES, BY_NAME, "artifacts, by name")
        .labelled(artifacts())
}

fn kinds() -> impl Iterator<Item = &'static str> {
    Kind::all().map(Kind::label)
}

fn artifacts() -> impl Iterator<Item = &'static str> {
    (0..ARTIFACT_NAMES).map(artifact_name)
}

fn characters() -> impl Iterator<Item = &'static str> {
    (0..Character::COUNT).map(|index| Character::new(index).name())
}

const CARD_LABELS: [&str; 10] = [
    "a card is being resolved",
    "Location",
    "Hazard",
    "Event",
    "Artifact",
    "cripples",
    "stuns",
    "harmless",
    "heals",
    "illegal",
];

/// By the phase's place.
const PHASE_LABELS: [&str; PHASES] = [
    "discard as The Hindu",
    "flip or stop",
    "discard for a Location",
    "play a card",
    "choose an opponent",
    "change a roll",
    "have a roll made again",
    "take an injury or discard a Martyr",
    "discard by the Hazard Table",
    "discard at the end",
    "trade: offer one, or not",
    "trade: what to give",
    "trade: what to get",
    "trade: accept or decline",
    "others may be asked",
];

#[inline]
pub(super) fn write<const N: usize>(view: &View<'_, ZoneStalker<N>>, out: &mut ZoneObservation) {
    let (game, state, seat) = (view.game, view.state, view.seat);
    let (own, unseen, turn) = (&state.stalkers[seat], Pools::<Counts>::unseen(state, seat), &state.turn);
    let phase = phase_for(state, seat);
    out.hand = [own.kept, own.fresh].map(Into::into);
    out.unseen = [unseen.kept, unseen.fresh].map(Into::into);
    out.discard = state.discard.into();
    out.decks = [state.deck.total(), state.zone.total()];
    game.zone().write_counts(state.zone, &mut out.zone);
    out.phase = PHASE_NUMBERS[place_of(phase)];
    out.to_act = view.is_to_act().into();
    out.left = match phase {
        Phase::HinduDiscard { left } | Phase::Martyr { left } => left,
        _ => 0,
    };
    out.card = CARD_NUMBERS[turn.card.map_or(0, |card| usize::from(card) + 1)];
    out.site = SITE_NUMBERS[turn.site as usize];
    write_roll(turn, &mut out.roll);
    out.table_rolls = turn.table_rolls;
    out.turn = [turn.flipped, turn.ability_used].map(u8::from);
    out.found = *turn.found.numbers();
    out.offers = turn.offers_left;
    write_offer(phase, |partner| seats_after(seat, partner.into(), game.seats()), &mut out.offer);
    out.quiet = state.quiet;
    write_characters(state.dealt, &mut out.dealt);
    write_seats(game, state, seat, &mut out.seats);
}

fn write_seats<const N: usize>(
    game: &ZoneStalker<N>,
    state: &ZoneState<N>,
    observer: Seat,
    out: &mut [SeatNumbers; SEATS],
) {
    let seats = game.seats();
    for (seat, stalker) in state.stalkers[..seats].iter().enumerate() {
        write_seat(stalker, seat == usize::from(state.active), &mut out[seats_after(observer, seat, seats)]);
    }
}

#[inline(always)]
fn write_seat(stalker: &Stalker, active: bool, out: &mut SeatNumbers) {
    let hidden = Pools::in_hand(stalker);
    out.present = 1;
    out.alive = stalker.alive.into();
    out.active = active.into();
    out.spared = stalker.spared.into();
    out.injuries = stalker.injuries;
    out.permanent = stalker.permanent;
    out.turns_to_miss = stalker.turns_to_miss;
    out.score = stalker.score().min(u32::from(u8::MAX)) as u8;
    out.hidden = [hidden.kept, hidden.fresh];
    mark(&mut out.character, Some(stalker.character as usize));
    out.known = stalker.known.into();
    out.swag = *stalker.swag.numbers();
}

/// By the phase's place; of a phase that no seat is told of, past the last one, all 0.
static PHASE_NUMBERS: [[u8; PHASES]; PHASES + 1] = {
    let mut numbers = [[0; PHASES]; PHASES + 1];
    let mut place = 0;
    while place < PHASES {
        numbers[place][place] = 1;
        place += 1;
    }
    numbers
};

fn place_of(phase: Phase) -> usize {
    match phase {
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
        Phase::TurnStart | Phase::TableRoll | Phase::Over => PHASES,
    }
}

/// Writes a flag for each Character whose bit is set.
fn write_characters(bits: u16, out: &mut [u8; Character::COUNT]) {
    const LAST: usize = Character::COUNT - 8; // some flags are written twice rather than one by one
    let flags = |place: usize| FLAGS[usize::from((bits >> place) as u8)].map(u8::from);
    out[..8].copy_from_slice(&flags(0));
    out[LAST..].copy_from_slice(&flags(LAST));
}

fn write_roll(turn: &Turn, out: &mut RollNumbers) {
    let Some(roll) = turn.roll else {
        *out = RollNumbers::default();
        return;
    };
    let needed = rules::needed(turn.card, roll.kind);
    mark(
        &mut out.kind,
        Some(match roll.kind {
            RollKind::Avoidance => 0,
            RollKind::Detection => 1,
            RollKind::Table => 2,
        }),
    );
    out.die = roll.die;
    out.added = roll.bonus.max(0) as u8;
    out.taken_off = roll.bonus.min(0).unsigned_abs();
    out.short = needed.saturating_sub(roll.total()).max(0) as u8;
}

/// The offer as far as the observer has heard it; `place` is a seat's place among the numbers.
fn write_offer(phase: Phase, place: impl Fn(u8) -> usize, out: &mut OfferNumbers) {
    let (partner, give, get) = match phase {
        Phase::Give { partner } => (partner, None, None),
        Phase::Get { partner, give } => (partner, Some(give), None),
        Phase::Answer { partner, give, get } => (partner, Some(give), Some(get)),
        _ => {
            *out = OfferNumbers::default();
            return;
        }
    };
    mark(&mut out.partner, Some(place(partner)));
    write_good(give, &mut out.give);
    write_good(get, &mut out.get);
}

fn write_good(good: Option<Good>, out: &mut GoodNumbers) {
    let (card, artifact) = match good {
        Some(Good::Card(kind)) => (Some(kind.index()), 0),
        Some(Good::Artifact(index)) => (None, index + 1),
        Some(Good::Nothing) | None => (None, 0),
    };
    mark(&mut out.card, card);
    out.artifact = artifact;
}

/// By the number of the site.
static SITE_NUMBERS: [[u8; 3]; Site::ALL.len()] = {
    let mut numbers = [[0; 3]; Site::ALL.len()];
    let mut place = 0;
    while place < numbers.len() {
        let site = Site::ALL[place].0;
        let (avoid, detect) = (site.avoid(), site.detect());
        numbers[site as usize] = [(avoid > 0) as u8, (avoid < 0) as u8, (detect > 0) as u8];
        place += 1;
    }
    numbers
};

/// Of no card, then by the index of the card.
static CARD_NUMBERS: [[u8; CARD_LEN]; 1 + ZONE_NAMES] = {
    let mut numbers = [[0; CARD_LEN]; 1 + ZONE_NAMES];
    let mut index = 0;
    while index < ZONE_NAMES {
        numbers[1 + index] = card_numbers(index);
        index += 1;
    }
    numbers
};

const fn card_numbers(index: usize) -> [u8; CARD_LEN] {
    let mut numbers = [0; CARD_LEN];
    numbers[0] = 1;
    match ZONE_CARDS[index].face {
        Face::Location(_) => numbers[1] = 1,
        Face::Hazard(hazard) => {
            numbers[2] = 1;
            numbers[5] = hazard.cripple as u8;
            numbers[6] = hazard.stun as u8;
            numbers[7] = hazard.harmless as u8;
            numbers[10] = hazard.danger;
            numbers[11] = hazard.rolls;
        }
        Face::Event(_) => numbers[3] = 1,
        Face::Artifact(artifact) => {
            numbers[4] = 1;
            numbers[8] = artifact.healing as u8;
            numbers[9] = artifact.illegal as u8;
            numbers[12] = artifact.points;
        }
    }
    numbers[13] = index as u8 + 1;
    numbers
}
