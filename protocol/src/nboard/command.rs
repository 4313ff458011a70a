//! The commands of an NBoard interface.

use nom::Parser;
use nom::branch::alt;
use nom::combinator::{eof, peek, value, verify};

use crate::ggf::{self, Game, Item};
use crate::lexer::{any_word, command, number, word};
use crate::line::{Parsed, expecting, parse_line};
use crate::malformed::Malformed;

/// A line from the graphical interface.
#[derive(Debug, Clone, PartialEq)]
pub enum Command {
    /// `nboard <version>`: the interface speaks this version.
    Hello(u32),
    /// `set depth <n>`: search to depth `n` in the midgame.
    SetDepth(u32),
    /// `set game <GGF>`: set up the last position of this game.
    SetGame(Box<Game>),
    /// `set contempt <hundredths of a disc>`: the value of a draw for Black, up to 100 discs either way.
    SetContempt(i32),
    /// `move <move>`, in version 1 without the word: play this move.
    Move(Item),
    /// `hint <n>`: evaluate the best `n` moves.
    Hint(u32),
    /// `go`: search a move without playing it.
    Go,
    /// `ping <number>`: stop the search, and answer once all earlier commands are done.
    Ping(i64),
    /// `learn`: store the game.
    Learn,
    /// `analyze`: evaluate every position of the game.
    Analyze,
    /// `quit`
    Quit,
}

impl Command {
    /// Reads one line, with or without its line end; `None` if it is blank.
    ///
    /// # Errors
    /// [`Malformed::Unknown`] if the line is no command, which the protocol requires to be ignored. The other kinds if
    /// its arguments are wrong.
    ///
    /// # Examples
    /// ```
    /// use kaeshi_protocol::nboard::Command;
    ///
    /// assert_eq!(Command::parse("go"), Ok(Some(Command::Go)));
    /// assert!(Command::parse("juggle").is_err());
    /// ```
    pub fn parse(line: &str) -> Result<Option<Self>, Malformed> {
        let simple = alt((
            value(Self::Go, word("go")),
            value(Self::Learn, word("learn")),
            value(Self::Analyze, word("analyze")),
            value(Self::Quit, word("quit")),
        ));
        let a_number = || expecting("a whole number", number);
        let longer = alt((
            command("nboard", expecting("a version from 1", number)).map(Self::Hello),
            command("set", set),
            command("move", ggf::item).map(Self::Move),
            command("hint", hint).map(Self::Hint),
            command("ping", a_number()).map(Self::Ping),
        ));
        parse_line("command", line, alt((simple, longer, bare_move)))
    }
}

fn set(input: &str) -> Parsed<'_, Command> {
    let depth = expecting("a depth from 1", verify(number, |&depth: &u32| depth > 0));
    let contempt = expecting(
        "hundredths of a disc from -10000 to 10000",
        verify(number, |hundredths: &i32| hundredths.abs() <= 10_000),
    );
    let what = alt((
        command("depth", depth).map(Command::SetDepth),
        command("game", ggf::game).map(|game| Command::SetGame(Box::new(game))),
        command("contempt", contempt).map(Command::SetContempt),
    ));
    expecting("'depth', 'game' or 'contempt'", what).parse(input)
}

fn hint(input: &str) -> Parsed<'_, u32> {
    let moves = verify(number, |&moves: &u32| moves > 0);
    let one = value(1, eof);
    expecting("a number of moves from 1", alt((one, moves))).parse(input)
}

/// A move of version 1, two letters or more. Anything else is unknown, not wrong.
fn bare_move(input: &str) -> Parsed<'_, Command> {
    let (_, first) = peek(any_word).parse(input)?;
    verify(ggf::item.map(Command::Move), |_| first.len() > 1).parse(input)
}
