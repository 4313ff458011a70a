//! The record of a match: a file with one JSON object a line, from which the match can be resumed.

mod check;
mod entry;
mod header;
mod line;

use std::collections::BTreeSet;
use std::fmt::Display;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};

use kaeshi::game::InputError;
use serde::Serialize;

pub(super) use self::check::EntryChecker;
pub(in crate::cli) use self::entry::{End, Entry};
use self::header::Difference;
pub(super) use self::header::EngineHeader;
pub(in crate::cli) use self::header::Header;
pub(super) use self::line::{RecordLine, check_number};
use super::digest::FileDigest;
use crate::cli::{Failure, json_lines};

/// Maximum length of a line in bytes, more than a game of thousands of moves.
const MAX_LINE: u64 = 1024 * 1024;

/// The path of standard input and standard output.
pub(super) const PIPE: &str = "-";

/// Why a folder, a pipe or a device is refused.
const NO_FILE: &str = "it is no regular file";

/// Why a file without a header is refused.
const NO_RECORD: &str = "it is no record of a match";

/// Calls `each` with every game of the record at `path`, or on standard input, and the header that applies to it. A match may
/// be writing to the record; its complete lines are read. Returns the last header.
///
/// # Errors
/// If the file cannot be read, or a line is damaged or holds a game that cannot have been played. The message names the
/// file and the line.
pub(in crate::cli) fn read(
    path: &str,
    mut each: impl FnMut(&Header, Entry),
) -> Result<Header, InputError> {
    let refuse = |why: &dyn Display| InputError::new(format_args!("{path}: {why}"));
    let mut checker = EntryChecker::default();
    let each = |header: &Header, entry| {
        checker.check(header, &entry)?;
        each(header, entry);
        Ok(())
    };
    let read = if path == PIPE {
        read_lines(io::stdin().lock(), refuse_points, each)
    } else {
        if !fs::metadata(path).map_err(|why| refuse(&why))?.is_file() {
            return Err(refuse(&NO_FILE));
        }
        let file = File::open(path).map_err(|why| refuse(&why))?;
        read_lines(BufReader::new(file), refuse_points, each)
    };
    let (header, _) = read.map_err(|why| refuse(&why))?;
    header.ok_or_else(|| refuse(&NO_RECORD))
}

/// Refuses the record of a match of Daifugo, which is counted in points.
fn refuse_points(header: &Header) -> Result<(), InputError> {
    match header.game.split_whitespace().next() {
        _ if header.engines.is_some() => Err(InputError::new(
            "the record of a tournament: 'kaeshi match' with this --record prints its table",
        )),
        Some("daifugo") => Err(InputError::new(
            "a match of Daifugo has points instead of scores: 'kaeshi match' with this --record prints them",
        )),
        _ => Ok(()),
    }
}

/// Reads a header and games, and where a match continued after an allowed change another header. An incomplete last
/// line, left by a match that was killed, is ignored.
///
/// Calls `begin` with the first header, and `each` with every game and the header that applies to it. Returns the last
/// header, if there is one, and the number of bytes up to the end of the last complete line.
///
/// # Errors
/// If the file cannot be read, a line is damaged, or `begin` or `each` fails. The message does not name the file.
fn read_lines<E: RecordLine>(
    file: impl BufRead,
    begin: impl FnOnce(&Header) -> Result<(), InputError>,
    mut each: impl FnMut(&Header, E) -> Result<(), InputError>,
) -> Result<(Option<Header>, u64), InputError> {
    let mut lines = Lines::new(file);
    let mut seen = BTreeSet::new();
    let mut header: Option<Header> = None;
    let mut begin = Some(begin);
    while let Some(line) = lines.next().map_err(InputError::new)? {
        let at = lines.number;
        let refuse = |why: &dyn Display| InputError::new(format_args!("line {at}: {why}"));
        let Some(found) = &header else {
            let found = json_lines::parse(&line)
                .map_err(|why| InputError::new(format_args!("{NO_RECORD}: {why}")))?;
            if let Some(begin) = begin.take() {
                begin(&found)?;
            }
            header = Some(found);
            continue;
        };
        if let Ok(changed) = json_lines::parse::<Header>(&line) {
            if let Some(Difference::Words(why)) = found.difference(&changed) {
                return Err(refuse(&why));
            }
            header = Some(changed);
            continue;
        }
        let entry = E::parse(&line, &mut seen);
        let read = entry.and_then(|entry| each(found, entry));
        read.map_err(|why| refuse(&why))?;
    }
    Ok((header, lines.whole))
}

/// Where games are written.
#[derive(Debug)]
enum Target {
    /// A file, locked against other matches.
    File(File),
    StandardOutput,
}

/// The record of a match.
#[derive(Debug)]
pub(super) struct Record {
    path: String,
    /// The settings of the current match.
    header: Header,
    /// The header of the file, if it existed.
    found: Option<Header>,
    /// Where games are written; nothing before the file is created.
    target: Option<Target>,
    /// Number of bytes up to the end of the last complete line.
    whole: u64,
}

impl Record {
    /// Opens `path` if it exists, and calls `each` with its games and the header that applies to each; nothing is written
    /// yet. `-` is standard output, where every record is new.
    ///
    /// # Errors
    /// If the file cannot be read, is in use, or belongs to another match than `header`, or if `each` rejects a game. Also
    /// if programs or openings have changed, unless that is `allowed`.
    pub(super) fn open<E: RecordLine>(
        path: &str,
        header: Header,
        allowed: bool,
        each: impl FnMut(&Header, E) -> Result<(), InputError>,
    ) -> Result<Self, InputError> {
        let mut record = Self {
            path: path.to_owned(),
            header,
            found: None,
            target: None,
            whole: 0,
        };
        if path == PIPE {
            record.target = Some(Target::StandardOutput);
            return Ok(record);
        }
        // Not opened for appending, since Windows does not shorten such a file.
        match OpenOptions::new().read(true).write(true).open(path) {
            Ok(file) => record.read(file, allowed, each)?,
            Err(why) if why.kind() == io::ErrorKind::NotFound => {}
            Err(why) => return Err(record.refuse(why)),
        }
        Ok(record)
    }

    /// The error with the path of the file.
    fn refuse(&self, why: impl Display) -> InputError {
        InputError::new(format_args!("{}: {why}", self.path))
    }

    /// Reads the file: a header and games, and where a match continued after an allowed change another header.
    fn read<E: RecordLine>(
        &mut self,
        file: File,
        allowed: bool,
        each: impl FnMut(&Header, E) -> Result<(), InputError>,
    ) -> Result<(), InputError> {
        if !file.metadata().is_ok_and(|data| data.is_file()) {
            return Err(self.refuse(NO_FILE));
        }
        self.lock(&file)?;
        let header = &self.header;
        // Games of another match would be read wrongly.
        let begin = |found: &Header| match found.difference(header) {
            Some(Difference::Words(why)) => Err(another_match(&why)),
            _ => Ok(()),
        };
        let read = read_lines(BufReader::new(&file), begin, each);
        (self.found, self.whole) = read.map_err(|why| self.refuse(why))?;
        if self.found.is_none() && file.metadata().map_err(|why| self.refuse(why))?.len() > 0 {
            return Err(self.refuse(NO_RECORD));
        }
        self.target = Some(Target::File(file));
        self.check(allowed)
    }

    fn lock(&self, file: &File) -> Result<(), InputError> {
        match file.try_lock() {
            Ok(()) => Ok(()),
            Err(TryLockError::WouldBlock) => {
                Err(self.refuse("another match is writing to this record"))
            }
            Err(TryLockError::Error(why)) => {
                Err(self.refuse(format_args!("it cannot be locked: {why}")))
            }
        }
    }

    /// Compares the header of the file with that of the current match.
    fn check(&self, allowed: bool) -> Result<(), InputError> {
        let difference = self
            .found
            .as_ref()
            .and_then(|found| found.difference(&self.header));
        match difference {
            None => Ok(()),
            Some(Difference::Words(why)) => Err(self.refuse(another_match(&why))),
            Some(Difference::Meaning(_)) if allowed => Ok(()),
            Some(Difference::Meaning(why)) => Err(self.refuse(format_args!(
                "{why}; name another file with --record, or go on with --allow-changed"
            ))),
        }
    }

    /// Prepares the file for games of programs with these `names`, reported as `labels`.
    ///
    /// # Errors
    /// If the file cannot be written, or the programs had other names before, unless that is `allowed`.
    pub(super) fn begin(
        &mut self,
        names: Option<[String; 2]>,
        labels: Option<[String; 2]>,
        allowed: bool,
    ) -> Result<(), Failure> {
        self.header.names = names;
        self.header.labels = labels;
        self.check(allowed)?;
        let mut target = match self.target.take() {
            Some(target) => target,
            None => Target::File(self.create()?),
        };
        if let Target::File(file) = &mut target {
            let cut = file.set_len(self.whole);
            let ready = cut.and_then(|()| file.seek(SeekFrom::Start(self.whole)));
            ready.map_err(|why| self.refuse(why))?;
        }
        self.target = Some(target);
        let is_same = self
            .found
            .as_ref()
            .is_some_and(|found| found.difference(&self.header).is_none());
        if is_same {
            return Ok(());
        }
        let header = self.header.clone();
        self.write(&header).map_err(|why| self.unwritten(why))
    }

    /// Creates the file; fails if it was created since the match began.
    fn create(&self) -> Result<File, InputError> {
        // Not opened for appending, since Windows does not lock such a file.
        let file = OpenOptions::new()
            .read(true)
            .write(true)
            .create_new(true)
            .open(&self.path);
        let file = file.map_err(|why| self.refuse(why))?;
        self.lock(&file)?;
        Ok(file)
    }

    /// Adds a game.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub(super) fn add(&mut self, entry: &impl RecordLine) -> Result<(), Failure> {
        self.write(entry).map_err(|why| self.unwritten(why))
    }

    /// The failure of a write. A reader of standard output who has left is no message.
    fn unwritten(&self, why: io::Error) -> Failure {
        match self.target {
            Some(Target::StandardOutput) if why.kind() == io::ErrorKind::BrokenPipe => why.into(),
            _ => self.refuse(why).into(),
        }
    }

    fn write(&mut self, value: &impl Serialize) -> io::Result<()> {
        let mut line = serde_json::to_string(value)?;
        line.push('\n');
        match &mut self.target {
            Some(Target::File(file)) => file.write_all(line.as_bytes()),
            Some(Target::StandardOutput) => {
                let mut out = io::stdout().lock();
                out.write_all(line.as_bytes())?;
                out.flush()
            }
            None => Ok(()),
        }
    }

    /// The names of the programs in the record, if it has them.
    pub(super) fn names(&self) -> Option<[String; 2]> {
        let found = self.found.as_ref()?;
        found.labels.clone().or_else(|| found.names.clone())
    }

    /// The files that the commands name: those of the first program, and of the second.
    pub(super) fn files(&self) -> [&[FileDigest]; 2] {
        let files = self.header.files.as_ref();
        [0, 1].map(|program| files.map_or(&[][..], |files| &files[program]))
    }
}

/// Why the record of a match with other settings is refused.
fn another_match(why: &dyn Display) -> InputError {
    InputError::new(format_args!("it is the record of another match: {why}"))
}

/// The complete lines of a file.
struct Lines<R> {
    file: R,
    number: usize,
    whole: u64,
}

impl<R: BufRead> Lines<R> {
    fn new(file: R) -> Self {
        Self {
            file,
            number: 0,
            whole: 0,
        }
    }

    /// The next line, if it is complete.
    fn next(&mut self) -> io::Result<Option<String>> {
        let mut bytes = Vec::new();
        let length = self
            .file
            .by_ref()
            .take(MAX_LINE)
            .read_until(b'\n', &mut bytes)? as u64;
        self.number += 1;
        if !bytes.ends_with(b"\n") {
            let is_long = length == MAX_LINE;
            let too_long = || io::Error::other(format!("line {} is too long", self.number));
            return if is_long { Err(too_long()) } else { Ok(None) };
        }
        self.whole += length;
        let line = String::from_utf8(bytes);
        let line = line.map_err(|_| io::Error::other(format!("line {} is no text", self.number)));
        line.map(Some)
    }
}
