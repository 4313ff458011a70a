//! The limits of a UGI search.

use std::fmt;
use std::num::{NonZeroU32, NonZeroU64};
use std::time::Duration;

use nom::Parser;
use nom::branch::alt;
use nom::combinator::{value, verify};

use crate::lexer::{command, number, unsupported, word, words_until};
use crate::line::{LineParser, Parsed, each_once, expecting};
use crate::time::{MILLISECONDS, clock, in_milliseconds, milliseconds};
use crate::write::{write_term, write_words};

/// The limits of a search, in any order; without limits, the engine decides when to stop.
///
/// Players are numbered: player 0 moves first, and UCI's clocks of White are that player's. Times are whole
/// milliseconds. Contradictions are accepted, since managers send them: `infinite` overrides all clocks and
/// `move_time`, and `move_time` overrides the clocks.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Go<'a> {
    /// `p1time`, `p2time`, or `wtime`, `btime`: time left on each player's clock. Negative numbers, of a clock that has
    /// run out, become 0.
    pub clock: [Option<Duration>; 2],
    /// `p1inc`, `p2inc`, or `winc`, `binc`: each player's increment, 0 or more.
    pub increment: [Option<Duration>; 2],
    /// `movestogo`: moves until the clock is refilled.
    pub moves_to_go: Option<NonZeroU32>,
    /// `movetime`: time for this move, 0 or more; 0 means move at once.
    pub move_time: Option<Duration>,
    /// `depth`: maximum depth in plies.
    pub depth: Option<NonZeroU32>,
    /// `nodes`: maximum number of nodes.
    pub nodes: Option<NonZeroU64>,
    /// `infinite`: no result before `stop`.
    pub infinite: bool,
    /// `ponder`: the opponent's clock is running until `ponderhit`.
    pub ponder: bool,
    /// `searchmoves`: search only these moves; empty means all.
    pub search_moves: Vec<&'a str>,
}

/// The terms of `go`; a list of moves ends at one of these words.
const TERMS: [&str; 17] = [
    "p1time",
    "p2time",
    "p1inc",
    "p2inc",
    "wtime",
    "btime",
    "winc",
    "binc",
    "movestogo",
    "movetime",
    "depth",
    "nodes",
    "infinite",
    "ponder",
    "searchmoves",
    "mate",
    "perft",
];

/// One term of `go`.
#[derive(Clone)]
enum Term<'a> {
    P1Time(Duration),
    P2Time(Duration),
    P1Increment(Duration),
    P2Increment(Duration),
    MovesToGo(NonZeroU32),
    MoveTime(Duration),
    Depth(NonZeroU32),
    Nodes(NonZeroU64),
    Infinite,
    Ponder,
    SearchMoves(Vec<&'a str>),
}

/// All terms up to the end of the line, each at most once.
pub(super) fn go(input: &str) -> Parsed<'_, Go<'_>> {
    each_once(input, term, Go::accept)
}

fn term(input: &str) -> Parsed<'_, Term<'_>> {
    let term = alt((
        time(["p1time", "wtime"], clock).map(Term::P1Time),
        time(["p2time", "btime"], clock).map(Term::P2Time),
        time(["p1inc", "winc"], milliseconds).map(Term::P1Increment),
        time(["p2inc", "binc"], milliseconds).map(Term::P2Increment),
        command(
            "movestogo",
            expecting("a number of moves from 1 to 4294967295", number),
        )
        .map(Term::MovesToGo),
        command("movetime", expecting(MILLISECONDS, milliseconds)).map(Term::MoveTime),
        command("depth", expecting("a depth from 1 to 4294967295", number)).map(Term::Depth),
        command(
            "nodes",
            expecting("a number of nodes from 1 to 18446744073709551615", number),
        )
        .map(Term::Nodes),
        value(Term::Infinite, word("infinite")),
        value(Term::Ponder, word("ponder")),
        command("searchmoves", moves).map(Term::SearchMoves),
        unsupported("mate"),
    ));
    expecting(
        "a limit (p1time, p2time, p1inc, p2inc, movestogo, movetime, depth, nodes, infinite, \
         ponder, searchmoves) or 'perft' alone",
        term,
    )
    .parse(input)
}

/// A time with two possible names.
fn time<'a>(
    [name, alias]: [&'static str; 2],
    read: fn(&str) -> Parsed<'_, Duration>,
) -> impl LineParser<'a, Duration> {
    let time = move |name| command(name, expecting(MILLISECONDS, read));
    alt((time(name), time(alias)))
}

fn moves(input: &str) -> Parsed<'_, Vec<&str>> {
    let moves = words_until(|word| TERMS.contains(&word));
    expecting(
        "at least one move",
        verify(moves, |moves: &Vec<&str>| !moves.is_empty()),
    )
    .parse(input)
}

impl<'a> Go<'a> {
    /// Stores a term; false if it is repeated.
    fn accept(&mut self, term: Term<'a>) -> bool {
        match term {
            Term::P1Time(time) => self.clock[0].replace(time).is_none(),
            Term::P2Time(time) => self.clock[1].replace(time).is_none(),
            Term::P1Increment(time) => self.increment[0].replace(time).is_none(),
            Term::P2Increment(time) => self.increment[1].replace(time).is_none(),
            Term::MovesToGo(moves) => self.moves_to_go.replace(moves).is_none(),
            Term::MoveTime(time) => self.move_time.replace(time).is_none(),
            Term::Depth(depth) => self.depth.replace(depth).is_none(),
            Term::Nodes(nodes) => self.nodes.replace(nodes).is_none(),
            Term::Infinite => !std::mem::replace(&mut self.infinite, true),
            Term::Ponder => !std::mem::replace(&mut self.ponder, true),
            Term::SearchMoves(moves) => std::mem::replace(&mut self.search_moves, moves).is_empty(),
        }
    }
}

impl fmt::Display for Go<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [p1_time, p2_time] = self.clock.map(|time| time.map(in_milliseconds));
        let [p1_inc, p2_inc] = self.increment.map(|time| time.map(in_milliseconds));
        write!(f, "go")?;
        write_term(f, "p1time", p1_time)?;
        write_term(f, "p2time", p2_time)?;
        write_term(f, "p1inc", p1_inc)?;
        write_term(f, "p2inc", p2_inc)?;
        write_term(f, "movestogo", self.moves_to_go)?;
        write_term(f, "movetime", self.move_time.map(in_milliseconds))?;
        write_term(f, "depth", self.depth)?;
        write_term(f, "nodes", self.nodes)?;
        if self.infinite {
            write!(f, " infinite")?;
        }
        if self.ponder {
            write!(f, " ponder")?;
        }
        write_words(f, " searchmoves", &self.search_moves)
    }
}
