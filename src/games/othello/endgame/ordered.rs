//! Seven empty squares and more: moves ordered by the replies they leave.

use super::ahead::OneAhead;
use super::cache::{Hint, Known};
use super::candidate::{Candidate, SolverNode};
use super::order::{CornerRisk, move_score, replies_and_prospects};
use super::parity::QUADRANT;
use super::shallow::either;
use super::solver::{NONE, Solver};
use crate::games::othello::rules::board::Board;
use crate::games::othello::rules::spread::SpreadBoard;
use crate::games::othello::rules::square::{Square, Squares};

/// The best score so far, and its square as a set.
struct Best {
    score: i32,
    square: u64,
}

impl Best {
    #[inline]
    fn improve(&mut self, score: i32, square: Square) {
        if score > self.score {
            *self = Self {
                score,
                square: square.bit(),
            };
        }
    }
}

/// The moves listed and not searched yet, by score.
struct Order {
    /// The score of a move times [`PLACES`], plus its index in the list.
    keys: [[i32; GROUP]; GROUPS],
    count: usize,
    /// The greatest key: most nodes search one move of the list, and then need not look for it.
    best: i32,
}

/// A power of two above the number of moves of a list.
const PLACES: i32 = 32;
/// Keys compared at once: most lists have no more.
const GROUP: usize = 8;
const GROUPS: usize = (Solver::MAX_EMPTIES as usize).div_ceil(GROUP);

impl Solver {
    /// Smallest number of empties for which ordering by replies pays.
    pub(super) const MIN_ORDERED: u32 = 7;
    /// Smallest number of empties for which ordering by later mobility pays.
    const MIN_FAR_SIGHTED: u32 = 10;

    /// As [`Self::solve`]; `legal` are the moves of the side to move.
    pub(super) fn ordered(&mut self, board: Board, node: SolverNode, legal: u64) -> i32 {
        match self.caches[node.empties as usize].probe(board, node.alpha) {
            Known::Answer(score) => {
                self.nodes += 1;
                score
            }
            Known::Move(hint) => self.search_uncached(board, node, (legal, hint)),
        }
    }

    /// As [`Self::ordered`], after the cache was probed, also when moves were listed; `hint` is the cached move.
    fn search_uncached(
        &mut self,
        board: Board,
        node: SolverNode,
        (legal, hint): (u64, Hint),
    ) -> i32 {
        let SolverNode { alpha, empties, .. } = node;
        self.nodes += 1;
        if let Some(upper) = Self::stability_cut(board, alpha, empties) {
            return upper;
        }
        if legal == 0 {
            let passed = board.passed();
            let legal = passed.legal();
            if legal == 0 {
                return board.disc_diff().0;
            }
            self.nodes -= 1;
            let alpha = !alpha;
            return -self.ordered(passed, SolverNode { alpha, ..node }, legal);
        }
        let Best { score, square } = self.best_of_ordered(board, node, (legal, hint.set()));
        self.caches[empties as usize].store(board, alpha, score, square);
        score
    }

    /// The best score and its square.
    #[inline]
    fn best_of_ordered(
        &mut self,
        board: Board,
        node: SolverNode,
        (legal, hint): (u64, u64),
    ) -> Best {
        let SolverNode { alpha, empties, .. } = node;
        let mut best = Best {
            score: NONE,
            square: 0,
        };
        // The cached move is searched before the others are generated.
        if let Some(square) = Squares(legal & hint).next() {
            let next = board.after(square, board.flips(square));
            let candidate = Candidate {
                next,
                replies: next.legal(),
                hint: Hint::NOT_ASKED,
                square,
            };
            best.improve(self.search_candidate(candidate, node), square);
            if best.score > alpha {
                return best;
            }
        }
        let mut order = Order {
            keys: [[i32::MIN; GROUP]; GROUPS],
            count: 0,
            best: i32::MIN,
        };
        let rest = legal & !hint;
        self.list_moves(board, node, rest, &mut order, &mut best);
        if best.score > alpha {
            return best;
        }
        for searched in 0..order.count {
            if searched > 0 {
                order.find_best();
            }
            let candidate = self.lists[empties as usize][order.take_best()];
            best.improve(self.search_candidate(candidate, node), candidate.square);
            if best.score > alpha {
                break;
            }
        }
        best
    }

    /// Lists the moves to `squares`, odd quadrants first. A move with a deciding bound in the cache takes its score
    /// from there. A move that leaves at most one reply is searched at once. Stops at a move that fails high.
    #[inline]
    fn list_moves(
        &mut self,
        board: Board,
        node: SolverNode,
        squares: u64,
        order: &mut Order,
        best: &mut Best,
    ) {
        let SolverNode {
            alpha,
            odd,
            empties,
        } = node;
        let spread = SpreadBoard::new(board);
        let empty = board.empty();
        let risky = (empties >= Self::MIN_FAR_SIGHTED).then(|| CornerRisk::of(empty));
        // One loop for both parities: the processor could not predict the lengths of two.
        let odd_first = |squares| either(squares & odd, squares);
        let child = |square| spread.after(square, spread.flips_at_once(square));
        for (square, after) in OneAhead::new(squares, odd_first, child) {
            let next = after.board();
            if next.own == 0 {
                return best.improve(64, square);
            }
            let mut hint = Hint::NOT_ASKED;
            if empties > Self::MIN_ORDERED {
                match self.caches[empties as usize - 1].probe(next, !alpha) {
                    Known::Answer(score) => {
                        best.improve(-score, square);
                        if best.score > alpha {
                            return;
                        }
                        continue;
                    }
                    Known::Move(square) => hint = square,
                }
            }
            let (replies, potential_score) = match risky {
                Some(risky) => replies_and_prospects(after, empty, square.bit(), risky),
                None => (after.legal(empty ^ square.bit()), 0),
            };
            let candidate = Candidate {
                next,
                replies,
                hint,
                square,
            };
            if replies.count_ones() > 1 {
                let worth =
                    move_score(next.other, replies, odd & square.bit() != 0) + potential_score;
                self.lists[empties as usize][order.count] = candidate;
                order.add(worth);
                continue;
            }
            best.improve(self.search_candidate(candidate, node), square);
            if best.score > alpha {
                return;
            }
        }
    }

    /// The score of a move.
    #[inline]
    fn search_candidate(&mut self, candidate: Candidate, node: SolverNode) -> i32 {
        let Candidate {
            next,
            replies,
            hint,
            square,
        } = candidate;
        let alpha = !node.alpha;
        let odd = node.odd ^ QUADRANT[square.index()];
        if node.empties <= Self::MIN_ORDERED {
            return -self.six(next, alpha, odd, replies);
        }
        let below = SolverNode {
            alpha,
            odd,
            empties: node.empties - 1,
        };
        -if hint == Hint::NOT_ASKED {
            self.ordered(next, below, replies)
        } else {
            self.search_uncached(next, below, (replies, hint))
        }
    }
}

impl Order {
    #[inline]
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_possible_wrap,
        reason = "twenty moves at most"
    )]
    fn add(&mut self, worth: i32) {
        let key = worth * PLACES + self.count as i32;
        self.keys.as_flattened_mut()[self.count] = key;
        self.best = self.best.max(key);
        self.count += 1;
    }

    /// The index of the best move, which is removed.
    #[inline]
    fn take_best(&mut self) -> usize {
        let place = (self.best & (PLACES - 1)).cast_unsigned() as usize;
        self.keys.as_flattened_mut()[place] = i32::MIN;
        place
    }

    #[inline]
    fn find_best(&mut self) {
        let greatest = |keys: &[i32; GROUP]| keys.iter().copied().fold(i32::MIN, i32::max);
        let keys = &self.keys[..self.count.div_ceil(GROUP)];
        self.best = keys.iter().map(greatest).fold(i32::MIN, i32::max);
    }
}
