//! The eight symmetries of the board.

use super::board::Board;
use super::square::Square;

/// One of the eight symmetries: transpose if set, then mirror left to right, then top to bottom.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Symmetry {
    /// Swap files and ranks: a2 becomes b1.
    pub transpose: bool,
    /// Swap the a- and the h-file.
    pub mirror: bool,
    /// Swap the first and the eighth rank.
    pub turn_over: bool,
}

impl Symmetry {
    /// All eight, the identity first.
    pub const ALL: [Self; 8] = [
        Self::of(false, false, false),
        Self::of(false, false, true),
        Self::of(false, true, false),
        Self::of(false, true, true),
        Self::of(true, false, false),
        Self::of(true, false, true),
        Self::of(true, true, false),
        Self::of(true, true, true),
    ];

    const fn of(transpose: bool, mirror: bool, turn_over: bool) -> Self {
        Self {
            transpose,
            mirror,
            turn_over,
        }
    }

    /// The symmetry that undoes this one.
    #[must_use]
    pub const fn inverse(self) -> Self {
        if self.transpose {
            Self::of(true, self.turn_over, self.mirror)
        } else {
            self
        }
    }

    /// The image of a set of squares.
    #[must_use]
    pub const fn set(self, mut set: u64) -> u64 {
        if self.transpose {
            set = transpose(set);
        }
        if self.mirror {
            set = mirror(set);
        }
        if self.turn_over {
            set.swap_bytes()
        } else {
            set
        }
    }

    /// The image of a square.
    #[must_use]
    pub const fn square(self, square: Square) -> Square {
        Square::first(self.set(square.bit()))
    }

    /// The image of a board.
    #[must_use]
    pub const fn board(self, board: Board) -> Board {
        Board {
            own: self.set(board.own),
            other: self.set(board.other),
        }
    }
}

/// The smallest image of `board`, the same for all boards symmetric to it, and the symmetry that leads there.
///
/// Of several symmetries, the first in [`Symmetry::ALL`] is returned.
#[must_use]
pub fn canonical(board: Board) -> (Board, Symmetry) {
    let mut least = (board, Symmetry::ALL[0]);
    for symmetry in &Symmetry::ALL[1..] {
        let image = symmetry.board(board);
        if image < least.0 {
            least = (image, *symmetry);
        }
    }
    least
}

/// Swaps the bits of each byte end to end.
#[inline]
pub(crate) const fn mirror(set: u64) -> u64 {
    let set = (set >> 1 & 0x5555_5555_5555_5555) | (set & 0x5555_5555_5555_5555) << 1;
    let set = (set >> 2 & 0x3333_3333_3333_3333) | (set & 0x3333_3333_3333_3333) << 2;
    (set >> 4 & 0x0f0f_0f0f_0f0f_0f0f) | (set & 0x0f0f_0f0f_0f0f_0f0f) << 4
}

/// Swaps blocks of one, two and four squares across the diagonal from a1 to h8.
pub(crate) const fn transpose(set: u64) -> u64 {
    let swap = (set ^ set >> 7) & 0x00aa_00aa_00aa_00aa;
    let set = set ^ swap ^ swap << 7;
    let swap = (set ^ set >> 14) & 0x0000_cccc_0000_cccc;
    let set = set ^ swap ^ swap << 14;
    let swap = (set ^ set >> 28) & 0x0000_0000_f0f0_f0f0;
    set ^ swap ^ swap << 28
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::othello::rules::square::Squares;
    use crate::games::othello::samples;

    fn slow_square(symmetry: Symmetry, square: Square) -> u8 {
        let (mut file, mut rank) = (square.file(), square.rank());
        if symmetry.transpose {
            (file, rank) = (rank, file);
        }
        if symmetry.mirror {
            file = 7 - file;
        }
        if symmetry.turn_over {
            rank = 7 - rank;
        }
        8 * rank + file
    }

    #[test]
    fn squares_go_where_they_should_and_back() {
        for symmetry in Symmetry::ALL {
            for square in Squares(u64::MAX) {
                let image = symmetry.square(square);
                assert_eq!(
                    image.index(),
                    usize::from(slow_square(symmetry, square)),
                    "{symmetry:?} {square}"
                );
                assert_eq!(symmetry.inverse().square(image), square, "{symmetry:?}");
            }
        }
    }

    #[test]
    fn the_smallest_image_is_found_with_the_first_way_to_it() {
        for board in [vec![Board::START], samples::boards(1000)].concat() {
            let (least, way) = canonical(board);
            let images = Symmetry::ALL.map(|symmetry| symmetry.board(board));
            assert_eq!(images.iter().min(), Some(&least), "{board}");
            let first = images.iter().position(|image| *image == least);
            assert_eq!(first.map(|at| Symmetry::ALL[at]), Some(way), "{board}");
        }
    }

    #[test]
    fn moves_commute_with_symmetries_and_images_share_one_form() {
        for board in samples::boards(20_000) {
            let (least, way) = canonical(board);
            assert_eq!(way.board(board), least);
            for symmetry in Symmetry::ALL {
                let image = symmetry.board(board);
                assert_eq!(canonical(image).0, least, "{board}");
                assert_eq!(image.legal(), symmetry.set(board.legal()), "{board}");
                for square in Squares(board.legal()) {
                    assert_eq!(
                        image.flips(symmetry.square(square)),
                        symmetry.set(board.flips(square)),
                        "{board}"
                    );
                }
            }
        }
    }
}
