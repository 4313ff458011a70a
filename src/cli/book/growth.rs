//! A book that grows by searches: every result is written at once.

use std::path::Path;
use std::time::{Duration, Instant};

use indicatif::ProgressBar;
use kaeshi::game::InputError;
use kaeshi::games::othello::book::{Book, Graph, MemoryGraph, carry, source_number};
use kaeshi::shell::this_program;

use super::common;
use super::search::Searched;
use crate::cli::{Failure, print_message};

/// Seconds between two lines of progress, where there is no bar.
const PERIOD: Duration = Duration::from_secs(30);

/// A book that is being extended.
pub(super) struct Growth {
    book: Book,
    /// The same in memory, to choose what to search next.
    pub(super) graph: MemoryGraph,
    /// The number of values that were wrong before.
    pub(super) changed: usize,
    /// The number of searches so far.
    pub(super) searched: usize,
    /// The number of this program among the sources.
    source: u8,
    total: Option<usize>,
    bar: ProgressBar,
    start: Instant,
    last: Instant,
}

impl Growth {
    /// Opens a book for writing, and corrects its values. `searches` tells whether this program will add values.
    pub(super) fn open(path: &Path, searches: bool) -> Result<Self, Failure> {
        let mut book = common::open_for_writing(path)?;
        let mut graph = common::load(&book)?;
        let changed = graph.sweep();
        let mut sources = book.sources().to_vec();
        let mut source = 0;
        if searches {
            source = source_number(&mut sources, this_program()).ok_or_else(|| {
                InputError::new("the book has no room for this program among its sources")
            })?;
        }
        if changed > 0 || sources.len() > book.sources().len() {
            common::save(&mut book, &graph, &sources)?;
        }
        Ok(Self {
            book,
            graph,
            changed,
            searched: 0,
            source,
            total: None,
            bar: ProgressBar::hidden(),
            start: Instant::now(),
            last: Instant::now(),
        })
    }

    /// Shows progress towards a number of searches.
    pub(super) fn expect(&mut self, total: usize) {
        self.total = Some(total);
        self.bar = common::progress(total as u64);
    }

    /// Adds the result of a search, and carries values on.
    pub(super) fn add(&mut self, (task, found): Searched) -> Result<(), Failure> {
        let mut record = found;
        if let Some(known) = self.graph.get(task.position) {
            record.searched = known.searched;
        }
        record.source = self.source;
        self.book.learn(&[record]).map_err(common::failed)?;
        let Ok(()) = self.graph.set(record);
        let Ok(_) = carry(&mut self.graph, [task.position]);
        self.searched += 1;
        self.bar.inc(1);
        if self.bar.is_hidden() && self.last.elapsed() >= PERIOD {
            self.last = Instant::now();
            print_message(&self.line());
        }
        Ok(())
    }

    /// Time since the searches began.
    pub(super) fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    /// A line of progress.
    fn line(&self) -> String {
        let searched = self.searched;
        #[expect(clippy::cast_precision_loss, reason = "a rate for people")]
        let rate = searched as f64 / self.elapsed().as_secs_f64().max(0.001);
        let of = self.total.map(|total| format!(" of {total}"));
        let of = of.unwrap_or_default();
        let positions = self.graph.len();
        format!("{searched}{of} positions searched, {rate:.2} a second; the book has {positions}")
    }

    /// Makes the log part of the sorted file. Returns the number of searches.
    pub(super) fn finish(&mut self) -> Result<usize, Failure> {
        self.bar.finish_and_clear();
        self.book.compact().map_err(common::failed)?;
        Ok(self.searched)
    }
}
