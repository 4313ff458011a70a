//! Perft: counts the leaves of the game tree, the standard test of a move generator and of its speed.

use super::board::Board;
use super::square::Squares;

/// How a pass counts towards the depth.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Passes {
    /// As a move like any other.
    OnePly,
    /// Not at all: the reply follows in the same ply.
    Free,
}

/// The leaves `depth` plies below `board`; a game that ends earlier counts as one leaf.
///
/// The last ply is counted without making its moves.
#[must_use]
pub fn perft(board: Board, depth: u32, passes: Passes) -> u64 {
    match (depth, passes) {
        (0, _) => 1,
        (_, Passes::OnePly) => count::<true>(board, depth),
        (_, Passes::Free) => count::<false>(board, depth),
    }
}

/// [`perft`] for a `depth` of at least 1.
fn count<const PASS_IS_PLY: bool>(board: Board, depth: u32) -> u64 {
    let legal = board.legal();
    if legal == 0 {
        return count_after_pass::<PASS_IS_PLY>(board.passed(), depth);
    }
    if depth == 1 {
        return u64::from(legal.count_ones());
    }
    let after = |square| board.after(square, board.flips(square));
    Squares(legal)
        .map(|square| count::<PASS_IS_PLY>(after(square), depth - 1))
        .sum()
}

#[cold]
fn count_after_pass<const PASS_IS_PLY: bool>(board: Board, depth: u32) -> u64 {
    let depth = if PASS_IS_PLY { depth - 1 } else { depth };
    if depth == 0 || board.legal() == 0 {
        return 1;
    }
    count::<PASS_IS_PLY>(board, depth)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    /// Published counts of the usual Othello perft tables: with a pass as a ply, and with free passes.
    const PUBLISHED: [(u64, u64); 13] = [
        (4, 4),
        (12, 12),
        (56, 56),
        (244, 244),
        (1_396, 1_396),
        (8_200, 8_200),
        (55_092, 55_092),
        (390_216, 390_216),
        (3_005_288, 3_005_320),
        (24_571_284, 24_571_420),
        (212_258_800, 212_260_880),
        (1_939_886_636, 1_939_899_208),
        (18_429_641_748, 18_429_791_868),
    ];

    fn check(depths: std::ops::RangeInclusive<u32>) {
        for (depth, (one_ply, free)) in (1..)
            .zip(PUBLISHED)
            .filter(|(depth, _)| depths.contains(depth))
        {
            assert_eq!(
                perft(Board::START, depth, Passes::OnePly),
                one_ply,
                "depth {depth}"
            );
            assert_eq!(
                perft(Board::START, depth, Passes::Free),
                free,
                "depth {depth}, passes free"
            );
        }
    }

    #[test]
    fn counts_are_the_published_ones() {
        check(1..=9);
    }

    #[test]
    fn deep_counts_are_the_published_ones() {
        check(10..=11);
    }

    #[test]
    #[ignore = "takes seconds"]
    fn counts_are_the_published_ones_at_depth_12() {
        check(12..=12);
    }

    #[test]
    #[ignore = "takes a minute"]
    fn counts_are_the_published_ones_at_depth_13() {
        check(13..=13);
    }

    #[test]
    fn counts_of_other_positions_are_right() {
        let path = concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/../shared/data/perft/perft_positions.txt"
        );
        let Ok(text) = fs::read_to_string(path) else {
            eprintln!("skipped: {path} is not there");
            return;
        };
        for line in text.lines().filter(|line| !line.starts_with('#')) {
            let (board, counts) = line.split_once("; ").expect("a board and counts");
            let (board, _) = Board::parse(board).expect("a board");
            for count in counts.split(' ') {
                let mut numbers = count
                    .split([':', '/'])
                    .map(|number| number.parse::<u64>().expect("a number"));
                let mut next = || numbers.next().expect("three numbers");
                let depth = u32::try_from(next()).expect("a depth");
                assert_eq!(perft(board, depth, Passes::OnePly), next(), "{line}");
                assert_eq!(perft(board, depth, Passes::Free), next(), "{line}");
            }
        }
    }
}
