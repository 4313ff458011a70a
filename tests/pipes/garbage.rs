//! Arbitrary input: accepted, or refused with one line and without any change.

use crate::GAMES;
use crate::engine::Engine;
use crate::referee::{Random, open, wander};

/// Maximum length of an error line in bytes.
const SHORT: usize = 600;

/// The program in the middle of a game, so that a change would show.
fn midgame(game: &str) -> Engine {
    let mut engine = Engine::playing(game);
    let moves = wander(&mut *open(game), 4, &mut Random(5));
    engine.send(&crate::referee::position(&moves)).quietly();
    engine
}

/// All state that input can change: the position, and every option with its value.
#[track_caller]
fn state(engine: &mut Engine) -> Vec<String> {
    let mut state = engine.send("ugi").until("ugiok");
    state.push(engine.ask("fen"));
    state.push(engine.ask("p1turn"));
    state.push(engine.ask("gameover"));
    state
}

/// Sends a line that must be refused with one message.
#[track_caller]
fn refused(engine: &mut Engine, line: &[u8]) {
    let before = state(engine);
    let remarks = engine.send_bytes(line).send_bytes(b"\n").remarks();
    let shown = String::from_utf8_lossy(&line[..line.len().min(80)]);
    let [remark] = remarks.as_slice() else {
        panic!("{shown:?} is answered by {remarks:?}");
    };
    assert!(remark.starts_with("info string error: "), "{remark}");
    assert!(remark.len() < SHORT, "{shown:?} is answered by {remark}");
    assert!(!remark.contains(char::is_control), "{remark:?}");
    assert_eq!(state(engine), before, "after {shown:?}");
}

#[track_caller]
fn all_refused(lines: &[&str]) {
    for game in GAMES {
        let mut engine = midgame(game);
        for line in lines {
            refused(&mut engine, line.as_bytes());
        }
        engine.think("go depth 1");
        engine.hang_up().end();
    }
}

#[test]
fn unknown_words() {
    all_refused(&[
        "nonsense",
        "UGI",
        "Go",
        "ugi ok",
        "isready now",
        "bestmove d3",
        "help",
        "\u{feff}ugi",
        "返し",
        "🂡🂢",
        "\u{202e}ugi",
        "stop it",
        "quit now",
        "uginewgame chess",
        "debug",
        "debug maybe",
        "query",
        "query weather",
        "query fen board",
        "print twice",
        "ponderhit now",
        "$(reboot)",
        "%s%n%d",
        "../../etc/passwd",
    ]);
}

#[test]
fn incomplete_commands() {
    all_refused(&[
        "position",
        "position fen",
        "position moves",
        "position fen moves",
        "moves",
        "setoption",
        "setoption name",
        "setoption name value",
        "setoption value 3",
        "setoption Hash 3",
        "setoption name Hash",
        "setoption name Hash value",
        "setoption name Ponder value perhaps",
        "setoption name Clear Hash value 1",
        "go movetime",
        "go depth",
        "go nodes",
        "go p1time",
        "go searchmoves",
        "go perft",
        "perft",
        "go mate 3",
        "go depth 3 depth 4",
        "go infinite infinite",
        "go to bed",
    ]);
}

#[test]
fn numbers_out_of_range() {
    all_refused(&[
        "go depth -1",
        "go depth 0",
        "go depth 1.5",
        "go depth 1e3",
        "go depth 0x10",
        "go depth NaN",
        "go depth ٣",
        "go depth 99999999999999999999999999999999",
        "go nodes 0",
        "go nodes -5",
        "go nodes 99999999999999999999999999999999",
        "go movetime -1",
        "go movetime 99999999999999999999999999999999",
        "go movetime inf",
        "go movestogo 0",
        "go movestogo -3",
        "go p1time 1000 p2time 1000 p1inc -1",
        "go p1time 99999999999999999999999999999999 p2time 1",
        "go p1time -",
        "go p1time --5",
        "perft -1",
        "perft 256",
        "perft 99999999999999999999999999999999",
        "setoption name Hash value -1",
        "setoption name Hash value 0",
        "setoption name Hash value 1.5",
        "setoption name Hash value 18446744073709551615",
        "setoption name Hash value 18446744073709551616",
        "setoption name Hash value 1000000000",
        "setoption name Threads value 0",
        "setoption name Threads value -4",
        "setoption name Threads value 1000000",
        "setoption name MultiPV value 0",
        "setoption name MultiPV value 65",
        "setoption name Move Overhead value -1",
        "setoption name Move Overhead value 10001",
    ]);
}

#[test]
fn unknown_games() {
    all_refused(&[
        "setoption name Game value chess",
        "setoption name Game value",
        "setoption name Game value othello 10",
        "setoption name Game value \u{1f3b2}",
        "position chess",
        "position fen chess",
        "position xiangqi startpos",
        "position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    ]);
}

#[test]
fn illegal_positions() {
    let lines = [
        "8/8/8/3ox3/3xo3/8/8/8",
        "8/8/8/3ox3/3xo3/8/8/8 y",
        "8/8/8/3ox3/3xo3/8/8/8 x x",
        "8/8/8/3ox3/3xo3/8/8 x",
        "8/8/8/3ox3/3xo3/8/8/8/8 x",
        "8/8/8/3ox4/3xo3/8/8/8 x",
        "8/8/8/3ox2/3xo3/8/8/8 x",
        "8/8/8/3oz3/3xo3/8/8/8 x",
        "8/8/8/3o\u{445}3/3xo3/8/8/8 x",
        "9/8/8/3ox3/3xo3/8/8/8 x",
        "0008/8/8/3ox3/3xo3/8/8/8 x",
        "////////// x",
        "x",
        "x x",
        "-8/8/8/8/8/8/8/8 x",
    ];
    let mut engine = midgame("othello");
    for text in lines {
        refused(&mut engine, format!("position fen {text}").as_bytes());
        refused(&mut engine, format!("position {text} moves d3").as_bytes());
    }
}

#[test]
fn damaged_positions_are_refused_or_read_as_they_stand() {
    const SPOILERS: &[u8] = b"0123456789xoXO/- ,.:;'\"\\_abDZ+*@";
    for (game, seed) in GAMES.into_iter().zip(51..) {
        let mut random = Random(seed);
        let mut engine = Engine::playing(game);
        let (mut taken, mut others) = (0, 0);
        for _ in 0..600 {
            let mut referee = open(game);
            let plies = random.below(30);
            wander(&mut *referee, plies, &mut random);
            let mut text = referee.write().into_bytes();
            for _ in 0..=random.below(2) {
                let at = random.below(text.len());
                match random.below(4) {
                    0 => text[at] = *random.pick(SPOILERS),
                    1 => text.insert(at, *random.pick(SPOILERS)),
                    2 if text.len() > 1 => drop(text.remove(at)),
                    _ => text.truncate(at.max(1)),
                }
            }
            let text = String::from_utf8(text).expect("positions are ASCII");
            let before = engine.ask("fen");
            let remarks = engine.send(&format!("position fen {text}")).remarks();
            let after = engine.ask("fen");
            if remarks.is_empty() {
                taken += 1;
                engine.send(&format!("position fen {after}")).quietly();
                assert_eq!(engine.ask("fen"), after, "{game}: {text}");
            } else {
                others += 1;
                assert_eq!(remarks.len(), 1, "{game}: {text}: {remarks:?}");
                assert!(remarks[0].len() < SHORT, "{game}: {remarks:?}");
                assert_eq!(after, before, "{game}: {text}");
            }
        }
        assert!(taken > 5 && others > 100, "{game}: {taken} and {others}");
    }
}

#[test]
fn no_text() {
    let lines: [&[u8]; 12] = [
        b"\xff",
        b"isready\xff",
        b"\xffisready",
        b"position startpos moves d3\xc3",
        b"position startpos moves \xc3\x28",
        b"go depth \xf0\x9f\x82",
        b"\xc0\xaf",
        b"\xed\xa0\x80",
        b"\xf8\x88\x80\x80\x80",
        b"\x80\x80\x80\x80",
        b"setoption name Game value \xfe",
        b"quit\xff",
    ];
    for game in GAMES {
        let mut engine = midgame(game);
        for line in lines {
            refused(&mut engine, line);
        }
        engine.hang_up().end();
    }
}

#[test]
fn control_characters() {
    for game in GAMES {
        let mut engine = midgame(game);
        let lines: [&[u8]; 9] = [
            b"\0",
            b"isready\0",
            b"is\0ready",
            b"position\0startpos",
            b"quit\0",
            b"\x1b[2J",
            b"go\x0bdepth 1",
            b"\x7f",
            b"setoption name Game value oth\x08ello",
        ];
        for line in lines {
            refused(&mut engine, line);
        }
        engine.hang_up().end();
    }
}

#[test]
fn binary() {
    let mut random = Random(61);
    for game in GAMES {
        let mut engine = midgame(game);
        let before = state(&mut engine);
        for _ in 0..300 {
            let length = random.below(300);
            let bytes: Vec<u8> = (0..length).map(|_| random.byte()).collect();
            engine.send_bytes(&bytes);
            if random.below(3) == 0 {
                engine.send_bytes(b"\n");
            }
        }
        engine.send_bytes(b"\n");
        for remark in engine.remarks() {
            assert!(remark.starts_with("info string error: "), "{remark}");
            assert!(remark.len() < SHORT, "{remark}");
        }
        assert_eq!(state(&mut engine), before);
        engine.hang_up().end();
    }
}

#[test]
fn spoiled_commands() {
    let commands = [
        "ugi",
        "isready",
        "uginewgame",
        "setoption name Hash value 16",
        "setoption name Move Overhead value 10",
        "setoption name Game value othello",
        "position startpos moves d3 c5",
        "position fen 8/8/8/3ox3/3xo3/8/8/8 x moves d3",
        "go depth 3 nodes 1000 movetime 10",
        "go p1time 10 p2time 10 p1inc 1 p2inc 1 depth 2",
        "query result",
        "perft 3",
        "moves d3",
        "stop",
        "print",
    ];
    let mut random = Random(71);
    for game in GAMES {
        let mut engine = Engine::playing(game);
        for _ in 0..3_000 {
            let mut line = random.pick(&commands).as_bytes().to_vec();
            for _ in 0..=random.below(3) {
                let at = random.below(line.len());
                match random.below(4) {
                    0 => line[at] = random.byte(),
                    1 => line.insert(at, random.byte()),
                    2 if line.len() > 1 => drop(line.remove(at)),
                    _ => {
                        let other = random.pick(&commands).as_bytes();
                        line.truncate(at);
                        line.extend_from_slice(&other[random.below(other.len())..]);
                        line.push(b' ');
                    }
                }
            }
            // The line may have become a search without limits.
            engine.send_bytes(&line).send_bytes(b"\nstop\n");
        }
        let lines = engine.settle();
        assert!(lines.len() > 1_000, "{game}");
        let mut referee = open(game);
        engine.send(&format!("setoption name Game value {game}"));
        engine.send("position startpos").remarks();
        assert_eq!(engine.ask("fen"), referee.write(), "{game}");
        let best = engine.think("go depth 1").best;
        referee.play(&[&best]).expect("it is legal");
        engine.hang_up().end();
    }
}

#[test]
fn long_lines() {
    const MEGABYTE: usize = 1_000_000;
    let lines = [
        "x".repeat(MEGABYTE),
        "x ".repeat(MEGABYTE / 2),
        "x".repeat(1 << 16),
        "x".repeat((1 << 16) + 1),
        "\u{fffd}".repeat(MEGABYTE / 3),
        format!("isready {}", "y".repeat(MEGABYTE)),
        format!("position startpos moves{}", " d3 c5".repeat(MEGABYTE / 6)),
        format!("position startpos moves{}", " d3 c5".repeat(9_000)),
        format!("position startpos moves {}", "d".repeat(60_000)),
        format!("position fen {}", "8/".repeat(30_000)),
        format!("position fen {}", "(".repeat(60_000)),
        format!("go depth {}", "9".repeat(60_000)),
        format!("go depth 1{}", " depth 1".repeat(7_000)),
        format!("setoption name {} value 1", "Hash ".repeat(10_000)),
        format!("setoption name Game value {}", "othello ".repeat(8_000)),
        format!("query {}", "fen".repeat(20_000)),
    ];
    for game in GAMES {
        let mut engine = midgame(game);
        for line in &lines {
            refused(&mut engine, line.as_bytes());
        }
        engine.think("go depth 1");
        engine.hang_up().end();
    }
}

#[test]
fn a_line_without_end() {
    let mut engine = Engine::start(&[]);
    for _ in 0..100 {
        engine.send_bytes(&vec![b'x'; 1 << 16]);
    }
    let rest = engine.hang_up().end();
    assert_eq!(rest.len(), 1, "{rest:?}");
    assert!(rest[0].starts_with("info string error: "), "{rest:?}");
}

#[test]
fn blanks_and_line_ends_do_not_matter() {
    for game in GAMES {
        let mut engine = midgame(game);
        let before = state(&mut engine);
        engine.send_bytes(b"\n\r\n   \n\t\t\r\n \r\n").quietly();
        assert_eq!(state(&mut engine), before);
        engine.send_bytes(b"isready\r\n").expect_exactly("readyok");
        engine.send_bytes(b"  \tisready \t \r\n");
        engine.expect_exactly("readyok");
        engine.send_bytes(b"position\tstartpos   moves\t\r\n");
        assert_eq!(engine.quietly().ask("fen"), open(game).write());
        engine.send_bytes(b"setoption name  hash  value  5 \r\n");
        engine.quietly();
        engine.send_bytes(b"go\tdepth  1\r\n").expect("bestmove ");
        engine.send_bytes(b"isready").hang_up();
        assert_eq!(engine.end(), ["readyok"]);
    }
}
