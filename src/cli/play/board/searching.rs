//! The searches of the engine, which run beside the game.

use std::sync::Arc;

use kaeshi::engine::{Engine, Event, EventSink, GoLimits, PvInfo, SearchResult, Settings};
use kaeshi::game::InputError;
use kaeshi::games;
use kaeshi::search::{Level, TranspositionTable};
use kaeshi::shell::BookChoice;

use super::Board;

/// Number of discs that a move of the opening book may lose, so that games differ.
const VARIETY: u8 = 1;

impl Board {
    /// Plays from the opening book, or searches at the level of the game.
    pub(in crate::cli::play) fn choose_move(
        &mut self,
        limits: &GoLimits,
    ) -> Result<SearchResult, InputError> {
        self.wait_for(|board, sink| board.start_answer(limits, sink))
    }

    /// Searches at full strength.
    pub(in crate::cli::play) fn advise(
        &mut self,
        limits: &GoLimits,
    ) -> Result<SearchResult, InputError> {
        self.wait_for(|board, sink| board.start_advice(limits, 1, sink))
    }

    /// Waits for the result of the search that `start` begins.
    fn wait_for(
        &mut self,
        start: impl FnOnce(&mut Self, EventSink) -> Result<(), InputError>,
    ) -> Result<SearchResult, InputError> {
        let (sender, events) = crossbeam_channel::unbounded();
        // `find_map` below waits until the last event is sent.
        start(self, Box::new(move |event| drop(sender.send(event))))?;
        let result = events.iter().find_map(|event| match event {
            Event::Finished(result) => Some(result),
            _ => None,
        });
        Ok(result.expect("every search ends with an answer"))
    }

    /// Begins the choice of the engine's move, by the opening book or a search at the level of the game, and returns at
    /// once. The last event is [`Event::Finished`].
    pub(in crate::cli::play) fn start_answer(
        &mut self,
        limits: &GoLimits,
        sink: EventSink,
    ) -> Result<(), InputError> {
        self.end_search();
        let book = self
            .book
            .as_ref()
            .filter(|_| self.settings.level == Level::FULL);
        if let Some(book) = book {
            let choice = BookChoice {
                variety: VARIETY,
                depth: 60,
                seed: self.settings.seed,
            };
            let answer = book.answer(&*self.engine, choice);
            if let Some(result) = answer.map_err(InputError::new)? {
                sink(Event::Finished(result));
                return Ok(());
            }
        }
        self.start_search(limits, self.settings, sink)
    }

    /// Begins a search at full strength for the best `lines` moves, and returns at once.
    pub(in crate::cli::play) fn start_advice(
        &mut self,
        limits: &GoLimits,
        lines: usize,
        sink: EventSink,
    ) -> Result<(), InputError> {
        let settings = Settings {
            level: Level::FULL,
            lines,
            ..self.settings
        };
        self.start_search(limits, settings, sink)
    }

    fn start_search(
        &mut self,
        limits: &GoLimits,
        settings: Settings,
        sink: EventSink,
    ) -> Result<(), InputError> {
        self.end_search();
        let moves: Vec<_> = self.names().collect();
        let thinker = self.engine_after(&moves, &self.table)?;
        let thinker = self.thinker.insert(thinker);
        thinker.start_search(limits, settings, sink)
    }

    /// An engine of its own at the start of a game without hidden cards, with an empty table as large as that of the game.
    pub(in crate::cli::play) fn engine_of_review(&self) -> Result<Box<dyn Engine>, InputError> {
        self.engine_after(&[], &self.empty_table()?)
    }

    /// An empty table as large as that of the game.
    pub(in crate::cli::play) fn empty_table(&self) -> Result<Arc<TranspositionTable>, InputError> {
        let table = TranspositionTable::new(self.table.megabytes()).map_err(InputError::new)?;
        Ok(Arc::new(table))
    }

    /// An engine after `moves`, which knows what the player to move knows.
    fn engine_after(
        &self,
        moves: &[&str],
        table: &Arc<TranspositionTable>,
    ) -> Result<Box<dyn Engine>, InputError> {
        match &self.hands {
            Some(hands) if !hands.open => hands.engine_of_mover(moves.iter().copied()),
            Some(hands) => hands.engine(moves),
            None => {
                let mut engine = games::open(&self.game, Arc::clone(table))?;
                let place = (self.setup.as_deref(), moves);
                let other = games::set_up(&mut *engine, &self.game, place, table)?;
                Ok(other.map_or(engine, |(other, _)| other))
            }
        }
    }

    /// Asks the running search for its result, which it sends soon.
    pub(in crate::cli::play) fn stop_search(&mut self) {
        if let Some(thinker) = &mut self.thinker {
            thinker.stop();
        }
    }

    /// Ends the running search. Its result may still be sent.
    pub(in crate::cli::play) fn end_search(&mut self) {
        self.thinker = None;
    }

    /// The moves of the opening book in this position, best first; none without a book.
    pub(in crate::cli::play) fn book_moves(&self) -> Vec<PvInfo> {
        let lines = self.book.as_ref().map(|book| book.lines(&*self.engine));
        lines.and_then(Result::ok).unwrap_or_default()
    }
}
