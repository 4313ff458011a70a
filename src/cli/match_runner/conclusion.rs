//! The end of a match: after its last game, after a signal, or after a failure.

use std::io;
use std::process::ExitCode;
use std::sync::{Arc, Mutex, PoisonError};

use crossbeam_channel::{Receiver, bounded};
use kaeshi::shell::Interrupt;

use super::closed_output::ClosedOutput;
use super::contestant::{Contestant, StartError};
use crate::cli::{Failure, print_message};

/// What ends a match from outside: a signal, or the reader of its output, who leaves.
pub(super) struct OuterEnd {
    interrupt: Interrupt,
    output: ClosedOutput,
}

impl OuterEnd {
    /// Watches for both; the first one closes the channel that is returned.
    ///
    /// # Errors
    /// If the system refuses to install the handlers, or has no thread for them.
    pub(super) fn watch() -> io::Result<(Self, Receiver<()>)> {
        let (stop, ended) = bounded(0);
        let stop = Arc::new(Mutex::new(Some(stop)));
        let end = || {
            let stop = Arc::clone(&stop);
            move || drop(stop.lock().unwrap_or_else(PoisonError::into_inner).take())
        };
        let interrupt = Interrupt::watch(end())?;
        let output = ClosedOutput::watch(end())?;
        Ok((Self { interrupt, output }, ended))
    }
}

/// Why a match ends before its last game.
pub(super) enum MatchAbort {
    /// The match was ended from outside.
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
/// match was interrupted. Nothing is reported if nobody reads it.
///
/// # Errors
/// The failure that ended the match, or that of the report.
pub(super) fn conclude(
    ended: Result<(), MatchAbort>,
    games: usize,
    mut contestants: Vec<&mut Contestant<'_>>,
    outer_end: &OuterEnd,
    report: impl FnOnce(bool) -> io::Result<()>,
) -> Result<ExitCode, Failure> {
    let is_unread = match &ended {
        Err(MatchAbort::Failed(why)) => why.is_closed_output(),
        Err(MatchAbort::Interrupted) | Ok(()) => outer_end.output.is_closed(),
    };
    if is_unread {
        for contestant in contestants {
            contestant.kill();
        }
        return Err(io::Error::from(io::ErrorKind::BrokenPipe).into());
    }
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
    let status = outer_end.interrupt.status();
    report(status.is_some())?;
    Contestant::quit(&mut contestants);
    match failure {
        Some(why) => Err(why),
        None => Ok(status.map_or(ExitCode::SUCCESS, ExitCode::from)),
    }
}
