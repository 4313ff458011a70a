//! A board that stays in vector registers from move to move.
//!
//! The endgame solver waits more than it computes: each move needs the board that the move before it left. With both
//! sides of the board in every lane of a vector, the four axes of the next flip are computed without copying the board
//! from integer registers first, and a move is known to be legal before its flips are joined to one set.

#[cfg(any(not(target_feature = "avx2"), test))]
mod portable;
#[cfg(target_feature = "avx2")]
mod vector;

#[cfg(not(target_feature = "avx2"))]
pub(in crate::games::othello) use self::portable::{Flips, Lanes, ReadyFlips, SpreadBoard};
#[cfg(target_feature = "avx2")]
pub(in crate::games::othello) use self::vector::{Flips, Lanes, ReadyFlips, SpreadBoard};

/// Whether flips take so little time that it pays to compute some that may not be needed.
pub(in crate::games::othello) const FLIPS_ARE_FAST: bool = cfg!(target_feature = "avx2");

#[cfg(test)]
mod tests {
    use super::portable;
    use super::*;
    use crate::games::othello::rules::board::Board;
    use crate::games::othello::rules::moves;
    use crate::games::othello::rules::square::Squares;
    use crate::games::othello::samples;

    /// Checks one implementation against the plain board.
    macro_rules! agrees_with_the_board {
        ($spread:ty, $board:expr) => {
            let board: Board = $board;
            let spread = <$spread>::new(board);
            assert_eq!(spread.board(), board);
            assert_eq!(spread.passed().board(), board.passed(), "{board}");
            let (own, other) = spread.lanes();
            assert_eq!(<$spread>::of_lanes(own, other).board(), board, "{board}");
            let empty = board.empty();
            assert_eq!(spread.legal(empty), board.legal(), "{board}");
            let to_try = spread.squares_to_try(empty);
            assert_eq!(to_try & board.legal(), board.legal(), "{board}");
            let both = moves::legal_and_potential(board.own, board.other);
            assert_eq!(spread.legal_and_potential(empty), both, "{board}");
            for square in Squares(empty) {
                let expected = board.flips(square);
                let flips = spread.flips(square);
                assert_eq!(flips.any(), expected != 0, "{board} {square}");
                assert_eq!(
                    spread.flips_at_once(square).any(),
                    expected != 0,
                    "{board} {square}"
                );
                let ready = spread.ready_flips(square);
                assert_eq!(ready.any(), expected != 0, "{board} {square}");
                let after = spread.after(square, ready.flips()).board();
                assert_eq!(after, board.after(square, expected), "{board} {square}");
                let after = spread.after(square, flips).board();
                assert_eq!(after, board.after(square, expected), "{board} {square}");
                for other in Squares(empty) {
                    let both = spread.opponents_after([flips, spread.flips(other)]);
                    let expected = [square, other].map(|square| board.other ^ board.flips(square));
                    assert_eq!(both, expected, "{board} {square} {other}");
                }
            }
        };
    }

    #[test]
    fn spread_boards_are_as_the_rules_say() {
        for board in samples::boards(20_000) {
            agrees_with_the_board!(SpreadBoard, board);
            agrees_with_the_board!(portable::SpreadBoard, board);
        }
    }
}
