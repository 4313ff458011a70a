//! UGI, the Universal Game Interface, and UCI where the two agree.

mod notation;
mod report;
mod write;

use std::fmt::Display;
use std::io::{self, Write};
use std::time::Duration;

use kaeshi_protocol::Malformed;
use kaeshi_protocol::ugi::{Answer, Command, Go, Info, Query, Reply, UgiOrUci};

use self::notation::Writing;
use self::write::{error, say};
use super::options::{self, Name};
use super::protocol::{CommandResult, Scheduling};
use super::session::Session;
use crate::engine::{Event, GoLimits, Progress};
use crate::game::{InputError, Outcome, Side};

/// UGI, or UCI after its greeting.
#[derive(Debug)]
pub struct Ugi {
    /// The protocol of the greeting.
    protocol: UgiOrUci,
    notation: Writing,
}

impl Default for Ugi {
    fn default() -> Self {
        Self {
            protocol: UgiOrUci::Ugi,
            notation: Writing::Own,
        }
    }
}

impl super::Protocol for Ugi {
    type Command<'a> = Command<'a>;

    fn parse(line: &str) -> Result<Option<Command<'_>>, Malformed> {
        Command::parse(line)
    }

    fn scheduling(command: &Command<'_>, queued: usize) -> Scheduling {
        match command {
            Command::IsReady | Command::Quit | Command::Hello(_) | Command::Debug(_) => {
                Scheduling::Immediate
            }
            Command::Stop | Command::PonderHit | Command::Query(_) | Command::Print
                if queued == 0 =>
            {
                Scheduling::Immediate
            }
            // A stop after a queued search also stops that search.
            Command::Stop => Scheduling::StopThenQueue,
            _ => Scheduling::Queue,
        }
    }

    fn is_quit(command: &Command<'_>) -> bool {
        *command == Command::Quit
    }

    fn handle(
        &mut self,
        command: Command<'_>,
        session: &mut Session,
        out: &mut dyn Write,
    ) -> io::Result<CommandResult> {
        let done = match command {
            Command::Hello(protocol) => {
                self.protocol = protocol;
                return write_greeting(protocol, session, out).map(Ok);
            }
            Command::IsReady => {
                session.engine.prepare();
                return say(out, &Reply::Ready).map(Ok);
            }
            Command::Query(query) => return self.answer(query, session, out).map(Ok),
            Command::Print => return writeln!(out, "{}", self.notation.draw(session)).map(Ok),
            Command::SetOption { name, value } if name.eq_ignore_ascii_case(notation::OPTION) => {
                return self.choose_notation(value, session, out);
            }
            Command::SetOption { name, value } => self.set_option(name, value, session),
            Command::Position { setup, moves } => self.notation.set_up(setup, &moves, session),
            Command::Moves(moves) => self.notation.play(&moves, session),
            Command::Go(go) => self.start_search(&go, session),
            Command::NewGame => {
                session.new_game();
                self.notation.begin();
                Ok(())
            }
            Command::Perft(depth) => session.count(depth),
            Command::Stop => {
                session.stop();
                Ok(())
            }
            Command::PonderHit => {
                session.ponderhit(None);
                Ok(())
            }
            // `debug` adds no output.
            Command::Debug(_) | Command::Quit => Ok(()),
        };
        Ok(done)
    }

    fn write_notice(&self, text: &str, out: &mut dyn Write) -> io::Result<()> {
        say(out, &Reply::Info(Info::string(text)))
    }

    fn write_error(&self, _line: &str, why: &dyn Display, out: &mut dyn Write) -> io::Result<()> {
        error(out, why)
    }

    fn handle_event(
        &mut self,
        event: &Event,
        session: &mut Session,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let notation = &self.notation;
        match event {
            Event::Info(info) => report::write_info(info, (notation, self.protocol), session, out),
            Event::Finished(result) => {
                report::write_best_move(result, (notation, self.protocol), session, out)
            }
            Event::Perft(perft) => report::write_perft(perft, notation, session, out),
        }
    }

    fn write_progress(&self, progress: Progress, out: &mut dyn Write) -> io::Result<()> {
        report::write_progress(progress, out)
    }
}

impl Ugi {
    fn choose_notation(
        &mut self,
        value: Option<&str>,
        session: &mut Session,
        out: &mut dyn Write,
    ) -> io::Result<CommandResult> {
        match Writing::choose(value, session) {
            Ok((notation, said)) => {
                self.notation = notation;
                let said = said.map(Info::string).map(Reply::Info);
                said.map_or(Ok(()), |reply| say(out, &reply)).map(Ok)
            }
            Err(why) => Ok(Err(why)),
        }
    }

    /// Sets an option; another game resets the notation to its own.
    fn set_option(
        &mut self,
        name: &str,
        value: Option<&str>,
        session: &mut Session,
    ) -> Result<(), InputError> {
        session.set_option(name, value)?;
        if name.eq_ignore_ascii_case(Name::Game.text()) {
            self.notation = Writing::Own;
        }
        Ok(())
    }

    fn start_search(&self, go: &Go<'_>, session: &mut Session) -> Result<(), InputError> {
        let mut limits = limits(go);
        limits.search_moves = self.notation.read_moves(&go.search_moves)?;
        session.start_search(session.options().settings.lines, &limits)
    }

    fn answer(&self, query: Query, session: &Session, out: &mut dyn Write) -> io::Result<()> {
        let engine = &session.engine;
        let over = engine.result();
        let answer = match query {
            Query::P1Turn => Answer::Truth(engine.side() == Side::First),
            Query::P2Turn => Answer::Truth(engine.side() == Side::Second),
            Query::GameOver => Answer::Truth(over.is_some()),
            Query::Result => match over {
                None => Answer::Undecided,
                Some(Outcome::Drawn) => Answer::Draw,
                Some(Outcome::Won(Side::First)) => Answer::P1Win,
                Some(Outcome::Won(Side::Second)) => Answer::P2Win,
            },
            Query::Fen => Answer::Text(self.notation.write(session).into()),
            Query::Board => {
                writeln!(out, "{}", self.notation.draw(session))?;
                Answer::Text(self.notation.write(session).into())
            }
        };
        say(out, &Reply::Response(answer))
    }
}

/// The limits of a search, without its root moves.
fn limits(go: &Go<'_>) -> GoLimits {
    GoLimits {
        clock: go.clock,
        increment: go.increment.map(Option::unwrap_or_default),
        byo_yomi: Duration::ZERO,
        moves_to_go: go.moves_to_go.map(Into::into),
        move_time: go.move_time,
        depth: go.depth.map(|plies| options::depth(plies.into())),
        nodes: go.nodes.map(Into::into),
        infinite: go.infinite,
        ponder: go.ponder,
        search_moves: Vec::new(),
    }
}

fn write_greeting(protocol: UgiOrUci, session: &Session, out: &mut dyn Write) -> io::Result<()> {
    say(out, &Reply::Name(options::PROGRAM.into()))?;
    say(out, &Reply::Author(options::AUTHOR.into()))?;
    // UGI has no pondering, and its managers do not accept a ponder move.
    let known = |name: &Name| protocol == UgiOrUci::Uci || *name != Name::Ponder;
    for name in Name::ALL.into_iter().filter(known) {
        let declaration = options::declaration(name, session.options());
        say(out, &Reply::Option(declaration))?;
    }
    if protocol == UgiOrUci::Uci {
        say(out, &Reply::Option(notation::declaration()))?;
    }
    say(out, &Reply::Welcome(protocol))
}
