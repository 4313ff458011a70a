//! Tests of the proof search against exhaustive search.

use std::collections::HashMap;

use super::super::bits::Words;
use super::super::bounds::erdos_selfridge_draw_on_move;
use super::super::lines::LineTable;
use super::super::position::Mnk;
use super::super::samples::random_position;
use super::super::threat_search::win_by_threats;
use super::super::variant::{MAX_SIDE, Variant};
use super::pairing::Pairing;
use super::proof_search::{INWARDNESS, ProofSearch, value};
use crate::game::{Game, Notation, Outcome, Side};
use crate::search::{Policy, SearchLimits, SharedState, TranspositionTable, Worker};

/// 1, 0 or -1: won, drawn or lost for the side to move, by exhaustive search.
fn worth(game: &mut Mnk<u64>, known: &mut HashMap<u64, i16>) -> i16 {
    match game.result() {
        Some(Outcome::Won(winner)) => return if winner == game.side() { 1 } else { -1 },
        Some(Outcome::Drawn) => return 0,
        None => {}
    }
    if let Some(&worth) = known.get(&game.hash()) {
        return worth;
    }
    let mut cells = Vec::new();
    game.moves(|cell| cells.push(cell));
    let mut best = -1;
    for cell in cells {
        game.make(&cell);
        best = best.max(-worth(game, known));
        game.unmake(&cell);
    }
    known.insert(game.hash(), best);
    best
}

const SHAPES: [(u32, u32, u32); 8] = [
    (3, 3, 3),
    (4, 3, 3),
    (5, 3, 3),
    (4, 4, 3),
    (4, 4, 4),
    (5, 4, 4),
    (5, 5, 4),
    (7, 4, 4),
];

/// Plain games.
fn plain() -> impl Iterator<Item = Variant> {
    let shapes = SHAPES.into_iter();
    shapes.map(|(width, height, in_row)| Variant::new(width, height, in_row).expect("a game"))
}

/// Plain games, and games by other rules.
fn all() -> impl Iterator<Item = Variant> {
    let other = [Variant::with_gravity, Variant::exactly, |plain: Variant| {
        plain.exactly().with_gravity()
    }];
    plain().chain(other.into_iter().flat_map(|rule| plain().map(rule)))
}

/// The proven values are right. One table serves all positions of a board, so that wrongly equated positions would
/// show.
#[test]
fn values_are_those_of_trying_everything() {
    let mut seed = 11;
    let mut found = [0; 3];
    for variant in all() {
        let start = Mnk::<u64>::new(variant);
        let (table, shared) = (
            TranspositionTable::new(4).expect("four mebibytes"),
            SharedState::default(),
        );
        let mut search = Worker::new(start.clone(), &table, &shared, SearchLimits::default());
        for round in 0..150 {
            let Some(mut game) = random_position(&start, 5 + round % 6, &mut seed) else {
                continue;
            };
            if game.result().is_some() {
                continue;
            }
            let expected = worth(&mut game, &mut HashMap::new());
            search.restart(game.clone(), SearchLimits::default());
            let value = value(&mut search, u64::MAX).expect("nobody stops it");
            let value = value.expect("the effort suffices").0.signum();
            assert_eq!(value, expected, "{}", game.write());
            found[usize::try_from(value + 1).expect("0, 1 or 2")] += 1;
        }
    }
    assert!(found.iter().all(|&count| count > 30), "{found:?}");
}

/// An attacker held off by pairs never fills a line, and pairs hold more often than the potential alone.
#[test]
fn who_is_held_off_by_pairs_cannot_win() {
    let mut seed = 12;
    let (mut held, mut by_pairs, mut free) = (0, 0, 0);
    let mut pairing = Pairing::default();
    for variant in plain() {
        let start = Mnk::<u64>::new(variant);
        for round in 0..300 {
            let Some(mut game) = random_position(&start, 4 + round % 7, &mut seed) else {
                continue;
            };
            if game.result().is_some() {
                continue;
            }
            let wins = worth(&mut game, &mut HashMap::new()) > 0;
            if pairing.holds(&game, game.side(), 0) {
                assert!(!wins, "{}", game.write());
                held += 1;
                by_pairs += u32::from(!erdos_selfridge_draw_on_move(&game, game.side()));
            } else {
                free += u32::from(wins);
            }
        }
    }
    assert!(
        held > 200 && by_pairs > 50 && free > 200,
        "{held} {by_pairs} {free}"
    );
}

/// A position and its images under the symmetries of the board have one hash.
#[test]
fn symmetric_positions_have_one_hash() {
    let (table, shared) = (
        TranspositionTable::new(1).expect("a mebibyte"),
        SharedState::default(),
    );
    let hash = |game: &Mnk<u64>| {
        let search = Worker::new(game.clone(), &table, &shared, SearchLimits::default());
        <ProofSearch as Policy<Mnk<u64>>>::hash(&search)
    };
    let mut seed = 13;
    for variant in plain() {
        let (width, height) = (variant.width(), variant.height());
        let start = Mnk::<u64>::new(variant);
        for empty in 4..9 {
            let Some(game) = random_position(&start, empty, &mut seed) else {
                continue;
            };
            let image = |turn: bool, left: bool, down: bool| {
                let mut stones = [0; 2];
                for side in [Side::First, Side::Second] {
                    game.rules().each_cell(game.stones(side), |cell| {
                        let (mut file, mut rank) =
                            (cell.bit() % variant.stride(), cell.bit() / variant.stride());
                        if left {
                            file = width - 1 - file;
                        }
                        if down {
                            rank = height - 1 - rank;
                        }
                        if turn {
                            (file, rank) = (rank, file);
                        }
                        let cell = variant.cell(file, rank).expect("on the board");
                        stones[side.index()] |= 1 << cell.bit();
                    });
                }
                game.with_stones(stones, game.side())
            };
            for symmetry in 0..8 {
                let [turn, left, down] = [4, 2, 1].map(|bit| symmetry & bit != 0);
                if !turn || width == height {
                    assert_eq!(
                        hash(&image(turn, left, down)),
                        hash(&game),
                        "{}",
                        game.write()
                    );
                }
            }
        }
    }
}

/// Wins by continuous threats are wins; some are found, and the position is restored.
#[test]
fn wins_by_threats_are_wins() {
    let mut seed = 14;
    let mut wins = 0;
    for variant in all() {
        let start = Mnk::<u64>::new(variant);
        for round in 0..300 {
            let Some(mut game) = random_position(&start, 5 + round % 6, &mut seed) else {
                continue;
            };
            let mover = game.side();
            if game.result().is_some() || game.can_win(mover) {
                continue;
            }
            let before = game.clone();
            let plies = win_by_threats(&mut game, mover, 1000);
            assert!(game == before, "{}", game.write());
            if let Some(plies) = plies {
                assert!(plies >= 3 && plies % 2 == 1, "{plies}");
                assert_eq!(worth(&mut game, &mut HashMap::new()), 1, "{}", game.write());
                wins += 1;
            }
        }
    }
    assert!(wins > 100, "{wins}");
}

/// Two fours on a gomoku board: the first one only prepares the second, which threatens two fives.
#[test]
fn a_four_that_prepares_another_is_found() {
    let start = Mnk::<Words<4>>::new(Variant::GOMOKU);
    let text = "15 15 5 O13O/15/15/15/7O7/7X7/7X7/2OXXX9/15/15/8X6/9X5/10X4/11O3/O6O6O x";
    let mut game = start.read(text).expect("a position");
    let mover = game.side();
    assert_eq!(win_by_threats(&mut game, mover, 1000), Some(5));
    assert_eq!(win_by_threats(&mut game, !mover, 1000), None);
}

/// The weight of a cell all of whose lines lack no stone but its own, on every board that is proved.
#[test]
fn the_heaviest_cell_can_be_rated() {
    let mut heaviest = 0;
    let sides = 1..=u32::from(MAX_SIDE);
    let boards = sides
        .clone()
        .flat_map(|width| sides.clone().map(move |height| (width, height)));
    for (width, height) in boards {
        for in_row in 1..=width.max(height) {
            let variant = Variant::new(width, height, in_row).expect("a game");
            if !variant.is_provable() {
                continue;
            }
            let lines = LineTable::new(variant);
            let cells = (0..height).flat_map(|rank| (0..width).map(move |file| (file, rank)));
            let through = |(file, rank)| {
                lines
                    .through(variant.cell(file, rank).expect("a cell"))
                    .len()
            };
            let most = cells.map(through).max().unwrap_or(0) as u64;
            heaviest = heaviest.max(most << (in_row - 1));
        }
    }
    let most_inward = u64::from(MAX_SIDE);
    assert_eq!(heaviest, 1 << 25);
    assert!(i32::try_from(heaviest * INWARDNESS + most_inward).is_ok());
}
