//! Near the end of a game: proven scores, reported as soon as they are known.

use std::fs;
use std::path::PathBuf;

use kaeshi::game::{Notation, Side};
use kaeshi::games::othello::Othello;
use kaeshi::games::othello::board::Board;

use crate::engine::Engine;

/// A problem of the FFO suite: its position in UGI's notation, and moves with their scores in discs.
fn ffo(number: usize) -> (String, Vec<(String, i32)>) {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/data/ffo.obf");
    let text = fs::read_to_string(path).expect("the suite is part of the repository");
    let mut problems = text.lines().filter(|line| !line.starts_with('%'));
    let problem = problems.nth(number - 1).expect("there are 59");
    let mut parts = problem.split(';').map(str::trim);
    let position = parts.next().expect("a line begins with a position");
    let (board, _) = Board::parse(position).expect("the suite is OBF");
    let side = if position.ends_with('X') {
        Side::First
    } else {
        Side::Second
    };
    let answers = parts.filter_map(|answer| answer.split_once(':'));
    let score = |text: &str| text.parse().expect("a score is a number");
    (
        Othello::new(board, side).write(),
        answers
            .map(|(mv, discs)| (mv.to_ascii_lowercase(), score(discs)))
            .collect(),
    )
}

/// The word after `name` in an `info` line.
fn field<'a>(line: &'a str, name: &str) -> &'a str {
    let mut words = line.split(' ').skip_while(|word| *word != name);
    words.nth(1).unwrap_or_else(|| panic!("no {name}: {line}"))
}

#[test]
fn an_endless_search_tells_what_is_proven_and_waits() {
    let (position, answers) = ffo(1);
    let mut engine = Engine::start(&[]);
    engine
        .send(&format!("position fen {position}"))
        .send("go infinite");
    let lines = engine.until("info string proven: ");
    let [.., info, proven] = &lines[..] else {
        panic!("{lines:?}");
    };
    assert_eq!(
        proven,
        &format!("info string proven: {:+} discs", answers[0].1)
    );
    assert_eq!(field(info, "depth"), "14");
    assert_eq!(field(info, "cp"), (answers[0].1 * 100).to_string());
    assert_eq!(field(info, "pv"), answers[0].0);
    // The progress line repeats the proven bounds, and the answer waits for the stop.
    let pulse = engine.expect("info");
    assert!(pulse.contains(" score cp 1800 "), "{pulse}");
    let lines = engine.send("stop").until("bestmove");
    assert!(
        !lines.iter().any(|line| line.contains("proven")),
        "{lines:?}"
    );
    assert_eq!(lines.last().map(String::as_str), Some("bestmove g8"));
    engine.send("quit").end();
}

#[test]
fn a_proof_ends_a_search_with_time_left() {
    let mut engine = Engine::start(&[]);
    for number in [2, 9, 13] {
        let (position, answers) = ffo(number);
        engine
            .send(&format!("position fen {position}"))
            .send("go movetime 1000000");
        let lines = engine.until("bestmove");
        let proven = format!("info string proven: {:+} discs", answers[0].1);
        assert!(lines.contains(&proven), "{lines:?}");
        let best = field(lines.last().expect("there is one"), "bestmove");
        let best = answers
            .iter()
            .find(|(mv, _)| mv == best)
            .expect("it is legal");
        assert_eq!(best.1, answers[0].1);
    }
    engine.send("quit").end();
}

#[test]
fn many_lines_give_the_exact_score_of_every_move() {
    let mut engine = Engine::start(&[]);
    engine.send("setoption name MultiPV value 64");
    for number in [1, 3, 11] {
        let (position, mut answers) = ffo(number);
        engine
            .send(&format!("position fen {position}"))
            .send("go infinite");
        engine.expect("info string proven: ");
        let lines = engine.send("stop").until("bestmove");
        // The PV came with the proof.
        let rest = lines.iter().filter(|line| line.contains(" multipv "));
        let mut scores: Vec<_> = rest
            .map(|line| {
                assert!(!line.contains("bound"), "{line}");
                let score: i32 = field(line, "cp").parse().expect("a number");
                (field(line, "pv").to_owned(), score / 100)
            })
            .collect();
        scores.push(answers[0].clone());
        scores.sort();
        answers.sort();
        assert_eq!(scores, answers, "FFO {number}");
    }
    engine.send("quit").end();
}
