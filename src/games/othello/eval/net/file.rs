//! The file format of the net, its reader and its writer.
//!
//! | bytes | what, little-endian |
//! |---|---|
//! | 8 | `KAESHIN7` |
//! | 4 | the shape: numbers in a row, those of them that count in quadrants, units for the whole board, units for a quadrant |
//! | 1 | number of stages |
//! | 3 | zero |
//! | 8 | checksum of all that follows |
//! | stages | the smallest number of empties of each stage, ascending, the first 0 |
//! | rest | the rows of the pattern states, of the counts and of the moves, then the heads |
//!
//! Rows are as in [`super::packed_rows`], mirror images once. A head is the numbers of [`Head`] in the order of its
//! fields, without the padding. The weights of hidden units are 16 bits wide, the others 32.

use std::cmp::Ordering;

use bytemuck::Zeroable;
use thiserror::Error;

use super::head::{Head, MAX_HIDDEN, OUTPUT_SHIFT, Output, Pairs};
use super::layout::{BOARD_HIDDEN, EMBEDDING_DIM, QUADRANT_DIM, QUADRANT_HIDDEN, QUADRANTS};
use super::move_inputs::{CANONICAL_NET_ENTRIES, MoveMap, NET_INPUTS, spread_moves};
use super::network::Net;
use super::packed_rows::{RowReader, write_rows};
use super::row_memory::RowMemory;
use super::rows::{Embedding, Rows};
use crate::games::othello::eval::features::{SymmetryMap, spread};
use crate::games::othello::eval::model_file::{
    ModelFileError, NO_HEADER, checksum, stage_of_each, take, take_stages, too_many_numbers, verify,
};

const MAGIC: [u8; 8] = *b"KAESHIN7";
const FIXED: usize = 24;
/// Rows in the file.
pub(super) const ROWS: usize = CANONICAL_NET_ENTRIES;
/// The largest absolute sum of rows.
#[expect(clippy::cast_possible_wrap, reason = "a small number")]
const MAX_SUM: i64 = 128 * NET_INPUTS as i64;
/// The largest absolute value in 32 bits.
const LIMIT: i64 = i32::MAX as i64;

/// Why a file of a net was refused.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum NetError {
    /// The bytes are not a file of a net.
    #[error("this is no file of Kaeshi's Othello net: it does not begin with KAESHIN7")]
    Foreign,
    /// This program cannot compute a net of this shape; holds its shape and the program's.
    #[error("the net has another shape than this program's: {0:?} instead of {1:?}")]
    Shape([u8; 4], [u8; 4]),
    /// The file is cut off; holds what is missing.
    #[error("the file of the net is cut off: {0}")]
    CutOff(&'static str),
    /// The contents are inconsistent; holds how.
    #[error("the file of the net is damaged: {0}")]
    Damaged(String),
}

/// The shape of this program's net, as in the file.
#[expect(clippy::cast_possible_truncation, reason = "small numbers")]
const SHAPE: [u8; 4] = [
    EMBEDDING_DIM as u8,
    QUADRANT_DIM as u8,
    BOARD_HIDDEN as u8,
    QUADRANT_HIDDEN as u8,
];

/// Writes a net: its rows, mirror images once, and the heads of stages that begin at `fewest` empties.
///
/// # Panics
/// When `fewest` and `heads` differ in length, or `rows` has not exactly one row for each input.
#[must_use]
pub fn write(fewest: &[u8], rows: &[Embedding], heads: &[Head]) -> Vec<u8> {
    assert_eq!(fewest.len(), heads.len(), "a head for every stage");
    assert_eq!(rows.len(), ROWS, "a row for every input");
    let mut contents = write_rows(rows);
    for head in heads {
        write_head(head, &mut contents);
    }
    let check = checksum(fewest, &contents).to_le_bytes();
    let stages = u8::try_from(fewest.len()).unwrap_or(u8::MAX);
    let fixed = [&MAGIC[..], &SHAPE, &[stages, 0, 0, 0], &check].concat();
    [&fixed[..], fewest, &contents].concat()
}

fn write_head(head: &Head, bytes: &mut Vec<u8>) {
    let pairs = head
        .board
        .as_flattened()
        .iter()
        .chain(head.quadrant.as_flattened());
    bytes.extend(pairs.flatten().flat_map(|number| number.to_le_bytes()));
    let mut put = |numbers: &[i32]| bytes.extend(numbers.iter().flat_map(|n| n.to_le_bytes()));
    put(&head.wide_bias);
    put(&head.local_bias);
    for output in [&head.score, &head.error] {
        put(&output.wide);
        put(&output.local);
        put(&output.direct);
        put(&[output.bias]);
    }
}

impl Net {
    /// Smallest number of empties of each stage, 0 to 60, ascending; the first is 0.
    #[must_use]
    pub fn stages(&self) -> Vec<u8> {
        let first = |stage: usize| {
            self.head
                .iter()
                .position(|&head| usize::from(head) == stage)
        };
        let stages = (0..self.heads.len()).filter_map(first);
        stages.filter_map(|fewest| fewest.try_into().ok()).collect()
    }

    /// Adds `score`, in score units, to all scores of `stage`.
    ///
    /// # Errors
    /// When there is no such stage, or a number could then overflow; the net is unchanged.
    pub fn raise(&mut self, stage: usize, score: i16) -> Result<(), NetError> {
        let refused = || NetError::Damaged(format!("stage {stage} cannot be raised by {score}"));
        let head = self.heads.get_mut(stage).ok_or_else(refused)?;
        let mut raised = *head;
        raised.score.bias = i32::from(score)
            .checked_mul(1 << OUTPUT_SHIFT)
            .and_then(|more| raised.score.bias.checked_add(more))
            .ok_or_else(refused)?;
        if !cannot_overflow(&raised) {
            return Err(refused());
        }
        *head = raised;
        Ok(())
    }

    /// Gives the stage that begins at `fewest` empties the head `head`; if none begins there, that is a new one.
    ///
    /// # Errors
    /// When `fewest` is more than 60, or a number could overflow with that head; the net is unchanged.
    pub fn set_head(&mut self, fewest: u8, head: Head) -> Result<(), NetError> {
        if fewest > 60 || !cannot_overflow(&head) {
            return Err(NetError::Damaged(format!(
                "the stage from {fewest} empty squares on cannot have that head"
            )));
        }
        let (mut stages, mut heads) = (self.stages(), self.heads.to_vec());
        match stages.binary_search(&fewest) {
            Ok(stage) => heads[stage] = head,
            Err(stage) => {
                stages.insert(stage, fewest);
                heads.insert(stage, head);
            }
        }
        self.heads = heads.into();
        self.head = stage_of_each(&stages);
        Ok(())
    }

    /// Writes the net, as [`write()`] does.
    #[must_use]
    pub fn write(&self) -> Vec<u8> {
        write(&self.stages(), &self.canonical_rows(), &self.heads)
    }

    /// The rows as [`write()`] takes them, mirror images once: one for each canonical state, one for each
    /// count, one for each canonical set of moves of the side to move and of the other side, then one for each state of
    /// the corners and of the lines.
    #[must_use]
    pub fn canonical_rows(&self) -> Vec<Embedding> {
        let sharing = SymmetryMap::new();
        let mut rows = Vec::with_capacity(ROWS);
        let [states, counts, moves] = self.rows.parts();
        rows.extend(first_images(states, sharing.shared()));
        rows.extend_from_slice(counts);
        rows.extend(first_images(moves, MoveMap::new().numbers()));
        rows
    }

    /// The head of each stage.
    #[must_use]
    pub const fn heads(&self) -> &[Head] {
        &self.heads
    }

    /// Reads a net.
    ///
    /// # Errors
    /// When the bytes are not a file of a net, or are cut off, damaged or of another shape.
    pub fn read(bytes: &[u8]) -> Result<Self, NetError> {
        let (fewest, check, contents) = read_header(bytes)?;
        let mut heads: Box<[Head]> = Box::default();
        let rows = RowMemory::filled(|rows| {
            let rest = read_rows(contents, rows)?;
            heads = read_heads(rest, fewest.len())?;
            Ok::<_, ModelFileError>(())
        })?;
        verify(fewest, contents, check)?;
        if !heads.iter().all(cannot_overflow) {
            return Err(NetError::Damaged("its weights are too large".to_owned()));
        }
        let head = stage_of_each(fewest);
        Ok(Self { rows, heads, head })
    }
}

/// The first row of each number, where `numbers` gives mirror images the same one.
fn first_images(rows: &[Embedding], numbers: &[u32]) -> impl Iterator<Item = Embedding> {
    let mut next = 0;
    let first = move |&(_, &number): &(&Embedding, &u32)| {
        let is_first = number == next;
        next += u32::from(is_first);
        is_first
    };
    rows.iter().zip(numbers).filter(first).map(|(row, _)| *row)
}

/// The smallest number of empties of each stage, the checksum, and the bytes that follow the stages.
fn read_header(bytes: &[u8]) -> Result<(&[u8], u64, &[u8]), NetError> {
    if !bytes.starts_with(&MAGIC) {
        return Err(NetError::Foreign);
    }
    let (mut fixed, rest) = bytes.split_at_checked(FIXED).ok_or(NO_HEADER)?;
    let [_, shape_and_stages, check]: [[u8; 8]; 3] = std::array::from_fn(|_| take(&mut fixed));
    let [a, b, c, d, stages, zeros @ ..] = shape_and_stages;
    let shape = [a, b, c, d];
    if shape != SHAPE {
        return Err(NetError::Shape(shape, SHAPE));
    }
    if zeros != [0; 3] {
        return Err(NetError::Damaged(
            "its header holds more than it should".to_owned(),
        ));
    }
    let (fewest, contents) = take_stages(rest, stages.into())?;
    Ok((fewest, u64::from_le_bytes(check), contents))
}

/// Reads all rows, with a copy for each mirror image, and returns the bytes that follow them.
fn read_rows<'b>(bytes: &'b [u8], rows: &mut Rows) -> Result<&'b [u8], ModelFileError> {
    let [states, counts, moves] = rows.parts_mut();
    let mut reader = RowReader::new(bytes, ROWS)?;
    let mut next_row = || reader.next_row();
    spread(states, &mut next_row)?;
    for count in counts {
        *count = next_row()?;
    }
    spread_moves(moves, next_row)?;
    Ok(reader.rest())
}

/// Reads as many heads as `stages`, which are all of `bytes`.
fn read_heads(bytes: &[u8], stages: usize) -> Result<Box<[Head]>, ModelFileError> {
    match bytes.len().cmp(&(stages * HEAD)) {
        Ordering::Less => Err(ModelFileError::CutOff("a part of the heads is missing")),
        Ordering::Equal => Ok(bytes.chunks_exact(HEAD).map(read_head).collect()),
        Ordering::Greater => Err(too_many_numbers()),
    }
}

impl From<ModelFileError> for NetError {
    fn from(trouble: ModelFileError) -> Self {
        match trouble {
            ModelFileError::CutOff(what) => Self::CutOff(what),
            ModelFileError::Damaged(why) => Self::Damaged(why),
        }
    }
}

/// Bytes of a head in the file.
const HEAD: usize = 2 * (EMBEDDING_DIM * BOARD_HIDDEN + QUADRANT_DIM * QUADRANT_HIDDEN)
    + 4 * (BOARD_HIDDEN + QUADRANT_HIDDEN)
    + 2 * OUTPUT;
const OUTPUT: usize = 4 * (BOARD_HIDDEN + QUADRANT_HIDDEN + EMBEDDING_DIM + 1);

fn read_head(mut bytes: &[u8]) -> Head {
    let mut head = Head::zeroed();
    let pairs = head
        .board
        .as_flattened_mut()
        .iter_mut()
        .chain(head.quadrant.as_flattened_mut());
    for number in pairs.flatten() {
        *number = i16::from_le_bytes(take(&mut bytes));
    }
    read_numbers(&mut bytes, &mut head.wide_bias);
    read_numbers(&mut bytes, &mut head.local_bias);
    for output in [&mut head.score, &mut head.error] {
        read_numbers(&mut bytes, &mut output.wide);
        read_numbers(&mut bytes, &mut output.local);
        read_numbers(&mut bytes, &mut output.direct);
        output.bias = i32::from_le_bytes(take(&mut bytes));
    }
    head
}

fn read_numbers(bytes: &mut &[u8], numbers: &mut [i32]) {
    for number in numbers {
        *number = i32::from_le_bytes(take(bytes));
    }
}

/// Whether no sums of rows can make a number of this head overflow 32 bits.
fn cannot_overflow(head: &Head) -> bool {
    let fits = |weights: i64, bias: i32| weights * MAX_SUM + i64::from(bias).abs() <= LIMIT;
    let wide = (0..BOARD_HIDDEN).all(|unit| fits(weight(&head.board, unit), head.wide_bias[unit]));
    let local =
        (0..QUADRANT_HIDDEN).all(|unit| fits(weight(&head.quadrant, unit), head.local_bias[unit]));
    wide && local
        && [&head.score, &head.error]
            .into_iter()
            .all(|output| most(output) <= LIMIT)
}

/// The sum of the absolute weights of a unit.
fn weight<const N: usize, const P: usize>(pairs: &Pairs<N, P>, unit: usize) -> i64 {
    let both = |pair: &[[i16; 2]; N]| pair[unit].map(|weight| i64::from(weight).abs());
    pairs.iter().flat_map(both).sum()
}

/// The largest absolute value of an output.
fn most(output: &Output) -> i64 {
    let sum = |weights: &[i32]| weights.iter().map(|&w| i64::from(w).abs()).sum::<i64>();
    let hidden = sum(&output.wide) + sum(&[output.local; QUADRANTS].concat());
    let bias = i64::from(output.bias).abs();
    hidden * i64::from(MAX_HIDDEN) + sum(&output.direct) * MAX_SUM + bias
}
