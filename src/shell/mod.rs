//! The shell: one event loop, one channel, one writer.
//!
//! Threads read lines, watch for signals, and search. All of them send [`Event`]s to the loop, which alone writes. The
//! search never blocks the loop. So a stop, a greeting or the end of the input needs no special path.

mod cecp;
mod command_protocol;
mod gomocup;
mod gtp;
mod input;
mod nboard;
mod options;
mod othello;
mod play;
mod protocol;
mod session;
mod ugi;
mod usi;

pub use cecp::Cecp;
pub use command_protocol::{CommandProtocol, Executed};
pub use gomocup::Gomocup;
pub use gtp::Gtp;
use input::Inbox;
pub use input::{InputLine, MAX_LINE, read_line};
pub use nboard::Nboard;
pub use options::{Kind, Name, Options, check_level};
pub use protocol::{Protocol, Scheduling, detect, from_program_name};
pub use session::Session;
pub use ugi::Ugi;
pub use usi::Usi;

use std::collections::VecDeque;
use std::io::{self, BufRead, Write};
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use crossbeam_channel::{RecvTimeoutError, Sender};
use kaeshi_protocol::ugi::Command;

use crate::engine;

/// An event for the loop.
#[derive(Debug)]
pub enum Event {
    /// A line of input.
    Line(InputLine),
    /// The end of the input.
    EndOfInput,
    /// A signal asks the program to end.
    Terminate,
    /// An event of the engine.
    Engine(engine::Event),
}

/// The answer to a first line that belongs to no protocol.
const GREETINGS: &str = "begin with ugi, uci, usi, xboard, nboard 2, START 15 or a GTP command; \
                         to play against it, start 'kaeshi play'";
/// Interval of progress lines during a search.
const PROGRESS_INTERVAL: Duration = Duration::from_secs(1);
/// Time that an untimed search may go on after the end of the input.
const EOF_GRACE: Duration = Duration::from_secs(5);
/// Maximum number of lines that wait for a search to end.
const MAX_QUEUED: usize = 10_000;
/// Maximum size of these lines in bytes.
const MAX_QUEUED_BYTES: usize = 1 << 22;

/// Runs a conversation on standard input and output until `quit` or the end of the input.
///
/// Without a `protocol`, the first line that belongs to one chooses it.
///
/// # Errors
/// If the output is closed, or the session cannot be created.
pub fn run(options: Options, protocol: Option<Box<dyn Protocol>>) -> io::Result<()> {
    let (events, inbox) = Inbox::new();
    input::watch_signals(events.clone())?;
    inbox.spawn_reader(|| io::stdin().lock(), events.clone());
    run_events(
        (events, &inbox),
        &mut io::stdout().lock(),
        options,
        protocol,
    )
}

/// As [`run`], with any `input` and `output`, and without signal handlers.
///
/// `input` is read on its own thread, which ends with the input.
///
/// # Errors
/// If the output is closed, or the session cannot be created.
pub fn talk(
    input: impl BufRead + Send + 'static,
    output: &mut dyn Write,
    options: Options,
    protocol: Option<Box<dyn Protocol>>,
) -> io::Result<()> {
    let (events, inbox) = Inbox::new();
    inbox.spawn_reader(|| input, events.clone());
    run_events((events, &inbox), output, options, protocol)
}

/// Handles the events of `inbox` until the conversation is over.
fn run_events(
    (events, inbox): (Sender<Event>, &Inbox),
    output: &mut dyn Write,
    options: Options,
    protocol: Option<Box<dyn Protocol>>,
) -> io::Result<()> {
    let session = Session::new(options, events).map_err(io::Error::other)?;
    let mut event_loop = EventLoop {
        session,
        is_chosen: protocol.is_some(),
        protocol: protocol.unwrap_or_else(|| Box::new(Ugi::default())),
        queue: VecDeque::new(),
        queued_bytes: 0,
        input_ended: None,
        last_output: Instant::now(),
    };
    let outcome = event_loop.run(inbox, output);
    event_loop.session.stop();
    event_loop.session.engine.join();
    outcome
}

/// The state of the event loop.
struct EventLoop {
    session: Session,
    /// The current dialect: UGI until a line is recognised.
    protocol: Box<dyn Protocol>,
    is_chosen: bool,
    queue: VecDeque<QueuedLine>,
    /// Size of the queued lines in bytes.
    queued_bytes: usize,
    input_ended: Option<Instant>,
    last_output: Instant,
}

/// A queued line that waits for the search to end.
struct QueuedLine {
    line: String,
    /// Whether all searches before it are stopped.
    stops_search: bool,
}

impl EventLoop {
    fn run(&mut self, inbox: &Inbox, out: &mut dyn Write) -> io::Result<()> {
        let mut flow = ControlFlow::Continue(());
        while flow.is_continue() && !self.is_over() {
            flow = match inbox.next(self.timeout()) {
                Ok(event) => self.handle(event, out)?,
                Err(RecvTimeoutError::Timeout) => self.on_timeout(out)?,
                Err(RecvTimeoutError::Disconnected) => ControlFlow::Break(()),
            };
            out.flush()?;
        }
        if self.session.is_thinking() {
            self.finish(inbox, out)?;
        }
        out.flush()
    }

    /// Stops the search and writes its result.
    fn finish(&mut self, inbox: &Inbox, out: &mut dyn Write) -> io::Result<()> {
        while self.session.is_thinking() {
            // The result may start the next search.
            self.session.stop();
            match inbox.next(PROGRESS_INTERVAL) {
                Ok(Event::Engine(event)) => self.handle_engine_event(&event, out)?,
                Ok(_) | Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
        }
        Ok(())
    }

    /// Whether nothing is left to do.
    fn is_over(&self) -> bool {
        self.input_ended.is_some() && !self.session.is_thinking() && self.queue.is_empty()
    }

    /// The time limit for the next event.
    fn timeout(&self) -> Duration {
        if self.session.is_thinking() {
            PROGRESS_INTERVAL.saturating_sub(self.last_output.elapsed())
        } else {
            Duration::from_secs(3600)
        }
    }

    fn handle(&mut self, event: Event, out: &mut dyn Write) -> io::Result<ControlFlow<()>> {
        match event {
            Event::Terminate => return Ok(ControlFlow::Break(())),
            Event::EndOfInput => {
                self.input_ended = Some(Instant::now());
                self.stop_if_eof();
            }
            Event::Line(line) => match line.text() {
                Ok(line) => return self.handle_line(line, out),
                Err(why) => self.protocol.write_error(&why, out)?,
            },
            Event::Engine(event) => {
                self.handle_engine_event(&event, out)?;
                return self.drain_queue(out);
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    fn handle_line(&mut self, line: String, out: &mut dyn Write) -> io::Result<ControlFlow<()>> {
        log::debug!("heard: {line}");
        if self.session.is_thinking() {
            let waiting = self.queue.len();
            match self.protocol.scheduling(&line, waiting) {
                Scheduling::Immediate => {}
                patience => {
                    self.enqueue(line, patience == Scheduling::StopThenQueue, out)?;
                    return Ok(ControlFlow::Continue(()));
                }
            }
        }
        self.execute(&line, out)
    }

    fn execute(&mut self, line: &str, out: &mut dyn Write) -> io::Result<ControlFlow<()>> {
        if !self.is_chosen {
            if let Some(protocol) = detect(line) {
                (self.protocol, self.is_chosen) = (protocol, true);
            } else if let Err(why) = Command::parse(line) {
                self.protocol
                    .write_error(&format!("{why}: {GREETINGS}"), out)?;
                return Ok(ControlFlow::Continue(()));
            }
        }
        let flow = self.protocol.handle_line(line, &mut self.session, out)?;
        self.last_output = Instant::now();
        self.stop_if_eof();
        Ok(flow)
    }

    /// Queues a line until the search has ended. Stops the search if the line requires it, or if the search is endless.
    fn enqueue(&mut self, line: String, hurries: bool, out: &mut dyn Write) -> io::Result<()> {
        if hurries || self.session.is_endless() {
            self.session.stop();
        }
        let bytes = self.queued_bytes + line.len();
        if self.queue.len() >= MAX_QUEUED || bytes > MAX_QUEUED_BYTES {
            let why = "too many lines are waiting for the search to end: this one is ignored";
            return self.protocol.write_error(why, out);
        }
        self.queued_bytes = bytes;
        self.queue.push_back(QueuedLine {
            line,
            stops_search: hurries,
        });
        Ok(())
    }

    /// Answers the queued lines, up to the first that has to wait for another search.
    fn drain_queue(&mut self, out: &mut dyn Write) -> io::Result<ControlFlow<()>> {
        while let Some(QueuedLine { line, .. }) = self.queue.front() {
            if self.session.is_thinking()
                && self.protocol.scheduling(line, 0) != Scheduling::Immediate
            {
                break;
            }
            let next = self.queue.pop_front();
            let line = next.map(|next| next.line).unwrap_or_default();
            self.queued_bytes -= line.len();
            if self.execute(&line, out)?.is_break() {
                return Ok(ControlFlow::Break(()));
            }
        }
        if self.has_urgent_line() || (!self.queue.is_empty() && self.session.is_endless()) {
            self.session.stop();
        }
        Ok(ControlFlow::Continue(()))
    }

    /// Whether a queued line requires the running search to stop.
    fn has_urgent_line(&mut self) -> bool {
        let protocol = &mut self.protocol;
        let mut hurrying = self.queue.iter().filter(|waiting| waiting.stops_search);
        hurrying.any(|waiting| protocol.scheduling(&waiting.line, 1) == Scheduling::StopThenQueue)
    }

    fn handle_engine_event(
        &mut self,
        event: &engine::Event,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        if !matches!(event, engine::Event::Info(_)) {
            self.session.search_finished();
        }
        self.last_output = Instant::now();
        self.protocol.handle_event(event, &mut self.session, out)
    }

    /// Stops an endless search after the end of the input, since nothing else can stop it.
    fn stop_if_eof(&mut self) {
        if self.input_ended.is_some() && self.session.is_endless() && self.queue.is_empty() {
            self.session.stop();
        }
    }

    /// Handles a timeout: writes a progress line, and stops a search after the end of the input.
    fn on_timeout(&mut self, out: &mut dyn Write) -> io::Result<ControlFlow<()>> {
        self.last_output = Instant::now();
        let late = self
            .input_ended
            .is_some_and(|ended| ended.elapsed() >= EOF_GRACE);
        if late && !self.session.is_timed() {
            self.session.stop();
        }
        if let Some(progress) = self.session.progress() {
            self.protocol.write_progress(progress, out)?;
        }
        Ok(ControlFlow::Continue(()))
    }
}
