//! The notation of Fairy-Stockfish and its relatives for games in which pieces of one kind are dropped on the board.
//!
//! These are `flipello` (Othello), `tictactoe`, and `XBoard`'s `reversi`. White moves first. A move is a drop, `P@e3`.
//! A pass is a piece that stays on its square, `a1a1`, or `XBoard`'s `@@@@`. A position is a FEN with the pieces in
//! hand in brackets.
//!
//! ```
//! use kaeshi_protocol::fairy::{Fen, Move, Player};
//!
//! let fen = Fen::parse("3/1p1/2P[PPPPppp] w - - 0 2")?;
//! assert_eq!(fen.player, Player::White);
//! assert_eq!(fen.hands, Some([4, 3]));
//! assert_eq!(fen.to_string(), "3/1p1/2P[PPPPppp] w - - 0 2");
//! assert_eq!(Move::parse("P@e3")?.to_string(), "P@e3");
//! # Ok::<_, kaeshi_protocol::Malformed>(())
//! ```

mod fen;
mod moves;

pub(crate) use fen::fen;
pub use fen::{Fen, MAX_SIDE};
pub(crate) use moves::lone_move;
pub use moves::{Move, Square};

/// A player, and the owner of a piece.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Player {
    /// `w`, and `P` on the board: moves first.
    White,
    /// `b`, and `p` on the board.
    Black,
}
