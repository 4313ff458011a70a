//! OBF, the text form of Othello problems: one position a line, with what is known about it.
//!
//! ```text
//! <64 squares> <side to move>; <move>:<score>; ... % comment
//! ```
//!
//! Squares go from a1 along the ranks to h8: `X` or `*` black, `O` white, `-` or `.` empty, in
//! either case. Scores are final disc differences for the side to move, -64 to 64, empty squares
//! to the winner. `PS` or `PA` is a pass, `--` names no move. A bare score may stand for the list of
//! moves, and both may be missing. A comment begins with `%` or `#`, and may fill a line.
//!
//! ```
//! use kaeshi_protocol::obf::Problem;
//!
//! let line = format!("{} x;  g8:18; h1:+12 # a comment", "-XO.".repeat(16));
//! let problem = Problem::parse(&line)?.expect("the line is not blank");
//! let written = format!("{} X; G8:+18; H1:+12; % a comment", "-XO-".repeat(16));
//! assert_eq!(problem.to_string(), written);
//! assert_eq!(Problem::parse("% only a comment"), Ok(None));
//! # Ok::<_, kaeshi_protocol::Malformed>(())
//! ```

use std::fmt;

use nom::Parser;
use nom::branch::alt;
use nom::bytes::complete::{tag, take_while, take_while1};
use nom::character::complete::{char, digit1, one_of};
use nom::combinator::{cut, eof, map_opt, opt, peek, recognize, rest, value, verify};
use nom::sequence::{preceded, terminated};

use crate::board::{Board, Disc, Move, any_move, board, disc};
use crate::line::{LineError, LineParser, Parsed, expecting, parse_line};
use crate::malformed::Malformed;
use crate::space::is_space;
use crate::text::Text;

/// A position with the known facts about its value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    /// The discs.
    pub board: Board,
    /// The side to move.
    pub side: Disc,
    /// The value of the position.
    pub answers: Answers,
    /// Text for people; empty if there is none.
    pub comment: Text,
}

/// The value of a position, for the side to move.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Answers {
    /// The score in discs, -64 to 64, without a move.
    Score(i8),
    /// Moves with the scores they lead to, in the order of the line. Each move appears at most once; the list may be
    /// empty or incomplete.
    Moves(Vec<Answer>),
}

/// A move and the score it leads to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Answer {
    /// The move; `None`, written `--`, if the game is over or the move is unknown.
    pub mv: Option<Move>,
    /// The final disc difference for the side that makes the move, -64 to 64.
    pub score: i8,
}

impl Problem {
    /// Reads one line, with or without its line end; `None` if it is blank or only a comment.
    ///
    /// # Errors
    /// If something is missing, wrong, or repeated.
    ///
    /// # Examples
    /// ```
    /// use kaeshi_protocol::obf::{Answers, Problem};
    ///
    /// let board = "-".repeat(27) + "OX------XO" + &"-".repeat(27);
    /// let problem = Problem::parse(&format!("{board} X; +0 % the start"))?.expect("the line is not blank");
    /// assert_eq!(problem.comment.as_str(), "the start");
    /// assert!(matches!(problem.answers, Answers::Score(0)));
    /// # Ok::<(), kaeshi_protocol::Malformed>(())
    /// ```
    pub fn parse(line: &str) -> Result<Option<Self>, Malformed> {
        if line.trim_start_matches(is_space).starts_with(COMMENT) {
            return Ok(None);
        }
        parse_line("problem", line, cut(problem))
    }
}

/// The characters that begin a comment.
const COMMENT: [char; 2] = ['%', '#'];

fn problem(input: &str) -> Parsed<'_, Problem> {
    let side = expecting("the side to move (X or O) after 64 squares", spaced(disc));
    let body = (terminated(board, space), side, opt(answers));
    (
        body,
        expecting("';', a comment or the end of the line", comment),
    )
        .map(|((board, side, answers), comment)| Problem {
            board,
            side,
            answers: answers.unwrap_or(Answers::Moves(Vec::new())),
            comment: comment.into(),
        })
        .parse(input)
}

/// Any amount of space, or none.
fn space(input: &str) -> Parsed<'_, &str> {
    take_while(is_space).parse(input)
}

/// Also skips the space after it.
fn spaced<'a, T>(part: impl LineParser<'a, T>) -> impl LineParser<'a, T> {
    terminated(part, space)
}

/// An optional comment up to the end of the line.
fn comment(input: &str) -> Parsed<'_, &str> {
    let comment = preceded((one_of(&COMMENT[..]), space), rest);
    alt((value("", eof), comment)).parse(input)
}

/// `;` and what follows, up to a comment or the end of the line.
fn answers(input: &str) -> Parsed<'_, Answers> {
    let (mut rest, _) = semicolons(input)?;
    let mut moves: Vec<Answer> = Vec::new();
    if let (after, Some(score)) = opt(terminated(spaced(score), end_of_answer)).parse(rest)? {
        return Ok((after, Answers::Score(score)));
    }
    while peek(comment).parse(rest).is_err() {
        let (after, new) = cut(expecting(ANSWER, answer)).parse(rest)?;
        if moves.iter().any(|known| known.mv == new.mv) {
            return Err(LineError::repeated(rest));
        }
        moves.push(new);
        (rest, ()) = cut(expecting("';' after a score", end_of_answer)).parse(after)?;
    }
    Ok((rest, Answers::Moves(moves)))
}

const ANSWER: &str = "a move and its score from -64 to 64, as in G8:+18, or a comment";

/// One or more semicolons and space; some writers leave nothing between two.
fn semicolons(input: &str) -> Parsed<'_, &str> {
    take_while1(|sign| sign == ';' || is_space(sign)).parse(input)
}

fn end_of_answer(input: &str) -> Parsed<'_, ()> {
    alt((value((), semicolons), value((), peek(comment)))).parse(input)
}

fn answer(input: &str) -> Parsed<'_, Answer> {
    let colon = expecting("':' and a score after the move", spaced(char(':')));
    let score = expecting("a score from -64 to 64", spaced(score));
    let mv = alt((value(None, tag("--")), any_move.map(Some)));
    (spaced(mv), cut((colon, score)))
        .map(|(mv, (_, score))| Answer { mv, score })
        .parse(input)
}

fn score(input: &str) -> Parsed<'_, i8> {
    let digits = recognize((opt(one_of("+-")), digit1));
    let number = map_opt(digits, |digits: &str| digits.parse().ok());
    verify(number, |score: &i8| (-64..=64).contains(score)).parse(input)
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {};", self.board, self.side)?;
        match &self.answers {
            Answers::Score(score) => write!(f, " {score:+};")?,
            Answers::Moves(moves) => {
                for Answer { mv, score } in moves {
                    match mv {
                        Some(mv) => write!(f, " {mv}:{score:+};")?,
                        None => write!(f, " --:{score:+};")?,
                    }
                }
            }
        }
        match self.comment.as_str() {
            "" => Ok(()),
            comment => write!(f, " % {comment}"),
        }
    }
}
