//! `kaeshi book stats`: what is in a book.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::PathBuf;

use clap::Args;
use kaeshi::files::shown;
use kaeshi::games::othello::book::{Effort, Record, Source};

use super::common::{self, JsonOption, positions};
use crate::cli::Failure;
use crate::cli::number::whole;

/// Show what is in a book: positions by ply, how they were searched, how many lines each side has to know
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  kaeshi book stats my.book --within 2")]
pub(super) struct Stats {
    /// The book.
    book: PathBuf,
    /// Count lines in which the careful side loses at most this number of discs a move.
    #[arg(long, value_name = "DISCS", default_value_t = 0, value_parser = whole(0..=128_u8))]
    within: u8,
    #[command(flatten)]
    json: JsonOption,
}

/// How a position was searched.
const KINDS: [&str; 5] = ["proven", "Kaeshi", "Edax", "Egaroucid", "other"];

impl Stats {
    pub(super) fn run(&self) -> Result<(), Failure> {
        let book = common::open(&self.book)?;
        let graph = common::load(&book)?;
        let mut plies: BTreeMap<u8, [usize; KINDS.len()]> = BTreeMap::new();
        let mut totals = [0; KINDS.len()];
        for record in graph.records() {
            let ply = 60 - record.position.empties().min(60);
            let kind = kind(record);
            plies.entry(ply).or_default()[kind] += 1;
            totals[kind] += 1;
        }
        let sources: Vec<_> = book.sources().iter().map(Source::name).collect();
        let lines = graph.lines(self.within);
        let json = serde_json::json!({
            "positions": graph.len(),
            "in_log": book.changes(),
            "created": common::day(book.day()),
            "sources": sources,
            "kinds": named(&totals),
            "plies": plies.iter().map(|(ply, kinds)| {
                serde_json::json!({"ply": ply, "positions": kinds.iter().sum::<usize>(), "kinds": named(kinds)})
            }).collect::<Vec<_>>(),
            "within": self.within,
            "lines": lines.map(|lines| serde_json::json!({"black": lines.mover, "white": lines.other})),
        });
        let mut text = format!(
            "{}: {}, created {}\nsources: {}\n\n",
            shown(&self.book),
            positions(graph.len()),
            common::day(book.day()),
            sources.join("; ")
        );
        text += &table(&plies, &totals);
        if let Some(lines) = lines {
            let _ = write!(
                text,
                "\n\nlines to know within {} discs: {} for Black, {} for White",
                self.within, lines.mover, lines.other
            );
        }
        self.json.print(&json, &text)
    }
}

/// An index into [`KINDS`].
fn kind(record: &Record) -> usize {
    if record.values.value.is_some() && record.values.lower == record.values.upper {
        return 0;
    }
    match record.best_effort() {
        Effort::Search { .. } => 1,
        Effort::Edax(_) => 2,
        Effort::Egaroucid(_) => 3,
        Effort::Unknown | Effort::Person | Effort::Proof => 4,
    }
}

fn named(counts: &[usize; KINDS.len()]) -> serde_json::Value {
    let named = KINDS.iter().zip(counts);
    named
        .map(|(name, count)| (name.to_lowercase(), (*count).into()))
        .collect::<serde_json::Map<_, _>>()
        .into()
}

fn table(plies: &BTreeMap<u8, [usize; KINDS.len()]>, totals: &[usize; KINDS.len()]) -> String {
    let row = |name: &str, counts: &[usize; KINDS.len()]| {
        let all: usize = counts.iter().sum();
        let mut row = format!("{name:>5} {all:>10}");
        for count in counts {
            let _ = write!(row, " {count:>10}");
        }
        row
    };
    let mut head = format!("{:>5} {:>10}", "ply", "positions");
    for kind in KINDS {
        let _ = write!(head, " {kind:>10}");
    }
    let rows = plies
        .iter()
        .map(|(ply, counts)| row(&ply.to_string(), counts));
    let mut lines = vec![head];
    lines.extend(rows);
    lines.push(row("all", totals));
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use kaeshi::games::othello::book::Position;

    #[test]
    fn rows_have_one_column_for_each_kind() {
        assert_eq!(KINDS[kind(&Record::new(Position::start()))], "other");
        let rows = table(&BTreeMap::from([(0, [0, 0, 0, 0, 1])]), &[0, 0, 0, 0, 1]);
        let widths: Vec<_> = rows
            .lines()
            .map(|row| row.split_whitespace().count())
            .collect();
        assert_eq!(widths, [2 + KINDS.len(); 3]);
    }
}
