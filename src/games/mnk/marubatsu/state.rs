//! A game in progress: the board, the side to move, the result and the record.

use std::fmt;

use super::board::{Board, CELLS, Move, Moves, SIZE, sign};
use super::linemarks::LineMarks;
use super::mailbox::MarubatsuBoard;
use crate::game::{Outcome, Side};

/// A game of tic-tac-toe on a bitboard.
pub type Marubatsu = MarubatsuOn<Board>;

/// A game of tic-tac-toe with its record, as the articles keep it, on any of their boards.
#[derive(Debug, Clone)]
pub struct MarubatsuOn<B> {
    board: B,
    turn: Side,
    /// How it ended; `None` while it is being played.
    ended: Option<Outcome>,
    records: Moves,
    /// Marks on each line, if they are counted.
    lines: Option<LineMarks>,
}

impl<B: Default> Default for MarubatsuOn<B> {
    fn default() -> Self {
        Self {
            board: B::default(),
            turn: Side::First,
            ended: None,
            records: Moves::NONE,
            lines: None,
        }
    }
}

impl Marubatsu {
    /// The cells of the articles' example, a game that ends in a draw, as (x, y) in the order of play.
    pub const EXAMPLE: [(u32, u32); CELLS] = [
        (0, 0),
        (1, 0),
        (2, 0),
        (0, 1),
        (2, 1),
        (1, 1),
        (1, 2),
        (2, 2),
        (0, 2),
    ];
}

impl<B: MarubatsuBoard> MarubatsuOn<B> {
    /// A game that detects wins by counting the marks on each line.
    #[must_use]
    pub fn counting() -> Self {
        Self {
            lines: Some(LineMarks::default()),
            ..Self::default()
        }
    }

    /// The position.
    #[inline]
    #[must_use]
    pub fn board(&self) -> B {
        self.board
    }

    /// The side to move, also when the game is over; circles begin.
    #[inline]
    #[must_use]
    pub fn turn(&self) -> Side {
        self.turn
    }

    /// How the game ended; `None` while it is being played.
    #[inline]
    #[must_use]
    pub fn ended(&self) -> Option<Outcome> {
        self.ended
    }

    /// The moves that were made, at most nine.
    #[inline]
    #[must_use]
    pub fn records(&self) -> &[Move] {
        self.records.as_slice()
    }

    /// Marks a free cell for the side to move.
    #[inline]
    pub fn play(&mut self, mv: Move) {
        self.board.set(mv, Some(self.turn));
        if let Some(lines) = &mut self.lines {
            lines.put(mv, self.turn);
        }
        self.records.push(mv);
        self.turn = !self.turn;
        self.ended = self.judge(mv);
    }

    /// Takes back the last move, if there is one.
    #[inline]
    pub fn take_back(&mut self) {
        if let Some(mv) = self.records.pop() {
            self.board.set(mv, None);
            self.turn = !self.turn;
            self.ended = None;
            if let Some(lines) = &mut self.lines {
                lines.clear(mv, self.turn);
            }
        }
    }

    /// The result after the move `last`; `None` while the game goes on.
    #[inline]
    fn judge(&self, last: Move) -> Option<Outcome> {
        let mover = !self.turn;
        let count = self.records().len();
        let is_winner = || match &self.lines {
            Some(lines) => lines.is_winner(mover, last),
            None => self.board.is_winner(mover, last),
        };
        if count < 2 * SIZE as usize - 1 {
            None
        } else if is_winner() {
            Some(Outcome::Won(mover))
        } else {
            (count == CELLS).then_some(Outcome::Drawn)
        }
    }
}

/// The game as the articles print it: whose turn it is or who won, and the board row by row, the last mark in capitals.
impl<B: MarubatsuBoard> fmt::Display for MarubatsuOn<B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.ended {
            None => writeln!(f, "Turn {}", sign(Some(self.turn)))?,
            Some(Outcome::Won(winner)) => writeln!(f, "winner {}", sign(Some(winner)))?,
            Some(Outcome::Drawn) => writeln!(f, "winner draw")?,
        }
        let last = self.records().last();
        for y in 0..SIZE {
            for mv in (0..SIZE).filter_map(|x| Move::at(x, y)) {
                let sign = sign(self.board.mark(mv));
                let sign = if last == Some(&mv) {
                    sign.to_ascii_uppercase()
                } else {
                    sign
                };
                write!(f, "{sign}")?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_counted_if_asked_for() {
        assert_eq!(Marubatsu::default().lines, None);
        let mut game = Marubatsu::counting();
        let mv = Move::at(1, 1).expect("a cell");
        game.play(mv);
        let mut lines = LineMarks::default();
        lines.put(mv, Side::First);
        assert_eq!(game.lines, Some(lines));
        game.take_back();
        assert_eq!(game.lines, Some(LineMarks::default()));
    }
}
