//! Seven empty squares and more: moves in order of the replies they leave.

use super::super::board::{Board, Square, Squares};
use super::cache::Known;
use super::order::worth;
use super::parity::QUADRANT;
use super::{NONE, Solver};

/// A move on the list.
#[derive(Clone, Copy)]
struct Candidate {
    next: Board,
    square: Square,
    worth: i32,
}

/// The moves still to search, and the best of what is known without a search.
struct Candidates {
    list: [Candidate; Solver::MAX_EMPTIES as usize],
    count: usize,
    best: (i32, u64),
}

impl Solver {
    /// The fewest empty squares for which this pays.
    pub(super) const MIN_ORDERED: u32 = 7;
    /// The fewest empty squares at which children are looked up before any is searched.
    const MIN_CHILDREN_ASKED: u32 = 8;

    pub(super) fn ordered(&mut self, board: Board, alpha: i32, odd: u64, empties: u32) -> i32 {
        self.nodes += 1;
        if let Some(upper) = Self::stability_cut(board, alpha, empties) {
            return upper;
        }
        let hint = match self.caches[empties as usize].ask(board, alpha) {
            Known::Answer(score) => return score,
            Known::Move(set) => set,
        };
        let legal = board.legal();
        if legal == 0 {
            let passed = board.passed();
            if passed.legal() == 0 {
                return board.margin().0;
            }
            self.nodes -= 1;
            return -self.ordered(passed, !alpha, odd, empties);
        }
        let (best, square) = self.best_of_ordered(board, alpha, odd, empties, (legal, hint));
        self.caches[empties as usize].tell(board, alpha, best, square);
        best
    }

    /// The best score and its square.
    #[inline]
    fn best_of_ordered(
        &mut self,
        board: Board,
        alpha: i32,
        odd: u64,
        empties: u32,
        (legal, hint): (u64, u64),
    ) -> (i32, u64) {
        let mut best = (NONE, 0);
        // The cached move is searched before the others are even listed.
        if let Some(square) = Squares(legal & hint).next() {
            let next = board.after(square, board.flips(square));
            best = (
                -self.child(next, !alpha, odd ^ QUADRANT[square.index()], empties - 1),
                square.bit(),
            );
            if best.0 > alpha {
                return best;
            }
        }
        let mut candidates = self.candidates(board, alpha, odd, (legal & !hint, empties), best);
        if candidates.best.0 > alpha {
            return candidates.best;
        }
        best = candidates.best;
        while let Some(Candidate { next, square, .. }) = candidates.take_best() {
            let score = -self.child(next, !alpha, odd ^ QUADRANT[square.index()], empties - 1);
            if score > best.0 {
                best = (score, square.bit());
                if score > alpha {
                    break;
                }
            }
        }
        best
    }

    #[inline]
    fn child(&mut self, next: Board, alpha: i32, odd: u64, empties: u32) -> i32 {
        if empties < Self::MIN_ORDERED {
            self.shallow::<6>(next, alpha, odd)
        } else {
            self.ordered(next, alpha, odd, empties)
        }
    }

    /// Lists the moves to `squares`, except those whose cached bounds settle them; stops at one that is enough.
    #[inline]
    fn candidates(
        &self,
        board: Board,
        alpha: i32,
        odd: u64,
        (squares, empties): (u64, u32),
        mut best: (i32, u64),
    ) -> Candidates {
        let unused = Candidate {
            next: board,
            square: Square::first(0),
            worth: 0,
        };
        let mut list = [unused; Self::MAX_EMPTIES as usize];
        let mut count = 0;
        for square in Squares(squares) {
            let next = board.after(square, board.flips(square));
            if next.own == 0 {
                best = (64, square.bit());
                break;
            }
            if empties >= Self::MIN_CHILDREN_ASKED
                && let Some((lower, upper)) = self.caches[empties as usize - 1].bounds(next)
            {
                // The child's upper bound is our lower one.
                if -upper > alpha {
                    best = (-upper, square.bit());
                    break;
                }
                if -lower <= alpha {
                    if -lower > best.0 {
                        best = (-lower, square.bit());
                    }
                    continue;
                }
            }
            list[count] = Candidate {
                next,
                square,
                worth: worth(next, odd & square.bit() != 0),
            };
            count += 1;
        }
        Candidates { list, count, best }
    }
}

impl Candidates {
    /// Takes the move of the greatest worth off the list.
    #[inline]
    fn take_best(&mut self) -> Option<Candidate> {
        let list = &mut self.list[..self.count];
        let (top, others) = list.split_last_mut()?;
        for candidate in others {
            if candidate.worth > top.worth {
                std::mem::swap(candidate, top);
            }
        }
        self.count -= 1;
        Some(*top)
    }
}
