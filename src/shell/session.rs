//! A session: the current game, the options, the table and the running search.

use std::path::Path;
use std::sync::Arc;

use crossbeam_channel::Sender;

use super::Event;
use super::book_learning::{Learner, Lesson};
use super::opening_book::{BookChoice, OpeningBook};
use super::options::{Kind, Name, Options, check_level};
use crate::core::splitmix64;
use crate::engine::{self, Engine, EventSink, GoLimits, Progress, PvInfo, SearchResult, Settings};
use crate::game::{InputError, Notation};
use crate::games;
use crate::games::othello::Othello;
use crate::games::othello::book::Position;
use crate::search::{Level, TranspositionTable};

/// The state of one conversation.
pub struct Session {
    /// The game and the engine.
    pub engine: Box<dyn Engine>,
    options: Options,
    table: Arc<TranspositionTable>,
    /// The book of the option `BookFile`, or the built-in one.
    book: OpeningBook,
    /// Number of games that began before the current one.
    games: u64,
    events: Sender<Event>,
    running: Option<SearchFlags>,
    /// The thread that searches for the book after a game.
    learner: Option<Learner>,
    /// What the user is to be told at the next opportunity.
    notice: Option<String>,
    /// Whether the user was told that the book of the options does not learn.
    is_told: bool,
    /// The limits of the running pondering search.
    pondering: Option<GoLimits>,
    /// Whether the last search was told to stop.
    stopped: bool,
}

/// A search or count whose last event has not arrived.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct SearchFlags {
    /// Whether only a stop ends it.
    endless: bool,
    /// Whether a deadline ends it.
    timed: bool,
    /// Whether it was reported that the search is finished.
    is_reported: bool,
}

impl SearchFlags {
    fn new(limits: &GoLimits) -> Self {
        Self {
            endless: limits.is_endless(),
            timed: limits.is_timed(),
            is_reported: false,
        }
    }
}

impl Session {
    /// A session with `options`; the events of its engine are sent to `events`.
    ///
    /// # Errors
    /// If the game is unknown, or there is no memory for the table.
    pub fn new(options: Options, events: Sender<Event>) -> Result<Self, InputError> {
        let table = Arc::new(TranspositionTable::growing(options.hash).map_err(InputError::new)?);
        let engine = games::open(&options.game, Arc::clone(&table))?;
        check_level(&*engine, &options)?;
        let book = open_book(&options)?;
        Ok(Self {
            engine,
            options,
            table,
            book,
            games: 0,
            events,
            running: None,
            learner: None,
            notice: None,
            is_told: false,
            pondering: None,
            stopped: false,
        })
    }

    /// The values of all options.
    #[must_use]
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// Whether a search or a count is running, or the book is learning.
    #[must_use]
    pub fn is_searching(&self) -> bool {
        self.running.is_some() || self.is_learning()
    }

    /// Whether the current game is Othello, which alone has a book.
    fn is_othello(&self) -> bool {
        games::family(&self.options.game) == Some("othello")
    }

    /// Whether the book is learning a game.
    #[must_use]
    pub(super) fn is_learning(&self) -> bool {
        self.learner.is_some()
    }

    /// Whether a line that waits for the search has to stop it: nothing else ends it, or the book is learning although
    /// it was not asked to.
    #[must_use]
    pub fn is_endless(&self) -> bool {
        let is_unasked = |learner: &Learner| !learner.is_request;
        self.running.is_some_and(|running| running.endless)
            || self.learner.as_ref().is_some_and(is_unasked)
    }

    /// Whether a deadline ends the search.
    #[must_use]
    pub fn is_timed(&self) -> bool {
        self.running.is_some_and(|running| running.timed)
    }

    /// The progress of the search or count. Of a finished search, it is returned only once.
    pub(super) fn progress(&mut self) -> Option<Progress> {
        let running = self.running.as_mut().filter(|known| !known.is_reported)?;
        let progress = self.engine.progress()?;
        running.is_reported = progress.is_final;
        Some(progress)
    }

    /// Stops a running search or count soon.
    pub fn stop(&mut self) {
        self.stopped = self.is_searching();
        self.engine.stop();
        if let Some(learner) = &mut self.learner {
            learner.stop();
        }
    }

    /// Whether the last search or count was told to stop.
    #[must_use]
    pub fn was_stopped(&self) -> bool {
        self.stopped
    }

    /// Ends the search or count after its last event, [`Finished`](crate::engine::Event::Finished) or
    /// [`Perft`](crate::engine::Event::Perft). The event loop calls it before [`super::Protocol::handle_event`].
    pub fn search_finished(&mut self) {
        self.engine.join();
        self.running = None;
        self.pondering = None;
    }

    /// Sets an option.
    ///
    /// # Errors
    /// If there is no such option, or its value is refused; then nothing changes.
    pub fn set_option(&mut self, name: &str, value: Option<&str>) -> Result<(), InputError> {
        let name = Name::find(name)?;
        let mut options = self.options.clone();
        options.set(name, value)?;
        match name {
            Name::Hash if options.hash != self.options.hash => self.resize(options.hash)?,
            Name::Game => self.change_game(&options)?,
            Name::Level => check_level(&*self.engine, &options)?,
            Name::BookFile => self.book = open_book(&options)?,
            Name::ClearHash => self.table.clear(),
            _ => {}
        }
        if matches!(name, Name::BookFile | Name::BookLearn) {
            self.is_told = false;
        }
        self.options = options;
        Ok(())
    }

    /// Sets an option to `number`, or to the nearest valid value, for protocols that send a maximum.
    ///
    /// # Errors
    /// If there is no memory for it; then nothing changes.
    pub(super) fn set_clamped(&mut self, name: Name, number: u64) -> Result<(), InputError> {
        let number = usize::try_from(number).unwrap_or(usize::MAX);
        let nearest = match name.kind() {
            Kind::Number { min, max } => number.clamp(min, max),
            Kind::Switch | Kind::Text | Kind::Path | Kind::Button => number,
        };
        self.set_option(name.text(), Some(&nearest.to_string()))
    }

    /// Clears the table and sets up the starting position. With `BookLearn`, the book begins to learn the game before.
    pub fn new_game(&mut self) {
        let played = self.played();
        self.table.clear();
        self.engine.reset();
        self.games += 1;
        let depth = self.options.book.learn;
        if depth > 0
            && let Err(why) = self.start_learning(played, depth, false)
        {
            self.learning_failed(&why);
        }
    }

    /// Lets the book of `BookFile` learn the current game, by searches to `depth` plies. [`Event::Learned`] follows.
    /// Returns whether there is something to learn.
    ///
    /// # Errors
    /// If the book cannot be written, or the system has no thread.
    pub(super) fn learn(&mut self, depth: i8) -> Result<bool, InputError> {
        self.start_learning(self.played(), depth, true)
    }

    /// The positions of the game that the book may learn: those from the starting position to `BookDepth`.
    fn played(&self) -> Vec<Position> {
        // The built-in book learns nothing.
        if self.options.book.file.is_empty() || !self.is_othello() {
            return Vec::new();
        }
        let rules = Othello::default();
        let positions = self.engine.positions();
        let positions = positions.iter().map_while(|text| {
            let board = rules.read(text).ok()?.board();
            Some(Position::of(board).position)
        });
        let depth = usize::from(self.options.book.depth);
        let mut positions: Vec<_> = positions.take(depth).collect();
        if positions.len() < 2 || positions[0] != Position::start() {
            positions.clear();
        }
        positions
    }

    fn start_learning(
        &mut self,
        positions: Vec<Position>,
        depth: i8,
        is_request: bool,
    ) -> Result<bool, InputError> {
        if positions.is_empty() {
            return Ok(false);
        }
        let lesson = Lesson::begin(Path::new(&self.options.book.file), positions)?;
        let settings = Settings {
            threads: self.options.settings.threads,
            ..Settings::default()
        };
        let events = self.events.clone();
        // The receiver is dropped if the loop has ended.
        let done = move || drop(events.send(Event::Learned));
        let table = Arc::clone(&self.table);
        let mut learner = Learner::start(lesson, (depth, settings), table, done)?;
        learner.is_request = is_request;
        self.learner = Some(learner);
        self.stopped = false;
        Ok(true)
    }

    /// Ends learning after [`Event::Learned`]. The book is opened again, since its values have changed.
    pub(super) fn learning_finished(&mut self) {
        self.join_learner();
        match open_book(&self.options) {
            Ok(book) => self.book = book,
            Err(why) => log::warn!("{why}"),
        }
    }

    /// Ends the conversation: the search is stopped. With `BookLearn`, the positions of the last game are added to the
    /// book; nobody waits for searches of them.
    pub(super) fn end(&mut self) {
        self.stop();
        self.engine.join();
        self.join_learner();
        let played = self.played();
        if self.options.book.learn > 0
            && !played.is_empty()
            && let Err(why) = Lesson::begin(Path::new(&self.options.book.file), played)
        {
            self.learning_failed(&why);
        }
    }

    fn join_learner(&mut self) {
        if let Some(learner) = self.learner.take()
            && let Err(why) = learner.join()
        {
            self.learning_failed(&why);
        }
    }

    /// Notes why the book has not learned. The user is told once for each book, not after every game.
    fn learning_failed(&mut self, why: &InputError) {
        let text = format!("the book could not learn: {why}");
        log::warn!("{text}");
        if !std::mem::replace(&mut self.is_told, true) {
            self.notice = Some(text);
        }
    }

    /// What the user is to be told; it is returned once.
    pub(super) fn take_notice(&mut self) -> Option<String> {
        self.notice.take()
    }

    /// Sets up the position `text`, or the starting position for `None`, and plays `moves`. On an error, nothing
    /// changes.
    ///
    /// `text` may belong to another variant or, if it begins with the name of a game, to another game.
    ///
    /// # Errors
    /// If the position or a move is refused.
    pub fn set_up(&mut self, text: Option<&str>, moves: &[&str]) -> Result<(), InputError> {
        let position = (text, moves);
        let other = games::set_up(&mut *self.engine, &self.options.game, position, &self.table)?;
        if let Some((engine, name)) = other {
            let options = Options {
                game: name,
                ..self.options.clone()
            };
            self.replace(engine, options)?;
        }
        Ok(())
    }

    /// Starts a search that reports `lines` best lines, 1 or more. If the opening book has a move, that is the result at
    /// once.
    ///
    /// # Errors
    /// If the limits name a move that is not legal, or the system has no thread for the search.
    pub fn start_search(&mut self, lines: usize, limits: &GoLimits) -> Result<(), InputError> {
        let Some(result) = self.book_answer(lines, limits) else {
            return self.start_analysis(lines, limits);
        };
        let event_sink = self.event_sink();
        if let Some(info) = &result.info {
            event_sink(engine::Event::Info(info.clone()));
        }
        event_sink(engine::Event::Finished(result));
        self.search_started(limits);
        Ok(())
    }

    /// As [`Self::start_search`], without the opening book.
    ///
    /// # Errors
    /// Those of [`Self::start_search`].
    pub(super) fn start_analysis(
        &mut self,
        lines: usize,
        limits: &GoLimits,
    ) -> Result<(), InputError> {
        let settings = Settings {
            lines,
            ..self.options.settings
        };
        self.engine
            .start_search(limits, settings, self.event_sink())?;
        self.search_started(limits);
        Ok(())
    }

    fn search_started(&mut self, limits: &GoLimits) {
        self.stopped = false;
        self.running = Some(SearchFlags::new(limits));
        self.pondering = limits.ponder.then(|| limits.clone());
    }

    /// The move of the opening book, if it is used and has one. It is not used to analyse: without an end, with several
    /// lines, for some moves alone, or while pondering; nor by weaker levels.
    fn book_answer(&self, lines: usize, limits: &GoLimits) -> Option<SearchResult> {
        let Options { book, settings, .. } = &self.options;
        let is_analysis = limits.is_endless() || limits.ponder || lines > 1;
        let is_restricted = !limits.search_moves.is_empty();
        let is_weaker = settings.level != Level::FULL;
        if !book.is_used || is_analysis || is_restricted || !self.is_othello() || is_weaker {
            return None;
        }
        let choice = BookChoice {
            variety: book.variety,
            depth: book.depth,
            // The book plays another game each time.
            seed: settings.seed ^ splitmix64(self.games),
        };
        let answer = self.book.answer(&*self.engine, choice);
        // A book that cannot be read does not end the game: the engine searches.
        answer.inspect_err(|why| log::warn!("{why}")).ok().flatten()
    }

    /// The moves that the opening book knows, if it is used, best first.
    pub(super) fn book_lines(&self) -> Vec<PvInfo> {
        if !self.is_othello() || !self.options.book.is_used {
            return Vec::new();
        }
        let lines = self.book.lines(&*self.engine);
        let lines = lines.inspect_err(|why| log::warn!("{why}"));
        lines.unwrap_or_default()
    }

    /// Handles `ponderhit`: the search continues within `limits`, or for `None` within those it began with.
    ///
    /// Without effect if the engine is not pondering.
    pub fn ponderhit(&mut self, limits: Option<GoLimits>) {
        let Some(known) = self.pondering.take() else {
            return;
        };
        let limits = GoLimits {
            ponder: false,
            ..limits.unwrap_or(known)
        };
        self.engine
            .ponderhit(&limits, self.options.settings.overhead);
        self.running = Some(SearchFlags::new(&limits));
    }

    /// Starts a perft count at `depth` plies.
    ///
    /// # Errors
    /// If the system has no thread for it.
    pub fn count(&mut self, depth: u8) -> Result<(), InputError> {
        let event_sink = self.event_sink();
        self.engine.start_perft(depth, event_sink)?;
        self.stopped = false;
        self.running = Some(SearchFlags {
            endless: false,
            timed: false,
            is_reported: false,
        });
        Ok(())
    }

    fn event_sink(&self) -> EventSink {
        let events = self.events.clone();
        Box::new(move |event| {
            // The receiver is dropped if the loop has ended.
            let _ = events.send(Event::Engine(event));
        })
    }

    /// An engine at the starting position of another game, with the same table.
    ///
    /// # Errors
    /// If there is no such game.
    pub fn open(&self, name: &str) -> Result<Box<dyn Engine>, InputError> {
        games::open(name, Arc::clone(&self.table))
    }

    fn change_game(&mut self, options: &Options) -> Result<(), InputError> {
        let engine = self.open(&options.game)?;
        self.replace(engine, options.clone())
    }

    /// Changes the game to that of `engine`, which `options` name.
    fn replace(&mut self, engine: Box<dyn Engine>, options: Options) -> Result<(), InputError> {
        check_level(&*engine, &options)?;
        self.table.clear();
        self.engine = engine;
        self.options = options;
        Ok(())
    }

    /// Replaces the table by one of `megabytes` MiB; the position stays.
    fn resize(&mut self, megabytes: usize) -> Result<(), InputError> {
        let table = Arc::new(TranspositionTable::growing(megabytes).map_err(InputError::new)?);
        self.engine.use_table(Arc::clone(&table));
        self.table = table;
        Ok(())
    }
}

/// Opens the book of the options; the built-in one if they name none.
///
/// # Errors
/// If it is no book.
fn open_book(options: &Options) -> Result<OpeningBook, InputError> {
    let path = &options.book.file;
    if path.is_empty() {
        return Ok(OpeningBook::built_in());
    }
    let book = OpeningBook::open(Path::new(path));
    book.map_err(|why| InputError::new(format_args!("option BookFile: {why}")))
}
