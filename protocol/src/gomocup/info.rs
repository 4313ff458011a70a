//! What a manager lets the engine know.

use std::time::Duration;

use nom::Parser;
use nom::branch::alt;
use nom::combinator::{value, verify};

use super::command::command;
use crate::line::{Parsed, expecting};
use crate::words::{any_word, clock, number, text};

/// `INFO <key> <value>`
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Info {
    /// `timeout_turn <milliseconds>`: the most for one move; 0 means as fast as possible.
    TurnTime(Duration),
    /// `timeout_match <milliseconds>`: for all moves; `None`, written 0, is without limit.
    MatchTime(Option<Duration>),
    /// `time_left <milliseconds>`: of the time for all moves; `None`, written 2147483647, is without limit.
    TimeLeft(Option<Duration>),
    /// `max_memory <bytes>`: `None`, written 0, is without limit.
    Memory(Option<u64>),
    /// `rule <bits>`: 0 five or more in a row, 1 exactly five, 2 games that follow one another, 4 renju, 8 caro.
    Rule(u32),
    /// `max_depth <plies>`, an extension.
    Depth(u32),
    /// `max_node <positions>`, an extension.
    Nodes(u64),
    /// `thread_num <threads>`, an extension.
    Threads(u32),
    /// Any other key, such as `game_type`, `evaluate` or `folder`.
    Other,
}

pub(super) fn info(input: &str) -> Parsed<'_, Info> {
    let time = || expecting("milliseconds", clock);
    let some = |time: Duration| Some(time).filter(|time| !time.is_zero());
    let left = |time: Duration| Some(time).filter(|time| time.as_millis() < UNLIMITED);
    let memory = expecting("a number of bytes", number).map(|bytes| Some(bytes).filter(|&b| b > 0));
    let rule = expecting(
        "a rule from 0 to 15",
        verify(number, |&bits: &u32| bits < 16),
    );
    let positive = || {
        expecting(
            "a number from 1",
            verify(number, |&number: &u32| number > 0),
        )
    };
    let nodes = expecting("a number from 1", verify(number, |&nodes: &u64| nodes > 0));
    let known = alt((
        command("timeout_turn", time()).map(Info::TurnTime),
        command("timeout_match", time().map(some)).map(Info::MatchTime),
        command("time_left", time().map(left)).map(Info::TimeLeft),
        command("max_memory", memory).map(Info::Memory),
        command("rule", rule).map(Info::Rule),
        command("max_depth", positive()).map(Info::Depth),
        command("max_node", nodes).map(Info::Nodes),
        command("thread_num", positive()).map(Info::Threads),
    ));
    let other = value(Info::Other, (any_word, text));
    expecting("a key such as timeout_turn", alt((known, other))).parse(input)
}

/// What managers send as `time_left` where there is no limit.
const UNLIMITED: u128 = 2_147_483_647;
