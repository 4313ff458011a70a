//! A book: its sorted file, and the changes in its log.

use std::collections::HashMap;
use std::ffi::OsString;
use std::fs::{self, File};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use super::super::position::Position;
use super::super::record::Record;
use super::super::source::{MAX_SOURCES, Source};
use super::super::values::{Graph, carry};
use super::base::{self, Base, key};
use super::header::{Header, MAGIC};
use super::log::{self, Content, Log, MAX_LOG};
use super::problem::{BookError, BookProblem};
use crate::files::{self, Existing, open_locked};

/// An opening book.
///
/// Any number of processes may read a book while one writes it.
///
/// # Examples
/// ```
/// use kaeshi::files::Existing;
/// use kaeshi::games::othello::book::{Book, Creation, Effort, Kind, Opinion, Position, Record, Source};
///
/// let folder = tempfile::tempdir()?;
/// let path = folder.path().join("my.book");
/// let source = Source::new(Kind::Kaeshi, "an example", [0; 4]);
/// let mut book = Book::create(&path, Existing::Keep, &Creation { identity: 1, day: 0, source })?;
/// let start = Position::start();
/// let first = start.children().next().expect("there are four moves").position;
/// let searched = Opinion { value: Some(3), best: None, effort: Effort::Edax(21) };
/// book.learn(&[Record::new(start), Record { searched, ..Record::new(first) }])?;
///
/// // Three discs for White after the first move are three discs less for Black before it.
/// let record = Book::open(&path)?.get(start)?.expect("it was written");
/// assert_eq!(record.values.value, Some(-3));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Book {
    path: PathBuf,
    base: Base,
    /// The records that the log has changed or added.
    changed: HashMap<Position, Record>,
    /// The sequence number of the last change.
    sequence: u64,
    /// The locked log, if the book is being written.
    log: Option<Log>,
    /// The records of a change that is not in the log yet.
    pending: HashMap<Position, Record>,
}

/// What a new book begins with.
#[derive(Debug, Clone)]
pub struct Creation {
    /// Tells this book from others: any number that is hardly ever the same. A book that replaces one with changes in its
    /// log has the identity of that one instead.
    pub identity: u64,
    /// The number of days from 2020-01-01 to this day.
    pub day: u16,
    /// The program that the first opinions come from.
    pub source: Source,
}

/// The book that `scripts/make-book` made.
const BUILT_IN: &[u8] = include_bytes!("../built_in.book");

/// From this number of entries on, the log becomes part of the sorted file.
const MIN_COMPACTION: u64 = 1 << 14;
/// Above this number of entries it does so for books of any size.
const MAX_COMPACTION: u64 = 1 << 18;

impl Book {
    /// Creates an empty book at `path`, and opens it for writing.
    ///
    /// # Errors
    /// If a file exists that may not be replaced, if another process writes it, or on an output error.
    pub fn create(path: &Path, existing: Existing, creation: &Creation) -> Result<Self, BookError> {
        let header = Header {
            count: 0,
            identity: creation.identity,
            sequence: 0,
            day: creation.day,
            sources: vec![creation.source],
        };
        Self::create_with(path, existing, header, std::iter::empty())
    }

    /// Creates a book with these `records`, sorted by [`key`], and opens it for writing. An error, or the end of the
    /// process at any point, leaves the old book with all changes in its log, or the complete new book.
    fn create_with(
        path: &Path,
        existing: Existing,
        mut header: Header,
        records: impl Iterator<Item = Result<Record, BookProblem>>,
    ) -> Result<Self, BookError> {
        if existing == Existing::Keep && fs::symlink_metadata(path).is_ok() {
            return Err(BookProblem::from(files::FileProblem::Exists).of(path));
        }
        let log_path = log_path(path);
        let mut log = open_locked(&log_path)?;
        let old = Log::bytes(&mut log).map_err(|why| why.of(&log_path))?;
        if !log::is_log(&old) {
            return Err(BookProblem::NoLog.of(&log_path));
        }
        // The new book takes over identity and sequence number of the old log. If the process ends before the log is
        // cleared, its changes count as part of the sorted file and are left out.
        if let Some((identity, sequence)) = log::last_change(&old) {
            (header.identity, header.sequence) = (identity, sequence);
        }
        base::write(path, existing, &header, records).map_err(|why| why.of(path))?;
        let cleared = log.set_len(0).map_err(BookProblem::from);
        cleared.map_err(|why| why.of(&log_path))?;
        Self::with_log(path, log)
    }

    /// Opens a book for reading.
    ///
    /// # Errors
    /// If there is no book at `path`, or it is damaged.
    pub fn open(path: &Path) -> Result<Self, BookError> {
        let log_path = log_path(path);
        // The log comes first: if another process makes it part of the sorted file meanwhile, its changes are read twice
        // and not missed.
        let bytes = match files::read(&log_path, MAX_LOG) {
            Ok(bytes) => bytes,
            Err(why) if is_missing(&why) => Vec::new(),
            Err(why) => return Err(why.into()),
        };
        let base = Base::open(path).map_err(|why| why.of(path))?;
        let content = read_log(&bytes, &base).map_err(|why| why.of(&log_path))?;
        Ok(Self::new(path, base, content))
    }

    /// Whether a file that begins with these bytes is a book, perhaps of another version, or damaged.
    #[must_use]
    pub fn begins(bytes: &[u8]) -> bool {
        bytes.starts_with(&MAGIC)
    }

    /// Opens the book that is a part of the program, for reading.
    ///
    /// # Panics
    /// If it is damaged, which a test rules out.
    #[must_use]
    pub fn built_in() -> Self {
        let base = Base::embedded(BUILT_IN).expect("the built-in book is intact");
        Self::new(Path::new("the built-in book"), base, Content::default())
    }

    /// Creates a copy of the built-in book at `path`, and opens it for writing.
    ///
    /// # Errors
    /// Those of [`Self::create`].
    pub fn copy_built_in(
        path: &Path,
        existing: Existing,
        identity: u64,
    ) -> Result<Self, BookError> {
        let built_in = Self::built_in().base;
        let header = Header {
            identity,
            sequence: 0,
            ..built_in.header.clone()
        };
        Self::create_with(path, existing, header, built_in.records())
    }

    /// Opens a book for reading and writing.
    ///
    /// # Errors
    /// If there is no book at `path`, it is damaged, or another process writes it.
    pub fn open_for_writing(path: &Path) -> Result<Self, BookError> {
        // Without this a log would be created beside a book that does not exist.
        Base::open(path).map_err(|why| why.of(path))?;
        Self::with_log(path, open_locked(&log_path(path))?)
    }

    /// Opens the book of the locked `log`.
    fn with_log(path: &Path, mut log: File) -> Result<Self, BookError> {
        let base = Base::open(path).map_err(|why| why.of(path))?;
        let open = |base: &Base| {
            let content = read_log(&Log::bytes(&mut log)?, base)?;
            let log = Log::new(log, &content, base.header.identity)?;
            Ok((content, log))
        };
        let (content, log) = open(&base).map_err(|why: BookProblem| why.of(&log_path(path)))?;
        let mut book = Self::new(path, base, content);
        book.log = Some(log);
        Ok(book)
    }

    fn new(path: &Path, base: Base, content: Content) -> Self {
        let sequence = content.sequence.max(base.header.sequence);
        let by_position = |record: Record| (record.position, record);
        Self {
            path: path.to_owned(),
            base,
            changed: content.records.into_iter().map(by_position).collect(),
            sequence,
            log: None,
            pending: HashMap::new(),
        }
    }

    /// The file.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The path of the log of the book at `path`, which is a part of the book.
    #[must_use]
    pub fn log_of(path: &Path) -> PathBuf {
        log_path(path)
    }

    /// The programs that the opinions come from.
    #[must_use]
    pub fn sources(&self) -> &[Source] {
        &self.base.header.sources
    }

    /// The source of a record.
    #[must_use]
    pub fn source(&self, record: &Record) -> Option<&Source> {
        self.sources().get(usize::from(record.source))
    }

    /// The day of creation, counted from 2020-01-01.
    #[must_use]
    pub fn day(&self) -> u16 {
        self.base.header.day
    }

    /// The number of records that the sorted file has; those in the log alone are not counted.
    #[must_use]
    pub fn len(&self) -> usize {
        self.base.header.count as usize
    }

    /// Whether the sorted file is empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The number of records that the log has changed or added.
    #[must_use]
    pub fn changes(&self) -> usize {
        self.changed.len()
    }

    /// The record of `position`, if the book has one.
    ///
    /// # Errors
    /// If the file cannot be read, or the record is damaged.
    pub fn get(&self, position: Position) -> Result<Option<Record>, BookError> {
        if let Some(record) = self.changed.get(&position) {
            return Ok(Some(*record));
        }
        let found = self.base.get(position);
        found.map_err(|why| why.of(&self.path))
    }

    /// All records, sorted by hash. An error is the last item.
    pub fn records(&self) -> impl Iterator<Item = Result<Record, BookError>> {
        let merged = Merged {
            base: self.base.records().peekable(),
            changed: self.sorted_changes().into_iter().peekable(),
        };
        merged.map(|record| record.map_err(|why| why.of(&self.path)))
    }

    fn sorted_changes(&self) -> Vec<Record> {
        let mut changed: Vec<_> = self.changed.values().copied().collect();
        changed.sort_unstable_by_key(|record| key(record.position));
        changed
    }

    /// Adds or replaces `records`: all of them or, if the process ends meanwhile, none.
    ///
    /// # Errors
    /// If the book is open for reading, or on an output error.
    pub fn write(&mut self, records: &[Record]) -> Result<(), BookError> {
        if records.is_empty() {
            return Ok(());
        }
        let sources = self.sources().len();
        let mut write = || {
            let mut all = records.iter();
            if let Some(record) = all.find(|record| usize::from(record.source) >= sources) {
                return Err(BookProblem::NoSource(record.source));
            }
            let log = self.log.as_mut().ok_or(BookProblem::ReadOnly)?;
            log.append(records, self.sequence + 1)?;
            Ok(log.len())
        };
        let length = write().map_err(|why: BookProblem| why.of(&self.path))?;
        self.sequence += 1;
        let by_position = |record: &Record| (record.position, *record);
        self.changed.extend(records.iter().map(by_position));
        let enough = u64::from(self.base.header.count) / 64;
        if length >= enough.clamp(MIN_COMPACTION, MAX_COMPACTION) {
            self.compact()?;
        }
        Ok(())
    }

    /// Adds or replaces `records` and carries their values on, as one change. Returns how many records changed.
    ///
    /// # Errors
    /// Those of [`Self::write`], and if the book cannot be read.
    pub fn learn(&mut self, records: &[Record]) -> Result<usize, BookError> {
        let by_position = |record: &Record| (record.position, *record);
        self.pending = records.iter().map(by_position).collect();
        let carried = carry(self, records.iter().map(|record| record.position));
        let pending: Vec<_> = std::mem::take(&mut self.pending).into_values().collect();
        carried?;
        self.write(&pending)?;
        Ok(pending.len())
    }

    /// Waits until the disk has all changes.
    ///
    /// # Errors
    /// On an output error.
    pub fn sync(&self) -> Result<(), BookError> {
        let synced = self.log.as_ref().map_or(Ok(()), Log::sync);
        synced.map_err(|why| why.of(&self.path))
    }

    /// Makes the changes in the log part of the sorted file. The old file and the log are valid until the new one is
    /// complete.
    ///
    /// # Errors
    /// If the book is open for reading or damaged, or on an input or output error.
    pub fn compact(&mut self) -> Result<(), BookError> {
        let compact = || {
            let changed = self.sorted_changes();
            let mut added = 0;
            for record in &changed {
                added += u32::from(self.base.get(record.position)?.is_none());
            }
            let count = self.base.header.count.checked_add(added);
            let records = Merged {
                base: self.base.records().peekable(),
                changed: changed.into_iter().peekable(),
            };
            let header = Header {
                count: count.ok_or(BookProblem::Full)?,
                sequence: self.sequence,
                ..self.base.header.clone()
            };
            self.rewrite(&header, records)
        };
        let base = compact().map_err(|why| why.of(&self.path))?;
        self.reset(base)
    }

    /// Replaces all records and the table of sources.
    ///
    /// # Errors
    /// If the book is open for reading, if two records are for one position, or on an output error.
    pub fn replace(
        &mut self,
        mut records: Vec<Record>,
        sources: &[Source],
    ) -> Result<(), BookError> {
        records.sort_unstable_by_key(|record| key(record.position));
        let replace = || {
            if sources.len() > MAX_SOURCES {
                return Err(BookProblem::Sources);
            }
            let header = Header {
                count: u32::try_from(records.len()).map_err(|_| BookProblem::Full)?,
                sequence: self.sequence,
                sources: sources.to_vec(),
                ..self.base.header.clone()
            };
            self.rewrite(&header, records.into_iter().map(Ok))
        };
        let base = replace().map_err(|why| why.of(&self.path))?;
        self.reset(base)
    }

    /// Writes a new sorted file, and opens it.
    fn rewrite(
        &self,
        header: &Header,
        records: impl Iterator<Item = Result<Record, BookProblem>>,
    ) -> Result<Base, BookProblem> {
        if self.log.is_none() {
            return Err(BookProblem::ReadOnly);
        }
        base::write(&self.path, Existing::Replace, header, records)?;
        Base::open(&self.path)
    }

    /// Goes on with a new sorted file, which contains all changes of the log.
    fn reset(&mut self, base: Base) -> Result<(), BookError> {
        let identity = base.header.identity;
        self.base = base;
        self.changed.clear();
        let cleared = self.log.as_mut().map_or(Ok(()), |log| log.clear(identity));
        cleared.map_err(|why| why.of(&self.path))
    }
}

/// While [`Book::learn`] carries values on, they are kept in memory.
impl Graph for Book {
    type Error = BookError;

    fn record(&mut self, position: Position) -> Result<Option<Record>, BookError> {
        match self.pending.get(&position) {
            Some(record) => Ok(Some(*record)),
            None => self.get(position),
        }
    }

    fn set(&mut self, record: Record) -> Result<(), BookError> {
        self.pending.insert(record.position, record);
        Ok(())
    }
}

/// The log beside the book at `path`. A symbolic link is followed, since a second log would allow a second writer.
fn log_path(path: &Path) -> PathBuf {
    let mut name = if path.is_symlink() {
        OsString::from(files::target(path))
    } else {
        OsString::from(path)
    };
    name.push(".log");
    name.into()
}

fn is_missing(why: &files::FileError) -> bool {
    matches!(&why.why, files::FileProblem::Io(why) if why.kind() == ErrorKind::NotFound)
}

fn read_log(bytes: &[u8], base: &Base) -> Result<Content, BookProblem> {
    let header = &base.header;
    log::read(
        bytes,
        (header.identity, header.sequence),
        header.sources.len(),
    )
}

/// The records of the sorted file and the changes, sorted; a change replaces the record of its position.
struct Merged<B: Iterator<Item = Result<Record, BookProblem>>, C: Iterator<Item = Record>> {
    base: std::iter::Peekable<B>,
    changed: std::iter::Peekable<C>,
}

impl<B, C> Iterator for Merged<B, C>
where
    B: Iterator<Item = Result<Record, BookProblem>>,
    C: Iterator<Item = Record>,
{
    type Item = Result<Record, BookProblem>;

    fn next(&mut self) -> Option<Self::Item> {
        let Some(change) = self.changed.peek() else {
            return self.base.next();
        };
        let change = key(change.position);
        match self.base.peek() {
            Some(Ok(record)) if key(record.position) < change => return self.base.next(),
            Some(Ok(record)) if key(record.position) == change => drop(self.base.next()),
            Some(Err(_)) => return self.base.next(),
            _ => {}
        }
        self.changed.next().map(Ok)
    }
}
