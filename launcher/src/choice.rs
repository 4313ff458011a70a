//! Which build is started.

use std::ffi::OsStr;
use std::path::Path;

use kaeshi_cpu::Level;

/// Why no build can be started.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum NoBuild {
    /// `KAESHI_CPU` names no level.
    UnknownLevel(String),
    /// `KAESHI_CPU` names a level whose build is missing.
    NotThere(Level),
    /// `KAESHI_CPU` names a level that this processor does not have.
    NotSupported(Level, Vec<&'static str>),
    /// There are no builds.
    Nothing,
    /// The processor has none of the levels; this is the lowest one, and what it lacks.
    TooOld(Level, Vec<&'static str>),
}

impl NoBuild {
    /// The message for the user, in one line.
    pub(crate) fn describe(&self, folder: &Path) -> String {
        let folder = folder.display();
        match self {
            Self::UnknownLevel(name) => {
                format!("KAESHI_CPU={name}: write v1, v2, v3 or v4, or leave it out")
            }
            Self::NotThere(level) => format!(
                "KAESHI_CPU={}: there is no build for {level} in {folder}",
                level.name()
            ),
            Self::NotSupported(level, missing) => format!(
                "KAESHI_CPU={}: this processor lacks {}, which the build for {level} needs",
                level.name(),
                missing.join(", ")
            ),
            Self::Nothing => {
                format!("there are no programs in {folder}: keep that folder beside this program")
            }
            Self::TooOld(level, missing) => format!(
                "this processor is too old: it lacks {}, which {level} needs; a build from source runs on it",
                missing.join(", ")
            ),
        }
    }
}

/// The level of the build to start: `forced`, or the highest one that is there and of which the processor lacks nothing.
///
/// # Errors
/// If there is none.
pub(crate) fn choose(
    forced: Option<&OsStr>,
    is_there: impl Fn(Level) -> bool,
    missing: impl Fn(Level) -> Vec<&'static str>,
) -> Result<Level, NoBuild> {
    if let Some(name) = forced {
        let name = name.to_string_lossy();
        let level = Level::from_name(&name);
        let level = level.ok_or_else(|| NoBuild::UnknownLevel(name.into_owned()))?;
        let lacks = missing(level);
        return match is_there(level) {
            false => Err(NoBuild::NotThere(level)),
            true if !lacks.is_empty() => Err(NoBuild::NotSupported(level, lacks)),
            true => Ok(level),
        };
    }
    let mut builds = Level::ALL
        .into_iter()
        .rev()
        .filter(|&level| is_there(level));
    let found = builds.clone().find(|&level| missing(level).is_empty());
    found.ok_or_else(|| match builds.next_back() {
        None => NoBuild::Nothing,
        Some(lowest) => NoBuild::TooOld(lowest, missing(lowest)),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A processor with all levels up to `best`.
    fn processor(best: Level) -> impl Fn(Level) -> Vec<&'static str> {
        move |level| if level <= best { vec![] } else { vec!["avx2"] }
    }

    fn shipped(level: Level) -> bool {
        level != Level::V1
    }

    #[test]
    fn the_highest_build_that_the_processor_has_is_chosen() {
        for level in [Level::V2, Level::V3, Level::V4] {
            assert_eq!(choose(None, shipped, processor(level)), Ok(level));
        }
        let without_v4 = |level| shipped(level) && level != Level::V4;
        let chosen = choose(None, without_v4, processor(Level::V4));
        assert_eq!(chosen, Ok(Level::V3));
    }

    #[test]
    fn an_old_processor_is_told_what_it_lacks() {
        let chosen = choose(None, shipped, processor(Level::V1));
        assert_eq!(chosen, Err(NoBuild::TooOld(Level::V2, vec!["avx2"])));
        let chosen = choose(None, |_| false, processor(Level::V4));
        assert_eq!(chosen, Err(NoBuild::Nothing));
    }

    #[test]
    fn a_level_can_be_forced_if_it_runs() {
        let force = |name: &str| choose(Some(name.as_ref()), shipped, processor(Level::V3));
        assert_eq!(force("v2"), Ok(Level::V2));
        assert_eq!(force("v3"), Ok(Level::V3));
        assert_eq!(
            force("v4"),
            Err(NoBuild::NotSupported(Level::V4, vec!["avx2"]))
        );
        assert_eq!(force("v1"), Err(NoBuild::NotThere(Level::V1)));
        assert_eq!(force("avx2"), Err(NoBuild::UnknownLevel("avx2".to_owned())));
    }
}
