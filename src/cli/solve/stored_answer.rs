//! Answers of earlier runs, read back from a file.

use std::fmt::Display;

use kaeshi::game::{Game, InputError, Notation};
use kaeshi::games::othello::Othello;
use kaeshi::search::Selectivity;
use kaeshi_protocol::MAX_TIME;
use serde::Deserialize;

use super::answer::Bound;
use super::problem::obf_position;
use super::problem_id::ProblemId;
use super::window::DiscWindow;
use crate::cli::position::othello;

/// An answer whose values are possible.
#[derive(Debug, Deserialize)]
#[serde(try_from = "Fields")]
pub(super) struct StoredAnswer {
    pub(super) id: Option<ProblemId>,
    /// The position in OBF.
    pub(super) position: String,
    /// Number of empty squares.
    pub(super) empties: u32,
    /// In discs for the side to move, -64 to 64.
    pub(super) score: i32,
    pub(super) bound: Bound,
    /// The window of the search.
    pub(super) window: DiscWindow,
    /// Whether all moves were scored.
    pub(super) has_all_moves: bool,
    /// Confidence in percent, 73 to 100.
    pub(super) selectivity: u8,
    pub(super) proven: bool,
    pub(super) finished: bool,
    /// 0 to [`MAX_NODES`].
    pub(super) nodes: u64,
    pub(super) seconds: f64,
    pub(super) agrees: Option<bool>,
}

/// Maximum number of nodes of an answer: those of a thousand million nodes a second for thirty years.
const MAX_NODES: u64 = 1_000_000_000_000_000_000;

/// The fields of an answer that are checked.
#[derive(Debug, Deserialize)]
struct Fields {
    id: Option<ProblemId>,
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
    moves: Option<Vec<ScoredMove>>,
    selectivity: u8,
    proven: bool,
    /// `None` in files written by older versions.
    finished: Option<bool>,
    nodes: u64,
    seconds: f64,
    agrees: Option<bool>,
}

#[derive(Debug, Deserialize)]
struct ScoredMove {
    #[serde(rename = "move")]
    name: String,
    score: i32,
}

impl TryFrom<Fields> for StoredAnswer {
    type Error = InputError;

    fn try_from(fields: Fields) -> Result<Self, InputError> {
        let position = fields.board()?;
        fields.check_scores(&position)?;
        fields.check_moves(&position)?;
        fields.check_search()?;
        let common = if fields.wld {
            DiscWindow::WINNER
        } else {
            DiscWindow::FULL
        };
        Ok(Self {
            id: fields.id,
            position: fields.position,
            empties: fields.empties,
            score: fields.score,
            bound: fields.bound,
            window: fields.window.unwrap_or(common),
            has_all_moves: fields.moves.is_some(),
            selectivity: fields.selectivity,
            proven: fields.proven,
            finished: fields
                .finished
                .unwrap_or(fields.proven && fields.moves.is_none()),
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
        if !is_old && self.proven && score % 2 != 0 {
            return refuse(format_args!(
                "the score {score} is odd, as no final difference of discs is"
            ));
        }
        let board = position.board();
        if board.is_over() && score != board.disc_diff().0 {
            let found = board.disc_diff();
            return refuse(format_args!("the game is over at {found}, not {score}"));
        }
        Ok(())
    }

    fn check_moves(&self, position: &Othello) -> Result<(), InputError> {
        let scored = self.moves.iter().flatten();
        let names = scored.map(|scored| &scored.name);
        for name in self.best.iter().chain(names) {
            read_move(position, name)?;
        }
        let mut after = *position;
        for name in &self.pv {
            let mv = read_move(&after, name)?;
            after.make(&mv);
        }
        Ok(())
    }

    fn check_search(&self) -> Result<(), InputError> {
        let Self {
            selectivity,
            nodes,
            seconds,
            ..
        } = *self;
        if Selectivity::with_percent(selectivity).is_none() {
            return refuse(format_args!("there is no selectivity of {selectivity} %"));
        }
        if nodes > MAX_NODES {
            return refuse(format_args!(
                "{nodes} nodes are more than any search visits"
            ));
        }
        if !(0.0..=MAX_TIME.as_secs_f64()).contains(&seconds) {
            return refuse(format_args!("a search cannot take {seconds} s"));
        }
        Ok(())
    }
}

fn refuse(why: impl Display) -> Result<(), InputError> {
    Err(InputError::new(why))
}

fn read_move(position: &Othello, name: &str) -> Result<<Othello as Game>::Move, InputError> {
    let read = position.read_move(name);
    read.map_err(|why| InputError::new(format_args!("the move {name}: {why}")))
}
