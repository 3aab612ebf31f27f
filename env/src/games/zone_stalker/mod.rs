//! Zone Stalker: a push-your-luck card game for one to six, each a Stalker in a Visitation Zone.
//!
//! The rulings R1 to R30 of `docs/rules/zone_stalker.md` stand at the lines that carry them. These were added to those
//! of the rules:
//! - R27 Where a player compares Swag Points during play, they are what would count if the game ended now:
//!   Culligan's bonus included, a dead seat 0.
//! - R28 In a trade any Stalker kind may be asked for, held or not, but only artifacts that lie in the
//!   partner's swag, which is public.
//! - R29 A random loss draws the kind; the copy that leaves follows R22 and R25 as in any other discard.
//! - R30 Decisions that R26 does not name (stop or flip, a card to play or discard, an opponent to choose) are asked
//!   openly: others see the phase while it lasts. That a choice was forced (R24) is not told.

mod actions;
mod canonical;
mod cards;
mod check;
mod config;
mod deck;
mod drawing;
mod foresight;
mod knowledge;
mod legal;
mod notation;
mod observation;
mod presets;
mod rules;
mod state;
mod story;
mod text;
mod view;

pub use actions::{Good, Move};
pub use cards::{
    ARTIFACT_NAMES, Artifact, Character, Event, Face, Hazard, Kind, Note, Site, ZONE_NAMES, ZoneCard,
};
pub use config::{Config, Payment};
pub use deck::MAX_ZONE_CARDS;
pub use knowledge::ZoneKnowledge;
pub use observation::ZoneObservation;
use state::FULL_POINTS;
pub use state::{Phase, Roll, RollKind, Swag, ZoneState};

use actions::ACTIONS;
use canonical::Likeness;
use cards::{CHARACTERS, ZONE_CARDS, artifact_name};
use deck::ZoneDeck;

use crate::chance::{Purpose, Topic};
use crate::conditions;
use crate::{
    Action, Chance, ConfigError, Counts, Facts, Game, Key, ObservationSpec, PositionError, Seat, Settings,
    Statistic, Utility,
};

const CHARACTER: Topic = Topic::item("character", Purpose::SetUp);
const FIRST_SEAT: Topic = Topic::item("first_seat", Purpose::SetUp);
const DRAW: Topic = Topic::cards("draw", Purpose::Draw);
const FLIP: Topic = Topic::item("flip", Purpose::Flip);
const DIE: Topic = Topic::item("die", Purpose::Die);
const LOSS: Topic = Topic::item("loss", Purpose::Loss);
const SWAG: Topic = Topic::item("swag", Purpose::Loss);
/// Which copy of a kind leaves a hand: one *kept* at the last reshuffle or one drawn since (R25).
const COPY: Topic = Topic::item("copy", Purpose::Loss);

/// A configured game of Zone Stalker with at most `MAX_SEATS` seats; positions are as large as that. How many seats play
/// says the setting `players`, 2 if nothing is said.
#[derive(Clone, Debug)]
pub struct ZoneStalker<const MAX_SEATS: usize> {
    config: Config,
    zone: ZoneDeck,
    stalker_cards: Counts,
    facts: Facts,
    labels: Vec<String>,
    spec: ObservationSpec,
    /// Alone at the table: which Zone cards play alike.
    likeness: Option<Likeness>,
}

impl<const MAX_SEATS: usize> ZoneStalker<MAX_SEATS> {
    /// The configuration.
    pub fn config(&self) -> &Config {
        &self.config
    }

    /// The number of seats.
    pub fn seats(&self) -> usize {
        usize::from(self.config.players)
    }

    /// How many injuries kill this Character.
    pub fn fatal_injuries(&self, character: Character) -> u8 {
        self.config.fatal_injuries + u8::from(character == Character::Gorilla)
    }

    fn zone(&self) -> &ZoneDeck {
        &self.zone
    }

    fn likeness(&self) -> Option<&Likeness> {
        self.likeness.as_ref()
    }

    /// To how many cards this Character fills its hand.
    fn cards_wanted(&self, character: Character) -> u8 {
        let extra = match character {
            Character::FourEyes => 1,
            Character::Hindu => 2,
            _ => 0,
        };
        self.config.hand_target + extra
    }

    fn payment(&self) -> Payment {
        self.config.utility
    }

    fn trade_offers(&self) -> u8 {
        self.config.offers()
    }
}

impl<const MAX_SEATS: usize> Game for ZoneStalker<MAX_SEATS> {
    type State = ZoneState<MAX_SEATS>;

    const NAME: &'static str = "zone_stalker";
    const TOPICS: &'static [Topic] = &[CHARACTER, FIRST_SEAT, DRAW, FLIP, DIE, LOSS, SWAG, COPY];
    const STATISTICS: &'static [Statistic] = story::STATISTICS;
    const GROUPS: Option<&'static str> = Some("character");

    fn keys() -> &'static [Key] {
        config::KEYS
    }

    fn from_settings(settings: &Settings) -> Result<Self, ConfigError> {
        let config = Config::from_settings(settings)?;
        config.require_at_most(MAX_SEATS)?;
        let zone = ZoneDeck::new(config.zone_cards());
        let stalker_cards = config.stalker_cards();
        let spec = observation::spec(usize::from(config.players));
        let mut game = Self {
            likeness: (config.players == 1).then(|| Likeness::new(&config, &zone)),
            facts: facts(&config, &zone, stalker_cards, &spec),
            zone,
            stalker_cards,
            labels: (0..ACTIONS)
                .filter_map(|index| Move::new(Action(index as u16)))
                .map(Move::label)
                .collect(),
            spec,
            config,
        };
        game.facts.conditions = conditions::of(&game);
        Ok(game)
    }

    fn settings(&self) -> Settings {
        self.config.settings()
    }

    fn facts(&self) -> &Facts {
        &self.facts
    }

    fn action_labels(&self) -> &[String] {
        &self.labels
    }

    fn chance_labels(&self, topic: Topic) -> Vec<String> {
        match topic {
            CHARACTER => CHARACTERS.iter().map(|(_, name, _)| label(name)).collect(),
            FIRST_SEAT => (0..self.seats()).map(|seat| seat.to_string()).collect(),
            FLIP => ZONE_CARDS.iter().map(|card| label(card.name)).collect(),
            DIE => (1..=10).map(|face| face.to_string()).collect(),
            SWAG => (0..ARTIFACT_NAMES).map(|index| label(artifact_name(index))).collect(),
            COPY => vec!["kept".to_owned(), "fresh".to_owned()],
            _ => Kind::all().map(|kind| kind.label().to_owned()).collect(),
        }
    }

    fn observation_spec(&self) -> &ObservationSpec {
        &self.spec
    }

    fn new_initial_state<C: Chance>(&self, chance: &mut C) -> ZoneState<MAX_SEATS> {
        let mut state = ZoneState {
            zone: self.zone.full(),
            legal: Default::default(),
            deck: self.stalker_cards,
            discard: Counts::NONE,
            stalkers: [Default::default(); MAX_SEATS],
            turn: Default::default(),
            phase: Phase::TurnStart,
            active: 0,
            quiet: 0,
            dealt: 0,
        };
        rules::begin(self, &mut state, chance);
        state
    }

    fn parse_position(&self, line: &str) -> Result<ZoneState<MAX_SEATS>, PositionError> {
        notation::parse(self, line)
    }

    fn seat_name(&self, state: &ZoneState<MAX_SEATS>, seat: Seat) -> String {
        format!("seat {seat} ({})", state.stalkers[seat].character.name())
    }

    fn pays_win_shares(&self) -> bool {
        self.seats() > 1 && self.payment() != Payment::Points
    }

    fn point_in_utility(&self) -> Option<f64> {
        (self.seats() == 1 && self.payment() != Payment::Win).then_some(1.0 / FULL_POINTS)
    }

    fn group_of(&self, state: &ZoneState<MAX_SEATS>, seat: Seat) -> Option<&'static str> {
        Some(state.stalkers[seat].character.name())
    }
}

/// A name as it stands in labels and lines: without spaces.
fn label(name: &str) -> String {
    name.replace(' ', "_")
}

fn facts(config: &Config, zone: &ZoneDeck, stalker_cards: Counts, spec: &ObservationSpec) -> Facts {
    let seats = usize::from(config.players);
    let artifacts = (0..ZONE_NAMES).filter_map(|name| match ZONE_CARDS[name].face {
        Face::Artifact(artifact) => {
            Some(f64::from(zone.copies(name)) * (f64::from(artifact.points) + 1.0)) // 1 for Culligan
        }
        _ => None,
    });
    let most_points = artifacts.sum::<f64>() / FULL_POINTS;
    let others = seats.saturating_sub(1).max(1) as f64;
    let (min_utility, max_utility) = match config.utility {
        Payment::Share | Payment::Points if seats == 1 => (0.0, most_points),
        Payment::Share => (-1.0 / others, 1.0),
        Payment::Win => (0.0, 1.0),
        Payment::Points => (-most_points / others, most_points),
    };
    Facts {
        name: "zone_stalker",
        rules_version: 1,
        seats,
        actions: ACTIONS,
        observation_len: spec.len(),
        hidden_information: seats > 1,
        simultaneous: false,
        perfect_recall: false,
        utility: match config.utility {
            _ if seats == 1 => Utility::GeneralSum,
            Payment::Share | Payment::Points => Utility::ZeroSum,
            Payment::Win => Utility::ConstantSum,
        },
        min_utility,
        max_utility,
        max_game_length: Some(max_game_length(config, zone, stalker_cards)),
        conditions: Vec::new(),
    }
}

/// A bound on the decisions of a play.
fn max_game_length(config: &Config, zone: &ZoneDeck, stalker_cards: Counts) -> u32 {
    let (seats, flips) = (u32::from(config.players), u32::from(zone.full().total()));
    let cards = u32::from(stalker_cards.total());
    // A turn without a flip: two discards of The Hindu, stop, the End Phase's discards and done, and per offer
    // four decisions, and the one that ends the offers.
    let quiet_turn = 2 + 1 + cards + 1 + 4 * u32::from(config.offers()) + 1;
    // A flip: the choice, a card, a target or a roll and at most three table rolls; each roll may be answered
    // with every Retry in the game, by everybody, and Pharaoh or Lucky; two injuries and a discard per table roll.
    let answers = 2 * seats * (cards + 2);
    let flip = 2 + 4 * answers + 3 * 3;
    let turns = (flips + 1) * u32::from(config.stalemate_rounds) * seats + flips;
    turns * quiet_turn + flips * flip
}
