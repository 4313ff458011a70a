//! Files of answers, one JSON object a line, which an interrupted run continues.

use std::fs::OpenOptions;
use std::io::{self, BufRead, Read, Seek, SeekFrom, Write};
use std::path::Path;

use kaeshi::files::BYTE_ORDER_MARK;
use kaeshi::game::InputError;
use serde::de::DeserializeOwned;

/// Reads a line, which holds one object.
///
/// # Errors
/// If the line is no JSON, or no such object.
pub(in crate::cli) fn parse<R: DeserializeOwned>(line: impl AsRef<[u8]>) -> Result<R, InputError> {
    serde_json::from_slice(line.as_ref()).map_err(|why| reason(&why))
}

/// What is wrong with a line. `serde_json` counts lines from where it began to read, so that its line number is always 1.
fn reason(why: &serde_json::Error) -> InputError {
    let (line, column, text) = (why.line(), why.column(), why.to_string());
    match text.strip_suffix(&format!(" at line {line} column {column}")) {
        Some(text) => InputError::new(format_args!("{text} at column {column}")),
        None => InputError::new(text),
    }
}

/// How a file ends.
pub(in crate::cli) enum End {
    /// With a whole line.
    Whole,
    /// With a whole line that begins as an answer and has no line end.
    Unterminated,
    /// With an incomplete answer, which begins at this byte, from 0.
    CutShort(u64),
}

/// Reads a file of answers line by line.
pub(in crate::cli) struct Lines {
    /// The number of the last line read, from 1.
    pub(in crate::cli) number: u64,
    /// Number of lines that are no answers.
    pub(in crate::cli) bad: u64,
    /// The position of the next line, in bytes from the start of the file.
    at: u64,
    pub(in crate::cli) end: End,
    /// The first characters of an answer.
    beginnings: &'static [&'static str],
}

impl Lines {
    /// The lines of a file whose answers begin with one of `beginnings`.
    pub(in crate::cli) fn new(beginnings: &'static [&'static str]) -> Self {
        Self {
            number: 0,
            bad: 0,
            at: 0,
            end: End::Whole,
            beginnings,
        }
    }

    /// The answer in the next line that is not blank, or why the line is no answer. `None` at the end of the file, and
    /// at an incomplete last line.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub(in crate::cli) fn next<R: DeserializeOwned>(
        &mut self,
        reader: &mut impl BufRead,
    ) -> io::Result<Option<Result<R, InputError>>> {
        /// Maximum length of a line in bytes, ten times that of the longest answer.
        const MAX_LINE: u64 = 1 << 20;
        loop {
            let mut bytes = Vec::new();
            let length = reader
                .by_ref()
                .take(MAX_LINE)
                .read_until(b'\n', &mut bytes)?;
            if length == 0 {
                return Ok(None);
            }
            let start = self.at;
            self.at += length as u64;
            self.number += 1;
            let line = bytes.strip_prefix(BYTE_ORDER_MARK.as_bytes());
            let line = line.unwrap_or(&bytes);
            if line.iter().all(u8::is_ascii_whitespace) {
                continue;
            }
            let record = serde_json::from_slice::<R>(line);
            let has_end = bytes.ends_with(b"\n");
            match &record {
                Ok(_) if !has_end => self.end = End::Unterminated,
                Err(why) if !has_end && why.is_eof() && self.is_ours(line) => {
                    self.end = End::CutShort(start);
                    return Ok(None);
                }
                Err(_) => {
                    self.bad += 1;
                    if !has_end && self.is_ours(line) {
                        self.end = End::Unterminated;
                    }
                }
                Ok(_) => {}
            }
            return Ok(Some(record.map_err(|why| reason(&why))));
        }
    }

    /// Whether `line` may be the first part of an answer. Otherwise the file is not changed.
    fn is_ours(&self, line: &[u8]) -> bool {
        let mut beginnings = self.beginnings.iter().map(|whole| whole.as_bytes());
        beginnings.any(|whole| line.starts_with(whole) || whole.starts_with(line))
    }
}

/// Repairs the last line of the file. Returns a message about the change or the failure, if there is one.
pub(in crate::cli) fn mend(path: &Path, end: End) -> Option<String> {
    let what = match end {
        End::Whole => return None,
        End::Unterminated => "the last line has no end",
        End::CutShort(_) => "the last line was cut short",
    };
    if !path.is_file() {
        return Some(format!("{what}: it is ignored"));
    }
    // Not opened for appending, since Windows does not shorten such a file.
    let file = OpenOptions::new().write(true).open(path);
    let mended = file.and_then(|mut file| {
        if let End::CutShort(start) = end {
            return file.set_len(start);
        }
        file.seek(SeekFrom::End(0))?;
        file.write_all(b"\n")
    });
    Some(match (mended, end) {
        (Err(why), _) => format!("{what}, and cannot be mended: {why}"),
        (Ok(()), End::CutShort(_)) => format!("{what}: it is removed"),
        (Ok(()), _) => return None,
    })
}

/// A message if the file `path`, without `what`, is the standard output of this run, and may have lost them by that.
pub(in crate::cli) fn emptied(path: &Path, what: &str) -> Option<String> {
    let name = path.display();
    was_emptied(path)
        .then(|| format!("{name} holds no {what}; if it did, '>' has emptied it: '>>' appends"))
}

/// Whether standard output was redirected to the file `path` by '>', which empties it, not by '>>'.
#[cfg(unix)]
fn was_emptied(path: &Path) -> bool {
    use std::fs::File;
    use std::os::fd::AsFd;
    use std::os::unix::fs::MetadataExt;

    use rustix::fs::{OFlags, fcntl_getfl};

    if fcntl_getfl(io::stdout()).is_ok_and(|flags| flags.contains(OFlags::APPEND)) {
        return false;
    }
    let output = io::stdout().as_fd().try_clone_to_owned();
    let output = output.and_then(|output| File::from(output).metadata());
    match (output, path.metadata()) {
        (Ok(output), Ok(file)) => (output.dev(), output.ino()) == (file.dev(), file.ino()),
        _ => false,
    }
}

/// Unknown on systems other than Unix.
#[cfg(not(unix))]
fn was_emptied(_path: &Path) -> bool {
    false
}
