//! The engine of a game: its position, its search threads, its clocks and its time manager.

mod answer_gate;
mod batch_solver;
mod best_move_stability;
mod choose;
mod event;
mod game_clock;
mod machine_speed;
mod running_search;
mod search_engine;
mod search_job;
mod sliced_job;
mod time_manager;

pub use answer_gate::GateWaiter;
pub use batch_solver::{BatchSolver, SolveRequest, SolveResult, SolvedLine};
pub use event::{
    Event, EventSink, PerftResult, Progress, PvInfo, RolloutStats, ScoreSource, SearchResult,
};
pub use game_clock::{DEFAULT_MOVE_TIME, GameClock, Period, Remaining, TimeControl};
pub use running_search::RunningSearch;
pub use search_engine::{Engine, SearchEngine, Settings};
pub use sliced_job::{SliceState, Slices};
pub use time_manager::{GoLimits, TimeManager};
