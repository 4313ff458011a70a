//! The file of answers: what an engine played in each position, one JSON object a line, after a line that says how.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use kaeshi::files::{self, FileError, FileProblem, open_locked, shown};
use serde::{Deserialize, Serialize};

use super::draw::Origin;
use crate::Failure;

/// How the answers were made: the first line of the file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Setup {
    /// The seed of the positions.
    pub(super) seed: u64,
    /// Range of empty squares.
    pub(super) empties: [u32; 2],
    /// A hash of the games or positions.
    pub(super) source: String,
    /// The engine: its name and its command.
    pub(super) engine: String,
    /// A hash of the engine's program and models.
    pub(super) program: String,
    /// The limit of a search.
    pub(super) limit: String,
}

/// An engine's move in a position.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct Answer {
    /// The number of the position in the draw, from 0.
    pub(super) number: usize,
    /// The position, the side to move being `X`.
    pub(super) position: String,
    pub(super) origin: Origin,
    #[serde(rename = "move")]
    pub(super) played: String,
    /// The score of the engine in discs.
    pub(super) score: f64,
    pub(super) nodes: u64,
    /// Depth in plies.
    pub(super) depth: u32,
    /// The value in discs with best play.
    pub(super) best: i8,
    /// The value in discs of the move.
    pub(super) value: i8,
}

impl Answer {
    /// The discs that the move gives away, 0 or more.
    pub(super) fn loss(&self) -> i32 {
        i32::from(self.best) - i32::from(self.value)
    }
}

/// Maximum size of the file in bytes; an answer takes about 200.
const MAX_BYTES: u64 = 1 << 30;

/// The open file, which no other process can write.
pub(super) struct AnswerFile {
    file: File,
    path: PathBuf,
}

impl AnswerFile {
    /// Opens or creates the file, and reads its answers. An incomplete last line is removed.
    ///
    /// # Errors
    /// If it cannot be read, or was made in another way.
    pub(super) fn open(path: &Path, setup: &Setup) -> Result<(Self, Vec<Answer>), Failure> {
        let mut file = Self {
            file: open_locked(path)?,
            path: path.to_owned(),
        };
        let mut text = String::new();
        let read = (&file.file).take(MAX_BYTES + 1).read_to_string(&mut text);
        read.map_err(|why| file.fail(why))?;
        if text.len() as u64 > MAX_BYTES {
            return Err(FileProblem::TooLong(MAX_BYTES).of(path).into());
        }
        let end = text.rfind('\n').map_or(0, |end| end + 1);
        file.cut(end).map_err(|why| file.fail(why))?;
        if end == 0 {
            // Only a first line of this program that was cut short is replaced.
            if !json(setup).starts_with(&text) {
                return Err(not_answers(path, 1));
            }
            file.add(setup)?;
            return Ok((file, Vec::new()));
        }
        let (made, answers) = parse(path, &text[..end])?;
        if made != *setup {
            return Err(Failure::OtherAnswers(
                shown(path).to_string(),
                differences(&made, setup),
            ));
        }
        Ok((file, answers))
    }

    /// Adds a line.
    pub(super) fn add(&mut self, line: &impl Serialize) -> Result<(), Failure> {
        let line = json(line) + "\n";
        let written = self.file.write_all(line.as_bytes());
        Ok(written.map_err(|why| self.fail(why))?)
    }

    fn cut(&mut self, end: usize) -> io::Result<()> {
        let end = end as u64;
        if self.file.metadata()?.len() != end && end > 0 {
            self.file.set_len(end)?;
        }
        self.file.seek(SeekFrom::Start(end)).map(drop)
    }

    fn fail(&self, why: io::Error) -> FileError {
        FileProblem::from(why).of(&self.path)
    }
}

/// Reads a file of answers that another run has made.
///
/// # Errors
/// If it cannot be read.
pub(super) fn read(path: &Path) -> Result<(Setup, Vec<Answer>), Failure> {
    let text = files::read_text(path, MAX_BYTES)?;
    let end = text.rfind('\n').map_or(0, |end| end + 1);
    parse(path, &text[..end])
}

fn parse(path: &Path, text: &str) -> Result<(Setup, Vec<Answer>), Failure> {
    let mut lines = text.lines().zip(1..);
    let setup = lines
        .next()
        .and_then(|(line, _)| serde_json::from_str(line).ok());
    let setup = setup.ok_or_else(|| not_answers(path, 1))?;
    let answers = lines
        .map(|(line, number)| serde_json::from_str(line).map_err(|_| not_answers(path, number)));
    Ok((setup, answers.collect::<Result<_, _>>()?))
}

fn not_answers(path: &Path, line: u32) -> Failure {
    Failure::NotAnswers(shown(path).to_string(), line)
}

/// The fields in which two setups differ.
fn differences(made: &Setup, setup: &Setup) -> String {
    let fields = [
        ("seed", made.seed == setup.seed),
        ("empty squares", made.empties == setup.empties),
        ("games or positions", made.source == setup.source),
        ("engine", made.engine == setup.engine),
        ("program of the engine", made.program == setup.program),
        ("limit", made.limit == setup.limit),
    ];
    let differ = fields.iter().filter(|(_, same)| !same);
    differ.map(|(name, _)| *name).collect::<Vec<_>>().join(", ")
}

/// One line of JSON.
pub(super) fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("these types have no maps and no failing serializers")
}
