//! The files of `--html`, `--ggf` and `--pgn`.

use std::fs;
use std::process::Command;

use crate::{GAME, analyse, texts, under_test};

#[test]
fn a_page_is_small_and_escapes_its_names() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let page = folder.path().join("game.html");
    let name = page.to_str().expect("text");
    let pgn = format!(
        "[Black \"<script>alert(1)</script>\"]\n[White \"A & \\\"B\\\"\"]\n\n{GAME_IN_PGN}\n"
    );
    let arguments = ["--level", "1", "--quiet", "--html", name];
    let (status, _, why) = texts(&analyse(&arguments, &pgn));
    assert_eq!((status, why.as_str()), (Some(0), ""));
    let text = fs::read_to_string(&page).expect("a page");
    assert!(text.len() < 150_000, "{}", text.len());
    assert!(text.contains("&lt;script&gt;alert(1)&lt;/script&gt;"));
    assert!(text.contains("A &amp; &quot;B&quot;"));
    assert_eq!(text.matches("<script").count(), 1);
    // It needs no network; the address is the name of a language.
    assert!(
        !text
            .replace("http://www.w3.org/2000/svg", "")
            .contains("http")
    );
    assert_eq!(text.matches("data-board=\"").count(), 63);
    // A file that exists stays.
    let (status, out, why) = texts(&analyse(&arguments, GAME));
    assert_eq!((status, out.as_str()), (Some(2), ""));
    assert!(why.contains("--force"), "{why}");
}

/// The game in PGN.
const GAME_IN_PGN: &str = "1. f5 d6 2. c3 f3 3. f4 d3 4. c4 g6 5. f6 e6 6. c5 c6 7. d7 d8 8. e7 g5 9. e3 d2 10. g4 h3 11. f7 b5 12. h5 g3 \
13. b4 b6 14. c8 b8 15. c7 e8 16. f8 g8 17. h4 h6 18. e2 d1 19. c1 a3 20. a6 a5 21. e1 f2 22. g7 c2 23. a4 h8 24. a2 b7 \
25. f1 b3 26. b1 b2 27. h7 a7 28. a8 a1 29. g1 g2 30. h2 h1 34-30";

#[test]
fn several_games_are_a_folder_with_a_list() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let pages = folder.path().join("pages");
    let name = pages.to_str().expect("text");
    let arguments = ["--level", "1", "--quiet", "--html", name];
    let (status, _, why) = texts(&analyse(&arguments, "f5d6c3\nf5f6e6\n"));
    assert_eq!((status, why.as_str()), (Some(0), ""));
    let mut names: Vec<_> = fs::read_dir(&pages)
        .expect("a folder")
        .map(|entry| {
            entry
                .expect("a file")
                .file_name()
                .into_string()
                .expect("text")
        })
        .collect();
    names.sort();
    assert_eq!(names, ["game0001.html", "game0002.html", "index.html"]);
    let index = fs::read_to_string(pages.join("index.html")).expect("a page");
    assert!(index.contains("href=\"game0002.html\""), "{index}");
    let file = folder.path().join("one.html");
    let one = ["--level", "1", "--html", file.to_str().expect("text")];
    let (status, _, why) = texts(&analyse(&one, "f5d6c3\nf5f6e6\n"));
    assert_eq!(status, Some(2));
    assert!(why.contains("2 games need a folder"), "{why}");
}

#[test]
fn games_with_values_are_read_back() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for (option, ending) in [("--ggf", "ggf"), ("--pgn", "pgn")] {
        let file = folder.path().join(format!("game.{ending}"));
        let name = file.to_str().expect("text");
        let (status, _, why) = texts(&analyse(&["--level", "1", "--quiet", option, name], GAME));
        assert_eq!((status, why.as_str()), (Some(0), ""));
        let text = fs::read_to_string(&file).expect("a file");
        match ending {
            "ggf" => assert!(text.contains("W[H1/-4"), "{text}"),
            _ => assert!(text.contains("h1 {-4 exact}"), "{text}"),
        }
        let back = under_test::kaeshi()
            .args(["convert", name, "-", "--to", "transcript"])
            .output()
            .expect("it starts");
        assert_eq!(String::from_utf8_lossy(&back.stdout), format!("{GAME}\n"));
    }
}

#[test]
fn a_position_is_drawn() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("board.svg");
    let draw = |more: &[&str]| -> Command {
        let mut command = under_test::kaeshi();
        command
            .args(["eval", "--position", &GAME[..96], "--svg"])
            .arg(&file)
            .args(more);
        command
    };
    let output = draw(&["--json"]).output().expect("it starts");
    assert!(output.status.success());
    let text = fs::read_to_string(&file).expect("a picture");
    assert!(text.starts_with("<svg xmlns="), "{text}");
    // The last move, and a value on each of the squares to play on.
    assert_eq!(text.matches("class=\"r\"").count(), 1, "{text}");
    assert!(text.matches("class=\"v\"").count() >= 1, "{text}");
    assert_eq!(
        draw(&[]).output().expect("it starts").status.code(),
        Some(2)
    );
    assert!(
        draw(&["--force"])
            .output()
            .expect("it starts")
            .status
            .success()
    );
    let piped = under_test::kaeshi().args(["eval", "--svg", "-"]).output();
    let piped = piped.expect("it starts");
    let why = String::from_utf8_lossy(&piped.stderr);
    assert_eq!(piped.status.code(), Some(2));
    assert!(why.contains("-: not standard output here"), "{why}");
}

/// Two outputs under one name, and an output that is an input, are refused before anything is analysed.
#[test]
fn outputs_do_not_replace_each_other() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let games = folder.path().join("games.txt");
    fs::write(&games, "f5d6c3\nf5f6e6\n").expect("it can be written");
    for (arguments, why) in [
        ("games.txt --ggf x --pgn x", "--ggf and --pgn both write"),
        (
            "games.txt --game 1 --html x --pgn ./x",
            "--html and --pgn both write",
        ),
        (
            "games.txt --html pages --ggf pages/index.html",
            "--html and --ggf both write",
        ),
        (
            "games.txt --html pages --pgn pages/game0002.html",
            "--html and --pgn both write",
        ),
        (
            "games.txt --ggf games.txt",
            "--ggf would replace this file, which FILE reads",
        ),
    ] {
        let output = under_test::kaeshi()
            .args(["analyse", "--level", "1", "--quiet", "--force"])
            .args(arguments.split(' '))
            .current_dir(folder.path())
            .output();
        let (status, out, said) = texts(&output.expect("it starts"));
        assert_eq!((status, out.as_str()), (Some(2), ""), "{arguments}");
        assert!(said.contains(why) && said.lines().count() == 1, "{said}");
        assert!(!folder.path().join("x").exists(), "{arguments}");
    }
    let kept = fs::read_to_string(games).expect("it is there");
    assert_eq!(kept, "f5d6c3\nf5f6e6\n");
}
