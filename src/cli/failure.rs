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

/// The exit status of a program that a closed pipe has ended, as shells report it: 128 plus the number of SIGPIPE.
const CLOSED_OUTPUT: u8 = 141;

impl Failure {
    /// Whether the reader of standard output has left, as `head` does. That ends a command without a message.
    pub(crate) fn is_closed_output(&self) -> bool {
        matches!(self, Self::Io(why) if why.kind() == io::ErrorKind::BrokenPipe)
    }

    /// The exit status: 141 if the reader of the output has left, 1 if input or output failed otherwise, and else 2, as for
    /// invalid options.
    pub(crate) fn status(&self) -> ExitCode {
        match self {
            _ if self.is_closed_output() => ExitCode::from(CLOSED_OUTPUT),
            Self::Io(_) => ExitCode::FAILURE,
            Self::Refused(_) => ExitCode::from(2),
        }
    }
}

/// Writes the message `text` to standard error, on one line. Errors of that write are ignored.
pub(crate) fn print_message(text: &str) {
    let _ = writeln!(io::stderr(), "kaeshi: {}", printable(text));
}
