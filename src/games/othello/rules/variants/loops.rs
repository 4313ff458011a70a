//! Bitboards walked direction by direction in loops, as in the article `RubyでBitBoardオセロを作成した話`.

use crate::games::othello::rules::square::Square;

/// A direction: a shift, and the squares that the shift does not carry over an edge.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Direction {
    /// Its name, for people.
    pub name: &'static str,
    /// The distance in bits: to the left (towards h8) if positive.
    pub shift: i8,
    /// The squares that can be reached by one step: a set, `a1` is bit 0.
    pub reached: u64,
    /// The discs over which a line can go on: a set, `a1` is bit 0.
    pub inner: u64,
}

impl Direction {
    /// `set` moved one square, without the squares that leave the board.
    #[must_use]
    pub const fn step(self, set: u64) -> u64 {
        let moved = if self.shift > 0 {
            set << self.shift
        } else {
            set >> -self.shift
        };
        moved & self.reached
    }
}

/// The squares beside the a-file, and beside the h-file.
const NOT_A: u64 = 0xfefe_fefe_fefe_fefe;
const NOT_H: u64 = 0x7f7f_7f7f_7f7f_7f7f;
/// The squares between the a-file and the h-file, and between the first and the eighth rank.
const FILES: u64 = 0x7e7e_7e7e_7e7e_7e7e;
const RANKS: u64 = 0x00ff_ffff_ffff_ff00;

const fn direction(name: &'static str, shift: i8, reached: u64, inner: u64) -> Direction {
    Direction {
        name,
        shift,
        reached,
        inner,
    }
}

/// The eight directions; the first, to the right, is the one that the article shows.
pub const DIRECTIONS: [Direction; 8] = [
    direction("right", 1, NOT_A, FILES),
    direction("left", -1, NOT_H, FILES),
    direction("down", 8, !0, RANKS),
    direction("up", -8, !0, RANKS),
    direction("down right", 9, NOT_A, FILES & RANKS),
    direction("up left", -9, NOT_H, FILES & RANKS),
    direction("down left", 7, NOT_H, FILES & RANKS),
    direction("up right", -7, NOT_A, FILES & RANKS),
];

/// The discs turned over in one direction (`create_reverse_bit`); `look` is called with the variable `mask` after
/// every step.
#[inline]
pub fn walk(
    own: u64,
    other: u64,
    square: Square,
    direction: Direction,
    mut look: impl FnMut(u64),
) -> u64 {
    let mut run = 0;
    let mut mask = direction.step(square.bit());
    look(mask);
    while mask != 0 && mask & other != 0 {
        run |= mask;
        mask = direction.step(mask);
        look(mask);
    }
    if mask & own != 0 { run } else { 0 }
}

/// The discs of `other` that a move to `square` turns over; none if it is illegal.
#[must_use]
pub fn flip(own: u64, other: u64, square: Square) -> u64 {
    if (own | other) & square.bit() != 0 {
        return 0;
    }
    let walks = DIRECTIONS.map(|direction| walk(own, other, square, direction, |_| ()));
    walks.into_iter().fold(0, |all, run| all | run)
}

/// The empty squares where a disc can be turned over (`create_movable_pos`).
#[must_use]
pub fn legal(own: u64, other: u64) -> u64 {
    let blank = !(own | other);
    let mut legal = 0;
    for direction in DIRECTIONS {
        let masked = other & direction.inner;
        let mut through = masked & direction.step(own);
        for _ in 0..5 {
            through |= masked & direction.step(through);
        }
        legal |= blank & direction.step(through);
    }
    legal
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::othello::rules::board::Board;

    #[test]
    fn the_first_moves() {
        let (black, white) = (0x8_1000_0000, 0x10_0800_0000);
        assert_eq!(
            Board::START,
            Board {
                own: black,
                other: white
            }
        );
        assert_eq!(legal(black, white), 0x1020_0408_0000);
        let d3 = "d3".parse().expect("a square");
        assert_eq!(flip(black, white, d3), 0x0800_0000);
    }

    /// The longest line: six discs between a1 and h1.
    #[test]
    fn five_repetitions_reach_across_the_board() {
        assert_eq!(legal(1, 0x7e), 0x80);
        assert_eq!(legal(0x80, 0x7e), 1);
    }

    #[test]
    fn no_line_goes_around_an_edge() {
        let (h1, a2, b2) = (0x80, 0x100, 0x200);
        assert_eq!(legal(h1, a2) & b2, 0);
        assert_eq!(flip(h1, a2, "b2".parse().expect("a square")), 0);
    }
}
