//! The driver that draws at random from seeded streams.

use serde::{Deserialize, Serialize};

use super::{Chance, Purpose, Stream, Topic, Urn};
use crate::Counts;

/// Random outcomes, fixed by a seed and the number of the episode: one counter per [`Purpose`].
///
/// So a game's flips come in the same order whoever makes them, and nothing depends on threads.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sampled {
    streams: [Stream; Purpose::COUNT],
}

impl Sampled {
    /// The randomness of one episode.
    pub fn new(seed: u64, episode: u64) -> Self {
        Self { streams: Stream::in_a_row(seed, episode, 0) }
    }
}

impl Chance for Sampled {
    fn pick(&mut self, topic: Topic, urn: &impl Urn) -> usize {
        urn.item_at(self.streams[topic.purpose as usize].below(urn.total()))
    }

    fn draw(&mut self, topic: Topic, from: Counts, n: u8) -> Counts {
        draw_one_by_one(&mut self.streams[topic.purpose as usize], from, n)
    }
}

/// `n` cards out of `from` without putting any back, each by one word of `stream`.
fn draw_one_by_one(stream: &mut Stream, from: Counts, n: u8) -> Counts {
    let (mut left, mut drawn) = (from, Counts::NONE);
    for _ in 0..n {
        let kind = left.kind_at(stream.below(u32::from(left.total())) as u8);
        left.remove(kind);
        drawn.add(kind);
    }
    drawn
}
