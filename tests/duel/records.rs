//! Records: each is locked by one match, complete, and of the same programs throughout.

use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use super::{KAESHI, fake, fresh, games, play, refusal, results};

/// A script that makes illegal moves, in its own file.
fn program(name: &str) -> (PathBuf, String) {
    let file = fresh(name);
    fs::write(&file, fake("echo bestmove a1")).expect("it can be written");
    let command = format!("sh {}", file.to_str().expect("it is text"));
    (file, command)
}

fn kept(path: &str) -> String {
    fs::read_to_string(path).expect("it is there")
}

#[test]
#[cfg(unix)]
fn a_record_is_of_the_same_files() {
    let (file, command) = program("changing.sh");
    let openings = fresh("changing.txt");
    fs::write(&openings, "f5d6c3\n").expect("it can be written");
    let openings = openings.to_str().expect("it is text");
    let record = fresh("changing.jsonl");
    let record = record.to_str().expect("it is text");
    let arguments = [
        "--first",
        &command,
        "--second",
        KAESHI,
        "--depth",
        "1",
        "--record",
        record,
        "--openings",
        openings,
        "--games",
    ];
    let with = |more: &[&'static str]| [&arguments[..], more].concat();
    results(&with(&["2"]));
    let before = kept(record);
    let header: serde_json::Value =
        serde_json::from_str(before.lines().next().expect("a header")).expect("it is JSON");
    let sha256 = header["openings_sha256"].as_str().expect("it is there");
    // The output of sha256sum.
    let expected = "40d5355c4e5609a8ed6d66e46b767f5a0b721b77c9226e94ca0893e535f99875";
    assert_eq!(sha256, expected, "{header}");
    assert_eq!(header["names"][1], "Kaeshi 0.1.0", "{header}");
    let files = header["files"][0].as_array().expect("files");
    assert_eq!(files[1]["path"].as_str(), file.to_str(), "{header}");

    // First the program changes, then the openings.
    let changed = fs::read_to_string(&file).expect("it is there") + "\n# changed\n";
    fs::write(&file, changed).expect("it can be written");
    let why = refusal(&with(&["4"]));
    assert!(
        why.contains("changing.sh has changed since its games were played"),
        "{why}"
    );
    assert!(why.contains("--allow-changed"), "{why}");
    assert_eq!(kept(record), before);
    assert_eq!(games(&results(&with(&["4", "--allow-changed"]))), 4);
    let after = kept(record);
    // The record says from which game on the program is another.
    assert!(
        after.starts_with(&before) && after.lines().count() == 6,
        "{after}"
    );
    assert!(
        after
            .lines()
            .nth(3)
            .expect("a header")
            .contains("openings_sha256"),
        "{after}"
    );
    assert_eq!(games(&results(&with(&["4"]))), 4);
    assert_eq!(kept(record), after);
    fs::write(openings, "f5d6c4\n").expect("it can be written");
    let why = refusal(&with(&["4"]));
    assert!(
        why.contains("changing.txt has changed since its games were played"),
        "{why}"
    );
    assert_eq!(kept(record), after);
}

#[test]
#[cfg(unix)]
fn a_record_of_an_older_version_is_not_continued_by_chance() {
    let (_, command) = program("older.sh");
    let record = fresh("older.jsonl");
    fs::write(
        &record,
        format!(
            "{{\"first\":\"{command}\",\"second\":\"{KAESHI}\",\"game\":\"othello\",\"pace\":\"Depth(1)\",\
             \"openings\":\"random, seed 1\"}}\n"
        ),
    )
    .expect("it can be written");
    let record = record.to_str().expect("it is text");
    let arguments = [
        "--first", &command, "--second", KAESHI, "--depth", "1", "--games", "2", "--record", record,
    ];
    let why = refusal(&arguments);
    assert!(why.contains("an older version wrote it"), "{why}");
    let found = results(&[&arguments[..], &["--allow-changed"]].concat());
    assert_eq!(games(&found), 2);
}

#[test]
#[cfg(unix)]
fn numbers_that_are_there_twice_are_refused() {
    let (_, command) = program("numbers.sh");
    let record = fresh("numbers.jsonl");
    let record = record.to_str().expect("it is text");
    let arguments = [
        "--first", &command, "--second", KAESHI, "--depth", "1", "--games", "4", "--record", record,
    ];
    results(&arguments);
    let whole = kept(record);
    let lines: Vec<_> = whole.lines().collect();
    for (order, why) in [
        (&[0, 1, 1, 2, 2][..], "line 3: game 1 is there twice"),
        (&[0, 1, 2, 3, 2], "line 5: game 2 is there twice"),
    ] {
        let result: Vec<_> = order.iter().map(|line| lines[*line]).collect();
        let text = result.join("\n") + "\n";
        fs::write(record, &text).expect("it can be written");
        let said = refusal(&arguments);
        assert!(said.contains(why), "{order:?}: {said}");
        assert_eq!(kept(record), text);
    }
    // Games at the same time end in any order, and those that a killed match has not finished are played again.
    for order in [&[0, 3][..], &[0, 4, 1]] {
        let result: Vec<_> = order.iter().map(|line| lines[*line]).collect();
        fs::write(record, result.join("\n") + "\n").expect("it can be written");
        assert_eq!(games(&results(&arguments)), 4, "{order:?}");
        assert_eq!(kept(record).lines().count(), 5, "{order:?}");
    }
    let colours = whole.replace("\"first_moves_first\":true", "\"first_moves_first\":false");
    fs::write(record, &colours).expect("it can be written");
    let said = refusal(&arguments);
    assert!(
        said.contains("line 2: the wrong program has the first move in game 1"),
        "{said}"
    );
    let points = whole.replace("\"points\":0.0", "\"points\":1e9");
    fs::write(record, &points).expect("it can be written");
    let said = refusal(&arguments);
    assert!(said.contains("line 2: 1000000000 points"), "{said}");
    let moves = whole.replace("\"moves\":\"", "\"moves\":\"a1 ");
    fs::write(record, &moves).expect("it can be written");
    let said = refusal(&arguments);
    assert!(
        said.contains("line 2: game 1: ") && said.contains(" moves, but the times of "),
        "{said}"
    );
    assert_eq!(kept(record), moves);
}

#[test]
#[cfg(unix)]
fn a_finished_match_says_its_score_again() {
    let (_, command) = program("finished.sh");
    let record = fresh("finished.jsonl");
    let record = record.to_str().expect("it is text");
    let arguments = [
        "--first", &command, "--second", KAESHI, "--depth", "1", "--games", "2", "--record", record,
    ];
    results(&arguments);
    let before = kept(record);
    // No program is started for this.
    let said = play(&arguments).stdout;
    let said = String::from_utf8(said).expect("it is text");
    assert!(said.contains("Record of 2 games"), "{said}");
    let score =
        "unknown against Kaeshi 0.1.0: 0 won, 0 drawn, 2 lost (0.0 %); forfeits: first 2, second 0";
    assert!(said.contains(score), "{said}");
    assert!(
        said.contains("Too few games for an Elo difference"),
        "{said}"
    );
    assert_eq!(kept(record), before);
}

#[test]
fn a_record_goes_through_a_pipe() {
    let arguments = ["--first", KAESHI, "--second", KAESHI, "--depth", "1"];
    let record = [&arguments[..], &["--games", "2", "--record", "-"]].concat();
    let output = play(&record);
    let report = String::from_utf8(output.stderr).expect("it is text");
    assert!(output.status.success(), "{report}");
    assert!(report.contains("Pairs of games"), "{report}");
    let lines = String::from_utf8(output.stdout).expect("it is text");
    assert_eq!(lines.lines().count(), 3, "{lines}");
    let mut table = Command::new(KAESHI)
        .args(["results", "-", "--json"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("it runs");
    let mut input = table.stdin.take().expect("a pipe");
    input.write_all(lines.as_bytes()).expect("it is read");
    drop(input);
    let output = table.wait_with_output().expect("it ends");
    assert!(output.status.success());
    let table: serde_json::Value = serde_json::from_slice(&output.stdout).expect("it is JSON");
    assert_eq!(table["games"], 2, "{table}");

    let said = refusal(&[&record[..], &["--json"]].concat());
    assert!(said.contains("both write to standard output"), "{said}");
}

#[test]
fn what_cannot_be_a_record_is_refused() {
    for (path, why) in [
        ("/dev/zero", "/dev/zero: it is no regular file"),
        ("/", "/: "),
    ] {
        if cfg!(unix) {
            let said = refusal(&["--first", KAESHI, "--second", KAESHI, "--record", path]);
            assert!(said.contains(why), "{path}: {said}");
        }
    }
    // If a program cannot be started, no file is left.
    let record = fresh("none.jsonl");
    let path = record.to_str().expect("it is text");
    refusal(&[
        "--first",
        "no-such-program",
        "--second",
        KAESHI,
        "--record",
        path,
    ]);
    assert!(!record.exists());
    let long = fresh("long.jsonl");
    fs::write(&long, vec![b'x'; 2_000_000]).expect("it can be written");
    let path = long.to_str().expect("it is text");
    let said = refusal(&["--first", KAESHI, "--second", KAESHI, "--record", path]);
    assert!(said.contains("line 1 is too long"), "{said}");
}

/// The first player always makes an illegal move, so all pairs are split, under one name.
#[test]
#[cfg(unix)]
fn few_and_equal_games_are_no_certainty() {
    let bad = fake("echo bestmove a1");
    let said = |games: &str, more: &[&str]| {
        let arguments = [
            "--first", &bad, "--second", &bad, "--games", games, "--depth", "1",
        ];
        let output = play(&[&arguments[..], more].concat());
        String::from_utf8(output.stdout).expect("it is text")
    };
    let few = said("2", &["--first-name", "new", "--second-name", "old"]);
    assert!(
        few.contains("\nnew against old: 1 won, 0 drawn, 1 lost"),
        "{few}"
    );
    assert!(
        few.contains("Too few games") && !few.contains("Elo +"),
        "{few}"
    );
    assert!(few.contains("\nnew: ") && few.contains("\nold: "), "{few}");
    let enough = said("20", &[]);
    let summary = "unknown (first) against unknown (second): 10 won, 0 drawn, 10 lost (50.0 %); \
                   Elo +0 +- 92, LOS 50.0 %; forfeits: first 10, second 10";
    assert!(enough.contains(summary), "{enough}");
    let command = format!("{bad} ");
    let found = results(&[
        "--first", &bad, "--second", &command, "--games", "2", "--depth", "1",
    ]);
    assert_eq!(
        found["first"]["name"],
        format!("unknown ({bad})"),
        "{found}"
    );
    assert!(
        found["elo_error"].is_null() && found["los"].is_null(),
        "{found}"
    );
}

/// The file of `--save` is completed to the games of the record, and replaced only if it has nothing else.
#[test]
fn a_file_of_games_is_not_replaced_by_others() {
    let record = fresh("saved.jsonl");
    let record = record.to_str().expect("it is text");
    let arguments = [
        "--first", KAESHI, "--second", KAESHI, "--depth", "1", "--games", "2", "--record", record,
    ];
    results(&arguments);
    for name in ["saved.ggf", "saved.pgn"] {
        let saved = fresh(name);
        let saved = saved.to_str().expect("it is text");
        let arguments = [&arguments[..], &["--save", saved]].concat();
        results(&arguments);
        let whole = kept(saved);
        let games = whole.matches("kaeshi match").count();
        assert_eq!(games, 2, "{whole}");
        let half = whole.len() / 2;
        for beginning in [0, 1, half, whole.len() - 1, whole.len()] {
            fs::write(saved, &whole[..beginning]).expect("it can be written");
            results(&arguments);
            assert_eq!(kept(saved), whole, "{beginning}");
        }
        let others = [
            "precious\n".to_owned(),
            format!("{whole}precious\n"),
            whole[half..].to_owned(),
            whole.replacen("Kaeshi", "Edax", 1),
        ];
        for other in others {
            fs::write(saved, &other).expect("it can be written");
            let why = refusal(&arguments);
            let expected = format!(
                "kaeshi: --save {saved}: the file has more than the games of the record: name another one, or remove it\n"
            );
            assert_eq!((why, kept(saved)), (expected, other));
        }
    }
    let saved = fresh("unsaved.pgn");
    let saved = saved.to_str().expect("it is text");
    fs::write(saved, "precious").expect("it can be written");
    let why = refusal(&["--first", KAESHI, "--second", KAESHI, "--save", saved]);
    assert!(
        why.contains("the file is not empty: name another one, or remove it"),
        "{why}"
    );
    assert_eq!(kept(saved), "precious");
}

/// A game resumed after an allowed change of a program's name keeps the names it was played under.
#[test]
#[cfg(unix)]
fn saved_games_keep_the_names_of_their_programs() {
    let (file, command) = program("renamed.sh");
    let [record, saved] = ["renamed.jsonl", "renamed.ggf"].map(fresh);
    let [record, saved] = [&record, &saved].map(|path| path.to_str().expect("it is text"));
    let script = fs::read_to_string(&file).expect("it is there");
    let mut before = String::new();
    for (games, name) in [("1", "Old"), ("2", "New"), ("3", "New"), ("4", "Newest")] {
        let named = script.replace("echo ugiok", &format!("echo id name {name}; echo ugiok"));
        fs::write(&file, named).expect("it can be written");
        results(&[
            "--first",
            &command,
            "--second",
            KAESHI,
            "--depth",
            "1",
            "--games",
            games,
            "--record",
            record,
            "--allow-changed",
            "--save",
            saved,
        ]);
        let text = kept(saved);
        assert!(text.starts_with(&before), "{before}{text}");
        let added = text.strip_prefix(&before).unwrap_or_default();
        assert!(added.contains(&format!("[{name}]")), "{games}: {text}");
        before = text;
    }
}

#[test]
fn a_record_and_the_file_of_its_games_are_two() {
    let both = fresh("both.ggf");
    let both = both.to_str().expect("it is text");
    let why = refusal(&[
        "--first", KAESHI, "--second", KAESHI, "--record", both, "--save", both,
    ]);
    let expected = "both.ggf: --record and --save both write this file";
    assert!(why.contains(expected), "{why}");
    assert!(!PathBuf::from(both).exists());
}

#[test]
fn another_time_control_is_named_as_options_set_it() {
    let record = fresh("depths.jsonl");
    let record = record.to_str().expect("it is text");
    let with = |depth: &'static str| {
        let games = ["--games", "1", "--record", record, "--depth", depth];
        [&["--first", KAESHI, "--second", KAESHI][..], &games].concat()
    };
    results(&with("1"));
    let why = refusal(&with("2"));
    let expected = "its time control was '--depth 1', now it is '--depth 2'";
    assert!(why.contains(expected), "{why}");
}
