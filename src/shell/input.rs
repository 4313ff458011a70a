//! What reaches the event loop from outside: lines, the end of the input, signals.

use std::io::{self, BufRead, Read};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use crossbeam_channel::{Receiver, RecvTimeoutError, Sender};
use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::iterator::Signals;
use signal_hook::low_level::emulate_default_handler;

use super::Event;

/// The longest line that is read, in bytes: far beyond any game, far below any memory.
pub const LONGEST: usize = 1 << 16;

/// How many bytes of lines may be read before they are answered.
///
/// It is far more than a pipe holds, so that a program may write all its commands before it reads the answers.
const MOST_UNANSWERED: usize = 1 << 22;

/// What a line takes beside its text, in bytes: about as much.
const LINE_OVERHEAD: usize = 128;

/// How long a program that was told to end may take to say its last words.
const LAST_WORDS: Duration = Duration::from_secs(2);

/// A line from the other side, or why it is none.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Line {
    /// Text without its line end.
    Text(String),
    /// Longer than [`LONGEST`]; the rest was skipped.
    TooLong,
    /// Not UTF-8 from this byte on, counted from 1.
    NotText(usize),
}

impl Line {
    /// The memory it takes, in bytes.
    fn size(&self) -> usize {
        LINE_OVERHEAD
            + match self {
                Self::Text(text) => text.len(),
                Self::TooLong | Self::NotText(_) => 0,
            }
    }

    /// The text, or one line that says why there is none.
    pub(super) fn text(self) -> Result<String, String> {
        Err(match self {
            Self::Text(text) => return Ok(text),
            Self::TooLong => format!("the line is longer than {LONGEST} bytes: it is ignored"),
            Self::NotText(at) => {
                format!("the line is not UTF-8 text from byte {at} on: it is ignored")
            }
        })
    }
}

/// The events of a conversation, as the loop takes them.
pub(super) struct Inbox {
    events: Receiver<Event>,
    backlog: Arc<Backlog>,
}

impl Inbox {
    /// An inbox, and what puts events into it.
    pub(super) fn new() -> (Sender<Event>, Self) {
        let (sender, events) = crossbeam_channel::unbounded();
        let backlog = Arc::default();
        (sender, Self { events, backlog })
    }

    /// The next event, which is waited for.
    ///
    /// # Errors
    /// When it does not come in time, or none can come any more.
    pub(super) fn next(&self, timeout: Duration) -> Result<Event, RecvTimeoutError> {
        let event = self.events.recv_timeout(timeout)?;
        if let Event::Line(line) = &event {
            self.backlog.remove(line);
        }
        Ok(event)
    }

    /// Turns an input, which is opened there, into events on a thread of its own.
    ///
    /// While too much of it waits for an answer, because nobody reads the output, it is not read on.
    pub(super) fn listen<R: BufRead>(
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
            // The loop may be gone already; then nobody needs to know.
            let _ = events.send(Event::EndOfInput);
        });
    }
}

impl Drop for Inbox {
    fn drop(&mut self) {
        self.backlog.close();
    }
}

/// How much was read and is not answered yet. Only lines count: what the engine says and signals never wait.
#[derive(Debug, Default)]
struct Backlog {
    state: Mutex<Unanswered>,
    has_room: Condvar,
}

#[derive(Debug, Default)]
struct Unanswered {
    bytes: usize,
    is_closed: bool,
}

impl Backlog {
    /// Waits until there is room for `line`; false if nobody takes lines any more.
    fn add(&self, line: &Line) -> bool {
        let state = self.lock();
        let is_full = |state: &mut Unanswered| !state.is_closed && state.bytes > MOST_UNANSWERED;
        let waited = self.has_room.wait_while(state, is_full);
        let mut state = waited.unwrap_or_else(PoisonError::into_inner);
        state.bytes += line.size();
        !state.is_closed
    }

    fn remove(&self, line: &Line) {
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

/// Turns SIGTERM and SIGINT into events, on a thread of its own.
///
/// # Errors
/// When the system refuses to hand over the signals.
pub(super) fn watch_signals(events: Sender<Event>) -> io::Result<()> {
    let mut signals = Signals::new([SIGTERM, SIGINT])?;
    thread::spawn(move || {
        if let Some(signal) = signals.forever().next() {
            // The loop may be gone already; then the program is about to end.
            let _ = events.send(Event::Terminate);
            thread::sleep(LAST_WORDS);
            // The loop is stuck in a write that nobody reads.
            let _ = emulate_default_handler(signal);
        }
    });
    Ok(())
}

/// The next line; `None` at the end of the input.
///
/// # Errors
/// When the input cannot be read.
pub fn read_line(input: &mut impl BufRead) -> io::Result<Option<Line>> {
    let mut bytes = Vec::new();
    let limit = LONGEST as u64 + 1;
    if input.by_ref().take(limit).read_until(b'\n', &mut bytes)? == 0 {
        return Ok(None);
    }
    if bytes.last() == Some(&b'\n') {
        bytes.pop();
    } else if bytes.len() > LONGEST {
        skip_line(input)?;
        return Ok(Some(Line::TooLong));
    }
    Ok(Some(match String::from_utf8(bytes) {
        Ok(text) => Line::Text(text),
        Err(why) => Line::NotText(why.utf8_error().valid_up_to() + 1),
    }))
}

/// Reads up to the end of the line without keeping it.
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

    fn lines(mut bytes: &[u8]) -> Vec<Line> {
        std::iter::from_fn(|| read_line(&mut bytes).expect("memory can be read")).collect()
    }

    fn text(text: &str) -> Line {
        Line::Text(text.into())
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
        inbox.listen(|| io::BufReader::new(Endless { read }), events);
        // Far more than may wait: the reader has to stop before that.
        let mut bytes = 0;
        while let Ok(length) = reads.recv_timeout(Duration::from_secs(1)) {
            bytes += length;
            assert!(bytes < MOST_UNANSWERED, "it reads on and on");
        }
        // As the lines are taken, others are read.
        let patience = Duration::from_secs(60);
        for _ in 0..bytes {
            assert!(matches!(inbox.next(patience), Ok(Event::Line(_))));
        }
        assert!(reads.recv_timeout(patience).is_ok());
        // Whoever waits for room ends when nobody takes lines any more.
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
        assert_eq!(lines(b"ok\xffno\nyes\n"), [Line::NotText(3), text("yes")]);
    }

    #[test]
    fn long_lines_are_skipped_to_their_end() {
        let longest = "x".repeat(LONGEST - 1);
        let input = format!("{longest}\nx{longest}\nxx{longest}\nend");
        let found = lines(input.as_bytes());
        assert_eq!(found[0], text(&longest));
        assert_eq!(found[1], text(&format!("x{longest}")));
        assert_eq!(found[2..], [Line::TooLong, text("end")]);
    }
}
