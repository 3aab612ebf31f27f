//! Trading in the End Phase (R22).

use super::super::actions::Good;
use super::super::cards::Kind;
use super::super::state::Phase;
use super::super::story::ZoneHappening;
use super::Referee;
use crate::{Chance, Seat};

impl<C: Chance, const SEATS: usize> Referee<'_, C, SEATS> {
    pub(super) fn start_trading(&mut self) {
        self.state.turn.offers_left = self.game.trade_offers();
        if self.state.turn.offers_left == 0 {
            return self.end_turn();
        }
        self.state.phase = Phase::Offer;
    }

    pub(super) fn give(&mut self, give: Good) {
        if let Phase::Give { partner } = self.state.phase {
            self.state.phase = Phase::Get { partner, give };
        }
    }

    /// The offer is complete and all hear it. What the partner does not have it can only decline.
    pub(super) fn get(&mut self, get: Good) {
        let Phase::Get { partner, give } = self.state.phase else { return };
        let (seat, with) = (self.active_seat(), usize::from(partner));
        self.state.turn.offers_left -= 1;
        self.chance.tell(|| ZoneHappening::Offered { seat, with, give, get });
        if let Good::Card(kind) = give {
            self.show(seat, kind);
        }
        self.state.phase = Phase::Answer { partner, give, get };
        if !self.has(with, get) {
            self.decline();
        }
    }

    pub(super) fn decline(&mut self) {
        let seat = self.state.asked();
        self.chance.tell(|| ZoneHappening::Declined { seat });
        self.state.phase = Phase::Offer;
    }

    pub(super) fn trade(&mut self) {
        let Phase::Answer { partner, give, get } = self.state.phase else { return };
        let (seat, with) = (self.active_seat(), usize::from(partner));
        self.hand_over(give, seat, with);
        self.hand_over(get, with, seat);
        self.chance.tell(|| ZoneHappening::Agreed { seat: with });
        self.state.phase = Phase::Offer;
    }

    /// A card that is offered is from then on known to be in that hand.
    fn show(&mut self, seat: Seat, kind: Kind) {
        if self.state.stalkers[seat].known.of(kind.index()) == 0 {
            self.leave_hand(seat, kind);
            self.state.stalkers[seat].known.add(kind.index());
        }
    }

    fn has(&self, seat: Seat, good: Good) -> bool {
        let stalker = &self.state.stalkers[seat];
        match good {
            Good::Nothing => true,
            Good::Card(kind) => stalker.hand().of(kind.index()) > 0,
            Good::Artifact(index) => stalker.swag.of(usize::from(index)) > 0,
        }
    }

    /// A card got by trade is known to be in its new hand.
    fn hand_over(&mut self, good: Good, from: Seat, to: Seat) {
        match good {
            Good::Nothing => {}
            Good::Card(kind) => {
                self.leave_hand(from, kind);
                self.state.stalkers[to].known.add(kind.index());
            }
            Good::Artifact(index) => {
                self.state.stalkers[from].swag.remove(usize::from(index));
                self.state.stalkers[to].swag.add(usize::from(index), 1);
            }
        }
    }
}
