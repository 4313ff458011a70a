//! Benchmarks of Othello: the primitives, each beside its portable twin, both evaluations, and the leaf solver.
//!
//! One iteration covers a thousand positions of random games. Divide the time by the number of elements for the time of
//! one call.

use std::hint::black_box;

use criterion::{Criterion, Throughput};
use kaeshi::games::othello::board::{Board, Square, Squares};
use kaeshi::games::othello::features::Features;
use kaeshi::games::othello::linear::evaluate;
use kaeshi::games::othello::net::{self, Net};
use kaeshi::games::othello::perft::{Passes, perft};
use kaeshi::games::othello::weights::Weights;
use kaeshi::games::othello::{Solver, flip, last_disc, moves, stability, symmetry};

/// The positions of random games; passes are not counted as positions.
fn games(count: usize) -> Vec<Vec<Board>> {
    let mut seed = 1_u64;
    let mut pick = |set: u64| {
        // A linear congruential generator, of which the high bits are used.
        seed = seed
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        let skip = (seed >> 33) % u64::from(set.count_ones());
        Squares(set)
            .nth(usize::try_from(skip).expect("below 64"))
            .expect("a square")
    };
    let mut game = || {
        let (mut board, mut all) = (Board::START, vec![]);
        loop {
            if board.legal() == 0 {
                board = board.passed();
            }
            if board.legal() == 0 {
                return all;
            }
            all.push(board);
            let square = pick(board.legal());
            board = board.after(square, board.flips(square));
        }
    };
    (0..count).map(|_| game()).collect()
}

/// A thousand positions of all phases.
fn positions() -> Vec<Board> {
    games(20).into_iter().flatten().take(1_000).collect()
}

fn endings(empties: u32, count: usize) -> Vec<Board> {
    let games = games(2 * count);
    games
        .into_iter()
        .filter_map(|game| game.into_iter().find(|board| board.empties() == empties))
        .take(count)
        .collect()
}

fn primitives(criterion: &mut Criterion) {
    let boards = positions();
    let mut group = criterion.benchmark_group("othello");
    group.throughput(Throughput::Elements(boards.len() as u64));
    let mut bench = |name: &str, run: &dyn Fn(Board) -> u64| {
        group.bench_function(name, |bencher| {
            bencher.iter(|| {
                boards.iter().fold(0, |sum: u64, &board| {
                    sum.wrapping_add(run(black_box(board)))
                })
            });
        });
    };
    bench("legal", &|board| moves::legal(board.own, board.other));
    bench("legal, portable", &|board| {
        moves::portable::legal(board.own, board.other)
    });
    bench("potential", &|board| {
        moves::potential(board.own, board.other)
    });
    bench("potential, portable", &|board| {
        moves::portable::potential(board.own, board.other)
    });
    bench("legal and potential", &|board| {
        let (legal, potential) = moves::legal_and_potential(board.own, board.other);
        legal ^ potential
    });
    let empty = |board: Board| Square::first(board.empty());
    bench("flip", &|board| {
        flip::flip(board.own, board.other, empty(board))
    });
    bench("flip, portable", &|board| {
        flip::portable::flip(board.own, board.other, empty(board))
    });
    let four = |board: Board| {
        let mut squares = Squares(board.empty());
        let first = empty(board);
        [(); 4].map(|()| squares.next().unwrap_or(first))
    };
    bench("flip two", &|board| {
        let [a, b, ..] = four(board);
        let [first, second] = flip::flip_two(board.own, board.other, [a, b]);
        first ^ second
    });
    bench("flip four", &|board| {
        flip::flip_four(board.own, board.other, four(board))
            .into_iter()
            .fold(0, |all, flips| all ^ flips)
    });
    let last = |board: Board| (board.own & !empty(board).bit(), empty(board));
    bench("last disc", &|board| {
        let (own, square) = last(board);
        let (flips, replies) = last_disc::flipped_by_both(own, square);
        u64::from(flips ^ replies)
    });
    bench("last disc, portable", &|board| {
        let (own, square) = last(board);
        let (flips, replies) = last_disc::portable::flipped_by_both(own, square);
        u64::from(flips ^ replies)
    });
    bench("stable", &|board| stability::stable(board.own, board.other));
    bench("edge stable", &|board| {
        stability::edge_stable(board.own, board.other)
    });
    bench("canonical", &|board| symmetry::canonical(board).0.own);
    group.finish();
}

/// The evaluations of the children of game positions, as in a search.
fn evaluations(criterion: &mut Criterion) {
    let children = |board: Board| {
        Squares(board.legal()).map(move |square| board.after(square, board.flips(square)))
    };
    let boards: Vec<Board> = positions()
        .into_iter()
        .flat_map(children)
        .take(4_000)
        .collect();
    let all: Vec<(Board, Features)> = boards
        .into_iter()
        .map(|board| (board, Features::of(board)))
        .collect();
    let mut group = criterion.benchmark_group("othello evaluation");
    group.throughput(Throughput::Elements(all.len() as u64));
    group.bench_function("linear", |bencher| {
        let value = |(board, features): &(Board, Features)| evaluate(*board, features).0;
        bencher.iter(|| {
            all.iter()
                .fold(0, |sum, position| sum ^ value(black_box(position)))
        });
    });
    group.bench_function("net", |bencher| {
        let value = |(board, features): &(Board, Features)| {
            let opinion = net::evaluate(*board, features);
            opinion.score.0 ^ opinion.error
        };
        bencher.iter(|| {
            all.iter()
                .fold(0, |sum, position| sum ^ value(black_box(position)))
        });
    });
    group.finish();
}

/// Loading: from the embedded files to the evaluation tables.
fn loading(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("othello loading");
    group.sample_size(20);
    let linear = include_bytes!("../src/games/othello/eval/weights/othello.weights");
    let net = include_bytes!("../src/games/othello/eval/net/othello.net");
    group.bench_function("linear", |bencher| {
        bencher.iter(|| Weights::read(black_box(linear)).is_ok());
    });
    group.bench_function("net", |bencher| {
        bencher.iter(|| Net::read(black_box(net)).is_ok());
    });
    group.finish();
}

fn searches(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("othello searches");
    group.sample_size(20);
    group.bench_function("perft 9", |bencher| {
        bencher.iter(|| perft(black_box(Board::START), 9, Passes::OnePly));
    });
    let mut solver = Solver::new();
    for (empties, count) in [(4, 1_000), (6, 1_000), (8, 200), (10, 100), (12, 20)] {
        let boards = endings(empties, count);
        group.throughput(Throughput::Elements(boards.len() as u64));
        group.bench_function(format!("solve {empties}"), |bencher| {
            bencher.iter(|| {
                solver.clear();
                boards
                    .iter()
                    .map(|&board| solver.score(board).0)
                    .sum::<i32>()
            });
        });
    }
    group.finish();
}

fn main() {
    let mut criterion = Criterion::default().configure_from_args();
    primitives(&mut criterion);
    evaluations(&mut criterion);
    loading(&mut criterion);
    searches(&mut criterion);
    criterion.final_summary();
}
