//! The graph: which panels show the tables best.

mod bars;
mod lines;
mod scale;
mod svg;

use self::bars::Bars;
use self::lines::{Lines, Series};
use self::svg::Svg;
use super::collection::{Collection, ProgramPair};
use super::limit::{Limit, Quantity};
use super::table::{self, By, Row};

/// Maximum number of lines in a panel: more are not told apart by colour and shape.
const MAX_LINES: usize = 6;
/// Maximum number of panels with bars.
const MAX_PANELS: usize = 6;
/// Maximum number of bars in a panel.
const MAX_BARS: usize = 40;

/// A part of the graph, below the one before.
enum Panel {
    Lines(Lines),
    Bars(Bars),
}

/// The graph as the text of an SVG file: scores by limit if there are several limits, otherwise bars.
pub(super) fn draw(all: &Collection, names: &[String], by: Option<By>) -> String {
    let (panels, left_out) = match by {
        None => default_panels(all, names),
        Some(By::Time) => match line_panels(all, names) {
            (panels, left_out) if !panels.is_empty() => (panels, left_out),
            _ => bar_panels(all, names, &[By::Time]),
        },
        Some(by) => bar_panels(all, names, &[by]),
    };
    let mut svg = Svg::new(&title(all, names));
    svg.subtitle(&format!(
        "{}, {} games; error bars: 95 % confidence",
        all.title(),
        all.games()
    ));
    for panel in &panels {
        match panel {
            Panel::Lines(lines) => lines.draw(&mut svg),
            Panel::Bars(bars) => bars.draw(&mut svg),
        }
    }
    if left_out > 0 {
        svg.note(&format!("{left_out} more in the table"));
    }
    svg.finish()
}

fn title(all: &Collection, names: &[String]) -> String {
    match &all.pairs[..] {
        [pair] => against(pair, names),
        pairs => format!("Scores of {} pairs of programs", pairs.len()),
    }
}

fn against(pair: &ProgramPair, names: &[String]) -> String {
    let [first, second] = pair.programs.map(|program| &names[program]);
    format!("{first} against {second}")
}

/// Lines if there are several limits, one bar for each of several pairs, otherwise all bars of the only pair.
fn default_panels(all: &Collection, names: &[String]) -> (Vec<Panel>, usize) {
    let (panels, left_out) = line_panels(all, names);
    if !panels.is_empty() {
        return (panels, left_out);
    }
    if all.pairs.len() > 1 {
        let row = |pair: &ProgramPair| Row::of_pairs(against(pair, names), &pair.total);
        let rows = all.pairs.iter().map(row).collect();
        let (bars, left_out) = bars("Score of the program named first", rows);
        return (vec![Panel::Bars(bars)], left_out);
    }
    bar_panels(all, names, &By::BARS)
}

/// One panel with bars for each pair and table; also the number of bars left out.
fn bar_panels(all: &Collection, names: &[String], tables: &[By]) -> (Vec<Panel>, usize) {
    let (mut panels, mut left_out) = (Vec::new(), 0);
    for pair in &all.pairs {
        for by in tables {
            let rows = table::rows(all, pair, *by);
            let is_dull = tables.len() > 1 && rows.len() < 2;
            if rows.is_empty() || is_dull {
                continue;
            }
            if panels.len() == MAX_PANELS {
                left_out += rows.len();
                continue;
            }
            let rows = if *by == By::Opening {
                table::shortened(rows)
            } else {
                rows
            };
            let title = match all.pairs.len() {
                1 => format!("Score by {}", by.name()),
                _ => format!("{}, by {}", against(pair, names), by.name()),
            };
            let (bars, more) = bars(&title, rows);
            left_out += more;
            panels.push(Panel::Bars(bars));
        }
    }
    (panels, left_out)
}

/// A panel with the first bars; also the number of bars left out.
fn bars(title: &str, mut rows: Vec<Row>) -> (Bars, usize) {
    let left_out = rows.len().saturating_sub(MAX_BARS);
    rows.truncate(MAX_BARS);
    (Bars::new(title, rows), left_out)
}

/// One panel for each quantity that has several values; also the number of lines left out.
fn line_panels(all: &Collection, names: &[String]) -> (Vec<Panel>, usize) {
    let mut panels: Vec<(Quantity, Vec<Series>)> = Vec::new();
    for pair in &all.pairs {
        for (quantity, series) in series(all, pair, names) {
            match panels.iter_mut().find(|(known, _)| *known == quantity) {
                Some((_, lines)) => lines.push(series),
                None => panels.push((quantity, vec![series])),
            }
        }
    }
    panels.sort_by_key(|(quantity, _)| *quantity);
    let mut left_out = 0;
    let mut shown = Vec::new();
    for (quantity, mut series) in panels {
        if series.iter().all(|series| series.points.len() < 2) {
            left_out += series.len();
            continue;
        }
        left_out += series.len().saturating_sub(MAX_LINES);
        series.truncate(MAX_LINES);
        shown.push(Panel::Lines(Lines { quantity, series }));
    }
    (shown, left_out)
}

/// The lines of a pair: the score by the limit of one program or of both.
fn series(all: &Collection, pair: &ProgramPair, names: &[String]) -> Vec<(Quantity, Series)> {
    let rows = table::rows(all, pair, By::Time);
    let limits: Vec<_> = rows.iter().filter_map(|row| row.limits.as_ref()).collect();
    let varying = Varying::of(&limits);
    let moving = |limits: &&[Limit; 2]| limits[varying.program()].level;
    let has_levels = limits.iter().any(|one| moving(one) != moving(&limits[0]));
    let mut lines: Vec<(Quantity, Series)> = Vec::new();
    for row in &rows {
        let Some(limits) = &row.limits else { continue };
        let limit = &limits[varying.program()];
        let Some((quantity, x)) = limit
            .quantity(has_levels)
            .and_then(|quantity| Some((quantity, limit.value(quantity)?)))
        else {
            continue;
        };
        let name = varying.name(pair, names, limits, &limit.rest(quantity));
        let at = lines
            .iter()
            .position(|(known, line)| *known == quantity && line.name == name);
        let at = at.unwrap_or_else(|| {
            lines.push((
                quantity,
                Series {
                    name,
                    points: Vec::new(),
                },
            ));
            lines.len() - 1
        });
        lines[at].1.points.push((x, row.clone()));
    }
    for (_, line) in &mut lines {
        line.points
            .sort_by(|(one, _), (other, _)| one.total_cmp(other));
    }
    lines
}

/// Whose limit changes along a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Varying {
    Both,
    First,
    Second,
}

impl Varying {
    fn of(limits: &[&[Limit; 2]]) -> Self {
        let is_constant = |at: usize| limits.iter().all(|one| one[at] == limits[0][at]);
        if limits.iter().all(|[first, second]| first == second) {
            Self::Both
        } else if is_constant(0) && !is_constant(1) {
            Self::Second
        } else {
            Self::First
        }
    }

    /// The index of the program whose limit is the horizontal axis.
    fn program(self) -> usize {
        match self {
            Self::Both | Self::First => 0,
            Self::Second => 1,
        }
    }

    /// The name of a line: both programs, with the limits that do not change along it.
    fn name(self, pair: &ProgramPair, names: &[String], limits: &[Limit; 2], rest: &str) -> String {
        let [mut first, mut second] = pair.programs.map(|program| names[program].clone());
        let (moving, fixed) = match self {
            Self::Both | Self::First => (&mut first, &mut second),
            Self::Second => (&mut second, &mut first),
        };
        if !rest.is_empty() {
            *moving = format!("{moving} ({rest})");
        }
        if self != Self::Both {
            let limit = &limits[1 - self.program()];
            *fixed = format!("{fixed} ({limit})");
        }
        format!("{first} against {second}")
    }
}
