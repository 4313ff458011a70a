//! Colours of the screen, as many as the terminal has.

use std::env;

use kaeshi::game::Side;
use ratatui::style::{Color, Modifier, Style};

/// The colours that the terminal shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Colours {
    /// None: `NO_COLOR` is set. Everything is told by letters, and by bold and reversed text.
    None,
    /// The first eight.
    Eight,
    /// 256.
    Many,
}

impl Colours {
    /// The colours of this terminal, by the environment.
    pub(super) fn of_terminal() -> Self {
        let is_set = |name: &str| env::var_os(name).is_some_and(|value| !value.is_empty());
        let name = env::var("TERM").unwrap_or_default();
        if is_set("NO_COLOR") {
            Self::None
        } else if is_set("COLORTERM") || name.contains("256") || cfg!(windows) {
            Self::Many
        } else {
            Self::Eight
        }
    }

    fn pick(self, eight: Color, many: u8) -> Color {
        match self {
            Self::None => Color::Reset,
            Self::Eight => eight,
            Self::Many => Color::Indexed(many),
        }
    }

    /// Whether there are colours.
    pub(super) fn any(self) -> bool {
        self != Self::None
    }

    /// An empty square. Neighbours differ where there are enough colours.
    pub(super) fn square(self, is_odd: bool, is_othello: bool) -> Style {
        let (eight, many) = match (is_othello, is_odd) {
            (true, false) => (Color::Green, 28),
            (true, true) => (Color::Green, 22),
            (false, false) => (Color::Blue, 60),
            (false, true) => (Color::Blue, 61),
        };
        let style = Style::new().bg(self.pick(eight, many));
        style.fg(self.pick(Color::White, 231))
    }

    /// A disc or stone.
    pub(super) fn stone(self, side: Side) -> Style {
        let (black, white) = (self.pick(Color::Black, 16), self.pick(Color::White, 231));
        let style = match side {
            Side::First => Style::new().bg(black).fg(white),
            Side::Second => Style::new().bg(white).fg(black),
        };
        style.add_modifier(Modifier::BOLD)
    }

    /// The square under the cursor.
    pub(super) fn cursor(self) -> Style {
        match self {
            Self::None => Style::new().add_modifier(Modifier::REVERSED),
            _ => Style::new()
                .bg(self.pick(Color::Yellow, 178))
                .fg(self.pick(Color::Black, 16)),
        }
    }

    /// Lines at the top and the bottom, and titles of windows.
    pub(super) fn heading() -> Style {
        Style::new().add_modifier(Modifier::REVERSED)
    }

    /// Text that matters.
    pub(super) fn strong() -> Style {
        Style::new().add_modifier(Modifier::BOLD)
    }

    /// Mistakes, and clocks that run out.
    pub(super) fn bad(self) -> Style {
        let style = Style::new().add_modifier(Modifier::BOLD);
        match self {
            Self::None => style,
            _ => style.fg(self.pick(Color::Red, 203)),
        }
    }
}
