//! One empty square left: the result is counted without a search.
//!
//! Every other square is taken, so that the discs of one side determine the board. One look-up along a line counts for
//! both sides: if the side to move has no move, the opponent's count is known. No branch depends on who may play.

use super::square::Square;

#[cfg(all(target_arch = "x86_64", target_feature = "bmi2"))]
mod bmi2;

pub mod portable;

/// The numbers of discs that `own` and its opponent would turn over by playing the last empty square.
#[inline]
#[must_use]
pub fn flipped_by_both(own: u64, square: Square) -> (u32, u32) {
    #[cfg(all(target_arch = "x86_64", target_feature = "bmi2"))]
    return bmi2::flipped_by_both(own, square);
    #[cfg(not(all(target_arch = "x86_64", target_feature = "bmi2")))]
    return portable::flipped_by_both(own, square);
}

/// The final disc difference, -64 to 64, for the owner of `own`, who is to move with only `square` empty.
#[inline]
#[must_use]
pub fn margin(own: u64, square: Square) -> i32 {
    #[cfg(all(target_arch = "x86_64", target_feature = "bmi2"))]
    return bmi2::margin(own, square);
    #[cfg(not(all(target_arch = "x86_64", target_feature = "bmi2")))]
    return portable::margin(own, square);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::othello::rules::board::Board;
    use crate::games::othello::samples::Rng;

    fn slow_margin(board: Board, square: Square) -> i32 {
        let after = |board: Board| board.after(square, board.flips(square)).disc_diff().0;
        if board.flips(square) != 0 {
            -after(board)
        } else if board.passed().flips(square) != 0 {
            after(board.passed())
        } else {
            board.disc_diff().0
        }
    }

    #[test]
    fn a_square_that_nobody_can_play_goes_to_the_winner() {
        // All lines from a1 are full of own discs: the first rank, the a-file, the diagonal. That makes 21 discs, and the
        // others 10, 11 and 9 more.
        let lines = 0x8141_2111_0905_03ff & !1;
        for (more, expected) in [(0x003a_fc00, -2), (0x007a_fc00, 2), (0x001a_fc00, -4)] {
            let own = lines | more;
            assert_eq!(margin(own, Square::first(1)), expected, "{own:#x}");
        }
    }

    #[test]
    fn margins_are_those_of_the_rules() {
        let mut rng = Rng::new(7);
        for _ in 0..200_000 {
            let square = Square::first(1 << (rng.next() & 63));
            // Few, many, or about half the discs.
            let own = match rng.next() & 3 {
                0 => rng.next() & rng.next() & rng.next(),
                1 => rng.next() | rng.next() | rng.next(),
                _ => rng.next(),
            } & !square.bit();
            let board = Board {
                own,
                other: !own & !square.bit(),
            };
            let counts = (
                board.flips(square).count_ones(),
                board.passed().flips(square).count_ones(),
            );
            assert_eq!(flipped_by_both(own, square), counts, "{board}");
            assert_eq!(
                portable::flipped_by_both(own, square),
                counts,
                "portable: {board}"
            );
            let expected = slow_margin(board, square);
            assert_eq!(margin(own, square), expected, "{board}");
            assert_eq!(portable::margin(own, square), expected, "portable: {board}");
        }
    }
}
