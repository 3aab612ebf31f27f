//! Positions of Zone Stalker that are made to order: a position line, taken apart, changed and put together again.
//!
//! What is changed is changed at random, from streams that belong to the sample alone. So a sample is the same in all
//! cells of a map, as far as they can be alike: of two hands the smaller lies within the larger, and of two decks too.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use roadside_env::games::zone_stalker::{Face, ZoneCard, ZoneStalker};
use roadside_env::{Game, Sampled, Stream, View};

use super::quantity::Quantity;

const KINDS: usize = 8;
/// Where the streams of this module begin, beyond those that games and players use.
const STREAMS: u64 = 1 << 36;

/// Why a position cannot be.
pub(super) type Reason = String;

/// The Zone cards of the whole deck.
pub(crate) fn zone_cards<const SEATS: usize>(game: &ZoneStalker<SEATS>) -> Vec<ZoneCard> {
    let state = game.new_initial_state(&mut Sampled::new(0, 0));
    let view = View::new(game, &state, 0);
    view.zone_cards().map(|(card, copies)| ZoneCard { copies, ..*card }).collect()
}

/// A deck that positions are made with, by the words of position lines.
pub(super) struct Deck {
    /// The name in position lines, and the card with as many copies as the whole deck has.
    cards: Vec<(String, ZoneCard)>,
}

impl Deck {
    pub(super) fn new<const SEATS: usize>(game: &ZoneStalker<SEATS>) -> Self {
        let cards = zone_cards(game).into_iter();
        Self { cards: cards.map(|card| (card.name.replace(' ', "_"), card)).collect() }
    }

    fn points(&self, place: usize) -> Option<u32> {
        match self.cards[place].1.face {
            Face::Artifact(artifact) => Some(u32::from(artifact.points)),
            _ => None,
        }
    }

    fn is_hazard(&self, place: usize) -> bool {
        matches!(self.cards[place].1.face, Face::Hazard(_))
    }

    fn place(&self, name: &str) -> Option<usize> {
        self.cards.iter().position(|(known, _)| known == name)
    }
}

/// The random choices of one sample.
#[derive(Clone, Copy)]
pub(super) struct Draw {
    pub(super) seed: u64,
    pub(super) sample: u64,
}

impl Draw {
    /// `things` in random order; `purpose` tells orders apart.
    fn shuffled<T>(self, purpose: u64, mut things: Vec<T>) -> Vec<T> {
        let mut stream = Stream::new(self.seed, self.sample, STREAMS + purpose);
        for end in (1..things.len()).rev() {
            things.swap(end, stream.below(end as u32 + 1) as usize);
        }
        things
    }
}

/// A position in which the active seat chooses between flip and stop.
#[derive(Clone)]
pub(super) struct Scene {
    /// The fields that stay as they are, by name.
    fields: BTreeMap<String, String>,
    active: usize,
    quiet: u32,
    flipped: bool,
    /// The Zone cards that are left, by place in the deck.
    zone: Vec<u8>,
    deck: [u8; KINDS],
    discard: [u8; KINDS],
    seats: Vec<Seat>,
}

#[derive(Clone)]
struct Seat {
    character: String,
    alive: bool,
    injuries: u32,
    permanent: u32,
    /// Turns to miss, and whether it was spared.
    rest: [String; 2],
    /// Cards kept, fresh and known.
    cards: [[u8; KINDS]; 3],
    /// Artifacts by place in the deck.
    swag: BTreeMap<usize, u8>,
}

const ORDER: [&str; 14] = [
    "turn", "phase", "quiet", "flags", "site", "card", "roll", "table", "offers", "found", "dealt", "gone",
    "deck", "discard",
];

impl Scene {
    /// The scene of a position line as the game writes it; of a beginning if it is one. `None` if the active seat does
    /// not choose between flip and stop in it.
    pub(super) fn read(deck: &Deck, line: &str, seats: usize) -> Option<Self> {
        let fields: BTreeMap<String, String> = line
            .split_whitespace()
            .filter_map(|field| field.split_once('='))
            .map(|(name, value)| (name.to_owned(), value.to_owned()))
            .collect();
        let get = |name: &str| fields.get(name).map(String::as_str);
        let beginning = get("phase")?.starts_with("hindu:");
        if get("phase")? != "choose" && !beginning {
            return None;
        }
        let mut zone: Vec<u8> = deck.cards.iter().map(|(_, card)| card.copies).collect();
        for (place, count) in counted(deck, get("gone")?) {
            zone[place] -= count;
        }
        let stalkers = (0..seats).map(|seat| Seat::read(deck, get(&format!("p{seat}"))?));
        Some(Self {
            active: get("turn")?.parse().ok()?,
            quiet: get("quiet")?.parse().ok()?,
            flipped: get("flags")?.contains('f'),
            zone,
            deck: counts(get("deck")?)?,
            discard: counts(get("discard")?)?,
            seats: stalkers.collect::<Option<_>>()?,
            fields,
        })
    }

    /// Whether a card has been flipped this turn, or is said to have been. That takes a card off the Zone deck if none
    /// is gone yet.
    pub(super) fn set_flipped(&mut self, deck: &Deck, flipped: bool, draw: Draw) {
        self.flipped = flipped && self.quiet == 0;
        let whole = self.zone.iter().zip(&deck.cards).all(|(&left, (_, card))| left == card.copies);
        if self.flipped && whole {
            let harmless: Vec<usize> = (0..self.zone.len())
                .filter(|&place| {
                    self.zone[place] > 0 && deck.points(place).is_none() && !deck.is_hazard(place)
                })
                .collect();
            let any = || (0..self.zone.len()).filter(|&place| self.zone[place] > 0).collect();
            let from = if harmless.is_empty() { any() } else { harmless };
            if let Some(&place) = draw.shuffled(0, from).first() {
                self.zone[place] -= 1;
            }
        }
    }

    /// Sets `quantity` to `value`.
    pub(super) fn set(
        &mut self,
        deck: &Deck,
        quantity: Quantity,
        value: i32,
        draw: Draw,
    ) -> Result<(), Reason> {
        let least = u32::from(matches!(quantity, Quantity::Hand | Quantity::Cards));
        let count = || {
            let count = u32::try_from(value).ok().filter(|&count| count >= least);
            count.ok_or_else(|| format!("{quantity} = {value}: legal is {least} and more"))
        };
        let active = self.active;
        match quantity {
            Quantity::Hand => self.set_hand(active, count()?, draw),
            Quantity::Injuries => self.seats[active].set_injuries(count()?),
            Quantity::Lead => self.set_lead(deck, value, draw),
            Quantity::Score => self.set_score(deck, active, count()?, draw),
            Quantity::Cards => self.set_cards(count()?, draw),
            Quantity::Hazards => self.set_hazards(deck, count()?, draw),
            Quantity::Quiet => {
                self.quiet = count()?;
                self.flipped &= self.quiet == 0;
                Ok(())
            }
            Quantity::TheirHand => {
                let count = count()?;
                self.opponents().try_for_each(|seat| self.set_hand(seat, count, draw))
            }
            Quantity::TheirInjuries => {
                let count = count()?;
                self.opponents().try_for_each(|seat| self.seats[seat].set_injuries(count))
            }
        }
    }

    /// The living ones.
    fn opponents(&self) -> impl Iterator<Item = usize> + use<> {
        let living: Vec<usize> =
            (0..self.seats.len()).filter(|&seat| seat != self.active && self.seats[seat].alive).collect();
        living.into_iter()
    }

    /// A smaller hand has lost random cards to the discard pile, a larger one has drawn some.
    fn set_hand(&mut self, seat: usize, size: u32, draw: Draw) -> Result<(), Reason> {
        let purpose = 16 + 4 * seat as u64;
        let held =
            (0..3).flat_map(|pile| singles(&self.seats[seat].cards[pile]).map(move |kind| (pile, kind)));
        let held = draw.shuffled(purpose, held.collect());
        for &(pile, kind) in held.iter().skip(size as usize) {
            self.seats[seat].cards[pile][kind] -= 1;
            self.discard[kind] += 1;
        }
        let missing = size.saturating_sub(held.len() as u32) as usize;
        let left = draw.shuffled(purpose + 1, singles(&self.deck).collect());
        if missing > left.len() {
            let most = held.len() + left.len();
            return Err(format!("a hand of {size} cards: the deck has no more; legal is at most {most}"));
        }
        for &kind in &left[..missing] {
            self.deck[kind] -= 1;
            self.seats[seat].cards[1][kind] += 1;
        }
        Ok(())
    }

    fn set_lead(&mut self, deck: &Deck, lead: i32, draw: Draw) -> Result<(), Reason> {
        let best = self.opponents().max_by_key(|&seat| (self.score(deck, seat), std::cmp::Reverse(seat)));
        let Some(best) = best else { return Err("a lead is one over a living opponent".to_owned()) };
        let theirs = self.score(deck, best) as i32;
        let (least, most) = (-self.most_score(deck, best), self.most_score(deck, self.active) - theirs);
        if !(least..=most).contains(&lead) {
            return Err(format!("a lead of {lead} Swag Points: legal is {least} to {most}"));
        }
        if theirs + lead >= 0 {
            return self.set_score(deck, self.active, (theirs + lead) as u32, draw);
        }
        self.set_score(deck, self.active, 0, draw)?;
        self.set_score(deck, best, lead.unsigned_abs(), draw)
    }

    /// What all artifacts are worth to a seat that are left or its own, or the active seat's.
    fn most_score(&self, deck: &Deck, seat: usize) -> i32 {
        let bonus = self.seats[seat].bonus();
        let owned = |owner: usize, place: usize| self.seats[owner].swag.get(&place).copied().unwrap_or(0);
        let count = |place: usize| {
            let others = if seat == self.active { 0 } else { owned(self.active, place) };
            u32::from(self.zone[place]) + u32::from(owned(seat, place)) + u32::from(others)
        };
        let worth = |place: usize| deck.points(place).map_or(0, |points| (points + bonus) * count(place));
        (0..self.zone.len()).map(worth).sum::<u32>() as i32
    }

    /// Random artifacts that are worth so much take the place of the swag, which goes back into the Zone deck.
    fn set_score(&mut self, deck: &Deck, seat: usize, score: u32, draw: Draw) -> Result<(), Reason> {
        let most = self.most_score(deck, seat);
        for (place, count) in std::mem::take(&mut self.seats[seat].swag) {
            self.zone[place] += count;
        }
        let bonus = self.seats[seat].bonus();
        let artifacts = (0..self.zone.len()).filter_map(|place| Some((place, deck.points(place)? + bonus)));
        let single = |(place, worth)| std::iter::repeat_n((place, worth), usize::from(self.zone[place]));
        let choice = draw.shuffled(17 + 4 * seat as u64 + 1, artifacts.flat_map(single).collect());
        let worths: Vec<u32> = choice.iter().map(|&(_, worth)| worth).collect();
        let taken = exact_sum(&worths, score)
            .ok_or_else(|| {
                format!("no artifacts that are left are worth {score} Swag Points; legal is 0 to {most}, as they add up")
            })?;
        for at in taken {
            let place = choice[at].0;
            self.zone[place] -= 1;
            *self.seats[seat].swag.entry(place).or_default() += 1;
        }
        self.fields.insert("found".to_owned(), "-".to_owned());
        Ok(())
    }

    fn score(&self, deck: &Deck, seat: usize) -> u32 {
        let bonus = self.seats[seat].bonus();
        let worth =
            |(&place, &count): (&usize, &u8)| (deck.points(place).unwrap_or(0) + bonus) * u32::from(count);
        self.seats[seat].swag.iter().map(worth).sum()
    }

    /// So many random cards stay in the Zone deck.
    fn set_cards(&mut self, count: u32, draw: Draw) -> Result<(), Reason> {
        let all = draw.shuffled(1, self.zone_singles(|_| true));
        self.keep(all, |_| true, count, "cards")
    }

    /// So many random Hazards stay in the Zone deck, with all that is no Hazard.
    fn set_hazards(&mut self, deck: &Deck, count: u32, draw: Draw) -> Result<(), Reason> {
        let hazards = draw.shuffled(2, self.zone_singles(|place| deck.is_hazard(place)));
        self.keep(hazards, |place| deck.is_hazard(place), count, "Hazards")
    }

    /// Both at once: so many Hazards, and so many other cards that there are `cards` in all.
    pub(super) fn set_cards_and_hazards(
        &mut self,
        deck: &Deck,
        (cards, hazards): (i32, i32),
        draw: Draw,
    ) -> Result<(), Reason> {
        let others = u32::try_from(cards - hazards).map_err(|_| {
            format!("{cards} cards are left, so not {hazards} Hazards; legal are at most as many")
        })?;
        self.set(deck, Quantity::Hazards, hazards, draw)?;
        let rest = draw.shuffled(3, self.zone_singles(|place| !deck.is_hazard(place)));
        self.keep(rest, |place| !deck.is_hazard(place), others, "cards that are no Hazards")
    }

    fn zone_singles(&self, fits: impl Fn(usize) -> bool) -> Vec<usize> {
        let places = (0..self.zone.len()).filter(|&place| fits(place));
        places.flat_map(|place| std::iter::repeat_n(place, usize::from(self.zone[place]))).collect()
    }

    /// Of the cards that fit, the first `count` in this order stay.
    fn keep(
        &mut self,
        order: Vec<usize>,
        fits: impl Fn(usize) -> bool,
        count: u32,
        what: &str,
    ) -> Result<(), Reason> {
        if count as usize > order.len() {
            return Err(format!(
                "{count} {what} in the Zone deck: legal is at most {}, as many are left",
                order.len()
            ));
        }
        for (_, left) in self.zone.iter_mut().enumerate().filter(|(place, _)| fits(*place)) {
            *left = 0;
        }
        order.into_iter().take(count as usize).for_each(|place| self.zone[place] += 1);
        Ok(())
    }

    /// The position line.
    pub(super) fn line(&self, deck: &Deck) -> String {
        let gone =
            deck.cards.iter().enumerate().map(|(place, (_, card))| (place, card.copies - self.zone[place]));
        let mut line = String::new();
        for name in ORDER {
            let value = match name {
                "phase" => "choose".to_owned(),
                "quiet" => self.quiet.to_string(),
                "flags" => self.flags(),
                "gone" => words(deck, gone.clone()),
                "deck" => dotted(self.deck),
                "discard" => dotted(self.discard),
                _ => self.fields[name].clone(),
            };
            let _ = write!(line, "{name}={value} ");
        }
        for (seat, stalker) in self.seats.iter().enumerate() {
            let _ = write!(line, "p{seat}={} ", stalker.words(deck));
        }
        line.pop();
        line
    }

    fn flags(&self) -> String {
        let used = if self.flipped && self.fields["flags"].contains('u') { "u" } else { "" };
        match (self.flipped, used) {
            (true, used) => format!("f{used}"),
            (false, _) => "-".to_owned(),
        }
    }
}

impl Seat {
    fn read(deck: &Deck, text: &str) -> Option<Self> {
        let parts: Vec<&str> = text.split(':').collect();
        let [character, alive, injuries, permanent, missed, spared, kept, fresh, known, swag] = parts[..]
        else {
            return None;
        };
        Some(Self {
            character: character.to_owned(),
            alive: alive == "alive",
            injuries: injuries.parse().ok()?,
            permanent: permanent.parse().ok()?,
            rest: [missed, spared].map(str::to_owned),
            cards: [counts(kept)?, counts(fresh)?, counts(known)?],
            swag: counted(deck, swag).collect(),
        })
    }

    /// What Culligan gets more for each artifact.
    fn bonus(&self) -> u32 {
        u32::from(self.character == "Culligan")
    }

    #[allow(clippy::unnecessary_wraps)] // as the other quantities
    fn set_injuries(&mut self, injuries: u32) -> Result<(), Reason> {
        self.injuries = injuries;
        self.permanent = self.permanent.min(injuries);
        Ok(())
    }

    fn words(&self, deck: &Deck) -> String {
        let [missed, spared] = &self.rest;
        let [kept, fresh, known] = self.cards.map(dotted);
        let Self { character, injuries, permanent, .. } = self;
        let alive = if self.alive { "alive" } else { "dead" };
        let swag = words(deck, self.swag.iter().map(|(&place, &count)| (place, count)));
        format!("{character}:{alive}:{injuries}:{permanent}:{missed}:{spared}:{kept}:{fresh}:{known}:{swag}")
    }
}

/// The items of a list, by place in the deck, each with its number.
fn counted<'a>(deck: &'a Deck, text: &'a str) -> impl Iterator<Item = (usize, u8)> + 'a {
    text.split(',').filter_map(|item| {
        let (name, count) = item.split_once('*').unwrap_or((item, "1"));
        Some((deck.place(name)?, count.parse().ok()?))
    })
}

fn words(deck: &Deck, items: impl Iterator<Item = (usize, u8)>) -> String {
    let word = |(place, count): (usize, u8)| match count {
        0 => None,
        1 => Some(deck.cards[place].0.clone()),
        _ => Some(format!("{}*{count}", deck.cards[place].0)),
    };
    let words: Vec<String> = items.filter_map(word).collect();
    if words.is_empty() { "-".to_owned() } else { words.join(",") }
}

fn counts(text: &str) -> Option<[u8; KINDS]> {
    text.split('.').map(|count| count.parse().ok()).collect::<Option<Vec<u8>>>()?.try_into().ok()
}

fn dotted(counts: [u8; KINDS]) -> String {
    counts.map(|count| count.to_string()).join(".")
}

/// The kinds of single cards.
fn singles(counts: &[u8; KINDS]) -> impl Iterator<Item = usize> {
    let counts = *counts;
    (0..KINDS).flat_map(move |kind| std::iter::repeat_n(kind, usize::from(counts[kind])))
}

/// The places of numbers that add up to `sum`, of which those in front are taken where it can be done.
fn exact_sum(numbers: &[u32], sum: u32) -> Option<Vec<usize>> {
    let most = sum as usize;
    if most > numbers.iter().map(|&number| number as usize).sum() {
        return None;
    }
    // Which sums the numbers from each place on can make.
    let mut reachable = vec![vec![false; most + 1]; numbers.len() + 1];
    reachable[numbers.len()][0] = true;
    for at in (0..numbers.len()).rev() {
        let number = numbers[at] as usize;
        for sum in 0..=most {
            reachable[at][sum] = reachable[at + 1][sum] || sum >= number && reachable[at + 1][sum - number];
        }
    }
    let mut left = most;
    if !reachable[0][left] {
        return None;
    }
    let mut taken = Vec::new();
    for (at, &number) in numbers.iter().enumerate() {
        let number = number as usize;
        if left >= number && number > 0 && reachable[at + 1][left - number] {
            taken.push(at);
            left -= number;
        }
    }
    Some(taken)
}

#[cfg(test)]
mod tests;
