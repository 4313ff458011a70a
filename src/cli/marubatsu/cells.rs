//! The articles' board of bits: their functions on their own examples.

use kaeshi::game::Side;
use kaeshi::games::mnk::marubatsu::chance::Chance;
use kaeshi::games::mnk::marubatsu::{FULL, Marubatsu, Move, same};

use crate::cli::experiment::report::{Figure, Section};

/// The cells as numbers, and the article's examples.
pub(super) fn cells() -> Section {
    let mut section = Section::new("Cells, marks and legal moves on the examples of part 212");
    numbers(&mut section);
    inversions(&mut section);
    moves(&mut section);
    texts(&mut section);
    let mut chance = Chance::new(0);
    let drawn: Vec<u64> = (0..12).map(|_| chance.below(10).into()).collect();
    section.exact(
        "numbers below 10 after random.seed(0) (Python)",
        Figure::Counts(drawn),
        Some([6, 6, 0, 4, 8, 7, 6, 4, 7, 5, 9, 3].into()),
    );
    section.note("the article prints the order of the first version for all; the program gives the one shown here for the others");
    section
}

/// A cell as a bit and as coordinates, and marks on it.
fn numbers(section: &mut Section) {
    let all: Vec<Move> = (0..9).filter_map(|at| Move::at(at / 3, at % 3)).collect();
    section.exact(
        "xy_to_move, column by column",
        Figure::Counts(all.iter().map(|mv| mv.bit().into()).collect()),
        Some([1, 2, 4, 8, 16, 32, 64, 128, 256].into()),
    );
    section.exact(
        "move_to_xy of each",
        coordinates(&all),
        Some(
            "(0,0) (0,1) (0,2) (1,0) (1,1) (1,2) (2,0) (2,1) (2,2)"
                .to_owned()
                .into(),
        ),
    );
    let mut board = Marubatsu::default().board();
    let marks = [Some(Side::First), None, Some(Side::Second), None];
    let (mut cases, mut wrong) = (0, 0);
    for &mv in &all {
        for mark in marks {
            board.set(mv, mark);
            let is_right =
                board.mark(mv) == mark && board.free() == FULL & !mark.map_or(0, |_| mv.bit());
            cases += 1;
            wrong += u64::from(!is_right);
        }
    }
    section.checked("setmark, getmark on an empty board", cases, wrong);
}

/// What the article computes with `^`, `-` and the lowest bit.
fn inversions(section: &mut Section) {
    const TAKEN: u16 = 0b0_0101_0110;
    let lowest = |bits: u16| bits & bits.wrapping_neg();
    for (what, here, article) in [
        ("001010110 ^ 111111111", TAKEN ^ FULL, "110101001"),
        ("111111111 - 001010110", FULL - TAKEN, "110101001"),
        (
            "lowest bit of 110101000",
            lowest(0b1_1010_1000),
            "000001000",
        ),
        (
            "lowest bit of 110100000",
            lowest(0b1_1010_0000),
            "000100000",
        ),
    ] {
        section.exact(what, format!("{here:09b}"), Some(article.to_owned().into()));
    }
    let wrong = (1..=FULL).filter(|&bits| {
        bits & (bits - 1) != bits - lowest(bits) || bits.wrapping_neg() != (!bits).wrapping_add(1)
    });
    section.checked(
        "a & (a - 1) clears the lowest bit, -a is ~a + 1",
        FULL.into(),
        wrong.count() as u64,
    );
}

/// The worked example, and the order of the moves at the start.
fn moves(section: &mut Section) {
    let start = Marubatsu::default();
    let mut game = start.clone();
    for index in [1, 2, 4, 6] {
        if let Some(mv) = Move::at(index / 3, index % 3) {
            game.play(mv);
        }
    }
    let board = game.board();
    for (version, moves) in [
        ("v2", board.moves_by_shifting()),
        ("v4", board.moves_by_shifting_once()),
        ("v5", board.moves()),
    ] {
        let bits = moves.as_slice().iter().map(|mv| mv.bit().into()).collect();
        section.exact(
            format!("legal moves with 001010110 taken, {version}"),
            Figure::Counts(bits),
            Some([1, 8, 32, 128, 256].into()),
        );
    }
    let first = coordinates(start.board().moves_by_coordinates().as_slice());
    let others = coordinates(start.board().moves().as_slice());
    let by_rows = "(0,0) (1,0) (2,0) (0,1) (1,1) (2,1) (0,2) (1,2) (2,2)";
    section.exact("start, v1", first, Some(by_rows.to_owned().into()));
    section.exact("start, v2 to v5", others, None);
}

/// The eight texts of a board with one mark on each cell in turn.
fn texts(section: &mut Section) {
    let mut found = Vec::new();
    for mv in Marubatsu::default().board().moves().as_slice() {
        let mut game = Marubatsu::default();
        game.play(*mv);
        let images = same(game.board(), *mv);
        let mut texts: Vec<_> = images.iter().map(|(board, _)| board.text()).collect();
        texts.sort();
        texts.dedup();
        found.push(texts.len() as u64);
    }
    section.exact(
        "different boards among the eight images of one mark",
        Figure::Counts(found),
        Some([4, 4, 4, 4, 1, 4, 4, 4, 4].into()),
    );
}

fn coordinates(moves: &[Move]) -> String {
    let words: Vec<_> = moves
        .iter()
        .map(|mv| mv.xy())
        .map(|(x, y)| format!("({x},{y})"))
        .collect();
    words.join(" ")
}
