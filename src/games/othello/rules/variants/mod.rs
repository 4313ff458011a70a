//! Older ways to find legal moves and flips, for comparison; the game does not use them.
//!
//! Each module has `flip` and `legal`, which return what [`flip`](super::flip::flip) and
//! [`legal`](super::moves::legal) return. They are written from descriptions alone: a board with walls; the loops of a
//! Ruby programmer's article; tables indexed by lines that multiplication gathers, as T. Ishii describes the flips of
//! Edax 4.0.5; and carry propagation (Toshihiko Okuhara), as he describes those of Edax 4.3.

pub mod array;
pub mod carry;
pub mod loops;
pub mod tables;

use super::square::{Square, Squares};

/// The empty squares where `flip` turns a disc over: legal moves by trying every square.
fn tried(own: u64, other: u64, flip: impl Fn(u64, u64, Square) -> u64) -> u64 {
    let legal = Squares(!(own | other)).filter(|&square| flip(own, other, square) != 0);
    legal.fold(0, |set, square| set | square.bit())
}

#[cfg(test)]
mod tests {
    use super::super::board::Board;
    use super::super::moves::portable;
    use super::super::{flip, square::Squares};
    use super::*;
    use crate::games::othello::samples;

    #[test]
    fn every_variant_finds_the_same_moves_and_flips() {
        for board in samples::boards(20_000) {
            let Board { own, other } = board;
            let array = array::Array::new(own, other);
            assert_eq!(array.discs(), (own, other), "array: {board}");
            let legal = portable::legal(own, other);
            assert_eq!(array.legal(), legal, "array: {board}");
            assert_eq!(loops::legal(own, other), legal, "loops: {board}");
            assert_eq!(tables::legal(own, other), legal, "tables: {board}");
            assert_eq!(carry::legal(own, other), legal, "carry: {board}");
            for square in Squares(board.empty()) {
                let flips = flip::portable::flip(own, other, square);
                assert_eq!(array.flip(square), flips, "array: {board} {square}");
                let place = |name| format!("{name}: {board} {square}");
                assert_eq!(loops::flip(own, other, square), flips, "{}", place("loops"));
                assert_eq!(
                    tables::flip(own, other, square),
                    flips,
                    "{}",
                    place("tables")
                );
                assert_eq!(carry::flip(own, other, square), flips, "{}", place("carry"));
            }
        }
    }

    #[test]
    fn a_taken_square_turns_nothing_over_where_the_variant_looks() {
        for square in Squares(Board::START.own | Board::START.other) {
            let Board { own, other } = Board::START;
            assert_eq!(array::Array::new(own, other).flip(square), 0);
            assert_eq!(loops::flip(own, other, square), 0);
        }
    }
}
