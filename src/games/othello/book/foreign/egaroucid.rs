//! Egaroucid's binary book (.egbk3).

use std::collections::HashMap;

use super::super::effort::{Effort, MAX_LEVEL};
use super::super::position::{Position, check};
use super::super::record::{Opinion, Record};
use super::super::values::MemoryGraph;
use super::edax::part;
use super::problem::{ForeignError, ForeignProblem};
use crate::games::othello::rules::board::Board;
use crate::games::othello::rules::square::Square;

const MAGIC: [u8; 9] = *b"DICUORAGE";
const VERSION: u8 = 3;
const HEADER_SIZE: usize = 14;
const RECORD_SIZE: usize = 25;
/// The level of a value that a person typed in.
const PERSON: i8 = 70;
/// The level of an unknown value.
const NO_LEVEL: i8 = -1;
/// The value of an unknown leaf.
const NO_VALUE: i8 = -126;
/// The move of a leaf if all moves are in the book.
const COMPLETE: u8 = 65;
/// The move of an unknown leaf.
const NO_MOVE: u8 = 125;
/// At this number, lines are no longer counted.
const MAX_LINES: u32 = 4_000_000_000;

/// A position of a book of Egaroucid.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct EgaroucidRecord {
    /// The board; a book of Egaroucid has the canonical one.
    pub board: Board,
    /// The value in discs, for the side to move, -64 to 64.
    pub value: i8,
    /// The level of the value, 0 to 60; -1 if unknown, 70 if a person typed it in.
    pub level: i8,
    /// The number of lines.
    pub lines: u32,
    /// The value of the best move out of the book, in discs; -126 if unknown.
    pub leaf_value: i8,
    /// That move; 65 if all moves are in the book, 125 if unknown.
    pub leaf_move: u8,
    /// The level of its value, as for `level`.
    pub leaf_level: i8,
}

/// A book of Egaroucid.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EgaroucidBook {
    /// The positions in any order.
    pub records: Vec<EgaroucidRecord>,
}

impl EgaroucidBook {
    /// Reads a book and checks every record.
    ///
    /// # Errors
    /// If the file is no book of Egaroucid, is cut, or has an impossible record.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, ForeignError> {
        if !bytes.starts_with(&MAGIC) {
            return Err(ForeignError::Foreign("Egaroucid"));
        }
        let Some((head, rest)) = bytes.split_at_checked(HEADER_SIZE) else {
            return Err(ForeignError::Header);
        };
        if head[9] != VERSION {
            return Err(ForeignError::Version {
                found: head[9],
                read: VERSION,
            });
        }
        let (records, cut) = rest.as_chunks::<RECORD_SIZE>();
        let (announced, found) = (i32::from_le_bytes(part(head, 10)), records.len());
        if !cut.is_empty() {
            return Err(ForeignError::Cut(found + 1));
        }
        if usize::try_from(announced) != Ok(found) {
            return Err(ForeignError::Count { announced, found });
        }
        let mut book = Self {
            records: Vec::with_capacity(found),
        };
        for (bytes, number) in records.iter().zip(1..) {
            let record = EgaroucidRecord::from_bytes(bytes);
            let checked = record.check();
            checked.map_err(|why| ForeignError::Record(number, why))?;
            book.records.push(record);
        }
        Ok(book)
    }

    /// The file.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        bytes.push(VERSION);
        let count = i32::try_from(self.records.len()).unwrap_or(i32::MAX);
        bytes.extend(count.to_le_bytes());
        for record in &self.records {
            bytes.extend(record.to_bytes());
        }
        bytes
    }

    /// The records of our format, with number `source` in the table of sources. Their values by negamax are not computed
    /// yet.
    ///
    /// Of several records for one position that of the highest level counts, and of equal ones the last.
    #[must_use]
    pub fn records(&self, source: u8, day: u16) -> Vec<Record> {
        let mut places: HashMap<Position, usize> = HashMap::with_capacity(self.records.len());
        let mut found: Vec<Record> = Vec::with_capacity(self.records.len());
        for record in &self.records {
            let new = Record {
                source,
                day,
                ..record.converted()
            };
            match places.get(&new.position) {
                None => {
                    places.insert(new.position, found.len());
                    found.push(new);
                }
                Some(at) => {
                    let (old, empties) = (&mut found[*at], new.position.empties());
                    if !old.searched.is_better_than(&new.searched, empties) {
                        old.searched = new.searched;
                    }
                    if !old.leaf.is_better_than(&new.leaf, empties) {
                        (old.leaf, old.complete) = (new.leaf, new.complete);
                    }
                }
            }
        }
        found
    }
}

impl EgaroucidRecord {
    fn from_bytes(bytes: &[u8; RECORD_SIZE]) -> Self {
        let signed = |at: usize| i8::from_le_bytes([bytes[at]]);
        Self {
            board: Board {
                own: u64::from_le_bytes(part(bytes, 0)),
                other: u64::from_le_bytes(part(bytes, 8)),
            },
            value: signed(16),
            level: signed(17),
            lines: u32::from_le_bytes(part(bytes, 18)),
            leaf_value: signed(22),
            leaf_move: bytes[23],
            leaf_level: signed(24),
        }
    }

    fn to_bytes(self) -> [u8; RECORD_SIZE] {
        let mut bytes = [0; RECORD_SIZE];
        let byte = |value: i8| value.to_le_bytes()[0];
        bytes[..8].copy_from_slice(&self.board.own.to_le_bytes());
        bytes[8..16].copy_from_slice(&self.board.other.to_le_bytes());
        bytes[16] = byte(self.value);
        bytes[17] = byte(self.level);
        bytes[18..22].copy_from_slice(&self.lines.to_le_bytes());
        bytes[22] = byte(self.leaf_value);
        bytes[23] = self.leaf_move;
        bytes[24] = byte(self.leaf_level);
        bytes
    }

    fn check(&self) -> Result<(), ForeignProblem> {
        check(self.board)?;
        for value in [self.value, self.leaf_value] {
            let is_unknown = value == NO_VALUE;
            if !(-64..=64).contains(&value) && !is_unknown {
                return Err(ForeignProblem::Value(value.into()));
            }
        }
        if self.value == NO_VALUE {
            return Err(ForeignProblem::Value(self.value.into()));
        }
        for level in [self.level, self.leaf_level] {
            if effort(level).is_none() {
                return Err(ForeignProblem::Level(level.into()));
            }
        }
        let is_legal = match Square::new(self.leaf_move) {
            Some(square) => self.board.legal() & square.bit() != 0,
            None => matches!(self.leaf_move, COMPLETE | NO_MOVE),
        };
        is_legal
            .then_some(())
            .ok_or(ForeignProblem::Move(self.leaf_move))
    }

    fn converted(&self) -> Record {
        let placed = Position::of(self.board);
        let sign = |value: i8| if placed.passed { -value } else { value };
        let best = Square::new(self.leaf_move).filter(|_| !placed.passed);
        Record {
            searched: Opinion {
                value: Some(sign(self.value)),
                best: None,
                effort: effort(self.level).unwrap_or_default(),
            },
            leaf: Opinion {
                value: best
                    .map(|_| self.leaf_value)
                    .filter(|value| *value != NO_VALUE),
                best: best.map(|square| placed.symmetry.square(square)),
                effort: effort(self.leaf_level).unwrap_or_default(),
            },
            complete: self.leaf_move == COMPLETE,
            ..Record::new(placed.position)
        }
    }
}

/// The effort of a level in a file, if there is such a level.
fn effort(level: i8) -> Option<Effort> {
    match level {
        NO_LEVEL => Some(Effort::Unknown),
        PERSON => Some(Effort::Person),
        _ => u8::try_from(level)
            .ok()
            .filter(|level| *level <= MAX_LEVEL)
            .map(Effort::Egaroucid),
    }
}

fn level(effort: Effort, empties: u8) -> i8 {
    match effort {
        Effort::Unknown => NO_LEVEL,
        Effort::Person => PERSON,
        _ => i8::try_from(effort.egaroucid_level(empties)).unwrap_or(NO_LEVEL),
    }
}

/// The book in `graph`, whose values are computed.
///
/// What Egaroucid or a person said about a position stays as it is; other values are those by negamax. Positions without
/// any value are left out.
#[must_use]
pub fn to_egaroucid(graph: &MemoryGraph) -> EgaroucidBook {
    let mut lines: HashMap<Position, u32> = HashMap::with_capacity(graph.len());
    let mut records = Vec::with_capacity(graph.len());
    for position in graph.by_empties() {
        let Some(record) = graph.get(position) else {
            continue;
        };
        let Some((value, value_level)) = value(record) else {
            continue;
        };
        let behind = position.children().map(|child| {
            let other = child.result.map(|_| child.position.other_side());
            let found = lines.get(&child.position);
            found.or_else(|| lines.get(&other?)).copied().unwrap_or(0)
        });
        let count = behind.fold(1, |sum: u32, count| sum.saturating_add(count));
        let count = count.min(MAX_LINES);
        lines.insert(position, count);
        let leaf = record.leaf;
        let leaf_move = match leaf.best {
            Some(square) => square.number(),
            None if record.complete && record.searched.value.is_some() => COMPLETE,
            None => NO_MOVE,
        };
        records.push(EgaroucidRecord {
            board: position.board(),
            value,
            level: value_level,
            lines: count,
            leaf_value: leaf.value.unwrap_or(NO_VALUE),
            leaf_move,
            leaf_level: level(leaf.effort, position.empties()),
        });
    }
    EgaroucidBook { records }
}

/// The value of a record, with its level.
fn value(record: &Record) -> Option<(i8, i8)> {
    let (searched, empties) = (record.searched, record.position.empties());
    if let Effort::Egaroucid(_) | Effort::Person | Effort::Unknown = searched.effort
        && let Some(value) = searched.value
    {
        return Some((value, level(searched.effort, empties)));
    }
    let efforts = [searched.effort, record.leaf.effort];
    let best = efforts
        .into_iter()
        .max_by_key(|effort| effort.rank(empties));
    let value = record.values.value?;
    Some((value, level(best.unwrap_or_default(), empties)))
}
