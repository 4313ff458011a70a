//! Why a command failed, and messages to standard error.

use std::io::{self, Write as _};
use std::process::ExitCode;

use kaeshi::core::printable;
use kaeshi::game::InputError;
use thiserror::Error;

/// Why a command failed.
#[derive(Debug, Error)]
pub(crate) enum Failure {
    /// Input or output failed.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The arguments are not valid, or a file cannot be used.
    #[error(transparent)]
    Refused(#[from] InputError),
}

impl Failure {
    /// The exit status: 1 if input or output failed, otherwise 2, as for invalid options.
    pub(crate) fn status(&self) -> ExitCode {
        match self {
            Self::Io(_) => ExitCode::FAILURE,
            Self::Refused(_) => ExitCode::from(2),
        }
    }
}

/// Writes the message `text` to standard error, on one line. Errors of that write are ignored.
pub(crate) fn print_message(text: &str) {
    let _ = writeln!(io::stderr(), "kaeshi: {}", printable(text));
}
