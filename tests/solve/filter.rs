//! `kaeshi solve` as a filter: order, fields, bad lines, streaming.

use std::io::{BufRead, BufReader, Write};

use crate::run::{Scratch, check_line, command, end, random_problems, solve};

/// FFO 1, without its answers.
const FFO_1: &str = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X;";

#[test]
fn an_answer_has_all_its_fields_in_order() {
    let run = solve(
        &["--json"],
        &format!("\n% a comment\n{FFO_1} G8:+18; H1:+12; % FFO-01\n"),
    );
    let answer = &run.answers()[0];
    let fields: Vec<_> = run.stdout[1..]
        .split("\":")
        .filter_map(|part| part.rsplit('"').next())
        .collect();
    let expected = [
        "line",
        "number",
        "comment",
        "notation",
        "position",
        "empties",
        "score",
        "bound",
        "best",
        "pv",
        "depth",
        "selectivity",
        "proven",
        "finished",
        "nodes",
        "seconds",
        "nps",
        "expected",
        "expected_best",
        "agrees",
    ];
    assert_eq!(fields[..expected.len()], expected);
    assert_eq!(answer["line"], 3);
    assert_eq!(answer["number"], 1);
    assert_eq!(answer["comment"], "FFO-01");
    assert_eq!(answer["notation"], "obf");
    assert_eq!(answer["finished"], true);
    assert_eq!(answer["position"], FFO_1.trim_end_matches(';'));
    assert_eq!(answer["empties"], 14);
    assert_eq!(answer["score"], 18);
    assert_eq!(answer["bound"], "exact");
    assert_eq!(answer["best"], serde_json::json!(["G8"]));
    assert_eq!(answer["depth"], 14);
    assert_eq!(answer["selectivity"], 100);
    assert_eq!(answer["proven"], true);
    assert_eq!(answer["expected"], 18);
    assert_eq!(answer["expected_best"], serde_json::json!(["G8"]));
    assert_eq!(answer["agrees"], true);
    assert!(answer["nodes"].as_u64() > Some(0));
    assert!(answer["seconds"].as_f64() > Some(0.0));
    check_line(answer);
}

#[test]
fn nothing_is_checked_where_nothing_is_known() {
    let run = solve(&["--json"], FFO_1);
    let answer = &run.answers()[0];
    for field in ["expected", "expected_best", "agrees", "moves", "file"] {
        assert!(answer.get(field).is_none(), "{field}");
    }
    assert_eq!(run.code, Some(0));
}

#[test]
fn one_broken_line_in_a_thousand() {
    let problems = random_problems(1000, 8, 1);
    let mut lines: Vec<_> = problems.lines().collect();
    let broken = lines[636].replacen(['X', 'O'], "?", 1);
    lines[636] = &broken;
    let file = Scratch::new("thousand.obf", &lines.join("\n"));
    let run = solve(&["--json", file.path()], "");
    let numbers: Vec<_> = run
        .answers()
        .iter()
        .map(|answer| answer["number"].as_u64())
        .collect();
    let expected: Vec<_> = (1..=1000).filter(|&n| n != 637).map(Some).collect();
    assert_eq!(numbers, expected);
    let at = broken.find('?').expect("it was put there") + 1;
    let why = format!(
        "kaeshi: {}:637: expected a {} (X, O or -) at column {at}, found '?",
        file.path(),
        if at == 1 {
            "board of 64 squares"
        } else {
            "square"
        }
    );
    assert!(run.stderr.starts_with(&why), "{}", run.stderr);
    assert_eq!(run.stderr.lines().count(), 1);
    assert_eq!(run.code, Some(1));
}

#[test]
fn every_kind_of_bad_line_is_named_and_skipped() {
    let cases = [
        (
            FFO_1.replacen(" X", " Z", 1),
            "expected the side to move (X or O) after 64 squares at column 66, found 'Z;'",
        ),
        (
            FFO_1[..26].into(),
            "the board has only 26 of 64 squares (it ends at column 27)",
        ),
        (
            format!("-{FFO_1}"),
            "expected the side to move (X or O) after 64 squares at column 65, found '-'",
        ),
        (
            "zz".into(),
            "this is neither a board of 64 squares and the side to move (OBF), nor a FEN, nor moves as in f5d6c3",
        ),
        ("f5d7".into(), "move 2 (d7): no disc would be turned over"),
        (
            format!("{FFO_1} A1:+4;"),
            "the answer A1: no disc would be turned over",
        ),
        (
            format!("{FFO_1} PS:+4;"),
            "the answer PS: a pass is not allowed while there is a legal square",
        ),
        (
            format!("{FFO_1} C1:+4;"),
            "the answer C1: the square is taken",
        ),
        (
            "8/8/8/8/8/8/8 x".into(),
            "the board must have 8 rows separated by '/', found 7",
        ),
        ("x".repeat(1 << 17), "the line is longer than 65536 bytes"),
    ];
    for (line, why) in cases {
        let run = solve(&["--json"], &format!("{FFO_1}\n{line}\n{FFO_1}\n"));
        let numbers: Vec<_> = run
            .answers()
            .iter()
            .map(|answer| answer["number"].clone())
            .collect();
        assert_eq!(numbers, [1, 3], "{line}");
        let complaint = format!("kaeshi: standard input, line 2: {why}\n");
        assert_eq!(run.stderr, complaint);
        assert_eq!(run.code, Some(1), "{line}");
    }
}

#[test]
fn wrong_answers_are_found() {
    let wrong = [
        "G8:+16;",
        "G8:+18; H1:+20;",
        "H1:+18; G8:+12;",
        "+20;",
        "-18;",
    ];
    for answers in wrong {
        let run = solve(&["--json"], &format!("{FFO_1} {answers}"));
        assert_eq!(run.answers()[0]["agrees"], false, "{answers}");
        assert_eq!(run.code, Some(1), "{answers}");
    }
    for answers in ["+18;", "--:+18;", "G8:+18;", "H1:+12; G8:+18;"] {
        let run = solve(&["--json"], &format!("{FFO_1} {answers}"));
        assert_eq!(run.answers()[0]["agrees"], true, "{answers}");
    }
    // A wrong score of a bad move is found only if all moves are scored.
    let bad_move = format!("{FFO_1} G8:+18; H1:+10;");
    assert_eq!(solve(&["--json"], &bad_move).code, Some(0));
    assert_eq!(solve(&["--json", "--all-moves"], &bad_move).code, Some(1));
}

#[test]
fn a_table_for_people_ends_with_totals() {
    let input = format!("{FFO_1} G8:+18; H1:+12;\nnonsense\n{FFO_1} G8:+20;\n");
    let run = solve(&[], &input);
    let lines: Vec<_> = run.stdout.lines().collect();
    assert!(
        lines[0].starts_with("number empties score  best"),
        "{}",
        run.stdout
    );
    let row: Vec<_> = lines[1].split_whitespace().take(4).collect();
    assert_eq!(row, ["1", "14", "+18", "G8"]);
    assert_eq!(lines[3].trim(), "the answer given is +20 G8");
    assert!(
        lines[4].starts_with("2 positions solved in "),
        "{}",
        run.stdout
    );
    assert_eq!(lines[5], "1 line could not be read");
    assert_eq!(lines[6], "1 of 2 agree with the answers given");
    assert_eq!(
        lines[7],
        "  position 3 (line 3): found +18 G8, the answer given is +20 G8"
    );
    assert_eq!(run.code, Some(1));
}

#[test]
fn each_line_is_answered_before_the_next_one_comes() {
    let mut child = command(&["--json"])
        .spawn()
        .expect("the binary is built before its tests");
    let mut input = child.stdin.take().expect("stdin is piped");
    let mut output = BufReader::new(child.stdout.take().expect("stdout is piped"));
    for number in 1..=3 {
        writeln!(input, "{FFO_1}").expect("it listens");
        let mut line = String::new();
        output.read_line(&mut line).expect("it answers");
        let answer: serde_json::Value = serde_json::from_str(&line).expect("an answer");
        assert_eq!(answer["number"], number);
    }
    drop(input);
    assert_eq!(end(child).code, Some(0));
}

#[test]
fn a_reader_who_has_had_enough_ends_it_quietly() {
    let problems = random_problems(2000, 8, 2);
    let file = Scratch::new("enough.obf", &problems);
    for args in [&["--json", file.path()][..], &[file.path()]] {
        let mut child = command(args)
            .spawn()
            .expect("the binary is built before its tests");
        let mut output = BufReader::new(child.stdout.take().expect("stdout is piped"));
        let mut line = String::new();
        output.read_line(&mut line).expect("it answers");
        drop(output);
        let run = end(child);
        assert_eq!((run.stderr.as_str(), run.code), ("", Some(141)));
    }
}

#[test]
fn passes_are_played_through_and_finished_games_counted() {
    let rest = "-".repeat(56);
    let run = solve(
        &["--json"],
        &format!(
            "XO------{rest} O; PS:-64;\nX-------{rest} O; --:-64;\n{} X\n",
            "-".repeat(64)
        ),
    );
    let [pass, over, empty] = &run.answers()[..] else {
        panic!("{}", run.stdout);
    };
    assert_eq!(pass["best"], serde_json::json!(["PS"]));
    assert_eq!(pass["pv"], serde_json::json!(["PS", "C1"]));
    assert_eq!(pass["score"], -64);
    assert_eq!(over["best"], serde_json::json!([]));
    assert_eq!(over["score"], -64);
    assert_eq!(empty["score"], 0);
    for answer in [pass, over] {
        assert_eq!(answer["agrees"], true, "{answer}");
        check_line(answer);
    }
    assert_eq!(run.code, Some(0));
}

#[test]
fn positions_come_from_the_command_line_too() {
    let fen = "2xxxx2/ooo2xx1/8/8/8/8/8/8 x";
    for (args, number_of_empties) in [
        (vec!["--position", FFO_1], 14),
        (vec!["--position", fen, "--time", "0.1"], 55),
        (vec!["--transcript", "f5d6c3d3c4", "--time", "0.05"], 55),
        (vec!["--position", "f5d6c3d3c4", "--time", "0.05"], 55),
        (vec!["--position", "startpos", "--time", "0.05"], 60),
        (
            vec![
                "--transcript",
                "f5d6c3d3c4",
                "--moves",
                "2",
                "--time",
                "0.05",
            ],
            58,
        ),
    ] {
        let run = solve(&[&["--json"], &args[..]].concat(), "");
        assert_eq!(run.answers().len(), 1, "{args:?} {}", run.stderr);
        assert_eq!(run.answers()[0]["empties"], number_of_empties, "{args:?}");
    }
    let refused = [
        (vec!["--position", ""], "no position is given"),
        (
            vec!["--position", "x"],
            "the board has only 1 of 64 squares",
        ),
        (
            vec!["--position", "--json"],
            "a position is missing before --json",
        ),
        (
            vec!["--from", "5", "--to", "3"],
            "--from 5 is behind --to 3",
        ),
        (vec!["--resume", "no-such-file"], "--resume no-such-file: "),
        (
            vec!["--position", FFO_1, "--moves", "3"],
            "--moves goes with a transcript",
        ),
        (
            vec!["--transcript", "f5f5"],
            "move 2 (f5): the square is taken",
        ),
        (
            vec!["--transcript", "f5d6", "--moves", "3"],
            "the transcript has 2 moves",
        ),
        (
            vec!["--transcript", "f5 pass"],
            "move 2 (ps): a pass is not allowed",
        ),
        (vec!["--moves", "3"], "--moves goes with a transcript"),
        (vec!["--time", "0"], "0.001"),
        (vec!["--time", "1e300"], "ten years"),
        (vec!["--selectivity", "50"], "73, 87, 95, 98, 99 or 100"),
        (vec!["--from", "0"], "a whole number from 1 on is needed"),
        (vec!["--wld", "--all-moves"], "cannot be used with"),
        (vec!["--game", "tictactoe"], "unexpected argument"),
        (vec!["no-such-file.obf"], "no-such-file.obf"),
    ];
    for (args, why) in refused {
        let run = solve(&args, "");
        assert!(run.stderr.contains(why), "{args:?}: {}", run.stderr);
        assert_eq!((run.code, run.stdout.as_str()), (Some(2), ""), "{args:?}");
    }
}

#[test]
fn time_that_runs_out_is_admitted() {
    let run = solve(&["--json", "--transcript", "", "--time", "0.05"], "");
    let answer = &run.answers()[0];
    assert_eq!(answer["proven"], false);
    assert_eq!(answer["bound"], "estimate");
    assert_eq!(answer["finished"], false);
    assert!(answer["depth"].as_u64() < Some(60), "{answer}");
    assert_eq!(run.code, Some(1));
    let run = solve(&["--transcript", "", "--time", "0.05"], "");
    assert!(run.stdout.contains("not solved: depth"), "{}", run.stdout);
    let score = run
        .stdout
        .lines()
        .nth(1)
        .and_then(|row| row.split_whitespace().nth(2));
    assert!(
        score.is_some_and(|score| score.starts_with('~')),
        "{}",
        run.stdout
    );
    assert!(
        run.stdout
            .contains("1 position not solved in the time allowed")
    );
    assert!(
        run.stdout.contains("0 positions solved in "),
        "{}",
        run.stdout
    );
}
