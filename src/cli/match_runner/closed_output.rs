//! Notices that the reader of standard output has left while nothing is written to it.
//!
//! The next line that is written would fail, too, but a game may take hours.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};

/// Whether the reader of standard output has left.
#[derive(Debug, Clone, Default)]
pub(super) struct ClosedOutput(Arc<AtomicBool>);

impl ClosedOutput {
    /// Calls `on_closed` once when the reader of standard output leaves, after [`ClosedOutput::is_closed`] has changed. That is
    /// noticed on Unix only, where the output is a pipe, a socket or a terminal.
    ///
    /// # Errors
    /// If the system has no thread for it.
    pub(super) fn watch(on_closed: impl FnOnce() + Send + 'static) -> io::Result<Self> {
        let output = Self::default();
        let ours = output.clone();
        system::watch(move || {
            ours.0.store(true, SeqCst);
            on_closed();
        })?;
        Ok(output)
    }

    /// Whether it was noticed.
    pub(super) fn is_closed(&self) -> bool {
        self.0.load(SeqCst)
    }
}

#[cfg(unix)]
mod system {
    use std::io;
    use std::thread;

    use rustix::event::{PollFd, PollFlags, poll};
    use rustix::io::Errno;

    /// Waits for the end of the output in a thread of its own.
    pub(super) fn watch(on_closed: impl FnOnce() + Send + 'static) -> io::Result<()> {
        thread::Builder::new().spawn(move || {
            let stdout = io::stdout();
            // Errors and the end are reported without being asked for.
            let mut outputs = [PollFd::new(&stdout, PollFlags::empty())];
            while poll(&mut outputs, None) == Err(Errno::INTR) {}
            let ends = PollFlags::ERR | PollFlags::HUP;
            if outputs[0].revents().intersects(ends) {
                on_closed();
            }
        })?;
        Ok(())
    }
}

#[cfg(not(unix))]
mod system {
    use std::io;

    /// Without `poll` the end of the output is noticed by the next write: `on_closed` is never called.
    pub(super) fn watch(_on_closed: impl FnOnce() + Send + 'static) -> io::Result<()> {
        Ok(())
    }
}
