//! `kaeshi book merge`: other books of Kaeshi.

use std::path::PathBuf;

use clap::Args;
use kaeshi::files::shown;
use kaeshi::game::InputError;
use kaeshi::games::othello::book::Record;

use super::common::{self, Change, JsonOption, positions};
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
        let mut change = Change::of(common::open_for_writing(&self.book)?)?;
        let before = change.graph.len();
        for path in &self.others {
            let other = common::open(path)?;
            let full = || {
                let why = "the book has no room for more sources";
                InputError::new(format_args!("{}: {why}", shown(path)))
            };
            let numbers: Option<Vec<u8>> = other
                .sources()
                .iter()
                .map(|source| change.source(*source))
                .collect();
            let numbers = numbers.ok_or_else(full)?;
            for record in other.records() {
                let record = record.map_err(common::failed)?;
                let source = numbers.get(usize::from(record.source)).copied();
                change.graph.merge(Record {
                    source: source.unwrap_or_default(),
                    ..record
                });
            }
        }
        let all = change.save()?;
        let added = all - before;
        let json = serde_json::json!({"added": added, "positions": all});
        let text = format!("{added} new; the book has {}", positions(all));
        self.json.print(&json, &text)
    }
}
