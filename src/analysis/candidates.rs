//! Moves with their values, as searches report them.

use super::judged::{PASS, Reliability, Value, ValuedMove};
use crate::engine::{SolveRequest, SolveResult};
use crate::game::{Game, Notation, PackedMove};
use crate::games::othello::symmetry::canonical;
use crate::games::othello::{MAX_SCORE, Othello, OthelloMove};
use crate::search::Score;

/// What is known about a position, for the side to move.
pub(super) struct Known {
    pub(super) score: Score,
    pub(super) reliability: Reliability,
    pub(super) line: Vec<String>,
}

impl Known {
    /// What a search of a game that is not over has found.
    pub(super) fn best_of(result: SolveResult) -> Self {
        let first = result.lines.into_iter().next();
        let first = first.expect("a search of a game that is not over has a line");
        Self {
            score: first.score,
            reliability: Reliability::of(&first),
            line: named(&first.moves),
        }
    }

    /// That no move is worth more than `score`, for sure.
    pub(super) const fn nothing_above(score: Score) -> Self {
        Self {
            score,
            reliability: Reliability::PROVEN,
            line: Vec::new(),
        }
    }

    /// Whether it is proven to be the highest score of all.
    pub(super) fn is_most(&self) -> bool {
        self.score >= MAX_SCORE && self.reliability.exact
    }
}

/// A move and its value.
pub(super) struct Candidate {
    pub(super) name: String,
    pub(super) score: Score,
    pub(super) reliability: Reliability,
    /// Whether the score is only a maximum.
    at_most: bool,
}

impl Candidate {
    pub(super) fn new(name: String, score: Score, reliability: Reliability) -> Self {
        Self {
            name,
            score,
            reliability,
            at_most: false,
        }
    }
}

/// The values of some moves of a position, the best first.
pub(super) type Scored = Vec<Candidate>;

/// The legal moves but `played`: those that lead to a position symmetric to that after `played`, and the others.
pub(super) fn others(
    position: &Othello,
    played: &OthelloMove,
) -> (Vec<OthelloMove>, Vec<PackedMove>) {
    let after = |mv: &OthelloMove| {
        let mut after = *position;
        after.make(mv);
        canonical(after.board()).0
    };
    let reached = after(played);
    let (mut same, mut others) = (Vec::new(), Vec::new());
    position.moves(|mv| {
        if after(&mv) != reached {
            others.push(Othello::pack(&mv));
        } else if mv != *played {
            same.push(mv);
        }
    });
    (same, others)
}

/// Lowers scores to `most`, the best score of a deeper search.
pub(super) fn cap(moves: &mut Scored, most: Score) {
    for candidate in moves.iter_mut().filter(|candidate| candidate.score > most) {
        candidate.score = most;
        candidate.reliability.exact = false;
        candidate.at_most = true;
    }
}

/// The request with a line for each of `moves` moves.
pub(super) fn all_lines(request: SolveRequest, moves: usize) -> SolveRequest {
    SolveRequest {
        lines: moves.max(1),
        ..request
    }
}

/// The first moves of the lines of a search, the best first.
pub(super) fn scored(result: &SolveResult) -> Scored {
    let lines = result.lines.iter();
    let first = lines.filter_map(|line| {
        let name = named(line.moves.get(..1)?).pop()?;
        Some(Candidate::new(name, line.score, Reliability::of(line)))
    });
    first.collect()
}

pub(super) fn valued(moves: Scored) -> Vec<ValuedMove> {
    let valued = moves.into_iter().map(|candidate| ValuedMove {
        name: candidate.name,
        value: Value::new(candidate.score, candidate.reliability),
        at_most: candidate.at_most,
    });
    valued.collect()
}

pub(super) fn legal(position: &Othello) -> Vec<PackedMove> {
    let mut moves = Vec::new();
    position.moves(|mv| moves.push(Othello::pack(&mv)));
    moves
}

pub(super) fn name(position: &Othello, mv: &OthelloMove) -> String {
    match mv.square {
        None => PASS.to_owned(),
        Some(_) => position.write_move(mv),
    }
}

/// The moves of a line, passes named [`PASS`].
fn named(line: &[String]) -> Vec<String> {
    let name = |mv: &String| match mv.as_str() {
        "0000" => PASS.to_owned(),
        square => square.to_owned(),
    };
    line.iter().map(name).collect()
}
