//! The sorted file of a book: header, records by hash, index, checksums.
//!
//! The file is read by position and not mapped into memory: mapping a file is `unsafe`, and ends the program if another
//! one cuts the file. A look-up reads one page of 4 KiB, which the system keeps in memory; the first one in a block of
//! records reads the whole block and checks it.

use std::fs::File;
use std::io::{self, ErrorKind};
use std::ops::Range;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use super::super::position::Position;
use super::super::record::{RECORD_SIZE, Record};
use super::header::{HEADER_SIZE, Header, part};
use super::problem::BookProblem;
use crate::files::{Existing, FileProblem, PendingFile, read_at};
use crate::games::othello::rules::board::Board;

/// Records with one checksum: 64 KiB.
const BLOCK: u32 = 2048;
/// Maximum number of records that a look-up reads at once.
const MAX_PAGE: usize = 256;

/// The bytes of a book.
#[derive(Debug)]
enum Bytes {
    File(File),
    /// A part of the program.
    Embedded(&'static [u8]),
}

impl Bytes {
    /// Fills `buffer` with the bytes from `offset` on.
    fn read(&self, buffer: &mut [u8], offset: u64) -> io::Result<()> {
        let bytes = match self {
            Self::File(file) => return read_at(file, buffer, offset),
            Self::Embedded(bytes) => bytes,
        };
        let start = usize::try_from(offset).map_err(io::Error::other)?;
        let found = bytes
            .get(start..)
            .and_then(|bytes| bytes.get(..buffer.len()));
        buffer.copy_from_slice(found.ok_or(ErrorKind::UnexpectedEof)?);
        Ok(())
    }
}

/// The open file.
#[derive(Debug)]
pub(super) struct Base {
    bytes: Bytes,
    pub(super) header: Header,
    /// For each value of the first bits of a hash the first record that has them or greater ones; then the count.
    index: Vec<u32>,
    blocks: Vec<Block>,
}

/// A block of records.
#[derive(Debug)]
struct Block {
    /// CRC-32 of its bytes.
    checksum: u32,
    /// Whether a look-up has found that the checksum is right.
    checked: AtomicBool,
}

impl Block {
    fn new(checksum: u32) -> Self {
        let checked = AtomicBool::new(false);
        Self { checksum, checked }
    }
}

/// The order of records: by hash, then by board.
pub(super) fn key(position: Position) -> (u64, Position) {
    (position.hash(), position)
}

impl Base {
    /// Opens the file at `path`. Header, index and length are checked, records when they are read.
    pub(super) fn open(path: &Path) -> Result<Self, BookProblem> {
        let file = File::open(path)?;
        let metadata = file.metadata()?;
        if metadata.is_dir() {
            return Err(FileProblem::Folder.into());
        }
        if !metadata.is_file() {
            return Err(FileProblem::NotRegular.into());
        }
        Self::new(Bytes::File(file), metadata.len())
    }

    /// Opens the file whose content is a part of the program.
    pub(super) fn embedded(bytes: &'static [u8]) -> Result<Self, BookProblem> {
        Self::new(Bytes::Embedded(bytes), bytes.len() as u64)
    }

    fn new(file: Bytes, length: u64) -> Result<Self, BookProblem> {
        let mut bytes = vec![0; HEADER_SIZE.min(usize::try_from(length).unwrap_or(HEADER_SIZE))];
        file.read(&mut bytes, 0)?;
        let header = Header::from_bytes(&bytes)?;
        let entries = (1_usize << header.index_bits()) + 1;
        let blocks = header.count.div_ceil(BLOCK) as usize;
        let mut tail = vec![0; 4 * (entries + blocks + 1)];
        let tail_at = HEADER_SIZE as u64 + header.records_size();
        if tail_at + tail.len() as u64 != length {
            return Err(BookProblem::Damaged("its length does not fit its header"));
        }
        file.read(&mut tail, tail_at)?;
        let (words, checksum) = tail.split_at(tail.len() - 4);
        if crc32fast::hash(words) != u32::from_le_bytes(part(checksum, 0)) {
            return Err(BookProblem::Damaged("the checksum of its index is wrong"));
        }
        let words = words.chunks_exact(4);
        let mut index: Vec<_> = words
            .map(|word| u32::from_le_bytes(part(word, 0)))
            .collect();
        let blocks = index.split_off(entries).into_iter().map(Block::new);
        let blocks = blocks.collect();
        let ends = index.first() == Some(&0) && index.last() == Some(&header.count);
        if !index.is_sorted() || !ends {
            return Err(BookProblem::Damaged("its index is out of order"));
        }
        Ok(Self {
            bytes: file,
            header,
            index,
            blocks,
        })
    }

    /// The record of `position`, if there is one.
    pub(super) fn get(&self, position: Position) -> Result<Option<Record>, BookProblem> {
        let wanted = key(position);
        let bucket = bucket(wanted.0, self.header.index_bits());
        let (mut from, mut to) = (self.index[bucket], self.index[bucket + 1]);
        let mut page = [0; MAX_PAGE * RECORD_SIZE];
        while (to - from) as usize > MAX_PAGE {
            let middle = from + (to - from) / 2;
            let bytes = &mut page[..RECORD_SIZE];
            self.read_checked(bytes, middle..middle + 1)?;
            if file_key(bytes) <= wanted_key(wanted) {
                from = middle;
            } else {
                to = middle;
            }
        }
        let page = &mut page[..(to - from) as usize * RECORD_SIZE];
        self.read_checked(page, from..to)?;
        let (records, _) = page.as_chunks::<RECORD_SIZE>();
        let found = records.binary_search_by_key(&wanted_key(wanted), |bytes| file_key(bytes));
        let Ok(at) = found else {
            return Ok(None);
        };
        let number = u64::from(from) + at as u64 + 1;
        let record = Record::from_bytes(&records[at], self.header.sources.len());
        record
            .map(Some)
            .map_err(|why| BookProblem::Record(number, why))
    }

    /// Fills `bytes` with these records, whose blocks must have the right checksums.
    fn read_checked(&self, bytes: &mut [u8], records: Range<u32>) -> Result<(), BookProblem> {
        for number in records.start / BLOCK..records.end.div_ceil(BLOCK) {
            let block = self.blocks.get(number as usize);
            if !block.is_some_and(|block| block.checked.load(Relaxed)) {
                self.read_block(number, &mut Vec::new())?;
            }
        }
        self.read(bytes, records.start)
    }

    /// Fills `bytes` with a block of records, and checks its checksum.
    fn read_block(&self, number: u32, bytes: &mut Vec<u8>) -> Result<(), BookProblem> {
        let first = number * BLOCK;
        let count = (self.header.count - first).min(BLOCK);
        bytes.resize(count as usize * RECORD_SIZE, 0);
        self.read(bytes, first)?;
        let right = |block: &&Block| block.checksum == crc32fast::hash(bytes);
        let block = self.blocks.get(number as usize).filter(right);
        let block = block.ok_or(BookProblem::Block(u64::from(first) + 1))?;
        block.checked.store(true, Relaxed);
        Ok(())
    }

    /// Fills `bytes` with the records from number `from` on.
    fn read(&self, bytes: &mut [u8], from: u32) -> Result<(), BookProblem> {
        let offset = HEADER_SIZE as u64 + u64::from(from) * RECORD_SIZE as u64;
        match self.bytes.read(bytes, offset) {
            Err(why) if why.kind() == ErrorKind::UnexpectedEof => {
                Err(BookProblem::Damaged("it became shorter"))
            }
            read => Ok(read?),
        }
    }

    /// All records in order. Checksums, order and content are checked; an error is the last item.
    pub(super) fn records(&self) -> Records<'_> {
        Records {
            base: self,
            next: 0,
            block: Vec::new(),
            last: None,
            failed: false,
        }
    }
}

/// The bucket of the index for `hash`.
fn bucket(hash: u64, bits: u32) -> usize {
    // A shift by 64 is no shift.
    let top = hash.checked_shr(64 - bits).unwrap_or(0);
    usize::try_from(top).unwrap_or(usize::MAX)
}

fn wanted_key((hash, position): (u64, Position)) -> (u64, Board) {
    (hash, position.board())
}

/// The key of a record that has not been checked yet.
fn file_key(bytes: &[u8]) -> (u64, Board) {
    let word = |at| u64::from_le_bytes(part(bytes, at));
    let board = Board {
        own: word(0),
        other: word(8),
    };
    (super::super::position::hash_of(board), board)
}

/// The records of a file, read in blocks.
pub(super) struct Records<'a> {
    base: &'a Base,
    /// The number of the next record, from 0.
    next: u32,
    block: Vec<u8>,
    last: Option<(u64, Position)>,
    failed: bool,
}

impl Records<'_> {
    fn read_record(&mut self) -> Result<Record, BookProblem> {
        if self.next.is_multiple_of(BLOCK) {
            self.base.read_block(self.next / BLOCK, &mut self.block)?;
        }
        let number = u64::from(self.next) + 1;
        let bytes = part(&self.block, (self.next % BLOCK) as usize * RECORD_SIZE);
        let record = Record::from_bytes(&bytes, self.base.header.sources.len());
        let record = record.map_err(|why| BookProblem::Record(number, why))?;
        let key = key(record.position);
        let bits = self.base.header.index_bits();
        let bucket = bucket(key.0, bits);
        let indexed = self.base.index[bucket]..self.base.index[bucket + 1];
        if self.last.is_some_and(|last| last >= key) || !indexed.contains(&self.next) {
            return Err(BookProblem::Order(number));
        }
        self.last = Some(key);
        self.next += 1;
        Ok(record)
    }
}

impl Iterator for Records<'_> {
    type Item = Result<Record, BookProblem>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.failed || self.next >= self.base.header.count {
            return None;
        }
        let record = self.read_record();
        self.failed = record.is_err();
        Some(record)
    }
}

/// Writes a file with `header` and `records`, which are sorted by [`key`] and as many as `header.count`.
pub(super) fn write(
    path: &Path,
    existing: Existing,
    header: &Header,
    records: impl Iterator<Item = Result<Record, BookProblem>>,
) -> Result<(), BookProblem> {
    let mut file = PendingFile::create(path, existing).map_err(|why| why.why)?;
    let mut add = |bytes: &[u8]| file.add(bytes).map_err(|why| why.why);
    add(&header.to_bytes())?;
    let bits = header.index_bits();
    let mut index = vec![0_u32; 1 << bits];
    let mut checksums = Vec::new();
    let mut checksum = crc32fast::Hasher::new();
    let (mut count, mut last) = (0_u32, None);
    for record in records {
        let record = record?;
        let key = key(record.position);
        if last.is_some_and(|last| last >= key) {
            return Err(BookProblem::Twice(record.position));
        }
        if usize::from(record.source) >= header.sources.len() {
            return Err(BookProblem::NoSource(record.source));
        }
        last = Some(key);
        let bytes = record.to_bytes();
        add(&bytes)?;
        checksum.update(&bytes);
        index[bucket(key.0, bits)] += 1;
        count += 1;
        if count.is_multiple_of(BLOCK) || count == header.count {
            checksums.push(std::mem::take(&mut checksum).finalize());
        }
    }
    if count != header.count {
        let why = io::Error::other("the number of positions changed during writing");
        return Err(why.into());
    }
    let mut total = 0;
    for first in &mut index {
        total += std::mem::replace(first, total);
    }
    index.push(total);
    index.append(&mut checksums);
    let words: Vec<u8> = index.into_iter().flat_map(u32::to_le_bytes).collect();
    add(&words)?;
    add(&crc32fast::hash(&words).to_le_bytes())?;
    Ok(file.commit().map_err(|why| why.why)?)
}
