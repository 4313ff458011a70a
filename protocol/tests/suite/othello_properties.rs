//! Properties of every problem and transcript: nothing panics, an error is one printable line, and what is written
//! reads back as the same value.

use kaeshi_protocol::Malformed;
use kaeshi_protocol::board::{Board, Disc, Move, Square};
use kaeshi_protocol::ggf::Game;
use kaeshi_protocol::obf::{Answer, Answers, Problem};
use kaeshi_protocol::transcript::Transcript;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select, subsequence};

use crate::lines::{any_text, check_error, damaged};

const PROBLEM: &str = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- \
                       X; G8:+18; H1:+12; PS:-4; % FFO-01";
const TRANSCRIPT: &str = "1. f5d6 2. C3, d3 3 c4 pass -- pa ps";

fn check_refusal(why: &Malformed, line: &str) {
    check_error(why, line);
    assert!(!matches!(why, Malformed::Unknown { .. }), "{why}");
}

/// Reads `line` as a problem and as a transcript, and checks the results.
fn check_line(line: &str) {
    match Problem::parse(line) {
        Ok(None) => {}
        Ok(Some(problem)) => {
            assert_eq!(Problem::parse(&problem.to_string()), Ok(Some(problem)));
        }
        Err(why) => check_refusal(&why, line),
    }
    match Transcript::parse(line) {
        Ok(game) => assert_eq!(Transcript::parse(&game.to_string()), Ok(game)),
        Err(why) => check_refusal(&why, line),
    }
}

/// Characters to insert into a line: any character, and those with a meaning in the formats.
fn characters() -> impl Strategy<Value = String> {
    prop_oneof![
        ".{0,3}",
        "[-XO a-h1-8;:,.+%#*]{0,4}",
        "[ \\t\\r\\n\\x00\\x0b\\x0c\\x85\\u{2028}\\u{2029}\\u{3000}]{1,3}"
    ]
}

fn cell() -> impl Strategy<Value = Option<Disc>> {
    select(vec![None, Some(Disc::Black), Some(Disc::White)])
}

fn every_move() -> Vec<Move> {
    let squares = (0..64).filter_map(Square::new).map(Move::Place);
    squares.chain([Move::Pass]).collect()
}

fn answers() -> impl Strategy<Value = Answers> {
    let score = -64..=64_i8;
    let named = every_move().into_iter().map(Some);
    let moves: Vec<_> = named.chain([None]).collect();
    let moves = subsequence(moves, 0..=30).prop_shuffle();
    let listed = moves.prop_flat_map(move |moves| {
        let scores = vec(-64..=64_i8, moves.len());
        scores.prop_map(move |scores| {
            let pairs = moves.iter().zip(scores);
            pairs.map(|(&mv, score)| Answer { mv, score }).collect()
        })
    });
    prop_oneof![
        score.prop_map(Answers::Score),
        listed.prop_map(Answers::Moves)
    ]
}

/// A GGF game with this clock and this move.
fn ggf(clock: &str, mv: &str) -> String {
    let start = "-".repeat(27) + "O*------*O" + &"-".repeat(27);
    format!("(;GM[Othello]TI[{clock}]BO[8 {start} *]B[{mv}];)")
}

#[test]
fn numbers_in_ggf_are_written_as_they_are_read() {
    for (clock, mv) in [
        ("1:00.0005", "F5/0.005/0.004"),
        ("5:59:59.9996/0:0.05/2", "F5/-0/1e5"),
        ("87600:00:00/12:34.5675", "F5/1e9/315360000"),
    ] {
        let read = |line: &str| {
            Game::parse(line)
                .expect("it is good")
                .expect("a game")
                .to_string()
        };
        let once = read(&ggf(clock, mv));
        assert_eq!(read(&once), once);
    }
    for (clock, mv) in [
        ("99999999999999999999", "F5"),
        ("5:00", "F5/1e300"),
        ("5:00", "F5//-inf"),
        ("5:00", "F5/nan"),
    ] {
        let refused = Game::parse(&ggf(clock, mv));
        assert!(refused.is_err(), "{refused:?}");
    }
}

proptest! {
    #[test]
    fn any_text_is_read_or_refused(line in any_text()) {
        check_line(&line);
    }

    #[test]
    fn damaged_lines_are_read_or_refused(line in damaged(&[PROBLEM, TRANSCRIPT], "[-XOa-h1-8;:,.+%#*]")) {
        check_line(&line);
    }

    #[test]
    fn lines_with_foreign_parts_are_read_or_refused(
        problem in any::<bool>(), at in any::<Index>(), length in 0..9_usize, new in characters(),
    ) {
        let mut line: Vec<char> = if problem { PROBLEM } else { TRANSCRIPT }.chars().collect();
        let start = at.index(line.len());
        let end = (start + length).min(line.len());
        line.splice(start..end, new.chars());
        check_line(&line.into_iter().collect::<String>());
    }

    #[test]
    fn problems_are_written_as_they_are_read(
        cells in vec(cell(), 64), black in any::<bool>(), answers in answers(),
        comment in prop_oneof!["[ -~]{0,30}", vec(any::<char>(), 0..20).prop_map(String::from_iter)],
    ) {
        let problem = Problem {
            board: Board(cells.try_into().expect("64 cells")),
            side: if black { Disc::Black } else { Disc::White },
            answers,
            comment: comment.as_str().into(),
        };
        let line = problem.to_string();
        prop_assert_eq!(Problem::parse(&line), Ok(Some(problem)));
    }

    #[test]
    fn transcripts_are_written_as_they_are_read(moves in vec(select(every_move()), 0..70)) {
        let game = Transcript(moves);
        prop_assert_eq!(Transcript::parse(&game.to_string()), Ok(game));
    }
}
