//! Mobility: the moves of the side to move, and its potential moves.

mod axes;

pub mod portable;

#[cfg(all(target_feature = "sse4.1", any(not(target_feature = "avx2"), test)))]
mod sse;
#[cfg(target_feature = "avx2")]
mod vector;

#[cfg(target_feature = "avx2")]
pub(super) use self::vector::{legal_and_potential_in_lanes, legal_in_lanes};

/// a1, h1, a8 and h8.
pub const CORNERS: u64 = 0x8100_0000_0000_0081;

/// The weighted size of a set of moves: those to corners count twice.
#[inline]
#[must_use]
pub const fn weighted_mobility(moves: u64) -> i32 {
    (moves.count_ones() + (moves & CORNERS).count_ones()).cast_signed()
}

/// The empty squares where `own` may play.
#[inline]
#[must_use]
pub fn legal(own: u64, other: u64) -> u64 {
    #[cfg(target_feature = "avx2")]
    return vector::legal(own, other);
    #[cfg(all(target_feature = "sse4.1", not(target_feature = "avx2")))]
    return sse::legal(own, other);
    #[cfg(not(target_feature = "sse4.1"))]
    return portable::legal(own, other);
}

/// The empty squares next to a disc of `other`: the potential mobility of `own`.
///
/// A disc on an edge counts only along that edge, since only there it can be turned over.
#[inline]
#[must_use]
pub fn potential(own: u64, other: u64) -> u64 {
    #[cfg(target_feature = "avx2")]
    return vector::potential(own, other);
    #[cfg(not(target_feature = "avx2"))]
    return portable::potential(own, other);
}

/// Both [`legal`] and [`potential`], which share most of their work.
#[inline]
#[must_use]
pub fn legal_and_potential(own: u64, other: u64) -> (u64, u64) {
    #[cfg(target_feature = "avx2")]
    return vector::legal_and_potential(own, other);
    #[cfg(not(target_feature = "avx2"))]
    return (legal(own, other), portable::potential(own, other));
}

#[cfg(test)]
mod tests {
    use super::axes::INNER;
    use super::*;
    use crate::games::othello::rules::board::Board;
    use crate::games::othello::rules::square::Squares;
    use crate::games::othello::samples;

    #[test]
    fn corners_weigh_twice() {
        assert_eq!(weighted_mobility(0), 0);
        assert_eq!(weighted_mobility(CORNERS), 8);
        assert_eq!(weighted_mobility(1 << 9 | 1 << 10 | 1 << 63), 4);
        assert_eq!(weighted_mobility(!0), 68);
    }

    fn slow_legal(board: Board) -> u64 {
        let legal = |square| board.flips(square) != 0;
        Squares(board.empty())
            .filter(|&square| legal(square))
            .fold(0, |set, square| set | square.bit())
    }

    fn slow_potential(board: Board) -> u64 {
        let mut near = 0;
        for (step, inner) in INNER {
            near |= (board.other & inner) << step | (board.other & inner) >> step;
        }
        near & board.empty()
    }

    #[test]
    fn every_version_finds_the_moves_that_flip() {
        for board in samples::boards(200_000) {
            let Board { own, other } = board;
            let expected = slow_legal(board);
            assert_eq!(legal(own, other), expected, "{board}");
            assert_eq!(portable::legal(own, other), expected, "portable: {board}");
            #[cfg(target_feature = "sse4.1")]
            assert_eq!(sse::legal(own, other), expected, "SSE: {board}");
            let near = slow_potential(board);
            assert_eq!(expected & !near, 0, "{board}");
            assert_eq!(potential(own, other), near, "{board}");
            assert_eq!(portable::potential(own, other), near, "portable: {board}");
            assert_eq!(legal_and_potential(own, other), (expected, near), "{board}");
        }
    }
}
