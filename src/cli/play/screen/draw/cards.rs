//! The table of a game of cards.

use kaeshi::games::daifugo::{Cards, MultiGame};
use ratatui::buffer::Buffer;
use ratatui::style::Style;

use super::super::hand::Hand;
use super::super::layout::Layout;
use super::super::panel::{self, first_row};
use super::super::state::State;
use super::super::style::Colours;
use super::pen::Pen;
use crate::cli::play::evaluation::Eval;

pub(super) fn draw(state: &State, layout: &Layout, buffer: &mut Buffer) {
    let Some(party) = state.session.board.visible_party(&state.session.people) else {
        return;
    };
    draw_table(&party, layout, buffer);
    draw_messages(state, layout, buffer);
    if state.session.is_turn_of_person() {
        draw_hand(state, &party, layout, buffer);
        draw_choices(state, &party, layout, buffer);
    } else {
        draw_moves(state, layout, buffer);
    }
}

/// The players and the table, as the line prompt draws them, on separate lines.
fn draw_table(party: &MultiGame, layout: &Layout, buffer: &mut Buffer) {
    let mut pen = Pen::new(buffer, layout.table);
    let drawn = party.draw();
    let lines: Vec<&str> = drawn.lines().collect();
    for line in &lines {
        let is_turn = line.starts_with('>');
        let is_table = line.starts_with("table") || line.starts_with("the game");
        if is_table {
            pen.skip();
        }
        let style = if is_turn || is_table {
            Colours::strong()
        } else {
            Style::new()
        };
        pen.wrapped(line, style, 2);
    }
}

/// What has happened before the newest messages.
fn draw_messages(state: &State, layout: &Layout, buffer: &mut Buffer) {
    let area = panel::log(layout.table);
    let newest = usize::from(layout.messages.height);
    let count = state.messages.len().saturating_sub(newest);
    let first = count.saturating_sub(area.height.into());
    let mut pen = Pen::new(buffer, area);
    for message in &state.messages[first..count] {
        pen.line(message, Style::new());
    }
}

/// The cards of the person to move, in their colours; selected ones are marked.
fn draw_hand(state: &State, party: &MultiGame, layout: &Layout, buffer: &mut Buffer) {
    for (at, card) in Hand::cards(party).into_iter().enumerate() {
        let area = panel::card(layout.table, at);
        let is_selected = state.hand.selected.has(card);
        let text = if is_selected {
            format!("[{card}]")
        } else {
            format!(" {card} ")
        };
        let style = match () {
            () if at == state.hand.cursor => state.colours.cursor(),
            () if is_selected => Colours::heading(),
            () => suit_style(state, card),
        };
        Pen::new(buffer, area).line(&text, style);
    }
}

/// Diamonds and hearts are red.
fn suit_style(state: &State, card: Cards) -> Style {
    let is_red = card.to_string().starts_with(['D', 'H']);
    if is_red {
        state.colours.bad()
    } else {
        Colours::strong()
    }
}

/// The legal moves with the selected cards, and their values.
fn draw_choices(state: &State, party: &MultiGame, layout: &Layout, buffer: &mut Buffer) {
    let choices = state.hand.choices(party, &state.session.board.legal());
    let mut pen = Pen::new(buffer, layout.panel);
    let title = match choices.len() {
        1 => "1 legal move".to_owned(),
        count => format!("{count} legal moves"),
    };
    pen.line(&title, Colours::strong());
    let area = panel::choices(layout.panel);
    let first = first_row(state.hand.choice, choices.len(), area);
    let mut pen = Pen::new(buffer, area);
    for (at, choice) in choices.iter().enumerate().skip(first) {
        let style = if at == state.hand.choice {
            state.colours.cursor()
        } else {
            Style::new()
        };
        let cards = match choice.cards {
            Cards::EMPTY => "pass".to_owned(),
            cards => cards.to_string(),
        };
        let value = state.value_of(&choice.name);
        let value = value.map_or_else(String::new, Eval::short);
        pen.line(
            &format!(" {:<10} {cards:<10} {value:>4}", choice.name),
            style,
        );
    }
}

/// The last moves.
fn draw_moves(state: &State, layout: &Layout, buffer: &mut Buffer) {
    let moves = state.session.board.played();
    let mut pen = Pen::new(buffer, layout.panel);
    pen.line("Moves", Colours::strong());
    let area = panel::choices(layout.panel);
    let first = moves.len().saturating_sub(area.height.into());
    let mut pen = Pen::new(buffer, area);
    for (at, mv) in moves.iter().enumerate().skip(first) {
        let name = if mv.name.starts_with("x:") && state.session.board.is_hidden() {
            "gives cards"
        } else {
            &mv.name
        };
        pen.line(
            &format!("{:>3}. player {} {name}", at + 1, mv.player),
            Style::new(),
        );
    }
}
