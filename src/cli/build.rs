//! Which build of the program this is, and whether the processor could run a faster one.

use std::env::consts::{ARCH, OS};

use kaeshi_cpu::Level;

/// The first line of `--version`, and a second one if a faster build exists for this processor.
pub(super) fn version() -> String {
    let mut version = format!("{} ({}, {OS})", env!("CARGO_PKG_VERSION"), compiled_for());
    if let Some(advice) = advice(Level::compiled(), Level::available()) {
        version.push('\n');
        version.push_str(&advice);
    }
    version
}

/// Logs which build this is, and warns if a faster one exists.
pub(super) fn log() {
    log::info!(
        "Kaeshi {} for {}",
        env!("CARGO_PKG_VERSION"),
        compiled_for()
    );
    if let Some(advice) = advice(Level::compiled(), Level::available()) {
        log::warn!("{advice}");
    }
}

/// The processors that this program was compiled for.
fn compiled_for() -> String {
    Level::compiled().map_or_else(|| ARCH.to_owned(), |level| level.to_string())
}

/// How to get a faster build, if the processor has AVX2 and the program was compiled without it.
fn advice(compiled: Option<Level>, available: Option<Level>) -> Option<String> {
    let level = compiled.filter(|&level| level < Level::V3 && available >= Some(Level::V3))?;
    Some(format!(
        "This build is for {level} and slow; your processor can run a faster one: take the archive with builds for \
         all processors, or set RUSTFLAGS='-C target-cpu=native' before 'cargo install'."
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_faster_build_is_advised_where_it_runs() {
        let advised = |compiled, available| advice(Some(compiled), Some(available)).is_some();
        assert!(advised(Level::V1, Level::V3) && advised(Level::V2, Level::V4));
        assert!(!advised(Level::V1, Level::V2), "it would not run");
        assert!(!advised(Level::V3, Level::V4), "it is fast enough");
        assert_eq!(advice(None, None), None);
    }
}
