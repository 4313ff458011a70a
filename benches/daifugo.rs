//! Benchmarks of Daifugo's bit operations: what a hand can answer, and whether one wins without being answered.
//!
//! Throughput is in hands.

use std::hint::black_box;

use criterion::{Criterion, Throughput};
use kaeshi::game::splitmix64;
use kaeshi::games::daifugo::{Answerable, Cards, Located};

/// Pairs of hands of about eleven cards each, the same in every run.
fn deals() -> Vec<[Cards; 2]> {
    let word = |at: u64| splitmix64(at) & splitmix64(at + 1);
    let deal = |at: u64| {
        let first = Cards::from_bits(word(4 * at)) & Cards::DECK;
        let second = Cards::from_bits(word(4 * at + 2)) & Cards::DECK;
        [first, second - first]
    };
    (0..4096).map(deal).collect()
}

fn main() {
    let mut criterion = Criterion::default().configure_from_args();
    let deals = deals();
    let mut group = criterion.benchmark_group("daifugo");
    group.throughput(Throughput::Elements(deals.len() as u64));
    group.bench_function("perfect win, from cards to answer", |bencher| {
        bencher.iter(|| {
            let wins = deals.iter().filter(|[mine, theirs]| {
                let theirs = Answerable::by(Located::of(black_box(*theirs)));
                Located::of(black_box(*mine)).wins_unanswered(theirs)
            });
            wins.count()
        });
    });
    let located: Vec<_> = deals
        .iter()
        .map(|[mine, theirs]| (Located::of(*mine), Answerable::by(Located::of(*theirs))))
        .collect();
    group.bench_function("perfect win, forms kept", |bencher| {
        bencher.iter(|| {
            let wins = located
                .iter()
                .filter(|(mine, theirs)| black_box(*mine).wins_unanswered(black_box(*theirs)));
            wins.count()
        });
    });
    group.bench_function("locate by addition", |bencher| {
        bencher.iter(|| {
            let all = deals
                .iter()
                .map(|[mine, _]| Located::of(black_box(*mine)).bits());
            all.fold(0, |all, bits| all ^ bits)
        });
    });
    group.bench_function("locate by logic", |bencher| {
        bencher.iter(|| {
            let all = deals
                .iter()
                .map(|[mine, _]| Located::of_cards_by_logic(black_box(*mine)).bits());
            all.fold(0, |all, bits| all ^ bits)
        });
    });
    group.finish();
    criterion.final_summary();
}
