//! What cannot be.

use roadside_env::games::zone_stalker::Kind;
use roadside_env::{PositionError, nearest, nearest_or_some};
use thiserror::Error;

/// Such a position cannot be.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum ByHandError {
    /// No kind of Stalker card is called so.
    #[error("there is no kind of Stalker card \"{found}\"; the kinds are {}", kind_labels().join(", "))]
    Kind {
        /// What was given.
        found: String,
    },
    /// More cards of a kind are named than there are.
    #[error("{named} cards of the kind {kind} are in hand and discarded, but the Stalker deck has {deck}")]
    TooManyOfKind {
        /// The kind.
        kind: &'static str,
        /// How many are named.
        named: u32,
        /// How many there are.
        deck: u8,
    },
    /// No Zone card of this deck is called so.
    #[error(
        "{field}: \"{found}\" is not in the Zone deck{}",
        nearest_or_some(found, known, "; its cards are such as")
    )]
    ZoneCard {
        /// Where it stands.
        field: &'static str,
        /// What was given.
        found: String,
        /// The names of the deck.
        known: Vec<&'static str>,
    },
    /// A Zone card that is no artifact is in a swag.
    #[error("{field}: \"{found}\" is not an artifact")]
    NotAnArtifact {
        /// Where it stands.
        field: &'static str,
        /// What was given.
        found: String,
    },
    /// More Zone cards of a name are named than there are.
    #[error("{named} cards \"{card}\" are out of the Zone deck or left in it, but it has {deck} in all")]
    TooManyOfCard {
        /// The card.
        card: &'static str,
        /// How many are named.
        named: u32,
        /// How many there are.
        deck: u8,
    },
    /// Both what is gone and what is left are named.
    #[error("both what is gone and what is left of the Zone deck are named; name one of them")]
    GoneAndLeft,
    /// The Swag Points are not those of the artifacts.
    #[error("the artifacts that are named are worth {worth} SP, not {points}")]
    OtherPoints {
        /// What was given.
        points: u32,
        /// What the artifacts are worth.
        worth: u32,
    },
    /// No artifacts are worth so much.
    #[error("seat {seat}: no artifacts that can be out of the Zone deck are worth {points} SP together")]
    Points {
        /// Whose points.
        seat: usize,
        /// What was given.
        points: u32,
    },
    /// Swag Points of more seats than there are.
    #[error("the Swag Points of {given} seats are given for {seats}")]
    Seats {
        /// How many were given.
        given: usize,
        /// How many there are.
        seats: usize,
    },
    /// There is no such Character.
    #[error("there is no Character \"{found}\"{}; there are {}", nearest(found, known), known.join(", "))]
    Character {
        /// What was given.
        found: String,
        /// The Characters.
        known: Vec<&'static str>,
    },
    /// The game's settings have another Character at the first seat.
    #[error("the settings deal {set} to seat 0, not {found}; leave one of them out")]
    OtherCharacter {
        /// What was given.
        found: &'static str,
        /// What the settings say.
        set: &'static str,
    },
    /// So many injuries kill.
    #[error("{injuries} injuries: {character} lives with at most {}, {fatal} kill", fatal - 1)]
    Injuries {
        /// What was given.
        injuries: u8,
        /// Who it is.
        character: &'static str,
        /// How many kill.
        fatal: u8,
    },
    /// More injuries are permanent than there are.
    #[error("{permanent} permanent injuries of {injuries}; permanent ones are injuries too")]
    Permanent {
        /// What was given.
        permanent: u8,
        /// All injuries.
        injuries: u8,
    },
    /// There is no such effect of a Location, or no such Location in the deck.
    #[error("site \"{found}\"{}: legal is {}", nearest(found, known), [&["plain"], &known[..]].concat().join(", "))]
    Site {
        /// What was given.
        found: String,
        /// Those of the deck, beside `plain`.
        known: Vec<&'static str>,
    },
    /// All Locations that act so are left in the deck.
    #[error(
        "site \"{site}\": all Locations that are {site} are said to be left in the Zone deck; one must be gone"
    )]
    SiteLeft {
        /// The effect.
        site: &'static str,
    },
    /// A list has something that cannot be read.
    #[error("\"{found}\": write it as NAME, or NAME x2 for two, with commas between")]
    Item {
        /// What was given.
        found: String,
    },
    /// A card has been flipped, and all are in the Zone deck.
    #[error(
        "a card has been flipped this turn, but none is out of the Zone deck; name what is gone, that card with it"
    )]
    NoneFlipped,
    /// There is no choice to make.
    #[error("without {what} there is nothing to flip, and no choice to make")]
    NoChoice {
        /// What is missing.
        what: &'static str,
    },
    /// Anything else.
    #[error(transparent)]
    Position(#[from] PositionError),
}

fn kind_labels() -> Vec<&'static str> {
    Kind::all().map(Kind::label).collect()
}
