//! What the commands for books share.

use std::hash::{BuildHasher, RandomState};
use std::io::{self, IsTerminal, Write};
use std::path::Path;

use clap::Args;
use indicatif::ProgressBar;
use kaeshi::files::{Existing, FileProblem};
use kaeshi::game::InputError;
use kaeshi::games::othello::book::{
    Book, BookError, BookProblem, Creation, MemoryGraph, Source, source_number,
};
use kaeshi::shell::{FIRST_DAY, this_program, today};

use crate::cli::number::count;
use crate::cli::{Failure, progress_bar};

/// `--json` of a command for books.
#[derive(Debug, Args)]
pub(super) struct JsonOption {
    /// Print one JSON object instead of text.
    #[arg(long = "json")]
    pub(super) is_set: bool,
}

impl JsonOption {
    /// Prints `json`, or else `text`.
    pub(super) fn print(&self, json: &serde_json::Value, text: &str) -> Result<(), Failure> {
        let out = &mut io::stdout().lock();
        if self.is_set {
            writeln!(out, "{json}")?;
        } else {
            writeln!(out, "{text}")?;
        }
        Ok(())
    }
}

/// The failure of a command that cannot read or write a book.
pub(super) fn failed(why: BookError) -> Failure {
    match why.why {
        BookProblem::File(FileProblem::Io(why)) if why.kind() == io::ErrorKind::StorageFull => {
            why.into()
        }
        _ => InputError::new(why).into(),
    }
}

pub(super) fn open(path: &Path) -> Result<Book, Failure> {
    Book::open(path).map_err(failed)
}

pub(super) fn open_for_writing(path: &Path) -> Result<Book, Failure> {
    Book::open_for_writing(path).map_err(failed)
}

/// A number that tells a new book at `path` from others.
pub(super) fn identity(path: &Path) -> u64 {
    RandomState::new().hash_one(path)
}

/// Creates an empty book.
pub(super) fn create(path: &Path, existing: Existing) -> Result<Book, Failure> {
    let creation = Creation {
        identity: identity(path),
        day: today(),
        source: this_program(),
    };
    Book::create(path, existing, &creation).map_err(failed)
}

/// Opens a book for writing, or creates it if there is no file.
pub(super) fn open_or_create(path: &Path) -> Result<Book, Failure> {
    if path.try_exists().unwrap_or(true) {
        open_for_writing(path)
    } else {
        create(path, Existing::Keep)
    }
}

/// The date of a day counted from the first one that a book can name.
pub(super) fn day(number: u16) -> String {
    let days = jiff::Span::new().days(number);
    FIRST_DAY.saturating_add(days).to_string()
}

/// All records of a book, in memory. Every block and every record is checked.
pub(super) fn load(book: &Book) -> Result<MemoryGraph, Failure> {
    let mut graph = MemoryGraph::default();
    for record in book.records() {
        graph.insert(record.map_err(failed)?);
    }
    Ok(graph)
}

/// A change of a whole book, in memory until it is saved.
pub(super) struct Change {
    book: Book,
    pub(super) graph: MemoryGraph,
    sources: Vec<Source>,
}

impl Change {
    /// Begins a change of a book that is open for writing.
    pub(super) fn of(book: Book) -> Result<Self, Failure> {
        let graph = load(&book)?;
        let sources = book.sources().to_vec();
        Ok(Self {
            book,
            graph,
            sources,
        })
    }

    /// The number of a source, which is added if it is new; `None` if there is no room for it.
    pub(super) fn source(&mut self, source: Source) -> Option<u8> {
        source_number(&mut self.sources, source)
    }

    /// Computes all values, and writes the book. Returns its number of positions.
    pub(super) fn save(mut self) -> Result<usize, Failure> {
        self.graph.sweep();
        save(&mut self.book, &self.graph, &self.sources)?;
        Ok(self.graph.len())
    }
}

/// Replaces the records of `book` by those of `graph`.
pub(super) fn save(
    book: &mut Book,
    graph: &MemoryGraph,
    sources: &[Source],
) -> Result<(), Failure> {
    let records = graph.records().copied().collect();
    book.replace(records, sources).map_err(failed)
}

/// A progress bar on standard error if that is a terminal.
pub(super) fn progress(total: u64) -> ProgressBar {
    if !io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let style = progress_bar::style("{bar:30} {pos} of {len} positions, {per_sec}{left}");
    ProgressBar::new(total).with_style(style)
}

pub(super) fn positions(number: usize) -> String {
    count(number, "position", "positions")
}
