//! Writes lines of text into a part of the screen.

use kaeshi::core::printable;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

use super::super::wrapping::{columns, wrap};

/// Writes line by line, and nothing outside of its area.
pub(super) struct Pen<'b> {
    buffer: &'b mut Buffer,
    area: Rect,
    row: u16,
}

impl<'b> Pen<'b> {
    pub(super) fn new(buffer: &'b mut Buffer, area: Rect) -> Self {
        let area = area.intersection(buffer.area);
        Self {
            buffer,
            area,
            row: 0,
        }
    }

    /// The number of rows that are left.
    pub(super) fn left(&self) -> u16 {
        self.area.height.saturating_sub(self.row)
    }

    /// Writes a line, cut off at the right edge.
    pub(super) fn line(&mut self, text: &str, style: Style) {
        self.spans(&[(text, style)]);
    }

    /// Writes a line of differently styled parts.
    pub(super) fn spans(&mut self, parts: &[(&str, Style)]) {
        if self.left() == 0 {
            return;
        }
        let y = self.area.y + self.row;
        let mut x = self.area.x;
        for (text, style) in parts {
            let width = usize::from(self.area.right().saturating_sub(x));
            (x, _) = self
                .buffer
                .set_stringn(x, y, printable(text), width, *style);
        }
        self.row += 1;
    }

    /// Writes a line; of a long one, its end.
    pub(super) fn end_of_line(&mut self, text: &str, style: Style) {
        let text = printable(text);
        let mut rest = text.chars();
        while columns(rest.as_str()) > usize::from(self.area.width) {
            rest.next();
        }
        self.line(rest.as_str(), style);
    }

    /// Writes a text on several lines, `rows` at most.
    pub(super) fn wrapped(&mut self, text: &str, style: Style, rows: u16) {
        for line in wrap(text, self.area.width.into()).iter().take(rows.into()) {
            self.line(line, style);
        }
    }

    /// Leaves a line empty.
    pub(super) fn skip(&mut self) {
        self.row += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_written_outside_of_the_area() {
        let mut buffer = Buffer::empty(Rect::new(0, 0, 6, 3));
        let mut pen = Pen::new(&mut buffer, Rect::new(1, 1, 3, 9));
        for _ in 0..4 {
            pen.line("返しabc", Style::new());
        }
        let rows: Vec<String> = (0..3)
            .map(|y| (0..6).map(|x| buffer[(x, y)].symbol().to_owned()).collect())
            .collect();
        assert_eq!(rows, ["      ", " 返    ", " 返    "]);
        let mut pen = Pen::new(&mut buffer, Rect::new(0, 0, 4, 1));
        pen.end_of_line("abcdef", Style::new());
        assert_eq!(buffer[(0, 0)].symbol(), "c");
    }
}
