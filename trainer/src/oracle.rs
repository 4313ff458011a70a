//! Who knows the scores: the engine's own search, to the end of the game or to some depth.

use kaeshi::game::{Game, Side};
use kaeshi::games::othello::Othello;
use kaeshi::games::othello::board::Board;
use kaeshi::search::{Draft, Limits, Search, Signals, Table, Window};

use crate::Failure;

/// Gives scores in 1/128 disc.
pub struct Oracle {
    /// 0 is exact.
    depth: i8,
    table: Table,
}

/// Memory for what a search remembers, in megabytes.
const MEMORY: usize = 4;

impl Oracle {
    /// One that searches so deep; 0 solves to the end.
    ///
    /// # Errors
    /// When there is no memory for its table.
    pub fn new(depth: u8) -> Result<Self, Failure> {
        Ok(Self {
            depth: i8::try_from(depth).unwrap_or(i8::MAX),
            table: Table::new(MEMORY)?,
        })
    }

    /// The score for the side to move, in 1/128 disc.
    pub fn score(&mut self, board: Board) -> i16 {
        let game = Othello::new(board, Side::First);
        let signals = Signals::default();
        let mut search = Search::new(game, &self.table, &signals, Limits::default());
        let empties = game.empties();
        let wanted = match self.depth {
            0 => empties,
            depth => depth.min(empties),
        };
        // Every second depth on the way, so that each search orders the moves of the next.
        let first = if wanted == empties {
            wanted
        } else {
            wanted % 2
        };
        let mut score = game.evaluate();
        for depth in (first..=wanted).step_by(2) {
            let draft = Draft::exact(depth);
            if let Ok(found) = Othello::search_root(&mut search, draft, Window::FULL) {
                score = found;
            }
        }
        score.0
    }
}
