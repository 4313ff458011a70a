//! What limits a program's thinking: its level, its depth or its time, read from the header of a record.

use std::cmp::Ordering;
use std::fmt;
use std::time::Duration;

use serde_json::{Value, json};

use crate::cli::seconds::read_debug as duration;

/// The limit of one program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Limit {
    /// The level in the program's command line.
    pub(super) level: Option<u32>,
    pub(super) pace: Pace,
}

/// The depth or the time of a program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Pace {
    /// Depth in plies.
    Depth(u32),
    /// Time for each move.
    PerMove(Duration),
    /// Time for the whole game, and increment per move.
    Clock(Duration, Duration),
    /// The match set no limit: a depth is not sent to programs that speak GTP.
    Own,
    /// A time control of another version of the program, as written in the record.
    Other(String),
}

/// What the horizontal axis of a graph shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Quantity {
    Level,
    Depth,
    PerMove,
    Clock,
}

/// A command line without its protocol and its limits.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Stripped {
    /// The command without `nboard@16:`, `--level 3` and the like.
    pub(super) command: String,
    level: Option<u32>,
    /// The depth in `nboard@16:`.
    depth: Option<u32>,
    is_gtp: bool,
}

/// Options that set a level, as in `--level 3`.
const LEVEL_OPTIONS: [&str; 3] = ["--level", "-level", "-l"];

impl Stripped {
    /// Splits a command line of `kaeshi match`.
    pub(super) fn of(command: &str) -> Self {
        let (prefix, rest) = command.split_once(':').unwrap_or(("", command));
        let depth = prefix
            .strip_prefix("nboard@")
            .and_then(|depth| depth.trim().parse().ok());
        let (protocol, rest) = match prefix {
            "gtp" | "nboard" => (prefix, rest),
            "ugi" => ("", rest),
            _ if depth.is_some() => ("nboard", rest),
            _ => ("", command),
        };
        let (rest, level) = without_level(rest.trim());
        Self {
            command: match protocol {
                "" => rest,
                _ => format!("{protocol}:{rest}"),
            },
            level,
            depth,
            is_gtp: protocol == "gtp",
        }
    }

    /// The limit of this program in a match with the time control `pace`.
    pub(super) fn limit(&self, pace: &Pace) -> Limit {
        let pace = match (self.depth, pace) {
            (Some(depth), _) => Pace::Depth(depth),
            (None, Pace::Depth(_)) if self.is_gtp => Pace::Own,
            (None, pace) => pace.clone(),
        };
        Limit {
            level: self.level,
            pace,
        }
    }
}

/// The command without its last option for a level, and that level.
fn without_level(command: &str) -> (String, Option<u32>) {
    let mut level = None;
    let mut kept: Vec<&str> = Vec::new();
    let mut words = command.split(' ').peekable();
    while let Some(word) = words.next() {
        if let Some((option, value)) = word.split_once('=')
            && LEVEL_OPTIONS.contains(&option)
            && let Ok(number) = value.parse()
        {
            level = Some(number);
            continue;
        }
        let next = words.peek().and_then(|next| next.parse().ok());
        if LEVEL_OPTIONS.contains(&word) && next.is_some() {
            level = next;
            words.next();
            continue;
        }
        kept.push(word);
    }
    (kept.join(" "), level)
}

impl Pace {
    /// Both programs' time controls, from the text of a header.
    pub(super) fn both(text: &str) -> [Self; 2] {
        match text.split_once(" against ") {
            Some((first, second)) => [first, second].map(Self::one),
            None => [Self::one(text), Self::one(text)],
        }
    }

    fn one(text: &str) -> Self {
        Self::parse(text).unwrap_or_else(|| Self::Other(text.to_owned()))
    }

    /// Reads `Depth(3)`, `PerMove(500ms)` or `Clock(10s, 100ms)`.
    fn parse(text: &str) -> Option<Self> {
        let (name, values) = text.strip_suffix(')')?.split_once('(')?;
        match name {
            "Depth" => Some(Self::Depth(values.parse().ok()?)),
            "PerMove" => Some(Self::PerMove(duration(values)?)),
            "Clock" => {
                let (main, increment) = values.split_once(", ")?;
                Some(Self::Clock(duration(main)?, duration(increment)?))
            }
            _ => None,
        }
    }
}

impl Limit {
    /// The quantity of the limit; its level only if `levels` are compared.
    pub(super) fn quantity(&self, levels: bool) -> Option<Quantity> {
        match self.pace {
            _ if levels && self.level.is_some() => Some(Quantity::Level),
            Pace::Depth(_) => Some(Quantity::Depth),
            Pace::PerMove(_) => Some(Quantity::PerMove),
            Pace::Clock(..) => Some(Quantity::Clock),
            Pace::Own | Pace::Other(_) => None,
        }
    }

    /// The value of a quantity: a level, plies, or seconds.
    pub(super) fn value(&self, quantity: Quantity) -> Option<f64> {
        match (quantity, &self.pace) {
            (Quantity::Level, _) => self.level.map(f64::from),
            (Quantity::Depth, Pace::Depth(depth)) => Some(f64::from(*depth)),
            (Quantity::PerMove, Pace::PerMove(time)) => Some(time.as_secs_f64()),
            (Quantity::Clock, Pace::Clock(main, _)) => Some(main.as_secs_f64()),
            _ => None,
        }
    }

    /// The limit without the part that `quantity` measures; empty if nothing is left.
    pub(super) fn rest(&self, quantity: Quantity) -> String {
        match (quantity, self.level) {
            (Quantity::Level, _) => self.pace.to_string(),
            (_, Some(level)) => format!("level {level}"),
            (_, None) => String::new(),
        }
    }

    /// The limit as fields for scripts.
    pub(super) fn json(&self) -> Value {
        let seconds = |quantity| self.value(quantity);
        let increment = match self.pace {
            Pace::Clock(_, increment) => Some(increment.as_secs_f64()),
            _ => None,
        };
        json!({
            "text": self.to_string(),
            "level": self.level,
            "depth": match self.pace { Pace::Depth(depth) => Some(depth), _ => None },
            "move_seconds": seconds(Quantity::PerMove),
            "clock_seconds": seconds(Quantity::Clock),
            "increment_seconds": increment,
        })
    }

    /// The order in tables: levels, depths, times; each from low to high.
    pub(super) fn order(&self, other: &Self) -> Ordering {
        let quantities = [Quantity::Depth, Quantity::PerMove, Quantity::Clock];
        let key = |limit: &Self| {
            let values = quantities.map(|quantity| limit.value(quantity));
            (limit.level, values, limit.to_string())
        };
        let (own, others) = (key(self), key(other));
        own.partial_cmp(&others).unwrap_or(Ordering::Equal)
    }
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.level {
            Some(level) if self.pace == Pace::Own => write!(f, "level {level}"),
            Some(level) => write!(f, "level {level}, {}", self.pace),
            None => write!(f, "{}", self.pace),
        }
    }
}

impl fmt::Display for Pace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Depth(depth) => write!(f, "depth {depth}"),
            Self::PerMove(time) => write!(f, "{} s a move", time.as_secs_f64()),
            Self::Clock(main, increment) => {
                write!(
                    f,
                    "{} s + {} s",
                    main.as_secs_f64(),
                    increment.as_secs_f64()
                )
            }
            Self::Own => f.write_str("its own limit"),
            Self::Other(text) => f.write_str(text),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_split() {
        for (command, stripped, level, depth) in [
            ("./kaeshi", "./kaeshi", None, None),
            ("ugi:./kaeshi", "./kaeshi", None, None),
            (
                "kaeshi --level 3 --hash 4",
                "kaeshi --hash 4",
                Some(3),
                None,
            ),
            ("kaeshi --level=0", "kaeshi", Some(0), None),
            (
                "gtp:/usr/games/rhino -l 3",
                "gtp:/usr/games/rhino",
                Some(3),
                None,
            ),
            (
                "nboard@16:cd a && ./x",
                "nboard:cd a && ./x",
                None,
                Some(16),
            ),
            ("nboard: ./x", "nboard:./x", None, None),
            ("ls -l -a", "ls -l -a", None, None),
            ("C:\\a.exe --level x", "C:\\a.exe --level x", None, None),
            ("a --level 1 --level 2", "a", Some(2), None),
        ] {
            let found = Stripped::of(command);
            let parts = (found.command.as_str(), found.level, found.depth);
            assert_eq!(parts, (stripped, level, depth), "{command}");
        }
    }

    /// The header of a match has what `Debug` writes.
    #[test]
    fn time_controls_are_read() {
        let milliseconds = Duration::from_millis;
        let clock = |main, increment| Pace::Clock(milliseconds(main), milliseconds(increment));
        for pace in [
            Pace::Depth(12),
            Pace::PerMove(milliseconds(1500)),
            Pace::PerMove(Duration::from_micros(20)),
            Pace::PerMove(Duration::from_nanos(1)),
            clock(10_000, 100),
            clock(500, 0),
        ] {
            assert_eq!(Pace::both(&format!("{pace:?}")), [pace.clone(), pace]);
        }
        let odds = Pace::both("Clock(200ms, 10ms) against Clock(400ms, 20ms)");
        assert_eq!(odds, [clock(200, 10), clock(400, 20)]);
        for text in [
            "",
            "Depth(x)",
            "Clock(1s)",
            "PerMove(1h)",
            "PerMove(-1s)",
            "Nodes(5)",
            "PerMove(1e999s)",
        ] {
            assert_eq!(Pace::one(text), Pace::Other(text.into()), "{text}");
        }
    }

    #[test]
    fn the_depth_of_a_program_counts_before_the_clock_of_the_match() {
        let [pace, _] = Pace::both("Clock(10s, 100ms)");
        let limit = |command: &str, pace: &Pace| Stripped::of(command).limit(pace).to_string();
        assert_eq!(limit("nboard@3:x", &pace), "depth 3");
        assert_eq!(limit("x --level 2", &pace), "level 2, 10 s + 0.1 s");
        assert_eq!(limit("gtp:x", &pace), "10 s + 0.1 s");
        assert_eq!(limit("gtp:x", &Pace::Depth(3)), "its own limit");
        assert_eq!(limit("gtp:x -l 4", &Pace::Depth(3)), "level 4");
        assert_eq!(
            limit("x", &Pace::PerMove(Duration::from_millis(50))),
            "0.05 s a move"
        );
    }
}
