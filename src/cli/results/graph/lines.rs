//! A panel with lines: the score by a limit.

use super::scale::Scale;
use super::svg::{Anchor, Svg, WIDTH};
use crate::cli::results::limit::Quantity;
use crate::cli::results::shorten::{columns, shorten};
use crate::cli::results::table::Row;

/// A panel of lines.
pub(super) struct Lines {
    pub(super) quantity: Quantity,
    pub(super) series: Vec<Series>,
}

/// A line.
pub(super) struct Series {
    pub(super) name: String,
    /// The value of the quantity, and the score there.
    pub(super) points: Vec<(f64, Row)>,
}

/// The sides of the plot.
const LEFT: f64 = 66.0;
const RIGHT: f64 = WIDTH - 24.0;
/// The height of the plot.
const HEIGHT: f64 = 250.0;
/// Space between the sides of the plot and the first and last points.
const INSET: f64 = 24.0;
/// Patterns of the lines, beside their colours.
const DASHES: [&str; 6] = ["", "8 4", "2 4", "10 3 2 3", "5 3", "14 5"];

impl Lines {
    /// Appends the panel to `svg`.
    pub(super) fn draw(&self, svg: &mut Svg) {
        svg.heading("Score of the program named first");
        let top = svg.height + 16.0;
        let rows = self.series.iter().flat_map(|series| &series.points);
        let scale = Scale::of(rows.map(|(_, row)| row));
        let y = |score: f64| top + HEIGHT * (1.0 - scale.place(score));
        for tick in scale.ticks() {
            let at = y(tick / 100.0);
            svg.line("grid", [LEFT, at], [RIGHT, at]);
            svg.text(
                LEFT - 8.0,
                at + 5.0,
                "weak",
                Anchor::End,
                &format!("{tick:.0} %"),
            );
        }
        svg.line("half", [LEFT, y(0.5)], [RIGHT, y(0.5)]);
        self.draw_ticks(top + HEIGHT, svg);
        for (number, series) in self.series.iter().enumerate() {
            self.draw_series(number, series, &y, svg);
        }
        svg.height = top + HEIGHT + 24.0 + 22.0;
        let middle = f64::midpoint(LEFT, RIGHT);
        svg.text(middle, svg.height, "weak", Anchor::Middle, self.unit());
        svg.height += 6.0;
        for (number, series) in self.series.iter().enumerate() {
            svg.height += 26.0;
            let at = svg.height - 5.0;
            let class = format!("line s{number}");
            svg.polyline(&class, DASHES[number], &[[16.0, at], [56.0, at]]);
            svg.mark(number, [36.0, at]);
            let name = shorten(&series.name, 50);
            svg.text(66.0, svg.height, "name", Anchor::Start, &name);
        }
    }

    /// The values on the horizontal axis, as many as there is room for.
    fn draw_ticks(&self, bottom: f64, svg: &mut Svg) {
        let mut values: Vec<f64> = self.values().collect();
        values.sort_by(f64::total_cmp);
        values.dedup();
        let mut free = f64::NEG_INFINITY;
        for value in values {
            let x = self.x(value);
            let label = number(value);
            let half = 4.5 * as_float(columns(&label));
            svg.line("grid", [x, bottom], [x, bottom + 5.0]);
            if x - half > free {
                svg.text(x, bottom + 22.0, "weak", Anchor::Middle, &label);
                free = x + half + 8.0;
            }
        }
    }

    fn draw_series(&self, number: usize, series: &Series, y: &impl Fn(f64) -> f64, svg: &mut Svg) {
        // Lines lie beside each other where their limits are the same.
        let middle = as_float(self.series.len() - 1) / 2.0;
        let aside = 5.0 * (as_float(number) - middle);
        let place = |(x, row): &(f64, Row)| [self.x(*x) + aside, y(row.score())];
        for (x, row) in &series.points {
            let x = self.x(*x) + aside;
            if let Some([low, high]) = row.score_interval() {
                let class = format!("error s{number}");
                svg.line(&class, [x, y(low)], [x, y(high)]);
                for end in [low, high] {
                    svg.line(&class, [x - 4.0, y(end)], [x + 4.0, y(end)]);
                }
            }
        }
        let points: Vec<_> = series.points.iter().map(place).collect();
        svg.polyline(&format!("line s{number}"), DASHES[number], &points);
        for point in points {
            svg.mark(number, point);
        }
    }

    fn values(&self) -> impl Iterator<Item = f64> {
        let points = self.series.iter().flat_map(|series| &series.points);
        points.map(|(x, _)| *x)
    }

    /// The place of a value on the horizontal axis.
    fn x(&self, value: f64) -> f64 {
        let place = |value: f64| {
            if self.is_logarithmic() {
                value.ln()
            } else {
                value
            }
        };
        let low = self.values().fold(f64::INFINITY, f64::min);
        let high = self.values().fold(f64::NEG_INFINITY, f64::max);
        let range = place(high) - place(low);
        let share = if range > 0.0 {
            (place(value) - place(low)) / range
        } else {
            0.5
        };
        LEFT + INSET + share * (RIGHT - LEFT - 2.0 * INSET)
    }

    /// Whether the axis is logarithmic: for times above 0.
    fn is_logarithmic(&self) -> bool {
        let is_time = matches!(self.quantity, Quantity::PerMove | Quantity::Clock);
        is_time && self.values().all(|value| value > 0.0)
    }

    fn unit(&self) -> &'static str {
        match (self.quantity, self.is_logarithmic()) {
            (Quantity::Level, _) => "level",
            (Quantity::Depth, _) => "depth in plies",
            (Quantity::PerMove, true) => "seconds for each move, logarithmic",
            (Quantity::PerMove, false) => "seconds for each move",
            (Quantity::Clock, true) => "seconds on the clock at the start, logarithmic",
            (Quantity::Clock, false) => "seconds on the clock at the start",
        }
    }
}

/// A number of at most four digits or so.
fn number(value: f64) -> String {
    match value {
        value if value >= 100.0 => format!("{value:.0}"),
        value => {
            let text = format!("{value:.3}");
            text.trim_end_matches('0').trim_end_matches('.').to_owned()
        }
    }
}

#[expect(clippy::cast_precision_loss, reason = "a small number")]
fn as_float(count: usize) -> f64 {
    count as f64
}
