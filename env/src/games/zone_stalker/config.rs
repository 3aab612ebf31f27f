//! The configuration and its keys.

use super::cards::{CHARACTERS, Character, Kind, STALKER_CARDS, ZONE_CARDS};
use super::deck::MAX_ZONE_CARDS;
use super::presets::{PRESET, with_preset};
use crate::{ConfigError, Counts, Key, Settings, Values};

/// What a play is worth to a seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Payment {
    /// A shared +1 against -1, adding up to 0.
    Share,
    /// 1 for a win, shared among joint winners, else 0.
    Win,
    /// The lead in Swag Points over the mean of the others / 200.
    Points,
}

/// A configuration in full.
#[derive(Clone, PartialEq, Debug)]
pub struct Config {
    /// Seats, 1 to 6 (R1).
    pub players: u8,
    /// The Characters by seat; dealt at random if `None` (R2).
    pub characters: Option<Vec<Character>>,
    /// Cards to which a hand is filled, 1 to 30.
    pub hand_target: u8,
    /// Injuries that kill, 1 to 9; Gorilla bears one more.
    pub fatal_injuries: u8,
    /// Rounds without a flip that end the game, 1 to 10 (R21).
    pub stalemate_rounds: u8,
    /// Offers per End Phase, 0 to 5 (R22); by the number of seats if `None`.
    pub trade_offers: Option<u8>,
    /// Whether a Retry may be used on others' rolls (R13).
    pub any_retry: bool,
    /// Whether a killed player goes on with a new Character (R19).
    pub inheritance: bool,
    /// What a play is worth.
    pub utility: Payment,
    /// The Zone cards by index, if not the whole deck.
    pub zone_deck: Option<Vec<u8>>,
    /// The Stalker cards by index, if not the whole deck.
    pub stalker_deck: Option<Vec<u8>>,
    /// Whether the first seat is drawn (R1).
    pub random_seats: bool,
}

pub(super) const PLAYERS: Key = Key {
    name: "players",
    values: Values::Integer { min: 1, max: 6 },
    default: "2",
    meaning: "seats in turn order",
};
pub(super) const CHARACTER_NAMES: Key = Key {
    name: "characters",
    values: Values::Names { min: 1, max: 6, of: "names of Characters, one per seat, none twice" },
    default: "dealt at random",
    meaning: "the Stalkers by seat",
};
pub(super) const HAND_TARGET: Key = Key {
    name: "hand_target",
    values: Values::Integer { min: 1, max: 30 },
    default: "10",
    meaning: "cards to which a hand is filled",
};
pub(super) const FATAL_INJURIES: Key = Key {
    name: "fatal_injuries",
    values: Values::Integer { min: 1, max: 9 },
    default: "3",
    meaning: "injuries that kill (Gorilla bears one more)",
};
pub(super) const STALEMATE_ROUNDS: Key = Key {
    name: "stalemate_rounds",
    values: Values::Integer { min: 1, max: 10 },
    default: "3",
    meaning: "rounds without a flip that end the game",
};
const TRADE_OFFERS: Key = Key {
    name: "trade_offers",
    values: Values::Integer { min: 0, max: 5 },
    default: "2 with three or more seats, else 0",
    meaning: "trades that may be offered in an End Phase",
};
pub(super) const RETRY_SCOPE: Key = Key {
    name: "retry_scope",
    values: Values::OneOf(&["own", "any"]),
    default: "own",
    meaning: "whose rolls a Retry may have made again",
};
const INHERITANCE: Key = Key {
    name: "inheritance",
    values: Values::OneOf(&["off", "on"]),
    default: "off",
    meaning: "whether a killed player goes on with a new Character",
};
pub(super) const UTILITY: Key = Key {
    name: "utility",
    values: Values::OneOf(&["share", "win", "points"]),
    default: "share",
    meaning: "what a play is worth: share is 1 for a win and -1 / (seats - 1) else, shared by joint winners, and alone the Swag \
        Points / 200; win is 1 or 0, shared; points is the lead in Swag Points over the mean of the others / 200",
};
pub(super) const ZONE_DECK: Key = Key {
    name: "zone_deck",
    values: Values::Names { min: 1, max: MAX_ZONE_CARDS, of: "names of Zone cards, repeats allowed" },
    default: "the 97 cards",
    meaning: "the Zone deck",
};
pub(super) const STALKER_DECK: Key = Key {
    name: "stalker_deck",
    values: Values::Names { min: 1, max: 56, of: "names of Stalker cards, repeats allowed" },
    default: "the 56 cards",
    meaning: "the Stalker deck",
};
const RANDOM_SEATS: Key = Key {
    name: "random_seats",
    values: Values::OneOf(&["off", "on"]),
    default: "off",
    meaning: "whether the first seat is drawn",
};

/// All keys.
pub(super) const KEYS: &[Key] = &[
    PRESET,
    PLAYERS,
    CHARACTER_NAMES,
    HAND_TARGET,
    FATAL_INJURIES,
    STALEMATE_ROUNDS,
    TRADE_OFFERS,
    RETRY_SCOPE,
    INHERITANCE,
    UTILITY,
    ZONE_DECK,
    STALKER_DECK,
    RANDOM_SEATS,
];

impl Config {
    /// The configuration with these settings.
    ///
    /// # Errors
    /// [`ConfigError`] names the field and the legal values.
    pub fn from_settings(given: &Settings) -> Result<Self, ConfigError> {
        given.require_known(KEYS)?;
        let settings = &with_preset(given)?;
        let config = Self {
            players: settings.integer(&PLAYERS)?.unwrap_or(2) as u8,
            characters: characters(settings)?,
            hand_target: settings.integer(&HAND_TARGET)?.unwrap_or(10) as u8,
            fatal_injuries: settings.integer(&FATAL_INJURIES)?.unwrap_or(3) as u8,
            stalemate_rounds: settings.integer(&STALEMATE_ROUNDS)?.unwrap_or(3) as u8,
            trade_offers: settings.integer(&TRADE_OFFERS)?.map(|offers| offers as u8),
            any_retry: settings.choice(&RETRY_SCOPE)? == Some(1),
            inheritance: settings.switch(&INHERITANCE)?.unwrap_or(false),
            utility: match settings.choice(&UTILITY)? {
                Some(1) => Payment::Win,
                Some(2) => Payment::Points,
                _ => Payment::Share,
            },
            zone_deck: cards(settings, &ZONE_DECK, &ZONE_CARDS.map(|card| card.name))?,
            stalker_deck: cards(settings, &STALKER_DECK, &STALKER_CARDS.map(|(name, _)| name))?,
            random_seats: settings.switch(&RANDOM_SEATS)?.unwrap_or(false),
        };
        config.require_one_character_per_seat(settings)?;
        Ok(config)
    }

    /// Every key; lists that are the default are null, and a preset is written out in the other keys.
    pub(super) fn settings(&self) -> Settings {
        let switch = |on: bool| if on { "on" } else { "off" };
        let characters = self.characters.as_deref().map(|all| names(all, |who| who.name()));
        let zone_deck =
            self.zone_deck.as_deref().map(|all| names(all, |&card| ZONE_CARDS[card as usize].name));
        let stalker_deck =
            self.stalker_deck.as_deref().map(|all| names(all, |&card| STALKER_CARDS[card as usize].0));
        Settings::default()
            .with(PRESET.name, "none")
            .with(PLAYERS.name, self.players)
            .with(CHARACTER_NAMES.name, characters)
            .with(HAND_TARGET.name, self.hand_target)
            .with(FATAL_INJURIES.name, self.fatal_injuries)
            .with(STALEMATE_ROUNDS.name, self.stalemate_rounds)
            .with(TRADE_OFFERS.name, self.offers())
            .with(RETRY_SCOPE.name, if self.any_retry { "any" } else { "own" })
            .with(INHERITANCE.name, switch(self.inheritance))
            .with(UTILITY.name, ["share", "win", "points"][self.utility as usize])
            .with(ZONE_DECK.name, zone_deck)
            .with(STALKER_DECK.name, stalker_deck)
            .with(RANDOM_SEATS.name, switch(self.random_seats))
    }

    /// Checks that positions of this many seats are large enough.
    ///
    /// # Errors
    /// [`ConfigError`] for more players.
    pub(super) fn require_at_most(&self, seats: usize) -> Result<(), ConfigError> {
        if usize::from(self.players) <= seats {
            return Ok(());
        }
        Err(PLAYERS.refuse(&self.players.into(), &format!("; ZoneStalker<{seats}> has room for {seats}")))
    }

    /// R22: offers per End Phase; no trade can help both sides of a game for two.
    pub(super) fn offers(&self) -> u8 {
        self.trade_offers.unwrap_or(if self.players >= 3 { 2 } else { 0 })
    }

    /// The Zone cards of the deck, by index.
    pub(super) fn zone_cards(&self) -> Vec<u8> {
        self.zone_deck.clone().unwrap_or_else(|| {
            let copies = |(index, copies)| std::iter::repeat_n(index as u8, usize::from(copies));
            ZONE_CARDS.iter().map(|card| card.copies).enumerate().flat_map(copies).collect()
        })
    }

    /// The Stalker cards of the deck, by kind.
    pub(super) fn stalker_cards(&self) -> Counts {
        let mut counts = Counts::NONE;
        let mut add = |kind: Kind| counts.add(kind.index());
        match &self.stalker_deck {
            Some(cards) => cards.iter().for_each(|&card| add(STALKER_CARDS[usize::from(card)].1)),
            None => STALKER_CARDS.iter().for_each(|&(_, kind)| add(kind)),
        }
        counts
    }

    /// R2: one Character per seat, none twice.
    fn require_one_character_per_seat(&self, settings: &Settings) -> Result<(), ConfigError> {
        let (Some(characters), Some(given)) = (&self.characters, settings.get(CHARACTER_NAMES.name)) else {
            return Ok(());
        };
        if characters.len() != usize::from(self.players) {
            let hint = format!("; these are {} for {} seats", characters.len(), self.players);
            return Err(CHARACTER_NAMES.refuse(given, &hint));
        }
        let twice = characters.iter().enumerate().find(|&(seat, who)| characters[..seat].contains(who));
        match twice {
            Some((_, who)) => {
                Err(CHARACTER_NAMES.refuse(given, &format!("; \"{}\" is named twice", who.name())))
            }
            None => Ok(()),
        }
    }
}

fn names<T>(all: &[T], name: impl Fn(&T) -> &'static str) -> Vec<&'static str> {
    all.iter().map(name).collect()
}

fn characters(settings: &Settings) -> Result<Option<Vec<Character>>, ConfigError> {
    settings.names(&CHARACTER_NAMES, &CHARACTERS.map(|(_, name, _)| name), Character::named)
}

fn cards(settings: &Settings, key: &Key, known: &[&str]) -> Result<Option<Vec<u8>>, ConfigError> {
    let find = |name: &str| known.iter().position(|card| card.eq_ignore_ascii_case(name));
    Ok(settings.names(key, known, find)?.map(|cards| cards.into_iter().map(|card| card as u8).collect()))
}
