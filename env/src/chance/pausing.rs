//! Boundaries: places between decisions where a play can be held and taken up again.

use super::{Chance, Happening, Pile, Topic, Urn};

/// Where the rules leave a position to a driver that [pauses](Chance::pauses);
/// [`State::boundary`](crate::State::boundary) says which a paused position stands at.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Boundary {
    /// Before an event of chance to which different ways lead. Positions may have become equal here, so merging
    /// them saves going on from each.
    Confluence,
    /// A turn has ended and the next has not begun.
    Turn,
}

/// Pauses at every boundary, on top of a driver.
#[derive(Clone, Debug)]
pub struct Pausing<C>(pub C);

impl<C: Chance> Chance for Pausing<C> {
    fn pick(&mut self, topic: Topic, urn: &impl Urn) -> usize {
        self.0.pick(topic, urn)
    }

    fn draw<P: Pile>(&mut self, topic: Topic, from: &P, n: u32) -> P {
        self.0.draw(topic, from, n)
    }

    fn tell<H: Happening>(&mut self, happening: impl FnOnce() -> H) {
        self.0.tell(happening);
    }

    fn pauses(&self) -> bool {
        true
    }

    fn lumps(&self) -> bool {
        self.0.lumps()
    }
}
