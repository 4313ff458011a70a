//! Games of m,n,k and Connect Four.

use crate::{analyse, lines, texts};

#[test]
fn other_games_say_who_wins() {
    let arguments = ["--game", "tictactoe", "--time", "5"];
    let (status, out, why) = texts(&analyse(&arguments, "a1b1a3a2\n"));
    assert_eq!((status, why.as_str()), (Some(0), ""));
    assert!(out.contains("   2      2  b1    "), "{out}");
    assert!(out.contains("a draw; the move makes it a loss\n"), "{out}");
    let json = analyse(&[&arguments[..], &["--json"]].concat(), "a1b1a3a2\n");
    let game = &lines(&json)[0];
    let results: Vec<_> = game["plies"]
        .as_array()
        .expect("plies")
        .iter()
        .map(|ply| ply["result"].clone())
        .collect();
    assert_eq!(results, [0, 0, 1, -1, 1]);
    let (status, _, why) = texts(&analyse(
        &["--game", "connect4", "--time", "0.01"],
        "d1z9\n",
    ));
    assert_eq!(status, Some(1));
    assert!(why.contains("game 1: skipped: move 2"), "{why}");
}

#[test]
fn options_for_othello_are_refused() {
    for option in [
        &["--ggf", "x.ggf"][..],
        &["--level", "3"],
        &["--thresholds", "2,4,8"],
        &["--no-book"],
    ] {
        let arguments = [&["--game", "connect4"], option].concat();
        let (status, out, why) = texts(&analyse(&arguments, "d1\n"));
        let expected = format!("kaeshi: {} is for games of Othello\n", option[0]);
        assert_eq!((status, out.as_str(), why), (Some(2), "", expected));
    }
}

#[test]
fn other_games_have_pages_and_are_resumed() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = |name: &str| folder.path().join(name).to_str().expect("text").to_owned();
    let (page, pages, prior) = (file("game.html"), file("pages"), file("out.jsonl"));
    let game = ["--game", "tictactoe", "--time", "5", "--quiet"];
    let with = |more: &[&str], input: &str| texts(&analyse(&[&game[..], more].concat(), input));
    let (status, _, why) = with(&["--html", &page], "a1b1a3a2\n");
    assert_eq!((status, why.as_str()), (Some(0), ""));
    let text = std::fs::read_to_string(&page).expect("a page");
    assert_eq!(text.matches("<section id=\"m").count(), 5, "{text}");
    assert_eq!(text.matches("class=\"pos bad\"").count(), 1, "{text}");
    assert!(text.contains("The move makes it <b>a loss</b>"), "{text}");
    assert!(
        !text
            .replace("http://www.w3.org/2000/svg", "")
            .contains("http")
    );
    let (status, _, why) = with(&["--html", &page], "a1b1a3a2\n");
    assert_eq!(status, Some(2));
    assert!(why.contains("--force"), "{why}");
    // The first game is taken from the earlier run, and both have pages.
    let (_, json, _) = with(&["--json"], "a1b1a3a2\n");
    std::fs::write(&prior, &json).expect("a file");
    let resumed = ["--json", "--resume", &prior, "--html", &pages];
    let (status, more, why) = with(&resumed, "a1b1a3a2\nb2a1\n");
    assert_eq!((status, why.as_str()), (Some(0), ""));
    assert_eq!(more.lines().count(), 1, "{more}");
    assert!(more.contains("\"number\":2"), "{more}");
    let index = std::fs::read_to_string(folder.path().join("pages/index.html")).expect("a page");
    assert!(
        index.contains("game0001.html") && index.contains("game0002.html"),
        "{index}"
    );
    std::fs::write(&prior, json.clone() + &json[..40]).expect("a file");
    let (status, _, why) = texts(&analyse(
        &[
            "--game",
            "tictactoe",
            "--time",
            "5",
            "--json",
            "--resume",
            &prior,
        ],
        "a1b1a3a2\n",
    ));
    assert_eq!(status, Some(0));
    assert!(why.contains("1 games read, 1 of them used"), "{why}");
    assert_eq!(std::fs::read_to_string(&prior).expect("text"), json);
}

/// Games of several lengths.
const GAMES: &str = "a1b1a3a2\nb2a1\nb2a1a3c1b1\na1\nb2b1a1\n";

#[test]
fn several_games_at_once_come_in_order() {
    let arguments = ["--game", "tictactoe", "--time", "5", "--quiet", "--json"];
    let with = |more: &[&str]| texts(&analyse(&[&arguments[..], more].concat(), GAMES));
    let one = with(&[]);
    assert_eq!((one.0, one.1.lines().count()), (Some(0), 5), "{}", one.2);
    assert_eq!(with(&["--jobs", "3"]), one);
    // The second and the fourth game are missing in the earlier run; only they are printed.
    let folder = tempfile::tempdir().expect("a temporary folder");
    let prior = folder.path().join("out.jsonl");
    let games: Vec<&str> = one.1.lines().collect();
    std::fs::write(&prior, [games[4], games[0], games[2], ""].join("\n")).expect("a file");
    let resume = prior.to_str().expect("text");
    let (status, out, _) = with(&["--jobs", "3", "--resume", resume]);
    assert_eq!(status, Some(0));
    assert_eq!(out.lines().collect::<Vec<_>>(), [games[1], games[3]]);
}
