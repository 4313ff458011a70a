//! The header of a record: the settings that must be the same to resume the match.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::cli::match_runner::digest::FileDigest;
use crate::cli::match_runner::driver::TimeControl;
use crate::cli::seconds::read_debug;

/// The first line of a record; fields that older records do not have are `None`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(in crate::cli) struct Header {
    /// The command of the first program.
    pub(in crate::cli) first: String,
    pub(in crate::cli) second: String,
    pub(in crate::cli) game: String,
    #[serde(rename = "pace")]
    pub(in crate::cli) time_control: String,
    /// Milliseconds that a move may be late.
    #[serde(default)]
    pub(in crate::cli) tolerance: Option<u64>,
    /// Seconds for a move that is limited by depth or nodes, if an option set them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(in crate::cli) move_limit: Option<String>,
    /// The file of openings, or how random ones are chosen.
    pub(in crate::cli) openings: String,
    /// SHA-256 of the file of openings, if there is one.
    #[serde(default)]
    pub(in crate::cli) openings_sha256: Option<String>,
    /// The programs' own names.
    #[serde(default)]
    pub(in crate::cli) names: Option<[String; 2]>,
    /// The names in reports, which are different from each other.
    #[serde(default)]
    pub(in crate::cli) labels: Option<[String; 2]>,
    /// The files that the commands name.
    #[serde(default)]
    pub(in crate::cli) files: Option<[Vec<FileDigest>; 2]>,
    /// The programs of a tournament, which has no first and second program.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(in crate::cli) engines: Option<Vec<EngineHeader>>,
    /// Which programs of a tournament play each other.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(in crate::cli) format: Option<String>,
}

/// A program of a tournament.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(in crate::cli) struct EngineHeader {
    /// The name in reports.
    pub(in crate::cli) name: String,
    pub(in crate::cli) command: String,
    /// The options that are set, with their values.
    pub(in crate::cli) options: Vec<(String, String)>,
    pub(in crate::cli) time_control: String,
    /// The files that the command names.
    pub(in crate::cli) files: Vec<FileDigest>,
}

impl EngineHeader {
    fn in_words(&self) -> String {
        let options: Vec<_> = self
            .options
            .iter()
            .map(|(name, value)| format!("{name}={value}"))
            .collect();
        let Self {
            name,
            command,
            time_control,
            ..
        } = self;
        let time_control = as_options(time_control);
        format!("{name}: {command} {} {time_control}", options.join(" "))
    }
}

/// The time controls of a header as options set them, such as `--depth 3`. Text of another form stays as it is.
fn as_options(text: &str) -> String {
    let one = |text: &str| one_as_options(text).unwrap_or_else(|| text.to_owned());
    let both: Vec<_> = text.split(" against ").map(one).collect();
    both.join(" against ")
}

/// One time control as the option that sets it.
fn one_as_options(text: &str) -> Option<String> {
    Some(match time_control(text)? {
        TimeControl::Depth(plies) => format!("--depth {plies}"),
        TimeControl::Nodes(nodes) => format!("nodes={nodes}"),
        TimeControl::PerMove(time) => format!("--move-time {}", time.as_secs_f64()),
        TimeControl::Clock(main, increment) => {
            let (main, increment) = (main.as_secs_f64(), increment.as_secs_f64());
            format!("--time {main} --increment {increment}")
        }
    })
}

/// Reads a time control, which a header has as `Depth(3)`, `Nodes(500)`, `PerMove(500ms)` or `Clock(10s, 100ms)`.
fn time_control(text: &str) -> Option<TimeControl> {
    let (name, values) = text.strip_suffix(')')?.split_once('(')?;
    Some(match name {
        "Depth" => TimeControl::Depth(values.parse().ok()?),
        "Nodes" => TimeControl::Nodes(values.parse().ok()?),
        "PerMove" => TimeControl::PerMove(read_debug(values)?),
        "Clock" => {
            let (main, increment) = values.split_once(", ")?;
            TimeControl::Clock(read_debug(main)?, read_debug(increment)?)
        }
        _ => return None,
    })
}

/// Why the games of two headers do not belong together.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Difference {
    /// The options are different.
    Words(String),
    /// The options are the same but have another meaning, such as changed files.
    Meaning(String),
}

impl Header {
    /// The longest time in seconds that a clock of the match can show after `plies` plies. `None` if a time control or the
    /// limit of a move is one of another version of the program.
    pub(super) fn max_clock(&self, plies: usize) -> Option<f64> {
        let own = self.time_control.split(" against ");
        let engines = self.engines.iter().flatten();
        let all = own.chain(engines.map(|engine| engine.time_control.as_str()));
        #[expect(clippy::cast_precision_loss, reason = "a number of plies")]
        let plies = plies as f64;
        let limit = self.move_limit.as_ref();
        let limit = limit.map(|seconds| Duration::try_from_secs_f64(seconds.parse().ok()?).ok());
        let move_limit = limit.unwrap_or(Some(TimeControl::DEFAULT_MOVE_LIMIT))?;
        let clock = |text: &str| {
            let control = time_control(text)?;
            let main = control.main(move_limit);
            Some(main.as_secs_f64() + plies * control.increment().as_secs_f64())
        };
        all.map(clock)
            .try_fold(0.0_f64, |longest, clock| Some(longest.max(clock?)))
    }

    /// How many seconds a move may be late; `None` in old records.
    pub(super) fn tolerance_seconds(&self) -> Option<f64> {
        let tolerance = self.tolerance.map(Duration::from_millis);
        tolerance.map(|tolerance| tolerance.as_secs_f64())
    }

    /// The first difference between this header and `now` that matters.
    pub(super) fn difference(&self, now: &Self) -> Option<Difference> {
        let words = self.difference_in_words(now).map(Difference::Words);
        words.or_else(|| self.difference_in_meaning(now).map(Difference::Meaning))
    }

    fn difference_in_words(&self, now: &Self) -> Option<String> {
        let milliseconds = |tolerance: Option<u64>| tolerance.map(|it| format!("{it} ms"));
        let move_limits = [self, now].map(|header| match &header.move_limit {
            Some(seconds) => format!("--move-limit {seconds}"),
            None => String::from("the default"),
        });
        let then_tolerance = milliseconds(self.tolerance.or(now.tolerance));
        // A file of openings is compared by its contents, not by its name.
        let same_openings =
            self.openings_sha256.is_some() && self.openings_sha256 == now.openings_sha256;
        let then_openings = if same_openings {
            &now.openings
        } else {
            &self.openings
        };
        let time_controls = [self, now].map(|header| as_options(&header.time_control));
        let pairs = [
            ("first program", &self.first, &now.first),
            ("second program", &self.second, &now.second),
            ("game", &self.game, &now.game),
            ("time control", &time_controls[0], &time_controls[1]),
            ("time limit of a move", &move_limits[0], &move_limits[1]),
            (
                "tolerance",
                &then_tolerance.unwrap_or_default(),
                &milliseconds(now.tolerance).unwrap_or_default(),
            ),
            ("source of openings", then_openings, &now.openings),
        ];
        let programs = |header: &Self| {
            let engines = header.engines.iter().flatten();
            engines
                .map(EngineHeader::in_words)
                .collect::<Vec<_>>()
                .join("; ")
        };
        let format = |header: &Self| header.format.clone().unwrap_or_default();
        let more = [
            ("programs", &programs(self), &programs(now)),
            ("format", &format(self), &format(now)),
        ];
        let mut pairs = pairs.into_iter().chain(more);
        let (what, then, now) = pairs.find(|(_, then, now)| then != now)?;
        Some(format!("its {what} was '{then}', now it is '{now}'"))
    }

    fn difference_in_meaning(&self, now: &Self) -> Option<String> {
        let (Some(then_files), Some(now_files)) = (&self.files, &now.files) else {
            return Some("an older version wrote it, without saying which files played".into());
        };
        if self.openings_sha256 != now.openings_sha256 {
            return Some(format!(
                "{} has changed since its games were played",
                now.openings
            ));
        }
        for (then, now) in then_files.iter().zip(now_files) {
            if let Some(changed) = changed_file(then, now) {
                return Some(changed);
            }
        }
        let engines = self
            .engines
            .iter()
            .flatten()
            .zip(now.engines.iter().flatten());
        for (then, now) in engines {
            if let Some(changed) = changed_file(&then.files, &now.files) {
                return Some(changed);
            }
        }
        let names = self.names.iter().flatten().zip(now.names.iter().flatten());
        let (then, now) = names.into_iter().find(|(then, now)| then != now)?;
        Some(format!("a program called itself '{then}', now '{now}'"))
    }
}

/// The first difference between the files of a program.
fn changed_file(then: &[FileDigest], now: &[FileDigest]) -> Option<String> {
    let changed = now
        .iter()
        .zip(then)
        .find(|(now, then)| now.sha256 != then.sha256);
    match changed {
        Some((now, then)) if now.path == then.path => Some(format!(
            "{} has changed since its games were played (sha256 {:.12}, now {:.12})",
            now.path, then.sha256, now.sha256
        )),
        Some((now, then)) => Some(format!(
            "its games were played with {}, which is not the same as {}",
            then.path, now.path
        )),
        None if now.len() == then.len() => None,
        None => {
            let longer = if now.len() > then.len() { now } else { then };
            let path = &longer[now.len().min(then.len())].path;
            let when = if now.len() > then.len() {
                "was not there"
            } else {
                "is no longer there, as"
            };
            Some(format!("{path} {when} when its games were played"))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn header() -> Header {
        let digest = |path: &str, sha256: &str| FileDigest {
            path: path.into(),
            sha256: sha256.into(),
        };
        Header {
            first: "a".into(),
            second: "b".into(),
            game: "othello".into(),
            time_control: "1".into(),
            tolerance: Some(50),
            move_limit: None,
            engines: None,
            format: None,
            openings: "xot.txt".into(),
            openings_sha256: Some("12".into()),
            names: Some(["A 1".into(), "B 1".into()]),
            labels: None,
            files: Some([
                vec![digest("./a", "aa")],
                vec![digest("/bin/b", "bb"), digest("w", "cc")],
            ]),
        }
    }

    #[test]
    fn time_controls_are_shown_as_options() {
        for (text, shown) in [
            ("Depth(1)", "--depth 1"),
            ("Nodes(500)", "nodes=500"),
            ("PerMove(500ms)", "--move-time 0.5"),
            ("Clock(10s, 100ms)", "--time 10 --increment 0.1"),
            ("Depth(1) against Depth(2)", "--depth 1 against --depth 2"),
            ("Hours(3)", "Hours(3)"),
        ] {
            assert_eq!(as_options(text), shown);
        }
    }

    #[test]
    fn what_matters_is_compared_and_nothing_else() {
        type Change = fn(&mut Header);
        let then = header();
        let same: [Change; 4] = [
            |_| {},
            |now| now.labels = Some(["x".into(), "y".into()]),
            |now| now.openings = "copy.txt".into(),
            |now| now.files.as_mut().expect("files")[0][0].path = "/home/a".into(),
        ];
        for (number, change) in same.iter().enumerate() {
            let mut now = header();
            change(&mut now);
            assert_eq!(then.difference(&now), None, "{number}");
        }
        let words: [Change; 6] = [
            |now| now.second = "c".into(),
            |now| now.game = "gomoku".into(),
            |now| now.time_control = "2".into(),
            |now| now.tolerance = Some(60),
            |now| now.move_limit = Some("3600".into()),
            |now| (now.openings, now.openings_sha256) = ("random, seed 1".into(), None),
        ];
        for (number, change) in words.iter().enumerate() {
            let mut now = header();
            change(&mut now);
            let found = then.difference(&now);
            assert!(
                matches!(found, Some(Difference::Words(_))),
                "{number}: {found:?}"
            );
        }
        let meaning: [Change; 5] = [
            |now| now.openings_sha256 = Some("13".into()),
            |now| now.names = Some(["A 1".into(), "B 2".into()]),
            |now| now.files.as_mut().expect("files")[0][0].sha256 = "dd".into(),
            |now| drop(now.files.as_mut().expect("files")[1].pop()),
            |now| now.files = None,
        ];
        for (number, change) in meaning.iter().enumerate() {
            let mut now = header();
            change(&mut now);
            let found = then.difference(&now);
            assert!(
                matches!(found, Some(Difference::Meaning(_))),
                "{number}: {found:?}"
            );
        }
    }
}
