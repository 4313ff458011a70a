//! The event loop: handles lines, signals and the events of the engine one after the other, and alone writes.

use std::collections::VecDeque;
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use crossbeam_channel::RecvTimeoutError;
use kaeshi_protocol::Malformed;

use super::event::Event;
use super::input::Inbox;
use super::protocol::{Protocol, Scheduling};
use super::session::Session;
use crate::engine;

/// Interval of progress lines during a search.
const PROGRESS_INTERVAL: Duration = Duration::from_secs(1);
/// Time that an untimed search may go on after the end of the input.
const EOF_GRACE: Duration = Duration::from_secs(5);
/// Maximum number of lines that wait for a search to end.
const MAX_QUEUED: usize = 10_000;
/// Maximum size of these lines in bytes.
const MAX_QUEUED_BYTES: usize = 1 << 22;

/// Handles the line `first`, if any, and then the events of `inbox` until the conversation is over.
///
/// # Errors
/// If the output is closed.
pub(super) fn run(
    protocol: impl Protocol,
    session: Session,
    first: Option<String>,
    inbox: &Inbox,
    out: &mut dyn Write,
) -> io::Result<()> {
    let mut event_loop = EventLoop::new(protocol, session);
    let outcome = event_loop.run(first, inbox, out);
    event_loop.session.end();
    outcome?;
    event_loop.write_notice(out)?;
    out.flush()
}

/// Carries out `line`, which was parsed as `parsed`, and answers it; [`ControlFlow::Break`] ends the conversation.
///
/// # Errors
/// If the output is closed.
pub fn execute<P: Protocol>(
    protocol: &mut P,
    line: &str,
    parsed: Result<Option<P::Command<'_>>, Malformed>,
    session: &mut Session,
    out: &mut dyn Write,
) -> io::Result<ControlFlow<()>> {
    match parsed {
        Ok(Some(command)) => {
            let is_last = P::is_quit(&command);
            if let Err(why) = protocol.handle(command, session, out)? {
                protocol.write_error(line, &why, out)?;
            }
            if is_last {
                return Ok(ControlFlow::Break(()));
            }
        }
        Ok(None) => {}
        Err(why) => protocol.write_malformed(line, &why, out)?,
    }
    Ok(ControlFlow::Continue(()))
}

/// The state of the event loop.
pub(super) struct EventLoop<P> {
    pub(super) session: Session,
    protocol: P,
    queue: VecDeque<QueuedLine>,
    /// Size of the queued lines in bytes.
    queued_bytes: usize,
    input_ended: Option<Instant>,
    last_output: Instant,
}

/// A line that waits for the search to end.
struct QueuedLine {
    line: String,
    wait: Wait,
}

/// Why a line is queued.
#[derive(Clone, Copy)]
struct Wait {
    /// Whether all searches before the line are stopped.
    stops_search: bool,
    /// Whether the line waits even if no other is queued before it.
    waits_alone: bool,
}

impl<P: Protocol> EventLoop<P> {
    pub(super) fn new(protocol: P, session: Session) -> Self {
        Self {
            session,
            protocol,
            queue: VecDeque::new(),
            queued_bytes: 0,
            input_ended: None,
            last_output: Instant::now(),
        }
    }

    fn run(&mut self, first: Option<String>, inbox: &Inbox, out: &mut dyn Write) -> io::Result<()> {
        let mut flow = match first {
            Some(line) => self.handle_line(line, out)?,
            None => ControlFlow::Continue(()),
        };
        out.flush()?;
        while flow.is_continue() && !self.is_over() {
            flow = match inbox.next(self.timeout()) {
                Ok(event) => self.handle(event, out)?,
                Err(RecvTimeoutError::Timeout) => self.on_timeout(out)?,
                Err(RecvTimeoutError::Disconnected) => ControlFlow::Break(()),
            };
            out.flush()?;
        }
        if self.session.is_searching() {
            self.finish(inbox, out)?;
        }
        out.flush()
    }

    /// Stops the search and writes its result.
    fn finish(&mut self, inbox: &Inbox, out: &mut dyn Write) -> io::Result<()> {
        while self.session.is_searching() {
            // The result may start the next search.
            self.session.stop();
            match inbox.next(PROGRESS_INTERVAL) {
                Ok(Event::Engine(event)) => self.handle_engine_event(&event, out)?,
                Ok(Event::Learned) => self.handle_learned(out)?,
                Ok(_) | Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
        }
        Ok(())
    }

    /// Whether nothing is left to do.
    fn is_over(&self) -> bool {
        self.input_ended.is_some() && !self.session.is_searching() && self.queue.is_empty()
    }

    /// The time limit for the next event.
    pub(super) fn timeout(&self) -> Duration {
        if self.session.is_searching() {
            PROGRESS_INTERVAL.saturating_sub(self.last_output.elapsed())
        } else {
            Duration::from_secs(3600)
        }
    }

    pub(super) fn handle(
        &mut self,
        event: Event,
        out: &mut dyn Write,
    ) -> io::Result<ControlFlow<()>> {
        match event {
            Event::Terminate => return Ok(ControlFlow::Break(())),
            Event::EndOfInput => {
                self.input_ended = Some(Instant::now());
                self.stop_if_eof();
            }
            Event::Line(Ok(line)) => return self.handle_line(line, out),
            Event::Line(Err(why)) => {
                let why = format_args!("{why}: it is ignored");
                self.protocol.write_error("", &why, out)?;
            }
            Event::Unreadable(why) => self.protocol.write_error("", &why, out)?,
            Event::Engine(event) => {
                self.handle_engine_event(&event, out)?;
                return self.drain_queue(out);
            }
            Event::Learned => {
                self.handle_learned(out)?;
                return self.drain_queue(out);
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    /// Answers a line, or queues it until the search has ended.
    fn handle_line(&mut self, line: String, out: &mut dyn Write) -> io::Result<ControlFlow<()>> {
        log::debug!("received: {line}");
        let wait = {
            let text = P::clean(&line);
            let parsed = P::parse(&text);
            match self.wait(&parsed) {
                Some(wait) => wait,
                None => return self.answer(&line, parsed, out),
            }
        };
        self.enqueue(line, wait, out)?;
        Ok(ControlFlow::Continue(()))
    }

    /// Why a line has to wait for the search, if it has to.
    fn wait(&self, parsed: &Result<Option<P::Command<'_>>, Malformed>) -> Option<Wait> {
        // A line that is no command does not stop the search.
        let (Ok(Some(command)), true) = (parsed, self.session.is_searching()) else {
            return None;
        };
        let scheduling = P::scheduling(command, self.queue.len());
        (scheduling != Scheduling::Immediate).then(|| Wait {
            stops_search: scheduling == Scheduling::StopThenQueue,
            waits_alone: P::scheduling(command, 0) != Scheduling::Immediate,
        })
    }

    fn answer(
        &mut self,
        line: &str,
        parsed: Result<Option<P::Command<'_>>, Malformed>,
        out: &mut dyn Write,
    ) -> io::Result<ControlFlow<()>> {
        let flow = execute(&mut self.protocol, line, parsed, &mut self.session, out)?;
        self.write_notice(out)?;
        self.last_output = Instant::now();
        self.stop_if_eof();
        Ok(flow)
    }

    /// Queues a line until the search has ended. Stops the search if the line requires it, or if the search is endless.
    fn enqueue(&mut self, line: String, wait: Wait, out: &mut dyn Write) -> io::Result<()> {
        if wait.stops_search {
            self.interrupt_search();
        }
        if wait.stops_search || self.session.is_endless() {
            self.session.stop();
        }
        let bytes = self.queued_bytes + line.len();
        if self.queue.len() >= MAX_QUEUED || bytes > MAX_QUEUED_BYTES {
            let why = "too many lines are waiting for the search to end: this one is ignored";
            return self.protocol.write_error("", &why, out);
        }
        self.queued_bytes = bytes;
        self.queue.push_back(QueuedLine { line, wait });
        Ok(())
    }

    /// Answers the queued lines, up to the first that has to wait for another search.
    fn drain_queue(&mut self, out: &mut dyn Write) -> io::Result<ControlFlow<()>> {
        while let Some(line) = self.pop_ready() {
            let text = P::clean(&line);
            if self.answer(&line, P::parse(&text), out)?.is_break() {
                return Ok(ControlFlow::Break(()));
            }
        }
        let is_urgent = self.queue.iter().any(|queued| queued.wait.stops_search);
        if is_urgent {
            self.interrupt_search();
        }
        if is_urgent || (!self.queue.is_empty() && self.session.is_endless()) {
            self.session.stop();
        }
        Ok(ControlFlow::Continue(()))
    }

    /// Takes the first queued line, unless it has to wait.
    fn pop_ready(&mut self) -> Option<String> {
        if self.session.is_searching() && self.queue.front()?.wait.waits_alone {
            return None;
        }
        let QueuedLine { line, .. } = self.queue.pop_front()?;
        self.queued_bytes -= line.len();
        Some(line)
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

    fn handle_learned(&mut self, out: &mut dyn Write) -> io::Result<()> {
        self.session.learning_finished();
        self.last_output = Instant::now();
        self.write_notice(out)?;
        self.protocol.handle_learned(out)
    }

    /// Tells the user what went wrong although no command was refused.
    fn write_notice(&mut self, out: &mut dyn Write) -> io::Result<()> {
        match self.session.take_notice() {
            Some(text) => self.protocol.write_notice(&text, out),
            None => Ok(()),
        }
    }

    /// Tells the protocol that the running search has become obsolete. Learning has no result to discard.
    fn interrupt_search(&mut self) {
        if !self.session.is_learning() {
            self.protocol.search_interrupted();
        }
    }

    /// Stops an endless search after the end of the input, since nothing else can stop it.
    fn stop_if_eof(&mut self) {
        if self.input_ended.is_some() && self.session.is_endless() && self.queue.is_empty() {
            self.session.stop();
        }
    }

    /// Handles a timeout: writes a progress line, and stops a search after the end of the input.
    pub(super) fn on_timeout(&mut self, out: &mut dyn Write) -> io::Result<ControlFlow<()>> {
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
