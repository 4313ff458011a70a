//! One line of a controller.

use std::borrow::Cow;
use std::fmt;

use nom::combinator::cond;
use nom::sequence::preceded;

use super::command::{Command, command};
use crate::line::whole;
use crate::malformed::Malformed;
use crate::text::breaks_line;
use crate::words::{is_space, number};

/// A command, with the number its answer has to bear.
#[derive(Debug, Clone, PartialEq)]
pub struct Request<'a> {
    /// Repeated in the answer.
    pub id: Option<u32>,
    /// What is asked for; if it makes no sense, the answer still has to bear the number.
    pub command: Result<Command<'a>, Malformed>,
}

/// A line as GTP wants it read: without comment, tabs being blanks, other control characters gone,
/// and with them what a reader could take for the end of a line.
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

/// Whether a line is GoGui's comment that asks for the current command to end soon.
#[must_use]
pub fn is_interrupt(line: &str) -> bool {
    line.trim() == "# interrupt"
}

impl<'a> Request<'a> {
    /// Reads one line that was made [`clean`]; `None` if it is blank.
    #[must_use]
    pub fn parse(line: &'a str) -> Option<Self> {
        let id = match number::<u32>(line.trim_start_matches(is_space)) {
            Ok((rest, id)) if !rest.is_empty() => Some(id),
            // A number alone would be an answer asked for without a question.
            _ => None,
        };
        let number = cond(id.is_some(), number::<u32>);
        let command = whole("command", line, preceded(number, command)).transpose()?;
        Some(Self { id, command })
    }
}

/// The line that reads back as the same request; nothing for a command that makes no sense.
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
