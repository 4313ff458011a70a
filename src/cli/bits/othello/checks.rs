//! The ways compared with each other, and with the figures of the articles.

use kaeshi::games::othello::board::{Board, Square, Squares};
use kaeshi::games::othello::variants::array::Array;
use kaeshi::games::othello::variants::{carry, loops};

use super::positions::Positions;
use super::ways::{FLIPS, LEGAL, Sample};
use crate::cli::experiment::progress::Progress;
use crate::cli::experiment::report::{Figure, Section};

/// What the articles print.
pub(super) fn article_figures() -> Section {
    let mut section = Section::new(
        "Words in the articles (RubyでBitBoardオセロを作成した話; Flip処理の違いかなあ)",
    );
    let text = |text: String| Some(Figure::Text(text));
    let hex = |bits: u64| format!("{bits:#x}");
    // The array that the first article prints: 1 is black, -1 white.
    let start = Array::new(Board::START.own, Board::START.other);
    let (black, white) = start.discs();
    section.exact("white at the start", hex(white), text(hex(0x10_0800_0000)));
    section.exact("black at the start", hex(black), text(hex(0x08_1000_0000)));
    let right = loops::DIRECTIONS[0];
    let reached = |square: Square| right.step(square.bit()) == 0;
    let h_file = Squares(u64::MAX).filter(|&square| reached(square));
    section.exact(
        "squares from which a step to the right leaves the board",
        h_file.count(),
        Some(8_u64.into()),
    );
    let mask = Squares(u64::MAX).fold(0, |set, square| set | right.step(square.bit()));
    section.exact(
        "mask of a step to the right",
        hex(mask),
        text(hex(0xfefe_fefe_fefe_fefe)),
    );
    section.exact(
        "mask of discs for legal moves to the right",
        hex(right.inner),
        text(hex(0x7e7e_7e7e_7e7e_7e7e)),
    );
    let bits = |bits: u64| format!("{bits:08b}");
    let run = carry::along(0b0010_0000, 0b0001_1100, LINE);
    let gap = carry::along(0b0010_0000, 0b0001_1000, LINE);
    section.exact(
        "00011100 + 00000100",
        bits(run.sum),
        text(bits(0b0010_0000)),
    );
    section.exact(
        "00011000 + 00000100",
        bits(gap.sum),
        text(bits(0b0001_1100)),
    );
    section.exact(
        "its own discs, with one at 00100000",
        bits(run.end),
        text(bits(0b0010_0000)),
    );
    section.exact("one less", bits(run.end - 1), text(bits(0b0001_1111)));
    section.exact(
        "on the line: the discs turned over",
        bits(run.flips),
        text(bits(0b0001_1100)),
    );
    section
}

/// The line of the second article: above a move at bit 1.
const LINE: u64 = 0b1111_1100;

/// Carry propagation on every line of eight squares and every empty one of them.
pub(super) fn carry_on_lines() -> Section {
    let mut section = Section::new("Carry along a line of eight squares, every content and move");
    let (mut cases, mut wrong, mut claims) = (0, 0, 0);
    for content in 0..3_u32.pow(8) {
        let (mut own, mut other) = (0_u64, 0_u64);
        for place in 0..8 {
            match content / 3_u32.pow(place) % 3 {
                1 => own |= 1 << place,
                2 => other |= 1 << place,
                _ => {}
            }
        }
        for place in (0..8).filter(|place| (own | other) >> place & 1 == 0) {
            let line = 0xff & !0 << (place + 1);
            let found = carry::along(own, other, line);
            cases += 1;
            wrong += u64::from(found.flips != walked(own, other, place));
            claims += u64::from(found.end != 0 && found.next & other == 0);
        }
    }
    section.checked("flips of the carry, of a walk", cases, wrong);
    section.exact(
        "lines and empty squares",
        cases,
        Some(Figure::Count(8 * 3_u64.pow(7))),
    );
    section.exact(
        "an end is found though no opposing disc is next to the move",
        claims,
        None,
    );
    section.note("the article says that no own disc is found then; one is if it is the neighbour, and the subtraction leaves no flips");
    section
}

/// The discs turned over upwards on a line, walked.
fn walked(own: u64, other: u64, place: u32) -> u64 {
    let (mut at, mut run) = (place + 1, 0);
    while at < 8 && other >> at & 1 != 0 {
        run |= 1 << at;
        at += 1;
    }
    if at < 8 && own >> at & 1 != 0 { run } else { 0 }
}

/// The ways on positions of random games: the legal moves, and the flips of every empty square.
pub(super) fn on_positions(count: u64, seed: u64, progress: &Progress) -> Section {
    const STEP: u64 = 4096;
    let mut positions = Positions::new(seed);
    let mut squares = 0;
    let mut wrong_flips = [0; FLIPS.len()];
    let mut wrong_legal = [0; LEGAL.len()];
    for number in 1..=count {
        let sample = Sample::new(positions.next().0);
        let legal = LEGAL[0].1(&sample);
        for (wrong, (_, way)) in wrong_legal.iter_mut().zip(LEGAL) {
            *wrong += u64::from(way(&sample) != legal);
        }
        for square in Squares(sample.board.empty()) {
            squares += 1;
            let flips = FLIPS[0].1(&sample, square);
            for (wrong, (_, way)) in wrong_flips.iter_mut().zip(FLIPS) {
                *wrong += u64::from(way(&sample, square) != flips);
            }
            // The array is the oracle of both.
            wrong_legal[0] += u64::from((flips != 0) != (legal & square.bit() != 0));
        }
        if number % STEP == 0 {
            progress.step(STEP);
        }
    }
    let mut section = Section::new(format!(
        "Compared on {count} positions of random games, seed {seed}"
    ));
    for ((name, _), wrong) in FLIPS.into_iter().zip(wrong_flips).skip(1) {
        section.checked(format!("flips, {name}"), squares, wrong);
    }
    for ((name, _), wrong) in LEGAL.into_iter().zip(wrong_legal) {
        section.checked(format!("legal moves, {name}"), count, wrong);
    }
    section.note("flips are compared with those of the array, on every empty square; its legal moves are those with flips");
    section
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_way_agrees_and_every_figure_is_the_articles() {
        let progress = Progress::new("positions", 500);
        for section in [
            article_figures(),
            carry_on_lines(),
            on_positions(500, 3, &progress),
        ] {
            assert!(section.is_confirmed(), "{section:?}");
        }
    }
}
