//! Flips by tables: multiplication gathers a line into eight bits, two tables find the flips, and another
//! multiplication spreads them again.
//!
//! After the description of the flips of Edax 4.0.5 in T. Ishii's "Flip処理の違いかなあ", 2014.

use super::tried;
use crate::games::othello::rules::square::Square;

const FILE_A: u64 = 0x0101_0101_0101_0101;
/// Moves bit `8 * n` to bit `56 + n`; the other products leave the word or lie below bit 56.
const GATHER_FILE: u64 = 0x0102_0408_1020_4080;
/// Moves bit `n` to bit `8 * n`, among others that [`FILE_A`] removes.
const SPREAD_FILE: u64 = 0x0002_0408_1020_4081;

/// A line through a square, as eight bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Line {
    /// The rank with this number, 0 to 7.
    Rank(u32),
    /// The file with this number, 0 to 7.
    File(u32),
    /// The diagonal with these squares.
    Diagonal(u64),
}

impl Line {
    /// The discs on the line: bit `n` is that of file `n`, on a file that of rank `n`.
    #[inline]
    const fn gather(self, discs: u64) -> u8 {
        match self {
            Self::Rank(rank) => (discs >> (8 * rank) & 0xff) as u8,
            Self::File(file) => ((discs >> file & FILE_A).wrapping_mul(GATHER_FILE) >> 56) as u8,
            Self::Diagonal(line) => ((discs & line).wrapping_mul(FILE_A) >> 56) as u8,
        }
    }

    /// The discs of a line back on the board; neither its first nor its last square may be among them.
    #[inline]
    const fn spread(self, bits: u8) -> u64 {
        let bits = bits as u64;
        match self {
            Self::Rank(rank) => bits << (8 * rank),
            Self::File(file) => (bits.wrapping_mul(SPREAD_FILE) & FILE_A) << file,
            Self::Diagonal(line) => bits.wrapping_mul(FILE_A) & line,
        }
    }
}

/// For a move at each place and each set of opposing discs: the places where an own disc would turn discs over.
static ENDS: [[u8; 256]; 8] = ends();
/// For a move at each place and each set of own discs at [`ENDS`]: the discs turned over.
static BETWEEN: [[u8; 256]; 8] = between();

const fn ends() -> [[u8; 256]; 8] {
    let mut table = [[0; 256]; 8];
    let mut place = 0;
    while place < 8 {
        let mut other = 0;
        while other < 256 {
            let (mut up, mut down) = (place + 1, place);
            while up < 8 && other >> up & 1 != 0 {
                up += 1;
            }
            // Counted from 1, so that 0 is beyond the line.
            while down > 0 && other >> (down - 1) & 1 != 0 {
                down -= 1;
            }
            if up < 8 && up > place + 1 {
                table[place][other] |= 1 << up;
            }
            if down > 0 && down < place {
                table[place][other] |= 1 << (down - 1);
            }
            other += 1;
        }
        place += 1;
    }
    table
}

const fn between() -> [[u8; 256]; 8] {
    let mut table = [[0; 256]; 8];
    let mut place = 0;
    while place < 8 {
        let mut ends = 0;
        while ends < 256 {
            let mut end = 0;
            while end < 8 {
                if ends >> end & 1 != 0 {
                    let (low, high) = if end < place {
                        (end, place)
                    } else {
                        (place, end)
                    };
                    let mut at = low + 1;
                    while at < high {
                        table[place][ends] |= 1 << at;
                        at += 1;
                    }
                }
                end += 1;
            }
            ends += 1;
        }
        place += 1;
    }
    table
}

/// The steps of the lookup on one line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Lookup {
    /// The place of the move on the line, an index from 0 to 7.
    pub place: usize,
    /// The opposing discs: eight bits.
    pub other: u8,
    /// The own discs: eight bits.
    pub own: u8,
    /// The places where an own disc would turn discs over: eight bits.
    pub ends: u8,
    /// The discs turned over: eight bits.
    pub turned: u8,
    /// The discs turned over, on the board: a set, `a1` is bit 0.
    pub flips: u64,
}

#[inline]
fn look_up(own: u64, other: u64, line: Line, place: usize) -> Lookup {
    let (own, other) = (line.gather(own), line.gather(other));
    let ends = ENDS[place][usize::from(other)];
    let turned = BETWEEN[place][usize::from(ends & own)];
    Lookup {
        place,
        other,
        own,
        ends,
        turned,
        flips: line.spread(turned),
    }
}

/// The lookups on the four lines through `square`: its rank, its file, and the diagonals in steps of 9 and 7.
#[inline]
#[must_use]
pub fn lookups(own: u64, other: u64, square: Square) -> [Lookup; 4] {
    let (file, rank) = (square.file(), square.rank());
    let [falling, rising] = DIAGONALS[square.index()];
    let (x, y) = (usize::from(file), usize::from(rank));
    [
        look_up(own, other, Line::Rank(rank.into()), x),
        look_up(own, other, Line::File(file.into()), y),
        look_up(own, other, Line::Diagonal(falling), x),
        look_up(own, other, Line::Diagonal(rising), x),
    ]
}

/// The diagonals through each square, in steps of 9 and 7, with the square itself.
static DIAGONALS: [[u64; 2]; 64] = diagonals();

const fn diagonals() -> [[u64; 2]; 64] {
    let mut all = [[0; 2]; 64];
    let mut one = 0;
    while one < 64 {
        let mut two = 0;
        while two < 64 {
            let (x, y) = (one % 8, one / 8);
            let (u, v) = (two % 8, two / 8);
            if x + v == y + u {
                all[one][0] |= 1 << two;
            }
            if x + y == u + v {
                all[one][1] |= 1 << two;
            }
            two += 1;
        }
        one += 1;
    }
    all
}

/// The discs of `other` that a move to the empty `square` turns over; none if it is illegal.
#[inline]
#[must_use]
pub fn flip(own: u64, other: u64, square: Square) -> u64 {
    let lookups = lookups(own, other, square);
    lookups.iter().fold(0, |flips, line| flips | line.flips)
}

/// The empty squares where a disc can be turned over, each tried with [`flip`].
#[must_use]
pub fn legal(own: u64, other: u64) -> u64 {
    tried(own, other, flip)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All 256 patterns of every line come back, apart from its two ends.
    #[test]
    fn lines_are_gathered_and_spread() {
        for bits in 0..=255_u8 {
            let inner = bits & 0x7e;
            for at in 0..8 {
                let (rank, file) = (Line::Rank(at), Line::File(at));
                assert_eq!(rank.gather(u64::from(bits) << (8 * at)), bits);
                let discs = (0..8).fold(0, |set, y| set | u64::from(bits >> y & 1) << (8 * y + at));
                assert_eq!(file.gather(discs), bits);
                assert_eq!(rank.gather(rank.spread(inner)), inner);
                assert_eq!(file.gather(file.spread(inner)), inner);
            }
            let main = Line::Diagonal(0x8040_2010_0804_0201);
            assert_eq!(main.gather(main.spread(inner)), inner);
        }
    }

    #[test]
    fn a_run_has_an_end_on_either_side_and_no_run_has_none() {
        let d1 = "d1".parse().expect("a square");
        // Nothing beside the move, then b1 and c1, then e1 to g1 as well, then the whole rank.
        for (other, ends, turned) in [
            (0, 0, 0),
            (0b0000_0110, 0b0000_0001, 0b0000_0110),
            (0b0111_0110, 0b1000_0001, 0b0111_0110),
            (0b1111_0111, 0, 0),
        ] {
            let [rank, ..] = lookups(!other & !0b1000, other, d1);
            assert_eq!((rank.place, rank.ends, rank.turned), (3, ends, turned));
            let [rank, ..] = lookups(0, other, d1);
            assert_eq!((rank.own, rank.ends, rank.turned), (0, ends, 0));
        }
    }

    /// Discs beside the line change nothing.
    #[test]
    fn other_lines_do_not_disturb() {
        let mut rng = crate::games::othello::samples::Rng::new(4);
        for _ in 0..10_000 {
            let discs = rng.next();
            for file in 0..8 {
                let expected = (0..8).fold(0, |set, y| set | (discs >> (8 * y + file) & 1) << y);
                assert_eq!(u64::from(Line::File(file).gather(discs)), expected);
            }
            for line in DIAGONALS.as_flattened() {
                let expected = (0..8).fold(0, |set, x| {
                    set | u64::from(discs & line & FILE_A << x != 0) << x
                });
                assert_eq!(u64::from(Line::Diagonal(*line).gather(discs)), expected);
            }
        }
    }
}
