//! `kaeshi solve`: solves Othello endgame problems, one after the other.

mod answer;
mod problem;
mod report;
mod resume;
mod run;
mod source;

use std::io::{self, IsTerminal};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::Ordering::SeqCst;
use std::time::Duration;

use clap::Args;
use crossbeam_channel::Sender;
use kaeshi::engine::{Question, Solver};
use kaeshi::game::{Game, Refused};
use kaeshi::games::othello::Othello;
use kaeshi::games::othello::board::Margin;
use kaeshi::search::{Selectivity, Signals, Table, Window};

use self::problem::Problem;
pub(super) use self::problem::position;
use self::report::Report;
use self::resume::{Answered, Standard};
use self::run::Run;
use self::source::{Event, Range};
use super::Failure;
use super::interrupt::Interrupt;
use super::options::{HashOption, ThreadsOption};
use super::seconds::positive_seconds;

/// Solve Othello endgames exactly, and check the answers
///
/// Reads problems in OBF, one a line: 64 squares from a1 to h8 (X, O and -), a blank, the side to move. Answers and a
/// comment may follow, as in "...; G8:+18; H1:+12; % FFO 1". A line may also be a FEN. Scores are final disc
/// differences for the side to move; empty squares count for the winner.
#[derive(Debug, Args)]
#[command(after_long_help = NOTES)]
pub(crate) struct Solve {
    /// Files of problems; '-' is standard input, which is also read if there are none.
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Solve this position, a line of OBF or a FEN.
    #[arg(long, value_name = "POSITION", allow_hyphen_values = true)]
    #[arg(conflicts_with_all = ["files", "transcript", "from", "to", "resume"])]
    position: Option<String>,
    /// Solve a position of this game, written as in f5d6c3; passes may be left out.
    #[arg(long, value_name = "MOVES", conflicts_with_all = ["files", "from", "to", "resume"])]
    transcript: Option<String>,
    /// The position after this number of moves, passes not counted, instead of the last one.
    #[arg(long, value_name = "N", requires = "transcript")]
    moves: Option<usize>,
    /// Only find out who wins: scores become bounds.
    #[arg(long, conflicts_with = "all_moves")]
    wld: bool,
    /// Stop at this confidence (73, 87, 95, 98 or 99) instead of proving scores.
    #[arg(long, value_name = "PERCENT", value_parser = selectivity)]
    selectivity: Option<Selectivity>,
    /// Time limit for a position in seconds; the best result so far is kept.
    #[arg(long, value_name = "SECONDS", value_parser = positive_seconds)]
    time: Option<Duration>,
    /// The first problem to solve, counted from 1.
    #[arg(long, value_name = "N", default_value_t = 1)]
    #[arg(value_parser = clap::value_parser!(u64).range(1..))]
    from: u64,
    /// The last problem to solve.
    #[arg(long, value_name = "N", default_value_t = u64::MAX, hide_default_value = true)]
    #[arg(value_parser = clap::value_parser!(u64).range(1..))]
    to: u64,
    /// Score all legal moves, not only the best one.
    #[arg(long)]
    all_moves: bool,
    /// Print one JSON object a line as each position is solved, and nothing else.
    #[arg(long)]
    json: bool,
    /// Skip the problems answered in this file by an earlier run with --json.
    #[arg(long, value_name = "FILE")]
    resume: Option<PathBuf>,
    #[command(flatten)]
    hash: HashOption,
    #[command(flatten)]
    threads: ThreadsOption,
}

const NOTES: &str = "\
Numbers:
  Problems are numbered from 1 in each file. Blank lines and comments do not count; lines that
  cannot be read do, so that correcting one changes no other number.

Answers:
  Moves are written as in OBF: G8, and PS for a pass. A game that is over has no best move.
  An answer agrees with the file if the score is right and the file gives no best move found
  a lower score; with --all-moves every listed score must be right.

JSON:
  file, line, number, position, empties, score, bound (exact, lower or upper), best (array),
  pv (array), moves (array of move, score, proven; with --all-moves), depth, selectivity,
  proven, nodes, seconds, nps; expected, expected_best, agrees (if the file says);
  at_least, at_most (what is certain about the score when the time has run out).

Going on after an interruption:
  kaeshi solve big.obf --json > out.jsonl
  kaeshi solve big.obf --json --resume out.jsonl >> out.jsonl
  An answer counts if it is as good as what is asked for now; one that ran out of time does not.

Exit status:
  0    every problem was answered, and no answer contradicts the file
  1    a line could not be read, an answer contradicts the file, or --time ran out
  2    the command line makes no sense, or a file cannot be read
  130  interrupted by SIGINT (143: SIGTERM); everything finished has been printed";

impl Solve {
    pub(crate) fn run(&self) -> Result<ExitCode, Failure> {
        match self.solve() {
            Err(Failure::Refused(why)) => {
                eprintln!("kaeshi: {why}");
                Ok(ExitCode::from(2))
            }
            result => result,
        }
    }

    fn solve(&self) -> Result<ExitCode, Failure> {
        let answered = self.answered()?;
        let (sender, events) = source::channel();
        let signals = Arc::new(Signals::default());
        let interrupt = watch(Arc::clone(&signals), sender.clone())?;
        let table = Table::for_long_searches(self.hash.megabytes).map_err(Refused::new)?;
        match self.given()? {
            Some(problem) => source::single(problem, &sender),
            None => self.listen(sender)?,
        }
        // So that unpacking the evaluation does not count as time of the first position.
        Othello::prepare();
        let mut report = Report::new(self.json, || source::count(&self.files, self.range()));
        report.begin(answered.torn)?;
        let run = Run {
            solve: self,
            answered,
            interrupt,
            events,
        };
        Solver::with(
            &Othello::default(),
            &table,
            &signals,
            self.threads.count,
            |solver| run.go(solver, &mut report),
        )
    }

    /// The problem of the command line, if there is one.
    fn given(&self) -> Result<Option<Problem>, Refused> {
        if let Some(text) = &self.transcript {
            return Problem::from_transcript(text, self.moves).map(Some);
        }
        let Some(text) = &self.position else {
            return Ok(None);
        };
        let problem = Problem::read(text)?;
        problem
            .map(Some)
            .ok_or_else(|| Refused::new("--position: no position is given"))
    }

    fn listen(&self, sender: Sender<Event>) -> Result<(), Refused> {
        let inputs = source::open(&self.files)?;
        if self.files.is_empty() && io::stdin().is_terminal() {
            eprintln!(
                "kaeshi: type problems, one a line, and end with Ctrl-D ('kaeshi solve --help' says more)"
            );
        }
        source::listen(inputs, self.range(), sender);
        Ok(())
    }

    fn range(&self) -> Range {
        Range {
            from: self.from,
            to: self.to,
        }
    }

    fn answered(&self) -> Result<Answered, Refused> {
        let Some(path) = &self.resume else {
            return Ok(Answered::default());
        };
        let standard = Standard {
            selectivity: self.selectivity.unwrap_or(Selectivity::EXACT).percent(),
            exact: !self.wld,
            all_moves: self.all_moves,
        };
        Answered::read(path, standard, |why| eprintln!("kaeshi: {why}"))
    }

    fn question(&self, problem: &Problem) -> Question {
        let legal = problem.position.board().legal().count_ones();
        Question {
            selectivity: self.selectivity.unwrap_or(Selectivity::EXACT),
            // Final scores are even, so between the odd scores there is only the draw.
            window: if self.wld {
                Window {
                    alpha: Margin(-1).score(),
                    beta: Margin(1).score(),
                }
            } else {
                Window::FULL
            },
            lines: if self.all_moves {
                legal.max(1) as usize
            } else {
                1
            },
            time: self.time,
        }
    }
}

/// Watches for signals. A signal stops the running search and wakes the receiver of `events`.
fn watch(search: Arc<Signals>, events: Sender<Event>) -> io::Result<Interrupt> {
    Interrupt::watch(move || {
        search.stop.store(true, SeqCst);
        // A full channel has no waiting receiver.
        let _ = events.try_send(Event::Interrupted);
    })
}

fn selectivity(text: &str) -> Result<Selectivity, String> {
    let levels = (0..=Selectivity::EXACT.level()).map(Selectivity::new);
    let mut matching =
        levels.filter(|level| level.percent().to_string() == text.trim_end_matches('%'));
    matching
        .next()
        .ok_or_else(|| "73, 87, 95, 98, 99 or 100 is needed".into())
}
