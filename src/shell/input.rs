//! The inputs of the event loop: lines, the end of the input, signals.

use std::io::{self, BufRead, Read};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use crossbeam_channel::{Receiver, RecvTimeoutError, Sender};
use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::iterator::Signals;
use signal_hook::low_level::emulate_default_handler;

use super::Event;

/// Maximum length of a line in bytes, much longer than any game.
pub const MAX_LINE: usize = 1 << 16;

/// Maximum number of bytes of unanswered lines.
///
/// This is far more than a pipe holds, so that a program may send all its commands before it reads the answers.
const MAX_UNANSWERED: usize = 1 << 22;

/// Estimated memory for a line beside its text, in bytes.
const LINE_OVERHEAD: usize = 128;

/// Time for the program to end by itself after a signal.
const EXIT_GRACE: Duration = Duration::from_secs(2);

/// A line of input, or why it cannot be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum InputLine {
    /// Text without its line end.
    Text(String),
    /// A line longer than [`MAX_LINE`]; its rest was skipped.
    TooLong,
    /// A line that is not UTF-8 from this byte on, counted from 1.
    NotText(usize),
}

impl InputLine {
    /// Memory use of the line in bytes.
    fn size(&self) -> usize {
        LINE_OVERHEAD
            + match self {
                Self::Text(text) => text.len(),
                Self::TooLong | Self::NotText(_) => 0,
            }
    }

    /// The text, or one line with the reason why there is none.
    pub(super) fn text(self) -> Result<String, String> {
        Err(match self {
            Self::Text(text) => return Ok(text),
            Self::TooLong => format!("the line is longer than {MAX_LINE} bytes: it is ignored"),
            Self::NotText(at) => {
                format!("the line is not UTF-8 text from byte {at} on: it is ignored")
            }
        })
    }
}

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

/// The next line; `None` at the end of the input.
///
/// # Errors
/// If the input cannot be read.
pub fn read_line(input: &mut impl BufRead) -> io::Result<Option<InputLine>> {
    let mut bytes = Vec::new();
    let limit = MAX_LINE as u64 + 1;
    if input.by_ref().take(limit).read_until(b'\n', &mut bytes)? == 0 {
        return Ok(None);
    }
    if bytes.last() == Some(&b'\n') {
        bytes.pop();
    } else if bytes.len() > MAX_LINE {
        skip_line(input)?;
        return Ok(Some(InputLine::TooLong));
    }
    Ok(Some(match String::from_utf8(bytes) {
        Ok(text) => InputLine::Text(text),
        Err(why) => InputLine::NotText(why.utf8_error().valid_up_to() + 1),
    }))
}

/// Skips to the end of the line.
fn skip_line(input: &mut impl BufRead) -> io::Result<()> {
    loop {
        let buffer = input.fill_buf()?;
        let (used, done) = match buffer.iter().position(|&byte| byte == b'\n') {
            Some(at) => (at + 1, true),
            None => (buffer.len(), buffer.is_empty()),
        };
        input.consume(used);
        if done {
            return Ok(());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(mut bytes: &[u8]) -> Vec<InputLine> {
        std::iter::from_fn(|| read_line(&mut bytes).expect("memory can be read")).collect()
    }

    fn text(text: &str) -> InputLine {
        InputLine::Text(text.into())
    }

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
        let patience = Duration::from_secs(60);
        for _ in 0..bytes {
            assert!(matches!(inbox.next(patience), Ok(Event::Line(_))));
        }
        assert!(reads.recv_timeout(patience).is_ok());
        // A reader that waits for room ends when the inbox is dropped.
        drop(inbox);
        while reads.recv_timeout(patience).is_ok() {}
        assert_eq!(
            reads.recv_timeout(patience),
            Err(RecvTimeoutError::Disconnected)
        );
    }

    #[test]
    fn lines_end_where_they_should() {
        assert_eq!(lines(b""), []);
        assert_eq!(lines(b"a\r\n\nb"), [text("a\r"), text(""), text("b")]);
        assert_eq!(lines(b"a\0b\n"), [text("a\0b")]);
    }

    #[test]
    fn what_is_no_text_is_skipped_as_a_line() {
        assert_eq!(
            lines(b"ok\xffno\nyes\n"),
            [InputLine::NotText(3), text("yes")]
        );
    }

    #[test]
    fn long_lines_are_skipped_to_their_end() {
        let longest = "x".repeat(MAX_LINE - 1);
        let input = format!("{longest}\nx{longest}\nxx{longest}\nend");
        let found = lines(input.as_bytes());
        assert_eq!(found[0], text(&longest));
        assert_eq!(found[1], text(&format!("x{longest}")));
        assert_eq!(found[2..], [InputLine::TooLong, text("end")]);
    }
}
