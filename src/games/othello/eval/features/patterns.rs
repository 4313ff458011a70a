//! The patterns: their squares, their instances on the board, and which states are mirror images.

use std::convert::Infallible;

use bytemuck::{Pod, Zeroable};

use crate::games::othello::rules::square::Square;
use crate::games::othello::rules::symmetry::Symmetry;

/// Numbers in a feature vector: a whole number of vector registers.
pub const PADDED_FEATURES: usize = 48;
/// Lanes that hold a pattern instance; the others are padding.
pub const FEATURES: usize = 46;
/// States of all patterns together, mirror images counted apart.
pub const RAW_STATES: usize = 226_314;
/// States of all patterns together, mirror images counted once.
pub const CANONICAL_STATES: usize = 114_363;

/// A set of squares near a corner, an edge or a diagonal, and all its images on the board.
#[derive(Debug)]
pub struct Pattern {
    /// Name of the pattern.
    pub name: &'static str,
    /// The squares of one instance, 0 to 63; the first is the lowest ternary digit.
    pub squares: &'static [u8],
}

impl Pattern {
    const fn new(name: &'static str, squares: &'static [u8]) -> Self {
        Self { name, squares }
    }

    /// Number of states: three to the power of the number of squares.
    #[must_use]
    pub const fn states(&self) -> usize {
        let mut states = 1;
        let mut k = 0;
        while k < self.squares.len() {
            states *= 3;
            k += 1;
        }
        states
    }

    const fn set(&self) -> u64 {
        let mut set = 0;
        let mut k = 0;
        while k < self.squares.len() {
            set |= 1 << self.squares[k];
            k += 1;
        }
        set
    }
}

/// The patterns, in the order of their lanes and states.
pub const PATTERNS: [Pattern; 12] = [
    Pattern::new("corner 3x3", &[0, 1, 2, 8, 9, 10, 16, 17, 18]),
    Pattern::new("corner angle", &[0, 1, 2, 3, 4, 8, 16, 24, 32, 9]),
    Pattern::new("edge and X", &[0, 1, 2, 3, 4, 5, 6, 7, 9, 14]),
    Pattern::new("edge and block", &[0, 2, 3, 4, 5, 7, 10, 11, 12, 13]),
    Pattern::new("rank 2", &[8, 9, 10, 11, 12, 13, 14, 15]),
    Pattern::new("rank 3", &[16, 17, 18, 19, 20, 21, 22, 23]),
    Pattern::new("rank 4", &[24, 25, 26, 27, 28, 29, 30, 31]),
    Pattern::new("diagonal 8", &[0, 9, 18, 27, 36, 45, 54, 63]),
    Pattern::new("diagonal 7", &[1, 10, 19, 28, 37, 46, 55]),
    Pattern::new("diagonal 6", &[2, 11, 20, 29, 38, 47]),
    Pattern::new("diagonal 5", &[3, 12, 21, 30, 39]),
    Pattern::new("diagonal 4", &[4, 13, 22, 31]),
];

/// What a disc on one square adds to each lane: a power of three, or 0 where the square is outside the instance.
#[derive(Debug, Clone, Copy, Pod, Zeroable)]
#[repr(C, align(32))]
pub(super) struct Powers(pub(super) [i16; PADDED_FEATURES]);

/// The pattern instances on the board.
struct Layout {
    powers: [Powers; 64],
    /// The pattern of each lane.
    pattern: [usize; FEATURES],
}

const LAYOUT: Layout = layout();
/// The [`Powers`] of each square.
pub(super) static POWERS: [Powers; 64] = LAYOUT.powers;

const fn layout() -> Layout {
    let mut powers = [Powers([0; PADDED_FEATURES]); 64];
    let mut pattern = [0; FEATURES];
    let (mut lane, mut p) = (0, 0);
    while p < PATTERNS.len() {
        let set = PATTERNS[p].set();
        let mut s = 0;
        while s < 8 {
            if is_first_image(set, s) {
                let (mut power, mut k) = (1, 0);
                while k < PATTERNS[p].squares.len() {
                    let image = image(s, PATTERNS[p].squares[k]);
                    powers[image].0[lane] = power;
                    power = power.wrapping_mul(3);
                    k += 1;
                }
                pattern[lane] = p;
                lane += 1;
            }
            s += 1;
        }
        p += 1;
    }
    assert!(lane == FEATURES, "the instances fill the lanes");
    Layout { powers, pattern }
}

/// Whether no earlier symmetry maps `set` to the same image.
const fn is_first_image(set: u64, symmetry: usize) -> bool {
    let mut earlier = 0;
    while earlier < symmetry {
        if Symmetry::ALL[earlier].set(set) == Symmetry::ALL[symmetry].set(set) {
            return false;
        }
        earlier += 1;
    }
    true
}

const fn image(symmetry: usize, square: u8) -> usize {
    match Square::new(square) {
        Some(square) => Symmetry::ALL[symmetry].square(square).index(),
        None => panic!("patterns consist of squares"),
    }
}

/// The index of state zero of each lane's pattern in a table of [`RAW_STATES`] entries.
pub(crate) const ORIGINS: [i32; PADDED_FEATURES] = origins();

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    reason = "far below the limits of i32"
)]
const fn origins() -> [i32; PADDED_FEATURES] {
    let mut all = [0; PADDED_FEATURES];
    let mut lane = 0;
    while lane < FEATURES {
        let pattern = LAYOUT.pattern[lane];
        let (mut origin, mut p) = (PATTERNS[pattern].states() / 2, 0);
        while p < pattern {
            origin += PATTERNS[p].states();
            p += 1;
        }
        all[lane] = origin as i32;
        lane += 1;
    }
    all
}

/// The squares of each lane's pattern instance.
pub const SETS: [u64; FEATURES] = sets();

const fn sets() -> [u64; FEATURES] {
    let mut all = [0; FEATURES];
    let mut lane = 0;
    while lane < FEATURES {
        let mut square = 0;
        while square < 64 {
            if LAYOUT.powers[square].0[lane] != 0 {
                all[lane] |= 1 << square;
            }
            square += 1;
        }
        lane += 1;
    }
    all
}

/// The map of the [`RAW_STATES`] states to the [`CANONICAL_STATES`] ones: mirror images have one number.
#[derive(Debug, Clone)]
pub struct SymmetryMap {
    shared: Vec<u32>,
}

impl SymmetryMap {
    /// Computes the map.
    #[must_use]
    pub fn new() -> Self {
        let mut shared = vec![0; RAW_STATES];
        let mut number = 0..;
        let Ok(()) = spread(&mut shared, || {
            Ok::<u32, Infallible>(number.next().unwrap_or(0))
        });
        Self { shared }
    }

    /// For each of the [`RAW_STATES`] states, its number among the [`CANONICAL_STATES`].
    #[must_use]
    pub fn shared(&self) -> &[u32] {
        &self.shared
    }
}

/// Fills a table of the [`RAW_STATES`] states: calls `next` for each of the [`CANONICAL_STATES`], in order, and copies
/// mirror images.
///
/// # Errors
/// The first error of `next`.
pub(crate) fn spread<T: Copy, E>(
    table: &mut [T],
    mut next: impl FnMut() -> Result<T, E>,
) -> Result<(), E> {
    let mut rest = table;
    for pattern in &PATTERNS {
        let (states, others) = rest.split_at_mut(pattern.states());
        rest = others;
        spread_images(states, mirror_images(pattern), &mut next)?;
    }
    Ok(())
}

/// Fills `table`: copies the entry of the mirror image where that comes before, and calls `next` for all others, in
/// order. `twins` are the indices of the mirror images.
///
/// # Errors
/// The first error of `next`.
pub(crate) fn spread_images<T: Copy, E>(
    table: &mut [T],
    twins: impl IntoIterator<Item = usize>,
    mut next: impl FnMut() -> Result<T, E>,
) -> Result<(), E> {
    for (index, twin) in (0..table.len()).zip(twins) {
        table[index] = if twin < index { table[twin] } else { next()? };
    }
    Ok(())
}

impl Default for SymmetryMap {
    fn default() -> Self {
        Self::new()
    }
}

/// The power of three that each digit has in the mirror image of a pattern.
fn mirrored_powers(pattern: &Pattern) -> Vec<usize> {
    let set = pattern.set();
    let axis = (1..8).find(|&s| {
        let moved = pattern
            .squares
            .iter()
            .any(|&q| image(s, q) != usize::from(q));
        moved && Symmetry::ALL[s].set(set) == set
    });
    let digit = |square: usize| {
        let place = pattern
            .squares
            .iter()
            .position(|&q| usize::from(q) == square);
        3_usize.pow(place.and_then(|k| u32::try_from(k).ok()).unwrap_or(0))
    };
    let image = |&q: &u8| axis.map_or(q.into(), |s| image(s, q));
    pattern.squares.iter().map(|q| digit(image(q))).collect()
}

/// The index of the mirror image of each state of a pattern.
fn mirror_images(pattern: &Pattern) -> impl Iterator<Item = usize> {
    let powers = mirrored_powers(pattern);
    let (lower, higher) = powers.split_at(powers.len() / 2);
    // Two short tables: one of all states would leave half a megabyte with the process.
    let (lower, higher) = (weighted_sums(lower), weighted_sums(higher));
    let states = lower.len() * higher.len();
    (0..states).map(move |state| lower[state % lower.len()] + higher[state / lower.len()])
}

/// The sum of `powers` times the digits of each number with as many ternary digits.
fn weighted_sums(powers: &[usize]) -> Vec<usize> {
    let mut sums = vec![0];
    for power in powers {
        let of_lower_digits = sums.clone();
        for digit in 1..3 {
            sums.extend(of_lower_digits.iter().map(|sum| sum + digit * power));
        }
    }
    sums
}

#[cfg(test)]
mod tests {
    use super::super::Features;
    use super::*;
    use crate::games::othello::samples;

    #[test]
    fn counts_are_what_they_are_said_to_be() {
        assert_eq!(
            PATTERNS.iter().map(Pattern::states).sum::<usize>(),
            RAW_STATES
        );
        let sharing = SymmetryMap::new();
        assert_eq!(sharing.shared().len(), RAW_STATES);
        let highest = sharing.shared().iter().max().copied();
        assert_eq!(
            highest.map(|last| last as usize + 1),
            Some(CANONICAL_STATES)
        );
        for squares in POWERS {
            assert_eq!(squares.0[FEATURES..], [0; PADDED_FEATURES - FEATURES]);
        }
    }

    #[test]
    fn symmetric_boards_have_the_same_shared_states() {
        let sharing = SymmetryMap::new();
        let states = |board| {
            let features = Features::of(board);
            let mut all: Vec<_> = (0..FEATURES)
                .map(|lane| ORIGINS[lane] + i32::from(features.states()[lane]))
                .map(|raw| sharing.shared()[usize::try_from(raw).unwrap()])
                .collect();
            all.sort_unstable();
            all
        };
        for board in samples::boards(2_000) {
            for symmetry in Symmetry::ALL {
                assert_eq!(states(board), states(symmetry.board(board)), "{board}");
            }
        }
    }
}
