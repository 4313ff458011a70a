//! The growth of the table: a search uses only the memory it needs. Untouched memory costs nothing, and entries probed
//! again lie closer together.

use std::sync::atomic::Ordering::Relaxed;

use super::slot::{KEY_MASK, Slot};
use super::{TranspositionTable, bucket_index};

impl TranspositionTable {
    /// Takes more buckets into use until few of those in use hold results of this search.
    ///
    /// Calls `wait_briefly` until the system has provided their memory, so that the same searches take the same nodes;
    /// gives up when that returns `false`.
    ///
    /// Call this only between searches of the root. Entries that another worker stores meanwhile would be lost.
    pub(in crate::search) fn grow(&self, wait_briefly: impl Fn() -> bool) {
        /// The load at which a thread begins to prepare memory, in per mille: mostly two iterations sooner.
        const PREPARATION_LOAD_PERMILLE: u16 = MAX_LOAD_PERMILLE / 4;
        let all = self.memory.buckets().len();
        let used = self.used.load(Relaxed);
        let load = self.hashfull_of_used();
        if used == all || load <= PREPARATION_LOAD_PERMILLE {
            return;
        }
        let more = (used * growth(load)).min(all);
        self.memory.prepare(used, more);
        if load > MAX_LOAD_PERMILLE && self.memory.wait_for(more, wait_briefly) {
            self.used.store(more, Relaxed);
            self.rehash(used);
        }
    }

    /// Rehashes the entries of the first `before` buckets.
    ///
    /// No entry moves to an earlier bucket. So, from the last one on, each bucket is empty when entries move into it.
    fn rehash(&self, before: usize) {
        let generation = self.generation.load(Relaxed);
        for (index, bucket) in self.memory.buckets()[..before].iter().enumerate().rev() {
            for (key, entry, written) in bucket.each_ref().map(Slot::take).into_iter().flatten() {
                let Some(hash) = hash_of(key, index, before).filter(|_| self.sees(written)) else {
                    continue;
                };
                let slots = self.bucket(hash);
                if let Some(slot) = slots
                    .iter()
                    .max_by_key(|slot| self.replacement_value(slot, generation))
                {
                    slot.write(hash, &entry, written);
                }
            }
        }
    }
}

/// The load from which on a table grows, in per mille: one in eight, for an iteration may store several times as much as
/// all before it.
const MAX_LOAD_PERMILLE: u16 = 1000 / 8;

/// The factor, a power of two, by which a table of `load` per mille grows: no more than it needs, because results that
/// lie close together are found sooner. FFO 40 to 49 took 3 percent longer with 256 MiB when tables grew eightfold.
fn growth(load: u16) -> usize {
    usize::from(load.div_ceil(MAX_LOAD_PERMILLE))
        .next_power_of_two()
        .max(2)
}

/// The hash with the stored bits `key` in the bucket `index` of `buckets`, at least 65536 of them.
#[expect(
    clippy::cast_possible_truncation,
    reason = "the quotient is below 65536"
)]
fn hash_of(key: u64, index: usize, buckets: usize) -> Option<u64> {
    let first = ((index as u128) << 16) / buckets as u128;
    [first, first + 1]
        .map(|low| key | low as u64 & !KEY_MASK)
        .into_iter()
        .find(|hash| bucket_index(*hash, buckets) == index)
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::super::{Entry, OutOfMemory};
    use super::*;
    use crate::core::{Draft, PackedMove, Score};
    use crate::game::splitmix64;

    fn entry(number: u64) -> Entry {
        let score = Score(i16::try_from(number % 1000).expect("below 1000"));
        Entry {
            lower: score,
            upper: score,
            draft: Draft::exact(3),
            best: [PackedMove(1), PackedMove(2)],
        }
    }

    #[test]
    fn a_table_that_grows_forgets_nothing() -> Result<(), OutOfMemory> {
        // Also with sizes that are no powers of two: the second is not a multiple of the first.
        for megabytes in [3, 4, 32, 33, 300] {
            let table = TranspositionTable::growing(megabytes)?;
            let first = table.buckets().len();
            let count = first as u64 * 4 / 5;
            for number in 0..count {
                table.store(splitmix64(number), &entry(number));
            }
            let kept = |table: &TranspositionTable| {
                (0..count)
                    .filter(|number| table.probe(splitmix64(*number)) == Some(entry(*number)))
                    .count()
            };
            let before = kept(&table);
            table.grow(|| true);
            let grown = table.buckets().len();
            assert_eq!(grown, (first * 2).min(megabytes << 14));
            let after = kept(&table);
            assert!(
                after + 3 >= before,
                "{before} results, {after} after growing to {grown} buckets"
            );
            assert!(before > 3 * first / 4);
        }
        Ok(())
    }

    #[test]
    fn a_table_grows_only_when_it_is_crowded() -> Result<(), OutOfMemory> {
        let table = TranspositionTable::growing(64)?;
        let first = table.buckets().len();
        let few = first as u64 * 2 / 5;
        (0..few).for_each(|number| table.store(splitmix64(number), &entry(number)));
        table.grow(|| true);
        assert_eq!(table.buckets().len(), first);
        assert!(table.hashfull() < 10, "of all, not of those in use");
        // Results of earlier searches do not count.
        (0..4 * few).for_each(|number| table.store(splitmix64(number), &entry(number)));
        table.new_search();
        table.grow(|| true);
        assert_eq!(table.buckets().len(), first);
        Ok(())
    }

    #[test]
    fn a_table_grows_no_more_than_it_needs() {
        for (load, factor) in [
            (0, 2),
            (126, 2),
            (250, 2),
            (251, 4),
            (500, 4),
            (501, 8),
            (1000, 8),
        ] {
            assert_eq!(growth(load), factor, "{load}");
        }
    }

    #[test]
    fn a_search_whose_time_is_over_does_not_wait_for_memory() -> Result<(), OutOfMemory> {
        let table = TranspositionTable::growing(64)?;
        let asked = Cell::new(0);
        let wait_briefly = || {
            asked.set(asked.get() + 1);
            asked.get() < 3
        };
        let never_prepared = table.memory.buckets().len() + 1;
        assert!(!table.memory.wait_for(never_prepared, wait_briefly));
        assert_eq!(asked.get(), 3);
        Ok(())
    }

    #[test]
    fn an_emptied_table_is_as_small_as_at_first() -> Result<(), OutOfMemory> {
        let table = TranspositionTable::growing(64)?;
        let first = table.buckets().len();
        // More than a third of the slots hold results.
        let many = 2 * first as u64;
        (0..many).for_each(|number| table.store(splitmix64(number), &entry(number)));
        table.grow(|| true);
        assert_eq!(table.buckets().len(), 4 * first);
        table.clear();
        assert_eq!(table.buckets().len(), first);
        table.grow(|| true);
        assert_eq!(table.buckets().len(), first);
        Ok(())
    }

    #[test]
    fn the_whole_hash_is_found_again() {
        for buckets in [1 << 16, (1 << 16) + 1, 100_000, 1 << 19, 12_345_678] {
            for hash in (0..10_000).map(splitmix64) {
                let found = hash_of(hash & KEY_MASK, bucket_index(hash, buckets), buckets);
                assert_eq!(found, Some(hash), "{buckets} buckets");
            }
        }
    }
}
