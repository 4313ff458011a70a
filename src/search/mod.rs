//! The search of all games: iterative deepening over a principal variation search.
//!
//! [`Worker`] is one worker: its game, its move stack, its counters. What workers share (the table, the stop signal) is
//! borrowed. The search depends on no game, no text and no clock but its deadline; it returns values and reports, and
//! never prints.

mod history;
mod iterative_deepening;
mod move_loop;
mod node;
mod node_type;
mod open_nodes;
mod parallel;
mod policy;
mod pool_counters;
mod pv;
mod pv_report;
mod root_bounds;
mod root_moves;
mod shared_state;
mod table;
mod thread_pool;
#[cfg(test)]
pub(crate) mod toy;
mod worker;

pub use history::History;
pub use iterative_deepening::{Deepened, Deepening};
pub use node_type::{NodeType, NonPv, Pv};
pub use policy::{NodeContext, Plain, Policy};
pub use pv::MAX_PLY;
pub use pv_report::PvReport;
pub use root_bounds::RootBounds;
pub use root_moves::RootMoves;
pub use shared_state::SharedState;
pub use table::{Entry, OutOfMemory, TranspositionTable};
pub use thread_pool::{SplitPoint, ThreadPool};
pub use worker::{ScoredMove, Searchable, SplitSearch, Stopped, Worker};

pub use crate::core::{
    Draft, LastIteration, Level, Score, SearchBudget, SearchLimits, Selectivity, Skill, Window,
};
