//! Small set-ups by name: three for one seat and one for two whose values are known, and as many as wanted that are drawn,
//! for training and for testing.
//!
//! To which of the two a drawn set-up belongs is a function of what it is, so none is ever in both. Two are taken for
//! the same if they play alike, under whatever names of cards.

use serde_json::Value;

use super::cards::{CHARACTERS, Face, Kind, STALKER_CARDS, ZONE_CARDS, ZoneCard};
use super::config::{
    CHARACTER_NAMES, FATAL_INJURIES, HAND_TARGET, PLAYERS, RETRY_SCOPE, STALEMATE_ROUNDS, STALKER_DECK,
    UTILITY, ZONE_DECK,
};
use crate::{ConfigError, Key, Settings, Stream, Values};

pub(super) const PRESET: Key = Key {
    name: "preset",
    values: Values::Numbered {
        words: &["none", "reduced-1", "reduced-2", "reduced-3", "duel-1"],
        series: &["train", "test"],
    },
    default: "none",
    meaning: "a small set-up, under the other keys given; duel-1 for two seats, the others solo, else the Characters are dealt",
};

/// How many cards a drawn Zone deck has.
const ZONE_CARDS_DRAWN: (u32, u32) = (5, 10);
/// How many cards a drawn Stalker deck has.
const STALKER_CARDS_DRAWN: (u32, u32) = (6, 8);
/// The hand targets that are drawn.
const HAND_TARGETS_DRAWN: (u32, u32) = (2, 3);
/// One drawn set-up in so many is for testing.
const TEST_SHARE: u64 = 5;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Split {
    // The numbers are those of the series that set-ups are drawn from.
    Train = 0,
    Test = 1,
}

/// A set-up for one seat, by names.
#[derive(Clone, PartialEq, Eq, Debug)]
struct SetUp {
    character: &'static str,
    zone_deck: Vec<&'static str>,
    stalker_deck: Vec<&'static str>,
    hand_target: u8,
}

/// The settings of the preset that is asked for, with the other keys given on top.
pub(super) fn with_preset(given: &Settings) -> Result<Settings, ConfigError> {
    let preset = match given.numbered(&PRESET)? {
        Some(("train", Some(number))) => SetUp::drawn(Split::Train, number).settings(),
        Some(("test", Some(number))) => SetUp::drawn(Split::Test, number).settings(),
        Some(("reduced-1", _)) => SetUp::reduced_1().settings(),
        Some(("reduced-2", _)) => SetUp::reduced_2().settings(),
        Some(("reduced-3", _)) => SetUp::reduced_3().settings(),
        Some(("duel-1", _)) => duel_1(),
        _ => return Ok(given.clone()),
    };
    let seats = preset.integer(&PLAYERS)?;
    let mut settings = given.iter().fold(preset, |settings, (key, value)| settings.with(key, value.clone()));
    // A preset names the Characters of its own seats, who cannot stand for others.
    if settings.integer(&PLAYERS)? != seats && given.get(CHARACTER_NAMES.name).is_none() {
        settings.set(CHARACTER_NAMES.name, Value::Null);
    }
    Ok(settings)
}

/// A set-up for two in which it matters what the other may hold: whoever waits with a Retry can have the other's find
/// rolled again, and who keeps a card that detects waits for the artifact. Both Characters change nothing here.
fn duel_1() -> Settings {
    Settings::default()
        .with(PLAYERS.name, 2)
        .with(CHARACTER_NAMES.name, vec!["Slimy", "Culligan"])
        .with(ZONE_DECK.name, vec!["Death Lamp", "Silvery Webs"])
        .with(STALKER_DECK.name, vec!["Caution", "Quickness", "Greed", "Experience"])
        .with(HAND_TARGET.name, 1)
        .with(FATAL_INJURIES.name, 1)
        .with(STALEMATE_ROUNDS.name, 1)
        .with(RETRY_SCOPE.name, "any")
}

impl SetUp {
    fn reduced_1() -> Self {
        Self {
            character: "Red",
            zone_deck: vec!["Rail Lines", "Burning Fluff", "Empty", "Metal Hoop", "Hoax"],
            stalker_deck: vec!["Caution", "Knowledge", "Map", "Greed", "Luck", "Companion"],
            hand_target: 3,
        }
    }

    fn reduced_2() -> Self {
        Self {
            character: "Pygmy Zmyg",
            zone_deck: vec![
                "Factory",
                "Meat Grinder",
                "Weird Shadow",
                "Bracelet",
                "Death Lamp",
                "Survival Suit",
            ],
            stalker_deck: vec![
                "Quickness",
                "Quick Wits",
                "Rumors",
                "Analysis",
                "The Third Watches",
                "Supplies",
            ],
            hand_target: 3,
        }
    }

    fn reduced_3() -> Self {
        Self {
            character: "Pharaoh",
            zone_deck: vec![
                "Quarry",
                "Thunderbolt",
                "Devils Heat",
                "Bracelet",
                "Death Lamp",
                "Jelly Container",
            ],
            stalker_deck: vec!["Caution", "Methodical", "Theory", "Greed", "Experience", "Lab Assistant"],
            hand_target: 3,
        }
    }

    /// The first of the stream of this number that belongs to `split`.
    fn drawn(split: Split, number: u32) -> Self {
        let mut stream = Stream::for_set_up(number, split as u64);
        let known = [Self::reduced_1(), Self::reduced_2(), Self::reduced_3()].map(|known| known.content());
        loop {
            let set_up = Self::draw(&mut stream);
            let content = set_up.content();
            if split_of(&content) == split && !known.contains(&content) {
                return set_up;
            }
        }
    }

    fn draw(stream: &mut Stream) -> Self {
        let character = CHARACTERS[stream.below(CHARACTERS.len() as u32) as usize].1;
        let size = between(stream, ZONE_CARDS_DRAWN);
        let zone_deck = loop {
            let copies = ZONE_CARDS.iter().flat_map(|card| (0..card.copies).map(move |_| card));
            let deck = draw(stream, copies.collect(), size);
            if is_worth_playing(&deck) {
                break deck.iter().map(|card| card.name).collect();
            }
        };
        let size = between(stream, STALKER_CARDS_DRAWN);
        let stalker_deck = draw(stream, STALKER_CARDS.map(|(name, _)| name).to_vec(), size);
        Self { character, zone_deck, stalker_deck, hand_target: between(stream, HAND_TARGETS_DRAWN) as u8 }
    }

    /// What the set-up is: the Character, the hand target, for each Zone card how many play like it, and how many
    /// Stalker cards there are of each kind.
    fn content(&self) -> Vec<u8> {
        let character = CHARACTERS.iter().position(|&(_, name, _)| name == self.character);
        let zone = self.zone_deck.iter().filter_map(|name| ZONE_CARDS.iter().find(|card| card.name == *name));
        let faces: Vec<Face> = zone.map(|card| card.face).collect();
        let stalker =
            self.stalker_deck.iter().filter_map(|name| STALKER_CARDS.iter().find(|card| card.0 == *name));
        let kinds: Vec<Kind> = stalker.map(|card| card.1).collect();
        let like = ZONE_CARDS.iter().map(|card| faces.iter().filter(|&&face| face == card.face).count());
        let of_kind = Kind::all().map(|kind| kinds.iter().filter(|&&other| other == kind).count());
        let numbers = character.into_iter().chain([self.hand_target.into()]).chain(like).chain(of_kind);
        numbers.map(|number| number as u8).collect()
    }

    fn settings(&self) -> Settings {
        Settings::default()
            .with(PLAYERS.name, 1)
            .with(CHARACTER_NAMES.name, self.character)
            .with(ZONE_DECK.name, self.zone_deck.clone())
            .with(STALKER_DECK.name, self.stalker_deck.clone())
            .with(HAND_TARGET.name, self.hand_target)
            .with(UTILITY.name, "points")
    }
}

/// To which split a set-up with this content belongs. A change here changes every drawn set-up.
fn split_of(content: &[u8]) -> Split {
    let digest = Stream::digest(content.iter().map(|&number| u64::from(number)));
    if digest.is_multiple_of(TEST_SHARE) { Split::Test } else { Split::Train }
}

/// Whether there is something to be had, something more that tempts once it is had, and something that can take it.
fn is_worth_playing(deck: &[&ZoneCard]) -> bool {
    let count = |fits: fn(Face) -> bool| deck.iter().filter(|card| fits(card.face)).count();
    count(|face| matches!(face, Face::Hazard(_))) >= 1 && count(|face| matches!(face, Face::Artifact(_))) >= 2
}

/// A number of this range, each equally likely.
fn between(stream: &mut Stream, (least, most): (u32, u32)) -> u32 {
    least + stream.below(most - least + 1)
}

/// `n` cards out of `from` without putting any back.
fn draw<T>(stream: &mut Stream, mut from: Vec<T>, n: u32) -> Vec<T> {
    (0..n).map(|_| from.swap_remove(stream.below(from.len() as u32) as usize)).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeSet, HashSet};

    use super::*;

    /// How many set-ups of each split are looked at.
    const LOOKED_AT: u32 = 2_000;

    fn all(split: Split) -> impl Iterator<Item = SetUp> {
        (0..LOOKED_AT).map(move |number| SetUp::drawn(split, number))
    }

    #[test]
    fn no_set_up_is_in_both_splits_or_known() {
        let contents = |split| all(split).map(|set_up| set_up.content()).collect::<HashSet<_>>();
        let (train, test) = (contents(Split::Train), contents(Split::Test));
        assert!(train.is_disjoint(&test));
        for known in [SetUp::reduced_1(), SetUp::reduced_2(), SetUp::reduced_3()] {
            assert!(!train.contains(&known.content()) && !test.contains(&known.content()));
        }
        // Numbers rarely share a set-up.
        assert!(train.len().min(test.len()) as u32 > LOOKED_AT - 20);
    }

    #[test]
    fn the_split_is_that_of_the_content() {
        for split in [Split::Train, Split::Test] {
            assert!(all(split).all(|set_up| split_of(&set_up.content()) == split));
        }
        let mut stream = Stream::for_set_up(0, 7);
        let drawn = (0..LOOKED_AT).map(|_| SetUp::draw(&mut stream));
        let tests = drawn.filter(|set_up| split_of(&set_up.content()) == Split::Test).count();
        // 400 of 2,000 are expected, with a standard deviation of 18.
        assert!((330..470).contains(&tests), "{tests}");
    }

    #[test]
    fn what_plays_alike_is_one_content() {
        let one = SetUp::reduced_1();
        let other = |list: fn(&mut SetUp) -> &mut Vec<&'static str>, from: &str, to: &'static str| {
            let mut other = one.clone();
            let place = list(&mut other).iter().position(|&name| name == from).unwrap();
            list(&mut other)[place] = to;
            list(&mut other).reverse();
            other.content()
        };
        assert_eq!(other(|it| &mut it.stalker_deck, "Luck", "Intuition"), one.content());
        assert_eq!(other(|it| &mut it.zone_deck, "Rail Lines", "Pylons"), one.content());
        assert_eq!(other(|it| &mut it.zone_deck, "Hoax", "Stolen"), one.content());
        assert_ne!(other(|it| &mut it.stalker_deck, "Luck", "Supplies"), one.content());
        assert_ne!(other(|it| &mut it.zone_deck, "Rail Lines", "Gardens"), one.content());
        assert_ne!(other(|it| &mut it.zone_deck, "Empty", "Metal Hoop"), one.content());
        assert_ne!(SetUp { character: "Slimy", ..one.clone() }.content(), one.content());
        assert_ne!(SetUp { hand_target: 2, ..one.clone() }.content(), one.content());
    }

    #[test]
    fn every_size_and_character_occurs_and_no_card_too_often() {
        for split in [Split::Train, Split::Test] {
            let all: Vec<_> = all(split).collect();
            let sizes = |size: fn(&SetUp) -> usize| all.iter().map(size).collect::<BTreeSet<_>>();
            assert_eq!(sizes(|set_up| set_up.zone_deck.len()), (5..=10).collect());
            assert_eq!(sizes(|set_up| set_up.stalker_deck.len()), (6..=8).collect());
            assert_eq!(sizes(|set_up| set_up.hand_target.into()), (2..=3).collect());
            let characters: BTreeSet<_> = all.iter().map(|set_up| set_up.character).collect();
            assert_eq!(characters.len(), CHARACTERS.len());
            let cards: BTreeSet<_> = all.iter().flat_map(|set_up| &set_up.zone_deck).collect();
            assert_eq!(cards.len(), ZONE_CARDS.len());
            for set_up in &all {
                let copies = |deck: &[&str], name: &str| deck.iter().filter(|&&card| card == name).count();
                for card in &ZONE_CARDS {
                    assert!(copies(&set_up.zone_deck, card.name) <= card.copies.into(), "{set_up:?}");
                }
                for (name, _) in &STALKER_CARDS {
                    assert!(copies(&set_up.stalker_deck, name) <= 1, "{set_up:?}");
                }
            }
        }
    }
}
