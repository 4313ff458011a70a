//! Draws the state. Only ASCII is drawn, whose width every terminal agrees on.

mod cards;
mod pen;
mod side_panel;
mod squares;
mod windows;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

use self::pen::Pen;
use super::layout::Layout;
use super::mode::{InputPurpose, Mode, Question};
use super::state::State;
use super::style::Colours;
use super::wrapping::wrap;

/// Draws everything on `buffer`.
pub(super) fn draw(state: &State, buffer: &mut Buffer) {
    let screen = buffer.area;
    let Some(layout) = Layout::of(screen, state.squares()) else {
        draw_too_small(state, screen, buffer);
        return;
    };
    draw_title(state, &layout, buffer);
    if state.session.board.has_cards() {
        cards::draw(state, &layout, buffer);
    } else {
        squares::draw(state, &layout, buffer);
        side_panel::draw(state, layout.panel, buffer);
    }
    draw_messages(state, &layout, buffer);
    draw_keys(state, layout.keys, buffer);
    match &state.mode {
        Mode::Help(page) => windows::draw_help(state, *page, screen, buffer),
        Mode::Settings(row) => windows::draw_settings(state, *row, screen, buffer),
        _ => {}
    }
}

fn draw_too_small(state: &State, screen: Rect, buffer: &mut Buffer) {
    let (columns, rows) = Layout::minimum(state.squares());
    let mut pen = Pen::new(buffer, screen);
    pen.wrapped(
        &format!(
            "This terminal has {}x{} characters; the game needs {columns}x{rows}. \
             Make it larger, or leave with q.",
            screen.width, screen.height
        ),
        Style::new(),
        screen.height,
    );
}

fn draw_title(state: &State, layout: &Layout, buffer: &mut Buffer) {
    let style = Colours::heading();
    buffer.set_style(layout.title, style);
    let mut parts = vec!["Kaeshi".to_owned(), state.session.board.game().to_owned()];
    if state.session.people.contains(&false) {
        if state.session.board.has_levels() {
            parts.push(state.level_text());
        }
        if state.clock.rule.main.is_none() {
            parts.push(format!("{} a move", state.time_text()));
        }
    }
    if let Some(seed) = state.session.board.seed() {
        parts.push(format!("seed {seed}"));
    }
    if state.has_hints {
        parts.push("hints".into());
    }
    if state.review.is_some() {
        parts.push("analysing".into());
    } else if state.is_paused && !state.session.is_over() {
        parts.push("Kaeshi waits".into());
    } else if state.is_thinking() {
        parts.push("thinking".into());
    }
    let mut pen = Pen::new(buffer, layout.title);
    pen.line(&format!(" {}", parts.join(" | ")), style);
}

fn draw_messages(state: &State, layout: &Layout, buffer: &mut Buffer) {
    let rows = layout.messages.height;
    let mut pen = Pen::new(buffer, layout.messages);
    match &state.mode {
        Mode::Input(input) => {
            let what = match input.purpose {
                InputPurpose::Save(_) if state.is_othello() => {
                    "Save as (.ggf, .pgn, .txt for moves, .obf for the position):"
                }
                InputPurpose::Save(_) => "Save as:",
                InputPurpose::Load => "Open the file (FILE:3 for its third game):",
                InputPurpose::Moves => "A move, moves or a position:",
            };
            pen.line(what, Colours::strong());
            pen.end_of_line(&format!("> {}_", input.text), Style::new());
        }
        Mode::Question(question) => {
            let text = match question {
                Question::SaveFirst(_) => {
                    "Save the game first?  s: save   d: do not save   Esc: go back".to_owned()
                }
                Question::Overwrite(path, _) => {
                    let path = kaeshi::files::shown(path);
                    format!("{path} exists. Replace it?  y: yes   n: another name   Esc: go back")
                }
                Question::Resign => "Give up?  y: yes   n: no".to_owned(),
            };
            pen.wrapped(&text, Colours::strong(), rows);
        }
        _ => {
            // The newest messages that fit.
            let mut shown: Vec<Vec<String>> = Vec::new();
            let mut used = 0;
            for message in state.messages.iter().rev() {
                let lines = wrap(message, layout.messages.width.into());
                used += lines.len();
                if used > rows.into() && !shown.is_empty() {
                    break;
                }
                shown.push(lines);
            }
            for line in shown.iter().rev().flatten() {
                pen.line(line, Style::new());
            }
        }
    }
}

fn draw_keys(state: &State, area: Rect, buffer: &mut Buffer) {
    let keys = match &state.mode {
        Mode::Play if state.session.is_over() => {
            "n new  u undo  [ ] step  a analyse  s save  o open  ? help  q quit"
        }
        Mode::Play if state.session.board.has_cards() => {
            "arrows Space Enter play  p pass  u undo  h hints  s save  ? help  q quit"
        }
        Mode::Play => {
            "arrows Enter play  u undo  r redo  h hints  s save  t settings  ? help  q quit"
        }
        Mode::Help(page) if page + 1 < state.help_pages().len() => {
            "any key shows more   Esc goes back"
        }
        Mode::Help(_) => "any key goes back",
        Mode::Settings(_) => "up down choose   left right change   Enter goes back",
        Mode::Setup(_) => "x o . put  Space turn  t side to move  z clear  Enter play  Esc back",
        Mode::Input(_) => "Enter: done   Esc: go back",
        Mode::Question(_) => "",
    };
    let style = Colours::heading();
    buffer.set_style(area, style);
    Pen::new(buffer, area).line(&format!(" {keys}"), style);
}
