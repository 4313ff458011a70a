//! A summary of answers that earlier runs have written: agreement, nodes and times by empty squares, and what is missing.

use std::collections::{BTreeMap, HashMap};
use std::io::{self, BufReader, Write};
use std::path::Path;
use std::process::ExitCode;
use std::time::Duration;

use kaeshi::files::{Lines, open_text};
use kaeshi::game::InputError;
use serde::Serialize;

use super::answer::{Bound, rate};
use super::options::Solve;
use super::problem::{Key, key, obf_position};
use super::report::{grouped, many};
use super::source::{self, Event};
use super::stored_answer::StoredAnswer;
use super::unused_answers::UnusedAnswers;
use crate::cli::{Failure, json_lines, print_message};

impl StoredAnswer {
    /// The scores that the answer admits, both ends included, if it is proven.
    fn admitted(&self) -> [i32; 2] {
        match self.bound {
            Bound::Exact => [self.score, self.score],
            Bound::Lower => [self.score, 64],
            Bound::Upper => [-64, self.score],
            Bound::Estimate => [-64, 64],
        }
    }
}

/// The answers with one number of empty squares.
#[derive(Debug, Clone, Copy, Default, Serialize)]
struct Row {
    empties: u32,
    answers: u64,
    /// Sum of all nodes.
    nodes: u64,
    /// Sum of all times in seconds.
    seconds: f64,
    /// The longest time in seconds.
    slowest: f64,
}

/// What is known of a position: answers that no problem has used, and the scores that all answers admit.
struct Position {
    unused: UnusedAnswers<()>,
    range: [i32; 2],
}

type Positions = HashMap<Key, Position>;

/// Everything that is counted.
#[derive(Debug, Default, Serialize)]
struct Summary {
    files: usize,
    answers: u64,
    /// Number of different positions.
    positions: u64,
    exact: u64,
    bounds: u64,
    estimates: u64,
    unfinished: u64,
    /// Lines that are no answers.
    bad_lines: u64,
    /// Answers to problems whose score the file of problems gives, and those that agree with it.
    checked: u64,
    agreed: u64,
    /// Positions with answers that cannot all be right.
    contradictions: Vec<String>,
    /// Number of problems; `None` without a file of problems.
    #[serde(skip_serializing_if = "Option::is_none")]
    problems: Option<u64>,
    /// Number of problems without an answer.
    missing: u64,
    /// The places of the first problems without an answer.
    first_missing: Vec<String>,
    by_empties: Vec<Row>,
}

/// Maximum number of missing problems that are named.
const MAX_NAMED: usize = 10;

/// Prints the summary of the files of answers; returns the exit status.
///
/// # Errors
/// If a file cannot be read, or the output cannot be written.
pub(super) fn run(solve: &Solve) -> Result<ExitCode, Failure> {
    let mut summary = Summary {
        files: solve.summary.len(),
        ..Summary::default()
    };
    let mut positions = HashMap::new();
    let mut rows = BTreeMap::new();
    for path in &solve.summary {
        summary.read(path, &mut positions, &mut rows)?;
    }
    summary.by_empties = rows.into_values().collect();
    summary.positions = positions.len() as u64;
    if !solve.files.is_empty() {
        summary.compare(solve, &mut positions)?;
    }
    let out = &mut io::stdout().lock();
    if solve.json {
        writeln!(
            out,
            "{}",
            serde_json::to_string(&summary).map_err(io::Error::from)?
        )?;
    } else {
        summary.print(out)?;
    }
    out.flush()?;
    let is_fine = summary.missing == 0
        && summary.contradictions.is_empty()
        && summary.agreed == summary.checked
        && summary.bad_lines == 0;
    Ok(if is_fine {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

impl Summary {
    fn read(
        &mut self,
        path: &Path,
        positions: &mut Positions,
        rows: &mut BTreeMap<u32, Row>,
    ) -> Result<(), InputError> {
        let refuse = |why: io::Error| InputError::new(format_args!("{}: {why}", path.display()));
        let input: Box<dyn io::Read> = if path.as_os_str() == "-" {
            Box::new(io::stdin())
        } else {
            open_text(path).map_err(refuse)?
        };
        let mut lines = Lines::new(BufReader::new(input));
        while let Some(line) = lines.next_bytes().map_err(refuse)? {
            let line = line.unwrap_or_default();
            if line.iter().all(u8::is_ascii_whitespace) && !line.is_empty() {
                continue;
            }
            match json_lines::parse(&line) {
                Ok(answer) => self.add(answer, positions, rows),
                Err(why) => {
                    self.bad_lines += 1;
                    if self.bad_lines == 1 {
                        let number = lines.number();
                        print_message(&format!("{}:{number}: no answer: {why}", path.display()));
                    }
                }
            }
        }
        Ok(())
    }

    fn add(
        &mut self,
        answer: StoredAnswer,
        positions: &mut Positions,
        rows: &mut BTreeMap<u32, Row>,
    ) {
        self.answers += 1;
        match answer.bound {
            Bound::Exact => self.exact += 1,
            Bound::Lower | Bound::Upper => self.bounds += 1,
            Bound::Estimate => self.estimates += 1,
        }
        self.unfinished += u64::from(!answer.finished);
        self.checked += u64::from(answer.agrees.is_some());
        self.agreed += u64::from(answer.agrees == Some(true));
        let empties = answer.position.board().empties();
        let row = rows.entry(empties).or_default();
        row.empties = empties;
        row.answers += 1;
        row.nodes = row.nodes.saturating_add(answer.nodes);
        row.seconds += answer.seconds;
        row.slowest = row.slowest.max(answer.seconds);
        let [low, high] = answer.admitted();
        let known = positions.entry(key(&answer.position)).or_insert(Position {
            unused: UnusedAnswers::default(),
            range: [-64, 64],
        });
        known.unused.add(answer.id, ());
        let was_possible = known.range[0] <= known.range[1];
        known.range = [known.range[0].max(low), known.range[1].min(high)];
        if was_possible && known.range[0] > known.range[1] {
            self.contradictions.push(obf_position(&answer.position));
        }
    }

    /// Counts the problems that have no answer. Each answer is used for one problem.
    fn compare(&mut self, solve: &Solve, positions: &mut Positions) -> Result<(), Failure> {
        let (sender, events) = source::channel();
        source::spawn_reader(source::open(&solve.files)?, solve.range(), sender)?;
        let mut problems = 0;
        for event in &events {
            let items = match event {
                Event::Items(items) => items,
                Event::Failed(name, why) => {
                    return Err(InputError::new(format_args!("{name}: {why}")).into());
                }
                Event::End => break,
                Event::Interrupted | Event::Nothing(..) => continue,
            };
            for item in items {
                let Ok(problem) = item.problem else { continue };
                problems += 1;
                let known = positions.get_mut(&key(&problem.position));
                let is_answered = known.is_some_and(|known| {
                    known.unused.take(problem.id.as_ref(), |()| true).is_some()
                });
                if is_answered {
                    continue;
                }
                self.missing += 1;
                if self.first_missing.len() < MAX_NAMED {
                    self.first_missing.push(item.place.to_string());
                }
            }
        }
        self.problems = Some(problems);
        Ok(())
    }

    fn print(&self, out: &mut impl Write) -> io::Result<()> {
        let (answers, files) = (many(self.answers, "answer"), self.files);
        let positions = many(self.positions, "position");
        writeln!(
            out,
            "{answers} to {positions} in {}",
            many(files as u64, "file")
        )?;
        writeln!(
            out,
            "{} exact, {} bounds, {} estimates, {} not finished",
            grouped(self.exact),
            grouped(self.bounds),
            grouped(self.estimates),
            grouped(self.unfinished)
        )?;
        writeln!(
            out,
            "\n{:>7} {:>11} {:>17} {:>15} {:>12} {:>12} {:>12}",
            "empties", "answers", "nodes", "nodes/answer", "seconds", "s/answer", "slowest"
        )?;
        for row in &self.by_empties {
            #[expect(clippy::cast_precision_loss, reason = "a mean for people")]
            let mean = row.seconds / row.answers as f64;
            writeln!(
                out,
                "{:>7} {:>11} {:>17} {:>15} {:>12.3} {:>12.6} {:>12.6}",
                row.empties,
                grouped(row.answers),
                grouped(row.nodes),
                grouped(row.nodes / row.answers),
                row.seconds,
                mean,
                row.slowest
            )?;
        }
        let nodes = self.by_empties.iter().map(|row| row.nodes);
        let nodes = nodes.fold(0, u64::saturating_add);
        // Without a row the sum is -0.
        let seconds = 0.0 + self.by_empties.iter().map(|row| row.seconds).sum::<f64>();
        let rate = rate(
            nodes,
            Duration::try_from_secs_f64(seconds).unwrap_or_default(),
        );
        writeln!(
            out,
            "{:>7} {:>11} {:>17} {:>15} {seconds:>12.3}  {} nodes/s\n",
            "all",
            grouped(self.answers),
            grouped(nodes),
            "",
            grouped(rate)
        )?;
        if self.checked > 0 {
            let (agreed, checked) = (grouped(self.agreed), grouped(self.checked));
            writeln!(out, "{agreed} of {checked} agree with the answers given")?;
        }
        if self.bad_lines > 0 {
            writeln!(out, "{} no answers", many(self.bad_lines, "line"))?;
        }
        for position in &self.contradictions {
            writeln!(out, "answers contradict each other: {position}")?;
        }
        if let Some(problems) = self.problems {
            let problems = many(problems, "problem");
            writeln!(
                out,
                "{problems}, {} without an answer",
                grouped(self.missing)
            )?;
        }
        for place in &self.first_missing {
            writeln!(out, "  {place}")?;
        }
        Ok(())
    }
}
