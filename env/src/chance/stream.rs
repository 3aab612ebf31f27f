//! A counter-based stream of random words.

use std::convert::Infallible;

use chacha20::ChaCha8Rng;
use rand::{Rng as _, SeedableRng as _, TryRng};
use serde::{Deserialize, Serialize};

use crate::Seat;

/// 2^64 divided by the golden ratio: the step of the counter.
const STEP: u64 = 0x9e37_79b9_7f4a_7c15;

/// What streams are for. Those of a game's chance come first, one for each [`Purpose`](super::Purpose); of players and
/// copies there are as many as seats or purposes.
mod purpose {
    pub const PLAYERS: u64 = 1 << 32;
    pub const SEATING: u64 = 1 << 33;
    pub const SET_UP: u64 = 1 << 34;
    pub const AGENT: u64 = SET_UP + 1;
    pub const ACTIONS: u64 = SET_UP + 2;
    pub const REDRAW: u64 = SET_UP + 3;
    pub const RESAMPLING: u64 = SET_UP + 4;
    pub const SELF_PLAY: u64 = SET_UP + 5;
    pub const LEARNING: u64 = SET_UP + 6;
    pub const COPIES: u64 = 1 << 35;
}

/// The random words that belong to a key: word `n` is a fixed function of the key and `n` alone, so streams
/// with different keys never depend on each other's use, nor on threads. The function is the output of
/// `SplitMix64` (Steele, Lea and Flood 2014, "Fast splittable pseudorandom number generators").
///
/// Keys are output of the cipher `ChaCha8` under the seed: whoever holds one stream of an episode, as players do,
/// learns nothing of the others.
///
/// It is a generator of `rand`, for players and redraws.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stream {
    /// The key, and a step for each word that was taken.
    counter: u64,
}

impl Stream {
    /// The stream of one purpose within one episode of one seed; purposes are numbers below 2^60.
    pub fn new(seed: u64, episode: u64, purpose: u64) -> Self {
        let [stream] = Self::in_a_row(seed, episode, purpose);
        stream
    }

    /// The stream from which the player at `seat` draws in one episode of one seed.
    pub fn for_player(seed: u64, episode: u64, seat: Seat) -> Self {
        Self::new(seed, episode, purpose::PLAYERS + seat as u64)
    }

    /// What [`for_player`](Self::for_player) gives for each of the seats, the first at `out[0]`.
    pub(crate) fn write_for_players(seed: u64, episode: u64, out: &mut [Self]) {
        const AT_ONCE: usize = 4;
        for (place, streams) in out.chunks_mut(AT_ONCE).enumerate() {
            let first = purpose::PLAYERS + (place * AT_ONCE) as u64;
            let made = Self::in_a_row::<AT_ONCE>(seed, episode, first);
            streams.clone_from_slice(&made[..streams.len()]);
        }
    }

    /// The stream from which it is drawn who sits where in one episode of one seed.
    pub fn for_seating(seed: u64, episode: u64) -> Self {
        Self::new(seed, episode, purpose::SEATING)
    }

    /// The stream from which the set-up of this number is drawn, in one of several series of set-ups.
    pub(crate) fn for_set_up(number: u32, series: u64) -> Self {
        Self::new(number.into(), series, purpose::SET_UP)
    }

    /// The stream of a player that is asked by itself, outside any episode.
    pub fn for_agent(seed: u64) -> Self {
        Self::new(seed, 0, purpose::AGENT)
    }

    /// The stream with this key, at no cost: for planners, which draw keys at random from a stream of their own.
    pub const fn keyed(key: u64) -> Self {
        Self { counter: mix(key) }
    }

    /// The stream from which whoever explores draws actions.
    pub fn for_actions(seed: u64) -> Self {
        Self::new(seed, 0, purpose::ACTIONS)
    }

    /// The stream from which what is hidden is drawn anew.
    pub fn for_redraw(seed: u64) -> Self {
        Self::new(seed, 0, purpose::REDRAW)
    }

    /// The stream from which results are drawn again, to see how far they bear a figure.
    pub fn for_resampling(seed: u64) -> Self {
        Self::new(seed, 0, purpose::RESAMPLING)
    }

    /// The stream from which the table of this number is set up in self-play.
    pub fn for_self_play(seed: u64, table: u64) -> Self {
        Self::new(seed, table, purpose::SELF_PLAY)
    }

    /// The stream from which a learner draws what it looks at in this step; at step 0 it draws what it begins with.
    pub fn for_learning(seed: u64, step: u64) -> Self {
        Self::new(seed, step, purpose::LEARNING)
    }

    /// The streams of the chance of copies, which no episode has.
    pub(super) fn for_copies<const N: usize>(seed: u64) -> [Self; N] {
        Self::in_a_row(seed, 0, purpose::COPIES)
    }

    /// A fixed function of `words`, by the same mixing, for what must be told apart in the same way for ever.
    pub(crate) fn digest(words: impl IntoIterator<Item = u64>) -> u64 {
        words.into_iter().fold(0, |digest, word| mix((digest ^ word).wrapping_add(STEP)))
    }

    /// The streams of `N` purposes that follow on each other.
    pub(super) fn in_a_row<const N: usize>(seed: u64, episode: u64, first: u64) -> [Self; N] {
        let mut cipher_key = [0; 32];
        cipher_key[..8].copy_from_slice(&seed.to_le_bytes());
        let mut cipher = ChaCha8Rng::from_seed(cipher_key);
        cipher.set_stream(episode);
        cipher.set_word_pos(2 * u128::from(first)); // a key is two of the cipher's words
        std::array::from_fn(|_| Self { counter: cipher.next_u64() })
    }

    /// The next word.
    pub const fn word(&mut self) -> u64 {
        self.counter = self.counter.wrapping_add(STEP);
        mix(self.counter)
    }

    /// A number from 0 to `n` - 1 from exactly one word, by multiplication (Lemire 2019). The bias is below
    /// `n` / 2^64.
    pub const fn below(&mut self, n: u32) -> u32 {
        ((self.word() as u128 * n as u128) >> 64) as u32
    }
}

const fn mix(word: u64) -> u64 {
    let word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    word ^ (word >> 31)
}

impl TryRng for Stream {
    type Error = Infallible;

    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        Ok((self.word() >> 32) as u32)
    }

    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        Ok(self.word())
    }

    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Infallible> {
        for chunk in bytes.chunks_mut(8) {
            chunk.copy_from_slice(&self.word().to_le_bytes()[..chunk.len()]);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_words_are_those_of_splitmix64() {
        // The reference implementation's first outputs for the seed 1234567.
        let mut stream = Stream { counter: 1_234_567 };
        let expected = [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423];
        assert_eq!(expected.map(|_| stream.word()), expected);
        assert_eq!(Stream::digest([1_234_567]), expected[0]);
    }

    #[test]
    fn the_digest_depends_on_every_word_and_its_place() {
        let mut digests = std::collections::HashSet::new();
        for words in [&[0, 0, 0][..], &[0, 0], &[1, 0, 0], &[0, 1, 0], &[0, 0, 1], &[1, 1, 0], &[0, 1, 1]] {
            assert!(digests.insert(Stream::digest(words.iter().copied())), "{words:?}");
        }
    }

    #[test]
    fn the_keys_are_the_ciphers_words() {
        // A change here changes every seeded game.
        let keys = Stream::in_a_row::<3>(1, 2, 0).map(|stream| stream.counter);
        assert_eq!(keys, [0, 1, 2].map(|purpose| Stream::new(1, 2, purpose).counter));
        // By another implementation of the cipher: key 1, stream 2, 8 rounds.
        assert_eq!(keys, [6_938_885_953_644_749_562, 2_026_289_535_659_934_096, 7_497_731_145_114_321_849]);
    }

    #[test]
    fn the_streams_of_all_players_are_those_of_each() {
        let mut streams = vec![Stream::new(0, 0, 0); 10];
        Stream::write_for_players(3, 1, &mut streams);
        for (seat, stream) in streams.iter().enumerate() {
            assert_eq!(*stream, Stream::for_player(3, 1, seat));
        }
    }

    #[test]
    fn no_two_purposes_share_a_stream() {
        let mut streams = Stream::in_a_row::<5>(3, 0, 0).to_vec();
        streams.extend(Stream::for_copies::<5>(3));
        streams.extend((0..10).map(|seat| Stream::for_player(3, 0, seat)));
        streams.extend([Stream::for_seating(3, 0), Stream::for_set_up(3, 0), Stream::for_set_up(3, 1)]);
        streams.extend([Stream::for_agent(3), Stream::for_actions(3), Stream::for_redraw(3)]);
        streams.push(Stream::for_resampling(3));
        let keys: std::collections::HashSet<_> = streams.iter().map(|stream| stream.counter).collect();
        assert_eq!(keys.len(), streams.len());
    }

    #[test]
    fn neighbouring_keys_share_no_words() {
        let mut seen = std::collections::HashSet::new();
        for seed in 0..8 {
            for episode in 0..8 {
                for purpose in 0..8 {
                    let mut stream = Stream::new(seed, episode, purpose);
                    assert!((0..16).all(|_| seen.insert(stream.word())));
                }
            }
        }
    }
}
