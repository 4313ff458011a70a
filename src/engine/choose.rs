//! Searches whose result the caller waits for.

use std::time::Duration;

use crossbeam_channel::RecvTimeoutError;

use super::event::{Event, SearchResult};
use super::search_engine::{Engine, Settings};
use super::time_manager::GoLimits;
use crate::game::InputError;

impl dyn Engine {
    /// Searches, and waits for the result.
    ///
    /// # Errors
    /// If the limits name a move that is not legal, or the system has no thread for the search.
    ///
    /// # Panics
    /// If the search ends without a result, which is a bug.
    ///
    /// # Examples
    /// ```
    /// use std::sync::Arc;
    ///
    /// use kaeshi::engine::{GoLimits, Settings};
    /// use kaeshi::games;
    /// use kaeshi::search::TranspositionTable;
    ///
    /// let table = Arc::new(TranspositionTable::new(16)?);
    /// let mut engine = games::open("connect4", table)?;
    /// engine.play(&["d1", "a1", "d2", "a2", "d3", "a3"])?;
    /// let limits = GoLimits { depth: Some(4), ..GoLimits::default() };
    /// let result = engine.choose(&limits, Settings::default())?;
    /// assert_eq!(result.best.as_deref(), Some("d4"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn choose(
        &mut self,
        limits: &GoLimits,
        settings: Settings,
    ) -> Result<SearchResult, InputError> {
        let (sender, events) = crossbeam_channel::unbounded();
        // `find_map` below waits until the last event is sent.
        let listener = Box::new(move |event| drop(sender.send(event)));
        // One worker needs no thread of its own.
        let sliced = settings.threads == 1;
        let settings = Settings { sliced, ..settings };
        self.start_search(limits, settings, listener)?;
        self.run_slice(Duration::MAX);
        let result = events.iter().find_map(finished);
        self.join();
        Ok(result.expect("every search ends with an answer"))
    }

    /// Searches, and waits for the result. The search ends early once `go_on`, which is called several times a second,
    /// returns false. Where there are no threads, it is called only before the search.
    ///
    /// # Errors
    /// If the limits name a move that is not legal, or the system has no thread for the search.
    ///
    /// # Panics
    /// If the search ends without a result, which is a bug.
    pub fn choose_while(
        &mut self,
        limits: &GoLimits,
        settings: Settings,
        mut go_on: impl FnMut() -> bool,
    ) -> Result<SearchResult, InputError> {
        /// Time between two calls of `go_on`.
        const PAUSE: Duration = Duration::from_millis(50);
        if !go_on() {
            let at_once = GoLimits {
                depth: Some(1),
                ..limits.clone()
            };
            return self.choose(&at_once, settings);
        }
        if cfg!(target_family = "wasm") {
            return self.choose(limits, settings);
        }
        let (sender, events) = crossbeam_channel::unbounded();
        let listener = Box::new(move |event| drop(sender.send(event)));
        self.start_search(limits, settings, listener)?;
        let result = loop {
            match events.recv_timeout(PAUSE) {
                Ok(event) => {
                    if let Some(result) = finished(event) {
                        break Some(result);
                    }
                }
                Err(RecvTimeoutError::Timeout) if go_on() => {}
                Err(RecvTimeoutError::Timeout) => self.stop(),
                Err(RecvTimeoutError::Disconnected) => break None,
            }
        };
        self.join();
        Ok(result.expect("every search ends with an answer"))
    }
}

fn finished(event: Event) -> Option<SearchResult> {
    match event {
        Event::Finished(result) => Some(result),
        _ => None,
    }
}
