//! The yardstick on positions near the end: it repeats, continues after a kill, and judges other programs.

#[cfg(unix)]
use std::fs;

use serde_json::Value;

use crate::folder::Folder;

/// The report as JSON.
fn json(folder: &Folder, options: &str) -> Value {
    let report = folder.run(&format!("yardstick {options} --json"));
    serde_json::from_str(&report).expect("one JSON object")
}

/// A weak engine in positions that are solved at once.
const QUICK: &str = "--empties 9-11 --count 30 --seed 5 --depth 1 --hash 1";

#[test]
fn a_seed_repeats_and_a_longer_search_loses_less() {
    let folder = Folder::new("yardstick-repeats");
    let one = folder.run(&format!(
        "yardstick {QUICK} --out one.jsonl --solved solved.jsonl"
    ));
    let two = folder.run(&format!("yardstick {QUICK} --out two.jsonl --jobs 3"));
    assert_eq!(one, two);
    assert!(
        one.contains("depth 1: 9 to 11 empty squares, seed 5"),
        "{one}"
    );
    // What the first run has solved is not solved again.
    let solved = folder.text("solved.jsonl");
    let again = folder.run(&format!(
        "yardstick {QUICK} --out three.jsonl --solved solved.jsonl"
    ));
    assert_eq!(again, one);
    assert_eq!(folder.text("solved.jsonl"), solved);
    let deep = QUICK.replace("--depth 1", "--nodes 100000");
    let deep = json(
        &folder,
        &format!("{deep} --out deep.jsonl --solved solved.jsonl --against one.jsonl"),
    );
    assert_eq!(deep["all"]["loss"]["mean"], 0.0, "{deep}");
    assert_eq!(deep["all"]["losses"][0], 30, "{deep}");
    assert_eq!(deep["against"]["positions"], 30, "{deep}");
    let gain = deep["against"]["loss"]["mean"].as_f64().expect("a number");
    assert!(gain < 0.0, "{deep}");
}

#[test]
fn an_interrupted_run_continues() {
    let folder = Folder::new("yardstick-continues");
    let whole = folder.run(&format!("yardstick {QUICK} --out whole.jsonl"));
    let text = folder.text("whole.jsonl");
    for length in [40, text.len() / 2, text.len() - 3] {
        folder.write("torn.jsonl", &text[..length]);
        assert_eq!(
            folder.run(&format!("yardstick {QUICK} --out torn.jsonl")),
            whole
        );
        assert_eq!(folder.text("torn.jsonl").lines().count(), 31);
    }
    // More positions go on with the same file, fewer report its first ones.
    let more = QUICK.replace("30", "35");
    let more = json(&folder, &format!("{more} --out whole.jsonl"));
    assert_eq!(more["all"]["positions"], 35);
    assert_eq!(
        folder.run(&format!("yardstick {QUICK} --out whole.jsonl")),
        whole
    );
}

#[test]
fn answers_of_another_kind_are_refused_and_kept() {
    let folder = Folder::new("yardstick-refuses");
    folder.run(&format!("yardstick {QUICK} --out out.jsonl"));
    let text = folder.text("out.jsonl");
    let other = QUICK.replace("--depth 1", "--depth 2");
    let refused = folder.refused(&format!("yardstick {other} --out out.jsonl"));
    assert!(refused.contains("made with another limit"), "{refused}");
    assert_eq!(folder.text("out.jsonl"), text);
    folder.write("notes.txt", "not mine\n");
    let refused = folder.refused(&format!("yardstick {QUICK} --out notes.txt"));
    assert!(refused.contains("line 1: no answers"), "{refused}");
    assert_eq!(folder.text("notes.txt"), "not mine\n");
    let refused = folder.refused(&format!(
        "yardstick {QUICK} --out new.jsonl --against notes.txt"
    ));
    assert!(refused.contains("line 1: no answers"), "{refused}");
}

/// The position after f5, with scores that are made up.
const AFTER_F5: &str = "---------------------------OX------XXX-------------------------- O";

/// A program that always plays this move.
#[cfg(unix)]
fn script(folder: &Folder, best: &str) -> String {
    use std::os::unix::fs::PermissionsExt;

    folder.write(
        "engine",
        &format!(
            "#!/bin/sh\nwhile read -r word rest; do case $word in\n\
             ugi) echo 'id name Constant'; echo ugiok;;\n\
             isready) echo readyok;;\n\
             go) echo \"info depth 7 score cp 150 nodes 123 pv {best}\"; echo 'bestmove {best}';;\n\
             esac; done\n"
        ),
    );
    let path = folder.file("engine");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).expect("it may be executed");
    "./engine".to_owned()
}

#[cfg(unix)]
#[test]
fn another_program_is_judged_by_scores_of_a_file() {
    let folder = Folder::new("yardstick-program");
    folder.write(
        "known.obf",
        &format!("# known\n\n{AFTER_F5}; d6:+2; f4:-4; f6:+0;\n"),
    );
    let engine = script(&folder, "f4");
    let options = format!("--positions known.obf --engine {engine} --hash 1");
    let report = json(&folder, &format!("{options} --out f4.jsonl"));
    let all = &report["all"];
    assert_eq!(all["positions"], 1, "{report}");
    assert_eq!(all["loss"]["mean"], 6.0, "{report}");
    assert_eq!(all["score_error"]["mean"], 0.5, "{report}");
    assert_eq!(all["nodes"], 123.0, "{report}");
    assert_eq!(all["losses"], serde_json::json!([0, 0, 0, 1]), "{report}");
    let engine = report["setup"]["engine"].as_str().expect("a text");
    assert!(engine.starts_with("Constant ("), "{report}");
    script(&folder, "a1");
    let refused = folder.refused(&format!("yardstick {options} --out a1.jsonl"));
    assert!(refused.contains("its move a1 is not legal"), "{refused}");
    // Another program of the same name does not continue the file.
    let refused = folder.refused(&format!("yardstick {options} --out f4.jsonl"));
    assert!(
        refused.contains("another program of the engine"),
        "{refused}"
    );
    let refused = folder.refused("yardstick --engine ./nothing --out nothing.jsonl");
    assert!(refused.contains("the engine './nothing'"), "{refused}");
}
