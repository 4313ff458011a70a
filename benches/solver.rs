//! Replays recorded calls of Othello's endgame solver: the time, the nodes, and a checksum of all answers.
//!
//! `tests/data/solver_calls.txt` has calls that searches of FFO 20 to 39 made, as they followed each other. So a change of the
//! solver can be judged within a minute, without the search around it. Nodes and checksum tell whether the solver still does
//! the same; they do not depend on the machine or the build.
//!
//! ```sh
//! cargo bench --bench solver             # 40 rounds
//! cargo bench --bench solver -- 200
//! ```
//!
//! Two builds are compared by running them in turn, many times: one run alone may be wrong by more than a tenth. Build
//! each with `cargo bench --bench solver --no-run`, which names the program, and compare the medians.

use std::time::{Duration, Instant};

use kaeshi::games::othello::board::Board;
use kaeshi::games::othello::{DiscDiff, Solver};

/// A null-window search above `alpha`.
struct Call {
    board: Board,
    alpha: DiscDiff,
}

/// The recorded calls. Those of one search stand together; searches are separated by an empty line.
fn recorded() -> Vec<Vec<Call>> {
    let text = include_str!("../tests/data/solver_calls.txt");
    let searches = text.split("\n\n").map(|search| {
        let lines = search.lines().filter(|line| !line.starts_with('%'));
        lines.map(call).collect()
    });
    searches.collect()
}

/// A line: the discs of the side to move and of the opponent in hexadecimal digits, and `alpha`.
fn call(line: &str) -> Call {
    let [own, other, alpha] = line
        .split(' ')
        .collect::<Vec<_>>()
        .try_into()
        .expect("three fields");
    let discs = |hex| u64::from_str_radix(hex, 16).expect("a hexadecimal number");
    Call {
        board: Board {
            own: discs(own),
            other: discs(other),
        },
        alpha: DiscDiff(alpha.parse().expect("a number")),
    }
}

/// What the solver did in one round: it must do the same in every round.
#[derive(Debug, PartialEq, Eq)]
struct Work {
    nodes: u64,
    checksum: u64,
}

/// Solves all calls. The caches are empty at the start of each search, as they are in the engine.
fn replay(solver: &mut Solver, searches: &[Vec<Call>]) -> Work {
    let before = solver.nodes();
    let mut checksum = 0_u64;
    for search in searches {
        solver.clear();
        for call in search {
            let answer = solver.solve(call.board, call.alpha).0;
            checksum = checksum
                .wrapping_mul(31)
                .wrapping_add(u64::from(answer.cast_unsigned()));
        }
    }
    Work {
        nodes: solver.nodes() - before,
        checksum,
    }
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let asked = arguments.iter().find_map(|text| text.parse().ok());
    // Without `--bench` this is a test.
    let is_test = !arguments.iter().any(|text| text == "--bench");
    let rounds: usize = asked.unwrap_or(if is_test { 1 } else { 40 }).max(1);
    let searches = recorded();
    let calls: usize = searches.iter().map(Vec::len).sum();
    let mut solver = Solver::new();
    let first = replay(&mut solver, &searches);
    let mut times: Vec<Duration> = (0..rounds)
        .map(|_| {
            let start = Instant::now();
            let work = replay(&mut solver, &searches);
            let time = start.elapsed();
            assert_eq!(work, first, "a round does as much as the first");
            time
        })
        .collect();
    times.sort_unstable();
    let (least, median) = (times[0], times[rounds / 2]);
    println!("calls {calls}, searches {}", searches.len());
    println!("nodes {}, checksum {:016x}", first.nodes, first.checksum);
    println!(
        "time of a round: least {:.3} ms, median {:.3} ms of {rounds}",
        milliseconds(least),
        milliseconds(median)
    );
}

fn milliseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}
