//! Levels of x86-64: what a program was compiled for, and what this processor has.
//!
//! The levels v1 to v4 are those of the [x86-64 psABI](https://gitlab.com/x86-psABIs/x86-64-ABI). Here v4 also requires
//! VNNI, the multiplications of neural nets.

use std::fmt;

/// A level of x86-64. Each one contains those before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// Every processor of 64 bits.
    V1,
    /// Processors since about 2009: SSE4.2 and `popcnt`.
    V2,
    /// Processors since about 2013: AVX2 and BMI2.
    V3,
    /// Processors since about 2019: AVX-512 with VNNI.
    V4,
}

/// A feature of the processor: its name, whether this program was compiled for it, and whether the processor has it.
struct Feature {
    name: &'static str,
    is_compiled: bool,
    is_available: fn() -> bool,
}

/// A list of features by the names that the compiler uses.
macro_rules! features {
    ($($name:tt)*) => {
        &[$(Feature {
            name: $name,
            is_compiled: cfg!(target_feature = $name),
            #[cfg(target_arch = "x86_64")]
            is_available: || std::arch::is_x86_feature_detected!($name),
            #[cfg(not(target_arch = "x86_64"))]
            is_available: || false,
        }),*]
    };
}

impl Level {
    /// All levels, from the lowest to the highest.
    pub const ALL: [Self; 4] = [Self::V1, Self::V2, Self::V3, Self::V4];

    /// The level's short name: `v1` to `v4`.
    ///
    /// # Examples
    /// ```
    /// use kaeshi_cpu::Level;
    ///
    /// assert_eq!(Level::V3.name(), "v3");
    /// assert_eq!(Level::from_name("v3"), Some(Level::V3));
    /// assert_eq!(Level::from_name("v5"), None);
    /// ```
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::V1 => "v1",
            Self::V2 => "v2",
            Self::V3 => "v3",
            Self::V4 => "v4",
        }
    }

    /// The level with this short name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|level| level.name() == name)
    }

    /// The level that this program was compiled for; `None` on other processors than x86-64.
    #[must_use]
    pub fn compiled() -> Option<Self> {
        let is_compiled = |level: &Self| level.all_features().all(|feature| feature.is_compiled);
        let levels = Self::ALL.into_iter().rev();
        levels.filter(|_| IS_X86_64).find(is_compiled)
    }

    /// The highest level that this processor has; `None` on other processors than x86-64.
    #[must_use]
    pub fn available() -> Option<Self> {
        let mut levels = Self::ALL.into_iter().rev();
        levels.find(|level| level.missing().is_empty())
    }

    /// The features of this level that this processor lacks, by the names that the compiler uses.
    ///
    /// On other processors than x86-64 this is the architecture itself.
    #[must_use]
    pub fn missing(self) -> Vec<&'static str> {
        if !IS_X86_64 {
            return vec!["x86-64"];
        }
        let missing = |feature: &&Feature| !(feature.is_available)();
        let features = self.all_features().filter(missing);
        features.map(|feature| feature.name).collect()
    }

    /// The features of this level and of all below it.
    fn all_features(self) -> impl Iterator<Item = &'static Feature> {
        let levels = Self::ALL.into_iter().filter(move |&level| level <= self);
        levels.flat_map(Self::own_features)
    }

    /// The features that this level adds to the one below it.
    fn own_features(self) -> &'static [Feature] {
        match self {
            Self::V1 => features!["fxsr" "sse" "sse2"],
            Self::V2 => features!["cmpxchg16b" "popcnt" "sse3" "ssse3" "sse4.1" "sse4.2"],
            Self::V3 => features!["avx" "avx2" "bmi1" "bmi2" "f16c" "fma" "lzcnt" "movbe" "xsave"],
            Self::V4 => {
                features!["avx512bw" "avx512cd" "avx512dq" "avx512f" "avx512vl" "avx512vnni"]
            }
        }
    }
}

/// Whether the program was compiled for x86-64.
const IS_X86_64: bool = cfg!(target_arch = "x86_64");

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "x86-64-{}", self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_that_runs_was_compiled_for_an_available_level() {
        assert!(Level::compiled() <= Level::available());
        assert_eq!(Level::compiled().is_some(), IS_X86_64);
    }

    #[test]
    fn a_level_contains_those_below_it() {
        let missing = Level::ALL.map(|level| level.missing().len());
        assert!(missing.is_sorted());
        let counts = Level::ALL.map(|level| level.all_features().count());
        assert_eq!(counts, [3, 9, 18, 24]);
    }

    /// The kernel names the same features, some of them differently.
    #[test]
    #[cfg(all(target_os = "linux", target_arch = "x86_64"))]
    fn what_is_missing_agrees_with_the_kernel() {
        let Ok(text) = std::fs::read_to_string("/proc/cpuinfo") else {
            return;
        };
        let Some(flags) = text.lines().find(|line| line.starts_with("flags")) else {
            return;
        };
        let flags: Vec<_> = flags.split_whitespace().collect();
        let missing = Level::V4.missing();
        for feature in Level::V4.all_features() {
            let name = match feature.name {
                "cmpxchg16b" => "cx16".to_owned(),
                "sse3" => "pni".to_owned(),
                "lzcnt" => "abm".to_owned(),
                "avx512vnni" => "avx512_vnni".to_owned(),
                name => name.replace('.', "_"),
            };
            let lacks = !flags.contains(&name.as_str());
            assert_eq!(missing.contains(&feature.name), lacks, "{name}");
        }
    }
}
