//! The output of a conversion.

use std::fs::File;
use std::io::{self, BufWriter, Seek, Write};
use std::path::Path;

use kaeshi::files::{Existing, PendingFile};
use kaeshi::game::InputError;
use kaeshi_protocol::wthor::{self, Header};

use crate::cli::Failure;

/// Standard output, or a file that is created only if the conversion succeeds.
pub(super) enum Output {
    Standard(BufWriter<io::StdoutLock<'static>>),
    File(PendingFile),
}

impl Output {
    /// Opens `path` for writing; `-` and `/dev/stdout` are standard output.
    ///
    /// # Errors
    /// If `path` is a file that may not be replaced, or cannot be opened.
    pub(super) fn open(path: &Path, existing: Existing) -> Result<Self, InputError> {
        if [Path::new("-"), Path::new("/dev/stdout")].contains(&path) {
            return Ok(Self::Standard(BufWriter::new(io::stdout().lock())));
        }
        let draft = PendingFile::create(path, existing).map_err(InputError::new)?;
        Ok(Self::File(draft))
    }

    /// Adds a record, as `bytes` of the output format.
    ///
    /// # Errors
    /// If the output cannot be written.
    pub(super) fn add(&mut self, bytes: &[u8]) -> Result<(), Failure> {
        match self {
            Self::Standard(stream) => stream.write_all(bytes).map_err(unwritten),
            Self::File(draft) => draft.add(bytes).map_err(|why| InputError::new(why).into()),
        }
    }

    /// Adds `file` from its current position to its end.
    fn add_all(&mut self, file: &mut File) -> Result<(), Failure> {
        let copied = match self {
            Self::Standard(stream) => io::copy(file, stream),
            Self::File(draft) => io::copy(file, draft),
        };
        copied.map(drop).map_err(unwritten)
    }

    /// Flushes standard output, or creates the file.
    ///
    /// # Errors
    /// If the output cannot be written. A file that existed before is then unchanged.
    pub(super) fn finish(self) -> Result<(), Failure> {
        match self {
            Self::Standard(mut stream) => stream.flush().map_err(unwritten),
            Self::File(draft) => draft.commit().map_err(|why| InputError::new(why).into()),
        }
    }
}

/// The failure for a write error. A closed pipe stays an input/output error, so that the program ends without a
/// message.
fn unwritten(why: io::Error) -> Failure {
    match why.kind() {
        io::ErrorKind::BrokenPipe => why.into(),
        _ => InputError::new(format_args!("the output cannot be written: {why}")).into(),
    }
}

/// The games of a `.wtb` file, kept in a temporary file. The header comes first and holds the number of games.
pub(super) struct Base {
    pub(super) header: Header,
    games: u32,
    records: BufWriter<File>,
}

impl Base {
    /// A file without games.
    ///
    /// # Errors
    /// If the temporary file cannot be created.
    pub(super) fn new() -> Result<Self, Failure> {
        let records = tempfile::tempfile().map_err(|why| unkept(&why))?;
        Ok(Self {
            header: Header::default(),
            games: 0,
            records: BufWriter::new(records),
        })
    }

    /// Whether there are no games yet.
    pub(super) fn is_empty(&self) -> bool {
        self.games == 0
    }

    /// Adds a game.
    ///
    /// # Errors
    /// If the temporary file cannot be written, or there are more than `u32::MAX` games.
    pub(super) fn add(&mut self, game: &wthor::Game) -> Result<(), Failure> {
        let games = self.games.checked_add(1);
        self.games = games.ok_or_else(|| {
            let most = u32::MAX;
            InputError::new(format_args!("WTHOR has no room for more than {most} games"))
        })?;
        self.records
            .write_all(&game.to_bytes())
            .map_err(|why| unkept(&why))
    }

    /// Writes the header and all games to `output`.
    ///
    /// # Errors
    /// If the temporary file or the output cannot be read or written.
    pub(super) fn finish(self, output: &mut Output) -> Result<(), Failure> {
        let records = self.records.into_inner();
        let mut records = records.map_err(|why| unkept(why.error()))?;
        records.rewind().map_err(|why| unkept(&why))?;
        output.add(&self.header.to_bytes(self.games))?;
        output.add_all(&mut records)
    }
}

fn unkept(why: &io::Error) -> Failure {
    let folder = std::env::temp_dir();
    InputError::new(format_args!(
        "a temporary file in {}: {why}",
        folder.display()
    ))
    .into()
}
