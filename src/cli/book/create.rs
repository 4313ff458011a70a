//! `kaeshi book new`: an empty book.

use std::path::PathBuf;

use clap::Args;
use kaeshi::files::{Existing, shown};

use super::common::{self, JsonOption};
use crate::cli::Failure;

/// Create an empty book
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  kaeshi book new my.book")]
pub(super) struct New {
    /// The new book. A file that exists is refused without --force.
    book: PathBuf,
    /// Replace the book, if there is one.
    #[arg(long)]
    force: bool,
    #[command(flatten)]
    json: JsonOption,
}

impl New {
    pub(super) fn run(&self) -> Result<(), Failure> {
        common::create(&self.book, Existing::forced(self.force))?;
        let text = format!("{}: an empty book", shown(&self.book));
        self.json.print(&serde_json::json!({"positions": 0}), &text)
    }
}
