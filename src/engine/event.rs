//! The events of an engine: plain data, already in the game's notation.

use std::time::Duration;

use crate::search::Score;

/// The progress of a search.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Progress {
    /// Nodes visited by all workers.
    pub nodes: u64,
    /// Time since the search began.
    pub time: Duration,
    /// Load of the transposition table (hashfull) in permille, 0 to 1000.
    pub hashfull: u16,
    /// The proven lower and upper bound of the score, in hundredths of the game's unit. `None` if unknown, or if the
    /// bound is a win or a loss in plies.
    pub bounds: [Option<i32>; 2],
    /// Whether the search is finished and waits for its stop.
    pub is_final: bool,
}

impl Progress {
    /// Nodes per second.
    #[must_use]
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        clippy::cast_precision_loss,
        reason = "a rate for people: three significant digits would do"
    )]
    pub fn nodes_per_second(&self) -> u64 {
        let seconds = self.time.as_secs_f64();
        if seconds > 0.0 {
            (self.nodes as f64 / seconds) as u64
        } else {
            0
        }
    }
}

/// One principal variation (PV) of an iteration.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PvInfo {
    /// The depth of the iteration in plies.
    pub depth: u8,
    /// The ply of the deepest PV node (seldepth).
    pub seldepth: u16,
    /// Confidence in percent, 73 to 100; below 100 if the search pruned selectively.
    pub confidence: u8,
    /// The score for the side to move.
    pub score: Score,
    /// The score in hundredths of the game's unit.
    pub hundredths: i32,
    /// The rank of the line in `MultiPV`, 1 for the best.
    pub rank: usize,
    /// Whether the iteration was finished; if not, a better move may have been missed.
    pub finished: bool,
    /// The proven value of the game, in the terms of the game; `None` if the score is not proven.
    pub proven: Option<String>,
    /// Where the score comes from, if not from this search alone.
    pub source: Option<Box<ScoreSource>>,
    /// The progress of the search when this line was finished.
    pub progress: Progress,
    /// The principal variation, in the game's notation.
    pub pv: Vec<String>,
}

/// Where a score comes from, if not from a search.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ScoreSource {
    /// It is the mean of rollouts.
    Rollouts(RolloutStats),
    /// It is that of an opening book. The text says how the end of the line was searched.
    Book(String),
}

/// Statistics of the rollouts behind a score.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RolloutStats {
    /// Determinisations of the hidden cards, in total for all moves.
    pub worlds: u64,
    /// Rollouts after this move.
    pub playouts: u64,
}

/// The result of a search.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SearchResult {
    /// The best move; `None` when the game is over.
    pub best: Option<String>,
    /// The last PV of that move, if an iteration was finished.
    pub info: Option<PvInfo>,
    /// The proven bounds of the value of the game, in the terms of the game; `None` if nothing is proven.
    pub proven: Option<String>,
    /// The progress at the end of the search.
    pub progress: Progress,
}

/// The result of a perft count.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PerftResult {
    /// Leaves below each root move, in the order of generation.
    pub moves: Vec<(String, u64)>,
    /// All leaves; `None` if the count was stopped.
    pub leaves: Option<u64>,
    /// Time since the count began.
    pub time: Duration,
}

/// An event of a search or a perft count.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Event {
    /// One line of an iteration is finished; more may follow.
    Info(PvInfo),
    /// The search has ended.
    Finished(SearchResult),
    /// The perft count has ended.
    Perft(PerftResult),
}

/// Receives the events of an engine; called from the search thread.
pub type EventSink = Box<dyn Fn(Event) + Send>;
