//! The moves of each side in each quadrant, inputs of the net beside the patterns.
//!
//! A pattern cannot tell whether a side may move to a square, for what is turned over may lie outside of it. The moves
//! of a side in a quadrant are a set of 15 squares, for the one in the centre of the board is never empty in a game. Bit
//! `4 * y + x` is the square `x` files and `y` ranks away from the corner, so that mirror images of a board have the same
//! sets in other quadrants.

use std::convert::Infallible;

use super::layout::QUADRANTS;
use crate::games::othello::eval::features::spread_images;
use crate::games::othello::eval::inputs::{CANONICAL_ENTRIES, INPUTS, Mobility};
use crate::games::othello::rules::symmetry::mirror;

/// Sets of squares of a quadrant, without the one in the centre of the board.
const SETS: usize = 1 << 15;
/// Sets that differ even if the quadrant is mirrored in its diagonal, which leaves 512 sets unchanged.
const CANONICAL_SETS: usize = usize::midpoint(SETS, 512);
/// Inputs that are sets of moves: those of the side to move in each quadrant, then those of the other side.
const MOVE_LANES: usize = 2 * QUADRANTS;
/// Rows added up for a position: of the patterns, the counts and the sets of moves.
pub const NET_INPUTS: usize = INPUTS + MOVE_LANES;
/// Rows of sets of moves in memory.
pub(super) const SET_ENTRIES: usize = 2 * SETS;
/// Rows in the file, mirror images once.
pub const CANONICAL_NET_ENTRIES: usize = CANONICAL_ENTRIES + 2 * CANONICAL_SETS;

/// Writes the sets of moves behind the other inputs: their places in a table of those of the side to move, then those of
/// the other side.
#[inline]
pub(super) fn fill_move_sets(all: &mut [u32; NET_INPUTS], mobility: Mobility) {
    let (own, other) = (
        indices(mobility.legal()),
        indices(mobility.legal_of_other()),
    );
    for quadrant in 0..QUADRANTS {
        all[INPUTS + quadrant] = own[quadrant].into();
        all[INPUTS + QUADRANTS + quadrant] = OF_OTHER + u32::from(other[quadrant]);
    }
}

#[expect(clippy::cast_possible_truncation, reason = "the table is short")]
const OF_OTHER: u32 = SETS as u32;

/// The set of all squares.
const LAST_SET: u16 = 0x7fff;

/// The part of a set of squares in each quadrant, clockwise from a1.
#[inline]
const fn indices(set: u64) -> [u16; QUADRANTS] {
    const NIBBLES: u64 = 0x0f0f_0f0f_0f0f_0f0f;
    let [west_1, west_8] = northern_and_southern(set & NIBBLES);
    let [east_1, east_8] = northern_and_southern(mirror(set) & NIBBLES);
    [west_1, east_1, east_8, west_8]
}

/// Four squares of each of eight ranks, one rank a byte: those of ranks 1 to 4, then those of ranks 8 to 5.
#[inline]
#[expect(clippy::cast_possible_truncation, reason = "the parts meant")]
const fn northern_and_southern(nibbles: u64) -> [u16; 2] {
    const LOW: u64 = 0xffff_ffff;
    let both = nibbles & LOW | nibbles.swap_bytes() << 32;
    let pairs = (both | both >> 4) & 0x00ff_00ff_00ff_00ff;
    let fours = pairs | pairs >> 8;
    [fours as u16 & LAST_SET, (fours >> 32) as u16 & LAST_SET]
}

/// The set mirrored in the diagonal of its quadrant.
const fn mirrored(set: usize) -> usize {
    // The blocks of two by two squares beside the diagonal change places, then the squares beside it in each block.
    let blocks = set & 0xcc33 | (set & 0x00cc) << 6 | set >> 6 & 0x00cc;
    blocks & 0xa5a5 | (blocks & 0x0a0a) << 3 | blocks >> 3 & 0x0a0a
}

/// Fills a table of the sets of moves of both sides: calls `next` for the sets that differ even if mirrored, in order,
/// and copies mirror images.
///
/// # Errors
/// The first error of `next`.
pub(super) fn spread_sets<T: Copy, E>(
    table: &mut [T],
    mut next: impl FnMut() -> Result<T, E>,
) -> Result<(), E> {
    table
        .chunks_mut(SETS)
        .try_for_each(|sets| spread_images(sets, mirrored, &mut next))
}

/// The number of each set of moves of both sides among those that differ even if mirrored.
#[derive(Debug, Clone)]
pub struct MoveSetMap(Vec<u32>);

impl Default for MoveSetMap {
    fn default() -> Self {
        Self::new()
    }
}

impl MoveSetMap {
    /// Computes the map.
    #[must_use]
    pub fn new() -> Self {
        let mut numbers = vec![0; SET_ENTRIES];
        let mut number = 0..;
        let Ok(()) = spread_sets(&mut numbers, || {
            Ok::<u32, Infallible>(number.next().unwrap_or(0))
        });
        Self(numbers)
    }

    /// The number of each set: those of the side to move, then those of the other side.
    pub(super) fn numbers(&self) -> &[u32] {
        &self.0
    }

    /// The row in a file for an input that is a set of moves.
    #[must_use]
    #[expect(clippy::cast_possible_truncation, reason = "the table is short")]
    pub fn canonical(&self, input: u32) -> u32 {
        CANONICAL_ENTRIES as u32 + self.0[input as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
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
    fn a_set_is_split_as_its_squares_are() {
        for board in samples::boards(5_000) {
            for set in [board.own, board.other, board.legal(), !board.legal()] {
                assert_eq!(indices(set), slow(set), "{set:#x}");
            }
        }
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

    #[test]
    fn mirrored_sets_share_a_number_and_no_others() {
        let map = MoveSetMap::new();
        let numbers = map.numbers();
        let mut sets_of = vec![Vec::new(); 2 * CANONICAL_SETS];
        for (input, &number) in numbers.iter().enumerate() {
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
        let last = u32::try_from(SET_ENTRIES - 1).expect("a short table");
        assert_eq!(map.canonical(0) as usize, CANONICAL_ENTRIES);
        assert_eq!(map.canonical(last) as usize, CANONICAL_NET_ENTRIES - 1);
    }
}
