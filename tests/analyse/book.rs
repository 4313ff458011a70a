//! Values of opening books.

use crate::{analyse, lines, texts, under_test};

#[test]
fn a_book_replaces_searches_that_are_less_deep() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let book = folder.path().join("my.book");
    let games = folder.path().join("games.txt");
    std::fs::write(&games, "f5d6c3d3c4f4\nf5f6e6f4\n").expect("a file");
    let path = book.to_str().expect("text");
    let made = |arguments: &[&str]| {
        let output = under_test::kaeshi().arg("book").args(arguments).output();
        let output = output.expect("it starts");
        assert!(output.status.success(), "{output:?}");
    };
    made(&["add", path, games.to_str().expect("text")]);
    made(&["fix", path, "--depth", "8", "--hash", "16"]);
    let arguments = ["--level", "1", "--json", "--quiet", "--book", path];
    let game = &lines(&analyse(&arguments, "f5d6c3d3c4\n"))[0];
    assert_eq!(game["effort"], "level 1, book my.book");
    let moves = game["moves"].as_array().expect("moves");
    let is_book = |value: &serde_json::Value| value["book"] == true;
    assert!(
        is_book(&game["end"]) && moves.iter().all(|mv| is_book(&mv["best"])),
        "{game}"
    );
    assert!(
        moves
            .iter()
            .all(|mv| mv["best"]["depth"].as_u64() >= Some(8)),
        "{game}"
    );
    // Level 3 searches 10 plies: only lines of the book that begin with two moves or more are as deep.
    let deeper = ["--level", "3", "--json", "--quiet", "--book", path];
    let game = &lines(&analyse(&deeper, "f5d6c3d3c4\n"))[0];
    assert!(!is_book(&game["end"]), "{game}");
    let (status, out, _) = texts(&analyse(
        &["--level", "1", "--quiet", "--book", path],
        "f5d6c3\n",
    ));
    assert_eq!(status, Some(0));
    assert!(out.contains("  book, depth "), "{out}");
    let without = ["--level", "1", "--json", "--quiet", "--no-book"];
    let game = &lines(&analyse(&without, "f5d6c3d3c4\n"))[0];
    assert_eq!(game["effort"], "level 1");
    assert!(!game.to_string().contains("\"book\""), "{game}");
    for wrong in [
        &["--book", "/nowhere/my.book"][..],
        &["--book", path, "--no-book"],
        &["--book", path, "--time", "1"],
        &["--book", path, "--game", "connect4"],
    ] {
        let (status, out, why) = texts(&analyse(wrong, "f5d6c3\n"));
        assert_eq!((status, out.as_str()), (Some(2), ""), "{wrong:?}");
        assert!(!why.is_empty());
    }
}
