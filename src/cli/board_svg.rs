//! A picture of an Othello board, as SVG.

use maud::{Markup, PreEscaped, html};

use kaeshi::analysis::{Value, ValuedMove};
use kaeshi::game::Side;
use kaeshi::games::othello::Othello;
use kaeshi::games::othello::board::Squares;

/// A text on an empty square.
pub(crate) struct Label {
    /// The square: 0 is a1, 1 is b1.
    pub(crate) square: u8,
    pub(crate) text: String,
    /// Whether the move is a best one.
    pub(crate) is_best: bool,
    /// Whether the move was played.
    pub(crate) is_played: bool,
}

/// A value in discs: whole if it is exact, with a digit behind the point if it is an estimate.
pub(crate) fn shown(value: Value) -> String {
    if !value.reliability.exact {
        let rounded = (value.discs * 10.0).round() / 10.0 + 0.0;
        format!("{rounded:+.1}")
    } else if value.discs == 0.0 {
        "0".into()
    } else {
        format!("{:+.0}", value.discs)
    }
}

/// The value of a move as [`shown`], with a sign in front if it is a maximum.
pub(crate) fn move_value(valued: &ValuedMove) -> String {
    let sign = if valued.at_most { "≤" } else { "" };
    format!("{sign}{}", shown(valued.value))
}

/// The picture of a position.
pub(crate) struct Picture<'a> {
    pub(crate) position: &'a Othello,
    /// The square of the last move.
    pub(crate) last: Option<u8>,
    pub(crate) labels: Vec<Label>,
    /// What the picture shows, for those who cannot see it.
    pub(crate) title: &'a str,
}

/// The colours of a board; the class `k` is for those outside of the board, which a dark page changes.
pub(crate) const STYLE: &str = "\
.g{fill:#2f8a57}.n{stroke:#1b5737;stroke-width:.04;fill:none}.d{fill:#1b5737}.k{fill:#59636e;font-size:.34px}\
.b,.w{fill:none;stroke-linecap:round;stroke-width:.82}.b{stroke:#101418}.w{stroke:#f7f7f2}\
.t{fill:#fff;font-size:.33px}.v{fill:#ffe45c;font-size:.36px;font-weight:700}.y{fill:none;stroke:#fff;stroke-width:.05}\
.r{fill:#e5484d}.k,.t,.v{font-family:system-ui,-apple-system,'Segoe UI',Roboto,sans-serif;text-anchor:middle}\
@media (prefers-color-scheme:dark){.k{fill:#a8b1bb}}";

/// The lines of the grid and its four dots; every board uses them.
const GRID: &str = "M0 1h8M0 2h8M0 3h8M0 4h8M0 5h8M0 6h8M0 7h8M1 0v8M2 0v8M3 0v8M4 0v8M5 0v8M6 0v8M7 0v8M0 0h8v8h-8z";

/// What [`Picture::board`] refers to: the empty board, with the names of files and ranks.
pub(crate) fn definitions() -> Markup {
    html! {
        g id="grid" {
            rect class="g" width="8" height="8" {}
            path class="n" d=(GRID) {}
            @for (x, y) in [(2, 2), (6, 2), (2, 6), (6, 6)] { circle class="d" cx=(x) cy=(y) r=".09" {} }
            @for at in 0..8_u8 {
                text class="k" x={ (at) ".5" } y="-.15" { (char::from(b'a' + at)) }
                text class="k" x="-.27" y={ (at) ".62" } { (at + 1) }
            }
        }
    }
}

/// Discs as a path of points with round ends.
fn discs(set: u64) -> String {
    let point = |number: u8| format!("M{}.5 {}.5h0", number % 8, number / 8);
    Squares(set).map(|square| point(square.number())).collect()
}

impl Picture<'_> {
    /// An `svg` element; [`definitions`] must be on the same page.
    pub(crate) fn board(&self) -> Markup {
        let board = self.position.board();
        let [black, white] = match kaeshi::game::Game::side(self.position) {
            Side::First => [board.own, board.other],
            Side::Second => [board.other, board.own],
        };
        html! {
            svg viewBox="-.6 -.6 8.7 8.7" role="img" aria-label=(self.title) {
                use href="#grid" {}
                path class="b" d=(discs(black)) {}
                path class="w" d=(discs(white)) {}
                @if let Some(last) = self.last {
                    circle class="r" cx={ (last % 8) ".5" } cy={ (last / 8) ".5" } r=".13" {}
                }
                @for label in &self.labels {
                    @if label.is_played {
                        circle class="y" cx={ (label.square % 8) ".5" } cy={ (label.square / 8) ".5" } r=".42" {}
                    }
                    text class=(if label.is_best { "v" } else { "t" }) x={ (label.square % 8) ".5" } y={ (label.square / 8) ".62" } {
                        (label.text)
                    }
                }
            }
        }
    }

    /// The text of an SVG file.
    pub(crate) fn file(&self) -> String {
        let inner = self.board().into_string();
        let (_, inner) = inner
            .split_once("<use href=\"#grid\"></use>")
            .unwrap_or(("", &inner));
        let inner = inner.trim_end_matches("</svg>");
        let page = html! {
            svg xmlns="http://www.w3.org/2000/svg" width="480" height="480" viewBox="-.6 -.6 8.7 8.7" role="img" {
                title { (self.title) }
                style { (PreEscaped(STYLE)) }
                (definitions())
                (PreEscaped(inner))
            }
        };
        page.into_string() + "\n"
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_escapes_its_title_and_has_all_discs() {
        let position = Othello::default();
        let picture = Picture {
            position: &position,
            last: Some(63),
            labels: vec![Label {
                square: 19,
                text: "+1".into(),
                is_best: true,
                is_played: false,
            }],
            title: "<script>&\"",
        };
        let file = picture.file();
        assert!(!file.contains("<script"), "{file}");
        assert!(file.contains("<title>&lt;script&gt;&amp;"), "{file}");
        assert!(file.contains("d=\"M4.5 3.5h0M3.5 4.5h0\""), "{file}");
        assert!(file.contains("x=\"3.5\" y=\"2.62\">+1</text>"), "{file}");
        assert!(file.ends_with("</svg>\n"), "{file}");
        assert_eq!(file.matches("<svg").count(), 1);
    }
}
