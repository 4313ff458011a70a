//! The end of a match: after its last game, after a signal, or after a failure.

use std::io;
use std::process::ExitCode;

use kaeshi::shell::Interrupt;

use super::contestant::{Contestant, StartError};
use crate::cli::{Failure, print_message};

/// Why a match ends before its last game.
pub(super) enum MatchAbort {
    /// A signal interrupted the match.
    Interrupted,
    Failed(Failure),
}

impl<T: Into<Failure>> From<T> for MatchAbort {
    fn from(why: T) -> Self {
        Self::Failed(why.into())
    }
}

impl From<StartError> for MatchAbort {
    fn from(why: StartError) -> Self {
        match why {
            StartError::Refused(why) => Self::Failed(why.into()),
            StartError::Interrupted => Self::Interrupted,
        }
    }
}

/// Reports a match of `games` finished games, even after a failure, and ends its programs. `report` is told whether the
/// match was interrupted.
///
/// # Errors
/// The failure that ended the match, or that of the report.
pub(super) fn conclude(
    ended: Result<(), MatchAbort>,
    games: usize,
    mut contestants: Vec<&mut Contestant<'_>>,
    interrupt: &Interrupt,
    report: impl FnOnce(bool) -> io::Result<()>,
) -> Result<ExitCode, Failure> {
    let failure = match ended {
        Err(MatchAbort::Failed(why)) if games == 0 => return Err(why),
        Err(MatchAbort::Failed(why)) => Some(why),
        Err(MatchAbort::Interrupted) => {
            for contestant in &mut contestants {
                contestant.kill();
            }
            print_message("interrupted: finished games are counted");
            None
        }
        Ok(()) => None,
    };
    let status = interrupt.status();
    report(status.is_some())?;
    Contestant::quit(&mut contestants);
    match failure {
        Some(why) => Err(why),
        None => Ok(status.map_or(ExitCode::SUCCESS, ExitCode::from)),
    }
}
