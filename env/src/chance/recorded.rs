//! Wrappers that keep what a driver answered and what happened.

use super::{Chance, Event, Happening, Outcome, Pile, Topic, Urn};
use crate::Seat;

/// Keeps every event of chance and, told to one viewer, everything that happened.
#[derive(Clone, Debug)]
pub struct Recorded<C> {
    inner: C,
    viewer: Option<Seat>,
    events: Vec<Event>,
    lines: Vec<String>,
}

impl<C: Chance> Recorded<C> {
    /// Records `inner`; the lines are those that `viewer` hears (`None`: everything).
    pub fn new(inner: C, viewer: Option<Seat>) -> Self {
        Self { inner, viewer, events: Vec::new(), lines: Vec::new() }
    }

    /// The events since the last call.
    pub fn take_events(&mut self) -> Vec<Event> {
        std::mem::take(&mut self.events)
    }

    /// The lines since the last call.
    pub fn take_lines(&mut self) -> Vec<String> {
        std::mem::take(&mut self.lines)
    }
}

impl<C: Chance> Chance for Recorded<C> {
    fn pick(&mut self, topic: Topic, urn: &impl Urn) -> usize {
        let item = self.inner.pick(topic, urn);
        self.events.push(Event { topic, outcome: Outcome::Item(item as u16) });
        item
    }

    fn draw<P: Pile>(&mut self, topic: Topic, from: &P, n: u32) -> P {
        let cards = self.inner.draw(topic, from, n);
        self.events.push(Event { topic, outcome: Outcome::cards(&cards) });
        cards
    }

    fn tell<H: Happening>(&mut self, happening: impl FnOnce() -> H) {
        self.lines.extend(happening().text(self.viewer));
    }

    fn pauses(&self) -> bool {
        self.inner.pauses()
    }

    fn lumps(&self) -> bool {
        self.inner.lumps()
    }
}

/// The most tallies a game may have.
pub const MAX_TALLIES: usize = 8;

/// Counts what happened, by the tallies of its [`Happening`]s.
#[derive(Clone, Debug)]
pub struct Tallied<C> {
    inner: C,
    /// How often each tally happened; [`Game::STATISTICS`](crate::Game::STATISTICS) says what they are for.
    pub tallies: [u32; MAX_TALLIES],
}

impl<C> Tallied<C> {
    /// Counts on top of `inner`.
    pub fn new(inner: C) -> Self {
        Self { inner, tallies: [0; MAX_TALLIES] }
    }
}

impl<C: Chance> Chance for Tallied<C> {
    fn pick(&mut self, topic: Topic, urn: &impl Urn) -> usize {
        self.inner.pick(topic, urn)
    }

    fn draw<P: Pile>(&mut self, topic: Topic, from: &P, n: u32) -> P {
        self.inner.draw(topic, from, n)
    }

    fn tell<H: Happening>(&mut self, happening: impl FnOnce() -> H) {
        if let Some(tally) = happening().tally() {
            self.tallies[tally] += 1;
        }
    }

    fn pauses(&self) -> bool {
        self.inner.pauses()
    }

    fn lumps(&self) -> bool {
        self.inner.lumps()
    }
}
