//! NBoard's protocol, for Othello.

mod game;

use std::fmt::Display;
use std::io::{self, Write};

use kaeshi_protocol::Malformed;
use kaeshi_protocol::board::Move;
use kaeshi_protocol::ggf::Item;
use kaeshi_protocol::nboard::{Command, Depth, Reply};

use self::game::{play, set_up};
use super::options;
use super::othello::{self, read_move};
use super::protocol::{CommandResult, Protocol, Scheduling};
use super::session::Session;
use crate::engine::{
    DEFAULT_MOVE_TIME, Event, GameClock, GoLimits, Progress, PvInfo, ScoreSource, SearchResult,
};
use crate::game::{InputError, Side};

/// NBoard's protocol: state first, then a request about it; the next line ends the request.
#[derive(Debug, Default)]
pub struct Nboard {
    /// The value of a draw for Black, in hundredths of a disc.
    contempt: i32,
    /// The clocks of the game, and the depth of `set depth`.
    clock: GameClock,
    /// Number of moves since the game was set up.
    made: usize,
    request: Option<Request>,
}

/// The depth in plies of the searches of `learn` where `set depth` has given none.
const LEARNING_DEPTH: i8 = 16;

/// The request whose search is running.
#[derive(Debug)]
enum Request {
    Hint,
    Go,
    /// The moves from the current position to the end of the game, the last one first.
    Analyze(Vec<String>),
}

impl Protocol for Nboard {
    type Command<'a> = Command;

    fn parse(line: &str) -> Result<Option<Command>, Malformed> {
        Command::parse(line)
    }

    fn scheduling(command: &Command, _queued: usize) -> Scheduling {
        match command {
            Command::Quit => Scheduling::Immediate,
            Command::Go | Command::Hint(_) | Command::Learn | Command::Analyze => Scheduling::Queue,
            // The running search has become obsolete.
            _ => Scheduling::StopThenQueue,
        }
    }

    fn is_quit(command: &Command) -> bool {
        *command == Command::Quit
    }

    fn handle(
        &mut self,
        command: Command,
        session: &mut Session,
        out: &mut dyn Write,
    ) -> io::Result<CommandResult> {
        let done = match command {
            Command::Hello(_) => {
                say(out, &Reply::Name("Kaeshi".into()))?;
                othello::choose(session).map_err(|why| why.to_string())
            }
            Command::SetDepth(depth) => {
                self.clock.set_depth(options::depth(depth));
                return say(out, &Reply::Name(format!("Kaeshi{depth}").into())).map(Ok);
            }
            Command::SetGame(game) => set_up(&game, &mut self.clock, session).map(|made| {
                self.made = made;
            }),
            Command::SetContempt(contempt) => {
                self.contempt = contempt;
                Ok(())
            }
            Command::Quit => Ok(()),
            Command::Move(item) => play(&item, &mut self.clock, session).map(|made| {
                self.made += made;
            }),
            Command::Ping(number) => return say(out, &Reply::Pong(number)).map(Ok),
            Command::Learn => {
                let depth = self.clock.depth().unwrap_or(LEARNING_DEPTH);
                let learned = session.learn(depth);
                if !matches!(learned, Ok(true)) {
                    say(out, &Reply::Learned)?;
                }
                return Ok(learned.map(drop));
            }
            Command::Hint(moves) => {
                let lines = usize::try_from(moves).unwrap_or(usize::MAX);
                for info in session.book_lines() {
                    say(out, &self.search(&info, session.engine.side()))?;
                }
                return self.start_search(Request::Hint, lines.min(64), session, out);
            }
            Command::Go => return self.start_search(Request::Go, 1, session, out),
            Command::Analyze => {
                status("Analyzing", out)?;
                return self.analyze(Vec::new(), session, out);
            }
        };
        Ok(done.map_err(InputError::new))
    }

    fn write_notice(&self, text: &str, out: &mut dyn Write) -> io::Result<()> {
        status(text, out)
    }

    fn write_error(&self, _line: &str, why: &dyn Display, out: &mut dyn Write) -> io::Result<()> {
        status(&format!("error: {why}"), out)
    }

    fn handle_event(
        &mut self,
        event: &Event,
        session: &mut Session,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        match event {
            Event::Info(info) if !matches!(self.request, Some(Request::Analyze(_))) => {
                say(out, &self.search(info, session.engine.side()))
            }
            Event::Finished(result) => match self.request.take() {
                Some(Request::Analyze(ahead)) => {
                    if let Some(info) = result.info.as_ref().filter(|_| !session.was_stopped()) {
                        let eval = self.discs(info, session.engine.side());
                        say(out, &Reply::Analysis(self.made - ahead.len(), eval))?;
                    }
                    match self.analyze_before(ahead, session, out)? {
                        Ok(()) => Ok(()),
                        Err(why) => self.write_error("", &why, out),
                    }
                }
                Some(Request::Go) => {
                    node_stats(result.progress, out)?;
                    let side = session.engine.side();
                    say(out, &Reply::Move(self.answer(result, side)))?;
                    status("", out)
                }
                _ => {
                    node_stats(result.progress, out)?;
                    status("", out)
                }
            },
            _ => Ok(()),
        }
    }

    fn handle_learned(&mut self, out: &mut dyn Write) -> io::Result<()> {
        say(out, &Reply::Learned)
    }

    fn write_progress(&self, progress: Progress, out: &mut dyn Write) -> io::Result<()> {
        node_stats(progress, out)
    }
}

fn say(out: &mut dyn Write, reply: &Reply) -> io::Result<()> {
    writeln!(out, "{reply}")
}

/// Shows a text to the user; an empty one clears it.
fn status(text: &str, out: &mut dyn Write) -> io::Result<()> {
    say(out, &Reply::Status(text.into()))
}

fn node_stats(progress: Progress, out: &mut dyn Write) -> io::Result<()> {
    say(out, &Reply::NodeStats(progress.nodes, progress.time))
}

impl Nboard {
    fn start_search(
        &mut self,
        request: Request,
        lines: usize,
        session: &mut Session,
        out: &mut dyn Write,
    ) -> io::Result<CommandResult> {
        let (done, text) = match request {
            Request::Go => {
                let limits = self.clock.limits(session.engine.side());
                (session.start_search(lines, &limits), "Thinking")
            }
            // The moves of the book have been shown.
            _ => (
                session.start_analysis(lines, &self.untimed_limits()),
                "Analyzing",
            ),
        };
        if done.is_err() {
            return Ok(done);
        }
        self.request = Some(request);
        status(text, out).map(Ok)
    }

    fn untimed_limits(&self) -> GoLimits {
        GoLimits {
            depth: self.clock.depth(),
            ..GoLimits::default()
        }
    }

    /// Searches the position `ahead` moves before the end, and then those before it.
    fn analyze(
        &mut self,
        ahead: Vec<String>,
        session: &mut Session,
        out: &mut dyn Write,
    ) -> io::Result<CommandResult> {
        if let Some(margin) = session.engine.margin() {
            let side = session.engine.side();
            let eval = match margin {
                0 => self.draw(side),
                _ => for_side(side, margin.into()),
            };
            say(out, &Reply::Analysis(self.made - ahead.len(), eval))?;
            return self.analyze_before(ahead, session, out);
        }
        let mut limits = self.untimed_limits();
        if limits.is_endless() {
            limits.move_time = Some(DEFAULT_MOVE_TIME);
        }
        let done = session.start_analysis(1, &limits);
        if done.is_ok() {
            self.request = Some(Request::Analyze(ahead));
        }
        Ok(done)
    }

    /// Takes back a move and continues with the position before it. At the start of the game, or when told to stop,
    /// plays all moves again.
    fn analyze_before(
        &mut self,
        mut ahead: Vec<String>,
        session: &mut Session,
        out: &mut dyn Write,
    ) -> io::Result<CommandResult> {
        let last = session.engine.last_move();
        if let Some(last) = last.filter(|_| !session.was_stopped())
            && session.engine.undo().is_ok()
        {
            ahead.push(last);
            return self.analyze(ahead, session, out);
        }
        let moves: Vec<&str> = ahead.iter().rev().map(String::as_str).collect();
        match session.engine.play(&moves) {
            Ok(()) => status("", out).map(Ok),
            Err(why) => Ok(Err(why)),
        }
    }
}

/// A value for Black, from the view of `side`.
fn for_side(side: Side, value: f64) -> f64 {
    match side {
        Side::First => value,
        // Subtraction instead of negation, to avoid -0.
        Side::Second => 0.0 - value,
    }
}

/// Evaluations as the user reads them.
impl Nboard {
    /// The value of a draw for `side` in discs.
    fn draw(&self, side: Side) -> f64 {
        for_side(side, f64::from(self.contempt) / 100.0)
    }

    /// The value of the position for `side`, which is to move, in discs.
    ///
    /// Contempt changes only the value shown for a proven draw, not the choice of moves.
    fn discs(&self, info: &PvInfo, side: Side) -> f64 {
        match info.hundredths {
            0 if info.proven.is_some() => self.draw(side),
            hundredths => f64::from(hundredths) / 100.0,
        }
    }

    fn search(&self, info: &PvInfo, side: Side) -> Reply {
        let depth = u32::from(info.depth);
        let line = info.pv.iter().map(|name| read_move(name)).collect();
        let eval = self.discs(info, side);
        let depth = match info.confidence {
            _ if info.proven.is_some() => Depth::Solved,
            100 => Depth::Moves(depth),
            percent => Depth::Selective(depth, percent),
        };
        if matches!(info.source.as_deref(), Some(ScoreSource::Book(_))) {
            Reply::Book { line, eval, depth }
        } else {
            Reply::Search { line, eval, depth }
        }
    }

    /// The chosen move; a pass if the game is over.
    fn answer(&self, result: &SearchResult, side: Side) -> Item {
        Item {
            mv: result.best.as_deref().map_or(Move::Pass, read_move),
            eval: result.info.as_ref().map(|info| self.discs(info, side)),
            seconds: Some(result.progress.time.as_secs_f64()),
        }
    }
}
