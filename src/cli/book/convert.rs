//! `kaeshi book import` and `export`: the books of other programs.

use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use kaeshi::files::{self, Existing, PendingFile, check_outputs, shown};
use kaeshi::game::InputError;
use kaeshi::games::othello::book::foreign::{
    EdaxBook, EgaroucidBook, ForeignError, to_edax, to_egaroucid,
};
use kaeshi::games::othello::book::{Book, Kind, Record, Source};
use kaeshi::shell::today;

use super::common::{self, Change, JsonOption, positions};
use crate::cli::Failure;

/// Maximum size of another program's book, in bytes; it is read into memory.
const MAX_SIZE: u64 = 1 << 33;

/// The books of other programs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// Edax, version 4 (.dat).
    Edax,
    /// Edax's text form, one position a line (.txt).
    EdaxText,
    /// Egaroucid 7 (.egbk3).
    Egaroucid,
}

/// Read the book of another program
///
/// Every position is checked before anything is written. Positions that the book has already are merged: of two values
/// the one with the better search is kept. All values keep the level and the name of the program that they come from.
#[derive(Debug, Args)]
#[command(after_help = IMPORT_EXAMPLES)]
pub(super) struct Import {
    /// The book; created if there is none.
    book: PathBuf,
    /// The book of the other program.
    file: PathBuf,
    /// Its format [default: from its first bytes].
    #[arg(long, value_name = "FORMAT")]
    from: Option<Format>,
    #[command(flatten)]
    json: JsonOption,
}

const IMPORT_EXAMPLES: &str = "\
Examples:
  kaeshi book import my.book edax.dat
  kaeshi book import my.book export.txt --from edax-text
  kaeshi book import my.book egaroucid.egbk3 --json";

/// Write the book for another program
///
/// A book for Edax has links, passes and real leaves, so that Edax's 'book fix' finds nothing to change. Values that
/// another program gave keep their levels; searches of Kaeshi get the least level that searches as far.
#[derive(Debug, Args)]
#[command(after_help = EXPORT_EXAMPLES)]
pub(super) struct Export {
    /// The book.
    book: PathBuf,
    /// The file to write. A file that exists is refused without --force.
    file: PathBuf,
    /// Its format [default: from the extension: .dat, .txt or .egbk3].
    #[arg(long, value_name = "FORMAT")]
    to: Option<Format>,
    /// Replace the file, if there is one.
    #[arg(long)]
    force: bool,
    #[command(flatten)]
    json: JsonOption,
}

const EXPORT_EXAMPLES: &str = "\
Examples:
  kaeshi book export my.book edax.dat
  kaeshi book export my.book book.egbk3 --force";

impl Import {
    pub(super) fn run(&self) -> Result<(), Failure> {
        let place = shown(&self.file).to_string();
        let bytes = files::read(&self.file, MAX_SIZE).map_err(InputError::new)?;
        let refused = |why: &dyn std::fmt::Display| InputError::new(format_args!("{place}: {why}"));
        // Reads before the book is opened, so that a file that is refused leaves no book behind.
        let format = self.from.map_or_else(|| detect(&bytes), Ok);
        let format = format.map_err(|why| refused(&why))?;
        let (source, records) = read(format, &bytes).map_err(|why| refused(&why))?;
        let found = records.len();
        let mut change = Change::of(common::open_or_create(&self.book)?)?;
        let before = change.graph.len();
        let number = change.source(source);
        let number = number.ok_or_else(|| refused(&"the book has no room for another source"))?;
        for record in records {
            change.graph.merge(Record {
                source: number,
                ..record
            });
        }
        let all = change.save()?;
        let added = all - before;
        let json = serde_json::json!({
            "source": source.name(),
            "read": found,
            "added": added,
            "positions": all,
        });
        let text = format!(
            "{place}: {} of {source}, {added} of them new; the book has {}",
            positions(found),
            positions(all)
        );
        self.json.print(&json, &text)
    }
}

/// The format of a book, by its first bytes.
///
/// # Errors
/// Why it cannot be imported.
fn detect(bytes: &[u8]) -> Result<Format, &'static str> {
    match bytes {
        [b'D', b'I', b'C', ..] => Ok(Format::Egaroucid),
        [b'X', b'A', b'D', ..] => Ok(Format::Edax),
        [b'X' | b'x' | b'O' | b'o' | b'-' | b'.' | b'*', ..] => Ok(Format::EdaxText),
        _ if Book::begins(bytes) => {
            Err("this is a book of Kaeshi: 'kaeshi book merge' adds it to another one")
        }
        _ => Err("this is no book of Edax or Egaroucid"),
    }
}

/// Reads a book in that format: the program that it comes from, and its positions.
fn read(format: Format, bytes: &[u8]) -> Result<(Source, Vec<Record>), ForeignError> {
    let day = today();
    match format {
        Format::Egaroucid => {
            let book = EgaroucidBook::from_bytes(bytes)?;
            let source = Source::new(Kind::Egaroucid, "Egaroucid", [0; 4]);
            Ok((source, book.records(0, day)))
        }
        Format::Edax => {
            let book = EdaxBook::from_bytes(bytes)?;
            Ok((edax_source(&book), book.records(0, day)?))
        }
        Format::EdaxText => {
            let book = EdaxBook::from_text(&String::from_utf8_lossy(bytes))?;
            Ok((edax_source(&book), book.records(0, day)?))
        }
    }
}

/// Edax with the settings of its book.
fn edax_source(book: &EdaxBook) -> Source {
    let header = &book.header;
    let settings = [
        header.level,
        header.n_empties,
        header.midgame_error,
        header.endcut_error,
    ];
    let settings = settings.map(|number| u8::try_from(number).unwrap_or(u8::MAX));
    let name = format!("Edax 4.{}, level {}", header.release, header.level);
    Source::new(Kind::Edax, &name, settings)
}

impl Export {
    pub(super) fn run(&self) -> Result<(), Failure> {
        let format = match self.to {
            Some(format) => format,
            None => by_extension(&self.file)?,
        };
        let log = Book::log_of(&self.book);
        let inputs = [("BOOK", &*self.book), ("BOOK", &*log)];
        check_outputs(inputs, [("FILE", &*self.file)]).map_err(InputError::new)?;
        let book = common::open(&self.book)?;
        let mut graph = common::load(&book)?;
        graph.sweep();
        let refused = |why| InputError::new(format_args!("{}: {why}", shown(&self.book)));
        let edax = || to_edax(&graph, book.sources()).map_err(refused);
        let (bytes, written) = match format {
            Format::Edax => {
                let book = edax()?;
                (book.to_bytes(), book.records.len())
            }
            Format::EdaxText => {
                let book = edax()?;
                (book.to_text().into_bytes(), book.records.len())
            }
            Format::Egaroucid => {
                let book = to_egaroucid(&graph);
                (book.to_bytes(), book.records.len())
            }
        };
        let existing = Existing::forced(self.force);
        PendingFile::write(&self.file, &bytes, existing).map_err(InputError::new)?;
        let json = serde_json::json!({"positions": graph.len(), "written": written});
        let text = format!(
            "{}: {} of {} in the book",
            shown(&self.file),
            positions(written),
            graph.len()
        );
        self.json.print(&json, &text)
    }
}

fn by_extension(path: &Path) -> Result<Format, InputError> {
    let extension = path.extension().unwrap_or_default().to_ascii_lowercase();
    match extension.to_str() {
        Some("dat") => Ok(Format::Edax),
        Some("txt") => Ok(Format::EdaxText),
        Some("egbk3") => Ok(Format::Egaroucid),
        _ => Err(InputError::new(format_args!(
            "{}: the name ends in none of .dat, .txt, .egbk3: say the format with --to",
            shown(path)
        ))),
    }
}
