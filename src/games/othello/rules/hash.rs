//! The hash of a board, for caches and the transposition table.

use super::board::Board;
use crate::game::splitmix64;

/// A hash of the discs and of whose turn it is.
#[inline]
pub(in crate::games::othello) fn hash(board: Board) -> u64 {
    splitmix64(board.own ^ splitmix64(board.other))
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn boards_that_differ_in_one_square_have_different_hashes() {
        let Board { own, other } = Board::START;
        let mut seen = HashSet::from([hash(Board::START), hash(Board::START.passed())]);
        for square in 0..64 {
            let own = own ^ 1 << square;
            assert!(seen.insert(hash(Board { own, other })), "own {square}");
        }
        for square in 0..64 {
            let other = other ^ 1 << square;
            assert!(seen.insert(hash(Board { own, other })), "other {square}");
        }
    }
}
