//! What can be hashed, as a number that stands for it.

use std::hash::{Hash, Hasher};

/// A key of 128 bits, never 0: of a billion different things two have equal keys once in 10^20 runs.
pub(crate) fn key_of(what: &impl Hash) -> u128 {
    let mut lanes = Lanes::<true>::new();
    what.hash(&mut lanes);
    u128::from(lanes.0) << 64 | u128::from(lanes.1) | 1
}

/// A key of 64 bits, for tables that tell things with equal keys apart by the things themselves.
pub(crate) fn short_key_of(what: &impl Hash) -> u64 {
    let mut lanes = Lanes::<false>::new();
    what.hash(&mut lanes);
    lanes.0
}

/// A fast hash: chains of products folded to 64 bits, with odd multipliers of wyhash (Wang Yi 2019); two side by side, or
/// the first alone.
struct Lanes<const BOTH: bool>(u64, u64);

impl<const BOTH: bool> Lanes<BOTH> {
    const fn new() -> Self {
        Self(0x2d35_8dcc_aa6c_78a5, 0x8bb8_4b93_962e_acc9)
    }
}

/// Bytes as words, the last filled up with zeros.
fn each_word(bytes: &[u8], mut visit: impl FnMut(u64)) {
    let (words, rest) = bytes.as_chunks::<8>();
    for &word in words {
        visit(u64::from_le_bytes(word));
    }
    if !rest.is_empty() {
        let mut word = [0; 8];
        word[..rest.len()].copy_from_slice(rest);
        visit(u64::from_le_bytes(word));
    }
}

const fn folded_product(one: u64, other: u64) -> u64 {
    let product = one as u128 * other as u128;
    product as u64 ^ (product >> 64) as u64
}

impl<const BOTH: bool> Hasher for Lanes<BOTH> {
    fn write(&mut self, bytes: &[u8]) {
        each_word(bytes, |word| self.write_u64(word));
    }

    fn write_u8(&mut self, number: u8) {
        self.write_u64(number.into());
    }

    fn write_u16(&mut self, number: u16) {
        self.write_u64(number.into());
    }

    fn write_u32(&mut self, number: u32) {
        self.write_u64(number.into());
    }

    fn write_u64(&mut self, word: u64) {
        self.0 = folded_product(self.0 ^ word, 0xa076_1d64_78bd_642f);
        if BOTH {
            self.1 = folded_product(self.1.wrapping_add(word), 0xe703_7ed1_a0b4_28db);
        }
    }

    fn write_usize(&mut self, number: usize) {
        self.write_u64(number as u64);
    }

    fn finish(&self) -> u64 {
        self.0 ^ self.1
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn whatever_differs_has_another_key() {
        let (mut keys, mut short_keys) = (HashSet::new(), HashSet::new());
        let mut enter = |key, short| assert!(keys.insert(key) && short_keys.insert(short));
        for one in 0..300_u64 {
            for other in 0..300_u64 {
                enter(key_of(&(one, other)), short_key_of(&(one, other)));
            }
        }
        for len in 2..40 {
            let bytes = vec![u8::MAX; len];
            enter(key_of(&bytes), short_key_of(&bytes));
        }
        assert_eq!(key_of(&[1_u8, 2]), key_of(&[1_u8, 2]));
    }
}
