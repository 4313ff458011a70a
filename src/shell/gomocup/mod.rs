//! The protocol of Gomocup and Piskvork, for five in a row.

mod board;
mod clock;

use std::fmt::Display;
use std::io::{self, Write};

use kaeshi_protocol::Malformed;
use kaeshi_protocol::gomocup::{Command, Info, Point, Reply};

use self::board::{Block, Kind};
use super::options::{self, Name};
use super::protocol::{CommandResult, Protocol, Scheduling};
use super::session::Session;
use crate::engine::{Event, GameClock, GoLimits, PvInfo, SearchResult};
use crate::game::InputError;

/// Length of a winning line in stones.
const IN_ROW: u32 = 5;

/// The protocol of Gomocup. It keeps the board and plays its own moves on it.
#[derive(Debug, Default)]
pub struct Gomocup {
    /// Whether a board was set up.
    has_board: bool,
    /// The list of stones being received.
    block: Option<Block>,
    clock: GameClock,
    /// The limits of `INFO max_depth` and `INFO max_node`.
    limits: GoLimits,
    /// The rule of the last `INFO rule`.
    rule: u32,
    /// The last PV.
    best: Option<PvInfo>,
    /// Whether the conversation has ended.
    ended: bool,
}

impl Protocol for Gomocup {
    type Command<'a> = Command;

    fn parse(line: &str) -> Result<Option<Command>, Malformed> {
        Command::parse(line)
    }

    fn scheduling(command: &Command, queued: usize) -> Scheduling {
        match command {
            Command::Info(_) | Command::About | Command::End => Scheduling::Immediate,
            Command::Stop if queued == 0 => Scheduling::Immediate,
            // The running search has become obsolete.
            Command::Stop | Command::Start(_) | Command::RectStart(..) | Command::Restart => {
                Scheduling::StopThenQueue
            }
            _ => Scheduling::Queue,
        }
    }

    fn is_quit(command: &Command) -> bool {
        *command == Command::End
    }

    fn handle(
        &mut self,
        command: Command,
        session: &mut Session,
        out: &mut dyn Write,
    ) -> io::Result<CommandResult> {
        if command == Command::End {
            // Also within a list of stones.
            self.ended = true;
            return Ok(Ok(()));
        }
        if let Some(mut block) = self.block.take() {
            match command {
                Command::Stone(at, owner) => {
                    block.add(at, owner);
                    self.block = Some(block);
                    return Ok(Ok(()));
                }
                Command::Done => return self.close(block, session, out),
                _ => self.write_error("", &"the list of stones must end with DONE", out)?,
            }
        }
        let done = match command {
            Command::Info(info) => return self.set_info(info, session, out).map(Ok),
            Command::About => return write_about(out).map(Ok),
            Command::Start(size) => self.start(size, size, session),
            Command::RectStart(width, height) => self.start(width, height, session),
            Command::Restart => self.restart(session),
            Command::TakeBack(at) => self
                .need_board()
                .and_then(|()| board::take_back(at, session)),
            Command::Begin => return Ok(self.start_search(session)),
            Command::Turn(at) => return Ok(self.turn(at, session)),
            Command::Board | Command::SilentBoard | Command::Swap2Board => {
                self.block = Some(Block::new(match command {
                    Command::Board => Kind::Board,
                    Command::SilentBoard => Kind::Silent,
                    _ => Kind::Swap2,
                }));
                return Ok(Ok(()));
            }
            Command::Stop => {
                session.stop();
                return Ok(Ok(()));
            }
            Command::End => return Ok(Ok(())),
            Command::Play(_) => {
                let why = "PLAY without a suggestion before it: no move was suggested";
                return say(out, &Reply::Unknown(why.into())).map(Ok);
            }
            Command::Stone(..) | Command::Done => {
                let why = "a stone or DONE without BOARD before it";
                return say(out, &Reply::Unknown(why.into())).map(Ok);
            }
        };
        if done.is_ok() {
            say(out, &Reply::Ok)?;
        }
        Ok(done)
    }

    fn write_error(&self, _line: &str, why: &dyn Display, out: &mut dyn Write) -> io::Result<()> {
        say(out, &Reply::Error(why.to_string().into()))
    }

    /// Answers a line that is not valid; in a list of stones, the whole list is refused at its end.
    fn write_malformed(
        &mut self,
        line: &str,
        why: &Malformed,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        if let Some(block) = &mut self.block {
            block.refuse(InputError::new(why));
            return Ok(());
        }
        let text = why.to_string();
        let is_info = line.trim_start().get(..4);
        say(
            out,
            &match why {
                Malformed::Unknown { .. } => Reply::Unknown(text.into()),
                // `INFO` is never answered, so an error is sent as a message.
                _ if is_info.is_some_and(|word| word.eq_ignore_ascii_case("INFO")) => {
                    Reply::Message(format!("error: {text}").into())
                }
                _ => Reply::Error(text.into()),
            },
        )
    }

    fn handle_event(
        &mut self,
        event: &Event,
        session: &mut Session,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        match event {
            Event::Info(info) if info.rank == 1 => self.best = Some(info.clone()),
            Event::Finished(result) if !self.ended => return self.play_best(result, session, out),
            _ => {}
        }
        Ok(())
    }
}

fn say(out: &mut dyn Write, reply: &Reply) -> io::Result<()> {
    writeln!(out, "{reply}")
}

impl Gomocup {
    fn need_board(&self) -> CommandResult {
        if self.has_board {
            return Ok(());
        }
        Err(InputError::new("there is no board yet: send START first"))
    }

    fn start(&mut self, width: u32, height: u32, session: &mut Session) -> CommandResult {
        let game = format!("mnk {width} {height} {IN_ROW}");
        session.set_option(Name::Game.text(), Some(&game))?;
        self.has_board = true;
        self.clock.new_game();
        Ok(())
    }

    fn restart(&mut self, session: &mut Session) -> CommandResult {
        self.need_board()?;
        session.new_game();
        self.clock.new_game();
        Ok(())
    }

    /// Ends a list of stones.
    fn close(
        &mut self,
        block: Block,
        session: &mut Session,
        out: &mut dyn Write,
    ) -> io::Result<CommandResult> {
        if block.kind == Kind::Swap2 {
            let why = "SWAP2BOARD is not supported";
            return say(out, &Reply::Unknown(why.into())).map(Ok);
        }
        let is_answered = block.kind == Kind::Board;
        let done = self.need_board().and_then(|()| block.set_up(session));
        Ok(match done {
            Ok(()) if is_answered => self.start_search(session),
            done => done,
        })
    }

    /// Plays the opponent's move and searches an answer. A move that ends the game is refused and taken back.
    fn turn(&mut self, at: Point, session: &mut Session) -> CommandResult {
        self.check()?;
        let name = board::name(at, session)?;
        session.engine.play(&[&name])?;
        if session.engine.result().is_some() {
            session.engine.undo()?;
            return Err(InputError::new(format_args!(
                "{at} ends the game: there is no answer to it"
            )));
        }
        self.start_search(session)
    }

    /// Checks that a move can be requested.
    fn check(&self) -> CommandResult {
        /// Exactly five, renju, caro: rules with other winning lines.
        const OTHER_GAMES: u32 = 1 | 4 | 8;
        self.need_board()?;
        if self.rule & OTHER_GAMES != 0 {
            return Err(InputError::new(format_args!(
                "rule {} is not supported: five or more in a row win (rule 0)",
                self.rule
            )));
        }
        Ok(())
    }

    fn start_search(&mut self, session: &mut Session) -> CommandResult {
        self.check()?;
        if session.engine.result().is_some() {
            return Err(InputError::new("the game is over"));
        }
        self.best = None;
        let limits = GoLimits {
            depth: self.limits.depth,
            nodes: self.limits.nodes,
            ..clock::limits(&self.clock, session.engine.side())
        };
        session.start_search(1, &limits)
    }

    /// Plays and sends the chosen move.
    fn play_best(
        &mut self,
        result: &SearchResult,
        session: &mut Session,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        clock::spend(&mut self.clock, result.progress.time);
        let best = result.best.as_deref();
        let point = best.and_then(|name| board::point(name, session));
        let (Some(best), Some(point)) = (best, point) else {
            return self.write_error("", &"there is no move", out);
        };
        if let Some(info) = self.best.take() {
            let text = message(&info, result, session);
            say(out, &Reply::Message(text.into()))?;
        }
        match session.engine.play(&[best]) {
            Ok(()) => say(out, &Reply::Move(point)),
            Err(why) => self.write_error("", &why, out),
        }
    }

    /// Stores a setting of the manager.
    fn set_info(
        &mut self,
        info: Info,
        session: &mut Session,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let done = match info {
            Info::TurnTime(time) => {
                self.clock.set_move_time(time);
                Ok(())
            }
            Info::MatchTime(time) => {
                clock::set_match(&mut self.clock, time);
                Ok(())
            }
            Info::TimeLeft(time) => {
                clock::set_left(&mut self.clock, time);
                Ok(())
            }
            Info::Rule(rule) => {
                self.rule = rule;
                Ok(())
            }
            Info::Depth(plies) => {
                self.limits.depth = Some(options::depth(plies));
                Ok(())
            }
            Info::Nodes(nodes) => {
                self.limits.nodes = Some(nodes);
                Ok(())
            }
            Info::Threads(threads) => session.set_clamped(Name::Threads, threads.into()),
            Info::Memory(Some(bytes)) => limit_memory(bytes, session),
            Info::Memory(None) | Info::Other => Ok(()),
        };
        // `INFO` is not answered, but messages are always allowed.
        done.or_else(|why| say(out, &Reply::Message(format!("error: {why}").into())))
    }
}

/// Shrinks the table if it would take more than half of the memory.
fn limit_memory(bytes: u64, session: &mut Session) -> CommandResult {
    let max = usize::try_from(bytes >> 21).unwrap_or(usize::MAX).max(1);
    if session.options().hash <= max || session.is_searching() {
        return Ok(());
    }
    session.set_option(Name::Hash.text(), Some(&max.to_string()))
}

fn write_about(out: &mut dyn Write) -> io::Result<()> {
    let about = Reply::About {
        name: "Kaeshi".into(),
        version: env!("CARGO_PKG_VERSION").into(),
        author: options::AUTHOR.into(),
    };
    say(out, &about)
}

/// The search result as text for people.
fn message(info: &PvInfo, result: &SearchResult, session: &Session) -> String {
    let score = match &info.proven {
        Some(proven) => proven.clone(),
        None => format!("{:+.2}", f64::from(info.hundredths) / 100.0),
    };
    let points = info
        .pv
        .iter()
        .filter_map(|name| board::point(name, session));
    let line: Vec<String> = points.map(|point| point.to_string()).collect();
    format!(
        "depth {} score {score} nodes {} time {:.2} pv {}",
        info.depth,
        result.progress.nodes,
        result.progress.time.as_secs_f64(),
        line.join(" ")
    )
}
