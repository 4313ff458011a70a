//! One line of a GTP controller.

use std::borrow::Cow;
use std::fmt;

use nom::combinator::cond;
use nom::sequence::preceded;

use super::command::{Command, command};
use crate::lexer::number;
use crate::line::parse_line;
use crate::malformed::Malformed;
use crate::space::is_space;
use crate::text::breaks_line;

/// A command with its optional number.
#[derive(Debug, Clone, PartialEq)]
pub struct Request<'a> {
    /// The number, which the answer repeats.
    pub id: Option<u32>,
    /// The command, or why it was refused; the answer repeats the number in either case.
    pub command: Result<Command<'a>, Malformed>,
}

/// Prepares a line as GTP requires: no comment, blanks for tabs, no control characters. Characters that could be taken
/// for a line end are removed, too.
#[must_use]
pub fn clean(line: &str) -> Cow<'_, str> {
    let line = line.split('#').next().unwrap_or_default();
    let line = line.trim_matches(|character| is_space(character) || breaks_line(character));
    if !line.contains(breaks_line) {
        return Cow::Borrowed(line);
    }
    let kept = line.chars().filter_map(|character| match character {
        '\t' => Some(' '),
        _ => (!breaks_line(character)).then_some(character),
    });
    Cow::Owned(kept.collect())
}

/// Whether the line is GoGui's comment that asks to end the current command soon.
#[must_use]
pub fn is_interrupt(line: &str) -> bool {
    line.trim() == "# interrupt"
}

impl<'a> Request<'a> {
    /// Reads a line after [`clean`]; `None` if it is blank.
    ///
    /// # Examples
    /// ```
    /// use kaeshi_protocol::gtp::{Command, Request};
    ///
    /// let request = Request::parse("7 showboard").expect("the line is not blank");
    /// assert_eq!((request.id, request.command), (Some(7), Ok(Command::ShowBoard)));
    /// ```
    #[must_use]
    pub fn parse(line: &'a str) -> Option<Self> {
        let id = match number::<u32>(line.trim_start_matches(is_space)) {
            Ok((rest, id)) if !rest.is_empty() => Some(id),
            // A number without a command would be answered though nothing was asked.
            _ => None,
        };
        let number = cond(id.is_some(), number::<u32>);
        let command = parse_line("command", line, preceded(number, command)).transpose()?;
        Some(Self { id, command })
    }
}

/// The line that reads back as the same request, without the command if that was refused.
impl fmt::Display for Request<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(id) = self.id {
            write!(f, "{id} ")?;
        }
        match &self.command {
            Ok(command) => write!(f, "{command}"),
            Err(_) => Ok(()),
        }
    }
}
