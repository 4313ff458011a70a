//! Starts a build in place of the launcher.

use std::env;
use std::io;
use std::path::Path;
use std::process::{Command, ExitCode};

/// Replaces this process by `build`, which gets its arguments and the name by which it was started.
///
/// # Errors
/// If the system cannot execute the build. Otherwise it does not return.
#[cfg(unix)]
pub(crate) fn start(build: &Path) -> io::Result<ExitCode> {
    use std::os::unix::process::CommandExt;

    let mut arguments = env::args_os();
    let mut command = Command::new(build);
    if let Some(name) = arguments.next() {
        // A program called `pbrain-kaeshi` speaks Gomocup's protocol.
        command.arg0(name);
    }
    Err(command.args(arguments).exec())
}

/// Runs `build` as a child with the arguments of this process, and returns its exit status.
///
/// A job object ends the child when this process ends, even if it is killed. Ctrl-C reaches both; only the child acts on
/// it. The child has this process's console. If there is none, it gets none, so that no window opens.
///
/// # Errors
/// If the system cannot start the build or create the job object.
#[cfg(windows)]
pub(crate) fn start(build: &Path) -> io::Result<ExitCode> {
    use std::fs::File;
    use std::mem::ManuallyDrop;
    use std::os::windows::process::CommandExt;
    use std::process;

    use win32job::{ExtendedLimitInfo, Job};

    /// Flag of `CreateProcess`: the child has no window.
    const CREATE_NO_WINDOW: u32 = 0x0800_0000;

    let mut limits = ExtendedLimitInfo::new();
    limits.limit_kill_on_job_close();
    let job = Job::create_with_limit_info(&limits).map_err(io::Error::other)?;
    job.assign_current_process().map_err(io::Error::other)?;
    // Closing the last handle of the job ends this process, too. So it stays open until the system closes it.
    let _job = ManuallyDrop::new(job);
    ctrlc::set_handler(|| {}).map_err(io::Error::other)?;

    let mut arguments = env::args_os();
    let mut command = Command::new(build);
    if let Some(name) = arguments.next() {
        // Windows passes no other name than that of the file.
        command.env("KAESHI_STARTED_AS", name);
    }
    if File::options().write(true).open("CONOUT$").is_err() {
        command.creation_flags(CREATE_NO_WINDOW);
    }
    let status = command.args(arguments).status()?;
    // Unlike `ExitCode` this takes all 32 bits of the status.
    process::exit(status.code().unwrap_or(1))
}
