//! The Chess Engine Communication Protocol, for `XBoard`'s `reversi`.

mod board;
mod clock;
mod record;

use std::fmt::Display;
use std::io::{self, Write};

use kaeshi_protocol::Malformed;
use kaeshi_protocol::cecp::{Command, Reply, Value};
use kaeshi_protocol::fairy::{Fen, Move};

use self::record::Record;
use super::options::{self, Kind, Name};
use super::othello;
use super::play::{PlayError, must_pass, play_as};
use super::protocol::{CommandResult, Protocol, Scheduling};
use super::session::Session;
use crate::engine::{Event, GameClock, PvInfo, SearchResult};
use crate::game::{InputError, Side};
use crate::search::TranspositionTable;

/// The only variant.
const VARIANT: &str = "reversi";

/// The options for users. Memory and threads have commands of their own.
const OPTIONS: [Name; 9] = [
    Name::MoveOverhead,
    Name::Seed,
    Name::Level,
    Name::OwnBook,
    Name::BookFile,
    Name::BookVariety,
    Name::BookDepth,
    Name::BookLearn,
    Name::ClearHash,
];

/// The protocol of `XBoard`. It keeps the board and the side that it plays.
#[derive(Debug, Default)]
pub struct Cecp {
    /// The side that the engine plays, if any.
    plays: Option<Side>,
    record: Record,
    clock: GameClock,
    /// Whether thinking output is shown.
    posts: bool,
    /// The result of the running search will be discarded.
    is_abandoned: bool,
}

impl Protocol for Cecp {
    type Command<'a> = Command<'a>;

    fn parse(line: &str) -> Result<Option<Command<'_>>, Malformed> {
        Command::parse(line)
    }

    fn scheduling(command: &Command<'_>, _queued: usize) -> Scheduling {
        match command {
            Command::MoveNow
            | Command::Nothing
            | Command::Post(_)
            | Command::Hello
            | Command::Quit => Scheduling::Immediate,
            // The running search has become obsolete.
            Command::New
            | Command::Variant(_)
            | Command::Force
            | Command::PlayOther
            | Command::Result
            | Command::SetBoard(_)
            | Command::Undo
            | Command::Remove => Scheduling::StopThenQueue,
            _ => Scheduling::Queue,
        }
    }

    fn is_quit(command: &Command<'_>) -> bool {
        *command == Command::Quit
    }

    fn search_interrupted(&mut self) {
        self.is_abandoned = true;
    }

    fn handle(
        &mut self,
        command: Command<'_>,
        session: &mut Session,
        out: &mut dyn Write,
    ) -> io::Result<CommandResult> {
        let done = match command {
            Command::Version(_) => return write_features(session, out).map(Ok),
            Command::New => self.begin(session),
            Command::Variant(name) => return self.choose(name, session, out),
            Command::Force | Command::Result => {
                self.plays = None;
                Ok(())
            }
            Command::Go => {
                self.plays = Some(session.engine.side());
                self.start_search(session)
            }
            Command::PlayOther => {
                self.plays = Some(!session.engine.side());
                Ok(())
            }
            Command::Level(_)
            | Command::MoveTime(_)
            | Command::Depth(_)
            | Command::OwnTime(_)
            | Command::OtherTime(_) => {
                clock::update(&mut self.clock, &command);
                Ok(())
            }
            Command::Move(mv) => return self.play(mv, session, out),
            Command::MoveNow => {
                session.stop();
                Ok(())
            }
            Command::Ping(number) => {
                say(out, &Reply::Pong(number))?;
                Ok(())
            }
            Command::SetBoard(fen) => return self.set_up(&fen, session, out),
            Command::Undo => self.take_back(1, session),
            Command::Remove => self.take_back(2, session),
            Command::Post(posts) => {
                self.posts = posts;
                Ok(())
            }
            Command::Memory(megabytes) => {
                // A limit above the memory that is available counts as the available memory.
                let available = TranspositionTable::available_megabytes() as u64;
                // The rest of the program needs a quarter of the memory.
                let table = u64::from(megabytes).min(available) * 3 / 4;
                session.set_clamped(Name::Hash, table)
            }
            Command::Cores(cores) => session.set_clamped(Name::Threads, cores.into()),
            Command::Option { name, value } => set_option(name, value, session),
            Command::Hello | Command::Nothing | Command::Quit => Ok(()),
        };
        Ok(done)
    }

    fn write_notice(&self, text: &str, out: &mut dyn Write) -> io::Result<()> {
        say(out, &Reply::TellUserError(text.into()))
    }

    fn write_error(&self, line: &str, why: &dyn Display, out: &mut dyn Write) -> io::Result<()> {
        error(why, line, out)
    }

    fn write_malformed(
        &mut self,
        line: &str,
        why: &Malformed,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        match why {
            // The words that `XBoard` looks for.
            Malformed::Unknown { .. } => error(&"unknown command", line, out),
            _ => error(why, line, out),
        }
    }

    fn handle_event(
        &mut self,
        event: &Event,
        session: &mut Session,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        match event {
            Event::Info(info) if self.posts && info.rank == 1 => say(out, &thinking_output(info)),
            Event::Finished(result) if !std::mem::take(&mut self.is_abandoned) => {
                self.play_best(result, session, out)
            }
            _ => Ok(()),
        }
    }
}

fn say(out: &mut dyn Write, reply: &Reply) -> io::Result<()> {
    writeln!(out, "{reply}")
}

/// Reports an error in `line`; a long line is cut.
fn error(why: &dyn Display, line: &str, out: &mut dyn Write) -> io::Result<()> {
    const MAX_SHOWN: usize = 60;
    let line: String = line.trim().chars().take(MAX_SHOWN).collect();
    let why = why.to_string();
    say(out, &Reply::Error(why.into(), line.into()))
}

impl Cecp {
    /// Starts a new game, in which the other side moves first.
    fn begin(&mut self, session: &mut Session) -> CommandResult {
        othello::choose(session)?;
        session.new_game();
        self.record.begin(&*session.engine);
        self.clock.new_game();
        self.plays = Some(Side::Second);
        Ok(())
    }

    /// Chooses the variant of that name, and sends its setup.
    fn choose(
        &mut self,
        name: &str,
        session: &mut Session,
        out: &mut dyn Write,
    ) -> io::Result<CommandResult> {
        if name != VARIANT {
            return Ok(Err(InputError::new(format_args!(
                "unknown variant: only {VARIANT} is supported"
            ))));
        }
        if let Err(why) = othello::choose(session) {
            return Ok(Err(why));
        }
        session.engine.reset();
        self.record.begin(&*session.engine);
        say(out, &Reply::Setup(board::fen(&*session.engine)))?;
        Ok(Ok(()))
    }

    /// Searches a move, unless the game is over.
    fn start_search(&mut self, session: &mut Session) -> CommandResult {
        if session.engine.result().is_some() {
            return Ok(());
        }
        let limits = clock::limits(self.clock, session.engine.side(), self.record.len());
        session.start_search(1, &limits)
    }

    /// Plays the opponent's move; a forced pass before it may be missing.
    fn play(
        &mut self,
        mv: Move,
        session: &mut Session,
        out: &mut dyn Write,
    ) -> io::Result<CommandResult> {
        let square = board::name(mv);
        let engine = &mut *session.engine;
        let mover = match square {
            Some(_) if must_pass(engine) => !engine.side(),
            _ => engine.side(),
        };
        match play_as(engine, mover, square.as_deref()) {
            Ok(plies) => self.record.push(plies, mover, mv),
            Err(why) => {
                let why = match why {
                    PlayError::NotYourTurn => "it is the other side's turn".into(),
                    PlayError::Refused(why) => why.to_string(),
                };
                say(out, &Reply::IllegalMove(why.into(), mv))?;
                return Ok(Ok(()));
            }
        }
        if let Some(ending) = board::ending(&*session.engine) {
            say(out, &Reply::Result(ending))?;
        } else if self.plays == Some(session.engine.side()) {
            return Ok(self.start_search(session));
        }
        Ok(Ok(()))
    }

    /// Plays and sends the chosen move, and the result if the game is over.
    fn play_best(
        &mut self,
        result: &SearchResult,
        session: &mut Session,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        clock::spend(&mut self.clock, result.progress.time, self.record.len());
        let Some(best) = result.best.as_deref() else {
            return Ok(());
        };
        let (side, mv) = (session.engine.side(), board::to_move(best));
        if let Err(why) = session.engine.play(&[best]) {
            return error(&why, best, out);
        }
        self.record.push(1, side, mv);
        say(out, &Reply::Move(mv))?;
        let ending = board::ending(&*session.engine).map(Reply::Result);
        ending.map_or(Ok(()), |reply| say(out, &reply))
    }

    /// Sets up a position. If it is the current one after a pass, passes, since `XBoard` sends passes in this way.
    fn set_up(
        &mut self,
        fen: &Fen,
        session: &mut Session,
        out: &mut dyn Write,
    ) -> io::Result<CommandResult> {
        if self.record.is_shown_as(fen) {
            return if board::player(session.engine.side()) == fen.player {
                Ok(Ok(()))
            } else {
                self.play(Move::Pass, session, out)
            };
        }
        match board::set_up(fen, session) {
            Ok(()) => self.record.begin(&*session.engine),
            Err(why) => {
                let text = format!("Illegal position: {why}");
                say(out, &Reply::TellUserError(text.into()))?;
            }
        }
        Ok(Ok(()))
    }

    /// Takes back `moves` moves, or none.
    fn take_back(&mut self, moves: usize, session: &mut Session) -> CommandResult {
        let Some(plies) = self.record.cut(moves) else {
            return Err(InputError::new("there are fewer moves to take back"));
        };
        for _ in 0..plies {
            session.engine.undo()?;
        }
        Ok(())
    }
}

/// Sends the features of this engine.
fn write_features(session: &Session, out: &mut dyn Write) -> io::Result<()> {
    const SWITCHES: [(&str, u32); 15] = [
        ("done", 0),
        ("ping", 1),
        ("setboard", 1),
        ("playother", 1),
        ("usermove", 1),
        ("time", 1),
        ("reuse", 1),
        ("memory", 1),
        ("smp", 1),
        ("draw", 0),
        ("sigint", 0),
        ("sigterm", 0),
        ("analyze", 0),
        ("colors", 0),
        ("name", 0),
    ];
    for (name, number) in SWITCHES {
        say(out, &Reply::Feature(name.into(), Value::Number(number)))?;
    }
    for (name, text) in [("variants", VARIANT), ("myname", options::PROGRAM)] {
        say(out, &Reply::Feature(name.into(), Value::Text(text.into())))?;
    }
    for name in OPTIONS {
        let text = declaration(name, &session.options().value(name));
        say(
            out,
            &Reply::Feature("option".into(), Value::Text(text.into())),
        )?;
    }
    say(out, &Reply::Feature("done".into(), Value::Number(1)))
}

/// What the interface needs to know of an option: its name, type, value and range.
fn declaration(name: Name, value: &str) -> String {
    let text = name.text();
    match name.kind() {
        Kind::Number { min, max } => format!("{text} -spin {value} {min} {max}"),
        Kind::Switch => format!("{text} -check {}", u8::from(value == "true")),
        Kind::Text => format!("{text} -string {value}"),
        Kind::Path => format!("{text} -file {value}"),
        Kind::Button => format!("{text} -button"),
    }
}

/// Sets an option; switches have the values 0 and 1.
fn set_option(name: &str, value: Option<&str>, session: &mut Session) -> CommandResult {
    let known = OPTIONS
        .into_iter()
        .find(|known| known.text().eq_ignore_ascii_case(name))
        .ok_or_else(|| InputError::new(format_args!("there is no option '{name}'")))?;
    let value = match (known.kind(), value) {
        (Kind::Switch, Some("0")) => Some("false"),
        (Kind::Switch, Some("1")) => Some("true"),
        _ => value,
    };
    session.set_option(known.text(), value)
}

fn thinking_output(info: &PvInfo) -> Reply {
    Reply::Thinking {
        depth: info.depth.into(),
        score: info.hundredths,
        time: info.progress.time,
        nodes: info.progress.nodes,
        line: info.pv.iter().map(|name| board::to_move(name)).collect(),
    }
}
