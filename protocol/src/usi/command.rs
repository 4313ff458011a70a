//! What a manager says.

use nom::Parser;
use nom::branch::alt;
use nom::combinator::{eof, value};
use nom::multi::many0;
use nom::sequence::preceded;

use super::go::{Go, go};
use super::sfen::{Sfen, sfen};
use crate::line::{Parsed, command, expecting, whole};
use crate::malformed::Malformed;
use crate::ugi::option_and_value;
use crate::words::{any_word, text, word};

/// A line from the manager.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Command<'a> {
    /// `usi`: say who you are and what can be set.
    Hello,
    /// `isready`: answer once everything before is done.
    IsReady,
    /// `usinewgame`: what follows belongs to another game.
    NewGame,
    /// `setoption name <name> [value <value>]`
    SetOption {
        /// The option's name, as typed.
        name: &'a str,
        /// Its new value; a button has none.
        value: Option<&'a str>,
    },
    /// `score_scale_and_type`: say what a score means.
    ScoreType,
    /// `position <setup> [moves <move>...]`
    Position {
        /// Where to start.
        setup: Setup,
        /// Played from there.
        moves: Vec<&'a str>,
    },
    /// `go [<limit>...]`
    Go(Go),
    /// `ponderhit [<limit>...]`: the move pondered on was played, and the clocks are these.
    PonderHit(Go),
    /// `stop`: answer the search now.
    Stop,
    /// `gameover <result>`
    GameOver,
    /// `quit`
    Quit,
}

/// The position that moves are played from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Setup {
    /// `startpos`
    StartPos,
    /// `sfen <position>`
    Sfen(Sfen),
}

impl<'a> Command<'a> {
    /// Reads one line, with or without its line end; `None` if it is blank.
    ///
    /// # Errors
    /// [`Malformed::Unknown`] if the first word is no command, the other kinds if it is one and
    /// something in the rest is wrong.
    pub fn parse(line: &'a str) -> Result<Option<Self>, Malformed> {
        let simple = alt((
            value(Self::Hello, word("usi")),
            value(Self::IsReady, word("isready")),
            value(Self::NewGame, word("usinewgame")),
            value(Self::ScoreType, word("score_scale_and_type")),
            value(Self::Stop, word("stop")),
            value(Self::GameOver, (word("gameover"), text)),
            value(Self::Quit, word("quit")),
        ));
        let longer = alt((
            command("setoption", set_option),
            command("position", position),
            command("go", go).map(Self::Go),
            command("ponderhit", go).map(Self::PonderHit),
        ));
        whole("command", line, alt((simple, longer)))
    }
}

fn set_option(input: &str) -> Parsed<'_, Command<'_>> {
    option_and_value
        .map(|(name, value)| Command::SetOption { name, value })
        .parse(input)
}

fn position(input: &str) -> Parsed<'_, Command<'_>> {
    let setup = alt((
        value(Setup::StartPos, word("startpos")),
        command("sfen", sfen).map(Setup::Sfen),
    ));
    let moves = alt((
        preceded(word("moves"), many0(any_word)),
        value(Vec::new(), eof),
    ));
    (
        expecting("'startpos' or 'sfen'", setup),
        expecting("'moves' or the end of the line", moves),
    )
        .map(|(setup, moves)| Command::Position { setup, moves })
        .parse(input)
}
