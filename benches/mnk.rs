//! Benchmarks of the m,n,k games: listing moves, random games, making and taking back.
//!
//! Throughput is in moves listed, games played and moves made.

use std::hint::black_box;

use criterion::{Criterion, Throughput};
use kaeshi::game::{Game, splitmix64};
use kaeshi::games::mnk::bits::{Bits, Words};
use kaeshi::games::mnk::marubatsu::Marubatsu;
use kaeshi::games::mnk::marubatsu::chance::random_match;
use kaeshi::games::mnk::rules::Rules;
use kaeshi::games::mnk::{Cell, Mnk, Variant};

/// A deterministic random number generator: a linear congruential one, of which the high bits are used.
struct Random(u64);

impl Random {
    #[inline]
    fn below(&mut self, limit: u32) -> u32 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        let product = (self.0 >> 32) * u64::from(limit);
        u32::try_from(product >> 32).expect("below a u32")
    }
}

/// Positions of a random game until it is over.
fn random_game<B: Bits>(start: &Mnk<B>, random: &mut Random) -> Vec<Mnk<B>> {
    let mut positions = vec![start.clone()];
    loop {
        let mut next = positions[positions.len() - 1].clone();
        let mut legal = Vec::new();
        next.moves(|cell| legal.push(cell));
        let at = random.below(u32::try_from(legal.len()).expect("few"));
        next.make(&legal[at as usize]);
        if next.terminal_score(0).is_some() {
            return positions;
        }
        positions.push(next);
    }
}

fn listing<B: Bits>(criterion: &mut Criterion, variant: Variant) {
    let mut random = Random(splitmix64(1));
    let start = Mnk::<B>::new(variant);
    let positions: Vec<_> = (0..20)
        .flat_map(|_| random_game(&start, &mut random))
        .collect();
    let total: u64 = positions
        .iter()
        .map(|game| u64::from(game.empty_count()))
        .sum();
    let mut group = criterion.benchmark_group("list legal moves");
    group.throughput(Throughput::Elements(total));
    let mut list: Vec<Cell> = Vec::with_capacity(usize::from(variant.cells()));
    group.bench_function(variant.to_string(), |bencher| {
        bencher.iter(|| {
            for game in &positions {
                list.clear();
                game.moves(|cell| list.push(cell));
                black_box(&list);
            }
        });
    });
}

/// Random games of tic-tac-toe on bare bitboards, a thousand at a time.
fn random_games(criterion: &mut Criterion) {
    let rules = Rules::<u64>::new(Variant::TIC_TAC_TOE);
    let mut random = Random(splitmix64(2));
    let mut group = criterion.benchmark_group("random games");
    group.throughput(Throughput::Elements(1000));
    group.bench_function(rules.variant().to_string(), |bencher| {
        bencher.iter(|| {
            (0..1000)
                .map(|_| black_box(play(&rules, &mut random)))
                .sum::<u32>()
        });
    });
}

/// The number of plies of a random game.
fn play(rules: &Rules<u64>, random: &mut Random) -> u32 {
    let cells = rules.cells().count();
    // No line is possible before this ply.
    let soonest = 2 * rules.variant().in_row() - 1;
    let (mut own, mut other) = (0, 0);
    for plies in 1..=cells {
        let mut free = rules.cells() & !(own | other);
        for _ in 0..random.below(cells + 1 - plies) {
            free &= free - 1;
        }
        own |= free & free.wrapping_neg();
        if plies >= soonest && rules.has_line(own) {
            return plies;
        }
        (own, other) = (other, own);
    }
    cells
}

/// Random games by the functions of the articles with Python's random numbers.
fn articles(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("random games");
    group.throughput(Throughput::Elements(2000));
    group.bench_function("as in the articles", |bencher| {
        let start = Marubatsu::default();
        bencher.iter(|| black_box(random_match(&start, 1000, 0)));
    });
}

/// Makes and takes back every legal move of the positions of a random game.
fn making<B: Bits>(criterion: &mut Criterion, variant: Variant) {
    let mut random = Random(splitmix64(3));
    let mut positions = random_game(&Mnk::<B>::new(variant), &mut random);
    let total: u64 = positions
        .iter()
        .map(|game| u64::from(game.empty_count()))
        .sum();
    let mut group = criterion.benchmark_group("make and unmake");
    group.throughput(Throughput::Elements(total));
    let mut list: Vec<Cell> = Vec::new();
    group.bench_function(variant.to_string(), |bencher| {
        bencher.iter(|| {
            for game in &mut positions {
                list.clear();
                game.moves(|cell| list.push(cell));
                for cell in &list {
                    game.make(cell);
                    black_box(game.evaluate());
                    game.unmake(cell);
                }
            }
        });
    });
}

fn main() {
    let mut criterion = Criterion::default().configure_from_args();
    let large = Variant::new(20, 20, 5).expect("sizes in range");
    listing::<u64>(&mut criterion, Variant::TIC_TAC_TOE);
    listing::<Words<4>>(&mut criterion, Variant::GOMOKU);
    listing::<Words<11>>(&mut criterion, large);
    random_games(&mut criterion);
    articles(&mut criterion);
    making::<u64>(&mut criterion, Variant::TIC_TAC_TOE);
    making::<Words<4>>(&mut criterion, Variant::GOMOKU);
    making::<Words<11>>(&mut criterion, large);
    criterion.final_summary();
}
