//! The response of a GTP engine.

use std::fmt;

use crate::text::SpacedLine;

/// The response to a request: a result or an error message.
///
/// `Display` writes it with the blank line that ends it. [`Response::parse`] reads it back, if no line of the text is
/// blank or ends with a blank.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Response {
    /// The number of the request.
    pub id: Option<u32>,
    /// The result or the error message, of any number of lines.
    pub result: Result<String, String>,
}

impl Response {
    /// Reads a response without the blank line that ends it; `None` if it does not begin with `=` or `?`.
    #[must_use]
    pub fn parse(answer: &str) -> Option<Self> {
        let (is_good, rest) = match answer.strip_prefix('=') {
            Some(rest) => (true, rest),
            None => (false, answer.strip_prefix('?')?),
        };
        let digits = rest.find(|sign: char| !sign.is_ascii_digit());
        let (id, text) = rest.split_at_checked(digits.unwrap_or(rest.len()))?;
        let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
        let text = lines.join("\n");
        let text = text
            .strip_prefix(' ')
            .unwrap_or(&text)
            .trim_end()
            .to_owned();
        Some(Self {
            id: id.parse().ok(),
            result: if is_good { Ok(text) } else { Err(text) },
        })
    }
}

impl fmt::Display for Response {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (sign, text) = match &self.result {
            Ok(text) => ('=', text),
            Err(text) => ('?', text),
        };
        write!(f, "{sign}")?;
        if let Some(id) = self.id {
            write!(f, "{id}")?;
        }
        let mut lines = text.lines();
        // The blank is needed even if the first line is empty: GoGui skips everything before the first blank.
        if let Some(first) = lines.next() {
            write!(f, " {}", SpacedLine(first))?;
        }
        for line in lines.filter(|line| !line.trim().is_empty()) {
            write!(f, "\n{}", SpacedLine(line))?;
        }
        f.write_str("\n\n")
    }
}
