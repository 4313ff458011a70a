//! Windows over the board.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::widgets::{Clear, Widget};

use super::super::keys::KEYS;
use super::super::layout::small;
use super::super::state::State;
use super::super::style::Colours;
use super::pen::Pen;

/// Clears the middle of the screen, and draws the title of a window there.
fn open<'b>(
    title: &str,
    (columns, rows): (u16, u16),
    screen: Rect,
    buffer: &'b mut Buffer,
) -> Pen<'b> {
    let area = Rect {
        x: screen.x + screen.width.saturating_sub(columns) / 2,
        y: screen.y + screen.height.saturating_sub(rows) / 2,
        width: columns.min(screen.width),
        height: rows.min(screen.height),
    };
    Clear.render(area, buffer);
    let style = Colours::heading();
    for row in [area.y, area.bottom().saturating_sub(1)] {
        buffer.set_style(
            Rect {
                y: row,
                height: 1,
                ..area
            },
            style,
        );
    }
    let mut pen = Pen::new(buffer, area);
    pen.line(&format!(" {title}"), style);
    pen
}

pub(super) fn draw_help(screen: Rect, buffer: &mut Buffer) {
    let rows = small(KEYS.len()) + 2;
    let mut pen = open("Keys", (76, rows), screen, buffer);
    for (keys, what) in KEYS {
        pen.spans(&[
            (&format!("  {keys:<20}"), Colours::strong()),
            (what, Style::new()),
        ]);
    }
}

pub(super) fn draw_settings(state: &State, chosen: usize, screen: Rect, buffer: &mut Buffer) {
    let settings = state.settings();
    let rows = small(settings.len()) + 4;
    let mut pen = open("Settings", (50, rows), screen, buffer);
    pen.skip();
    for (at, (name, value)) in settings.iter().enumerate() {
        let (style, left, right) = if at == chosen {
            (state.colours.cursor(), '<', '>')
        } else {
            (Style::new(), ' ', ' ')
        };
        pen.line(&format!("  {name:<18}{left} {value} {right}"), style);
    }
}
