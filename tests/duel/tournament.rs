//! Tournaments: several programs, several games at the same time, files of programs, openings from games.

use std::fmt::Write as _;
use std::fs;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::{KAESHI, fake, fresh, play, refusal, results};

/// A program that plays at a level.
fn level(level: u32) -> String {
    format!("name=L{level},cmd={KAESHI} --level {level}")
}

/// The games of a record, by number, without the header.
fn entries(record: &str) -> Vec<Value> {
    let text = fs::read_to_string(record).expect("it is there");
    let games = text.lines().skip(1);
    let mut games: Vec<Value> = games
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect();
    games.sort_by_key(|game| game["number"].as_u64());
    games
}

fn numbers(games: &[Value]) -> Vec<u64> {
    games
        .iter()
        .map(|game| game["number"].as_u64().expect("a number"))
        .collect()
}

#[test]
fn each_program_plays_each_other_one_and_the_same_games_again() {
    let record = fresh("round-robin.jsonl");
    let record = record.to_str().expect("text");
    let engines = [level(0), level(1), level(2)];
    let mut arguments = vec![
        "--games", "4", "--depth", "1", "--record", record, "--anchor", "L0=1000",
    ];
    for engine in &engines {
        arguments.extend(["--engine", engine]);
    }
    let found = results(&[&arguments[..], &["--concurrency", "3"]].concat());
    assert_eq!(found["games"], 12, "{found}");
    let games = entries(record);
    assert_eq!(numbers(&games), (1..=12).collect::<Vec<_>>());
    for engines in [["L0", "L1"], ["L0", "L2"], ["L1", "L2"]] {
        let own: Vec<_> = games
            .iter()
            .filter(|game| game["engines"] == json!(engines))
            .collect();
        let firsts = own.iter().filter(|game| game["first_moves_first"] == true);
        assert_eq!((own.len(), firsts.count()), (4, 2), "{engines:?}");
    }
    let points: f64 = games
        .iter()
        .filter(|game| game["engines"][0] == "L0")
        .map(|game| game["points"].as_f64().expect("points"))
        .sum();
    let rated = found["engines"].as_array().expect("programs");
    let anchor = rated
        .iter()
        .find(|engine| engine["name"] == "L0")
        .expect("it played");
    assert_eq!(
        (&anchor["elo"], &anchor["points"], &anchor["games"]),
        (&json!(1000.0), &json!(points), &json!(8))
    );
    // A finished tournament prints its table again.
    let table = String::from_utf8(play(&arguments).stdout).expect("text");
    assert!(table.contains("Record of 12 games"), "{table}");
    assert!(table.contains("rank  name"), "{table}");
    // `kaeshi results` is for two programs.
    let said = Command::new(KAESHI)
        .args(["results", record])
        .output()
        .expect("it runs")
        .stderr;
    assert!(String::from_utf8_lossy(&said).contains("the record of a tournament"));
    let why = refusal(&[&arguments[..], &["--engine", &level(3)]].concat());
    assert!(why.contains("its programs was 'L0: "), "{why}");
}

/// Killed with SIGKILL three times: complete, and nothing twice.
#[test]
#[cfg(unix)]
fn a_tournament_survives_any_death() {
    let record = fresh("killed.jsonl");
    let record = record.to_str().expect("text");
    let engines = [level(0), level(1), level(2)];
    let mut arguments = vec![
        "match",
        "--games",
        "6",
        "--depth",
        "2",
        "--record",
        record,
        "--concurrency",
        "2",
        "--json",
    ];
    for engine in &engines {
        arguments.extend(["--engine", engine]);
    }
    let recorded = || fs::read_to_string(record).map_or(0, |text| text.lines().count());
    for _ in 0..3 {
        let before = recorded();
        let mut child = Command::new(KAESHI)
            .args(&arguments)
            .stdout(Stdio::null())
            .spawn()
            .expect("it runs");
        while recorded() < before + 3 && child.try_wait().expect("it can be asked").is_none() {
            thread::sleep(Duration::from_millis(5));
        }
        child.kill().expect("it can be killed");
        child.wait().expect("it is dead");
    }
    assert!(recorded() < 19, "it was killed too late");
    let output = Command::new(KAESHI)
        .args(&arguments)
        .output()
        .expect("it runs");
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    let found: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(numbers(&entries(record)), (1..=18).collect::<Vec<_>>());
    assert_eq!(found["games"], 18, "{found}");
    let sum: f64 = found["engines"]
        .as_array()
        .expect("programs")
        .iter()
        .filter_map(|engine| engine["points"].as_f64())
        .sum();
    assert!((sum - 18.0).abs() < 1e-9, "{found}");
}

/// With an odd number of games for each pairing, the pairing says who moves first, not the number of the game.
#[test]
fn a_tournament_of_single_games_is_resumed() {
    let record = fresh("single.jsonl");
    let record = record.to_str().expect("text");
    let engines = [level(0), level(1), level(2)];
    let mut arguments = vec!["--depth", "1", "--record", record, "--games", "1"];
    for engine in &engines {
        arguments.extend(["--engine", engine]);
    }
    results(&arguments);
    let whole = fs::read_to_string(record).expect("it is there");
    assert_eq!(whole.lines().count(), 4, "{whole}");
    for left in 1..4 {
        let lines = whole.split_inclusive('\n').take(left);
        fs::write(record, lines.collect::<String>()).expect("it can be written");
        results(&arguments);
        assert_eq!(numbers(&entries(record)), [1, 2, 3]);
    }
    results(&arguments);
    assert_eq!(numbers(&entries(record)), [1, 2, 3]);
}

/// A refused run does not change the file of games.
#[test]
fn a_tournament_of_other_games_leaves_the_saved_ones() {
    let [record, saved] = ["numbered.jsonl", "numbered.ggf"].map(fresh);
    let [record, saved] = [&record, &saved].map(|path| path.to_str().expect("text"));
    let engines = [level(0), level(1), level(2)];
    let mut arguments = vec!["--depth", "1", "--record", record, "--save", saved];
    for engine in &engines {
        arguments.extend(["--engine", engine]);
    }
    results(&[&arguments[..], &["--games", "1"]].concat());
    let before = fs::read_to_string(saved).expect("it is there");
    assert_eq!(before.matches("(;GM[Othello]").count(), 3, "{before}");
    // Without the second game, as if games at the same time had been interrupted.
    let text = fs::read_to_string(record).expect("it is there");
    let lines = text.split_inclusive('\n');
    let rest: String = lines
        .filter(|line| !line.contains("\"number\":2,"))
        .collect();
    assert!(rest.len() < text.len());
    fs::write(record, rest).expect("it can be written");
    let why = refusal(&[&arguments[..], &["--games", "3"]].concat());
    assert!(why.contains("of the record is not between "), "{why}");
    let after = fs::read_to_string(saved).expect("it is there");
    assert_eq!(after, before);
}

/// The games are those of one game after the other, since programs at a fixed depth play the same.
#[test]
fn games_at_the_same_time_change_no_result() {
    let second = format!("{KAESHI} --level 1");
    let arguments = [
        "--first", KAESHI, "--second", &second, "--depth", "2", "--games", "6",
    ];
    let with = |more: &[&str]| {
        let mut found = results(&[&arguments[..], more].concat());
        found.as_object_mut().expect("an object").remove("time");
        found
    };
    let alone = with(&[]);
    assert_eq!(with(&["--concurrency", "3"]), alone);
    assert_eq!(with(&["--concurrency", "2", "--no-pin"]), alone);
}

#[test]
fn programs_come_from_a_file_in_every_protocol() {
    let file = fresh("engines.toml");
    let mut text = String::new();
    for protocol in ["ugi", "gtp", "nboard", "usi", "uci"] {
        let _ = writeln!(
            text,
            "[[engine]]\nname = '{protocol}'\ncmd = '{KAESHI}'\nproto = '{protocol}'"
        );
        if protocol != "gtp" {
            text += "depth = 1\n";
        }
        if ["ugi", "usi", "uci"].contains(&protocol) {
            text += "[engine.option]\nHash = 2\n";
        }
    }
    fs::write(&file, &text).expect("it can be written");
    let file = file.to_str().expect("text");
    let found = results(&[
        "--engines",
        file,
        "--format",
        "gauntlet",
        "--games",
        "2",
        "--time",
        "2",
        "--tolerance",
        "5000",
    ]);
    assert_eq!(found["games"], 8, "{found}");
    for engine in found["engines"].as_array().expect("programs") {
        assert_eq!(engine["forfeits"], 0, "{found}");
    }
    let nodes = format!("cmd={KAESHI},nodes=100,name=n");
    let found = results(&[
        "--engine",
        &nodes,
        "--engine",
        &level(0),
        "--games",
        "2",
        "--depth",
        "1",
    ]);
    assert_eq!(found["engines"][0]["forfeits"], 0, "{found}");
}

#[test]
fn what_is_no_tournament_is_refused() {
    let (one, other) = (level(0), level(1));
    let unknown = format!("{one},option.Speed=3");
    let file = fresh("wrong.toml");
    fs::write(&file, "[[engine]]\ncmd = 'a'\nspeed = 3\n").expect("it can be written");
    let file = file.to_str().expect("text");
    for (arguments, why) in [
        (
            vec!["--engine", &one],
            "a tournament takes two programs or more",
        ),
        (
            vec!["--engine", &one, "--engine", &one],
            "two programs are called 'L0'",
        ),
        (
            vec!["--engine", &one, "--engine", "name=x"],
            "cmd is missing",
        ),
        (
            vec!["--engine", &one, "--engine", &other, "--anchor", "L7"],
            "--anchor L7: no program has this name",
        ),
        (
            vec!["--engine", &one, "--engine", &unknown],
            "two programs are called",
        ),
        (
            vec!["--engine", &one, "--engine", "cmd=no-such-program"],
            "'no-such-program': the command was not found",
        ),
        (
            vec!["--engine", &one, "--engine", &other, "--first", "a"],
            "cannot be used with",
        ),
        (
            vec!["--engines", file],
            "wrong.toml, line 3, column 1: unknown field `speed`",
        ),
        (vec!["--first", KAESHI], "--second <COMMAND>"),
        (
            vec![
                "--first",
                KAESHI,
                "--second",
                KAESHI,
                "--adjudicate",
                "4",
                "--game",
                "gomoku",
            ],
            "--adjudicate goes with Othello",
        ),
    ] {
        let said = refusal(&arguments);
        assert!(said.contains(why), "{arguments:?}: {said}");
    }
}

#[test]
fn openings_come_from_games_and_positions() {
    let games = fresh("openings.ggf");
    let line = "(;GM[Othello]PC[]PB[a]PW[b]RE[?]TY[8]BO[8 ---------------------------O*------*O--------------------------- *]B[F5]W[D6]B[C3]W[D3]B[C4];)\n";
    fs::write(
        &games,
        format!("{line}{}", line.replace("W[D3]B[C4]", "W[F4]")),
    )
    .expect("it can be written");
    let positions = fresh("openings.obf");
    fs::write(
        &positions,
        "------------------XO------XXX------OXX-----O-------------------- O;\n",
    )
    .expect("it can be written");
    let record = fresh("from-games.jsonl");
    for (file, plies, moves, position) in [
        (&games, "4", "f5 d6 c3 d3", None),
        (&games, "3", "f5 d6 c3", None),
        (&positions, "8", "", Some("8/8/2xo4/2xxx3/3oxx2/3o4/8/8 o")),
    ] {
        let _ = fs::remove_file(&record);
        let (file, kept) = (file.to_str().expect("text"), record.to_str().expect("text"));
        results(&[
            "--first",
            KAESHI,
            "--second",
            KAESHI,
            "--games",
            "1",
            "--depth",
            "1",
            "--openings",
            file,
            "--opening-plies",
            plies,
            "--record",
            kept,
        ]);
        let game = &entries(kept)[0];
        assert!(
            game["moves"]
                .as_str()
                .is_some_and(|played| played.starts_with(moves)),
            "{game}"
        );
        assert_eq!(game["position"].as_str(), position, "{game}");
    }
    let gtp = format!("gtp:{KAESHI}");
    let why = refusal(&[
        "--first",
        KAESHI,
        "--second",
        &gtp,
        "--openings",
        positions.to_str().expect("text"),
    ]);
    assert!(
        why.contains("openings that are positions go with UGI only"),
        "{why}"
    );
}

/// The final difference is the one that the record proves: perfect play from the position is not better.
#[test]
fn a_game_may_end_by_proof_and_be_saved() {
    let record = fresh("proof.jsonl");
    let record = record.to_str().expect("text");
    let saved = fresh("proof.ggf");
    let saved = saved.to_str().expect("text");
    let arguments = [
        "--first",
        KAESHI,
        "--second",
        KAESHI,
        "--depth",
        "1",
        "--adjudicate",
        "9",
        "--record",
        record,
        "--save",
        saved,
    ];
    let found = results(&[&arguments[..], &["--games", "2"]].concat());
    for game in entries(record) {
        assert_eq!(game["end"], "proven", "{game}");
        let moves = game["moves"].as_str().expect("moves").replace("0000", "");
        assert!(moves.split_whitespace().count() <= 52, "{game}");
        let solved = Command::new(KAESHI)
            .args(["solve", "--json", "--position", &moves.replace(' ', "")])
            .output()
            .expect("it runs");
        let solved: Value = serde_json::from_slice(&solved.stdout).expect("JSON");
        let score = solved["score"].as_i64().expect("a score");
        let side = if solved["position"].as_str().expect("OBF").ends_with('X') {
            1
        } else {
            -1
        };
        let own = if game["first_moves_first"] == true {
            1
        } else {
            -1
        };
        assert_eq!(game["margin"], score * side * own, "{game} {solved}");
    }
    assert_eq!(found["forfeits"], json!([0, 0]));
    // Resumed, the file of games has all of them.
    results(&[&arguments[..], &["--games", "4"]].concat());
    let text = fs::read_to_string(saved).expect("it is there");
    assert_eq!(text.matches("(;GM[Othello]").count(), 4, "{text}");
    let why = refusal(&[
        "--first", KAESHI, "--second", KAESHI, "--depth", "1", "--save", saved,
    ]);
    assert!(why.contains("proof.ggf: "), "{why}");
}

/// Stops a match for a while, as a machine does that is away.
#[test]
#[cfg(unix)]
fn games_during_which_the_machine_was_away_are_marked() {
    let slow = fake("sleep 0.05; echo bestmove a1");
    let record = fresh("away.jsonl");
    let record = record.to_str().expect("text");
    let arguments = [
        "match",
        "--first",
        &slow,
        "--second",
        KAESHI,
        "--games",
        "40",
        "--tolerance",
        "400",
        "--record",
        record,
    ];
    let mut child = Command::new(KAESHI)
        .args(arguments)
        .stdout(Stdio::null())
        .spawn()
        .expect("it runs");
    let send = |signal: &str| {
        let status = Command::new("kill")
            .args([signal, &child.id().to_string()])
            .status();
        assert!(status.expect("kill runs").success());
    };
    let recorded = || fs::read_to_string(record).map_or(0, |text| text.lines().count());
    let start = Instant::now();
    let wait_for = |count: usize| {
        while recorded() < count {
            assert!(start.elapsed() < Duration::from_secs(120), "no game ends");
            thread::sleep(Duration::from_millis(5));
        }
    };
    wait_for(3);
    // A pause between two games belongs to none of them, so there are several.
    for _ in 0..4 {
        send("-STOP");
        thread::sleep(Duration::from_secs(1));
        send("-CONT");
        wait_for(recorded() + 3);
    }
    child.kill().expect("it can be killed");
    child.wait().expect("it is dead");
    let games = entries(record);
    let away = games.iter().filter_map(|game| game["stalled"].as_f64());
    let away = away.filter(|seconds| *seconds > 0.9).count();
    assert!((1..games.len()).contains(&away), "{games:?}");
}
