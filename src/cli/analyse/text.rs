//! An analysed game as a table with a small graph, for the terminal.

use std::fmt::Write;

use kaeshi::analysis::{
    Analysis, Judged, Player, Reliability, SideSummary, Summary, Thresholds, Value,
};
use kaeshi::core::printable;

use super::record::Record;
use crate::cli::board_svg::shown as value;
use crate::cli::number::count;

/// Largest number of moves of a line.
const MAX_LINE: usize = 12;

/// The table of a game with its graph and its summary.
pub(super) fn game(record: &Record, summary: &Summary, thresholds: &Thresholds) -> String {
    let mut text = String::new();
    let analysis = &record.analysis;
    let file = record.file.as_deref().unwrap_or("standard input");
    // Writing to a string cannot fail.
    let _ = write!(
        text,
        "{} game {}: {}",
        file,
        record.number,
        printable(&record.title())
    );
    for part in [
        Some(record.place.as_str()),
        Some(&record.date),
        record.score().as_deref(),
    ] {
        if let Some(part) = part.filter(|part| !part.is_empty()) {
            let _ = write!(text, ", {}", printable(part));
        }
    }
    text.push('\n');
    if let Some((at, name)) = analysis.opening() {
        let number = analysis.moves[at].number;
        let _ = writeln!(text, "opening: {name} (move {number})");
    }
    if let Some(why) = &record.illegal {
        let _ = writeln!(text, "analysed up to {}", printable(why));
    }
    text.push('\n');
    graph(analysis, &mut text);
    text.push('\n');
    table(analysis, thresholds, &mut text);
    text.push('\n');
    sides(summary, thresholds, &mut text);
    mistakes(analysis, summary, &mut text);
    text.push('\n');
    text
}

/// A loss in discs; nothing where there is none.
pub(super) fn loss(judged: &Judged) -> String {
    if judged.loss > 0.0 {
        format!("-{}", lost(judged))
    } else {
        String::new()
    }
}

/// The discs that a move lost: a whole number if both values are exact.
pub(crate) fn lost(judged: &Judged) -> String {
    if judged.best.reliability.exact && judged.played.reliability.exact {
        format!("{:.0}", judged.loss)
    } else {
        format!("{:.1}", judged.loss)
    }
}

/// How reliable a value is, in words.
pub(super) fn reliability(value: Value) -> String {
    let reliability = value.reliability;
    match reliability {
        Reliability {
            exact, book: true, ..
        } if exact => "book, exact".into(),
        Reliability {
            book: true, depth, ..
        } => format!("book, depth {depth}"),
        Reliability { exact: true, .. } => "exact".into(),
        Reliability { percent, depth, .. } => format!("{percent} % at depth {depth}"),
    }
}

/// The value for Black after each move: a column for each position.
fn graph(analysis: &Analysis, text: &mut String) {
    /// Rows on each side of zero.
    const ROWS: i32 = 4;
    let values = analysis.values();
    let most = values
        .iter()
        .map(|value| value.discs.abs())
        .fold(0.0, f64::max);
    let steps = [2.0, 4.0, 8.0];
    let step = steps
        .into_iter()
        .find(|step| step * f64::from(ROWS) >= most)
        .unwrap_or(16.0);
    for row in (-ROWS..=ROWS).rev() {
        let height = f64::from(row) * step;
        let label = match row {
            0 => "even".into(),
            row if row == ROWS => format!("Black {height:+.0}"),
            row if row == -ROWS => format!("White {:+.0}", -height),
            _ => format!("{:+.0}", height.abs()),
        };
        let _ = write!(text, "{label:>9} ");
        for value in &values {
            let reaches = match row {
                0 => false,
                row if row > 0 => value.discs >= height - step / 2.0,
                _ => value.discs <= height + step / 2.0,
            };
            text.push(match (row, reaches, value.reliability.exact) {
                (0, ..) => '-',
                (_, true, true) => '#',
                (_, true, false) => '+',
                (_, false, _) => ' ',
            });
        }
        while text.ends_with(' ') {
            text.pop();
        }
        text.push('\n');
    }
    let _ = writeln!(
        text,
        "{:>9} # exact, + estimated; a column for each position",
        ""
    );
}

fn table(analysis: &Analysis, thresholds: &Thresholds, text: &mut String) {
    let _ = writeln!(
        text,
        "{:>4} {:<5}  {:<4} {:>6}  {:<4} {:>6} {:>7}     confidence",
        "move", "", "", "value", "best", "value", "loss"
    );
    for judged in &analysis.moves {
        let (better, best) = match judged.better() {
            Some(better) => (better, value(judged.best)),
            None => ("", String::new()),
        };
        let number = if judged.is_pass() {
            String::new()
        } else {
            judged.number.to_string()
        };
        let opening = judged.opening.as_deref().map(|name| format!(", {name}"));
        let _ = writeln!(
            text,
            "{number:>4} {:<5}  {:<4} {:>6}  {better:<4} {best:>6} {:>7} {:<2}  {}{}",
            judged.side.name(),
            judged.name,
            value(judged.played),
            loss(judged),
            thresholds.mark(judged.loss),
            reliability(judged.played),
            opening.unwrap_or_default()
        );
    }
    if !analysis.finished {
        let _ = writeln!(
            text,
            "unfinished: {} for Black, {}; best: {}",
            value(analysis.end),
            reliability(analysis.end),
            line(&analysis.rest)
        );
    }
}

/// The first moves of a line.
pub(super) fn line(moves: &[String]) -> String {
    moves[..moves.len().min(MAX_LINE)].join(" ")
}

/// A row of the summary: what it says, and the text of each side.
pub(super) type Row = (String, [String; 2]);

/// The rows of the summary of both sides.
pub(super) fn rows(summary: &Summary, thresholds: &Thresholds) -> Vec<Row> {
    let row = |what: &str, side: &dyn Fn(&SideSummary) -> String| {
        (what.to_owned(), [0, 1].map(|at| side(&summary.sides[at])))
    };
    let [a, b, c] = thresholds.0;
    vec![
        row("discs lost", &|side| format!("{:.1}", side.loss)),
        row("  moves 1 to 20", &|side| format!("{:.1}", side.phases[0])),
        row("  moves 21 to 40", &|side| format!("{:.1}", side.phases[1])),
        row("  moves 41 to 60", &|side| {
            let (loss, moves) = side.endgame;
            format!("{loss:.1} in {}", count(moves, "move", "moves"))
        }),
        row("moves without loss", &|side| {
            format!("{:.0} %", side.without_loss * 100.0)
        }),
        row(&format!("moves losing {a}, {b}, {c}"), &|side| {
            side.counts.map(|count| count.to_string()).join(", ")
        }),
    ]
}

fn sides(summary: &Summary, thresholds: &Thresholds, text: &mut String) {
    let [black, white] = Player::BOTH.map(Player::name);
    let _ = writeln!(text, "{:<26} {black:<18} {white}", "");
    for (what, [black, white]) in rows(summary, thresholds) {
        let _ = writeln!(text, "{what:<26} {black:<18} {white}");
    }
}

fn mistakes(analysis: &Analysis, summary: &Summary, text: &mut String) {
    for side in &summary.sides {
        for (at, &index) in side.worst.iter().enumerate() {
            let judged = &analysis.moves[index];
            let what = if at == 0 { "worst moves" } else { "" };
            let name = if at == 0 { side.side.name() } else { "" };
            let _ = writeln!(
                text,
                "{what:<12}{name:<6} {:>2} {} {}: better {}",
                judged.number,
                judged.name,
                loss(judged),
                line(&judged.line)
            );
        }
    }
    for change in &summary.changes {
        let judged = &analysis.moves[change.index];
        let [from, to] = change.words(judged);
        let _ = writeln!(
            text,
            "move {} ({} {}) turned '{from}' into '{to}'",
            judged.number,
            judged.side.name(),
            judged.name
        );
    }
}
