//! The panel beside the board: players, value, graph, and the moves.

use kaeshi::game::Side;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

use super::super::mode::Mode;
use super::super::panel::first_row;
use super::super::state::State;
use super::super::style::Colours;
use super::pen::Pen;
use crate::cli::play::evaluation::Eval;

/// Rows of the graph: an odd number, with 0 in the middle.
const GRAPH_ROWS: u16 = 7;

/// The value in discs that fills the bar and the graph.
const FULL_DISCS: f64 = 32.0;

pub(super) fn draw(state: &State, area: Rect, buffer: &mut Buffer) {
    let mut rest = area;
    let mut take = |rows: u16| {
        let part = Rect {
            height: rows.min(rest.height),
            ..rest
        };
        rest.y += part.height;
        rest.height -= part.height;
        part
    };
    draw_players(state, take(3), buffer);
    draw_value(state, take(4), buffer);
    draw_graph(state, take(GRAPH_ROWS + 1), buffer);
    draw_moves(state, rest, buffer);
}

fn draw_players(state: &State, area: Rect, buffer: &mut Buffer) {
    let mut pen = Pen::new(buffer, area);
    let cells = state
        .session
        .board
        .grid()
        .map(|grid| grid.cells)
        .unwrap_or_default();
    let (cells, turn) = match &state.mode {
        Mode::Setup(setup) => (setup.grid.cells.clone(), Some(setup.side.index())),
        _ if state.session.is_over() => (cells, None),
        _ => (cells, Some(state.session.board.turn())),
    };
    let moves = state.session.board.played();
    for side in [Side::First, Side::Second] {
        let player = side.index();
        let is_turn = turn == Some(player);
        let name = match state.session.people.get(player) {
            Some(true) => "you",
            _ => "Kaeshi",
        };
        let stones = cells.iter().filter(|cell| **cell == Some(side)).count();
        let clock = state.clock.text(moves, player, is_turn);
        let left = state.clock.left(moves, player, is_turn);
        let is_short = left.is_some_and(|left| left.as_secs() < 10);
        let marker = if is_turn { ">" } else { " " };
        let strong = if is_turn {
            Colours::strong()
        } else {
            Style::new()
        };
        let clock_style = if is_short {
            state.colours.bad()
        } else {
            strong
        };
        pen.spans(&[
            (marker, strong),
            (" ", Style::new()),
            ([" X ", " O "][player], state.colours.stone(side)),
            (&format!(" {name:<8} {stones:>3}  "), strong),
            (&clock, clock_style),
        ]);
    }
}

fn draw_value(state: &State, area: Rect, buffer: &mut Buffer) {
    let mut pen = Pen::new(buffer, area);
    let progress = state.review.as_ref().map(|review| {
        let [done, count] = [review.done, review.count];
        format!("analysing: {done} of {count}")
    });
    let first = progress.as_deref().or(state.opening.as_deref());
    pen.line(first.unwrap_or_default(), Colours::strong());
    let evals = state.evals();
    let now = state.session.board.played().len();
    // The value of the newest position that has one.
    let known = evals[..=now].iter().rev().find_map(|eval| *eval);
    let Some(eval) = known.filter(|_| state.has_evals()) else {
        return;
    };
    let side = if eval.hundredths < 0 || eval.decided.is_some_and(|plies| plies < 0) {
        Side::Second
    } else {
        Side::First
    };
    let sign = ["X", "O"][side.index()];
    pen.line(
        &format!("{sign} {}", eval.seen_by(side).long()),
        Colours::strong(),
    );
    draw_bar(state, eval, area, &mut pen);
    let line = if state.has_hints || state.session.people.iter().all(|person| !person) {
        state.engine_output.line.join(" ")
    } else {
        String::new()
    };
    pen.line(&line, Style::new());
}

/// The part of the first player in black, that of the second in white.
fn draw_bar(state: &State, eval: Eval, area: Rect, pen: &mut Pen<'_>) {
    let columns = area.width.saturating_sub(4);
    let share = f64::midpoint(1.0, eval.share(full(state)));
    let filled = usize::from(round(share * f64::from(columns)).min(columns));
    let rest = usize::from(columns) - filled;
    let [first, second] = [Side::First, Side::Second].map(|side| state.colours.stone(side));
    pen.spans(&[
        ("X ", Style::new()),
        (&"#".repeat(filled), first),
        (&"-".repeat(rest), second),
        (" O", Style::new()),
    ]);
}

fn full(state: &State) -> f64 {
    if state.is_othello() { FULL_DISCS } else { 1.0 }
}

/// The values of the game: a column for each position, up if the first player is ahead.
fn draw_graph(state: &State, area: Rect, buffer: &mut Buffer) {
    if area.height <= GRAPH_ROWS || !state.has_evals() {
        return;
    }
    let evals = state.evals();
    if evals.iter().flatten().count() < 2 {
        return;
    }
    let now = state.session.board.played().len();
    let columns = usize::from(area.width);
    // Long games keep their newest part.
    let first = (now + 1).saturating_sub(columns);
    let middle = GRAPH_ROWS / 2;
    for (x, at) in (area.x..area.right()).zip(first..evals.len()) {
        let is_now = at == now;
        let style = if is_now {
            state.colours.cursor()
        } else {
            Style::new()
        };
        let height = evals[at].map(|eval| {
            // The root shows small values, too.
            let share = eval.share(full(state));
            (share > 0.0, round(share.abs().sqrt() * f64::from(middle)))
        });
        for row in 0..GRAPH_ROWS {
            let distance = row.abs_diff(middle);
            let is_up = row < middle;
            let sign = match height {
                _ if distance == 0 => "-",
                Some((up, height)) if up == is_up && distance <= height => {
                    if is_up {
                        "X"
                    } else {
                        "O"
                    }
                }
                _ => " ",
            };
            let style = if is_now || sign == "-" || sign == " " {
                style
            } else {
                state
                    .colours
                    .stone(if is_up { Side::First } else { Side::Second })
            };
            buffer.set_string(x, area.y + row, sign, style);
        }
    }
}

/// A small positive number to the nearest integer.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "at most the width of the screen"
)]
fn round(number: f64) -> u16 {
    number.round().max(0.0) as u16
}

fn draw_moves(state: &State, area: Rect, buffer: &mut Buffer) {
    let moves = state.listed_moves();
    let now = state.session.board.played().len();
    let first = first_row(now.saturating_sub(1), moves.len(), area);
    let mut pen = Pen::new(buffer, area);
    for (at, mv) in moves.iter().enumerate().skip(first) {
        if pen.left() == 0 {
            return;
        }
        let style = match at + 1 {
            number if number == now => Colours::heading(),
            _ => Style::new(),
        };
        let side = ["X", "O"][mv.player.min(1)];
        let value = mv.eval.filter(|_| state.has_evals());
        let value = value.map_or_else(String::new, Eval::short);
        let mut loss = String::new();
        let review = mv.review.as_ref();
        if let Some(review) = review.filter(|review| !review.mark.is_empty()) {
            let better = review.better.as_ref();
            let better = better.map_or_else(String::new, |better| format!(": {better}"));
            loss = format!(" {}{better}", review.lost);
        }
        let mark = review.map_or("", |review| review.mark);
        let name = format!("{}{mark}", mv.name);
        let move_text = format!("{:>3}. {side} {name:<5} {value:>4}", at + 1);
        pen.spans(&[(&move_text, style), (&loss, state.colours.bad())]);
    }
}
