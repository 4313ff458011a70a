//! Lines of input, of limited length.

use std::io::{self, BufRead, Read};

/// Maximum length of a line in bytes, much longer than any game.
pub const MAX_LINE: usize = 1 << 16;

/// Estimated memory for a line beside its text, in bytes.
const LINE_OVERHEAD: usize = 128;

/// A line of input, or why it cannot be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum InputLine {
    /// Text without its line end.
    Text(String),
    /// A line longer than [`MAX_LINE`]; its rest was skipped.
    TooLong,
    /// A line that is not UTF-8 from this byte on, counted from 1.
    NotText(usize),
}

impl InputLine {
    /// Memory use of the line in bytes.
    pub(super) fn size(&self) -> usize {
        LINE_OVERHEAD
            + match self {
                Self::Text(text) => text.len(),
                Self::TooLong | Self::NotText(_) => 0,
            }
    }

    /// The text, or one line with the reason why there is none.
    pub(super) fn text(self) -> Result<String, String> {
        Err(match self {
            Self::Text(text) => return Ok(text),
            Self::TooLong => format!("the line is longer than {MAX_LINE} bytes: it is ignored"),
            Self::NotText(at) => {
                format!("the line is not UTF-8 text from byte {at} on: it is ignored")
            }
        })
    }
}

/// The next line; `None` at the end of the input.
///
/// # Errors
/// If the input cannot be read.
pub fn read_line(input: &mut impl BufRead) -> io::Result<Option<InputLine>> {
    let mut bytes = Vec::new();
    let limit = MAX_LINE as u64 + 1;
    if input.by_ref().take(limit).read_until(b'\n', &mut bytes)? == 0 {
        return Ok(None);
    }
    if bytes.last() == Some(&b'\n') {
        bytes.pop();
    } else if bytes.len() > MAX_LINE {
        skip_line(input)?;
        return Ok(Some(InputLine::TooLong));
    }
    Ok(Some(match String::from_utf8(bytes) {
        Ok(text) => InputLine::Text(text),
        Err(why) => InputLine::NotText(why.utf8_error().valid_up_to() + 1),
    }))
}

/// Skips to the end of the line.
fn skip_line(input: &mut impl BufRead) -> io::Result<()> {
    loop {
        let buffer = input.fill_buf()?;
        let (used, done) = match buffer.iter().position(|&byte| byte == b'\n') {
            Some(at) => (at + 1, true),
            None => (buffer.len(), buffer.is_empty()),
        };
        input.consume(used);
        if done {
            return Ok(());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(mut bytes: &[u8]) -> Vec<InputLine> {
        std::iter::from_fn(|| read_line(&mut bytes).expect("memory can be read")).collect()
    }

    fn text(text: &str) -> InputLine {
        InputLine::Text(text.into())
    }

    #[test]
    fn lines_end_where_they_should() {
        assert_eq!(lines(b""), []);
        assert_eq!(lines(b"a\r\n\nb"), [text("a\r"), text(""), text("b")]);
        assert_eq!(lines(b"a\0b\n"), [text("a\0b")]);
    }

    #[test]
    fn what_is_no_text_is_skipped_as_a_line() {
        assert_eq!(
            lines(b"ok\xffno\nyes\n"),
            [InputLine::NotText(3), text("yes")]
        );
    }

    #[test]
    fn long_lines_are_skipped_to_their_end() {
        let longest = "x".repeat(MAX_LINE - 1);
        let input = format!("{longest}\nx{longest}\nxx{longest}\nend");
        let found = lines(input.as_bytes());
        assert_eq!(found[0], text(&longest));
        assert_eq!(found[1], text(&format!("x{longest}")));
        assert_eq!(found[2..], [InputLine::TooLong, text("end")]);
    }
}
