//! Games saved and loaded; none is lost without a question.

use std::fs;

use super::super::mode::{Mode, Next, Question};
use super::Stage;

/// Types a text, deletes what was suggested, and confirms.
fn enter(stage: &mut Stage, text: &str) {
    for _ in 0..40 {
        stage.press("<back>");
    }
    text.chars()
        .for_each(|letter| stage.press(&letter.to_string()));
    stage.press("<enter>");
}

#[test]
fn a_game_is_saved_and_loaded_in_every_format() {
    let folder = tempfile::tempdir().expect("a folder");
    for name in ["a.ggf", "a.pgn", "a.txt"] {
        let path = folder.path().join(name);
        let path = path.to_str().expect("a path");
        let mut stage = Stage::new("othello", &[true, true]);
        for square in ["f5", "d6", "c3"] {
            stage.click(square);
        }
        assert!(stage.state.is_unsaved);
        stage.press("s");
        enter(&mut stage, path);
        assert!(
            stage.said().starts_with("Saved as "),
            "{name}: {}",
            stage.said()
        );
        assert!(!stage.state.is_unsaved);
        let mut stage = Stage::new("othello", &[true, false]);
        stage.press("o");
        enter(&mut stage, path);
        assert_eq!(
            stage.moves(),
            ["f5", "d6", "c3"],
            "{name}: {}",
            stage.said()
        );
    }
}

#[test]
fn other_games_are_saved_as_text() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("返し.txt");
    let path = path.to_str().expect("a path");
    let mut stage = Stage::new("connect4", &[true, true]);
    stage.click("d1");
    stage.click("a1");
    stage.press("s");
    enter(&mut stage, path);
    let text = fs::read_to_string(path).expect("it was saved");
    assert!(text.ends_with(" moves d1 a1\n"), "{text}");
    let mut stage = Stage::new("connect4", &[true, true]);
    stage.press("o");
    enter(&mut stage, path);
    assert_eq!(stage.moves(), ["d1", "a1"], "{}", stage.said());
    let mut stage = Stage::cards("daifugo uecda 3", &[true, true, true]);
    stage.press("<enter>s");
    let cards = folder.path().join("cards.txt");
    enter(&mut stage, cards.to_str().expect("a path"));
    let moves: Vec<String> = stage.moves().into_iter().map(str::to_owned).collect();
    stage.press("no");
    enter(&mut stage, cards.to_str().expect("a path"));
    assert_eq!(stage.moves(), moves, "{}", stage.said());
}

#[test]
fn an_existing_file_is_replaced_only_if_wanted() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("mine.txt");
    fs::write(&path, "precious\n").expect("a file");
    let name = path.to_str().expect("a path");
    let mut stage = Stage::new("othello", &[true, true]);
    stage.click("f5");
    stage.press("s");
    enter(&mut stage, name);
    assert!(matches!(
        stage.state.mode,
        Mode::Question(Question::Overwrite(..))
    ));
    stage.press("n<esc>");
    assert_eq!(
        fs::read_to_string(&path).expect("it is there"),
        "precious\n"
    );
    assert!(stage.state.is_unsaved);
    stage.press("s");
    enter(&mut stage, name);
    stage.press("y");
    assert_eq!(fs::read_to_string(&path).expect("it is there"), "f5\n");
    assert!(!stage.state.is_unsaved);
}

#[test]
fn a_game_that_cannot_be_saved_stays() {
    let mut stage = Stage::new("othello", &[true, true]);
    stage.click("f5");
    for name in ["/no/such/folder/a.ggf", "a.wtb", "a"] {
        stage.press("s");
        enter(&mut stage, name);
        assert!(
            stage.said().starts_with("Not saved: "),
            "{name}: {}",
            stage.said()
        );
        assert!(stage.state.is_unsaved && stage.moves() == ["f5"]);
    }
    stage.press("n");
    enter(&mut stage, "");
    assert_eq!(stage.moves(), ["f5"]);
    for name in ["/no/such/file.ggf", "a.xyz"] {
        stage.press("<esc>od");
        enter(&mut stage, name);
        assert!(
            stage.said().starts_with("Not loaded: "),
            "{name}: {}",
            stage.said()
        );
        assert_eq!(stage.moves(), ["f5"]);
    }
}

#[test]
fn leaving_asks_for_an_unsaved_game() {
    let mut stage = Stage::new("othello", &[true, true]);
    stage.press("q");
    assert!(stage.state.is_done);
    for leave in [false, true] {
        let mut stage = Stage::new("othello", &[true, true]);
        stage.click("f5");
        stage.press_control('c');
        assert_eq!(
            stage.state.mode,
            Mode::Question(Question::SaveFirst(Next::Quit))
        );
        if leave {
            stage.press_control('c');
        } else {
            stage.press("<esc>");
        }
        assert_eq!(stage.state.is_done, leave);
        assert_eq!(stage.state.farewell(), "The moves were: f5");
    }
}

#[test]
fn a_new_game_asks_for_an_unsaved_one() {
    let mut stage = Stage::new("othello", &[true, true]);
    stage.click("f5");
    stage.press("n<esc>");
    assert_eq!(stage.moves(), ["f5"]);
    stage.press("nd");
    assert!(stage.moves().is_empty());
}

#[test]
fn a_game_is_rescued_when_the_program_has_to_end() {
    let stage = Stage::new("othello", &[true, true]);
    assert_eq!(stage.state.rescue(), None);
}

/// A name that is free in the current folder may be taken in the folder of temporary files.
#[test]
fn a_rescued_game_has_a_name_that_is_free_in_its_folder() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("game-1.ggf"), "kept").expect("a file");
    let mut stage = Stage::new("othello", &[true, true]);
    stage.click("f5");
    let sentence = stage.state.rescue_in(folder.path()).expect("it is saved");
    assert!(sentence.contains("game-2.ggf"), "{sentence}");
    let saved = fs::read_to_string(folder.path().join("game-2.ggf")).expect("a game");
    assert!(saved.contains("B[F5"), "{saved}");
    let kept = fs::read(folder.path().join("game-1.ggf")).expect("a file");
    assert_eq!(kept, b"kept");
    let none = folder.path().join("none");
    assert_eq!(stage.state.rescue_in(&none), None);
}
