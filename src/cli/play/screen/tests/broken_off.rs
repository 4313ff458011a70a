//! A panic gives the terminal back, and says what was played.
#![cfg(unix)]

use std::env;
use std::io::{self, Write};
use std::process::Command;

use super::super::rescue::Rescue;
use super::super::terminal::Screen;
use super::Stage;

/// The name of the test, which calls itself in a terminal of its own.
const NAME: &str = "cli::play::screen::tests::broken_off::a_panic_leaves_the_terminal_as_it_was";

/// The variable that tells it so.
const INSIDE: &str = "KAESHI_TEST_INSIDE_A_TERMINAL";

/// Panics in the middle of a game on the screen.
fn break_off() {
    let mut stage = Stage::new("othello", &[true, true]);
    stage.paste("f5d6c3");
    stage.state.is_unsaved = true;
    let screen = Screen::open(Rescue::default()).expect("a terminal");
    screen.rescue.keep(&stage.state);
    panic!("on purpose");
}

#[test]
fn a_panic_leaves_the_terminal_as_it_was() {
    if env::var_os(INSIDE).is_some() {
        break_off();
    }
    let has_script = Command::new("script").arg("--version").output();
    if !has_script.is_ok_and(|output| output.status.success()) {
        let why = "skipped: a panic on the screen: there is no program 'script'";
        let _ = writeln!(io::stderr(), "{why}");
        return;
    }
    let program = env::current_exe().expect("this test has a program");
    let inner = format!(
        "stty -a; {INSIDE}=1 '{}' --exact {NAME} --nocapture; stty -a",
        program.display()
    );
    let output = Command::new("script")
        .args(["--quiet", "--return", "--command", &inner, "/dev/null"])
        .env("TERM", "xterm-256color")
        .output()
        .expect("it has run above");
    let text = String::from_utf8_lossy(&output.stdout);
    let place = |what: &str| {
        text.find(what)
            .unwrap_or_else(|| panic!("no {what:?}: {text}"))
    };
    assert!(place("\u{1b}[?1049h") < place("\u{1b}[?1049l"), "{text}");
    assert!(place("\u{1b}[?1049l") < place("on purpose"), "{text}");
    assert!(place("\u{1b}[?25h") < place("on purpose"), "{text}");
    assert!(
        place("on purpose") < place("The moves were: f5 d6 c3"),
        "{text}"
    );
    // The settings of the terminal before and after, without its size.
    let settings: Vec<_> = text
        .lines()
        .filter(|line| line.contains("icanon"))
        .collect();
    assert_eq!(settings.len(), 2, "{text}");
    assert!(
        settings.iter().all(|line| !line.contains("-icanon")),
        "{text}"
    );
    assert_eq!(settings[0], settings[1], "{text}");
}
