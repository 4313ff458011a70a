//! Random damage to files of records, which `kaeshi convert`, `kaeshi solve` and `kaeshi results` read.
//!
//! For any input, the program ends with a documented status, and each error is one printable line. Its output is read
//! back without an error and written again unchanged.

#[path = "common/under_test.rs"]
mod under_test;

#[path = "../fuzz/properties/src/conversation/mod.rs"]
#[allow(
    unreachable_pub,
    dead_code,
    reason = "it is a part of a library, whose other users need all of it"
)]
mod conversation;

use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Output, Stdio};
use std::thread;

use conversation::choices::{Choices, random_bytes};
use conversation::grammar::damage;

const START: &str = "8 ---------------------------O*------*O--------------------------- *";
/// Number of records in a file.
const RECORDS: usize = 120;

/// An input format and good records of it.
struct Format {
    name: &'static str,
    /// The head of the file, which is seldom damaged.
    head: &'static [u8],
    records: Vec<Vec<u8>>,
    /// The end of each record.
    end: &'static [u8],
}

fn lines(texts: &[&str]) -> Vec<Vec<u8>> {
    texts.iter().map(|text| text.as_bytes().to_vec()).collect()
}

fn formats() -> Vec<Format> {
    let text = |name, records: &[&str]| Format {
        name,
        head: b"",
        records: lines(records),
        end: b"\n",
    };
    let problems = include_str!("data/ffo.obf").lines().collect::<Vec<_>>();
    let played = |end: &str, points: &str| {
        format!(
            "{{\"number\":1,\"first_moves_first\":true,\"points\":{points},\"margin\":null,\"end\":{end},\
             \"left\":[1.5,2.0],\"moves\":\"f5 d6 c3 d3 c4\",\"times\":[0.1,0.2]}}"
        )
    };
    let played = [
        played("\"Time\"", "1.0"),
        played("{\"Forfeit\":\"why\"}", "0.0"),
        played("\"Over\"", "0.5"),
    ];
    let played: Vec<&str> = played.iter().map(String::as_str).collect();
    vec![
        text("transcript", &["f5d6c3d3c4", "1. F5 d6  2. c3,D3", "f5f6e6f4 pa", "# note"]),
        text(
            "ggf",
            &[
                &format!("(;GM[Othello]PC[a]DT[2003.12.15]PB[b]PW[c]RE[+2.00:t]TI[5:00//2:00]BO[{START}]B[F5//1.5]W[d6/-0.5];)"),
                &format!("1 (;GM[Othello]BO[{START}]TB[1:30:00/10/20]TW[0.5]RE[?]B[E6/1/2]W[f4];)"),
                &format!("2 (;BO[{START}]B[F5];)(;BO[{START}]B[C4];)"),
            ],
        ),
        text("obf", &problems[..12]),
        Format {
            name: "pgn",
            head: b"",
            records: lines(&[
                "[Event \"?\"]\n[Black \"Alice\"]\n[White \"B \\\"b\\\"\"]\n[Result \"40-24\"]\n\n1. f5 d6 {a comment} 2. c3 d3 40-24\n",
                "[Variant \"reversi\"]\n[Result \"*\"]\n\n1. P@f5 (1. P@d3) P@d6 $3 *\n",
                "[Date \"2020.01.02\"]\n[FEN \"8/8/8/3ox3/3xo3/8/8/8 o\"]\n\n1. d6 ; rest\n*\n",
            ]),
            end: b"\n",
        },
        Format {
            name: "wthor",
            head: &[20, 23, 1, 2, 120, 0, 0, 0, 0, 0, 0xe4, 7, 8, 0, 22, 0],
            records: vec![
                [&[1, 0, 2, 0, 3, 0, 40, 38, 56, 64, 33, 34][..], &[0; 56]].concat(),
                [&[1, 0, 2, 0, 3, 0, 0, 64, 65, 66, 76][..], &[0; 57]].concat(),
            ],
            end: b"",
        },
        Format {
            name: "match",
            head: b"{\"first\":\"a\",\"second\":\"b\",\"game\":\"othello\",\"pace\":\"p\",\"openings\":\"o\"}\n",
            records: lines(&played),
            end: b"\n",
        },
    ]
}

impl Format {
    /// A file of records, of which two thirds are damaged.
    fn file(&self, choices: &mut Choices<'_>) -> Vec<u8> {
        let mut file = self.head.to_vec();
        if !file.is_empty() && choices.once_in(8) {
            damage(&mut file, choices);
        }
        for _ in 0..RECORDS {
            let mut record = self.records[choices.below(self.records.len())].clone();
            let length = record.len();
            if !choices.once_in(3) {
                damage(&mut record, choices);
            }
            if self.end.is_empty() {
                // Records of equal size.
                record.resize(length, 0);
            }
            file.extend(record);
            file.extend(self.end);
        }
        file
    }
}

/// Runs the program with `args` and `input`.
fn run(args: &[&str], input: &[u8]) -> Output {
    let mut child = under_test::kaeshi()
        .args(args)
        .env_remove("RUST_LOG")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary is built before its tests");
    let mut stdin = child.stdin.take().expect("stdin is piped");
    let input = input.to_vec();
    // The program may write before it has read everything, or end early.
    let writer = thread::spawn(move || stdin.write_all(&input));
    let output = child.wait_with_output().expect("a child can be waited for");
    let _ = writer.join();
    output
}

/// Checks the exit status and the errors; returns the status.
fn check(args: &[&str], output: &Output, allowed: &[i32]) -> i32 {
    let complaints = String::from_utf8_lossy(&output.stderr);
    let status = output.status.code();
    let status = status.unwrap_or_else(|| panic!("{args:?}: {}: {complaints}", output.status));
    assert!(
        allowed.contains(&status),
        "{args:?}: {status}: {complaints}"
    );
    for line in complaints.lines() {
        let is_printable = !line.contains(|sign: char| sign.is_control() || sign == '\u{2028}');
        assert!(
            line.starts_with("kaeshi: ") && is_printable,
            "{args:?}: {line:?}"
        );
        assert!(line.chars().count() < 1000, "{args:?}: {line:?}");
    }
    status
}

/// Converts damaged files of every format to `to`, and the output once more.
fn convert_all(seeds: std::ops::Range<u64>) {
    for seed in seeds {
        for format in formats() {
            let bytes = random_bytes(seed, 8000);
            let file = format.file(&mut Choices::new(&bytes));
            for to in ["transcript", "ggf", "obf", "pgn", "wthor"] {
                let args = ["convert", "--from", format.name, "--to", to];
                let output = run(&args, &file);
                let status = check(&args, &output, &[0, 1, 2]);
                if status == 2 || output.stdout.is_empty() {
                    continue;
                }
                let args = ["convert", "--from", to, "--to", to];
                let again = run(&args, &output.stdout);
                let status = check(&args, &again, &[0, 1, 2]);
                let shown = String::from_utf8_lossy(&again.stderr);
                assert_eq!(status, 0, "seed {seed}, {} to {to}: {shown}", format.name);
                assert!(
                    again.stdout == output.stdout,
                    "seed {seed}, {} to {to} and again:\n{}\n{}",
                    format.name,
                    String::from_utf8_lossy(&output.stdout),
                    String::from_utf8_lossy(&again.stdout)
                );
            }
        }
    }
}

/// Solves damaged problems with a short time limit, and resumes from damaged answers.
fn solve_all(seeds: std::ops::Range<u64>) {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("records");
    fs::create_dir_all(&folder).expect("a folder can be made");
    for seed in seeds {
        let bytes = random_bytes(seed, 8000);
        let mut choices = Choices::new(&bytes);
        let formats = formats();
        let format = formats.iter().find(|format| format.name == "obf");
        let file = format.expect("it is one of them").file(&mut choices);
        let args = ["solve", "--json", "--time", "0.001", "--hash", "1"];
        let output = run(&args, &file);
        check(&args, &output, &[0, 1, 2]);
        let mut answers = output.stdout;
        damage(&mut answers, &mut choices);
        let path = folder.join(format!("answers-{}.jsonl", std::process::id()));
        fs::write(&path, &answers).expect("a file can be written");
        let path = path.to_string_lossy();
        let args = [&args[..], &["--resume", &path]].concat();
        let output = run(&args, &file);
        check(&args, &output, &[0, 1, 2]);
    }
}

/// Counts records of matches in which the header or a game is damaged.
fn count_all(seeds: std::ops::Range<u64>) {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("records");
    fs::create_dir_all(&folder).expect("a folder can be made");
    let path = folder.join(format!("match-{}.jsonl", std::process::id()));
    let header = "{\"first\":\"nboard@3:./a --level 2\",\"second\":\"gtp:b\",\"game\":\"othello\",\"pace\":\"Clock(1.5s, \
        10ms) against PerMove(20ms)\",\"openings\":\"o.txt\",\"names\":[\"A 1\",\"B\"],\"labels\":[\"A 1\",\"new\"],\
        \"files\":[[{\"path\":\"./a\",\"sha256\":\"0123456789abcdef\"}],[]]}";
    let game = |number: u32| {
        let first = number % 2 == 1;
        format!(
            "{{\"number\":{number},\"first_moves_first\":{first},\"points\":0.5,\"margin\":0,\
             \"end\":\"proven\",\"left\":[1.5,0.02],\"moves\":\"f5 d6 c3\",\"times\":[0,0.1,0.2],\
             \"opening_plies\":1}}"
        )
    };
    for seed in seeds {
        let bytes = random_bytes(seed, 8000);
        let mut choices = Choices::new(&bytes);
        let mut counted = 0;
        for _ in 0..20 {
            let mut lines = vec![header.as_bytes().to_vec()];
            lines.extend((1..=4).map(|number| game(number).into_bytes()));
            let at = choices.below(lines.len());
            if !choices.once_in(3) {
                damage(&mut lines[at], &mut choices);
            }
            let file = [lines.join(&b'\n'), b"\n".to_vec()].concat();
            fs::write(&path, file).expect("a file can be written");
            let path = path.to_string_lossy();
            for args in [
                &["results", &path, "--json"][..],
                &["results", &path],
                &["results", &path, "--svg", "-"],
            ] {
                let output = run(args, b"");
                let is_counted = check(args, &output, &[0, 2]) == 0;
                let text = String::from_utf8(output.stdout).expect("it is text");
                let is_odd = |sign: char| sign.is_control() && sign != '\n';
                assert!(
                    is_counted != text.is_empty() && !text.contains(is_odd),
                    "{text}"
                );
                counted += u32::from(is_counted);
            }
        }
        assert!(counted > 0, "seed {seed}: no record was good enough");
    }
}

#[test]
fn damaged_matches_are_counted_or_refused() {
    count_all(0..2);
}

#[test]
fn damaged_records_are_converted_or_refused() {
    convert_all(0..2);
}

#[test]
fn damaged_problems_are_solved_or_refused() {
    solve_all(0..1);
}

#[test]
#[ignore = "minutes: set KAESHI_SEED and KAESHI_FILES to choose others"]
fn many_damaged_records_are_converted_solved_or_refused() {
    let number = |name: &str| std::env::var(name).ok()?.parse::<u64>().ok();
    let first = number("KAESHI_SEED").unwrap_or(1000);
    let count = number("KAESHI_FILES").unwrap_or(200);
    convert_all(first..first + count);
    solve_all(first..first + count / 10);
    count_all(first..first + count / 10);
}
