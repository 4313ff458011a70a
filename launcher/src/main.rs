//! Starts the build of Kaeshi that suits this processor.
//!
//! The folder `builds` beside this program has one build for each level of x86-64. The launcher starts the highest one
//! that the processor has, or the one that the environment variable `KAESHI_CPU` names. On Unix the build replaces the
//! launcher. On Windows it is a child that has the launcher's streams, console and exit status, and ends with it.

mod choice;
mod start;

use std::env;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use choice::choose;
use kaeshi_cpu::Level;

/// Exit status when no build was started. Shells use 126 for a program that cannot be executed.
const NOT_STARTED: u8 = 126;

fn main() -> ExitCode {
    match launch() {
        Ok(status) => status,
        Err(why) => {
            eprintln!("kaeshi: {why}");
            ExitCode::from(NOT_STARTED)
        }
    }
}

/// Starts the build for this processor; returns only on Windows.
fn launch() -> Result<ExitCode, String> {
    let folder = own_folder()?.join("builds");
    let forced = env::var_os("KAESHI_CPU").filter(|name| !name.is_empty());
    let path = |level: Level| {
        let name = format!("kaeshi-{}{}", level.name(), env::consts::EXE_SUFFIX);
        folder.join(name)
    };
    let is_there = |level: Level| path(level).is_file();
    let level =
        choose(forced.as_deref(), is_there, Level::missing).map_err(|why| why.describe(&folder))?;
    let build = path(level);
    start::start(&build).map_err(|why| format!("cannot start {}: {why}", build.display()))
}

/// The folder of this program, with symbolic links resolved.
fn own_folder() -> Result<PathBuf, String> {
    let own = env::current_exe().or_else(|why| {
        // Linux needs /proc for it, which an empty root lacks. Then the name by which it was started may be a path.
        let name = env::args_os().next().map(PathBuf::from);
        let name = name.filter(|name| name.components().count() > 1);
        name.ok_or(why)
    });
    let own = own.and_then(|own| own.canonicalize());
    let own = own.map_err(|why| {
        format!("cannot find its own folder: {why}: start it by its whole path, /path/to/kaeshi")
    })?;
    Ok(own.parent().map_or_else(PathBuf::new, Path::to_owned))
}
