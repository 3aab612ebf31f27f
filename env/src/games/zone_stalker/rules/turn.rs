//! A turn's frame: set-up, Stalker Phase, Recovery, and the end of turn and game.

use super::super::cards::Character;
use super::super::state::{Phase, Turn};
use super::super::story::ZoneHappening;
use super::super::{CHARACTER, FIRST_SEAT};
use super::Referee;
use crate::Chance;
use crate::chance::{Die, Urn as _, Weights};

impl<C: Chance, const SEATS: usize> Referee<'_, C, SEATS> {
    /// Deals Characters (R2) and the first seat (R1); hands start empty (R3).
    pub(super) fn set_up(&mut self) {
        let seats = self.game.seats();
        if self.game.config().random_seats {
            self.state.active = self.chance.pick(FIRST_SEAT, &Die(seats as u32)) as u8;
        }
        for seat in 0..seats {
            let character = match &self.game.config().characters {
                Some(characters) => characters[seat],
                None => self.deal_character(),
            };
            self.state.dealt |= 1 << character as u16;
            let stalker = &mut self.state.stalkers[seat];
            stalker.character = character;
            stalker.alive = true;
            self.chance.tell(|| ZoneHappening::Dealt { seat, character });
        }
    }

    /// A Character that is neither in play nor dead; there must be one.
    pub(super) fn deal_character(&mut self) -> Character {
        let dealt = self.state.dealt;
        let free: [u8; Character::COUNT] = std::array::from_fn(|index| u8::from(dealt >> index & 1 == 0));
        debug_assert!(Weights(&free).total() > 0);
        Character::new(self.chance.pick(CHARACTER, &Weights(&free)))
    }

    /// The game ends without Zone cards; a turn to miss is missed; else the Stalker Phase is played.
    pub(super) fn start_turn(&mut self) {
        let seat = self.active_seat();
        if self.state.zone.is_empty() {
            return self.end_game();
        }
        if self.active().turns_to_miss > 0 {
            self.active_mut().turns_to_miss -= 1;
            self.chance.tell(|| ZoneHappening::TurnMissed { seat });
            return self.pass_turn();
        }
        self.chance.tell(|| ZoneHappening::TurnBegan { seat });
        let to_discard = if self.active().character == Character::Hindu { 2 } else { 0 };
        let wanted = self.game.cards_wanted(self.active().character);
        let missing = wanted.saturating_sub(self.active().hand().total());
        if self.chance.lumps() && self.draw_first(seat, missing) {
            return; // the turn begins with one card more
        }
        self.draw(seat, missing);
        self.ask_hindu(to_discard);
    }

    /// The Hindu discards so many more, as far as he has cards; then the Zone Phase begins.
    pub(super) fn ask_hindu(&mut self, left: u8) {
        let done = left == 0 || !self.active().has_hand();
        self.state.phase = if done { Phase::Choose } else { Phase::HinduDiscard { left } };
    }

    /// R6, R7: a Zone Phase without a flip lets one injury heal, a Bracelet one more.
    pub(super) fn recover(&mut self) {
        let seat = self.active_seat();
        let entitled = !self.state.turn.flipped || self.active().character == Character::Scab;
        let stalker = self.active_mut();
        let most = if entitled { 1 + u8::from(stalker.swag.heals()) } else { 0 };
        let healed = most.min(stalker.injuries - stalker.permanent);
        stalker.injuries -= healed;
        if healed > 0 {
            self.chance.tell(|| ZoneHappening::Healed { seat, healed });
        }
        self.state.phase = Phase::EndDiscard;
    }

    /// R21: counts quiet turns (a flip has set the count to 0); the game ends after too many in a row.
    pub(super) fn end_turn(&mut self) {
        self.state.quiet += u8::from(!self.state.turn.flipped);
        self.state.turn = Turn::default();
        if self.state.quiet >= self.game.config().stalemate_rounds * self.state.living() {
            return self.end_game();
        }
        self.pass_turn();
    }

    /// The next living seat in turn order is the active one.
    fn pass_turn(&mut self) {
        loop {
            let next = self.state.active + 1;
            self.state.active = if usize::from(next) < self.game.seats() { next } else { 0 };
            if self.active().alive {
                break;
            }
        }
        self.state.phase = Phase::TurnStart;
    }

    pub(super) fn end_game(&mut self) {
        self.state.turn = Turn::default();
        self.state.phase = Phase::Over;
        for seat in 0..self.game.seats() {
            let stalker = self.state.stalkers[seat];
            self.chance.tell(|| ZoneHappening::Ended { seat, alive: stalker.alive, score: stalker.score() });
        }
    }
}
