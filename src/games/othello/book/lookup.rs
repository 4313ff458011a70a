//! What a book says about the moves of a board, and which of them is played.

use super::effort::{Effort, Rank};
use super::position::{Position, children};
use super::record::Record;
use super::store::{Book, BookError};
use crate::games::othello::rules::board::Board;
use crate::games::othello::rules::square::Square;

/// A move with a known value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct KnownMove {
    /// The move, in the frame of the board.
    pub square: Square,
    /// The value in discs for the side that moves, -64 to 64.
    pub value: i8,
    /// The proven minimum in discs, -64 to 64.
    pub lower: i8,
    /// The proven maximum in discs, -64 to 64.
    pub upper: i8,
    /// What the book knows about the move.
    pub kind: MoveKind,
}

/// What a book knows about a move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MoveKind {
    /// It leads to a position of the book.
    Book,
    /// It is the best of the moves out of the book, searched this thoroughly.
    Leaf(Effort),
    /// It ends the game.
    End,
}

/// The best moves of a book one after the other.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Line {
    /// The moves; `None` is a forced pass. The last one may lead out of the book.
    pub moves: Vec<Option<Square>>,
    /// What the book knows about the last move.
    pub end: Option<MoveKind>,
}

impl Line {
    /// How thoroughly the value of the line was searched, counted from `board`, from which the line begins: the depth of the
    /// last search, and the moves before it. `None` if the book does not say.
    #[must_use]
    pub fn rank(&self, board: Board) -> Option<Rank> {
        let moves = u8::try_from(self.moves.iter().flatten().count()).ok()?;
        let before = moves.checked_sub(1)?;
        // The last move is that of the leaf's search, which began before it.
        let empties = u8::try_from(board.empties()).ok()?.checked_sub(before)?;
        let searched = match self.end? {
            MoveKind::Leaf(effort) => effort.rank(empties),
            MoveKind::End => Effort::Proof.rank(1),
            MoveKind::Book => return None,
        };
        Some(Rank {
            depth: before + searched.depth,
            ..searched
        })
    }
}

/// What `book` knows, and can be read of, `board`: whether no unknown move can be better than the best known one.
///
/// # Errors
/// If the book cannot be read.
pub fn knows_best(book: &Book, board: Board) -> Result<bool, BookError> {
    let Some(record) = book.get(Position::of(board).position)? else {
        return Ok(false);
    };
    let known = moves(book, board, Some(&record))?;
    Ok(has_best(&record, board, &known))
}

/// Whether no unknown move of a board with this `record` can be better than the best of the `known` ones.
fn has_best(record: &Record, board: Board, known: &[KnownMove]) -> bool {
    let is_searched = leaf(record).is_some() || known.len() == board.legal().count_ones() as usize;
    is_searched && !known.is_empty()
}

/// The value in discs for the side to move on `board`, if `book` has it, can be read, and the value is proven.
///
/// # Errors
/// If the book cannot be read.
pub fn proven_value(book: &Book, board: Board) -> Result<Option<i8>, BookError> {
    let placed = Position::of(board);
    let sign = if placed.passed { -1 } else { 1 };
    let values = book.get(placed.position)?.map(|record| record.values);
    let proven = values.filter(|values| values.lower == values.upper);
    Ok(proven.map(|values| sign * values.lower))
}

/// The best line that begins with the move `known` of `board`, up to the first move that leads out of the book.
///
/// # Errors
/// If the book cannot be read.
pub fn line_after(book: &Book, board: Board, known: KnownMove) -> Result<Line, BookError> {
    let mut line = match known.kind {
        MoveKind::Book => {
            let flips = board.flips(known.square);
            best_line(book, board.after(known.square, flips))?
        }
        MoveKind::Leaf(_) | MoveKind::End => Line::default(),
    };
    line.moves.insert(0, Some(known.square));
    line.end = line.end.or(Some(known.kind));
    Ok(line)
}

/// The moves of `board` with known values, best first. None on a board on which the side to move has to pass.
///
/// # Errors
/// If the book cannot be read.
pub fn known_moves(book: &Book, board: Board) -> Result<Vec<KnownMove>, BookError> {
    let record = book.get(Position::of(board).position)?;
    moves(book, board, record.as_ref())
}

/// The moves with known values, best first, of a board with this `record`. No value is above the proven maximum of the
/// board; of equal values that with the higher proven minimum comes first.
fn moves(book: &Book, board: Board, record: Option<&Record>) -> Result<Vec<KnownMove>, BookError> {
    let leaf = record.and_then(leaf);
    let most = record.map_or(64, |record| record.values.upper);
    let mut moves = Vec::new();
    for child in children(board) {
        let behind = book.get(child.position)?.map(|record| record.values);
        let behind = behind.and_then(|values| Some((values.value?, values)));
        let (value, [lower, upper], kind) = match (behind, child.result, leaf) {
            (Some((value, values)), ..) => {
                let bounds = values.bounds_before(&child);
                (child.score(value), bounds, MoveKind::Book)
            }
            (None, Some(result), _) => (result, [result; 2], MoveKind::End),
            // On a board that is symmetric to itself, the leaf has several names.
            (None, None, Some((behind, value, effort))) if behind == child.position => {
                // The search began before the move.
                let is_proven = effort.proves(behind.empties() + 1);
                let bounds = if is_proven { [value; 2] } else { [-64, 64] };
                (value, bounds, MoveKind::Leaf(effort))
            }
            _ => continue,
        };
        moves.push(KnownMove {
            square: child.square,
            value: value.min(most),
            lower,
            upper: upper.min(most),
            kind,
        });
    }
    moves.sort_by_key(|known| (-i16::from(known.value), -i16::from(known.lower)));
    Ok(moves)
}

/// The position after the best move out of the book, its value and how it was searched, if it has a value.
fn leaf(record: &Record) -> Option<(Position, i8, Effort)> {
    let behind = record.position.child(record.leaf.best?)?;
    Some((behind.position, record.leaf.value?, record.leaf.effort))
}

/// The best line of a book from `board` on, up to the first move that leads out of it.
///
/// # Errors
/// If the book cannot be read.
pub fn best_line(book: &Book, mut board: Board) -> Result<Line, BookError> {
    let mut line = Line::default();
    // Every move fills a square, so this ends.
    loop {
        let passes = board.legal() == 0 && board.passed().legal() != 0;
        if passes {
            board = board.passed();
        }
        let Some(best) = known_moves(book, board)?.first().copied() else {
            return Ok(line);
        };
        line.moves.extend(passes.then_some(None));
        line.moves.push(Some(best.square));
        line.end = Some(best.kind);
        if best.kind != MoveKind::Book {
            return Ok(line);
        }
        board = board.after(best.square, board.flips(best.square));
    }
}

/// The move that is played on `board`: one that loses at most `variety` discs against the best known one. Of several
/// the number `random` chooses, all with the same probability. If the best result is proven to be a draw or a win, only
/// moves that keep it for sure are played.
///
/// `None` if the book does not have the board, or has neither a value for the best move out of the book nor for all moves:
/// then an unknown move may be better than the known ones.
///
/// # Errors
/// If the book cannot be read.
pub fn choose(
    book: &Book,
    board: Board,
    variety: u8,
    random: u64,
) -> Result<Option<KnownMove>, BookError> {
    let Some(record) = book.get(Position::of(board).position)? else {
        return Ok(None);
    };
    let mut moves = moves(book, board, Some(&record))?;
    if !has_best(&record, board, &moves) {
        return Ok(None);
    }
    let Some(best) = moves.first().map(|best| i16::from(best.value)) else {
        return Ok(None);
    };
    moves.retain(|known| i16::from(known.value) >= best - i16::from(variety));
    let surest = moves.iter().map(|known| known.lower.signum()).max();
    if let Some(surest @ 0..) = surest.filter(|surest| *surest >= record.values.upper.signum()) {
        moves.retain(|known| known.lower.signum() == surest);
    }
    let index = random % moves.len() as u64;
    Ok(usize::try_from(index).ok().map(|index| moves[index]))
}
