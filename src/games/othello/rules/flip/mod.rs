//! The discs a move turns over.
//!
//! [`flip`] is the entry to one implementation per instruction set, chosen when compiling; all use the same masks of
//! lines. In each of the eight directions, the move turns over the run of opposing discs next to it if an own disc
//! follows.

mod lines;

pub mod portable;

#[cfg(target_feature = "avx2")]
pub(super) mod lanes;
#[cfg(all(target_feature = "sse4.1", any(not(target_feature = "avx2"), test)))]
mod sse;
#[cfg(target_feature = "avx2")]
mod vector;

#[cfg(all(
    target_feature = "avx2",
    any(
        not(target_feature = "avx512cd"),
        not(target_feature = "avx512vl"),
        test
    )
))]
mod avx2;

#[cfg(all(target_feature = "avx512cd", target_feature = "avx512vl"))]
mod avx512;

#[cfg(target_feature = "avx2")]
pub(super) use self::vector::axes;
use super::square::Square;

/// The discs of `other` that a move of `own` to the empty `square` turns over; none if it is illegal.
#[inline]
#[must_use]
pub fn flip(own: u64, other: u64, square: Square) -> u64 {
    #[cfg(target_feature = "avx2")]
    return vector::flip(own, other, square);
    #[cfg(all(target_feature = "sse4.1", not(target_feature = "avx2")))]
    return sse::flip(own, other, square);
    #[cfg(not(target_feature = "sse4.1"))]
    return portable::flip(own, other, square);
}

/// [`flip`] for two squares at once.
#[inline]
#[must_use]
pub fn flip_two(own: u64, other: u64, squares: [Square; 2]) -> [u64; 2] {
    #[cfg(target_feature = "avx2")]
    return vector::flip_two(own, other, squares);
    #[cfg(not(target_feature = "avx2"))]
    return squares.map(|square| flip(own, other, square));
}

/// [`flip`] for four squares at once.
#[inline]
#[must_use]
pub fn flip_four(own: u64, other: u64, squares: [Square; 4]) -> [u64; 4] {
    #[cfg(target_feature = "avx2")]
    return vector::flip_four(own, other, squares);
    #[cfg(not(target_feature = "avx2"))]
    return squares.map(|square| flip(own, other, square));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::othello::rules::board::Board;
    use crate::games::othello::rules::square::Squares;
    use crate::games::othello::samples;

    /// Square by square, straight from the rules.
    fn slow_flip(board: Board, square: Square) -> u64 {
        let mut flips = 0;
        for (dx, dy) in [
            (1, 0),
            (-1, 0),
            (0, 1),
            (0, -1),
            (1, 1),
            (-1, -1),
            (1, -1),
            (-1, 1),
        ] {
            let (mut x, mut y) = (i32::from(square.file()) + dx, i32::from(square.rank()) + dy);
            let mut run = 0;
            while (0..8).contains(&x) && (0..8).contains(&y) {
                let bit = 1_u64 << (8 * y + x);
                if board.own & bit != 0 {
                    flips |= run;
                }
                if board.other & bit == 0 {
                    break;
                }
                run |= bit;
                (x, y) = (x + dx, y + dy);
            }
        }
        flips
    }

    #[test]
    fn every_version_flips_as_the_rules_say() {
        for board in samples::boards(100_000) {
            for square in Squares(board.empty()) {
                let expected = slow_flip(board, square);
                let Board { own, other } = board;
                assert_eq!(flip(own, other, square), expected, "{board} {square}");
                assert_eq!(
                    portable::flip(own, other, square),
                    expected,
                    "portable: {board} {square}"
                );
                #[cfg(target_feature = "sse4.1")]
                assert_eq!(
                    sse::flip(own, other, square),
                    expected,
                    "SSE: {board} {square}"
                );
                #[cfg(target_feature = "avx2")]
                assert_eq!(
                    vector::flip_with_avx2(own, other, square),
                    expected,
                    "AVX2: {board} {square}"
                );
            }
        }
    }

    #[test]
    fn flips_of_several_squares_are_those_of_each() {
        let mut rng = samples::Rng::new(3);
        for board in samples::boards(200_000) {
            let Board { own, other } = board;
            let empty = board.empty();
            if empty == 0 {
                continue;
            }
            let squares = [(); 4].map(|()| rng.pick(empty));
            let expected = squares.map(|square| slow_flip(board, square));
            assert_eq!(flip_four(own, other, squares), expected, "{board}");
            let [a, b, ..] = squares;
            assert_eq!(flip_two(own, other, [a, b]), expected[..2], "{board}");
        }
    }
}
