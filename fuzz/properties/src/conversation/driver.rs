//! Runs a conversation with an engine, in any process, and checks the engine.

use std::time::{Duration, Instant};

use super::choices::Choices;
use super::grammar::line;
use super::talks::{TALKS, Talk};

/// The two directions of a conversation.
pub trait Wire {
    /// Sends bytes; bytes that cannot be sent are dropped.
    fn send(&mut self, bytes: &[u8]);
    /// The next line of the engine, if it comes in time.
    fn receive(&mut self, within: Duration) -> Option<String>;
    /// Closes the input of the engine.
    fn hang_up(&mut self);
    /// Called before the command to end.
    fn look(&mut self) {}
}

/// The result of a conversation.
#[derive(Debug, Default)]
pub struct Outcome {
    /// The largest accepted size of the table in MiB; 0 if none was set.
    pub megabytes: u64,
    /// Maximum time from a stop to its answer.
    pub slowest_stop: Duration,
    /// The time of the command to end, or of the end of the input.
    pub ended_at: Option<Instant>,
}

/// Maximum number of rounds of a conversation.
const MAX_ROUNDS: usize = 40;
/// Interval at which a stop is repeated.
const AGAIN: Duration = Duration::from_millis(50);
/// Maximum length of a line or an answer in a failure message, in characters.
const MAX_SHOWN: usize = 300;

/// A conversation in progress.
struct Conversation<'a, W> {
    wire: &'a mut W,
    talk: &'static Talk,
    /// Maximum time for a stop.
    limit: Duration,
    record: Vec<String>,
    outcome: Outcome,
}

/// Runs the conversation given by the bytes: greets, sends lines, waits for answers, ends.
///
/// # Panics
/// If the answer to a stop takes longer than `limit`, or refused input changes the visible state.
pub fn converse(bytes: &[u8], limit: Duration, wire: &mut impl Wire) -> Outcome {
    let mut choices = Choices::new(bytes);
    let talk = &TALKS[choices.below(TALKS.len())];
    let mut conversation = Conversation {
        wire,
        talk,
        limit,
        record: Vec::new(),
        outcome: Outcome::default(),
    };
    for greeting in talk.greeting {
        conversation.send(greeting.as_bytes());
    }
    for _ in 0..MAX_ROUNDS {
        if choices.is_over() {
            break;
        }
        if !talk.state.is_empty() && choices.once_in(3) {
            conversation.try_one_line(&mut choices);
        } else {
            conversation.burst(&mut choices);
        }
    }
    conversation.end(&mut choices)
}

impl<W: Wire> Conversation<'_, W> {
    fn send(&mut self, bytes: &[u8]) {
        let shown: String = String::from_utf8_lossy(bytes)
            .chars()
            .take(MAX_SHOWN)
            .collect();
        self.record.push(format!("> {}", shown.escape_debug()));
        self.wire.send(&[bytes, b"\n"].concat());
    }

    /// Sends a line of the protocol.
    fn say_something(&mut self, choices: &mut Choices<'_>) {
        let pattern = self.talk.lines[choices.below(self.talk.lines.len())];
        let line = line(pattern, choices);
        let megabytes = line.megabytes.unwrap_or(0);
        self.outcome.megabytes = self.outcome.megabytes.max(megabytes);
        self.send(&line.bytes);
    }

    /// Sends several lines, at once or with pauses, then a stop.
    fn burst(&mut self, choices: &mut Choices<'_>) {
        for _ in 0..=choices.below(6) {
            self.say_something(choices);
            match choices.below(8) {
                6 => std::thread::sleep(Duration::from_millis(1)),
                7 => std::thread::sleep(Duration::from_millis(8)),
                _ => {}
            }
        }
        if choices.once_in(8) {
            // A line without an end in time, which belongs to the next one.
            self.wire.send(b"\xc3");
            self.send(b"");
        }
        self.settle();
    }

    /// Stops everything that runs, and returns the output until it is done.
    fn settle(&mut self) -> Vec<String> {
        let asked = Instant::now();
        self.send(self.talk.stop.as_bytes());
        for question in self.talk.question {
            self.send(question.as_bytes());
        }
        let mut said_at = asked;
        let mut lines = Vec::new();
        loop {
            if let Some(line) = self.wire.receive(AGAIN) {
                let shown: String = line.chars().take(MAX_SHOWN).collect();
                self.record.push(format!("< {shown}"));
                if line.contains(self.talk.answer) {
                    self.outcome.slowest_stop = self.outcome.slowest_stop.max(asked.elapsed());
                    return lines;
                }
                lines.push(line);
            }
            if asked.elapsed() > self.limit {
                self.fail("no answer after a stop");
            }
            if said_at.elapsed() >= AGAIN {
                // A stop ends one search, and others may be queued.
                self.wire.send(&[self.talk.stop.as_bytes(), b"\n"].concat());
                said_at = Instant::now();
            }
        }
    }

    /// The visible state.
    fn state(&mut self) -> Vec<String> {
        for question in self.talk.state {
            self.send(question.as_bytes());
        }
        self.settle()
    }

    /// Sends one line while nothing runs, and checks that a refused one changes nothing.
    fn try_one_line(&mut self, choices: &mut Choices<'_>) {
        self.settle();
        let before = self.state();
        self.say_something(choices);
        let answers = self.settle();
        let mut said = answers.iter().filter(|line| !line.is_empty()).peekable();
        let is_refusal = |line: &&String| {
            let mut refusals = self.talk.refusals.iter();
            refusals.any(|refusal| line.starts_with(refusal))
        };
        if said.peek().is_some() && said.all(|line| is_refusal(&line)) {
            let after = self.state();
            if after != before {
                self.fail(&format!("a refused line changed {before:?}\nto {after:?}"));
            }
        }
    }

    /// Ends the conversation, possibly during a search.
    fn end(mut self, choices: &mut Choices<'_>) -> Outcome {
        self.wire.look();
        if choices.once_in(2) {
            self.say_something(choices);
        }
        if self.talk.quit_waits {
            self.settle();
        }
        self.outcome.ended_at = Some(Instant::now());
        self.send(self.talk.quit.as_bytes());
        if choices.once_in(2) {
            self.wire.hang_up();
        }
        self.outcome
    }

    fn fail(&self, why: &str) -> ! {
        let from = self.record.len().saturating_sub(120);
        panic!(
            "{} in {}:\n{}",
            why,
            self.talk.name,
            self.record[from..].join("\n")
        );
    }
}
