//! The functions that JavaScript calls. Texts are UTF-8; answers are valid until the next call.

#![expect(
    unsafe_code,
    reason = "an exported name could clash with another; these belong to this module alone"
)]

use std::cell::RefCell;
use std::time::Duration;

use kaeshi::engine::SliceState;
use kaeshi::game::InputError;
use kaeshi::shell::{Options, SlicedConversation};

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::game::{self, Request};
use crate::{analysis, party, pasted, set_up, written};

/// The texts on their way in and out, and the conversation.
#[derive(Default)]
struct Exchange {
    input: Vec<u8>,
    output: Vec<u8>,
    conversation: Option<SlicedConversation>,
}

thread_local! {
    static EXCHANGE: RefCell<Exchange> = RefCell::default();
}

/// Size of the transposition table at the start, in MiB. The option `Hash` changes it.
const HASH: usize = 32;

impl Exchange {
    /// Calls `work` with the input and the empty output.
    fn answer(work: impl FnOnce(&mut Self, &str, &mut Vec<u8>)) {
        EXCHANGE.with_borrow_mut(|exchange| {
            let input = std::mem::take(&mut exchange.input);
            let mut output = std::mem::take(&mut exchange.output);
            output.clear();
            work(exchange, &String::from_utf8_lossy(&input), &mut output);
            exchange.output = output;
        });
    }

    /// The conversation, which begins with the first line.
    fn conversation(&mut self, output: &mut Vec<u8>) -> Option<&mut SlicedConversation> {
        if self.conversation.is_none() {
            let options = Options {
                hash: HASH,
                ..Options::default()
            };
            match SlicedConversation::new(options) {
                Ok(conversation) => self.conversation = Some(conversation),
                Err(why) => output.extend(format!("info string error: {why}\n").bytes()),
            }
        }
        self.conversation.as_mut()
    }
}

/// A buffer for `length` bytes of input, valid until the next call.
#[unsafe(no_mangle)]
pub extern "C" fn input(length: usize) -> *mut u8 {
    EXCHANGE.with_borrow_mut(|exchange| {
        exchange.input.clear();
        exchange.input.resize(length, 0);
        exchange.input.as_mut_ptr()
    })
}

/// The begin of the last answer.
#[unsafe(no_mangle)]
pub extern "C" fn output() -> *const u8 {
    EXCHANGE.with_borrow(|exchange| exchange.output.as_ptr())
}

/// The length of the last answer in bytes.
#[unsafe(no_mangle)]
pub extern "C" fn output_length() -> usize {
    EXCHANGE.with_borrow(|exchange| exchange.output.len())
}

/// Handles the input, a line of UGI. The answer is the lines of the engine.
#[unsafe(no_mangle)]
pub extern "C" fn handle_line() {
    Exchange::answer(|exchange, line, output| {
        if let Some(conversation) = exchange.conversation(output) {
            // A vector can always be written, and a worker ends by itself.
            let _ = conversation.handle_line(line, output);
        }
    });
}

/// Runs the search for `milliseconds`. Returns 1 if it wants another slice, 0 if there is none or it waits for a stop.
/// The answer is the lines of the engine.
#[unsafe(no_mangle)]
pub extern "C" fn run_slice(milliseconds: u32) -> u32 {
    let mut state = SliceState::Finished;
    Exchange::answer(|exchange, _, output| {
        if let Some(conversation) = exchange.conversation.as_mut() {
            let time = Duration::from_millis(milliseconds.into());
            // A vector can always be written.
            state = conversation
                .run_slice(time, output)
                .unwrap_or(SliceState::Finished);
        }
    });
    u32::from(state == SliceState::Running)
}

/// Answers the input, a request in JSON, in JSON.
fn answer<Q: DeserializeOwned, A: Serialize>(work: impl FnOnce(&Q) -> Result<A, InputError>) {
    Exchange::answer(|_, text, output| {
        let found = game::read(text).and_then(|request| work(&request));
        game::write(&found, output);
    });
}

/// Describes a position: a [`Request`] becomes a [`crate::Position`].
#[unsafe(no_mangle)]
pub extern "C" fn describe() {
    answer(|request: &Request| game::describe(request));
}

/// Reads a pasted game: a [`Request`] becomes a [`pasted::Pasted`].
#[unsafe(no_mangle)]
pub extern "C" fn read_game() {
    answer(|request: &Request| pasted::read(request));
}

/// Checks a board that was set up: a [`set_up::SetUpRequest`] becomes a [`crate::Position`].
#[unsafe(no_mangle)]
pub extern "C" fn set_up() {
    answer(set_up::set_up);
}

/// Writes a game for a download: a [`written::WriteRequest`] becomes a [`written::Written`].
#[unsafe(no_mangle)]
pub extern "C" fn write_game() {
    answer(written::write);
}

/// Describes a game of cards: a [`party::PartyRequest`] becomes a [`party::Party`].
#[unsafe(no_mangle)]
pub extern "C" fn party() {
    answer(party::party);
}

/// Analyses a game: an [`analysis::AnalysisRequest`] becomes an [`analysis::Analysed`]. This takes seconds or minutes. The
/// progress goes to standard output, a line for each position.
#[unsafe(no_mangle)]
pub extern "C" fn analyse() {
    answer(|request: &analysis::AnalysisRequest| {
        analysis::run(request, &mut std::io::stdout().lock())
    });
}

/// Searches the positions of `kaeshi bench`. The answer is the number of nodes, the signature of the search.
#[unsafe(no_mangle)]
pub extern "C" fn bench() {
    Exchange::answer(|_, _, output| {
        let nodes = kaeshi::bench::run().map(|runs| runs.iter().map(|run| run.nodes).sum::<u64>());
        game::write(&nodes, output);
    });
}
