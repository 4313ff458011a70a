//! `kaeshi book check`: whether a book is intact.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use kaeshi::files::shown;
use kaeshi::games::othello::book::MemoryGraph;

use super::common::{self, JsonOption, positions};
use crate::cli::{Failure, print_message};

/// Check a book: every checksum, every record, every value
///
/// The exit status is 1 if the book is damaged, or a value is not what negamax gives; 'fix' computes values anew.
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  kaeshi book check my.book")]
pub(super) struct Check {
    /// The book; it stays as it is.
    book: PathBuf,
    #[command(flatten)]
    json: JsonOption,
}

impl Check {
    pub(super) fn run(&self) -> Result<ExitCode, Failure> {
        let book = match common::open(&self.book) {
            Err(Failure::Refused(why)) => {
                print_message(&why.to_string());
                return Ok(ExitCode::from(2));
            }
            opened => opened?,
        };
        let graph = match common::load(&book) {
            Ok(graph) => graph,
            Err(why) => {
                let json = serde_json::json!({"intact": false, "why": why.to_string()});
                self.json.print(&json, &why.to_string())?;
                return Ok(ExitCode::FAILURE);
            }
        };
        let missing = without_leaf(&graph);
        let stale = graph.clone().sweep();
        let json = serde_json::json!({
            "intact": true,
            "positions": graph.len(),
            "in_log": book.changes(),
            "stale": stale,
            "without_leaf": missing,
        });
        let mut lines = vec![format!(
            "{}: {}, intact",
            shown(&self.book),
            positions(graph.len())
        )];
        if stale > 0 {
            let stale = positions(stale);
            lines.push(format!("{stale} with values that 'fix' changes"));
        }
        if missing > 0 {
            lines.push(format!(
                "{} with moves out of the book, but no value for them: 'fix --depth N' searches them",
                positions(missing)
            ));
        }
        let text = lines.join("\n");
        self.json.print(&json, &text)?;
        Ok(ExitCode::from(u8::from(stale > 0)))
    }
}

/// The number of positions that [`MemoryGraph::outside`] still has to search.
fn without_leaf(graph: &MemoryGraph) -> usize {
    let records = graph.records();
    records
        .filter(|record| graph.outside(record).is_some())
        .count()
}
