//! Five and six empty squares: too few for ordering by replies to pay.

use std::hint::select_unpredictable;

use super::ahead::OneAhead;
use super::cache::Known;
use super::parity::QUADRANT;
use super::solver::{NONE, Solver};
use crate::games::othello::rules::board::Board;
use crate::games::othello::rules::moves::CORNERS;
use crate::games::othello::rules::spread::{Flips, Lanes, SpreadBoard};
use crate::games::othello::rules::square::Square;

/// A node of five or six empty squares.
#[derive(Clone, Copy)]
struct ShallowNode {
    board: SpreadBoard,
    alpha: i32,
    /// The squares of odd quadrants.
    odd: u64,
    empty: u64,
    /// The cached best move as a set; empty if none is known.
    hint: u64,
}

impl ShallowNode {
    /// The same with the other side to move.
    #[inline]
    fn passed(self) -> Self {
        Self {
            board: self.board.passed(),
            alpha: !self.alpha,
            hint: 0,
            ..self
        }
    }
}

/// The best score and its square as a set; [`NONE`] if there is no move.
type BestMove = (i32, u64);

impl Solver {
    /// Six empty squares, the set `empty`; `legal` are the moves, `odd` the squares of odd quadrants.
    pub(super) fn six(&mut self, board: Board, alpha: i32, odd: u64, legal: u64) -> i32 {
        self.nodes += 1;
        if let Some(upper) = Self::stability_cut(board, alpha, 6) {
            return upper;
        }
        let hint = match self.caches[6].probe(board, alpha) {
            Known::Answer(score) => return score,
            Known::Move(hint) => hint.set(),
        };
        let node = ShallowNode {
            board: SpreadBoard::new(board),
            alpha,
            odd,
            empty: board.empty(),
            hint,
        };
        let (best, square) = self.best_of_six(node, legal);
        if best > NONE {
            self.caches[6].store(board, alpha, best, square);
            return best;
        }
        match self.best_of_six(node.passed(), board.passed().legal()) {
            (NONE, _) => board.disc_diff().0,
            (reply, _) => -reply,
        }
    }

    #[inline]
    fn best_of_six(&mut self, node: ShallowNode, legal: u64) -> BestMove {
        let choice = |rest| first_choice(rest, node.odd, node.hint);
        best_of_each(node, legal, choice, |square, flips| {
            let next = node.board.after(square, flips);
            let odd = node.odd ^ QUADRANT[square.index()];
            Some(-self.five(next, !node.alpha, odd, node.empty ^ square.bit()))
        })
    }

    /// Five empty squares, the set `empty`; `odd` are the squares of odd quadrants.
    #[inline]
    pub(super) fn five(&mut self, board: SpreadBoard, alpha: i32, odd: u64, empty: u64) -> i32 {
        let (own, other) = board.lanes();
        self.five_in_registers(own, other, alpha, odd, empty)
    }

    /// As [`Self::five`], with the calling convention that passes vectors in registers.
    #[inline(never)]
    #[allow(improper_ctypes_definitions, reason = "only called from Rust")]
    extern "C" fn five_in_registers(
        &mut self,
        own: Lanes,
        other: Lanes,
        alpha: i32,
        odd: u64,
        empty: u64,
    ) -> i32 {
        let spread = SpreadBoard::of_lanes(own, other);
        let board = spread.board();
        self.nodes += 1;
        if let Some(upper) = Self::stability_cut(board, alpha, 5) {
            return upper;
        }
        let hint = match self.caches[5].probe(board, alpha) {
            Known::Answer(score) => return score,
            Known::Move(hint) => hint.set(),
        };
        let node = ShallowNode {
            board: spread,
            alpha,
            odd,
            empty,
            hint,
        };
        let (best, square) = if hint == 0 {
            self.best_of_five(node)
        } else {
            self.best_of_five_with_hint(node)
        };
        if best > NONE {
            self.caches[5].store(board, alpha, best, square);
            return best;
        }
        match self.best_of_five(node.passed()) {
            (NONE, _) => board.disc_diff().0,
            (reply, _) => -reply,
        }
    }

    /// Few positions with five empty squares are met again.
    #[cold]
    #[inline(never)]
    fn best_of_five_with_hint(&mut self, node: ShallowNode) -> BestMove {
        self.best_of_five_by(node, |rest| first_choice(rest, node.odd, node.hint))
    }

    #[inline]
    fn best_of_five(&mut self, node: ShallowNode) -> BestMove {
        self.best_of_five_by(node, |rest| first_choice(rest, node.odd, 0))
    }

    #[inline]
    fn best_of_five_by(&mut self, node: ShallowNode, choice: impl Fn(u64) -> u64) -> BestMove {
        let squares = node.board.squares_to_try(node.empty);
        best_of_each(node, squares, choice, |square, flips| {
            let next = flips.any().then(|| node.board.after(square, flips))?;
            Some(-self.four(next, !node.alpha, node.empty ^ square.bit()))
        })
    }
}

/// Tries `squares` in the order of `choice`, which takes those left and returns a set whose lowest square is next.
/// `search` returns the score of a move, or `None` if it is not legal.
#[inline]
fn best_of_each(
    node: ShallowNode,
    squares: u64,
    choice: impl Fn(u64) -> u64,
    mut search: impl FnMut(Square, Flips) -> Option<i32>,
) -> BestMove {
    let mut best = (NONE, 0);
    let flips_at = |square| node.board.flips_at_once(square);
    for (square, flips) in OneAhead::new(squares, choice, flips_at) {
        if let Some(score) = search(square, flips)
            && score > best.0
        {
            best = (score, square.bit());
            if score > node.alpha {
                return best;
            }
        }
    }
    best
}

/// The squares to try first: the cached one, then corners in odd quadrants, odd quadrants, corners, the rest.
///
/// Selects without branches, which the processor could not predict.
#[inline]
fn first_choice(rest: u64, odd: u64, hint: u64) -> u64 {
    let in_odd = either(rest & odd & CORNERS, rest & odd);
    let in_even = either(rest & CORNERS, rest);
    either(rest & hint, either(in_odd, in_even))
}

/// `first`, or `second` if `first` is empty, without a branch.
#[inline]
pub(super) fn either(first: u64, second: u64) -> u64 {
    select_unpredictable(first != 0, first, second)
}
