//! SIGINT and SIGTERM end the run, but nothing that is finished gets lost.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicI32, Ordering::SeqCst};
use std::thread;
use std::time::Duration;

use crossbeam_channel::Sender;
use kaeshi::search;
use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::iterator::Signals;
use signal_hook::low_level::emulate_default_handler;

use super::source::Event;

/// How long the run may take to end by itself.
const LAST_WORDS: Duration = Duration::from_secs(2);

/// Whether and how the run was interrupted.
#[derive(Debug, Clone, Default)]
pub(super) struct Interrupt(Arc<AtomicI32>);

impl Interrupt {
    /// Watches for signals; one stops the search that is going on, and wakes whoever waits for `events`.
    ///
    /// # Errors
    /// When the system refuses to hand over the signals.
    pub(super) fn watch(search: Arc<search::Signals>, events: Sender<Event>) -> io::Result<Self> {
        let interrupt = Self::default();
        let ours = interrupt.clone();
        let mut signals = Signals::new([SIGTERM, SIGINT])?;
        thread::spawn(move || {
            let Some(signal) = signals.forever().next() else {
                return;
            };
            // In this order: whoever finds the search stopped knows why.
            ours.0.store(signal, SeqCst);
            search.stop.store(true, SeqCst);
            // If there is no room, nobody is waiting.
            let _ = events.try_send(Event::Interrupted);
            thread::sleep(LAST_WORDS);
            // The run is stuck in a write that nobody reads.
            let _ = emulate_default_handler(signal);
        });
        Ok(interrupt)
    }

    /// The exit status of a program ended by the signal, as shells count: 128 and its number.
    pub(super) fn status(&self) -> Option<u8> {
        match self.0.load(SeqCst) {
            0 => None,
            signal => u8::try_from(128 + signal).ok(),
        }
    }
}
