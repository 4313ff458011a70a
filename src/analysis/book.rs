//! What an opening book says about the moves of a position.

use std::cmp::Reverse;

use super::candidates::{Candidate, Known, Scored};
use super::effort::Effort;
use super::judged::{PASS, Reliability};
use crate::core::{Score, Selectivity};
use crate::games::othello::board::Square;
use crate::games::othello::book::{
    Book, BookError, KnownMove, Line, known_moves, knows_best, line_after, proven_value,
};
use crate::games::othello::{DISC, Othello};

/// The moves of a position by an opening book.
pub(super) struct BookMoves {
    /// The moves with their lines, the best first. Where [`Self::knows_best`], no other move is better than the best.
    moves: Vec<(Candidate, Vec<String>)>,
    /// The reliability of the value of the best move: that of the least reliable one.
    reliability: Reliability,
    /// Whether the book knows the best move, and each of its values is at least as reliable as that of a search.
    knows_best: bool,
    /// The value of the position with its reliability, if the book calls it proven.
    proven: Option<(Score, Reliability)>,
}

impl BookMoves {
    /// What `book` says about `position`: only if it calls its value proven, or if it knows the best move, and each of its
    /// values is at least as reliable as that of a search with `effort`. Nothing where the book cannot be read.
    pub(super) fn of(book: &Book, position: &Othello, effort: &Effort) -> Option<Self> {
        let found = Self::read(book, position, effort).ok()?;
        (found.knows_best || found.proven.is_some()).then_some(found)
    }

    fn read(book: &Book, position: &Othello, effort: &Effort) -> Result<Self, BookError> {
        let board = position.board();
        let empties = position.empties();
        let mut moves = Vec::new();
        let mut knows_best = knows_best(book, board)?;
        for known in known_moves(book, board)? {
            let line = line_after(book, board, known)?;
            let Some(reliability) = reliability(&line, position, known) else {
                knows_best = false;
                continue;
            };
            let candidate =
                Candidate::new(known.square.to_string(), score(known.value), reliability);
            moves.push((candidate, line.moves.iter().copied().map(named).collect()));
        }
        let all = moves.iter().map(|(candidate, _)| candidate.reliability);
        let reliability = all.reduce(Reliability::and);
        let is_reached = |reliability| effort.is_reached_by(reliability, empties);
        Ok(Self {
            moves,
            reliability: reliability.unwrap_or(Reliability::PROVEN),
            knows_best: knows_best && reliability.is_some_and(is_reached),
            proven: proven_value(book, board)?.map(|value| (score(value), proof(empties))),
        })
    }

    /// The value of the position, if the book calls it proven.
    pub(super) const fn proven(&self) -> Option<(Score, Reliability)> {
        self.proven
    }

    /// The best move, its line and its value; `None` if the book does not know it.
    pub(super) fn best(&self) -> Option<Known> {
        let (candidate, line) = self.moves.first()?;
        let (score, reliability) = match self.proven {
            Some(proven) => proven,
            None if self.knows_best => (candidate.score, self.reliability),
            None => return None,
        };
        Some(Known {
            score,
            reliability,
            line: line.clone(),
        })
    }

    /// What the book says about the best move but those in `played`, which lead to a position with the value `score`: the
    /// move itself, or if all others are worse than `score`, only that. `None` if another move may be better than `score`
    /// that the book does not value.
    pub(super) fn best_but(&self, played: &[String], score: Score) -> Option<Known> {
        let is_other = |(other, _): &&(Candidate, Vec<String>)| !played.contains(&other.name);
        let mut others = self.moves.iter().filter(is_other);
        if let Some((most, reliability)) = self.proven {
            let keeps = |(other, _): &&(Candidate, Vec<String>)| {
                other.reliability.exact && other.score == most
            };
            let keeper = others.clone().find(keeps);
            if let Some((_, line)) = keeper {
                return Some(Known {
                    score: most,
                    reliability,
                    line: line.clone(),
                });
            }
            if score >= most {
                return Some(Known::nothing_above(score));
            }
        }
        if !self.knows_best {
            return None;
        }
        let best = self.moves.first()?.0.score;
        match others.next() {
            Some((other, line)) if other.score >= best => Some(Known {
                score: other.score,
                reliability: self.reliability,
                line: line.clone(),
            }),
            // The best move of the book was played: others are at most as good as the book says of it.
            _ if score >= best => Some(Known {
                score: best,
                reliability: self.reliability,
                line: Vec::new(),
            }),
            _ => None,
        }
    }

    /// Replaces the values of the moves in `scored` that the book knows at least as reliably.
    pub(super) fn replace(self, scored: &mut Scored) {
        for (candidate, _) in self.moves {
            let is_found = |found: &&mut Candidate| {
                found.name == candidate.name && candidate.reliability.reaches(found.reliability)
            };
            if let Some(found) = scored.iter_mut().find(is_found) {
                *found = candidate;
            }
        }
        scored.sort_by_key(|candidate| Reverse(candidate.score));
    }
}

fn score(discs: i8) -> Score {
    Score(i16::from(discs) * DISC)
}

/// The reliability of a proof in the book for a position with `empties` empty squares, or for one of its moves.
const fn proof(empties: i8) -> Reliability {
    Reliability {
        depth: empties.unsigned_abs(),
        book: true,
        ..Reliability::PROVEN
    }
}

/// The reliability of the move `known` with its line; `None` if the book does not say how it was searched.
fn reliability(line: &Line, position: &Othello, known: KnownMove) -> Option<Reliability> {
    if known.lower == known.upper {
        return Some(proof(position.empties()));
    }
    let rank = line.rank(position.board())?;
    Some(Reliability {
        // The end of the line is proven, but not each move before it.
        exact: false,
        percent: Selectivity::new(rank.selectivity).percent(),
        depth: rank.depth,
        book: true,
    })
}

fn named(mv: Option<Square>) -> String {
    mv.map_or_else(|| PASS.to_owned(), |square| square.to_string())
}
