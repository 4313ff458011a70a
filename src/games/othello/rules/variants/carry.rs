//! Flips by carry propagation: adding 1 beside the move carries over a run of opposing discs.
//!
//! After the description of Toshihiko Okuhara's flips of Edax 4.3 in T. Ishii's "Flip処理の違いかなあ", 2014. A carry
//! runs towards higher bits only, so the other four directions use the tables, as described there.

use super::{tables, tried};
use crate::games::othello::rules::square::Square;

/// The steps of the carry along one line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Carry {
    /// The opposing discs, and ones wherever the line does not go: a set, `a1` is bit 0.
    pub filled: u64,
    /// The square next to the move: a set, empty at the edge.
    pub next: u64,
    /// The sum of both; a one after the run, if there is a run: a set with bits beside the line cleared.
    pub sum: u64,
    /// The own disc that ends the run: a set, empty if there is none.
    pub end: u64,
    /// The discs turned over: a set, `a1` is bit 0.
    pub flips: u64,
}

/// The discs turned over on `line`, the squares from the move towards higher bits without the move itself.
#[inline]
#[must_use]
pub const fn along(own: u64, other: u64, line: u64) -> Carry {
    let filled = other | !line;
    let next = line & line.wrapping_neg();
    let sum = filled.wrapping_add(next) & line;
    let end = sum & own;
    // Without an end nothing is subtracted, and nothing is left.
    let flips = end.wrapping_sub((end != 0) as u64) & line;
    Carry {
        filled,
        next,
        sum,
        end,
        flips,
    }
}

/// The lines from each square towards higher bits: in steps of 1, 8, 9 and 7.
static UP: [[u64; 4]; 64] = up();

const fn up() -> [[u64; 4]; 64] {
    let mut lines = [[0; 4]; 64];
    let mut square: u32 = 0;
    while square < 64 {
        let (file, rank) = (square % 8, square / 8);
        lines[square as usize] = [
            line(square, 1, 7 - file),
            line(square, 8, 7 - rank),
            line(square, 9, if file > rank { 7 - file } else { 7 - rank }),
            line(square, 7, if file < 7 - rank { file } else { 7 - rank }),
        ];
        square += 1;
    }
    lines
}

/// The `length` squares after `square` in steps of `step`.
const fn line(square: u32, step: u32, length: u32) -> u64 {
    let (mut set, mut at) = (0, 0);
    while at < length {
        at += 1;
        set |= 1 << (square + step * at);
    }
    set
}

/// The lines from `square` towards higher bits: right, down, down right and down left.
#[must_use]
pub fn lines(square: Square) -> [u64; 4] {
    UP[square.index()]
}

/// The discs of `other` that a move to the empty `square` turns over; none if it is illegal.
#[inline]
#[must_use]
pub fn flip(own: u64, other: u64, square: Square) -> u64 {
    let below = square.bit() - 1;
    let up = lines(square).map(|line| along(own, other, line).flips);
    // Without discs above the move the tables find nothing there.
    let down = tables::flip(own & below, other & below, square);
    up.into_iter().fold(down, |flips, line| flips | line)
}

/// The empty squares where a disc can be turned over, each tried with [`flip`].
#[must_use]
pub fn legal(own: u64, other: u64) -> u64 {
    tried(own, other, flip)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The article's line: a move at bit 1, the line above it.
    const LINE: u64 = 0b1111_1100;

    #[test]
    fn the_articles_sums() {
        let carry = along(0b0010_0000, 0b0001_1100, LINE);
        assert_eq!(carry.next, 0b0000_0100);
        assert_eq!(carry.sum, 0b0010_0000);
        assert_eq!(carry.end, 0b0010_0000);
        assert_eq!(carry.flips, 0b0001_1100);
        // An empty square ends the run.
        assert_eq!(along(0, 0b0001_1100, LINE).flips, 0);
        // The square next to the move is empty.
        let carry = along(0b0010_0000, 0b0001_1000, LINE);
        assert_eq!(carry.sum, 0b0001_1100);
        assert_eq!(carry.flips, 0);
    }

    /// The article says that then no one is left where a disc of the mover lies; one is, and turns nothing over.
    #[test]
    fn an_own_disc_beside_the_move_ends_an_empty_run() {
        let carry = along(0b0000_0100, 0b0001_1000, LINE);
        assert_eq!(carry.end, 0b0000_0100);
        assert_eq!(carry.flips, 0);
    }
}
