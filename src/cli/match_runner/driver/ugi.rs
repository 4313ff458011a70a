//! The driver of UGI.

use std::time::{Duration, Instant};

use kaeshi::games;
use kaeshi_protocol::ugi::Reply;

use super::interface::{Driver, MoveNotice, Request, TimeControl};
use crate::cli::match_runner::program::{Program, ProgramError};

/// The moves of the game, all of which are sent again for every move.
#[derive(Debug, Default)]
pub(super) struct Ugi {
    /// The position at which the game began; `None` for the starting position.
    position: Option<String>,
    moves: Vec<String>,
}

impl Ugi {
    /// Reads replies until `wanted` returns a value.
    fn wait<T>(
        program: &mut Program,
        deadline: Instant,
        mut wanted: impl FnMut(Reply) -> Option<T>,
    ) -> Result<T, ProgramError> {
        loop {
            // A line that is not understood may be any remark.
            if let Ok(Some(reply)) = Reply::parse(&program.line(deadline)?)
                && let Some(found) = wanted(reply)
            {
                return Ok(found);
            }
        }
    }

    fn synchronise(program: &mut Program, deadline: Instant) -> Result<(), ProgramError> {
        program.send("isready")?;
        Self::wait(program, deadline, |reply| {
            (reply == Reply::Ready).then_some(())
        })
    }
}

impl Driver for Ugi {
    fn start(&mut self, program: &mut Program, game: &str) -> Result<String, ProgramError> {
        program.send("ugi")?;
        let mut name = String::from("unknown");
        let deadline = program.soon();
        Self::wait(program, deadline, |reply| match reply {
            Reply::Name(text) => {
                name = text.to_string();
                None
            }
            Reply::Welcome(_) => Some(()),
            _ => None,
        })?;
        if game != games::DEFAULT {
            program.send(&format!("setoption name Game value {game}"))?;
        }
        Self::synchronise(program, program.soon())?;
        Ok(name)
    }

    fn begin(
        &mut self,
        program: &mut Program,
        _time_control: TimeControl,
    ) -> Result<(), ProgramError> {
        self.position = None;
        self.moves.clear();
        program.send("uginewgame")?;
        Self::synchronise(program, program.soon())
    }

    fn takes_positions(&self) -> bool {
        true
    }

    fn start_at(&mut self, position: &str) {
        self.position = Some(position.to_owned());
    }

    fn send_move(
        &mut self,
        _program: &mut Program,
        notice: &MoveNotice<'_>,
    ) -> Result<(), ProgramError> {
        self.moves.push(notice.name.to_owned());
        Ok(())
    }

    fn request_move(
        &mut self,
        program: &mut Program,
        request: &Request,
    ) -> Result<String, ProgramError> {
        let position = self.position.as_deref().unwrap_or("startpos");
        let moves = self.moves.join(" ");
        program.send(&match self.moves.as_slice() {
            [] => format!("position {position}"),
            _ => format!("position {position} moves {moves}"),
        })?;
        // Output before this answer is discarded: it would be a second answer to the last request.
        Self::synchronise(program, request.deadline)?;
        let milliseconds = |time: Duration| time.as_millis();
        program.send(&match request.time_control() {
            TimeControl::Clock(..) => {
                let [first, second] = request.clocks.map(milliseconds);
                let [gain, other] = request
                    .time_controls
                    .map(|time_control| milliseconds(time_control.increment()));
                format!("go p1time {first} p2time {second} p1inc {gain} p2inc {other}")
            }
            TimeControl::PerMove(time) => format!("go movetime {}", milliseconds(time)),
            TimeControl::Depth(depth) => format!("go depth {depth}"),
        })?;
        loop {
            let line = program.line(request.deadline)?;
            match Reply::parse(&line) {
                Ok(Some(Reply::BestMove { best, .. })) => return Ok(best.to_string()),
                _ if line.trim_start().starts_with("bestmove") => {
                    return Err(ProgramError::Nonsense(format!("'{line}' names no move")));
                }
                _ => {}
            }
        }
    }
}
