//! The inputs of both evaluations: the table entries of the pattern states and of a few counts.

use super::features::{CANONICAL_STATES, FEATURES, Features, ORIGINS, RAW_STATES};
use crate::games::othello::rules::board::Board;
use crate::games::othello::rules::moves;

/// Entries of the table for the counts; they follow the [`RAW_STATES`] states of the patterns.
pub const COUNTED: usize = 4 * COUNT_ENTRIES + 64 * PARITIES;
/// Entries of the weight table.
pub const ENTRIES: usize = RAW_STATES + COUNTED;
/// Entries that a model file stores for a stage or for all: those of mirror images once.
pub const CANONICAL_ENTRIES: usize = CANONICAL_STATES + COUNTED;
/// Counts of a position: mobility and potential mobility of both sides, and the parity together with the stage.
pub(super) const COUNTS: usize = 5;
/// Entries added up for a position: one for each pattern instance and count.
pub const INPUTS: usize = FEATURES + COUNTS;

/// Entries of a count: one for each value, 0 to 31; greater ones count as 31.
pub(super) const COUNT_ENTRIES: usize = 32;
/// Values of the parity count: 0 to 4 quadrants with an odd number of empty squares.
const PARITIES: usize = 5;

/// Mobility and potential mobility of both sides, as sets of squares.
#[derive(Debug, Clone, Copy)]
pub struct Mobility {
    own: u64,
    other: u64,
    around_own: u64,
    around_other: u64,
}

impl Mobility {
    /// The moves of the side to move.
    #[inline]
    #[must_use]
    pub const fn legal(self) -> u64 {
        self.own
    }

    /// The moves that the other side would have if it were to move.
    #[inline]
    #[must_use]
    pub(super) const fn legal_of_other(self) -> u64 {
        self.other
    }

    /// The mobility on `board`.
    #[inline]
    #[must_use]
    pub fn of(board: Board) -> Self {
        let (own, around_other) = moves::legal_and_potential(board.own, board.other);
        let (other, around_own) = moves::legal_and_potential(board.other, board.own);
        Self {
            own,
            other,
            around_own,
            around_other,
        }
    }

    /// Whether the side to move has a move.
    #[inline]
    #[must_use]
    pub const fn has_move(self) -> bool {
        self.own != 0
    }
}

/// The table entries whose weights add up to the evaluation.
///
/// Search and trainer share this function, so that they cannot differ.
#[inline]
#[must_use]
pub fn inputs(board: Board, features: &Features, mobility: Mobility) -> [u32; INPUTS] {
    let mut all = [0; INPUTS];
    fill(&mut all, board, features, mobility);
    all
}

/// [`inputs`], written in place: a copy would be read before all of it is written.
#[inline]
#[expect(clippy::cast_possible_truncation, reason = "the table is short")]
pub(super) fn fill(all: &mut [u32; INPUTS], board: Board, features: &Features, mobility: Mobility) {
    for (lane, input) in all[..FEATURES].iter_mut().enumerate() {
        *input = (ORIGINS[lane] + i32::from(features.states()[lane])).cast_unsigned();
    }
    for (input, count) in all[FEATURES..].iter_mut().zip(counts(board, mobility)) {
        *input = RAW_STATES as u32 + u32::from(count);
    }
}

/// The table entry of each count, less [`RAW_STATES`].
#[inline]
#[expect(clippy::cast_possible_truncation, reason = "the table is short")]
pub(super) fn counts(board: Board, mobility: Mobility) -> [u16; COUNTS] {
    let count = |kind: u32, set: u64| {
        const LAST: u32 = COUNT_ENTRIES as u32 - 1;
        (kind * COUNT_ENTRIES as u32 + set.count_ones().min(LAST)) as u16
    };
    let parity = board.empties() * PARITIES as u32 + odd_quadrants(board);
    [
        count(0, mobility.own),
        count(1, mobility.other),
        count(2, mobility.around_other),
        count(3, mobility.around_own),
        (4 * COUNT_ENTRIES as u32 + parity) as u16,
    ]
}

/// How many quadrants have an odd number of empty squares.
#[inline]
fn odd_quadrants(board: Board) -> u32 {
    // Fold the ranks of each half of the board together, then count each half of the files.
    let empty = board.empty();
    let halves = empty ^ empty >> 16;
    let halves = halves ^ halves >> 8;
    let parity = |bits: u64| (bits & 15).count_ones() & 1;
    parity(halves) + parity(halves >> 4) + parity(halves >> 32) + parity(halves >> 36)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::othello::samples;

    #[test]
    fn odd_quadrants_are_counted() {
        for board in samples::boards(5_000) {
            let quadrant = 0x0f0f_0f0f_u64;
            let odd = |shift: u32| (board.empty() & quadrant << shift).count_ones() % 2;
            let expected = odd(0) + odd(4) + odd(32) + odd(36);
            assert_eq!(odd_quadrants(board), expected, "{board}");
        }
    }
}
