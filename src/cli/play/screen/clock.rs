//! The time of both players.

use std::time::Duration;

use kaeshi::engine::GoLimits;

use super::super::board::Played;

/// Main time and increment of each player; without main time the clocks only count.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(in super::super) struct ClockRule {
    pub(in super::super) main: Option<Duration>,
    pub(in super::super) increment: Duration,
}

/// The clocks of a game.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Clock {
    pub(super) rule: ClockRule,
    /// The time since the player to move began to think.
    pub(super) turn: Duration,
}

impl Clock {
    /// The time that `player` has used for `moves`, and for the current move if `is_turn`.
    fn used(&self, moves: &[Played], player: usize, is_turn: bool) -> Duration {
        let moves = moves.iter().filter(|mv| mv.player == player);
        let used: Duration = moves.filter_map(|mv| mv.time).sum();
        used + if is_turn { self.turn } else { Duration::ZERO }
    }

    /// The time that `player` has left; `None` without main time.
    pub(super) fn left(&self, moves: &[Played], player: usize, is_turn: bool) -> Option<Duration> {
        let made = moves.iter().filter(|mv| mv.player == player);
        let made = made.filter(|mv| mv.time.is_some()).count();
        let gained = self.rule.increment * u32::try_from(made).unwrap_or(u32::MAX);
        Some((self.rule.main? + gained).saturating_sub(self.used(moves, player, is_turn)))
    }

    /// The limits of the engine's next move: the clocks, or else `limits`.
    pub(super) fn limits(&self, moves: &[Played], limits: &GoLimits) -> GoLimits {
        if self.rule.main.is_none() {
            return limits.clone();
        }
        GoLimits {
            clock: [0, 1].map(|player| self.left(moves, player, false)),
            increment: [self.rule.increment; 2],
            move_time: None,
            ..limits.clone()
        }
    }

    /// The clock of `player` as minutes and seconds: what is left, or what was used.
    pub(super) fn text(&self, moves: &[Played], player: usize, is_turn: bool) -> String {
        match self.left(moves, player, is_turn) {
            // Rounded up, so that 0:00 means that the time is over.
            Some(left) => minutes(left.as_millis().div_ceil(1000)),
            None => minutes(self.used(moves, player, is_turn).as_secs().into()),
        }
    }
}

fn minutes(seconds: u128) -> String {
    match (seconds / 3600, seconds / 60 % 60, seconds % 60) {
        (0, minutes, seconds) => format!("{minutes}:{seconds:02}"),
        (hours, minutes, seconds) => format!("{hours}:{minutes:02}:{seconds:02}"),
    }
}

/// Reads a clock: minutes, or minutes and seconds of increment as in `5+3`.
///
/// # Errors
/// If the text is neither.
pub(in super::super) fn read_rule(text: &str) -> Result<ClockRule, String> {
    let (main, increment) = text.split_once('+').unwrap_or((text, "0"));
    let number = |text: &str, max: f64| {
        let number = text.trim().parse::<f64>().ok();
        number.filter(|number| (0.0..=max).contains(number))
    };
    let rule = number(main, 1440.0).zip(number(increment, 3600.0));
    let rule = rule.filter(|(main, _)| *main > 0.0);
    let (main, increment) = rule.ok_or_else(|| {
        "minutes are needed, 1440 at most, or minutes and seconds of increment as in 5+3".to_owned()
    })?;
    Ok(ClockRule {
        main: Some(Duration::from_secs_f64(60.0 * main)),
        increment: Duration::from_secs_f64(increment),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn played(player: usize, seconds: u64) -> Played {
        Played {
            name: "a1".into(),
            player,
            by_choice: true,
            time: Some(Duration::from_secs(seconds)),
            eval: None,
            review: None,
        }
    }

    #[test]
    fn moves_use_time_and_gain_the_increment() {
        let rule = read_rule("1+2").expect("a clock");
        let turn = Duration::from_millis(1500);
        let clock = Clock { rule, turn };
        let moves = [played(0, 10), played(1, 3), played(0, 5)];
        assert_eq!(clock.left(&moves, 0, false), Some(Duration::from_secs(49)));
        assert_eq!(clock.text(&moves, 0, false), "0:49");
        assert_eq!(clock.text(&moves, 1, true), "0:58");
        let limits = clock.limits(&moves, &GoLimits::default());
        assert_eq!(limits.clock[1], Some(Duration::from_secs(59)));
    }

    #[test]
    fn without_main_time_the_clocks_count() {
        let clock = Clock::default();
        let moves = [played(0, 100), played(1, 3700)];
        let texts = [0, 1].map(|player| clock.text(&moves, player, false));
        assert_eq!(texts, ["1:40", "1:01:40"]);
        assert_eq!(
            clock.limits(&moves, &GoLimits::default()),
            GoLimits::default()
        );
    }

    #[test]
    fn clocks_are_minutes_and_an_increment() {
        let rule = read_rule("0.5").expect("half a minute");
        assert_eq!(rule.main, Some(Duration::from_secs(30)));
        for text in ["", "0", "-1", "x", "5+", "5+x", "1e9", "nan", "5+3+1"] {
            assert!(read_rule(text).is_err(), "{text}");
        }
    }
}
