//! `kaeshi results`: tables and a graph from the records of matches.

mod collection;
mod graph;
mod json;
mod limit;
mod opening;
mod pairs;
mod programs;
mod shorten;
mod table;
mod text;

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::Args;
use kaeshi::files::{Existing, PendingFile, check_outputs};
use kaeshi::game::InputError;

use self::collection::Collection;
use self::table::By;
use super::Failure;

/// Show tables and a graph of the scores in records of 'kaeshi match'
///
/// The games are counted for each pair of programs: by their limits (time, depth, level), by opening, by side and by
/// record. The score is that of the program that the first record names first.
#[derive(Debug, Args)]
#[command(after_help = NOTES)]
pub(crate) struct MatchResults {
    /// Records that 'kaeshi match --record' wrote, all of one game; '-' is standard input.
    #[arg(value_name = "RECORD", required = true)]
    records: Vec<String>,
    /// One table only [default: all with several rows].
    #[arg(long, value_name = "TABLE")]
    by: Option<By>,
    /// Print one JSON object instead of text, with all openings.
    #[arg(long)]
    json: bool,
    /// Write a graph to this file: scores by time, depth or level if there are several, otherwise bars. '-' writes it
    /// to standard output instead of the tables.
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Replace the file of the graph if it exists.
    #[arg(long, requires = "svg")]
    force: bool,
}

const NOTES: &str = "\
s.e. is the standard error of the score. Errors are computed from pairs of games with the same opening, and by side from
single games. An Elo difference needs ten of them; its error is that of 95 % confidence, as in 'kaeshi match'.

Two programs are the same if their names given with --first-name or --second-name, their commands and the SHA-256 of
their files are. The levels and depths in commands ('--level 3', '-level 3', '-l 3', 'nboard@16:') are limits, not
parts of the program.

A record may still be in use by a match: its complete lines are read. Games that are missing before the last one are
named on standard error: they may be in progress, or lines were lost.

Examples:
  kaeshi results match.jsonl
  kaeshi match --first ./a --second ./b --games 100 --record - | kaeshi results -
  kaeshi results depth-*.jsonl --by time --svg depths.svg
  kaeshi results old.jsonl new.jsonl --json
  kaeshi results match.jsonl --by opening --svg - > openings.svg";

impl MatchResults {
    /// Reads the records and writes the tables and the graph.
    ///
    /// # Errors
    /// If a record or the graph's file is refused, or the output cannot be written.
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let is_piped = self.svg.as_deref() == Some(Path::new("-"));
        if is_piped && self.json {
            let why = "--svg - and --json both write to standard output: name a file with --svg";
            return Err(InputError::new(why).into());
        }
        let records = self.records.iter().map(|path| ("RECORD", Path::new(path)));
        let svg = self.svg.as_deref().map(|path| ("--svg", path));
        check_outputs(records, svg).map_err(InputError::new)?;
        let all = Collection::read(&self.records)?;
        let names = programs::names(&all.programs);
        let out = &mut io::stdout().lock();
        if let Some(path) = &self.svg {
            let graph = graph::draw(&all, &names, self.by);
            if is_piped {
                out.write_all(graph.as_bytes())?;
                return Ok(out.flush()?);
            }
            let existing = Existing::forced(self.force);
            PendingFile::write(path, graph.as_bytes(), existing).map_err(InputError::new)?;
        }
        if self.json {
            writeln!(out, "{}", json::object(&all, &names, self.by))?;
            return Ok(out.flush()?);
        }
        Ok(text::write(&all, &names, self.by, out)?)
    }
}
