//! The cards: kinds of Stalker cards, faces of Zone cards, Characters. The lists come from `data/zone_stalker`.

use serde::{Deserialize, Serialize};

/// What a Stalker card can do beside its ratings.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Note {
    /// Discarded to be spared one injury of the Hazard Table.
    Martyr,
    /// Discarded to roll a die again.
    Retry,
    /// Draws a card when it is played.
    Aid,
}

/// A kind of Stalker card: cards with equal ratings and note play alike.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Kind(u8);

impl Kind {
    /// The number of kinds.
    pub const COUNT: usize = 8;

    const ALL: [(u8, u8, Option<Note>, &'static str); Self::COUNT] = [
        (3, 0, None, "3/0"),
        (2, 1, None, "2/1"),
        (1, 2, None, "1/2"),
        (0, 3, None, "0/3"),
        (0, 2, Some(Note::Martyr), "0/2-martyr"),
        (2, 0, Some(Note::Martyr), "2/0-martyr"),
        (1, 1, Some(Note::Retry), "1/1-retry"),
        (1, 1, Some(Note::Aid), "1/1-aid"),
    ];

    /// The kind that lets a die be rolled again.
    pub const RETRY: Self = Self::with(1, 1, Some(Note::Retry));
    /// The kind that draws a card.
    pub const AID: Self = Self::with(1, 1, Some(Note::Aid));

    /// The kind with this index, from 0 to 7.
    pub(super) const fn new(index: usize) -> Self {
        debug_assert!(index < Self::COUNT);
        Self(index as u8)
    }

    /// The kind with these ratings and this note; there must be one.
    pub(super) const fn with(avoid: u8, detect: u8, note: Option<Note>) -> Self {
        let mut index = 0;
        loop {
            let (a, d, n, _) = Self::ALL[index];
            let same_note = match (n, note) {
                (None, None) => true,
                (Some(n), Some(note)) => n as u8 == note as u8,
                _ => false,
            };
            if a == avoid && d == detect && same_note {
                return Self(index as u8);
            }
            index += 1;
        }
    }

    /// Its index.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// What it adds to an Avoidance roll, 0 to 3.
    pub const fn avoid(self) -> u8 {
        Self::ALL[self.index()].0
    }

    /// What it adds to a Detection roll, 0 to 3.
    pub const fn detect(self) -> u8 {
        Self::ALL[self.index()].1
    }

    /// Its note.
    pub const fn note(self) -> Option<Note> {
        Self::ALL[self.index()].2
    }

    /// Its label, avoid / detect and note.
    pub const fn label(self) -> &'static str {
        Self::ALL[self.index()].3
    }

    /// All kinds in order.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..Self::COUNT).map(Self::new)
    }
}

/// What a Location does to the next card of the same Zone Phase.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[repr(u8)]
pub enum Site {
    /// Nothing.
    #[default]
    Plain,
    /// +1 to Avoidance.
    Safe,
    /// -1 to Avoidance.
    Dangerous,
    /// +1 to Detection.
    Rich,
    /// +1 to Detection, -1 to Avoidance.
    RichDangerous,
}

impl Site {
    /// All of them, with their names.
    pub(super) const ALL: [(Self, &'static str); 5] = [
        (Self::Plain, "plain"),
        (Self::Safe, "safe"),
        (Self::Dangerous, "dangerous"),
        (Self::Rich, "rich"),
        (Self::RichDangerous, "rich-dangerous"),
    ];

    /// What it adds to an Avoidance roll.
    pub const fn avoid(self) -> i8 {
        match self {
            Self::Safe => 1,
            Self::Dangerous | Self::RichDangerous => -1,
            Self::Plain | Self::Rich => 0,
        }
    }

    /// What it adds to a Detection roll.
    pub const fn detect(self) -> i8 {
        matches!(self, Self::Rich | Self::RichDangerous) as i8
    }
}

/// A danger of the Zone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Hazard {
    /// The total that avoids it, 4 to 9.
    pub danger: u8,
    /// How often the Hazard Table is rolled when it is not avoided, 1 to 3.
    pub rolls: u8,
    /// Whether its injuries are permanent.
    pub cripple: bool,
    /// Whether it costs a further random card when it is not avoided.
    pub stun: bool,
    /// Whether it neither injures nor kills.
    pub harmless: bool,
}

/// A find.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Artifact {
    /// Swag Points, 1 to 10.
    pub points: u8,
    /// Whether it heals one more injury in a recovery (the Bracelet).
    pub healing: bool,
    /// Whether its finder misses a turn.
    pub illegal: bool,
}

/// An occurrence.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Event {
    /// An opponent loses a random artifact.
    LostSwag,
    /// An opponent misses a turn.
    LostTurn,
    /// The active player draws a card.
    StateApproved,
}

/// What a Zone card shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Face {
    /// A place; a Stalker card is discarded for it.
    Location(Site),
    /// A danger; a Stalker card is played against it.
    Hazard(Hazard),
    /// An occurrence.
    Event(Event),
    /// A find; a Stalker card is played for it.
    Artifact(Artifact),
}

/// A Zone card.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ZoneCard {
    /// Its name.
    pub name: &'static str,
    /// How many of it the full deck holds.
    pub copies: u8,
    /// What it shows.
    pub face: Face,
}

#[allow(missing_docs)]
mod lists {
    use super::{Artifact, Event, Face, Hazard, Kind, Note, Site, ZoneCard};
    use serde::{Deserialize, Serialize};

    include!(concat!(env!("OUT_DIR"), "/zone_stalker.rs"));
}

pub use lists::Character;
pub(super) use lists::{CHARACTERS, STALKER_CARDS, ZONE_CARDS};

/// The number of names of Zone cards.
pub const ZONE_NAMES: usize = ZONE_CARDS.len();
/// The number of names of artifacts; they are the last names of Zone cards.
pub const ARTIFACT_NAMES: usize = 24;
/// The index of the first artifact among the Zone cards.
pub(super) const FIRST_ARTIFACT: usize = ZONE_NAMES - ARTIFACT_NAMES;

/// The artifact with this index, from 0 to 23.
pub(super) const fn artifact(index: usize) -> Artifact {
    match ZONE_CARDS[FIRST_ARTIFACT + index].face {
        Face::Artifact(artifact) => artifact,
        _ => panic!("the artifacts are the last Zone cards"),
    }
}

/// The name of the artifact with this index, from 0 to 23.
pub(super) const fn artifact_name(index: usize) -> &'static str {
    ZONE_CARDS[FIRST_ARTIFACT + index].name
}

impl Character {
    /// The number of Characters.
    pub const COUNT: usize = CHARACTERS.len();

    /// The Character with this index, from 0 to 14.
    pub(super) const fn new(index: usize) -> Self {
        CHARACTERS[index].0
    }

    /// All Characters in order.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..Self::COUNT).map(Self::new)
    }

    /// Its name.
    pub const fn name(self) -> &'static str {
        CHARACTERS[self as usize].1
    }

    /// What its ability does.
    pub const fn ability(self) -> &'static str {
        CHARACTERS[self as usize].2
    }

    /// Whether its ability works once a turn.
    pub const fn acts_once_a_turn(self) -> bool {
        matches!(self, Self::Pharaoh | Self::Lucky | Self::Nose | Self::PygmyZmyg | Self::Cactus)
    }

    /// The Character with this name.
    pub fn named(name: &str) -> Option<Self> {
        CHARACTERS.iter().find(|(_, known, _)| known.eq_ignore_ascii_case(name)).map(|&(who, ..)| who)
    }
}
