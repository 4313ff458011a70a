//! Answers and totals for people and for programs.

use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

use indicatif::ProgressBar;

use super::answer::{Answer, Bound, Relation, rate};
use super::progress::Lines;
use crate::cli::position::PositionFormat;
use crate::cli::{number, print_message, progress_bar};

/// Writes answers, and counts them.
pub(super) struct Report {
    json: bool,
    /// Number of positions searched at the same time.
    jobs: usize,
    start: Instant,
    /// The progress bar on a terminal.
    bar: ProgressBar,
    /// The progress where standard error is not a terminal.
    lines: Option<Lines>,
    pub(super) totals: Totals,
}

/// The totals of a run.
#[derive(Debug, Default)]
pub(super) struct Totals {
    positions: u64,
    nodes: u64,
    time: Duration,
    checked: u64,
    agreed: u64,
    /// Positions searched less far than requested.
    unfinished: u64,
    /// Lines that could not be read.
    bad: u64,
    /// Problems answered by an earlier run.
    skipped: u64,
    disagreements: Vec<String>,
    /// Notations, in the order in which they came first, with the number of positions in each.
    notations: Vec<(PositionFormat, u64)>,
}

/// How progress is reported on standard error.
#[derive(Debug, Clone, Copy)]
pub(super) struct ProgressOptions {
    /// Whether no progress is reported.
    pub(super) quiet: bool,
    /// Time between two lines where standard error is not a terminal.
    pub(super) period: Duration,
}

impl Totals {
    /// Whether there were no errors and no contradictions.
    pub(super) fn is_fine(&self) -> bool {
        self.bad == 0 && self.agreed == self.checked && self.unfinished == 0
    }

    fn add(&mut self, answer: &Answer, time: Duration) {
        self.positions += 1;
        self.nodes += answer.nodes;
        self.time += time;
        self.unfinished += u64::from(!answer.finished);
        let known = self.notations.iter_mut();
        match known.into_iter().find(|known| known.0 == answer.notation) {
            Some((_, count)) => *count += 1,
            None => self.notations.push((answer.notation, 1)),
        }
        let Some(agrees) = answer.agrees else { return };
        self.checked += 1;
        if agrees {
            self.agreed += 1;
        } else {
            self.disagreements.push(format!(
                "position {}: found {}, the answer given is {}",
                place(answer),
                in_words(answer),
                expectation(answer)
            ));
        }
    }
}

impl Report {
    /// `count` returns the number of problems, if it is known. It is called only if progress is shown.
    pub(super) fn new(
        json: bool,
        jobs: usize,
        progress: ProgressOptions,
        count: impl FnOnce() -> Option<u64>,
    ) -> Self {
        let mut bar_shown = ProgressBar::hidden();
        let mut lines = None;
        if io::stderr().is_terminal() && !progress.quiet {
            bar_shown = bar(count());
        } else if !progress.quiet {
            lines = Lines::start(count(), progress.period, "positions");
        }
        Self {
            json,
            jobs,
            start: Instant::now(),
            bar: bar_shown,
            lines,
            totals: Totals::default(),
        }
    }

    /// The head of the table.
    pub(super) fn begin(&self) -> io::Result<()> {
        if self.json {
            return Ok(());
        }
        self.say(&format!(
            "{:>6} {:>7} {:>5}  {:<8} {:>10} {:>15} {:>12}  principal variation",
            "number", "empties", "score", "best", "seconds", "nodes", "nodes/s"
        ))
    }

    /// Writes an answer at once.
    pub(super) fn answer(&mut self, answer: &Answer, time: Duration) -> io::Result<()> {
        self.totals.add(answer, time);
        self.step();
        if self.json {
            let mut line = serde_json::to_string(answer)?;
            line.push('\n');
            return self.write(&line);
        }
        self.say(&row(answer))
    }

    /// Counts a problem answered by an earlier run.
    pub(super) fn skip(&mut self) {
        self.totals.skipped += 1;
        self.step();
    }

    /// Reports a line that could not be read.
    pub(super) fn refuse(&mut self, why: &str) {
        self.totals.bad += 1;
        self.step();
        self.print_message(why);
    }

    /// Writes a message to standard error.
    pub(super) fn print_message(&self, why: &str) {
        self.bar.suspend(|| print_message(why));
    }

    /// One problem is done with.
    fn step(&self) {
        self.bar.inc(1);
        if let Some(lines) = &self.lines {
            lines.step();
        }
    }

    /// Totals, and what does not agree.
    pub(super) fn end(&mut self) -> io::Result<()> {
        self.lines = None;
        self.bar.finish_and_clear();
        if self.json {
            return Ok(());
        }
        let Totals {
            positions,
            nodes,
            time,
            checked,
            agreed,
            ..
        } = &self.totals;
        self.say(&format!(
            "{} solved in {:.3} s, {} nodes, {} nodes/s",
            many(positions - self.totals.unfinished, "position"),
            time.as_secs_f64(),
            grouped(*nodes),
            grouped(rate(*nodes, *time))
        ))?;
        if self.jobs > 1 {
            let (jobs, seconds) = (self.jobs, self.start.elapsed().as_secs_f64());
            self.say(&format!("{jobs} jobs, {seconds:.3} s from start to end"))?;
        }
        for (count, what) in [
            (self.totals.skipped, "answered before"),
            (self.totals.unfinished, "not solved in the time allowed"),
        ] {
            if count > 0 {
                self.say(&format!("{} {what}", many(count, "position")))?;
            }
        }
        if self.totals.bad > 0 {
            self.say(&format!(
                "{} could not be read",
                many(self.totals.bad, "line")
            ))?;
        }
        if *checked > 0 {
            self.say(&format!(
                "{agreed} of {checked} agree with the answers given"
            ))?;
        }
        let mut lines = self.totals.disagreements.iter();
        lines.try_for_each(|line| self.say(&format!("  {line}")))?;
        let mut notations = self.totals.notations.iter();
        notations.try_for_each(|(notation, count)| {
            self.say(&format!("{} read as {notation}", many(*count, "position")))
        })
    }

    fn say(&self, line: &str) -> io::Result<()> {
        self.write(&format!("{line}\n"))
    }

    /// Writes a line in one call, so that a reader never sees a part of it.
    fn write(&self, line: &str) -> io::Result<()> {
        self.bar.suspend(|| {
            let mut out = io::stdout().lock();
            out.write_all(line.as_bytes())?;
            out.flush()
        })
    }
}

fn bar(expected: Option<u64>) -> ProgressBar {
    let (bar, template) = match expected {
        Some(count) => (
            ProgressBar::new(count),
            "{bar:40} {pos}/{len} positions, {time}{left}",
        ),
        None => (
            ProgressBar::new_spinner(),
            "{spinner} {pos} positions, {time}",
        ),
    };
    bar.set_style(progress_bar::style(template));
    bar.enable_steady_tick(Duration::from_millis(200));
    bar
}

fn row(answer: &Answer) -> String {
    let mut row = format!(
        "{:>6} {:>7} {:>5}  {:<8} {:>10.4} {:>15} {:>12}  {}",
        answer.number,
        answer.empties,
        score(answer),
        answer.best.join(" "),
        answer.seconds,
        grouped(answer.nodes),
        grouped(answer.nps),
        answer.pv.join(" ")
    );
    for scored in answer.moves.iter().flatten() {
        let score = signed(scored.score);
        row.extend([format!("\n{score:>20}  {}", scored.mv)]);
    }
    row.extend(notes(answer).map(|note| format!("\n{:>14} {note}", "")));
    row
}

/// Remarks about an answer.
fn notes(answer: &Answer) -> impl Iterator<Item = String> {
    let bound = |words, score: Option<i32>| {
        score.map_or_else(String::new, |score| format!(", {words} {}", signed(score)))
    };
    let unfinished = || {
        let (least, most) = (
            bound("at least", answer.at_least),
            bound("at most", answer.at_most),
        );
        format!("not solved: depth {} reached{least}{most}", answer.depth)
    };
    let selective = || format!("an estimate, at a selectivity of {} %", answer.selectivity);
    let wrong = || format!("the answer given is {}", expectation(answer));
    [
        (!answer.finished).then(unfinished),
        (answer.finished && answer.selectivity < 100).then(selective),
        (answer.agrees == Some(false)).then(wrong),
    ]
    .into_iter()
    .flatten()
}

fn signed(score: i32) -> String {
    format!("{score:+}")
}

fn score(answer: &Answer) -> String {
    let sign = match answer.relation {
        Relation::Equal => "",
        Relation::AtLeast => ">=",
        Relation::AtMost => "<=",
    };
    let about = match answer.bound {
        Bound::Estimate => "~",
        Bound::Exact | Bound::Lower | Bound::Upper => "",
    };
    format!("{about}{sign}{}", signed(answer.score))
}

fn in_words(answer: &Answer) -> String {
    format!("{} {}", score(answer), answer.best.join(" "))
}

fn expectation(answer: &Answer) -> String {
    let score = signed(answer.expected.unwrap_or_default());
    format!("{score} {}", answer.expected_best.join(" "))
}

fn place(answer: &Answer) -> String {
    let number = answer.number;
    match (&answer.file, answer.line) {
        (Some(file), Some(line)) => format!("{number} ({file}:{line})"),
        (None, Some(line)) => format!("{number} (line {line})"),
        _ => number.to_string(),
    }
}

pub(super) fn many(count: u64, what: &str) -> String {
    number::count(grouped(count), what, &format!("{what}s"))
}

/// A number with commas between groups of three digits.
pub(super) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() * 4 / 3);
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}
