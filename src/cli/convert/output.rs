//! Where converted records go.

use std::fs::File;
use std::io::{self, BufWriter, Seek, Write};
use std::path::Path;

use kaeshi::files::{Draft, Existing};
use kaeshi::game::Refused;
use kaeshi_protocol::wthor::{self, Header};

use super::Failure;

/// Standard output, or a file that appears when all is well.
pub(super) enum Output {
    Standard(BufWriter<io::StdoutLock<'static>>),
    File(Draft),
}

impl Output {
    /// Opens what `path` names; `-` and `/dev/stdout` are standard output.
    ///
    /// # Errors
    /// When there is a file that may not be replaced, or the system refuses.
    pub(super) fn open(path: &Path, existing: Existing) -> Result<Self, Refused> {
        if [Path::new("-"), Path::new("/dev/stdout")].contains(&path) {
            return Ok(Self::Standard(BufWriter::new(io::stdout().lock())));
        }
        let draft = Draft::create(path, existing).map_err(Refused::new)?;
        Ok(Self::File(draft))
    }

    /// Adds a record.
    ///
    /// # Errors
    /// When it cannot be written.
    pub(super) fn add(&mut self, bytes: &[u8]) -> Result<(), Failure> {
        match self {
            Self::Standard(stream) => stream.write_all(bytes).map_err(unwritten),
            Self::File(draft) => draft.add(bytes).map_err(|why| Refused::new(why).into()),
        }
    }

    /// Adds the rest of a file.
    fn add_all(&mut self, file: &mut File) -> Result<(), Failure> {
        let copied = match self {
            Self::Standard(stream) => io::copy(file, stream),
            Self::File(draft) => io::copy(file, draft),
        };
        copied.map(drop).map_err(unwritten)
    }

    /// Lets a file appear.
    ///
    /// # Errors
    /// When that fails; then there is none, or the old one.
    pub(super) fn finish(self) -> Result<(), Failure> {
        match self {
            Self::Standard(mut stream) => stream.flush().map_err(unwritten),
            Self::File(draft) => draft.commit().map_err(|why| Refused::new(why).into()),
        }
    }
}

/// A pipe that nobody reads any more stays what it is: the program then ends without a word.
fn unwritten(why: io::Error) -> Failure {
    match why.kind() {
        io::ErrorKind::BrokenPipe => why.into(),
        _ => Refused::new(format_args!("the output cannot be written: {why}")).into(),
    }
}

/// The games of a `.wtb` file. They wait in a temporary file: the header, which comes first, says how many there are.
pub(super) struct Base {
    pub(super) header: Header,
    games: u32,
    records: BufWriter<File>,
}

impl Base {
    /// One without games.
    ///
    /// # Errors
    /// When no temporary file can be made.
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
    /// When the temporary file cannot be written, or the header cannot say how many games there are.
    pub(super) fn add(&mut self, game: &wthor::Game) -> Result<(), Failure> {
        let games = self.games.checked_add(1);
        self.games = games.ok_or_else(|| {
            let most = u32::MAX;
            Refused::new(format_args!("WTHOR has no room for more than {most} games"))
        })?;
        self.records
            .write_all(&game.to_bytes())
            .map_err(|why| unkept(&why))
    }

    /// Adds the whole file to `output`.
    ///
    /// # Errors
    /// When a file cannot be written.
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
    Refused::new(format_args!(
        "a temporary file in {}: {why}",
        folder.display()
    ))
    .into()
}
