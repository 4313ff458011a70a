//! `kaeshi book prune`: leaves out what no good player needs.

use std::path::PathBuf;

use clap::Args;

use super::common::{self, Change, JsonOption, positions};
use crate::cli::Failure;
use crate::cli::number::whole;

/// Remove positions that are reached only if both sides play bad moves
///
/// What stays is what a player needs who plays good moves against any opponent, with either colour. Positions that
/// cannot be reached from the starting position are removed, too.
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  kaeshi book prune my.book --loss 2")]
pub(super) struct Prune {
    /// The book.
    book: PathBuf,
    /// A good move loses at most this number of discs against the best one.
    #[arg(long, value_name = "DISCS", default_value_t = 0, value_parser = whole(0..=128_u8))]
    loss: u8,
    #[command(flatten)]
    json: JsonOption,
}

impl Prune {
    pub(super) fn run(&self) -> Result<(), Failure> {
        let mut change = Change::of(common::open_for_writing(&self.book)?)?;
        change.graph.sweep();
        let removed = change.graph.prune(self.loss);
        let all = change.save()?;
        let json = serde_json::json!({"removed": removed, "positions": all});
        let text = format!("{removed} removed; the book has {}", positions(all));
        self.json.print(&json, &text)
    }
}
