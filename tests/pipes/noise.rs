//! Damaged lines in every protocol: the program always goes on, and ends when it is told to.

use crate::engine::Engine;
use crate::referee::Random;

/// A protocol.
struct Talk {
    /// The first line.
    greeting: &'static str,
    /// The lines that may follow.
    lines: &'static [&'static str],
    /// Commands that end all searches and are answered when everything before is done.
    question: &'static [&'static str],
    /// The beginning of that answer.
    answer: &'static str,
    /// The command to quit.
    quit: &'static str,
}

const TALKS: [Talk; 7] = [
    Talk {
        greeting: "ugi",
        lines: &[
            "position startpos moves f5 d6",
            "position mnk 7 6 4 moves d1 d2",
            "setoption name Game value mnk 5 5 4",
            "setoption name Hash value 2",
            "go depth 2",
            "perft 1",
            "query result",
            "print",
            "uginewgame",
        ],
        question: &["stop", "setoption name the-end value 1"],
        answer: "info string error: no option is called 'the-end'",
        quit: "quit",
    },
    Talk {
        greeting: "uci",
        lines: &[
            "setoption name UCI_Variant value flipello",
            "setoption name UCI_Variant value tictactoe",
            "position startpos moves P@e3 P@d3 P@c6",
            "position fen 3/1p1/2P[PPPPppp] w - - 0 2 moves P@a1",
            "position fen 8/8/8/3pP3/3Pp3/8/8/8[PPpp] w 0 1 moves P@e3 a1a1",
            "moves P@a1 @@@@",
            "go depth 2 searchmoves P@e3 P@d3",
            "query fen",
            "print",
        ],
        question: &["stop", "setoption name the-end value 1"],
        answer: "info string error: no option is called 'the-end'",
        quit: "quit",
    },
    Talk {
        greeting: "usi",
        lines: &[
            "position startpos moves f5 d6 pass",
            "position sfen ---------------------------OX------XO---------------------------B1 moves f5",
            "go btime 0 wtime 0 byoyomi 1",
            "go ponder",
            "ponderhit btime 1 wtime 1",
            "setoption name Threads value 1",
            "usinewgame",
            "gameover win",
        ],
        question: &["stop", "setoption name the-end value 1"],
        answer: "info string error: no option is called 'the-end'",
        quit: "quit",
    },
    Talk {
        greeting: "time_settings 0 0.01 1",
        lines: &[
            "play black d3",
            "play white pass",
            "1 genmove black",
            "reg_genmove white",
            "name",
            "time_left black 1 0",
            "set_game mnk 5 5 4",
            "boardsize 8",
            "clear_board",
            "undo",
            "gogui-rules_legal_moves",
            "final_score",
        ],
        question: &["# interrupt", "123456 name"],
        answer: "=123456 Kaeshi",
        quit: "quit",
    },
    Talk {
        greeting: "nboard 2",
        lines: &[
            "set game (;GM[Othello]TY[8]BO[8 ---------------------------O*------*O--------------------------- *]B[F5]W[D6];)",
            "set depth 2",
            "move C3/0.5/0.1",
            "move PA",
            "hint 2",
            "go",
            "analyze",
            "ping 7",
        ],
        question: &["ping 123456"],
        answer: "pong 123456",
        quit: "quit",
    },
    Talk {
        greeting: "ABOUT",
        lines: &[
            "START 15",
            "RECTSTART 7,6",
            "INFO timeout_turn 1",
            "INFO time_left 10",
            "BEGIN",
            "TURN 3,3",
            "BOARD",
            "YXBOARD",
            "1,1,1",
            "2,2,2",
            "3,4,2",
            "DONE",
            "TAKEBACK 3,3",
            "RESTART",
        ],
        question: &["START 15", "TURN 98,98"],
        answer: "ERROR 98,98 is off the board",
        quit: "END",
    },
    Talk {
        greeting: "xboard",
        lines: &[
            "?",
            "protover 2",
            "new",
            "variant reversi",
            "force",
            "go",
            "st 0.001",
            "sd 2",
            "level 40 2:30 0.5",
            "time 10",
            "usermove P@d3",
            "P@c3",
            "usermove @@@@",
            "setboard 8/8/8/3Pp3/3pP3/8/8/8[PPpp] w - - 0 1",
            "undo",
            "remove",
            "playother",
            "post",
        ],
        question: &["force", "ping 123456"],
        answer: "pong 123456",
        quit: "quit",
    },
];

/// `line` with some bytes changed, removed or inserted; most often digits, which matter most.
fn damaged(line: &str, random: &mut Random) -> Vec<u8> {
    const SIGNS: &[u8] = b" ,.-/[]@PpXOax#\0\t\r\xff\xc3";
    let mut bytes = line.as_bytes().to_vec();
    for _ in 0..random.below(4) {
        let digits: Vec<usize> = (0..bytes.len())
            .filter(|&at| bytes[at].is_ascii_digit())
            .collect();
        let (at, sign) = if random.below(2) == 0 && !digits.is_empty() {
            (*random.pick(&digits), *random.pick(b"0123456789"))
        } else {
            (random.below(bytes.len() + 1), *random.pick(SIGNS))
        };
        match random.below(4) {
            0 if at < bytes.len() => drop(bytes.remove(at)),
            1 => bytes.insert(at, sign),
            2 => bytes.insert(at, random.byte()),
            _ if at < bytes.len() => bytes[at] = sign,
            _ => bytes.push(sign),
        }
    }
    bytes
}

#[test]
fn no_noise_ends_a_conversation() {
    const LINES: usize = 1200;
    for (talk, seed) in TALKS.iter().zip(1..) {
        let mut random = Random(seed);
        let mut engine = Engine::start(&["--hash", "2"]);
        engine.send(talk.greeting);
        for number in 0..LINES {
            let line: &str = talk.lines[random.below(talk.lines.len())];
            let mut bytes = damaged(line, &mut random);
            bytes.push(b'\n');
            engine.send_bytes(&bytes);
            if number % 8 == 7 {
                for line in talk.question {
                    engine.send(line);
                }
                engine.until(talk.answer);
            }
        }
        engine.send(talk.quit).end();
    }
}
