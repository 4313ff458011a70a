//! The ways to find legal moves and flips.

use kaeshi::games::othello::board::{Board, Square};
use kaeshi::games::othello::variants::array::Array;
use kaeshi::games::othello::variants::{carry, loops, tables};
use kaeshi::games::othello::{flip, moves};

/// The name of Kaeshi's own way: the instructions that it was compiled for.
pub(super) const COMPILED: &str = if cfg!(all(
    target_feature = "avx512cd",
    target_feature = "avx512vl"
)) {
    "Kaeshi, AVX-512"
} else if cfg!(target_feature = "avx2") {
    "Kaeshi, AVX2"
} else {
    "Kaeshi, as compiled (no SIMD)"
};

/// A position, as bits and as an array.
#[derive(Debug, Clone)]
pub(super) struct Sample {
    pub(super) board: Board,
    pub(super) array: Array,
}

impl Sample {
    pub(super) fn new(board: Board) -> Self {
        Self {
            board,
            array: Array::new(board.own, board.other),
        }
    }
}

/// A way to find flips.
pub(super) type Flip = fn(&Sample, Square) -> u64;
/// A way to find legal moves.
pub(super) type Legal = fn(&Sample) -> u64;

/// The ways to find the discs that a move turns over; the first is the oracle.
pub(super) const FLIPS: [(&str, Flip); 6] = [
    ("array with walls", |at, square| at.array.flip(square)),
    ("loops in eight directions", |at, square| {
        loops::flip(at.board.own, at.board.other, square)
    }),
    ("multiplication and tables", |at, square| {
        tables::flip(at.board.own, at.board.other, square)
    }),
    ("carry and tables", |at, square| {
        carry::flip(at.board.own, at.board.other, square)
    }),
    ("Kaeshi, portable", |at, square| {
        flip::portable::flip(at.board.own, at.board.other, square)
    }),
    (COMPILED, |at, square| {
        flip::flip(at.board.own, at.board.other, square)
    }),
];

/// The ways to find legal moves; the first is the oracle.
pub(super) const LEGAL: [(&str, Legal); 6] = [
    ("array with walls", |at| at.array.legal()),
    ("five repetitions in eight directions", |at| {
        loops::legal(at.board.own, at.board.other)
    }),
    ("tables, trying each square", |at| {
        tables::legal(at.board.own, at.board.other)
    }),
    ("carry and tables, trying each square", |at| {
        carry::legal(at.board.own, at.board.other)
    }),
    ("Kaeshi, portable", |at| {
        moves::portable::legal(at.board.own, at.board.other)
    }),
    (COMPILED, |at| moves::legal(at.board.own, at.board.other)),
];
