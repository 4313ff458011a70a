//! A named opening.

use std::fmt;

use crate::games::othello::rules::board::Board;
use crate::games::othello::rules::square::Square;

/// A named opening.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Opening {
    /// The moves from the starting position, without blanks: `f5d6c3`.
    pub moves: &'static str,
    /// The English name.
    pub name: &'static str,
    /// The Japanese name, if there is a standard one.
    pub japanese: Option<&'static str>,
}

impl Opening {
    /// The number of moves, 2 to 21.
    #[must_use]
    pub const fn plies(&self) -> usize {
        self.moves.len() / 2
    }

    /// The squares of the moves.
    pub fn squares(&self) -> impl Iterator<Item = Square> {
        let names = (0..self.plies()).map(|ply| &self.moves[2 * ply..2 * ply + 2]);
        names.filter_map(|name| name.parse().ok())
    }

    /// The position after the moves; for the table's openings all moves are legal.
    #[must_use]
    pub fn board(&self) -> Board {
        let play = |board: Board, square| board.after(square, board.flips(square));
        self.squares().fold(Board::START, play)
    }
}

/// Writes the English name, and the Japanese one behind it in parentheses.
impl fmt::Display for Opening {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.japanese {
            Some(japanese) => write!(f, "{} ({japanese})", self.name),
            None => f.write_str(self.name),
        }
    }
}
