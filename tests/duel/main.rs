//! `kaeshi match`: whole games through UGI, GTP and NBoard, records, and programs that misbehave.

mod cards;
mod engines;
mod limits;
mod openings;
mod options;
mod records;
mod sequential;
mod signals;
mod tournament;

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output};

use kaeshi_protocol::board::Disc;
use kaeshi_protocol::ggf::Game;

const KAESHI: &str = env!("CARGO_BIN_EXE_kaeshi");

fn play(arguments: &[&str]) -> Output {
    let mut command = Command::new(KAESHI);
    command.arg("match").args(arguments).env_remove("RUST_LOG");
    command.output().expect("it runs")
}

/// The output with `--json`.
#[track_caller]
fn results(arguments: &[&str]) -> serde_json::Value {
    let output = play(&[arguments, &["--json"]].concat());
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}");
    serde_json::from_slice(&output.stdout).expect("it is JSON")
}

/// The error message of a run that fails.
#[track_caller]
fn refusal(arguments: &[&str]) -> String {
    let output = play(arguments);
    assert!(!output.status.success(), "{arguments:?}");
    String::from_utf8(output.stderr).expect("it is text")
}

/// The path of a file of this test that does not exist yet.
fn fresh(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_file(&path);
    path
}

fn games(results: &serde_json::Value) -> u64 {
    ["wins", "draws", "losses"]
        .iter()
        .map(|name| results[name].as_u64().expect("a number"))
        .sum()
}

#[test]
fn whole_games_are_played_through_every_protocol() {
    for protocol in ["ugi", "gtp", "nboard"] {
        let second = format!("{protocol}:{KAESHI}");
        let results = results(&[
            "--first",
            KAESHI,
            "--second",
            &second,
            "--games",
            "2",
            "--time",
            "0.5",
            "--increment",
            "0.02",
            "--tolerance",
            "2000",
        ]);
        assert_eq!(games(&results), 2, "{results}");
        assert_eq!(results["forfeits"], serde_json::json!([0, 0]), "{results}");
        let name = results["second"]["name"].as_str().expect("a name");
        assert!(name.starts_with("Kaeshi"), "{name}");
    }
}

#[test]
fn a_program_without_a_clock_is_told_a_depth() {
    let second = format!("nboard@3:{KAESHI}");
    let mut command = Command::new(KAESHI);
    command.args([
        "match", "--first", KAESHI, "--second", &second, "--games", "1",
    ]);
    command.args(["--move-time", "0.02", "--tolerance", "2000"]);
    let output = command.env("RUST_LOG", "debug").output().expect("it runs");
    let talked = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{talked}");
    assert!(
        talked.contains("> set depth 3") && !talked.contains("> set depth 60"),
        "{talked}"
    );
}

/// The time on the clock of the side to move, as NBoard's protocol counts it, in seconds.
fn left_by_nboard(game: &Game) -> f64 {
    let own = match game.moves.last() {
        None => game.side,
        Some((Disc::Black, _)) => Disc::White,
        Some((Disc::White, _)) => Disc::Black,
    };
    let clock = game.clocks[usize::from(own == Disc::White)].expect("there is a clock");
    let moves = game.moves.iter().filter(|(disc, _)| *disc == own);
    let gained = moves.map(|(_, item)| {
        clock.increment.as_secs_f64() - item.seconds.expect("each move has a time")
    });
    clock.main.as_secs_f64() + gained.sum::<f64>()
}

#[test]
fn a_program_that_speaks_nboard_has_the_same_time_for_each_move() {
    let second = format!("nboard:{KAESHI}");
    let mut command = Command::new(KAESHI);
    command.args(["match", "--first", KAESHI, "--second", &second]);
    command.args(["--games", "2", "--move-time", "0.05", "--tolerance", "2000"]);
    let output = command.env("RUST_LOG", "debug").output().expect("it runs");
    let talked = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{talked}");
    let sent = talked.lines().filter_map(|line| line.split_once("> "));
    let mut game = None;
    let mut most = 0;
    for (_, line) in sent {
        if let Some(text) = line.strip_prefix("set game ") {
            game = Game::parse(text).expect("it is a game");
        }
        assert!(!line.starts_with("move "), "{line}");
        if line == "go" {
            let game = game.take().expect("a game is sent before each move");
            let left = left_by_nboard(&game);
            assert!((left - 0.05).abs() < 1e-9, "{left} s: {game:?}");
            most = most.max(game.moves.len());
        }
    }
    assert!(most > 40, "{talked}");
}

#[test]
fn a_program_that_cannot_be_told_a_depth_is_named() {
    let second = format!("gtp:{KAESHI} --level 1");
    let mut command = Command::new(KAESHI);
    command.args(["match", "--first", KAESHI, "--second", &second]);
    let output = command.args(["--games", "1", "--depth", "1"]).output();
    let output = output.expect("it runs");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}");
    let note = format!("note: '{second}' gets no depth, since its protocol has none");
    assert!(said.contains(&note) && said.lines().count() == 1, "{said}");
}

#[test]
fn each_program_has_its_own_clock() {
    let second = format!("gtp:{KAESHI}");
    let clocks = [
        ["--time", "0.2"],
        ["--increment", "0.01"],
        ["--second-time", "0.4"],
        ["--second-increment", "0.02"],
    ];
    let record = fresh("odds.jsonl");
    let record = record.to_str().expect("it is text");
    let mut command = Command::new(KAESHI);
    command.args(["match", "--first", KAESHI, "--second", &second]);
    command.args(clocks.as_flattened());
    command.args(["--games", "2", "--tolerance", "5000", "--record", record]);
    let output = command.env("RUST_LOG", "debug").output().expect("it runs");
    let talked = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{talked}");
    // One game as the first player, one as the second.
    for told in [
        "p1time 200 p2time 400 p1inc 10 p2inc 20",
        "p2time 200 p1inc 20 p2inc 10",
        "time_settings 0.400 0.020 0",
    ] {
        assert!(talked.contains(told), "{told}: {talked}");
    }
    let kept = fs::read_to_string(record).expect("it is there");
    let pace = "\"Clock(200ms, 10ms) against Clock(400ms, 20ms)\"";
    assert!(kept.contains(pace), "{kept}");
    let why = refusal(&["--first", KAESHI, "--second", KAESHI, "--second-time=-1"]);
    assert!(why.contains("'-1' for '--second-time"), "{why}");
}

/// As gtp-rhino does: whole seconds are accepted, fractions are a syntax error.
#[test]
#[cfg(unix)]
fn programs_that_read_whole_seconds_only_are_told_whole_seconds() {
    let strict = format!(
        "gtp:while read -r line; do case $line in *[0-9].[0-9]*) printf '? syntax error\\n\\n';; \
         *) echo \"$line\" >&3;; esac; done 3> >({KAESHI})"
    );
    let strict = format!(
        "gtp:bash -c '{}'",
        strict["gtp:".len()..].replace('\'', "'\\''")
    );
    let results = results(&[
        "--first",
        KAESHI,
        "--second",
        &strict,
        "--games",
        "2",
        "--time",
        "1",
        "--increment",
        "0",
        "--tolerance",
        "3000",
    ]);
    assert_eq!(results["forfeits"], serde_json::json!([0, 0]), "{results}");
}

#[test]
fn other_games_are_played_too() {
    let second = format!("gtp:{KAESHI}");
    for game in ["tictactoe", "mnk 10 9 5"] {
        let results = results(&[
            "--game",
            game,
            "--first",
            KAESHI,
            "--second",
            &second,
            "--games",
            "2",
            "--move-time",
            "0.02",
            "--tolerance",
            "2000",
        ]);
        assert_eq!(games(&results), 2, "{results}");
        assert_eq!(results["forfeits"], serde_json::json!([0, 0]), "{results}");
    }
}

#[test]
fn a_match_goes_on_where_its_record_ends() {
    let record = fresh("match.jsonl");
    let record = record.to_str().expect("it is text");
    let arguments = [
        "--first", KAESHI, "--second", KAESHI, "--depth", "1", "--record", record,
    ];
    let first = results(&[&arguments[..], &["--games", "3"]].concat());
    assert_eq!(games(&first), 3);
    let kept = fs::read_to_string(record).expect("it is there");
    assert_eq!(kept.lines().count(), 4);
    let whole = results(&[&arguments[..], &["--games", "4"]].concat());
    assert_eq!(games(&whole), 4);
    let grown = fs::read_to_string(record).expect("it is there");
    assert!(grown.starts_with(&kept) && grown.lines().count() == 5);
    // The same games without an interruption.
    let again = fresh("again.jsonl");
    let arguments = [
        "--first", KAESHI, "--second", KAESHI, "--depth", "1", "--record",
    ];
    results(
        &[
            &arguments[..],
            &[again.to_str().expect("text"), "--games", "4"],
        ]
        .concat(),
    );
    let moves = |text: &str| -> Vec<serde_json::Value> {
        let games = text.lines().skip(1);
        games
            .map(|line| {
                serde_json::from_str::<serde_json::Value>(line).expect("JSON")["moves"].clone()
            })
            .collect()
    };
    let again = fs::read_to_string(again).expect("it is there");
    assert_eq!(moves(&grown), moves(&again));
    // Both games of a pair begin with the same moves; different pairs with different ones.
    let opening = |game: &serde_json::Value| {
        let words = game.as_str().expect("text").split(' ');
        words.take(8).map(str::to_owned).collect::<Vec<_>>()
    };
    let openings: Vec<_> = moves(&grown).iter().map(opening).collect();
    assert!(openings[0] == openings[1] && openings[2] == openings[3] && openings[0] != openings[2]);
    let why = refusal(&[&arguments[..], &[record, "--games", "4", "--seed", "2"]].concat());
    assert!(
        why.contains(
            "it is the record of another match: its source of openings was 'random, seed 1', now it is 'random, seed 2'"
        ),
        "{why}"
    );
}

/// A shell script that answers `go` with `answer`.
fn fake(answer: &str) -> String {
    format!(
        "while read -r line; do case $line in ugi) echo ugiok;; isready) echo readyok;; \
         go*) {answer};; quit) exit;; esac; done"
    )
}

#[test]
#[cfg(unix)]
fn bad_programs_lose() {
    for (answer, end) in [
        ("echo bestmove a1", "illegal"),
        ("exit", "forfeit"),
        ("echo hello", "time"),
        ("sleep 4; echo bestmove a1", "time"),
    ] {
        let record = fresh("bad.jsonl");
        let record = record.to_str().expect("it is text");
        let results = results(&[
            "--first",
            KAESHI,
            "--second",
            &fake(answer),
            "--games",
            "2",
            "--move-time",
            "0.05",
            "--tolerance",
            "2000",
            "--record",
            record,
        ]);
        assert_eq!(results["wins"], 2, "{answer}: {results}");
        assert_eq!(
            results["forfeits"],
            serde_json::json!([0, 2]),
            "{answer}: {results}"
        );
        let broken = [("lost_on_time", "time"), ("illegal_moves", "illegal")];
        for (field, of) in broken {
            let lost = if end == of { 2 } else { 0 };
            assert_eq!(results[field], serde_json::json!([0, lost]), "{results}");
        }
        let kept = fs::read_to_string(record).expect("it is there");
        assert_eq!(
            kept.matches(&format!("\"{end}\"")).count(),
            2,
            "{answer}: {kept}"
        );
    }
}

/// Wins against a program that plays illegal moves decide a test after a fixed number of pairs, and it stays decided.
#[test]
#[cfg(unix)]
fn a_match_ends_when_its_test_is_decided() {
    let record = fresh("sprt.jsonl");
    let record = record.to_str().expect("it is text");
    let bad = fake("echo bestmove a1");
    let arguments = [
        "--first", KAESHI, "--second", &bad, "--depth", "1", "--record", record, "--sprt",
    ];
    let test = "elo0=-50,elo1=200,model=logistic";
    let broken = results(&[&arguments[..], &[test, "--games", "3"]].concat());
    assert_eq!(games(&broken), 3);
    assert_eq!(broken["pairs"], serde_json::json!([0, 0, 0, 0, 1]));
    assert!(broken["sprt"]["verdict"].is_null(), "{broken}");
    let torn = fs::read_to_string(record).expect("it is there") + "{\"number\":4,\"fir";
    fs::write(record, torn).expect("it can be written");
    let decided = results(&[&arguments[..], &[test]].concat());
    assert_eq!(decided["sprt"]["verdict"], "H1", "{decided}");
    let pairs = f64::from(u32::try_from(games(&decided) / 2).expect("few"));
    // All pairs add the same amount, so one pair less would not have been enough.
    let llr = decided["sprt"]["llr"].as_f64().expect("a number");
    let upper = decided["sprt"]["upper"].as_f64().expect("a number");
    assert!(
        llr >= upper && llr * (pairs - 1.0) < upper * pairs,
        "{decided}"
    );
    let kept = fs::read_to_string(record).expect("it is there");
    let again = results(&[&arguments[..], &[test]].concat());
    assert_eq!(again["sprt"], decided["sprt"]);
    assert_eq!(fs::read_to_string(record).expect("it is there"), kept);
    let said = play(&[&arguments[..], &[test]].concat()).stdout;
    let said = String::from_utf8(said).expect("it is text");
    assert!(
        said.contains("alpha=0.05,beta=0.05,model=logistic: LLR +"),
        "{said}"
    );
    assert!(
        said.contains("LLR +") && said.contains(", H1 accepted"),
        "{said}"
    );
}

#[test]
fn what_is_no_record_stays_as_it_is() {
    let file = fresh("letter.txt");
    let path = file.to_str().expect("it is text");
    for text in ["Dear reader", "Dear reader\nGood bye", "{}\n{}"] {
        fs::write(&file, text).expect("it can be written");
        let why = refusal(&["--first", KAESHI, "--second", KAESHI, "--record", path]);
        assert!(
            why.contains("letter.txt: it is no record of a match"),
            "{why}"
        );
        assert_eq!(fs::read_to_string(&file).expect("it is there"), text);
    }
}

#[test]
fn time_is_accounted_for() {
    let arguments = [
        "--first",
        KAESHI,
        "--second",
        KAESHI,
        "--games",
        "2",
        "--tolerance",
        "2000",
    ];
    let clocks = results(&[&arguments[..], &["--time", "0.5", "--increment", "0"]].concat());
    assert_eq!(
        clocks["phases"],
        serde_json::json!(["1-20", "21-40", "41-"])
    );
    for time in clocks["time"].as_array().expect("two programs") {
        let used = time["used_by_phase"].as_array().expect("three phases");
        let used: f64 = used
            .iter()
            .map(|phase| phase.as_f64().expect("seconds"))
            .sum();
        let left = time["left_at_end"].as_f64().expect("seconds");
        let least = time["least_left"].as_f64().expect("seconds");
        // On a busy machine a flag may fall within the tolerance, so that more time is used than there was.
        assert!((used + left - 0.5).abs() < 0.05 || least < 0.0, "{clocks}");
        assert!(least <= left + 0.01, "{clocks}");
    }
    let depth = results(&[&arguments[..], &["--depth", "1"]].concat());
    for time in depth["time"].as_array().expect("two programs") {
        assert!(
            time["least_left"].is_null() && time["left_at_end"].is_null(),
            "{depth}"
        );
    }
}

#[test]
fn what_makes_no_sense_is_refused() {
    let openings = fresh("openings.txt");
    fs::write(&openings, "# good and bad\nf5d6c3\n\nf5 d6 a1\n").expect("it can be written");
    let openings = openings.to_str().expect("it is text");
    let two = ["--first", KAESHI, "--second", KAESHI];
    for (arguments, why) in [
        (
            vec!["--openings", openings],
            "openings.txt, line 4: 'a1': no disc would be turned over",
        ),
        (
            vec!["--openings", "no/such/file"],
            "no/such/file: No such file",
        ),
        (
            vec!["--games", "0"],
            "'0' for '--games <N>': a whole number from 1",
        ),
        (
            vec!["--time=-1"],
            "'-1' for '--time <SECONDS>': a number of seconds from 0",
        ),
        (vec!["--sprt", "elo1=0"], "elo0 must be less than elo1"),
        (
            vec!["--move-time", "1", "--depth", "3"],
            "cannot be used with",
        ),
    ] {
        let said = refusal(&[&two[..], &arguments].concat());
        assert!(said.contains(why), "{arguments:?}: {said}");
    }
    let said = refusal(&["--first", "gtp:", "--second", KAESHI]);
    assert!(said.contains("'gtp:' names no program"), "{said}");
    let said = refusal(&["--first", "nboard@0:x", "--second", KAESHI]);
    assert!(
        said.contains("'nboard@0': after '@' a whole number of plies from 1 to 60"),
        "{said}"
    );
    let said = refusal(&["--first", "no-such-program", "--second", KAESHI]);
    assert!(
        said.contains("'no-such-program': the command was not found"),
        "{said}"
    );
    let nboard = format!("nboard:{KAESHI}");
    let said = refusal(&["--game", "gomoku", "--first", &nboard, "--second", KAESHI]);
    assert!(
        said.contains("NBoard's protocol does not know gomoku"),
        "{said}"
    );
}
