//! A board of ten by ten cells with walls around it, walked cell by cell.

use crate::games::othello::rules::square::{Square, Squares};

/// What a cell holds. The values are those of the article `RubyでBitBoardオセロを作成した話`.
type Cell = i8;

const OWN: Cell = 1;
const OTHER: Cell = -1;
const EMPTY: Cell = 0;
const WALL: Cell = 2;

/// Number of cells in a row.
const WIDTH: usize = 10;

/// The steps in the eight directions.
const STEPS: [isize; 8] = [1, -1, 10, -10, 11, -11, 9, -9];

/// A board with walls, from the view of the side to move.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Array([Cell; WIDTH * WIDTH]);

impl Array {
    /// The board with these discs.
    #[must_use]
    pub fn new(own: u64, other: u64) -> Self {
        let mut cells = [WALL; WIDTH * WIDTH];
        for square in Squares(u64::MAX) {
            cells[cell(square)] = match square.bit() {
                bit if own & bit != 0 => OWN,
                bit if other & bit != 0 => OTHER,
                _ => EMPTY,
            };
        }
        Self(cells)
    }

    /// The discs of the side to move and of the other side.
    #[must_use]
    pub fn discs(&self) -> (u64, u64) {
        let held = |disc| {
            let squares = Squares(u64::MAX).filter(|&square| self.0[cell(square)] == disc);
            squares.fold(0, |set, square| set | square.bit())
        };
        (held(OWN), held(OTHER))
    }

    /// The discs that a move to `square` turns over; none if it is illegal.
    #[must_use]
    pub fn flip(&self, square: Square) -> u64 {
        let start = cell(square);
        if self.0[start] != EMPTY {
            return 0;
        }
        let mut flips = 0;
        for step in STEPS {
            let mut at = start.wrapping_add_signed(step);
            let mut run = 0;
            while self.0[at] == OTHER {
                run |= bit(at);
                at = at.wrapping_add_signed(step);
            }
            if self.0[at] == OWN {
                flips |= run;
            }
        }
        flips
    }

    /// The empty squares where a disc can be turned over.
    #[must_use]
    pub fn legal(&self) -> u64 {
        let mut legal = 0;
        for square in Squares(u64::MAX) {
            if self.0[cell(square)] == EMPTY && self.is_legal(cell(square)) {
                legal |= square.bit();
            }
        }
        legal
    }

    /// Whether a move to the empty cell `start` turns a disc over; looks only as far as needed.
    fn is_legal(&self, start: usize) -> bool {
        STEPS.into_iter().any(|step| {
            let mut at = start.wrapping_add_signed(step);
            if self.0[at] != OTHER {
                return false;
            }
            while self.0[at] == OTHER {
                at = at.wrapping_add_signed(step);
            }
            self.0[at] == OWN
        })
    }
}

/// The index of the cell of a square.
fn cell(square: Square) -> usize {
    WIDTH * (1 + usize::from(square.rank())) + 1 + usize::from(square.file())
}

/// The bit of the square at the index of a cell inside the walls.
const fn bit(cell: usize) -> u64 {
    1 << (8 * (cell / WIDTH - 1) + cell % WIDTH - 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::othello::rules::board::Board;

    /// The array that the article prints, black to move.
    #[test]
    fn the_starting_position_is_the_articles() {
        let Array(cells) = Array::new(Board::START.own, Board::START.other);
        let rows: Vec<&[Cell]> = cells.chunks(WIDTH).collect();
        assert_eq!(rows[0], [WALL; WIDTH]);
        assert_eq!(rows[9], [WALL; WIDTH]);
        assert_eq!(rows[3], [2, 0, 0, 0, 0, 0, 0, 0, 0, 2]);
        assert_eq!(rows[4], [2, 0, 0, 0, -1, 1, 0, 0, 0, 2]);
        assert_eq!(rows[5], [2, 0, 0, 0, 1, -1, 0, 0, 0, 2]);
    }
}
