//! Learning: a book grows by the positions of a game.

use std::convert::Infallible;
use std::path::Path;
use std::sync::Arc;
use std::thread;

use crossbeam_channel::{Receiver, Sender, bounded, select, unbounded};
use jiff::civil::{Date, date};
use jiff::tz::TimeZone;
use jiff::{Unit, Zoned};

use crate::engine::{Engine, Event, GoLimits, SearchResult, Settings};
use crate::game::{InputError, Notation, Side};
use crate::games;
use crate::games::othello::board::Squares;
use crate::games::othello::book::{
    Book, BookError, Effort, Kind, Opinion, Position, Record, Source, outside, source_number,
};
use crate::games::othello::{DISC, Othello};
use crate::search::{Selectivity, TranspositionTable};

/// The first day that a book can name.
pub const FIRST_DAY: Date = date(2020, 1, 1);

/// The current day, counted from [`FIRST_DAY`] in universal time.
#[must_use]
pub fn today() -> u16 {
    let today = Zoned::now().with_time_zone(TimeZone::UTC).date();
    let days = today.since((Unit::Day, FIRST_DAY));
    days.map_or(0, |span| u16::try_from(span.get_days()).unwrap_or(0))
}

/// This program as a source of a book.
#[must_use]
pub fn this_program() -> Source {
    let name = concat!("Kaeshi ", env!("CARGO_PKG_VERSION"));
    Source::new(Kind::Kaeshi, name, [0; 4])
}

/// Searches the best of `moves`, one bit each in the frame of `position`, to `depth` plies. The result is a record with
/// this leaf; `None` if the other end of `stop` is dropped before.
///
/// # Errors
/// If a move is not legal, or the system has no thread for the search.
pub fn search_leaf(
    engine: &mut dyn Engine,
    (position, moves): (Position, u64),
    (depth, settings): (i8, Settings),
    stop: &Receiver<Infallible>,
) -> Result<Option<Record>, InputError> {
    let text = Othello::new(position.board(), Side::First).write();
    engine.set_up(Some(&text), &[]).map_err(InputError::new)?;
    let limits = GoLimits {
        depth: Some(depth),
        search_moves: Squares(moves).map(|square| square.to_string()).collect(),
        ..GoLimits::default()
    };
    let (sender, events) = unbounded();
    let sink = Box::new(move |event| drop(sender.send(event)));
    engine.start_search(&limits, settings, sink)?;
    let result = loop {
        select! {
            recv(events) -> event => match event {
                Ok(Event::Finished(result)) => break Some(result),
                Ok(_) => {}
                Err(_) => break None,
            },
            recv(stop) -> _ => break None,
        }
    };
    engine.stop();
    engine.join();
    let Some(result) = result else {
        return Ok(None);
    };
    let leaf = leaf(&result)
        .ok_or_else(|| InputError::new(format_args!("the search of {position} has no result")))?;
    let nodes = result.progress.nodes.checked_ilog2().unwrap_or(0);
    Ok(Some(Record {
        leaf,
        day: today(),
        effort_log2: u8::try_from(nodes).unwrap_or(u8::MAX),
        ..Record::new(position)
    }))
}

/// The best move, as an opinion in whole discs.
fn leaf(result: &SearchResult) -> Option<Opinion> {
    let info = result.info.as_ref()?;
    let discs = (f64::from(info.score.0) / f64::from(DISC)).round();
    #[expect(clippy::cast_possible_truncation, reason = "at most 64 discs")]
    let value = discs as i8;
    Some(Opinion {
        value: Some(value),
        best: result.best.as_ref()?.parse().ok(),
        effort: Effort::Search {
            depth: info.depth,
            selectivity: Selectivity::with_percent(info.confidence)?,
        },
    })
}

/// A game of which a book learns. Its positions are in the book already, though perhaps without values.
pub(super) struct Lesson {
    book: Book,
    /// The positions of the game, first to last.
    positions: Vec<Position>,
    /// The number of this program among the sources.
    source: u8,
}

impl Lesson {
    /// Adds `positions` to the book at `path`, except those where the game is over.
    ///
    /// # Errors
    /// If the book cannot be read or written, or another process is writing it.
    pub(super) fn begin(
        path: &Path,
        positions: impl IntoIterator<Item = Position>,
    ) -> Result<Self, InputError> {
        let mut book = Book::open_for_writing(path).map_err(InputError::new)?;
        let mut sources = book.sources().to_vec();
        let source = source_number(&mut sources, this_program())
            .ok_or_else(|| InputError::new("the book has no room for another source"))?;
        let mut positions: Vec<Position> = positions.into_iter().collect();
        positions.retain(|position| position.result().is_none());
        add(&mut book, &positions, (source, &sources)).map_err(InputError::new)?;
        Ok(Self {
            book,
            positions,
            source,
        })
    }

    /// Searches the moves out of the book that have no value, from the last position of the game to the first. So the
    /// table has the results of later positions.
    fn learn(
        mut self,
        engine: &mut dyn Engine,
        effort: (i8, Settings),
        stop: &Receiver<Infallible>,
    ) -> Result<(), InputError> {
        for position in self.positions.into_iter().rev() {
            let known = self.book.get(position).map_err(InputError::new)?;
            let record = known.unwrap_or_else(|| Record::new(position));
            let moves = outside(&record, &mut self.book).map_err(InputError::new)?;
            let Some(moves) = moves else {
                continue;
            };
            let Some(found) = search_leaf(engine, (position, moves), effort, stop)? else {
                break;
            };
            let record = Record {
                searched: record.searched,
                source: self.source,
                ..found
            };
            self.book.learn(&[record]).map_err(InputError::new)?;
        }
        self.book.sync().map_err(InputError::new)
    }
}

/// Adds the positions that the book does not have, and this program to its sources.
fn add(
    book: &mut Book,
    positions: &[Position],
    (source, sources): (u8, &[Source]),
) -> Result<(), BookError> {
    if sources.len() > book.sources().len() {
        let records: Result<Vec<_>, _> = book.records().collect();
        book.replace(records?, sources)?;
    }
    let mut records = Vec::new();
    for position in positions {
        if book.get(*position)?.is_none() {
            records.push(Record {
                source,
                day: today(),
                ..Record::new(*position)
            });
        }
    }
    book.learn(&records)?;
    book.sync()
}

/// A thread that searches for a book.
pub(super) struct Learner {
    /// Dropped to stop it.
    stop: Option<Sender<Infallible>>,
    thread: thread::JoinHandle<Result<(), InputError>>,
    /// Whether the user asked for it: then other requests wait for its end.
    pub(super) is_request: bool,
}

impl Learner {
    /// Starts to search the positions of `lesson` to a depth in plies, and calls `done` at the end.
    ///
    /// # Errors
    /// If the system has no thread for it.
    pub(super) fn start(
        lesson: Lesson,
        effort: (i8, Settings),
        table: Arc<TranspositionTable>,
        done: impl FnOnce() + Send + 'static,
    ) -> Result<Self, InputError> {
        let mut engine = games::open(games::DEFAULT, table)?;
        let (stop, stopped) = bounded(0);
        let learn = move || {
            let learned = lesson.learn(&mut *engine, effort, &stopped);
            done();
            learned
        };
        let thread = thread::Builder::new().name("learner".into()).spawn(learn);
        Ok(Self {
            stop: Some(stop),
            thread: thread.map_err(InputError::new)?,
            is_request: false,
        })
    }

    /// Ends the running search soon.
    pub(super) fn stop(&mut self) {
        self.stop = None;
    }

    /// Waits for the end.
    ///
    /// # Errors
    /// If the book could not be read or written.
    ///
    /// # Panics
    /// If the search has panicked.
    pub(super) fn join(self) -> Result<(), InputError> {
        drop(self.stop);
        self.thread
            .join()
            .unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    }
}
