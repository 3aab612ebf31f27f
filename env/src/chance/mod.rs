//! Chance: where the rules ask for a card or a die, a driver answers.
//!
//! The rules are written once, generic over [`Chance`]. [`Sampled`] draws from seeded streams,
//! [`enumerate`] runs the same rules through every outcome with its exact probability, [`next_event`] through one
//! that grows item by item, and [`Scripted`] gives outcomes that were written down. [`Recorded`] wraps a driver and
//! keeps what it answered, [`Itemized`] one and keeps it as [`next_event`] takes it, [`Pausing`] one that holds plays at
//! boundaries; [`Lumping`] enumerates what matters alone, and [`Horizon`] from boundary to boundary.

mod enumerated;
mod explicit;
mod horizon;
mod merged;
mod pausing;
mod recorded;
mod sampled;
mod scripted;
mod stream;

pub use enumerated::{Branch, Enumerated, Lumping, TooManyOutcomes, each_path, enumerate, try_enumerate};
pub use explicit::{Ask, Explicit, ExplicitError, Itemized, next_event};
pub use horizon::{Horizon, HorizonError};
pub use pausing::{Boundary, Pausing};
pub use recorded::{MAX_TALLIES, Recorded, Tallied};
pub use sampled::Sampled;
pub use scripted::{ScriptError, Scripted, with_script};
pub use stream::Stream;

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::{Counts, Seat};

/// What an event of chance is for. Each purpose has a counter of its own, so that one more roll of a die
/// does not change which card is flipped next.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Purpose {
    /// Dealing before the first turn.
    SetUp,
    /// Cards that come to a hand.
    Draw,
    /// Cards that are revealed to all.
    Flip,
    /// Dice.
    Die,
    /// Cards that are lost at random.
    Loss,
}

impl Purpose {
    /// The number of purposes.
    pub const COUNT: usize = 5;
}

/// One kind of random event of a game, such as "die" or "flip". A game lists them in
/// [`Game::TOPICS`](crate::Game::TOPICS).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Topic {
    /// The word that stands before the outcome in replays.
    pub name: &'static str,
    /// Whose counter it uses.
    pub purpose: Purpose,
    /// Whether its outcome is a number of cards, by [`Chance::draw`], and not one item, by [`Chance::pick`].
    pub draws_cards: bool,
}

impl Topic {
    /// An event with one item as its outcome.
    pub const fn item(name: &'static str, purpose: Purpose) -> Self {
        Self { name, purpose, draws_cards: false }
    }

    /// An event with a number of cards as its outcome.
    pub const fn cards(name: &'static str, purpose: Purpose) -> Self {
        Self { name, purpose, draws_cards: true }
    }
}

/// What came of an event: an item of the urn, or the cards of a draw.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Outcome {
    /// One item, by its index in the urn.
    Item(u16),
    /// Cards: the kinds in rising order, each with its number from 1.
    Cards(Box<[(u16, u8)]>),
}

impl Outcome {
    /// The outcome in which these cards were drawn.
    pub fn cards(drawn: &impl Pile) -> Self {
        let counted = (0..drawn.items()).map(|kind| (kind as u16, drawn.weight(kind) as u8));
        Self::Cards(counted.filter(|&(_, count)| count > 0).collect())
    }
}

/// Cards as a pile.
fn pile<P: Pile>(cards: &[(u16, u8)]) -> P {
    let mut pile = P::default();
    for &(kind, count) in cards {
        pile.put(usize::from(kind), count);
    }
    pile
}

/// An event of chance that took place.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Event {
    /// Which kind of event.
    pub topic: Topic,
    /// What came of it.
    pub outcome: Outcome,
}

/// What one item is drawn from: single things, each equally likely, that fall into items.
pub trait Urn {
    /// The number of single things; at least 1 when something is drawn.
    fn total(&self) -> u32;
    /// The number of items (some may be absent).
    fn items(&self) -> usize;
    /// How many of the single things belong to `item`.
    fn weight(&self, item: usize) -> u32;
    /// The item of the single thing `rank` < `total`, in a fixed order of the single things.
    fn item_at(&self, rank: u32) -> usize;
}

/// A multiset of cards: an urn that cards are put into and taken out of.
pub trait Pile: Urn + Clone + Default {
    /// Puts `count` cards of `kind` in.
    fn put(&mut self, kind: usize, count: u8);
    /// Takes a card of `kind` out; there must be one.
    fn take(&mut self, kind: usize);
}

impl Pile for Counts {
    fn put(&mut self, kind: usize, count: u8) {
        *self = self.plus(Self::some(kind, count));
    }

    fn take(&mut self, kind: usize) {
        self.remove(kind);
    }
}

impl Urn for Counts {
    fn total(&self) -> u32 {
        u32::from(Counts::total(*self))
    }

    fn items(&self) -> usize {
        Counts::KINDS
    }

    fn weight(&self, item: usize) -> u32 {
        u32::from(self.of(item))
    }

    fn item_at(&self, rank: u32) -> usize {
        self.kind_at(rank as u8)
    }
}

/// A fair die: item `i` is the face `i + 1`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Die(pub u32);

impl Urn for Die {
    fn total(&self) -> u32 {
        self.0
    }

    fn items(&self) -> usize {
        self.0 as usize
    }

    fn weight(&self, _item: usize) -> u32 {
        1
    }

    fn item_at(&self, rank: u32) -> usize {
        rank as usize
    }
}

/// Items with these weights.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Weights<'a>(pub &'a [u8]);

impl Urn for Weights<'_> {
    fn total(&self) -> u32 {
        self.0.iter().map(|&weight| u32::from(weight)).sum()
    }

    fn items(&self) -> usize {
        self.0.len()
    }

    fn weight(&self, item: usize) -> u32 {
        u32::from(self.0[item])
    }

    fn item_at(&self, rank: u32) -> usize {
        let mut left = rank;
        for (item, &weight) in self.0.iter().enumerate() {
            if left < u32::from(weight) {
                return item;
            }
            left -= u32::from(weight);
        }
        unreachable!("a rank lies below the total")
    }
}

/// Something that happened in a game, to be told to whoever watches and to be counted.
pub trait Happening {
    /// The number of the tally that this counts for, if any; [`Game::STATISTICS`](crate::Game::STATISTICS) says
    /// what the tallies are for.
    fn tally(&self) -> Option<usize>;
    /// How it is told to `viewer` (`None`: to somebody who may see everything); `None` if the viewer hears
    /// nothing of it.
    fn text(&self, viewer: Option<Seat>) -> Option<String>;
}

/// The source of all randomness of the rules, and the ear for what happens in them.
pub trait Chance {
    /// Draws one item of `urn`, which must not be empty.
    fn pick(&mut self, topic: Topic, urn: &impl Urn) -> usize;

    /// Draws `n` cards out of `from` without putting any back, as one event; `n` is at most the total.
    fn draw<P: Pile>(&mut self, topic: Topic, from: &P, n: u32) -> P;

    /// Hears of something that happened. Drivers that do not listen never build it.
    fn tell<H: Happening>(&mut self, _happening: impl FnOnce() -> H) {}

    /// Whether the rules hold at every [`Boundary`]. To be the same throughout a play.
    fn pauses(&self) -> bool {
        false
    }

    /// Whether the rules may ask for outcomes that come to the same as one of them, which then has the chance of all:
    /// fewer paths to follow, where only what a play is worth counts. To be the same throughout a play.
    fn lumps(&self) -> bool {
        false
    }

    /// Rolls a die with the faces 1 to `faces`.
    fn roll(&mut self, topic: Topic, faces: u8) -> u8 {
        self.pick(topic, &Die(u32::from(faces))) as u8 + 1
    }
}

impl<C: Chance> Chance for &mut C {
    fn pick(&mut self, topic: Topic, urn: &impl Urn) -> usize {
        (**self).pick(topic, urn)
    }

    fn draw<P: Pile>(&mut self, topic: Topic, from: &P, n: u32) -> P {
        (**self).draw(topic, from, n)
    }

    fn tell<H: Happening>(&mut self, happening: impl FnOnce() -> H) {
        (**self).tell(happening);
    }

    fn pauses(&self) -> bool {
        (**self).pauses()
    }

    fn lumps(&self) -> bool {
        (**self).lumps()
    }
}

impl fmt::Display for Topic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}
