//! What may be done in each phase.

use super::actions::{
    ACCEPT, AGREE, DECLINE, DISCARD, DONE, FLIP, GET, GIVE, Good, LUCKY, MARTYR, NO_OFFER, OFFER, PHARAOH,
    PLAY, RETRY, STOP, TAKE, TARGET,
};
use super::cards::{Character, Event, Face, Kind};
use super::state::{Phase, RollKind, Stalker, Swag, ZoneState};
use super::{ZoneStalker, rules};
use crate::{Action, ActionSet, Counts};

/// A set of actions, as the bits of the action list.
#[derive(Clone, Copy, Default)]
pub(super) struct Bits(u128);

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

    /// Whether there are at least two.
    pub(super) fn is_choice(self) -> bool {
        self.0 & self.0.wrapping_sub(1) != 0
    }

    /// The first one.
    pub(super) fn first(self) -> Option<Action> {
        (self.0 != 0).then(|| Action(self.0.trailing_zeros() as u16))
    }

    pub(super) fn set(self) -> ActionSet<2> {
        ActionSet::from_words([self.0 as u64, (self.0 >> 64) as u64])
    }
}

/// What the asked seat may do; empty where the game goes on by itself.
pub(super) fn actions<const SEATS: usize>(game: &ZoneStalker<SEATS>, state: &ZoneState<SEATS>) -> Bits {
    let active = state.active();
    let none = Bits::default();
    match state.phase {
        Phase::HinduDiscard { .. } | Phase::LocationDiscard | Phase::TableDiscard => {
            none.kinds(active.hand(), DISCARD)
        }
        Phase::Choose => none.one(STOP).when(active.has_hand() && !state.zone.is_empty(), FLIP),
        Phase::PlayCard => none.kinds(active.hand(), PLAY),
        Phase::Target => targets(game, state, TARGET, |stalker| can_be_target(state, stalker)),
        Phase::Reroll => reroll(state),
        Phase::Meddle { seat } => {
            let asked = &state.stalkers[usize::from(seat)];
            none.when(asked.alive && asked.hand().of(Kind::RETRY.index()) > 0, RETRY).one(ACCEPT) // R13
        }
        Phase::Martyr { left: 0 } => none,
        Phase::Martyr { .. } => none.one(TAKE).kinds(active.martyrs(), MARTYR), // R15
        Phase::EndDiscard => none.one(DONE).kinds(active.hand(), DISCARD),
        Phase::Offer if state.turn.offers_left == 0 => none.one(NO_OFFER),
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
        Phase::TurnStart | Phase::TableRoll | Phase::Waiting | Phase::Over => none,
    }
}

/// R12: whether the roller may do anything but accept.
pub(super) fn may_change_roll<const SEATS: usize>(state: &ZoneState<SEATS>) -> bool {
    changes_of_roll(state).0 != 0
}

/// R12: what the roller may use; accepting is always possible.
fn reroll<const SEATS: usize>(state: &ZoneState<SEATS>) -> Bits {
    changes_of_roll(state).one(ACCEPT)
}

fn changes_of_roll<const SEATS: usize>(state: &ZoneState<SEATS>) -> Bits {
    let (active, turn) = (state.active(), &state.turn);
    let none = Bits::default();
    let Some(roll) = turn.roll else { return none };
    let on_table = roll.kind == RollKind::Table;
    if !on_table && roll.total() >= rules::needed(turn.card, roll.kind) {
        return none;
    }
    none.when(active.hand().of(Kind::RETRY.index()) > 0, RETRY)
        .when(active.character == Character::Pharaoh && !turn.ability_used, PHARAOH)
        .when(!on_table && active.character == Character::Lucky && !turn.ability_used, LUCKY)
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
