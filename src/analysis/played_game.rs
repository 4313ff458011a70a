//! A game as it was played.

use crate::game::{Game, InputError, Notation};
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

    /// The game that begins at `start`, with the moves of these `names`, passes included.
    ///
    /// # Errors
    /// If a move is refused; the message has its number and its name.
    pub fn read<'n>(
        start: Othello,
        names: impl IntoIterator<Item = &'n str>,
    ) -> Result<Self, InputError> {
        let (mut game, mut position) = (Self::new(start), start);
        for (name, number) in names.into_iter().zip(1..) {
            let mv = position
                .read_move(name)
                .map_err(|why| InputError::new(format_args!("move {number} ('{name}'): {why}")))?;
            game.push(mv);
            position.make(&mv);
        }
        Ok(game)
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
