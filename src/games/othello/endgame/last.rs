//! One to four empty squares, written out.
//!
//! The flips of all empty squares are computed together: that costs less than checking first which of them are needed.
//! The board stays in vector registers, and the empty squares come from the node before, so that the order of the
//! squares and the flips do not wait for each other. Passes are in functions of their own, so that the code for moves
//! stays short.

// With AVX2 a call would pass the board through memory. Without it the flips take so much code that calls are faster.
#![cfg_attr(
    target_feature = "avx2",
    expect(clippy::inline_always, reason = "measured, and only with AVX2")
)]

use super::parity::order_of_four;
use super::solver::{NONE, Solver};
use super::square_list::SquareList;
use crate::games::othello::rules::last_disc;
use crate::games::othello::rules::spread::{Flips, Lanes, SpreadBoard};
use crate::games::othello::rules::square::Squares;

/// A node of two to four empty squares.
#[derive(Clone, Copy)]
struct LastNode {
    board: SpreadBoard,
    squares: SquareList,
    alpha: i32,
}

impl LastNode {
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
    fn flips<const PLACE: usize>(self) -> Flips {
        self.board.flips(self.squares.at::<PLACE>())
    }

    /// The node after a move to the square at index `PLACE`, which leaves `squares`.
    #[inline]
    fn after<const PLACE: usize>(self, flips: Flips, squares: SquareList) -> Self {
        Self {
            board: self.board.after(self.squares.at::<PLACE>(), flips),
            squares,
            alpha: !self.alpha,
        }
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
        self.nodes += 1;
        let node = LastNode {
            board: SpreadBoard::of_lanes(own, other),
            squares: order_of_four(empty),
            alpha,
        };
        match self.best_of_four(node) {
            NONE => self.pass_with_four(node),
            best => best,
        }
    }

    #[inline(never)]
    fn pass_with_four(&mut self, node: LastNode) -> i32 {
        match self.best_of_four(node.passed()) {
            NONE => node.board.board().disc_diff().0,
            reply => -reply,
        }
    }

    #[cfg_attr(target_feature = "avx2", inline(always))]
    fn best_of_four(&mut self, node: LastNode) -> i32 {
        let flips = [
            node.flips::<0>(),
            node.flips::<1>(),
            node.flips::<2>(),
            node.flips::<3>(),
        ];
        let mut best = NONE;
        // The first move that fails high ends this.
        let _ = self.improve_with_four::<0>(node, flips[0], &mut best)
            || self.improve_with_four::<1>(node, flips[1], &mut best)
            || self.improve_with_four::<2>(node, flips[2], &mut best)
            || self.improve_with_four::<3>(node, flips[3], &mut best);
        best
    }

    /// Searches the move to the square at index `PLACE` if it is legal. Returns whether it fails high.
    #[cfg_attr(target_feature = "avx2", inline(always))]
    fn improve_with_four<const PLACE: usize>(
        &mut self,
        node: LastNode,
        flips: Flips,
        best: &mut i32,
    ) -> bool {
        if !flips.any() {
            return false;
        }
        let squares = node.squares.three_after::<PLACE>();
        *best = (*best).max(-self.three(node.after::<PLACE>(flips, squares)));
        *best > node.alpha
    }

    /// Three empty squares, in the order to try them.
    #[cfg_attr(target_feature = "avx2", inline(always))]
    fn three(&mut self, node: LastNode) -> i32 {
        self.nodes += 1;
        match self.best_of_three(node) {
            NONE => self.pass_with_three(node),
            best => best,
        }
    }

    #[inline(never)]
    fn pass_with_three(&mut self, node: LastNode) -> i32 {
        match self.best_of_three(node.passed()) {
            NONE => node.board.board().disc_diff().0,
            reply => -reply,
        }
    }

    #[cfg_attr(target_feature = "avx2", inline(always))]
    fn best_of_three(&mut self, node: LastNode) -> i32 {
        let flips = [node.flips::<0>(), node.flips::<1>(), node.flips::<2>()];
        let mut best = NONE;
        // The first move that fails high ends this.
        let _ = self.improve_with_three::<0>(node, flips[0], &mut best)
            || self.improve_with_three::<1>(node, flips[1], &mut best)
            || self.improve_with_three::<2>(node, flips[2], &mut best);
        best
    }

    /// Searches the move to the square at index `PLACE` if it is legal. Returns whether it fails high.
    #[cfg_attr(target_feature = "avx2", inline(always))]
    fn improve_with_three<const PLACE: usize>(
        &mut self,
        node: LastNode,
        flips: Flips,
        best: &mut i32,
    ) -> bool {
        if !flips.any() {
            return false;
        }
        let squares = node.squares.two_after::<PLACE>();
        *best = (*best).max(-self.two(node.after::<PLACE>(flips, squares)));
        *best > node.alpha
    }

    /// Two empty squares.
    #[cfg_attr(target_feature = "avx2", inline(always))]
    fn two(&mut self, node: LastNode) -> i32 {
        self.nodes += 1;
        match self.best_of_two(node) {
            NONE => self.pass_with_two(node),
            best => best,
        }
    }

    #[inline(never)]
    fn pass_with_two(&mut self, node: LastNode) -> i32 {
        match self.best_of_two(node.passed()) {
            NONE => node.board.board().disc_diff().0,
            reply => -reply,
        }
    }

    #[cfg_attr(target_feature = "avx2", inline(always))]
    fn best_of_two(&mut self, node: LastNode) -> i32 {
        let flips = [node.flips::<0>(), node.flips::<1>()];
        let [first, second] = node.board.opponents_after(flips);
        let mut best = NONE;
        if flips[0].any() {
            self.nodes += 1;
            best = -last_disc::margin(first, node.squares.at::<1>());
            if best > node.alpha {
                return best;
            }
        }
        if flips[1].any() {
            self.nodes += 1;
            best = best.max(-last_disc::margin(second, node.squares.at::<0>()));
        }
        best
    }

    /// Two or three empty squares, in any order.
    pub(super) fn two_or_three(&mut self, board: SpreadBoard, alpha: i32, empty: u64) -> i32 {
        let mut rest = Squares(empty);
        let node = |squares| LastNode {
            board,
            squares,
            alpha,
        };
        match [rest.next(), rest.next(), rest.next()] {
            [Some(a), Some(b), Some(c)] => self.three(node(SquareList::of_three([a, b, c]))),
            [Some(a), Some(b), None] => self.two(node(SquareList::of_two([a, b]))),
            _ => board.board().disc_diff().0,
        }
    }
}
