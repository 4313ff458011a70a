//! The report of a tournament: a line for each game, a crosstable with ratings, or the same as JSON.

use std::fmt::Write as _;
use std::io::{self, Write};
use std::time::Duration;

use serde_json::{Value, json};

use super::engine_spec::EngineSpec;
use super::player::End;
use super::record::Entry;
use super::report;
use super::results::Results;
use super::tally::Tally;
use crate::cli::number::count;
use crate::cli::seconds::clock;

/// The programs of a tournament and the rating of one of them.
pub(super) struct Table<'a> {
    pub(super) engines: &'a [EngineSpec],
    /// The index of the program with a fixed rating, and the rating.
    pub(super) anchor: Option<(usize, f64)>,
}

/// How far a tournament is.
pub(super) struct Progress {
    /// Number of games that have ended.
    pub(super) done: usize,
    /// Number of games of the tournament, and the estimated time for the others; `None` if a test decides on the end.
    pub(super) all: Option<(usize, Option<Duration>)>,
}

/// One line for a game, with the number of games so far.
pub(super) fn game(
    entry: &Entry,
    names: [&str; 2],
    progress: &Progress,
    out: &mut impl Write,
) -> io::Result<()> {
    let [first, second] = names;
    let [black, white] = if entry.first_moves_first {
        [first, second]
    } else {
        [second, first]
    };
    let points = if entry.first_moves_first {
        entry.points
    } else {
        1.0 - entry.points
    };
    let result = match points {
        points if points > 0.75 => "1-0",
        points if points < 0.25 => "0-1",
        _ => "1/2",
    };
    let loser = if points > 0.5 { white } else { black };
    let how = match (&entry.end, entry.margin) {
        (End::Over, Some(margin)) => {
            format!(
                " {:+}",
                if entry.first_moves_first {
                    margin
                } else {
                    -margin
                }
            )
        }
        (End::Proven, Some(margin)) => {
            format!(
                " {:+}, proven",
                if entry.first_moves_first {
                    margin
                } else {
                    -margin
                }
            )
        }
        (End::Over | End::Proven, None) => String::new(),
        (End::Time, _) => format!(", {loser} lost on time"),
        (End::Illegal(why), _) => format!(", illegal move of {loser} ({why})"),
        (End::Forfeit(why), _) => format!(", forfeit of {loser} ({why})"),
    };
    let away = entry.stalled.map_or_else(String::new, |seconds| {
        format!(", the machine was away for {seconds:.2} s")
    });
    let done = progress.done;
    let progress = match progress.all {
        None => count(done, "game", "games"),
        Some((all, None)) => format!("{done} of {all} games"),
        Some((all, Some(left))) => format!("{done} of {all} games, {} left", clock(left)),
    };
    writeln!(
        out,
        "{:>5} {black} - {white} {result}{how}{away}; {progress}",
        entry.number
    )?;
    out.flush()
}

/// A row of the table.
struct Row {
    engine: usize,
    elo: f64,
    error: f64,
    games: u32,
    points: f64,
    /// The probability of being stronger than the next one.
    superiority: Option<f64>,
}

impl Table<'_> {
    /// All programs with games, best first.
    fn rows(&self, tally: &Tally) -> Vec<Row> {
        let count = self.engines.len();
        let ratings = tally.ratings(count, self.anchor);
        let mut rows: Vec<Row> = (0..count)
            .map(|engine| {
                let scores = (0..count).map(|other| tally.score(engine, other));
                let (points, games) =
                    scores.fold((0.0, 0), |sum, score| (sum.0 + score.0, sum.1 + score.1));
                Row {
                    engine,
                    elo: ratings.elo[engine],
                    error: ratings.error(engine),
                    games,
                    points,
                    superiority: None,
                }
            })
            .collect();
        rows.sort_by(|one, other| other.elo.total_cmp(&one.elo));
        for at in 1..rows.len() {
            let [better, worse] = [at - 1, at].map(|at| rows[at].engine);
            rows[at - 1].superiority = Some(ratings.superiority(better, worse));
        }
        rows
    }

    /// Writes the crosstable.
    pub(super) fn print(&self, tally: &Tally, out: &mut impl Write) -> io::Result<()> {
        let rows = self.rows(tally);
        let names = self
            .engines
            .iter()
            .map(|engine| engine.name.chars().count());
        let width = names.max().unwrap_or_default().clamp(4, 30);
        let mut head = format!(
            "{:>4}  {:width$} {:>6} {:>6} {:>6} {:>8} {:>6} {:>6}",
            "rank", "name", "Elo", "+-", "games", "points", "score", "LOS"
        );
        for rank in 1..=rows.len() {
            let _ = write!(head, " {rank:>9}");
        }
        writeln!(out, "{head}")?;
        for (row, rank) in rows.iter().zip(1..) {
            let name: String = self.engines[row.engine].name.chars().take(width).collect();
            let score = 100.0 * row.points / f64::from(row.games.max(1));
            let superiority = row
                .superiority
                .map_or_else(String::new, |los| format!("{:.1} %", 100.0 * los));
            let mut line = format!(
                "{rank:>4}  {name:width$} {:>+6.0} {:>6.0} {:>6} {:>8.1} {score:>4.1} % {superiority:>6}",
                row.elo, row.error, row.games, row.points
            );
            for other in &rows {
                let cell = match tally.score(row.engine, other.engine) {
                    (_, 0) => "-".into(),
                    (points, games) => format!("{points:.1}/{games}"),
                };
                let _ = write!(line, " {cell:>9}");
            }
            writeln!(out, "{}", line.trim_end())?;
        }
        for row in &rows {
            let faults = tally.faults(row.engine);
            if faults.sum() > 0 {
                let name = &self.engines[row.engine].name;
                writeln!(out, "{name}: {faults}")?;
            }
        }
        for results in &tally.pairings {
            report::test(results, out)?;
        }
        if tally.stalled > 0 {
            writeln!(
                out,
                "Games during which the machine was away: {}",
                tally.stalled
            )?;
        }
        out.flush()
    }

    /// Writes everything as one object.
    pub(super) fn json(
        &self,
        tally: &Tally,
        interrupted: bool,
        out: &mut impl Write,
    ) -> io::Result<()> {
        let engine = |row: &Row| {
            let spec = &self.engines[row.engine];
            let faults = tally.faults(row.engine);
            json!({
                "name": spec.name,
                "command": spec.command,
                "elo": row.elo,
                "elo_error": row.error,
                "games": row.games,
                "points": row.points,
                "los_against_next": row.superiority,
                "forfeits": faults.sum(),
                "lost_on_time": faults.time,
                "illegal_moves": faults.illegal,
            })
        };
        let encounter = |(engines, results): (&[usize; 2], &Results)| {
            let [wins, draws, losses] = results.results();
            let names = engines.map(|engine| self.engines[engine].name.as_str());
            json!({
                "engines": names,
                "wins": wins,
                "draws": draws,
                "losses": losses,
                "margin": results.margin(),
                "pairs": results.pairs,
                "sprt": results.sprt_state(),
            })
        };
        let encounters = tally.schedule().pairings().iter().zip(&tally.pairings);
        let object = json!({
            "interrupted": interrupted,
            "games": tally.games(),
            "stalled": tally.stalled,
            "engines": self.rows(tally).iter().map(engine).collect::<Vec<Value>>(),
            "encounters": encounters.map(encounter).collect::<Vec<Value>>(),
        });
        writeln!(out, "{object}")?;
        out.flush()
    }
}
