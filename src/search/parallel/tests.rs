//! Tests of the thread pool: stops, panics, and which workers help which.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicI16, AtomicUsize};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

use super::super::thread_pool::{OpenSplits, SplitPoint};
use super::super::toy::Toy;
use super::super::worker::SplitSearch;
use super::*;
use crate::core::{Draft, PackedMove, Score, SearchLimits};
use crate::search::{PvReport, SharedState, ThreadPool, TranspositionTable};

/// Time limit for a test, far above the time of any search here.
const FOR_EVER: Duration = Duration::from_secs(120);

/// Returns the result of `job`; panics if `job` panics or does not end.
fn ends<T: Send + 'static>(job: impl FnOnce() -> T + Send + 'static) -> T {
    let (sender, ended) = channel();
    thread::spawn(move || sender.send(job()));
    match ended.recv_timeout(FOR_EVER) {
        Ok(value) => value,
        Err(RecvTimeoutError::Timeout) => panic!("it hangs"),
        Err(RecvTimeoutError::Disconnected) => panic!("it panics"),
    }
}

/// All reports of a search. If `stops`, the stop signal is set before the search begins.
fn search(game: &Toy, threads: usize, stops: bool) -> Vec<PvReport> {
    let table = TranspositionTable::new(1).expect("a mebibyte");
    let shared = SharedState::default();
    shared.stop.store(stops, Relaxed);
    let mut reports = Vec::new();
    let worker = || Worker::new(game.clone(), &table, &shared, SearchLimits::default());
    ThreadPool::run(threads, worker, |mut first| {
        first.iterative_deepening(1, |report| {
            reports.push(report.clone());
            std::ops::ControlFlow::Continue(())
        });
    });
    reports
}

#[test]
fn a_stop_in_the_first_iteration_leaves_no_node_searched_in_part() {
    for seed in 0..if cfg!(miri) { 1 } else { 40 } {
        let game = Toy::new(seed, if cfg!(miri) { 6 } else { 9 }, 10);
        let expected = search(&game, 1, false)[0].score;
        for threads in [1, 2, 4] {
            let stopped = game.clone();
            let reports = ends(move || search(&stopped, threads, true));
            let found = reports
                .first()
                .map(|report| (report.score, report.finished));
            assert_eq!(
                found,
                Some((expected, true)),
                "seed {seed}, {threads} threads"
            );
        }
    }
}

#[test]
fn workers_together_find_what_one_finds_by_trying_everything() {
    for seed in 0..if cfg!(miri) { 1 } else { 30 } {
        let game = Toy::new(seed, if cfg!(miri) { 6 } else { 7 }, 8);
        let expected = game.value();
        for threads in [1, 2, 4] {
            let game = game.clone();
            let reports = ends(move || search(&game, threads, false));
            let found = reports.last().map(|report| (report.score, report.proven));
            assert_eq!(
                found,
                Some((expected, true)),
                "seed {seed}, {threads} threads"
            );
        }
    }
}

#[test]
fn a_panic_in_a_worker_ends_the_search_of_all() {
    let counts: &[u64] = if cfg!(miri) {
        &[20]
    } else {
        &[0, 1, 100, 1_000, 3_000, 6_000]
    };
    for &count in counts {
        for threads in [1, 2, 4] {
            let game = Toy::new(3, 9, 10).panics_after(count);
            let panics =
                move || catch_unwind(AssertUnwindSafe(|| search(&game, threads, false))).is_err();
            assert!(ends(panics), "{count} scores, {threads} threads");
        }
    }
}

/// After a worker has panicked, no other worker waits for it.
#[test]
fn a_panic_in_a_helper_ends_the_search_of_all() {
    let length = if cfg!(miri) { 6 } else { 10 };
    for threads in [2, 4] {
        let game = Toy::new(4, length, 10);
        // Repeated until a helper joins before the search ends.
        while !ends({
            let game = game.clone();
            move || catch_unwind(AssertUnwindSafe(|| search(&game.here(), threads, false))).is_err()
        }) {}
    }
}

fn split(parent: Option<&Arc<Split<Toy>>>) -> Arc<Split<Toy>> {
    let score = Score::DRAW;
    let best = PackedMove::NONE;
    Arc::new(SplitPoint {
        game: Toy::new(1, 1, 1),
        limits: SearchLimits::default(),
        stoppable: true,
        ply: 0,
        draft: Draft::exact(1),
        beta: Score::MAX,
        alpha: AtomicI16::new(Score::MIN.0),
        moves: vec![1, 2],
        searched: 1,
        next: AtomicUsize::new(0),
        best: Mutex::new((BestMove { score, mv: best }, Vec::new())),
        cut: AtomicBool::new(false),
        is_partial: AtomicBool::new(false),
        is_waiting: AtomicBool::new(false),
        is_asleep: AtomicBool::new(false),
        helpers: AtomicUsize::new(0),
        parent: parent.cloned(),
        search: SplitSearch {
            run: |_, _, _| {},
            mode: 0,
        },
    })
}

#[test]
fn a_helper_has_the_mode_of_the_node_until_it_leaves() {
    let table = TranspositionTable::new(1).expect("a mebibyte");
    let shared = SharedState::default();
    let pool = ThreadPool::default();
    let limits = SearchLimits::default();
    let mut worker = Worker::new(Toy::new(1, 1, 1), &table, &shared, limits).with_pool(&pool);
    worker.mode = 1;
    let mut node = Arc::into_inner(split(None)).expect("nobody else has it");
    node.search = SplitSearch {
        run: |helper, _, mv| {
            assert_eq!(helper.mode, 2);
            assert_eq!(mv, Some((1, &1)), "the first of the shared moves");
            helper.mode = 3;
        },
        mode: 2,
    };
    let node = Arc::new(node);
    pool.open(&node);
    let joined = pool.join().expect("it is open");
    worker.work_for(&pool, &joined);
    assert_eq!(worker.mode, 1);
    assert_eq!(node.take(), Some((2, &2)), "it has done its work");
}

/// An owner that waits for its helpers helps only below its own split.
#[test]
fn an_owner_that_waits_is_asked_for_help_below_its_split_alone() {
    let pool = ThreadPool::default();
    let (above, other) = (split(None), split(None));
    let below = split(Some(&above));
    assert!(!pool.has_helper_for(Some(&below)));
    pool.open(&above);
    thread::scope(|scope| {
        let joined = pool.join().expect("it is open");
        while joined.split.take().is_some() {}
        let owner = scope.spawn(|| pool.close(&above).is_none());
        while !above.is_waiting.load(Relaxed) {
            thread::yield_now();
        }
        // The owner releases the lock once it waits.
        drop(pool.lock());
        let helps = [Some(&*below), Some(&*other), None].map(|split| pool.has_helper_for(split));
        pool.leave(&joined.split);
        assert!(owner.join().expect("no panic"), "there is nothing below");
        assert_eq!(helps, [true, false, false]);
    });
    assert!(!pool.has_helper_for(Some(&below)));
}

/// A split is joined as often as it has moves, each time with another one.
#[test]
fn as_many_join_as_there_are_moves() {
    let pool = ThreadPool::default();
    let node = split(None);
    pool.open(&node);
    let joins: Vec<_> = (0..3)
        .map(|_| pool.lock().join(|_| true).map(|joined| joined.first))
        .collect();
    assert_eq!(joins, [Some(0), Some(1), None]);
    assert_eq!(node.helpers.load(Relaxed), 2);
}

/// Waits until `count` of the open splits is 1.
fn until_one_sleeps(pool: &Pool<Toy>, count: impl Fn(&OpenSplits<Toy, SplitSearch<Toy>>) -> usize) {
    while count(&pool.lock()) == 0 {
        thread::yield_now();
    }
}

/// A worker that sleeps wakes up for a split, and its owner when the worker has left.
#[test]
fn sleepers_wake_up_for_their_reasons() {
    let ended = ends(|| {
        let pool = ThreadPool::default();
        let node = split(None);
        thread::scope(|scope| {
            let idle = scope.spawn(|| pool.join());
            until_one_sleeps(&pool, |open| open.idle_asleep);
            pool.open(&node);
            let joined = idle.join().expect("no panic").expect("a split is open");
            let owner = scope.spawn(|| pool.close(&node).is_none());
            until_one_sleeps(&pool, |open| open.owners_asleep);
            // News below other splits do not end its wait.
            pool.open(&split(Some(&split(None))));
            until_one_sleeps(&pool, |open| open.owners_asleep);
            pool.leave(&joined.split);
            owner.join().expect("no panic")
        })
    });
    assert!(ended, "the split is closed");
}
