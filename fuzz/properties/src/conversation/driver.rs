//! Talks with an engine, wherever it runs, and checks what it does.

use std::time::{Duration, Instant};

use super::choices::Choices;
use super::grammar::line;
use super::talks::{TALKS, Talk};

/// The two directions of a conversation.
pub trait Wire {
    /// Sends bytes; what cannot be sent is dropped.
    fn send(&mut self, bytes: &[u8]);
    /// The next line from the engine, if one comes in time.
    fn receive(&mut self, within: Duration) -> Option<String>;
    /// Closes the input of the engine.
    fn hang_up(&mut self);
    /// Called before the engine is told to end.
    fn look(&mut self) {}
}

/// What a conversation has come to.
#[derive(Debug, Default)]
pub struct Outcome {
    /// The largest size of the table that was accepted, in MiB; 0 if none was asked for.
    pub megabytes: u64,
    /// The longest time from a stop to the answer.
    pub slowest_stop: Duration,
    /// When the engine was told to end, or its input was closed.
    pub ended_at: Option<Instant>,
}

/// The most rounds of a conversation.
const MAX_ROUNDS: usize = 40;
/// How often a stop is said again.
const AGAIN: Duration = Duration::from_millis(50);
/// The longest that a line or an answer in the record of a failure may be.
const MAX_SHOWN: usize = 300;

/// A conversation in progress.
struct Conversation<'a, W> {
    wire: &'a mut W,
    talk: &'static Talk,
    /// How long a stop may take.
    limit: Duration,
    record: Vec<String>,
    outcome: Outcome,
}

/// Talks as the bytes say: greets, sends lines, waits for answers, ends.
///
/// # Panics
/// When an answer to a stop takes longer than `limit`, or refused input changes what can be seen.
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

    /// A line of the dialect.
    fn say_something(&mut self, choices: &mut Choices<'_>) {
        let pattern = self.talk.lines[choices.below(self.talk.lines.len())];
        let line = line(pattern, choices);
        let megabytes = line.megabytes.unwrap_or(0);
        self.outcome.megabytes = self.outcome.megabytes.max(megabytes);
        self.send(&line.bytes);
    }

    /// Some lines at once or with pauses, then a stop.
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
            // A line that has no end in time: it belongs to what comes next.
            self.wire.send(b"\xc3");
            self.send(b"");
        }
        self.settle();
    }

    /// Stops what is running, and waits until everything is done; what was said until then.
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
                // A stop ends one search, and others may have waited.
                self.wire.send(&[self.talk.stop.as_bytes(), b"\n"].concat());
                said_at = Instant::now();
            }
        }
    }

    /// What can be seen of the state.
    fn state(&mut self) -> Vec<String> {
        for question in self.talk.state {
            self.send(question.as_bytes());
        }
        self.settle()
    }

    /// Says one line while nothing runs; if it is refused, nothing must have changed.
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

    /// Ends the conversation, perhaps in the middle of a search.
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
