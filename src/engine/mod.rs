//! The engine of a game: its position, its search threads and its time manager.

mod clock;
mod event;
mod hold;
mod patience;
mod seat;
mod solver;
mod think;

pub use clock::{Clock, Limits};
pub use event::{Chosen, Counted, Event, Progress, Sample, Thought};
pub use hold::{Hold, Release};
pub use seat::{Listener, Player, Seat, Settings};
pub use solver::{Line, Question, Solution, Solver};
