//! The articles' boards before bitboards: an array of columns, and one array of nine cells.

use super::board::{Board, CELLS, Move, Moves, SIZE};
use crate::game::Side;

/// A way to store the marks. All of them play the same games; they differ in speed.
pub trait MarubatsuBoard: Copy + Default {
    /// Whose mark is on the cell.
    #[must_use]
    fn mark(self, mv: Move) -> Option<Side>;
    /// Puts a mark on the cell, or clears it.
    fn set(&mut self, mv: Move, mark: Option<Side>);
    /// Whether the last move, by `side`, filled a line.
    #[must_use]
    fn is_winner(self, side: Side, last: Move) -> bool;
    /// The free cells, in the order of this board.
    #[must_use]
    fn moves(self) -> Moves;
}

impl MarubatsuBoard for Board {
    #[inline]
    fn mark(self, mv: Move) -> Option<Side> {
        self.mark(mv)
    }

    #[inline]
    fn set(&mut self, mv: Move, mark: Option<Side>) {
        self.set(mv, mark);
    }

    #[inline]
    fn is_winner(self, side: Side, last: Move) -> bool {
        self.is_winner(side, last)
    }

    #[inline]
    fn moves(self) -> Moves {
        self.moves()
    }
}

/// Whether `mark` is everywhere on one of the four lines through `last`.
#[inline]
fn fills_line(last: Move, mark: impl Fn(usize, usize) -> bool) -> bool {
    const END: usize = SIZE as usize - 1;
    let (x, y) = (last.index() / SIZE as usize, last.index() % SIZE as usize);
    let all = |cell: &dyn Fn(usize) -> (usize, usize)| {
        (0..=END).all(|step| {
            let (x, y) = cell(step);
            mark(x, y)
        })
    };
    all(&|step| (x, step))
        || all(&|step| (step, y))
        || (x == y && all(&|step| (step, step)))
        || (x + y == END && all(&|step| (step, END - step)))
}

/// The board as an array of columns (`ListBoard`). Free cells are listed row by row.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ListBoard([[Option<Side>; SIZE as usize]; SIZE as usize]);

impl MarubatsuBoard for ListBoard {
    #[inline]
    fn mark(self, mv: Move) -> Option<Side> {
        let (x, y) = mv.xy();
        self.0[x as usize][y as usize]
    }

    #[inline]
    fn set(&mut self, mv: Move, mark: Option<Side>) {
        let (x, y) = mv.xy();
        self.0[x as usize][y as usize] = mark;
    }

    #[inline]
    fn is_winner(self, side: Side, last: Move) -> bool {
        fills_line(last, |x, y| self.0[x][y] == Some(side))
    }

    #[inline]
    fn moves(self) -> Moves {
        let mut moves = Moves::NONE;
        for y in 0..SIZE {
            for x in 0..SIZE {
                if self.0[x as usize][y as usize].is_none()
                    && let Some(mv) = Move::at(x, y)
                {
                    moves.push(mv);
                }
            }
        }
        moves
    }
}

/// The board as one array of cells, column after column (`List1dBoard`). Free cells are listed in that order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct List1dBoard([Option<Side>; CELLS]);

impl MarubatsuBoard for List1dBoard {
    #[inline]
    fn mark(self, mv: Move) -> Option<Side> {
        self.0[mv.index()]
    }

    #[inline]
    fn set(&mut self, mv: Move, mark: Option<Side>) {
        self.0[mv.index()] = mark;
    }

    #[inline]
    fn is_winner(self, side: Side, last: Move) -> bool {
        fills_line(last, |x, y| self.0[SIZE as usize * x + y] == Some(side))
    }

    #[inline]
    fn moves(self) -> Moves {
        let mut moves = Moves::NONE;
        for (index, cell) in self.0.iter().enumerate() {
            if cell.is_none() {
                moves.push(Move::of_bit(1 << index));
            }
        }
        moves
    }
}

#[cfg(test)]
mod tests {
    use super::super::board::{FULL, LINES};
    use super::super::linemarks::LineMarks;
    use super::*;

    /// Whether the board with the cells of `set` marked says that the last of them, `last`, filled a line.
    fn wins<B: MarubatsuBoard>(set: u16, last: Move) -> bool {
        let mut board = B::default();
        for cell in (0..9).map(|cell| 1 << cell).filter(|cell| set & cell != 0) {
            board.set(Move::of_bit(cell), Some(Side::First));
        }
        for cell in 0..9 {
            let mark = (set >> cell & 1 != 0).then_some(Side::First);
            assert_eq!(board.mark(Move::of_bit(1 << cell)), mark);
        }
        board.is_winner(Side::First, last)
    }

    #[test]
    fn only_a_line_through_the_last_move_wins() {
        for set in 0..=FULL {
            for last in (0..9).map(|cell| 1 << cell).filter(|cell| set & cell != 0) {
                let expected = (LINES.iter()).any(|line| line & last != 0 && line & set == *line);
                let last = Move::of_bit(last);
                assert_eq!(wins::<Board>(set, last), expected, "{set:b} {last:?}");
                assert_eq!(wins::<ListBoard>(set, last), expected, "{set:b} {last:?}");
                assert_eq!(wins::<List1dBoard>(set, last), expected, "{set:b} {last:?}");
                let mut marks = LineMarks::default();
                let cells = (0..9).map(|cell| 1 << cell).filter(|cell| set & cell != 0);
                cells.for_each(|cell| marks.put(Move::of_bit(cell), Side::Second));
                assert_eq!(marks.is_winner(Side::Second, last), expected);
                assert!(!marks.is_winner(Side::First, last));
            }
        }
    }
}
