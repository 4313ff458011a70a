//! Handles SIGINT and SIGTERM: a long run or a conversation ends by itself, and what is finished is kept and reported.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicI32, Ordering::SeqCst};
use std::thread;
use std::time::Duration;

use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::iterator::Signals;
use signal_hook::low_level::emulate_default_handler;

/// Time that the run has to end after a signal.
const EXIT_GRACE: Duration = Duration::from_secs(2);

/// The signal that interrupted the run, if any.
#[derive(Debug, Clone, Default)]
pub struct Interrupt(Arc<AtomicI32>);

impl Interrupt {
    /// Watches for signals; the first one calls `on_signal`, after [`Interrupt::status`] has changed.
    ///
    /// # Errors
    /// If the system refuses to install the handlers, or has no thread for them.
    pub fn watch(on_signal: impl FnOnce() + Send + 'static) -> io::Result<Self> {
        let interrupt = Self::default();
        let ours = interrupt.clone();
        let mut signals = Signals::new([SIGTERM, SIGINT])?;
        thread::Builder::new().spawn(move || {
            let Some(signal) = signals.forever().next() else {
                return;
            };
            ours.0.store(signal, SeqCst);
            on_signal();
            thread::sleep(EXIT_GRACE);
            // It is stuck, for example in a write to a pipe that is not read.
            let _ = emulate_default_handler(signal);
        })?;
        Ok(interrupt)
    }

    /// The exit status of a program ended by the signal, as in shells: 128 plus its number.
    #[must_use]
    pub fn status(&self) -> Option<u8> {
        match self.0.load(SeqCst) {
            0 => None,
            signal => u8::try_from(128 + signal).ok(),
        }
    }
}
