//! `kaeshi book fix`: computes values anew, and searches those that are missing.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use clap::Args;
use kaeshi::engine::{Engine, GoLimits, SearchResult, Settings};
use kaeshi::game::{InputError, Notation, Side};
use kaeshi::games;
use kaeshi::games::othello::board::Squares;
use kaeshi::games::othello::book::{Book, Effort, MemoryGraph, Opinion, Position, source_number};
use kaeshi::games::othello::{DISC, Othello};
use kaeshi::search::{Selectivity, TranspositionTable};

use super::common::{self, JsonOption, positions};
use crate::cli::number::plies;
use crate::cli::options::{HashOption, ThreadsOption};
use crate::cli::{Failure, print_message};

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
    hash: HashOption,
    #[command(flatten)]
    threads: ThreadsOption,
    #[command(flatten)]
    json: JsonOption,
}

const EXAMPLES: &str = "\
Examples:
  kaeshi book fix my.book
  kaeshi book fix my.book --depth 16 --threads 4";

/// Seconds between two lines of progress.
const PERIOD: Duration = Duration::from_secs(30);

impl Fix {
    pub(super) fn run(&self) -> Result<(), Failure> {
        let mut book = common::open_for_writing(&self.book)?;
        let mut graph = common::load(&book)?;
        let changed = graph.sweep();
        let mut sources = book.sources().to_vec();
        let this = source_number(&mut sources, common::this_program());
        let is_new = sources.len() > book.sources().len() && self.depth.is_some();
        if changed > 0 || is_new {
            common::save(&mut book, &graph, &sources)?;
        }
        let mut searched = 0;
        if let Some(depth) = self.depth {
            let this = this.ok_or_else(|| {
                InputError::new("the book has no room for this program among its sources")
            })?;
            searched = self.search(&mut book, graph, depth, this)?;
            book.compact().map_err(common::failed)?;
        }
        let json = serde_json::json!({"changed": changed, "searched": searched});
        let mut text = format!("{} with other values", positions(changed));
        if self.depth.is_some() {
            text += &format!("\n{} searched", positions(searched));
        }
        self.json.print(&json, &text)
    }

    /// Searches the positions without a leaf, those with the fewest empty squares first.
    fn search(
        &self,
        book: &mut Book,
        graph: MemoryGraph,
        depth: i8,
        source: u8,
    ) -> Result<usize, Failure> {
        let mut waiting: Vec<(Position, u64)> = Vec::new();
        for position in graph.by_empties() {
            let outside = graph.get(position).and_then(|record| graph.outside(record));
            waiting.extend(outside.map(|outside| (position, outside)));
        }
        drop(graph);
        waiting.truncate(self.limit.unwrap_or(usize::MAX));
        let table = TranspositionTable::new(self.hash.megabytes).map_err(InputError::new)?;
        let mut engine = games::open(games::DEFAULT, Arc::new(table))?;
        let bar = common::progress(waiting.len() as u64);
        let mut last = Instant::now();
        let total = waiting.len();
        for (done, (position, outside)) in waiting.into_iter().enumerate() {
            let result = self.choose(&mut engine, position, outside, depth)?;
            if let Some(mut record) = book.get(position).map_err(common::failed)? {
                let nodes = result.progress.nodes.checked_ilog2().unwrap_or(0);
                record.leaf = leaf(&result).ok_or_else(|| unfinished(position))?;
                record.source = source;
                record.day = common::today();
                record.effort_log2 = u8::try_from(nodes).unwrap_or(u8::MAX);
                book.learn(&[record]).map_err(common::failed)?;
            }
            bar.inc(1);
            if bar.is_hidden() && last.elapsed() >= PERIOD {
                print_message(&format!("{} of {total} positions", done + 1));
                last = Instant::now();
            }
        }
        bar.finish_and_clear();
        Ok(total)
    }

    /// Searches the moves to the squares `outside`.
    fn choose(
        &self,
        engine: &mut Box<dyn Engine>,
        position: Position,
        outside: u64,
        depth: i8,
    ) -> Result<SearchResult, InputError> {
        let text = Othello::new(position.board(), Side::First).write();
        engine.set_up(Some(&text), &[]).map_err(InputError::new)?;
        let limits = GoLimits {
            depth: Some(depth),
            search_moves: Squares(outside).map(|square| square.to_string()).collect(),
            ..GoLimits::default()
        };
        let settings = Settings {
            threads: self.threads.count,
            ..Settings::default()
        };
        engine.choose(&limits, settings)
    }
}

fn unfinished(position: Position) -> InputError {
    InputError::new(format_args!("the search of {position} has no result"))
}

/// The best move, as an opinion in whole discs.
fn leaf(result: &SearchResult) -> Option<Opinion> {
    let info = result.info.as_ref()?;
    let discs = (f64::from(info.score.0) / f64::from(DISC)).round();
    #[expect(clippy::cast_possible_truncation, reason = "at most 64 discs")]
    let value = discs as i8;
    let levels = (0..=Selectivity::EXACT.level()).map(Selectivity::new);
    let mut levels = levels.filter(|level| level.percent() == info.confidence);
    Some(Opinion {
        value: Some(value),
        best: result.best.as_ref()?.parse().ok(),
        effort: Effort::Search {
            depth: info.depth,
            selectivity: levels.next()?,
        },
    })
}
