//! What one seat knows of a position, and positions that fit it (R25).

use rand::{Rng, RngExt as _};

use super::ZoneStalker;
use super::state::{Phase, Stalker, ZoneState};
use crate::{Counts, Knowledge, NotToAct, Seat, State};

/// What a seat knows: the public part of the position with its own hand, and of the rest only how many cards of
/// which pool lie where.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ZoneKnowledge<const SEATS: usize> {
    seat: Seat,
    /// The position without the others' hidden cards and the deck.
    public: ZoneState<SEATS>,
    /// Hidden cards of both pools that the seat does not see, by kind.
    unseen: Pools<Counts>,
    /// How many of them each hand holds.
    in_hands: [Pools<u8>; SEATS],
}

/// A thing for each of the two pools.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub(super) struct Pools<T> {
    /// For the cards that were in hands at the last reshuffle.
    pub(super) kept: T,
    /// For the deck and what was drawn from it since.
    pub(super) fresh: T,
}

impl Pools<u8> {
    /// How many hidden cards a hand holds of each pool; public, as all draws and discards are seen.
    pub(super) fn in_hand(stalker: &Stalker) -> Self {
        Self { kept: stalker.kept.total(), fresh: stalker.fresh.total() }
    }
}

impl Pools<Counts> {
    /// What `seat` does not see.
    pub(super) fn unseen<const SEATS: usize>(state: &ZoneState<SEATS>, seat: Seat) -> Self {
        let all = Self { kept: Counts::NONE, fresh: state.deck };
        let all = state.stalkers.iter().fold(all, |all, stalker| Self {
            kept: all.kept.plus(stalker.kept),
            fresh: all.fresh.plus(stalker.fresh),
        });
        let own = &state.stalkers[seat];
        Self { kept: all.kept.minus(own.kept), fresh: all.fresh.minus(own.fresh) }
    }
}

/// The phase as `seat` hears of it (R26): being asked is no event where only those are asked who could answer.
pub(super) fn phase_for<const SEATS: usize>(state: &ZoneState<SEATS>, seat: Seat) -> Phase {
    let private = matches!(
        state.phase,
        Phase::Reroll
            | Phase::Meddle { .. }
            | Phase::Martyr { .. }
            | Phase::Offer
            | Phase::Give { .. }
            | Phase::Get { .. }
            | Phase::Answer { .. }
    );
    if private && state.asked() != seat { Phase::Waiting } else { state.phase }
}

impl<const SEATS: usize> ZoneKnowledge<SEATS> {
    pub(super) fn new(state: &ZoneState<SEATS>, seat: Seat) -> Self {
        let mut public = *state;
        public.phase = phase_for(state, seat);
        public.deck = Counts::NONE;
        if state.current_player() != Some(seat) {
            public.legal = Default::default();
        }
        for (_, other) in public.stalkers.iter_mut().enumerate().filter(|&(other, _)| other != seat) {
            (other.kept, other.fresh) = (Counts::NONE, Counts::NONE);
        }
        Self {
            seat,
            public,
            unseen: Pools::<Counts>::unseen(state, seat),
            in_hands: std::array::from_fn(|other| {
                if other == seat { Pools::default() } else { Pools::in_hand(&state.stalkers[other]) }
            }),
        }
    }
}

impl<const SEATS: usize> Knowledge<ZoneStalker<SEATS>> for ZoneKnowledge<SEATS> {
    fn determinize<R: Rng>(
        &self,
        _game: &ZoneStalker<SEATS>,
        rng: &mut R,
    ) -> Result<ZoneState<SEATS>, NotToAct> {
        if self.public.current_player() != Some(self.seat) || self.public.phase == Phase::Waiting {
            return Err(NotToAct);
        }
        let (mut state, mut left) = (self.public, self.unseen);
        for (stalker, sizes) in state.stalkers.iter_mut().zip(self.in_hands) {
            stalker.kept = stalker.kept.plus(deal(&mut left.kept, sizes.kept, rng));
            stalker.fresh = stalker.fresh.plus(deal(&mut left.fresh, sizes.fresh, rng));
        }
        state.deck = left.fresh;
        Ok(state)
    }
}

/// `n` random cards out of `pool`.
fn deal<R: Rng>(pool: &mut Counts, n: u8, rng: &mut R) -> Counts {
    let mut hand = Counts::NONE;
    for _ in 0..n {
        let kind = pool.kind_at(rng.random_range(0..pool.total()));
        pool.remove(kind);
        hand.add(kind);
    }
    hand
}
