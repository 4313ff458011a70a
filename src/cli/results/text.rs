//! The tables as text.

use std::io::{self, Write};

use super::collection::{Collection, ProgramPair};
use super::shorten::{columns, shorten};
use super::table::{self, By, Row};
use crate::cli::match_runner::elo::Elo;

/// Maximum width of the first column.
const MAX_NAME: usize = 40;
/// Maximum width of a program's name in a heading.
const MAX_TITLE: usize = 100;

/// Writes the tables of all pairs of programs.
///
/// # Errors
/// If `out` cannot be written.
pub(super) fn write(
    all: &Collection,
    names: &[String],
    by: Option<By>,
    out: &mut impl Write,
) -> io::Result<()> {
    let records = match all.records.len() {
        1 => "1 record".to_owned(),
        records => format!("{records} records"),
    };
    writeln!(out, "{}: {} in {records}", all.title(), games(all.games()))?;
    for pair in &all.pairs {
        write_pair(all, pair, names, by, out)?;
    }
    out.flush()
}

fn write_pair(
    all: &Collection,
    pair: &ProgramPair,
    names: &[String],
    by: Option<By>,
    out: &mut impl Write,
) -> io::Result<()> {
    let [first, second] = pair
        .programs
        .map(|program| shorten(&names[program], MAX_TITLE));
    writeln!(out, "\n{first} against {second}")?;
    let total = Row::of_pairs("all games", &pair.total);
    let mut sections = vec![("", vec![total.clone()])];
    for (by, is_chosen) in table::shown(by) {
        let rows = table::rows(all, pair, by);
        if is_chosen || rows.len() > 1 {
            let rows = if by == By::Opening {
                table::shortened(rows)
            } else {
                rows
            };
            sections.push((by.name(), rows));
        }
    }
    lines(&sections, all.is_othello(), out)?;
    let [own, other] = total.forfeits;
    if own + other > 0 {
        writeln!(out, "Lost by forfeit: first {own}, second {other}")?;
    }
    if pair.unknown_openings > 0 && sections.iter().any(|(name, _)| *name == By::Opening.name()) {
        let unknown = games(pair.unknown_openings);
        writeln!(out, "Opening not known: {unknown}")?;
    }
    if pair.repeated > 0 {
        let repeated = games(pair.repeated);
        writeln!(
            out,
            "Repetitions of other games, move for move: {repeated}; the errors are larger than shown"
        )?;
    }
    Ok(())
}

fn games(count: usize) -> String {
    match count {
        1 => "1 game".to_owned(),
        count => format!("{count} games"),
    }
}

/// Writes rows in columns that fit all of them.
fn lines(sections: &[(&str, Vec<Row>)], is_othello: bool, out: &mut impl Write) -> io::Result<()> {
    let all = || sections.iter().flat_map(|(_, rows)| rows);
    let has_margin = all().any(|row| row.margin.is_some());
    let mut table: Vec<Vec<String>> = Vec::new();
    let mut heading = vec![
        "games",
        "won",
        "drawn",
        "lost",
        "score",
        "s.e.",
        "Elo (95 %)",
    ];
    if has_margin {
        heading.push(if is_othello { "discs" } else { "margin" });
    }
    for (name, rows) in sections {
        // The columns are named once.
        let headings = heading
            .iter()
            .map(|heading| if table.is_empty() { heading } else { "" });
        table.push(
            [*name]
                .into_iter()
                .chain(headings)
                .map(str::to_owned)
                .collect(),
        );
        table.extend(rows.iter().map(|row| cells(row, has_margin)));
    }
    let count = table.first().map_or(0, Vec::len);
    let width = |at: usize| {
        table
            .iter()
            .map(|cells| columns(&cells[at]))
            .max()
            .unwrap_or(0)
    };
    let widths: Vec<_> = (0..count).map(width).collect();
    for (number, cells) in table.iter().enumerate() {
        // A heading has one cell.
        if number > 0 && cells[1].is_empty() {
            writeln!(out)?;
        }
        let mut line = String::new();
        for (at, (cell, width)) in cells.iter().zip(&widths).enumerate() {
            let blanks = " ".repeat(width - columns(cell));
            match at {
                0 => line.extend([cell.as_str(), &blanks]),
                _ => line.extend(["  ", &blanks, cell]),
            }
        }
        writeln!(out, "{}", line.trim_end())?;
    }
    Ok(())
}

/// The cells of a row.
fn cells(row: &Row, has_margin: bool) -> Vec<String> {
    let [wins, draws, losses] = row.results;
    let percent = |share: f64| format!("{:.1} %", 100.0 * share);
    let unknown = || "-".to_owned();
    let mut cells = vec![
        shorten(&row.name, MAX_NAME),
        row.games().to_string(),
        wins.to_string(),
        draws.to_string(),
        losses.to_string(),
        percent(row.score()),
        row.score_error().map_or_else(unknown, percent),
        row.elo
            .filter(Elo::is_meaningful)
            .map_or_else(unknown, difference),
    ];
    if has_margin {
        cells.push(
            row.margin
                .map_or_else(unknown, |margin| format!("{margin:+.2}")),
        );
    }
    cells
}

/// The difference with its error, without LOS.
fn difference(elo: Elo) -> String {
    let text = elo.to_string();
    let difference = text.split(',').next().unwrap_or_default();
    difference.trim_start_matches("Elo ").to_owned()
}
