//! The search against brute force and known values.

use std::collections::HashMap;
use std::time::Instant;

use kaeshi::game::{Game, Notation};
use kaeshi::games::mnk::bits::Bits;
use kaeshi::games::mnk::{Mnk, Visitor, open};
use kaeshi::search::{PvReport, Score};

use crate::minimax::{minimax, search_to_the_end};
use crate::tree::{digits, least, reachable};
use crate::{Random, by_the_rules, moves, random_position, variant};

/// Random positions with this number of empty cells, searched and compared with minimax.
struct Agree<'r> {
    empty: u16,
    positions: usize,
    random: &'r mut Random,
}

impl Visitor for Agree<'_> {
    type Output = usize;

    fn visit<B: Bits>(self, start: Mnk<B>) -> usize {
        let mut checked = 0;
        while checked < self.positions {
            let Some(mut position) = random_position(&start, self.empty, self.random) else {
                continue;
            };
            let expected = minimax(&mut position, 0, &by_the_rules);
            let found = search_to_the_end(&position);
            assert!(found.proven, "{}", position.write());
            assert_eq!(found.score, expected, "{}", position.write());
            keeps_the_value(&position, &found, expected);
            checked += 1;
        }
        checked
    }
}

/// Checks that the first move of the line keeps the value of the position.
fn keeps_the_value<B: Bits>(position: &Mnk<B>, found: &PvReport, expected: Score) {
    let mut after = position.clone();
    let result = moves(position)
        .into_iter()
        .find(|cell| Mnk::<B>::pack(cell) == found.pv[0]);
    after.make(&result.expect("a legal move"));
    let kept = -minimax(&mut after, 1, &by_the_rules);
    assert_eq!(kept, expected, "{}", position.write());
}

#[test]
fn agrees_with_minimax_on_random_positions() {
    let mut random = Random(3);
    let shapes = [
        (2, 2, 2, 4),
        (3, 3, 3, 9),
        (3, 3, 3, 7),
        (3, 3, 2, 8),
        (6, 1, 3, 6),
        (2, 5, 3, 9),
        (4, 3, 3, 8),
        (3, 4, 4, 8),
        (4, 4, 3, 8),
        (4, 4, 4, 9),
        (5, 4, 4, 8),
        (5, 5, 4, 9),
        (6, 5, 4, 8),
        (7, 7, 5, 8),
        (8, 8, 6, 7),
        (12, 10, 8, 7),
        (16, 16, 12, 6),
        (20, 20, 17, 6),
    ];
    let plain =
        shapes.map(|(width, height, in_row, empty)| (variant(width, height, in_row), empty));
    let other = [
        (variant(3, 3, 3).with_gravity(), 9),
        (variant(4, 4, 3).with_gravity(), 8),
        (variant(5, 4, 4).with_gravity(), 10),
        (variant(7, 6, 4).with_gravity(), 10),
        (variant(4, 4, 3).exactly(), 8),
        (variant(6, 1, 3).exactly(), 6),
        (variant(5, 5, 4).exactly(), 8),
        (variant(6, 6, 5).exactly(), 7),
        (variant(12, 10, 8).exactly(), 7),
        (variant(5, 5, 4).exactly().with_gravity(), 8),
        (variant(9, 9, 7).exactly().with_gravity(), 8),
    ];
    let mut checked = 0;
    for (variant, empty) in plain.into_iter().chain(other) {
        let positions = if empty == 9 { 10 } else { 25 };
        let random = &mut random;
        checked += open(
            variant,
            Agree {
                empty,
                positions,
                random,
            },
        );
    }
    println!("{checked} positions agree with minimax");
    assert!(checked >= 200);
}

/// If a value was proven other than by depth, the line begins with a move that keeps it.
#[test]
fn what_is_proven_is_played() {
    let start = Mnk::<u64>::new(variant(5, 5, 4));
    let mut held = start.clone();
    for name in "c2 c3 d3 d2 b4 e4 c4".split(' ') {
        let cell = held.read_move(name).expect("free");
        held.make(&cell);
    }
    let mut random = Random(5);
    let positions =
        (0..120).filter_map(|round| random_position(&start, 14 + round % 6, &mut random));
    let mut draws = 0;
    for position in std::iter::once(held).chain(positions) {
        let found = search_to_the_end(&position);
        assert!(found.proven, "{}", position.write());
        let mut after = position.clone();
        let best = moves(&position)
            .into_iter()
            .find(|cell| Mnk::<u64>::pack(cell) == found.pv[0]);
        after.make(&best.expect("a legal move"));
        let kept = by_the_rules(&after, 0).unwrap_or_else(|| search_to_the_end(&after).score);
        assert_eq!(
            kept.0.signum(),
            -found.score.0.signum(),
            "{}: {found:?}",
            position.write()
        );
        draws += usize::from(found.score == Score::DRAW);
    }
    assert!(draws > 20, "{draws} draws");
}

/// Below the root, the search ends games that neither side can win; they are draws.
#[test]
fn dead_positions_are_draws() {
    let mut random = Random(4);
    let mut dead = 0;
    for (width, height, in_row) in [(3, 3, 3), (4, 4, 4), (4, 3, 4), (5, 5, 5)] {
        let start = Mnk::<u64>::new(variant(width, height, in_row));
        for empty in 1..8 {
            for _ in 0..40 {
                let Some(mut position) = random_position(&start, empty, &mut random) else {
                    continue;
                };
                assert_eq!(position.terminal_score(0), None, "the rules go on");
                if position.terminal_score(1) == Some(Score::DRAW) {
                    let value = minimax(&mut position, 0, &by_the_rules);
                    assert_eq!(value, Score::DRAW, "{}", position.write());
                    dead += 1;
                }
            }
        }
    }
    assert!(dead > 50, "{dead} dead positions");
}

struct Value(Option<u16>);
impl Visitor for Value {
    type Output = ();

    fn visit<B: Bits>(self, start: Mnk<B>) {
        let found = search_to_the_end(&start);
        let name = start.rules().variant();
        println!("{name}: {}", start.describe(found.score));
        assert!(found.proven, "{name}");
        let expected = self.0.map_or(Score::DRAW, Score::win);
        assert_eq!(found.score, expected, "{name}");
    }
}

fn check(values: &[(u32, u32, u32, Option<u16>)]) {
    for &(width, height, in_row, plies) in values {
        open(variant(width, height, in_row), Value(plies));
    }
}

#[test]
fn known_values() {
    check(&[
        (1, 1, 1, Some(1)),
        (26, 26, 1, Some(1)),
        (2, 1, 2, None),
        (2, 2, 2, Some(3)),
        (4, 4, 2, Some(3)),
        (3, 3, 3, None),
        (4, 3, 3, Some(7)),
        (3, 4, 3, Some(7)),
        (4, 4, 3, Some(5)),
        (5, 3, 3, Some(7)),
        (5, 4, 3, Some(5)),
        (4, 4, 4, None),
        (5, 4, 4, None),
        (6, 4, 4, None),
        (4, 6, 4, None),
        (7, 4, 4, None),
        (5, 5, 4, None),
        (6, 5, 4, Some(11)),
        (5, 6, 4, Some(11)),
        (6, 6, 4, Some(11)),
        (5, 5, 5, None),
        (6, 5, 5, None),
        (7, 5, 5, None),
        (8, 5, 5, None),
        (9, 5, 5, None),
        (6, 6, 5, None),
        (7, 6, 5, None),
        (6, 6, 6, None),
        (7, 7, 6, None),
        (8, 7, 6, None),
        (9, 6, 6, None),
        (9, 7, 6, None),
        (8, 8, 6, None),
        (8, 8, 7, None),
    ]);
}

#[test]
#[ignore = "a minute: values that take millions of nodes"]
fn known_values_of_larger_boards() {
    check(&[
        (7, 7, 5, None),
        (8, 6, 5, None),
        (10, 5, 5, None),
        (8, 4, 4, None),
    ]);
}

/// The value of every position below `game` by brute force: won, drawn or lost.
fn values(game: &mut Mnk<u64>, known: &mut HashMap<u64, i16>) -> i16 {
    if let Some(score) = by_the_rules(game, 0) {
        return score.0.signum();
    }
    if let Some(&value) = known.get(&game.hash()) {
        return value;
    }
    let mut best = -1;
    for cell in moves(game) {
        game.make(&cell);
        best = best.max(-values(game, known));
        game.unmake(&cell);
    }
    known.insert(game.hash(), best);
    best
}

/// At every unfinished position, up to symmetry, the chosen move keeps the value.
#[test]
fn tic_tac_toe_is_strongly_solved() {
    let mut start = Mnk::<u64>::new(variant(3, 3, 3));
    let mut known = HashMap::new();
    assert_eq!(values(&mut start, &mut known), 0);
    let mut classes = HashMap::new();
    for position in reachable(&start).into_iter().flatten() {
        if position.result().is_none() {
            classes.entry(least(&digits(&position))).or_insert(position);
        }
    }
    let began = Instant::now();
    let (mut right, mut telling, mut right_and_telling) = (0, 0, 0);
    for position in classes.values() {
        let result = search_to_the_end(position).pv[0];
        let value = known[&position.hash()];
        let kept = |cell| {
            let mut after = position.clone();
            after.make(&cell);
            let below = by_the_rules(&after, 0).map(|score| score.0.signum());
            -below.unwrap_or_else(|| known[&after.hash()]) == value
        };
        let moves = moves(position);
        let keeps = moves
            .iter()
            .any(|cell| Mnk::<u64>::pack(cell) == result && kept(*cell));
        // Where all moves keep the value, the choice proves nothing.
        let tells = !moves.into_iter().all(kept);
        right += usize::from(keeps);
        telling += usize::from(tells);
        right_and_telling += usize::from(keeps && tells);
    }
    let percent = |part: usize, whole: usize| {
        format!("{part}/{whole} {:.2}%", {
            #[expect(clippy::cast_precision_loss, reason = "a few hundred")]
            let ratio = part as f64 / whole as f64;
            100.0 * ratio
        })
    };
    println!(
        "strongly solved: {} (where a move can be wrong: {}) in {:?}",
        percent(right, classes.len()),
        percent(right_and_telling, telling),
        began.elapsed()
    );
    assert_eq!((classes.len(), telling), (627, 431));
    assert_eq!((right, right_and_telling), (627, 431));
}
