//! The Hazard Table, injuries and death.

use super::super::SWAG;
use super::super::cards::{Character, Face, Hazard, Kind};
use super::super::state::{Phase, RollKind, Swag};
use super::super::story::ZoneHappening;
use super::{Referee, face};
use crate::{Chance, Seat};

/// The result that kills.
const DEADLY: u8 = 10;

impl<C: Chance, const SEATS: usize> Referee<'_, C, SEATS> {
    fn hazard(&self) -> Option<Hazard> {
        match face(self.state.turn.card) {
            Some(Face::Hazard(hazard)) => Some(hazard),
            _ => None,
        }
    }

    /// The next roll on the Hazard Table; after the last one, Stun.
    pub(super) fn roll_on_table(&mut self) {
        if self.state.turn.table_rolls > 0 {
            self.state.turn.table_rolls -= 1;
            return self.roll(RollKind::Table, 0);
        }
        if self.hazard().is_some_and(|hazard| hazard.stun) && !self.active().immune() {
            self.lose_random_card(self.active_seat());
        }
        self.finish_card(Default::default());
    }

    /// Injuries come first, then the loss. R16: a Harmless card neither injures nor kills.
    pub(super) fn apply_table(&mut self, result: u8) {
        let harmless = self.hazard().is_some_and(|hazard| hazard.harmless);
        match result {
            DEADLY if harmless => self.state.phase = Phase::TableRoll,
            DEADLY => self.kill(),
            _ if harmless => self.state.phase = Phase::Martyr { left: 0 },
            _ => self.state.phase = Phase::Martyr { left: injuries(result) },
        }
    }

    /// R15: a card is discarded instead of the injury.
    pub(super) fn sacrifice(&mut self, kind: Kind) {
        let seat = self.active_seat();
        self.discard(seat, kind);
        self.chance.tell(|| ZoneHappening::InjuryAverted { seat });
        self.next_injury();
    }

    pub(super) fn take_injury(&mut self) {
        let seat = self.active_seat();
        let crippling = self.hazard().is_some_and(|hazard| hazard.cripple);
        let stalker = self.active_mut();
        stalker.injuries += 1;
        let permanent = crippling && !stalker.immune(); // R16
        stalker.permanent += u8::from(permanent);
        let injuries = stalker.injuries;
        self.chance.tell(|| ZoneHappening::Injured { seat, injuries, permanent });
        if injuries >= self.fatal() {
            self.kill();
        } else {
            self.next_injury();
        }
    }

    fn next_injury(&mut self) {
        if let Phase::Martyr { left } = self.state.phase {
            self.state.phase = Phase::Martyr { left: left - 1 };
        }
    }

    /// The number of injuries that kills the active Stalker.
    fn fatal(&self) -> u8 {
        self.game.fatal_injuries(self.active().character)
    }

    /// The loss of the present result. R14: with nothing to lose nothing is lost.
    pub(super) fn lose_by_table(&mut self) {
        let seat = self.active_seat();
        self.state.phase = Phase::TableRoll;
        match self.state.turn.roll.map_or(0, |roll| roll.die) {
            1 => self.state.phase = Phase::TableDiscard,
            2 | 4 => self.lose_random_card(seat),
            5 | 7 => self.lose_find(seat),
            8 | 9 => self.lose_hand(seat),
            _ => {}
        }
    }

    /// R14: a random artifact among those found this turn and still in the swag.
    fn lose_find(&mut self, seat: Seat) {
        if self.state.turn.found.is_empty() {
            return;
        }
        let artifact = self.chance.pick(SWAG, self.state.turn.found.urn());
        self.state.turn.found.remove(artifact);
        self.state.stalkers[seat].swag.remove(artifact);
        self.chance.tell(|| ZoneHappening::LostArtifact { seat, artifact });
    }

    /// Death at once: what the card would still do does not happen.
    fn kill(&mut self) {
        let seat = self.active_seat();
        self.chance.tell(|| ZoneHappening::Killed { seat });
        let stalker = self.active();
        if stalker.character == Character::Hamster && !stalker.spared {
            self.spare_hamster();
        } else if self.game.config().inheritance && self.state.dealt.count_ones() < Character::COUNT as u32 {
            self.inherit();
        } else {
            self.leave_game();
        }
    }

    /// R18: Hamster's first death costs the next two turns and the rest of this one.
    fn spare_hamster(&mut self) {
        let (seat, fatal) = (self.active_seat(), self.fatal());
        let hamster = self.active_mut();
        hamster.spared = true;
        hamster.turns_to_miss += 2;
        hamster.injuries = hamster.injuries.min(fatal - 1);
        hamster.permanent = hamster.permanent.min(hamster.injuries);
        self.chance.tell(|| ZoneHappening::Spared { seat });
        self.end_turn();
    }

    /// R19: two random artifacts and the hand are lost, and a new Stalker takes over.
    fn inherit(&mut self) {
        let seat = self.active_seat();
        for _ in 0..2 {
            if !self.active().swag.is_empty() {
                self.lose_swag(seat);
            }
        }
        self.lose_hand(seat);
        let character = self.deal_character();
        self.state.dealt |= 1 << character as u16;
        let heir = self.active_mut();
        heir.character = character;
        (heir.injuries, heir.permanent, heir.spared) = (0, 0, false);
        self.chance.tell(|| ZoneHappening::Inherited { seat, character });
        self.end_turn();
    }

    /// R17: out of the game, hand to the discard pile, swag gone. The last one alive has won; alone it is over (R4).
    fn leave_game(&mut self) {
        let seat = self.active_seat();
        self.lose_hand(seat);
        let stalker = self.active_mut();
        stalker.alive = false;
        stalker.swag = Swag::default();
        stalker.turns_to_miss = 0;
        self.chance.tell(|| ZoneHappening::Died { seat });
        if self.state.living() <= 1 {
            self.end_game();
        } else {
            self.end_turn();
        }
    }
}

/// How many injuries a result of the Hazard Table brings.
pub(in super::super) const fn injuries(result: u8) -> u8 {
    match result {
        3 | 4 | 7 | 9 => 1,
        6 => 2,
        _ => 0,
    }
}
