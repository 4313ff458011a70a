//! A writer of SVG files: shapes and texts below each other, in colours for light and dark surroundings.

use std::fmt::Write;

use crate::cli::results::shorten::shorten;

/// The width of the picture. Telephones show it at about 400, so that texts keep a readable size.
pub(super) const WIDTH: f64 = 520.0;

/// Colours of Okabe and Ito (2008), which colour-blind people can tell apart, two of them darker; in the dark lighter.
const STYLE: &str = "\
text{font-family:system-ui,-apple-system,'Segoe UI',Roboto,'Noto Sans','Noto Sans CJK JP',sans-serif;font-size:15px;fill:#1f2328}
.title{font-size:18px;font-weight:600}.strong{font-weight:600}.weak{fill:#59636e}
.paper{fill:#fff}.grid{stroke:#d1d9e0;stroke-width:1}.half{stroke:#59636e;stroke-width:1.5;stroke-dasharray:6 4}
.line{fill:none;stroke-width:2.5;stroke-linejoin:round}.error{stroke-width:1.5}.whisker{stroke:#1f2328;stroke-width:1.5}
.s0{stroke:#0072b2;fill:#0072b2}.s1{stroke:#d55e00;fill:#d55e00}.s2{stroke:#00805e;fill:#00805e}
.s3{stroke:#b3548c;fill:#b3548c}.s4{stroke:#8a6100;fill:#8a6100}.s5{stroke:#4a4a4a;fill:#4a4a4a}
.line{fill:none}.bar{stroke:none;fill:#56a0d3}
@media (prefers-color-scheme:dark){
text{fill:#f0f6fc}.weak{fill:#a8b1bb}.paper{fill:#0d1117}.grid{stroke:#30363d}.half{stroke:#a8b1bb}.whisker{stroke:#f0f6fc}
.s0{stroke:#56b4e9;fill:#56b4e9}.s1{stroke:#ff8a3d;fill:#ff8a3d}.s2{stroke:#2fc79a;fill:#2fc79a}
.s3{stroke:#e79bc8;fill:#e79bc8}.s4{stroke:#f0c419;fill:#f0c419}.s5{stroke:#d0d0d0;fill:#d0d0d0}
.line{fill:none}.bar{stroke:none;fill:#2c6fa3}
}";

/// Maximum number of columns of a text that begins at the left edge: at the size of the title, and of other texts.
const MAX_COLUMNS: [usize; 2] = [44, 54];

/// Where a text begins, ends or has its middle.
#[derive(Debug, Clone, Copy)]
pub(super) enum Anchor {
    Start,
    Middle,
    End,
}

/// A picture whose height grows.
pub(super) struct Svg {
    title: String,
    body: String,
    /// The height so far, in the units of [`WIDTH`].
    pub(super) height: f64,
}

impl Svg {
    /// A picture with a title.
    pub(super) fn new(title: &str) -> Self {
        let title = shorten(title, 200);
        let mut svg = Self {
            title: title.clone(),
            body: String::new(),
            height: 30.0,
        };
        svg.text(
            16.0,
            30.0,
            "title",
            Anchor::Start,
            &shorten(&title, MAX_COLUMNS[0]),
        );
        svg
    }

    /// A line of text below the title.
    pub(super) fn subtitle(&mut self, text: &str) {
        self.height += 23.0;
        self.text(
            16.0,
            self.height,
            "weak",
            Anchor::Start,
            &shorten(text, MAX_COLUMNS[1]),
        );
        self.height += 8.0;
    }

    /// The heading of a part.
    pub(super) fn heading(&mut self, text: &str) {
        self.height += 26.0;
        self.text(
            16.0,
            self.height,
            "strong",
            Anchor::Start,
            &shorten(text, 50),
        );
    }

    /// A line of text at the end.
    pub(super) fn note(&mut self, text: &str) {
        self.height += 24.0;
        self.text(16.0, self.height, "weak", Anchor::Start, text);
    }

    pub(super) fn text(&mut self, x: f64, y: f64, class: &str, anchor: Anchor, text: &str) {
        let anchor = match anchor {
            Anchor::Start => "start",
            Anchor::Middle => "middle",
            Anchor::End => "end",
        };
        let text = escaped(text);
        self.add(&format!(
            "<text class=\"{class}\" x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\">{text}</text>"
        ));
    }

    pub(super) fn line(&mut self, class: &str, [x1, y1]: [f64; 2], [x2, y2]: [f64; 2]) {
        self.add(&format!(
            "<line class=\"{class}\" x1=\"{x1:.1}\" y1=\"{y1:.1}\" x2=\"{x2:.1}\" y2=\"{y2:.1}\"/>"
        ));
    }

    /// A rectangle, with the corner at the top left.
    pub(super) fn rectangle(&mut self, class: &str, [x, y]: [f64; 2], width: f64, height: f64) {
        self.add(&format!(
            "<rect class=\"{class}\" x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{height:.1}\"/>"
        ));
    }

    /// A line through several points, dashed unless `dashes` is empty.
    pub(super) fn polyline(&mut self, class: &str, dashes: &str, points: &[[f64; 2]]) {
        let points: Vec<_> = points
            .iter()
            .map(|[x, y]| format!("{x:.1},{y:.1}"))
            .collect();
        let dashes = match dashes {
            "" => String::new(),
            dashes => format!(" stroke-dasharray=\"{dashes}\""),
        };
        let points = points.join(" ");
        self.add(&format!(
            "<polyline class=\"{class}\"{dashes} points=\"{points}\"/>"
        ));
    }

    /// A mark: each number up to 5 has its own shape.
    pub(super) fn mark(&mut self, number: usize, [x, y]: [f64; 2]) {
        let shape = match number {
            0 => "M-5,0a5,5 0 1,0 10,0a5,5 0 1,0 -10,0z",
            1 => "M-5,-5h10v10h-10z",
            2 => "M0,-6L6,5H-6z",
            3 => "M0,-6.5L6.5,0L0,6.5L-6.5,0z",
            4 => "M0,6L6,-5H-6z",
            _ => "M-2,-6h4v4h4v4h-4v4h-4v-4h-4v-4h4z",
        };
        self.add(&format!(
            "<path class=\"s{number}\" transform=\"translate({x:.1},{y:.1})\" d=\"{shape}\"/>"
        ));
    }

    fn add(&mut self, element: &str) {
        self.body.push_str(element);
        self.body.push('\n');
    }

    /// The text of the file.
    pub(super) fn finish(self) -> String {
        let Self {
            title,
            body,
            height,
        } = self;
        let height = height + 16.0;
        let title = escaped(&title);
        let mut file = String::new();
        let _ = write!(
            file,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{WIDTH}\" height=\"{height:.0}\" \
             viewBox=\"0 0 {WIDTH} {height:.0}\" style=\"max-width:100%;height:auto\" role=\"img\" \
             aria-labelledby=\"title\">\n<title id=\"title\">{title}</title>\n<style>\n{STYLE}\n</style>\n\
             <rect class=\"paper\" width=\"100%\" height=\"100%\"/>\n{body}</svg>\n"
        );
        file
    }
}

/// The text with the characters that have a meaning in XML replaced. Control characters are not allowed in it.
fn escaped(text: &str) -> String {
    let mut line = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => line.push_str("&amp;"),
            '<' => line.push_str("&lt;"),
            '>' => line.push_str("&gt;"),
            '"' => line.push_str("&quot;"),
            '\'' => line.push_str("&#39;"),
            character => line.push(character),
        }
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_cannot_end_their_element() {
        let mut svg = Svg::new("<script>&\"' \u{7}\u{202e}");
        svg.text(0.0, 0.0, "weak", Anchor::End, "</text><script>");
        let file = svg.finish();
        let title = "&lt;script&gt;&amp;&quot;&#39; \\u{7}\u{fffd}";
        assert!(
            file.contains(&format!("<title id=\"title\">{title}</title>")),
            "{file}"
        );
        assert!(
            file.contains(">&lt;/text&gt;&lt;script&gt;</text>"),
            "{file}"
        );
        assert!(!file.contains("<script"), "{file}");
    }
}
