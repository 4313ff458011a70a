//! Commands during a search.

use std::thread;
use std::time::{Duration, Instant};

use crate::engine::Engine;
use crate::referee::open;
use crate::{GAMES, LONG_GAMES};

/// Starts a search that ends only by a stop, and waits until it runs.
fn endless(game: &str) -> Engine {
    let mut engine = Engine::playing(game);
    engine.send("go infinite").expect("info ");
    engine
}

#[test]
fn ready_while_thinking() {
    for game in GAMES {
        let mut engine = endless(game);
        for _ in 0..20 {
            engine.send("isready").expect("readyok");
        }
        engine.send("stop").answer(Instant::now());
        engine.quietly();
    }
}

#[test]
fn a_search_without_end_waits_for_its_stop() {
    for game in GAMES {
        for go in ["go infinite", "go infinite depth 1", "go", "go ponder"] {
            let mut engine = Engine::playing(game);
            engine.send(go);
            thread::sleep(Duration::from_millis(150));
            let remarks = engine.remarks();
            let answered = remarks.iter().any(|line| line.starts_with("bestmove"));
            assert!(!answered, "{game}: {go}: {remarks:?}");
            let end = if go == "go ponder" {
                "ponderhit"
            } else {
                "stop"
            };
            engine.send(end).answer(Instant::now());
            engine.quietly();
        }
    }
}

/// An endless search of a position that is solved at once; the stop command, and its answer.
const SOLVED: [(&[&str], [&str; 2]); 4] = [
    (&["position tictactoe", "go"], ["stop", "bestmove "]),
    (
        &[
            "uci",
            "position fen 1oxxxxxx/8/8/8/8/8/8/xxxxxxo1 x",
            "go infinite depth 1",
        ],
        ["stop", "bestmove "],
    ),
    (
        &[
            "usi",
            "position sfen -OXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXO-B1",
            "go infinite",
        ],
        ["stop", "bestmove "],
    ),
    (
        &[
            "nboard 2",
            "set game (;GM[Othello]TY[8]BO[8 -O************************************************************O- *];)",
            "hint 1",
        ],
        ["ping 1", "pong 1"],
    ),
];

#[test]
fn a_search_that_has_found_everything_says_so_once() {
    let is_count = |line: &String| {
        line.contains("nodes") && (line.starts_with("info ") || line.starts_with("nodestats "))
    };
    for (lines, [stop, answer]) in SOLVED {
        let mut engine = Engine::start(&[]);
        for line in lines {
            engine.send(line);
        }
        // More than two intervals of progress lines.
        let said = engine.until_silent(Duration::from_secs(3));
        assert!(said.last().is_some_and(is_count), "{said:?}");
        // The search still waits for the stop.
        engine.send(stop).until(answer);
    }
    let mut engine = Engine::playing("daifugo uecda 5");
    engine.send("go infinite nodes 1000");
    engine.until_silent(Duration::from_secs(3));
    engine.send("stop").until("bestmove ");
}

#[test]
fn stops_are_answered_once_and_stray_ones_are_ignored() {
    for game in GAMES {
        let mut engine = Engine::playing(game);
        engine.send("stop").send("stop").quietly();
        for _ in 0..50 {
            engine.send("go infinite").send("stop").send("stop");
            engine.answer(Instant::now());
            engine.quietly();
        }
    }
}

#[test]
fn a_second_go_is_answered_after_the_first() {
    for game in GAMES {
        let mut engine = Engine::playing(game);
        engine.send("go movetime 200").send("go depth 1");
        engine.answer(Instant::now());
        engine.answer(Instant::now());
        engine.quietly();
        // The second search ends the first, which would not end by itself.
        engine.send("go infinite").send("go infinite");
        engine.answer(Instant::now());
        engine.send("stop").answer(Instant::now());
        engine.quietly();
        for _ in 0..20 {
            engine.send("go infinite");
        }
        engine.send("stop");
        for _ in 0..20 {
            engine.answer(Instant::now());
        }
        engine.quietly();
    }
}

#[test]
fn a_position_waits_for_the_answer() {
    for game in GAMES {
        for go in ["go movetime 150", "go infinite"] {
            let mut engine = Engine::playing(game);
            let mut referee = open(game);
            let mv = referee.moves()[0].clone();
            engine
                .send(go)
                .send(&format!("position startpos moves {mv}"));
            let best = engine.answer(Instant::now()).best;
            assert!(referee.moves().contains(&best), "{game}");
            referee.play(&[&mv]).expect("it is legal");
            assert_eq!(engine.ask("fen"), referee.write(), "{game}");
            engine.think("go depth 1");
            engine.quietly();
        }
    }
}

#[test]
fn options_wait_for_the_answer() {
    let options = [
        "Hash value 2",
        "Threads value 2",
        "MultiPV value 2",
        "Move Overhead value 5",
        "Clear Hash",
        "Ponder value true",
        "Game value othello",
    ];
    for game in GAMES {
        let mut engine = Engine::playing(game);
        for option in options {
            for go in ["go movetime 50", "go infinite"] {
                engine
                    .send(go)
                    .send(&format!("setoption name {option}"))
                    .answer(Instant::now());
                engine.remarks();
                engine.think("go depth 2");
            }
        }
    }
}

#[test]
fn a_new_game_waits_for_the_answer() {
    for game in GAMES {
        let mut engine = endless(game);
        engine.send("uginewgame").answer(Instant::now());
        assert_eq!(engine.ask("fen"), open(game).write(), "{game}");
    }
}

#[test]
fn questions_are_answered_while_thinking() {
    for game in GAMES {
        let mut engine = endless(game);
        for (question, answer) in [
            ("fen", open(game).write()),
            ("gameover", "false".into()),
            ("result", "none".into()),
        ] {
            engine.send(&format!("query {question}"));
            let handled = engine.expect("response ");
            assert_eq!(handled, format!("response {answer}"), "{game}");
        }
        engine.send("stop").answer(Instant::now());
    }
}

#[test]
fn nonsense_does_not_end_a_search() {
    let lines: [&[u8]; 9] = [
        b"\n",
        b"   \r\n",
        b"nonsense\n",
        b"go to sleep\n",
        b"position\n",
        b"\xff\xfe\n",
        b"is\0ready\n",
        b"query weather\n",
        b"debug on\n",
    ];
    for game in GAMES {
        let mut engine = endless(game);
        for line in lines {
            engine.send_bytes(line);
        }
        thread::sleep(Duration::from_millis(100));
        let remarks = engine.remarks();
        let answered = remarks.iter().any(|line| line.starts_with("bestmove"));
        assert!(!answered, "{game}: {remarks:?}");
        let complaints = remarks.iter().filter(|line| line.contains("error"));
        assert_eq!(complaints.count(), 6, "{game}: {remarks:?}");
        engine.send("stop").expect("bestmove ");
        engine.quietly();
    }
}

#[test]
fn a_greeting_is_answered_while_thinking() {
    for game in GAMES {
        let mut engine = endless(game);
        engine.send("ugi").expect("ugiok");
        let remarks = engine.remarks();
        let answered = remarks.iter().any(|line| line.starts_with("bestmove"));
        assert!(!answered, "{game}: {remarks:?}");
        engine.send("stop").expect("bestmove ");
    }
}

#[test]
fn a_count_can_be_stopped() {
    for game in LONG_GAMES {
        let mut engine = Engine::playing(game);
        engine.send("perft 200").send("isready").expect("readyok");
        thread::sleep(Duration::from_millis(100));
        engine.send("stop").expect("info string error: ");
        engine.think("go depth 1");
        engine.quietly();
    }
}

#[test]
fn nothing_that_is_said_in_a_hurry_gets_lost() {
    const TURNS: usize = 400;
    for game in GAMES {
        let mut engine = Engine::playing(game);
        let moves = open(game).moves();
        for turn in 0..TURNS {
            let mv = &moves[turn % moves.len()];
            engine
                .send(&format!("position startpos moves {mv}"))
                .send("isready")
                .send("position startpos")
                .send("go nodes 50")
                .send("stop");
        }
        let mut lines = Vec::new();
        for _ in 0..TURNS {
            lines.extend(engine.until("bestmove "));
        }
        let count = |start: &str| lines.iter().filter(|line| line.starts_with(start)).count();
        assert_eq!(count("readyok"), TURNS, "{game}");
        assert_eq!(count("info string error"), 0, "{game}");
        engine.quietly();
    }
}

#[test]
fn lines_that_cannot_wait_are_reported() {
    let mut engine = Engine::start(&[]);
    engine.send("go movetime 3600000");
    for _ in 0..10_050 {
        engine.send("position startpos");
    }
    engine.send("stop");
    let lines = engine.until("bestmove ");
    let reported = lines.iter().filter(|line| line.contains("too many lines"));
    assert_eq!(reported.count(), 51);
    engine.quietly();
}
