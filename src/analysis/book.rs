//! What an opening book says about the moves of a position.

use std::cmp::Reverse;

use super::candidates::{Candidate, Known, Scored};
use super::effort::Effort;
use super::judged::{PASS, Reliability};
use crate::core::{Score, Selectivity};
use crate::games::othello::board::Square;
use crate::games::othello::book::{
    Book, BookError, KnownMove, Line, known_moves, knows_best, line_after,
};
use crate::games::othello::{DISC, Othello};

/// The moves of a position by an opening book.
pub(super) struct BookMoves {
    /// The moves with their lines, the best first. No other move is better than the best.
    moves: Vec<(Candidate, Vec<String>)>,
    /// The reliability of the value of the position: that of its least reliable move.
    reliability: Reliability,
}

impl BookMoves {
    /// What `book` says about `position`: only if it knows the best move, and each of its values is at least as reliable as
    /// that of a search with `effort`. Nothing where the book cannot be read.
    pub(super) fn of(book: &Book, position: &Othello, effort: &Effort) -> Option<Self> {
        let found = Self::read(book, position).ok().flatten()?;
        let is_reached = effort.is_reached_by(found.reliability, position.empties());
        is_reached.then_some(found)
    }

    fn read(book: &Book, position: &Othello) -> Result<Option<Self>, BookError> {
        let board = position.board();
        if !knows_best(book, board)? {
            return Ok(None);
        }
        let mut moves = Vec::new();
        for known in known_moves(book, board)? {
            let line = line_after(book, board, known)?;
            let Some(reliability) = reliability(&line, position, known) else {
                return Ok(None);
            };
            let score = Score(i16::from(known.value) * DISC);
            let candidate = Candidate::new(known.square.to_string(), score, reliability);
            moves.push((candidate, line.moves.iter().copied().map(named).collect()));
        }
        let all = moves.iter().map(|(candidate, _)| candidate.reliability);
        let reliability = all.reduce(Reliability::and);
        Ok(reliability.map(|reliability| Self { moves, reliability }))
    }

    /// The best move, its line and its value.
    pub(super) fn best(&self) -> Option<Known> {
        self.known(0)
    }

    fn known(&self, index: usize) -> Option<Known> {
        let (candidate, line) = self.moves.get(index)?;
        Some(Known {
            score: candidate.score,
            reliability: self.reliability,
            line: line.clone(),
        })
    }

    /// What the book says about the best move but those in `played`, which lead to a position with the value `score`: the
    /// move itself, or if all others are worse than `score`, only that. `None` if another move may be better than `score`
    /// that the book does not value.
    pub(super) fn best_but(&self, played: &[String], score: Score) -> Option<Known> {
        let is_other =
            |(candidate, _): &(Candidate, Vec<String>)| !played.contains(&candidate.name);
        let other = self.moves.iter().position(is_other);
        let best = self.best()?;
        match other {
            Some(index) if self.moves[index].0.score >= best.score => self.known(index),
            // The best move of the book was played: others are at most as good as the book says of it.
            _ if score >= best.score => Some(Known {
                line: Vec::new(),
                ..best
            }),
            _ => None,
        }
    }

    /// Replaces the values of the moves in `scored` that the book knows.
    pub(super) fn replace(self, scored: &mut Scored) {
        for (candidate, _) in self.moves {
            if let Some(found) = scored.iter_mut().find(|found| found.name == candidate.name) {
                *found = candidate;
            }
        }
        scored.sort_by_key(|candidate| Reverse(candidate.score));
    }
}

/// The reliability of the move `known` with its line; `None` if the book does not say how it was searched.
fn reliability(line: &Line, position: &Othello, known: KnownMove) -> Option<Reliability> {
    let rank = line.rank(position.board())?;
    Some(Reliability {
        // A value between bounds is proven only if it is the lower one and nothing more is possible.
        exact: rank.exact && known.lower == known.value,
        percent: Selectivity::new(rank.selectivity).percent(),
        depth: rank.depth,
        book: true,
    })
}

fn named(mv: Option<Square>) -> String {
    mv.map_or_else(|| PASS.to_owned(), |square| square.to_string())
}
