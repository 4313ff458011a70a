//! The answer for a solved position.

use std::time::Duration;

use kaeshi::engine::{SolveRequest, SolveResult, SolvedLine};
use kaeshi::games::othello::DISC;
use kaeshi::search::{Score, Window};
use serde::{Deserialize, Serialize};

use super::problem::{Expected, Problem, obf_name, obf_position};
use super::problem_id::ProblemId;
use super::source::Place;
use super::window::DiscWindow;
use crate::cli::position::PositionFormat;

/// A problem that waits for its answer.
#[derive(Debug)]
pub(super) struct Task {
    pub(super) item: Place,
    pub(super) problem: Problem,
    pub(super) request: SolveRequest,
    pub(super) window: DiscWindow,
}

/// An answer: one line of `--json`.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(super) struct Answer {
    /// The file's name; `None` for standard input.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) file: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) line: Option<u64>,
    pub(super) number: u64,
    /// The identity that the problem has.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) id: Option<ProblemId>,
    /// The text after `%` or `#`, often the problem's name.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub(super) comment: String,
    /// The notation of the position in the input.
    pub(super) notation: PositionFormat,
    /// The position in OBF.
    pub(super) position: String,
    pub(super) empties: u32,
    /// Final disc difference for the side to move, or a bound on it, or an estimate of it.
    pub(super) score: i32,
    pub(super) bound: Bound,
    /// The relation of the value of the game to the score, if selective pruning made no error.
    #[serde(skip)]
    pub(super) relation: Relation,
    /// Whether only the winner was requested.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub(super) wld: bool,
    /// The window of the search, if it is neither that of all scores nor that of `wld`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) window: Option<DiscWindow>,
    /// Proven lower bound of the score, if the time limit ended the search before the score was proven.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) at_least: Option<i32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) at_most: Option<i32>,
    /// The best known move, or all best moves if all moves were scored. All legal moves if the value is below a bound.
    pub(super) best: Vec<String>,
    pub(super) pv: Vec<String>,
    /// All moves, if they were requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) moves: Option<Vec<Scored>>,
    /// Depth in plies.
    pub(super) depth: u32,
    /// Confidence in percent, 73 to 100.
    pub(super) selectivity: u8,
    /// Whether the score, or the bound, is certain.
    pub(super) proven: bool,
    /// Whether the search reached the requested depth and selectivity.
    pub(super) finished: bool,
    pub(super) nodes: u64,
    pub(super) seconds: f64,
    pub(super) nps: u64,
    /// The best score according to the file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) expected: Option<i32>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) expected_best: Vec<String>,
    /// Whether the answer contradicts nothing in the file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) agrees: Option<bool>,
}

/// The proven relation of the value to the score.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(in crate::cli) enum Bound {
    /// The score is the value of the game.
    Exact,
    /// The value is at least the score.
    Lower,
    /// The value is at most the score.
    Upper,
    /// Nothing is proven: the search was selective, or was not finished.
    Estimate,
}

/// The relation of the value of the game to the score.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::cli) enum Relation {
    Equal,
    /// The value is at least the score.
    AtLeast,
    /// The value is at most the score.
    AtMost,
}

impl Relation {
    fn proven(self) -> Bound {
        match self {
            Self::Equal => Bound::Exact,
            Self::AtLeast => Bound::Lower,
            Self::AtMost => Bound::Upper,
        }
    }
}

/// A move and the score it leads to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Scored {
    #[serde(rename = "move")]
    pub(super) mv: String,
    pub(super) score: i32,
    pub(super) proven: bool,
}

impl Answer {
    /// The answer to `request` in the window of `task`.
    pub(super) fn new(task: &Task, solved: &SolveResult) -> Self {
        let Task {
            item,
            problem,
            request,
            window,
        } = task;
        let is_wld = *window == DiscWindow::WINNER;
        let board = problem.position.board();
        let over = board.is_over();
        let mut answer = Self {
            file: item.file.as_deref().map(Into::into),
            line: item.line,
            number: item.number,
            id: problem.id.clone(),
            comment: problem.comment.clone(),
            notation: problem.notation,
            position: obf_position(&problem.position),
            empties: board.empties(),
            score: board.disc_diff().0,
            bound: Bound::Exact,
            relation: Relation::Equal,
            wld: is_wld,
            window: (!is_wld && request.window != Window::FULL).then_some(*window),
            at_least: None,
            at_most: None,
            best: Vec::new(),
            pv: Vec::new(),
            moves: (request.lines > 1).then(Vec::new),
            depth: if over { board.empties() } else { 0 },
            selectivity: 100,
            proven: over,
            finished: over,
            nodes: solved.nodes,
            seconds: (solved.time.as_secs_f64() * 1e6).round() / 1e6,
            nps: rate(solved.nodes, solved.time),
            expected: problem.expected.score,
            expected_best: problem.expected.best().map(Into::into).collect(),
            agrees: None,
        };
        if let Some(first) = solved.lines.first() {
            answer.take_over(first, &solved.lines, request, problem);
        }
        if answer.finished {
            answer.agrees = answer.check(&problem.expected);
        } else {
            let Window { alpha, beta } = solved.bounds;
            answer.at_least = (alpha > Score::MIN).then(|| to_nearest(alpha));
            answer.at_most = (beta < Score::MAX).then(|| to_nearest(beta));
        }
        answer
    }

    /// Stores the result of the search, for a game that is not over.
    fn take_over(
        &mut self,
        first: &SolvedLine,
        lines: &[SolvedLine],
        request: &SolveRequest,
        problem: &Problem,
    ) {
        self.depth = u32::from(first.draft.depth.unsigned_abs());
        self.selectivity = first.draft.selectivity.percent();
        self.proven = first.proven;
        self.finished = first.finished
            && lines.len() == request.lines
            && self.depth >= self.empties
            && first.draft.selectivity >= request.selectivity;
        (self.score, self.relation) = match first.score {
            score if self.finished || self.proven => in_discs(score, request.window),
            score => (to_nearest(score), Relation::Equal),
        };
        self.bound = if self.proven {
            self.relation.proven()
        } else {
            Bound::Estimate
        };
        if self.relation != Relation::AtMost {
            self.pv = first.moves.iter().map(|mv| obf_name(mv)).collect();
        }
        let firsts = lines.iter().filter_map(|line| {
            let mv = obf_name(line.moves.first()?);
            Some((mv, to_nearest(line.score), line.proven))
        });
        match &mut self.moves {
            Some(moves) => {
                moves.extend(firsts.map(|(mv, score, proven)| Scored { mv, score, proven }));
                let best = moves.iter().filter(|scored| scored.score == self.score);
                self.best = best.map(|scored| scored.mv.clone()).collect();
            }
            None if self.relation == Relation::AtMost => self.best = legal_moves(problem),
            None => self.best = firsts.map(|(mv, ..)| mv).collect(),
        }
    }

    /// Whether the file's scores contradict nothing in the answer; `None` if the file has no score.
    fn check(&self, expected: &Expected) -> Option<bool> {
        let right = self.admits(expected.score?);
        let best_are_best = self.best.iter().all(|mv| {
            let listed = expected.score_of(mv);
            listed.is_none_or(|score| self.admits(score))
        });
        let all_right = self.moves.iter().flatten().all(|scored| {
            let listed = expected.score_of(&scored.mv);
            listed.is_none_or(|score| score == scored.score)
        });
        Some(right && best_are_best && all_right)
    }

    /// Whether the best score can be `score`.
    fn admits(&self, score: i32) -> bool {
        match self.relation {
            Relation::Equal => score == self.score,
            Relation::AtLeast => score >= self.score,
            Relation::AtMost => score <= self.score,
        }
    }
}

/// All legal moves, for a bound that rejects every move: none is known to be better.
fn legal_moves(problem: &Problem) -> Vec<String> {
    use kaeshi::game::{Game, Notation};
    let mut moves = Vec::new();
    let position = &problem.position;
    position.moves(|mv| moves.push(obf_name(&position.write_move(&mv))));
    moves
}

/// A final score, always an even number of discs, and whether it is a bound.
pub(in crate::cli) fn in_discs(score: Score, window: Window) -> (i32, Relation) {
    let unit = 2 * i32::from(DISC);
    let score_units = i32::from(score.0);
    let down = score_units.div_euclid(unit) * 2;
    let up = -((-score_units).div_euclid(unit) * 2);
    if window.fails_low(score) {
        (down, Relation::AtMost)
    } else if window.fails_high(score) {
        (up, Relation::AtLeast)
    } else {
        (to_nearest(score), Relation::Equal)
    }
}

fn to_nearest(score: Score) -> i32 {
    let unit = i32::from(DISC);
    (i32::from(score.0) + unit / 2).div_euclid(unit)
}

/// Nodes per second.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    clippy::cast_precision_loss,
    reason = "a rate for people: three significant digits would do"
)]
pub(super) fn rate(nodes: u64, time: Duration) -> u64 {
    let seconds = time.as_secs_f64();
    if seconds > 0.0 {
        (nodes as f64 / seconds) as u64
    } else {
        0
    }
}
