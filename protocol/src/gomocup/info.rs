//! The settings that a Gomocup manager sends.

use std::time::Duration;

use nom::Parser;
use nom::branch::alt;
use nom::combinator::{value, verify};

use super::keyword::command;
use crate::lexer::{any_word, number, text};
use crate::line::{Parsed, expecting};
use crate::time::{MILLISECONDS, clock};

/// `INFO <key> <value>`
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Info {
    /// `timeout_turn <milliseconds>`: maximum for one move; 0 means as fast as possible.
    TurnTime(Duration),
    /// `timeout_match <milliseconds>`: for the whole game; `None`, written 0, means no limit.
    MatchTime(Option<Duration>),
    /// `time_left <milliseconds>`: left of the time for the game; `None`, written 2147483647, means no limit.
    TimeLeft(Option<Duration>),
    /// `max_memory <bytes>`: maximum memory; `None`, written 0, means no limit.
    Memory(Option<u64>),
    /// `rule <bits>`: 0 five or more in a row, 1 exactly five, 2 consecutive games, 4 renju, 8 caro.
    Rule(u32),
    /// `max_depth <plies>`, an extension: maximum depth.
    Depth(u32),
    /// `max_node <positions>`, an extension: maximum number of nodes.
    Nodes(u64),
    /// `thread_num <threads>`, an extension: number of threads.
    Threads(u32),
    /// Any other key, such as `game_type`, `evaluate` or `folder`.
    Other,
}

pub(super) fn info(input: &str) -> Parsed<'_, Info> {
    let time = || expecting(MILLISECONDS, clock);
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

/// The value of `time_left` that managers send for no limit.
const UNLIMITED: u128 = 2_147_483_647;
