//! Handles requests of the system to end: a long run or a conversation ends by itself, and what is finished is kept and
//! reported. On Unix these are SIGINT and SIGTERM, on Windows Ctrl-C, Ctrl-Break and the closing of the console.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicI32, Ordering::SeqCst};
#[cfg(not(target_family = "wasm"))]
use std::time::Duration;

/// Time that the run has to end after a signal.
#[cfg(not(target_family = "wasm"))]
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
        system::watch(move |signal| {
            ours.0.store(signal, SeqCst);
            on_signal();
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

#[cfg(unix)]
mod system {
    use std::io;
    use std::thread;

    use signal_hook::consts::{SIGINT, SIGTERM};
    use signal_hook::iterator::Signals;
    use signal_hook::low_level::emulate_default_handler;

    /// Calls `on_signal` with the number of the first signal, in a thread of its own. Ends the process if it then runs on.
    pub(super) fn watch(on_signal: impl FnOnce(i32) + Send + 'static) -> io::Result<()> {
        let mut signals = Signals::new([SIGTERM, SIGINT])?;
        thread::Builder::new().spawn(move || {
            let Some(signal) = signals.forever().next() else {
                return;
            };
            on_signal(signal);
            thread::sleep(super::EXIT_GRACE);
            // It is stuck, for example in a write to a pipe that is not read.
            let _ = emulate_default_handler(signal);
        })?;
        Ok(())
    }
}

#[cfg(windows)]
mod system {
    use std::io;
    use std::process;
    use std::thread;

    /// The number of SIGINT, which stands for all requests to end.
    const SIGINT: i32 = 2;

    /// Calls `on_signal` at the first request to end, in a thread of its own. Ends the process if it then runs on.
    pub(super) fn watch(on_signal: impl FnOnce(i32) + Send + 'static) -> io::Result<()> {
        let mut on_signal = Some(on_signal);
        let handler = move || {
            let Some(on_signal) = on_signal.take() else {
                return;
            };
            on_signal(SIGINT);
            thread::sleep(super::EXIT_GRACE);
            process::exit(128 + SIGINT);
        };
        ctrlc::set_handler(handler).map_err(io::Error::other)
    }
}

#[cfg(target_family = "wasm")]
mod system {
    use std::io;

    /// WebAssembly has no signals: `on_signal` is never called.
    pub(super) fn watch(_on_signal: impl FnOnce(i32) + Send + 'static) -> io::Result<()> {
        Ok(())
    }
}
