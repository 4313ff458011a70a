//! Small caches of bounds: what one worker has just learnt, close to its core.

use super::super::board::Board;

/// Bounds of a position and the move that showed them.
#[derive(Clone, Copy)]
#[repr(C, align(32))]
struct Entry {
    board: Board,
    lower: i8,
    upper: i8,
    /// The number of the best square; 64 or more if there is none.
    best: u8,
}

impl Entry {
    /// The set of the best square.
    #[inline]
    fn best(&self) -> u64 {
        1_u64.checked_shl(self.best.into()).unwrap_or(0)
    }
}

/// No position: every square is taken twice.
const FREE: Entry = Entry {
    board: Board { own: !0, other: !0 },
    lower: -64,
    upper: 64,
    best: 64,
};

/// What a cache knows about "more than `alpha` or not?".
pub(super) enum Known {
    /// The bound that answers it.
    Answer(i32),
    /// The set of the square to try first; empty if none is known.
    Move(u64),
}

/// Each position has one place, and the newer one takes it.
pub(super) struct Cache {
    entries: Box<[Entry]>,
    /// The top bits of the hash that make the place.
    shift: u32,
}

impl Cache {
    /// With two to the power of `bits` places.
    pub(super) fn new(bits: u32) -> Self {
        Self {
            entries: vec![FREE; 1 << bits].into_boxed_slice(),
            shift: 63 - bits,
        }
    }

    pub(super) fn clear(&mut self) {
        self.entries.fill(FREE);
    }

    /// Multiplications mix upwards, so the top bits are the best.
    #[inline]
    fn place(&self, board: Board) -> usize {
        let mixed = board.own.wrapping_mul(0x9e37_79b9_7f4a_7c15)
            ^ board.other.wrapping_mul(0xc2b2_ae3d_27d4_eb4f);
        // In two steps: a shift by 64 is not defined.
        (mixed >> 1 >> self.shift) as usize
    }

    #[inline]
    fn find(&self, board: Board) -> Option<&Entry> {
        let entry = &self.entries[self.place(board)];
        (entry.board == board).then_some(entry)
    }

    #[inline]
    pub(super) fn ask(&self, board: Board, alpha: i32) -> Known {
        match self.find(board) {
            Some(entry) if i32::from(entry.lower) > alpha => Known::Answer(entry.lower.into()),
            Some(entry) if i32::from(entry.upper) <= alpha => Known::Answer(entry.upper.into()),
            Some(entry) => Known::Move(entry.best()),
            None => Known::Move(0),
        }
    }

    /// Bounds from the cache; -64 and 64 if it has none.
    #[inline]
    pub(super) fn bounds(&self, board: Board) -> Option<(i32, i32)> {
        self.find(board)
            .map(|entry| (entry.lower.into(), entry.upper.into()))
    }

    /// The set of the square that was best last; empty if none is known.
    pub(super) fn best(&self, board: Board) -> u64 {
        self.find(board).map_or(0, Entry::best)
    }

    /// Keeps `score`, a lower bound if greater than `alpha`, otherwise an upper one, and its square.
    #[inline]
    #[allow(
        clippy::cast_possible_truncation,
        reason = "margins lie from -64 to 64, squares below 65"
    )]
    pub(super) fn tell(&mut self, board: Board, alpha: i32, score: i32, best: u64) {
        let place = self.place(board);
        let entry = &mut self.entries[place];
        if entry.board != board {
            *entry = Entry { board, ..FREE };
        }
        if score > alpha {
            entry.lower = score as i8;
        } else {
            entry.upper = score as i8;
        }
        entry.best = best.trailing_zeros() as u8;
    }
}
