//! Response times and memory use: measured and printed, not judged.
//!
//! Run with `cargo test --release --test pipes figures -- --ignored --nocapture --test-threads 1`.

use std::fs;
use std::thread;
use std::time::{Duration, Instant};

use crate::LONG_GAMES;
use crate::engine::Engine;
use crate::referee::{Random, open, position, wander};

/// Prints the distribution of `times` in milliseconds.
fn print(what: &str, mut times: Vec<Duration>) {
    times.sort_unstable();
    let at = |permille: usize| times[(times.len() - 1) * permille / 1000].as_secs_f64() * 1000.0;
    println!(
        "{what}: {} times, median {:.2} ms, 90% {:.2}, 99% {:.2}, most {:.2}",
        times.len(),
        at(500),
        at(900),
        at(990),
        at(1000)
    );
}

#[test]
#[ignore = "a measurement"]
fn stops() {
    for game in LONG_GAMES {
        for threads in [1, 2] {
            let mut random = Random(1);
            let mut engine = Engine::playing(game);
            engine.send(&format!("setoption name Threads value {threads}"));
            let mut times = Vec::new();
            while times.len() < 100 {
                let mut referee = open(game);
                let plies = random.below(30);
                let moves = wander(&mut *referee, plies, &mut random);
                if referee.result().is_some() {
                    continue;
                }
                engine.send(&position(&moves)).send("go infinite");
                thread::sleep(Duration::from_millis(random.below(200) as u64));
                let asked = Instant::now();
                engine.send("stop").answer(asked);
                times.push(engine.heard_at - asked);
            }
            print(&format!("stop, {game}, {threads} threads"), times);
        }
    }
}

#[test]
#[ignore = "a measurement"]
fn stops_of_counts() {
    for game in LONG_GAMES {
        let mut random = Random(2);
        let mut engine = Engine::playing(game);
        let mut times = Vec::new();
        while times.len() < 50 {
            let mut referee = open(game);
            let plies = random.below(30);
            let moves = wander(&mut *referee, plies, &mut random);
            if referee.result().is_some() {
                continue;
            }
            engine.send(&position(&moves)).send("perft 100");
            thread::sleep(Duration::from_millis(random.below(100) as u64));
            let asked = Instant::now();
            engine.send("stop").settle();
            times.push(engine.heard_at - asked);
        }
        print(&format!("stop of a count, {game}"), times);
    }
}

#[test]
#[ignore = "a measurement"]
fn overruns() {
    for game in LONG_GAMES {
        for threads in [1, 2] {
            for (overhead, time) in [(0, 50), (20, 50), (20, 100)] {
                let mut random = Random(3);
                let mut engine = Engine::playing(game);
                engine.send(&format!("setoption name Threads value {threads}"));
                engine.send(&format!("setoption name Move Overhead value {overhead}"));
                let asked = Duration::from_millis(time);
                let mut over = Vec::new();
                let mut late = 0;
                while over.len() < 100 {
                    let mut referee = open(game);
                    let plies = random.below(30);
                    let moves = wander(&mut *referee, plies, &mut random);
                    if referee.result().is_some() {
                        continue;
                    }
                    engine.send(&position(&moves)).remarks();
                    let took = engine.think(&format!("go movetime {time}")).took;
                    late += usize::from(took > asked);
                    over.push(took);
                }
                let what = format!(
                    "movetime {time}, overhead {overhead}, {game}, {threads} threads, {late} late"
                );
                print(&what, over);
            }
        }
    }
}

#[test]
#[ignore = "a measurement"]
fn start_up() {
    for game in LONG_GAMES {
        for hash in ["64", "1024"] {
            let (mut ready, mut answered) = (Vec::new(), Vec::new());
            for _ in 0..30 {
                let begun = Instant::now();
                let mut engine = Engine::start(&["--game", game, "--hash", hash]);
                engine.send("ugi").send("isready").expect("readyok");
                ready.push(engine.heard_at - begun);
                answered.push(engine.think("go nodes 1").took);
            }
            print(&format!("start to readyok, {game}, Hash {hash}"), ready);
            print(
                &format!("then the first search, {game}, Hash {hash}"),
                answered,
            );
        }
    }
}

/// Resident memory and its peak in MiB.
#[cfg(target_os = "linux")]
fn memory(engine: &Engine) -> [f64; 2] {
    let status = fs::read_to_string(format!("/proc/{}/status", engine.id()));
    let status = status.expect("it runs");
    ["VmRSS:", "VmHWM:"].map(|name| {
        let line = status.lines().find(|line| line.starts_with(name));
        let number = line.and_then(|line| line.split_ascii_whitespace().nth(1));
        let number: f64 = number.and_then(|number| number.parse().ok()).expect(name);
        number / 1024.0
    })
}

#[test]
#[ignore = "a measurement"]
#[cfg(target_os = "linux")]
fn memory_beside_the_table() {
    for game in LONG_GAMES {
        for threads in [1, 2] {
            for hash in [1, 64, 256] {
                let mut engine = Engine::playing(game);
                engine.send(&format!("setoption name Threads value {threads}"));
                engine.send(&format!("setoption name Hash value {hash}"));
                engine.remarks();
                let [before, _] = memory(&engine);
                // A table that was only sampled may seem full before every page was touched; clearing touches all.
                engine.send("setoption name Clear Hash");
                let answer = engine.think("go movetime 8000");
                let [resident, peak] = memory(&engine);
                println!(
                    "{game}, {threads} threads, Hash {hash}: {before:.1} MiB before, {resident:.1} \
                     after, peak {peak:.1}, beside the table {:.1}, hashfull {:?}",
                    peak - f64::from(hash),
                    answer.summary().hashfull
                );
            }
        }
    }
}
