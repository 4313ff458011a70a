//! Small caches of bounds, near the core of one worker.

use std::mem;

use crate::games::othello::rules::board::Board;

/// The square to try first, by its number; 64 if none is known, 65 if the cache was not asked.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Hint(u8);

impl Hint {
    /// No square is known.
    const NONE: Self = Self(64);
    /// The cache was not asked.
    pub(super) const NOT_ASKED: Self = Self(65);

    /// The lowest square of a set.
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "at most 64")]
    const fn of(set: u64) -> Self {
        Self(set.trailing_zeros() as u8)
    }

    /// The square as a set; empty if none is known.
    #[inline]
    pub(super) fn set(self) -> u64 {
        1_u64.checked_shl(self.0.into()).unwrap_or(0)
    }
}

/// The bounds of a position and the move that proved them.
#[derive(Clone, Copy)]
#[repr(C, align(32))]
struct Entry {
    board: Board,
    lower: i8,
    upper: i8,
    best: Hint,
}

/// An unused entry: no position, since every square is taken twice.
const FREE: Entry = Entry {
    board: Board { own: !0, other: !0 },
    lower: -64,
    upper: 64,
    best: Hint::NONE,
};

/// The result of probing a cache in the null window above `alpha`.
pub(super) enum Known {
    /// A bound that decides the window.
    Answer(i32),
    /// The square to try first.
    Move(Hint),
}

/// A cache with one slot for each position; a newer position replaces the older one.
pub(super) struct Cache {
    entries: Box<[Entry]>,
    /// For each slot, eight bits of the hash of the position stored last. Most probes find nothing and read no more than
    /// this: a byte of each slot fits into the first-level cache (15 KiB), the entries do not.
    tags: Box<[u8]>,
    /// The shift that leaves the bits of the hash that are the index of a slot, and the tag below them.
    shift: u32,
}

impl Cache {
    /// A cache of `2^bits` entries.
    pub(super) fn new(bits: u32) -> Self {
        Self {
            entries: vec![FREE; 1 << bits].into_boxed_slice(),
            tags: vec![0; 1 << bits].into_boxed_slice(),
            shift: 56 - bits,
        }
    }

    pub(super) fn clear(&mut self) {
        self.entries.fill(FREE);
    }

    /// The index of a slot and the tag. Multiplications mix upwards, so the top bits of the hash are the best.
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "the tag is the low byte")]
    fn slot(&self, board: Board) -> (usize, u8) {
        let mixed = board.own.wrapping_mul(0x9e37_79b9_7f4a_7c15)
            ^ board.other.wrapping_mul(0xc2b2_ae3d_27d4_eb4f);
        let top = mixed >> self.shift;
        ((top >> 8) as usize, top as u8)
    }

    #[inline]
    fn find(&self, board: Board) -> Option<&Entry> {
        let (slot, tag) = self.slot(board);
        if self.tags[slot] != tag {
            return None;
        }
        let entry = &self.entries[slot];
        (entry.board == board).then_some(entry)
    }

    #[inline]
    pub(super) fn probe(&self, board: Board, alpha: i32) -> Known {
        match self.find(board) {
            Some(entry) if i32::from(entry.lower) > alpha => Known::Answer(entry.lower.into()),
            Some(entry) if i32::from(entry.upper) <= alpha => Known::Answer(entry.upper.into()),
            Some(entry) => Known::Move(entry.best),
            None => Known::Move(Hint::NONE),
        }
    }

    /// The last best square as a set; empty if none is known.
    pub(super) fn best(&self, board: Board) -> u64 {
        self.find(board).map_or(0, |entry| entry.best.set())
    }

    /// Stores `score` and the square of the best move: a lower bound if greater than `alpha`, otherwise an upper bound.
    #[inline]
    #[allow(
        clippy::cast_possible_truncation,
        reason = "margins lie from -64 to 64"
    )]
    pub(super) fn store(&mut self, board: Board, alpha: i32, score: i32, best: u64) {
        let (place, tag) = self.slot(board);
        let entry = &mut self.entries[place];
        let last = mem::replace(&mut self.tags[place], tag);
        // With another tag it is another position. Then nothing waits for the entry to be read.
        if last != tag || entry.board != board {
            *entry = Entry { board, ..FREE };
        }
        if score > alpha {
            entry.lower = score as i8;
        } else {
            entry.upper = score as i8;
        }
        entry.best = Hint::of(best);
    }
}
