//! A running search: its thread, its stop signal and its clock.

use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::thread::{self, JoinHandle};
use std::time::Duration;

use super::answer_gate::{AnswerGate, GateWaiter};
use super::time_manager::{GoLimits, TimeManager};
use crate::game::{InputError, Side};
use crate::search::SharedState;

/// A running search. It has its own stop signal, so that a late stop cannot reach the next search.
pub struct RunningSearch {
    shared: Arc<SharedState>,
    time: TimeManager,
    /// Dropped to release a search that waits for a stop.
    gate: Option<AnswerGate>,
    thread: JoinHandle<()>,
}

impl RunningSearch {
    /// Runs `job` on a new thread; `time` is its clock.
    ///
    /// # Errors
    /// If the system has no thread or no memory left for it. `job` is dropped then.
    pub fn start(
        time: TimeManager,
        job: impl FnOnce(&SharedState, &GateWaiter) + Send + 'static,
    ) -> Result<Self, InputError> {
        let shared = Arc::new(SharedState::default());
        let (gate, waiter) = AnswerGate::new();
        let of_job = Arc::clone(&shared);
        let thread = thread::Builder::new().spawn(move || job(&of_job, &waiter));
        let thread = thread.map_err(|why| {
            InputError::new(format_args!(
                "the search cannot start: the system has no thread for it ({why})"
            ))
        })?;
        Ok(Self {
            shared,
            time,
            gate: Some(gate),
            thread,
        })
    }

    /// Stops the search soon; it still sends its last event.
    pub fn stop(&mut self) {
        self.shared.stop.store(true, Relaxed);
        self.gate = None;
    }

    /// Ends pondering: `limits` count from now on. See [`TimeManager::ponderhit`] for `plies`.
    pub fn ponderhit(&mut self, limits: &GoLimits, side: Side, plies: u16, overhead: Duration) {
        self.time.ponderhit(limits, side, plies, overhead);
        if let Some(deadline) = self.time.deadline() {
            // A deadline that is set already stays.
            let _ = self.shared.deadline.set(deadline);
        }
        self.gate = None;
    }

    /// Waits until the search has sent its last event.
    ///
    /// # Panics
    /// If the search has panicked. In a release build, that has aborted the program already.
    pub fn join(self) {
        self.thread.join().expect("a search does not panic");
    }

    /// Whether the search is finished and waits for a stop.
    #[must_use]
    pub fn is_final(&self) -> bool {
        self.gate.as_ref().is_some_and(AnswerGate::is_waited_for)
    }

    /// Time since the search began.
    #[must_use]
    pub fn elapsed(&self) -> Duration {
        self.time.elapsed()
    }

    /// The state that its workers share.
    #[must_use]
    pub fn shared(&self) -> &SharedState {
        &self.shared
    }
}
