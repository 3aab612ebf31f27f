//! What players read off their view.

use super::cards::{Character, Face, Site, ZONE_CARDS, ZoneCard};
use super::knowledge::{Pools, phase_for};
use super::state::{Phase, Roll, Swag};
use super::{ZoneStalker, rules};
use crate::{Counts, Seat, View};

/// What all see, and the own hand. A method that takes a seat panics if there is no such seat, as an index out of
/// bounds does.
impl<const SEATS: usize> View<'_, ZoneStalker<SEATS>> {
    /// The phase as this seat hears of it: [`Phase::Waiting`] where others may be asked in private (R26).
    pub fn phase(&self) -> Phase {
        phase_for(self.state, self.seat)
    }

    /// Whose turn it is.
    pub fn active_seat(&self) -> Seat {
        usize::from(self.state.active)
    }

    /// The own hand, by kind.
    pub fn hand(&self) -> Counts {
        self.state.stalkers[self.seat].hand()
    }

    /// How many cards `seat` holds.
    pub fn hand_size(&self, seat: Seat) -> u8 {
        self.state.stalkers[seat].hand().total()
    }

    /// The cards that all know to be in the hand of `seat` (R22).
    pub fn known_cards(&self, seat: Seat) -> Counts {
        self.state.stalkers[seat].known
    }

    /// The cards that lie in the deck or hidden in other hands, by kind.
    pub fn unseen_cards(&self) -> Counts {
        let unseen = Pools::<Counts>::unseen(self.state, self.seat);
        unseen.kept.plus(unseen.fresh)
    }

    /// The cards among which the next one to be drawn lies, each equally likely to be it, by kind: the deck and
    /// what was drawn from it since the last reshuffle, as far as this seat does not see it (R25). While the deck has
    /// cards, drawing from these is the same game as drawing from the deck; once it has none, the discard pile is
    /// drawn from (R5).
    pub fn drawable_cards(&self) -> Counts {
        Pools::<Counts>::unseen(self.state, self.seat).fresh
    }

    /// The Stalker discard pile, by kind.
    pub fn discard_pile(&self) -> Counts {
        self.state.discard
    }

    /// The number of cards in the Stalker deck.
    pub fn stalker_deck_size(&self) -> u8 {
        self.state.deck.total()
    }

    /// The number of cards in the Zone deck.
    pub fn zone_deck_size(&self) -> u8 {
        self.state.zone.total()
    }

    /// The Zone cards that are left, by name, each with its number.
    pub fn zone_cards(&self) -> impl Iterator<Item = (&'static ZoneCard, u8)> {
        let (deck, left) = (self.game.zone(), self.state.zone);
        let count = move |(name, card)| (card, deck.count(left, name));
        ZONE_CARDS.iter().enumerate().map(count).filter(|&(_, count)| count > 0)
    }

    /// The Zone card that is being resolved.
    pub fn card(&self) -> Option<&'static ZoneCard> {
        self.state.turn.card.map(|card| &ZONE_CARDS[usize::from(card)])
    }

    /// Whether the card being resolved is a Hazard.
    pub fn faces_hazard(&self) -> bool {
        matches!(self.card().map(|card| card.face), Some(Face::Hazard(_)))
    }

    /// The roll that lies on the table.
    pub fn roll(&self) -> Option<Roll> {
        self.state.turn.roll
    }

    /// What the present roll's total must reach; `None` without a roll or on the Hazard Table.
    pub fn needed(&self) -> Option<i8> {
        let roll = self.state.turn.roll?;
        Some(rules::needed(self.state.turn.card, roll.kind)).filter(|&needed| needed > i8::MIN)
    }

    /// The rolls on the Hazard Table that are still to come after the present one.
    pub fn table_rolls(&self) -> u8 {
        self.state.turn.table_rolls
    }

    /// What the last Location does to the next card (R8), or to the one that is being resolved.
    pub fn site(&self) -> Site {
        self.state.turn.site
    }

    /// Whether a card has been flipped this turn.
    pub fn has_flipped(&self) -> bool {
        self.state.turn.flipped
    }

    /// Whether what the active Character can do once a turn is used up; `false` for those that can do no such thing.
    pub fn is_ability_used(&self) -> bool {
        self.state.turn.ability_used
    }

    /// The artifacts that the active seat has found this turn and still has (R14).
    pub fn found(&self) -> &Swag {
        &self.state.turn.found
    }

    /// The Characters that are neither in play nor dead, of whom an heir is one (R19).
    pub fn characters_left(&self) -> impl Iterator<Item = Character> {
        let dealt = self.state.dealt;
        (0..Character::COUNT).filter(move |index| dealt >> index & 1 == 0).map(Character::new)
    }

    /// Who `seat` is.
    pub fn character(&self, seat: Seat) -> Character {
        self.state.stalkers[seat].character
    }

    /// Whether `seat` lives.
    pub fn is_alive(&self, seat: Seat) -> bool {
        self.state.stalkers[seat].alive
    }

    /// The injuries of `seat`, the permanent ones included.
    pub fn injuries(&self, seat: Seat) -> u8 {
        self.state.stalkers[seat].injuries
    }

    /// The permanent injuries of `seat`.
    pub fn permanent_injuries(&self, seat: Seat) -> u8 {
        self.state.stalkers[seat].permanent
    }

    /// The number of injuries that kills `seat`.
    pub fn fatal_injuries(&self, seat: Seat) -> u8 {
        self.game.fatal_injuries(self.character(seat))
    }

    /// The turns that `seat` has yet to miss.
    pub fn turns_to_miss(&self, seat: Seat) -> u8 {
        self.state.stalkers[seat].turns_to_miss
    }

    /// Whether the first death of `seat` is behind it, as Hamster (R18).
    pub fn is_spared(&self, seat: Seat) -> bool {
        self.state.stalkers[seat].spared
    }

    /// The artifacts of `seat`.
    pub fn swag(&self, seat: Seat) -> &Swag {
        &self.state.stalkers[seat].swag
    }

    /// The Swag Points of `seat` if the game ended now (R27).
    pub fn score(&self, seat: Seat) -> u32 {
        self.state.stalkers[seat].score()
    }

    /// Turns in a row without a flip (R21).
    pub fn quiet_turns(&self) -> u8 {
        self.state.quiet
    }
}
