//! The opening book that an engine plays from.

use std::path::Path;

use crate::core::splitmix64;
use crate::engine::{Engine, Progress, PvInfo, ScoreSource, SearchResult};
use crate::game::{Game, Notation, Side};
use crate::games::othello::Othello;
use crate::games::othello::board::{Board, Square};
use crate::games::othello::book::{
    Book, BookError, KnownMove, Line, MoveKind, choose, known_moves, line_after,
};
use crate::search::Score;

/// An opening book of Othello, open for reading.
#[derive(Debug)]
pub struct OpeningBook {
    book: Book,
}

/// Which moves of a book are played.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BookChoice {
    /// The number of discs, 0 to 64, that the moves of one side may lose in a game, against the best ones.
    pub variety: u8,
    /// The number of plies from the starting position, 0 to 60, before which the book is used.
    pub depth: u8,
    /// The seed of the choice among several moves. The same seed leads to the same moves.
    pub seed: u64,
}

impl OpeningBook {
    /// Opens the book at `path`. Other processes may read and write it, too; their later changes are not seen.
    ///
    /// # Errors
    /// If there is no book at `path`, or it is damaged.
    pub fn open(path: &Path) -> Result<Self, BookError> {
        Book::open(path).map(|book| Self { book })
    }

    /// The book that is a part of the program.
    #[must_use]
    pub fn built_in() -> Self {
        let book = Book::built_in();
        Self { book }
    }

    /// The move that the book plays in the position of `engine`, which plays Othello, as the result of a search without
    /// nodes. `None` if it has none.
    ///
    /// # Errors
    /// If the book cannot be read.
    pub fn answer(
        &self,
        engine: &dyn Engine,
        choice: BookChoice,
    ) -> Result<Option<SearchResult>, BookError> {
        let Ok(game) = Othello::default().read(&engine.write()) else {
            return Ok(None);
        };
        let board = game.board();
        let ply = 60 - board.empties();
        if ply >= u32::from(choice.depth) {
            return Ok(None);
        }
        let random = splitmix64(choice.seed ^ splitmix64(board.own) ^ board.other);
        let variety = match choice.variety {
            0 => 0,
            variety => variety.saturating_sub(self.lost(engine, game.side())?),
        };
        let Some(chosen) = choose(&self.book, board, variety, random)? else {
            return Ok(None);
        };
        Ok(Some(result(self.info(board, chosen)?)))
    }

    /// The number of discs that the moves of `side` in the game of `engine` have lost so far, as far as the book knows.
    fn lost(&self, engine: &dyn Engine, side: Side) -> Result<u8, BookError> {
        let rules = Othello::default();
        let positions = engine.positions();
        let positions = positions.iter().filter_map(|text| rules.read(text).ok());
        let positions: Vec<Othello> = positions.collect();
        let mut lost = 0_u8;
        for (before, after) in positions.iter().zip(positions.iter().skip(1)) {
            if before.side() != side {
                continue;
            }
            let board = before.board();
            let moves = known_moves(&self.book, board)?;
            let played = moves.iter().find(|known| {
                let flips = board.flips(known.square);
                board.after(known.square, flips) == after.board()
            });
            if let (Some(best), Some(played)) = (moves.first(), played) {
                lost = lost.saturating_add(best.value.abs_diff(played.value));
            }
        }
        Ok(lost)
    }

    /// All moves that the book knows in the position of `engine`, which plays Othello, best first, each with its line.
    ///
    /// # Errors
    /// If the book cannot be read.
    pub fn lines(&self, engine: &dyn Engine) -> Result<Vec<PvInfo>, BookError> {
        let Ok(game) = Othello::default().read(&engine.write()) else {
            return Ok(Vec::new());
        };
        let board = game.board();
        let moves = known_moves(&self.book, board)?;
        let lines = moves.into_iter().map(|known| self.info(board, known));
        lines.collect()
    }

    /// The best line after the move `known` of `board`.
    fn info(&self, board: Board, known: KnownMove) -> Result<PvInfo, BookError> {
        let line = line_after(&self.book, board, known)?;
        Ok(info(board, known.value, &line))
    }
}

/// The result of a search that this line replaces.
fn result(info: PvInfo) -> SearchResult {
    SearchResult {
        best: info.pv.first().cloned(),
        info: Some(info),
        proven: None,
        progress: Progress::default(),
    }
}

/// A line of moves from `board` on, with its `value` in discs.
fn info(board: Board, value: i8, line: &Line) -> PvInfo {
    let name = |mv: &Option<Square>| mv.map_or_else(|| "pass".to_owned(), |mv| mv.to_string());
    let moves = line.moves.iter().flatten().count();
    let by = match line.end {
        Some(MoveKind::Leaf(effort)) => effort.to_string(),
        Some(MoveKind::End) => "end of the game".to_owned(),
        Some(MoveKind::Book) | None => "end of the book".to_owned(),
    };
    let depth = line.rank(board).map_or(moves, |rank| rank.depth.into());
    let hundredths = i32::from(value) * 100;
    PvInfo {
        depth: u8::try_from(depth.min(60)).unwrap_or(60),
        seldepth: u16::try_from(moves).unwrap_or(60),
        confidence: 100,
        score: Score(i16::from(value) * 100),
        hundredths,
        rank: 1,
        finished: true,
        proven: None,
        source: Some(Box::new(ScoreSource::Book(by))),
        progress: Progress::default(),
        pv: line.moves.iter().map(name).collect(),
    }
}
