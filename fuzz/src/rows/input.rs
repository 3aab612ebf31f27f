//! The bytes that are played.

/// Bytes, read from the front; past their end there are zeros.
pub(super) struct Input<'a>(pub &'a [u8]);

impl Input<'_> {
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub fn byte(&mut self) -> u8 {
        self.0.split_off_first().copied().unwrap_or(0)
    }

    pub fn flag(&mut self) -> bool {
        self.byte() % 2 == 1
    }

    /// A number below `n`.
    pub fn below(&mut self, n: usize) -> usize {
        usize::from(self.byte()) % n
    }

    /// A small seed, or one of the last that there are, behind which they begin again.
    pub fn seed(&mut self) -> u64 {
        i64::from(self.byte().cast_signed()) as u64
    }

    pub fn flags(&mut self, len: usize) -> Vec<bool> {
        let bytes: Vec<_> = (0..len.div_ceil(8)).map(|_| self.byte()).collect();
        (0..len).map(|place| bytes[place / 8] >> (place % 8) & 1 == 1).collect()
    }
}
