//! Counts of the game tree against published and independently computed figures.

use std::collections::HashSet;
use std::sync::atomic::AtomicBool;

use kaeshi::game::{Game, Notation, Outcome, Side};
use kaeshi::games::mnk::bits::Bits;
use kaeshi::games::mnk::{Mnk, Variant, Visitor, open};
use kaeshi::perft::perft;

use crate::{moves, picture, variant};

struct Perft<'a>(&'a [u64]);
impl Visitor for Perft<'_> {
    type Output = ();

    fn visit<B: Bits>(self, mut start: Mnk<B>) {
        for (&expected, depth) in self.0.iter().zip(1..) {
            let name = start.rules().variant();
            let perft = perft(&mut start, depth, &AtomicBool::new(false));
            assert_eq!(perft, expected, "{name}, depth {depth}");
        }
    }
}

fn check(width: u32, height: u32, in_row: u32, row: &[u64]) {
    open(variant(width, height, in_row), Perft(row));
}

#[test]
fn perft_equals_the_tables() {
    let tic_tac_toe = [9, 72, 504, 3024, 15120, 54720, 148_176, 200_448, 127_872];
    check(3, 3, 3, &tic_tac_toe);
    let oblong = [12, 132, 1320, 11880, 95040, 622_944, 3_499_200];
    check(4, 3, 3, &oblong);
    check(3, 4, 3, &oblong);
    check(
        4,
        4,
        3,
        &[16, 240, 3360, 43680, 524_160, 5_518_656, 52_817_760],
    );
    check(
        4,
        4,
        4,
        &[16, 240, 3360, 43680, 524_160, 5_765_760, 57_657_600],
    );
    check(5, 5, 4, &[25, 600, 13800, 303_600, 6_375_600, 127_512_000]);
    check(6, 5, 4, &[30, 870, 24360, 657_720, 17_100_720]);
    check(15, 4, 5, &[60, 3540, 205_320, 11_703_240]);
    check(4, 15, 5, &[60, 3540, 205_320, 11_703_240]);
    // OpenSpiel's connect_four, and the published figures for it.
    let falling = [7, 49, 343, 2401, 16807, 117_649, 823_536, 5_673_234];
    open(Variant::CONNECT_FOUR, Perft(&falling));
}

#[test]
#[ignore = "half a minute: the deepest rows of the tables"]
fn perft_equals_the_tables_to_the_end() {
    let oblong = [
        12, 132, 1320, 11880, 95040, 622_944, 3_499_200, 14_031_360, 44_872_704,
    ];
    check(4, 3, 3, &oblong);
    let square = [
        16,
        240,
        3360,
        43680,
        524_160,
        5_765_760,
        57_657_600,
        516_067_200,
    ];
    check(4, 4, 4, &square);
    let larger = [
        25,
        600,
        13800,
        303_600,
        6_375_600,
        127_512_000,
        2_422_728_000,
    ];
    check(5, 5, 4, &larger);
    check(6, 5, 4, &[30, 870, 24360, 657_720, 17_100_720, 427_518_000]);
    check(15, 4, 5, &[60, 3540, 205_320, 11_703_240, 655_381_440]);
}

/// The number of complete games.
fn games<B: Bits>(game: &mut Mnk<B>) -> u64 {
    if game.result().is_some() {
        return 1;
    }
    let mut count = 0;
    for cell in moves(game) {
        game.make(&cell);
        count += games(game);
        game.unmake(&cell);
    }
    count
}

#[test]
fn tic_tac_toe_has_255_168_games() {
    assert_eq!(games(&mut Mnk::<u64>::new(variant(3, 3, 3))), 255_168);
}

/// A board that can be rotated and reflected, one digit for each cell.
pub(crate) type Picture = Vec<Vec<u8>>;

/// The board of a position.
pub(crate) fn digits<B: Bits>(game: &Mnk<B>) -> Picture {
    let digit = |cell: Option<Side>| cell.map_or(0, |side| 1 + u8::from(side == Side::Second));
    let board = picture(game).into_iter();
    board
        .map(|row| row.into_iter().map(digit).collect())
        .collect()
}

/// The smallest of the boards symmetric to `board`.
pub(crate) fn least(board: &Picture) -> Picture {
    let upside_down = |board: &Picture| board.iter().rev().cloned().collect::<Picture>();
    let transposed = |board: &Picture| -> Picture {
        (0..board[0].len())
            .map(|file| board.iter().map(|row| row[file]).collect())
            .collect()
    };
    let mut all = vec![board.clone(), upside_down(board)];
    let reflected: Vec<_> = all
        .iter()
        .map(|board| {
            board
                .iter()
                .map(|row| row.iter().rev().copied().collect())
                .collect()
        })
        .collect();
    all.extend(reflected);
    if board.len() == board[0].len() {
        let turned: Vec<_> = all.iter().map(transposed).collect();
        all.extend(turned);
    }
    all.into_iter().min().expect("several")
}

/// The reachable positions, by number of stones.
pub(crate) fn reachable<B: Bits>(start: &Mnk<B>) -> Vec<Vec<Mnk<B>>> {
    let mut levels = vec![vec![start.clone()]];
    loop {
        let mut seen = HashSet::new();
        let mut next = Vec::new();
        for position in &levels[levels.len() - 1] {
            if position.result().is_some() {
                continue;
            }
            for cell in moves(position) {
                let mut after = position.clone();
                after.make(&cell);
                if seen.insert(after.hash()) {
                    next.push(after);
                }
            }
        }
        if next.is_empty() {
            return levels;
        }
        levels.push(next);
    }
}

#[test]
fn tic_tac_toe_has_5478_positions_in_765_classes() {
    let levels = reachable(&Mnk::<u64>::new(variant(3, 3, 3)));
    let positions: Vec<usize> = levels.iter().map(Vec::len).collect();
    assert_eq!(positions, [1, 9, 72, 252, 756, 1260, 1520, 1140, 390, 78]);
    assert_eq!(positions.iter().sum::<usize>(), 5478);
    let classes: Vec<usize> = levels
        .iter()
        .map(|level| {
            level
                .iter()
                .map(|game| least(&digits(game)))
                .collect::<HashSet<_>>()
                .len()
        })
        .collect();
    assert_eq!(classes, [1, 3, 12, 38, 108, 174, 204, 153, 57, 15]);
    assert_eq!(classes.iter().sum::<usize>(), 765);
    assert_eq!(ends(levels.iter().flatten()), [626, 316, 16]);
}

/// The number of games won by the first player, won by the second, and drawn.
fn ends<'g, B: Bits>(positions: impl Iterator<Item = &'g Mnk<B>>) -> [usize; 3] {
    let mut ends = [0; 3];
    for end in positions.filter_map(Notation::result) {
        ends[match end {
            Outcome::Won(Side::First) => 0,
            Outcome::Won(Side::Second) => 1,
            Outcome::Drawn => 2,
        }] += 1;
    }
    ends
}

#[test]
fn four_by_three_has_111_973_positions_in_28_275_classes() {
    let levels = reachable(&Mnk::<u64>::new(variant(4, 3, 3)));
    let all = || levels.iter().flatten();
    assert_eq!(all().count(), 111_973);
    assert_eq!(
        all()
            .map(|game| least(&digits(game)))
            .collect::<HashSet<_>>()
            .len(),
        28_275
    );
    // In 20,312 of them x fills a line, in 12,070 o does.
    assert_eq!(ends(all()), [20_312, 12_070, 28]);
}
