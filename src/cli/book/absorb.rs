//! `kaeshi book absorb`: results of searches made elsewhere.

use std::fs::File;
use std::io::BufReader;
use std::path::PathBuf;

use clap::Args;
use kaeshi::files::{Lines, shown};
use kaeshi::game::InputError;
use kaeshi::games::othello::board::Square;
use kaeshi::games::othello::book::{Effort, MemoryGraph, Opinion, Placed, Position, Record};
use kaeshi::search::Selectivity;
use kaeshi::shell::{this_program, today};

use super::common::{self, Change, JsonOption, positions};
use super::learn::COMMENT;
use crate::cli::solve::{Bound, StoredAnswer, StoredMove};
use crate::cli::{Failure, json_lines, print_message};

/// Add results of 'kaeshi solve --json' for positions of 'frontier'
///
/// The results may come in any order and from any number of machines. A result without the moves that lead out of the
/// book is skipped: 'kaeshi solve --all-moves' has them.
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  kaeshi book absorb my.book one.jsonl two.jsonl")]
pub(super) struct Absorb {
    /// The book.
    book: PathBuf,
    /// The results, one JSON object a line.
    #[arg(required = true)]
    results: Vec<PathBuf>,
    #[command(flatten)]
    json: JsonOption,
}

impl Absorb {
    pub(super) fn run(&self) -> Result<(), Failure> {
        let mut change = Change::of(common::open_for_writing(&self.book)?)?;
        let source = change
            .source(this_program())
            .ok_or_else(|| InputError::new("the book has no room for another source"))?;
        let (mut added, mut skipped) = (0, 0);
        for path in &self.results {
            let place = shown(path).to_string();
            let failed =
                |why: &dyn std::fmt::Display| InputError::new(format_args!("{place}: {why}"));
            let file = File::open(path).map_err(|why| failed(&why))?;
            let mut lines = Lines::new(BufReader::new(file));
            while let Some(line) = lines.next_text().map_err(|why| failed(&why))? {
                let line = line.map_err(InputError::new);
                let read = line.and_then(|line| match line.trim() {
                    "" => Ok(None),
                    line => record(line, &change.graph).map(Some),
                });
                match read {
                    Ok(None) => {}
                    Ok(Some(record)) => {
                        change.graph.insert(Record { source, ..record });
                        added += 1;
                    }
                    Err(why) => {
                        skipped += 1;
                        print_message(&format!("{place}, line {}: skipped: {why}", lines.number()));
                    }
                }
            }
        }
        let all = change.save()?;
        let json = serde_json::json!({"added": added, "skipped": skipped, "positions": all});
        let text = format!("{added} results; the book has {}", positions(all));
        self.json.print(&json, &text)
    }
}

/// The record of a result, merged with what `graph` knows.
fn record(line: &str, graph: &MemoryGraph) -> Result<Record, InputError> {
    let answer: StoredAnswer = json_lines::parse(line)?;
    let placed = Position::of(answer.position.board());
    if placed.passed || placed.position.result().is_some() {
        return Err(InputError::new("the side to move has no move"));
    }
    if !matches!(answer.bound, Bound::Exact | Bound::Estimate) {
        return Err(InputError::new("the score is only a bound"));
    }
    let new = Record::new(placed.position);
    let known = graph.get(placed.position).copied();
    let moves = match named(&answer.comment, &placed)? {
        Some(moves) => moves,
        None => graph.outside(&new).unwrap_or(0),
    };
    let new = Record {
        leaf: leaf(&answer, &placed, moves)?,
        day: today(),
        ..new
    };
    Ok(match known {
        // The leaf was in the book when the search was asked for.
        Some(known) if known.leaf.best.is_none_or(|best| best.bit() & moves == 0) => Record {
            searched: known.searched,
            ..new
        },
        Some(known) => known.merged(new),
        None => new,
    })
}

/// The moves that `frontier` named, one bit each in the frame of the position; `None` without such a comment.
fn named(comment: &str, placed: &Placed) -> Result<Option<u64>, InputError> {
    let Some(names) = comment.trim().strip_prefix(COMMENT) else {
        return Ok(None);
    };
    let mut moves = 0;
    for name in names.split_whitespace() {
        moves |= placed.symmetry.square(square(name)?).bit();
    }
    Ok(Some(moves))
}

fn square(name: &str) -> Result<Square, InputError> {
    name.parse()
        .map_err(|why| InputError::new(format_args!("{name}: {why}")))
}

/// The best of `moves`, one bit each in the frame of the position, as far as `answer` knows it.
fn leaf(answer: &StoredAnswer, placed: &Placed, moves: u64) -> Result<Opinion, InputError> {
    let one = answer.best.first().map(|&mv| StoredMove {
        mv,
        score: answer.score,
        proven: answer.proven,
    });
    let known = match &answer.moves {
        Some(all) => all.as_slice(),
        None => one.as_slice(),
    };
    let mut best: Option<(i32, Square)> = None;
    let mut unproven = moves;
    for scored in known {
        let square = scored.mv.square;
        let square = square.map(|square| placed.symmetry.square(square));
        let Some(square) = square.filter(|square| moves & square.bit() != 0) else {
            continue;
        };
        if scored.proven {
            unproven &= !square.bit();
        }
        if best.is_none_or(|(most, _)| scored.score > most) {
            best = Some((scored.score, square));
        }
    }
    // A search that was cut short may not have come to all moves. A proven score of the best move is a bound of the others.
    let proven = match answer.moves {
        Some(_) => unproven == 0,
        None => answer.proven,
    };
    let (score, square) = best.ok_or_else(|| {
        InputError::new("no score of a move out of the book; 'solve --all-moves' has them")
    })?;
    Ok(Opinion {
        value: Some(i8::try_from(score).map_err(InputError::new)?),
        best: Some(square),
        effort: effort(answer, placed, proven)?,
    })
}

/// The effort of a search; `proven` if no score that counts is an estimate.
fn effort(answer: &StoredAnswer, placed: &Placed, proven: bool) -> Result<Effort, InputError> {
    if proven {
        return Ok(Effort::Search {
            depth: placed.position.empties(),
            selectivity: Selectivity::EXACT,
        });
    }
    // The last iteration of a search that was cut short may have missed a better move.
    let depth = answer.depth.checked_sub(u8::from(!answer.finished));
    Ok(Effort::Search {
        depth: depth.ok_or_else(|| InputError::new("a search of no ply says nothing"))?,
        selectivity: answer.selectivity,
    })
}
