//! Books that grow: `learn`, and `frontier` and `absorb` for several machines.

use std::fs;

use serde_json::Value;

use crate::Folder;

/// Limits within which a book is complete after some dozen searches.
const SMALL: [&str; 8] = [
    "--plies",
    "5",
    "--move-error",
    "1",
    "--line-error",
    "2",
    "--weight",
    "3",
];

#[test]
fn a_book_is_learned_within_its_limits() {
    let folder = Folder::new();
    folder.json(&["new", "my.book"]);
    let learn = [
        &["learn", "my.book", "--depth", "3", "--hash", "4"][..],
        &SMALL,
    ]
    .concat();
    let begun = folder.json(&[&learn[..], &["--limit", "7"]].concat());
    assert_eq!(begun["searched"], 7);
    assert_ne!(begun["left"], 0);
    let ended = folder.json(&[&learn[..], &["--jobs", "2"]].concat());
    assert_eq!(ended["left"], 0, "{ended}");
    assert!(ended["positions"].as_u64() > Some(10), "{ended}");
    assert_eq!(folder.json(&learn)["searched"], 0, "nothing is left");
    let checked = folder.json(&["check", "my.book"]);
    assert_eq!(checked["stale"], 0);
    let shown = folder.json(&["show", "my.book"]);
    let line = shown["line"].as_array().expect("a line");
    assert!(
        line.len() > 5,
        "the best line goes to the limit and one move further: {line:?}"
    );
}

/// The positions that a book needs are searched elsewhere; the order of the results does not matter.
#[test]
fn results_are_absorbed_in_any_order() {
    let folder = Folder::new();
    folder.json(&["new", "my.book"]);
    let wide = ["--move-error", "6", "--line-error", "12", "--weight", "1"];
    let learn = [
        "learn", "my.book", "--depth", "3", "--hash", "4", "--limit", "30",
    ];
    folder.json(&[&learn[..], &wide].concat());
    let frontier = folder.book(&[&["frontier", "my.book", "9"][..], &wide].concat());
    assert!(frontier.status.success());
    let text = String::from_utf8(frontier.stdout).expect("text");
    assert_eq!(text.lines().count(), 9, "{text}");
    assert!(
        text.lines().all(|line| line.contains(" X; % moves ")),
        "{text}"
    );
    fs::write(folder.path("work.obf"), &text).expect("it can be written");
    let solved = crate::under_test::kaeshi()
        .args([
            "solve",
            "work.obf",
            "--all-moves",
            "--time",
            "0.8",
            "--hash",
            "4",
            "--json",
        ])
        .current_dir(folder.path(""))
        .output()
        .expect("it starts");
    let results = String::from_utf8(solved.stdout).expect("text");
    let lines: Vec<_> = results.lines().collect();
    assert_eq!(lines.len(), 9, "{results}");
    fs::write(folder.path("one.jsonl"), lines[..4].join("\n")).expect("it can be written");
    fs::write(folder.path("two.jsonl"), lines[4..].join("\n")).expect("it can be written");
    let mut missing = 0;
    for (copy, files) in [
        ("a", &["one.jsonl", "two.jsonl"][..]),
        ("b", &["two.jsonl", "one.jsonl"]),
        ("c", &["two.jsonl", "one.jsonl", "two.jsonl"]),
    ] {
        fs::copy(folder.path("my.book"), folder.path(copy)).expect("it can be copied");
        let mut added = 0;
        for file in &files[..2] {
            // On a busy machine a search may end before it has the score of the move.
            let absorbed = folder.json(&["absorb", copy, file]);
            added += absorbed["added"].as_u64().expect("a number");
        }
        assert!(added > 5, "{added}");
        for file in &files[2..] {
            folder.json(&["absorb", copy, file]);
        }
        missing = 9 - added;
        folder.json(&["export", copy, &format!("{copy}.egbk3")]);
        assert_eq!(folder.json(&["check", copy])["stale"], 0);
    }
    let [one, two, three] = ["a", "b", "c"].map(|copy| folder.exported(&format!("{copy}.egbk3")));
    assert!(one == two && one == three);
    let left = folder.book(&[&["frontier", "a", "100", "--json"][..], &wide].concat());
    let left = String::from_utf8(left.stdout).expect("text");
    let position = |line: &str| -> String {
        let line: Value = serde_json::from_str(line).expect("JSON");
        line["position"].as_str().expect("a position").to_owned()
    };
    let left: Vec<_> = left.lines().map(position).collect();
    let done = text
        .lines()
        .filter(|line| left.contains(&line[..66].to_owned()));
    let again = done.count() as u64;
    assert_eq!(again, missing, "what was searched is not asked for again");
}

/// A result for the starting position.
const GOOD: &str = r#"{"position":"---------------------------OX------XO--------------------------- X","empties":60,"score":0,"bound":"estimate","best":["D3"],"pv":["D3"],"depth":9,"selectivity":73,"proven":false,"finished":true,"nodes":99,"seconds":0.1}"#;

#[test]
fn wrong_results_are_skipped() {
    let folder = Folder::new();
    folder.json(&["new", "my.book"]);
    let deepest = r#""depth":9,"selectivity":73,"proven":false,"finished":true"#;
    let shallow = r#""depth":0,"selectivity":73,"proven":false,"finished":false"#;
    let proven = GOOD.replace("false", "true").replace("estimate", "exact");
    let lower = proven.replace("exact", "lower");
    let over = GOOD.replace("---- X", "---- O").replace('-', "X");
    let wrong = [
        (GOOD.replace(deepest, shallow), "a search of no ply"),
        (GOOD.replace(":9,", ":99,"), "no search is 99 plies deep"),
        (GOOD.replace(":73", ":74"), "no selectivity of 74 %"),
        (GOOD.replace(r#"t":["D3"]"#, r#"t":["D4"]"#), "the move D4"),
        (GOOD.replace(r#"t":["D3"]"#, r#"t":["Z9"]"#), "the move Z9"),
        (
            GOOD.replace(r#"t":["D3"]"#, r#"t":[]"#),
            "no score of a move",
        ),
        (
            GOOD.replace(r#"v":["D3"]"#, r#"v":["D3","D3"]"#),
            "the move D3",
        ),
        (GOOD.replace(":60", ":59"), "has 60 empty squares, not 59"),
        (GOOD.replace(":99", ":-99"), "invalid value: integer `-99`"),
        (GOOD.replace("0.1", "-0.1"), "cannot take -0.1 s"),
        (GOOD.replace("\"score\":0", "\"score\":65"), "the score 65"),
        (GOOD.replace("estimate", "exact"), "is not proven"),
        (
            proven.replace("\"score\":0", "\"score\":1"),
            "the score 1 is odd",
        ),
        (
            GOOD.replace(
                r#""pv""#,
                r#""moves":[{"move":"D3","score":3,"proven":true}],"pv""#,
            ),
            "the score 3 is odd",
        ),
        (lower, "only a bound"),
        (over, "its position has 0 empty squares"),
        (GOOD.replace('{', ""), "expected an answer of"),
    ];
    for (line, why) in wrong {
        fs::write(folder.path("wrong.jsonl"), &line).expect("it can be written");
        let output = folder.book(&["absorb", "my.book", "wrong.jsonl", "--json"]);
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(said.contains(why), "{line}: {said}");
        let absorbed: Value = serde_json::from_slice(&output.stdout).expect("JSON");
        assert_eq!(
            (&absorbed["skipped"], &absorbed["added"]),
            (&1.into(), &0.into()),
            "{line}"
        );
    }
    fs::write(folder.path("good.jsonl"), GOOD).expect("it can be written");
    let absorbed = folder.json(&["absorb", "my.book", "good.jsonl"]);
    assert_eq!(absorbed["added"], 1);
    let shown = folder.json(&["show", "my.book"]);
    assert_eq!(
        shown["moves"].as_array().map(Vec::len),
        Some(4),
        "one move in four frames"
    );
    assert_eq!(shown["moves"][0]["by"], "depth 9 at 73 %");
}

#[test]
fn a_move_counts_by_its_own_proof() {
    let scored =
        |name: &str, proven: bool| format!(r#"{{"move":"{name}","score":0,"proven":{proven}}}"#);
    let all = ["D3", "C4", "F5", "E6"];
    let guess = "depth 8 at 73 %";
    let cases = [
        (all.map(|name| scored(name, true)).join(","), "depth 60"),
        (all.map(|name| scored(name, name != "C4")).join(","), guess),
        // The others were not searched.
        (scored("D3", true), guess),
    ];
    for (moves, by) in cases {
        let folder = Folder::new();
        folder.json(&["new", "my.book"]);
        let result = GOOD.replace(r#""pv""#, &format!(r#""moves":[{moves}],"pv""#));
        let result = result.replace(r#""finished":true"#, r#""finished":false"#);
        fs::write(folder.path("one.jsonl"), result).expect("it can be written");
        assert_eq!(folder.json(&["absorb", "my.book", "one.jsonl"])["added"], 1);
        let shown = folder.json(&["show", "my.book"]);
        assert_eq!(shown["moves"][0]["by"], by, "{moves}");
    }
}
