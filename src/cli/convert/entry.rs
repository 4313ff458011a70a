//! A game during conversion, replayed by the rules.

use std::fmt::Display;

use kaeshi::game::{Game, InputError, Notation, Side};
use kaeshi::games::othello::Othello;
use kaeshi_protocol::Text;
use kaeshi_protocol::board::{Board, Disc, Move};
use kaeshi_protocol::ggf::{self, Item, Verdict};
use kaeshi_protocol::obf::Answers;

use super::note::{Note, NoteKind};
use crate::cli::position::othello::position;

/// A game or a position in GGF's terms, and the fields that only another format has.
#[derive(Debug, Clone)]
pub(in crate::cli) struct Entry {
    /// The game. Its moves are legal and include the passes.
    pub(in crate::cli) game: ggf::Game,
    /// Why the record has more moves than `game`: the first of them is not legal.
    pub(in crate::cli) illegal: Option<InputError>,
    /// The fields that only WTHOR has.
    pub(super) thor: Option<Thor>,
    /// The fields that only OBF has.
    pub(super) known: Option<(Answers, Text)>,
    /// What is doubtful in the record, or was left out when it was read.
    pub(super) notes: Vec<Note>,
}

/// The fields of a game that only WTHOR has.
#[derive(Debug, Clone, Copy)]
pub(super) struct Thor {
    /// The black discs after perfect play from `depth` empty squares on, 0 to 64.
    pub(super) theoretical: u8,
    pub(super) depth: u8,
}

/// A move as it was read, with its player if the format names one.
pub(super) type Ply = (Option<Disc>, Item);

impl Entry {
    /// Plays `moves` from the position of `game`, up to one that is not legal. Passes that are due may be missing.
    pub(super) fn replay(mut game: ggf::Game, moves: impl IntoIterator<Item = Ply>) -> Self {
        let mut position = position(&game.board, game.side);
        game.moves.clear();
        let illegal = play(&mut position, &mut game, moves).err();
        let mut notes = Vec::new();
        if let Some(found) = result_of(&position) {
            let said = *game.result.get_or_insert(found);
            notes.extend(contradiction(said, found));
        }
        Self {
            game,
            illegal,
            thor: None,
            known: None,
            notes,
        }
    }

    /// Adds a note about a result that was read.
    pub(super) fn note(&mut self, kind: NoteKind, text: impl Display) {
        self.notes.push(Note::new(kind, text));
    }

    /// The whole game.
    ///
    /// # Errors
    /// If a move is not legal; the reason says which.
    pub(super) fn whole(mut self) -> Result<Self, InputError> {
        self.illegal.take().map_or(Ok(self), Err)
    }

    /// The position at which the game begins.
    pub(in crate::cli) fn start(&self) -> Othello {
        position(&self.game.board, self.game.side)
    }

    /// The first position of the game with `empties` empty squares, or the last position for `None`.
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

    /// Whether the game is not over after its moves.
    pub(super) fn is_unfinished(&self) -> bool {
        let Some((board, side)) = self.position(None) else {
            return true;
        };
        position(&board, side).result().is_none()
    }

    /// Whether the game begins at Othello's starting position.
    pub(super) fn begins_at_the_start(&self) -> bool {
        let start = ggf::Game::new();
        (self.game.board, self.game.side) == (start.board, start.side)
    }
}

/// The result by the rules, if the game is over.
fn result_of(position: &Othello) -> Option<Verdict> {
    position.result()?;
    let margin = position.board().disc_diff().0;
    let margin = match position.side() {
        Side::First => margin,
        Side::Second => -margin,
    };
    let (margin, end) = (margin.into(), ggf::End::Over);
    Some(Verdict { margin, end })
}

/// The note that the result `said` is not the one that the rules have `found`.
pub(super) fn contradiction(said: Verdict, found: Verdict) -> Option<Note> {
    let is_other = said.end == ggf::End::Over && (said.margin - found.margin).abs() > 0.0;
    let (said, found) = (said.margin, found.margin);
    let text = format_args!("its result {said:+} is kept, but its moves end with {found:+}");
    is_other.then(|| Note::new(NoteKind::Contradiction, text))
}

/// Plays `moves` in `position`, and adds them to `game`.
///
/// # Errors
/// If a move is not legal; the reason says which.
fn play(
    position: &mut Othello,
    game: &mut ggf::Game,
    moves: impl IntoIterator<Item = Ply>,
) -> Result<(), InputError> {
    for ((disc, item), number) in moves.into_iter().zip(1..) {
        let name = format!("{:#}", item.mv);
        let wrong =
            |why: &dyn Display| InputError::new(format_args!("move {number} ({name}): {why}"));
        if position.result().is_some() && item.mv == Move::Pass {
            // Some programs mark the end of the game by a pass.
            continue;
        }
        let is_due = position.board().legal() == 0 && position.result().is_none();
        if is_due && item.mv != Move::Pass && disc != Some(mover(position)) {
            make(position, PASS, game).map_err(|why| wrong(&why))?;
        }
        if disc.is_some_and(|disc| disc != mover(position)) {
            return Err(wrong(&"it is the other side's turn"));
        }
        make(position, item, game).map_err(|why| wrong(&why))?;
    }
    Ok(())
}

const PASS: Item = Item {
    mv: Move::Pass,
    eval: None,
    seconds: None,
};

fn make(position: &mut Othello, item: Item, game: &mut ggf::Game) -> Result<(), InputError> {
    let mv = position.read_move(&format!("{:#}", item.mv))?;
    game.moves.push((mover(position), item));
    position.make(&mv);
    Ok(())
}

/// Sets the position at which the game begins.
pub(super) fn set_board(game: &mut ggf::Game, position: &Othello) {
    (game.board, game.side) = (cells(position), mover(position));
}

/// The position at which the game begins, as a FEN.
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
