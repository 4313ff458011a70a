//! Talking: one loop, one channel, one writer.
//!
//! A thread reads lines, a thread watches for signals, searches run on threads of their own;
//! all of them send [`Event`]s to the loop, which alone writes. The loop is never blocked by
//! thinking, so that a stop, a greeting or the end of the input needs no special path.

mod cecp;
mod dialect;
mod gomocup;
mod gtp;
mod input;
mod nboard;
mod options;
mod othello;
mod session;
mod tongue;
mod turn;
mod ugi;
mod usi;

pub use cecp::Cecp;
pub use dialect::{Dialect, Patience, called, recognise};
pub use gomocup::Gomocup;
pub use gtp::Gtp;
use input::Inbox;
pub use input::{LONGEST, Line, read_line};
pub use nboard::Nboard;
pub use options::{Kind, Name, Options, check_level};
pub use session::Session;
pub use tongue::{Done, Tongue};
pub use ugi::Ugi;
pub use usi::Usi;

use std::collections::VecDeque;
use std::io::{self, BufRead, Write};
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use crossbeam_channel::{RecvTimeoutError, Sender};
use kaeshi_protocol::ugi::Command;

use crate::engine;

/// Something the loop has to react to.
#[derive(Debug)]
pub enum Event {
    /// A line from the other side.
    Line(Line),
    /// There will be no more lines.
    EndOfInput,
    /// The system wants the program to end.
    Terminate,
    /// The engine has something to say.
    Engine(engine::Event),
}

/// What to say to whoever begins with something else.
const GREETINGS: &str = "begin with ugi, uci, usi, xboard, nboard 2, START 15 or a GTP command; \
                         to play against it, start 'kaeshi play'";
/// A search gives a sign of life at least this often.
const PULSE: Duration = Duration::from_secs(1);
/// How long a search that time does not end may go on after the end of the input.
const GRACE: Duration = Duration::from_secs(5);
/// Lines that may wait for a search to end.
const MOST_WAITING: usize = 10_000;
/// Bytes of such lines.
const MOST_WAITING_BYTES: usize = 1 << 22;

/// Talks on standard input and output until told to quit or until the input ends, in `dialect`
/// or, if there is none, in the first one that a line belongs to.
///
/// # Errors
/// When the output is gone, or the session cannot be opened.
pub fn run(options: Options, dialect: Option<Box<dyn Dialect>>) -> io::Result<()> {
    let (events, inbox) = Inbox::new();
    input::watch_signals(events.clone())?;
    inbox.listen(|| io::stdin().lock(), events.clone());
    hold((events, &inbox), &mut io::stdout().lock(), options, dialect)
}

/// Talks as [`run`] does, with whoever writes `input` and reads `output`, and heeds no signals.
///
/// `input` is read on a thread of its own, which ends when the input does.
///
/// # Errors
/// When the output is gone, or the session cannot be opened.
pub fn talk(
    input: impl BufRead + Send + 'static,
    output: &mut dyn Write,
    options: Options,
    dialect: Option<Box<dyn Dialect>>,
) -> io::Result<()> {
    let (events, inbox) = Inbox::new();
    inbox.listen(|| input, events.clone());
    hold((events, &inbox), output, options, dialect)
}

/// Reacts to the events that reach `inbox` until the conversation is over.
fn hold(
    (events, inbox): (Sender<Event>, &Inbox),
    output: &mut dyn Write,
    options: Options,
    dialect: Option<Box<dyn Dialect>>,
) -> io::Result<()> {
    let session = Session::new(options, events).map_err(io::Error::other)?;
    let mut talk = Conversation {
        session,
        is_chosen: dialect.is_some(),
        dialect: dialect.unwrap_or_else(|| Box::new(Ugi::default())),
        waiting: VecDeque::new(),
        waiting_bytes: 0,
        input_ended: None,
        last_sign: Instant::now(),
    };
    let outcome = talk.hold(inbox, output);
    talk.session.stop();
    talk.session.seat.join();
    outcome
}

/// The loop's own state.
struct Conversation {
    session: Session,
    /// Chosen by the first line that one of them recognises; until then UGI answers.
    dialect: Box<dyn Dialect>,
    is_chosen: bool,
    waiting: VecDeque<Waiting>,
    /// The length of these lines.
    waiting_bytes: usize,
    input_ended: Option<Instant>,
    last_sign: Instant,
}

/// A line that waits for the search to end.
struct Waiting {
    line: String,
    /// Every search before it is told to stop.
    hurries: bool,
}

impl Conversation {
    fn hold(&mut self, inbox: &Inbox, out: &mut dyn Write) -> io::Result<()> {
        let mut flow = ControlFlow::Continue(());
        while flow.is_continue() && !self.is_over() {
            flow = match inbox.next(self.nap()) {
                Ok(event) => self.react(event, out)?,
                Err(RecvTimeoutError::Timeout) => self.look_around(out)?,
                Err(RecvTimeoutError::Disconnected) => ControlFlow::Break(()),
            };
            out.flush()?;
        }
        if self.session.is_thinking() {
            self.finish(inbox, out)?;
        }
        out.flush()
    }

    /// Stops the search and says its answer.
    fn finish(&mut self, inbox: &Inbox, out: &mut dyn Write) -> io::Result<()> {
        while self.session.is_thinking() {
            // An answer may ask for the next search.
            self.session.stop();
            match inbox.next(PULSE) {
                Ok(Event::Engine(event)) => self.tell(&event, out)?,
                Ok(_) | Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
        }
        Ok(())
    }

    /// Nothing is left to be said or done.
    fn is_over(&self) -> bool {
        self.input_ended.is_some() && !self.session.is_thinking() && self.waiting.is_empty()
    }

    /// How long to wait for the next event before looking around.
    fn nap(&self) -> Duration {
        if self.session.is_thinking() {
            PULSE.saturating_sub(self.last_sign.elapsed())
        } else {
            Duration::from_secs(3600)
        }
    }

    fn react(&mut self, event: Event, out: &mut dyn Write) -> io::Result<ControlFlow<()>> {
        match event {
            Event::Terminate => return Ok(ControlFlow::Break(())),
            Event::EndOfInput => {
                self.input_ended = Some(Instant::now());
                self.mind_the_end();
            }
            Event::Line(line) => match line.text() {
                Ok(line) => return self.hear(line, out),
                Err(why) => self.dialect.complain(&why, out)?,
            },
            Event::Engine(event) => {
                self.tell(&event, out)?;
                return self.hear_waiting(out);
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    fn hear(&mut self, line: String, out: &mut dyn Write) -> io::Result<ControlFlow<()>> {
        log::debug!("heard: {line}");
        if self.session.is_thinking() {
            let waiting = self.waiting.len();
            match self.dialect.patience(&line, waiting) {
                Patience::Now => {}
                patience => {
                    self.wait_with(line, patience == Patience::Hurry, out)?;
                    return Ok(ControlFlow::Continue(()));
                }
            }
        }
        self.answer(&line, out)
    }

    fn answer(&mut self, line: &str, out: &mut dyn Write) -> io::Result<ControlFlow<()>> {
        if !self.is_chosen {
            if let Some(dialect) = recognise(line) {
                (self.dialect, self.is_chosen) = (dialect, true);
            } else if let Err(why) = Command::parse(line) {
                self.dialect.complain(&format!("{why}: {GREETINGS}"), out)?;
                return Ok(ControlFlow::Continue(()));
            }
        }
        let flow = self.dialect.hear(line, &mut self.session, out)?;
        self.last_sign = Instant::now();
        self.mind_the_end();
        Ok(flow)
    }

    /// Keeps a line until the search has ended; one that hurries ends it now, and so does waiting for
    /// a search that would not end by itself.
    fn wait_with(&mut self, line: String, hurries: bool, out: &mut dyn Write) -> io::Result<()> {
        if hurries || self.session.is_endless() {
            self.session.stop();
        }
        let bytes = self.waiting_bytes + line.len();
        if self.waiting.len() >= MOST_WAITING || bytes > MOST_WAITING_BYTES {
            let why = "too many lines are waiting for the search to end: this one is ignored";
            return self.dialect.complain(why, out);
        }
        self.waiting_bytes = bytes;
        self.waiting.push_back(Waiting { line, hurries });
        Ok(())
    }

    /// Answers what has waited, as far as it need not wait for the next search.
    fn hear_waiting(&mut self, out: &mut dyn Write) -> io::Result<ControlFlow<()>> {
        while let Some(Waiting { line, .. }) = self.waiting.front() {
            if self.session.is_thinking() && self.dialect.patience(line, 0) != Patience::Now {
                break;
            }
            let next = self.waiting.pop_front();
            let line = next.map(|next| next.line).unwrap_or_default();
            self.waiting_bytes -= line.len();
            if self.answer(&line, out)?.is_break() {
                return Ok(ControlFlow::Break(()));
            }
        }
        if self.is_hurried() || (!self.waiting.is_empty() && self.session.is_endless()) {
            self.session.stop();
        }
        Ok(ControlFlow::Continue(()))
    }

    /// Whether a line that waits does away with what is being thought about.
    fn is_hurried(&mut self) -> bool {
        let dialect = &mut self.dialect;
        let mut hurrying = self.waiting.iter().filter(|waiting| waiting.hurries);
        hurrying.any(|waiting| dialect.patience(&waiting.line, 1) == Patience::Hurry)
    }

    fn tell(&mut self, event: &engine::Event, out: &mut dyn Write) -> io::Result<()> {
        if !matches!(event, engine::Event::Thought(_)) {
            self.session.settle();
        }
        self.last_sign = Instant::now();
        self.dialect.tell(event, &mut self.session, out)
    }

    /// After the end of the input nobody can stop an endless search any more.
    fn mind_the_end(&mut self) {
        if self.input_ended.is_some() && self.session.is_endless() && self.waiting.is_empty() {
            self.session.stop();
        }
    }

    /// Nothing has happened for a while.
    fn look_around(&mut self, out: &mut dyn Write) -> io::Result<ControlFlow<()>> {
        self.last_sign = Instant::now();
        let late = self
            .input_ended
            .is_some_and(|ended| ended.elapsed() >= GRACE);
        if late && !self.session.is_timed() {
            self.session.stop();
        }
        if let Some(progress) = self.session.progress() {
            self.dialect.pulse(progress, out)?;
        }
        Ok(ControlFlow::Continue(()))
    }
}
