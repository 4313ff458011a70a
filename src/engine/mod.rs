//! The engine of a game: its position, its search threads and its time manager.

mod clock;
mod event;
mod hold;
mod patience;
mod seat;
mod solver;
mod think;

pub use clock::{GoLimits, TimeManager};
pub use event::{Event, PerftResult, Progress, PvInfo, RolloutStats, SearchResult};
pub use hold::{AnswerGate, GateWaiter};
pub use seat::{Engine, EventSink, SearchEngine, Settings};
pub use solver::{BatchSolver, SolveRequest, SolveResult, SolvedLine};
