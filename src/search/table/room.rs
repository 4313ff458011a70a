//! The growth of the table: a search uses only the memory it needs. Untouched memory costs nothing, and entries probed
//! again lie closer together.

use std::sync::atomic::Ordering::Relaxed;

use super::{KEY, Slot, Table, place};

impl Table {
    /// Takes more buckets into use until few of those in use hold results of this search.
    ///
    /// Call this only between searches of the root. Entries that another worker stores meanwhile would be lost.
    pub(in crate::search) fn make_room(&self) {
        /// One in sixteen, in per mille: an iteration may store ten times as much as all before it.
        const CROWDED: u16 = 1000 / 16;
        const GROWTH: usize = 8;
        let all = self.memory.buckets().len();
        let mut used = self.used.load(Relaxed);
        while used < all && self.permille_of_used() > CROWDED {
            let more = (used * GROWTH).min(all);
            self.used.store(more, Relaxed);
            self.spread(used);
            used = more;
        }
    }

    /// Rehashes the entries of the first `before` buckets.
    ///
    /// No entry moves to an earlier bucket. So, from the last one on, each bucket is empty when entries move into it.
    fn spread(&self, before: usize) {
        let generation = self.generation.load(Relaxed);
        for (index, bucket) in self.memory.buckets()[..before].iter().enumerate().rev() {
            for (key, entry, written) in bucket.each_ref().map(Slot::take).into_iter().flatten() {
                let Some(hash) = hash_of(key, index, before) else {
                    continue;
                };
                let slots = self.bucket(hash);
                if let Some(slot) = slots.iter().max_by_key(|slot| slot.expendable(generation)) {
                    slot.write(hash, &entry, written);
                }
            }
        }
    }
}

/// The hash with the stored bits `key` in the bucket `index` of `buckets`, at least 65536 of them.
#[expect(
    clippy::cast_possible_truncation,
    reason = "the quotient is below 65536"
)]
fn hash_of(key: u64, index: usize, buckets: usize) -> Option<u64> {
    let first = ((index as u128) << 16) / buckets as u128;
    [first, first + 1]
        .map(|low| key | low as u64 & !KEY)
        .into_iter()
        .find(|hash| place(*hash, buckets) == index)
}

#[cfg(test)]
mod tests {
    use super::super::{Draft, Entry, OutOfMemory, Packed, Score};
    use super::*;
    use crate::game::mix;

    fn entry(number: u64) -> Entry {
        let score = Score(i16::try_from(number % 1000).expect("below 1000"));
        Entry {
            lower: score,
            upper: score,
            draft: Draft::exact(3),
            best: [Packed(1), Packed(2)],
        }
    }

    #[test]
    fn a_table_that_grows_forgets_nothing() -> Result<(), OutOfMemory> {
        // Also with sizes that are no powers of two: the second is not a multiple of the first.
        for megabytes in [3, 4, 32, 33, 300] {
            let table = Table::for_long_searches(megabytes)?;
            let first = table.buckets().len();
            let count = first as u64 / 2;
            for number in 0..count {
                table.store(mix(number), &entry(number));
            }
            let kept = |table: &Table| {
                (0..count)
                    .filter(|number| table.probe(mix(*number)) == Some(entry(*number)))
                    .count()
            };
            let before = kept(&table);
            table.make_room();
            let grown = table.buckets().len();
            assert_eq!(grown, (first * 8).min(megabytes << 14));
            let after = kept(&table);
            assert!(
                after + 3 >= before,
                "{before} results, {after} after growing to {grown} buckets"
            );
            assert!(before > 9 * first / 20);
        }
        Ok(())
    }

    #[test]
    fn a_table_grows_only_when_it_is_crowded() -> Result<(), OutOfMemory> {
        let table = Table::for_long_searches(64)?;
        let first = table.buckets().len();
        let few = first as u64 / 5;
        (0..few).for_each(|number| table.store(mix(number), &entry(number)));
        table.make_room();
        assert_eq!(table.buckets().len(), first);
        assert!(table.permille_full() < 10, "of all, not of those in use");
        // Results of earlier searches do not count.
        (0..4 * few).for_each(|number| table.store(mix(number), &entry(number)));
        table.age();
        table.make_room();
        assert_eq!(table.buckets().len(), first);
        Ok(())
    }

    #[test]
    fn the_whole_hash_is_found_again() {
        for buckets in [1 << 16, (1 << 16) + 1, 100_000, 1 << 19, 12_345_678] {
            for hash in (0..10_000).map(mix) {
                let found = hash_of(hash & KEY, place(hash, buckets), buckets);
                assert_eq!(found, Some(hash), "{buckets} buckets");
            }
        }
    }
}
