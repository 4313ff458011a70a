//! `kaeshi convert`: games pass through every format; games that cannot be converted are named and skipped.

mod files;
mod losses;
#[path = "../common/skip.rs"]
mod skip;
mod xboard;

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use skip::say_skipped;

const KAESHI: &str = env!("CARGO_BIN_EXE_kaeshi");

/// Three tournament games, two of them with passes, an unfinished game, and the shortest possible game.
const GAMES: &str = "\
f5d6c3f3f4d3c4g6f6e6c5c6d7d8e7g5e3d2g4h3f7b5h5g3b4b6c8b8c7e8f8g8h4h6e2d1c1a3a6a5e1f2g7c2a4h8a2b7f1b3b1b2h7a7a8a1g1g2h2h1
f5f6e6f4f3d6c6d3g6e7g5d7c7h5c3h6e3b6c5d8c8b8a6b5g4d2e1c1f2h4a5e2f8b3f7g1h3h2g3a4c4b4c2b1a3a7a8e8b7b2a1a2d1g8h8g2g7h7f1h1
f5f6e6f4f3c5g6e3d3g5b6c4c3d6h6g4h3d2e2h5h4c2e1d1c1b3e7c6g3d7c8f1f2b1b4a5c7b5a6f8a4a3a2d8e8b8b2g1g2a1b7a7a8f7g8h1g7h2h7h8
e6f4e3f6g5d6e7f5c5
";

/// Runs `kaeshi convert` with `input` on its standard input.
fn convert(arguments: &[&str], input: &[u8]) -> Output {
    let mut command = Command::new(KAESHI);
    command
        .arg("convert")
        .args(arguments)
        .env_remove("RUST_LOG");
    let pipes = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let mut child = pipes.spawn().expect("it starts");
    let mut stdin = child.stdin.take().expect("it was asked for");
    let input = input.to_owned();
    let writer = std::thread::spawn(move || drop(stdin.write_all(&input)));
    let output = child.wait_with_output().expect("it ends");
    writer.join().expect("it does not panic");
    output
}

/// The output of a run that succeeds without a message.
#[track_caller]
fn good(arguments: &[&str], input: impl AsRef<[u8]>) -> Vec<u8> {
    let output = convert(arguments, input.as_ref());
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(
        output.status.success() && errors.is_empty(),
        "{arguments:?}: {errors}"
    );
    output.stdout
}

#[track_caller]
fn good_text(arguments: &[&str], input: impl AsRef<[u8]>) -> String {
    String::from_utf8(good(arguments, input)).expect("it is text")
}

/// Exit status, output and error messages of a run.
fn bad(arguments: &[&str], input: impl AsRef<[u8]>) -> (i32, String, String) {
    let output = convert(arguments, input.as_ref());
    let text = |bytes| String::from_utf8(bytes).expect("it is text");
    (
        output.status.code().expect("it ended"),
        text(output.stdout),
        text(output.stderr),
    )
}

/// A new empty folder of that name.
fn folder(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).expect("it can be made");
    path
}

fn path(folder: &Path, name: &str) -> String {
    folder.join(name).to_str().expect("it is text").to_owned()
}

#[test]
fn games_come_back_from_every_format() {
    let formats = ["transcript", "ggf", "pgn", "wthor"];
    for one in formats {
        let there = good(&["--from", "transcript", "--to", one], GAMES);
        for other in formats {
            let on = good(&["--from", one, "--to", other], &there);
            let back = good_text(&["--from", other, "--to", "transcript"], on);
            assert_eq!(back, GAMES, "{one} {other}");
        }
    }
}

#[test]
fn files_say_their_format_and_may_be_the_same() {
    let folder = folder("convert");
    let names = ["a.txt", "a.ggf", "a.pgn", "a.WTB", "b.txt"].map(|name| path(&folder, name));
    fs::write(&names[0], GAMES).expect("it can be written");
    for pair in names.windows(2) {
        good(&[&pair[0], &pair[1]], "");
        let text = fs::read(&pair[1]).expect("it is there");
        if !pair[1].ends_with("WTB") {
            let marked = [&b"\xef\xbb\xbf"[..], &text].concat();
            fs::write(&pair[1], marked).expect("it can be written");
        }
    }
    good(&["--force", &names[4], &names[4]], "");
    assert_eq!(fs::read_to_string(&names[4]).expect("it is there"), GAMES);
    let upper = format!("\u{feff}{}", GAMES.to_uppercase()).replace('\n', "\r\n");
    fs::write(&names[0], upper).expect("it can be written");
    good(&["--force", &names[0], &names[0]], "");
    assert_eq!(fs::read_to_string(&names[0]).expect("it is there"), GAMES);
}

#[test]
fn what_is_known_about_a_game_is_kept() {
    let start = "-".repeat(27) + "O*------*O" + &"-".repeat(27);
    let line = format!(
        "(;GM[Othello]PC[a place]DT[2020.01.02]PB[\"A\" B]PW[C]RE[-12.00:t]TI[5:00/0:05]TY[8]BO[8 {start} *]\
         B[F5/0.50/1.25]W[D6//2.00];)\n"
    );
    assert_eq!(good_text(&["--from", "ggf", "--to", "ggf"], &line), line);
    let pgn = good_text(&["--from", "ggf", "--to", "pgn"], &line);
    let expected = "[Event \"a place\"]\n[Date \"2020.01.02\"]\n[Black \"\\\"A\\\" B\"]\n[White \"C\"]\n\
                    [Result \"26-38\"]\n[Termination \"time forfeit\"]\n\n1. f5 d6 26-38\n\n";
    assert_eq!(pgn, expected);
    assert_eq!(good_text(&["--from", "pgn", "--to", "pgn"], &pgn), expected);
    // The last game is lost by 64 discs with squares left empty.
    let ggf = good_text(&["--from", "transcript", "--to", "ggf"], GAMES);
    let results: Vec<_> = ggf
        .lines()
        .map(|line| line.split("RE[").nth(1).expect("a result"))
        .collect();
    let results: Vec<_> = results
        .iter()
        .map(|text| text.split(']').next().expect("it ends"))
        .collect();
    assert_eq!(results, ["+4.00", "+40.00", "-30.00", "+64.00"]);
    assert!(ggf.contains("[PA]"), "passes are written in GGF");
    let start = good_text(&["--from", "transcript", "--to", "ggf"], "\n# none\nf5d6\n");
    assert!(start.contains("RE[?]"), "{start}");
}

/// No full board has an odd difference of discs, so it needs a tag of its own.
#[test]
fn odd_margins_come_back_from_pgn() {
    let start = "-".repeat(27) + "O*------*O" + &"-".repeat(27);
    let over = "B[e6]W[f4]B[e3]W[f6]B[g5]W[d6]B[e7]W[f5]B[c5]";
    for (result, moves) in [
        ("+13.00", "B[F5]W[D6]"),
        ("-7.50:t", "B[F5]W[D6]"),
        ("-1.00:s", "B[F5]"),
        ("+63.00:r", over),
    ] {
        let line = format!("(;GM[Othello]RE[{result}]TY[8]BO[8 {start} *]{moves};)\n");
        let ggf = good_text(&["--from", "ggf", "--to", "ggf"], &line);
        assert!(ggf.contains(&format!("RE[{result}]")), "{ggf}");
        let pgn = good_text(&["--from", "ggf", "--to", "pgn"], &line);
        assert!(pgn.contains("[Result \"*\"]"), "{pgn}");
        assert!(pgn.contains(&format!("[Margin \"{result}\"]")), "{pgn}");
        assert_eq!(good_text(&["--from", "pgn", "--to", "ggf"], &pgn), ggf);
    }
}

#[test]
fn other_positions_travel_where_they_can() {
    let problem = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X; G8:+18; H1:+12; % FFO-01\n";
    assert_eq!(
        good_text(&["--from", "obf", "--to", "obf"], problem),
        problem
    );
    let bare = problem.split(" G8").next().expect("a position").to_owned() + "\n";
    for format in ["ggf", "pgn"] {
        let there = good(&["--from", "obf", "--to", format], problem);
        assert_eq!(
            good_text(&["--from", format, "--to", "obf"], there),
            bare,
            "{format}"
        );
    }
    for (format, what) in [("transcript", "a transcript"), ("wthor", "WTHOR")] {
        let (status, _, why) = bad(&["--from", "obf", "--to", format], problem);
        let reason = format!("record 1, line 1: skipped: {what} begins at the starting position");
        assert!(status == 1 && why.contains(&reason), "{why}");
    }
    let twenty = good_text(
        &["--from", "transcript", "--to", "obf", "--empties", "20"],
        &GAMES[..121],
    );
    assert_eq!(
        twenty
            .split(' ')
            .next()
            .expect("a board")
            .matches('-')
            .count(),
        20
    );
}

#[test]
fn what_is_bad_is_named_and_skipped() {
    let games = "f5d6\nf5d6a1\n\nf5 x9\nf5d6c3\n";
    let (status, out, why) = bad(&["--from", "transcript", "--to", "transcript"], games);
    assert_eq!((status, out.as_str()), (1, "f5d6\nf5d6c3\n"));
    let lines: Vec<_> = why.lines().collect();
    assert_eq!(
        lines,
        [
            "kaeshi: standard input, record 2, line 2: skipped: move 3 (a1): no disc would be turned over",
            "kaeshi: standard input, record 3, line 4: skipped: expected a square from a1 to h8, or a pass (pa) at \
             column 4, found 'x9'",
            "kaeshi: 2 records skipped, 2 converted",
        ]
    );
    // A record of WTHOR that is not valid does not prevent reading the others.
    let mut base = good(&["--from", "transcript", "--to", "wthor"], GAMES);
    base[16 + 68 + 8] = 99;
    let (status, out, why) = bad(&["--from", "wthor", "--to", "transcript"], &base);
    assert_eq!((status, out.lines().count()), (1, 3));
    assert!(
        why.contains("record 2: skipped: move 1: 99 is not a square"),
        "{why}"
    );
    let (status, _, why) = bad(&["--from", "transcript", "--to", "wthor"], "f5d6");
    assert!(
        status == 1 && why.contains("the game has no result, which WTHOR requires"),
        "{why}"
    );
    let (status, out, why) = bad(
        &["--from", "pgn", "--to", "transcript"],
        "[Black \"a\"]\n\n*\n",
    );
    assert_eq!((status, out.as_str()), (1, ""));
    assert!(why.contains("the game has no moves"), "{why}");
    let pgn = "[Black \"a\"]\n\n1. f5 d6\n\n[Black \"b\"]\n\n1. f5 d6\n2. q1\n";
    let (status, out, why) = bad(&["--from", "pgn", "--to", "transcript"], pgn);
    assert_eq!((status, out.as_str()), (1, "f5d6\n"));
    assert!(
        why.contains("standard input, record 2, line 8: skipped: expected a move such as f5"),
        "{why}"
    );
}

/// A conversion that succeeds, but says in one line for each kind what it leaves out or doubts.
#[track_caller]
fn noted(arguments: &[&str], input: &str) -> (String, String) {
    let output = convert(arguments, input.as_bytes());
    let [out, said] =
        [output.stdout, output.stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
    assert!(output.status.success(), "{said}");
    (out, said)
}

/// A damaged record of a match, whose margin is not that of its moves.
#[test]
fn a_margin_that_the_moves_contradict_is_named() {
    let record = "{\"first\":\"a\",\"second\":\"b\",\"game\":\"othello\",\"pace\":\"\",\"openings\":\"\"}\n\
        {\"number\":1,\"first_moves_first\":true,\"points\":0.0,\"margin\":-64,\"end\":\"over\",\"left\":[1.0,1.0],\
        \"moves\":\"e6 f4 e3 f6 g5 d6 e7 f5 c5\"}\n";
    let (out, said) = noted(&["--from", "match", "--to", "ggf"], record);
    assert!(out.contains("RE[+64.00]"), "{out}");
    assert!(
        said.contains("record 1, line 2: its margin -64 and its 0 points are left out"),
        "{said}"
    );
    good(
        &["--from", "match", "--to", "ggf"],
        record.replace("-64", "64").replace("0.0,", "1.0,"),
    );
}

#[test]
fn what_makes_no_sense_is_refused() {
    let folder = folder("refused");
    let (text, base) = (path(&folder, "a.txt"), path(&folder, "a.wtb"));
    fs::write(&text, "f5d6a1\n").expect("it can be written");
    fs::write(&base, "Dear reader, this is no base.").expect("it can be written");
    let unknown = path(&folder, "a.doc");
    fs::write(&unknown, "f5d6\n").expect("it can be written");
    for (arguments, why) in [
        (
            vec![],
            "the format of standard input is not known: say it with --from",
        ),
        (
            vec![unknown.as_str(), "b.txt"],
            "a.doc: the name ends in none of .txt, .ggf, .pgn, .wtb, .obf, .sgf, .jsonl: say the format with --from",
        ),
        (vec!["no/such/file.txt", "b.ggf"], "no/such/file.txt: "),
        (vec!["no/such/file", "b.ggf"], "no/such/file: No such file"),
        (
            vec!["--force", base.as_str(), text.as_str()],
            "a.wtb: the header says a board of 32 by 32, not 8 by 8",
        ),
        (
            vec!["--from", "wthor", "--to", "ggf"],
            "0 bytes are too few for a file of WTHOR",
        ),
        (
            vec!["--from", "ggf", "--to", "match"],
            "only 'kaeshi match --record' writes the record of a match: --to takes transcript, ggf, pgn, wthor or obf",
        ),
        (
            vec!["--from", "ggf", "--to", "sgf"],
            "SGF can only be read: --to takes transcript, ggf, pgn, wthor or obf",
        ),
        (
            vec![text.as_str(), "b.sgf"],
            "SGF can only be read: --to takes transcript,",
        ),
        (
            vec![text.as_str(), "b.doc"],
            "b.doc: the name ends in none of .txt, .ggf, .pgn, .wtb, .obf: say the format with --to",
        ),
        (
            vec!["--from", "sgf", "--to", "ggf", "--year", "2000"],
            "--year has no effect",
        ),
        (
            vec![text.as_str(), "b.wtb", "--players", text.as_str()],
            "a.txt: 7 bytes are too few for a file of WTHOR",
        ),
    ] {
        let (status, out, said) = bad(&arguments, "");
        assert_eq!((status, out.as_str()), (2, ""), "{arguments:?}: {said}");
        assert!(
            said.contains(why) && said.lines().count() == 1,
            "{arguments:?}: {said}"
        );
    }
    let (_, _, said) = bad(&["--from", "match", "--to", "ggf"], "hello\n");
    assert!(said.contains("not the record of a match"), "{said}");
    // If no game is good, nothing is written.
    let (status, _, _) = bad(&["--force", &text, &base], "");
    assert_eq!(status, 1);
    assert!(
        fs::read_to_string(&base)
            .expect("it is there")
            .starts_with("Dear reader")
    );
}

#[test]
fn players_and_tournaments_have_names_and_numbers() {
    let folder = folder("names");
    let (jou, trn) = (path(&folder, "a.jou"), path(&folder, "a.trn"));
    let names = |names: &[&str], size: usize| {
        let mut bytes = vec![
            20,
            20,
            1,
            1,
            0,
            0,
            0,
            0,
            u8::try_from(names.len()).expect("few"),
            0,
            0,
            0,
            0,
            0,
            0,
            0,
        ];
        for name in names {
            let mut field: Vec<u8> = name
                .chars()
                .map(|letter| u8::try_from(letter).expect("Latin"))
                .collect();
            field.resize(size, 0);
            bytes.extend(field);
        }
        bytes
    };
    fs::write(&jou, names(&["???", "Lévy", "Tastet"], 20)).expect("it can be written");
    fs::write(&trn, names(&["???", "Paris"], 26)).expect("it can be written");
    let files = ["--players", jou.as_str(), "--tournaments", trn.as_str()];
    let pgn = "[Event \"Paris\"]\n[Date \"1999.05.01\"]\n[Black \"Tastet\"]\n[White \"lévy\"]\n[Result \"40-24\"]\n\n1. f5 d6\n";
    let base = good(
        &[&["--from", "pgn", "--to", "wthor"], &files[..]].concat(),
        pgn,
    );
    assert_eq!(base[10..12], [0xcf, 0x07]);
    assert_eq!(base[16..24], [1, 0, 2, 0, 1, 0, 40, 40]);
    let called = good_text(
        &[&["--from", "wthor", "--to", "ggf"], &files[..]].concat(),
        &base,
    );
    assert!(
        called.contains("PC[Paris]DT[1999]PB[Tastet]PW[Lévy]RE[+16.00]"),
        "{called}"
    );
    let numbered = good_text(&["--from", "wthor", "--to", "ggf"], &base);
    assert!(
        numbered.contains("PC[#1]DT[1999]PB[#2]PW[#1]RE[+16.00]"),
        "{numbered}"
    );
    let again = good(&["--from", "ggf", "--to", "wthor"], numbered);
    assert_eq!(again[4..], base[4..]);
    let stranger = pgn.replace("Tastet", "Nobody");
    let (status, _, why) = bad(
        &[&["--from", "pgn", "--to", "wthor"], &files[..]].concat(),
        stranger,
    );
    assert!(
        status == 1 && why.contains("the player 'Nobody' is not in the file of names"),
        "{why}"
    );
}

#[test]
fn the_record_of_a_match_becomes_games() {
    let folder = folder("record");
    let (record, games) = (path(&folder, "m.jsonl"), path(&folder, "m.pgn"));
    let played = Command::new(KAESHI)
        .args([
            "match", "--first", KAESHI, "--second", KAESHI, "--depth", "2", "--games", "2",
            "--record", &record,
        ])
        .output();
    assert!(played.expect("it runs").status.success());
    good(&[&record, &games], "");
    let pgn = fs::read_to_string(&games).expect("it is there");
    assert_eq!(pgn.matches("[Event \"kaeshi match\"]").count(), 2, "{pgn}");
    let kept = fs::read_to_string(&record).expect("it is there");
    let transcripts = good_text(&[&games, "-", "--to", "transcript"], "");
    for (line, transcript) in kept.lines().skip(1).zip(transcripts.lines()) {
        let game: serde_json::Value = serde_json::from_str(line).expect("it is JSON");
        let moves = game["moves"].as_str().expect("text");
        assert_eq!(moves.replace("0000", "").replace(' ', ""), transcript);
    }
    let other =
        "{\"first\":\"a\",\"second\":\"b\",\"game\":\"gomoku\",\"pace\":\"\",\"openings\":\"\"}\n";
    let (status, _, why) = bad(&["--from", "match", "--to", "pgn"], other);
    assert!(status == 2 && why.contains("a match of gomoku"), "{why}");
}

/// The tournament games from 1977 to 2022 pass through WTHOR unchanged.
#[test]
fn a_whole_base_comes_back() {
    let shared =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/data/games/wthor_1977_2022.txt.xz");
    let unpacked = Command::new("xz").arg("-dc").arg(&shared).output();
    let Some(unpacked) = unpacked.ok().filter(|output| output.status.success()) else {
        say_skipped(format_args!(
            "{} is not there, or xz is not",
            shared.display()
        ));
        return;
    };
    let text = String::from_utf8(unpacked.stdout).expect("it is text");
    let games: Vec<_> = text
        .lines()
        .filter_map(|line| line.split_once(' '))
        .take(5000)
        .collect();
    let moves: Vec<_> = games.iter().map(|(moves, _)| *moves).collect();
    let transcripts = moves.join("\n") + "\n";
    let base = good(&["--from", "transcript", "--to", "wthor"], &transcripts);
    for ((_, score), record) in games.iter().zip(base[16..].chunks(68)) {
        assert_eq!(record[6].to_string(), *score);
    }
    assert_eq!(
        good_text(&["--from", "wthor", "--to", "transcript"], base),
        transcripts
    );
}
