//! The interface of a match to a program, for any protocol.

mod gtp;
mod nboard;
mod ugi;

use std::time::{Duration, Instant};

use kaeshi::game::{InputError, Side};

use super::program::{Program, ProgramError};

/// A time control.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum TimeControl {
    /// Time for the whole game, and increment per move.
    Clock(Duration, Duration),
    /// Time for each move.
    PerMove(Duration),
    /// Depth in plies, without a time limit.
    Depth(u32),
}

impl TimeControl {
    /// Time limit for an answer where time is not measured.
    const UNTIMED: Duration = Duration::from_secs(600);

    /// The initial time, for the game or for a move.
    pub(super) fn main(self) -> Duration {
        match self {
            Self::Clock(main, _) => main,
            Self::PerMove(time) => time,
            Self::Depth(_) => Self::UNTIMED,
        }
    }

    /// The increment per move.
    pub(super) fn increment(self) -> Duration {
        match self {
            Self::Clock(_, increment) => increment,
            Self::PerMove(_) | Self::Depth(_) => Duration::ZERO,
        }
    }
}

/// A request for a move.
pub(super) struct Request {
    pub(super) side: Side,
    /// The time controls of both sides.
    pub(super) time_controls: [TimeControl; 2],
    /// The times on both clocks, if there are any.
    pub(super) clocks: [Duration; 2],
    /// A later answer is not waited for.
    pub(super) deadline: Instant,
}

impl Request {
    /// The time control of the side to move.
    pub(super) fn time_control(&self) -> TimeControl {
        self.time_controls[self.side.index()]
    }
}

/// A move that was made.
pub(super) struct MoveNotice<'a> {
    pub(super) side: Side,
    /// The move in the referee's notation.
    pub(super) name: &'a str,
    pub(super) is_pass: bool,
    pub(super) took: Duration,
    /// Whether the receiving program chose the move.
    pub(super) by_itself: bool,
}

/// The driver of one protocol.
pub(super) trait Driver {
    /// Starts the conversation and returns the program's name.
    fn greet(&mut self, program: &mut Program, game: &str) -> Result<String, ProgramError>;
    /// Starts a game at the starting position.
    fn begin(
        &mut self,
        program: &mut Program,
        time_control: TimeControl,
    ) -> Result<(), ProgramError>;
    /// Sends a move.
    fn tell(&mut self, program: &mut Program, notice: &MoveNotice<'_>) -> Result<(), ProgramError>;
    /// Requests a move, in the referee's notation.
    fn choose(&mut self, program: &mut Program, request: &Request) -> Result<String, ProgramError>;
}

/// Splits `ugi:`, `gtp:`, `nboard:` or `nboard@16:` from a command line; without a prefix the protocol is UGI.
///
/// # Errors
/// If there is no command after the prefix, or the depth is not valid.
pub(super) fn protocol(text: &str) -> Result<(Box<dyn Driver>, &str), InputError> {
    let (name, command) = text.split_once(':').unwrap_or(("", text));
    let (driver, command): (Box<dyn Driver>, &str) = match name {
        "gtp" => (Box::new(gtp::Gtp::default()), command),
        "ugi" => (Box::new(ugi::Ugi::default()), command),
        "nboard" => (Box::new(nboard::Nboard::default()), command),
        _ => match name.strip_prefix("nboard@") {
            Some(depth) => {
                let depth = depth.parse().ok().filter(|depth| (1..=60).contains(depth));
                let depth = depth.ok_or_else(|| {
                    InputError::new(format_args!(
                        "'{name}': a depth from 1 to 60 is needed after '@'"
                    ))
                })?;
                (Box::new(nboard::Nboard::of_depth(depth)), command)
            }
            None => (Box::new(ugi::Ugi::default()), text),
        },
    };
    if command.trim().is_empty() {
        return Err(InputError::new(format_args!("'{text}' names no program")));
    }
    Ok((driver, command.trim()))
}

/// Seconds, with a fraction if needed.
fn seconds(time: Duration) -> String {
    match time.subsec_millis() {
        0 => time.as_secs().to_string(),
        _ => format!("{:.3}", time.as_secs_f64()),
    }
}
