//! Programs that misbehave: every game ends by the rules of the match, and resources stay bounded.
#![cfg(unix)]

use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use super::{KAESHI, fake, fresh, games, play, refusal, results};

/// The output of a match, and its peak memory in kB.
struct Watched {
    results: serde_json::Value,
    peak: Option<u64>,
}

/// Plays a match and measures its memory.
#[track_caller]
fn watch(arguments: &[&str]) -> Watched {
    let mut command = Command::new(KAESHI);
    command.arg("match").args(arguments).arg("--json");
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.env_remove("RUST_LOG").spawn().expect("it runs");
    let mut peak = None;
    while child.try_wait().expect("it can be asked").is_none() {
        peak = memory(&child).max(peak);
        thread::sleep(Duration::from_millis(2));
    }
    let output = child.wait_with_output().expect("it has ended");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{arguments:?}: {errors}");
    Watched {
        results: serde_json::from_slice(&output.stdout).expect("it is JSON"),
        peak,
    }
}

/// The peak memory of a process, on Linux.
fn memory(child: &Child) -> Option<u64> {
    let status = fs::read_to_string(format!("/proc/{}/status", child.id())).ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    line.split_ascii_whitespace().nth(1)?.parse().ok()
}

/// Whether a process is running, and not a zombie.
pub(super) fn is_alive(pid: &str) -> bool {
    let status = fs::read_to_string(format!("/proc/{}/stat", pid.trim()));
    status.is_ok_and(|status| !status.contains(") Z"))
}

/// The answer to 'go', the seconds on the clock, how the game ends and why.
const BAD: [(&str, &str, &str, &str); 13] = [
    // No answer.
    (":", "0.3", "time", ""),
    // A crash.
    ("exit 3", "60", "forfeit", "ended with exit status 3"),
    ("kill -SEGV $$", "60", "forfeit", "ended by signal 11"),
    // Too much output, slow output, and a line without end.
    (
        "yes info",
        "600",
        "forfeit",
        "more than 16 MiB after one command",
    ),
    ("while :; do echo info depth 1; done", "0.3", "time", ""),
    (
        "tr '\\0' x </dev/zero",
        "600",
        "forfeit",
        "a line of more than 64 KiB",
    ),
    // Illegal moves.
    ("echo bestmove a1", "60", "illegal", "a1"),
    ("echo bestmove f5d6c3", "60", "illegal", "f5d6c3"),
    (
        "printf 'bestmove \\033[2J\\n'",
        "60",
        "forfeit",
        "'bestmove \\u{1b}[2J' names no move",
    ),
    // A second late.
    ("sleep 1.3; echo bestmove a1", "0.3", "time", ""),
    // Closed output.
    ("exec >&-; sleep 100", "60", "forfeit", "closed its output"),
    // Output on standard error, and invalid bytes.
    ("yes error >&2 & echo bestmove a1", "60", "illegal", "a1"),
    (
        "printf '\\377\\376\\n\\377'; echo; echo bestmove a1",
        "60",
        "illegal",
        "a1",
    ),
];

#[test]
fn every_game_with_a_bad_program_ends_by_its_rule() {
    for (number, (answer, time, end, why)) in BAD.into_iter().enumerate() {
        let record = fresh(&format!("engine{number}.jsonl"));
        let bad = fake(answer);
        let watched = watch(&[
            "--first",
            &bad,
            "--second",
            KAESHI,
            "--games",
            "1",
            "--time",
            time,
            "--increment",
            "0",
            "--record",
            record.to_str().expect("it is text"),
        ]);
        assert_eq!(
            watched.results["losses"], 1,
            "{answer}: {}",
            watched.results
        );
        let kept = fs::read_to_string(&record).expect("it is there");
        let game = kept.lines().nth(1).expect("a game");
        let game: serde_json::Value = serde_json::from_str(game).expect("it is JSON");
        let found = match &game["end"] {
            serde_json::Value::String(end) => (end.as_str(), ""),
            object => {
                let object = object.as_object().expect("an object");
                let (end, why) = object.iter().next().expect("one field");
                (end.as_str(), why.as_str().expect("it is text"))
            }
        };
        assert!(
            found.0 == end && found.1.contains(why),
            "{answer}: {found:?}"
        );
        let slowest = watched.results["time"][0]["slowest_move"]
            .as_f64()
            .expect("seconds");
        let late = slowest - time.parse::<f64>().expect("seconds");
        println!(
            "{answer}: {found:?}, {late:+.2} s after the flag, peak {:?} kB",
            watched.peak
        );
        // Half a second by design, and more on a busy machine.
        assert!(late < 3.0, "{answer}: {late} s late");
        assert!(
            watched.peak < Some(50_000),
            "{answer}: {:?} kB",
            watched.peak
        );
    }
}

/// Kaeshi with its output changed by a script.
fn changed(protocol: &str, script: &str) -> String {
    format!("{protocol}:{KAESHI} | {{ {script} ; }}")
}

#[track_caller]
fn plays_well(second: &str) {
    let found = results(&[
        "--first",
        KAESHI,
        "--second",
        second,
        "--games",
        "2",
        "--move-time",
        "0.02",
        "--tolerance",
        "10000",
        "--patience",
        "10",
    ]);
    assert_eq!(games(&found), 2, "{second}: {found}");
    assert_eq!(
        found["forfeits"],
        serde_json::json!([0, 0]),
        "{second}: {found}"
    );
}

/// Edax sometimes prints such lines.
#[test]
fn lines_before_a_response_are_skipped() {
    plays_well(&changed(
        "gtp",
        "while IFS= read -r l; do case $l in [=?]*) echo '*** SEARCH STILL RUNNING ? 3'; echo; \
         echo '== remark';; esac; printf '%s\\n' \"$l\"; done",
    ));
}

#[test]
fn second_moves_are_ignored() {
    plays_well(&changed(
        "ugi",
        "while IFS= read -r l; do echo \"$l\"; case $l in bestmove*) echo \"$l\";; esac; done",
    ));
}

#[test]
fn a_program_that_resigns_has_lost() {
    let bad = format!("gtp:{KAESHI} | sed -u 's/^\\(=[0-9]*\\) [A-Ha-h][1-8]$/\\1 resign/'");
    let record = fresh("resigned.jsonl");
    let record = record.to_str().expect("it is text");
    let found = results(&[
        "--first",
        KAESHI,
        "--second",
        &bad,
        "--games",
        "2",
        "--move-time",
        "0.02",
        "--tolerance",
        "10000",
        "--record",
        record,
    ]);
    assert_eq!(found["wins"], 2, "{found}");
    let kept = fs::read_to_string(record).expect("it is there");
    assert_eq!(kept.matches("the program resigned").count(), 2, "{kept}");
}

#[test]
fn a_program_that_cannot_be_started_is_named() {
    for (command, why) in [
        ("./nothing", "'./nothing': the command was not found"),
        ("/", "'/': the command cannot be executed"),
        ("exit 5", "'exit 5': the program ended with exit status 5"),
        (
            "sleep 100",
            "'sleep 100': no greeting within 0.3 s; if the program speaks GTP",
        ),
        ("cat", "'cat': no greeting within 0.3 s"),
        ("gtp:sleep 100", "'gtp:sleep 100': no greeting within 0.3 s"),
        (
            "nboard:sleep 100",
            "'nboard:sleep 100': no greeting within 0.3 s",
        ),
        ("yes", "'yes': it printed more than 16 MiB"),
    ] {
        let patience = if command == "yes" { "600" } else { "0.3" };
        let said = refusal(&[
            "--first",
            command,
            "--second",
            KAESHI,
            "--patience",
            patience,
        ]);
        assert!(said.contains(why), "{command}: {said}");
    }
}

/// A program that fails, ignores 'quit' and the end of its input, or has started other processes.
#[test]
#[cfg(target_os = "linux")]
fn nothing_stays_behind() {
    let pids = fresh("pids.txt");
    let pids = pids.to_str().expect("it is text");
    let start = format!("trap '' TERM INT; echo $$ >>{pids}; sleep 1000 & echo $! >>{pids}");
    for program in [
        format!("{start}; {}", fake("echo bestmove a1")),
        format!("{start}; {{ sed -u /quit/d; sleep 1000; }} | {KAESHI}"),
    ] {
        let _ = fs::remove_file(pids);
        let arguments = ["--second", &program, "--games", "1", "--depth", "1"];
        results(&[&["--first", KAESHI][..], &arguments].concat());
        let kept = fs::read_to_string(pids).expect("it was started");
        assert_eq!(kept.lines().count(), 2, "{kept}");
        // They are killed before the match ends; the system may remove them a little later.
        let deadline = Instant::now() + Duration::from_secs(20);
        while kept.lines().any(is_alive) {
            assert!(Instant::now() < deadline, "{kept}");
            thread::sleep(Duration::from_millis(10));
        }
    }
}

/// A program that fails and cannot be restarted ends the match; its games are still counted.
#[test]
fn games_are_counted_when_a_program_cannot_be_started_again() {
    let marker = fresh("once.txt");
    let marker = marker.to_str().expect("it is text");
    let once = format!(
        "[ ! -e {marker} ] || exit 7; touch {marker}; {}",
        fake("exit 1")
    );
    let output = play(&[
        "--first", &once, "--second", KAESHI, "--games", "4", "--json",
    ]);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(!output.status.success(), "{errors}");
    assert!(
        errors.contains("the program ended with exit status 7"),
        "{errors}"
    );
    let found: serde_json::Value = serde_json::from_slice(&output.stdout).expect("it is JSON");
    assert_eq!(found["losses"], 1, "{found}");
    assert!(Path::new(marker).exists());
}
