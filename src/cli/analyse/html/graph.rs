//! The value for Black after each move, as a graph.

use std::fmt::Write;

use kaeshi::analysis::{Analysis, Thresholds, Value};
use maud::{Markup, html};

/// The size of the graph.
const WIDTH: f64 = 720.0;
const HEIGHT: f64 = 200.0;
/// The places of its left and right end. On the left there is room for the largest letters of the style sheet.
const LEFT: f64 = 54.0;
const RIGHT: f64 = WIDTH - 6.0;

/// The left end where there are words on the left.
const LEFT_OF_WORDS: f64 = 84.0;

/// The scales of the graph.
struct Scale {
    positions: usize,
    left: f64,
    /// The value at the top, in discs.
    most: f64,
}

impl Scale {
    #[expect(
        clippy::cast_precision_loss,
        reason = "at most a few hundred positions"
    )]
    fn x(&self, index: usize) -> f64 {
        self.left
            + (RIGHT - self.left) * index as f64 / self.positions.saturating_sub(1).max(1) as f64
    }

    fn y(&self, discs: f64) -> f64 {
        HEIGHT / 2.0 - discs.clamp(-self.most, self.most) / self.most * (HEIGHT / 2.0 - 10.0)
    }
}

/// The value for Black of each position: a full line where it is exact, a dashed one where it is estimated.
pub(super) fn graph(analysis: &Analysis, thresholds: &Thresholds) -> Markup {
    let values = analysis.values();
    let most = values
        .iter()
        .map(|value| value.discs.abs())
        .fold(0.0, f64::max);
    let mosts = [8.0, 16.0, 32.0];
    let scale = Scale {
        positions: values.len(),
        left: LEFT,
        most: mosts.into_iter().find(|top| *top >= most).unwrap_or(64.0),
    };
    let ticks = [-1.0, -0.5, 0.0, 0.5, 1.0].map(|part| part * scale.most);
    let mistakes = analysis.moves.iter().enumerate();
    let mistakes = mistakes.filter(|(_, judged)| thresholds.grade(judged.loss) > 0);
    html! {
        svg id="graph" class="graph" viewBox={ "0 0 " (WIDTH) " " (HEIGHT) } role="img"
            aria-label="Value for Black after each move" data-left=(LEFT) data-right=(RIGHT) {
            @for tick in ticks {
                line class=(if tick == 0.0 { "zero" } else { "tick" }) x1=(LEFT) x2=(RIGHT) y1=(scale.y(tick)) y2=(scale.y(tick)) {}
                text x=(LEFT - 6.0) y=(scale.y(tick)) { (format!("{tick:+.0}").replace("+0", "0").replace("-0", "0")) }
            }
            path class="estimate" d=(path(&values, &scale, false)) {}
            path class="exact" d=(path(&values, &scale, true)) {}
            @for (index, judged) in mistakes {
                circle class={ "dot " (judged.side.name().to_lowercase()) } cx=(round(scale.x(index + 1)))
                    cy=(round(scale.y(values[index + 1].discs))) r="4.5" {}
            }
            line id="now" x1="0" x2="0" y1="0" y2=(HEIGHT) visibility="hidden" {}
        }
    }
}

/// The result with best play for the first player in each position, where it is proven; `changes` are the indices of the
/// moves that changed it.
pub(super) fn results(results: &[Option<i8>], changes: &[usize]) -> Markup {
    let scale = Scale {
        positions: results.len(),
        left: LEFT_OF_WORDS,
        most: 1.0,
    };
    let y = |result: i8| scale.y(f64::from(result) * 0.8);
    let mut path = String::from("M0 0");
    // Writing to a string cannot fail.
    for (index, pair) in results.windows(2).enumerate() {
        if let [Some(before), Some(after)] = *pair {
            let [from, to] = [index, index + 1].map(|at| round(scale.x(at)));
            let [before, after] = [before, after].map(|result| round(y(result)));
            let _ = write!(path, "M{from} {before}L{to} {after}");
        }
    }
    let dots = changes.iter().filter_map(|&index| {
        let result = results.get(index + 1).copied().flatten()?;
        Some((round(scale.x(index + 1)), round(y(result))))
    });
    html! {
        svg id="graph" class="graph" viewBox={ "0 0 " (WIDTH) " " (HEIGHT) } role="img"
            aria-label="Result with best play for the first player" data-left=(LEFT_OF_WORDS) data-right=(RIGHT) {
            @for (result, word) in [(1, "win"), (0, "draw"), (-1, "loss")] {
                line class=(if result == 0 { "zero" } else { "tick" }) x1=(LEFT_OF_WORDS) x2=(RIGHT) y1=(y(result)) y2=(y(result)) {}
                text x=(LEFT_OF_WORDS - 8.0) y=(y(result)) { (word) }
            }
            path class="exact" d=(path) {}
            @for (x, y) in dots { circle class="dot black" cx=(x) cy=(y) r="4.5" {} }
            line id="now" x1="0" x2="0" y1="0" y2=(HEIGHT) visibility="hidden" {}
        }
    }
}

/// The parts of the line that end at exact values, or the others.
fn path(values: &[Value], scale: &Scale, exact: bool) -> String {
    let mut path = String::new();
    let mut is_open = false;
    for (index, value) in values.iter().enumerate() {
        let both = index > 0 && value.reliability.exact && values[index - 1].reliability.exact;
        if index == 0 || both != exact {
            is_open = false;
            continue;
        }
        let point = |at: usize| {
            format!(
                "{} {}",
                round(scale.x(at)),
                round(scale.y(values[at].discs))
            )
        };
        if !is_open {
            path.push('M');
            path += &point(index - 1);
        }
        is_open = true;
        path.push('L');
        path += &point(index);
    }
    if path.is_empty() { "M0 0".into() } else { path }
}

fn round(number: f64) -> f64 {
    (number * 10.0).round() / 10.0
}
