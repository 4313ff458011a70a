//! The first page of a book.

use super::super::record::RECORD_SIZE;
use super::super::source::{MAX_SOURCES, SOURCE_SIZE, Source};
use super::problem::BookProblem;

/// The version of the format.
pub(super) const VERSION: u32 = 1;
/// The size of the header, in bytes.
pub(super) const HEADER_SIZE: usize = 4096;
pub(super) const MAGIC: [u8; 8] = *b"KAESHIBK";
/// Where the table of sources begins, in bytes.
const SOURCES_AT: usize = 64;
/// Where the checksum of the header is, in bytes.
const CHECKSUM_AT: usize = HEADER_SIZE - 4;
/// Maximum number of bits of the index.
const MAX_INDEX_BITS: u32 = 24;

/// What the first page says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Header {
    /// The number of records.
    pub(super) count: u32,
    /// Tells one book from another, so that no log is taken for that of another book.
    pub(super) identity: u64,
    /// The last change of the log that the records contain.
    pub(super) sequence: u64,
    /// The day of creation, counted from 2020-01-01.
    pub(super) day: u16,
    /// The programs that the opinions come from; not empty.
    pub(super) sources: Vec<Source>,
}

impl Header {
    /// The number of leading bits of a hash that the index uses: about 128 records share them.
    pub(super) const fn index_bits(&self) -> u32 {
        match (self.count / 128).checked_ilog2() {
            None => 0,
            Some(bits) if bits + 1 > MAX_INDEX_BITS => MAX_INDEX_BITS,
            Some(bits) => bits + 1,
        }
    }

    /// The size of the records, in bytes.
    pub(super) fn records_size(&self) -> u64 {
        u64::from(self.count) * RECORD_SIZE as u64
    }

    pub(super) fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = vec![0; HEADER_SIZE];
        let mut put = |at: usize, part: &[u8]| bytes[at..at + part.len()].copy_from_slice(part);
        put(0, &MAGIC);
        put(8, &VERSION.to_le_bytes());
        put(12, &self.count.to_le_bytes());
        put(16, &self.identity.to_le_bytes());
        put(24, &self.sequence.to_le_bytes());
        put(32, &self.day.to_le_bytes());
        let sources = u8::try_from(self.sources.len().min(MAX_SOURCES)).unwrap_or(u8::MAX);
        put(34, &[sources]);
        for (source, at) in self.sources.iter().zip(0..MAX_SOURCES) {
            put(SOURCES_AT + at * SOURCE_SIZE, &source.to_bytes());
        }
        let checksum = crc32fast::hash(&bytes[..CHECKSUM_AT]);
        bytes[CHECKSUM_AT..].copy_from_slice(&checksum.to_le_bytes());
        bytes
    }

    /// Reads what [`Self::to_bytes`] writes.
    pub(super) fn from_bytes(bytes: &[u8]) -> Result<Self, BookProblem> {
        if !bytes.starts_with(&MAGIC) {
            return Err(BookProblem::Foreign);
        }
        if bytes.len() < HEADER_SIZE {
            return Err(BookProblem::Damaged("it ends within its header"));
        }
        let version = u32::from_le_bytes(part(bytes, 8));
        if version != VERSION {
            return Err(BookProblem::Version {
                found: version,
                read: VERSION,
            });
        }
        if crc32fast::hash(&bytes[..CHECKSUM_AT]) != u32::from_le_bytes(part(bytes, CHECKSUM_AT)) {
            return Err(BookProblem::Damaged("the checksum of its header is wrong"));
        }
        let mut sources = Vec::new();
        for at in 0..usize::from(bytes[34]).min(MAX_SOURCES) {
            let source = Source::from_bytes(&part(bytes, SOURCES_AT + at * SOURCE_SIZE));
            sources
                .push(source.map_err(|_| BookProblem::Damaged("its table of sources is wrong"))?);
        }
        if sources.is_empty() {
            return Err(BookProblem::Damaged("it names no source"));
        }
        let header = Self {
            count: u32::from_le_bytes(part(bytes, 12)),
            identity: u64::from_le_bytes(part(bytes, 16)),
            sequence: u64::from_le_bytes(part(bytes, 24)),
            day: u16::from_le_bytes(part(bytes, 32)),
            sources,
        };
        if header.to_bytes() != bytes[..HEADER_SIZE] {
            return Err(BookProblem::Damaged("its header has unknown fields"));
        }
        Ok(header)
    }
}

/// `N` bytes from `at` on.
pub(super) fn part<const N: usize>(bytes: &[u8], at: usize) -> [u8; N] {
    let mut part = [0; N];
    part.copy_from_slice(&bytes[at..at + N]);
    part
}
