//! UGI, the Universal Game Interface, and UCI where the two agree.

use std::io::{self, Write};
use std::ops::ControlFlow;
use std::time::Duration;

use kaeshi_protocol::ugi::{
    Answer, Bound, Command, Declaration, Go, Info, Kind, Protocol, Query, Reply, Score, Setup,
    Value,
};

use super::dialect::{Dialect, Patience};
use super::options::{self, Name};
use super::session::Session;
use crate::engine::{Chosen, Counted, Event, Limits, Progress, Thought};
use crate::game::{Outcome, Side};
use crate::search::Draft;

/// The UGI dialect; it needs no memory of its own.
#[derive(Debug, Default)]
pub struct Ugi {}

impl Dialect for Ugi {
    fn hear(
        &mut self,
        line: &str,
        session: &mut Session,
        out: &mut dyn Write,
    ) -> io::Result<ControlFlow<()>> {
        let command = match Command::parse(line) {
            Ok(Some(Command::Quit)) => return Ok(ControlFlow::Break(())),
            Ok(Some(command)) => command,
            Ok(None) => return Ok(ControlFlow::Continue(())),
            Err(why) => {
                error(out, why)?;
                return Ok(ControlFlow::Continue(()));
            }
        };
        obey(command, session, out)?;
        Ok(ControlFlow::Continue(()))
    }

    fn complain(&mut self, why: &str, out: &mut dyn Write) -> io::Result<()> {
        error(out, why)
    }

    fn tell(
        &mut self,
        event: &Event,
        session: &mut Session,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        match event {
            Event::Thought(thought) => {
                let many = session.options().settings.lines > 1;
                say(out, &Reply::Info(info(thought, many)))?;
                // Whoever waits for a stop wants to know that there is nothing left to wait for.
                match &thought.proven {
                    Some(proven) if thought.rank == 1 => tell_proven(proven, out),
                    _ => Ok(()),
                }
            }
            Event::Chosen(chosen) => tell_choice(chosen, out),
            Event::Counted(counted) => tell_count(counted, out),
        }
    }

    fn pulse(&mut self, progress: Progress, out: &mut dyn Write) -> io::Result<()> {
        let mut scores = proven_scores(progress).into_iter().flatten();
        let mut info = progress_info(progress);
        info.score = scores.next();
        say(out, &Reply::Info(info))?;
        scores.try_for_each(|score| {
            let info = Info {
                score: Some(score),
                ..Info::default()
            };
            say(out, &Reply::Info(info))
        })
    }

    fn patience(&self, line: &str, waiting: usize) -> Patience {
        match Command::parse(line) {
            // What is not understood must not end a search.
            Err(_) | Ok(None) => Patience::Now,
            Ok(Some(Command::IsReady | Command::Quit | Command::Hello(_) | Command::Debug(_))) => {
                Patience::Now
            }
            Ok(Some(Command::Stop | Command::PonderHit | Command::Query(_) | Command::Print))
                if waiting == 0 =>
            {
                Patience::Now
            }
            // A stop behind a waiting search is meant for that one too.
            Ok(Some(Command::Stop | Command::PonderHit)) => Patience::Hurry,
            _ => Patience::Wait,
        }
    }
}

/// Carries out a command.
fn obey(command: Command<'_>, session: &mut Session, out: &mut dyn Write) -> io::Result<()> {
    let done = match command {
        Command::Hello(protocol) => return introduce(protocol, session, out),
        Command::IsReady => {
            session.seat.prepare();
            return say(out, &Reply::Ready);
        }
        Command::Query(query) => return answer(query, session, out),
        Command::Print => return writeln!(out, "{}", session.seat.draw()),
        Command::SetOption { name, value } => session.set_option(name, value),
        Command::Position { setup, moves } => session.set_up(setup_text(setup), &moves),
        Command::Moves(moves) => session.seat.play(&moves),
        Command::Go(go) => session.think(&limits(&go)),
        Command::NewGame => {
            session.new_game();
            Ok(())
        }
        Command::Perft(depth) => {
            session.count(depth);
            Ok(())
        }
        Command::Stop | Command::PonderHit => {
            session.stop();
            Ok(())
        }
        // There is nothing more to say in debug mode; quitting is the caller's.
        Command::Debug(_) | Command::Quit => Ok(()),
    };
    done.or_else(|why| error(out, why))
}

fn setup_text(setup: Setup<'_>) -> Option<&str> {
    match setup {
        Setup::StartPos => None,
        Setup::Fen(text) | Setup::Text(text) => Some(text),
    }
}

fn limits(go: &Go<'_>) -> Limits {
    let deepest = Draft::DEEPEST.unsigned_abs();
    let depth = |depth: u32| i8::try_from(depth.min(deepest.into())).unwrap_or(Draft::DEEPEST);
    Limits {
        clock: go.clock,
        increment: go.increment.map(Option::unwrap_or_default),
        moves_to_go: go.moves_to_go.map(Into::into),
        move_time: go.move_time,
        depth: go.depth.map(|plies| depth(plies.into())),
        nodes: go.nodes.map(Into::into),
        infinite: go.infinite || go.ponder,
        search_moves: go.search_moves.iter().map(|&mv| mv.to_owned()).collect(),
    }
}

fn say(out: &mut dyn Write, reply: &Reply) -> io::Result<()> {
    writeln!(out, "{reply}")
}

fn error(out: &mut dyn Write, why: impl std::fmt::Display) -> io::Result<()> {
    say(out, &Reply::Info(Info::string(format!("error: {why}"))))
}

fn introduce(protocol: Protocol, session: &Session, out: &mut dyn Write) -> io::Result<()> {
    let name = concat!("Kaeshi ", env!("CARGO_PKG_VERSION"));
    say(out, &Reply::Name(name.into()))?;
    say(out, &Reply::Author("the Kaeshi developers".into()))?;
    for name in Name::ALL {
        say(out, &Reply::Option(declaration(name, session)))?;
    }
    say(out, &Reply::Welcome(protocol))
}

fn declaration(name: Name, session: &Session) -> Declaration {
    let value = session.options().value(name);
    let number = |number: usize| i64::try_from(number).unwrap_or(i64::MAX);
    let kind = match name.kind() {
        options::Kind::Number { min, max } => Kind::Spin {
            default: value.parse().unwrap_or_default(),
            min: number(min),
            max: number(max),
        },
        options::Kind::Switch => Kind::Check {
            default: value == "true",
        },
        options::Kind::Text => Kind::String {
            default: value.into(),
        },
        options::Kind::Button => Kind::Button,
    };
    Declaration {
        name: name.text().into(),
        kind,
    }
}

fn answer(query: Query, session: &Session, out: &mut dyn Write) -> io::Result<()> {
    let seat = &session.seat;
    let over = seat.result();
    let answer = match query {
        Query::P1Turn => Answer::Truth(seat.side() == Side::First),
        Query::P2Turn => Answer::Truth(seat.side() == Side::Second),
        Query::GameOver => Answer::Truth(over.is_some()),
        Query::Result => match over {
            None => Answer::Undecided,
            Some(Outcome::Drawn) => Answer::Draw,
            Some(Outcome::Won(Side::First)) => Answer::P1Win,
            Some(Outcome::Won(Side::Second)) => Answer::P2Win,
        },
        Query::Fen => Answer::Text(seat.write().into()),
        Query::Board => {
            writeln!(out, "{}", seat.draw())?;
            Answer::Text(seat.write().into())
        }
    };
    say(out, &Reply::Response(answer))
}

/// One line of an iteration.
fn info(thought: &Thought, many: bool) -> Info {
    let value = match thought.score.plies_to_end() {
        Some(plies) if thought.score.0 < 0 => Value::Mate(-i32::from(plies)),
        Some(plies) => Value::Mate(plies.into()),
        None => Value::Cp(thought.hundredths),
    };
    Info {
        depth: Some(thought.depth.into()),
        seldepth: Some(thought.deepest.into()),
        selectivity: (thought.confidence < 100).then_some(thought.confidence),
        multipv: many.then(|| u32::try_from(thought.rank).unwrap_or(u32::MAX)),
        score: Some(Score {
            value,
            bound: if thought.finished {
                Bound::Exact
            } else {
                Bound::Lower
            },
        }),
        pv: thought.line.iter().map(|mv| mv.as_str().into()).collect(),
        ..progress_info(thought.progress)
    }
}

/// What is proven: a score, or up to two bounds.
fn proven_scores(progress: Progress) -> [Option<Score>; 2] {
    let score = |cp, bound| Score {
        value: Value::Cp(cp),
        bound,
    };
    match progress.bounds {
        [Some(lower), Some(upper)] if lower == upper => [Some(score(lower, Bound::Exact)), None],
        [lower, upper] => [
            lower.map(|lower| score(lower, Bound::Lower)),
            upper.map(|upper| score(upper, Bound::Upper)),
        ],
    }
}

fn progress_info(progress: Progress) -> Info {
    Info {
        nodes: Some(progress.nodes),
        time: Some(whole_milliseconds(progress.time)),
        nps: Some(progress.nodes_per_second()),
        hashfull: Some(progress.hashfull),
        ..Info::default()
    }
}

fn whole_milliseconds(time: Duration) -> Duration {
    Duration::from_millis(u64::try_from(time.as_millis()).unwrap_or(u64::MAX))
}

fn tell_proven(proven: &str, out: &mut dyn Write) -> io::Result<()> {
    say(out, &Reply::Info(Info::string(format!("proven: {proven}"))))
}

/// What is proven, if it is news, a last count of nodes, and the move: exactly two words.
fn tell_choice(chosen: &Chosen, out: &mut dyn Write) -> io::Result<()> {
    let told = chosen
        .thought
        .as_ref()
        .and_then(|best| best.proven.as_ref());
    if let (Some(proven), None) = (&chosen.proven, told) {
        tell_proven(proven, out)?;
    }
    say(out, &Reply::Info(progress_info(chosen.progress)))?;
    let best = chosen.best.as_deref().unwrap_or("(none)");
    say(out, &Reply::BestMove(best.into()))
}

fn tell_count(counted: &Counted, out: &mut dyn Write) -> io::Result<()> {
    for (mv, leaves) in &counted.moves {
        say(out, &Reply::Info(Info::string(format!("{mv} {leaves}"))))?;
    }
    let Some(leaves) = counted.leaves else {
        return error(out, "the count was stopped");
    };
    let progress = Progress {
        nodes: leaves,
        time: counted.time,
        ..Progress::default()
    };
    let info = Info {
        hashfull: None,
        string: Some("leaves counted".into()),
        ..progress_info(progress)
    };
    say(out, &Reply::Info(info))
}
