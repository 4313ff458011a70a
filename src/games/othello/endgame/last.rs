//! One to four empty squares, written out.
//!
//! The flips of all empty squares are computed together, before the first move is searched: that costs less than waiting
//! for them later, when a branch was predicted wrongly.
//! The board stays in vector registers, and the empty squares come from the node before, so that the order of the
//! squares and the flips do not wait for each other. Passes are in functions of their own, so that the code for moves
//! stays short.

// With AVX2 a call of Rust would pass the board through memory. Without it the flips take so much code that calls are
// faster.
#![cfg_attr(
    target_feature = "avx2",
    expect(clippy::inline_always, reason = "measured, and only with AVX2")
)]

use super::parity::order_of_four;
use super::solver::{NONE, Solver};
use crate::games::othello::rules::last_disc;
use crate::games::othello::rules::spread::{Flips, Lanes, ReadyFlips, SpreadBoard};
use crate::games::othello::rules::square::{Square, Squares};

/// A node with the empty squares `squares`, in the order to try them.
#[derive(Clone, Copy)]
struct LastNode<S> {
    board: SpreadBoard,
    squares: S,
    alpha: i32,
}

impl<S> LastNode<S> {
    /// The same with the other side to move.
    #[inline]
    fn passed(self) -> Self {
        Self {
            board: self.board.passed(),
            alpha: !self.alpha,
            ..self
        }
    }

    #[inline]
    fn try_at(&self, square: Square) -> Try {
        Try {
            square,
            flips: self.board.ready_flips(square),
        }
    }

    /// The node after a move to `square`, which leaves the squares `rest`.
    #[inline]
    fn after<R>(&self, square: Square, flips: Flips, rest: R) -> LastNode<R> {
        LastNode {
            board: self.board.after(square, flips),
            squares: rest,
            alpha: !self.alpha,
        }
    }
}

/// An empty square, and what a move there would turn over.
#[derive(Clone, Copy)]
struct Try {
    square: Square,
    flips: ReadyFlips,
}

/// Two to four empty squares.
trait LastSquares: Copy {
    /// The best score of the moves; [`NONE`] if there is none. The first move that fails high ends the search.
    fn best(solver: &mut Solver, node: LastNode<Self>) -> i32;

    /// The score of a node.
    #[cfg_attr(target_feature = "avx2", inline(always))]
    fn search(solver: &mut Solver, node: LastNode<Self>) -> i32 {
        solver.enter(node)
    }
}

impl LastSquares for [Square; 4] {
    #[cfg_attr(target_feature = "avx2", inline(always))]
    fn best(solver: &mut Solver, node: LastNode<Self>) -> i32 {
        let [a, b, c, d] = node.squares;
        // Written out: without vectors the compiler would make a loop of `map`.
        let tries = [
            node.try_at(a),
            node.try_at(b),
            node.try_at(c),
            node.try_at(d),
        ];
        let mut best = NONE;
        // The squares are in the order of `order_of_four`. The others stay in order; after one of a pair, the other one
        // is alone in its quadrant and goes first.
        let _ = solver.improve(&node, tries[0], [b, c, d], &mut best)
            || solver.improve(&node, tries[1], [a, c, d], &mut best)
            || solver.improve(&node, tries[2], [d, a, b], &mut best)
            || solver.improve(&node, tries[3], [c, a, b], &mut best);
        best
    }
}

impl LastSquares for [Square; 3] {
    #[cfg_attr(target_feature = "avx2", inline(always))]
    fn search(solver: &mut Solver, node: LastNode<Self>) -> i32 {
        let (own, other) = node.board.lanes();
        let [a, b, c] = node.squares;
        solver.three_in_registers(own, other, node.alpha, a, b, c)
    }

    #[cfg_attr(target_feature = "avx2", inline(always))]
    fn best(solver: &mut Solver, node: LastNode<Self>) -> i32 {
        let [a, b, c] = node.squares;
        let tries = [node.try_at(a), node.try_at(b), node.try_at(c)];
        let mut best = NONE;
        let _ = solver.improve(&node, tries[0], [b, c], &mut best)
            || solver.improve(&node, tries[1], [a, c], &mut best)
            || solver.improve(&node, tries[2], [a, b], &mut best);
        best
    }
}

impl LastSquares for [Square; 2] {
    #[cfg_attr(target_feature = "avx2", inline(always))]
    fn best(solver: &mut Solver, node: LastNode<Self>) -> i32 {
        let flips = node.squares.map(|square| node.board.flips_at_once(square));
        let [first, second] = node.board.opponents_after(flips);
        let mut best = NONE;
        if flips[0].any() {
            solver.nodes += 1;
            best = -last_disc::margin(first, node.squares[1]);
            if best > node.alpha {
                return best;
            }
        }
        if flips[1].any() {
            solver.nodes += 1;
            best = best.max(-last_disc::margin(second, node.squares[0]));
        }
        best
    }
}

impl Solver {
    /// Four empty squares, the set `empty`.
    #[inline]
    pub(super) fn four(&mut self, board: SpreadBoard, alpha: i32, empty: u64) -> i32 {
        let (own, other) = board.lanes();
        self.four_in_registers(own, other, alpha, empty)
    }

    /// As [`Self::four`], with the calling convention that passes vectors in registers: Rust's passes them in memory.
    #[inline(never)]
    #[allow(improper_ctypes_definitions, reason = "only called from Rust")]
    extern "C" fn four_in_registers(
        &mut self,
        own: Lanes,
        other: Lanes,
        alpha: i32,
        empty: u64,
    ) -> i32 {
        self.enter(LastNode {
            board: SpreadBoard::of_lanes(own, other),
            squares: order_of_four(empty),
            alpha,
        })
    }

    /// Three empty squares, in the order to try them. A function of its own, so that the code that runs most stays small;
    /// vectors are passed as in [`Self::four_in_registers`].
    #[inline(never)]
    #[allow(improper_ctypes_definitions, reason = "only called from Rust")]
    extern "C" fn three_in_registers(
        &mut self,
        own: Lanes,
        other: Lanes,
        alpha: i32,
        a: Square,
        b: Square,
        c: Square,
    ) -> i32 {
        self.enter(LastNode {
            board: SpreadBoard::of_lanes(own, other),
            squares: [a, b, c],
            alpha,
        })
    }

    /// The score of a node.
    #[cfg_attr(target_feature = "avx2", inline(always))]
    fn enter<S: LastSquares>(&mut self, node: LastNode<S>) -> i32 {
        self.nodes += 1;
        match S::best(self, node) {
            NONE => {
                let (own, other) = node.board.lanes();
                self.pass(own, other, node.alpha, node.squares)
            }
            best => best,
        }
    }

    /// The score of a node whose side to move has no move. Vectors are passed as in [`Self::four_in_registers`].
    #[inline(never)]
    #[allow(improper_ctypes_definitions, reason = "only called from Rust")]
    extern "C" fn pass<S: LastSquares>(
        &mut self,
        own: Lanes,
        other: Lanes,
        alpha: i32,
        squares: S,
    ) -> i32 {
        let node = LastNode {
            board: SpreadBoard::of_lanes(own, other),
            squares,
            alpha,
        };
        match S::best(self, node.passed()) {
            NONE => node.board.board().disc_diff().0,
            reply => -reply,
        }
    }

    /// Searches a move that leaves the squares `rest`, if it is legal. Returns whether it fails high.
    #[cfg_attr(target_feature = "avx2", inline(always))]
    fn improve<S, R: LastSquares>(
        &mut self,
        node: &LastNode<S>,
        Try { square, flips }: Try,
        rest: R,
        best: &mut i32,
    ) -> bool {
        if !flips.any() {
            return false;
        }
        *best = (*best).max(-R::search(self, node.after(square, flips.flips(), rest)));
        *best > node.alpha
    }

    /// Two or three empty squares, in any order.
    pub(super) fn two_or_three(&mut self, board: SpreadBoard, alpha: i32, empty: u64) -> i32 {
        let mut rest = Squares(empty);
        match [rest.next(), rest.next(), rest.next()] {
            [Some(a), Some(b), Some(c)] => {
                let (own, other) = board.lanes();
                self.three_in_registers(own, other, alpha, a, b, c)
            }
            [Some(a), Some(b), None] => self.enter(LastNode {
                board,
                squares: [a, b],
                alpha,
            }),
            _ => board.board().disc_diff().0,
        }
    }
}
