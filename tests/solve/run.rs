//! Runs the real program on problems, and reads its answers.

use std::fmt::Write as _;
use std::io::{Read, Write};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::{env, fs, process, thread};

use kaeshi::game::{Game, Notation, Side};
use kaeshi::games::othello::board::{Board, Colour, Square, Squares};
use kaeshi::games::othello::{DISC, Othello};
use serde_json::Value;

/// The result of a run.
pub(crate) struct Outcome {
    pub(crate) stdout: String,
    pub(crate) stderr: String,
    pub(crate) code: Option<i32>,
}

impl Outcome {
    /// The answers of a run with `--json`.
    pub(crate) fn answers(&self) -> Vec<Value> {
        answers(&self.stdout)
    }
}

/// One answer a line.
pub(crate) fn answers(text: &str) -> Vec<Value> {
    let read =
        |line: &str| serde_json::from_str(line).unwrap_or_else(|why| panic!("{line}: {why}"));
    text.lines().map(read).collect()
}

/// `kaeshi solve` with `args`, its three streams piped.
pub(crate) fn command(args: &[&str]) -> Command {
    let mut command = crate::under_test::kaeshi();
    command.arg("solve").args(args).env_remove("RUST_LOG");
    command.stdin(Stdio::piped()).stdout(Stdio::piped());
    command.stderr(Stdio::piped());
    command
}

/// Runs `kaeshi solve` to its end on `input`.
pub(crate) fn solve(args: &[&str], input: &str) -> Outcome {
    let mut child = command(args)
        .spawn()
        .expect("the binary is built before its tests");
    let mut stdin = child.stdin.take().expect("stdin is piped");
    let input = input.to_owned();
    let writer = thread::spawn(move || drop(stdin.write_all(input.as_bytes())));
    let outcome = end(child);
    writer.join().expect("the writer does not panic");
    outcome
}

/// Waits for the end of the program, and reads its remaining output.
pub(crate) fn end(mut child: Child) -> Outcome {
    let mut stderr = child.stderr.take().expect("stderr is piped");
    let complaints = thread::spawn(move || {
        let mut text = String::new();
        let _ = stderr.read_to_string(&mut text);
        text
    });
    let mut stdout = String::new();
    if let Some(mut output) = child.stdout.take() {
        output.read_to_string(&mut stdout).expect("it writes UTF-8");
    }
    let status = child.wait().expect("it ends");
    Outcome {
        stdout,
        stderr: complaints.join().expect("the reader does not panic"),
        code: status.code(),
    }
}

/// The FFO suite.
pub(crate) fn ffo() -> String {
    data("tests/data/ffo.obf")
}

fn data(path: &str) -> String {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(path);
    fs::read_to_string(&path).unwrap_or_else(|why| panic!("{}: {why}", path.display()))
}

/// A file of its own for a test, removed if the test passes.
pub(crate) struct Scratch(pub(crate) PathBuf);

impl Scratch {
    pub(crate) fn new(name: &str, text: &str) -> Self {
        let path = env::temp_dir().join(format!("kaeshi-{}-{name}", process::id()));
        fs::write(&path, text).expect("the folder for temporary files can be written to");
        Self(path)
    }

    pub(crate) fn path(&self) -> &str {
        self.0.to_str().expect("the path is UTF-8")
    }

    pub(crate) fn text(&self) -> String {
        fs::read_to_string(&self.0).expect("it was written")
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

/// `count` positions of random games with `empties` empty squares that are not over, in OBF.
pub(crate) fn random_problems(count: usize, empties: u32, seed: u64) -> String {
    let mut text = String::new();
    for board in random_boards(count, empties, seed) {
        let _ = writeln!(text, "{}", board.text(Colour::Black));
    }
    text
}

/// A small deterministic random number generator, so that failures repeat: Knuth's linear congruential generator
/// (MMIX).
pub(crate) struct Random(pub(crate) u64);

impl Random {
    /// A random square of a set that is not empty.
    pub(crate) fn pick(&mut self, set: u64) -> Square {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005);
        self.0 = self.0.wrapping_add(1_442_695_040_888_963_407);
        let skip = (self.0 >> 33) as usize % set.count_ones() as usize;
        Squares(set).nth(skip).expect("there are as many")
    }
}

pub(crate) fn random_boards(count: usize, empties: u32, seed: u64) -> Vec<Board> {
    let mut random = Random(seed);
    let mut found = Vec::new();
    while found.len() < count {
        let mut board = Board::START;
        while board.empties() > empties && !board.is_over() {
            if board.legal() == 0 {
                board = board.passed();
            }
            let square = random.pick(board.legal());
            board = board.after(square, board.flips(square));
        }
        if !board.is_over() {
            found.push(board);
        }
    }
    found
}

/// Plays an answer's principal variation to the end of the game, and checks that it leads to the score.
#[track_caller]
pub(crate) fn check_line(answer: &Value) {
    let text = answer["position"].as_str().expect("a position");
    let (board, colour) = Board::parse(text).expect("a position is OBF");
    let side = match colour {
        Colour::Black => Side::First,
        Colour::White => Side::Second,
    };
    let mut position = Othello::new(board, side);
    for mv in answer["pv"].as_array().expect("a list of moves") {
        let mv = mv.as_str().expect("a move is text");
        let mv = position
            .read_move(mv)
            .unwrap_or_else(|why| panic!("{answer}: {mv}: {why}"));
        position.make(&mv);
    }
    let last = position.terminal_score(0);
    let end = last.unwrap_or_else(|| panic!("{answer}: the game is not over"));
    let score = i64::from(end.0 / DISC);
    let score = if position.side() == side {
        score
    } else {
        -score
    };
    assert_eq!(answer["score"], score, "{answer}");
    assert_eq!(answer["best"][0], answer["pv"][0], "{answer}");
}
