//! GTP, the Go Text Protocol, for games on boards of squares.

mod board;
mod clock;
mod record;

use std::borrow::Cow;
use std::fmt::Display;
use std::io::{self, Write};

use kaeshi_protocol::Malformed;
use kaeshi_protocol::gtp::{Color, Command, Request, Response, Vertex, clean, is_interrupt};

use super::options::Name;
use super::play::{MAX_KEPT, PlayError, auto_pass, play_as};
use super::protocol::{CommandResult, Protocol, Scheduling};
use super::session::Session;
use crate::engine::{Event, GameClock, Remaining, SearchResult};
use crate::games;

/// Kaeshi's own command to show or set options, in the form of GoGui's parameter dialogs.
const PARAM: &str = "kaeshi-param";

/// The options of [`PARAM`]; the game is chosen by `set_game`.
const PARAMS: [Name; 10] = [
    Name::Hash,
    Name::Threads,
    Name::MoveOverhead,
    Name::Seed,
    Name::Level,
    Name::OwnBook,
    Name::BookFile,
    Name::BookVariety,
    Name::BookDepth,
    Name::BookLearn,
];

/// GTP: requests are answered in order.
#[derive(Debug, Default)]
pub struct Gtp {
    /// Number of plies of each `play` and `genmove`, for `undo`. More than 1 after a forced pass of the other side, 0
    /// if a pass changed nothing.
    plies: Vec<usize>,
    clocks: GameClock,
    /// The request whose search is running.
    pending: Option<PendingGenmove>,
}

/// A line of a controller.
#[derive(Debug)]
pub enum GtpCommand<'a> {
    /// The comment that asks to end the current command soon.
    Interrupt,
    /// A request; it is answered with its number even if it is malformed.
    Request(Request<'a>),
}

/// A request for a move.
#[derive(Debug, Clone, Copy)]
struct PendingGenmove {
    id: Option<u32>,
    color: Color,
    /// Number of passes made for the other side.
    passes: usize,
    /// Whether the move will be played.
    plays: bool,
}

impl Protocol for Gtp {
    type Command<'a> = GtpCommand<'a>;

    fn clean(line: &str) -> Cow<'_, str> {
        if is_interrupt(line) {
            Cow::Borrowed(line)
        } else {
            clean(line)
        }
    }

    fn parse(line: &str) -> Result<Option<GtpCommand<'_>>, Malformed> {
        if is_interrupt(line) {
            return Ok(Some(GtpCommand::Interrupt));
        }
        Ok(Request::parse(line).map(GtpCommand::Request))
    }

    fn scheduling(command: &GtpCommand<'_>, _queued: usize) -> Scheduling {
        match command {
            GtpCommand::Interrupt => Scheduling::Immediate,
            GtpCommand::Request(_) => Scheduling::Queue,
        }
    }

    fn is_quit(command: &GtpCommand<'_>) -> bool {
        matches!(command, GtpCommand::Request(request) if request.command == Ok(Command::Quit))
    }

    fn handle(
        &mut self,
        command: GtpCommand<'_>,
        session: &mut Session,
        out: &mut dyn Write,
    ) -> io::Result<CommandResult> {
        let GtpCommand::Request(Request { id, command }) = command else {
            session.stop();
            return Ok(Ok(()));
        };
        let answer = match command {
            Ok(command) => self.execute(&command, id, session),
            Err(why) => Some(Err(syntax_error(&why))),
        };
        answer
            .map_or(Ok(()), |answer| respond(id, answer, out))
            .map(Ok)
    }

    fn handle_event(
        &mut self,
        event: &Event,
        session: &mut Session,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        match (event, self.pending) {
            (Event::Finished(result), Some(pending)) => {
                self.pending = None;
                respond(pending.id, self.finish(pending, result, session), out)
            }
            _ => Ok(()),
        }
    }

    fn write_error(&self, _line: &str, why: &dyn Display, out: &mut dyn Write) -> io::Result<()> {
        respond(None, Err(syntax_error(why)), out)
    }
}

fn respond(id: Option<u32>, result: Result<String, String>, out: &mut dyn Write) -> io::Result<()> {
    write!(out, "{}", Response { id, result })
}

fn syntax_error(why: &dyn Display) -> String {
    format!("syntax error: {why}")
}

/// The answer: a text, which may be empty, or an error.
type Answer = Result<String, String>;

impl Gtp {
    /// Carries out a command; `None` if the answer needs a search.
    fn execute(
        &mut self,
        command: &Command<'_>,
        id: Option<u32>,
        session: &mut Session,
    ) -> Option<Answer> {
        Some(match *command {
            Command::GenMove(color) => return self.start_search(color, true, id, session),
            Command::RegGenMove(color) => return self.start_search(color, false, id, session),
            Command::ProtocolVersion => Ok("2".into()),
            Command::Name => Ok("Kaeshi".into()),
            Command::Version => Ok(env!("CARGO_PKG_VERSION").into()),
            Command::KnownCommand(name) => Ok(is_known(name).to_string()),
            Command::ListCommands => Ok(all_commands().join("\n")),
            Command::Quit | Command::Komi | Command::Interrupt => Ok(String::new()),
            Command::BoardSize { files, ranks } => self.resize(files, ranks, session),
            Command::ClearBoard => {
                self.begin(session);
                Ok(String::new())
            }
            Command::Play(color, vertex) => self.play(color, vertex, session),
            Command::Undo => self.undo(session),
            Command::ShowBoard => Ok(format!("\n{}", session.engine.draw())),
            Command::FinalScore => {
                board::final_score(&*session.engine).ok_or_else(|| "cannot score".into())
            }
            Command::TimeSettings {
                main,
                byo_yomi,
                stones,
            } => {
                self.clocks
                    .set_control(clock::control(main, byo_yomi, stones));
                Ok(String::new())
            }
            Command::TimeLeft(color, time) => {
                let left = Remaining {
                    time: time.left,
                    moves: time.stones,
                };
                self.clocks.set_remaining(board::side(color), Some(left));
                Ok(String::new())
            }
            Command::SetGame(name) => self.set_game(name, session),
            Command::ListGames => Ok(all_games(session).join("\n")),
            Command::LoadSgf { file, before } => match record::load(file, before, session) {
                Ok(plies) => {
                    self.plies = plies;
                    Ok(String::new())
                }
                Err(why) => Err(format!("cannot load file: {why}")),
            },
            Command::Rules(rule) => board::answer(rule, session),
            Command::AnalyzeCommands => Ok(ANALYZE_COMMANDS.into()),
            Command::Other { name, arguments } if name == PARAM => param(arguments, session),
            Command::Other { .. } => Err("unknown command".into()),
        })
    }

    fn begin(&mut self, session: &mut Session) {
        session.new_game();
        self.plies.clear();
        self.clocks.new_game();
    }

    /// Starts a new game if the board of the current game has this size; refuses any other.
    fn resize(&mut self, files: u32, ranks: u32, session: &mut Session) -> Answer {
        let grid = board::need_grid(session)?;
        let own = (grid.files as u64, grid.ranks().len() as u64);
        if own != (files.into(), ranks.into()) {
            return Err("unacceptable size".into());
        }
        self.begin(session);
        Ok(String::new())
    }

    fn set_game(&mut self, name: &str, session: &mut Session) -> Answer {
        let engine = session.open(name).ok();
        if engine.and_then(|engine| board::grid(&*engine)).is_none() {
            return Err("unsupported game".into());
        }
        let done = session.set_option(Name::Game.text(), Some(name));
        done.map_err(|why| why.to_string())?;
        self.plies.clear();
        Ok(String::new())
    }

    fn play(&mut self, color: Color, vertex: Vertex, session: &mut Session) -> Answer {
        board::need_grid(session)?;
        let square = board::name(vertex);
        let played = play_as(&mut *session.engine, board::side(color), square.as_deref());
        match played {
            Ok(plies) => {
                self.push_plies(plies);
                Ok(String::new())
            }
            Err(PlayError::NotYourTurn) => Err("wrong color".into()),
            Err(PlayError::Refused(_)) => Err("illegal move".into()),
        }
    }

    /// Starts a search for a move; returns the answer if none is needed.
    fn start_search(
        &mut self,
        color: Color,
        plays: bool,
        id: Option<u32>,
        session: &mut Session,
    ) -> Option<Answer> {
        if let Err(why) = board::need_grid(session) {
            return Some(Err(why));
        }
        if session.engine.result().is_some() {
            if plays {
                self.push_plies(0);
            }
            return Some(Ok(Vertex::Pass.to_string()));
        }
        let side = board::side(color);
        let Ok(passes) = auto_pass(&mut *session.engine, side) else {
            return Some(Err("wrong color".into()));
        };
        if let Err(why) = session.start_search(1, &self.clocks.limits(side)) {
            for _ in 0..passes {
                let undone = session.engine.undo();
                debug_assert!(undone.is_ok(), "the pass was played above");
            }
            return Some(Err(why.to_string()));
        }
        self.pending = Some(PendingGenmove {
            id,
            color,
            passes,
            plays,
        });
        None
    }

    /// The answer to a request for a move, which is played if requested.
    fn finish(
        &mut self,
        pending: PendingGenmove,
        result: &SearchResult,
        session: &mut Session,
    ) -> Answer {
        let best = result.best.as_deref().ok_or("there is no move")?;
        let engine = &mut session.engine;
        if pending.plays {
            self.clocks
                .spend(board::side(pending.color), result.progress.time);
            engine.play(&[best]).map_err(|why| why.to_string())?;
            self.push_plies(pending.passes + 1);
        } else {
            for _ in 0..pending.passes {
                engine.undo().map_err(|why| why.to_string())?;
            }
        }
        Ok(board::vertex(best).to_string())
    }

    /// Stores the number of plies of a move, so that it can be taken back.
    fn push_plies(&mut self, plies: usize) {
        if plies > 0 || self.plies.len() < MAX_KEPT {
            self.plies.push(plies);
        }
    }

    fn undo(&mut self, session: &mut Session) -> Answer {
        let plies = self.plies.pop().ok_or("cannot undo")?;
        for _ in 0..plies {
            session.engine.undo().map_err(|why| why.to_string())?;
        }
        Ok(String::new())
    }
}

/// The entries of GoGui's menu: kind, label, command.
const ANALYZE_COMMANDS: &str = "\
plist/Legal Moves/gogui-rules_legal_moves
string/Final Score/final_score
string/Choose a Move/reg_genmove %c
param/Options/kaeshi-param";

/// Whether there is a command with this name.
pub(super) fn is_known(name: &str) -> bool {
    name == PARAM || Command::NAMES.contains(&name)
}

fn all_commands() -> Vec<&'static str> {
    let mut names = Command::NAMES.to_vec();
    names.push(PARAM);
    names.sort_unstable();
    names
}

/// The board games whose name needs no parameters.
fn all_games(session: &Session) -> Vec<String> {
    let has_board = |name: &&str| {
        let engine = session.open(name).ok();
        engine.is_some_and(|engine| board::grid(&*engine).is_some())
    };
    let names = games::NAMES.iter().map(|(name, _)| *name);
    names.filter(has_board).map(board::capitalised).collect()
}

/// Without arguments, lists the options; with a name and a value, sets one. A blank in a name is written `_`.
fn param(arguments: &str, session: &mut Session) -> Answer {
    if arguments.is_empty() {
        let lines = PARAMS.map(|name| {
            let (shown, value) = (name.text().replace(' ', "_"), session.options().value(name));
            format!("[string] {shown} {value}")
        });
        return Ok(lines.join("\n"));
    }
    let (name, value) = match arguments.split_once(' ') {
        Some((name, value)) => (name, Some(value.trim())),
        None => (arguments, None),
    };
    let name = name.replace('_', " ");
    let known = PARAMS
        .iter()
        .find(|known| known.text().eq_ignore_ascii_case(&name));
    let Some(known) = known else {
        let known = PARAMS.map(|name| name.text().replace(' ', "_")).join(", ");
        return Err(format!(
            "unknown parameter '{name}': the parameters are {known}"
        ));
    };
    let done = session.set_option(known.text(), value);
    done.map(|()| String::new()).map_err(|why| why.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn passes_after_the_end_of_a_game_take_no_more_memory() {
        let mut protocol = Gtp::default();
        for _ in 0..10_000 {
            protocol.push_plies(0);
        }
        assert_eq!(protocol.plies.len(), MAX_KEPT);
        protocol.push_plies(1);
        assert_eq!(protocol.plies.pop(), Some(1));
    }

    #[test]
    fn exactly_the_listed_commands_are_known() {
        for name in Command::NAMES {
            let request = Request::parse(name).expect("it is not blank");
            let other = matches!(request.command, Ok(Command::Other { .. }));
            assert!(!other && is_known(name), "{name}");
        }
        assert!(!is_known("cputime") && is_known(PARAM));
        assert_eq!(all_commands().len(), Command::NAMES.len() + 1);
    }
}
