//! The queue of the event loop, and the threads that read lines and watch for signals.

use std::io::{self, BufRead};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use crossbeam_channel::{Receiver, RecvTimeoutError, Sender};

use super::event::Event;
use crate::files::{LineError, Lines};

/// Maximum number of bytes of unanswered lines.
///
/// This is far more than a pipe holds, so that a program may send all its commands before it reads the answers.
const MAX_UNANSWERED: usize = 1 << 22;

/// Estimated memory for a line beside its text, in bytes.
const LINE_OVERHEAD: usize = 128;

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
            self.backlog.remove(size(line));
        }
        Ok(event)
    }

    /// Sends an input as events from a new thread, where it is also opened.
    ///
    /// While too many lines are unanswered, because the output is not read, no more is read.
    ///
    /// # Errors
    /// If the system has no thread for it.
    pub(super) fn spawn_reader<R: BufRead>(
        &self,
        open: impl FnOnce() -> R + Send + 'static,
        events: Sender<Event>,
    ) -> io::Result<()> {
        let backlog = Arc::clone(&self.backlog);
        thread::Builder::new().spawn(move || {
            let mut lines = Lines::new(open());
            let failure = loop {
                match lines.next_text() {
                    Ok(Some(line)) => {
                        if !backlog.add(size(&line)) || events.send(Event::Line(line)).is_err() {
                            return;
                        }
                    }
                    Ok(None) => break None,
                    Err(why) => break Some(why.to_string()),
                }
            };
            // The receiver is dropped if the loop has ended.
            if let Some(why) = failure {
                let _ = events.send(Event::Unreadable(why));
            }
            let _ = events.send(Event::EndOfInput);
        })?;
        Ok(())
    }
}

impl Drop for Inbox {
    fn drop(&mut self) {
        self.backlog.close();
    }
}

/// Memory use of a line in bytes.
fn size(line: &Result<String, LineError>) -> usize {
    LINE_OVERHEAD + line.as_ref().map_or(0, String::len)
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
    /// Waits for room for `bytes` more; false if the inbox is closed.
    fn add(&self, bytes: usize) -> bool {
        let state = self.lock();
        let is_full = |state: &mut Unanswered| !state.is_closed && state.bytes > MAX_UNANSWERED;
        let waited = self.has_room.wait_while(state, is_full);
        let mut state = waited.unwrap_or_else(PoisonError::into_inner);
        state.bytes += bytes;
        !state.is_closed
    }

    fn remove(&self, bytes: usize) {
        let mut state = self.lock();
        state.bytes = state.bytes.saturating_sub(bytes);
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
        inbox
            .spawn_reader(|| io::BufReader::new(Endless { read }), events)
            .expect("the system has a thread");
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
