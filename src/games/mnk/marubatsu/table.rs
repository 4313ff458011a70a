//! The articles' transposition table: bounds and a best move for each board, under all its symmetries.

use super::ai14s::Half;
use super::board::{Board, FULL, Move, SIZE};
use super::state::Marubatsu;
use crate::game::Side;

/// Boards, legal or not: three states of nine cells.
pub(super) const BOARDS: usize = 19_683;

/// For each set of cells, the number in base three with the digit 1 there.
static TERNARY: [u16; FULL as usize + 1] = ternary();

const fn ternary() -> [u16; FULL as usize + 1] {
    let mut numbers = [0; FULL as usize + 1];
    let mut set = 1;
    while set <= FULL as usize {
        // Adds the highest cell to the set without it.
        let highest = set.ilog2();
        numbers[set] = numbers[set - (1 << highest)] + 3_u16.pow(highest);
        set += 1;
    }
    numbers
}

/// A unique number for each board.
pub(super) fn number(board: Board) -> usize {
    let [circles, crosses] =
        [Side::First, Side::Second].map(|side| TERNARY[usize::from(board.marks(side))]);
    usize::from(circles) + 2 * usize::from(crosses)
}

/// The eight symmetries, each as the image of every set of cells.
///
/// In the article's order: where a symmetric board has several best moves, later entries replace earlier ones. Another
/// order would change the node counts.
static IMAGES: [[u16; FULL as usize + 1]; 8] = images();

const fn images() -> [[u16; FULL as usize + 1]; 8] {
    let mut images = [[0; FULL as usize + 1]; 8];
    let mut symmetry = 0;
    while symmetry < 8 {
        let mut set = 1;
        while set <= FULL as usize {
            let highest = set.ilog2();
            let cell = image(symmetry, highest / SIZE, highest % SIZE);
            images[symmetry][set] = images[symmetry][set - (1 << highest)] | cell;
            set += 1;
        }
        symmetry += 1;
    }
    images
}

/// The image of the cell in column `x` and row `y` under a symmetry.
const fn image(symmetry: usize, x: u32, y: u32) -> u16 {
    let (u, v) = (SIZE - 1 - x, SIZE - 1 - y);
    let (x, y) = match symmetry {
        0 => (x, y),
        1 => (v, x),
        2 => (u, v),
        3 => (y, u),
        4 => (u, y),
        5 => (x, v),
        6 => (v, u),
        _ => (y, x),
    };
    1 << (y + SIZE * x)
}

/// The images of a board and of a move under the eight symmetries; the first is the identity.
#[must_use]
pub fn same(board: Board, mv: Move) -> [(Board, Move); 8] {
    std::array::from_fn(|symmetry| {
        let image = |set: u16| IMAGES[symmetry][usize::from(set)];
        let marks = [Side::First, Side::Second].map(|side| image(board.marks(side)));
        (Board::of_marks(marks), Move::of_bit(image(mv.bit())))
    })
}

/// The smallest number among the symmetric boards: the same for all of them.
pub(super) fn class(board: Board) -> usize {
    let numbers = same(board, Move::of_bit(1)).map(|(board, _)| number(board));
    numbers.into_iter().min().unwrap_or_default()
}

/// A table entry: bounds and best move of a position, for the side to move.
#[derive(Debug, Clone, Copy)]
pub struct Known {
    /// Lower bound of the score, in half points.
    pub lower: Half,
    /// Upper bound of the score, in half points.
    pub upper: Half,
    /// The best move found.
    pub best: Move,
}

/// The transposition table, with one entry for each board.
#[derive(Debug, Clone)]
pub(super) struct Table {
    /// The entries with their generation; those of earlier generations count as empty.
    entries: Vec<(u32, Known)>,
    generation: u32,
}

impl Default for Table {
    fn default() -> Self {
        let nothing = Known {
            lower: 0,
            upper: 0,
            best: Move::of_bit(1),
        };
        Self {
            entries: vec![(0, nothing); BOARDS],
            generation: 1,
        }
    }
}

impl Table {
    /// Empties the table.
    pub(super) fn clear(&mut self) {
        self.generation += 1;
    }

    pub(super) fn get(&self, board: Board) -> Option<Known> {
        let (generation, known) = self.entries[number(board)];
        (generation == self.generation).then_some(known)
    }

    /// Stores `known` for the position and for its images under all symmetries.
    pub(super) fn learn(&mut self, game: &Marubatsu, known: Known) {
        for (board, best) in same(game.board(), known.best) {
            self.entries[number(board)] = (self.generation, Known { best, ..known });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_symmetries_are_eight_different_permutations() {
        for (at, image) in IMAGES.iter().enumerate() {
            let cells: u16 = (0..9).map(|cell| image[1 << cell]).sum();
            assert_eq!(cells, FULL);
            assert!(IMAGES[..at].iter().all(|earlier| earlier != image));
        }
        // Symmetry 1 takes the corner in column 0 to column 2.
        assert_eq!(IMAGES[1][0b000_000_001], 0b001 << 6);
        assert_eq!(IMAGES[0][0b101], 0b101);
    }
}
