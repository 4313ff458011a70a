//! `kaeshi results`: tables against games counted by hand, JSON, graphs, and what is refused.

mod graphs;
mod impossible;
#[path = "../common/under_test.rs"]
mod under_test;

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;
use std::sync::Arc;

use kaeshi::engine::Engine;
use kaeshi::games;
use kaeshi::search::TranspositionTable;
use serde_json::{Value, json};

/// An empty folder of a test.
fn folder(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR"))
        .join("results")
        .join(name);
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).expect("a folder can be made");
    path
}

fn run(folder: &Path, arguments: &str) -> Output {
    let mut command = under_test::kaeshi();
    command
        .arg("results")
        .args(arguments.split(' '))
        .current_dir(folder);
    command.env_remove("RUST_LOG").output().expect("it runs")
}

#[track_caller]
fn answer(folder: &Path, arguments: &str) -> String {
    let output = run(folder, arguments);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && errors.is_empty(), "{errors}");
    String::from_utf8(output.stdout).expect("it is text")
}

#[track_caller]
fn refusal(folder: &Path, arguments: &str) -> String {
    let output = run(folder, arguments);
    let errors = String::from_utf8(output.stderr).expect("it is text");
    assert_eq!(output.status.code(), Some(2), "{errors}");
    assert!(output.stdout.is_empty(), "{arguments}");
    errors
}

fn header(names: [&str; 2], pace: &str) -> Value {
    let file = |name: &str| json!([{ "path": "x", "sha256": format!("{:0>64}", name.len()) }]);
    json!({
        "first": format!("./{}", names[0]), "second": format!("./{}", names[1]), "game": "othello",
        "pace": pace, "openings": "openings.txt", "names": names, "labels": names,
        "files": [file(names[0]), file(names[1])],
    })
}

/// Othello after `opening`.
fn othello(opening: &str) -> Box<dyn Engine> {
    let table = TranspositionTable::new(1).expect("there is memory");
    let mut engine = games::open("othello", Arc::new(table)).expect("it is a game");
    let moves: Vec<_> = opening.split_whitespace().collect();
    engine.set_up(None, &moves).expect("they are legal");
    engine
}

/// `opening` and `plies` legal moves after it, other ones for each `number`.
fn legal_moves(opening: &str, mut number: usize, plies: usize) -> String {
    let mut engine = othello(opening);
    let mut moves: Vec<_> = opening.split_whitespace().map(str::to_owned).collect();
    for _ in 0..plies {
        let legal = engine.moves();
        let mv = &legal[number % legal.len()];
        number /= legal.len();
        engine.play(&[mv]).expect("it is legal");
        moves.push(mv.clone());
    }
    moves.join(" ")
}

/// A game: its points for the program named first, its margin, which is proven after a few moves, and its opening.
fn game(number: usize, points: f64, margin: i32, opening: &str) -> Value {
    json!({
        "number": number, "first_moves_first": number % 2 == 1, "points": points, "margin": margin, "end": "proven",
        "left": [0.1, 0.1], "moves": legal_moves(opening, number, 6),
        "opening_plies": opening.split_whitespace().count(),
    })
}

/// The first game of a record, played to its end by the first legal moves.
fn whole_game() -> Value {
    let mut engine = othello("");
    let (mut moves, mut times) = (Vec::new(), Vec::new());
    while let Some(mv) = engine.moves().first().cloned() {
        engine.play(&[&mv]).expect("it is legal");
        moves.push(mv);
        times.push(0.25);
    }
    let margin = engine.margin().expect("it is over");
    assert_ne!(margin, 0);
    let points = if margin > 0 { 1.0 } else { 0.0 };
    json!({
        "number": 1, "first_moves_first": true, "points": points, "margin": margin, "end": "over",
        "left": [1.0, 1.0], "moves": moves.join(" "), "times": times, "opening_plies": 2,
    })
}

fn write(path: &Path, lines: &[Value]) {
    let mut text = String::new();
    for line in lines {
        writeln!(text, "{line}").expect("a text has room");
    }
    fs::write(path, text).expect("it can be written");
}

/// Ten pairs: four won twice, four won and lost, two drawn and lost. The margins are 10 for a win, -8 for a loss.
fn ten_pairs(folder: &Path) {
    let mut lines = vec![header(["alpha", "beta2"], "Depth(1)")];
    for pair in 0..10 {
        let (opening, points) = match pair {
            0..4 => ("f5 d6", [1.0, 1.0]),
            4..8 => ("f5 f6", [1.0, 0.0]),
            _ => ("f5 f6", [0.5, 0.0]),
        };
        for (at, points) in points.into_iter().enumerate() {
            let margin = if points > 0.75 {
                10
            } else if points < 0.25 {
                -8
            } else {
                0
            };
            lines.push(game(2 * pair + at + 1, points, margin, opening));
        }
    }
    write(&folder.join("ten.jsonl"), &lines);
}

/// One pair with the programs in the other order: one game won by the one named first here, one drawn.
fn swapped_pair(folder: &Path) {
    let header = header(["beta2", "alpha"], "Depth(1) against Depth(3)");
    let games = [game(1, 1.0, 12, "f5 d6"), game(2, 0.5, 0, "f5 d6")];
    write(
        &folder.join("swapped.jsonl"),
        &[vec![header], games.into()].concat(),
    );
}

/// 12 + 1 points of 20. The pairs' scores 1, 1/2 and 1/4 have the mean 0.65 and the variance 0.9 / 9, so the standard
/// error is 0.1. As Black 9 of 10 points, as White 4.
#[test]
fn a_table_is_as_counted_by_hand() {
    let folder = folder("table");
    ten_pairs(&folder);
    let expected = "\
Othello: 20 games in 1 record

alpha against beta2
           games  won  drawn  lost    score    s.e.   Elo (95 %)  discs
all games     20   12      2     6   65.0 %  10.0 %  +108 +- 164  +3.60

opening
f5d6           8    8      0     0  100.0 %       -            -  +10.00
";
    let found = answer(&folder, "ten.jsonl");
    let words = |text: &str| {
        let lines = text
            .lines()
            .map(|line| line.split_whitespace().collect::<Vec<_>>().join(" "));
        lines.collect::<Vec<_>>()
    };
    assert_eq!(words(&found)[..7], words(expected)[..7], "{found}");
    let rest = [
        "f5d6 8 8 0 0 100.0 % - - +10.00",
        "f5f6 12 4 2 6 41.7 % 5.3 % - -0.67",
        "",
        "side",
        "as Black 10 8 2 0 90.0 % 6.7 % above +209 +8.00",
        "as White 10 4 0 6 40.0 % 16.3 % -70 +- 294 -0.80",
    ];
    assert_eq!(words(&found)[7..], rest, "{found}");
    let side = answer(&folder, "ten.jsonl --by side");
    assert!(
        side.contains("as White") && !side.contains("f5d6"),
        "{side}"
    );
}

#[test]
fn records_in_either_order_are_one_pair() {
    let folder = folder("swapped");
    ten_pairs(&folder);
    swapped_pair(&folder);
    let text = answer(&folder, "ten.jsonl swapped.jsonl --json");
    let found: Value = serde_json::from_str(&text).expect("it is JSON");
    assert_eq!(found["games"], 22);
    assert_eq!(
        found["records"][1],
        json!({ "file": "swapped.jsonl", "games": 2 })
    );
    let pairs = found["pairs"].as_array().expect("pairs");
    assert_eq!(pairs.len(), 1, "{text}");
    let [pair] = &pairs[..] else { unreachable!() };
    assert_eq!(
        (&pair["first"]["name"], &pair["second"]["command"]),
        (&json!("alpha"), &json!("./beta2"))
    );
    let counts =
        |row: &Value| ["wins", "draws", "losses"].map(|key| row[key].as_u64().expect("a number"));
    assert_eq!(counts(&pair["total"]), [12, 3, 7]);
    assert_eq!(pair["total"]["pairs"], json!([0, 3, 4, 0, 4]));
    let time = pair["time"].as_array().expect("rows");
    assert_eq!(time.len(), 2, "{text}");
    assert_eq!(time[0]["name"], "depth 1");
    assert_eq!(time[1]["name"], "depth 3 against depth 1");
    assert_eq!(time[1]["limits"][0]["depth"], 3);
    assert_eq!(
        (counts(&time[1]), &time[1]["margin"]),
        ([0, 1, 1], &json!(-6.0))
    );
    // In the second record beta2 began, so alpha lost as White and drew as Black.
    assert_eq!(counts(&pair["side"][0]), [8, 3, 0]);
    assert_eq!(counts(&pair["side"][1]), [4, 0, 7]);
    assert_eq!(pair["opening"][0]["name"], "f5d6");
    assert_eq!(counts(&pair["opening"][0]), [8, 1, 1]);
    assert_eq!(counts(&pair["record"][1]), [0, 1, 1]);
    let only = answer(&folder, "ten.jsonl swapped.jsonl --json --by record");
    let only: Value = serde_json::from_str(&only).expect("it is JSON");
    assert!(
        only["pairs"][0]["side"].is_null() && only["pairs"][0]["record"].is_array(),
        "{only}"
    );
}

/// Games of changed files are those of another program, and a pair interrupted by the change is no pair.
#[test]
fn changed_files_are_another_program() {
    let folder = folder("changed");
    let old = header(["alpha", "beta2"], "Depth(1)");
    let mut new = old.clone();
    new["files"][0][0]["sha256"] = "f".repeat(64).into();
    let lines = [
        old,
        game(1, 1.0, 2, "f5 d6"),
        new,
        game(2, 1.0, 2, "f5 d6"),
        game(3, 0.0, -2, "f5 d6"),
        game(4, 0.0, -4, "f5 d6"),
    ];
    write(&folder.join("a.jsonl"), &lines);
    let text = answer(&folder, "a.jsonl --json");
    let found: Value = serde_json::from_str(&text).expect("it is JSON");
    let pairs: Vec<_> = (0..2)
        .map(|at| {
            (
                &found["pairs"][at]["total"]["games"],
                &found["pairs"][at]["total"]["pairs"],
            )
        })
        .collect();
    assert_eq!(
        pairs,
        [
            (&json!(1), &json!([0, 0, 0, 0, 0])),
            (&json!(3), &json!([1, 0, 0, 0, 0]))
        ]
    );
    let names = [0, 1].map(|at| {
        found["pairs"][at]["first"]["name"]
            .as_str()
            .expect("a name")
    });
    assert!(
        names[0].starts_with("alpha (sha256 0") && names[1] == "alpha (sha256 ffffffffffff)",
        "{names:?}"
    );
}

/// Games played at the same time end in any order: the table is the same, and no pair is torn apart.
#[test]
fn the_order_of_the_games_does_not_matter() {
    let folder = folder("order");
    ten_pairs(&folder);
    let whole = fs::read_to_string(folder.join("ten.jsonl")).expect("it is there");
    let expected = answer(&folder, "ten.jsonl --json").replace("ten.jsonl", "other.jsonl");
    let lines: Vec<_> = whole.lines().collect();
    let (header, games) = lines.split_first().expect("a header");
    // Games 1, 3, 5, ... and then 20, 18, ...; or the last one first.
    let (odd, even) = (games.iter().step_by(2), games.iter().rev().step_by(2));
    let orders: [Vec<_>; 2] = [odd.chain(even).collect(), games.iter().rev().collect()];
    for order in orders {
        let order: String = order.iter().flat_map(|line| ["\n", line]).collect();
        fs::write(folder.join("other.jsonl"), format!("{header}{order}\n"))
            .expect("it can be written");
        let output = run(&folder, "other.jsonl --json");
        assert_eq!(String::from_utf8_lossy(&output.stdout), expected);
        assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    }
}

#[test]
fn missing_games_are_named() {
    let folder = folder("missing");
    ten_pairs(&folder);
    let whole = fs::read_to_string(folder.join("ten.jsonl")).expect("it is there");
    for (left_out, said) in [
        (vec![4], "kaeshi: gap.jsonl: game 4 is missing\n"),
        (
            vec![3, 4, 9],
            "kaeshi: gap.jsonl: 3 games up to game 20 are missing: 3, 4, 9\n",
        ),
        (
            (2..10).collect(),
            "kaeshi: gap.jsonl: 8 games up to game 20 are missing: 2, 3, 4, 5, 6 and others\n",
        ),
        // A match in progress has not got there yet.
        (vec![19, 20], ""),
    ] {
        let lines = whole.split_inclusive('\n').enumerate();
        let kept: String = lines
            .filter(|(number, _)| !left_out.contains(number))
            .map(|(_, line)| line)
            .collect();
        fs::write(folder.join("gap.jsonl"), kept).expect("it can be written");
        let output = run(&folder, "gap.jsonl");
        let counted = format!("Othello: {} games", 20 - left_out.len());
        assert!(String::from_utf8_lossy(&output.stdout).starts_with(&counted));
        assert_eq!(String::from_utf8_lossy(&output.stderr), said);
    }
}

#[test]
fn many_openings_are_summed_up() {
    let folder = folder("openings");
    let mut lines = vec![header(["alpha", "beta2"], "Depth(1)")];
    for pair in 0..20 {
        let opening = legal_moves("", pair, 3);
        let (points, margin) = [(1.0, 2), (0.0, -2)][pair % 2];
        lines.push(game(2 * pair + 1, points, margin, &opening));
        lines.push(game(2 * pair + 2, points, margin, &opening));
    }
    // The last pair repeats another game, but for the number in its moves.
    lines[40]["moves"] = lines[38]["moves"].clone();
    write(&folder.join("a.jsonl"), &lines);
    let text = answer(&folder, "a.jsonl --by opening");
    assert!(text.contains("\n9 others "), "{text}");
    assert!(text.contains("Opening not known: 2 games"), "{text}");
    assert!(text.contains("move for move: 1 game;"), "{text}");
    let all: Value = serde_json::from_str(&answer(&folder, "a.jsonl --json")).expect("it is JSON");
    assert_eq!(
        all["pairs"][0]["opening"].as_array().map(Vec::len),
        Some(19)
    );
}

#[test]
fn damage_is_refused_in_one_line() {
    let folder = folder("refused");
    ten_pairs(&folder);
    let whole = fs::read_to_string(folder.join("ten.jsonl")).expect("it is there");
    let lines: Vec<_> = whole.lines().collect();
    let file =
        |name: &str, text: &str| fs::write(folder.join(name), text).expect("it can be written");
    file("copy.jsonl", &whole);
    file("empty.jsonl", "");
    file("new.jsonl", &format!("{}\n", lines[0]));
    file("games.txt", "f5d6c3\n");
    file(
        "half.jsonl",
        &whole.replacen("\"points\":1.0", "\"points\":0.7", 1),
    );
    file("json.jsonl", &format!("{}\n{{\n", lines[0]));
    file(
        "cards.jsonl",
        &whole.replace("\"othello\"", "\"daifugo uecda 3\""),
    );
    let (mut gomoku, mut draw) = (header(["alpha", "beta2"], "Depth(1)"), game(1, 0.5, 0, ""));
    gomoku["game"] = "gomoku".into();
    draw["moves"] = "h8 g7".into();
    file("gomoku.jsonl", &format!("{gomoku}\n{draw}\n"));
    file(
        "margin.jsonl",
        &whole.replace("\"margin\":10", "\"margin\":1e300"),
    );
    fs::create_dir(folder.join("folder")).expect("a folder can be made");
    for (arguments, why) in [
        ("none.jsonl", "none.jsonl: No such file"),
        ("folder", "folder: it is no regular file"),
        ("empty.jsonl", "empty.jsonl: it is no record of a match"),
        ("games.txt", "games.txt: it is no record of a match: "),
        ("new.jsonl", "the record has no complete game yet"),
        (
            "half.jsonl",
            "half.jsonl: line 2: 0.7 points: a game brings 0, 0.5 or 1",
        ),
        ("json.jsonl", "json.jsonl: line 2: "),
        (
            "cards.jsonl",
            "cards.jsonl: a match of Daifugo has points instead of scores: ",
        ),
        ("margin.jsonl", "margin.jsonl: line 2: "),
        (
            "ten.jsonl gomoku.jsonl",
            "gomoku.jsonl: a match of gomoku, but ten.jsonl is one of othello: name records of one game",
        ),
        (
            "ten.jsonl ten.jsonl",
            "ten.jsonl: it has the same games as ten.jsonl: name each record once",
        ),
        (
            "ten.jsonl copy.jsonl",
            "copy.jsonl: it has the same games as ten.jsonl",
        ),
        (
            "ten.jsonl --json --svg -",
            "--svg - and --json both write to standard output",
        ),
        ("ten.jsonl --svg none/a.svg", "none/a.svg: "),
    ] {
        let found = refusal(&folder, arguments);
        assert_eq!(found.lines().count(), 1, "{arguments}: {found}");
        assert!(found.contains(why), "{arguments}: {found}");
    }
    // The incomplete last line of a match that goes on or was killed is left out, as when it is resumed.
    file("cut.jsonl", &whole[..whole.len() - 20]);
    assert!(answer(&folder, "cut.jsonl").starts_with("Othello: 19 games"));
}
