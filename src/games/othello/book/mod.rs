//! The opening book: positions up to symmetry, what searches said about them, and values by negamax over their graph.
//!
//! `position` and `record` are the values, `values` computes the graph, `store` keeps it in a file, and `foreign` reads
//! and writes the books of other programs.

mod effort;
pub mod foreign;
mod frontier;
mod lookup;
mod merge;
mod parents;
mod position;
mod prune;
mod record;
mod source;
mod store;
mod values;

pub use effort::{Effort, MAX_LEVEL, Rank};
pub use frontier::{Limits, Task};
pub use lookup::{
    KnownMove, Line, MoveKind, best_line, choose, known_moves, knows_best, line_after, proven_value,
};
pub use merge::source_number;
pub use parents::parents;
pub use position::{Child, Placed, Position, PositionError, children};
pub use prune::Lines;
pub use record::{Opinion, RECORD_SIZE, Record, RecordError, Values};
pub use source::{Kind, MAX_NAME, MAX_SOURCES, Source, SourceError};
pub use store::{Book, BookError, BookProblem, Creation};
pub use values::{Graph, MemoryGraph, carry, evaluate, outside};
