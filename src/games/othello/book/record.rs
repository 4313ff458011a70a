//! A record of a book: a position, what searches said about it, and its value by negamax.

use thiserror::Error;

use super::effort::Effort;
use super::position::{Child, Position, PositionError};
use crate::games::othello::rules::board::Board;
use crate::games::othello::rules::square::Square;

/// What a search said.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Opinion {
    /// The value in discs for the side to move, -64 to 64.
    pub value: Option<i8>,
    /// The best move, in the frame of the canonical board.
    pub best: Option<Square>,
    /// How it was searched.
    pub effort: Effort,
}

/// Values by negamax, for the side to move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Values {
    /// The value in discs, -64 to 64; `None` if nothing is known.
    pub value: Option<i8>,
    /// The proven minimum, in discs.
    pub lower: i8,
    /// The proven maximum, in discs.
    pub upper: i8,
}

/// All that a book knows about a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Record {
    /// The position.
    pub position: Position,
    /// The values by negamax over the book. Only a sweep, or a change that is carried up, renews them.
    pub values: Values,
    /// The value of the position by a search of its own.
    pub searched: Opinion,
    /// The best move that does not lead to another position of the book.
    pub leaf: Opinion,
    /// Whether a search or another program's book said that no legal move leads out of the book.
    pub complete: bool,
    /// The program that the opinions come from: an index into the table of sources.
    pub source: u8,
    /// The binary logarithm of the nodes of the search, 0 if unknown.
    pub effort_log2: u8,
    /// The number of days from 2020-01-01 to the last change.
    pub day: u16,
}

/// Why 32 bytes are no record. The message is one line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum RecordError {
    /// The board is none of a book.
    #[error(transparent)]
    Position(#[from] PositionError),
    /// A value is not between -64 and 64.
    #[error("a value of {0} discs")]
    Value(i8),
    /// The bounds exclude each other, or the value.
    #[error("a value outside of its bounds {0} to {1}")]
    Bounds(i8, i8),
    /// A move is not legal, or no square.
    #[error("the move {0} is not legal")]
    Move(u8),
    /// The depth or the level is unknown.
    #[error("an unknown depth or level ({0}, {1})")]
    Effort(u8, u8),
    /// A flag has no meaning.
    #[error("an unknown flag {0:#x}")]
    Flags(u8),
    /// The table of sources has no such entry.
    #[error("no source has the number {0}")]
    Source(u8),
}

/// The size of a record in a file, in bytes.
pub const RECORD_SIZE: usize = 32;

/// The byte of a value that is not known.
const NO_VALUE: i8 = i8::MIN;
/// The byte of a move that is not known.
const NO_MOVE: u8 = 65;
/// The flag of [`Record::complete`].
const COMPLETE: u8 = 1;

impl Values {
    /// Nothing is known.
    pub const UNKNOWN: Self = Self {
        value: None,
        lower: -64,
        upper: 64,
    };

    /// The proven minimum and maximum for the player of the move `child` that leads to the position with these values.
    #[must_use]
    pub const fn bounds_before(self, child: &Child) -> [i8; 2] {
        if child.passed {
            [self.lower, self.upper]
        } else {
            [-self.upper, -self.lower]
        }
    }
}

impl Record {
    /// A record without any opinion.
    #[must_use]
    pub fn new(position: Position) -> Self {
        Self {
            position,
            values: Values::UNKNOWN,
            searched: Opinion::default(),
            leaf: Opinion::default(),
            complete: false,
            source: 0,
            effort_log2: 0,
            day: 0,
        }
    }

    /// The record in a file; all numbers are little-endian.
    #[must_use]
    pub fn to_bytes(&self) -> [u8; RECORD_SIZE] {
        let mut bytes = [0; RECORD_SIZE];
        let Board { own, other } = self.position.board();
        bytes[..8].copy_from_slice(&own.to_le_bytes());
        bytes[8..16].copy_from_slice(&other.to_le_bytes());
        let byte = |value: i8| value.to_le_bytes()[0];
        bytes[16] = byte(self.values.value.unwrap_or(NO_VALUE));
        bytes[17] = byte(self.values.lower);
        bytes[18] = byte(self.values.upper);
        bytes[19..23].copy_from_slice(&self.searched.to_bytes());
        bytes[23..27].copy_from_slice(&self.leaf.to_bytes());
        bytes[27] = if self.complete { COMPLETE } else { 0 };
        bytes[28] = self.source;
        bytes[29] = self.effort_log2;
        bytes[30..].copy_from_slice(&self.day.to_le_bytes());
        bytes
    }

    /// Reads a record and checks all of it. `sources` is the length of the table of sources.
    ///
    /// # Errors
    /// If the bytes are no record that [`Self::to_bytes`] writes.
    pub fn from_bytes(bytes: &[u8; RECORD_SIZE], sources: usize) -> Result<Self, RecordError> {
        let word = |at: usize| {
            let mut word = [0; 8];
            word.copy_from_slice(&bytes[at..at + 8]);
            u64::from_le_bytes(word)
        };
        let position = Position::stored(Board {
            own: word(0),
            other: word(8),
        })?;
        let [lower, upper] = [17, 18].map(|at| i8::from_le_bytes([bytes[at]]));
        let value = read_value(bytes[16])?;
        let outside = |value: i8| value < lower || value > upper;
        if lower < -64 || upper > 64 || lower > upper || value.is_some_and(outside) {
            return Err(RecordError::Bounds(lower, upper));
        }
        let opinion = |at: usize| Opinion::from_bytes(&bytes[at..at + 4], position);
        if bytes[27] & !COMPLETE != 0 {
            return Err(RecordError::Flags(bytes[27]));
        }
        if usize::from(bytes[28]) >= sources {
            return Err(RecordError::Source(bytes[28]));
        }
        Ok(Self {
            position,
            values: Values {
                value,
                lower,
                upper,
            },
            searched: opinion(19)?,
            leaf: opinion(23)?,
            complete: bytes[27] & COMPLETE != 0,
            source: bytes[28],
            effort_log2: bytes[29],
            day: u16::from_le_bytes([bytes[30], bytes[31]]),
        })
    }
}

impl Opinion {
    fn to_bytes(self) -> [u8; 4] {
        let value = self.value.unwrap_or(NO_VALUE).to_le_bytes()[0];
        let best = self.best.map_or(NO_MOVE, Square::number);
        let [amount, scale] = self.effort.to_bytes();
        [value, best, amount, scale]
    }

    fn from_bytes(bytes: &[u8], position: Position) -> Result<Self, RecordError> {
        let value = read_value(bytes[0])?;
        let best = match bytes[1] {
            NO_MOVE => None,
            number => {
                let square = Square::new(number);
                let legal = position.board().legal();
                let square = square.filter(|square| legal & square.bit() != 0);
                Some(square.ok_or(RecordError::Move(number))?)
            }
        };
        let effort = Effort::from_bytes([bytes[2], bytes[3]]);
        Ok(Self {
            value,
            best,
            effort: effort.ok_or(RecordError::Effort(bytes[2], bytes[3]))?,
        })
    }

    /// Whether this opinion of a position with `empties` empty squares is worth more than `other`.
    #[must_use]
    pub fn is_better_than(&self, other: &Self, empties: u8) -> bool {
        let worth = |opinion: &Self| (opinion.value.is_some(), opinion.effort.rank(empties));
        worth(self) > worth(other)
    }
}

fn read_value(byte: u8) -> Result<Option<i8>, RecordError> {
    match i8::from_le_bytes([byte]) {
        NO_VALUE => Ok(None),
        value @ -64..=64 => Ok(Some(value)),
        value => Err(RecordError::Value(value)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::othello::samples::{self, Rng};
    use crate::search::Selectivity;

    /// A record with every field in use.
    fn full() -> Record {
        let position = Position::start();
        let best = position.children().next().map(|child| child.square);
        Record {
            values: Values {
                value: Some(-3),
                lower: -5,
                upper: 64,
            },
            searched: Opinion {
                value: Some(-2),
                best,
                effort: Effort::Edax(21),
            },
            leaf: Opinion {
                value: Some(-4),
                best,
                effort: Effort::Search {
                    depth: 24,
                    selectivity: Selectivity::MIN,
                },
            },
            complete: true,
            source: 2,
            effort_log2: 33,
            day: 2_500,
            ..Record::new(position)
        }
    }

    #[test]
    fn records_are_written_and_read() {
        for record in [full(), Record::new(Position::start())] {
            assert_eq!(Record::from_bytes(&record.to_bytes(), 3), Ok(record));
        }
        let too_few = Record::from_bytes(&full().to_bytes(), 2);
        assert_eq!(too_few, Err(RecordError::Source(2)));
    }

    /// Whatever is read is written as the same bytes, and nothing panics.
    #[test]
    fn turned_bits_are_refused_or_are_another_record() {
        let bytes = full().to_bytes();
        let mut refused = 0;
        for bit in 0..8 * RECORD_SIZE {
            let mut turned = bytes;
            turned[bit / 8] ^= 1 << (bit % 8);
            match Record::from_bytes(&turned, 3) {
                Ok(record) => assert_eq!(record.to_bytes(), turned, "bit {bit}"),
                Err(_) => refused += 1,
            }
        }
        assert!(refused > 128, "every turned bit of the board is refused");
        let mut rng = Rng::new(3);
        for board in samples::boards(2_000) {
            let mut noise = [0; RECORD_SIZE];
            noise[..8].copy_from_slice(&board.own.to_le_bytes());
            noise[8..16].copy_from_slice(&board.other.to_le_bytes());
            noise[16..24].copy_from_slice(&rng.next().to_le_bytes());
            noise[24..].copy_from_slice(&rng.next().to_le_bytes());
            if let Ok(record) = Record::from_bytes(&noise, 256) {
                assert_eq!(record.to_bytes(), noise);
            }
        }
    }
}
