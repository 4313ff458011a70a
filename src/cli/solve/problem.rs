//! Problems: positions with the known facts about their values.

use kaeshi::game::{Game, InputError, Notation, Side};
use kaeshi::games::othello::Othello;
use kaeshi::games::othello::board::{Board, Colour};
use kaeshi_protocol::board::Move;
use kaeshi_protocol::obf::Answers;
use serde::Deserialize;

use super::problem_id::ProblemId;
use super::window::DiscWindow;
use crate::cli::json_lines;
use crate::cli::position::PositionFormat;
use crate::cli::position::othello::{self, Reading};

/// A position to solve.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Problem {
    pub(super) position: Othello,
    pub(super) notation: PositionFormat,
    pub(super) expected: Expected,
    /// The comment after the position; empty if there is none.
    pub(super) comment: String,
    /// The identity of the problem, which its answer repeats.
    pub(super) id: Option<ProblemId>,
    /// The window of this problem, instead of that of the run.
    pub(super) window: Option<DiscWindow>,
}

/// A problem as an object of JSON. Other fields are ignored, so that an answer can be a problem again.
#[derive(Debug, Deserialize)]
struct JsonProblem {
    id: Option<ProblemId>,
    position: String,
    #[serde(default)]
    comment: String,
    window: Option<DiscWindow>,
}

/// The known scores of a position, for the side to move; moves in OBF notation.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Expected {
    /// The best score.
    pub(super) score: Option<i32>,
    /// Moves and the scores they lead to; possibly incomplete.
    pub(super) moves: Vec<(String, i32)>,
}

impl Expected {
    /// The moves that lead to the best score.
    pub(super) fn best(&self) -> impl Iterator<Item = &str> {
        let best = self
            .moves
            .iter()
            .filter(|(_, score)| Some(*score) == self.score);
        best.map(|(mv, _)| mv.as_str())
    }

    /// The score that `mv` leads to.
    pub(super) fn score_of(&self, mv: &str) -> Option<i32> {
        let listed = self.moves.iter().find(|(name, _)| name == mv);
        listed.map(|(_, score)| *score)
    }
}

impl Problem {
    /// Reads a line in any notation of Othello, or an object of JSON. `None` if it is blank or a comment.
    ///
    /// # Errors
    /// If the notation is unknown, or a listed move or a window is not valid.
    pub(super) fn read(line: &str) -> Result<Option<Self>, InputError> {
        if line.trim_start().starts_with('{') {
            return Self::read_json(line).map(Some);
        }
        let (line, window) = DiscWindow::split_from(line)?;
        let problem = othello::read(&line)?.map(Self::new).transpose()?;
        Ok(problem.map(|problem| Self { window, ..problem }))
    }

    fn read_json(line: &str) -> Result<Self, InputError> {
        let read: JsonProblem = json_lines::parse(line)
            .map_err(|why| InputError::new(format_args!("this is no problem in JSON: {why}")))?;
        let reading = othello::read(&read.position)?
            .ok_or_else(|| InputError::new("the position is empty"))?;
        let problem = Self::new(reading)?;
        let comment = Some(read.comment).filter(|comment| !comment.is_empty());
        Ok(Self {
            id: read.id,
            comment: comment.unwrap_or(problem.comment),
            window: read.window,
            ..problem
        })
    }

    /// The position after the first `count` moves of a transcript without passes, or after all if `None`.
    ///
    /// # Errors
    /// As [`Problem::read`]; also if `count` is given for another notation, or exceeds the length of the game.
    pub(super) fn read_after(line: &str, count: Option<usize>) -> Result<Option<Self>, InputError> {
        let reading = othello::read_after(line, count)?;
        reading.map(Self::new).transpose()
    }

    fn new(reading: Reading) -> Result<Self, InputError> {
        Ok(Self {
            position: reading.position,
            notation: reading.notation,
            expected: expected(&reading.position, &reading.answers)?,
            comment: reading.comment,
            id: None,
            window: None,
        })
    }
}

fn expected(position: &Othello, answers: &Answers) -> Result<Expected, InputError> {
    let moves = match answers {
        Answers::Score(score) => {
            return Ok(Expected {
                score: Some((*score).into()),
                moves: Vec::new(),
            });
        }
        Answers::Moves(moves) => moves,
    };
    let over = position.result().is_some();
    let mut expected = Expected::default();
    for answer in moves {
        let score = answer.score.into();
        expected.score = expected.score.max(Some(score));
        // Some files give a pass for a finished game, which has no move.
        let Some(mv) = answer.mv.filter(|mv| !(over && *mv == Move::Pass)) else {
            continue;
        };
        position
            .read_move(&format!("{mv:#}"))
            .map_err(|why| InputError::new(format_args!("the answer {mv}: {why}")))?;
        expected.moves.push((mv.to_string(), score));
    }
    Ok(expected)
}

/// The OBF name of a move, given its name in the engine.
pub(super) fn obf_name(mv: &str) -> String {
    match mv {
        "0000" => Move::Pass.to_string(),
        square => square.to_ascii_uppercase(),
    }
}

/// What tells positions apart.
pub(super) type Key = (Board, Side);

pub(super) fn key(position: &Othello) -> Key {
    (position.board(), position.side())
}

/// The position in OBF, without answers.
pub(in crate::cli) fn obf_position(position: &Othello) -> String {
    position.board().text(match position.side() {
        Side::First => Colour::Black,
        Side::Second => Colour::White,
    })
}
