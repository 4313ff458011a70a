//! The log of a book: changes, each written at once and complete.
//!
//! An entry holds a record. The entries of one change have the same sequence number; the last one says so. A change that
//! is not complete at the end of the file was cut by a crash, and is dropped.

use std::fs::File;
use std::io::{Read, Seek, SeekFrom, Write};

use super::super::record::{RECORD_SIZE, Record, RecordError};
use super::header::part;
use super::problem::BookProblem;
use crate::files::FileProblem;

const MAGIC: [u8; 8] = *b"KAESHILG";
/// The size of the head, in bytes: magic, version, zero, identity.
const HEAD_SIZE: usize = 24;
/// The size of an entry, in bytes: checksum, kind, sequence number, record.
const ENTRY_SIZE: usize = 16 + RECORD_SIZE;
/// Maximum size of a log, in bytes; long before, the log becomes part of the sorted file.
pub(super) const MAX_LOG: u64 = 1 << 28;

/// The kinds of entries.
mod kind {
    /// More entries of the same change follow.
    pub(super) const MORE: u32 = 1;
    /// The last entry of a change.
    pub(super) const LAST: u32 = 2;
}

/// What a log says.
#[derive(Debug, Default)]
pub(super) struct Content {
    /// The records of complete changes, oldest first.
    pub(super) records: Vec<Record>,
    /// The sequence number of the last complete change, 0 without one.
    pub(super) sequence: u64,
    /// The size of the head and of the complete changes, in bytes; 0 if the head is not complete.
    pub(super) size: u64,
}

/// The head of a log of the book `identity`.
pub(super) fn head(identity: u64) -> [u8; HEAD_SIZE] {
    let mut head = [0; HEAD_SIZE];
    head[..8].copy_from_slice(&MAGIC);
    head[8..12].copy_from_slice(&super::header::VERSION.to_le_bytes());
    head[16..].copy_from_slice(&identity.to_le_bytes());
    head
}

/// Whether `bytes` are a log of any book, perhaps cut, or nothing.
pub(super) fn is_log(bytes: &[u8]) -> bool {
    bytes.starts_with(&MAGIC) || MAGIC.starts_with(bytes)
}

/// The entries of one change.
pub(super) fn entries(records: &[Record], sequence: u64) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(records.len() * ENTRY_SIZE);
    for (record, left) in records.iter().zip((0..records.len()).rev()) {
        let mut entry = [0; ENTRY_SIZE];
        let kind = if left > 0 { kind::MORE } else { kind::LAST };
        entry[4..8].copy_from_slice(&kind.to_le_bytes());
        entry[8..16].copy_from_slice(&sequence.to_le_bytes());
        entry[16..].copy_from_slice(&record.to_bytes());
        let checksum = crc32fast::hash(&entry[4..]);
        entry[..4].copy_from_slice(&checksum.to_le_bytes());
        bytes.extend(entry);
    }
    bytes
}

/// An entry with the right checksum.
struct Entry<'a> {
    kind: u32,
    sequence: u64,
    record: &'a [u8],
}

fn entry(bytes: &[u8]) -> Option<Entry<'_>> {
    let sum = u32::from_le_bytes(part(bytes, 0));
    let entry = Entry {
        kind: u32::from_le_bytes(part(bytes, 4)),
        sequence: u64::from_le_bytes(part(bytes, 8)),
        record: &bytes[16..],
    };
    let is_known = matches!(entry.kind, kind::MORE | kind::LAST);
    (is_known && crc32fast::hash(&bytes[4..]) == sum).then_some(entry)
}

/// The identity in the log `bytes` and the largest sequence number of its entries, if it has more than a head. Changes
/// that are not complete count, too.
pub(super) fn last_change(bytes: &[u8]) -> Option<(u64, u64)> {
    let (head, rest) = bytes.split_at_checked(HEAD_SIZE)?;
    let (slots, cut) = rest.as_chunks::<ENTRY_SIZE>();
    if slots.is_empty() && cut.is_empty() {
        return None;
    }
    let sequences = slots.iter().filter_map(|slot| entry(slot));
    let last = sequences.map(|entry| entry.sequence).max();
    Some((u64::from_le_bytes(part(head, 16)), last.unwrap_or(0)))
}

/// Reads a log of the book `identity` with `sources` sources. Changes up to number `done` are in the sorted file, and are
/// left out.
pub(super) fn read(
    bytes: &[u8],
    (identity, done): (u64, u64),
    sources: usize,
) -> Result<Content, BookProblem> {
    let expected = head(identity);
    let (head, rest) = bytes.split_at(bytes.len().min(HEAD_SIZE));
    if head != expected {
        // A log without changes may be left of another book of this name, or was cut when it was created.
        return if rest.is_empty() && is_log(head) {
            Ok(Content::default())
        } else {
            Err(BookProblem::OtherLog)
        };
    }
    let mut content = Content {
        size: HEAD_SIZE as u64,
        ..Content::default()
    };
    let (mut change, mut open) = (Vec::new(), None);
    let (slots, _) = rest.as_chunks::<ENTRY_SIZE>();
    for (at, slot) in slots.iter().enumerate() {
        let place = (HEAD_SIZE + at * ENTRY_SIZE) as u64;
        let follows = |entry: &Entry<'_>| match open {
            Some(sequence) => entry.sequence == sequence,
            None => entry.sequence > content.sequence,
        };
        let Some(entry) = entry(slot).filter(follows) else {
            let later = slots[at + 1..].iter().filter_map(|slot| self::entry(slot));
            let later = later.filter(|entry| entry.kind == kind::LAST);
            // A crash cuts the last change only.
            return match later.count() {
                0 | 1 => Ok(content),
                _ => Err(BookProblem::Log(place)),
            };
        };
        open = Some(entry.sequence);
        if entry.sequence > done {
            let record = Record::from_bytes(&part(entry.record, 0), sources);
            change
                .push(record.map_err(|why: RecordError| BookProblem::Record(at as u64 + 1, why))?);
        }
        if entry.kind == kind::LAST {
            open = None;
            content.records.append(&mut change);
            content.sequence = entry.sequence;
            content.size = place + ENTRY_SIZE as u64;
        }
    }
    Ok(content)
}

/// The open log of a book that is being written.
#[derive(Debug)]
pub(super) struct Log {
    file: File,
    /// The size of the head and of the complete changes, in bytes.
    size: u64,
}

impl Log {
    /// Continues the locked `file` behind its `content`; what follows was cut, and is removed.
    pub(super) fn new(file: File, content: &Content, identity: u64) -> Result<Self, BookProblem> {
        let mut log = Self {
            file,
            size: content.size,
        };
        if log.size < HEAD_SIZE as u64 {
            log.clear(identity)?;
        } else if log.file.metadata()?.len() != log.size {
            log.file.set_len(log.size)?;
        }
        Ok(log)
    }

    /// The bytes of the locked `file`.
    pub(super) fn bytes(file: &mut File) -> Result<Vec<u8>, BookProblem> {
        file.rewind()?;
        let mut bytes = Vec::new();
        file.take(MAX_LOG + 1).read_to_end(&mut bytes)?;
        if bytes.len() as u64 > MAX_LOG {
            return Err(FileProblem::TooLong(MAX_LOG).into());
        }
        Ok(bytes)
    }

    /// The number of entries.
    pub(super) const fn len(&self) -> u64 {
        (self.size - HEAD_SIZE as u64) / ENTRY_SIZE as u64
    }

    /// Appends a change by a single write.
    pub(super) fn append(&mut self, records: &[Record], sequence: u64) -> Result<(), BookProblem> {
        let bytes = entries(records, sequence);
        self.file.seek(SeekFrom::Start(self.size))?;
        if let Err(why) = self.file.write_all(&bytes) {
            // On a full disk part of the change may have been written.
            let _ = self.file.set_len(self.size);
            return Err(why.into());
        }
        self.size += bytes.len() as u64;
        Ok(())
    }

    /// Waits until the disk has the changes.
    pub(super) fn sync(&self) -> Result<(), BookProblem> {
        Ok(self.file.sync_data()?)
    }

    /// Removes all changes; those that are kept are in the sorted file.
    pub(super) fn clear(&mut self, identity: u64) -> Result<(), BookProblem> {
        self.file.set_len(0)?;
        self.file.rewind()?;
        self.file.write_all(&head(identity))?;
        self.size = HEAD_SIZE as u64;
        Ok(())
    }
}
