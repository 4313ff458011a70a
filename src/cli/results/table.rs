//! The tables of a pair of programs: rows by limit, opening, side and record, with their statistics.

use std::cmp::Ordering;

use clap::ValueEnum;

use super::collection::{Collection, ProgramPair};
use super::limit::Limit;
use crate::cli::match_runner::elo::Elo;
use crate::cli::match_runner::results::{Faults, Results};

/// What the games of a table are sorted by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum By {
    /// The limits of the programs: time, depth or level.
    Time,
    /// The opening.
    Opening,
    /// The side of the first program.
    Side,
    /// The file.
    Record,
}

impl By {
    const ALL: [Self; 4] = [Self::Time, Self::Opening, Self::Side, Self::Record];
    /// The tables of a graph without lines.
    pub(super) const BARS: [Self; 2] = [Self::Opening, Self::Side];

    /// The heading of the table and its key in JSON.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Time => "time",
            Self::Opening => "opening",
            Self::Side => "side",
            Self::Record => "record",
        }
    }
}

/// The tables to show, and whether also those with a single row: the one that was `chosen`, or all.
pub(super) fn shown(chosen: Option<By>) -> Vec<(By, bool)> {
    match chosen {
        Some(by) => vec![(by, true)],
        None => By::ALL.map(|by| (by, false)).into(),
    }
}

/// One row: the score of the first program in some games.
#[derive(Debug, Clone)]
pub(super) struct Row {
    pub(super) name: String,
    /// The limits of both programs, in a table by time.
    pub(super) limits: Option<[Limit; 2]>,
    /// Won, drawn and lost games.
    pub(super) results: [u32; 3],
    /// Number of pairs of games with 0, ½, 1, 1½ and 2 points. `None` where the games are counted singly.
    pub(super) pairs: Option<[u32; 5]>,
    pub(super) elo: Option<Elo>,
    /// Mean final difference, in discs in Othello.
    pub(super) margin: Option<f64>,
    /// Number of games that the first and the second program lost by forfeit.
    pub(super) forfeits: [u32; 2],
}

impl Row {
    /// Games in pairs from the same opening.
    pub(super) fn of_pairs(name: impl Into<String>, games: &Results) -> Self {
        Self {
            name: name.into(),
            limits: None,
            results: games.results(),
            pairs: Some(games.pairs),
            elo: games.elo(),
            margin: games.margin(),
            forfeits: games.faults.map(Faults::sum),
        }
    }

    /// Games from different openings: one of each pair.
    fn of_games(name: &str, games: &Results) -> Self {
        Self {
            pairs: None,
            elo: games.elo_of_games(),
            ..Self::of_pairs(name, games)
        }
    }

    /// Number of games.
    pub(super) fn games(&self) -> u32 {
        self.results.iter().sum()
    }

    /// Points per game, 0 to 1.
    pub(super) fn score(&self) -> f64 {
        let [wins, draws, _] = self.results.map(f64::from);
        (wins + draws / 2.0) / f64::from(self.games().max(1))
    }

    /// The standard error of the score, 0 to 1.
    pub(super) fn score_error(&self) -> Option<f64> {
        self.elo.and_then(|elo| elo.score_error)
    }

    /// The 95 % confidence interval of the score, within 0 to 1; `None` without a complete pair.
    pub(super) fn score_interval(&self) -> Option<[f64; 2]> {
        self.elo
            .map(|elo| elo.score_interval.map(|end| end.clamp(0.0, 1.0)))
    }
}

/// The rows of a table, in its order.
pub(super) fn rows(all: &Collection, pair: &ProgramPair, by: By) -> Vec<Row> {
    match by {
        By::Time => by_time(pair),
        By::Opening => by_opening(pair),
        By::Side => by_side(pair, all.is_othello()),
        By::Record => {
            let records = pair.records.iter().filter(|(_, games)| games.games() > 0);
            let row =
                |(record, games): &(usize, Results)| Row::of_pairs(&all.records[*record].0, games);
            records.map(row).collect()
        }
    }
}

fn by_time(pair: &ProgramPair) -> Vec<Row> {
    let mut limits: Vec<_> = pair
        .limits
        .iter()
        .filter(|(_, games)| games.games() > 0)
        .collect();
    limits.sort_by(|(one, _), (other, _)| {
        let second = one[1].order(&other[1]);
        one[0].order(&other[0]).then(second)
    });
    let row = |(limits, games): &([Limit; 2], Results)| Row {
        limits: Some(limits.clone()),
        ..Row::of_pairs(name_of_limits(limits), games)
    };
    limits.into_iter().map(row).collect()
}

/// The name of the limits of both programs.
fn name_of_limits([first, second]: &[Limit; 2]) -> String {
    if first == second {
        return first.to_string();
    }
    if first.pace == second.pace
        && let [Some(one), Some(other)] = [first.level, second.level]
    {
        return format!("level {one} against {other}, {}", first.pace);
    }
    format!("{first} against {second}")
}

/// From the best score to the worst.
fn by_opening(pair: &ProgramPair) -> Vec<Row> {
    let openings = pair.openings.iter();
    let mut rows: Vec<_> = openings
        .map(|(opening, games)| Row::of_pairs(opening, games))
        .collect();
    rows.sort_by(|one, other| {
        let score = other.score().total_cmp(&one.score());
        let margin = other
            .margin
            .partial_cmp(&one.margin)
            .unwrap_or(Ordering::Equal);
        score.then(margin)
    });
    rows
}

fn by_side(pair: &ProgramPair, is_othello: bool) -> Vec<Row> {
    let names = if is_othello {
        ["as Black", "as White"]
    } else {
        ["as x", "as o"]
    };
    let sides = names.iter().zip(&pair.sides);
    let sides = sides.filter(|(_, games)| games.games() > 0);
    sides
        .map(|(name, games)| Row::of_games(name, games))
        .collect()
}

/// Maximum number of openings that are all shown.
const MAX_OPENINGS: usize = 12;
/// Number of best and of worst openings shown where there are more.
const EXTREMES: usize = 5;

/// Rows to show: all, or the best and the worst and one row that sums up the others.
pub(super) fn shortened(rows: Vec<Row>) -> Vec<Row> {
    if rows.len() <= MAX_OPENINGS {
        return rows;
    }
    let end = rows.len() - EXTREMES;
    let others = sum(&rows[EXTREMES..end]);
    let mut shown = rows[..EXTREMES].to_vec();
    shown.push(others);
    shown.extend_from_slice(&rows[end..]);
    shown
}

/// One row for several, without their margins.
fn sum(rows: &[Row]) -> Row {
    let mut results = [0; 3];
    let mut pairs = [0; 5];
    let mut forfeits = [0; 2];
    for row in rows {
        add(&mut results, row.results);
        add(&mut pairs, row.pairs.unwrap_or_default());
        add(&mut forfeits, row.forfeits);
    }
    Row {
        name: format!("{} others", rows.len()),
        limits: None,
        results,
        pairs: Some(pairs),
        elo: Elo::of(&pairs),
        margin: None,
        forfeits,
    }
}

fn add<const N: usize>(sums: &mut [u32; N], counts: [u32; N]) {
    for (sum, count) in sums.iter_mut().zip(counts) {
        *sum += count;
    }
}
