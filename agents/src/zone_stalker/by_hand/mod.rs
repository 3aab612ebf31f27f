//! Positions put together by hand, as somebody at a table would tell them.

mod deck;
mod error;
mod lists;

pub use error::ByHandError;

use roadside_env::games::zone_stalker::{Character, Kind, Site, ZoneStalker, ZoneState};
use roadside_env::{Counts, Game as _, Sampled, View};

use super::cards::site_name;
use deck::{Deck, Swag};
use lists::{entry, find_kind, items, numbers, or_dash};

/// A position before a choice to stop or to flip, told by the one whose turn it is. Lists have commas; `x2` behind a
/// name stands for two.
///
/// ```
/// use roadside_agents::zone_stalker::{ByHand, FlipOptions, flip};
/// use roadside_env::games::zone_stalker::ZoneStalker;
/// use roadside_env::{Game, Settings, View};
///
/// let game = ZoneStalker::<2>::from_settings(&Settings::default())?;
/// let told = ByHand { hand: "3/0, 2/1, 0/3 x2".into(), injuries: 1, points: vec![34, 20], ..ByHand::default() };
/// let position = told.position(&game)?;
/// let report = flip(&View::new(&game, &position, 0), &FlipOptions::default())?;
/// assert_eq!(report.points, 34);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Default)]
pub struct ByHand {
    /// Who it is; by default the first one that has no ability in a flip, or the one of the game's settings.
    pub character: Option<String>,
    /// The hand by kind: `3/0`, `2/1`, `1/2`, `0/3`, `0/2-martyr`, `2/0-martyr`, `1/1-retry`, `1/1-aid`, or the
    /// beginning or end of one of these that no other has.
    pub hand: String,
    /// The Stalker cards that were discarded, by kind.
    pub discard: String,
    /// Injuries, the permanent ones included.
    pub injuries: u8,
    /// Permanent injuries.
    pub permanent: u8,
    /// What the last Location does to the next card: `plain`, `safe`, `dangerous`, `rich` or `rich-dangerous`. One such
    /// Location is out of the Zone deck then.
    pub site: Option<String>,
    /// The artifacts that were found before this turn; `None` where the Swag Points say enough.
    pub swag: Option<String>,
    /// The artifacts that were found in this turn, which the Hazard Table can take.
    pub found: String,
    /// What is out of the Zone deck. The artifacts of all are out of it too, whether they are named or not.
    pub gone: Option<String>,
    /// What is left in the Zone deck, instead of what is gone.
    pub left: Option<String>,
    /// The Swag Points of each seat, this one's first; by default those of its artifacts, and 0 for the others. For
    /// points whose artifacts are not named some that are worth as much are taken: if possible of those that are gone
    /// anyway.
    pub points: Vec<u32>,
    /// Whether the ability that works once a turn is used up.
    pub ability_used: bool,
    /// Whether a card has been flipped this turn. It has where that ability is used up, something was found this turn, or
    /// the site is not plain.
    pub flipped: bool,
}

impl ByHand {
    /// The position, with this seat as seat 0. The other seats have no cards in hand: what they hold is as likely to be
    /// drawn as what lies in the deck.
    ///
    /// # Errors
    /// [`ByHandError`] says what cannot be, and what would be right.
    pub fn position<const SEATS: usize>(
        &self,
        game: &ZoneStalker<SEATS>,
    ) -> Result<ZoneState<SEATS>, ByHandError> {
        if self.points.len() > game.seats() {
            return Err(ByHandError::Seats { given: self.points.len(), seats: game.seats() });
        }
        let characters = self.characters(game)?;
        let fatal = game.fatal_injuries(characters[0]);
        if self.injuries >= fatal {
            let character = characters[0].name();
            return Err(ByHandError::Injuries { injuries: self.injuries, character, fatal });
        }
        if self.permanent > self.injuries {
            return Err(ByHandError::Permanent { permanent: self.permanent, injuries: self.injuries });
        }
        let start = game.new_initial_state(&mut Sampled::new(0, 0));
        let full = View::new(game, &start, 0);
        let cards = full.hand().plus(full.unseen_cards()).plus(full.discard_pile());
        let [hand, discard] = self.stalker_cards(cards)?;
        let mut deck = Deck::new(full.zone_cards());
        let site = deck.site(self.site.as_deref().unwrap_or("plain"))?;
        let swags = self.take_zone_cards(&mut deck, &characters, site)?;
        if hand.is_empty() {
            return Err(ByHandError::NoChoice { what: "a card in hand" });
        }
        if deck.is_empty() {
            return Err(ByHandError::NoChoice { what: "a card in the Zone deck" });
        }
        let flipped = self.flipped || self.ability_used && characters[0].acts_once_a_turn();
        if flipped && deck.gone().is_empty() {
            return Err(ByHandError::NoneFlipped);
        }
        Ok(game.parse_position(&self.line(&characters, [hand, discard, cards], &deck, site, &swags))?)
    }

    /// The Characters by seat. Those of the others make no difference to this turn.
    fn characters<const SEATS: usize>(
        &self,
        game: &ZoneStalker<SEATS>,
    ) -> Result<Vec<Character>, ByHandError> {
        let known: Vec<Character> = Character::all().collect();
        let named = |found: &String| {
            Character::named(found).ok_or_else(|| ByHandError::Character {
                found: found.clone(),
                known: known.iter().map(|character| character.name()).collect(),
            })
        };
        let asked = self.character.as_ref().map(named).transpose()?;
        if let Some(set) = &game.config().characters {
            return match asked {
                Some(found) if found != set[0] => {
                    Err(ByHandError::OtherCharacter { found: found.name(), set: set[0].name() })
                }
                _ => Ok(set.clone()),
            };
        }
        let own = asked.unwrap_or(Character::FourEyes);
        let others = known.into_iter().filter(|&other| other != own && other != Character::Culligan);
        Ok(std::iter::once(own).chain(others).take(game.seats()).collect())
    }

    /// The hand and what is discarded, out of all `cards`.
    fn stalker_cards(&self, cards: Counts) -> Result<[Counts; 2], ByHandError> {
        let mut named = [0_u32; Kind::COUNT];
        let mut piles = [[0_u32; Kind::COUNT]; 2];
        for (pile, list) in piles.iter_mut().zip([&self.hand, &self.discard]) {
            for (name, count) in items(list)? {
                let kind = find_kind(name).ok_or_else(|| ByHandError::Kind { found: name.to_owned() })?;
                pile[kind.index()] += u32::from(count);
                named[kind.index()] += u32::from(count);
            }
        }
        for kind in Kind::all() {
            let (named, deck) = (named[kind.index()], cards.of(kind.index()));
            if named > u32::from(deck) {
                return Err(ByHandError::TooManyOfKind { kind: kind.label(), named, deck });
            }
        }
        Ok(piles.map(|pile| Counts::from(pile.map(|count| count as u8))))
    }

    /// Takes out of the deck what is out of it; the swag of each seat, and behind them what was found this turn.
    fn take_zone_cards(
        &self,
        deck: &mut Deck,
        characters: &[Character],
        site: Site,
    ) -> Result<Vec<Swag>, ByHandError> {
        match (&self.gone, &self.left) {
            (Some(_), Some(_)) => return Err(ByHandError::GoneAndLeft),
            (None, Some(left)) => deck.keep(left)?,
            (gone, None) => deck.take(gone.as_deref().unwrap_or_default())?,
        }
        deck.require_site(site)?;
        let bonus = |seat: usize| u32::from(characters[seat] == Character::Culligan);
        let found = deck.own("found", &self.found)?;
        let at_stake = deck.worth(&found, bonus(0));
        let mut swags = vec![self.own_swag(deck, at_stake, bonus(0))?];
        for (seat, &points) in self.points.iter().enumerate().skip(1) {
            let swag = deck.own_worth(points, bonus(seat));
            swags.push(swag.ok_or(ByHandError::Points { seat, points })?);
        }
        swags.resize(characters.len(), Swag::new());
        swags.push(found);
        Ok(swags)
    }

    /// What seat 0 had before this turn, in which it found artifacts that are worth `at_stake`.
    fn own_swag(&self, deck: &mut Deck, at_stake: u32, bonus: u32) -> Result<Swag, ByHandError> {
        let given = self.points.first().copied();
        let Some(swag) = &self.swag else {
            let points = given.unwrap_or(at_stake);
            let before = points.checked_sub(at_stake);
            let before = before.ok_or(ByHandError::OtherPoints { points, worth: at_stake })?;
            return deck.own_worth(before, bonus).ok_or(ByHandError::Points { seat: 0, points });
        };
        let swag = deck.own("swag", swag)?;
        let worth = deck.worth(&swag, bonus) + at_stake;
        match given {
            Some(points) if points != worth => Err(ByHandError::OtherPoints { points, worth }),
            _ => Ok(swag),
        }
    }

    /// The position line.
    fn line(
        &self,
        characters: &[Character],
        [hand, discard, all]: [Counts; 3],
        deck: &Deck,
        site: Site,
        swags: &[Swag],
    ) -> String {
        let (found, swags) =
            swags.split_last().map_or((&[][..], &[][..]), |(found, swags)| (&found[..], swags));
        let list = |swag: &[(usize, u8)]| {
            or_dash(&swag.iter().map(|&(at, count)| entry(deck.name(at), count)).collect::<Vec<_>>())
        };
        let flags = match (self.flipped || site != Site::Plain || !found.is_empty(), self.ability_used) {
            (_, true) => "fu",
            (true, false) => "f",
            (false, false) => "-",
        };
        let seats = characters.iter().zip(swags).enumerate().map(|(seat, (character, swag))| {
            let own = seat == 0;
            let (injuries, permanent) = if own { (self.injuries, self.permanent) } else { (0, 0) };
            let fresh = if own { hand } else { Counts::NONE };
            let swag = if own { list(&deck::together(swag, found)) } else { list(swag) };
            let (character, fresh, none) =
                (character.name().replace(' ', "_"), numbers(fresh), numbers(Counts::NONE));
            format!("p{seat}={character}:alive:{injuries}:{permanent}:0:-:{none}:{fresh}:{none}:{swag}")
        });
        format!(
            "turn=0 phase=choose quiet=0 flags={flags} site={} card=- roll=- table=0 offers=0 found={} dealt=- gone={} \
             deck={} discard={} {}",
            site_name(site),
            list(found),
            list(&deck.gone()),
            numbers(all.minus(hand).minus(discard)),
            numbers(discard),
            seats.collect::<Vec<_>>().join(" ")
        )
    }
}
