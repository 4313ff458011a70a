//! Stable discs: those that can never be turned over.
//!
//! A disc is safe along an axis that ends next to it, that is full, or on which a neighbour is stable and own. A disc
//! that is safe along all four axes is stable. On the edges, where only the edge itself matters, a table holds the
//! discs that survive whatever is played on the edge. All discs found are stable, but not all stable discs are found.

mod edge;
mod full;
pub mod portable;
#[cfg(all(target_feature = "avx2", target_feature = "bmi2"))]
mod vector;

use edge::EDGES;

use super::board::Board;

/// Discs of `own` that can never be turned over.
#[must_use]
pub fn stable(own: u64, other: u64) -> u64 {
    beyond_edges(own, other, edge_stable(own, other))
}

/// Discs of `own` on the four edges that can never be turned over.
#[inline]
#[must_use]
pub fn edge_stable(own: u64, other: u64) -> u64 {
    #[cfg(all(target_feature = "avx2", target_feature = "bmi2"))]
    return vector::edge_stable(own, other);
    #[cfg(not(all(target_feature = "avx2", target_feature = "bmi2")))]
    return portable::edge_stable(own, other);
}

/// The discs of [`stable`], from those of [`edge_stable`].
#[inline]
fn beyond_edges(own: u64, other: u64, on_edges: u64) -> u64 {
    #[cfg(all(target_feature = "avx2", target_feature = "bmi2"))]
    return vector::beyond_edges(own, other, on_edges);
    #[cfg(not(all(target_feature = "avx2", target_feature = "bmi2")))]
    return portable::beyond_edges(own, other, on_edges);
}

/// An upper bound of the final disc difference from the opponent's stable discs, if it is not above `alpha`, which is at most
/// 64.
///
/// The bound is not always the best one: no more discs are sought than are needed.
#[must_use]
pub fn bound_within(board: Board, alpha: i32) -> Option<i32> {
    let Board { own, other } = board;
    let bound = |stable: u64| {
        let bound = 64 - 2 * stable.count_ones().cast_signed();
        (bound <= alpha).then_some(bound)
    };
    let on_edges = edge_stable(other, own);
    bound(on_edges).or_else(|| {
        // Nothing is left to find on the edges. Would all other discs be enough?
        bound(on_edges | (other & !EDGES))?;
        bound(beyond_edges(other, own, on_edges))
    })
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;
    use std::fs;

    use super::full::FILE_A;
    use super::portable::{pack_file, unpack_file};
    use super::*;
    use crate::games::othello::rules::board::{Colour, Square, Squares};
    use crate::games::othello::samples;

    fn shared(name: &str) -> Option<String> {
        let path = format!(
            "{}/../shared/data/stability/{name}",
            env!("CARGO_MANIFEST_DIR")
        );
        let text = fs::read_to_string(&path).ok();
        if text.is_none() {
            eprintln!("skipped: {path} is not there");
        }
        text
    }

    fn signs(text: &str, wanted: char) -> u64 {
        text.chars()
            .enumerate()
            .filter(|&(_, sign)| sign == wanted)
            .fold(0, |set, (at, _)| set | 1 << at)
    }

    #[test]
    fn the_edge_table_is_the_known_one() {
        let Some(text) = shared("edge_stability.txt") else {
            return;
        };
        let mut count = 0;
        for line in text.lines().filter(|line| !line.starts_with('#')) {
            let (edge, mask) = line.split_once(' ').expect("an edge and a mask");
            let (own, other, mask) = (signs(edge, 'X'), signs(edge, 'O'), signs(mask, 'S'));
            for shift in [0, 56] {
                assert_eq!(
                    edge_stable(own << shift, other << shift),
                    (mask & own) << shift,
                    "{line}"
                );
                assert_eq!(
                    edge_stable(other << shift, own << shift),
                    (mask & other) << shift,
                    "{line}"
                );
            }
            let file = |set: u64| unpack_file(set);
            for shift in [0, 7] {
                let found = edge_stable(file(own) << shift, file(other) << shift);
                assert_eq!(found & FILE_A << shift, file(mask & own) << shift, "{line}");
            }
            count += 1;
        }
        assert_eq!(count, 3_u32.pow(8));
    }

    /// Eight squares: 1 for an own disc, -1 for one of the other side, 0 for none.
    type Edge = [i8; 8];

    /// `edge` after `side` has played on `at`, by walking along the edge.
    fn played(mut edge: Edge, at: usize, side: i8) -> Edge {
        let ways: [Vec<usize>; 2] = [(at + 1..8).collect(), (0..at).rev().collect()];
        for way in ways {
            let run = way.iter().take_while(|&&square| edge[square] == -side);
            let run = run.count();
            if way.get(run).is_some_and(|&end| edge[end] == side) {
                way[..run].iter().for_each(|&square| edge[square] = side);
            }
        }
        edge[at] = side;
        edge
    }

    /// The discs of both sides that no play turns over, now or later.
    fn slow_edge(edge: Edge, known: &mut HashMap<Edge, [bool; 8]>) -> [bool; 8] {
        if let Some(stable) = known.get(&edge) {
            return *stable;
        }
        let mut stable = edge.map(|disc| disc != 0);
        for at in (0..8).filter(|&at| edge[at] == 0) {
            for side in [1, -1] {
                let after = played(edge, at, side);
                let later = slow_edge(after, known);
                for square in 0..8 {
                    stable[square] &= after[square] == edge[square] && later[square];
                }
            }
        }
        known.insert(edge, stable);
        stable
    }

    #[test]
    fn stable_discs_on_edges_are_those_of_all_ways_to_fill_them() {
        const POWERS: [usize; 8] = [1, 3, 9, 27, 81, 243, 729, 2187];
        let mut known = HashMap::new();
        for code in 0..3_usize.pow(8) {
            let edge: Edge = std::array::from_fn(|at| [0, 1, -1][code / POWERS[at] % 3]);
            let stable = slow_edge(edge, &mut known);
            // The first and the last rank, the a- and the h-file: the first square, and the step to the next one.
            for (first, step) in [(0, 1), (56, 1), (0, 8), (7, 8)] {
                let set = |is: &dyn Fn(usize) -> bool| {
                    let squares = (0..8).filter(|&at| is(at));
                    squares.fold(0_u64, |set, at| set | 1 << (first + step * at))
                };
                let (own, other) = (set(&|at| edge[at] == 1), set(&|at| edge[at] == -1));
                let expected = set(&|at| edge[at] == 1 && stable[at]);
                // A corner may be stable on its other edge, where it is alone.
                let corners = own & 0x8100_0000_0000_0081;
                let found = edge_stable(own, other);
                assert_eq!(found & !corners, expected & !corners, "{edge:?}");
                assert_eq!(found & corners, corners, "{edge:?}");
            }
        }
    }

    /// The discs of `own` that the definition finds, disc by disc and axis by axis.
    fn slow_stable(own: u64, other: u64) -> u64 {
        let lines = full::lines(own | other);
        let axes = [(1, 0), (0, 1), (1, 1), (-1, 1)].into_iter().zip(lines);
        let all_full = |square: &Square| lines.iter().all(|line| line & square.bit() != 0);
        let start = Squares(own).filter(all_full);
        let mut found = start.fold(edge_stable(own, other), |set, square| set | square.bit());
        loop {
            let is_safe = |square: &Square| {
                axes.clone().all(|((dx, dy), full)| {
                    let (x, y) = (i32::from(square.file()), i32::from(square.rank()));
                    let stable = |x: i32, y: i32| found >> (8 * y + x) & 1 != 0;
                    full & square.bit() != 0 || stable(x + dx, y + dy) || stable(x - dx, y - dy)
                })
            };
            let more = Squares(own & !EDGES & !found).filter(is_safe);
            let more = more.fold(found, |set, square| set | square.bit());
            if more == found {
                return found;
            }
            found = more;
        }
    }

    #[test]
    fn stable_discs_are_those_of_the_definition() {
        let mut beyond_edges = 0;
        for board in samples::boards(20_000) {
            // Boards with few empty squares, whose edges mostly have one colour.
            let Board { own, other } = board;
            let more = board.empty() & (own << 3 | other >> 5 | EDGES);
            let (own, other) = (own | more, other);
            let found = stable(own, other);
            assert_eq!(found, slow_stable(own, other), "{own:#x} {other:#x}");
            let on_edges = portable::edge_stable(own, other);
            assert_eq!(edge_stable(own, other), on_edges, "{own:#x} {other:#x}");
            let twin = portable::beyond_edges(own, other, on_edges);
            assert_eq!(found, twin, "portable: {own:#x} {other:#x}");
            let opponents = Board {
                own: other,
                other: own,
            };
            let best = 64 - 2 * found.count_ones().cast_signed();
            for alpha in -64..=64 {
                let bound = bound_within(opponents, alpha);
                assert_eq!(bound.is_some(), best <= alpha, "{opponents} {alpha}");
                assert!(bound.is_none_or(|bound| (best..=alpha).contains(&bound)));
            }
            beyond_edges += (found & !EDGES).count_ones();
        }
        assert!(beyond_edges > 20_000, "{beyond_edges}");
    }

    #[test]
    fn stable_discs_stay_to_the_end_of_random_games() {
        let mut rng = samples::Rng::new(12);
        for _ in 0..200 {
            let (mut board, mut found) = (Board::START, [0; 2]);
            // `found` has the stable discs of the side to move, then those of the other side.
            while !board.is_over() {
                if board.legal() == 0 {
                    board = board.passed();
                    found.swap(0, 1);
                }
                let square = rng.pick(board.legal());
                board = board.after(square, board.flips(square));
                found.swap(0, 1);
                let Board { own, other } = board;
                assert_eq!([found[0] & !own, found[1] & !other], [0, 0], "{board}");
                found = [stable(own, other), stable(other, own)];
            }
        }
    }

    #[test]
    fn only_discs_that_are_never_flipped_are_called_stable() {
        let Some(text) = shared("never_flipped_exhaustive.txt") else {
            return;
        };
        let (mut found, mut safe) = (0, 0);
        for line in text.lines().filter(|line| !line.starts_with('#')) {
            let (board, mask) = line.split_once("; ").expect("a board and a mask");
            let (Board { own, other }, _): (_, Colour) = Board::parse(board).expect("a board");
            let mask = signs(mask, 'S');
            let stable = stable(own, other) | stable(other, own);
            assert_eq!(stable & !mask, 0, "{line}");
            found += stable.count_ones();
            safe += mask.count_ones();
        }
        // Stable discs that only the whole game tree shows are missed, but more than half are found.
        assert!(2 * found > safe, "{found} of {safe}");
    }

    #[test]
    fn files_are_packed_and_unpacked() {
        for byte in 0..=255_u8 {
            assert_eq!(pack_file(unpack_file(byte.into())), byte);
        }
    }
}
