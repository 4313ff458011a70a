//! What a thinking engine says: plain data, already in the game's notation.

use std::time::Duration;

use crate::search::Score;

/// How far a search has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Progress {
    /// Nodes visited by all workers.
    pub nodes: u64,
    /// Since the search began.
    pub time: Duration,
    /// How full the transposition table is, per mille.
    pub hashfull: u16,
    /// What is proven about a score that is not a win or loss in plies, in hundredths of the
    /// game's unit: at least, at most.
    pub bounds: [Option<i32>; 2],
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

/// A finished line of an iteration.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Thought {
    /// Plies searched.
    pub depth: u8,
    /// Plies of the deepest principal variation node.
    pub deepest: u16,
    /// Confidence in percent, below 100 where the search skipped on a guess.
    pub confidence: u8,
    /// For the side to move.
    pub score: Score,
    /// The score in hundredths of the game's unit.
    pub hundredths: i32,
    /// 1 for the best line, 2 for the next.
    pub rank: usize,
    /// Whether the iteration was finished; if not, a better move may have been missed.
    pub finished: bool,
    /// The score is the value of the game: in the game's own words.
    pub proven: Option<String>,
    /// The games that were played out, if the score is the mean of such.
    pub sample: Option<Box<Sample>>,
    /// How far the search had come.
    pub progress: Progress,
    /// The moves it expects.
    pub line: Vec<String>,
}

/// Games that were played out to estimate a score.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sample {
    /// Worlds dealt to the players whose cards are unknown, for all moves together.
    pub worlds: u64,
    /// Games played out after this move.
    pub playouts: u64,
}

/// A search has ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Chosen {
    /// The best move; `None` when the game is over.
    pub best: Option<String>,
    /// The last line behind it, if an iteration was finished.
    pub thought: Option<Thought>,
    /// What is certain about the value of the game, in the game's own words; it may be a bound.
    pub proven: Option<String>,
    /// How far the search had come.
    pub progress: Progress,
}

/// A count of the game tree has ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Counted {
    /// Leaves below each move of the root, in the order of generation.
    pub moves: Vec<(String, u64)>,
    /// All leaves; `None` if the count was stopped.
    pub leaves: Option<u64>,
    /// Since the count began.
    pub time: Duration,
}

/// Something the engine has to say.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Event {
    /// A line of an iteration is finished; more may follow.
    Thought(Thought),
    /// A search is over.
    Chosen(Chosen),
    /// A count is over.
    Counted(Counted),
}
