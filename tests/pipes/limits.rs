//! The limits of a search are respected.

use std::io::Write;
use std::time::{Duration, Instant};

use crate::answers::Answer;
use crate::engine::{Engine, PATIENCE, program};
use crate::{GAMES, LONG_GAMES};

/// Repeats `go` until an answer is in time, since a busy machine may wake a program late once in a while.
#[track_caller]
fn think_within(engine: &mut Engine, time: Duration, go: &str) -> Answer {
    /// The delay that a busy machine may occasionally add.
    const LATE: Duration = Duration::from_millis(200);
    let begun = Instant::now();
    loop {
        let answer = engine.think(go);
        if answer.took < time + LATE {
            return answer;
        }
        if begun.elapsed() > PATIENCE {
            engine.fail(&format!("'{go}' is overrun every time"));
        }
    }
}

#[test]
fn no_deeper_than_asked() {
    for game in LONG_GAMES {
        let mut engine = Engine::playing(game);
        for depth in 1..=3 {
            let answer = engine.think(&format!("go depth {depth}"));
            assert_eq!(answer.depth(), depth, "{game}");
        }
    }
    for game in GAMES {
        let mut engine = Engine::playing(game);
        let answer = engine.think("go depth 1");
        assert!(answer.depth() >= 1, "{game}");
    }
}

#[test]
fn hardly_more_nodes_than_asked() {
    /// Each worker checks the limit about every thousand nodes.
    const UNNOTICED: u64 = 2_100;
    for game in LONG_GAMES {
        for threads in [1, 2] {
            let mut engine = Engine::playing(game);
            if threads > 1 {
                engine.send("setoption name Threads value 2");
            }
            engine.remarks();
            for nodes in [1, 10, 1_000, 20_000, 100_000] {
                let answer = engine.think(&format!("go nodes {nodes}"));
                let visited = answer.summary().nodes.unwrap_or(0);
                let most = nodes + UNNOTICED * threads;
                assert!(visited <= most, "{game}: {visited} of {nodes}");
                assert!(visited >= nodes, "{game}: {visited} of {nodes}");
            }
        }
    }
}

#[test]
fn move_times_are_used_and_not_overrun() {
    for game in LONG_GAMES {
        for threads in [1, 2] {
            let mut engine = Engine::playing(game);
            if threads > 1 {
                engine.send("setoption name Threads value 2");
            }
            engine.remarks();
            for time in [0, 1, 50, 300] {
                let go = format!("go movetime {time}");
                let time = Duration::from_millis(time);
                let answer = think_within(&mut engine, time, &go);
                assert!(answer.took > time / 2, "{game}: {:?}", answer.took);
            }
        }
    }
}

#[test]
fn clocks_are_not_overrun() {
    for game in LONG_GAMES {
        let mut engine = Engine::playing(game);
        for (own, increment) in [(0, 0), (1, 0), (50, 0), (100, 10), (1000, 0), (100, 1000)] {
            let go = format!("go p1time {own} p2time 90000 p1inc {increment} p2inc 0");
            think_within(&mut engine, Duration::from_millis(own), &go);
        }
    }
}

#[test]
fn a_clock_is_its_players() {
    for game in LONG_GAMES {
        let mut engine = Engine::playing(game);
        let mv = crate::referee::open(game).moves()[0].clone();
        engine.send(&format!("position startpos moves {mv}"));
        let first = engine.ask("p1turn") == "true";
        for (mine, theirs) in [("p1", "p2"), ("w", "b")] {
            let (mine, theirs) = if first {
                (mine, theirs)
            } else {
                (theirs, mine)
            };
            let go = format!("go {mine}time 60 {theirs}time 3600000");
            think_within(&mut engine, Duration::from_millis(60), &go);
        }
    }
}

#[test]
fn times_up_to_ten_years_are_understood_and_longer_ones_refused() {
    const TEN_YEARS: u64 = 10 * 365 * 24 * 60 * 60 * 1000;
    let huge = u64::MAX;
    for game in GAMES {
        let mut engine = Engine::playing(game);
        for go in [
            format!("go movetime {TEN_YEARS}"),
            format!("go p1time {TEN_YEARS} p2time {TEN_YEARS} p1inc {TEN_YEARS} p2inc {TEN_YEARS}"),
            format!("go p1time {TEN_YEARS} p2time {TEN_YEARS} movestogo 4294967295"),
            format!("go wtime 1 btime 1 winc {TEN_YEARS} binc {TEN_YEARS} nodes 10"),
            format!("go depth 4294967295 nodes {huge}"),
            "go p1time -1 p2time -99999999999999999999 p1inc 0 p2inc 0".into(),
            "go movetime 0".into(),
        ] {
            engine.send(&go).send("stop");
            engine.expect("bestmove ");
            engine.quietly();
        }
        for go in [
            format!("go movetime {}", TEN_YEARS + 1),
            format!("go p1time 1 p2time 1 p1inc {huge}"),
        ] {
            engine.send(&go);
            engine.expect("info string error: ");
        }
    }
}

/// Protocols that set up a new position for each move still know the speed from the first one.
#[test]
fn the_speed_of_the_machine_is_measured_once() {
    let go = "btime 60000 wtime 60000 depth 3";
    let usi = ["", " moves f5", " moves f5 d6", " moves f5 d6 c3"];
    let usi = usi.map(|moves| format!("position startpos{moves}\ngo {go}\n"));
    let fairy = ["", " moves P@e3", " moves P@e3 P@f3"];
    let fairy = fairy.map(|moves| format!("position startpos{moves}\ngo {go}\n"));
    let nboard = ["", "B[F5]", "B[F5]W[D6]"].map(|moves| {
        let board = format!("{0}O*------*O{0}", "-".repeat(27));
        format!("set game (;GM[Othello]PB[a]PW[b]TI[60]TY[8]BO[8 {board} *]{moves};)\ngo\n")
    });
    for (start, moves, answer) in [
        ("usi", usi.as_slice(), "bestmove "),
        (
            "uci\nsetoption name UCI_Variant value flipello",
            &fairy,
            "bestmove ",
        ),
        ("nboard 2\nset depth 3", &nboard, "=== "),
    ] {
        let mut child = program(&[])
            .env("RUST_LOG", "debug")
            .spawn()
            .expect("the binary is built before its tests");
        let mut stdin = child.stdin.take().expect("stdin is piped");
        let lines = format!("{start}\n{}", moves.concat());
        stdin.write_all(lines.as_bytes()).expect("it reads");
        drop(stdin);
        let output = child.wait_with_output().expect("it ends");
        let said = String::from_utf8_lossy(&output.stdout);
        let logged = String::from_utf8_lossy(&output.stderr);
        assert_eq!(
            said.matches(answer).count(),
            moves.len(),
            "{said}\n{logged}"
        );
        let measured = logged.lines().filter(|line| line.contains("speed "));
        assert_eq!(measured.count(), 1, "{start}: {logged}");
    }
}
