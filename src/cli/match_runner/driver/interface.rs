//! The interface of a match to a program, for any protocol.

use std::time::{Duration, Instant};

use kaeshi::game::Side;

use crate::cli::match_runner::program::{Program, ProgramError};

/// A time control.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::cli::match_runner) enum TimeControl {
    /// Time for the whole game, and increment per move.
    Clock(Duration, Duration),
    /// Time for each move.
    PerMove(Duration),
    /// Depth in plies, without a time limit.
    Depth(u32),
    /// Number of nodes for each move, without a time limit.
    Nodes(u64),
}

impl TimeControl {
    /// Time for a move where time is not measured, if no option sets it.
    pub(in crate::cli::match_runner) const DEFAULT_MOVE_LIMIT: Duration = Duration::from_secs(600);

    /// The initial time, for the game or for a move. Where time is not measured it is `move_limit`, for each move.
    pub(in crate::cli::match_runner) fn main(self, move_limit: Duration) -> Duration {
        match self {
            Self::Clock(main, _) => main,
            Self::PerMove(time) => time,
            Self::Depth(_) | Self::Nodes(_) => move_limit,
        }
    }

    /// The increment per move.
    pub(in crate::cli::match_runner) fn increment(self) -> Duration {
        match self {
            Self::Clock(_, increment) => increment,
            Self::PerMove(_) | Self::Depth(_) | Self::Nodes(_) => Duration::ZERO,
        }
    }

    /// Whether a program can lose on time.
    pub(in crate::cli::match_runner) fn is_timed(self) -> bool {
        matches!(self, Self::Clock(..) | Self::PerMove(_))
    }
}

/// A request for a move.
pub(in crate::cli::match_runner) struct Request {
    pub(in crate::cli::match_runner) side: Side,
    /// The time controls of both sides.
    pub(in crate::cli::match_runner) time_controls: [TimeControl; 2],
    /// The times on both clocks, if there are any.
    pub(in crate::cli::match_runner) clocks: [Duration; 2],
    /// A later answer is not waited for.
    pub(in crate::cli::match_runner) deadline: Instant,
}

impl Request {
    /// The time control of the side to move.
    pub(in crate::cli::match_runner) fn time_control(&self) -> TimeControl {
        self.time_controls[self.side.index()]
    }
}

/// A move that was made.
pub(in crate::cli::match_runner) struct MoveNotice<'a> {
    pub(in crate::cli::match_runner) side: Side,
    /// The move in the referee's notation.
    pub(in crate::cli::match_runner) name: &'a str,
    pub(in crate::cli::match_runner) is_pass: bool,
    pub(in crate::cli::match_runner) took: Duration,
    /// Whether the receiving program chose the move.
    pub(in crate::cli::match_runner) by_itself: bool,
}

/// The driver of one protocol.
pub(in crate::cli::match_runner) trait Driver: Send {
    /// Starts the conversation and returns the program's name.
    fn start(&mut self, program: &mut Program, game: &str) -> Result<String, ProgramError>;
    /// Sets an option of the program. Returns the line by which the program says that it does not take the value, if it
    /// does.
    fn set_option(
        &mut self,
        _program: &mut Program,
        name: &str,
        _value: &str,
    ) -> Result<Option<String>, ProgramError> {
        let why = format!("its protocol has no options, so not '{name}'");
        Err(ProgramError::Nonsense(why))
    }
    /// Starts a game at the starting position.
    fn begin(
        &mut self,
        program: &mut Program,
        time_control: TimeControl,
    ) -> Result<(), ProgramError>;
    /// Whether a game can begin at any position, as games of cards need.
    fn takes_positions(&self) -> bool {
        false
    }
    /// Whether a search can be limited by its depth.
    fn limits_depth(&self) -> bool {
        true
    }
    /// Whether a search can be limited by its nodes.
    fn limits_nodes(&self) -> bool {
        false
    }
    /// Begins the game at `position` instead. To be called after [`Driver::begin`], before any other call.
    fn start_at(&mut self, _position: &str) {}
    /// Sends a move.
    fn send_move(
        &mut self,
        program: &mut Program,
        notice: &MoveNotice<'_>,
    ) -> Result<(), ProgramError>;
    /// Requests a move, in the referee's notation.
    fn request_move(
        &mut self,
        program: &mut Program,
        request: &Request,
    ) -> Result<String, ProgramError>;
}

/// Seconds, with a fraction if needed.
pub(super) fn seconds(time: Duration) -> String {
    match time.subsec_millis() {
        0 => time.as_secs().to_string(),
        _ => format!("{:.3}", time.as_secs_f64()),
    }
}
