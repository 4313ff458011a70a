//! What a match says to a program, whatever protocol it speaks.

mod gtp;
mod nboard;
mod ugi;

use std::time::{Duration, Instant};

use kaeshi::game::{Refused, Side};

use super::program::{Program, Trouble};

/// How much time there is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Pace {
    /// For the whole game, and gained by each move.
    Clock(Duration, Duration),
    /// For each move.
    PerMove(Duration),
    /// So many plies, in any time.
    Depth(u32),
}

impl Pace {
    /// Slower than this is no answer where time is not measured.
    const UNTIMED: Duration = Duration::from_secs(600);

    /// What there is at first, for the game or for a move.
    pub(super) fn main(self) -> Duration {
        match self {
            Self::Clock(main, _) => main,
            Self::PerMove(time) => time,
            Self::Depth(_) => Self::UNTIMED,
        }
    }

    /// What a move gains.
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
    /// Of both sides.
    pub(super) paces: [Pace; 2],
    /// What both clocks show, if there are any.
    pub(super) clocks: [Duration; 2],
    /// An answer after this is not waited for.
    pub(super) deadline: Instant,
}

impl Request {
    /// How much time whoever is asked has.
    pub(super) fn pace(&self) -> Pace {
        self.paces[self.side.index()]
    }
}

/// A move that was made.
pub(super) struct Told<'a> {
    pub(super) side: Side,
    /// As the referee names it.
    pub(super) name: &'a str,
    pub(super) is_pass: bool,
    pub(super) took: Duration,
    /// Chosen by the program that is told.
    pub(super) by_itself: bool,
}

/// One protocol, from the side of a match.
pub(super) trait Talk {
    /// Begins to talk, and returns the program's name.
    fn greet(&mut self, program: &mut Program, game: &str) -> Result<String, Trouble>;
    /// Begins a game at the starting position.
    fn begin(&mut self, program: &mut Program, pace: Pace) -> Result<(), Trouble>;
    /// Tells of a move.
    fn tell(&mut self, program: &mut Program, told: &Told<'_>) -> Result<(), Trouble>;
    /// Asks for a move, in the referee's notation.
    fn choose(&mut self, program: &mut Program, request: &Request) -> Result<String, Trouble>;
}

/// Takes `ugi:`, `gtp:`, `nboard:` or `nboard@16:` off a command line; it is UGI if there is none.
///
/// # Errors
/// When no command is left, or the depth is none.
pub(super) fn protocol(text: &str) -> Result<(Box<dyn Talk>, &str), Refused> {
    let (name, command) = text.split_once(':').unwrap_or(("", text));
    let (talk, command): (Box<dyn Talk>, &str) = match name {
        "gtp" => (Box::new(gtp::Gtp::default()), command),
        "ugi" => (Box::new(ugi::Ugi::default()), command),
        "nboard" => (Box::new(nboard::Nboard::default()), command),
        _ => match name.strip_prefix("nboard@") {
            Some(depth) => {
                let depth = depth.parse().ok().filter(|depth| (1..=60).contains(depth));
                let depth = depth.ok_or_else(|| {
                    Refused::new(format_args!(
                        "'{name}': a depth from 1 to 60 is needed after '@'"
                    ))
                })?;
                (Box::new(nboard::Nboard::of_depth(depth)), command)
            }
            None => (Box::new(ugi::Ugi::default()), text),
        },
    };
    if command.trim().is_empty() {
        return Err(Refused::new(format_args!("'{text}' names no program")));
    }
    Ok((talk, command.trim()))
}

/// Seconds, with a fraction if there is one.
fn seconds(time: Duration) -> String {
    match time.subsec_millis() {
        0 => time.as_secs().to_string(),
        _ => format!("{:.3}", time.as_secs_f64()),
    }
}
