//! The replies of a UGI engine.

use std::fmt;

use nom::Parser;
use nom::branch::alt;
use nom::combinator::{opt, value};

use super::declaration::{Declaration, declaration};
use super::info::{Info, info};
use super::query::Answer;
use crate::lexer::{any_word, command, text, word};
use crate::line::{Parsed, expecting, parse_line};
use crate::malformed::Malformed;
use crate::text::{Text, Word};
use crate::write::write_term;

/// A line from the engine.
///
/// `Display` writes the line, and [`Reply::parse`] reads it back.
///
/// ```
/// use kaeshi_protocol::ugi::{Answer, UgiOrUci, Reply};
///
/// assert_eq!(Reply::Name("Kaeshi 0.1".into()).to_string(), "id name Kaeshi 0.1");
/// assert_eq!(Reply::Welcome(UgiOrUci::Ugi).to_string(), "ugiok");
/// let best = Reply::BestMove { best: "d3".into(), ponder: Some("c5".into()) };
/// assert_eq!(best.to_string(), "bestmove d3 ponder c5");
/// assert_eq!(Reply::Response(Answer::P1Win).to_string(), "response p1win");
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reply {
    /// `id name <text>`: the engine's name.
    Name(Text),
    /// `id author <text>`: the engine's author.
    Author(Text),
    /// `option ...`: an option of the engine.
    Option(Declaration),
    /// `ugiok` or `uciok`: the end of the answer to `ugi` or `uci`.
    Welcome(UgiOrUci),
    /// `readyok`
    Ready,
    /// `info ...`
    Info(Info),
    /// `bestmove <move>`, with UCI's `ponder <move>`, which UGI does not have. Some managers wait for ever unless the
    /// line has exactly two words.
    BestMove {
        /// The best move.
        best: Word,
        /// The expected reply to it.
        ponder: Option<Word>,
    },
    /// `response <answer>`: the answer to a `query`.
    Response(Answer),
}

/// The protocol of the greeting and of its answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum UgiOrUci {
    /// Greeted with `ugi`, answered with `ugiok`.
    Ugi,
    /// Greeted with `uci`, answered with `uciok`.
    Uci,
}

impl Reply {
    /// Reads one line, with or without its line end; `None` if it is blank.
    ///
    /// # Errors
    /// [`Malformed::Unknown`] if the first word is no reply; the other kinds if its arguments are wrong.
    pub fn parse(line: &str) -> Result<Option<Self>, Malformed> {
        let reply = alt((
            command("id", id),
            command("option", declaration).map(Self::Option),
            value(Self::Welcome(UgiOrUci::Ugi), word("ugiok")),
            value(Self::Welcome(UgiOrUci::Uci), word("uciok")),
            value(Self::Ready, word("readyok")),
            command("info", info).map(Self::Info),
            command("bestmove", best_move),
            command("response", text).map(|text| Self::Response(Text::from(text).into())),
        ));
        parse_line("reply", line, reply)
    }
}

fn id(input: &str) -> Parsed<'_, Reply> {
    let id = alt((
        command("name", text).map(|text| Reply::Name(text.into())),
        command("author", text).map(|text| Reply::Author(text.into())),
    ));
    expecting("'name' or 'author'", id).parse(input)
}

fn best_move(input: &str) -> Parsed<'_, Reply> {
    let ponder = command("ponder", expecting("a move", any_word));
    (expecting("a move", any_word), opt(ponder))
        .map(|(best, ponder)| Reply::BestMove {
            best: best.into(),
            ponder: ponder.map(Word::from),
        })
        .parse(input)
}

impl fmt::Display for Reply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Name(text) => write!(f, "id name {text}"),
            Self::Author(text) => write!(f, "id author {text}"),
            Self::Option(declaration) => write!(f, "{declaration}"),
            Self::Welcome(protocol) => write!(f, "{protocol}ok"),
            Self::Ready => write!(f, "readyok"),
            Self::Info(info) => write!(f, "{info}"),
            Self::BestMove { best, ponder } => {
                write!(f, "bestmove {best}")?;
                write_term(f, "ponder", ponder.as_ref())
            }
            Self::Response(answer) => write!(f, "response {answer}"),
        }
    }
}

impl fmt::Display for UgiOrUci {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Ugi => "ugi",
            Self::Uci => "uci",
        })
    }
}
