//! The board as two integers of nine bits, and four ways to list the legal moves.

use std::fmt;

use crate::game::Side;

/// Cells along a side.
pub const SIZE: u32 = 3;

/// Cells of the board.
pub const CELLS: usize = 9;

/// Every cell.
pub const FULL: u16 = 0b1_1111_1111;

/// The eight lines: columns, rows, diagonals.
pub(super) const LINES: [u16; 8] = [
    0b000_000_111,
    0b000_111_000,
    0b111_000_000,
    0b001_001_001,
    0b010_010_010,
    0b100_100_100,
    0b100_010_001,
    0b001_010_100,
];

/// A cell as an integer with one bit: bit `y + 3x`, column after column.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move(u16);

impl Move {
    /// The cell in column `x` and row `y`, both below [`SIZE`]; `None` elsewhere.
    #[must_use]
    pub const fn at(x: u32, y: u32) -> Option<Self> {
        if x < SIZE && y < SIZE {
            Some(Self(1 << (y + SIZE * x)))
        } else {
            None
        }
    }

    /// The move whose only bit is `bit`.
    pub(super) const fn of_bit(bit: u16) -> Self {
        Self(bit)
    }

    /// The integer: one bit of nine.
    #[must_use]
    pub const fn bit(self) -> u16 {
        self.0
    }

    /// Which bit it is, 0 to 8.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0.trailing_zeros() as usize
    }

    /// Column and row.
    #[must_use]
    pub const fn xy(self) -> (u32, u32) {
        let bit = self.0.trailing_zeros();
        (bit / SIZE, bit % SIZE)
    }
}

/// A list of at most nine moves.
#[derive(Debug, Clone, Copy)]
pub struct Moves {
    list: [Move; CELLS],
    count: usize,
}

impl Moves {
    pub(super) const NONE: Self = Self {
        list: [Move(0); CELLS],
        count: 0,
    };

    #[inline]
    pub(super) fn push(&mut self, mv: Move) {
        self.list[self.count] = mv;
        self.count += 1;
    }

    #[inline]
    pub(super) fn pop(&mut self) -> Option<Move> {
        self.count = self.count.checked_sub(1)?;
        Some(self.list[self.count])
    }

    /// The moves, in the order in which they were listed.
    #[inline]
    #[must_use]
    pub fn as_slice(&self) -> &[Move] {
        &self.list[..self.count]
    }

    /// Swaps `first` to the front, if it is listed.
    pub(super) fn begin_with(&mut self, first: Move) {
        let listed = &mut self.list[..self.count];
        if let Some(at) = listed.iter().position(|mv| *mv == first) {
            listed.swap(0, at);
        }
    }
}

/// The marks of both players.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash)]
pub struct Board {
    marks: [u16; 2],
}

impl Board {
    pub(super) const fn of_marks(marks: [u16; 2]) -> Self {
        Self { marks }
    }

    /// The marks of `side`: circles are the first player's, crosses the second's.
    #[inline]
    #[must_use]
    pub const fn marks(self, side: Side) -> u16 {
        self.marks[side.index()]
    }

    /// Whose mark is on the cell.
    #[inline]
    #[must_use]
    pub const fn mark(self, mv: Move) -> Option<Side> {
        if self.marks[0] & mv.0 != 0 {
            Some(Side::First)
        } else if self.marks[1] & mv.0 != 0 {
            Some(Side::Second)
        } else {
            None
        }
    }

    /// Puts a mark on the cell, or clears it.
    #[inline]
    pub fn set(&mut self, mv: Move, mark: Option<Side>) {
        match mark {
            Some(side) => self.marks[side.index()] |= mv.0,
            None => self.marks = self.marks.map(|marks| marks & !mv.0),
        }
    }

    /// Cells with no mark.
    #[inline]
    #[must_use]
    pub const fn free(self) -> u16 {
        FULL ^ (self.marks[0] | self.marks[1])
    }

    /// The articles' board text: a letter for each cell, column after column: `.`, `o` or `x`.
    #[must_use]
    pub fn text(self) -> String {
        let cells = (0..CELLS).map(|index| sign(self.mark(Move(1 << index))));
        cells.collect()
    }

    /// Whether the last move, by `side`, filled a line.
    #[inline]
    #[must_use]
    pub fn is_winner(self, side: Side, last: Move) -> bool {
        let marks = self.marks(side);
        let through = LINES.iter().filter(|line| **line & last.0 != 0);
        through.into_iter().any(|line| line & marks == *line)
    }

    /// The article's first way: tests every cell by its coordinates, row by row.
    #[inline]
    #[must_use]
    pub fn moves_by_coordinates(self) -> Moves {
        let mut moves = Moves::NONE;
        for y in 0..SIZE {
            for x in 0..SIZE {
                if let Some(mv) = Move::at(x, y).filter(|mv| self.mark(*mv).is_none()) {
                    moves.push(mv);
                }
            }
        }
        moves
    }

    /// The second way: shifts a bit for each test, and again for each move.
    #[inline]
    #[must_use]
    pub fn moves_by_shifting(self) -> Moves {
        let mut moves = Moves::NONE;
        for index in 0..SIZE * SIZE {
            if (self.marks[0] | self.marks[1]) & (1 << index) == 0 {
                moves.push(Move(1 << index));
            }
        }
        moves
    }

    /// The third and fourth way: shifts each bit once.
    #[inline]
    #[must_use]
    pub fn moves_by_shifting_once(self) -> Moves {
        let taken = self.marks[0] | self.marks[1];
        let mut moves = Moves::NONE;
        for index in 0..SIZE * SIZE {
            let mv = 1 << index;
            if taken & mv == 0 {
                moves.push(Move(mv));
            }
        }
        moves
    }

    /// The last way: takes the lowest free bit, `free & -free`, until none is left. As many steps as moves.
    #[inline]
    #[must_use]
    pub fn moves(self) -> Moves {
        let mut moves = Moves::NONE;
        let mut free = self.free();
        while free != 0 {
            moves.push(Move(free & free.wrapping_neg()));
            free &= free - 1;
        }
        moves
    }
}

/// How the articles show a cell.
pub(super) const fn sign(mark: Option<Side>) -> char {
    match mark {
        None => '.',
        Some(Side::First) => 'o',
        Some(Side::Second) => 'x',
    }
}

/// The board as the articles show it, row by row.
impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for y in 0..SIZE {
            for mv in (0..SIZE).filter_map(|x| Move::at(x, y)) {
                write!(f, "{}", sign(self.mark(mv)))?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}
