//! Positions of random games.

use kaeshi::games::othello::board::{Board, Square};

use crate::cli::experiment::random::Rng;

/// Endless positions of random games, in the order of play.
///
/// Each has a legal move for the side to move: a pass gives no position, and neither does the end of a game.
pub(super) struct Positions {
    rng: Rng,
    board: Board,
}

impl Positions {
    pub(super) const fn new(seed: u64) -> Self {
        Self {
            rng: Rng::new(seed),
            board: Board::START,
        }
    }

    /// The next position and a random legal move in it.
    pub(super) fn next(&mut self) -> (Board, Square) {
        if self.board.is_over() {
            self.board = Board::START;
        } else if self.board.legal() == 0 {
            self.board = self.board.passed();
        }
        let board = self.board;
        let square = Square::first(self.rng.pick(board.legal()));
        self.board = board.after(square, board.flips(square));
        (board, square)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_are_those_of_games() {
        let mut positions = Positions::new(1);
        let (mut starts, mut late) = (0, 0);
        for _ in 0..2000 {
            let (board, square) = positions.next();
            assert_ne!(board.legal() & square.bit(), 0, "{board} {square}");
            starts += u32::from(board == Board::START);
            late += u32::from(board.empties() < 10);
        }
        assert!((33..40).contains(&starts), "{starts}");
        assert!((200..400).contains(&late), "{late}");
    }

    #[test]
    fn other_seeds_play_other_games() {
        let tenth = |seed| {
            let mut positions = Positions::new(seed);
            (0..10).map(|_| positions.next().0).last()
        };
        assert_eq!(tenth(1), tenth(1));
        assert_ne!(tenth(1), tenth(2));
    }
}
