//! What a manager says.

use std::fmt;

use nom::Parser;
use nom::branch::alt;
use nom::bytes::complete::tag_no_case;
use nom::character::complete::char;
use nom::combinator::{cut, opt, value};
use nom::sequence::{preceded, separated_pair, terminated};

use super::info::{Info, info};
use crate::line::{Parsed, Part, expecting, whole};
use crate::malformed::Malformed;
use crate::words::{digits, gap_or_end, number};

/// A line from the manager; words in any case.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Command {
    /// `START <size>`: a new game on a square board.
    Start(u32),
    /// `RECTSTART <width>,<height>`: a new game on a board of that size.
    RectStart(u32, u32),
    /// `RESTART`: a new game on the same board.
    Restart,
    /// `BEGIN`: make the first move.
    Begin,
    /// `TURN <x>,<y>`: the other side plays there; answer.
    Turn(Point),
    /// `PLAY <x>,<y>`: play there instead of what was suggested.
    Play(Point),
    /// `BOARD`: the stones follow, a line for each, then `DONE`; answer with a move.
    Board,
    /// `YXBOARD`, an extension: the same, but do not answer.
    SilentBoard,
    /// `SWAP2BOARD`: the stones of an opening follow.
    Swap2Board,
    /// `<x>,<y>,<owner>`, in an opening `<x>,<y>`: a stone.
    Stone(Point, Option<Owner>),
    /// `DONE`: that were all stones.
    Done,
    /// `TAKEBACK <x>,<y>`: take that stone, the last one, from the board.
    TakeBack(Point),
    /// `YXSTOP`, an extension: answer now.
    Stop,
    /// `INFO <key> <value>`: never answered.
    Info(Info),
    /// `ABOUT`: say who you are.
    About,
    /// `END`: end at once.
    End,
}

/// A square, counted from 0 in the upper left corner.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Point {
    /// To the right.
    pub x: u32,
    /// Down.
    pub y: u32,
}

/// Whose a stone is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Owner {
    /// `1`: the engine's that is spoken to.
    Own,
    /// `2`: the other side's.
    Opponent,
    /// `3`: it stands in a row that has won, or nothing may be put there.
    Nobody,
}

impl Command {
    /// Reads one line, with or without its line end; `None` if it is blank.
    ///
    /// # Errors
    /// [`Malformed::Unknown`] if it is no command, the other kinds if it is one and something in the rest is
    /// wrong.
    pub fn parse(line: &str) -> Result<Option<Self>, Malformed> {
        let size = || expecting("a size of the board", number);
        let simple = alt((
            value(Self::Restart, word("RESTART")),
            value(Self::Begin, word("BEGIN")),
            value(Self::Board, word("BOARD")),
            value(Self::SilentBoard, word("YXBOARD")),
            value(Self::Swap2Board, word("SWAP2BOARD")),
            value(Self::Done, word("DONE")),
            value(Self::Stop, word("YXSTOP")),
            value(Self::About, word("ABOUT")),
            value(Self::End, word("END")),
        ));
        let longer = alt((
            command("START", size()).map(Self::Start),
            command("RECTSTART", sizes).map(|(width, height)| Self::RectStart(width, height)),
            command("TURN", alone(point)).map(Self::Turn),
            command("PLAY", alone(point)).map(Self::Play),
            command("TAKEBACK", alone(point)).map(Self::TakeBack),
            command("INFO", info).map(Self::Info),
            stone,
        ));
        whole("command", line, alt((simple, longer)))
    }
}

/// The word `text`, in any case.
pub(super) fn word<'a>(text: &'static str) -> impl Part<'a, &'a str> {
    terminated(tag_no_case(text), gap_or_end)
}

/// A known command: after its name there is no turning back.
pub(super) fn command<'a, T>(name: &'static str, rest: impl Part<'a, T>) -> impl Part<'a, T> {
    preceded(word(name), cut(rest))
}

/// What is read ends with its word.
fn alone<'a, T>(part: impl Part<'a, T>) -> impl Part<'a, T> {
    expecting(
        "a square such as 7,7, counted from 0,0",
        terminated(part, gap_or_end),
    )
}

fn sizes(input: &str) -> Parsed<'_, (u32, u32)> {
    let sizes = separated_pair(digits, char(','), digits);
    expecting(
        "two sizes of the board, such as 20,15",
        terminated(sizes, gap_or_end),
    )
    .parse(input)
}

fn point(input: &str) -> Parsed<'_, Point> {
    separated_pair(digits, char(','), digits)
        .map(|(x, y)| Point { x, y })
        .parse(input)
}

/// A square, and whose stone is there; what begins like one is one.
fn stone(input: &str) -> Parsed<'_, Command> {
    let owner = alt((
        value(Owner::Own, char('1')),
        value(Owner::Opponent, char('2')),
        value(Owner::Nobody, char('3')),
    ));
    let (rest, at) = point(input)?;
    let owner = opt(preceded(
        char(','),
        cut(expecting("an owner (1, 2 or 3)", owner)),
    ));
    let end = cut(expecting("the end of the line after the owner", gap_or_end));
    terminated(owner, end)
        .map(|owner| Command::Stone(at, owner))
        .parse(rest)
}

impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.x, self.y)
    }
}
