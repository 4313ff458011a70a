//! The linear evaluation: a sum of learned weights, one for the state of every pattern and for a few counts.

use super::board::Board;
use super::features::{FEATURES, Features, ORIGINS, PADDED_FEATURES, RAW_STATES};
use super::moves;
use super::weights::{self, STEP, Table, Weights};
use crate::search::Score;

/// Entries of the table for the counts; they follow the [`RAW_STATES`] states of the patterns.
pub const COUNTED: usize = 4 * COUNTS + 64 * PARITIES;
/// Entries of the weight table.
pub const ENTRIES: usize = RAW_STATES + COUNTED;
/// Entries added up for a position: one for each pattern instance and count.
pub const INPUTS: usize = PADDED_FEATURES + 3;

/// Values of a count, 0 to 31; greater ones count as 31.
const COUNTS: usize = 32;
/// Values of the parity count: 0 to 4 quadrants with an odd number of empty squares.
const PARITIES: usize = 5;
/// The largest absolute evaluation, in score units: 64 discs.
const MAX_COUNTED: i32 = 64 * 128;

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
    let count = |kind: u32, set: u64| {
        const LAST: u32 = COUNTS as u32 - 1;
        RAW_STATES as u32 + kind * COUNTS as u32 + set.count_ones().min(LAST)
    };
    all[FEATURES] = count(0, mobility.own);
    all[FEATURES + 1] = count(1, mobility.other);
    all[FEATURES + 2] = count(2, mobility.around_other);
    all[FEATURES + 3] = count(3, mobility.around_own);
    all[FEATURES + 4] =
        (RAW_STATES + 4 * COUNTS) as u32 + board.empties() * PARITIES as u32 + odd_quadrants(board);
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

/// The estimated disc difference for the side to move, in score units, -8192 to 8192; exact when the game is over.
///
/// `features` are those of `board`.
#[inline]
#[must_use]
pub fn evaluate(board: Board, features: &Features) -> Score {
    evaluate_given(board, features, Mobility::of(board))
}

/// [`evaluate`] with a mobility computed before.
#[inline]
#[must_use]
pub fn evaluate_given(board: Board, features: &Features, mobility: Mobility) -> Score {
    weights::current().evaluate_given(board, features, mobility)
}

impl Weights {
    /// [`evaluate`] with these weights.
    #[inline]
    #[must_use]
    pub fn evaluate(&self, board: Board, features: &Features) -> Score {
        self.evaluate_given(board, features, Mobility::of(board))
    }

    #[inline]
    fn evaluate_given(&self, board: Board, features: &Features, mobility: Mobility) -> Score {
        if mobility.own == 0 {
            return self.evaluate_passed(board.passed(), features);
        }
        let mut inputs = [0; INPUTS];
        fill(&mut inputs, board, features, mobility);
        sum(self.table(board), &inputs)
    }

    /// The evaluation when the side to move has no move: after the pass, or at the end of the game.
    #[cold]
    fn evaluate_passed(&self, passed: Board, features: &Features) -> Score {
        let mobility = Mobility::of(passed);
        if mobility.own == 0 {
            return -passed.disc_diff().score();
        }
        -sum(
            self.table(passed),
            &inputs(passed, &features.passed(), mobility),
        )
    }
}

#[inline]
#[expect(clippy::cast_possible_truncation, reason = "clamped before")]
fn sum(table: &Table, inputs: &[u32; INPUTS]) -> Score {
    let mut total = 0;
    for &input in inputs {
        total += i32::from(table.weight(input));
    }
    Score((total * i32::from(STEP)).clamp(-MAX_COUNTED, MAX_COUNTED) as i16)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::othello::samples;
    use crate::games::othello::symmetry::Symmetry;

    #[test]
    fn symmetric_boards_have_the_same_value_and_passing_changes_its_sign() {
        for board in samples::boards(5_000) {
            let score = evaluate(board, &Features::of(board));
            for symmetry in Symmetry::ALL {
                let image = symmetry.board(board);
                assert_eq!(evaluate(image, &Features::of(image)), score, "{board}");
            }
            if board.legal() == 0 {
                let passed = board.passed();
                assert_eq!(evaluate(passed, &Features::of(passed)), -score, "{board}");
            }
        }
    }

    #[test]
    fn odd_quadrants_are_counted() {
        for board in samples::boards(5_000) {
            let quadrant = 0x0f0f_0f0f_u64;
            let odd = |shift: u32| (board.empty() & quadrant << shift).count_ones() % 2;
            let expected = odd(0) + odd(4) + odd(32) + odd(36);
            assert_eq!(odd_quadrants(board), expected, "{board}");
        }
    }

    /// A side that holds all corners and edges is ahead, whatever the exact weights.
    #[test]
    fn a_won_position_looks_won() -> Result<(), Box<dyn std::error::Error>> {
        let text = "XXXXXXXXXXXXXXXXXXOOOOXXXXOXOOXXXXOOXOXXXX-OOOXXX---O-----------";
        let (board, _) = Board::parse(&format!("{text} X"))?;
        let score = evaluate(board, &Features::of(board));
        assert!(score > Score(20 * 128), "{score:?}");
        Ok(())
    }
}
