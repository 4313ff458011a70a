//! What the articles announce after part 212: counting bits, symmetries of bitboards, random games.

use std::hint::black_box;

use kaeshi::games::mnk::marubatsu::chance::{Chance, random_game};
use kaeshi::games::mnk::marubatsu::padded::{
    count_by_clearing, count_by_instruction, count_by_table, hashable, pad, same_hashables,
};
use kaeshi::games::mnk::marubatsu::solved::{Selection, Solution};
use kaeshi::games::mnk::marubatsu::{
    Board, FULL, List1dBoard, ListBoard, MarubatsuBoard, MarubatsuOn, Move, padded, same,
};

use crate::cli::experiment::progress::Progress;
use crate::cli::experiment::report::Section;
use crate::cli::experiment::timing::{TURNS, side_by_side};

/// A way to count the bits of a set of cells.
type CountBits = fn(u16) -> u32;

/// Ways to count bits, and symmetries by exchanging groups of bits.
pub(super) fn bits() -> Section {
    let mut section =
        Section::new("Counting bits, and symmetries by delta swaps (parts 213 to 221)");
    let ways: [(&str, CountBits); 3] = [
        ("clearing the lowest bit", count_by_clearing),
        ("a table", count_by_table),
        ("the processor's instruction", count_by_instruction),
    ];
    for (what, count) in ways {
        let one_by_one = |set: &u16| (0..9).filter(|bit| set >> bit & 1 == 1).count();
        let wrong = (0..=FULL).filter(|set| count(*set) as usize != one_by_one(set));
        section.checked(
            format!("bits by {what}"),
            (u64::from(FULL)) + 1,
            wrong.count() as u64,
        );
    }
    symmetries(&mut section);
    let [mut one, mut two, mut three] = ways.map(|(_, count)| {
        move || {
            for set in 0..=FULL {
                black_box(count(black_box(set)));
            }
        }
    });
    let mut by_swaps = || {
        for set in 0..=FULL {
            black_box(padded::images(pad(black_box(set))));
        }
    };
    let mut by_cells = || {
        for set in 0..=FULL {
            black_box(images_by_cells(black_box(set)));
        }
    };
    let progress = Progress::new("bits", TURNS as u64);
    let times = side_by_side(
        &mut [&mut one, &mut two, &mut three, &mut by_swaps, &mut by_cells],
        || progress.step(1),
    );
    let names = ways.map(|(what, _)| format!("a count by {what}, ns"));
    let images = ["by delta swaps", "cell by cell"].map(|what| format!("eight images {what}, ns"));
    for (what, time) in names.into_iter().chain(images).zip(times) {
        section.measured(what, time / f64::from(FULL + 1), None::<f64>);
    }
    section
}

/// The eight images of a set of cells, cell by cell.
fn images_by_cells(set: u16) -> [u16; 8] {
    std::array::from_fn(|symmetry| {
        let mut image = 0;
        for bit in 0..9 {
            if set >> bit & 1 == 1 {
                let (mut x, mut y) = (bit / 3, bit % 3);
                if symmetry & 1 != 0 {
                    x = 2 - x;
                }
                if symmetry & 2 != 0 {
                    y = 2 - y;
                }
                if symmetry & 4 != 0 {
                    (x, y) = (y, x);
                }
                image |= 1 << (y + 3 * x);
            }
        }
        image
    })
}

/// Compares the symmetries with those cell by cell, and those of boards with the table's.
fn symmetries(section: &mut Section) {
    let sets = 0..=FULL;
    let wrong = sets.filter(|set| {
        let by_swaps = padded::images(pad(*set)).map(padded::unpad);
        by_swaps != images_by_cells(*set)
    });
    section.checked(
        "eight images of a set of cells",
        u64::from(FULL) + 1,
        wrong.count() as u64,
    );
    let solution = Solution::new();
    let all = Selection {
        telling: false,
        classes: false,
    };
    let (mut cases, mut wrong) = (0, 0);
    for (game, best) in solution.select(all) {
        for mv in best {
            cases += 1;
            wrong += u64::from(!has_the_same_images(game.board(), *mv));
        }
    }
    section.checked(
        "images of a board and a best move (calc_same_hashables)",
        cases,
        wrong,
    );
}

/// Whether delta swaps find the same boards as the table of symmetries, each with an image of `mv` that fits it.
fn has_the_same_images(board: Board, mv: Move) -> bool {
    let mut expected = same(board, mv)
        .map(|(board, mv)| (hashable(board), mv))
        .to_vec();
    let found = same_hashables(board, mv);
    let fits = found.iter().all(|pair| expected.contains(pair));
    expected.sort_unstable();
    expected.dedup_by_key(|(number, _)| *number);
    fits && found.len() == expected.len()
}

/// Random games a second, on the three boards.
pub(super) fn playouts() -> Section {
    const GAMES: u32 = 100;
    let mut section = Section::new("Random games from the start, a second (part 233, Python)");
    let mut columns = games_of::<ListBoard>();
    let mut cells = games_of::<List1dBoard>();
    let mut bits = games_of::<Board>();
    let progress = Progress::new("random games", TURNS as u64);
    let times = side_by_side(
        &mut [&mut || columns(GAMES), &mut || cells(GAMES), &mut || {
            bits(GAMES);
        }],
        || progress.step(1),
    );
    let rows = [
        ("array of columns", None),
        (
            "array of cells (article: with cheap copying)",
            Some(39_620.0),
        ),
        (
            "bitboard of 3x3 (article: with cheap copying)",
            Some(51_124.0),
        ),
    ];
    for ((what, article), time) in rows.into_iter().zip(times) {
        section.measured(what, f64::from(GAMES) * 1e9 / time, article);
    }
    section
}

/// Plays random games on one kind of board.
fn games_of<B: MarubatsuBoard>() -> impl FnMut(u32) {
    let start = MarubatsuOn::<B>::default();
    let mut chance = Chance::new(0);
    move |games| {
        for _ in 0..games {
            black_box(random_game(start.clone(), &mut chance));
        }
    }
}
