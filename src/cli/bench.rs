//! `kaeshi bench`: the signature of the search.

use std::io::{self, Write};
use std::time::Instant;

use clap::Args;
use kaeshi::bench;

use super::Failure;

/// Search fixed positions of all games and print the node count (the signature of the search)
///
/// The number is the same on every machine. It changes if search or evaluation changes, and only then. The searches use
/// one thread and a table of 16 MiB.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Bench {
    /// Print one JSON object instead of text.
    #[arg(long)]
    json: bool,
}

const EXAMPLES: &str = "\
Examples:
  kaeshi bench            nodes of each search, their sum, and the speed
  kaeshi bench --json     the sum and the speed for a script";

impl Bench {
    #[expect(
        clippy::cast_precision_loss,
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a rate for people"
    )]
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let start = Instant::now();
        let runs = bench::run()?;
        let seconds = start.elapsed().as_secs_f64();
        let nodes: u64 = runs.iter().map(|run| run.nodes).sum();
        let nps = (nodes as f64 / seconds) as u64;
        let mut out = io::stdout().lock();
        if self.json {
            let object = serde_json::json!({ "nodes": nodes, "seconds": seconds, "nps": nps });
            writeln!(out, "{object}")?;
            return Ok(());
        }
        for run in &runs {
            writeln!(out, "{run}")?;
        }
        writeln!(out, "{nodes:>10}  nodes in {seconds:.3} s, {nps} nodes/s")?;
        Ok(())
    }
}
