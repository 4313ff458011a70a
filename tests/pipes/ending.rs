//! The end of a conversation: by command, by end of input, by signals, by broken pipes.

use std::fs::File;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::engine::{Engine, PATIENCE, program, wait};
use crate::{GAMES, LONG_GAMES};

#[test]
fn quit_ends_it_at_any_time() {
    for game in GAMES {
        let mut idle = Engine::playing(game);
        assert_eq!(idle.send("quit").end(), [""; 0], "{game}");
        for go in ["go infinite", "go movetime 60000", "go depth 100"] {
            let mut engine = Engine::playing(game);
            engine.send(go).expect("info ");
            let rest = engine.send("quit").end();
            let answers = rest.iter().filter(|line| line.starts_with("bestmove "));
            assert!(answers.count() <= 1, "{game}: {rest:?}");
        }
        let mut counting = Engine::playing(game);
        counting.send("perft 200").send("quit").end();
    }
}

#[test]
fn the_end_of_the_input_ends_a_search_that_nobody_can_stop() {
    for game in GAMES {
        let mut idle = Engine::playing(game);
        assert_eq!(idle.hang_up().end(), [""; 0], "{game}");
        for go in ["go infinite", "go", "go ponder"] {
            let mut engine = Engine::playing(game);
            engine.send(go).expect("info ");
            let rest = engine.hang_up().end();
            let answers = rest.iter().filter(|line| line.starts_with("bestmove "));
            assert_eq!(answers.count(), 1, "{game}: {rest:?}");
        }
    }
}

#[test]
fn what_was_asked_before_the_end_of_the_input_is_answered() {
    for game in GAMES {
        let mut engine = Engine::playing(game);
        engine
            .send("go depth 4")
            .send("query gameover")
            .send("uginewgame")
            .send("go movetime 50")
            .send("go infinite")
            .send("perft 2");
        engine.send_bytes(b"isready");
        let rest = engine.hang_up().end();
        let count = |start: &str| rest.iter().filter(|line| line.starts_with(start)).count();
        assert_eq!(count("bestmove "), 3, "{game}: {rest:?}");
        assert_eq!(count("response false"), 1, "{game}: {rest:?}");
        assert_eq!(count("readyok"), 1, "{game}: {rest:?}");
        let counted = rest.iter().any(|line| line.ends_with("leaves counted"));
        assert!(counted, "{game}: {rest:?}");
    }
}

#[test]
fn signals_end_it_cleanly() {
    for game in GAMES {
        for signal in ["TERM", "INT"] {
            let mut idle = Engine::playing(game);
            idle.send("isready").expect("readyok");
            assert_eq!(idle.signal(signal).end(), [""; 0], "{game}");
            let mut engine = Engine::playing(game);
            engine.send("go infinite").expect("info ");
            engine.signal(signal).end();
            let mut counting = Engine::playing(game);
            counting.send("perft 200").send("isready").expect("readyok");
            counting.signal(signal).end();
        }
    }
}

/// Asks the program for answers until it has ended, and returns its status. One answer is not enough: a process that another
/// test starts at that moment has a copy of all pipes, so the answer has a reader.
fn end_of_asked(child: &mut Child, stdin: &mut impl Write) -> Option<ExitStatus> {
    let begun = Instant::now();
    while begun.elapsed() < PATIENCE {
        let heard = writeln!(stdin, "isready");
        if let Some(status) = child.try_wait().expect("a status") {
            return Some(status);
        }
        if heard.is_err() {
            return wait(child);
        }
        thread::sleep(Duration::from_millis(20));
    }
    None
}

#[test]
fn it_ends_when_nobody_reads() {
    for game in GAMES.into_iter().chain(LONG_GAMES) {
        for go in [None, Some("go infinite"), Some("go movetime 100")] {
            let mut child = program(&["--game", game]).spawn().expect("it starts");
            let mut stdin = child.stdin.take().expect("stdin is piped");
            let mut stdout = BufReader::new(child.stdout.take().expect("stdout is piped"));
            let mut line = String::new();
            writeln!(stdin, "isready").expect("it listens");
            stdout.read_line(&mut line).expect("it answers");
            if let Some(go) = go {
                writeln!(stdin, "{go}").expect("it listens");
            }
            drop(stdout);
            // A long search writes on. Elsewhere all may be written already, and that is no sign to the program.
            let writes_on = go == Some("go infinite") && LONG_GAMES.contains(&game);
            let status = if writes_on {
                wait(&mut child)
            } else {
                end_of_asked(&mut child, &mut stdin)
            };
            let status = status.unwrap_or_else(|| panic!("{game} does not end, {go:?}"));
            let complaints = std::io::read_to_string(child.stderr.take().expect("piped"));
            assert!(status.success(), "{game}: {status} {complaints:?}");
            assert_eq!(complaints.expect("text"), "", "{game}");
        }
    }
}

#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_is_an_error_and_no_panic() {
    for game in GAMES {
        for line in ["ugi", "go infinite", "go depth 3", "print", "nonsense"] {
            let full = File::options().write(true).open("/dev/full");
            let mut child = program(&["--game", game])
                .stdout(Stdio::from(full.expect("a device")))
                .spawn()
                .expect("it starts");
            let mut stdin = child.stdin.take().expect("stdin is piped");
            writeln!(stdin, "{line}").expect("it listens");
            let status = wait(&mut child).expect("it ends");
            let complaints = std::io::read_to_string(child.stderr.take().expect("piped"));
            let complaints = complaints.expect("text");
            assert_eq!(status.code(), Some(1), "{game}: {complaints}");
            assert_eq!(complaints.lines().count(), 1, "{game}: {complaints}");
        }
    }
}

#[test]
#[cfg(unix)]
fn a_signal_ends_it_although_the_reader_is_stuck() {
    for signal in ["TERM", "INT"] {
        let mut child = program(&[]).spawn().expect("it starts");
        let mut stdin = child.stdin.take().expect("stdin is piped");
        // More answers than a pipe holds, which are not read.
        for _ in 0..2_000 {
            writeln!(stdin, "ugi").expect("it listens");
        }
        thread::sleep(Duration::from_millis(300));
        assert_eq!(child.try_wait().expect("a status"), None);
        let id = child.id().to_string();
        let sent = std::process::Command::new("kill")
            .args([format!("-{signal}"), id])
            .status();
        assert!(sent.is_ok_and(|status| status.success()));
        assert!(wait(&mut child).is_some(), "it does not end");
    }
}

#[test]
fn a_slow_reader_misses_nothing() {
    let mut engine = Engine::start(&[]);
    for _ in 0..5_000 {
        engine.send("query fen");
    }
    thread::sleep(Duration::from_millis(200));
    for _ in 0..5_000 {
        engine.expect("response ");
    }
    engine.quietly();
    let asked = Instant::now();
    engine.send("go depth 1").answer(asked);
}
