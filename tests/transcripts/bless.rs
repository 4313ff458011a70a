//! Writes the program's current output into a document.

use std::time::{Duration, Instant};

use crate::block::{Block, LEFT_OUT, Run, Turn};
use crate::pattern::{fits, likeness, mark};
use crate::program::{Program, Workplace, is_progress};

/// If the output differs from the document, it is complete after this time without another line.
const QUIET: Duration = Duration::from_secs(3);
/// As [`QUIET`], where the document shows no output.
const SHORT: Duration = Duration::from_secs(1);
/// The output is complete after this time in any case.
const MAX_WAIT: Duration = Duration::from_secs(15);
/// Lines less alike than this, from 0 to 1, are different lines.
const ALIKE: f64 = 0.3;

/// The document with all blocks updated to the program's current output.
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

/// The current lines of a run.
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

/// Reads the output until it agrees with the document, or is complete.
fn listen(program: &mut Program, turn: &Turn) -> Vec<String> {
    let end = Instant::now() + MAX_WAIT;
    let quiet = match &turn.input {
        // A command may take long before its first line.
        None if !turn.answer.is_empty() => MAX_WAIT,
        Some(_) if !turn.answer.is_empty() => QUIET,
        _ => SHORT,
    };
    let mut said = Vec::new();
    let mut rest = turn.answer.as_slice();
    // Expected output may come at once; only a missing or different line is waited for.
    while Instant::now() < end && (turn.answer.is_empty() || !rest.is_empty()) {
        let Some(line) = program.next_line(end.min(Instant::now() + quiet)) else {
            break;
        };
        let wanted = rest.iter().position(|pattern| pattern != LEFT_OUT);
        if let Some(at) = wanted.filter(|&at| fits(&line, &rest[at])) {
            rest = &rest[at + 1..];
        }
        let shows_progress = turn.answer.iter().any(|pattern| is_progress(pattern));
        if shows_progress || !is_progress(&line) {
            said.push(line);
        }
    }
    said
}

/// The lines of the output, with the marks of the document, and without the lines left out there.
fn merge(shown: &[String], said: &[String]) -> Vec<String> {
    let pairs = pair(shown, said);
    let mut lines = Vec::new();
    let mut next = 0;
    // Whether the document leaves out lines since the last one that the output still has.
    let mut open = false;
    for (pattern, place) in shown.iter().zip(pairs) {
        if let Some(place) = place {
            gap(&mut lines, &said[next..place], open);
            lines.push(mark(&said[place], pattern));
            next = place + 1;
            open = false;
        } else {
            open |= pattern == LEFT_OUT;
        }
    }
    gap(&mut lines, &said[next..], open);
    lines
}

/// The lines between two lines of the document: `...` if some may be left out there, otherwise all of them.
fn gap(lines: &mut Vec<String>, between: &[String], may_be_left_out: bool) {
    if !may_be_left_out {
        lines.extend_from_slice(between);
    } else if !between.is_empty() {
        lines.push(LEFT_OUT.to_owned());
    }
}

/// For each line of the document the corresponding line of the output. In order, and with the highest total likeness.
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
    // best[i][j]: the highest total likeness of the document's lines from i and the output's lines from j.
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

#[test]
fn lines_left_out_stay_so_where_the_line_after_them_has_changed() {
    let lines = |text: &str| text.split(" / ").map(str::to_owned).collect::<Vec<_>>();
    let shown = lines("depth 1 / ... / the end of it / bestmove c3");
    let said = lines("depth 1 / depth 2 / depth 3 / nothing like it / bestmove c3");
    assert_eq!(merge(&shown, &said), lines("depth 1 / ... / bestmove c3"));
}
