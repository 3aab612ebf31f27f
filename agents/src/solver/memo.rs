//! What is known of positions, shared by threads and bounded in memory.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

const SHARDS: usize = 1 << 12;
/// The entries that a shard begins with.
const FIRST_ENTRIES: usize = 1 << 2;

/// Marks a position that some thread is at work on: a NaN that no calculation gives.
const AT_WORK: u64 = 0x7ff8_0bad_c0de_0001;

/// Values of positions by their keys, in shards that grow one by one.
pub(super) struct Memo {
    shards: Vec<Mutex<Shard>>,
    /// Bytes in use by all shards.
    bytes: AtomicUsize,
    limit: usize,
    known: AtomicU64,
}

/// Open addressing with linear probing, at most three quarters full, or 15 of 16 once memory is out: a search ends at an
/// entry that is free.
struct Shard {
    entries: Vec<Entry>,
    used: usize,
}

/// The second word of a key, of which 0 stands for none. Of the first word the shard tells 12 bits, so two of 10^8 positions
/// are taken for one in one of 4 million runs.
#[derive(Clone, Copy)]
struct Entry {
    key: u64,
    value: f64,
}

/// What is known of a position.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Known {
    Nothing,
    /// Another thread is at work on it.
    AtWork,
    Value(f64),
}

/// There is no memory left.
#[derive(Debug)]
pub(super) struct Full;

impl Entry {
    const NONE: Self = Self { key: 0, value: 0.0 };
}

impl Shard {
    /// Where the key is, or where it would go.
    fn place(&self, key: u64) -> usize {
        let mut at = ((u128::from(key) * self.entries.len() as u128) >> 64) as usize;
        loop {
            let found = self.entries[at].key;
            if found == key || found == 0 {
                return at;
            }
            at = if at + 1 < self.entries.len() { at + 1 } else { 0 };
        }
    }

    /// Puts a value in; whether it was not known.
    fn put(&mut self, key: u64, value: f64) -> bool {
        let place = self.place(key);
        let entry = &mut self.entries[place];
        let new = entry.key == 0;
        let known = !new && entry.value.to_bits() != AT_WORK;
        self.used += usize::from(new);
        *entry = Entry { key, value };
        !known
    }
}

impl Memo {
    pub(super) fn new(limit: usize) -> Self {
        let shard = || Mutex::new(Shard { entries: Vec::new(), used: 0 });
        Self {
            shards: std::iter::repeat_with(shard).take(SHARDS).collect(),
            bytes: AtomicUsize::new(0),
            limit,
            known: AtomicU64::new(0),
        }
    }

    /// How many positions are known.
    pub(super) fn known(&self) -> u64 {
        self.known.load(Ordering::Relaxed)
    }

    /// How many bytes it may take.
    pub(super) fn limit(&self) -> usize {
        self.limit
    }

    /// How many bytes it takes.
    pub(super) fn bytes(&self) -> usize {
        self.bytes.load(Ordering::Relaxed)
    }

    fn shard(&self, key: [u64; 2]) -> std::sync::MutexGuard<'_, Shard> {
        let shard = &self.shards[key[0] as usize % SHARDS];
        // Nothing in here panics while it holds a shard.
        shard.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }

    pub(super) fn get(&self, key: [u64; 2]) -> Known {
        let shard = self.shard(key);
        if shard.entries.is_empty() {
            return Known::Nothing;
        }
        match shard.entries[shard.place(key[1])] {
            Entry { key: 0, .. } => Known::Nothing,
            Entry { value, .. } if value.to_bits() == AT_WORK => Known::AtWork,
            Entry { value, .. } => Known::Value(value),
        }
    }

    /// Says that this thread is at work on a position.
    pub(super) fn begin(&self, key: [u64; 2]) -> Result<(), Full> {
        let mut shard = self.shard(key);
        self.make_room(&mut shard)?;
        let place = shard.place(key[1]);
        if shard.entries[place].key == 0 {
            shard.put(key[1], f64::from_bits(AT_WORK));
        }
        Ok(())
    }

    pub(super) fn put(&self, key: [u64; 2], value: f64) -> Result<(), Full> {
        let mut shard = self.shard(key);
        self.make_room(&mut shard)?;
        let new = shard.put(key[1], value);
        drop(shard);
        self.known.fetch_add(new.into(), Ordering::Relaxed);
        Ok(())
    }

    /// Makes room for one more.
    fn make_room(&self, shard: &mut Shard) -> Result<(), Full> {
        let entries = shard.entries.len();
        if shard.used * 4 < entries * 3 {
            return Ok(());
        }
        let more = (entries / 2).max(FIRST_ENTRIES);
        let bytes = more * size_of::<Entry>();
        if self.bytes.fetch_add(bytes, Ordering::Relaxed) + bytes > self.limit {
            self.bytes.fetch_sub(bytes, Ordering::Relaxed);
            return if (shard.used + 1) * 16 <= entries * 15 { Ok(()) } else { Err(Full) };
        }
        let larger = vec![Entry::NONE; entries + more];
        let old = std::mem::replace(&mut shard.entries, larger);
        shard.used = 0;
        for entry in old.into_iter().filter(|entry| entry.key != 0) {
            shard.put(entry.key, entry.value);
        }
        Ok(())
    }
}
