//! A run over rows of the proof.

use std::io::{self, Write};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::Ordering::SeqCst;

use kaeshi::engine::BatchSolver;
use kaeshi::game::{Game, InputError};
use kaeshi::games::othello::Othello;
use kaeshi::search::{SharedState, TranspositionTable};
use kaeshi::shell::Interrupt;

use super::Verify;
use super::certainty::max_error_rate;
use super::check::{Checked, PlacedRow, Verdict, window};
use super::prior::PriorVerdicts;
use super::sample::Rows;
use crate::cli::filter::{Pool, Tasks};
use crate::cli::solve::{DiscWindow, ProgressLines};
use crate::cli::{Failure, print_message};

/// A row and its window, and its result; `None` after a signal.
type Task = (PlacedRow, DiscWindow);
type Outcome = Option<Checked>;

/// What was found.
#[derive(Debug, Default)]
struct Totals {
    agreed: u64,
    contradicted: u64,
    unfinished: u64,
    /// Rows that admit every score.
    empty: u64,
    nodes: u64,
    seconds: f64,
    /// Rows that an earlier run has checked.
    prior: u64,
}

impl Totals {
    fn count(&mut self, verdict: Verdict) {
        match verdict {
            Verdict::Agrees => self.agreed += 1,
            Verdict::Contradicts => self.contradicted += 1,
            Verdict::Unfinished => self.unfinished += 1,
        }
    }

    fn is_fine(&self) -> bool {
        self.contradicted + self.unfinished == 0
    }
}

/// A run in progress.
struct Run<'v> {
    verify: &'v Verify,
    interrupt: &'v Interrupt,
    prior: Option<PriorVerdicts>,
    totals: Totals,
    progress: Option<ProgressLines>,
}

impl Verify {
    pub(crate) fn run(&self) -> Result<ExitCode, Failure> {
        let prior = match &self.resume {
            Some(path) => Some(PriorVerdicts::read(path)?),
            None => None,
        };
        let jobs = self.filter.jobs();
        let signals: Arc<[SharedState]> = (0..jobs).map(|_| SharedState::default()).collect();
        let stopped = Arc::clone(&signals);
        let interrupt = Interrupt::watch(move || stop(&stopped))?;
        let tables = (0..jobs)
            .map(|_| TranspositionTable::for_isolated_searches(self.hash.megabytes))
            .collect::<Result<Vec<_>, _>>()
            .map_err(InputError::new)?;
        Othello::prepare();
        let job = |index: usize, tasks: &Tasks<Task, Outcome>| {
            let (table, signals) = (&tables[index], &signals[index]);
            BatchSolver::with(
                &Othello::default(),
                table,
                signals,
                self.threads.count,
                |solver| {
                    tasks.each(|(row, window)| {
                        let checks = interrupt.status().is_none();
                        checks.then(|| Checked::of(&row, window, self.time, solver))
                    });
                },
            );
        };
        Pool::with(jobs, self.filter.unordered, job, |pool| {
            let run = Run {
                verify: self,
                interrupt: &interrupt,
                prior,
                totals: Totals::default(),
                progress: None,
            };
            let ended = run.go(pool);
            if ended.is_err() {
                stop(&signals);
            }
            ended
        })
    }
}

/// Ends the running searches, or else the next ones.
fn stop(searches: &[SharedState]) {
    for search in searches {
        search.stop.store(true, SeqCst);
    }
}

impl Run<'_> {
    fn go(mut self, pool: &mut Pool<Task, Outcome>) -> Result<ExitCode, Failure> {
        let Verify {
            files,
            sample,
            seed,
            predictions,
            filter,
            progress,
            quiet,
            ..
        } = self.verify;
        let mut rows = Rows::new(files, *predictions);
        let is_ours = |number: u64| filter.shard.is_none_or(|shard| shard.has(number));
        let progress_lines = |total| {
            (!quiet)
                .then(|| ProgressLines::start(total, *progress, "rows"))
                .flatten()
        };
        if let Some(count) = sample {
            let chosen = rows.sample(*count, *seed)?;
            let ours = chosen
                .into_iter()
                .zip(1..)
                .filter(|(_, number)| is_ours(*number));
            let ours: Vec<_> = ours.map(|(row, _)| row).collect();
            self.progress = progress_lines(Some(ours.len() as u64));
            for row in ours {
                if !self.submit(row, pool)? {
                    break;
                }
            }
        } else {
            self.progress = progress_lines(None);
            rows.each(|row| {
                if is_ours(row.number) {
                    self.submit(row, pool)
                } else {
                    Ok(true)
                }
            })?;
        }
        while !pool.is_idle() {
            self.receive(pool)?;
        }
        self.progress = None;
        self.summarise(&rows)?;
        Ok(match self.interrupt.status() {
            Some(status) => {
                print_message("interrupted: everything finished has been printed");
                ExitCode::from(status)
            }
            None if self.totals.is_fine() && rows.bad == 0 => ExitCode::SUCCESS,
            None => ExitCode::FAILURE,
        })
    }

    /// Gives a row to a job when there is room; returns whether the run goes on.
    fn submit(&mut self, row: PlacedRow, pool: &mut Pool<Task, Outcome>) -> Result<bool, Failure> {
        if self.interrupt.status().is_some() {
            return Ok(false);
        }
        if let Some(verdict) = self.prior.as_mut().and_then(|prior| prior.take(&row.row)) {
            self.totals.prior += 1;
            self.totals.count(verdict);
            self.step();
            return Ok(true);
        }
        let Some(window) = window(row.row.claimed) else {
            self.totals.empty += 1;
            self.step();
            return Ok(true);
        };
        pool.submit((row, window));
        while !pool.has_room() || !pool.results().is_empty() {
            self.receive(pool)?;
        }
        Ok(true)
    }

    /// Waits for a result, and prints those whose turn has come.
    fn receive(&mut self, pool: &mut Pool<Task, Outcome>) -> Result<(), Failure> {
        let result = pool.results().recv();
        let result = result.map_err(|_| InputError::new("a job has ended too early"))?;
        for checked in pool.arrive(result).into_iter().flatten() {
            if checked.verdict == Verdict::Unfinished && self.interrupt.status().is_some() {
                continue;
            }
            self.totals.count(checked.verdict);
            self.totals.nodes += checked.nodes;
            self.totals.seconds += checked.seconds;
            self.step();
            self.print(&checked)?;
        }
        Ok(())
    }

    fn step(&self) {
        if let Some(progress) = &self.progress {
            progress.step();
        }
    }

    fn print(&self, checked: &Checked) -> io::Result<()> {
        let mut line = if self.verify.json {
            serde_json::to_string(checked)?
        } else if checked.verdict == Verdict::Contradicts {
            checked.describe()
        } else {
            return Ok(());
        };
        line.push('\n');
        let mut out = io::stdout().lock();
        out.write_all(line.as_bytes())?;
        out.flush()
    }

    /// The result of the run: on standard output, or with --json on standard error.
    fn summarise(&self, rows: &Rows) -> io::Result<()> {
        let Totals {
            agreed,
            contradicted,
            unfinished,
            empty,
            nodes,
            seconds,
            prior,
        } = self.totals;
        let checked = agreed + contradicted;
        let mut lines = vec![format!(
            "{checked} of {} rows checked: {agreed} agree, {contradicted} contradict",
            rows.read
        )];
        if checked > 0 {
            let rate = 100.0 * max_error_rate(checked, contradicted);
            lines.push(format!(
                "with 95 % confidence at most {rate:.3} % of all rows are wrong, if these were chosen by chance"
            ));
            lines.push(format!("{nodes} nodes, {seconds:.1} s of search"));
        }
        for (count, what) in [
            (prior, "checked by an earlier run"),
            (unfinished, "not finished in the time allowed"),
            (empty, "admit every score"),
            (rows.predictions, "predictions left out"),
            (rows.bad, "cannot be read"),
        ] {
            if count > 0 {
                lines.push(format!("{count} {what}"));
            }
        }
        if self.verify.json {
            for line in &lines {
                print_message(line);
            }
            return Ok(());
        }
        let mut out = io::stdout().lock();
        writeln!(out, "{}", lines.join("\n"))?;
        out.flush()
    }
}
