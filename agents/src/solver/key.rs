//! Positions as 128 bits.

use std::hash::{Hash, Hasher};

/// A fast hash of 128 bits: two chains of products folded to 64 bits, with the odd multipliers of wyhash (Wang Yi
/// 2019). Of a billion positions two have equal bits once in 10^20 runs.
#[derive(Clone, Copy)]
pub(super) struct Key(u64, u64);

impl Key {
    /// The bits of a position; never all 0.
    pub(super) fn of(position: &impl Hash) -> [u64; 2] {
        let mut key = Self(0x2d35_8dcc_aa6c_78a5, 0x8bb8_4b93_962e_acc9);
        position.hash(&mut key);
        [key.0, key.1 | 1]
    }
}

/// The first of the two chains alone, where equal bits are told apart by the positions themselves.
pub(super) struct Short(u64);

impl Short {
    pub(super) fn of(position: &impl Hash) -> u64 {
        let mut short = Self(0x2d35_8dcc_aa6c_78a5);
        position.hash(&mut short);
        short.0
    }
}

impl Hasher for Short {
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
    }

    fn write_usize(&mut self, number: usize) {
        self.write_u64(number as u64);
    }

    fn finish(&self) -> u64 {
        self.0
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

impl Hasher for Key {
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
        self.1 = folded_product(self.1.wrapping_add(word), 0xe703_7ed1_a0b4_28db);
    }

    fn write_usize(&mut self, number: usize) {
        self.write_u64(number as u64);
    }

    fn finish(&self) -> u64 {
        self.0 ^ self.1
    }
}
