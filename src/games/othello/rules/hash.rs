//! The hash of a board, for caches and the transposition table.

use super::board::Board;
use crate::game::splitmix64;

/// A hash of the discs and of whose turn it is.
#[inline]
pub(in crate::games::othello) fn hash(board: Board) -> u64 {
    splitmix64(board.own ^ splitmix64(board.other))
}
