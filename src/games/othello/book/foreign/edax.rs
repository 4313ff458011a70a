//! Edax's binary book (.dat), version 4.

use std::collections::HashMap;

use super::super::effort::{Effort, MAX_LEVEL};
use super::super::position::{Position, PositionError, check};
use super::super::record::{Opinion, Record};
use super::problem::{ForeignError, ForeignProblem};
use crate::games::othello::rules::board::Board;
use crate::games::othello::rules::square::Square;
use crate::games::othello::rules::symmetry::canonical;

const MAGIC: [u8; 8] = *b"XADEKOOB";
const VERSION: u8 = 4;
const HEADER_SIZE: usize = 42;
/// The size of a record without its moves, in bytes.
const RECORD_SIZE: usize = 40;

/// The number of a pass in a book of Edax.
pub(super) const PASS: u8 = 64;
/// The number of no move in a book of Edax.
pub(super) const NO_MOVE: u8 = 65;
/// The score of no move. Egaroucid writes one more.
pub(super) const NO_SCORE: i8 = -127;

/// The header of a book of Edax.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct EdaxHeader {
    /// The release number of Edax; not checked.
    pub release: u8,
    /// Year (two bytes), month, day, hour, minute, second and a zero: when the book was saved.
    pub date: [u8; 8],
    /// The level that new positions get, 0 to 60.
    pub level: i32,
    /// New positions have at least this number of empty squares, less 1.
    pub n_empties: i32,
    /// Half-width of the bounds of a midgame search, in discs.
    pub midgame_error: i32,
    /// Half-width of the bounds of a selective solution, in discs.
    pub endcut_error: i32,
    /// A number without meaning for the data.
    pub verbosity: i32,
}

/// A position of a book of Edax.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EdaxRecord {
    /// The canonical board.
    pub board: Board,
    /// Won, drawn and lost lines for the side to move, and all lines.
    pub lines: [u32; 4],
    /// The value in discs, for the side to move.
    pub value: i16,
    /// The lower bound in discs; need not contain the value.
    pub lower: i16,
    /// The upper bound in discs.
    pub upper: i16,
    /// The level of the search of the leaf, 0 to 60.
    pub level: u8,
    /// The moves to positions of the book: score in discs and square, or 64 for a pass.
    pub links: Vec<(i8, u8)>,
    /// The best other move; 65 for none.
    pub leaf: (i8, u8),
}

/// A book of Edax.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EdaxBook {
    /// The header.
    pub header: EdaxHeader,
    /// The positions in any order.
    pub records: Vec<EdaxRecord>,
}

impl Default for EdaxHeader {
    fn default() -> Self {
        Self {
            release: 5,
            date: [0; 8],
            level: 21,
            n_empties: 24,
            midgame_error: 2,
            endcut_error: 1,
            verbosity: 0,
        }
    }
}

impl EdaxBook {
    /// Reads a book. Every record is checked by itself; [`Self::records`] checks that no link leads nowhere.
    ///
    /// # Errors
    /// If the file is no book of Edax, is cut, or has an impossible record.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, ForeignError> {
        if !bytes.starts_with(&MAGIC) {
            return Err(ForeignError::Foreign("Edax"));
        }
        let Some((head, mut rest)) = bytes.split_at_checked(HEADER_SIZE) else {
            return Err(ForeignError::Header);
        };
        if head[8] != VERSION {
            return Err(ForeignError::Version {
                found: head[8],
                read: VERSION,
            });
        }
        let mut date = [0; 8];
        date.copy_from_slice(&head[10..18]);
        let number = |at| i32::from_le_bytes(part(head, at));
        let header = EdaxHeader {
            release: head[9],
            date,
            level: number(18),
            n_empties: number(22),
            midgame_error: number(26),
            endcut_error: number(30),
            verbosity: number(34),
        };
        header.check()?;
        let mut book = Self {
            header,
            records: Vec::new(),
        };
        while !rest.is_empty() {
            let number = book.records.len() + 1;
            let (record, behind) = read_record(rest).ok_or(ForeignError::Cut(number))?;
            record
                .check()
                .map_err(|why| ForeignError::Record(number, why))?;
            book.records.push(record);
            rest = behind;
        }
        let (announced, found) = (number(38), book.records.len());
        if usize::try_from(announced) != Ok(found) {
            return Err(ForeignError::Count { announced, found });
        }
        Ok(book)
    }

    /// The file.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let header = &self.header;
        let mut bytes = MAGIC.to_vec();
        bytes.extend([VERSION, header.release]);
        bytes.extend(header.date);
        let count = i32::try_from(self.records.len()).unwrap_or(i32::MAX);
        for number in [
            header.level,
            header.n_empties,
            header.midgame_error,
            header.endcut_error,
            header.verbosity,
            count,
        ] {
            bytes.extend(number.to_le_bytes());
        }
        for record in &self.records {
            bytes.extend(record.board.own.to_le_bytes());
            bytes.extend(record.board.other.to_le_bytes());
            bytes.extend(record.lines.into_iter().flat_map(u32::to_le_bytes));
            for value in [record.value, record.lower, record.upper] {
                bytes.extend(value.to_le_bytes());
            }
            let count = u8::try_from(record.links.len()).unwrap_or(u8::MAX);
            bytes.extend([count, record.level]);
            for (score, square) in record.links.iter().chain([&record.leaf]) {
                bytes.extend([score.to_le_bytes()[0], *square]);
            }
        }
        bytes
    }

    /// The records of our format, with number `source` in the table of sources. Their values are not computed yet.
    ///
    /// Positions in which the side to move has to pass are left out: ours follow from those after the pass.
    ///
    /// # Errors
    /// If two records are for one position, or a link leads to a position that is missing.
    pub fn records(&self, source: u8, day: u16) -> Result<Vec<Record>, ForeignError> {
        let mut numbers = HashMap::with_capacity(self.records.len());
        for (record, number) in self.records.iter().zip(1..) {
            if numbers.insert(record.board, number).is_some() {
                return Err(ForeignError::Record(number, ForeignProblem::Twice));
            }
        }
        let mut found = Vec::with_capacity(self.records.len());
        for (record, number) in self.records.iter().zip(1..) {
            for (_, square) in &record.links {
                if !numbers.contains_key(&record.after(*square)) {
                    let why = ForeignProblem::Missing(*square);
                    return Err(ForeignError::Record(number, why));
                }
            }
            let converted = record.converted(|board| numbers.contains_key(&board));
            found.extend(converted.map(|record| Record {
                source,
                day,
                ..record
            }));
        }
        Ok(found)
    }
}

impl EdaxHeader {
    fn check(&self) -> Result<(), ForeignError> {
        for (name, number, max) in [
            ("level", self.level, i32::from(MAX_LEVEL)),
            ("number of empty squares", self.n_empties, 64),
            ("midgame error", self.midgame_error, 64),
            ("endgame error", self.endcut_error, 64),
        ] {
            if !(0..=max).contains(&number) {
                return Err(ForeignError::Setting(name, number));
            }
        }
        Ok(())
    }
}

impl EdaxRecord {
    /// Whether the side to move has to pass.
    pub(super) fn must_pass(&self) -> bool {
        self.board.legal() == 0 && self.board.passed().legal() != 0
    }

    /// The canonical board after a move or a pass.
    fn after(&self, square: u8) -> Board {
        let after = match Square::new(square) {
            Some(square) => self.board.after(square, self.board.flips(square)),
            None => self.board.passed(),
        };
        canonical(after).0
    }

    /// Checks everything that does not depend on other records.
    pub(super) fn check(&self) -> Result<(), ForeignProblem> {
        check(self.board)?;
        if canonical(self.board).0 != self.board {
            return Err(PositionError::NotCanonical.into());
        }
        if self.level > MAX_LEVEL {
            return Err(ForeignProblem::Level(self.level.into()));
        }
        if !(-64..=64).contains(&self.value) {
            return Err(ForeignProblem::Value(self.value));
        }
        let legal = self.board.legal();
        let must_pass = self.must_pass();
        let is_legal = |number: u8| match Square::new(number) {
            Some(square) => legal & square.bit() != 0,
            None => number == PASS && must_pass,
        };
        let mut seen = 0_u128;
        for (score, number) in &self.links {
            if !is_legal(*number) {
                return Err(ForeignProblem::Move(*number));
            }
            if !(-64..=64).contains(score) {
                return Err(ForeignProblem::Value(i16::from(*score)));
            }
            if seen & 1 << number != 0 {
                return Err(ForeignProblem::MoveTwice(*number));
            }
            seen |= 1 << number;
        }
        let (score, number) = self.leaf;
        if number != NO_MOVE {
            if !is_legal(number) {
                return Err(ForeignProblem::Move(number));
            }
            if seen & 1 << number != 0 {
                return Err(ForeignProblem::MoveTwice(number));
            }
        }
        let is_none = number == NO_MOVE && (NO_SCORE..=NO_SCORE + 1).contains(&score);
        if !(-64..=64).contains(&score) && !is_none {
            return Err(ForeignProblem::Value(i16::from(score)));
        }
        Ok(())
    }

    /// The record of our format, if there is one. `is_known` tells whether the book has a canonical board.
    fn converted(&self, is_known: impl Fn(Board) -> bool) -> Option<Record> {
        let (score, number) = self.leaf;
        let effort = Effort::Edax(self.level);
        let placed = Position::of(self.board);
        if placed.passed {
            // A pass that no record follows has a value of its own.
            let is_leaf = number == PASS && !is_known(placed.position.board());
            return is_leaf.then(|| Record {
                searched: Opinion {
                    value: Some(-score),
                    best: None,
                    effort,
                },
                ..Record::new(placed.position)
            });
        }
        let best = Square::new(number);
        let leaf = Opinion {
            value: best.map(|_| score),
            best,
            effort,
        };
        Some(Record {
            leaf,
            complete: best.is_none(),
            ..Record::new(placed.position)
        })
    }
}

/// The first record of `bytes`, and what follows it; `None` if the bytes end within it.
fn read_record(bytes: &[u8]) -> Option<(EdaxRecord, &[u8])> {
    let (head, rest) = bytes.split_at_checked(RECORD_SIZE)?;
    let (moves, rest) = rest.split_at_checked(2 * (usize::from(head[38]) + 1))?;
    let mut moves: Vec<_> = moves
        .chunks_exact(2)
        .map(|pair| (i8::from_le_bytes([pair[0]]), pair[1]))
        .collect();
    let leaf = moves.pop()?;
    let record = EdaxRecord {
        board: Board {
            own: u64::from_le_bytes(part(head, 0)),
            other: u64::from_le_bytes(part(head, 8)),
        },
        lines: [16, 20, 24, 28].map(|at| u32::from_le_bytes(part(head, at))),
        value: i16::from_le_bytes(part(head, 32)),
        lower: i16::from_le_bytes(part(head, 34)),
        upper: i16::from_le_bytes(part(head, 36)),
        level: head[39],
        links: moves,
        leaf,
    };
    Some((record, rest))
}

/// `N` bytes from `at` on.
pub(super) fn part<const N: usize>(bytes: &[u8], at: usize) -> [u8; N] {
    let mut part = [0; N];
    part.copy_from_slice(&bytes[at..at + N]);
    part
}
