//! A conversation without threads, for a Web Worker: its caller brings the lines, and runs the search in slices.

use std::io::{self, Write};
use std::ops::ControlFlow;
use std::time::Duration;

use crossbeam_channel::Receiver;

use super::event::Event;
use super::event_loop::EventLoop;
use super::options::Options;
use super::session::Session;
use super::ugi::Ugi;
use crate::engine::SliceState;
use crate::game::InputError;

/// A conversation in UGI whose searches run in slices.
pub struct SlicedConversation {
    event_loop: EventLoop<Ugi>,
    events: Receiver<Event>,
}

impl SlicedConversation {
    /// A conversation with `options`. Searches run in slices, whatever the options say.
    ///
    /// # Errors
    /// If the game is unknown, or there is no memory for the table.
    ///
    /// # Examples
    /// ```
    /// use std::time::Duration;
    ///
    /// use kaeshi::engine::SliceState;
    /// use kaeshi::shell::{Options, SlicedConversation};
    ///
    /// let mut conversation = SlicedConversation::new(Options::default())?;
    /// let mut output = Vec::new();
    /// conversation.handle_line("go infinite", &mut output)?;
    /// assert_eq!(conversation.run_slice(Duration::from_millis(10), &mut output)?, SliceState::Running);
    /// conversation.handle_line("stop", &mut output)?;
    /// assert_eq!(conversation.run_slice(Duration::from_millis(10), &mut output)?, SliceState::Finished);
    /// assert!(String::from_utf8(output)?.contains("bestmove "));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(options: Options) -> Result<Self, InputError> {
        let mut options = options;
        options.settings.sliced = true;
        let (sender, events) = crossbeam_channel::unbounded();
        let session = Session::new(options, sender)?;
        let event_loop = EventLoop::new(Ugi::default(), session);
        Ok(Self { event_loop, events })
    }

    /// Answers a line, or queues it until the search has ended. [`ControlFlow::Break`] ends the conversation.
    ///
    /// # Errors
    /// If `out` cannot be written.
    pub fn handle_line(&mut self, line: &str, out: &mut dyn Write) -> io::Result<ControlFlow<()>> {
        let flow = self.event_loop.handle(Event::Line(Ok(line.into())), out)?;
        self.handle_events(flow, out)
    }

    /// Runs the search, if there is one, for about `time`.
    ///
    /// # Errors
    /// If `out` cannot be written.
    pub fn run_slice(&mut self, time: Duration, out: &mut dyn Write) -> io::Result<SliceState> {
        if !self.event_loop.session.is_searching() {
            return Ok(SliceState::Finished);
        }
        let state = self.event_loop.session.engine.run_slice(time);
        let flow = self.handle_events(ControlFlow::Continue(()), out)?;
        if flow.is_continue() && self.event_loop.timeout().is_zero() {
            // Nothing ends the conversation here.
            let _ = self.event_loop.on_timeout(out)?;
        }
        // The result may have started the next search.
        Ok(match state {
            SliceState::Finished if self.event_loop.session.is_searching() => SliceState::Running,
            state => state,
        })
    }

    fn handle_events(
        &mut self,
        mut flow: ControlFlow<()>,
        out: &mut dyn Write,
    ) -> io::Result<ControlFlow<()>> {
        while flow.is_continue()
            && let Ok(event) = self.events.try_recv()
        {
            flow = self.event_loop.handle(event, out)?;
        }
        Ok(flow)
    }
}
