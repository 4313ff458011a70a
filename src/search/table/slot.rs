//! A slot of the table: an entry in two words, read and written without locks.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use zerocopy::{FromBytes, IntoBytes};

use super::entry::Entry;
use crate::core::{Draft, PackedMove, Score, Selectivity};

/// A decoded slot: the entry and the generation that wrote it.
type DatedEntry = (Entry, u8);

/// An entry in two words.
#[derive(Debug, Default, FromBytes, IntoBytes)]
#[repr(C)]
pub(super) struct Slot {
    pub(super) key: AtomicU64,
    pub(super) data: AtomicU64,
}

/// The bits of the hash that a slot stores; the others follow from its bucket.
pub(super) const KEY_MASK: u64 = !0xffff;
/// Number of generations; they are counted modulo this.
pub(super) const GENERATIONS: u8 = 1 << 5;

impl Slot {
    #[inline]
    pub(super) fn read(&self, hash: u64) -> Option<DatedEntry> {
        let data = self.data.load(Relaxed);
        let key = self.key.load(Relaxed) ^ data;
        (data != 0 && (key ^ hash) & KEY_MASK == 0).then(|| unpack(key, data))
    }

    #[inline]
    pub(super) fn write(&self, hash: u64, entry: &Entry, generation: u8) {
        let (low, data) = pack(entry, generation);
        self.key.store((hash & KEY_MASK | low) ^ data, Relaxed);
        self.data.store(data, Relaxed);
    }

    /// Empties the slot. Returns its bits of the hash, its entry and its generation.
    pub(super) fn take(&self) -> Option<(u64, Entry, u8)> {
        let data = self.data.swap(0, Relaxed);
        let key = self.key.swap(0, Relaxed) ^ data;
        let (entry, generation) = unpack(key, data);
        (data != 0).then_some((key & KEY_MASK, entry, generation))
    }

    /// The generation that wrote the slot.
    #[inline]
    pub(super) fn generation(&self) -> u8 {
        unpack(0, self.data.load(Relaxed)).1
    }

    /// How well the slot can be replaced: an empty, an old or a shallow one is higher.
    #[inline]
    pub(super) fn replacement_value(&self, generation: u8) -> i32 {
        let data = self.data.load(Relaxed);
        if data == 0 {
            return i32::MAX;
        }
        let (entry, written) = unpack(0, data);
        let age = i32::from(generation.wrapping_sub(written) % GENERATIONS);
        let effort = i32::from(entry.draft.depth) * 8 + i32::from(entry.draft.selectivity.level());
        age * 64 - effort
    }
}

/// Second-best move below the key; then score bounds, depth, selectivity and generation, best move.
fn pack(entry: &Entry, generation: u8) -> (u64, u64) {
    let data = u64::from(entry.lower.0.cast_unsigned())
        | u64::from(entry.upper.0.cast_unsigned()) << 16
        | u64::from(entry.best[0].0) << 32
        | u64::from(entry.draft.depth.cast_unsigned()) << 48
        | u64::from(entry.draft.selectivity.level() | generation << 3) << 56;
    (u64::from(entry.best[1].0), data)
}

pub(super) fn unpack(key: u64, data: u64) -> DatedEntry {
    let [l0, l1, u0, u1, m0, m1, depth, rest] = data.to_le_bytes();
    let [s0, s1, ..] = key.to_le_bytes();
    let entry = Entry {
        lower: Score(i16::from_le_bytes([l0, l1])),
        upper: Score(i16::from_le_bytes([u0, u1])),
        draft: Draft {
            depth: depth.cast_signed(),
            selectivity: Selectivity::new(rest & 7),
        },
        best: [
            PackedMove(u16::from_le_bytes([m0, m1])),
            PackedMove(u16::from_le_bytes([s0, s1])),
        ],
    };
    (entry, rest >> 3)
}

/// Four slots, one cache line.
pub(super) type Bucket = [Slot; SLOTS];
/// Slots in a bucket.
pub(super) const SLOTS: usize = 4;
/// Size of a cache line in bytes.
const CACHE_LINE: usize = 64;
const _: () = assert!(size_of::<Bucket>() == CACHE_LINE);
