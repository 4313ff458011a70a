//! Symmetries by exchanging groups of bits, and ways to count bits (parts 213 to 221).
//!
//! The board is padded to four columns of four cells: cell (x, y) is bit `y + 4x`. On it, every symmetry is two or three
//! "delta swaps", each of which exchanges two groups of bits.

use super::board::{Board, CELLS, Move};
use crate::game::Side;

/// Bits of the padded board that are cells.
pub const CELLS_OF_PADDED: u16 = 0b0111_0111_0111;

/// The cells of a set, moved from bit `y + 3x` to bit `y + 4x`.
#[must_use]
pub const fn pad(cells: u16) -> u16 {
    (cells & 0b111) | (cells & 0b111_000) << 1 | (cells & 0b111_000_000) << 2
}

/// The inverse of [`pad`].
#[must_use]
pub const fn unpad(padded: u16) -> u16 {
    (padded & 0b111) | (padded >> 1 & 0b111_000) | (padded >> 2 & 0b111_000_000)
}

/// Exchanges the bits of `mask` with those `shift` places above.
#[inline]
#[must_use]
pub const fn delta_swap(bits: u16, mask: u16, shift: u32) -> u16 {
    let differing = (bits ^ bits >> shift) & mask;
    bits ^ differing ^ differing << shift
}

/// Mirrors left and right: exchanges columns 0 and 2.
#[inline]
#[must_use]
pub const fn flip_columns(padded: u16) -> u16 {
    delta_swap(padded, 0x000f, 8)
}

/// Mirrors top and bottom: exchanges rows 0 and 2.
#[inline]
#[must_use]
pub const fn flip_rows(padded: u16) -> u16 {
    delta_swap(padded, 0x0111, 2)
}

/// Exchanges columns and rows: first within each quarter of the board, then two quarters.
#[inline]
#[must_use]
pub const fn transpose(padded: u16) -> u16 {
    delta_swap(delta_swap(padded, 0x0a0a, 3), 0x00cc, 6)
}

/// The images of a padded set of cells under the eight symmetries, each once or more.
#[must_use]
pub fn images(padded: u16) -> [u16; 8] {
    let mut images = [padded; 8];
    for (index, image) in images.iter_mut().enumerate() {
        if index & 1 != 0 {
            *image = flip_columns(*image);
        }
        if index & 2 != 0 {
            *image = flip_rows(*image);
        }
        if index & 4 != 0 {
            *image = transpose(*image);
        }
    }
    images
}

/// `board_to_hashable`: both sides' cells on the padded board in one number, the crosses 16 bits above the circles.
#[must_use]
pub fn hashable(board: Board) -> u32 {
    let [circles, crosses] =
        [Side::First, Side::Second].map(|side| u32::from(pad(board.marks(side))));
    circles | crosses << 16
}

/// `calc_same_hashables`: the different images of a board, each with an image of the move, in ascending order.
#[must_use]
pub fn same_hashables(board: Board, mv: Move) -> Vec<(u32, Move)> {
    let [circles, crosses, mv] = [
        board.marks(Side::First),
        board.marks(Side::Second),
        mv.bit(),
    ]
    .map(|cells| images(pad(cells)));
    let pairs = circles.into_iter().zip(crosses).zip(mv);
    let mut same: Vec<_> = pairs
        .map(|((circles, crosses), mv)| {
            let number = u32::from(circles) | u32::from(crosses) << 16;
            (number, Move::of_bit(unpad(mv)))
        })
        .collect();
    same.sort_unstable();
    same.dedup_by_key(|(number, _)| *number);
    same
}

/// Counts bits by clearing the lowest one until none is left (Kernighan).
#[inline]
#[must_use]
pub const fn count_by_clearing(mut bits: u16) -> u32 {
    let mut count = 0;
    while bits != 0 {
        bits &= bits - 1;
        count += 1;
    }
    count
}

/// The number of bits of every set of nine cells.
static COUNTS: [u8; 1 << CELLS] = {
    let mut counts = [0; 1 << CELLS];
    let mut set = 1;
    while set < counts.len() {
        counts[set] = counts[set / 2] + if set % 2 == 1 { 1 } else { 0 };
        set += 1;
    }
    counts
};

/// Counts bits by a table.
///
/// # Panics
/// If a bit above the nine cells is set.
#[inline]
#[must_use]
pub fn count_by_table(bits: u16) -> u32 {
    COUNTS[usize::from(bits)].into()
}

/// Counts bits by one instruction of the processor, where it has one.
#[inline]
#[must_use]
pub const fn count_by_instruction(bits: u16) -> u32 {
    bits.count_ones()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::mnk::marubatsu::{FULL, SIZE};

    fn by_coordinates(set: u16, image: impl Fn(u32, u32) -> (u32, u32)) -> u16 {
        let cells = (0..9).filter(|cell| set >> cell & 1 == 1);
        let moved = cells.map(|cell| {
            let (x, y) = image(cell / SIZE, cell % SIZE);
            Move::at(x, y).expect("a cell").bit()
        });
        moved.sum()
    }

    #[test]
    fn delta_swaps_are_the_symmetries() {
        for set in 0..=FULL {
            let padded = pad(set);
            assert_eq!(padded & !CELLS_OF_PADDED, 0);
            assert_eq!(unpad(padded), set);
            assert_eq!(
                unpad(flip_columns(padded)),
                by_coordinates(set, |x, y| (2 - x, y))
            );
            assert_eq!(
                unpad(flip_rows(padded)),
                by_coordinates(set, |x, y| (x, 2 - y))
            );
            assert_eq!(unpad(transpose(padded)), by_coordinates(set, |x, y| (y, x)));
        }
    }

    #[test]
    fn delta_swaps_have_the_images_of_the_table() {
        let boards = [
            [0b1, 0b10_000],
            [0b101, 0b10_000],
            [0b1_0000_0001, 0b10],
            [0, 0],
        ];
        for marks in boards {
            let board = Board::of_marks(marks);
            let mv = Move::at(1, 0).expect("a cell");
            let mut expected: Vec<_> = super::super::same(board, mv)
                .map(|(board, mv)| (hashable(board), mv))
                .to_vec();
            expected.sort_unstable();
            for found in same_hashables(board, mv) {
                assert!(expected.contains(&found), "{found:?}");
            }
            expected.dedup_by_key(|(number, _)| *number);
            let numbers: Vec<_> = expected.iter().map(|(number, _)| *number).collect();
            let found: Vec<_> = same_hashables(board, mv)
                .iter()
                .map(|(number, _)| *number)
                .collect();
            assert_eq!(found, numbers);
        }
    }

    #[test]
    fn bits_are_counted_in_three_ways() {
        for set in 0..=FULL {
            let one_by_one = (0..9).filter(|bit| set >> bit & 1 == 1).count();
            for count in [count_by_clearing, count_by_table, count_by_instruction] {
                assert_eq!(count(set) as usize, one_by_one);
            }
        }
    }
}
