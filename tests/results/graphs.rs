//! Graphs are well-formed, and written as files are.

use std::fs;

use crate::{answer, folder, game, header, refusal, ten_pairs, write};

/// Checks that elements are closed in order, and that attributes and entities are whole.
fn check_xml(text: &str) {
    let mut open: Vec<String> = Vec::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('<') {
        check_entities(before);
        let (tag, after) = after.split_once('>').expect("a tag ends");
        assert!(!tag.contains('<'), "{tag}");
        check_entities(tag);
        assert_eq!(tag.matches('"').count() % 2, 0, "{tag}");
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop().as_deref(), Some(name), "{tag}");
        } else if !tag.ends_with('/') {
            open.push(tag.split_whitespace().next().expect("a name").to_owned());
        }
        rest = after;
    }
    assert!(open.is_empty() && rest.trim().is_empty(), "{open:?} {rest}");
}

fn check_entities(text: &str) {
    for part in text.split('&').skip(1) {
        let known = ["amp;", "lt;", "gt;", "quot;", "#39;"];
        assert!(
            known.iter().any(|entity| part.starts_with(entity)),
            "{text}"
        );
    }
    assert!(
        !text.contains(|character: char| character.is_control() && character != '\n'),
        "{text}"
    );
}

#[test]
fn graphs_are_well_formed() {
    let folder = folder("graphs");
    let name = format!("</text><script>&\"'\u{7}\u{202e}{}", "n".repeat(300));
    for (number, pace) in ["PerMove(100ms)", "PerMove(1s)", "PerMove(10s)"]
        .into_iter()
        .enumerate()
    {
        let header = header([&name, "beta2"], pace);
        let (points, margin) = [(0.0, -2), (0.5, 0), (1.0, 2)][number];
        let games = [game(1, points, margin, "f5 d6"), game(2, 1.0, 2, "f5 d6")];
        write(
            &folder.join(format!("{number}.jsonl")),
            &[vec![header], games.into()].concat(),
        );
    }
    let lines = answer(&folder, "0.jsonl 1.jsonl 2.jsonl --svg -");
    check_xml(&lines);
    for part in [
        "seconds for each move, logarithmic",
        ">0.1</text>",
        ">10</text>",
        "prefers-color-scheme:dark",
        "&lt;/text&gt;&lt;script&gt;",
    ] {
        assert!(lines.contains(part), "{part}: {lines}");
    }
    assert!(
        !lines.contains("<script") && lines.matches('n').count() < 2000,
        "{lines}"
    );
    // The middle of a logarithmic axis from 0.1 to 10 is 1.
    let middle = f64::midpoint(90.0, 472.0);
    assert!(
        lines.contains(&format!("translate({middle:.1},165.5)")),
        "{lines}"
    );
    for (arguments, parts) in [
        ("0.jsonl --svg -", &["Score by side", "as Black"][..]),
        (
            "0.jsonl --by opening --svg -",
            &["Score by opening", "f5d6", "50.0 %"],
        ),
        (
            "0.jsonl 1.jsonl --by record --svg -",
            &["Score by record", "1.jsonl", "75.0 %"],
        ),
        (
            "2.jsonl --by time --svg -",
            &["Score by time", "10 s a move"],
        ),
    ] {
        let bars = answer(&folder, arguments);
        check_xml(&bars);
        for part in parts {
            assert!(bars.contains(part), "{arguments} {part}: {bars}");
        }
    }
}

#[test]
fn a_file_is_replaced_only_with_force() {
    let folder = folder("force");
    ten_pairs(&folder);
    let table = answer(&folder, "ten.jsonl --svg a.svg");
    assert!(table.contains("alpha against beta2"), "{table}");
    let graph = fs::read_to_string(folder.join("a.svg")).expect("it is there");
    check_xml(&graph);
    fs::write(folder.join("a.svg"), "old").expect("it can be written");
    let why = refusal(&folder, "ten.jsonl --svg a.svg");
    assert!(why.contains("a.svg") && why.lines().count() == 1, "{why}");
    assert_eq!(
        fs::read_to_string(folder.join("a.svg")).expect("it is there"),
        "old"
    );
    let why = refusal(&folder, "ten.jsonl --svg ./ten.jsonl --force");
    assert!(why.contains("--svg would replace this file"), "{why}");
    answer(&folder, "ten.jsonl --svg a.svg --force");
    assert_eq!(
        fs::read_to_string(folder.join("a.svg")).expect("it is there"),
        graph
    );
}
