//! `XBoard`'s view of the board: White moves first, squares are named as in Othello.

use kaeshi_protocol::board::Move as OwnMove;
use kaeshi_protocol::cecp::Ending;
use kaeshi_protocol::fairy::{Fen, Move, Player, Square};

use crate::engine::Engine;
use crate::game::{InputError, Outcome, Side};
use crate::shell::othello;
use crate::shell::session::Session;

/// Sets up a position. Its lowest rank, written last, is Othello's first.
pub(super) fn set_up(fen: &Fen, session: &mut Session) -> Result<(), InputError> {
    let board = fen.board();
    let (board, side) =
        board.ok_or_else(|| InputError::new("the board must have 8 by 8 squares"))?;
    othello::choose(session)?;
    let mut engine = session.open(othello::GAME)?;
    let position = othello::position(&board, side);
    engine
        .set_up(Some(&position), &[])
        .map_err(InputError::new)?;
    session.engine = engine;
    Ok(())
}

/// The current position.
pub(super) fn fen(engine: &dyn Engine) -> Fen {
    let ranks = engine.grid().map(|grid| {
        let rank = |rank: &[Option<Side>]| rank.iter().map(|cell| cell.map(player)).collect();
        grid.ranks().rev().map(rank).collect()
    });
    Fen {
        ranks: ranks.unwrap_or_default(),
        // The maximum that either side can need.
        hands: Some([60, 60]),
        player: player(engine.side()),
        idle: 0,
        number: 1,
    }
}

/// The result of the game, if it is over.
pub(super) fn ending(engine: &dyn Engine) -> Option<Ending> {
    let winner = match engine.result()? {
        Outcome::Won(side) => Some(player(side)),
        Outcome::Drawn => None,
    };
    let cells = engine.grid()?.cells;
    let pieces = [Side::First, Side::Second].map(|side| {
        let own = cells.iter().filter(|cell| **cell == Some(side));
        u32::try_from(own.count()).unwrap_or_default()
    });
    Some(Ending { winner, pieces })
}

/// The game's name of the square; `None` for a pass.
pub(super) fn name(mv: Move) -> Option<String> {
    match mv {
        Move::Drop(square) => Some(square.to_string()),
        Move::Stay(_) | Move::Pass => None,
    }
}

/// The move with the game's name `name`.
pub(super) fn to_move(name: &str) -> Move {
    match othello::read_move(name) {
        OwnMove::Place(square) => Move::Drop(Square {
            file: square.number() % 8,
            rank: square.number() / 8,
        }),
        OwnMove::Pass => Move::Pass,
    }
}

/// `XBoard`'s name of a side.
pub(super) fn player(side: Side) -> Player {
    match side {
        Side::First => Player::White,
        Side::Second => Player::Black,
    }
}
