//! Games played by keys and by the mouse.

use std::time::Duration;

use kaeshi::game::Side;

use super::super::clock::read_rule;
use super::super::mode::Mode;
use super::Stage;

#[test]
fn a_move_by_keys_is_answered_and_taken_back() {
    let mut stage = Stage::new("othello", &[true, false]);
    // From e5 to d3, which is legal.
    stage.press("<left><up><up><enter>");
    assert_eq!(stage.moves().len(), 2, "{}", stage.said());
    assert_eq!(stage.moves()[0], "d3");
    assert!(
        stage.said().starts_with("Kaeshi plays "),
        "{}",
        stage.said()
    );
    stage.press("u");
    assert!(stage.moves().is_empty());
    stage.press("r");
    assert_eq!(stage.moves().len(), 2);
    stage.press("uu");
    assert_eq!(stage.said(), "There is no move of yours to take back.");
}

#[test]
fn a_move_by_the_mouse_is_answered() {
    let mut stage = Stage::new("othello", &[true, false]);
    stage.click("a1");
    assert!(stage.moves().is_empty());
    assert!(
        stage.said().contains("no disc would be turned over"),
        "{}",
        stage.said()
    );
    stage.click("f5");
    assert_eq!((stage.moves()[0], stage.moves().len()), ("f5", 2));
}

#[test]
fn a_move_of_the_book_is_said_to_be_one() {
    // The first four moves are one move, seen from four sides.
    let mut stage = Stage::with_book(&[false, true]);
    stage.settle();
    let said = format!("Kaeshi plays {} (book, +0).", stage.moves()[0]);
    assert_eq!(stage.said(), said);
    assert!(stage.screen().contains(&said), "{}", stage.screen());
    // Without a book the move is searched.
    let mut stage = Stage::new("othello", &[false, true]);
    stage.settle();
    assert!(stage.said().ends_with(" at depth 1)."), "{}", stage.said());
}

#[test]
fn a_game_is_watched_to_its_end_and_stepped_through() {
    let mut stage = Stage::new("othello", &[false, false]);
    stage.settle();
    assert!(stage.state.session.is_over());
    let moves = stage.moves().len();
    stage.press("[[[");
    assert_eq!(stage.moves().len(), moves - 3);
    stage.press("]]]]");
    assert_eq!(stage.moves().len(), moves);
    assert_eq!(stage.said(), "This is the last position of the game.");
}

#[test]
fn every_position_of_a_game_is_analysed() {
    let mut stage = Stage::new("othello", &[true, true]);
    stage.paste("f5d6c3d3c4f4f6f3e6e7");
    stage.press("a");
    assert!(stage.said().starts_with("Analysed"), "{}", stage.said());
    let evals = stage.state.evals();
    assert_eq!((evals.len(), evals.iter().flatten().count()), (11, 11));
    let moves = stage.state.listed_moves();
    assert!(moves.iter().all(|mv| mv.review.is_some()));
}

#[test]
fn the_engine_moves_at_once_when_told() {
    let mut stage = Stage::new("othello", &[true, false]);
    stage.state.session.limits.depth = None;
    stage.state.session.limits.nodes = None;
    stage.state.session.limits.move_time = Some(Duration::from_secs(3600));
    stage.state.session.board.settings.level = kaeshi::search::Level::FULL;
    stage.state.cursor = 19;
    stage.state.play("d3");
    stage.state.go_on();
    assert!(stage.state.is_thinking());
    stage.press("g");
    assert_eq!(stage.moves().len(), 2);
}

#[test]
fn the_engine_moves_in_place_of_the_person() {
    let mut stage = Stage::new("othello", &[true, true]);
    stage.press("g");
    assert_eq!(stage.moves().len(), 1);
}

#[test]
fn hints_value_every_move_until_they_are_switched_off() {
    let mut stage = Stage::new("tictactoe", &[true, true]);
    stage.press("h");
    while stage.state.engine_output.values.len() < 9 {
        let event = stage.events.recv_timeout(super::MAX_WAIT).expect("a value");
        if let super::ScreenEvent::Search(id, event) = event {
            stage.state.search_event(id, *event);
        }
    }
    assert!(stage.state.value_of("b2").is_some());
    stage.press("h");
    assert!(stage.state.value_of("b2").is_none());
}

#[test]
fn stones_fall_where_the_game_says_so() {
    let mut stage = Stage::new("connect4", &[true, true]);
    stage.click("d6");
    stage.click("d6");
    stage.click("a1");
    assert_eq!(stage.moves(), ["d1", "d2", "a1"]);
    let mut stage = Stage::new("tictactoe", &[true, true]);
    stage.click("b3");
    assert_eq!(stage.moves(), ["b3"]);
}

#[test]
fn time_runs_out() {
    let mut stage = Stage::new("othello", &[true, true]);
    stage.state.clock.rule = read_rule("1").expect("a clock");
    stage.state.tick(Duration::from_secs(59));
    stage.click("f5");
    stage.state.tick(Duration::from_secs(59));
    assert!(!stage.state.session.is_over());
    stage.state.tick(Duration::from_secs(1));
    assert_eq!(
        stage.said(),
        "The game is over. The first player wins on time."
    );
    stage.press("u");
    assert!(!stage.state.session.is_over());
}

#[test]
fn giving_up_is_asked_for() {
    let mut stage = Stage::new("othello", &[true, false]);
    stage.press("xn");
    assert!(!stage.state.session.is_over());
    stage.press("xy");
    assert_eq!(stage.said(), "The game is over. Kaeshi wins.");
}

#[test]
fn settings_change_the_players_the_level_and_the_time() {
    let mut stage = Stage::new("othello", &[true, false]);
    stage.press("t<right>");
    assert_eq!(stage.state.session.people, [false, true]);
    stage.press("<right>");
    assert_eq!(stage.state.session.people, [true, true]);
    stage.press("<down><left><left><down><right><down><right><enter>");
    assert_eq!(stage.state.mode, Mode::Play);
    assert_eq!(stage.state.level_text(), "level 0");
    assert_eq!(stage.state.time_text(), "2 s");
    assert_eq!(stage.state.clock.rule.main, Some(Duration::from_secs(60)));
}

#[test]
fn a_position_is_set_up_and_played_on() {
    let mut stage = Stage::new("othello", &[true, true]);
    stage.press("ez");
    stage.state.cursor = 0;
    stage.press("x<right>o<enter>");
    assert_eq!(stage.state.mode, Mode::Play, "{}", stage.said());
    stage.click("c1");
    assert_eq!(stage.moves(), ["c1"]);
    // A board without discs of one colour is over at once; without any it is refused or over, and nothing is lost.
    assert_eq!(
        stage.state.session.board.setup(),
        Some("xo6/8/8/8/8/8/8/8 x")
    );
}

#[test]
fn moves_and_positions_are_pasted_and_typed() {
    let mut stage = Stage::new("othello", &[true, false]);
    stage.paste("F5 D6\nC3 D3 C4\n");
    assert_eq!(stage.moves(), ["f5", "d6", "c3", "d3", "c4"]);
    assert!(stage.state.is_paused);
    assert_eq!(stage.state.opening.as_deref(), Some("Tiger"));
    stage.paste("nonsense");
    assert!(
        stage.said().starts_with("Not understood"),
        "{}",
        stage.said()
    );
    assert_eq!(stage.moves().len(), 5);
    stage.press("m");
    for letter in "8/8/8/3ox3/3xxx2/8/8/8 o".chars() {
        stage.press(&letter.to_string());
    }
    stage.press("<enter>");
    assert!(
        stage.state.session.board.setup().is_some(),
        "{}",
        stage.said()
    );
    let mut stage = Stage::new("gomoku", &[true, true]);
    stage.paste("h8 g9, h9");
    assert_eq!(stage.moves(), ["h8", "g9", "h9"]);
    assert_eq!(stage.state.session.board.side(), Side::Second);
}

#[test]
fn cards_are_selected_and_played() {
    let mut stage = Stage::cards("daifugo uecda 3", &[true, false, false]);
    stage.settle();
    let before = stage.moves().len();
    stage.press(" ");
    assert_eq!(stage.state.hand.selected.len(), 1);
    stage.press(" <enter>");
    assert!(stage.moves().len() > before, "{}", stage.said());
}

#[test]
fn hands_of_the_others_are_hidden_unless_asked_for() {
    let mut stage = Stage::cards("daifugo uecda 3", &[true, false, false]);
    stage.settle();
    let party = stage
        .state
        .session
        .board
        .visible_party(&[true, false, false]);
    assert!(party.expect("cards").has_hidden_hands());
    assert!(stage.screen().contains("hidden"));
    stage.press("c");
    assert!(!stage.screen().contains("hidden"));
}
