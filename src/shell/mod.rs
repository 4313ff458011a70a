//! The shell: one event loop, one channel, one writer.
//!
//! Threads read lines, watch for signals, and search. All of them send [`Event`]s to the loop, which alone writes. The
//! search never blocks the loop. So a stop, a greeting or the end of the input needs no special path.

mod book_learning;
mod cecp;
mod detect;
mod event;
mod event_loop;
mod gomocup;
mod gtp;
mod info;
mod input;
mod interrupt;
mod nboard;
mod opening_book;
mod options;
mod othello;
mod play;
mod protocol;
mod session;
mod sliced;
mod ugi;
mod usi;

pub use book_learning::{FIRST_DAY, search_leaf, this_program, today};
pub use cecp::Cecp;
pub use detect::{AnyProtocol, detect, from_program_name};
pub use event::Event;
pub use event_loop::execute;
pub use gomocup::Gomocup;
pub use gtp::{Gtp, GtpCommand};
use input::Inbox;
pub use interrupt::Interrupt;
pub use nboard::Nboard;
pub use opening_book::{BookChoice, OpeningBook};
pub use options::{BookOptions, Kind, Name, Options, check_level};
pub use protocol::{CommandResult, Protocol, Scheduling};
pub use session::Session;
pub use sliced::SlicedConversation;
pub use ugi::Ugi;
pub use usi::Usi;

use std::io::{self, BufRead, Write};
use std::time::Duration;

use crossbeam_channel::{RecvTimeoutError, Sender};

/// The answer to a first line that belongs to no protocol.
const GREETINGS: &str = "begin with ugi, uci, usi, xboard, nboard 2, START 15 or a GTP command; \
                         to play against it, start 'kaeshi play'";

/// Runs a conversation on standard input and output until `quit` or the end of the input.
///
/// Without a `protocol`, the first line that belongs to one chooses it.
///
/// # Errors
/// If the output is closed, the session cannot be created, or the system has no thread for the input.
pub fn run(options: Options, protocol: Option<AnyProtocol>) -> io::Result<()> {
    let (events, inbox) = Inbox::new();
    let terminated = events.clone();
    Interrupt::watch(move || {
        // The receiver is dropped if the loop has ended.
        let _ = terminated.send(Event::Terminate);
    })?;
    inbox.spawn_reader(|| io::stdin().lock(), events.clone())?;
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
/// If the output is closed, the session cannot be created, or the system has no thread for the input.
pub fn talk(
    input: impl BufRead + Send + 'static,
    output: &mut dyn Write,
    options: Options,
    protocol: Option<AnyProtocol>,
) -> io::Result<()> {
    let (events, inbox) = Inbox::new();
    inbox.spawn_reader(|| input, events.clone())?;
    run_events((events, &inbox), output, options, protocol)
}

/// Handles the events of `inbox` until the conversation is over.
fn run_events(
    (events, inbox): (Sender<Event>, &Inbox),
    out: &mut dyn Write,
    options: Options,
    protocol: Option<AnyProtocol>,
) -> io::Result<()> {
    let session = Session::new(options, events).map_err(io::Error::other)?;
    let (protocol, first) = match protocol {
        Some(protocol) => (protocol, None),
        None => match wait_for_protocol(inbox, out)? {
            Some((protocol, first)) => (protocol, Some(first)),
            None => return Ok(()),
        },
    };
    match protocol {
        AnyProtocol::Ugi(protocol) => event_loop::run(protocol, session, first, inbox, out),
        AnyProtocol::Usi(protocol) => event_loop::run(protocol, session, first, inbox, out),
        AnyProtocol::Cecp(protocol) => event_loop::run(protocol, session, first, inbox, out),
        AnyProtocol::Gtp(protocol) => event_loop::run(protocol, session, first, inbox, out),
        AnyProtocol::Nboard(protocol) => event_loop::run(protocol, session, first, inbox, out),
        AnyProtocol::Gomocup(protocol) => event_loop::run(protocol, session, first, inbox, out),
    }
}

/// Waits for the first line that belongs to a protocol, and returns both; `None` at the end of the conversation.
///
/// Until then, lines are answered in UGI.
fn wait_for_protocol(
    inbox: &Inbox,
    out: &mut dyn Write,
) -> io::Result<Option<(AnyProtocol, String)>> {
    let ugi = Ugi::default();
    loop {
        match inbox.next(Duration::from_secs(3600)) {
            Ok(Event::Line(Ok(line))) => {
                if let Some(protocol) = detect(&line) {
                    return Ok(Some((protocol, line)));
                }
                log::debug!("received: {line}");
                if let Err(why) = Ugi::parse(&line) {
                    ugi.write_error(&line, &format_args!("{why}: {GREETINGS}"), out)?;
                }
            }
            Ok(Event::Line(Err(why))) => {
                ugi.write_error("", &format_args!("{why}: it is ignored"), out)?;
            }
            Ok(Event::Unreadable(why)) => ugi.write_error("", &why, out)?,
            Ok(Event::EndOfInput | Event::Terminate) | Err(RecvTimeoutError::Disconnected) => {
                return Ok(None);
            }
            // There is no search.
            Ok(Event::Engine(_) | Event::Learned) | Err(RecvTimeoutError::Timeout) => {}
        }
        out.flush()?;
    }
}
