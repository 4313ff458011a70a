//! `kaeshi book fix`: computes values anew, and searches those that are missing.

use std::collections::HashSet;
use std::path::PathBuf;

use clap::Args;
use kaeshi::games::othello::book::{Position, Record, Task};

use super::common::{JsonOption, positions};
use super::growth::Growth;
use super::search::SearchOptions;
use crate::cli::Failure;
use crate::cli::number::plies;

/// Compute all values anew, and search the moves out of the book that have none
///
/// With --depth, the best move out of the book is searched for each position that has none. Each result is written at
/// once, and values are carried on. A run that was interrupted goes on where it ended.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Fix {
    /// The book.
    book: PathBuf,
    /// Search what has no value yet to this depth in plies.
    #[arg(long, value_name = "N", value_parser = plies(1..=60_i8))]
    depth: Option<i8>,
    /// Search at most this number of positions.
    #[arg(long, value_name = "N", requires = "depth")]
    limit: Option<usize>,
    #[command(flatten)]
    search: SearchOptions,
    #[command(flatten)]
    json: JsonOption,
}

const EXAMPLES: &str = "\
Examples:
  kaeshi book fix my.book
  kaeshi book fix my.book --depth 16 --jobs 4";

impl Fix {
    pub(super) fn run(&self) -> Result<(), Failure> {
        let mut growth = Growth::open(&self.book, self.depth.is_some())?;
        let changed = growth.changed;
        let mut searched = 0;
        if let Some(depth) = self.depth {
            searched = self.search(&mut growth, depth)?;
        }
        let json = serde_json::json!({"changed": changed, "searched": searched});
        let mut lines = vec![format!("{} with other values", positions(changed))];
        if self.depth.is_some() {
            lines.push(format!("{} searched", positions(searched)));
        }
        let text = lines.join("\n");
        self.json.print(&json, &text)
    }

    /// Searches the positions without a leaf, those with the fewest empty squares first.
    fn search(&self, growth: &mut Growth, depth: i8) -> Result<usize, Failure> {
        let graph = &growth.graph;
        let task = |position: Position| {
            let record: &Record = graph.get(position)?;
            let moves = graph.outside(record)?;
            let cost = 0;
            Some(Task {
                position,
                moves,
                cost,
            })
        };
        let mut tasks: Vec<Task> = graph.by_empties().into_iter().filter_map(task).collect();
        tasks.truncate(self.limit.unwrap_or(usize::MAX));
        growth.expect(tasks.len());
        let mut next = |_: &HashSet<Position>| std::mem::take(&mut tasks);
        self.search
            .run(depth, &mut next, &mut |found| growth.add(found))?;
        growth.finish()
    }
}
