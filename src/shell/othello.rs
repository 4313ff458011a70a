//! Functions that the protocols for Othello share.

use kaeshi_protocol::board::{Board, Disc, Move, Square};

use super::options::Name;
use super::session::Session;
use crate::game::{InputError, Side};

/// The game's name in the registry.
pub(super) const GAME: &str = "othello";

/// Changes to Othello if another game is set up.
pub(super) fn choose(session: &mut Session) -> Result<(), InputError> {
    if session.options().game == GAME {
        return Ok(());
    }
    session.set_option(Name::Game.text(), Some(GAME))
}

pub(super) fn side(disc: Disc) -> Side {
    match disc {
        Disc::Black => Side::First,
        Disc::White => Side::Second,
    }
}

/// The move of that name; a move that is no square is a pass.
pub(super) fn read_move(name: &str) -> Move {
    let square = || {
        let [file, rank] = *name.as_bytes() else {
            return None;
        };
        let (file, rank) = (file.checked_sub(b'a')?, rank.checked_sub(b'1')?);
        let on_board = file < 8 && rank < 8;
        on_board.then(|| Square::new(8 * rank + file)).flatten()
    };
    square().map_or(Move::Pass, Move::Place)
}

/// The position in the game's notation.
pub(super) fn position(board: &Board, side: Disc) -> String {
    let rank = |cells: &[Option<Disc>]| {
        let sign = |cell: &Option<Disc>| match cell {
            None => '1',
            Some(Disc::Black) => 'x',
            Some(Disc::White) => 'o',
        };
        cells.iter().map(sign).collect::<String>()
    };
    let ranks: Vec<_> = board.0.chunks(8).map(rank).collect();
    let side = if side == Disc::Black { 'x' } else { 'o' };
    format!("{} {side}", ranks.join("/"))
}
