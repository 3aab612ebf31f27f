//! Sets of bits, searched without branches and without instructions that not every processor has.

/// A 1 in each of the eight lanes of a word.
pub(crate) const LANES: u64 = 0x0101_0101_0101_0101;

/// The flags of each byte, the lowest bit first: bits become flags eight at a time.
pub(crate) static FLAGS: [[bool; 8]; 256] = {
    let mut flags = [[false; 8]; 256];
    let mut at = 0;
    while at < 8 * 256 {
        flags[at / 8][at % 8] = (at / 8) >> (at % 8) & 1 == 1;
        at += 1;
    }
    flags
};

/// The place of the `rank`th bit that is set in some words, counted from 0; there must be one. (Vigna 2008, "Broadword
/// implementation of rank/select queries".)
#[inline]
pub(crate) fn nth<const WORDS: usize>(words: &[u64; WORDS], rank: u32) -> u32 {
    let (mut at, mut left) = (0, rank);
    for (place, &word) in words[..WORDS - 1].iter().enumerate() {
        let here = count(prefix_counts(word));
        let beyond = u32::from(at == place) & u32::from(left >= here);
        at += beyond as usize;
        left -= beyond * here;
    }
    64 * at as u32 + nth_in_word(words[at], left)
}

#[inline]
const fn nth_in_word(word: u64, rank: u32) -> u32 {
    let counts = prefix_counts(word);
    let byte = 8 * lanes_not_above(counts, rank);
    let before = (counts << 8 >> byte) as u32 & 0xff;
    // Each bit of the byte in a lane of its own, then how many are set up to each.
    let spread = (word >> byte & 0xff).wrapping_mul(LANES) & 0x8040_2010_0804_0201;
    let counts_in_byte = ((spread + 0x7f * LANES) >> 7 & LANES).wrapping_mul(LANES);
    byte + lanes_not_above(counts_in_byte, rank - before)
}

/// Lane k holds the number of bits that are set in the bytes 0 to k.
#[inline]
const fn prefix_counts(word: u64) -> u64 {
    let pairs = word - (word >> 1 & 0x5555_5555_5555_5555);
    let fours = (pairs & 0x3333_3333_3333_3333) + (pairs >> 2 & 0x3333_3333_3333_3333);
    ((fours + (fours >> 4)) & 0x0f0f_0f0f_0f0f_0f0f).wrapping_mul(LANES)
}

const fn count(prefix_counts: u64) -> u32 {
    (prefix_counts >> 56) as u32
}

/// How many lanes hold at most `rank`; all are below 128, and so is the rank.
#[inline]
pub(crate) const fn lanes_not_above(lanes: u64, rank: u32) -> u32 {
    let not_above = ((rank as u64 | 0x80).wrapping_mul(LANES) - lanes) >> 7 & LANES;
    (not_above.wrapping_mul(LANES) >> 56) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_rank_finds_its_bit() {
        let mut random = crate::Stream::for_player(1, 0, 0);
        let mut sparse = || random.word() & random.word();
        for _ in 0..200 {
            let words = [sparse(), 0, sparse(), u64::MAX];
            let set: Vec<u32> =
                (0..256).filter(|&bit| words[bit as usize / 64] >> (bit % 64) & 1 == 1).collect();
            for (rank, &bit) in set.iter().enumerate() {
                assert_eq!(nth(&words, rank as u32), bit);
            }
        }
    }
}
