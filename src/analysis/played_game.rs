//! A game as it was played.

use crate::game::Game;
use crate::games::othello::{Othello, OthelloMove};

/// A game to analyse.
#[derive(Debug, Clone)]
pub struct PlayedGame {
    start: Othello,
    moves: Vec<OthelloMove>,
}

impl PlayedGame {
    /// The game that begins at `start`, without moves.
    #[must_use]
    pub fn new(start: Othello) -> Self {
        Self {
            start,
            moves: Vec::new(),
        }
    }

    /// Adds a move, which must be legal after those before.
    pub fn push(&mut self, mv: OthelloMove) {
        self.moves.push(mv);
    }

    /// The number of moves, passes included.
    #[must_use]
    pub fn plies(&self) -> usize {
        self.moves.len()
    }

    /// The positions, from the first to the last.
    #[must_use]
    pub fn positions(&self) -> Vec<Othello> {
        let mut position = self.start;
        let mut positions = vec![position];
        for mv in &self.moves {
            position.make(mv);
            positions.push(position);
        }
        positions
    }

    /// The moves, passes included.
    #[must_use]
    pub fn moves(&self) -> &[OthelloMove] {
        &self.moves
    }
}
