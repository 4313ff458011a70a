//! `kaeshi book merge`: other books of Kaeshi.

use std::path::PathBuf;

use clap::Args;
use kaeshi::files::shown;
use kaeshi::game::InputError;
use kaeshi::games::othello::book::{Record, source_number};

use super::common::{self, JsonOption, positions};
use crate::cli::Failure;

/// Add the positions of other books of Kaeshi
///
/// Of two values for a position the one with the better search is kept: proven before deep, deep before shallow. The
/// order of the books does not matter.
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  kaeshi book merge my.book from-laptop.book from-server.book")]
pub(super) struct Merge {
    /// The book that grows.
    book: PathBuf,
    /// The other books; they stay as they are.
    #[arg(required = true)]
    others: Vec<PathBuf>,
    #[command(flatten)]
    json: JsonOption,
}

impl Merge {
    pub(super) fn run(&self) -> Result<(), Failure> {
        let mut book = common::open_for_writing(&self.book)?;
        let mut graph = common::load(&book)?;
        let before = graph.len();
        let mut sources = book.sources().to_vec();
        for path in &self.others {
            let other = common::open(path)?;
            let full = || {
                let why = "the book has no room for more sources";
                InputError::new(format_args!("{}: {why}", shown(path)))
            };
            let numbers: Option<Vec<u8>> = other
                .sources()
                .iter()
                .map(|source| source_number(&mut sources, *source))
                .collect();
            let numbers = numbers.ok_or_else(full)?;
            for record in other.records() {
                let record = record.map_err(common::failed)?;
                let source = numbers.get(usize::from(record.source)).copied();
                graph.merge(Record {
                    source: source.unwrap_or_default(),
                    ..record
                });
            }
        }
        graph.sweep();
        common::save(&mut book, &graph, &sources)?;
        let added = graph.len() - before;
        let json = serde_json::json!({"added": added, "positions": graph.len()});
        let text = format!("{added} new; the book has {}", positions(graph.len()));
        self.json.print(&json, &text)
    }
}
