//! A panel with bars: one score for each row of a table.

use super::scale::Scale;
use super::svg::{Anchor, Svg, WIDTH};
use crate::cli::results::shorten::{columns, shorten};
use crate::cli::results::table::Row;

/// A panel of bars.
pub(super) struct Bars {
    title: String,
    rows: Vec<Row>,
}

/// Maximum width of a name beside its bar, in columns; longer names are above their bars.
const MAX_BESIDE: usize = 17;
/// The right end of the bars; their scores follow.
const RIGHT: f64 = WIDTH - 80.0;
/// The height of a bar.
const BAR: f64 = 16.0;

impl Bars {
    pub(super) fn new(title: &str, rows: Vec<Row>) -> Self {
        Self {
            title: title.to_owned(),
            rows,
        }
    }

    /// Appends the panel to `svg`.
    pub(super) fn draw(&self, svg: &mut Svg) {
        svg.heading(&self.title);
        svg.height += 12.0;
        let is_beside = self.rows.iter().all(|row| columns(&row.name) <= MAX_BESIDE);
        let left = if is_beside { 172.0 } else { 16.0 };
        let x = |score: f64| left + (RIGHT - left) * Scale::FULL.place(score);
        let top = svg.height;
        let step = if is_beside { 28.0 } else { 46.0 };
        let mut bars = Vec::new();
        for row in &self.rows {
            svg.height += step;
            bars.push(svg.height - 6.0 - BAR);
            let name = if is_beside {
                svg.height - 8.5
            } else {
                svg.height - 28.0
            };
            svg.text(16.0, name, "name", Anchor::Start, &shorten(&row.name, 54));
        }
        let bottom = svg.height + 4.0;
        for tick in Scale::FULL.ticks() {
            let at = x(tick / 100.0);
            if is_beside {
                svg.line("grid", [at, top], [at, bottom]);
            }
            svg.line("grid", [at, bottom], [at, bottom + 5.0]);
            // At the left edge of the picture there is no room for half a label.
            let anchor = match tick {
                0.0 if !is_beside => Anchor::Start,
                _ => Anchor::Middle,
            };
            svg.text(at, bottom + 22.0, "weak", anchor, &format!("{tick:.0} %"));
        }
        for (row, at) in self.rows.iter().zip(bars) {
            svg.rectangle("bar", [left, at], x(row.score()) - left, BAR);
            let middle = at + BAR / 2.0;
            if let Some([low, high]) = row.score_interval() {
                svg.line("whisker", [x(low), middle], [x(high), middle]);
                for end in [low, high] {
                    svg.line("whisker", [x(end), middle - 4.0], [x(end), middle + 4.0]);
                }
            }
            if !is_beside {
                svg.line("half", [x(0.5), at - 2.0], [x(0.5), at + BAR + 2.0]);
            }
            let score = format!("{:.1} %", 100.0 * row.score());
            svg.text(WIDTH - 12.0, middle + 5.0, "name", Anchor::End, &score);
        }
        if is_beside {
            svg.line("half", [x(0.5), top], [x(0.5), bottom]);
        }
        svg.height = bottom + 26.0;
    }
}
