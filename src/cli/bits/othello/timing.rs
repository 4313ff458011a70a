//! The ways, timed side by side.

use std::hint::black_box;

use kaeshi::games::othello::board::Square;
use kaeshi::games::othello::flip;

use super::positions::Positions;
use super::ways::{COMPILED, FLIPS, Flip, LEGAL, Sample};
use crate::cli::experiment::progress::Progress;
use crate::cli::experiment::report::Section;
use crate::cli::experiment::timing::{TURNS, side_by_side};

/// Number of positions that a timing goes through again and again: about 17 games.
const POSITIONS: usize = 1024;

/// The times of the flips and of the legal moves.
pub(super) fn sections(seed: u64) -> [Section; 2] {
    let mut positions = Positions::new(seed);
    let samples: Vec<(Sample, Square)> = (0..POSITIONS)
        .map(|_| positions.next())
        .map(|(board, square)| (Sample::new(board), square))
        .collect();
    let progress = Progress::new("times", 2 * TURNS as u64);
    [flips(&samples, &progress), legal(&samples, &progress)]
}

#[expect(clippy::cast_precision_loss, reason = "a time for people")]
fn report(section: &mut Section, names: &[&str], times: &[f64]) {
    for (name, time) in names.iter().zip(times) {
        section.measured(*name, time / POSITIONS as f64, None::<f64>);
    }
    section.note("medians of 41 turns, in which all take their part after each other; each time but that of four moves includes a call through a pointer");
}

fn flips(samples: &[(Sample, Square)], progress: &Progress) -> Section {
    let mut works: Vec<_> = FLIPS
        .iter()
        .map(|(_, way)| {
            || {
                for (sample, square) in samples {
                    black_box(way(black_box(sample), *square));
                }
            }
        })
        .collect();
    let mut four = || {
        for (sample, square) in samples {
            let board = black_box(sample).board;
            black_box(flip::flip_four(board.own, board.other, [*square; 4]));
        }
    };
    let nothing: Flip = |at, square| at.board.own ^ square.bit();
    let mut nothing = || {
        for (sample, square) in samples {
            black_box(black_box(nothing)(black_box(sample), *square));
        }
    };
    let mut works: Vec<&mut dyn FnMut()> = works
        .iter_mut()
        .map(|work| work as &mut dyn FnMut())
        .collect();
    works.push(&mut four);
    works.push(&mut nothing);
    let times = side_by_side(&mut works, || progress.step(1));
    let mut section = Section::new("Flips of one legal move, ns");
    let four = format!("{COMPILED}, four moves at once");
    let names: Vec<&str> = FLIPS.iter().map(|(name, _)| *name).collect();
    let more = [&*four, "a call that computes nothing"];
    report(&mut section, &[&names[..], &more].concat(), &times);
    section
}

fn legal(samples: &[(Sample, Square)], progress: &Progress) -> Section {
    let mut works: Vec<_> = LEGAL
        .iter()
        .map(|(_, way)| {
            || {
                for (sample, _) in samples {
                    black_box(way(black_box(sample)));
                }
            }
        })
        .collect();
    let mut works: Vec<&mut dyn FnMut()> = works
        .iter_mut()
        .map(|work| work as &mut dyn FnMut())
        .collect();
    let times = side_by_side(&mut works, || progress.step(1));
    let mut section = Section::new("Legal moves of a position, ns");
    let names = LEGAL.map(|(name, _)| name);
    report(&mut section, &names, &times);
    section
}
