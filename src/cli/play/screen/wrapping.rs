//! Texts on several lines.

use ratatui::text::Span;

/// The number of columns of a text on a terminal.
pub(super) fn columns(text: &str) -> usize {
    Span::raw(text).width()
}

/// The words of a text on lines of `width` columns at most; longer words are cut.
pub(super) fn wrap(text: &str, width: usize) -> Vec<String> {
    let mut lines = Vec::new();
    let mut line = String::new();
    for word in text.split(' ') {
        if !line.is_empty() && columns(&line) + 1 + columns(word) > width {
            lines.push(std::mem::take(&mut line));
        }
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(word);
    }
    lines.push(line);
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_wrapped_at_the_edge() {
        assert_eq!(wrap("one two three", 7), ["one two", "three"]);
        assert_eq!(wrap("one two three", 80), ["one two three"]);
        assert_eq!(wrap("incomprehensible", 5), ["incomprehensible"]);
        // Two columns each.
        assert_eq!(columns("返し"), 4);
    }
}
