//! USI-X, for Othello.

use std::fmt::Display;
use std::io::{self, Write};

use kaeshi_protocol::Malformed;
use kaeshi_protocol::usi::{Command, Go, Info, Reply, Setup, Sfen};

use super::info::progress_info;
use super::options::{self, Name};
use super::othello;
use super::play::is_square;
use super::protocol::{CommandResult, Protocol, Scheduling};
use super::session::Session;
use crate::engine::{Event, GoLimits, Progress, PvInfo, SearchResult};
use crate::game::{InputError, Side};

/// USI-X, which keeps no state.
#[derive(Debug, Default)]
pub struct Usi;

/// USI's name of the option [`Name::Ponder`].
const PONDER: &str = "USI_Ponder";

impl Protocol for Usi {
    type Command<'a> = Command<'a>;

    fn parse(line: &str) -> Result<Option<Command<'_>>, Malformed> {
        Command::parse(line)
    }

    fn scheduling(command: &Command<'_>, queued: usize) -> Scheduling {
        match command {
            Command::Hello | Command::IsReady | Command::ScoreType | Command::Quit => {
                Scheduling::Immediate
            }
            Command::Stop | Command::PonderHit(_) if queued == 0 => Scheduling::Immediate,
            // A stop after a queued search also stops that search.
            Command::Stop | Command::GameOver => Scheduling::StopThenQueue,
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
            Command::Hello => return write_greeting(session, out),
            Command::IsReady => {
                session.engine.prepare();
                return say(out, &Reply::Ready).map(Ok);
            }
            Command::ScoreType => {
                return say(out, &Reply::ScoreInDiscs { min: -64, max: 64 }).map(Ok);
            }
            Command::SetOption { name, .. } if name.eq_ignore_ascii_case(Name::Game.text()) => {
                Err(InputError::new("USI-X plays Othello only"))
            }
            Command::SetOption { name, value } if name.eq_ignore_ascii_case(PONDER) => {
                session.set_option(Name::Ponder.text(), value)
            }
            Command::SetOption { name, value } => session.set_option(name, value),
            Command::Position { setup, moves } => set_up(setup, &moves, session),
            Command::Go(go) => {
                let limits = limits(&go, session.engine.side());
                session.start_search(session.options().settings.lines, &limits)
            }
            Command::PonderHit(go) => hit(&go, session),
            Command::NewGame => {
                session.new_game();
                Ok(())
            }
            Command::Stop => {
                session.stop();
                Ok(())
            }
            Command::GameOver | Command::Quit => Ok(()),
        };
        Ok(done)
    }

    fn write_notice(&self, text: &str, out: &mut dyn Write) -> io::Result<()> {
        say(out, &Reply::Info(Info::string(text)))
    }

    fn write_error(&self, _line: &str, why: &dyn Display, out: &mut dyn Write) -> io::Result<()> {
        let text = format!("error: {why}");
        say(out, &Reply::Info(Info::string(text)))
    }

    fn handle_event(
        &mut self,
        event: &Event,
        session: &mut Session,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        match event {
            Event::Info(info) => {
                let many = session.options().settings.lines > 1;
                say(out, &Reply::Info(info_reply(info, many)))
            }
            Event::Finished(result) => write_best_move(result, session.options().ponder, out),
            Event::Perft(_) => Ok(()),
        }
    }

    fn write_progress(&self, progress: Progress, out: &mut dyn Write) -> io::Result<()> {
        say(out, &Reply::Info(progress_info(progress)))
    }
}

fn say(out: &mut dyn Write, reply: &Reply) -> io::Result<()> {
    writeln!(out, "{reply}")
}

fn write_greeting(session: &mut Session, out: &mut dyn Write) -> io::Result<CommandResult> {
    // This protocol has no other game, so an earlier choice is undone.
    let result = othello::choose(session);
    say(out, &Reply::Name(options::PROGRAM.into()))?;
    say(out, &Reply::Author(options::AUTHOR.into()))?;
    for name in Name::ALL.into_iter().filter(|name| *name != Name::Game) {
        let mut declaration = options::declaration(name, session.options());
        if name == Name::Ponder {
            declaration.name = PONDER.into();
        }
        say(out, &Reply::Option(declaration))?;
    }
    say(out, &Reply::Welcome)?;
    Ok(result)
}

fn set_up(setup: Setup, moves: &[&str], session: &mut Session) -> Result<(), InputError> {
    let text = match setup {
        Setup::StartPos => None,
        Setup::Sfen(Sfen { board, side, .. }) => Some(othello::position(&board, side)),
    };
    // This protocol has no other game.
    othello::choose(session)?;
    let engine = &mut session.engine;
    engine
        .set_up(text.as_deref(), moves)
        .map_err(InputError::new)
}

/// The limits for `side`. With byo-yomi, a move takes its byo-yomi and a small part of the main time.
fn limits(go: &Go, side: Side) -> GoLimits {
    /// A move may take this fraction of the main time, as 1 / `PART`.
    const PART: u32 = 30;
    let clock = go.clock[side.index()].unwrap_or_default();
    let byoyomi = go.byoyomi.filter(|time| !time.is_zero());
    let for_one_move = byoyomi.map(|time| time.saturating_add(clock / PART));
    GoLimits {
        clock: go.clock,
        increment: go.increment.map(Option::unwrap_or_default),
        move_time: go.move_time.or(for_one_move),
        depth: go.depth.map(|plies| options::depth(plies.into())),
        nodes: go.nodes.map(Into::into),
        infinite: go.infinite,
        ponder: go.ponder,
        ..GoLimits::default()
    }
}

/// Handles `ponderhit`, with the clocks that it sends, if any.
fn hit(go: &Go, session: &mut Session) -> Result<(), InputError> {
    let Go {
        depth,
        nodes,
        infinite,
        ponder,
        ..
    } = go;
    if depth.is_some() || nodes.is_some() || *infinite || *ponder {
        let why =
            "only clocks (btime, wtime, binc, winc, byoyomi, movetime) may follow 'ponderhit'";
        return Err(InputError::new(why));
    }
    let limits = (*go != Go::default()).then(|| limits(go, session.engine.side()));
    session.ponderhit(limits);
    Ok(())
}

/// The `info` of a line of an iteration.
fn info_reply(info: &PvInfo, many: bool) -> Info {
    let line = info.pv.iter().map(|name| move_name(name).into());
    Info {
        depth: Some(info.depth.into()),
        seldepth: Some(info.seldepth.into()),
        multipv: many.then(|| u32::try_from(info.rank).unwrap_or(u32::MAX)),
        score: Some(discs(info.hundredths)),
        pv: line.collect(),
        ..progress_info(info.progress)
    }
}

/// Converts hundredths of a disc to discs, rounded half away from zero.
fn discs(hundredths: i32) -> i32 {
    (hundredths + 50 * hundredths.signum()) / 100
}

/// The move, or a pass if the game is over.
///
/// The ponder move follows if the interface uses pondering.
fn write_best_move(result: &SearchResult, ponders: bool, out: &mut dyn Write) -> io::Result<()> {
    say(out, &Reply::Info(progress_info(result.progress)))?;
    let best = result.best.as_deref().map_or(PASS, move_name).into();
    let line = result.info.as_ref().filter(|_| ponders);
    let expected = line.and_then(|info| info.pv.get(1));
    let ponder = expected.map(|name| move_name(name).into());
    say(out, &Reply::BestMove { best, ponder })
}

/// The name of a pass in USI-X.
const PASS: &str = "pass";

fn move_name(name: &str) -> &str {
    if is_square(name) { name } else { PASS }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn scores_are_whole_discs() {
        let cases = [
            (0, 0),
            (49, 0),
            (50, 1),
            (-49, 0),
            (-50, -1),
            (-6400, -64),
            (149, 1),
        ];
        for (hundredths, expected) in cases {
            assert_eq!(discs(hundredths), expected, "{hundredths}");
        }
    }

    #[test]
    fn a_move_takes_its_own_time_and_a_little_of_the_main_time() {
        let milliseconds = Duration::from_millis;
        let go = |clock, byoyomi| Go {
            clock: [Some(milliseconds(clock)); 2],
            byoyomi: Some(milliseconds(byoyomi)),
            ..Go::default()
        };
        let time = |go: &Go| limits(go, Side::Second).move_time;
        assert_eq!(time(&go(0, 500)), Some(milliseconds(500)));
        assert_eq!(time(&go(3000, 500)), Some(milliseconds(600)));
        assert_eq!(time(&go(3000, 0)), None);
        assert!(limits(&go(0, 0), Side::First).is_timed());
        assert!(limits(&Go::default(), Side::First).is_endless());
    }
}
