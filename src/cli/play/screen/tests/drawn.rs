//! Screens as text, compared with files in `snapshots/`, and their colours.

use crossterm::event::Event;
use kaeshi::game::Side;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier};

use super::super::draw;
use super::super::mode::Mode;
use super::super::style::Colours;
use super::Stage;
use crate::cli::play::evaluation::Eval;

fn eval(hundredths: i32) -> Eval {
    Eval {
        hundredths,
        depth: 12,
        confidence: 99,
        is_proven: false,
        ..Eval::of_result(0)
    }
}

#[test]
fn othello_at_the_start() {
    let mut stage = Stage::new("othello", &[true, false]);
    insta::assert_snapshot!(stage.screen());
}

#[test]
fn othello_with_hints_and_a_graph() {
    let mut stage = Stage::new("othello", &[true, true]);
    stage.state.engine_output.eval = Some(eval(0));
    for (at, square) in ["f5", "d6", "c3", "d3", "c4"].into_iter().enumerate() {
        let value = 500 * (i32::try_from(at).expect("few") % 3 - 1);
        stage.state.engine_output.eval = Some(eval(value));
        stage.click(square);
    }
    stage.state.has_hints = true;
    stage.state.engine_output.eval = Some(eval(-350));
    stage.state.engine_output.line = ["f4", "c5", "b3"].map(str::to_owned).to_vec();
    stage.state.engine_output.book = vec!["f4".into()];
    let values = [
        ("f4", -350),
        ("f6", -1250),
        ("e3", 100),
        ("b3", 1700),
        ("b5", 240),
    ];
    let values = values.map(|(name, value)| (name.to_owned(), eval(value)));
    stage.state.engine_output.values = values.to_vec();
    insta::assert_snapshot!(stage.screen());
}

#[test]
fn a_finished_game_with_its_mistakes() {
    let mut stage = Stage::new("othello", &[false, false]);
    stage.settle();
    stage.press("a");
    let screen = stage.screen();
    for text in ["Analysed", " lost ", "exact", "60. "] {
        assert!(screen.contains(text), "'{text}' is missing:\n{screen}");
    }
}

#[test]
fn other_boards() {
    let mut stage = Stage::new("gomoku", &[true, true]);
    stage.click("h8");
    stage.click("g9");
    insta::assert_snapshot!("gomoku", stage.screen());
    let mut stage = Stage::new("connect4", &[true, true]);
    stage.click("d1");
    stage.click("d2");
    insta::assert_snapshot!("connect4", stage.screen());
}

#[test]
fn cards_of_the_person_to_move() {
    let mut stage = Stage::cards("daifugo uecda 4", &[true, true, true, true]);
    stage.settle();
    stage.press("<right> ");
    insta::assert_snapshot!(stage.screen());
}

#[test]
fn windows_and_questions() {
    let mut stage = Stage::new("othello", &[true, false]);
    stage.press("?");
    insta::assert_snapshot!("help", stage.screen());
    stage.press("?t<down>");
    insta::assert_snapshot!("settings", stage.screen());
    stage.press("<esc>x");
    assert!(stage.screen().contains("Give up?"));
    stage.press("nm返し");
    assert!(stage.screen().contains("> 返 し"), "{}", stage.screen());
}

/// Where the list of keys is too long for the screen, it has pages.
#[test]
fn a_small_terminal_shows_the_keys_on_pages() {
    let mut stage = Stage::new("othello", &[true, false]);
    stage.state.handle(Event::Resize(45, 13));
    stage.press("?");
    insta::assert_snapshot!("help_on_pages", stage.screen());
    let mut seen = vec![stage.screen()];
    while seen
        .last()
        .is_some_and(|screen| screen.contains("any key shows more"))
    {
        stage.press(" ");
        seen.push(stage.screen());
    }
    let last = seen.last().expect("a page");
    assert!(
        seen.len() > 1 && last.contains("any key goes back"),
        "{last}"
    );
    assert!(
        seen[0].contains("arrows, Enter: choose") && last.contains("x: give up"),
        "{last}"
    );
    stage.press(" ");
    assert_eq!(stage.state.mode, Mode::Play);
    stage.press("?<esc>");
    assert_eq!(stage.state.mode, Mode::Play, "Esc shows no further page");
    stage.press("?  ");
    stage.state.handle(Event::Resize(80, 24));
    assert!(
        stage.screen().contains("give up"),
        "fewer pages on a larger screen"
    );
}

#[test]
fn a_small_terminal_says_what_is_missing() {
    let mut stage = Stage::new("othello", &[true, false]);
    stage.state.handle(Event::Resize(40, 10));
    insta::assert_snapshot!(stage.screen());
    for (columns, rows) in [(1, 1), (0, 0), (200, 1), (3, 100), (200, 100)] {
        stage.state.handle(Event::Resize(columns, rows));
        stage.screen();
    }
    stage.state.handle(Event::Resize(80, 24));
    assert!(stage.screen().contains("You are X, the first player."));
}

#[test]
fn every_mode_is_drawn_at_every_size() {
    for keys in ["", "?", "t", "e", "x", "m", "s", "h"] {
        let mut stage = Stage::new("othello", &[true, true]);
        stage.press(keys);
        for columns in [20, 45, 60, 80, 81, 132] {
            for rows in [5, 12, 13, 21, 24, 25, 40] {
                stage.state.size = (columns, rows);
                stage.screen();
            }
        }
    }
}

#[test]
fn colours_are_used_only_where_they_are_wanted() {
    for colours in [Colours::None, Colours::Eight, Colours::Many] {
        let mut stage = Stage::new("othello", &[true, true]);
        stage.click("f5");
        stage.state.colours = colours;
        let mut buffer = Buffer::empty(Rect::new(0, 0, 80, 24));
        draw::draw(&stage.state, &mut buffer);
        let has_colour = buffer
            .content
            .iter()
            .any(|cell| cell.fg != Color::Reset || cell.bg != Color::Reset);
        assert_eq!(has_colour, colours != Colours::None);
        let stone = colours.stone(Side::Second);
        assert!(stone.add_modifier.contains(Modifier::BOLD));
    }
}
