//! Times and memory of a book of a million positions: measured and printed, not judged.
//!
//! Run with `cargo test --release --test book figures -- --ignored --nocapture`.

use std::collections::HashSet;
use std::env;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use kaeshi::files::Existing;
use kaeshi::games::othello::board::{Board, Squares};
use kaeshi::games::othello::book::{
    Book, Creation, Effort, Kind, MemoryGraph, Opinion, Position, Record, Source,
};

use crate::Folder;

const COUNT: usize = 1_000_000;
/// The environment variable with the book to measure.
const BOOK: &str = "KAESHI_FIGURES_BOOK";

/// `SplitMix64`.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let word = kaeshi::core::splitmix64(self.0);
        usize::try_from(word % limit as u64).unwrap_or(0)
    }
}

/// The positions of random games up to the 30th move.
fn positions(count: usize, random: &mut Random) -> HashSet<Position> {
    let mut found = HashSet::with_capacity(count);
    while found.len() < count {
        let mut board = Board::START;
        for _ in 0..30 {
            found.insert(Position::of(board).position);
            if board.legal() == 0 {
                board = board.passed();
            }
            let legal: Vec<_> = Squares(board.legal()).collect();
            if legal.is_empty() {
                break;
            }
            let square = legal[random.below(legal.len())];
            board = board.after(square, board.flips(square));
        }
    }
    found
}

/// A leaf on a random move out of the book.
fn leaf(position: Position, graph: &MemoryGraph, random: &mut Random) -> Opinion {
    let outside = graph.outside(&Record::new(position)).unwrap_or(0);
    let squares: Vec<_> = Squares(outside).collect();
    let best = (!squares.is_empty()).then(|| squares[random.below(squares.len())]);
    let value = i8::try_from(random.below(13)).unwrap_or(0) - 6;
    Opinion {
        value: best.map(|_| value),
        best,
        effort: Effort::Edax(21),
    }
}

fn make(path: &Path) {
    let mut random = Random(1);
    let mut graph = MemoryGraph::default();
    for position in positions(COUNT, &mut random) {
        graph.insert(Record::new(position));
    }
    for position in graph.by_empties() {
        let leaf = leaf(position, &graph, &mut random);
        graph.insert(Record {
            leaf,
            ..Record::new(position)
        });
    }
    let start = Instant::now();
    graph.sweep();
    println!(
        "{} positions, sweep {:.2} s",
        graph.len(),
        start.elapsed().as_secs_f64()
    );
    let creation = Creation {
        identity: 1,
        day: 0,
        source: Source::new(Kind::Kaeshi, "generator", [0; 4]),
    };
    let mut book = Book::create(path, Existing::Keep, &creation).expect("it can be created");
    let sources = book.sources().to_vec();
    let records = graph.records().copied().collect();
    let start = Instant::now();
    book.replace(records, &sources).expect("it can be written");
    println!("written in {:.2} s", start.elapsed().as_secs_f64());
}

/// Makes the book, then measures it in a process of its own, so that memory is that of the book alone.
#[test]
#[ignore = "a measurement"]
fn a_million_positions() {
    let folder = Folder::new();
    let path = folder.path("million.book");
    make(&path);
    let measured = Command::new(env::current_exe().expect("it has a name"))
        .args(["--ignored", "--nocapture", "--exact", "figures::measured"])
        .env(BOOK, &path)
        .status();
    assert!(measured.expect("it starts").success());
}

/// Called by [`a_million_positions`]; alone it has nothing to measure.
#[test]
#[ignore = "part of a measurement"]
fn measured() {
    let Some(path) = env::var_os(BOOK) else {
        return;
    };
    let path = Path::new(&path);
    let before = memory();
    let mut opened: Vec<_> = (0..51)
        .map(|_| {
            let start = Instant::now();
            drop(Book::open(path).expect("it can be opened"));
            start.elapsed()
        })
        .collect();
    println!("open: median {:?}", median(&mut opened));
    let book = Book::open(path).expect("it can be opened");
    let mut random = Random(1);
    // The generator's first positions are in the book, those of another seed hardly.
    let known: Vec<_> = positions(50_000, &mut random).into_iter().collect();
    let other: Vec<_> = positions(50_000, &mut Random(2)).into_iter().collect();
    for (what, wanted) in [("in the book", &known), ("mostly not", &other)] {
        let start = Instant::now();
        let found = wanted.iter().filter(|position| {
            let found = book.get(**position).expect("it is intact");
            found.is_some()
        });
        let found = found.count();
        let count = u32::try_from(wanted.len()).expect("it is less");
        let rate = f64::from(count) / start.elapsed().as_secs_f64();
        println!(
            "{rate:.0} look-ups a second, {found} of {} found ({what})",
            wanted.len()
        );
    }
    drop((known, other));
    if let (Some(before), Some(after)) = (before, memory()) {
        println!(
            "memory: {} KiB more than before",
            after.saturating_sub(before)
        );
    }
    drop(book);
    expand(path, &mut random);
}

/// Makes the leaves of random positions positions of the book, each carried to the root.
fn expand(path: &Path, random: &mut Random) {
    let mut book = Book::open_for_writing(path).expect("it can be opened");
    let some: Vec<_> = positions(20_000, random).into_iter().collect();
    let (mut times, mut changes) = (Vec::new(), Vec::new());
    for position in some.into_iter().take(2_000) {
        let Some(record) = book.get(position).expect("it is intact") else {
            continue;
        };
        let Some(child) = record.leaf.best.and_then(|best| position.child(best)) else {
            continue;
        };
        let value = record.leaf.value.unwrap_or(0);
        let opinion = |value, position: Position| Opinion {
            value: Some(value),
            best: position.children().next().map(|child| child.square),
            effort: Effort::Edax(21),
        };
        // The new position is a little better for its mover than the leaf said.
        let behind = Record {
            leaf: opinion(-value + 1, child.position),
            ..Record::new(child.position)
        };
        let start = Instant::now();
        changes.push(book.learn(&[behind]).expect("it can be written"));
        times.push(start.elapsed());
    }
    changes.sort_unstable();
    let (count, middle) = (changes.len(), changes[changes.len() / 2]);
    let most = times.iter().max().copied().unwrap_or_default();
    println!(
        "carried to the root: {count} new leaves, median {:?}, most {most:?}; records changed: median {middle}, most {}",
        median(&mut times),
        changes[count - 1]
    );
}

fn median(times: &mut [Duration]) -> Duration {
    times.sort_unstable();
    times[times.len() / 2]
}

/// The memory of this process without files, in KiB.
fn memory() -> Option<u64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("RssAnon:"))?;
    line.split_whitespace().nth(1)?.parse().ok()
}
