//! Random openings, and the games that they leave.

use std::fs;

use serde_json::Value;

use super::{KAESHI, fresh, refusal, results};

/// Arguments of a match of Kaeshi against itself in `game`, which begins with `plies` random plies.
fn itself<'a>(game: &'a str, plies: &'a str) -> [&'a str; 8] {
    [
        "--first",
        KAESHI,
        "--second",
        KAESHI,
        "--game",
        game,
        "--opening-plies",
        plies,
    ]
}

/// Programs play the end of every game, even where most random games are over after the opening.
#[test]
fn random_openings_leave_a_game_to_play() {
    for (game, plies) in [
        ("tictactoe", "8"),
        ("mnk 4 3 3", "8"),
        ("connect4", "30"),
        ("othello", "59"),
    ] {
        let record = fresh("short.jsonl");
        let record = record.to_str().expect("text");
        let more = ["--games", "6", "--depth", "1", "--record", record];
        results(&[&itself(game, plies)[..], &more].concat());
        let text = fs::read_to_string(record).expect("it is there");
        let games = text.lines().skip(1);
        let games: Vec<Value> = games
            .map(|line| serde_json::from_str(line).expect("JSON"))
            .collect();
        assert_eq!(games.len(), 6, "{text}");
        for played in games {
            let moves = played["moves"].as_str().expect("moves");
            let moves = moves.split_whitespace().count();
            let opening: usize = plies.parse().expect("a number");
            assert_eq!(played["opening_plies"], opening, "{played}");
            assert!(moves > opening, "{game}: {played}");
        }
    }
}

#[test]
fn openings_that_leave_no_game_are_refused() {
    for (game, plies) in [("tictactoe", "9"), ("tictactoe", "20"), ("othello", "200")] {
        let said = refusal(&[&itself(game, plies)[..], &["--depth", "1"]].concat());
        let why = format!("the game is over after {plies} random plies");
        assert!(said.contains(&why) && said.lines().count() == 1, "{said}");
    }
}

/// A game or a position of a file that leaves nothing to play is refused with its place before any game begins.
#[test]
fn games_that_are_over_are_no_openings() {
    let start = "-".repeat(27) + "O*------*O" + &"-".repeat(27);
    let ggf = |moves: &str| format!("(;GM[Othello]TY[8]BO[8 {start} *]{moves};)\n");
    let wipeout = "B[e6]W[f4]B[e3]W[f6]B[g5]W[d6]B[e7]W[f5]B[c5]";
    let good = ggf("B[f5]W[d6]B[c3]");
    let full = format!("{start} X;\n{}{} X;\n", "X".repeat(40), "O".repeat(24)).replace('*', "X");
    for (file, text, plies, why) in [
        (
            "over.ggf",
            good.clone() + &ggf(wipeout),
            "9",
            "over.ggf, game 2, line 2: the game is over after its first 9 plies",
        ),
        (
            "over.obf",
            full,
            "8",
            "over.obf, game 2, line 2: the game is over in this position",
        ),
        (
            "illegal.ggf",
            ggf("B[f5]W[a1]"),
            "8",
            "illegal.ggf, game 1, line 1: move 2 (a1): no disc would be turned over",
        ),
    ] {
        let path = fresh(file);
        fs::write(&path, text).expect("it can be written");
        let path = path.to_str().expect("text");
        let more = ["--depth", "1", "--openings", path];
        let said = refusal(&[&itself("othello", plies)[..], &more].concat());
        assert!(said.contains(why) && said.lines().count() == 1, "{said}");
    }
    // The same games with fewer plies are openings.
    let path = fresh("short.ggf");
    fs::write(&path, good + &ggf(wipeout)).expect("it can be written");
    let more = [
        "--depth",
        "1",
        "--games",
        "4",
        "--openings",
        path.to_str().expect("text"),
    ];
    results(&[&itself("othello", "3")[..], &more].concat());
}

/// Files of games hold Othello, which is known before the first game.
#[test]
fn other_games_than_othello_are_not_saved() {
    let saved = fresh("other.pgn");
    let save = ["--save", saved.to_str().expect("text")];
    let said = refusal(&[&itself("tictactoe", "2")[..], &save].concat());
    assert!(said.contains("--save goes with Othello only"), "{said}");
    assert!(!saved.exists());
}
