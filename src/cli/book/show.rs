//! `kaeshi book show`: what a book says about a position.

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use kaeshi::game::{Notation, Side};
use kaeshi::games::othello::board::{Board, Square};
use kaeshi::games::othello::book::{
    Book, KnownMove, MoveKind, Opinion, Position, best_line, known_moves,
};
use kaeshi::games::othello::{Othello, openings};
use serde::Serialize;

use super::common::{self, JsonOption};
use crate::cli::position::{PositionFormat, PositionOption};
use crate::cli::{Failure, print_message};

/// Show what a book says about a position
///
/// All values are discs for the side to move, by negamax over the positions behind. A move is in the book, or is the
/// best of the others; a value of another program has its name and its level.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Show {
    /// The book.
    book: PathBuf,
    #[command(flatten)]
    position: PositionOption,
    #[command(flatten)]
    json: JsonOption,
}

const EXAMPLES: &str = "\
Examples:
  kaeshi book show my.book
  kaeshi book show my.book --position f5d6c3
  kaeshi book show my.book --position '8/8/8/2xxx3/3xo3/8/8/8 o' --json";

/// What a book says.
#[derive(Debug, Serialize)]
struct Shown {
    position: String,
    notation: Option<PositionFormat>,
    /// The name of the opening.
    opening: Option<&'static str>,
    in_book: bool,
    value: Option<i8>,
    /// The proven minimum and maximum.
    bounds: [i8; 2],
    /// The name of the program that the record comes from.
    source: Option<String>,
    /// The day of the last change.
    changed: Option<String>,
    /// The search of the position itself.
    searched: Option<Searched>,
    moves: Vec<Move>,
    /// The best line of the book.
    line: Vec<String>,
}

#[derive(Debug, Serialize)]
struct Searched {
    value: i8,
    by: String,
}

#[derive(Debug, Serialize)]
struct Move {
    #[serde(rename = "move")]
    name: String,
    value: i8,
    kind: Kind,
    /// How it was searched, if the move is not in the book.
    by: Option<String>,
}

/// What a book knows about a move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
enum Kind {
    /// It leads to a position of the book.
    Book,
    /// It is the best of the moves out of the book.
    Leaf,
    /// It ends the game.
    End,
}

impl Show {
    pub(super) fn run(&self) -> Result<ExitCode, Failure> {
        match self.show() {
            Err(Failure::Refused(why)) => {
                print_message(&why.to_string());
                Ok(ExitCode::from(2))
            }
            shown => shown,
        }
    }

    fn show(&self) -> Result<ExitCode, Failure> {
        let (game, notation) = self.position.othello("book")?;
        let book = common::open(&self.book)?;
        let shown = shown(&book, &game, notation)?;
        let out = &mut io::stdout().lock();
        if self.json.is_set {
            writeln!(out, "{}", serde_json::json!(shown))?;
        } else {
            shown.print(&game, out)?;
        }
        Ok(if shown.in_book {
            ExitCode::SUCCESS
        } else {
            ExitCode::FAILURE
        })
    }
}

fn shown(book: &Book, game: &Othello, notation: Option<PositionFormat>) -> Result<Shown, Failure> {
    let board = game.board();
    let placed = Position::of(board);
    let record = book.get(placed.position).map_err(common::failed)?;
    let mut shown = Shown {
        position: game.write(),
        notation,
        opening: openings::find(board).map(|opening| opening.name),
        in_book: record.is_some(),
        value: None,
        bounds: [-64, 64],
        source: None,
        changed: None,
        searched: None,
        moves: Vec::new(),
        line: line(book, board)?,
    };
    let sign = if placed.passed { -1 } else { 1 };
    if let Some(record) = &record {
        let values = record.values;
        shown.value = values.value.map(|value| sign * value);
        shown.bounds = if placed.passed {
            [-values.upper, -values.lower]
        } else {
            [values.lower, values.upper]
        };
        shown.source = book.source(record).map(ToString::to_string);
        shown.changed = (record.day > 0).then(|| common::day(record.day));
        shown.searched = searched(record.searched, sign);
    }
    if placed.passed {
        return Ok(shown);
    }
    shown.moves = moves(book, board)?;
    Ok(shown)
}

fn searched(opinion: Opinion, sign: i8) -> Option<Searched> {
    Some(Searched {
        value: sign * opinion.value?,
        by: opinion.effort.to_string(),
    })
}

/// The moves with known values, best first.
fn moves(book: &Book, board: Board) -> Result<Vec<Move>, Failure> {
    let known = known_moves(book, board).map_err(common::failed)?;
    let shown = |known: KnownMove| {
        let (kind, by) = match known.kind {
            MoveKind::Book => (Kind::Book, None),
            MoveKind::Leaf(effort) => (Kind::Leaf, Some(effort.to_string())),
            MoveKind::End => (Kind::End, None),
        };
        Move {
            name: known.square.to_string(),
            value: known.value,
            kind,
            by,
        }
    };
    Ok(known.into_iter().map(shown).collect())
}

/// The best line of the book, with passes.
fn line(book: &Book, board: Board) -> Result<Vec<String>, Failure> {
    let line = best_line(book, board).map_err(common::failed)?;
    let name = |mv: Option<Square>| mv.map_or_else(|| "pass".to_owned(), |mv| mv.to_string());
    Ok(line.moves.into_iter().map(name).collect())
}

impl Shown {
    fn print(&self, game: &Othello, out: &mut dyn Write) -> io::Result<()> {
        if let Some(notation) = self.notation {
            writeln!(out, "read as {notation}: {}", self.position)?;
        }
        writeln!(out, "{}\n", game.draw())?;
        if let Some(opening) = openings::find(game.board()) {
            writeln!(out, "opening {opening}")?;
        }
        if !self.in_book {
            writeln!(out, "not in the book")?;
        }
        if let Some(value) = self.value {
            let side = match kaeshi::game::Game::side(game) {
                Side::First => "X",
                Side::Second => "O",
            };
            let source = self.source.as_deref().unwrap_or("unknown");
            write!(out, "value {value:+} for {side}, from {source}")?;
            if let Some(changed) = &self.changed {
                write!(out, ", {changed}")?;
            }
            writeln!(out)?;
        }
        match self.bounds {
            [-64, 64] => {}
            [lower, upper] if lower == upper => writeln!(out, "proven")?,
            [lower, upper] => writeln!(out, "proven: {lower:+} to {upper:+}")?,
        }
        if let Some(searched) = &self.searched {
            writeln!(
                out,
                "the position itself: {:+}, {}",
                searched.value, searched.by
            )?;
        }
        for shown in &self.moves {
            let kind = match (shown.kind, &shown.by) {
                (Kind::Book, _) => "book",
                (Kind::End, _) => "ends the game",
                (Kind::Leaf, None) => "best other move",
                (Kind::Leaf, Some(by)) => &format!("best other move, {by}"),
            };
            writeln!(out, "  {}  {:>+3}  {kind}", shown.name, shown.value)?;
        }
        if !self.line.is_empty() {
            writeln!(out, "line: {}", self.line.join(" "))?;
        }
        Ok(())
    }
}
