//! `kaeshi book show`: what a book says about a position.

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use kaeshi::game::{Notation, Side};
use kaeshi::games::othello::Othello;
use kaeshi::games::othello::board::{Board, Square};
use kaeshi::games::othello::book::{Book, Child, Opinion, Position, Record, children};
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
    shown.moves = moves(book, board, record.as_ref())?;
    Ok(shown)
}

fn searched(opinion: Opinion, sign: i8) -> Option<Searched> {
    Some(Searched {
        value: sign * opinion.value?,
        by: opinion.effort.to_string(),
    })
}

/// The moves with known values, best first.
fn moves(book: &Book, board: Board, record: Option<&Record>) -> Result<Vec<Move>, Failure> {
    let leaf = record.and_then(|record| {
        let behind = record.position.child(record.leaf.best?)?;
        Some((behind.position, record.leaf.value?, record.leaf.effort))
    });
    let mut moves = Vec::new();
    for child in children(board) {
        let (value, kind, by) = match (in_book(book, &child)?, leaf) {
            (Some(value), _) => (value, Kind::Book, None),
            (None, _) if child.result.is_some() => {
                (child.result.unwrap_or_default(), Kind::End, None)
            }
            // On a board that is symmetric to itself, the leaf has several names.
            (None, Some((position, value, effort))) if position == child.position => {
                (value, Kind::Leaf, Some(effort.to_string()))
            }
            _ => continue,
        };
        moves.push(Move {
            name: child.square.to_string(),
            value,
            kind,
            by,
        });
    }
    moves.sort_by_key(|shown| -i16::from(shown.value));
    Ok(moves)
}

/// The value of a move to a position of the book.
fn in_book(book: &Book, child: &Child) -> Result<Option<i8>, Failure> {
    let behind = book.get(child.position).map_err(common::failed)?;
    let value = behind.and_then(|record| record.values.value);
    Ok(value.map(|value| child.score(value)))
}

/// The best moves of the book from `board` on, up to the first that leads out of it.
fn line(book: &Book, mut board: Board) -> Result<Vec<String>, Failure> {
    let mut line = Vec::new();
    // Every move fills a square, so this ends.
    loop {
        if board.legal() == 0 && board.passed().legal() != 0 {
            line.push("pass".to_owned());
            board = board.passed();
        }
        let Some(record) = book
            .get(Position::of(board).position)
            .map_err(common::failed)?
        else {
            break;
        };
        let best = moves(book, board, Some(&record))?;
        let Some(first) = best.first() else {
            break;
        };
        line.push(first.name.clone());
        let Ok(square) = first.name.parse::<Square>() else {
            break;
        };
        if first.kind != Kind::Book {
            break;
        }
        board = board.after(square, board.flips(square));
    }
    if line.last().is_some_and(|last| last == "pass") {
        line.pop();
    }
    Ok(line)
}

impl Shown {
    fn print(&self, game: &Othello, out: &mut dyn Write) -> io::Result<()> {
        if let Some(notation) = self.notation {
            writeln!(out, "read as {notation}: {}", self.position)?;
        }
        writeln!(out, "{}\n", game.draw())?;
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
