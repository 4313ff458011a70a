//! The commands of a Gomocup manager.

use std::fmt;

use nom::Parser;
use nom::branch::alt;
use nom::character::complete::char;
use nom::combinator::{cut, opt, value};
use nom::sequence::{preceded, separated_pair, terminated};

use super::info::{Info, info};
use super::keyword::{command, word};
use crate::lexer::{digits, gap_or_end, number};
use crate::line::{LineParser, Parsed, expecting, parse_line};
use crate::malformed::Malformed;

/// A line from the manager; keywords in any case.
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
    /// `TURN <x>,<y>`: the opponent's move; answer with a move.
    Turn(Point),
    /// `PLAY <x>,<y>`: play this move instead of the suggested one.
    Play(Point),
    /// `BOARD`: the stones follow, one a line, then `DONE`; answer with a move.
    Board,
    /// `YXBOARD`, an extension: as `BOARD`, but without an answer.
    SilentBoard,
    /// `SWAP2BOARD`: the stones of an opening follow.
    Swap2Board,
    /// `<x>,<y>,<owner>`, or in an opening `<x>,<y>`: a stone.
    Stone(Point, Option<Owner>),
    /// `DONE`: the end of the stones.
    Done,
    /// `TAKEBACK <x>,<y>`: take back the last move, which is on this square.
    TakeBack(Point),
    /// `YXSTOP`, an extension: answer now.
    Stop,
    /// `INFO <key> <value>`: a setting, without an answer.
    Info(Info),
    /// `ABOUT`: answer with the engine's name and version.
    About,
    /// `END`: exit at once.
    End,
}

/// A square, counted from 0 in the upper left corner.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Point {
    /// Columns from the left, from 0.
    pub x: u32,
    /// Rows from the top, from 0.
    pub y: u32,
}

/// The owner of a stone.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Owner {
    /// `1`: the engine.
    Own,
    /// `2`: the opponent.
    Opponent,
    /// `3`: part of a winning line, or a square where no stone may be put.
    Nobody,
}

impl Command {
    /// Reads one line, with or without its line end; `None` if it is blank.
    ///
    /// # Errors
    /// [`Malformed::Unknown`] if the line is no command; the other kinds if its arguments are wrong.
    ///
    /// # Examples
    /// ```
    /// use kaeshi_protocol::gomocup::Command;
    ///
    /// assert_eq!(Command::parse("RESTART"), Ok(Some(Command::Restart)));
    /// assert!(Command::parse("TURN 7").is_err());
    /// ```
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
        parse_line("command", line, alt((simple, longer)))
    }
}

/// `part` as a whole word.
fn alone<'a, T>(part: impl LineParser<'a, T>) -> impl LineParser<'a, T> {
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

/// A square and the owner of its stone. A line that begins like a stone is one.
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
