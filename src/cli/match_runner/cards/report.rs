//! The report of a match of cards: a line for every deal and a summary at the end, for people or for scripts.

use std::io::{self, Write};

use super::entry::Entry;
use super::points::{Means, Points};
use crate::cli::match_runner::player::End;
use crate::cli::match_runner::report;
use crate::cli::match_runner::results::Faults;
use crate::cli::match_runner::time_usage::{PHASES, TimeTotals};
use crate::cli::number::count;

/// A line for a game that ended by forfeit, and one for a deal that is complete with this game.
pub(super) fn game(entry: &Entry, points: &Points, out: &mut impl Write) -> io::Result<()> {
    if let Some(loser) = entry.loser {
        let program = ["first", "second"][entry.program(loser)];
        let what = match &entry.end {
            End::Over | End::Proven => "is over".into(),
            End::Time => "lost on time".into(),
            End::Illegal(why) => format!("lost by an illegal move ({why})"),
            End::Forfeit(why) => format!("lost by forfeit ({why})"),
        };
        let number = entry.number;
        writeln!(
            out,
            "     game {number}: {what}, player {loser} of the {program} program"
        )?;
    }
    let is_complete = points.deals() == entry.deal;
    if let Some(difference) = points.last_difference().filter(|_| is_complete) {
        writeln!(out, "{:4} {difference:+.2}: {points}", entry.deal)?;
    }
    out.flush()
}

/// The points, the places, the time usage, and the violations of rules.
pub(super) fn end(points: &Points, labels: &[String; 2], out: &mut impl Write) -> io::Result<()> {
    let [first, second] = labels;
    let (deals, games) = (points.deals(), points.games());
    let deals = count(deals, "deal", "deals");
    writeln!(
        out,
        "{first} against {second}: {deals}, {games} games, {points}"
    )?;
    if points.means().is_none_or(|means| means.error.is_none()) {
        writeln!(out, "Too few deals for a standard error: it takes 2.")?;
    }
    for (label, places) in labels.iter().zip(&points.places) {
        let places: Vec<_> = places.iter().map(u32::to_string).collect();
        writeln!(
            out,
            "Places of {label}, from first to last: {}",
            places.join(" ")
        )?;
    }
    for ((label, totals), faults) in labels.iter().zip(&points.accounts).zip(points.faults) {
        report::program(label, totals, faults, out)?;
    }
    out.flush()
}

/// The summary as one JSON object.
pub(super) fn json(
    points: &Points,
    commands: [&str; 2],
    labels: &[String; 2],
    interrupted: bool,
    out: &mut impl Write,
) -> io::Result<()> {
    let [first, second] = [0, 1].map(
        |program| serde_json::json!({ "command": commands[program], "name": labels[program] }),
    );
    let faults = |of: fn(&Faults) -> u32| points.faults.each_ref().map(of);
    let means = points.means();
    let object = serde_json::json!({
        "first": first,
        "second": second,
        "interrupted": interrupted,
        "deals": points.deals(),
        "games": points.games(),
        "points": means.map(|means| means.points),
        "difference": means.map(|means| means.difference),
        "standard_error": means.and_then(|means: Means| means.error),
        "places": points.places,
        "forfeits": faults(|faults| faults.sum()),
        "lost_on_time": faults(|faults| faults.time),
        "illegal_moves": faults(|faults| faults.illegal),
        "phases": PHASES,
        "time": points.accounts.each_ref().map(TimeTotals::summary),
    });
    writeln!(out, "{object}")?;
    out.flush()
}
