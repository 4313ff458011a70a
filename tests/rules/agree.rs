//! The search finds the same values as brute force.

use std::ops::ControlFlow;
use std::sync::atomic::Ordering::Relaxed;
use std::thread;
use std::time::{Duration, Instant};

use kaeshi::game::{Notation, PackedMove};
use kaeshi::search::{
    PvReport, Score, SearchLimits, Searchable, SharedState, ThreadPool, TranspositionTable, Worker,
};

use crate::brute::{Small, positions, value};
use crate::chance::{Random, after, game, moves};

/// Number of positions for each configuration.
const MIN_POSITIONS: usize = 200;

/// A configuration of the search.
#[derive(Clone, Copy)]
struct How<'t> {
    table: &'t TranspositionTable,
    workers: usize,
    lines: usize,
    limits: SearchLimits,
}

impl<'t> How<'t> {
    fn with(table: &'t TranspositionTable, workers: usize) -> Self {
        Self {
            table,
            workers,
            lines: 1,
            limits: SearchLimits::default(),
        }
    }
}

/// Searches as the engine does. Returns the lines of the last iteration, `None` if the search was stopped.
fn search<G: Searchable>(game: &G, how: How<'_>, signals: &SharedState) -> Option<Vec<PvReport>> {
    search_together(game, how, signals).0
}

/// As [`search`], with several workers; also returns the nodes of the helpers.
fn search_together<G: Searchable>(
    game: &G,
    how: How<'_>,
    signals: &SharedState,
) -> (Option<Vec<PvReport>>, u64) {
    how.table.new_search();
    let worker = || Worker::new(game.clone(), how.table, signals, how.limits);
    let mut lines = Vec::new();
    let alone = ThreadPool::run(how.workers, worker, |mut first| {
        first.iterative_deepening(how.lines, |report| {
            lines.truncate(report.rank);
            lines.push(report.clone());
            ControlFlow::Continue(())
        });
        first.flush_nodes();
        first.nodes
    });
    let lines = (!signals.stop.load(Relaxed)).then_some(lines);
    (lines, signals.nodes.load(Relaxed) - alone)
}

/// The value of a move for the player who makes it.
fn worth<G: Notation + Searchable>(game: &G, mv: &G::Move) -> Score {
    let next = after(game, mv);
    let score = value(&next, 1, &mut { u32::MAX }).expect("a small position");
    if next.side() == game.side() {
        score
    } else {
        -score
    }
}

fn find<G: Notation + Searchable>(game: &G, name: PackedMove) -> G::Move {
    let found = moves(game).into_iter().find(|mv| G::pack(mv) == name);
    found.unwrap_or_else(|| panic!("{name:?} is not legal in {}", game.write()))
}

/// Checks that the score is the value, the move keeps it, and the line is legal.
fn judge<G: Notation + Searchable>(small: &Small<G>, report: &PvReport, how: &str) {
    let Small { game, value } = small;
    let text = game.write();
    assert_eq!(report.score, *value, "{how}: {text}");
    assert!(report.proven, "{how}: {text}");
    let best = find(game, report.pv[0]);
    assert_eq!(worth(game, &best), *value, "{how}: {text}");
    let mut game = game.clone();
    for &name in &report.pv {
        game.make(&find(&game, name));
    }
}

/// With small and large tables, empty or filled by other positions, and twice in a row.
pub(crate) fn check<G: Notation + Searchable>(start: impl Fn(u64) -> G, workers: usize) {
    let large = TranspositionTable::new(64).expect("memory");
    for small in positions(start, MIN_POSITIONS, 1) {
        let tiny = TranspositionTable::new(1).expect("memory");
        for (table, name) in [
            (&tiny, "a tiny table"),
            (&large, "a large table"),
            (&tiny, "a tiny table, again"),
        ] {
            let how = How::with(table, workers);
            let lines = search(&small.game, how, &SharedState::default()).expect("no stop");
            judge(&small, &lines[0], name);
        }
    }
}

/// Searches that are stopped at random times and resumed with the same table.
pub(crate) fn check_stopped<G: Notation + Searchable>(start: impl Fn(u64) -> G) {
    let mut random = Random(2);
    let mut stops = 0;
    for small in positions(start, MIN_POSITIONS, 2) {
        let table = TranspositionTable::new(1).expect("memory");
        let mut how = How::with(&table, 1);
        let mut nodes = 2 + random.below(8);
        let lines = loop {
            how.limits.nodes = nodes as u64;
            if let Some(lines) = search(&small.game, how, &SharedState::default()) {
                break lines;
            }
            stops += 1;
            nodes += 1 + random.below(nodes);
        };
        judge(&small, &lines[0], "stopped by nodes");
        how.limits = SearchLimits::default();
        how.workers = 2;
        table.clear();
        let mut patience = Duration::ZERO;
        let lines = loop {
            let signals = SharedState::default();
            let lines = thread::scope(|scope| {
                scope.spawn(|| {
                    thread::sleep(patience);
                    signals.stop.store(true, Relaxed);
                });
                search(&small.game, how, &signals)
            });
            if let Some(lines) = lines {
                break lines;
            }
            stops += 1;
            patience += Duration::from_micros(1 + random.0 % 500);
        };
        judge(&small, &lines[0], "stopped by a signal");
    }
    assert!(stops > MIN_POSITIONS, "only {stops} searches were stopped");
}

/// All moves in order, each with its own value.
pub(crate) fn check_lines<G: Notation + Searchable>(start: impl Fn(u64) -> G) {
    for small in positions(start, MIN_POSITIONS, 3) {
        let table = TranspositionTable::new(1).expect("memory");
        for workers in [1, 2] {
            let how = How {
                lines: 64,
                ..How::with(&table, workers)
            };
            let lines = search(&small.game, how, &SharedState::default()).expect("no stop");
            let text = small.game.write();
            assert_eq!(lines.len(), moves(&small.game).len().min(64), "{text}");
            judge(&small, &lines[0], "the best of all lines");
            for line in &lines {
                let mv = find(&small.game, line.pv[0]);
                assert_eq!(line.score, worth(&small.game, &mv), "{text}");
            }
            assert!(lines.is_sorted_by(|a, b| a.score >= b.score), "{text}");
        }
    }
}

/// The earliest position of a random game that one worker solves quickly, and its value.
fn hard<G: Notation + Searchable>(start: G, random: &mut Random) -> (G, Score) {
    const MAX_NODES: u64 = 100_000;
    let (mut positions, _) = game(start, random);
    positions.pop();
    let mut solved = None;
    while let Some(game) = positions.pop() {
        let table = TranspositionTable::new(16).expect("memory");
        let mut how = How::with(&table, 1);
        how.limits.nodes = MAX_NODES;
        let Some(lines) = search(&game, how, &SharedState::default()) else {
            break;
        };
        solved = Some((game, lines[0].score));
    }
    solved.expect("the last position is small")
}

/// Positions too large for brute force: several workers find the same value as one.
pub(crate) fn check_teams<G: Notation + Searchable>(start: impl Fn(u64) -> G) {
    /// On a busy machine the helpers may start too late in every search; then all are repeated within this time.
    const PATIENCE: Duration = Duration::from_secs(30);
    let mut random = Random(4);
    let hard: Vec<_> = (0..15)
        .map(|number| hard(start(number), &mut random))
        .collect();
    let begun = Instant::now();
    let mut helped = 0;
    while helped == 0 {
        for ((game, value), workers) in hard.iter().flat_map(|hard| [(hard, 2), (hard, 4)]) {
            let table = TranspositionTable::new(1).expect("memory");
            let how = How::with(&table, workers);
            let (lines, nodes) = search_together(game, how, &SharedState::default());
            let lines = lines.expect("no stop");
            assert_eq!(lines[0].score, *value, "{workers}: {}", game.write());
            helped += nodes;
        }
        assert!(helped > 0 || begun.elapsed() < PATIENCE, "nobody helped");
    }
}
