//! The queue of the event loop, and the threads that read lines and watch for signals.

use std::io::{self, BufRead};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use crossbeam_channel::{Receiver, RecvTimeoutError, Sender};
use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::iterator::Signals;
use signal_hook::low_level::emulate_default_handler;

use super::event::Event;
use super::input_line::{InputLine, read_line};

/// Maximum number of bytes of unanswered lines.
///
/// This is far more than a pipe holds, so that a program may send all its commands before it reads the answers.
const MAX_UNANSWERED: usize = 1 << 22;

/// Time for the program to end by itself after a signal.
const EXIT_GRACE: Duration = Duration::from_secs(2);

/// The event queue of the loop.
pub(super) struct Inbox {
    events: Receiver<Event>,
    backlog: Arc<UnansweredBytes>,
}

impl Inbox {
    /// An inbox and its sender.
    pub(super) fn new() -> (Sender<Event>, Self) {
        let (sender, events) = crossbeam_channel::unbounded();
        let backlog = Arc::default();
        (sender, Self { events, backlog })
    }

    /// Waits for the next event.
    ///
    /// # Errors
    /// If there is none within `timeout`, or all senders are dropped.
    pub(super) fn next(&self, timeout: Duration) -> Result<Event, RecvTimeoutError> {
        let event = self.events.recv_timeout(timeout)?;
        if let Event::Line(line) = &event {
            self.backlog.remove(line);
        }
        Ok(event)
    }

    /// Sends an input as events from a new thread, where it is also opened.
    ///
    /// While too many lines are unanswered, because the output is not read, no more is read.
    pub(super) fn spawn_reader<R: BufRead>(
        &self,
        open: impl FnOnce() -> R + Send + 'static,
        events: Sender<Event>,
    ) {
        let backlog = Arc::clone(&self.backlog);
        thread::spawn(move || {
            let mut input = open();
            while let Ok(Some(line)) = read_line(&mut input) {
                if !backlog.add(&line) || events.send(Event::Line(line)).is_err() {
                    return;
                }
            }
            // The receiver is dropped if the loop has ended.
            let _ = events.send(Event::EndOfInput);
        });
    }
}

impl Drop for Inbox {
    fn drop(&mut self) {
        self.backlog.close();
    }
}

/// The size of the lines that are read and not answered yet. Events of the engine and signals never wait.
#[derive(Debug, Default)]
struct UnansweredBytes {
    state: Mutex<Unanswered>,
    has_room: Condvar,
}

#[derive(Debug, Default)]
struct Unanswered {
    bytes: usize,
    is_closed: bool,
}

impl UnansweredBytes {
    /// Waits for room for `line`; false if the inbox is closed.
    fn add(&self, line: &InputLine) -> bool {
        let state = self.lock();
        let is_full = |state: &mut Unanswered| !state.is_closed && state.bytes > MAX_UNANSWERED;
        let waited = self.has_room.wait_while(state, is_full);
        let mut state = waited.unwrap_or_else(PoisonError::into_inner);
        state.bytes += line.size();
        !state.is_closed
    }

    fn remove(&self, line: &InputLine) {
        let mut state = self.lock();
        state.bytes = state.bytes.saturating_sub(line.size());
        self.has_room.notify_one();
    }

    fn close(&self) {
        self.lock().is_closed = true;
        self.has_room.notify_one();
    }

    fn lock(&self) -> MutexGuard<'_, Unanswered> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Sends SIGTERM and SIGINT as events from a new thread.
///
/// # Errors
/// If the system refuses to install the handlers.
pub(super) fn watch_signals(events: Sender<Event>) -> io::Result<()> {
    let mut signals = Signals::new([SIGTERM, SIGINT])?;
    thread::spawn(move || {
        if let Some(signal) = signals.forever().next() {
            // The receiver is dropped if the loop has ended.
            let _ = events.send(Event::Terminate);
            thread::sleep(EXIT_GRACE);
            // The loop is blocked in a write to a reader that does not read.
            let _ = emulate_default_handler(signal);
        }
    });
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use super::*;

    #[test]
    fn input_that_nobody_answers_is_not_read_on() {
        struct Endless {
            read: Sender<usize>,
        }
        impl Read for Endless {
            fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
                buffer.fill(b'\n');
                let length = buffer.len();
                self.read
                    .send(length)
                    .map(|()| length)
                    .map_err(|_| io::ErrorKind::BrokenPipe.into())
            }
        }
        let (read, reads) = crossbeam_channel::unbounded();
        let (events, inbox) = Inbox::new();
        inbox.spawn_reader(|| io::BufReader::new(Endless { read }), events);
        // Much more than the maximum, so the reader has to stop.
        let mut bytes = 0;
        while let Ok(length) = reads.recv_timeout(Duration::from_secs(1)) {
            bytes += length;
            assert!(bytes < MAX_UNANSWERED, "it reads on and on");
        }
        // Reading continues as lines are taken.
        let limit = Duration::from_secs(60);
        for _ in 0..bytes {
            assert!(matches!(inbox.next(limit), Ok(Event::Line(_))));
        }
        assert!(reads.recv_timeout(limit).is_ok());
        // A reader that waits for room ends when the inbox is dropped.
        drop(inbox);
        while reads.recv_timeout(limit).is_ok() {}
        assert_eq!(
            reads.recv_timeout(limit),
            Err(RecvTimeoutError::Disconnected)
        );
    }
}
