//! The input: notations, comments, byte order marks, files without problems. Also warnings and progress.

use std::fs;

use crate::run::{Scratch, random_problems, solve};

/// FFO 1, without its answers.
const FFO_1: &str = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X";

#[test]
fn a_byte_order_mark_is_no_part_of_the_first_problem() {
    let text = format!("\u{feff}{FFO_1}; G8:+18;\n{FFO_1}; G8:+18;\n");
    let file = Scratch::new("mark.obf", &text);
    for (args, input) in [(&["--json"][..], &*text), (&["--json", file.path()], "")] {
        let run = solve(args, input);
        assert_eq!((run.stderr.as_str(), run.code), ("", Some(0)));
        let numbers: Vec<_> = run
            .answers()
            .iter()
            .map(|answer| answer["number"].clone())
            .collect();
        assert_eq!(numbers, [1, 2]);
    }
    // The mark is accepted only at the start of the input.
    let run = solve(&["--json"], &format!("{FFO_1}\n\u{feff}{FFO_1}\n"));
    assert_eq!((run.answers().len(), run.code), (1, Some(1)));
}

#[test]
fn text_of_other_encodings_is_named() {
    let file = Scratch::new("wide.obf", "");
    let wide: Vec<u8> = format!("\u{feff}{FFO_1}\n")
        .encode_utf16()
        .flat_map(u16::to_le_bytes)
        .collect();
    fs::write(&file.0, wide).expect("it can be written");
    let run = solve(&["--json", file.path()], "");
    assert!(
        run.stderr.contains("UTF-16 text: save it as UTF-8"),
        "{}",
        run.stderr
    );
    assert_eq!((run.stdout.as_str(), run.code), ("", Some(2)));
}

#[test]
fn comments_are_kept_whatever_is_in_them() {
    let comment = "FFO-01 \"quoted\" \\ \u{e9} \u{8fd4}\u{3057} end";
    let lines = format!("{FFO_1}; % {comment}\n{FFO_1} # {comment}\n{FFO_1}\n");
    let run = solve(&["--json"], &lines);
    let answers = run.answers();
    assert_eq!(answers[0]["comment"], comment);
    assert_eq!(answers[1]["comment"], comment);
    assert!(answers[2].get("comment").is_none());
    assert_eq!(run.stdout.lines().count(), 3);
}

#[test]
fn every_notation_is_read_line_by_line() {
    let fen = "2xxxx2/ooo2xx1/8/8/8/8/8/8 x";
    let text = format!("{FFO_1}\n{fen} % mark\nf5d6c3 # moves\nothello {FFO_1};\n");
    let run = solve(&["--json", "--time", "0.05"], &text);
    let answers = run.answers();
    let notations: Vec<_> = answers
        .iter()
        .map(|answer| answer["notation"].clone())
        .collect();
    assert_eq!(notations, ["obf", "fen", "transcript", "obf"]);
    assert_eq!(answers[1]["comment"], "mark");
    assert_eq!(answers[2]["comment"], "moves");
    assert_eq!(answers[2]["empties"], 57);
    let run = solve(&["--time", "0.05"], &text);
    assert!(
        run.stdout.contains("2 positions read as OBF"),
        "{}",
        run.stdout
    );
    assert!(
        run.stdout.contains("1 position read as a transcript"),
        "{}",
        run.stdout
    );
}

#[test]
fn files_without_a_problem_are_named() {
    for text in ["", "\n\n", "% nothing\n", "\u{feff}"] {
        let file = Scratch::new("empty.obf", text);
        let run = solve(&["--json", file.path()], "");
        assert!(
            run.stderr.contains("empty.obf: no problem in this file"),
            "{}",
            run.stderr
        );
        assert_eq!((run.stdout.as_str(), run.code), ("", Some(1)));
    }
    let file = Scratch::new("short.obf", &random_problems(3, 5, 1));
    let run = solve(&["--json", file.path(), "--from", "4"], "");
    assert!(
        run.stderr.contains("no problem from number 4 on: it has 3"),
        "{}",
        run.stderr
    );
    let folder = std::env::temp_dir();
    let run = solve(&["--json", folder.to_str().expect("UTF-8")], "");
    assert_eq!((run.stdout.as_str(), run.code), ("", Some(2)));
    assert!(run.stderr.starts_with("kaeshi: "), "{}", run.stderr);
    // An empty pipe is not an error.
    let run = solve(&["--json"], "");
    assert_eq!(
        (run.stdout.as_str(), run.stderr.as_str(), run.code),
        ("", "", Some(0))
    );
}

/// Input without line ends is refused within moments, although it never ends.
#[cfg(unix)]
#[test]
fn endless_input_is_refused() {
    use std::time::{Duration, Instant};

    let begun = Instant::now();
    for words in [&["--json"][..], &["--json", "/dev/zero"]] {
        let zeros = std::fs::File::open("/dev/zero").expect("the system has it");
        let mut child = crate::run::command(words)
            .stdin(zeros)
            .spawn()
            .expect("the binary is built before its tests");
        let status = loop {
            if let Some(status) = child.try_wait().expect("it can be waited for") {
                break status;
            }
            if begun.elapsed() > Duration::from_secs(60) {
                child.kill().expect("it still reads");
            }
            std::thread::sleep(Duration::from_millis(10));
        };
        let run = crate::run::end(child);
        assert_eq!((run.stdout.as_str(), status.code()), ("", Some(2)));
        assert!(
            run.stderr.contains("line 1 does not end within 16 MiB"),
            "{}",
            run.stderr
        );
        assert_eq!(run.stderr.lines().count(), 1, "{}", run.stderr);
    }
}

/// A warning precedes the search of a position that takes years, unless there is a time limit.
#[test]
fn what_takes_years_is_announced() {
    use std::io::{BufRead, BufReader};

    let mut child = crate::run::command(&["--json", "--position", "f5d6c3d3"])
        .spawn()
        .expect("the binary is built before its tests");
    let mut stderr = BufReader::new(child.stderr.take().expect("stderr is piped"));
    let mut line = String::new();
    stderr.read_line(&mut line).expect("it warns");
    child.kill().expect("it still thinks");
    child.wait().expect("it ends");
    assert!(line.contains("56 empty squares take about "), "{line}");
    assert!(line.contains(" years"), "{line}");
    let run = solve(&["--json", "--position", "f5d6c3d3", "--time", "0.05"], "");
    assert_eq!(run.stderr, "");
}

#[test]
fn progress_is_told_in_a_pipe_of_many_problems() {
    let problems = random_problems(2000, 10, 5);
    let file = Scratch::new("many.obf", &problems);
    let run = solve(&["--json", "--progress", "0.005", file.path()], "");
    let first = run.stderr.lines().next().unwrap_or_default();
    assert!(
        first.contains(" of 2000 positions in 0:00:0"),
        "{}",
        run.stderr
    );
    for args in [&["--quiet"][..], &[]] {
        let args = [&["--json", file.path(), "--to", "50"], args].concat();
        assert_eq!(solve(&args, "").stderr, "");
    }
}

/// Answers hold the name of a file as a JSON string; messages are one line and escape its control characters.
#[test]
#[cfg(unix)]
fn names_of_files_move_no_cursor() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    use std::process::Stdio;

    for name in [&b"a\x1b[2Jb\n.obf"[..], b"\xff\xfe.obf", b"\"\\.obf"] {
        let file = Scratch::new("place", "");
        let path = file.0.with_file_name(OsStr::from_bytes(
            &[format!("kaeshi-{}-", std::process::id()).as_bytes(), name].concat(),
        ));
        fs::write(&path, format!("{FFO_1}\nzz\n")).expect("it can be written");
        let child = crate::run::command(&["--json"])
            .arg(&path)
            .stdin(Stdio::null())
            .spawn()
            .expect("the binary is built before its tests");
        let run = crate::run::end(child);
        fs::remove_file(&path).expect("it was written");
        assert_eq!(run.answers().len(), 1);
        assert!(run.answers()[0]["file"].is_string());
        assert!(!run.stderr.contains('\x1b'), "{}", run.stderr);
        assert_eq!(run.stderr.lines().count(), 1, "{}", run.stderr);
        assert_eq!(run.code, Some(1));
    }
}
