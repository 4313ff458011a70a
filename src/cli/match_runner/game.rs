//! One game between two programs, with clocks and a referee.

use std::time::{Duration, Instant};

use kaeshi::engine::Engine;
use kaeshi::game::{InputError, Outcome, Side};
use serde::{Deserialize, Serialize};

use super::driver::{Driver, MoveNotice, Request, TimeControl};
use super::program::{Program, ProgramError};
use super::time_usage::{TimeUsage, milliseconds};

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
    /// The loser ran out of time.
    Time,
    /// The loser's move was illegal; the reason by the rules.
    Illegal(String),
    /// The loser gave no valid answer; what happened.
    Forfeit(String),
}

/// A finished game.
#[derive(Debug, Clone)]
pub(super) struct Finished {
    /// The moves, including the opening.
    pub(super) moves: Vec<String>,
    /// The outcome by the rules or by forfeit.
    pub(super) outcome: Outcome,
    /// How much the first player won by, negative for a loss, if the game ended by its rules.
    pub(super) margin: Option<i32>,
    pub(super) end: End,
    /// The final times of both clocks in seconds; negative if a flag fell.
    pub(super) left: [f64; 2],
    /// The time of each move in seconds; 0 for moves that were not searched.
    pub(super) times: Vec<f64>,
    /// The time usage of both players.
    pub(super) time_used: [TimeUsage; 2],
}

/// The rules of a match.
#[derive(Debug, Clone, Copy)]
pub(super) struct Rules {
    /// The time controls of the side that moves first, and of the other.
    pub(super) time_controls: [TimeControl; 2],
    /// How late a move may be without a loss, for delays in the pipes.
    pub(super) tolerance: Duration,
}

/// A game in progress.
pub(super) struct GameInProgress<'a> {
    pub(super) engine: &'a mut dyn Engine,
    pub(super) players: [&'a mut Player; 2],
    pub(super) rules: Rules,
    clocks: [Duration; 2],
    moves: Vec<String>,
    times: Vec<f64>,
    time_used: [TimeUsage; 2],
}

/// Why a game ends before its end by the rules.
enum GameAbort {
    /// A player lost: the side, the reason, and how late the move was.
    Lost(Side, End, Duration),
    /// The match was interrupted.
    Interrupted,
}

/// Additional time to wait for a late answer, to measure how late it is.
const GRACE: Duration = Duration::from_millis(500);

impl<'a> GameInProgress<'a> {
    pub(super) fn new(
        engine: &'a mut dyn Engine,
        players: [&'a mut Player; 2],
        rules: Rules,
    ) -> Self {
        Self {
            engine,
            players,
            rules,
            clocks: rules.time_controls.map(TimeControl::main),
            moves: Vec::new(),
            times: Vec::new(),
            time_used: [TimeUsage::default(); 2],
        }
    }

    /// Plays from `opening` to the end; `None` if the match was interrupted. Forced passes are made without a search.
    pub(super) fn play(mut self, opening: &[String]) -> Option<Finished> {
        let lost = match self.play_to_the_end(opening) {
            Ok(()) => None,
            Err(GameAbort::Lost(side, end, late)) => Some((side, end, late)),
            Err(GameAbort::Interrupted) => return None,
        };
        let mut left = self.clocks.map(|clock| clock.as_secs_f64());
        if let Some((side, _, late)) = &lost {
            left[side.index()] -= late.as_secs_f64();
        }
        let margin = self.engine.margin();
        let (outcome, end) = match (lost, self.engine.result()) {
            (Some((side, end, _)), _) => (Outcome::Won(!side), end),
            (None, over) => (over.unwrap_or(Outcome::Drawn), End::Over),
        };
        Some(Finished {
            margin: margin.filter(|_| end == End::Over),
            moves: self.moves,
            outcome,
            end,
            left,
            times: self.times,
            time_used: self.time_used,
        })
    }

    fn play_to_the_end(&mut self, opening: &[String]) -> Result<(), GameAbort> {
        for side in [Side::First, Side::Second] {
            let Player { program, driver } = &mut *self.players[side.index()];
            let begun = driver.begin(program, self.rules.time_controls[side.index()]);
            begun.map_err(|why| broken(side, &why))?;
        }
        for name in opening {
            self.make(name, Duration::ZERO, None)?;
        }
        while self.engine.result().is_none() {
            match self.engine.moves().as_slice() {
                [only] if is_pass(only) => self.make(only, Duration::ZERO, None)?,
                _ => self.request_move()?,
            }
        }
        Ok(())
    }

    /// Requests a move from the player to move.
    fn request_move(&mut self) -> Result<(), GameAbort> {
        let side = self.engine.side();
        let time_control = self.rules.time_controls[side.index()];
        let clock = self.clocks[side.index()];
        let limit = clock.saturating_add(self.rules.tolerance);
        let requested = Instant::now();
        let request = Request {
            side,
            time_controls: self.rules.time_controls,
            clocks: self.clocks,
            deadline: requested + limit.saturating_add(GRACE),
        };
        let Player { program, driver } = &mut *self.players[side.index()];
        let name = driver.request_move(program, &request);
        let took = requested.elapsed();
        if matches!(name, Err(ProgramError::Interrupted)) {
            return Err(GameAbort::Interrupted);
        }
        let of = (!matches!(time_control, TimeControl::Depth(_))).then_some(clock);
        self.time_used[side.index()].add(self.moves.len(), took, of);
        // The clock is checked first: the answer of a program that is late no longer matters.
        if took > limit {
            return Err(GameAbort::Lost(side, End::Time, took));
        }
        let name = name.map_err(|why| broken(side, &why))?;
        if let TimeControl::Clock(_, increment) = time_control {
            let left = clock.saturating_sub(took);
            self.clocks[side.index()] = left.saturating_add(increment);
        }
        self.make(&name, took, Some(side))
    }

    /// Makes a move and sends it to both players. `chooser` is the player who chose it; `None` for openings and forced
    /// passes.
    fn make(&mut self, name: &str, took: Duration, chooser: Option<Side>) -> Result<(), GameAbort> {
        let side = self.engine.side();
        if let Err(why) = self.engine.play(&[name]) {
            let end = End::Illegal(why.to_string());
            return Err(GameAbort::Lost(side, end, Duration::ZERO));
        }
        let name = self.engine.last_move().unwrap_or_default();
        for player in [Side::First, Side::Second] {
            let notice = MoveNotice {
                side,
                name: &name,
                is_pass: is_pass(&name),
                took,
                by_itself: chooser == Some(player),
            };
            let Player { program, driver } = &mut *self.players[player.index()];
            driver
                .send_move(program, &notice)
                .map_err(|why| broken(player, &why))?;
        }
        self.moves.push(name);
        self.times.push(milliseconds(took.as_secs_f64()));
        Ok(())
    }
}

/// The end of a game in which `side` failed to carry out a command.
fn broken(side: Side, why: &ProgramError) -> GameAbort {
    match why {
        ProgramError::Interrupted => GameAbort::Interrupted,
        ProgramError::Late => {
            let why = "no answer to a command that needs no thought";
            GameAbort::Lost(side, End::Forfeit(why.into()), Duration::ZERO)
        }
        // Written on one line, whatever the program has printed.
        why => {
            let end = End::Forfeit(InputError::new(why).to_string());
            GameAbort::Lost(side, end, Duration::ZERO)
        }
    }
}

/// Whether a move is a pass: on a board of squares, any move that is no square.
fn is_pass(name: &str) -> bool {
    !name.starts_with(|first: char| first.is_ascii_alphabetic()) || name == "p"
}
