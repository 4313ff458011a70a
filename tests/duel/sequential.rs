//! Matches that a sequential test ends.

use super::{KAESHI, play};

#[test]
fn a_tournament_without_a_number_of_games_ends_by_its_test() {
    let engines = [3, 0].map(|level| format!("name=L{level},cmd={KAESHI} --level {level}"));
    let output = play(&[
        "--engine",
        &engines[0],
        "--engine",
        &engines[1],
        "--depth",
        "1",
        "--sprt",
        "elo0=0,elo1=100,alpha=0.4,beta=0.4",
    ]);
    let text = String::from_utf8(output.stdout).expect("text");
    assert!(output.status.success(), "{text}");
    let head = "2 programs, round robin, until the test decides\n";
    assert!(text.starts_with(head), "{text}");
    assert!(text.contains("; 2 games\n"), "{text}");
    assert!(!text.contains("1844") && !text.contains(" left"), "{text}");
    let verdict = text.lines().find(|line| line.contains("LLR"));
    let verdict = verdict.unwrap_or_else(|| panic!("{text}"));
    assert!(verdict.starts_with("elo0=0,elo1=100"), "{verdict}");
    assert!(verdict.ends_with(" accepted"), "{verdict}");
}
