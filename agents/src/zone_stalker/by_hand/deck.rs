//! The Zone deck of a position that is told by hand: what is left, what is gone, and who has it.

use roadside_env::games::zone_stalker::{Face, Site, ZoneCard};

use super::ByHandError;
use super::lists::items;
use crate::zone_stalker::cards::site_name;

/// Artifacts by their place among the names of the deck, each with its number.
pub(super) type Swag = Vec<(usize, u8)>;

pub(super) struct Deck {
    names: Vec<Name>,
    /// Whether it was said what is left.
    fixed: bool,
}

/// A name of the deck.
struct Name {
    card: &'static ZoneCard,
    /// Cards in the whole deck.
    copies: u8,
    /// Cards out of the deck.
    gone: u8,
    /// Those of them that no seat has.
    free: u8,
}

impl Name {
    fn points(&self) -> u32 {
        match self.card.face {
            Face::Artifact(artifact) => artifact.points.into(),
            _ => 0,
        }
    }

    fn site(&self) -> Option<Site> {
        match self.card.face {
            Face::Location(site) => Some(site),
            _ => None,
        }
    }

    /// So many more are out of the deck.
    fn take(&mut self, count: u8) -> Result<(), ByHandError> {
        let named = u32::from(self.gone) + u32::from(count);
        if named > u32::from(self.copies) {
            return Err(ByHandError::TooManyOfCard { card: self.card.name, named, deck: self.copies });
        }
        self.gone += count;
        Ok(())
    }
}

impl Deck {
    /// The whole deck.
    pub(super) fn new(cards: impl Iterator<Item = (&'static ZoneCard, u8)>) -> Self {
        let names = cards.map(|(card, copies)| Name { card, copies, gone: 0, free: 0 }).collect();
        Self { names, fixed: false }
    }

    pub(super) fn name(&self, at: usize) -> &'static str {
        self.names[at].card.name
    }

    /// What is out of the deck.
    pub(super) fn gone(&self) -> Swag {
        let gone = self.names.iter().enumerate().map(|(at, name)| (at, name.gone));
        gone.filter(|&(_, count)| count > 0).collect()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.names.iter().all(|name| name.gone == name.copies)
    }

    /// Takes a list out of the deck.
    pub(super) fn take(&mut self, list: &str) -> Result<(), ByHandError> {
        for (at, count) in self.read("gone", list)? {
            self.names[at].take(count)?;
            self.names[at].free += count;
        }
        Ok(())
    }

    /// Takes all but a list out of the deck.
    pub(super) fn keep(&mut self, list: &str) -> Result<(), ByHandError> {
        let left = self.read("left", list)?;
        for (at, name) in self.names.iter_mut().enumerate() {
            let named: u32 = left.iter().filter(|each| each.0 == at).map(|each| u32::from(each.1)).sum();
            if named > u32::from(name.copies) {
                return Err(ByHandError::TooManyOfCard { card: name.card.name, named, deck: name.copies });
            }
            name.gone = name.copies - named as u8;
            name.free = name.gone;
        }
        self.fixed = true;
        Ok(())
    }

    /// The effect with this name, which some Location of the deck must have.
    pub(super) fn site(&self, found: &str) -> Result<Site, ByHandError> {
        let sites = || self.names.iter().filter_map(Name::site);
        if found == site_name(Site::Plain) {
            return Ok(Site::Plain);
        }
        let site = sites().find(|&site| site_name(site) == found);
        site.ok_or_else(|| {
            let mut known: Vec<_> = sites().filter(|&site| site != Site::Plain).map(site_name).collect();
            known.sort_unstable();
            known.dedup();
            ByHandError::Site { found: found.to_owned(), known }
        })
    }

    /// A Location that acts on the next card is out of the deck.
    pub(super) fn require_site(&mut self, site: Site) -> Result<(), ByHandError> {
        let such = |name: &&mut Name| name.site() == Some(site);
        if site == Site::Plain || self.names.iter().any(|name| name.site() == Some(site) && name.gone > 0) {
            return Ok(());
        }
        match self.names.iter_mut().find(such) {
            Some(name) if !self.fixed => name.take(1),
            _ => Err(ByHandError::SiteLeft { site: site_name(site) }),
        }
    }

    /// A seat has these artifacts.
    pub(super) fn own(&mut self, field: &'static str, list: &str) -> Result<Swag, ByHandError> {
        let swag = self.read(field, list)?;
        for &(at, count) in &swag {
            if !matches!(self.names[at].card.face, Face::Artifact(_)) {
                return Err(ByHandError::NotAnArtifact { field, found: self.name(at).to_owned() });
            }
            self.own_some(at, count)?;
        }
        Ok(together(&swag, &[]))
    }

    /// A seat has so many of a name: of those that are gone, else out of the deck.
    fn own_some(&mut self, at: usize, count: u8) -> Result<(), ByHandError> {
        let fixed = self.fixed;
        let name = &mut self.names[at];
        let free = name.free.min(count);
        if fixed && free < count {
            let named = u32::from(name.copies - name.free) + u32::from(count);
            return Err(ByHandError::TooManyOfCard { card: name.card.name, named, deck: name.copies });
        }
        name.take(count - free)?;
        name.free -= free;
        Ok(())
    }

    /// What artifacts are worth to somebody for whom each is worth `bonus` more.
    pub(super) fn worth(&self, swag: &[(usize, u8)], bonus: u32) -> u32 {
        swag.iter().map(|&(at, count)| (self.names[at].points() + bonus) * u32::from(count)).sum()
    }

    /// A seat has artifacts that are worth so much: as few as possible of those that are left in the deck, and then as
    /// few as possible. `None` if no artifacts are.
    pub(super) fn own_worth(&mut self, worth: u32, bonus: u32) -> Option<Swag> {
        let mut single = Vec::new();
        for (at, name) in self.names.iter().enumerate().filter(|(_, name)| name.points() > 0) {
            let in_deck = if self.fixed { 0 } else { name.copies - name.gone };
            let cost = |in_deck: bool| if in_deck { 1001 } else { 1 };
            single.extend(std::iter::repeat_n((at, cost(false)), name.free.into()));
            single.extend(std::iter::repeat_n((at, cost(true)), in_deck.into()));
        }
        let worth = usize::try_from(worth).ok().filter(|&worth| worth <= 2000)?;
        // The cheapest way to each sum, and by which artifacts.
        let mut ways: Vec<Option<(u32, Swag)>> = vec![None; worth + 1];
        ways[0] = Some((0, Swag::new()));
        for (at, cost) in single {
            let step = (self.names[at].points() + bonus) as usize;
            for sum in (step..=worth).rev() {
                let Some((before, swag)) = ways[sum - step].as_ref() else { continue };
                let total = before + cost;
                if ways[sum].as_ref().is_none_or(|known| total < known.0) {
                    ways[sum] = Some((total, together(swag, &[(at, 1)])));
                }
            }
        }
        let (_, swag) = ways.pop()??;
        for &(at, count) in &swag {
            self.own_some(at, count).ok()?;
        }
        Some(swag)
    }

    /// The places of the names in a list, each with its number.
    fn read(&self, field: &'static str, list: &str) -> Result<Swag, ByHandError> {
        let read = |(found, count): (&str, u8)| {
            let wanted = found.replace('_', " ");
            let place = self.names.iter().position(|name| name.card.name.eq_ignore_ascii_case(&wanted));
            place.map(|at| (at, count)).ok_or_else(|| ByHandError::ZoneCard {
                field,
                found: found.to_owned(),
                known: self.names.iter().map(|name| name.card.name).collect(),
            })
        };
        items(list)?.into_iter().map(read).collect()
    }
}

/// Two swags, each name once and in the order of the deck.
pub(super) fn together(one: &[(usize, u8)], other: &[(usize, u8)]) -> Swag {
    let mut all = Swag::new();
    for &(at, count) in one.iter().chain(other) {
        match all.iter_mut().find(|(known, _)| *known == at) {
            Some((_, known)) => *known += count,
            None => all.push((at, count)),
        }
    }
    all.sort_unstable();
    all
}
