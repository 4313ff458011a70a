//! One empty square left: no search, only a count.
//!
//! Every other square is taken, so the own discs say all. The discs turned over along a line of eight squares come
//! from a table; PEXT packs the file and the diagonals into such lines. A shorter diagonal ends among squares that
//! hold no own disc, beyond which nothing is turned over.

use super::board::Square;

#[cfg(all(target_arch = "x86_64", target_feature = "bmi2"))]
mod bmi2;

#[cfg(any(not(all(target_arch = "x86_64", target_feature = "bmi2")), test))]
mod portable;

/// How many discs `own` turns over by playing the last empty square.
#[inline]
#[must_use]
pub fn flipped(own: u64, square: Square) -> u32 {
    #[cfg(all(target_arch = "x86_64", target_feature = "bmi2"))]
    return bmi2::flipped(own, square);
    #[cfg(not(all(target_arch = "x86_64", target_feature = "bmi2")))]
    return portable::flipped(own, square);
}

/// The final margin in discs for the owner of `own`, who is to move with `square` alone empty.
///
/// A count that cannot change the answer to "more than `alpha` or not?" is left out: the result is then a bound.
#[inline]
#[must_use]
#[allow(clippy::cast_possible_wrap, reason = "at most 64")]
pub fn solve(own: u64, square: Square, alpha: i32) -> i32 {
    // The margin if the square is filled by the side to move and nothing is turned over.
    let filled = 2 * own.count_ones() as i32 - 62;
    let flips = flipped(own, square) as i32;
    if flips != 0 {
        return filled + 2 * flips;
    }
    // Nobody can give more than the empty square.
    if filled <= alpha {
        return filled;
    }
    let flips = flipped(!own & !square.bit(), square) as i32;
    if flips != 0 {
        filled - 2 - 2 * flips
    } else if filled > 0 {
        filled
    } else {
        filled - 2
    }
}

/// The final margin in discs, always exact.
#[inline]
#[must_use]
pub fn margin(own: u64, square: Square) -> i32 {
    solve(own, square, -65)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::othello::board::Board;
    use crate::games::othello::samples::Dice;

    fn slow_margin(board: Board, square: Square) -> i32 {
        let after = |board: Board| board.after(square, board.flips(square)).margin().0;
        if board.flips(square) != 0 {
            -after(board)
        } else if board.passed().flips(square) != 0 {
            after(board.passed())
        } else {
            board.margin().0
        }
    }

    #[test]
    fn margins_are_those_of_the_rules() {
        let mut dice = Dice::new(7);
        for _ in 0..200_000 {
            let square = Square::first(1 << (dice.next() & 63));
            // Few, many, or about half the discs.
            let own = match dice.next() & 3 {
                0 => dice.next() & dice.next() & dice.next(),
                1 => dice.next() | dice.next() | dice.next(),
                _ => dice.next(),
            } & !square.bit();
            let board = Board {
                own,
                other: !own & !square.bit(),
            };
            assert_eq!(
                flipped(own, square),
                board.flips(square).count_ones(),
                "{board}"
            );
            assert_eq!(
                portable::flipped(own, square),
                board.flips(square).count_ones(),
                "{board}"
            );
            let expected = slow_margin(board, square);
            assert_eq!(margin(own, square), expected, "{board}");
            for alpha in [
                -64,
                -20,
                expected - 2,
                expected - 1,
                expected,
                expected + 1,
                10,
                63,
            ] {
                let found = solve(own, square, alpha);
                assert_eq!(found > alpha, expected > alpha, "{board} {alpha}");
                // Fail-soft: a bound on the right side.
                assert!(
                    if found > alpha {
                        found <= expected
                    } else {
                        found >= expected
                    },
                    "{board} {alpha}"
                );
            }
        }
    }
}
