//! OBF lines: the values of good ones and the errors of bad ones.

use kaeshi_protocol::board::{Disc, Move, Square};
use kaeshi_protocol::obf::{Answer, Answers, Problem};

const BOARD: &str = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO--";

fn read(line: &str) -> Problem {
    let problem = Problem::parse(line).unwrap_or_else(|why| panic!("{line}: {why}"));
    problem.unwrap_or_else(|| panic!("{line}: nothing"))
}

fn answer(square: u8, score: i8) -> Answer {
    let mv = Square::new(square).map_or(Move::Pass, Move::Place);
    let mv = Some(mv);
    Answer { mv, score }
}

#[test]
fn a_line_means_what_it_says() {
    let line = format!("{BOARD} X; G8:+18; H1:+12; B1:-4; % FFO-01 empties=14");
    let problem = read(&line);
    assert_eq!(problem.board.0[0], None);
    assert_eq!(problem.board.0[2], Some(Disc::Black));
    assert_eq!(problem.board.0[9], Some(Disc::White));
    assert_eq!(problem.board.to_string(), BOARD);
    assert_eq!(problem.side, Disc::Black);
    let answers = vec![answer(62, 18), answer(7, 12), answer(1, -4)];
    assert_eq!(problem.answers, Answers::Moves(answers));
    assert_eq!(problem.comment.as_str(), "FFO-01 empties=14");
    assert_eq!(problem.to_string(), line);
}

#[test]
fn every_spelling_means_the_same() {
    let line = format!("{BOARD} O; G8:+18; PS:-4; % a b");
    let lower = BOARD.to_ascii_lowercase();
    let stars = BOARD.replace('X', "*").replace('-', ".");
    for same in [
        format!("{BOARD} O; G8:+18; PS:-4; # a b"),
        format!("{BOARD} O; G8:+18; PS:-4;%a b \r\n"),
        format!("  {lower} o ;g8:18;pa:-4 #a b"),
        format!("{stars} o;;G8 : +18 ;; Pass:-04;\t% a b\n"),
        format!("{stars}O;g8:018;PASS:-4;;;%a b"),
    ] {
        assert_eq!(read(&same), read(&line), "{same}");
        assert_eq!(read(&same).to_string(), line, "{same}");
    }
}

#[test]
fn answers_may_be_a_score_or_nothing() {
    let (mv, score) = (None, 64);
    let nothing = Answer { mv, score };
    for (end, answers, written) in [
        ("", Answers::Moves(vec![]), ""),
        (";", Answers::Moves(vec![]), ""),
        ("; % why", Answers::Moves(vec![]), " % why"),
        ("; +18", Answers::Score(18), " +18;"),
        (";-64;", Answers::Score(-64), " -64;"),
        ("; 0; # even", Answers::Score(0), " +0; % even"),
        (
            "; ps:+64;",
            Answers::Moves(vec![answer(64, 64)]),
            " PS:+64;",
        ),
        ("; --:+64;", Answers::Moves(vec![nothing]), " --:+64;"),
    ] {
        let line = format!("{BOARD} X{end}");
        let problem = read(&line);
        assert_eq!(problem.answers, answers, "{line}");
        assert_eq!(problem.to_string(), format!("{BOARD} X;{written}"));
    }
}

/// A comment is written as it was read, so it must not contain a line end.
#[test]
fn a_comment_is_one_line() {
    for (comment, written) in [
        ("a\rb", " % a b"),
        ("a\t\rb", " % a  b"),
        ("a\u{2028}b", " % a b"),
        ("a\u{2029}", " % a"),
        ("\r", ""),
        ("\u{2028}", ""),
        ("\u{3000}b", " % \u{3000}b"),
    ] {
        let problem = read(&format!("{BOARD} X; %{comment}"));
        assert_eq!(problem.to_string(), format!("{BOARD} X;{written}"));
        assert_eq!(read(&problem.to_string()), problem, "{comment:?}");
    }
}

#[test]
fn blank_lines_and_comments_are_nothing() {
    for line in [
        "",
        "\r\n",
        " \t",
        "# a comment",
        "  % one more; G8:+18",
        "#",
    ] {
        assert_eq!(Problem::parse(line), Ok(None), "{line:?}");
    }
}

#[test]
fn errors_say_what_and_where() {
    let good = |end: &str| format!("{BOARD} X; {end}");
    let cases = [
        (
            "nonsense".into(),
            "expected a board of 64 squares (X, O or -) at column 1, found 'nonsense'",
        ),
        (
            BOARD.replacen('O', "Q", 1),
            "expected a square (X, O or -) at column 10, found 'QOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-...'",
        ),
        (
            BOARD[..10].into(),
            "the board has only 10 of 64 squares (it ends at column 11)",
        ),
        (
            format!("{} X; G8:+18;", &BOARD[1..]),
            "the board has only 63 of 64 squares (it ends at column 64)",
        ),
        (
            format!("{BOARD}- X;"),
            "expected the side to move (X or O) after 64 squares at column 65, found '-'",
        ),
        (
            BOARD.into(),
            "expected the side to move (X or O) after 64 squares at column 65, found the end of the line",
        ),
        (
            format!("{BOARD} B W"),
            "expected ';', a comment or the end of the line at column 68, found 'W'",
        ),
        (
            good("I8:+18"),
            "expected a move and its score from -64 to 64, as in G8:+18, or a comment at column 69, found 'I8:+18'",
        ),
        (
            good("G8"),
            "expected ':' and a score after the move at column 71, found the end of the line",
        ),
        (
            good("G8:"),
            "expected a score from -64 to 64 at column 72, found the end of the line",
        ),
        (
            good("G8:+65;"),
            "expected a score from -64 to 64 at column 72, found '+65;'",
        ),
        (
            good("G8:999999999999"),
            "expected a score from -64 to 64 at column 72, found '999999999999'",
        ),
        (
            good("G8:+-4"),
            "expected a score from -64 to 64 at column 72, found '+-4'",
        ),
        (
            good("G8:+18 H1:+12"),
            "expected ';' after a score at column 76, found 'H1:+12'",
        ),
        (
            good("G8:+18; g8:+12"),
            "'g8:+12' is given twice, again at column 77",
        ),
        (
            good("+18; G8:+18"),
            "expected ';', a comment or the end of the line at column 74, found 'G8:+18'",
        ),
        (good("G8:+18\0"), "control character '\\0' at column 75"),
    ];
    for (line, why) in cases {
        let refused = Problem::parse(&line).expect_err(&line);
        assert_eq!(refused.to_string(), why, "{line}");
    }
}
