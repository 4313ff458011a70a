//! The report of a match: a line for every game and a summary at the end, for people or for scripts.

use std::io::{self, Write};

use super::digest::FileDigest;
use super::elo::Elo;
use super::player::End;
use super::record::{Entry, Record};
use super::results::{Faults, Results};
use super::sprt::{SprtState, Verdict};
use super::time_usage::{PHASES, Summary, TimeTotals};

/// Describes a record: its number of games, and the files whose changes are detected.
pub(super) fn record(record: &Record, games: usize, out: &mut impl Write) -> io::Result<()> {
    let digest = |file: &FileDigest| format!("{} (sha256 {:.12})", file.path, file.sha256);
    let files = record.files().map(|files| match files {
        [] => "no file found in its command".into(),
        files => files.iter().map(digest).collect::<Vec<_>>().join(", "),
    });
    let [first, second] = files;
    writeln!(
        out,
        "Record of {games} games; first program: {first}; second program: {second}"
    )
}

/// One line for a game, with the standing of the match.
pub(super) fn game(entry: &Entry, results: &Results, out: &mut impl Write) -> io::Result<()> {
    let color = if entry.first_moves_first { "x" } else { "o" };
    let points = match entry.points {
        points if points > 0.75 => "won",
        points if points < 0.25 => "lost",
        _ => "drawn",
    };
    write!(out, "{:4} as {color} {points}", entry.number)?;
    let loser = usize::from(entry.points > 0.5);
    let loser = ["first", "second"][loser];
    match (&entry.end, entry.margin) {
        (End::Over, Some(margin)) => write!(out, " {margin:+}")?,
        (End::Proven, Some(margin)) => write!(out, " {margin:+}, proven")?,
        (End::Over | End::Proven, None) => {}
        (End::Time, _) => write!(out, " on time")?,
        (End::Illegal(why), _) => write!(out, ": illegal move of the {loser} program ({why})")?,
        (End::Forfeit(why), _) => write!(out, ": forfeit of the {loser} program ({why})")?,
    }
    // Without clocks these are limits of a move.
    if results.has_clocks {
        let [first, second] = entry.left;
        write!(out, ", clocks {first:.2} {second:.2}")?;
    }
    if let Some(seconds) = entry.stalled {
        write!(out, ", the machine was away for {seconds:.2} s")?;
    }
    writeln!(out, ": {results}")?;
    out.flush()
}

/// The score, the result of the test, the time usage, and the violations of rules.
pub(super) fn end(results: &Results, labels: &[String; 2], out: &mut impl Write) -> io::Result<()> {
    let [first, second] = labels;
    writeln!(out, "{first} against {second}: {results}")?;
    if !results.elo().is_some_and(|elo| elo.is_meaningful()) {
        let least = Elo::MIN_PAIRS;
        writeln!(
            out,
            "Too few games for an Elo difference: it takes {least} pairs."
        )?;
    }
    test(results, out)?;
    writeln!(
        out,
        "Pairs of games with 0, 1/2, 1, 1 1/2, 2 points: {:?}",
        results.pairs
    )?;
    for ((label, totals), faults) in labels.iter().zip(results.accounts).zip(results.faults) {
        program(label, &totals, faults, out)?;
    }
    out.flush()
}

/// The log-likelihood ratio and the verdict of the test, if there is one.
pub(super) fn test(results: &Results, out: &mut impl Write) -> io::Result<()> {
    let Some(SprtState {
        test, llr, verdict, ..
    }) = results.sprt_state()
    else {
        return Ok(());
    };
    let verdict = match verdict {
        Some(Verdict::H0) => "H0 accepted",
        Some(Verdict::H1) => "H1 accepted",
        None => "undecided",
    };
    writeln!(out, "{test}: LLR {llr:+.2}, {verdict}")
}

/// The time usage of a program, and its violations of rules.
pub(super) fn program(
    label: &str,
    totals: &TimeTotals,
    faults: Faults,
    out: &mut impl Write,
) -> io::Result<()> {
    write!(out, "{label}: ")?;
    if let Some(summary) = totals.summary() {
        time(&summary, out)?;
    }
    writeln!(out, "{faults}")
}

fn time(summary: &Summary, out: &mut impl Write) -> io::Result<()> {
    let phases = PHASES.iter().zip(summary.used_by_phase);
    let phases: Vec<_> = phases
        .map(|(plies, seconds)| format!("{seconds:.2} s in plies {plies}"))
        .collect();
    write!(
        out,
        "{} a game, slowest move {:.2} s, ",
        phases.join(", "),
        summary.slowest_move
    )?;
    if let Some(least) = summary.least_left {
        write!(out, "least time left {least:.2} s, ")?;
    }
    if let Some(left) = summary.left_at_end {
        write!(out, "left at the end {left:.2} s, ")?;
    }
    Ok(())
}

/// The summary as one JSON object.
pub(super) fn json(
    results: &Results,
    commands: [&str; 2],
    labels: &[String; 2],
    interrupted: bool,
    out: &mut impl Write,
) -> io::Result<()> {
    let [wins, draws, losses] = results.results();
    let elo = results.elo();
    let trusted = elo.filter(Elo::is_meaningful);
    let [first, second] = [0, 1].map(
        |program| serde_json::json!({ "command": commands[program], "name": labels[program] }),
    );
    let faults = |of: fn(&Faults) -> u32| results.faults.each_ref().map(of);
    let object = serde_json::json!({
        "first": first,
        "second": second,
        "interrupted": interrupted,
        "wins": wins,
        "draws": draws,
        "losses": losses,
        "score": results.score(),
        "margin": results.margin(),
        // JSON has no infinity, so an infinite value is null, as is one that needs more games.
        "elo": elo.map(|elo| elo.difference),
        "elo_error": trusted.and_then(|elo| elo.error()),
        "elo_interval": trusted.map(|elo| elo.interval),
        "los": trusted.map(|elo| elo.superiority),
        "normalized_elo": elo.and_then(|elo| elo.normalized),
        "pairs": results.pairs,
        "sprt": results.sprt_state(),
        "forfeits": faults(|faults| faults.sum()),
        "lost_on_time": faults(|faults| faults.time),
        "illegal_moves": faults(|faults| faults.illegal),
        "phases": PHASES,
        "time": results.accounts.each_ref().map(TimeTotals::summary),
    });
    writeln!(out, "{object}")?;
    out.flush()
}
