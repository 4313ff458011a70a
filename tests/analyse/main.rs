//! `kaeshi analyse`: what it prints, its files, bad input, and runs that are interrupted and resumed.

mod book;
mod names;
mod pages;
mod resume;
mod stones;
#[path = "../common/under_test.rs"]
mod under_test;

use std::io::Write;
use std::process::{Output, Stdio};

use serde_json::Value;

/// A whole game of 1977.
pub(crate) const GAME: &str = "f5d6c3f3f4d3c4g6f6e6c5c6d7d8e7g5e3d2g4h3f7b5h5g3b4b6c8b8c7e8f8g8h4h6e2d1c1a3a6a5e1f2g7c2a4h8a2b7f1b3b1b2h7a7a8a1g1g2h2h1";

/// Runs `kaeshi analyse` with `input`.
pub(crate) fn analyse(arguments: &[&str], input: &str) -> Output {
    let mut child = under_test::kaeshi()
        .arg("analyse")
        .args(arguments)
        .env_remove("RUST_LOG")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    // It may end before it has read everything.
    let _ = stdin.write_all(input.as_bytes());
    drop(stdin);
    child.wait_with_output().expect("it ends")
}

pub(crate) fn lines(output: &Output) -> Vec<Value> {
    let text = String::from_utf8_lossy(&output.stdout);
    let lines = text.lines();
    lines
        .map(|line| serde_json::from_str(line).unwrap_or_else(|why| panic!("{why}: {line}")))
        .collect()
}

/// The status, standard output and standard error.
#[track_caller]
pub(crate) fn texts(output: &Output) -> (Option<i32>, String, String) {
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).expect("text");
    (
        output.status.code(),
        text(&output.stdout),
        text(&output.stderr),
    )
}

#[test]
fn a_game_is_judged_move_by_move() {
    let output = analyse(&["--json", "--level", "1", "--quiet"], GAME);
    let lines = lines(&output);
    let [game] = &lines[..] else {
        panic!("{lines:?}");
    };
    let moves = game["moves"].as_array().expect("moves");
    // Two of them are passes.
    assert_eq!(moves.len(), 62);
    let number = |value: &Value| value.as_f64().expect("a number");
    // Black's values along the game: the value of a move is that of the position it leads to.
    for (at, pair) in moves.windows(2).enumerate() {
        let sign = if pair[0]["side"] == pair[1]["side"] {
            1.0
        } else {
            -1.0
        };
        let (played, best) = (
            number(&pair[0]["played"]["value"]),
            number(&pair[1]["best"]["value"]),
        );
        assert!((played - sign * best).abs() < 1e-9, "{at}: {pair:?}");
        assert!(number(&pair[0]["loss"]) >= 0.0);
    }
    let last = &moves[61];
    assert_eq!(last["played"]["exact"], true);
    assert_eq!(game["end"]["value"], 4.0);
    assert_eq!(game["result"], 4.0);
    assert_eq!(game["opening"], "Perpendicular Opening");
    assert_eq!(game["summary"]["sides"][0]["moves"], 31);
    assert_eq!(game["finished"], true);
}

#[test]
fn the_table_has_its_parts() {
    let (status, out, why) = texts(&analyse(&["--level", "1", "--quiet"], GAME));
    assert_eq!((status, why.as_str()), (Some(0), ""));
    for part in [
        "standard input game 1: Black - White, 34-30\n",
        "opening: Perpendicular Opening (move 2)\n",
        "     even ----",
        "move              value  best  value    loss     confidence\n",
        "   1 Black  f5  ",
        "  60 White  h1       -4                          exact\n",
        "discs lost ",
        "moves losing 2, 4, 10 ",
        "worst moves Black ",
    ] {
        assert!(out.contains(part), "{part}\n{out}");
    }
}

/// The column of losses, their sum, the moves without loss and the better moves say the same, also in JSON.
#[test]
fn losses_agree_with_their_sum() {
    let run = |more: &[&str]| {
        let arguments = [&["--level", "1", "--quiet"], more].concat();
        analyse(&arguments, GAME)
    };
    let (_, out, _) = texts(&run(&[]));
    let json = &lines(&run(&["--json"]))[0];
    let moves = json["moves"].as_array().expect("moves");
    for (at, colour) in ["Black", "White"].into_iter().enumerate() {
        // The places of the columns.
        let rows = out.lines().filter(|row| row.get(5..10) == Some(colour));
        let rows: Vec<_> = rows.filter(|row| &row[..4] != "    ").collect();
        let losses = rows.iter().map(|row| row[37..44].trim());
        let losses: Vec<f64> = losses
            .map(|loss| loss.trim_start_matches('-'))
            .map(|loss| if loss.is_empty() { "0" } else { loss })
            .map(|loss| loss.parse().expect("a loss"))
            .collect();
        for (row, loss) in rows.iter().zip(&losses) {
            assert!(*loss == 0.0 || *loss >= 0.5, "{row}");
            assert_eq!(row[25..29].trim().is_empty(), *loss == 0.0, "{row}");
        }
        let summary = &json["summary"]["sides"][at];
        let sum: f64 = losses.iter().sum();
        let number = |value: &Value| value.as_f64().expect("a number");
        assert!((number(&summary["loss"]) - sum).abs() < 1e-9, "{out}");
        let row = out.lines().find(|row| row.starts_with("discs lost"));
        let printed = row.and_then(|row| row.split_whitespace().nth(2 + at));
        assert_eq!(printed, Some(format!("{sum:.1}").as_str()), "{out}");
        let name = colour.to_lowercase();
        let own = moves.iter().filter(|mv| mv["side"] == name.as_str());
        let own: Vec<f64> = own.map(|mv| number(&mv["loss"])).collect();
        assert!((own.iter().sum::<f64>() - sum).abs() < 1e-9, "{out}");
        let good = losses.iter().filter(|loss| **loss == 0.0).count();
        assert!(good < rows.len(), "no loss in {out}");
        let share =
            number(&summary["without_loss"]) * f64::from(u8::try_from(rows.len()).expect("a game"));
        assert_eq!(format!("{share:.0}"), good.to_string(), "{out}");
    }
}

/// The confidence in a row is that of the value of the move played, which is a whole number where it is exact.
#[test]
fn the_confidence_is_that_of_the_value_in_its_row() {
    let output = analyse(&["--level", "1", "--quiet"], GAME);
    let (_, out, _) = texts(&output);
    let rows = out.lines().skip_while(|row| !row.starts_with("move "));
    let rows: Vec<_> = rows.skip(1).take_while(|row| !row.is_empty()).collect();
    assert_eq!(rows.len(), 62, "{out}");
    for row in rows {
        let is_exact = !row[17..23].contains('.');
        assert_eq!(row[47..].contains("exact"), is_exact, "{row}");
    }
}

#[test]
fn games_are_chosen_by_number_and_by_player() {
    let game = |black: &str, white: &str| {
        format!(
            "(;GM[Othello]PC[]PB[{black}]PW[{white}]RE[?]TY[8]\
             BO[8 ---------------------------O*------*O--------------------------- *]B[F5]W[D6]B[C3];)\n"
        )
    };
    let games = [
        game("Ann", "Bob"),
        game("Cleo", "Ann B"),
        game("Bob", "Cleo"),
    ]
    .concat();
    let numbers = |arguments: &[&str]| -> Vec<Value> {
        let all = [&["--json", "--level", "1", "--quiet"], arguments].concat();
        lines(&analyse(&all, &games))
            .into_iter()
            .map(|game| game["number"].clone())
            .collect()
    };
    assert_eq!(numbers(&[]), [1, 2, 3]);
    assert_eq!(numbers(&["--game", "2"]), [2]);
    assert_eq!(numbers(&["--game", "2-3"]), [2, 3]);
    assert_eq!(numbers(&["--game", "1", "--game", "3"]), [1, 3]);
    assert_eq!(numbers(&["--player", "ann"]), [1, 2]);
    let (status, out, _) = texts(&analyse(
        &["--player", "ann", "--level", "1", "--quiet"],
        &games,
    ));
    assert_eq!(status, Some(0));
    assert!(
        out.contains("2 games of ann: 0 won, 0 drawn, 0 lost\n"),
        "{out}"
    );
    let (status, out, why) = texts(&analyse(&["--player", "Dan", "--level", "1"], &games));
    assert_eq!((status, &out[..]), (Some(1), ""));
    assert_eq!(why, "kaeshi: no game of 'Dan'\n");
    let (status, _, why) = texts(&analyse(&["--game", "4", "--level", "1"], &games));
    assert_eq!(status, Some(1));
    assert_eq!(
        why,
        "kaeshi: standard input: no game with this number: there are 3\n"
    );
}

#[test]
fn several_jobs_print_the_games_in_their_order() {
    let games = [GAME, "f5d6c3", "f5f6", GAME, "f5f4"].join("\n");
    let one = analyse(&["--json", "--level", "1", "--quiet"], &games);
    let three = analyse(
        &["--json", "--level", "1", "--quiet", "--jobs", "3"],
        &games,
    );
    assert_eq!(lines(&one).len(), 5);
    assert_eq!(texts(&one), texts(&three));
}

#[test]
fn parts_make_up_the_whole() {
    let games = "f5d6c3\nf5f6e6\nf5d6c4d3\nf5d6c5f4\nf5f6e6f4\n";
    let run = |more: &[&str]| {
        let all = [&["--json", "--level", "1", "--quiet"][..], more].concat();
        let (status, output, errors) = texts(&analyse(&all, games));
        assert_eq!((status, errors.as_str()), (Some(0), ""));
        output.lines().map(str::to_owned).collect::<Vec<_>>()
    };
    let whole = run(&[]);
    let parts = ["0/3", "1/3", "2/3"].map(|part| run(&["--shard", part]));
    assert_eq!(parts.each_ref().map(Vec::len), [2, 2, 1]);
    for (at, line) in whole.iter().enumerate() {
        assert_eq!(&parts[at % 3][at / 3], line);
    }
    let (status, _, errors) = texts(&analyse(&["--shard", "3/3"], games));
    assert_eq!(status, Some(2), "{errors}");
    assert!(errors.contains("--shard"), "{errors}");
}

#[test]
fn what_is_bad_is_named() {
    let illegal = "f5d6a1c3\nf5d6c3\n";
    let output = analyse(&["--json", "--level", "1", "--quiet"], illegal);
    let (status, _, why) = texts(&output);
    let games = lines(&output);
    assert_eq!(
        why,
        "kaeshi: standard input, game 1: analysed up to move 3 (a1): no disc would be turned over\n"
    );
    assert_eq!(status, Some(1));
    assert_eq!(games.len(), 2);
    assert_eq!(games[0]["moves"].as_array().map(Vec::len), Some(2));
    assert_eq!(
        games[0]["illegal"],
        "move 3 (a1): no disc would be turned over"
    );
    assert_eq!(games[0]["finished"], false);
    for (input, status, words) in [
        ("", 1, "there is no game in it"),
        ("\n# a comment\n", 1, "there is no game in it"),
        ("\u{0}\u{1}binary\u{2}", 1, "game 1: skipped:"),
        ("(;GM[Go]SZ[19];B[pd])", 1, "game 1: skipped:"),
        ("d-3 ch-4", 1, "game 1: skipped:"),
    ] {
        let (found, out, why) = texts(&analyse(&["--level", "1", "--quiet"], input));
        assert_eq!((found, out.as_str()), (Some(status), ""), "{input}: {why}");
        assert!(why.contains(words), "{input}: {why}");
        assert_eq!(why.lines().count(), 1, "{why}");
    }
    let (status, _, why) = texts(&analyse(&["/nowhere/games.ggf"], ""));
    assert_eq!(status, Some(2), "{why}");
    let (status, _, why) = texts(&analyse(&["Cargo.toml"], ""));
    assert_eq!(status, Some(2));
    assert!(why.contains("say the format with --from"), "{why}");
}

#[test]
fn sgf_of_gogui_is_read() {
    // Othello programs count rows from the top: fe is f5.
    let game = "(;FF[4]CA[UTF-8]AP[GoGui]GM[2]SZ[8];B[fe];W[df];B[cc])";
    let output = analyse(&["--json", "--level", "1", "--quiet"], game);
    let games = lines(&output);
    let names: Vec<_> = games[0]["moves"]
        .as_array()
        .expect("moves")
        .iter()
        .map(|mv| mv["move"].clone())
        .collect();
    assert_eq!(names, ["f5", "d6", "c3"]);
}
