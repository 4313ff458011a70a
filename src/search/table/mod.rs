//! The transposition table: shared by all workers, without locks.
//!
//! A slot is two words. The first holds 48 bits of the hash and the second-best move, combined by XOR with the second
//! word, which holds everything else. A write torn by another one then fails the hash comparison (Hyatt and Mann, "A
//! lock-less transposition-table implementation", 2002). Four slots fill a cache line.

mod available_memory;
mod entry;
mod growth;
#[cfg(not(target_family = "wasm"))]
mod memory;
#[cfg(target_family = "wasm")]
#[path = "heap_memory.rs"]
mod memory;
mod slot;

use std::error::Error;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, AtomicUsize, Ordering::Relaxed};

use available_memory::{SystemMemory, system_memory};
pub use entry::Entry;
use memory::{Memory, Pages};
use slot::{Bucket, GENERATIONS, SLOTS, Slot, unpack};

use crate::core::prefetch;

/// The index of the bucket of a hash among `buckets`. The low bits, which slots do not store, choose it together with
/// the high ones.
#[inline]
#[expect(
    clippy::cast_possible_truncation,
    reason = "the product is below the length"
)]
fn bucket_index(hash: u64, buckets: usize) -> usize {
    ((u128::from(hash.rotate_left(48)) * buckets as u128) >> 64) as usize
}

/// The transposition table.
pub struct TranspositionTable {
    memory: Arc<Memory>,
    /// Number of buckets in use at first.
    initial: usize,
    /// Number of buckets in use, from the first one on.
    used: AtomicUsize,
    generation: AtomicU8,
    /// Whether a search finds its own entries only, so that its result does not depend on earlier searches.
    isolates_searches: bool,
    /// Number of buckets that may hold entries, if searches are isolated.
    touched: AtomicUsize,
}

impl TranspositionTable {
    /// Number of buckets in use at first in a table that grows: 4 MiB.
    const INITIAL_BUCKETS: usize = 1 << 16;

    /// Maximum size in MiB that is allocated without a check of the available memory.
    const SMALL: usize = 16;

    /// Minimum size in MiB.
    pub const MIN_MEGABYTES: usize = 1;

    /// A table of `megabytes` MiB, at least [`TranspositionTable::MIN_MEGABYTES`].
    ///
    /// # Errors
    /// When the system does not have enough memory.
    ///
    /// # Examples
    /// ```
    /// use kaeshi::search::TranspositionTable;
    ///
    /// assert_eq!(TranspositionTable::new(16)?.megabytes(), 16);
    /// assert!(TranspositionTable::new(usize::MAX).is_err());
    /// # Ok::<(), kaeshi::search::OutOfMemory>(())
    /// ```
    pub fn new(megabytes: usize) -> Result<Self, OutOfMemory> {
        Self::with_pages(megabytes, Pages::Small)
    }

    /// A table in huge pages, if the system has them, that starts at 4 MiB and grows when it fills. A short search
    /// stays in a small part of the memory; the rest is not even zeroed.
    ///
    /// # Errors
    /// When the system does not have enough memory.
    pub fn growing(megabytes: usize) -> Result<Self, OutOfMemory> {
        let mut table = Self::with_pages(megabytes, Pages::Large)?;
        table.initial = Self::INITIAL_BUCKETS.min(table.initial);
        *table.used.get_mut() = table.initial;
        Ok(table)
    }

    /// The same as [`TranspositionTable::growing`], but a search finds only its own entries. So nodes and
    /// variations of a search with one worker do not depend on the searches before it.
    ///
    /// # Errors
    /// When the system does not have enough memory.
    ///
    /// # Examples
    /// ```
    /// use kaeshi::search::TranspositionTable;
    ///
    /// let table = TranspositionTable::for_isolated_searches(16)?;
    /// assert!(table.isolates_searches());
    /// # Ok::<(), kaeshi::search::OutOfMemory>(())
    /// ```
    pub fn for_isolated_searches(megabytes: usize) -> Result<Self, OutOfMemory> {
        let mut table = Self::growing(megabytes)?;
        table.isolates_searches = true;
        *table.touched.get_mut() = *table.used.get_mut();
        Ok(table)
    }

    /// Whether a search finds its own entries only.
    #[must_use]
    pub fn isolates_searches(&self) -> bool {
        self.isolates_searches
    }

    fn with_pages(megabytes: usize, pages: Pages) -> Result<Self, OutOfMemory> {
        let megabytes = megabytes.max(Self::MIN_MEGABYTES);
        let refuse = |available| OutOfMemory {
            megabytes,
            available,
        };
        if megabytes > Self::SMALL {
            let available = system_memory().map(|memory| available_megabytes(&memory));
            if available.is_some_and(|available| megabytes > available) {
                return Err(refuse(available));
            }
        }
        let buckets = (1 << 20) / size_of::<Bucket>();
        let count = megabytes.checked_mul(buckets).ok_or(refuse(None))?;
        Ok(Self {
            memory: Arc::new(Memory::zeroed(count, pages).map_err(|_| refuse(None))?),
            initial: count,
            used: AtomicUsize::new(count),
            generation: AtomicU8::new(0),
            isolates_searches: false,
            touched: AtomicUsize::new(0),
        })
    }

    /// Maximum size in MiB: the total memory of the machine, or of its control group. [`TranspositionTable::new`] fails
    /// if the size is not available.
    #[must_use]
    pub fn max_megabytes() -> usize {
        /// One TiB, in MiB, for systems whose memory is unknown.
        const UNKNOWN: usize = 1 << 20;
        let total = system_memory().and_then(|memory| usize::try_from(memory.total >> 20).ok());
        total.map_or(UNKNOWN, |total| total.max(Self::MIN_MEGABYTES))
    }

    /// Maximum size in MiB that [`TranspositionTable::new`] accepts now, as far as the available memory is known.
    #[must_use]
    pub fn available_megabytes() -> usize {
        match system_memory() {
            Some(memory) => available_megabytes(&memory).max(Self::SMALL),
            None => Self::max_megabytes(),
        }
    }

    /// The size in MiB.
    #[must_use]
    pub fn megabytes(&self) -> usize {
        size_of_val(self.memory.buckets()) >> 20
    }

    /// The buckets in use.
    #[inline]
    fn buckets(&self) -> &[Bucket] {
        &self.memory.buckets()[..self.used.load(Relaxed)]
    }

    #[inline]
    fn bucket(&self, hash: u64) -> &Bucket {
        let buckets = self.buckets();
        &buckets[bucket_index(hash, buckets.len())]
    }

    /// The entry of `hash`, if there is one.
    #[inline]
    #[must_use]
    pub fn probe(&self, hash: u64) -> Option<Entry> {
        let slots = self.bucket(hash);
        slots
            .iter()
            .find_map(|slot| slot.read(hash).filter(|(_, written)| self.sees(*written)))
            .map(|(entry, _)| entry)
    }

    /// Fetches the place of `hash`, for [`Self::probe`] soon after.
    #[inline]
    pub(super) fn prefetch(&self, hash: u64) {
        prefetch(self.bucket(hash));
    }

    /// Whether the current search finds entries of the generation `written`.
    #[inline]
    fn sees(&self, written: u8) -> bool {
        !self.isolates_searches || written == self.generation.load(Relaxed)
    }

    /// Stores `entry` for `hash`, combined with the entry of the same position.
    #[inline]
    pub(super) fn store(&self, hash: u64, entry: &Entry) {
        let generation = self.generation.load(Relaxed);
        let slots = self.bucket(hash);
        let mut victim = &slots[0];
        let mut most_expendable = i32::MIN;
        for slot in slots {
            if let Some((known, written)) = slot.read(hash)
                && self.sees(written)
            {
                if let Some(update) = updated_entry(entry, &known, written == generation) {
                    slot.write(hash, &update, generation);
                }
                return;
            }
            let expendable = self.replacement_value(slot, generation);
            if expendable > most_expendable {
                (victim, most_expendable) = (slot, expendable);
            }
        }
        victim.write(hash, entry, generation);
    }

    /// How well a slot can be replaced. An entry that the current search cannot find counts as an empty slot.
    #[inline]
    fn replacement_value(&self, slot: &Slot, generation: u8) -> i32 {
        if self.isolates_searches && slot.generation() != generation {
            return i32::MAX;
        }
        slot.replacement_value(generation)
    }

    /// Begins a new search: all entries so far count as older.
    pub fn new_search(&self) {
        let next = self.generation.load(Relaxed).wrapping_add(1) % GENERATIONS;
        if self.isolates_searches {
            self.isolate(next);
        }
        self.generation.store(next, Relaxed);
    }

    /// Makes the table as small as at first. Empties it when the generations begin anew.
    fn isolate(&self, next: u8) {
        let touched = self.touched.load(Relaxed).max(self.used.load(Relaxed));
        self.touched.store(touched, Relaxed);
        if next == 0 {
            self.used.store(touched, Relaxed);
            self.clear();
            self.touched.store(self.initial, Relaxed);
        }
        self.used.store(self.initial, Relaxed);
    }

    /// Empties the table, and makes it as small as at first.
    pub fn clear(&self) {
        for slot in self.buckets().iter().flatten() {
            // Reading does not make the system provide an unused page; writing does.
            if slot.key.load(Relaxed) | slot.data.load(Relaxed) != 0 {
                slot.key.store(0, Relaxed);
                slot.data.store(0, Relaxed);
            }
        }
        self.used.store(self.initial, Relaxed);
        self.generation.store(0, Relaxed);
    }

    /// How full the table is with results of this search, in per mille, from a sample.
    #[must_use]
    pub fn hashfull(&self) -> u16 {
        let (used, all) = (self.buckets().len(), self.memory.buckets().len());
        share_of_all(self.hashfull_of_used(), used, all)
    }

    fn hashfull_of_used(&self) -> u16 {
        const SAMPLE: usize = 250;
        let generation = self.generation.load(Relaxed);
        let slots = self.buckets().iter().take(SAMPLE).flatten();
        let used = slots.filter(|slot| {
            let data = slot.data.load(Relaxed);
            data != 0 && unpack(0, data).1 == generation
        });
        u16::try_from(used.count() * 1000 / (SAMPLE * SLOTS)).unwrap_or(1000)
    }
}

/// The entry to write over `known`, of the same position; `None` to leave it.
fn updated_entry(new: &Entry, known: &Entry, current: bool) -> Option<Entry> {
    /// A result more than this number of plies shallower than one of the same search is not stored.
    const MAX_DEPTH_LOSS: i8 = 3;
    if new.draft == known.draft {
        return Some(new.merged_with(known).with_moves_of(known));
    }
    let much_shallower = new.draft.depth < known.draft.depth - MAX_DEPTH_LOSS;
    let less_sure =
        new.draft.depth <= known.draft.depth && new.draft.selectivity < known.draft.selectivity;
    if (current && much_shallower) || less_sure {
        return None;
    }
    Some(new.with_moves_of(known))
}

/// The fullness of `all` buckets in per mille, if `permille` of the first `used` ones are full and the rest is empty.
fn share_of_all(permille: u16, used: usize, all: usize) -> u16 {
    // In 64 bits: with those of a 32-bit `usize` the product overflows from 4,294,968 buckets on, which are 262 MiB.
    let full = u64::from(permille) * used as u64 / all as u64;
    u16::try_from(full).unwrap_or(1000)
}

/// The largest table in MiB that leaves some memory for the rest of the program and for other programs.
fn available_megabytes(memory: &SystemMemory) -> usize {
    let rest = (memory.available >> 5) + (32 << 20);
    usize::try_from(memory.available.saturating_sub(rest) >> 20).unwrap_or(usize::MAX)
}

/// There is not enough memory for the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OutOfMemory {
    /// The requested size in MiB.
    megabytes: usize,
    /// Maximum available size in MiB; `None` if it is unknown.
    available: Option<usize>,
}

impl fmt::Display for OutOfMemory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "no memory for a table of {} MiB: ", self.megabytes)?;
        match self.available {
            Some(available) => write!(f, "{available} MiB are available"),
            None => f.write_str("choose a smaller Hash"),
        }
    }
}

impl Error for OutOfMemory {}

#[cfg(test)]
mod tests {
    use std::thread;

    use super::slot::KEY_MASK;
    use super::*;
    use crate::core::{Draft, PackedMove, Score, splitmix64};

    /// Linux grants more memory than it has and kills a process that uses too much, so the check comes first.
    #[test]
    fn a_table_larger_than_the_memory_available_is_refused() {
        let Some(memory) = system_memory() else {
            return;
        };
        let all = TranspositionTable::max_megabytes();
        assert_eq!(all as u64, memory.total >> 20);
        assert!(TranspositionTable::available_megabytes() < all);
        for large in [TranspositionTable::new, TranspositionTable::growing] {
            let refused = large(all)
                .map(|_| ())
                .expect_err("the system needs some itself");
            assert!(refused.available.is_some_and(|available| available < all));
            let message = refused.to_string();
            let expected = format!("no memory for a table of {all} MiB: ");
            assert!(message.starts_with(&expected) && message.ends_with(" MiB are available"));
        }
        assert!(TranspositionTable::new(usize::MAX).is_err());
    }

    /// The largest table of a 32-bit system has less than 2^26 buckets.
    #[test]
    fn the_fullness_of_a_large_table_does_not_overflow() {
        for buckets in [1, 4_294_967, 4_294_968, (1 << 26) - 1] {
            assert_eq!(share_of_all(1000, buckets, buckets), 1000);
            assert_eq!(share_of_all(500, buckets, buckets), 500);
        }
        assert_eq!(share_of_all(1000, 1 << 23, 1 << 25), 250);
        assert_eq!(share_of_all(3, 1, 1 << 25), 0);
    }

    /// Concurrent writes to one bucket may be torn; a torn entry is not found.
    #[test]
    fn what_is_found_was_stored_for_that_position() -> Result<(), OutOfMemory> {
        const POSITIONS: u64 = 12;
        let rounds = if cfg!(miri) { 100 } else { 100_000 };
        let table = TranspositionTable::new(1)?;
        let entry = |number: u16| Entry {
            lower: Score(number.cast_signed()),
            upper: Score(number.cast_signed() * 2),
            draft: Draft::exact(7),
            best: [PackedMove(number + 1), PackedMove(number + 2)],
        };
        // Without the bits that choose the bucket.
        let hash = |number: u16| splitmix64(number.into()) & KEY_MASK;
        let work = &|seed: u64| {
            let mut found = 0;
            for round in 0..rounds {
                let chance = splitmix64(seed << 32 | round);
                let number = u16::try_from(chance % POSITIONS).expect("few");
                if chance >> 63 == 0 {
                    table.store(hash(number), &entry(number));
                } else if let Some(known) = table.probe(hash(number)) {
                    assert_eq!(known, entry(number));
                    found += 1;
                }
            }
            found
        };
        for threads in [2, 4] {
            thread::scope(|scope| {
                let workers = (0..threads).map(|seed| scope.spawn(move || work(seed)));
                let workers: Vec<_> = workers.collect();
                for worker in workers {
                    assert!(worker.join().expect("no panic") > 0);
                }
            });
        }
        Ok(())
    }

    /// Visible entries, and the slots that are replaced, are those of an empty table, through all generations.
    #[test]
    fn isolated_searches_find_nothing_of_earlier_ones() -> Result<(), OutOfMemory> {
        let used = TranspositionTable::for_isolated_searches(5)?;
        let entry = |number: u64| Entry {
            lower: Score(1),
            upper: Score(2),
            draft: Draft::exact(i8::try_from(number % 20).expect("small")),
            best: [PackedMove(1), PackedMove(2)],
        };
        for search in 0..2 * u64::from(GENERATIONS) + 3 {
            used.new_search();
            let fresh = TranspositionTable::for_isolated_searches(5)?;
            // Few buckets are hit by many entries, and every search has other positions but for a few.
            let hash = |number: u64| splitmix64(number % 40 + number / 40 * search) >> 50 << 16;
            for number in 0..400 {
                used.store(hash(number), &entry(number));
                fresh.store(hash(number), &entry(number));
            }
            for number in 0..400 {
                let hash = hash(number);
                assert_eq!(used.probe(hash), fresh.probe(hash), "{search} {number}");
            }
            // Every fifth search is so long that the table grows.
            let count = if search % 5 == 4 { 40_000 } else { 0 };
            let hash = |number: u64| splitmix64(number ^ ((search % 2) << 40));
            for number in 0..count {
                used.store(hash(number), &entry(number));
                fresh.store(hash(number), &entry(number));
            }
            used.grow(|| true);
            fresh.grow(|| true);
            assert_eq!(used.buckets().len(), fresh.buckets().len());
            assert_eq!(
                used.buckets().len() > TranspositionTable::INITIAL_BUCKETS,
                count > 0
            );
            for number in 0..40_000 {
                let hash = hash(number);
                assert_eq!(used.probe(hash), fresh.probe(hash), "{search} {number}");
            }
        }
        Ok(())
    }

    #[test]
    fn some_of_the_available_memory_is_left() {
        let megabytes = |available: u64| {
            let available = available << 20;
            let total = available;
            available_megabytes(&SystemMemory { total, available })
        };
        assert_eq!([0, 32, 64, 128].map(megabytes), [0, 0, 30, 92]);
        assert_eq!(megabytes(1 << 20), (1 << 20) - (1 << 15) - 32);
    }
}
