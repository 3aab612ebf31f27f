//! What a seat knows as one number.

use std::hash::{Hash, Hasher};

/// A hash of 128 bits, so long that two that differ never have the same within a search.
///
/// Two lanes that take in a word each time by a multiplication to 128 bits, folded to 64 (as wyhash does).
#[derive(Clone, Debug)]
struct Lanes([u64; 2]);

const STEPS: [u64; 2] = [0xa076_1d64_78bd_642f, 0xe703_7ed1_a0b4_28db];
const STARTS: [u64; 2] = [0x8ebc_6af0_9c88_c6e3, 0x5899_65cc_7537_4cc3];

/// The key of whatever is hashed.
pub(super) fn key_of(what: &impl Hash) -> u128 {
    let mut lanes = Lanes(STARTS);
    what.hash(&mut lanes);
    lanes.take(0x1d8e_4e27_c47d_124f);
    u128::from(lanes.0[0]) << 64 | u128::from(lanes.0[1])
}

const fn fold(one: u64, other: u64) -> u64 {
    let product = one as u128 * other as u128;
    product as u64 ^ (product >> 64) as u64
}

impl Lanes {
    #[inline]
    const fn take(&mut self, word: u64) {
        let [one, other] = self.0;
        self.0 = [fold(one ^ word, STEPS[0]), fold(other.rotate_left(23) ^ word, STEPS[1])];
    }
}

impl Hasher for Lanes {
    fn finish(&self) -> u64 {
        self.0[0]
    }

    fn write(&mut self, bytes: &[u8]) {
        let (words, rest) = bytes.as_chunks::<8>();
        for &word in words {
            self.take(u64::from_le_bytes(word));
        }
        if !rest.is_empty() {
            let mut last = [0; 8];
            last[..rest.len()].copy_from_slice(rest);
            self.take(u64::from_le_bytes(last) ^ (rest.len() as u64) << 56);
        }
    }

    fn write_u8(&mut self, number: u8) {
        self.take(number.into());
    }

    fn write_u16(&mut self, number: u16) {
        self.take(number.into());
    }

    fn write_u32(&mut self, number: u32) {
        self.take(number.into());
    }

    fn write_u64(&mut self, number: u64) {
        self.take(number);
    }

    fn write_usize(&mut self, number: usize) {
        self.take(number as u64);
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn whatever_differs_has_another_key() {
        let mut keys = HashSet::new();
        for one in 0..300_u64 {
            for other in 0..300_u64 {
                assert!(keys.insert(key_of(&(one, other))));
            }
        }
        for len in 0..40 {
            assert!(keys.insert(key_of(&vec![0_u8; len])), "{len}");
        }
        assert_eq!(key_of(&[1_u8, 2]), key_of(&[1_u8, 2]));
    }
}
