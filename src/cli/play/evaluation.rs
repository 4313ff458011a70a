//! A value of a position, for people.

use kaeshi::analysis::{ProvenPly, Value};
use kaeshi::engine::{PvInfo, ScoreSource};
use kaeshi::game::Side;

/// The value of a position for the first player, and how it was found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Eval {
    /// In hundredths of the game's unit: a disc, or a win.
    pub(super) hundredths: i32,
    /// Plies until the game ends, if it is decided; negative if the first player loses.
    pub(super) decided: Option<i32>,
    /// Depth of the search in plies; 0 for a finished game.
    pub(super) depth: u8,
    /// Confidence in percent, 73 to 100.
    pub(super) confidence: u8,
    /// Whether the value is the exact value of the game.
    pub(super) is_proven: bool,
    /// Whether an opening book has it.
    pub(super) is_book: bool,
}

impl Eval {
    /// The value that a search for `side` has reported.
    pub(super) fn of(info: &PvInfo, side: Side) -> Self {
        let plies = info.score.plies_to_end().map(i32::from);
        let wins = info.score.0 > 0;
        let own = Self {
            hundredths: info.hundredths,
            decided: plies.map(|plies| if wins { plies } else { -plies }),
            depth: info.depth,
            confidence: info.confidence,
            is_proven: info.proven.is_some(),
            is_book: matches!(info.source.as_deref(), Some(ScoreSource::Book(_))),
        };
        own.seen_by(side)
    }

    /// The value that an analysis gives to a position or a move of `side`.
    #[expect(
        clippy::cast_possible_truncation,
        reason = "at most 6400 hundredths, whole numbers"
    )]
    pub(super) fn of_value(value: Value, side: Side) -> Self {
        let own = Self {
            hundredths: (value.discs * 100.0).round() as i32,
            decided: None,
            depth: value.reliability.depth,
            confidence: value.reliability.percent,
            is_proven: value.reliability.exact,
            is_book: value.reliability.book,
        };
        own.seen_by(side)
    }

    /// The proven value of a position; `None` if nothing is proven.
    pub(super) fn of_proof(ply: &ProvenPly) -> Option<Self> {
        let result = i32::from(ply.result?);
        let side = match ply.player {
            1 => Side::First,
            _ => Side::Second,
        };
        let own = Self {
            decided: ply.plies.map(|plies| result * i32::from(plies)),
            ..Self::of_result(result)
        };
        Some(own.seen_by(side))
    }

    /// The value of a finished game that the first player has won by `margin` units of the game.
    pub(super) fn of_result(margin: i32) -> Self {
        Self {
            hundredths: margin * 100,
            decided: None,
            depth: 0,
            confidence: 100,
            is_proven: true,
            is_book: false,
        }
    }

    /// The value with the sign for `side`.
    #[must_use]
    pub(super) fn seen_by(self, side: Side) -> Self {
        match side {
            Side::First => self,
            Side::Second => Self {
                hundredths: -self.hundredths,
                decided: self.decided.map(|plies| -plies),
                ..self
            },
        }
    }

    /// At most four characters: `+3.5`, `-12`, `+64`, or `W5` and `L4` for a win and a loss in plies.
    pub(super) fn short(self) -> String {
        match self.decided {
            Some(plies) if plies > 0 => format!("W{plies}"),
            Some(plies) => format!("L{}", -plies),
            None if self.is_proven && self.hundredths % 100 == 0 => self.units(),
            None if self.hundredths.abs() >= 950 => self.units(),
            None => format!("{:+.1}", f64::from(self.hundredths) / 100.0),
        }
    }

    /// The value in whole units, with its sign.
    fn units(self) -> String {
        match (self.hundredths + 50 * self.hundredths.signum()) / 100 {
            0 => "0".into(),
            units => format!("{units:+}"),
        }
    }

    /// The value and how it was found: `+3.50, depth 12, 99 %`.
    pub(super) fn long(self) -> String {
        let value = match self.decided {
            Some(plies) if plies > 0 => format!("wins in {plies}"),
            Some(plies) => format!("loses in {}", -plies),
            None if self.is_proven => self.units(),
            None => format!("{:+.2}", f64::from(self.hundredths) / 100.0),
        };
        match self {
            Self { is_book: true, .. } => format!("{value}, book"),
            Self {
                is_proven: true, ..
            } => format!("{value}, exact"),
            Self {
                depth,
                confidence: 100,
                ..
            } => format!("{value}, depth {depth}"),
            Self {
                depth, confidence, ..
            } => format!("{value}, depth {depth}, {confidence} %"),
        }
    }

    /// The value from -1 (lost for the first player) to 1 (won). `full` is the value in units that counts as 1.
    pub(super) fn share(self, full: f64) -> f64 {
        match self.decided {
            Some(plies) => f64::from(plies.signum()),
            None => (f64::from(self.hundredths) / 100.0 / full).clamp(-1.0, 1.0),
        }
    }

    /// A number that is greater for better values; a quick win is better than a slow one.
    pub(super) fn worth(self) -> i32 {
        const WIN: i32 = 1_000_000;
        match self.decided {
            Some(plies) if plies > 0 => WIN - plies,
            Some(plies) => -WIN - plies,
            None => self.hundredths,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn eval(hundredths: i32) -> Eval {
        Eval {
            depth: 8,
            confidence: 95,
            is_proven: false,
            ..Eval::of_result(0)
        }
        .with(hundredths)
    }

    impl Eval {
        fn with(self, hundredths: i32) -> Self {
            Self { hundredths, ..self }
        }
    }

    #[test]
    fn short_values_have_four_characters_at_most() {
        let texts = [0, 4, -4, 349, -949, 951, 6400, -1250].map(|value| eval(value).short());
        assert_eq!(
            texts,
            ["+0.0", "+0.0", "-0.0", "+3.5", "-9.5", "+10", "+64", "-13"]
        );
        let lost = Eval {
            decided: Some(-12),
            ..eval(0)
        };
        assert_eq!(
            [lost.short(), lost.seen_by(Side::Second).short()],
            ["L12", "W12"]
        );
        assert_eq!(Eval::of_result(-14).short(), "-14");
        assert_eq!(Eval::of_result(0).short(), "0");
    }

    #[test]
    fn long_values_say_how_they_were_found() {
        assert_eq!(eval(350).long(), "+3.50, depth 8, 95 %");
        assert_eq!(Eval::of_result(-14).long(), "-14, exact");
        assert_eq!(
            eval(-350).seen_by(Side::Second).long(),
            "+3.50, depth 8, 95 %"
        );
    }

    #[test]
    fn a_decided_game_fills_the_bar() {
        let won = Eval {
            decided: Some(3),
            ..eval(0)
        };
        let lost = won.seen_by(Side::Second);
        assert!(won.share(1.0) > 0.9 && lost.share(1.0) < -0.9);
    }

    #[test]
    fn a_proof_is_seen_by_the_first_player() {
        let ply = ProvenPly {
            player: 2,
            name: None,
            result: Some(1),
            words: None,
            plies: Some(5),
            best: None,
            changed: false,
        };
        let eval = Eval::of_proof(&ply).expect("it is proven");
        assert_eq!(eval.short(), "L5");
        let unproven = ProvenPly {
            result: None,
            ..ply
        };
        assert_eq!(Eval::of_proof(&unproven), None);
    }
}
