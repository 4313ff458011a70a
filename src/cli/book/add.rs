//! `kaeshi book add`: positions of games.

use std::collections::HashMap;
use std::path::PathBuf;

use clap::Args;
use kaeshi::files::shown;
use kaeshi::games::othello::book::{Effort, Opinion, Position, Record};
use kaeshi::shell::today;

use super::common::{self, Change, JsonOption, positions};
use crate::cli::convert::{Format, read_games};
use crate::cli::number::{count, whole};
use crate::cli::{Failure, print_message};

/// Add the positions of games
///
/// Reads transcripts, GGF, PGN, WTHOR and records of matches, as 'kaeshi convert' does. New positions have no value
/// until 'fix --depth N' searches them.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Add {
    /// The book; created if there is none.
    book: PathBuf,
    /// The files of games; '-' is standard input.
    #[arg(required = true)]
    games: Vec<PathBuf>,
    /// The format of the games [default: from the extension].
    #[arg(long, value_name = "FORMAT")]
    from: Option<Format>,
    /// Add the positions after up to this number of moves.
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = whole(0..=60_u8))]
    plies: u8,
    /// Add only positions that come up in at least this number of games.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole(1..=u64::from(u32::MAX)))]
    min_games: u64,
    /// A published proof says that every position of these games is a draw.
    #[arg(long)]
    proven_draws: bool,
    #[command(flatten)]
    json: JsonOption,
}

const EXAMPLES: &str = "\
Examples:
  kaeshi book add my.book games.ggf
  kaeshi book add my.book WTH_2023.wtb --plies 24 --min-games 5
  kaeshi book add my.book perfect.txt --plies 60 --proven-draws";

/// What a proof says of a position that is a draw.
const PROVEN_DRAW: Opinion = Opinion {
    value: Some(0),
    best: None,
    effort: Effort::Proof,
};

impl Add {
    pub(super) fn run(&self) -> Result<(), Failure> {
        let (mut games, mut skipped) = (0_u64, 0_u64);
        let mut counts: HashMap<Position, u64> = HashMap::new();
        for path in &self.games {
            let place = shown(path).to_string();
            read_games(path, self.from, &mut |number, boards| match boards {
                Err(why) => {
                    skipped += 1;
                    print_message(&format!("{place}, record {number}: skipped: {why}"));
                }
                Ok(boards) => {
                    games += 1;
                    let early = boards.into_iter().map(|board| Position::of(board).position);
                    // A pass fills no square, so its two boards are one position.
                    let mut early: Vec<_> = early
                        .filter(|position| 60 - position.empties().min(60) <= self.plies)
                        .collect();
                    early.dedup();
                    for position in early {
                        *counts.entry(position).or_default() += 1;
                    }
                }
            })?;
        }
        let mut change = Change::of(common::open_or_create(&self.book)?)?;
        let before = change.graph.len();
        for (position, count) in counts {
            let known = change.graph.get(position).copied();
            if count < self.min_games || (known.is_some() && !self.proven_draws) {
                continue;
            }
            let record = known.unwrap_or_else(|| Record {
                day: today(),
                ..Record::new(position)
            });
            let searched = if self.proven_draws {
                PROVEN_DRAW
            } else {
                record.searched
            };
            change.graph.insert(Record { searched, ..record });
        }
        let all = change.save()?;
        let added = all - before;
        let json = serde_json::json!({
            "games": games,
            "skipped": skipped,
            "added": added,
            "positions": all,
        });
        let text = format!(
            "{added} new positions of {}; the book has {}",
            count(games, "game", "games"),
            positions(all)
        );
        self.json.print(&json, &text)
    }
}
