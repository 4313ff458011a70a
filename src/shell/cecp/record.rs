//! The moves of a game, and the position that `XBoard` derives from them.

use kaeshi_protocol::fairy::{Fen, Move, Player};

use super::board::{fen, player};
use crate::engine::Engine;
use crate::game::Side;
use crate::shell::play::MAX_KEPT;

/// The moves since the position was set up.
#[derive(Debug, Default)]
pub(super) struct Record {
    /// The owner of each piece at the start, the highest rank first.
    start: Vec<Vec<Option<Player>>>,
    moves: Vec<Entry>,
}

/// A move of either side.
#[derive(Debug)]
struct Entry {
    /// Number of plies of the move, including a forced pass before it.
    plies: usize,
    side: Side,
    mv: Move,
}

impl Record {
    /// Starts a game with the current position.
    pub(super) fn begin(&mut self, engine: &dyn Engine) {
        self.start = fen(engine).ranks;
        self.moves.clear();
    }

    /// Adds a move. Passes after the end of the game have no effect, so only a limited number is kept.
    pub(super) fn push(&mut self, plies: usize, side: Side, mv: Move) {
        if plies > 0 || self.moves.len() < MAX_KEPT {
            self.moves.push(Entry { plies, side, mv });
        }
    }

    pub(super) fn len(&self) -> usize {
        self.moves.len()
    }

    /// Removes the last `moves` moves, if there are as many, and returns their number of plies.
    pub(super) fn cut(&mut self, moves: usize) -> Option<usize> {
        let left = self.moves.len().checked_sub(moves)?;
        Some(self.moves.drain(left..).map(|entry| entry.plies).sum())
    }

    /// Whether `position` is `XBoard`'s board after these moves. `XBoard` does not turn discs over: each stays as it
    /// was put there.
    pub(super) fn is_shown_as(&self, position: &Fen) -> bool {
        let mut ranks = self.start.clone();
        for entry in &self.moves {
            if let Move::Drop(square) = entry.mv
                && let Some(rank) = ranks.iter_mut().rev().nth(square.rank.into())
                && let Some(cell) = rank.get_mut(usize::from(square.file))
            {
                *cell = Some(player(entry.side));
            }
        }
        !self.moves.is_empty() && ranks == position.ranks
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn passes_after_the_end_of_a_game_take_no_more_memory() {
        let mut record = Record::default();
        for _ in 0..10_000 {
            record.push(0, Side::First, Move::Pass);
        }
        assert_eq!(record.len(), MAX_KEPT);
        record.push(1, Side::First, Move::Pass);
        assert_eq!(record.cut(1), Some(1));
    }
}
