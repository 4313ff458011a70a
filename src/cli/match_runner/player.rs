//! A program at its place in a game, and its clock.

use std::time::{Duration, Instant};

use kaeshi::game::InputError;
use serde::{Deserialize, Serialize};

use super::driver::{Driver, Request, TimeControl};
use super::program::{Program, ProgramError};
use super::time_usage::TimeUsage;

/// A program and the driver of its protocol.
pub(super) struct Player {
    pub(super) program: Program,
    pub(super) driver: Box<dyn Driver>,
}

/// How a game ended.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(in crate::cli) enum End {
    /// The game ended by its rules.
    Over,
    /// The referee has proven the final difference, and ended the game.
    Proven,
    /// The loser ran out of time.
    Time,
    /// The loser's move was illegal; the reason by the rules.
    Illegal(String),
    /// The loser gave no valid answer; what happened.
    Forfeit(String),
}

/// Why a player makes no move.
pub(super) enum Fault {
    /// The player loses: the reason, and how late the move was.
    Lost(End, Duration),
    /// The match was interrupted.
    Interrupted,
}

impl Fault {
    /// The fault of a player who makes an illegal move.
    pub(super) fn illegal(why: &InputError) -> Self {
        Self::Lost(End::Illegal(why.to_string()), Duration::ZERO)
    }
}

impl From<ProgramError> for Fault {
    /// The fault of a player who failed to carry out a command.
    fn from(why: ProgramError) -> Self {
        match why {
            ProgramError::Interrupted => Self::Interrupted,
            ProgramError::Late => {
                let why = "no answer to a command that needs no thought";
                Self::Lost(End::Forfeit(why.into()), Duration::ZERO)
            }
            // Written on one line, whatever the program has printed.
            why => {
                let end = End::Forfeit(InputError::new(why).to_string());
                Self::Lost(end, Duration::ZERO)
            }
        }
    }
}

/// Additional time to wait for a late answer, to measure how late it is.
const GRACE: Duration = Duration::from_millis(500);

/// The clock of a player, and the player's time usage.
#[derive(Debug, Clone, Copy)]
pub(super) struct PlayerClock {
    pub(super) time_control: TimeControl,
    /// The time left for the game or for a move.
    pub(super) left: Duration,
    pub(super) used: TimeUsage,
}

impl PlayerClock {
    /// The clock at the start of a game. `move_limit` is the time for a move where a program cannot lose on time.
    pub(super) fn new(time_control: TimeControl, move_limit: Duration) -> Self {
        Self {
            time_control,
            left: time_control.main(move_limit),
            used: TimeUsage::default(),
        }
    }

    /// When a move that is requested now is no longer waited for.
    pub(super) fn deadline(&self, tolerance: Duration) -> Instant {
        let limit = self.left.saturating_add(tolerance);
        Instant::now() + limit.saturating_add(GRACE)
    }

    /// Requests a move of `player` after `plies` plies, and takes its time off the clock. Returns the move and its time.
    ///
    /// # Errors
    /// If the player loses by it, or the match was interrupted.
    pub(super) fn request_move(
        &mut self,
        player: &mut Player,
        request: &Request,
        plies: usize,
        tolerance: Duration,
    ) -> Result<(String, Duration), Fault> {
        let requested = Instant::now();
        let name = player.driver.request_move(&mut player.program, request);
        let took = requested.elapsed();
        if matches!(name, Err(ProgramError::Interrupted)) {
            return Err(Fault::Interrupted);
        }
        self.used.add(
            plies,
            took,
            self.time_control.is_timed().then_some(self.left),
        );
        // The clock is checked first: the answer of a program that is late no longer matters.
        if took > self.left.saturating_add(tolerance) {
            return Err(self.overrun(took));
        }
        let name = name?;
        if let TimeControl::Clock(_, increment) = self.time_control {
            let left = self.left.saturating_sub(took);
            self.left = left.saturating_add(increment);
        }
        Ok((name, took))
    }

    /// The fault of a player whose move took longer than the time left.
    fn overrun(&self, took: Duration) -> Fault {
        if self.time_control.is_timed() {
            return Fault::Lost(End::Time, took);
        }
        let why = format!(
            "no move within {} s, see --move-limit",
            self.left.as_secs_f64()
        );
        Fault::Lost(End::Forfeit(why), Duration::ZERO)
    }
}
