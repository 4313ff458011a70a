//! The value for Black after each move, as a graph.

use kaeshi::analysis::{Analysis, Thresholds, Value};
use maud::{Markup, html};

/// The size of the graph.
const WIDTH: f64 = 720.0;
const HEIGHT: f64 = 200.0;
/// The places of its left and right end.
const LEFT: f64 = 46.0;
const RIGHT: f64 = WIDTH - 6.0;

/// The scales of the graph.
struct Scale {
    positions: usize,
    /// The value at the top, in discs.
    most: f64,
}

impl Scale {
    #[expect(
        clippy::cast_precision_loss,
        reason = "at most a few hundred positions"
    )]
    fn x(&self, index: usize) -> f64 {
        LEFT + (RIGHT - LEFT) * index as f64 / self.positions.saturating_sub(1).max(1) as f64
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
                text x=(LEFT - 6.0) y=(scale.y(tick) + 4.0) { (format!("{tick:+.0}").replace("+0", "0").replace("-0", "0")) }
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
