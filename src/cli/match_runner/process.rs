//! Processes that are ended together with all processes that they have started.

use std::io;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// How a process ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Exit {
    Status(i32),
    Signal(i32),
}

/// Interval of the checks whether a process has ended.
const POLL: Duration = Duration::from_millis(5);

/// Starts a command line in the system's shell, with pipes for input and output. Its standard error is discarded, since
/// it may have any length.
///
/// # Errors
/// If there is no shell, or no process can be started.
pub(super) fn spawn(command: &str) -> io::Result<Child> {
    let (shell, option) = if cfg!(windows) {
        ("cmd", "/C")
    } else {
        ("sh", "-c")
    };
    let mut process = Command::new(shell);
    process
        .args([option, command])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null());
    in_own_group(&mut process);
    process.spawn()
}

/// Waits for the end of the process until the deadline.
pub(super) fn wait(child: &mut Child, deadline: Instant) -> Option<Exit> {
    loop {
        let exit = exit(child);
        if exit.is_some() || Instant::now() >= deadline {
            return exit;
        }
        thread::sleep(POLL);
    }
}

/// Kills the process and its group, if it has one, and removes it from the process table.
pub(super) fn kill(child: &mut Child) {
    kill_group(child);
    let _ = child.kill();
    // A process that hangs in the kernel does not end, so the wait is limited to a second.
    let deadline = Instant::now() + Duration::from_secs(1);
    while matches!(child.try_wait(), Ok(None)) && Instant::now() < deadline {
        thread::sleep(POLL);
    }
}

#[cfg(unix)]
fn in_own_group(process: &mut Command) {
    std::os::unix::process::CommandExt::process_group(process, 0);
}

#[cfg(not(unix))]
fn in_own_group(_process: &mut Command) {}

/// Kills the process group. The process has not been waited for, so no other can have its id.
#[cfg(unix)]
fn kill_group(child: &Child) {
    use rustix::process::{Pid, Signal, kill_process_group};
    let _ = kill_process_group(Pid::from_child(child), Signal::KILL);
}

#[cfg(not(unix))]
fn kill_group(_child: &Child) {}

/// How a process ended, if it has. It stays in the process table, so that its id is not reused.
#[cfg(unix)]
fn exit(child: &mut Child) -> Option<Exit> {
    use rustix::process::{Pid, WaitId, WaitIdOptions, waitid};
    let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
    let status = waitid(WaitId::Pid(Pid::from_child(child)), options).ok()??;
    // A shell reports a signal as 128 plus its number.
    let exit = match (status.exit_status(), status.terminating_signal()) {
        (Some(status @ 129..=192), _) => Exit::Signal(status - 128),
        (Some(status), _) => Exit::Status(status),
        (None, signal) => Exit::Signal(signal?),
    };
    Some(exit)
}

#[cfg(not(unix))]
fn exit(child: &mut Child) -> Option<Exit> {
    let status = child.try_wait().ok()??;
    Some(Exit::Status(status.code()?))
}
