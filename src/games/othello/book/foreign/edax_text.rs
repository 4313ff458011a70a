//! Edax's text form of a book: one position a line, without links, values and lines.

use super::super::effort::MAX_LEVEL;
use super::edax::{EdaxBook, EdaxHeader, EdaxRecord, NO_MOVE, PASS};
use super::problem::{ForeignError, ForeignProblem};
use crate::games::othello::rules::board::{Board, Colour};
use crate::games::othello::rules::square::Square;
use crate::games::othello::rules::symmetry::canonical;

impl EdaxBook {
    /// Reads the text form. As in Edax, the header's level is the greatest, and its number of empty squares the least.
    ///
    /// # Errors
    /// If a line is not understood, or its position is impossible; blank lines are skipped.
    pub fn from_text(text: &str) -> Result<Self, ForeignError> {
        let mut book = Self {
            header: EdaxHeader {
                level: 0,
                n_empties: 64,
                ..EdaxHeader::default()
            },
            records: Vec::new(),
        };
        for (line, number) in text.lines().zip(1..) {
            if line.trim().is_empty() {
                continue;
            }
            let record = read_line(line).and_then(|record| record.check().map(|()| record));
            let record = record.map_err(|why| ForeignError::Record(number, why))?;
            let empties = i32::try_from(record.board.empties()).unwrap_or_default();
            book.header.level = book.header.level.max(record.level.into());
            book.header.n_empties = book.header.n_empties.min(empties);
            book.records.push(record);
        }
        if book.records.is_empty() {
            return Err(ForeignError::Foreign("Edax"));
        }
        Ok(book)
    }

    /// The text form, one line for each position.
    #[must_use]
    pub fn to_text(&self) -> String {
        let mut text = String::with_capacity(80 * self.records.len());
        for record in &self.records {
            let (score, number) = record.leaf;
            let name = match Square::new(number) {
                Some(square) => square.to_string().to_ascii_uppercase(),
                None if number == PASS => "PA".to_owned(),
                None => "--".to_owned(),
            };
            let line = format!("{},{},{name},{score}\n", record.board, record.level);
            text.push_str(&line);
        }
        text
    }
}

fn read_line(line: &str) -> Result<EdaxRecord, ForeignProblem> {
    let mut fields = line.trim().split(',').map(str::trim);
    let mut next = || fields.next().ok_or(ForeignProblem::Line);
    let (board, level, name, score) = (next()?, next()?, next()?, next()?);
    if fields.next().is_some() {
        return Err(ForeignProblem::Line);
    }
    let (board, colour) = Board::parse(board).map_err(|_| ForeignProblem::Line)?;
    // The board shows the discs of the side to move as X, whatever side is named.
    let board = match colour {
        Colour::Black => board,
        Colour::White => board.passed(),
    };
    let (board, symmetry) = canonical(board);
    let level: i16 = level.parse().map_err(|_| ForeignProblem::Line)?;
    let known = u8::try_from(level).ok().filter(|level| *level <= MAX_LEVEL);
    let leaf = match name.to_ascii_lowercase().as_str() {
        "--" => NO_MOVE,
        "pa" => PASS,
        name => {
            let square: Square = name.parse().map_err(|_| ForeignProblem::Line)?;
            symmetry.square(square).number()
        }
    };
    Ok(EdaxRecord {
        board,
        lines: [0; 4],
        value: 0,
        lower: -64,
        upper: 64,
        level: known.ok_or(ForeignProblem::Level(level))?,
        links: Vec::new(),
        leaf: (score.parse().map_err(|_| ForeignProblem::Line)?, leaf),
    })
}
