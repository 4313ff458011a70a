//! The tables as one JSON object.

use serde_json::{Value, json};

use super::collection::{Collection, ProgramPair};
use super::limit::Limit;
use super::table::{self, By, Row};
use crate::cli::match_runner::elo::Elo;

/// All tables; those of `by` alone if it is there. Nothing is shortened.
pub(super) fn object(all: &Collection, names: &[String], by: Option<By>) -> Value {
    let records = all.records.iter();
    let records: Vec<_> = records
        .map(|(file, games)| json!({ "file": file, "games": games }))
        .collect();
    let pairs = all.pairs.iter().map(|pair| of_pair(all, pair, names, by));
    json!({
        "game": all.game,
        "games": all.games(),
        "records": records,
        "pairs": pairs.collect::<Vec<_>>(),
    })
}

fn of_pair(all: &Collection, pair: &ProgramPair, names: &[String], by: Option<By>) -> Value {
    let program = |at: usize| {
        let program = &all.programs[at];
        json!({ "name": names[at], "command": program.command, "sha256": program.sha256 })
    };
    let [first, second] = pair.programs;
    let mut object = json!({
        "first": program(first),
        "second": program(second),
        "total": of_row(&Row::of_pairs("all games", &pair.total)),
        "unknown_openings": pair.unknown_openings,
        "repeated_games": pair.repeated,
    });
    for (by, _) in table::shown(by) {
        let rows = table::rows(all, pair, by);
        let rows: Vec<_> = rows.iter().map(of_row).collect();
        object[by.name()] = rows.into();
    }
    object
}

/// One row. JSON has no infinity, so an infinite value is null, as is one that needs more games.
fn of_row(row: &Row) -> Value {
    let [wins, draws, losses] = row.results;
    let trusted = row.elo.filter(Elo::is_meaningful);
    let mut object = json!({
        "name": row.name,
        "games": row.games(),
        "wins": wins,
        "draws": draws,
        "losses": losses,
        "score": row.score(),
        "score_error": row.score_error(),
        "score_interval": row.score_interval(),
        "elo": row.elo.map(|elo| elo.difference),
        "elo_error": trusted.and_then(|elo| elo.error()),
        "elo_interval": trusted.map(|elo| elo.interval),
        "los": trusted.map(|elo| elo.superiority),
        "margin": row.margin,
        "pairs": row.pairs,
        "forfeits": row.forfeits,
    });
    if let Some(limits) = &row.limits {
        object["limits"] = limits.iter().map(Limit::json).collect();
    }
    object
}
