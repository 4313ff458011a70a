//! Reading of files of unknown size, up to a maximum.

use std::fs::File;
use std::io::{self, BufRead, Read};
use std::path::Path;

use thiserror::Error;

use super::{FileError, FileProblem};

/// Reads a file of at most `max` bytes.
///
/// # Errors
/// If the file is longer or cannot be read.
pub fn read(path: &Path, max: u64) -> Result<Vec<u8>, FileError> {
    let read = || {
        let mut bytes = Vec::new();
        let file = File::open(path)?;
        file.take(max.saturating_add(1)).read_to_end(&mut bytes)?;
        if bytes.len() as u64 > max {
            return Err(FileProblem::TooLong(max));
        }
        Ok(bytes)
    };
    read().map_err(|why| why.of(path))
}

/// Reads a text file of at most `max` bytes.
///
/// # Errors
/// If the file is longer, is not UTF-8, or cannot be read.
pub fn read_text(path: &Path, max: u64) -> Result<String, FileError> {
    String::from_utf8(read(path, max)?).map_err(|why| {
        let from = why.utf8_error().valid_up_to() + 1;
        FileProblem::NotText(from).of(path)
    })
}

/// Maximum length of a line of a text file, in bytes.
pub const MAX_LINE: usize = 1 << 16;
/// Maximum number of bytes skipped to find the end of a line that is too long.
const MAX_SKIPPED: usize = 1 << 24;

/// Why a line is rejected. The message is one line.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum LineError {
    /// The line is longer than [`MAX_LINE`].
    #[error("the line is longer than {MAX_LINE} bytes")]
    TooLong,
    /// The line is not UTF-8; holds the position of the first invalid byte, from 1.
    #[error("the line is not UTF-8 text from byte {0} on")]
    NotText(usize),
}

/// The lines of a text, read one at a time.
///
/// # Examples
/// ```
/// let mut lines = kaeshi::files::Lines::new(&b"f5d6\nf5f6\n"[..]);
/// assert_eq!(lines.next_text()?, Some(Ok("f5d6".to_owned())));
/// assert_eq!(lines.next_text()?, Some(Ok("f5f6".to_owned())));
/// assert_eq!(lines.number(), 2);
/// assert_eq!(lines.next_text()?, None);
/// # Ok::<_, std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct Lines<R> {
    input: R,
    number: usize,
}

impl<R: BufRead> Lines<R> {
    /// The lines of `input`.
    pub fn new(input: R) -> Self {
        Self { input, number: 0 }
    }

    /// The input, such as a reader whose buffer shows what can be read without waiting.
    #[must_use]
    pub fn input(&self) -> &R {
        &self.input
    }

    /// The number of the last line read, from 1; 0 before the first.
    #[must_use]
    pub fn number(&self) -> usize {
        self.number
    }

    /// The next line without its line end; `None` after the last line.
    ///
    /// A line that is too long is skipped to its end.
    ///
    /// # Errors
    /// If the input cannot be read, or a line does not end within 16 MiB, which shows that the input is not text.
    pub fn next_bytes(&mut self) -> io::Result<Option<Result<Vec<u8>, LineError>>> {
        let mut bytes = Vec::new();
        let limit = MAX_LINE as u64 + 1;
        if (&mut self.input)
            .take(limit)
            .read_until(b'\n', &mut bytes)?
            == 0
        {
            return Ok(None);
        }
        self.number += 1;
        if bytes.pop_if(|last| *last == b'\n').is_none() && bytes.len() > MAX_LINE {
            self.skip_line()?;
            return Ok(Some(Err(LineError::TooLong)));
        }
        Ok(Some(Ok(bytes)))
    }

    /// The next line as text; otherwise like [`Self::next_bytes`].
    ///
    /// # Errors
    /// Those of [`Self::next_bytes`].
    ///
    /// # Examples
    /// ```
    /// use kaeshi::files::Lines;
    ///
    /// let mut lines = Lines::new(&b"one\ntwo"[..]);
    /// while let Some(line) = lines.next_text()? {
    ///     println!("{}: {}", lines.number(), line.expect("it is text"));
    /// }
    /// assert_eq!(lines.number(), 2);
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn next_text(&mut self) -> io::Result<Option<Result<String, LineError>>> {
        let text = |bytes: Vec<u8>| {
            String::from_utf8(bytes)
                .map_err(|why| LineError::NotText(why.utf8_error().valid_up_to() + 1))
        };
        Ok(self.next_bytes()?.map(|line| line.and_then(text)))
    }

    fn skip_line(&mut self) -> io::Result<()> {
        let mut skipped = 0;
        while skipped < MAX_SKIPPED {
            let buffer = self.input.fill_buf()?;
            let end = buffer.iter().position(|&byte| byte == b'\n');
            let used = end.map_or(buffer.len(), |at| at + 1);
            self.input.consume(used);
            if end.is_some() || used == 0 {
                return Ok(());
            }
            skipped += used;
        }
        let number = self.number;
        Err(io::Error::new(
            io::ErrorKind::InvalidData,
            format!("line {number} does not end within 16 MiB: this is no text"),
        ))
    }
}
