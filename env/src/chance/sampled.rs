//! The driver that draws at random from seeded streams.

use serde::{Deserialize, Serialize};

use super::{Chance, Pile, Purpose, Stream, Topic, Urn};

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

    /// The randomness of a copy that plays on by itself, as planners make them. No episode of any seed has it, so a
    /// planner with the seed of its environment does not foresee.
    pub fn for_copy(seed: u64) -> Self {
        Self { streams: Stream::for_copies(seed) }
    }

    /// The randomness that belongs to a key, at the cost of a few multiplications: for planners, which need some for
    /// each of very many short plays. Keys should be drawn at random; no episode of any seed is foreseen by one.
    pub fn keyed(key: u64) -> Self {
        let mut keys = Stream::keyed(key);
        Self { streams: std::array::from_fn(|_| Stream::keyed(keys.word())) }
    }
}

impl Chance for Sampled {
    fn pick(&mut self, topic: Topic, urn: &impl Urn) -> usize {
        urn.item_at(self.streams[topic.purpose as usize].below(urn.total()))
    }

    fn draw<P: Pile>(&mut self, topic: Topic, from: &P, n: u32) -> P {
        draw_one_by_one(&mut self.streams[topic.purpose as usize], from, n)
    }
}

/// `n` cards out of `from` without putting any back, each by one word of `stream`.
fn draw_one_by_one<P: Pile>(stream: &mut Stream, from: &P, n: u32) -> P {
    let (mut left, mut drawn) = (from.clone(), P::default());
    for _ in 0..n {
        let kind = left.item_at(stream.below(left.total()));
        left.take(kind);
        drawn.put(kind, 1);
    }
    drawn
}
