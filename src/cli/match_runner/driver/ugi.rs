//! The driver of UGI, and of its relatives UCI and USI where they agree.

use std::time::{Duration, Instant};

use kaeshi::games;
use kaeshi_protocol::ugi::Reply;

use super::engine_options::{self, DeclaredOption};
use super::interface::{Driver, MoveNotice, Request, TimeControl};
use crate::cli::match_runner::program::{Program, ProgramError};

/// The words in which the protocols differ.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum Dialect {
    #[default]
    Ugi,
    Uci,
    Usi,
}

impl Dialect {
    /// The greeting, which also begins other commands: `ugi`, `ugiok`, `uginewgame`.
    fn word(self) -> &'static str {
        match self {
            Self::Ugi => "ugi",
            Self::Uci => "uci",
            Self::Usi => "usi",
        }
    }

    /// The names of the clocks of both players, and of their increments.
    fn clocks(self) -> [&'static str; 4] {
        match self {
            Self::Ugi => ["p1time", "p2time", "p1inc", "p2inc"],
            // The first player is White in UCI, as in chess, and Black in USI.
            Self::Uci => ["wtime", "btime", "winc", "binc"],
            Self::Usi => ["btime", "wtime", "binc", "winc"],
        }
    }
}

/// The moves of the game, all of which are sent again for every move.
#[derive(Debug, Default)]
pub(super) struct Ugi {
    dialect: Dialect,
    options: Vec<DeclaredOption>,
    /// The position at which the game began; `None` for the starting position.
    position: Option<String>,
    moves: Vec<String>,
}

impl Ugi {
    pub(super) fn of_dialect(dialect: Dialect) -> Self {
        Self {
            dialect,
            ..Self::default()
        }
    }

    /// Reads lines until `wanted` returns a value. A line that is not understood may be any remark.
    fn wait<T>(
        program: &mut Program,
        deadline: Instant,
        mut wanted: impl FnMut(&str) -> Option<T>,
    ) -> Result<T, ProgramError> {
        loop {
            if let Some(found) = wanted(program.line(deadline)?.trim()) {
                return Ok(found);
            }
        }
    }

    fn synchronise(program: &mut Program, deadline: Instant) -> Result<(), ProgramError> {
        Self::synchronise_and_hear(program, deadline, |_| ())
    }

    /// As [`Self::synchronise`]; `hear` gets the lines before the answer, and the answer.
    fn synchronise_and_hear(
        program: &mut Program,
        deadline: Instant,
        mut hear: impl FnMut(&str),
    ) -> Result<(), ProgramError> {
        program.send("isready")?;
        Self::wait(program, deadline, |line| {
            hear(line);
            (line == "readyok").then_some(())
        })
    }
}

impl Driver for Ugi {
    fn start(&mut self, program: &mut Program, game: &str) -> Result<String, ProgramError> {
        let word = self.dialect.word();
        if self.dialect == Dialect::Usi && game != games::DEFAULT {
            let why = format!("USI knows Othello only, not {game}");
            return Err(ProgramError::Nonsense(why));
        }
        program.send(word)?;
        let mut name = String::from("unknown");
        let deadline = program.soon();
        let end = format!("{word}ok");
        Self::wait(program, deadline, |line| {
            if let Some(text) = line.strip_prefix("id name ") {
                text.trim().clone_into(&mut name);
            }
            self.options.extend(DeclaredOption::parse(line));
            (line == end).then_some(())
        })?;
        if game != games::DEFAULT {
            program.send(&format!("setoption name Game value {game}"))?;
        }
        Self::synchronise(program, program.soon())?;
        Ok(name)
    }

    fn set_option(
        &mut self,
        program: &mut Program,
        name: &str,
        value: &str,
    ) -> Result<Option<String>, ProgramError> {
        engine_options::check(&self.options, name, value).map_err(ProgramError::Nonsense)?;
        program.send(&format!("setoption name {name} value {value}"))?;
        let mut complaint = None;
        Self::synchronise_and_hear(program, program.soon(), |line| {
            if complaint.is_none() && engine_options::is_complaint(line) {
                complaint = Some(line.to_owned());
            }
        })?;
        Ok(complaint)
    }

    fn begin(
        &mut self,
        program: &mut Program,
        _time_control: TimeControl,
    ) -> Result<(), ProgramError> {
        self.position = None;
        self.moves.clear();
        program.send(&format!("{}newgame", self.dialect.word()))?;
        Self::synchronise(program, program.soon())
    }

    fn takes_positions(&self) -> bool {
        self.dialect == Dialect::Ugi
    }

    fn limits_nodes(&self) -> bool {
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
        let is_word = self.dialect == Dialect::Usi && notice.is_pass;
        let name = if is_word { "pass" } else { notice.name };
        self.moves.push(name.to_owned());
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
                let [one, two, one_more, two_more] = self.dialect.clocks();
                format!("go {one} {first} {two} {second} {one_more} {gain} {two_more} {other}")
            }
            TimeControl::PerMove(time) => format!("go movetime {}", milliseconds(time)),
            TimeControl::Depth(depth) => format!("go depth {depth}"),
            TimeControl::Nodes(nodes) => format!("go nodes {nodes}"),
        })?;
        loop {
            let line = program.line(request.deadline)?;
            match Reply::parse(&line) {
                Ok(Some(Reply::BestMove { best, .. })) => {
                    return match best.to_string() {
                        best if best == "resign" => Err(ProgramError::Resigned),
                        best => Ok(best),
                    };
                }
                _ if line.trim_start().starts_with("bestmove") => {
                    return Err(ProgramError::Nonsense(format!("'{line}' names no move")));
                }
                _ => {}
            }
        }
    }
}
