//! The board of a game on squares.

use kaeshi::game::Side;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

use super::super::layout::Layout;
use super::super::mode::Mode;
use super::super::state::State;
use super::super::style::Colours;
use crate::cli::play::evaluation::Eval;

/// What is on a square.
#[expect(clippy::struct_excessive_bools, reason = "independent marks")]
struct Square {
    stone: Option<Side>,
    is_odd: bool,
    is_cursor: bool,
    is_last: bool,
    /// The sign of an empty square.
    sign: char,
    /// The value of the move to it; empty if it is not shown.
    value: String,
    is_best: bool,
}

pub(super) fn draw(state: &State, layout: &Layout, buffer: &mut Buffer) {
    let Some(grid) = state.session.board.grid() else {
        return;
    };
    let setup = match &state.mode {
        Mode::Setup(setup) => Some(setup),
        _ => None,
    };
    let cells = setup.map_or(&grid.cells, |setup| &setup.grid.cells);
    draw_names(state, layout, buffer);
    let legal = if setup.is_some() || state.session.is_over() {
        Vec::new()
    } else {
        state.session.board.legal()
    };
    // Where every empty square is legal, marks would only disturb.
    let empties = cells.iter().filter(|cell| cell.is_none()).count();
    let has_marks = legal.len() < empties;
    let last = state.session.board.played().last();
    let last = last.map(|mv| mv.name.as_str()).filter(|_| setup.is_none());
    let best = best_moves(state);
    for (index, stone) in cells.iter().enumerate() {
        let name = state.square_name(index).unwrap_or_default();
        let is_legal = legal.contains(&name);
        let sign = match () {
            () if is_legal && state.has_hints && state.engine_output.book.contains(&name) => 'b',
            () if is_legal && has_marks => '*',
            () if state.colours.any() => ' ',
            () => '.',
        };
        let value = state.value_of(&name).filter(|_| is_legal);
        let square = Square {
            stone: *stone,
            is_odd: (index / grid.files + index % grid.files) % 2 == 1,
            is_cursor: index == state.cursor && state.review.is_none(),
            is_last: last == Some(&*name),
            sign,
            is_best: value.is_some() && best.contains(&name),
            value: value.map_or_else(String::new, Eval::short),
        };
        draw_square(state, &square, layout.square(index), buffer);
    }
}

/// The moves with the best value.
fn best_moves(state: &State) -> Vec<String> {
    let legal = state.session.board.legal();
    let values = legal.into_iter().filter_map(|name| {
        let worth = state.value_of(&name)?.worth();
        Some((name, worth))
    });
    let values: Vec<_> = values.collect();
    let best = values.iter().map(|(_, worth)| *worth).max();
    let best = values.into_iter().filter(|(_, worth)| Some(*worth) == best);
    best.map(|(name, _)| name).collect()
}

/// The letters of the files and the numbers of the ranks.
fn draw_names(state: &State, layout: &Layout, buffer: &mut Buffer) {
    let Some(squares) = state.squares() else {
        return;
    };
    let style = Colours::strong();
    for (file, letter) in (0..squares.files).zip('a'..) {
        let square = layout.square(file);
        let x = square.x + square.width / 2;
        buffer.set_string(x, layout.table.y, letter.to_string(), style);
    }
    for rank in 0..squares.ranks {
        let square = layout.square(rank * squares.files);
        let y = square.y + (square.height - 1) / 2;
        buffer.set_string(layout.table.x, y, format!("{:2}", rank + 1), style);
    }
}

fn draw_square(state: &State, square: &Square, area: Rect, buffer: &mut Buffer) {
    let colours = state.colours;
    let empty = colours.square(square.is_odd, state.is_othello());
    buffer.set_style(area, empty);
    let middle = area.y + (area.height - 1) / 2;
    let centred = |text: &str, y: u16, style: Style, buffer: &mut Buffer| {
        let width = u16::try_from(text.len()).unwrap_or(area.width);
        let x = area.x
            + area
                .width
                .saturating_sub(width)
                .div_ceil(2)
                .min(area.width / 2);
        buffer.set_stringn(x, y, text, area.width.into(), style);
    };
    if let Some(side) = square.stone {
        let style = colours.stone(side);
        let inner = Rect {
            x: area.x + 1,
            width: area.width.saturating_sub(2).max(1),
            ..area
        };
        buffer.set_style(inner, style);
        let sign = ["X", "O"][side.index()];
        match (square.is_last, area.width) {
            (true, 3..) => centred(&format!("[{sign}]"), middle, style, buffer),
            (true, _) => centred(&sign.to_lowercase(), middle, style, buffer),
            (false, _) => centred(sign, middle, style, buffer),
        }
    } else {
        let style = if square.is_best {
            Colours::strong()
        } else {
            Style::new()
        };
        let has_value = !square.value.is_empty() && square.value.len() < area.width.into();
        if !has_value || area.height > 1 {
            centred(&square.sign.to_string(), middle, style, buffer);
        }
        if has_value {
            let y = if area.height > 1 { middle + 1 } else { middle };
            let best = if square.is_best && area.width > 5 {
                "!"
            } else {
                ""
            };
            centred(&format!("{}{best}", square.value), y, style, buffer);
        }
    }
    if square.is_cursor {
        draw_cursor(state, square, area, middle, buffer);
    }
}

/// Arrows at both sides of the square, or the other colour where there is no room.
fn draw_cursor(state: &State, square: &Square, area: Rect, middle: u16, buffer: &mut Buffer) {
    let style = state.colours.cursor();
    if area.width < 3 || (area.height == 1 && !square.value.is_empty()) {
        buffer.set_style(area, style);
        return;
    }
    for y in area.y..area.bottom() {
        let (left, right) = if y == middle { (">", "<") } else { (" ", " ") };
        if y == middle || (state.colours.any() && square.value.len() < 4) {
            buffer.set_string(area.x, y, left, style);
            buffer.set_string(area.right() - 1, y, right, style);
        }
    }
}
