//! `kaeshi book learn`, `frontier` and `absorb`: a book grows where good lines lead.

use std::collections::HashSet;
use std::io::{self, Write};
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use kaeshi::games::othello::board::{Colour, Squares};
use kaeshi::games::othello::book::{Limits, Position, Task};

use super::common::{self, JsonOption, positions};
use super::growth::Growth;
use super::search::SearchOptions;
use crate::cli::Failure;
use crate::cli::number::{plies, whole};
use crate::cli::seconds::positive_seconds;

/// How far the book grows.
#[derive(Debug, Args)]
pub(super) struct LimitOptions {
    /// Leave out moves that lose more than this number of discs.
    #[arg(long, value_name = "DISCS", default_value_t = 2, value_parser = whole(0..=128_u8))]
    move_error: u8,
    /// Leave out lines in which both sides lose more than this number of discs in all.
    #[arg(long, value_name = "DISCS", default_value_t = 4, value_parser = whole(0..=4096_u16))]
    line_error: u16,
    /// Maximum number of moves of a line.
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = plies(0..=60_u8))]
    plies: u8,
    /// How many plies a loss of one disc counts for: 0 makes a broad book, more a deep one.
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = whole(0..=255_u8))]
    weight: u8,
}

impl LimitOptions {
    fn limits(&self) -> Limits {
        Limits {
            move_error: self.move_error,
            line_error: self.line_error,
            plies: self.plies,
            weight: self.weight,
        }
    }
}

/// Extend a book where the least loss by both sides leads
///
/// The cheapest position is searched next: each move of a line costs one ply, and each disc it loses costs --weight
/// more. Each result is written at once, and values are carried on, so a run may be stopped at any moment, and goes on
/// later.
#[derive(Debug, Args)]
#[command(after_help = LEARN_EXAMPLES)]
pub(super) struct Learn {
    /// The book.
    book: PathBuf,
    /// Depth of each search in plies.
    #[arg(long, value_name = "N", value_parser = plies(1..=60_i8))]
    depth: i8,
    /// End after this number of searches [default: no limit].
    #[arg(long, value_name = "N")]
    limit: Option<usize>,
    /// Begin no search after this time in seconds [default: no limit].
    #[arg(long, value_name = "SECONDS", value_parser = positive_seconds)]
    time: Option<Duration>,
    #[command(flatten)]
    limits: LimitOptions,
    #[command(flatten)]
    search: SearchOptions,
    #[command(flatten)]
    json: JsonOption,
}

const LEARN_EXAMPLES: &str = "\
Examples:
  kaeshi book learn my.book --depth 16 --time 3600 --jobs 4
  kaeshi book learn my.book --depth 20 --plies 12 --move-error 1 --line-error 2";

impl Learn {
    pub(super) fn run(&self) -> Result<(), Failure> {
        let mut growth = Growth::open(&self.book, true)?;
        let limits = self.limits.limits();
        if let Some(limit) = self.limit {
            growth.expect(limit);
        }
        let growth = std::cell::RefCell::new(growth);
        let mut begun = 0;
        let mut next = |busy: &HashSet<Position>| {
            let growth = growth.borrow();
            let is_over = self.time.is_some_and(|time| growth.elapsed() >= time);
            let left = self.limit.map_or(usize::MAX, |limit| limit - begun);
            let count = if is_over {
                0
            } else {
                left.min(self.search.batch())
            };
            let tasks = growth.graph.frontier(limits, count, busy);
            begun += tasks.len();
            tasks
        };
        let mut done = |found| growth.borrow_mut().add(found);
        self.search.run(self.depth, &mut next, &mut done)?;
        let mut growth = growth.into_inner();
        let searched = growth.finish()?;
        let left = growth.graph.frontier(limits, usize::MAX, &HashSet::new());
        let all = growth.graph.len();
        let json = serde_json::json!({"searched": searched, "positions": all, "left": left.len()});
        let text = format!(
            "{} searched; the book has {}, and {} to search next within its limits",
            positions(searched),
            positions(all),
            positions(left.len())
        );
        self.json.print(&json, &text)
    }
}

/// Print the positions to search next
///
/// One position a line, in OBF, the cheapest first; the comment has the moves to search. 'absorb' reads the results, so
/// any number of machines can work for one book.
#[derive(Debug, Args)]
#[command(after_help = FRONTIER_EXAMPLES)]
pub(super) struct Frontier {
    /// The book; it stays as it is.
    book: PathBuf,
    /// Number of positions.
    #[arg(value_name = "N", value_parser = whole(1..=u64::from(u32::MAX)))]
    count: u64,
    #[command(flatten)]
    limits: LimitOptions,
    /// Print one JSON object a line instead of OBF.
    #[arg(long)]
    json: bool,
}

const FRONTIER_EXAMPLES: &str = "\
Examples:
  kaeshi book frontier my.book 100 > work.obf
  kaeshi solve work.obf --all-moves --time 60 --json > results.jsonl
  kaeshi book absorb my.book results.jsonl";

/// The first word of the comment of a position to search.
pub(super) const COMMENT: &str = "moves";

impl Frontier {
    pub(super) fn run(&self) -> Result<(), Failure> {
        let book = common::open(&self.book)?;
        let mut graph = common::load(&book)?;
        graph.sweep();
        let count = usize::try_from(self.count).unwrap_or(usize::MAX);
        let tasks = graph.frontier(self.limits.limits(), count, &HashSet::new());
        let out = &mut io::stdout().lock();
        for task in tasks {
            let Task {
                position,
                moves,
                cost,
            } = task;
            let names: Vec<_> = Squares(moves).map(|square| square.to_string()).collect();
            let board = position.board().text(Colour::Black);
            if self.json {
                let json = serde_json::json!({"position": board, "moves": names, "cost": cost});
                writeln!(out, "{json}")?;
            } else {
                writeln!(out, "{board}; % {COMMENT} {}", names.join(" "))?;
            }
        }
        Ok(())
    }
}
