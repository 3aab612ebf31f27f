//! The Zone Phase: flips, cards played, rolls and what comes of them.

use super::super::canonical::like_faces;
use super::super::cards::{Artifact, Character, Event, FIRST_ARTIFACT, Face, Hazard, Kind, Note, Site};
use super::super::state::{Phase, Roll, RollKind, Swag};
use super::super::story::ZoneHappening;
use super::super::{DIE, FLIP, SWAG, legal};
use super::{Referee, face, needed};
use crate::chance::Weights;
use crate::{Chance, Seat};

impl<C: Chance, const SEATS: usize> Referee<'_, C, SEATS> {
    pub(super) fn flip(&mut self) {
        let seat = self.active_seat();
        let card = self.flipped_card();
        self.game.zone().take(&mut self.state.zone, card);
        self.state.turn.flipped = true;
        self.state.quiet = 0; // R21
        self.state.turn.card = Some(card as u8);
        self.chance.tell(|| ZoneHappening::Flipped { seat, card });
        match face(self.state.turn.card) {
            Some(Face::Location(_)) => self.state.phase = Phase::LocationDiscard,
            Some(Face::Event(Event::StateApproved)) => {
                self.draw(seat, 1); // past the hand target as well
                self.finish_card(Site::Plain);
            }
            Some(Face::Event(_)) => self.state.phase = Phase::Target,
            _ => self.state.phase = Phase::PlayCard,
        }
    }

    /// The card that is revealed. Where outcomes are lumped, one card stands for all that play alike.
    fn flipped_card(&mut self) -> usize {
        let (deck, left) = (self.game.zone(), self.state.zone);
        match self.game.likeness() {
            Some(likeness) if self.chance.lumps() => {
                self.chance.pick(FLIP, &Weights(&likeness.lumped(deck, left)))
            }
            _ => self.chance.pick(FLIP, &deck.urn(left)),
        }
    }

    /// The Zone Phase is over: what a Location does lapses (R8), finds are safe from the Hazard Table, and nothing
    /// is rolled any more this turn.
    pub(super) fn stop(&mut self) {
        let seat = self.active_seat();
        self.chance.tell(|| ZoneHappening::Stopped { seat });
        let turn = self.turn();
        (turn.site, turn.found, turn.ability_used) = (Site::Plain, Swag::default(), false);
        self.recover();
    }

    /// The card is done with. R8: what a Location does lapses after the next card.
    pub(super) fn finish_card(&mut self, site: Site) {
        let turn = self.turn();
        (turn.card, turn.roll, turn.table_rolls, turn.site) = (None, None, 0, site);
        self.state.phase = Phase::Choose;
    }

    /// R9: the card discarded for a Location was not played, so Aid does not draw.
    pub(super) fn leave_location(&mut self) {
        let site = match face(self.state.turn.card) {
            Some(Face::Location(site)) => site,
            _ => Site::Plain,
        };
        self.finish_card(site);
    }

    /// R10: without an opponent that can be chosen nothing happens.
    pub(super) fn finish_event_without_target(&mut self) {
        self.chance.tell(|| ZoneHappening::NobodyToHit);
        self.finish_card(Site::Plain);
    }

    /// An event strikes the opponent so many seats on.
    pub(super) fn hit(&mut self, offset: u8) {
        let seat = Seat::from(self.state.seat_after(offset, self.game));
        match face(self.state.turn.card) {
            Some(Face::Event(Event::LostSwag)) => self.lose_swag(seat),
            _ => {
                self.state.stalkers[seat].turns_to_miss += 1;
                self.chance.tell(|| ZoneHappening::WillMissTurn { seat });
            }
        }
        self.finish_card(Site::Plain);
    }

    /// A random artifact leaves the game.
    pub(super) fn lose_swag(&mut self, seat: Seat) {
        let artifact = self.chance.pick(SWAG, self.state.stalkers[seat].swag.urn());
        self.state.stalkers[seat].swag.remove(artifact);
        self.chance.tell(|| ZoneHappening::LostArtifact { seat, artifact });
    }

    pub(super) fn play_card(&mut self, kind: Kind) {
        let (seat, site) = (self.active_seat(), self.state.turn.site);
        let (roll, rating, site) = match face(self.state.turn.card) {
            Some(Face::Hazard(_)) => (RollKind::Avoidance, kind.avoid(), site.avoid()),
            _ => (RollKind::Detection, kind.detect(), site.detect()),
        };
        let character = self.character_bonus(roll);
        self.state.turn.site = Site::Plain; // it has done what it does
        self.put_away(seat, kind);
        self.chance.tell(|| ZoneHappening::Played { seat, kind, rating, site, character });
        if kind.note() == Some(Note::Aid) {
            self.draw(seat, 1); // before the roll
        }
        self.roll(roll, rating as i8 + site + character);
    }

    /// What the Character adds; some only to the first such roll of a turn.
    fn character_bonus(&mut self, roll: RollKind) -> i8 {
        let (bonus, once) = match (self.active().character, roll) {
            (Character::Red, RollKind::Avoidance) | (Character::Maltese, RollKind::Detection) => (1, false),
            (Character::PygmyZmyg, RollKind::Avoidance) | (Character::Nose, RollKind::Detection) => (4, true),
            (Character::Cactus, _) => (3, true),
            _ => (0, false),
        };
        if once && std::mem::replace(&mut self.state.turn.ability_used, true) { 0 } else { bonus }
    }

    /// Rolls the die; `bonus` belongs to the roll and stays when it is rolled again (R11).
    pub(super) fn roll(&mut self, kind: RollKind, bonus: i8) {
        let die = if self.chance.lumps() { self.lumped_die(kind, bonus) } else { self.chance.roll(DIE, 10) };
        self.state.turn.roll = Some(Roll { kind, die, bonus });
        self.look_at_roll();
    }

    /// A face, each standing for all that come to the same.
    fn lumped_die(&mut self, kind: RollKind, bonus: i8) -> u8 {
        let mut weights = [0; 10];
        for face in like_faces(self.state, Roll { kind, die: 0, bonus }) {
            weights[usize::from(face) - 1] += 1;
        }
        self.chance.pick(DIE, &Weights(&weights)) as u8 + 1
    }

    /// R12: after a failed roll, and after each Hazard Table roll, the roller may change it, if it can.
    fn look_at_roll(&mut self) {
        let (seat, card) = (self.active_seat(), self.state.turn.card);
        if let Some(roll) = self.state.turn.roll {
            let needed = needed(card, roll.kind);
            self.chance.tell(|| ZoneHappening::Rolled { seat, roll, needed });
        }
        self.state.phase = Phase::Reroll;
        if !legal::may_change_roll(self.state) {
            self.accept_roll(); // R24
        }
    }

    pub(super) fn retry(&mut self) {
        let seat = self.state.asked();
        self.discard(seat, Kind::RETRY);
        self.roll_again(seat);
    }

    pub(super) fn reroll_as_pharaoh(&mut self) {
        self.state.turn.ability_used = true;
        self.roll_again(self.active_seat());
    }

    /// The die is rolled again because `seat` wants it.
    fn roll_again(&mut self, seat: Seat) {
        self.chance.tell(|| ZoneHappening::RollsAgain { seat });
        match &mut self.state.turn.roll {
            Some(roll) if self.chance.pauses() => {
                roll.die = 0; // whatever it was: the play goes on alike
                self.state.phase = Phase::Reroll;
            }
            Some(Roll { kind, bonus, .. }) => {
                let (kind, bonus) = (*kind, *bonus);
                self.roll(kind, bonus);
            }
            None => {}
        }
    }

    pub(super) fn add_luck(&mut self) {
        self.state.turn.ability_used = true;
        let seat = self.active_seat();
        self.chance.tell(|| ZoneHappening::AddsLuck { seat });
        if let Some(roll) = &mut self.state.turn.roll {
            roll.bonus += 2;
        }
        self.look_at_roll();
    }

    /// Somebody leaves the roll as it is: the next opponent may be asked (R13), or it counts.
    pub(super) fn accept_roll(&mut self) {
        match self.state.phase {
            Phase::Meddle { seat } => self.ask_next_meddler(seat),
            _ if self.game.config().any_retry => self.ask_next_meddler(self.state.active),
            _ => self.apply_roll(),
        }
    }

    /// R13: the next opponent after `seat`, or the roll counts when all were asked.
    pub(super) fn ask_next_meddler(&mut self, seat: u8) {
        let next = (seat + 1) % self.game.seats() as u8;
        if next == self.state.active {
            self.apply_roll();
        } else {
            self.state.phase = Phase::Meddle { seat: next };
        }
    }

    fn apply_roll(&mut self) {
        let Some(roll) = self.state.turn.roll else { return };
        let success = roll.total() >= needed(self.state.turn.card, roll.kind);
        match (roll.kind, face(self.state.turn.card)) {
            (RollKind::Avoidance, Some(Face::Hazard(hazard))) => self.meet_hazard(hazard, success),
            (RollKind::Detection, Some(Face::Artifact(artifact))) => self.search(artifact, success),
            _ => self.apply_table(roll.die),
        }
    }

    fn meet_hazard(&mut self, hazard: Hazard, avoided: bool) {
        let seat = self.active_seat();
        self.chance.tell(|| ZoneHappening::HazardMet);
        if avoided {
            self.chance.tell(|| ZoneHappening::Avoided { seat });
            return self.finish_card(Site::Plain);
        }
        self.chance.tell(|| ZoneHappening::NotAvoided { seat });
        self.state.turn.table_rolls = hazard.rolls;
        self.state.phase = Phase::TableRoll;
    }

    fn search(&mut self, artifact: Artifact, found: bool) {
        let seat = self.active_seat();
        self.chance.tell(|| ZoneHappening::ArtifactMet);
        if found {
            let index = usize::from(self.state.turn.card.unwrap_or_default()) - FIRST_ARTIFACT;
            self.active_mut().swag.add(index, 1);
            self.state.turn.found.add(index, 1);
            self.chance.tell(|| ZoneHappening::Found { seat, artifact: index });
            // Illegal; Slimy does not lose the turn.
            if artifact.illegal && !self.active().immune() {
                self.active_mut().turns_to_miss += 1;
                self.chance.tell(|| ZoneHappening::WillMissTurn { seat });
            }
        } else {
            self.chance.tell(|| ZoneHappening::NotFound { seat });
        }
        self.finish_card(Site::Plain);
    }
}
