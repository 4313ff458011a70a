//! `kaeshi book new`: an empty book, or a copy of the built-in one.

use std::path::PathBuf;

use clap::Args;
use kaeshi::files::{Existing, shown};
use kaeshi::games::othello::book::Book;

use super::common::{self, JsonOption};
use crate::cli::Failure;

/// Create an empty book, or a copy of the built-in one
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct New {
    /// The new book. A file that exists is refused without --force.
    book: PathBuf,
    /// Copy the built-in book.
    #[arg(long)]
    built_in: bool,
    /// Replace the book, if there is one.
    #[arg(long)]
    force: bool,
    #[command(flatten)]
    json: JsonOption,
}

const EXAMPLES: &str = "\
Examples:
  kaeshi book new my.book
  kaeshi book new my.book --built-in     a book to look at, and to extend";

impl New {
    pub(super) fn run(&self) -> Result<(), Failure> {
        let existing = Existing::forced(self.force);
        let (book, what) = if self.built_in {
            let copy = Book::copy_built_in(&self.book, existing, common::identity(&self.book));
            (copy.map_err(common::failed)?, "a copy of the built-in book")
        } else {
            (common::create(&self.book, existing)?, "an empty book")
        };
        let text = format!("{}: {what}", shown(&self.book));
        let json = serde_json::json!({"positions": book.len()});
        self.json.print(&json, &text)
    }
}
