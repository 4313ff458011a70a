//! The driver of NBoard's protocol.

use std::fmt::Write;
use std::time::{Duration, Instant};

use kaeshi::game::Side;

use super::interface::{Driver, MoveNotice, Request, TimeControl, seconds};
use crate::cli::match_runner::program::{Program, ProgramError};

/// The state of the driver. Moves are sent when they are made, except where each move has a fixed time.
///
/// NBoard's clocks keep the time that a move has not used. With a fixed time for each move, the game is therefore sent
/// again before each move, so that the clock holds that time and no more.
#[derive(Debug, Default)]
pub(super) struct Nboard {
    pings: u32,
    /// The depth to send instead of the match's, for NTest, which searches to this depth regardless of its clock.
    depth: Option<u32>,
    /// The fixed time for each move of the game.
    move_time: Option<Duration>,
    /// The moves of the game in GGF, if there is a fixed time for each.
    moves: String,
}

/// The board of the starting position in GGF.
const START: &str = "---------------------------O*------*O---------------------------";

/// The depth sent to a program that observes its clock.
const DEEP: u32 = 60;

impl Nboard {
    pub(super) fn of_depth(depth: u32) -> Self {
        Self {
            depth: Some(depth),
            ..Self::default()
        }
    }

    /// Sends the game so far, with `clock` in GGF.
    fn send_game(&self, program: &mut Program, clock: &str) -> Result<(), ProgramError> {
        let moves = &self.moves;
        program.send(&format!(
            "set game (;GM[Othello]PC[match]PB[black]PW[white]RE[?]{clock}TY[8]BO[8 {START} *]{moves};)"
        ))
    }

    fn synchronise(
        &mut self,
        program: &mut Program,
        deadline: Instant,
    ) -> Result<(), ProgramError> {
        self.pings += 1;
        let pong = format!("pong {}", self.pings);
        program.send(&format!("ping {}", self.pings))?;
        while program.line(deadline)? != pong {}
        Ok(())
    }
}

/// A clock with `time` for the next move, and as much again for each move after it.
fn clock_of_move(time: Duration) -> String {
    let time = seconds(time);
    format!("TI[{time}/{time}]")
}

impl Driver for Nboard {
    fn start(&mut self, program: &mut Program, game: &str) -> Result<String, ProgramError> {
        if game != "othello" {
            return Err(ProgramError::Nonsense(format!(
                "NBoard's protocol does not know {game}"
            )));
        }
        program.send("nboard 2")?;
        program.send("set depth 1")?;
        program.send("ping 0")?;
        let deadline = program.soon();
        let mut name = String::from("unknown");
        loop {
            let line = program.line(deadline)?;
            if let Some(text) = line.strip_prefix("set myname ") {
                text.trim_end_matches('1').clone_into(&mut name);
            }
            if line == "pong 0" {
                return Ok(name);
            }
        }
    }

    fn begin(
        &mut self,
        program: &mut Program,
        time_control: TimeControl,
    ) -> Result<(), ProgramError> {
        let clock = match time_control {
            TimeControl::Clock(main, increment) => {
                format!("TI[{}/{}]", seconds(main), seconds(increment))
            }
            TimeControl::PerMove(time) => clock_of_move(time),
            TimeControl::Depth(_) | TimeControl::Nodes(_) => String::new(),
        };
        self.moves.clear();
        self.move_time = match time_control {
            TimeControl::PerMove(time) => Some(time),
            _ => None,
        };
        let depth = self.depth.unwrap_or(match time_control {
            TimeControl::Depth(depth) => depth,
            TimeControl::Clock(..) | TimeControl::PerMove(_) | TimeControl::Nodes(_) => DEEP,
        });
        program.send(&format!("set depth {depth}"))?;
        self.send_game(program, &clock)?;
        self.synchronise(program, program.soon())
    }

    fn send_move(
        &mut self,
        program: &mut Program,
        notice: &MoveNotice<'_>,
    ) -> Result<(), ProgramError> {
        let name = if notice.is_pass {
            "PA".into()
        } else {
            notice.name.to_uppercase()
        };
        if let Some(time) = self.move_time {
            let disc = match notice.side {
                Side::First => 'B',
                Side::Second => 'W',
            };
            // Each move adds the increment; a move that has taken as much leaves the clock full.
            let _ = write!(self.moves, "{disc}[{name}//{}]", seconds(time));
            return Ok(());
        }
        program.send(&format!("move {name}//{}", seconds(notice.took)))
    }

    fn request_move(
        &mut self,
        program: &mut Program,
        request: &Request,
    ) -> Result<String, ProgramError> {
        if let Some(time) = self.move_time {
            self.send_game(program, &clock_of_move(time))?;
        }
        self.synchronise(program, request.deadline)?;
        program.send("go")?;
        loop {
            let line = program.line(request.deadline)?;
            if let Some(answer) = line.strip_prefix("===") {
                let word = answer.trim_start().split(['/', ' ', '\t']).next();
                return Ok(word.unwrap_or_default().to_lowercase());
            }
        }
    }
}
