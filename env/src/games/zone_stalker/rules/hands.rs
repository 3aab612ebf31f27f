//! Cards on their way: draws, discards, losses.

use super::super::cards::Kind;
use super::super::story::ZoneHappening;
use super::super::{COPY, DRAW, LOSS};
use super::Referee;
use crate::chance::Weights;
use crate::{Chance, Counts, Seat};

impl<C: Chance, const SEATS: usize> Referee<'_, C, SEATS> {
    /// Draws `n` cards, as many as there are; the discard pile becomes the deck when it is needed (R5).
    pub(super) fn draw(&mut self, seat: Seat, n: u8) {
        let mut left = n;
        while left > 0 {
            if self.state.deck.is_empty() && !self.reshuffle() {
                return;
            }
            let now = left.min(self.state.deck.total());
            let cards = self.chance.draw(DRAW, &self.state.deck, u32::from(now));
            self.state.deck = self.state.deck.minus(cards);
            let fresh = &mut self.state.stalkers[seat].fresh;
            *fresh = fresh.plus(cards);
            left -= now;
            self.chance.tell(|| ZoneHappening::Drew { seat, cards });
        }
    }

    /// Draws one of several cards, if more are to be drawn after it and chance has a say: whether it did. So hands that come
    /// about in different ways are one before the rest is drawn.
    pub(super) fn draw_first(&mut self, seat: Seat, missing: u8) -> bool {
        let draws_first = missing > 1 && missing < self.state.deck.total();
        if draws_first {
            self.draw(seat, 1);
        }
        draws_first
    }

    /// R5, R25: whether there was a discard pile to shuffle. All hidden cards in hands are from then on *kept*.
    fn reshuffle(&mut self) -> bool {
        if self.state.discard.is_empty() {
            return false;
        }
        self.state.deck = std::mem::take(&mut self.state.discard);
        // Alone, nobody asks where a card may be, so the pools stay one.
        if self.game.seats() > 1 {
            for stalker in &mut self.state.stalkers {
                stalker.kept = stalker.kept.plus(std::mem::take(&mut stalker.fresh));
            }
        }
        let cards = self.state.deck.total();
        self.chance.tell(|| ZoneHappening::Reshuffled { cards });
        true
    }

    /// One card of `kind` leaves a hand: first one that all know of (R22), else a random copy, seen by name
    /// (R25), so that its pool is seen too.
    pub(super) fn leave_hand(&mut self, seat: Seat, kind: Kind) {
        let kind = kind.index();
        let stalker = &mut self.state.stalkers[seat];
        if stalker.known.of(kind) > 0 {
            stalker.known.remove(kind);
            return;
        }
        let kept_leaves = match [stalker.kept.of(kind), stalker.fresh.of(kind)] {
            [0, _] => false,
            [_, 0] => true,
            copies => self.chance.pick(COPY, &Weights(&copies)) == 0,
        };
        let stalker = &mut self.state.stalkers[seat];
        let pool = if kept_leaves { &mut stalker.kept } else { &mut stalker.fresh };
        pool.remove(kind);
    }

    /// One card of `kind` goes from a hand to the discard pile (R23: seen by all).
    pub(super) fn put_away(&mut self, seat: Seat, kind: Kind) {
        self.leave_hand(seat, kind);
        self.state.discard.add(kind.index());
    }

    /// One card of `kind` is discarded by choice.
    pub(super) fn discard(&mut self, seat: Seat, kind: Kind) {
        self.put_away(seat, kind);
        self.chance.tell(|| ZoneHappening::Discarded { seat, kind });
    }

    /// One random card goes to the discard pile; without cards nothing happens (R14).
    pub(super) fn lose_random_card(&mut self, seat: Seat) {
        let hand = self.state.stalkers[seat].hand();
        if hand.is_empty() {
            return;
        }
        let kind = Kind::new(self.chance.pick(LOSS, &hand));
        self.put_away(seat, kind);
        self.chance.tell(|| ZoneHappening::LostCard { seat, kind });
    }

    /// The whole hand goes to the discard pile.
    pub(super) fn lose_hand(&mut self, seat: Seat) {
        let stalker = &mut self.state.stalkers[seat];
        let cards = stalker.hand();
        (stalker.kept, stalker.fresh, stalker.known) = (Counts::NONE, Counts::NONE, Counts::NONE);
        self.state.discard = self.state.discard.plus(cards);
        if !cards.is_empty() {
            self.chance.tell(|| ZoneHappening::LostHand { seat, cards });
        }
    }
}
