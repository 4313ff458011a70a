//! The limits of a USI search.

use std::num::{NonZeroU32, NonZeroU64};
use std::time::Duration;

use nom::Parser;
use nom::branch::alt;
use nom::combinator::value;

use crate::lexer::{command, number, word};
use crate::line::{Parsed, each_once, expecting};
use crate::time::{MILLISECONDS, clock, milliseconds};

/// The limits of a search, in any order, each at most once.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Go {
    /// `btime`, `wtime`: time left on the clocks of Black, who moves first, and White.
    pub clock: [Option<Duration>; 2],
    /// `binc`, `winc`: the increments of Black and White.
    pub increment: [Option<Duration>; 2],
    /// `byoyomi`: time for every move after the clock has run out.
    pub byoyomi: Option<Duration>,
    /// `movetime`: time for this move.
    pub move_time: Option<Duration>,
    /// `depth`: maximum depth in plies.
    pub depth: Option<NonZeroU32>,
    /// `nodes`: maximum number of nodes.
    pub nodes: Option<NonZeroU64>,
    /// `infinite`: no result before `stop`.
    pub infinite: bool,
    /// `ponder`: no result before `ponderhit` or `stop`.
    pub ponder: bool,
}

/// One term of `go`.
#[derive(Clone, Copy)]
enum Term {
    BlackTime(Duration),
    WhiteTime(Duration),
    BlackIncrement(Duration),
    WhiteIncrement(Duration),
    Byoyomi(Duration),
    MoveTime(Duration),
    Depth(NonZeroU32),
    Nodes(NonZeroU64),
    Infinite,
    Ponder,
}

/// All terms up to the end of the line.
pub(super) fn go(input: &str) -> Parsed<'_, Go> {
    each_once(input, term, Go::accept)
}

fn term(input: &str) -> Parsed<'_, Term> {
    let left = || expecting(MILLISECONDS, clock);
    let gain = || expecting(MILLISECONDS, milliseconds);
    let depth = expecting("a depth from 1 to 4294967295", number);
    let nodes = expecting("a number of nodes from 1 to 18446744073709551615", number);
    let term = alt((
        command("btime", left()).map(Term::BlackTime),
        command("wtime", left()).map(Term::WhiteTime),
        command("binc", gain()).map(Term::BlackIncrement),
        command("winc", gain()).map(Term::WhiteIncrement),
        command("byoyomi", gain()).map(Term::Byoyomi),
        command("movetime", gain()).map(Term::MoveTime),
        command("depth", depth).map(Term::Depth),
        command("nodes", nodes).map(Term::Nodes),
        value(Term::Infinite, word("infinite")),
        value(Term::Ponder, word("ponder")),
    ));
    expecting(
        "a limit (btime, wtime, binc, winc, byoyomi, movetime, depth, nodes, infinite, ponder)",
        term,
    )
    .parse(input)
}

impl Go {
    /// Stores a term; false if it is repeated.
    fn accept(&mut self, term: Term) -> bool {
        match term {
            Term::BlackTime(time) => first(&mut self.clock[0], time),
            Term::WhiteTime(time) => first(&mut self.clock[1], time),
            Term::BlackIncrement(time) => first(&mut self.increment[0], time),
            Term::WhiteIncrement(time) => first(&mut self.increment[1], time),
            Term::Byoyomi(time) => first(&mut self.byoyomi, time),
            Term::MoveTime(time) => first(&mut self.move_time, time),
            Term::Depth(depth) => first(&mut self.depth, depth),
            Term::Nodes(nodes) => first(&mut self.nodes, nodes),
            Term::Infinite => !std::mem::replace(&mut self.infinite, true),
            Term::Ponder => !std::mem::replace(&mut self.ponder, true),
        }
    }
}

fn first<T>(place: &mut Option<T>, value: T) -> bool {
    place.replace(value).is_none()
}
