//! A game on its way from one format to another, replayed by the rules.

use kaeshi::game::{Game, Refused, Side, Spoken};
use kaeshi::games::othello::Othello;
use kaeshi_protocol::Text;
use kaeshi_protocol::board::{Board, Disc, Move};
use kaeshi_protocol::ggf::{self, Item, Verdict};
use kaeshi_protocol::obf::Answers;

use crate::cli::solve::position;

/// A game or a position, as GGF would have it, and what only another format says about it.
#[derive(Debug, Clone)]
pub(super) struct Entry {
    /// The moves are legal, and passes are among them.
    pub(super) game: ggf::Game,
    /// What WTHOR says.
    pub(super) thor: Option<Thor>,
    /// What OBF says.
    pub(super) known: Option<(Answers, Text)>,
}

/// What WTHOR says about a game and no other format does.
#[derive(Debug, Clone, Copy)]
pub(super) struct Thor {
    /// The black discs at the end, had both played perfectly from `depth` empty squares on.
    pub(super) theoretical: u8,
    pub(super) depth: u8,
}

/// A move as it was read: who made it, if that is said.
pub(super) type Ply = (Option<Disc>, Item);

impl Entry {
    /// Plays `moves` from the position of `game`. Passes that are due may be left out.
    ///
    /// # Errors
    /// When a move is not legal; the reason says which.
    pub(super) fn replay(
        mut game: ggf::Game,
        moves: impl IntoIterator<Item = Ply>,
    ) -> Result<Self, Refused> {
        let mut position = position(&game.board, game.side);
        game.moves.clear();
        for ((disc, item), number) in moves.into_iter().zip(1..) {
            let name = format!("{:#}", item.mv);
            let wrong = |why: &dyn std::fmt::Display| {
                Refused::new(format_args!("move {number} ({name}): {why}"))
            };
            if position.result().is_some() && item.mv == Move::Pass {
                // Some say so that the game is over.
                continue;
            }
            let is_due = position.board().legal() == 0 && position.result().is_none();
            if is_due && item.mv != Move::Pass && disc != Some(mover(&position)) {
                make(&mut position, PASS, &mut game).map_err(|why| wrong(&why))?;
            }
            if disc.is_some_and(|disc| disc != mover(&position)) {
                return Err(wrong(&"it is the other side's turn"));
            }
            make(&mut position, item, &mut game).map_err(|why| wrong(&why))?;
        }
        if position.result().is_some() && game.result.is_none() {
            let margin = f64::from(position.board().margin().0);
            let margin = match position.side() {
                Side::First => margin,
                Side::Second => -margin,
            };
            let end = ggf::End::Over;
            // No minus before nothing.
            let margin = margin + 0.0;
            game.result = Some(Verdict { margin, end });
        }
        Ok(Self {
            game,
            thor: None,
            known: None,
        })
    }

    /// The first position of the game with so many empty squares, or the last one.
    pub(super) fn position(&self, empties: Option<i8>) -> Option<(Board, Disc)> {
        let mut position = position(&self.game.board, self.game.side);
        let is_it = |position: &Othello| Some(position.empties()) == empties;
        for (_, item) in &self.game.moves {
            if is_it(&position) {
                break;
            }
            let mv = position.read_move(&format!("{:#}", item.mv)).ok()?;
            position.make(&mv);
        }
        (empties.is_none() || is_it(&position)).then(|| (cells(&position), mover(&position)))
    }

    /// Whether it begins where games of Othello do.
    pub(super) fn begins_at_the_start(&self) -> bool {
        let start = ggf::Game::new();
        (self.game.board, self.game.side) == (start.board, start.side)
    }
}

const PASS: Item = Item {
    mv: Move::Pass,
    eval: None,
    seconds: None,
};

fn make(position: &mut Othello, item: Item, game: &mut ggf::Game) -> Result<(), Refused> {
    let mv = position.read_move(&format!("{:#}", item.mv))?;
    game.moves.push((mover(position), item));
    position.make(&mv);
    Ok(())
}

/// Lets a game begin there.
pub(super) fn set_board(game: &mut ggf::Game, position: &Othello) {
    (game.board, game.side) = (cells(position), mover(position));
}

/// Where a game begins, as a FEN.
pub(super) fn fen(game: &ggf::Game) -> String {
    position(&game.board, game.side).write()
}

fn mover(position: &Othello) -> Disc {
    match position.side() {
        Side::First => Disc::Black,
        Side::Second => Disc::White,
    }
}

fn cells(position: &Othello) -> Board {
    let board = position.board();
    let (own, other) = match mover(position) {
        Disc::Black => (Disc::Black, Disc::White),
        Disc::White => (Disc::White, Disc::Black),
    };
    Board(std::array::from_fn(|at| match 1_u64 << at {
        bit if board.own & bit != 0 => Some(own),
        bit if board.other & bit != 0 => Some(other),
        _ => None,
    }))
}
