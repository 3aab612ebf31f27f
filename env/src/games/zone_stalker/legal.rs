//! What may be done in each phase.

use super::actions::{
    ACCEPT, AGREE, DECLINE, DISCARD, DONE, FLIP, GET, GIVE, Good, LUCKY, MARTYR, NO_OFFER, OFFER, PHARAOH,
    PLAY, RETRY, STOP, TAKE, TARGET,
};
use super::cards::{Character, Event, Face, Kind};
use super::state::{Phase, RollKind, Stalker, Swag, ZoneState};
use super::{ZoneStalker, rules};
use crate::{ActionSet, Counts};

/// Gathers the bits of the action list.
#[derive(Clone, Copy, Default)]
struct Bits(u128);

impl Bits {
    fn one(self, place: usize) -> Self {
        self.when(true, place)
    }

    fn when(self, legal: bool, place: usize) -> Self {
        Self(self.0 | u128::from(legal) << place)
    }

    /// The kinds that are among `cards`, in the run that begins at `place`.
    fn kinds(self, cards: Counts, place: usize) -> Self {
        Self(self.0 | u128::from(cards.kinds()) << place)
    }

    fn artifacts(self, swag: &Swag, place: usize) -> Self {
        swag.iter().fold(self, |bits, (index, _)| bits.one(place + Good::Artifact(index as u8).index()))
    }

    fn set(self) -> ActionSet<2> {
        ActionSet::from_words([self.0 as u64, (self.0 >> 64) as u64])
    }
}

/// What the asked seat may do; empty in phases that go by themselves.
pub(super) fn actions<const SEATS: usize>(
    game: &ZoneStalker<SEATS>,
    state: &ZoneState<SEATS>,
) -> ActionSet<2> {
    let active = state.active();
    let none = Bits::default();
    let bits = match state.phase {
        Phase::HinduDiscard { .. } | Phase::LocationDiscard | Phase::TableDiscard => {
            none.kinds(active.hand(), DISCARD)
        }
        Phase::Choose => none.one(STOP).when(active.has_hand() && !state.zone.is_empty(), FLIP),
        Phase::PlayCard => none.kinds(active.hand(), PLAY),
        Phase::Target => targets(game, state, TARGET, |stalker| can_be_target(state, stalker)),
        Phase::Reroll => reroll(state),
        Phase::Meddle { .. } => none.one(RETRY).one(ACCEPT), // R13
        Phase::Martyr { .. } => none.one(TAKE).kinds(active.martyrs(), MARTYR), // R15
        Phase::EndDiscard => none.one(DONE).kinds(active.hand(), DISCARD),
        Phase::Offer => Bits(none.one(NO_OFFER).0 | targets(game, state, OFFER, |_| true).0),
        Phase::Give { .. } => none
            .one(GIVE)
            .kinds(active.hand(), GIVE + Good::Card(Kind::new(0)).index())
            .artifacts(&active.swag, GIVE),
        Phase::Get { partner, give } => {
            // R28: any kind may be asked for, but only artifacts that lie in the partner's swag.
            let all_kinds = Bits(0xff << (GET + Good::Card(Kind::new(0)).index()));
            let partner = &state.stalkers[usize::from(partner)];
            all_kinds.when(give != Good::Nothing, GET).artifacts(&partner.swag, GET)
        }
        Phase::Answer { .. } => none.one(AGREE).one(DECLINE),
        Phase::TurnStart
        | Phase::TableRoll
        | Phase::Recovery
        | Phase::TurnEnd
        | Phase::Waiting
        | Phase::Over => none,
    };
    bits.set()
}

/// R12: what the roller may use; accepting is always possible.
fn reroll<const SEATS: usize>(state: &ZoneState<SEATS>) -> Bits {
    let (active, turn) = (state.active(), &state.turn);
    let unsettled = turn.roll.is_some_and(|roll| {
        roll.kind == RollKind::Table || roll.total() < rules::needed(turn.card, roll.kind)
    });
    let on_own_card = turn.roll.is_some_and(|roll| roll.kind != RollKind::Table);
    Bits::default()
        .one(ACCEPT)
        .when(unsettled && active.hand().of(Kind::RETRY.index()) > 0, RETRY)
        .when(unsettled && active.character == Character::Pharaoh && !turn.ability_used, PHARAOH)
        .when(unsettled && on_own_card && active.character == Character::Lucky && !turn.ability_used, LUCKY)
}

/// The living opponents that fit, each by how many seats it sits after the active one.
fn targets<const SEATS: usize>(
    game: &ZoneStalker<SEATS>,
    state: &ZoneState<SEATS>,
    place: usize,
    fits: impl Fn(&Stalker) -> bool,
) -> Bits {
    (1..game.seats() as u8).fold(Bits::default(), |bits, offset| {
        let stalker = &state.stalkers[usize::from(state.seat_after(offset, game))];
        bits.when(stalker.alive && fits(stalker), place + usize::from(offset) - 1)
    })
}

/// R10: Slimy cannot be chosen, nor for Lost Swag one without swag.
fn can_be_target<const SEATS: usize>(state: &ZoneState<SEATS>, stalker: &Stalker) -> bool {
    let steals = matches!(rules::face(state.turn.card), Some(Face::Event(Event::LostSwag)));
    !(stalker.immune() || steals && stalker.swag.is_empty())
}
