//! The options of `kaeshi solve`.

use std::io::{self, IsTerminal};
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use kaeshi::engine::SolveRequest;
use kaeshi::game::InputError;
use kaeshi::search::Selectivity;

use super::problem::Problem;
use super::report::ProgressOptions;
use super::resume::{Criteria, PriorAnswers};
use super::source::Range;
use super::window::DiscWindow;
use crate::cli::filter::FilterOptions;
use crate::cli::number::whole;
use crate::cli::options::{HashOption, ThreadsOption};
use crate::cli::position::{self, PositionOption};
use crate::cli::print_message;
use crate::cli::seconds::positive_seconds;

/// Solve Othello endgames exactly, and check the answers
///
/// Reads problems in OBF, one a line: 64 squares from a1 to h8 (X, O and -), a blank, the side
/// to move, and optionally answers and a comment, as in "...; G8:+18; H1:+12; % FFO 1".
/// A line may also be a FEN, or the moves that lead to the position, as in f5d6c3 (passes may be left out).
/// Scores are final disc differences for the side to move, empty squares going to the winner.
#[derive(Debug, Args)]
#[expect(clippy::struct_excessive_bools, reason = "each is an option by itself")]
#[command(after_long_help = NOTES)]
pub(crate) struct Solve {
    /// Files of problems; '-' is standard input, which is also read if there are none.
    #[arg(value_name = "FILE", conflicts_with = "position")]
    pub(super) files: Vec<PathBuf>,
    #[command(flatten)]
    pub(super) position: PositionOption,
    /// The same as --position; without moves the starting position.
    #[arg(long, value_name = "MOVES", hide = true)]
    #[arg(conflicts_with_all = ["files", "position", "from", "to", "resume"])]
    pub(super) transcript: Option<String>,
    /// Solve the position after N moves of the transcript (passes do not count) instead of the last one.
    #[arg(long, value_name = "N")]
    pub(super) moves: Option<usize>,
    /// Only find out who wins: scores become bounds.
    #[arg(long, conflicts_with = "all_moves")]
    pub(super) wld: bool,
    /// Find scores between A and B discs exactly; others become bounds. A problem may have a window of its own.
    #[arg(long, value_name = "A,B", allow_hyphen_values = true)]
    #[arg(conflicts_with_all = ["all_moves", "wld"])]
    pub(super) window: Option<DiscWindow>,
    /// Confidence of the scores in percent: 73, 87, 95, 98 or 99 are faster than a proof [default: 100, a proof].
    #[arg(long, value_name = "PERCENT", value_parser = selectivity)]
    pub(super) selectivity: Option<Selectivity>,
    /// Time limit for a position in seconds; the best result so far is kept.
    #[arg(long, value_name = "SECONDS", value_parser = positive_seconds)]
    pub(super) time: Option<Duration>,
    /// The first problem to solve, counted from 1.
    #[arg(
        long,
        value_name = "N",
        default_value_t = 1,
        conflicts_with = "position"
    )]
    #[arg(value_parser = whole(1..=u64::MAX))]
    pub(super) from: u64,
    /// The last problem to solve.
    #[arg(long, value_name = "N", default_value_t = u64::MAX, hide_default_value = true)]
    #[arg(value_parser = whole(1..=u64::MAX), conflicts_with = "position")]
    pub(super) to: u64,
    /// Score all legal moves, not only the best one.
    #[arg(long)]
    pub(super) all_moves: bool,
    /// Print one JSON object a line as each position is solved, and nothing else.
    #[arg(long)]
    pub(super) json: bool,
    /// Skip the positions that an earlier run with --json has answered in this file; '>>' appends to it.
    #[arg(long, value_name = "FILE", conflicts_with = "position")]
    pub(super) resume: Option<PathBuf>,
    /// Solve nothing: summarise the answers in this file, which --json has written. May be given several times; with FILE,
    /// problems without an answer are named.
    #[arg(long, value_name = "ANSWERS", conflicts_with_all = ["position", "resume"])]
    pub(super) summary: Vec<PathBuf>,
    /// Seconds between two lines of progress on standard error, if that is not a terminal.
    #[arg(long, value_name = "SECONDS", value_parser = positive_seconds, default_value = "30")]
    pub(super) progress: Duration,
    /// Print neither progress nor warnings of long searches.
    #[arg(long)]
    pub(super) quiet: bool,
    #[command(flatten)]
    pub(super) filter: FilterOptions,
    #[command(flatten)]
    pub(super) hash: HashOption,
    #[command(flatten)]
    pub(super) threads: ThreadsOption,
}

const NOTES: &str = "\
Examples:
  kaeshi solve problems.obf                  solve every problem of a file, and check its answers
  kaeshi solve --wld < problems.obf          only who wins, which is faster
  kaeshi solve problems.obf --all-moves      the score of every move

Numbers:
  Problems are numbered from 1 in each file. Blank lines and comments do not count; lines that
  cannot be read do, so that correcting one changes no other number. Files whose names end in
  .gz or .zst are unpacked.

Identities and windows:
  A line may be an object of JSON: {\"id\": ..., \"position\": \"...\", \"comment\": \"...\",
  \"window\": [-2, 2]}. All fields but the position may be missing; others are ignored, so that
  answers can be solved again. Its id is copied to the answer. In OBF the field 'window -2,2;'
  gives a problem its window.

Answers:
  Moves are written as in OBF: G8, and PS for a pass. A game that is over has no best move.
  An answer agrees with the file if the score is right and the file gives no best move found
  a lower score; with --all-moves every listed score must be right.

JSON:
  file, line, number, id and comment (if there are), notation (obf, fen, transcript or name), position,
  empties, score, bound (exact, lower, upper, or estimate if nothing is proven), wld (with --wld), window
  (array, with --window),
  best (array), pv (array), moves (array of move, score, proven; with --all-moves), depth,
  selectivity, proven, finished (the search was not cut short), nodes, seconds, nps; expected,
  expected_best, agrees (if the file says); at_least, at_most (proven bounds of the score
  if the time ran out).

Resuming an interrupted run:
  kaeshi solve big.obf --json > out.jsonl
  kaeshi solve big.obf --json --resume out.jsonl >> out.jsonl
  Answers are recognised by their positions: files may be renamed, sorted or split. An
  answer is used if it is at least as good as this run requests (--wld, --window, --selectivity,
  --all-moves), and did not run out of time. Standard error says how many were used. An
  incomplete answer at the end of the file is removed, so that the file stays valid. Use '>>':
  '>' empties the file before it can be read.

Large work:
  With one thread for each position, an answer but for its times does not depend on other
  problems. So --jobs, --shard and the order of the problems change no answer.
  kaeshi solve big.obf.zst --json --jobs 8 --shard 3/12 --unordered > part-3.jsonl
  kaeshi solve big.obf.zst --summary part-0.jsonl --summary part-1.jsonl ...

Exit status:
  0    every problem was answered, and no answer contradicts the file
  1    a line could not be read, an answer contradicts the file, --time ran out, or a file has
       no problem
  2    the command line is not valid, or a file cannot be read
  130  interrupted by SIGINT (143: SIGTERM); everything finished has been printed";

impl Solve {
    /// The problem of the command line, if there is one.
    pub(super) fn given(&self) -> Result<Option<Problem>, InputError> {
        let text = match (&self.position.text, &self.transcript) {
            (Some(text), _) => position::given(text)?,
            (None, Some(text)) if text.trim().is_empty() => "startpos",
            (None, Some(text)) => text,
            (None, None) if self.moves.is_some() => {
                return Err(InputError::new(
                    "--moves goes with a transcript in --position",
                ));
            }
            (None, None) => return Ok(None),
        };
        let problem = Problem::read_after(text, self.moves)?;
        problem
            .map(Some)
            .ok_or_else(|| InputError::new("--position: no position is given"))
    }

    /// Nothing is reported while problems are being typed.
    pub(super) fn progress_options(&self) -> ProgressOptions {
        ProgressOptions {
            quiet: self.quiet || self.is_typed(),
            period: self.progress,
        }
    }

    /// Whether the problems come from a terminal.
    pub(super) fn is_typed(&self) -> bool {
        let is_given = self.position.text.is_some() || self.transcript.is_some();
        self.files.is_empty() && !is_given && io::stdin().is_terminal()
    }

    pub(super) fn range(&self) -> Range {
        Range {
            from: self.from,
            to: self.to,
            shard: self.filter.shard,
        }
    }

    pub(super) fn prior(&self) -> Result<Option<PriorAnswers>, InputError> {
        let Some(path) = &self.resume else {
            return Ok(None);
        };
        let criteria = Criteria {
            selectivity: self.selectivity.unwrap_or(Selectivity::EXACT),
            all_moves: self.all_moves,
        };
        PriorAnswers::read(path, criteria, print_message).map(Some)
    }

    /// The window of a problem: its own, or that of the run.
    pub(super) fn window_of(&self, problem: &Problem) -> DiscWindow {
        let common = if self.wld {
            DiscWindow::WINNER
        } else {
            self.window.unwrap_or(DiscWindow::FULL)
        };
        problem.window.unwrap_or(common)
    }

    pub(super) fn request(&self, problem: &Problem) -> SolveRequest {
        let legal = problem.position.board().legal().count_ones();
        SolveRequest {
            selectivity: self.selectivity.unwrap_or(Selectivity::EXACT),
            window: self.window_of(problem).to_search(),
            lines: if self.all_moves {
                legal.max(1) as usize
            } else {
                1
            },
            time: self.time,
            ..SolveRequest::default()
        }
    }
}

fn selectivity(text: &str) -> Result<Selectivity, String> {
    let levels = (0..=Selectivity::EXACT.level()).map(Selectivity::new);
    let mut matching =
        levels.filter(|level| level.percent().to_string() == text.trim_end_matches('%'));
    matching
        .next()
        .ok_or_else(|| "73, 87, 95, 98, 99 or 100 is needed".into())
}
