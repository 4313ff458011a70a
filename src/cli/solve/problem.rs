//! Problems: positions with the known facts about their values.

use kaeshi::game::{Game, Misfit, Refused, Side, Spoken};
use kaeshi::games::othello::Othello;
use kaeshi::games::othello::board::{Board, Colour};
use kaeshi_protocol::board::{Disc, Move};
use kaeshi_protocol::obf::{self, Answers};
use kaeshi_protocol::transcript::Transcript;

/// A position to solve.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Problem {
    pub(super) position: Othello,
    pub(super) expected: Expected,
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
    /// Reads a line: OBF, or a FEN (eight rows separated by `/`). `None` if it is blank or a comment.
    ///
    /// # Errors
    /// If it is neither, or lists an illegal move.
    pub(super) fn read(line: &str) -> Result<Option<Self>, Refused> {
        if line
            .split_whitespace()
            .next()
            .is_some_and(|word| word.contains('/'))
        {
            let position = Othello::default().read(line).map_err(|why| match why {
                Misfit::Refused(why) => why,
                Misfit::Variant(_) => Refused::new(why),
            })?;
            return Ok(Some(Self::unknown(position)));
        }
        let problem = obf::Problem::parse(line).map_err(Refused::new)?;
        problem.as_ref().map(Self::from_obf).transpose()
    }

    /// The position after the first `count` discs of a game, or after all for `None`.
    ///
    /// # Errors
    /// If a move cannot be read or is illegal, or the game is shorter.
    pub(super) fn from_transcript(text: &str, count: Option<usize>) -> Result<Self, Refused> {
        let Transcript(moves) = Transcript::parse(text).map_err(Refused::new)?;
        let mut position = Othello::default();
        let mut placed = 0;
        for mv in moves {
            if count == Some(placed) {
                break;
            }
            let wrong =
                |why: Refused| Refused::new(format_args!("move {} ({mv:#}): {why}", placed + 1));
            let name = format!("{mv:#}");
            if mv != Move::Pass && position.board().legal() == 0 && position.result().is_none() {
                position.make(&position.read_move("pass").map_err(wrong)?);
            }
            position.make(&position.read_move(&name).map_err(wrong)?);
            placed += usize::from(mv != Move::Pass);
        }
        match count {
            Some(count) if count > placed => Err(Refused::new(format_args!(
                "the transcript has {placed} moves: there is no position after {count}"
            ))),
            _ => Ok(Self::unknown(position)),
        }
    }

    fn unknown(position: Othello) -> Self {
        Self {
            position,
            expected: Expected::default(),
        }
    }

    fn from_obf(problem: &obf::Problem) -> Result<Self, Refused> {
        let position = position(&problem.board, problem.side);
        Ok(Self {
            position,
            expected: expected(&position, &problem.answers)?,
        })
    }
}

/// The position with these discs and this side to move.
pub(in crate::cli) fn position(board: &kaeshi_protocol::board::Board, side: Disc) -> Othello {
    let discs = |colour| {
        let cells = board.0.iter().enumerate();
        cells.fold(0, |set, (at, &cell)| {
            set | u64::from(cell == Some(colour)) << at
        })
    };
    let (black, white) = (discs(Disc::Black), discs(Disc::White));
    let (colour, side) = match side {
        Disc::Black => (Colour::Black, Side::First),
        Disc::White => (Colour::White, Side::Second),
    };
    Othello::new(Board::of(black, white, colour), side)
}

fn expected(position: &Othello, answers: &Answers) -> Result<Expected, Refused> {
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
            .map_err(|why| Refused::new(format_args!("the answer {mv}: {why}")))?;
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

/// The position in OBF, without answers.
pub(super) fn obf_position(position: &Othello) -> String {
    position.board().text(match position.side() {
        Side::First => Colour::Black,
        Side::Second => Colour::White,
    })
}
