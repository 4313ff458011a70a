//! The moves of both sides, inputs of the net beside the patterns.
//!
//! A pattern cannot tell whether a side may move to a square, for what is turned over may lie outside of it. So there
//! are three kinds of inputs more:
//!
//! * The *set* of squares of a quadrant that a side may move to: 15 squares, for the one in the centre of the board is
//!   never empty in a game. Bit `4 * y + x` is the square `x` files and `y` ranks away from the corner, so that mirror
//!   images of a board have the same sets in other quadrants.
//! * The states of six squares at a *corner*: three along an edge, from the corner on, and the three beside them. A
//!   quadrant has two, which are mirror images.
//! * The states of the six squares in the middle of a *line*, which is a rank or a file.
//!
//! A square has one of six states: a disc of either side, or empty, where neither side may move, one of them, or both.

#[cfg(target_feature = "avx2")]
mod avx2;
#[cfg(any(test, not(target_feature = "avx2")))]
mod portable;
mod shape;

use std::convert::Infallible;

#[cfg(target_feature = "avx2")]
pub(super) use self::avx2::move_inputs;
#[cfg(not(target_feature = "avx2"))]
pub(super) use self::portable::move_inputs;
pub use self::shape::{CANONICAL_NET_ENTRIES, NET_INPUTS};
use self::shape::{CORNER_LANES, SET_LANES, SETS};
pub(super) use self::shape::{FIRST_MOVES, MOVE_ENTRIES, MOVE_LANES};
use super::layout::QUADRANTS;
use crate::games::othello::eval::features::spread_images;
use crate::games::othello::eval::inputs::CANONICAL_ENTRIES;

/// The quadrants that a move input counts for, one bit each: a line counts for two.
pub(super) const fn quadrants_of(move_lane: usize) -> u8 {
    if move_lane < SET_LANES + CORNER_LANES {
        1 << (move_lane % QUADRANTS)
    } else {
        [0b0011, 0b0110, 0b1100, 0b1001][move_lane % 4]
    }
}

/// The set mirrored in the diagonal of its quadrant.
const fn mirrored(set: usize) -> usize {
    // The blocks of two by two squares beside the diagonal change places, then the squares beside it in each block.
    let blocks = set & 0xcc33 | (set & 0x00cc) << 6 | set >> 6 & 0x00cc;
    blocks & 0xa5a5 | (blocks & 0x0a0a) << 3 | blocks >> 3 & 0x0a0a
}

/// Fills a table of the moves: calls `next` for the sets of each side that differ even if mirrored, in order, copies
/// mirror images, and calls `next` for each of the other moves.
///
/// # Errors
/// The first error of `next`.
pub(super) fn spread_moves<T: Copy, E>(
    table: &mut [T],
    mut next: impl FnMut() -> Result<T, E>,
) -> Result<(), E> {
    let (sets, states) = table.split_at_mut(2 * SETS);
    for sets in sets.chunks_mut(SETS) {
        spread_images(sets, (0..SETS).map(mirrored), &mut next)?;
    }
    for state in states {
        *state = next()?;
    }
    Ok(())
}

/// The number of each set of moves of both sides among those that differ even if mirrored, then that of each
/// corner and line.
#[derive(Debug, Clone)]
pub struct MoveMap(Vec<u32>);

impl Default for MoveMap {
    fn default() -> Self {
        Self::new()
    }
}

impl MoveMap {
    /// Computes the map.
    #[must_use]
    pub fn new() -> Self {
        let mut numbers = vec![0; MOVE_ENTRIES];
        let mut number = 0..;
        let Ok(()) = spread_moves(&mut numbers, || {
            Ok::<u32, Infallible>(number.next().unwrap_or(0))
        });
        Self(numbers)
    }

    /// The number of each set of the side to move, of each set of the other side, then of each corner and line.
    pub(super) fn numbers(&self) -> &[u32] {
        &self.0
    }

    /// The row in a file for an input of these.
    #[must_use]
    #[expect(clippy::cast_possible_truncation, reason = "the table is short")]
    pub fn canonical(&self, input: u32) -> u32 {
        CANONICAL_ENTRIES as u32 + self.0[input as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::shape::{CANONICAL_SETS, STATE_ENTRIES};
    use super::*;
    use crate::games::othello::eval::inputs::Mobility;
    use crate::games::othello::rules::board::Board;
    use crate::games::othello::samples;

    /// Square by square.
    fn slow(set: u64) -> [u16; QUADRANTS] {
        let mut all = [0; QUADRANTS];
        for square in 0..64 {
            let (file, rank) = (square % 8, square / 8);
            let quadrant = match (file < 4, rank < 4) {
                (true, true) => 0,
                (false, true) => 1,
                (false, false) => 2,
                (true, false) => 3,
            };
            let (x, y) = (file.min(7 - file), rank.min(7 - rank));
            if (x, y) == (3, 3) {
                continue;
            }
            all[quadrant] |= u16::from(set >> square & 1 != 0) << (4 * y + x);
        }
        all
    }

    #[test]
    fn a_mirrored_set_has_ranks_for_files() {
        for set in 0..SETS {
            let squares = (0..15).filter(|square| set >> square & 1 != 0);
            let expected = squares.fold(0, |image, square| {
                image | 1 << (square % 4 * 4 + square / 4)
            });
            assert_eq!(mirrored(set), expected, "{set:#x}");
        }
    }

    /// The state of a square.
    fn state(board: Board, square: usize) -> usize {
        let has = |set: u64| set >> square & 1 != 0;
        match (has(board.legal()), has(board.passed().legal())) {
            _ if has(board.own) => 2,
            _ if has(board.other) => 3,
            (false, false) => 0,
            (true, false) => 1,
            (false, true) => 4,
            (true, true) => 5,
        }
    }

    /// The states of three squares, `step` apart from `first` on.
    fn three(board: Board, first: usize, step: isize) -> usize {
        let square = |k: isize| first.checked_add_signed(k * step).expect("a square");
        let [a, b, c] = [0, 1, 2].map(|k| state(board, square(k)));
        a + 6 * b + 36 * c
    }

    /// Square by square.
    fn slow_places(board: Board) -> Vec<usize> {
        let own = slow(board.legal()).map(usize::from);
        let other = slow(board.passed().legal()).map(|set| SETS + usize::from(set));
        let mut all = [own, other].concat();
        // The corner square, the step along the edge, and the step away from it.
        for (first, along, away) in [
            (0_usize, 1, 8),
            (7, -1, 8),
            (63, -1, -8),
            (56, 1, -8),
            (0, 8, 1),
            (7, 8, -1),
            (63, -8, -1),
            (56, -8, 1),
        ] {
            let beside = three(
                board,
                first.checked_add_signed(away).expect("a square"),
                along,
            );
            all.push(2 * SETS + three(board, first, along) + 216 * beside);
        }
        // The second square of each line and the last but one, and the step from one to the other.
        for distance in 0..4 {
            for (low, high, step) in [
                (1 + 8 * distance, 6 + 8 * distance, 1),
                (15 - distance, 55 - distance, 8),
                (57 - 8 * distance, 62 - 8 * distance, 1),
                (8 + distance, 48 + distance, 8),
            ] {
                let mut halves = [three(board, low, step), three(board, high, -step)];
                halves.sort_unstable();
                let [less, more] = halves;
                let line = more * (more + 1) / 2 + less;
                all.push(2 * SETS + 46_656 + 23_436 * distance + line);
            }
        }
        all
    }

    #[test]
    fn places_are_those_of_the_squares() {
        const CENTRE: u64 = 0x0000_0018_1800_0000;
        let hollow = |board: Board| Board {
            own: board.own & !CENTRE,
            other: board.other & !CENTRE,
        };
        let boards = samples::boards(5_000).into_iter();
        for board in boards.flat_map(|board| [board, hollow(board)]) {
            let mobility = Mobility::of(board);
            let expected: Vec<u32> = slow_places(board)
                .into_iter()
                .map(|place| u32::try_from(place).expect("a short table"))
                .collect();
            let places = |indices: [u16; MOVE_LANES]| -> Vec<u32> {
                let indices = indices.into_iter().zip(FIRST_MOVES);
                indices
                    .map(|(index, first)| first + u32::from(index))
                    .collect()
            };
            assert_eq!(places(move_inputs(board, mobility)), expected, "{board}");
            assert_eq!(
                places(portable::move_inputs(board, mobility)),
                expected,
                "{board}"
            );
            assert!(
                expected
                    .iter()
                    .all(|&place| (place as usize) < MOVE_ENTRIES)
            );
        }
    }

    #[test]
    fn mirrored_sets_share_a_number_and_no_others() {
        let map = MoveMap::new();
        let (sets, states) = map.numbers().split_at(2 * SETS);
        let mut sets_of = vec![Vec::new(); 2 * CANONICAL_SETS];
        for (input, &number) in sets.iter().enumerate() {
            sets_of[number as usize].push(input);
        }
        for sets in &sets_of {
            let [first, ..] = sets[..] else {
                panic!("a number without a set")
            };
            let (side, set) = (first / SETS, first % SETS);
            let mut expected = vec![first, side * SETS + mirrored(set)];
            expected.dedup();
            assert_eq!(*sets, expected);
        }
        let first_state = u32::try_from(2 * CANONICAL_SETS).expect("a short table");
        assert!(
            states
                .iter()
                .copied()
                .eq((first_state..).take(STATE_ENTRIES))
        );
        let last = u32::try_from(MOVE_ENTRIES - 1).expect("a short table");
        assert_eq!(map.canonical(0) as usize, CANONICAL_ENTRIES);
        assert_eq!(map.canonical(last) as usize, CANONICAL_NET_ENTRIES - 1);
    }
}
