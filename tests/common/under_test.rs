//! The program that the tests start.

use std::env;
use std::process::Command;

/// The program built with the tests, or the one that the environment variable `KAESHI_PROGRAM` names.
///
/// The variable may hold several words, separated by blanks: `KAESHI_PROGRAM='wine kaeshi.exe'`. So the tests can run
/// other builds: those of an archive, or of other systems under an emulator.
pub(crate) fn kaeshi() -> Command {
    let other = env::var("KAESHI_PROGRAM").unwrap_or_default();
    let mut words = other.split_whitespace();
    let mut command = Command::new(words.next().unwrap_or(env!("CARGO_BIN_EXE_kaeshi")));
    command.args(words);
    command
}

/// Whether the tests run another program than the one built with them.
#[allow(dead_code, reason = "not every test asks")]
pub(crate) fn is_another() -> bool {
    env::var_os("KAESHI_PROGRAM").is_some_and(|program| !program.is_empty())
}
