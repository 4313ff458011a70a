//! The engine that is judged: this one, or a program.

use std::ops::ControlFlow;
use std::time::Instant;

use kaeshi::game::{Game, Side};
use kaeshi::games::othello::board::{Board, Square, Squares};
use kaeshi::games::othello::{DISC, Othello, OthelloMove};
use kaeshi::search::{
    OutOfMemory, PvReport, SearchLimits, SharedState, TranspositionTable, Worker,
};

use super::program::Program;
use super::reply::{Limit, Reply};
use crate::Failure;

/// An engine that is judged.
pub(super) enum Player {
    /// The engine of this program, with its table.
    Own(TranspositionTable),
    Program(Program),
}

/// Size of the table of the engine of this program, in MiB: the default of the option `Hash`.
const MEMORY: usize = 64;

impl Player {
    /// The engine of this program.
    pub(super) fn own() -> Result<Self, OutOfMemory> {
        TranspositionTable::new(MEMORY).map(Self::Own)
    }

    /// The move in `board` by a search from an empty table.
    pub(super) fn play(&mut self, board: Board, limit: Limit) -> Result<Reply, Failure> {
        match self {
            Self::Own(table) => Ok(search(table, board, limit)),
            Self::Program(program) => program.play(board, limit),
        }
    }
}

fn search(table: &TranspositionTable, board: Board, limit: Limit) -> Reply {
    table.clear();
    let game = Othello::new(board, Side::First);
    let mut limits = SearchLimits::default();
    match limit {
        Limit::Nodes(nodes) => limits.nodes = nodes,
        Limit::Time(time) => limits.deadline = Instant::now().checked_add(time),
        Limit::Depth(depth) => limits.depth = i8::try_from(depth).unwrap_or(i8::MAX),
    }
    let shared = SharedState::default();
    let mut worker = Worker::new(game, table, &shared, limits);
    let mut last: Option<PvReport> = None;
    worker.iterative_deepening(1, |report| {
        last = Some(report.clone());
        ControlFlow::Continue(())
    });
    let code = last.as_ref().and_then(|report| report.pv.first().copied());
    let is_it = |square: &Square| {
        let flips = board.flips(*square);
        let mv = OthelloMove {
            square: Some(*square),
            flips,
        };
        Some(Othello::pack(&mv)) == code
    };
    let legal = board.legal();
    Reply {
        square: Squares(legal).find(is_it).unwrap_or(Square::first(legal)),
        score: last
            .as_ref()
            .map_or(0.0, |report| f64::from(report.score.0) / f64::from(DISC)),
        nodes: worker.nodes,
        depth: last.map_or(0, |report| report.draft.depth.unsigned_abs().into()),
    }
}
