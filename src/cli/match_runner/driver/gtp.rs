//! The driver of GTP.

use std::time::{Duration, Instant};

use kaeshi::game::Side;
use kaeshi_protocol::gtp::{Color, Response};

use super::interface::{Driver, MoveNotice, Request, TimeControl, seconds};
use crate::cli::match_runner::program::{Program, ProgramError};

/// Passes are never sent: most Othello programs do not know the word, and all pass by themselves.
#[derive(Debug, Default)]
pub(super) struct Gtp {
    /// The commands that the program knows.
    commands: Vec<String>,
    /// Whether the program refuses fractions of a second.
    whole_seconds: bool,
}

impl Gtp {
    /// Sends a command and waits for the response.
    fn request(
        program: &mut Program,
        command: &str,
        deadline: Instant,
    ) -> Result<String, ProgramError> {
        // A second response to the last command would be taken for the response to this one. Command numbers would show
        // it, but Edax repeats the last number it received in all responses.
        program.discard_unread();
        program.send(command)?;
        let refused = |why| ProgramError::Nonsense(format!("'{command}': {why}"));
        respond(program, deadline)?.result.map_err(refused)
    }

    /// Sends a command that needs no search.
    fn order(program: &mut Program, command: &str) -> Result<String, ProgramError> {
        Self::request(program, command, program.soon())
    }

    /// Sends the time on a clock. After the first refused fraction, whole seconds are sent.
    fn send_time(
        &mut self,
        program: &mut Program,
        (of, left): (Side, Duration),
        deadline: Instant,
    ) -> Result<(), ProgramError> {
        let of = color(of);
        if !self.whole_seconds {
            let command = format!("time_left {of} {} 0", seconds(left));
            match Self::request(program, &command, deadline) {
                Err(ProgramError::Nonsense(_)) => self.whole_seconds = true,
                notice => return notice.map(drop),
            }
        }
        let command = format!("time_left {of} {} 0", left.as_secs());
        Self::request(program, &command, deadline).map(drop)
    }

    fn supports(&self, command: &str) -> bool {
        self.commands.iter().any(|known| known == command)
    }
}

/// The next response; output before its '=' or '?' is skipped.
fn respond(program: &mut Program, deadline: Instant) -> Result<Response, ProgramError> {
    let mut text = String::new();
    loop {
        let line = program.line(deadline)?;
        if text.is_empty() && !begins_response(&line) {
            continue;
        }
        if line.is_empty() {
            let no_response = || ProgramError::Nonsense(format!("'{text}' is no response"));
            return Response::parse(&text).ok_or_else(no_response);
        }
        text.push_str(&line);
        text.push('\n');
    }
}

/// Whether a line begins with a single '=' or '?'.
fn begins_response(line: &str) -> bool {
    const SIGNS: [char; 2] = ['=', '?'];
    let rest = line.strip_prefix(SIGNS);
    rest.is_some_and(|rest| !rest.starts_with(SIGNS))
}

fn color(side: Side) -> Color {
    match side {
        Side::First => Color::Black,
        Side::Second => Color::White,
    }
}

/// Converts between the file letters of the games, which include `i`, and those of GTP.
fn shift(name: &str, by: i8, from: u8) -> String {
    let mut bytes = name.to_ascii_lowercase().into_bytes();
    if let Some(letter) = bytes.first_mut()
        && *letter >= from
    {
        *letter = letter.saturating_add_signed(by);
    }
    String::from_utf8(bytes).unwrap_or_default()
}

impl Driver for Gtp {
    fn start(&mut self, program: &mut Program, game: &str) -> Result<String, ProgramError> {
        let name = Self::order(program, "name")?;
        let version = Self::order(program, "version")?;
        let commands = Self::order(program, "list_commands")?;
        self.commands = commands.lines().map(str::to_owned).collect();
        if self.supports("set_game") {
            let (first, rest) = game.split_at_checked(1).unwrap_or((game, ""));
            Self::order(program, &format!("set_game {}{rest}", first.to_uppercase()))?;
        }
        Ok(format!("{name} {version}"))
    }

    fn begin(
        &mut self,
        program: &mut Program,
        time_control: TimeControl,
    ) -> Result<(), ProgramError> {
        Self::order(program, "clear_board")?;
        let (main, other, stones) = match time_control {
            TimeControl::Clock(main, increment) => (main, increment, 0),
            TimeControl::PerMove(time) => (Duration::ZERO, time, 1),
            TimeControl::Depth(_) | TimeControl::Nodes(_) => return Ok(()),
        };
        if !self.supports("time_settings") {
            return Ok(());
        }
        let settings = format!(
            "time_settings {} {} {stones}",
            seconds(main),
            seconds(other)
        );
        match Self::order(program, &settings) {
            // Some programs read whole seconds only, so the rest is not sent.
            Err(ProgramError::Nonsense(_)) => {
                self.whole_seconds = true;
                let (main, other) = (main.as_secs(), other.as_secs());
                Self::order(program, &format!("time_settings {main} {other} {stones}")).map(drop)
            }
            done => done.map(drop),
        }
    }

    fn limits_depth(&self) -> bool {
        false
    }

    fn send_move(
        &mut self,
        program: &mut Program,
        notice: &MoveNotice<'_>,
    ) -> Result<(), ProgramError> {
        if notice.by_itself || notice.is_pass {
            return Ok(());
        }
        let (color, vertex) = (color(notice.side), shift(notice.name, 1, b'i'));
        Self::order(program, &format!("play {color} {}", vertex.to_uppercase())).map(drop)
    }

    fn request_move(
        &mut self,
        program: &mut Program,
        request: &Request,
    ) -> Result<String, ProgramError> {
        if matches!(request.time_control(), TimeControl::Clock(..)) && self.supports("time_left") {
            for side in [Side::First, Side::Second] {
                let notice = (side, request.clocks[side.index()]);
                self.send_time(program, notice, request.deadline)?;
            }
        }
        let command = format!("genmove {}", color(request.side));
        let answer = Self::request(program, &command, request.deadline)?;
        // Comments may follow the move.
        let vertex = answer.split_whitespace().next().unwrap_or_default();
        match vertex.to_ascii_lowercase().as_str() {
            "resign" => Err(ProgramError::Resigned),
            "pass" => Ok("pass".into()),
            _ => Ok(shift(vertex, -1, b'j')),
        }
    }
}
