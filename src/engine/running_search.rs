//! A running search: its thread or its slices, its stop signal and its clock.

use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::thread::{self, JoinHandle};
use std::time::Duration;

use super::answer_gate::{AnswerGate, GateWaiter};
use super::sliced_job::{SliceState, SlicedJob, Slices};
use super::time_manager::{GoLimits, TimeManager};
use crate::game::{InputError, Side};
use crate::search::{SharedState, TranspositionTable};

/// A running search. It has its own stop signal, so that a late stop cannot reach the next search.
pub struct RunningSearch {
    shared: Arc<SharedState>,
    time: TimeManager,
    runner: Runner,
}

/// Who runs a search.
enum Runner {
    /// A thread.
    Thread {
        /// Dropped to release a search that waits for a stop.
        gate: Option<AnswerGate>,
        thread: JoinHandle<()>,
    },
    /// The caller, by [`RunningSearch::run_slice`].
    Caller {
        job: SlicedJob,
        /// How the last slice ended.
        state: SliceState,
    },
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
        let gate = Some(gate);
        Ok(Self {
            shared,
            time,
            runner: Runner::Thread { gate, thread },
        })
    }

    /// Prepares a job that the caller runs; `time` is its clock. `job` makes the function that runs a slice.
    pub fn in_slices(
        time: TimeManager,
        table: &Arc<TranspositionTable>,
        job: impl for<'s> FnOnce(&'s TranspositionTable, &'s SharedState) -> Slices<'s>,
    ) -> Self {
        let shared = Arc::new(SharedState::default());
        let owner = (Arc::clone(table), Arc::clone(&shared));
        Self {
            shared,
            time,
            runner: Runner::Caller {
                job: SlicedJob::new(owner, |(table, shared)| job(table, shared)),
                state: SliceState::Running,
            },
        }
    }

    /// Runs a job of [`RunningSearch::in_slices`] for `time`. A job on a thread runs anyway.
    pub fn run_slice(&mut self, time: Duration) -> SliceState {
        match &mut self.runner {
            Runner::Thread { .. } => SliceState::Running,
            Runner::Caller { job, state } => {
                if *state != SliceState::Finished {
                    *state = job.with_dependent_mut(|_, slices| slices(time));
                }
                *state
            }
        }
    }

    /// Stops the search soon; it still sends its last event.
    pub fn stop(&mut self) {
        self.shared.stop.store(true, Relaxed);
        self.open_gate();
    }

    /// Ends pondering: `limits` count from now on. See [`TimeManager::ponderhit`] for `plies`.
    pub fn ponderhit(&mut self, limits: &GoLimits, side: Side, plies: u16, overhead: Duration) {
        self.time.ponderhit(limits, side, plies, overhead);
        if let Some(deadline) = self.time.deadline() {
            // A deadline that is set already stays.
            let _ = self.shared.deadline.set(deadline);
        }
        self.shared.is_released.store(true, Relaxed);
        self.open_gate();
    }

    fn open_gate(&mut self) {
        if let Runner::Thread { gate, .. } = &mut self.runner {
            *gate = None;
        }
    }

    /// Waits until the search has sent its last event. A search in slices that waits for a stop is given up.
    ///
    /// # Panics
    /// If the search has panicked. In a release build, that has aborted the program already.
    pub fn join(mut self) {
        while self.run_slice(Duration::MAX) == SliceState::Running {
            if let Runner::Thread { thread, .. } = self.runner {
                return thread.join().expect("a search does not panic");
            }
        }
    }

    /// Whether the search is finished and waits for a stop.
    #[must_use]
    pub fn is_final(&self) -> bool {
        match &self.runner {
            Runner::Thread { gate, .. } => gate.as_ref().is_some_and(AnswerGate::is_waited_for),
            Runner::Caller { state, .. } => *state == SliceState::Waiting,
        }
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
