//! Writes what the program says today into a document.

use std::time::{Duration, Instant};

use crate::block::{Block, LEFT_OUT, Run, Turn};
use crate::pattern::{fits, likeness, mark};
use crate::program::{Program, Workplace};

/// An answer that is not what is shown is complete when nothing more comes for this long.
const QUIET: Duration = Duration::from_secs(3);
/// The same where no answer is shown.
const SHORT: Duration = Duration::from_secs(1);
/// And after this long in any case.
const LONGEST: Duration = Duration::from_secs(15);
/// Lines that look less alike than this are different lines.
const ALIKE: f64 = 0.3;

/// The document with all its blocks as the program says them now.
pub(crate) fn renew(document: &str, blocks: &[Block], workplace: &Workplace) -> String {
    let lines: Vec<&str> = document.lines().collect();
    let (mut renewed, mut done) = (Vec::new(), 0);
    for block in blocks {
        let start = block.line - 1;
        renewed.extend(lines[done..start].iter().map(|&line| line.to_owned()));
        for run in &block.runs {
            renewed.extend(say(run, workplace));
        }
        done = start + block.length;
    }
    renewed.extend(lines[done..].iter().map(|&line| line.to_owned()));
    renewed.join("\n") + "\n"
}

/// The lines of a run.
fn say(run: &Run, workplace: &Workplace) -> Vec<String> {
    let mut lines = Vec::new();
    if run.shows_command {
        lines.push(format!("$ {}", run.command));
    }
    let mut program = Program::start(&run.command, workplace);
    for turn in &run.turns {
        if let Some(input) = &turn.input {
            lines.push(format!("> {input}"));
        }
        let _ = program.type_line(turn);
        let said = listen(&mut program, turn);
        lines.extend(merge(&turn.answer, &said));
    }
    lines
}

/// What is said until the answer is as it is shown, or complete.
fn listen(program: &mut Program, turn: &Turn) -> Vec<String> {
    let end = Instant::now() + LONGEST;
    let quiet = match &turn.input {
        // A command may work for long before it says anything.
        None if !turn.answer.is_empty() => LONGEST,
        Some(_) if !turn.answer.is_empty() => QUIET,
        _ => SHORT,
    };
    let mut said = Vec::new();
    let mut rest = turn.answer.as_slice();
    // What the answer should be may come at once: only a line that is missing or wrong is waited for.
    while Instant::now() < end && (turn.answer.is_empty() || !rest.is_empty()) {
        let Some(line) = program.next_line(end.min(Instant::now() + quiet)) else {
            break;
        };
        let wanted = rest.iter().position(|pattern| pattern != LEFT_OUT);
        if let Some(at) = wanted.filter(|&at| fits(&line, &rest[at])) {
            rest = &rest[at + 1..];
        }
        said.push(line);
    }
    said
}

/// The lines said, with the marks of the lines shown, and without those that were left out.
fn merge(shown: &[String], said: &[String]) -> Vec<String> {
    let pairs = pair(shown, said);
    let mut lines = Vec::new();
    let mut next = 0;
    let leaves_out = |at: usize| shown.get(at).is_some_and(|line| line == LEFT_OUT);
    for (at, pattern) in shown.iter().enumerate() {
        if let Some(place) = pairs[at] {
            gap(&mut lines, &said[next..place], at > 0 && leaves_out(at - 1));
            lines.push(mark(&said[place], pattern));
            next = place + 1;
        }
    }
    let open = shown.len().checked_sub(1).is_some_and(leaves_out);
    gap(&mut lines, &said[next..], open);
    lines
}

/// Lines that stand beside no line that is shown: `...` if some may be left out there, otherwise all of them.
fn gap(lines: &mut Vec<String>, between: &[String], may_be_left_out: bool) {
    if !may_be_left_out {
        lines.extend_from_slice(between);
    } else if !between.is_empty() {
        lines.push(LEFT_OUT.to_owned());
    }
}

/// For each line shown the line said that it became, in order, so that as much as possible is alike.
fn pair(shown: &[String], said: &[String]) -> Vec<Option<usize>> {
    let (height, width) = (shown.len(), said.len());
    let alike = |row: usize, column: usize| {
        let value = if shown[row] == LEFT_OUT {
            0.0
        } else {
            likeness(&said[column], &shown[row])
        };
        if value < ALIKE { 0.0 } else { value }
    };
    // best[i][j]: the most alike that the lines shown from i and those said from j can be.
    let mut best = vec![vec![0.0_f64; width + 1]; height + 1];
    for row in (0..height).rev() {
        for column in (0..width).rev() {
            let both = match alike(row, column) {
                0.0 => 0.0,
                value => value + best[row + 1][column + 1],
            };
            best[row][column] = both.max(best[row + 1][column]).max(best[row][column + 1]);
        }
    }
    let mut pairs = vec![None; height];
    let (mut row, mut column) = (0, 0);
    while row < height && column < width {
        let here = best[row][column];
        if here <= best[row + 1][column] {
            row += 1;
        } else if here <= best[row][column + 1] {
            column += 1;
        } else {
            pairs[row] = Some(column);
            (row, column) = (row + 1, column + 1);
        }
    }
    pairs
}
