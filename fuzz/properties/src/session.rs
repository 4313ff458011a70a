//! Properties of the whole engine in this process: conversations with its event loop, and protocols line by line.

use std::fmt::Debug;
use std::io::{self, BufReader, Read, Write};
use std::ops::ControlFlow;
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use crossbeam_channel::Receiver;
use kaeshi::engine;
use kaeshi::shell::{
    self, Cecp, Event, Gomocup, Gtp, Nboard, Options, Protocol, Scheduling, Session, Ugi, Usi,
    execute,
};

use crate::conversation::choices::Choices;
use crate::conversation::driver::{Wire, converse};
use crate::conversation::grammar::line;
use crate::conversation::talks::{TALKS, Talk};
use crate::text::is_one_line;

/// Time limit for everything that should end soon; generous, since other programs may use the processors.
const LIMIT: Duration = Duration::from_secs(20);
/// Maximum number of lines of an input.
const MAX_LINES: usize = 60;

fn options() -> Options {
    Options {
        hash: 1,
        ..Options::default()
    }
}

/// An input that reads bytes from a channel, and ends when the sender is dropped.
struct Incoming {
    bytes: mpsc::Receiver<Vec<u8>>,
    rest: Vec<u8>,
}

impl Read for Incoming {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.rest.is_empty() {
            match self.bytes.recv() {
                Ok(bytes) => self.rest = bytes,
                Err(mpsc::RecvError) => return Ok(0),
            }
        }
        let count = self.rest.as_slice().read(buffer)?;
        self.rest.drain(..count);
        Ok(count)
    }
}

/// An output that writes lines to a channel.
struct Outgoing {
    lines: mpsc::Sender<String>,
    rest: Vec<u8>,
}

impl Write for Outgoing {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        for byte in bytes {
            if *byte == b'\n' {
                let line = String::from_utf8(std::mem::take(&mut self.rest));
                // The receiver may be dropped already.
                let _ = self.lines.send(line.expect("the engine writes text"));
            } else {
                self.rest.push(*byte);
            }
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The two directions of a conversation in this process.
struct Channels {
    bytes: Option<mpsc::Sender<Vec<u8>>>,
    lines: mpsc::Receiver<String>,
}

impl Wire for Channels {
    fn send(&mut self, bytes: &[u8]) {
        if let Some(sender) = &self.bytes {
            // The engine may have ended already.
            let _ = sender.send(bytes.to_vec());
        }
    }

    fn receive(&mut self, within: Duration) -> Option<String> {
        self.lines.recv_timeout(within).ok()
    }

    fn hang_up(&mut self) {
        self.bytes = None;
    }
}

/// A conversation with the event loop, see [`converse`], which must end soon and with success.
///
/// # Panics
/// If it does not.
pub fn sessions(data: &[u8]) {
    let (bytes, received) = mpsc::channel();
    let (lines, answers) = mpsc::channel();
    let input = Incoming {
        bytes: received,
        rest: Vec::new(),
    };
    let mut output = Outgoing {
        lines,
        rest: Vec::new(),
    };
    let engine =
        thread::spawn(move || shell::talk(BufReader::new(input), &mut output, options(), None));
    let mut wire = Channels {
        bytes: Some(bytes),
        lines: answers,
    };
    let outcome = converse(data, LIMIT, &mut wire);
    while wire.receive(LIMIT).is_some() {}
    let ended_at = outcome.ended_at.expect("a conversation has an end");
    assert!(ended_at.elapsed() < LIMIT, "it does not end");
    let talked = engine.join().expect("the engine does not panic");
    assert!(talked.is_ok(), "{talked:?}");
}

/// Lines of one protocol, each answered before the next. A refused line must not change anything in the session or in
/// the protocol.
///
/// # Panics
/// If it does.
pub fn protocols(data: &[u8]) {
    let mut choices = Choices::new(data);
    let talk = &TALKS[choices.below(TALKS.len())];
    match talk.name {
        "ugi" | "uci" => hold(talk, Ugi::default(), &mut choices),
        "usi" => hold(talk, Usi, &mut choices),
        "cecp" => hold(talk, Cecp::default(), &mut choices),
        "gtp" => hold(talk, Gtp::default(), &mut choices),
        "nboard" => hold(talk, Nboard::default(), &mut choices),
        _ => hold(talk, Gomocup::default(), &mut choices),
    }
}

/// A protocol and its session, without the event loop.
struct Held<D> {
    talk: &'static Talk,
    protocol: D,
    session: Session,
    inbox: Receiver<Event>,
    record: Vec<String>,
}

fn hold<D: Protocol + Debug>(talk: &'static Talk, protocol: D, choices: &mut Choices<'_>) {
    let (events, inbox) = crossbeam_channel::unbounded();
    let mut held = Held {
        talk,
        protocol,
        session: Session::new(options(), events).expect("there is a megabyte"),
        inbox,
        record: Vec::new(),
    };
    for greeting in talk.greeting {
        let _ = held.handle_line(greeting);
    }
    for _ in 0..MAX_LINES {
        if choices.is_over() {
            break;
        }
        let pattern = talk.lines[choices.below(talk.lines.len())];
        let line = line(pattern, choices).bytes;
        if let Ok(line) = String::from_utf8(line)
            && held.handle_line(&line).is_break()
        {
            break;
        }
        if choices.once_in(3) {
            held.finish();
        }
    }
    held.finish();
}

impl<D: Protocol + Debug> Held<D> {
    /// All state that a line can change; a running search may change its own part at any time.
    fn state(&self) -> String {
        let engine = &self.session.engine;
        let moves = if engine.result().is_some() {
            Vec::new()
        } else {
            engine.moves()
        };
        let options = self.session.options();
        let protocol = format!("{:?}", self.protocol);
        format!(
            "{} {moves:?} {:?} {options:?} {protocol}",
            engine.write(),
            engine.last_move()
        )
    }

    fn handle_line(&mut self, line: &str) -> ControlFlow<()> {
        let text = D::clean(line);
        let parsed = D::parse(&text);
        if self.session.is_searching()
            && let Ok(Some(command)) = &parsed
        {
            let scheduling = D::scheduling(command, 0);
            if scheduling == Scheduling::StopThenQueue {
                self.protocol.search_interrupted();
            }
            if scheduling != Scheduling::Immediate {
                self.finish();
            }
        }
        let was_searching = self.session.is_searching();
        let before = self.state();
        // In Gomocup, a command that interrupts a list of stones is carried out after the error about the list.
        let is_list = format!("{:?}", self.protocol).contains("block: Some(");
        let mut out = Vec::new();
        let handled = execute(
            &mut self.protocol,
            line,
            parsed,
            &mut self.session,
            &mut out,
        );
        let flow = handled.expect("memory can be written");
        let answer = String::from_utf8(out).expect("the engine writes text");
        assert!(
            answer.lines().all(is_one_line),
            "{line:?} is answered {answer:?}"
        );
        self.record.push(line.escape_debug().to_string());
        if !is_list && self.is_refusal(&answer) {
            let after = self.state();
            assert_eq!(
                after,
                before,
                "{line:?} is refused ({answer:?}) and changed something: {}",
                self.record.join("\n")
            );
            assert_eq!(
                self.session.is_searching(),
                was_searching,
                "{line:?}: {answer:?}"
            );
        }
        flow
    }

    fn is_refusal(&self, answer: &str) -> bool {
        let mut lines = answer.lines().filter(|line| !line.is_empty()).peekable();
        let mut is_one = |line: &str| {
            let mut refusals = self.talk.refusals.iter();
            refusals.any(|refusal| line.starts_with(refusal))
        };
        lines.peek().is_some() && lines.all(&mut is_one)
    }

    /// Stops everything that runs, and passes on events until it is done.
    fn finish(&mut self) {
        while self.session.is_searching() {
            self.session.stop();
            let event = self.inbox.recv_timeout(LIMIT);
            let Ok(Event::Engine(event)) = event else {
                panic!("{event:?} after a stop:\n{}", self.record.join("\n"));
            };
            if !matches!(event, engine::Event::Info(_)) {
                self.session.search_finished();
            }
            let mut out = Vec::new();
            let written = self
                .protocol
                .handle_event(&event, &mut self.session, &mut out);
            written.expect("memory can be written");
            let text = String::from_utf8(out).expect("the engine writes text");
            assert!(text.lines().all(is_one_line), "{text:?}");
        }
    }
}
