//! Writes the events of the engine in UGI and UCI.

use std::fmt::Display;
use std::io::{self, Write};

use kaeshi_protocol::ugi::{Bound, Info, Reply, Score, UgiOrUci, Value};

use super::notation::Writing;
use super::write::{error, say};
use crate::engine::{PerftResult, Progress, PvInfo, RolloutStats, ScoreSource, SearchResult};
use crate::shell::info::progress_info;
use crate::shell::session::Session;

/// A line of an iteration, and a message if it is proven.
pub(super) fn write_info(
    info: &PvInfo,
    (notation, protocol): (&Writing, UgiOrUci),
    session: &Session,
    out: &mut dyn Write,
) -> io::Result<()> {
    let many = session.options().settings.lines > 1;
    let mut reply = info_reply(info, protocol, many);
    let line = notation.write_line(&info.pv, session);
    reply.pv = line.into_iter().map(Into::into).collect();
    if let (Some(ScoreSource::Book(by)), Some(first)) = (info.source.as_deref(), reply.pv.first()) {
        let text = book_text(info.hundredths, first, by);
        say(out, &Reply::Info(Info::string(text)))?;
    }
    say(out, &Reply::Info(reply))?;
    // During an endless search, the message says that there is no need to wait any longer.
    match &info.proven {
        Some(proven) if info.rank == 1 => write_proven(proven, out),
        _ => Ok(()),
    }
}

/// The `info` of a line without its moves. UGI counts plies to a win, UCI the winner's moves.
fn info_reply(info: &PvInfo, protocol: UgiOrUci, many: bool) -> Info {
    let has_won = info.score.0 >= 0;
    let distance = |plies: u16| -> i32 {
        match protocol {
            UgiOrUci::Ugi => plies.into(),
            UgiOrUci::Uci if has_won => plies.div_ceil(2).into(),
            UgiOrUci::Uci => (plies / 2).into(),
        }
    };
    let value = match info.score.plies_to_end() {
        Some(plies) if has_won => Value::Mate(distance(plies)),
        Some(plies) => Value::Mate(-distance(plies)),
        None => Value::Cp(info.hundredths),
    };
    Info {
        depth: Some(info.depth.into()),
        seldepth: Some(info.seldepth.into()),
        selectivity: (info.confidence < 100).then_some(info.confidence),
        multipv: many.then(|| u32::try_from(info.rank).unwrap_or(u32::MAX)),
        score: Some(Score {
            value,
            bound: if info.finished {
                Bound::Exact
            } else {
                Bound::Lower
            },
        }),
        string: match info.source.as_deref() {
            Some(ScoreSource::Rollouts(sample)) => {
                Some(rollout_text(sample, info.hundredths).into())
            }
            Some(ScoreSource::Book(_)) | None => None,
        },
        ..progress_info(info.progress)
    }
}

/// The progress of the search, with the proven bounds.
pub(super) fn write_progress(progress: Progress, out: &mut dyn Write) -> io::Result<()> {
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

/// A move of the opening book as text, with its value in discs.
fn book_text(hundredths: i32, mv: impl Display, by: &str) -> String {
    format!("book {mv} {:+}, {by}", hundredths / 100)
}

/// A mean of rollouts as text, with the expected points.
fn rollout_text(sample: &RolloutStats, hundredths: i32) -> String {
    let RolloutStats { worlds, playouts } = sample;
    let points = f64::from(hundredths) / 100.0;
    format!("worlds {worlds} playouts {playouts} points {points:.2}")
}

/// The proven score, or up to two proven bounds.
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

fn write_proven(proven: &str, out: &mut dyn Write) -> io::Result<()> {
    say(out, &Reply::Info(Info::string(format!("proven: {proven}"))))
}

/// The proven value if it is new, the final node count, and the move. `bestmove` has exactly two words, except in UCI
/// with pondering, where the ponder move follows.
pub(super) fn write_best_move(
    result: &SearchResult,
    (notation, protocol): (&Writing, UgiOrUci),
    session: &Session,
    out: &mut dyn Write,
) -> io::Result<()> {
    let reported = result.info.as_ref().and_then(|best| best.proven.as_ref());
    if let (Some(proven), None) = (&result.proven, reported) {
        write_proven(proven, out)?;
    }
    say(out, &Reply::Info(progress_info(result.progress)))?;
    let best = result.best.as_deref();
    let best = best.map_or("(none)".into(), |best| notation.write_move(best, session));
    let wanted = protocol == UgiOrUci::Uci && session.options().ponder;
    let line = result.info.as_ref().filter(|_| wanted);
    let line = line.map(|info| notation.write_line(&info.pv, session));
    let ponder = line.and_then(|line| Some(line.get(1)?.as_str().into()));
    let best = best.into();
    say(out, &Reply::BestMove { best, ponder })
}

/// The leaves below each root move, and their sum.
pub(super) fn write_perft(
    perft: &PerftResult,
    notation: &Writing,
    session: &Session,
    out: &mut dyn Write,
) -> io::Result<()> {
    for (mv, leaves) in &perft.moves {
        let mv = notation.write_move(mv, session);
        say(out, &Reply::Info(Info::string(format!("{mv} {leaves}"))))?;
    }
    let Some(leaves) = perft.leaves else {
        return error(out, "the count was stopped");
    };
    let progress = Progress {
        nodes: leaves,
        time: perft.time,
        ..Progress::default()
    };
    let info = Info {
        hashfull: None,
        string: Some("leaves counted".into()),
        ..progress_info(progress)
    };
    say(out, &Reply::Info(info))
}
