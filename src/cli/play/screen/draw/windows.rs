//! Windows over the board.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::symbols::border;
use ratatui::widgets::{Block, Clear, Widget};

use super::super::help;
use super::super::layout::small;
use super::super::state::State;
use super::super::style::Colours;
use super::pen::Pen;

/// The frame of a window, in characters that every terminal has.
const FRAME: border::Set<'static> = border::Set {
    top_left: "+",
    top_right: "+",
    bottom_left: "+",
    bottom_right: "+",
    vertical_left: "|",
    vertical_right: "|",
    horizontal_top: "-",
    horizontal_bottom: "-",
};

/// Clears the middle of the screen, and draws the frame of a window for this number of columns and rows there.
fn open<'b>(
    title: &str,
    (columns, rows): (u16, u16),
    screen: Rect,
    buffer: &'b mut Buffer,
) -> Pen<'b> {
    let (columns, rows) = (columns + 2, rows + 2);
    let area = Rect {
        x: screen.x + screen.width.saturating_sub(columns) / 2,
        y: screen.y + screen.height.saturating_sub(rows) / 2,
        width: columns.min(screen.width),
        height: rows.min(screen.height),
    };
    Clear.render(area, buffer);
    let frame = Block::bordered()
        .border_set(FRAME)
        .border_style(Colours::heading());
    let inside = frame.inner(area);
    frame.title(format!(" {title} ")).render(area, buffer);
    Pen::new(buffer, inside)
}

/// Draws a page of the list of keys, and nothing on the last row, which says how to go on.
pub(super) fn draw_help(state: &State, page: usize, screen: Rect, buffer: &mut Buffer) {
    let pages = state.help_pages();
    let page = page.min(pages.len().saturating_sub(1));
    let title = match pages.len() {
        0 | 1 => "Keys".to_owned(),
        count => format!("Keys, page {} of {count}", page + 1),
    };
    let above = Rect {
        height: screen.height.saturating_sub(1),
        ..screen
    };
    let rows = pages.iter().map(Vec::len).max().unwrap_or(0);
    let size = (help::width(screen.width), small(rows));
    let mut pen = open(&title, size, above, buffer);
    for line in pages.get(page).into_iter().flatten() {
        pen.spans(&[(&line.key, Colours::strong()), (&line.what, Style::new())]);
    }
}

pub(super) fn draw_settings(state: &State, chosen: usize, screen: Rect, buffer: &mut Buffer) {
    let settings = state.settings();
    let mut pen = open("Settings", (50, small(settings.len())), screen, buffer);
    for (at, (name, value)) in settings.iter().enumerate() {
        let (style, left, right) = if at == chosen {
            (state.colours.cursor(), '<', '>')
        } else {
            (Style::new(), ' ', ' ')
        };
        pen.line(&format!("  {name:<18}{left} {value} {right}"), style);
    }
}
