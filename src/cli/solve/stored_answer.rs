//! Answers of earlier runs, read back from a file.

use std::fmt::Display;

use kaeshi::game::{Game, InputError, Notation};
use kaeshi::games::othello::{Othello, OthelloMove};
use kaeshi::search::Selectivity;
use kaeshi_protocol::MAX_TIME;
use serde::Deserialize;

use super::answer::{Bound, Scored};
use super::problem::obf_position;
use super::problem_id::ProblemId;
use super::window::DiscWindow;
use crate::cli::position::othello;

/// An answer whose values are possible.
#[derive(Debug, Deserialize)]
#[serde(try_from = "Fields")]
pub(in crate::cli) struct StoredAnswer {
    pub(super) id: Option<ProblemId>,
    /// That of the problem; empty if there is none.
    pub(in crate::cli) comment: String,
    pub(in crate::cli) position: Othello,
    /// In discs for the side to move, -64 to 64.
    pub(in crate::cli) score: i32,
    pub(in crate::cli) bound: Bound,
    /// The window of the search.
    pub(super) window: DiscWindow,
    /// The best move known, or all best moves if all moves were scored.
    pub(in crate::cli) best: Vec<OthelloMove>,
    /// All moves with their scores, if they were requested.
    pub(in crate::cli) moves: Option<Vec<StoredMove>>,
    /// In plies, 0 to the number of empty squares.
    pub(in crate::cli) depth: u8,
    pub(in crate::cli) selectivity: Selectivity,
    pub(in crate::cli) proven: bool,
    pub(in crate::cli) finished: bool,
    /// 0 to [`MAX_NODES`].
    pub(super) nodes: u64,
    pub(super) seconds: f64,
    pub(super) agrees: Option<bool>,
}

/// A move and the score it leads to.
#[derive(Debug, Clone, Copy)]
pub(in crate::cli) struct StoredMove {
    pub(in crate::cli) mv: OthelloMove,
    /// In discs for the side to move, -64 to 64.
    pub(in crate::cli) score: i32,
    pub(in crate::cli) proven: bool,
}

/// Maximum number of nodes of an answer: those of a thousand million nodes a second for thirty years.
const MAX_NODES: u64 = 1_000_000_000_000_000_000;

/// The fields of an answer that are checked.
#[derive(Debug, Deserialize)]
#[serde(expecting = "an answer of 'kaeshi solve --json'")]
struct Fields {
    id: Option<ProblemId>,
    #[serde(default)]
    comment: String,
    position: String,
    empties: u32,
    score: i32,
    bound: Bound,
    #[serde(default)]
    wld: bool,
    window: Option<DiscWindow>,
    at_least: Option<i32>,
    at_most: Option<i32>,
    best: Vec<String>,
    pv: Vec<String>,
    moves: Option<Vec<Scored>>,
    depth: u8,
    selectivity: u8,
    proven: bool,
    /// `None` in files written by older versions.
    finished: Option<bool>,
    nodes: u64,
    seconds: f64,
    agrees: Option<bool>,
}

impl TryFrom<Fields> for StoredAnswer {
    type Error = InputError;

    fn try_from(fields: Fields) -> Result<Self, InputError> {
        let position = fields.board()?;
        fields.check_scores(&position)?;
        let best = fields.best.iter().map(|name| read_move(&position, name));
        let best = best.collect::<Result<_, _>>()?;
        let moves = fields.scored_moves(&position)?;
        fields.check_pv(position)?;
        let selectivity = fields.check_search()?;
        let common = if fields.wld {
            DiscWindow::WINNER
        } else {
            DiscWindow::FULL
        };
        Ok(Self {
            id: fields.id,
            comment: fields.comment,
            position,
            score: fields.score,
            bound: fields.bound,
            window: fields.window.unwrap_or(common),
            finished: fields.finished.unwrap_or(fields.proven && moves.is_none()),
            best,
            moves,
            depth: fields.depth,
            selectivity,
            proven: fields.proven,
            nodes: fields.nodes,
            seconds: fields.seconds,
            agrees: fields.agrees,
        })
    }
}

impl Fields {
    fn board(&self) -> Result<Othello, InputError> {
        let reading = othello::read(&self.position);
        let reading =
            reading.map_err(|why| InputError::new(format_args!("its position: {why}")))?;
        let position = reading.map(|reading| reading.position);
        let position = position.filter(|position| obf_position(position) == self.position);
        let position = position.ok_or_else(|| {
            InputError::new("its position is not written as 'kaeshi solve --json' writes it")
        })?;
        let empties = position.board().empties();
        if self.empties == empties {
            return Ok(position);
        }
        let said = self.empties;
        Err(InputError::new(format_args!(
            "its position has {empties} empty squares, not {said}"
        )))
    }

    fn check_scores(&self, position: &Othello) -> Result<(), InputError> {
        let score = self.score;
        let moves = self.moves.iter().flatten();
        let others = moves.map(|scored| scored.score);
        let bounds = [self.at_least, self.at_most].into_iter().flatten();
        let mut all = [score].into_iter().chain(others).chain(bounds);
        if let Some(score) = all.find(|score| !(-64..=64).contains(score)) {
            return refuse(format_args!("the score {score} is not from -64 to 64"));
        }
        if let (Some(at_least), Some(at_most)) = (self.at_least, self.at_most)
            && at_least > at_most
        {
            return refuse(format_args!("at least {at_least} and at most {at_most}"));
        }
        // Older versions wrote estimates as exact scores.
        let is_old = self.finished.is_none();
        if !is_old && self.proven == (self.bound == Bound::Estimate) {
            let is = if self.proven { "is" } else { "is not" };
            return refuse(format_args!(
                "its score {is} proven, which does not go with its bound"
            ));
        }
        let own = self.proven.then_some(score);
        let moves = self.moves.iter().flatten().filter(|scored| scored.proven);
        let mut proven = own.into_iter().chain(moves.map(|scored| scored.score));
        if let Some(odd) = proven.find(|score| score % 2 != 0) {
            return refuse(format_args!(
                "the score {odd} is odd, as no final difference of discs is"
            ));
        }
        let board = position.board();
        if board.is_over() && score != board.disc_diff().0 {
            let found = board.disc_diff();
            return refuse(format_args!("the game is over at {found}, not {score}"));
        }
        Ok(())
    }

    /// All moves with their scores.
    fn scored_moves(&self, position: &Othello) -> Result<Option<Vec<StoredMove>>, InputError> {
        let Some(all) = &self.moves else {
            return Ok(None);
        };
        let read = |scored: &Scored| {
            Ok(StoredMove {
                mv: read_move(position, &scored.mv)?,
                score: scored.score,
                proven: scored.proven,
            })
        };
        all.iter().map(read).collect::<Result<_, _>>().map(Some)
    }

    fn check_pv(&self, mut position: Othello) -> Result<(), InputError> {
        for name in &self.pv {
            let mv = read_move(&position, name)?;
            position.make(&mv);
        }
        Ok(())
    }

    /// The confidence of the search.
    fn check_search(&self) -> Result<Selectivity, InputError> {
        let Self {
            empties,
            depth,
            selectivity,
            nodes,
            seconds,
            ..
        } = *self;
        if u32::from(depth) > empties {
            return refuse(format_args!(
                "no search is {depth} plies deep with {empties} empty squares"
            ));
        }
        let Some(selectivity) = Selectivity::with_percent(selectivity) else {
            return refuse(format_args!("there is no selectivity of {selectivity} %"));
        };
        if nodes > MAX_NODES {
            return refuse(format_args!(
                "{nodes} nodes are more than any search visits"
            ));
        }
        if !(0.0..=MAX_TIME.as_secs_f64()).contains(&seconds) {
            return refuse(format_args!("a search cannot take {seconds} s"));
        }
        Ok(selectivity)
    }
}

fn refuse<T>(why: impl Display) -> Result<T, InputError> {
    Err(InputError::new(why))
}

fn read_move(position: &Othello, name: &str) -> Result<OthelloMove, InputError> {
    let read = position.read_move(name);
    read.map_err(|why| InputError::new(format_args!("the move {name}: {why}")))
}
