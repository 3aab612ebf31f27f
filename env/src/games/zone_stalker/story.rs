//! What is told of a game, and what of it is counted.

use super::actions::Good;
use super::cards::{Character, Event, Face, Kind, Note, ZONE_CARDS, ZoneCard, artifact, artifact_name};
use super::state::{Roll, RollKind};
use crate::chance::Happening;
use crate::{Counts, Seat, Statistic};

const TURNS: usize = 0;
const FLIPS: usize = 1;
const HAZARDS: usize = 2;
const HAZARDS_FAILED: usize = 3;
const ARTIFACTS: usize = 4;
const ARTIFACTS_FOUND: usize = 5;

pub(super) const STATISTICS: &[Statistic] = &[
    Statistic::PerGame { name: "turns", tally: TURNS },
    Statistic::PerGame { name: "flips", tally: FLIPS },
    Statistic::Rate { name: "hazard_fail_rate", tally: HAZARDS_FAILED, per: HAZARDS },
    Statistic::Rate { name: "artifact_find_rate", tally: ARTIFACTS_FOUND, per: ARTIFACTS },
];

/// Something that happened.
#[derive(Clone, Copy, Debug)]
pub(super) enum ZoneHappening {
    Dealt { seat: Seat, character: Character },
    TurnBegan { seat: Seat },
    TurnMissed { seat: Seat },
    Drew { seat: Seat, cards: Counts },
    Reshuffled { cards: u8 },
    Discarded { seat: Seat, kind: Kind },
    LostCard { seat: Seat, kind: Kind },
    LostHand { seat: Seat, cards: Counts },
    Flipped { seat: Seat, card: usize },
    Stopped { seat: Seat },
    NobodyToHit,
    WillMissTurn { seat: Seat },
    LostArtifact { seat: Seat, artifact: usize },
    Played { seat: Seat, kind: Kind, rating: u8, site: i8, character: i8 },
    RollsAgain { seat: Seat },
    AddsLuck { seat: Seat },
    InjuryAverted { seat: Seat },
    Rolled { seat: Seat, roll: Roll, needed: i8 },
    HazardMet,
    Avoided { seat: Seat },
    NotAvoided { seat: Seat },
    ArtifactMet,
    Found { seat: Seat, artifact: usize },
    NotFound { seat: Seat },
    Injured { seat: Seat, injuries: u8, permanent: bool },
    Killed { seat: Seat },
    Spared { seat: Seat },
    Inherited { seat: Seat, character: Character },
    Died { seat: Seat },
    Healed { seat: Seat, healed: u8 },
    Offered { seat: Seat, with: Seat, give: Good, get: Good },
    Agreed { seat: Seat },
    Declined { seat: Seat },
    Ended { seat: Seat, alive: bool, score: u32 },
}

impl Happening for ZoneHappening {
    fn tally(&self) -> Option<usize> {
        match self {
            Self::TurnBegan { .. } => Some(TURNS),
            Self::Flipped { .. } => Some(FLIPS),
            Self::HazardMet => Some(HAZARDS),
            Self::NotAvoided { .. } => Some(HAZARDS_FAILED),
            Self::ArtifactMet => Some(ARTIFACTS),
            Self::Found { .. } => Some(ARTIFACTS_FOUND),
            _ => None,
        }
    }

    fn text(&self, viewer: Option<Seat>) -> Option<String> {
        let own = |seat: Seat| viewer.is_none_or(|viewer| viewer == seat);
        Some(match *self {
            Self::Dealt { seat, character } => {
                format!("Seat {seat} is {}: {}.", character.name(), character.ability())
            }
            Self::TurnBegan { seat } => format!("-- Turn of seat {seat}."),
            Self::TurnMissed { seat } => format!("-- Seat {seat} misses a turn."),
            Self::Drew { seat, cards } if own(seat) => format!("Seat {seat} draws {}.", list(cards)),
            Self::Drew { seat, cards } => format!("Seat {seat} draws {}.", number(cards.total(), "card")),
            Self::Reshuffled { cards } => {
                format!("The Stalker discard pile is shuffled: {}.", number(cards, "card"))
            }
            Self::Discarded { seat, kind } => format!("Seat {seat} discards {}.", kind.label()),
            Self::LostCard { seat, kind } => format!("Seat {seat} loses a random card: {}.", kind.label()),
            Self::LostHand { seat, cards } => format!("Seat {seat} loses the whole hand: {}.", list(cards)),
            Self::Flipped { seat, card } => format!("Seat {seat} flips {}.", describe(&ZONE_CARDS[card])),
            Self::Stopped { seat } => format!("Seat {seat} stops."),
            Self::NobodyToHit => "Nobody can be chosen: nothing happens.".to_owned(),
            Self::WillMissTurn { seat } => format!("Seat {seat} will miss a turn."),
            Self::LostArtifact { seat, artifact } => format!("Seat {seat} loses {}.", find(artifact)),
            Self::Played { seat, kind, rating, site, character } => {
                let place = modifier(site, "for the place");
                let ability = modifier(character, "by ability");
                format!("Seat {seat} plays {}: {rating}{place}{ability} to the roll.", kind.label())
            }
            Self::RollsAgain { seat } => format!("Seat {seat} has the die rolled again."),
            Self::AddsLuck { seat } => format!("Seat {seat} adds 2 as Lucky."),
            Self::InjuryAverted { seat } => format!("That spares seat {seat} an injury."),
            Self::Rolled { seat, roll, needed } => rolled(seat, roll, needed),
            Self::HazardMet | Self::ArtifactMet => return None,
            Self::Avoided { seat } => format!("Seat {seat} is past it."),
            Self::NotAvoided { seat } => format!("It gets seat {seat}."),
            Self::Found { seat, artifact } => format!("Seat {seat} finds {}.", find(artifact)),
            Self::NotFound { seat } => format!("Seat {seat} does not find it."),
            Self::Injured { seat, injuries, permanent } => {
                let kind = if permanent { "a permanent injury" } else { "an injury" };
                format!("Seat {seat} takes {kind} and has {injuries}.")
            }
            Self::Killed { seat } => format!("Seat {seat} is killed."),
            Self::Spared { seat } => format!("Hamster lives on: seat {seat} will miss two turns."),
            Self::Inherited { seat, character } => {
                format!("Seat {seat} goes on as {}: {}.", character.name(), character.ability())
            }
            Self::Died { seat } => format!("Seat {seat} is out of the game."),
            Self::Healed { seat, healed } => {
                let injuries = if healed == 1 { "injury".to_owned() } else { format!("{healed} injuries") };
                format!("Seat {seat} heals {}{injuries}.", if healed == 1 { "an " } else { "" })
            }
            Self::Offered { seat, with, give, get } => {
                format!("Seat {seat} offers seat {with} {} for {}.", good(give), good(get))
            }
            Self::Agreed { seat } => format!("Seat {seat} agrees."),
            Self::Declined { seat } => format!("Seat {seat} declines."),
            Self::Ended { seat, alive: false, .. } => format!("== Seat {seat} is dead."),
            Self::Ended { seat, score, .. } => format!("== Seat {seat} has {score} SP."),
        })
    }
}

/// A roll with all that makes it up, so that it can be checked.
fn rolled(seat: Seat, roll: Roll, needed: i8) -> String {
    let Roll { kind, die, bonus } = roll;
    let sum = format!("{die} {} {} = {}", if bonus < 0 { '-' } else { '+' }, bonus.abs(), roll.total());
    match kind {
        RollKind::Avoidance => format!("Seat {seat} rolls to avoid: {sum}, needs {needed}."),
        RollKind::Detection => format!("Seat {seat} rolls to find: {sum}, needs {needed}."),
        RollKind::Table => format!("Hazard Table, seat {seat}: {die}, {}.", table_text(die)),
    }
}

/// A part of what is added to a roll, if it is anything.
fn modifier(amount: i8, why: &str) -> String {
    if amount == 0 { String::new() } else { format!(" {amount:+} {why}") }
}

/// What a result of the Hazard Table does.
pub(super) fn table_text(result: u8) -> &'static str {
    match result {
        1 => "a card of choice",
        2 => "a random card",
        3 => "an injury",
        4 => "an injury and a random card",
        5 => "a random find of this turn",
        6 => "two injuries",
        7 => "an injury and a random find of this turn",
        8 => "the whole hand",
        9 => "an injury and the whole hand",
        _ => "death",
    }
}

/// A Zone card in words.
pub(super) fn describe(card: &ZoneCard) -> String {
    format!("{} ({})", card.name, details(card))
}

/// What a Zone card is and does, without its name.
pub(super) fn details(card: &ZoneCard) -> String {
    match card.face {
        Face::Location(site) => {
            let notes = [
                (site.avoid() == 1, "safe"),
                (site.avoid() == -1, "dangerous"),
                (site.detect() == 1, "rich"),
            ];
            words("a place", "", notes)
        }
        Face::Hazard(hazard) => {
            let rolls = ["", ", double", ", triple"][usize::from(hazard.rolls) - 1];
            let notes = [(hazard.cripple, "cripple"), (hazard.stun, "stun"), (hazard.harmless, "harmless")];
            words(&format!("a hazard of {}", hazard.danger), rolls, notes)
        }
        Face::Event(Event::LostSwag) => "an opponent loses an artifact".to_owned(),
        Face::Event(Event::LostTurn) => "an opponent misses a turn".to_owned(),
        Face::Event(Event::StateApproved) => "draw a card".to_owned(),
        Face::Artifact(artifact) => {
            let notes = [(artifact.healing, "heals"), (artifact.illegal, "illegal"), (false, "")];
            words(&format!("an artifact of {} SP", artifact.points), "", notes)
        }
    }
}

fn words(what: &str, more: &str, notes: [(bool, &str); 3]) -> String {
    let notes =
        notes.iter().filter(|(holds, _)| *holds).fold(String::new(), |all, (_, note)| all + ", " + note);
    format!("{what}{more}{notes}")
}

fn find(index: usize) -> String {
    format!("{} ({} SP)", artifact_name(index), artifact(index).points)
}

/// One side of a trade in words.
pub(super) fn good(good: Good) -> String {
    match good {
        Good::Artifact(index) => find(usize::from(index)),
        other => other.label(),
    }
}

/// Cards by kind.
pub(super) fn list(cards: Counts) -> String {
    if cards.is_empty() {
        return "no cards".to_owned();
    }
    let item = |(kind, count)| match count {
        1 => Kind::new(kind).label().to_owned(),
        _ => format!("{count} x {}", Kind::new(kind).label()),
    };
    cards.iter().map(item).collect::<Vec<_>>().join(", ")
}

fn number(n: u8, what: &str) -> String {
    if n == 1 { format!("1 {what}") } else { format!("{n} {what}s") }
}

/// What a kind is good for, in a word.
pub(super) fn note_text(kind: Kind) -> &'static str {
    match kind.note() {
        Some(Note::Martyr) => "discard instead of an injury",
        Some(Note::Retry) => "discard to roll again",
        Some(Note::Aid) => "draws a card when played",
        None => "",
    }
}
